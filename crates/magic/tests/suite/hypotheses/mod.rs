//! What might be: hidden hands, positions without one thing, next draws, decks.

mod archetypes;
mod draws;
mod tilted;
mod unseen;
mod without;

use hoyle_core::prelude::*;
use hoyle_core::testing::random_game;
use hoyle_core::{Game, Rng, Seat, Turn};
use hoyle_magic::{DeckKnowledge, Magic, MagicState, Options, Scene, SceneSide, deck};

/// A game of two built-in decks that follow from a number.
pub fn game(knowledge: DeckKnowledge, n: u64) -> Magic {
    let name = |n: u64| deck::BUILT_IN[n as usize % 10].0.to_owned();
    let options = Options { deck0: name(n), deck1: name(3 * n + n / 10 + 1), knowledge, ..Options::default() };
    Magic::new(options).expect("built-in decks")
}

/// Calls back with decisions of random games, one in `every`.
pub fn positions(
    knowledge: DeckKnowledge,
    games: u64,
    every: u32,
    mut f: impl FnMut(&Magic, &MagicState, Seat, &mut Rng),
) {
    for i in 0..games {
        let game = game(knowledge, i);
        random_game(game.start(), &mut Rng::stream(77, i), |state, seat, rng| {
            if rng.below(every) == 0 && state.turn() == Turn::Seat(seat) {
                f(&game, state, seat, rng);
            }
        });
    }
}

pub fn list(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Plays the first legal action whose text begins like this; chance and passes go on by themselves until then.
pub fn play(state: &mut MagicState, wanted: &str, rng: &mut Rng) {
    for _ in 0..200 {
        if state.turn() == Turn::Chance {
            state.roll(rng);
            continue;
        }
        let mut legal = hoyle_core::ActionSet::new();
        state.legal(&mut legal);
        let text = |id| {
            let mut text = String::new();
            state.action_text(id, &mut text);
            text
        };
        let found = legal.iter().find(|&id| text(id).starts_with(wanted));
        let id = found.or_else(|| legal.iter().find(|&id| text(id) == "pass"));
        state.play_unchecked(id.unwrap_or_else(|| panic!("`{wanted}` at {:?}", state.ask())));
        if found.is_some() {
            return;
        }
    }
    panic!("nobody can `{wanted}`");
}

/// The first player is to move and has seen a card of the second one's hand, some of which then was put back by Brainstorm: what is
/// known to be in the hand or on top of the library.
pub fn brainstormed() -> MagicState {
    let rng = &mut Rng::new(1);
    let lands = list(&["Island", "Island", "Island", "Forest", "Forest", "Forest"]);
    let p1 = SceneSide { hand: list(&["Peek"]), battlefield: lands.clone(), ..SceneSide::default() };
    let hand = list(&["Brainstorm", "Shivan Dragon", "Shock", "Shock"]);
    let library = list(&["Opt", "Opt", "Forest"]);
    let p2 = SceneSide { hand, battlefield: lands, library, ..SceneSide::default() };
    let (_, mut state) = Scene { p1, p2, ..Scene::default() }.build().expect("a scene");
    play(&mut state, "cast Peek", rng);
    play(&mut state, "target player 2", rng);
    let knows = |state: &MagicState| crate::twins::info(state, Seat(0)).contains("known in hand");
    while !knows(&state) {
        play(&mut state, "pass", rng);
    }
    play(&mut state, "cast Brainstorm", rng);
    play(&mut state, "choose Shivan Dragon", rng);
    play(&mut state, "choose Opt", rng);
    while state.turn() != Turn::Seat(Seat(0)) {
        play(&mut state, "pass", rng);
    }
    state
}

/// The probability beyond which a sum of squared deviations (chi-square) with so many degrees of freedom is by chance in one of ten
/// thousand cases, by Wilson and Hilferty.
pub fn chi_square_bound(degrees: usize) -> f64 {
    let n = degrees as f64;
    let spread = 2.0 / (9.0 * n);
    n * (1.0 - spread + 3.72 * spread.sqrt()).powi(3)
}
