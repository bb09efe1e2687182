//! What a seat draws next.

use super::{brainstormed, positions};
use crate::twins::info;
use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{Draw, Game, Rng, Seat, Turn, save};
use hoyle_magic::{Ask, DeckKnowledge, MagicState};

fn draws(state: &MagicState, seat: Seat) -> Vec<Draw<MagicState>> {
    let mut out = Vec::new();
    state.draws(seat, &mut out);
    out
}

/// The sizes of a player's hand and library, as the information state tells them.
fn sizes(state: &MagicState, seat: Seat) -> [usize; 2] {
    let text = info(state, seat);
    let line = text.lines().find(|line| line.starts_with(&format!("player {}:", seat.0 + 1))).expect("a line");
    ["hand ", "library "].map(|what| {
        let rest = &line[line.find(what).expect("it stands there") + what.len()..];
        rest.split(',').next().and_then(|n| n.parse().ok()).expect("a number")
    })
}

#[test]
fn draws_are_exact_and_good_positions() {
    for knowledge in [DeckKnowledge::Lists, DeckKnowledge::Metagame] {
        let mut checked = 0;
        positions(knowledge, 8, 20, |game, state, seat, rng| {
            for observer in [seat, Seat(1 - seat.0)] {
                let all = draws(state, observer);
                let sum: f32 = all.iter().map(|draw| draw.chance).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{sum}");
                let dealt = state.determinize(observer, rng);
                let alike = draws(&dealt, observer);
                let facts = |all: &[Draw<MagicState>]| -> Vec<(String, f32)> {
                    all.iter().map(|draw| (draw.name.clone(), draw.chance)).collect()
                };
                assert_eq!(facts(&all), facts(&alike), "what is drawn follows from what is known");
                let [hand, library] = sizes(state, observer);
                for mut draw in all {
                    assert_eq!(sizes(&draw.state, observer), [hand + 1, library - 1]);
                    let text = info(&draw.state, observer);
                    let line = text.lines().find(|line| line.starts_with("  hand:")).expect("a hand");
                    assert!(line.contains(&draw.name), "{line}: {}", draw.name);
                    assert!(draw.state.ask() == state.ask() || matches!(state.ask(), Ask::Cleanup { .. }));
                    let back = save::from_bytes(game, &save::to_bytes(&draw.state)).expect("it reads back");
                    assert_eq!(back, draw.state);
                    (0..20).for_each(|_| assert!(random_step(&mut draw.state, rng) || draw.state.turn() == Turn::Over));
                    checked += 1;
                }
            }
        });
        assert!(checked > 300, "{checked}");
    }
}

#[test]
fn what_was_put_back_is_drawn_next() {
    let state = brainstormed();
    let all = draws(&state, Seat(1));
    assert_eq!((all.len(), all[0].name.as_str(), all[0].chance), (1, "Opt", 1.0));
    assert_eq!(draws(&all[0].state, Seat(1))[0].name, "Shivan Dragon");
    // The other player's next draw is any of the unknown part.
    assert!(draws(&state, Seat(0)).iter().all(|draw| draw.name == "Plains"));
}

/// Where chance is about to draw for the seat, that draw is the one.
#[test]
fn a_draw_under_way_is_the_next_draw() {
    let game = super::game(DeckKnowledge::Lists, 4);
    let (mut state, mut rng) = (game.start(), Rng::new(1));
    assert!(draws(&state, Seat(0)).is_empty(), "no hand is drawn yet");
    let mut met = 0;
    while met < 30 && state.turn() != Turn::Over {
        if let Ask::Draw { seat } = state.ask() {
            let mut outcomes = hoyle_core::Outcomes::new();
            state.outcomes(&mut outcomes);
            let all = draws(&state, Seat(seat));
            assert_eq!(all.len(), outcomes.iter().count());
            for (draw, (id, _)) in all.iter().zip(outcomes.iter()) {
                let mut played = state.clone();
                played.play_unchecked(id);
                assert!(played == draw.state);
            }
            met += 1;
        }
        random_step(&mut state, &mut rng);
    }
    assert_eq!(met, 30);
}
