//! Redeals that must explain why the other player is asked.

use hoyle_core::{ActionSet, Game, Rng, Seat, State, Turn};
use hoyle_magic::{Knowledge, Magic, Options, deck};

/// Every position of random games, and how often a redeal for the seat that is not asked does not explain that the other is.
fn unexplained(knowledge: Knowledge, rounds: u64) -> (u64, u64) {
    let names = || deck::BUILT_IN.iter().map(|&(name, _)| name.to_owned());
    let (mut redeals, mut failures) = (0, 0);
    for (i, (deck0, deck1)) in names().flat_map(|a| names().map(move |b| (a.clone(), b))).enumerate() {
        let game = Magic::new(Options { deck0, deck1, knowledge, ..Options::default() }).expect("built-in decks");
        for round in 0..rounds {
            let mut rng = Rng::stream(31 + round, i as u64);
            let (mut state, mut legal) = (game.start(), ActionSet::new());
            loop {
                match state.turn() {
                    Turn::Over => break,
                    Turn::Chance => drop(state.roll(&mut rng)),
                    Turn::Seat(Seat(seat)) => {
                        redeals += 1;
                        failures += u64::from(!state.redeal_explains(Seat(1 - seat), &mut rng));
                        state.legal(&mut legal);
                        state.play(legal.random(&mut rng));
                    }
                }
            }
        }
    }
    (redeals, failures)
}

#[test]
fn redeals_never_fall_back() {
    for knowledge in [Knowledge::Lists, Knowledge::Metagame] {
        let (redeals, failures) = unexplained(knowledge, 3);
        println!("{knowledge:?}: {redeals} redeals, {failures} that explain nothing");
        assert_eq!(failures, 0, "of {redeals} with {knowledge:?}");
    }
}
