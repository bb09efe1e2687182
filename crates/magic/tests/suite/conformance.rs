//! The conformance kit across the deck matrix and every option.

use hoyle_core::testing::{Check, Kit};
use hoyle_core::{Game, Seat};
use hoyle_magic::{DeckKnowledge, METAGAME, Magic, Mulligans, Options, Payment, Windows, deck};

fn conforms(options: Options, games: u64, seed: u64) -> u64 {
    let game = Magic::new(options.clone()).unwrap_or_else(|e| panic!("{options:?}: {e}"));
    let report = Kit::new(game).games(games).seed(seed).run();
    report.unwrap_or_else(|failure| panic!("{options:?}, seed {seed}: {failure}")).positions
}

fn decks(a: usize, b: usize) -> Options {
    let name = |i: usize| deck::BUILT_IN[i % deck::BUILT_IN.len()].0.to_owned();
    Options { deck0: name(a), deck1: name(b), ..Options::default() }
}

#[test]
fn the_deck_matrix_conforms() {
    let mut positions = 0;
    // Every deck against every other; who sits first changes from pair to pair. The soak run plays all of them longer.
    for a in 0..10 {
        for b in a..10 {
            let (first, second) = if (a + b) % 2 == 0 { (a, b) } else { (b, a) };
            positions += conforms(decks(first, second), 2, (a * 10 + b) as u64);
        }
    }
    println!("{positions} positions");
}

#[test]
fn every_option_conforms() {
    for i in 0..4 {
        let base = decks(i, i + 3);
        conforms(Options { windows: Windows::All, ..base.clone() }, 2, 1);
        conforms(Options { payment: Payment::Ask, ..base.clone() }, 2, 2);
        conforms(Options { mulligans: Mulligans::None, max_turns: 9, ..base.clone() }, 2, 3);
        conforms(Options { knowledge: DeckKnowledge::Metagame, ..base.clone() }, 2, 4);
        let drawn = Options { deck1: METAGAME.to_owned(), knowledge: DeckKnowledge::Metagame, ..base };
        conforms(Options { windows: Windows::All, ..drawn.clone() }, 2, 5);
        conforms(Options { deck0: METAGAME.to_owned(), ..drawn }, 2, 6);
    }
}

/// Cards that are known to be in a hand, put back unseen and then looked at: there is no place left that is known to be theirs.
#[test]
fn known_cards_that_were_looked_at_again_conform() {
    let izzet_dimir = decks(6, 9);
    assert_eq!((izzet_dimir.deck0.as_str(), izzet_dimir.deck1.as_str()), ("izzet", "dimir"));
    conforms(izzet_dimir, 37, 1069);
}

/// The other player's deck is hidden: a game with another one looks the same until something of it is seen.
#[test]
fn hidden_decks_are_the_same_to_whoever_does_not_know_them() {
    let named = |deck0: &str, deck1: &str| {
        let (deck0, deck1) = (deck0.to_owned(), deck1.to_owned());
        Magic::new(Options { deck0, deck1, knowledge: DeckKnowledge::Metagame, ..Options::default() }).unwrap()
    };
    for (game, twin, seat) in [
        (named("red", "green"), named("red", "dimir"), Seat(0)),
        (named("white", "izzet"), named("black", "izzet"), Seat(1)),
    ] {
        let report = Kit::new(game).games(40).twin(twin, seat).only(&[Check::Twins]).run();
        let report = report.unwrap_or_else(|failure| panic!("{failure}"));
        assert!(report.pairs > 50, "{report}");
    }
}
