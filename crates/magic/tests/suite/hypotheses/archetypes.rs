//! Which deck the other player has.

use super::{game, play};
use crate::twins::info;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Archetype, Game, Player, Rng, Seat, Turn, View, archetypes_text};
use hoyle_magic::{Ask, Cards, DeckKnowledge, METAGAME, Magic, MagicState, Mulligans, Options, deck};
use rayon::prelude::*;

fn archetypes(state: &MagicState, seat: Seat) -> Vec<Archetype> {
    let mut out = Vec::new();
    state.archetypes(seat, &mut out);
    out
}

#[test]
fn known_decks_are_no_question() {
    assert!(archetypes(&game(DeckKnowledge::Lists, 3).start(), Seat(0)).is_empty());
}

#[test]
fn chances_follow_from_what_was_seen() {
    let decks = ["8 Island; 4 Opt; 2 Air Elemental", "9 Island; 5 Counterspell", "7 Forest; 7 Fog", "20 Island; 1 Opt"];
    let options = Options {
        deck0: decks[0].to_owned(),
        deck1: decks[1].to_owned(),
        knowledge: DeckKnowledge::Metagame,
        metagame: decks.join("+"),
        mulligans: Mulligans::None,
        ..Options::default()
    };
    let game = Magic::new(options).expect("a metagame");
    let mut state = game.start();
    let chances = |state: &MagicState| archetypes(state, Seat(0)).iter().map(|one| one.chance).collect::<Vec<f32>>();
    let close =
        |a: &[f32], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (f64::from(*a) - b).abs() < 1e-6);
    let rng = &mut Rng::new(1);
    while state.turn() == Turn::Chance {
        match state.ask() {
            // The second player begins.
            Ask::Coin => state.play_unchecked(ActionId(1)),
            _ => drop(state.roll(rng)),
        }
    }
    // A deck of another size is none of those that it can be.
    let each = 0.95 / 3.0;
    assert!(close(&chances(&state), &[each, each, each, 0.0, 0.05]), "{:?}", chances(&state));
    play(&mut state, "play Island", rng);
    let cards = Cards::pool().names().count() as f64;
    let around = (8.0 / 14.0 + 9.0 / 14.0 + 20.0 / 21.0) / 4.0;
    let likelihoods = [8.0 / 14.0, 9.0 / 14.0, 0.0, 0.0, 0.5 * around + 0.5 / cards];
    let joint: Vec<f64> = likelihoods.iter().zip([each, each, each, 0.0, 0.05]).map(|(a, b)| a * b).collect();
    let total: f64 = joint.iter().sum();
    let expected: Vec<f64> = joint.iter().map(|one| one / total).collect();
    assert!(close(&chances(&state), &expected), "{:?}, {expected:?}", chances(&state));
    assert_eq!(archetypes(&state, Seat(0))[4].name, "other");
    assert!(archetypes(&state, Seat(0)).iter().all(|one| one.seat == Seat(1)));
}

fn chosen(seat: Seat, state: &MagicState, rng: &mut Rng, player: &mut dyn Player<MagicState>) -> ActionId {
    player.choose(View::new(state, seat), rng)
}

/// Games between heuristic players of random decks: in how many the likeliest deck at the observer's fourth turn is the true one, of
/// how many that came so far; and the mean of the chance that it was given.
fn right_at_turn_four(games: u64, seed: u64) -> (u64, u64, f64) {
    let one = |i: u64| {
        let mut rng = Rng::stream(seed, i);
        let mut any = || deck::BUILT_IN[rng.below(10) as usize].0;
        let (own, other) = (any(), any());
        let options = Options {
            deck0: own.to_owned(),
            deck1: other.to_owned(),
            knowledge: DeckKnowledge::Metagame,
            ..Options::default()
        };
        let game = Magic::new(options).expect("built-in decks");
        let mut players = [0, 1].map(|_| game.bot("heuristic", &[]).expect("a scripted player"));
        let mut state = game.start();
        let (mut turns, mut last) = (0, 0);
        loop {
            match state.roll_to_decision(&mut rng) {
                Turn::Seat(seat) => {
                    if state.turn_number() != last {
                        last = state.turn_number();
                        turns += u64::from(info(&state, Seat(0)).contains(&format!("turn {last} of player 1")));
                    }
                    if turns == 4 {
                        let all = archetypes(&state, Seat(0));
                        let best = all.iter().max_by(|a, b| a.chance.total_cmp(&b.chance)).expect("decks");
                        let truth = all.iter().find(|one| one.name == other).expect("the true deck");
                        return Some((u64::from(best.name == other), f64::from(truth.chance)));
                    }
                    let id = chosen(seat, &state, &mut rng, &mut *players[seat.index()]);
                    state.play_unchecked(id);
                }
                _ => return None,
            }
        }
    };
    let all: Vec<(u64, f64)> = (0..games).into_par_iter().filter_map(one).collect();
    let right = all.iter().map(|one| one.0).sum();
    (right, all.len() as u64, all.iter().map(|one| one.1).sum::<f64>() / all.len() as f64)
}

#[test]
fn decks_are_known_by_turn_four() {
    let (right, of, _) = right_at_turn_four(60, 4);
    assert!(of > 50 && right * 100 >= of * 85, "{right} of {of}");
}

#[test]
#[ignore = "takes longer: see docs/magic.md"]
fn soak_decks_are_known_by_turn_four() {
    let (right, of, mean) = right_at_turn_four(1000, 5);
    println!("the likeliest deck is the true one in {right} of {of} games; it has {:.1}% in the mean", mean * 100.0);
    assert!(right * 100 >= of * 90, "{right} of {of}");
}

#[test]
fn a_line_tells_what_is_known() {
    let options = Options {
        deck0: "red".to_owned(),
        deck1: METAGAME.to_owned(),
        knowledge: DeckKnowledge::Metagame,
        ..Options::default()
    };
    let state = Magic::new(options).expect("built-in decks").start();
    let text = archetypes_text(&archetypes(&state, Seat(0)), Seat(1));
    assert!(text.starts_with("10% red, ") && text.ends_with("5% other"), "{text}");
}
