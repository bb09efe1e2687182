//! What the other player's hand may hold.

use super::{brainstormed, list, play, positions};
use crate::twins::info;
use hoyle_core::prelude::*;
use hoyle_core::{EntityGraph, Rng, Seat, Turn, UnseenCards};
use hoyle_magic::{DeckKnowledge, MagicState, Scene, SceneSide};

fn unseen(state: &MagicState, seat: Seat) -> UnseenCards {
    let mut out = UnseenCards::default();
    state.unseen(seat, &mut out);
    out
}

fn names(state: &MagicState, seat: Seat) -> Vec<String> {
    let name = |n| {
        let mut name = String::new();
        state.unseen_text(seat, n, &mut name);
        name
    };
    (0..unseen(state, seat).len()).map(name).collect()
}

fn held(state: &MagicState, seat: Seat) -> Vec<u8> {
    let mut out = Vec::new();
    state.held(seat, &mut out);
    out
}

/// The means are those of many determinizations.
fn agrees_with_determinizations(state: &MagicState, seat: Seat, rng: &mut Rng) {
    let unseen = unseen(state, seat);
    let rounds = 4000;
    let (mut sums, mut squares) = (vec![0.0; unseen.len()], vec![0.0; unseen.len()]);
    for _ in 0..rounds {
        let dealt = state.determinize(seat, rng);
        // A determinization looks the same to the seat: what is held is counted for the same kinds.
        for (i, n) in held(&dealt, seat).into_iter().enumerate() {
            sums[i] += f64::from(n);
            squares[i] += f64::from(n) * f64::from(n);
        }
    }
    for (i, card) in unseen.cards.iter().enumerate() {
        let mean = sums[i] / f64::from(rounds);
        let error = ((squares[i] / f64::from(rounds) - mean * mean).max(1e-6) / f64::from(rounds)).sqrt();
        let off = (mean - f64::from(card.expected)).abs();
        assert!(off < 5.0 * error, "{}: {mean} +- {error}, told {}", names(state, seat)[i], card.expected);
    }
}

#[test]
fn unseen_cards_add_up_to_what_is_hidden() {
    let mut checked = 0;
    for knowledge in [DeckKnowledge::Lists, DeckKnowledge::Metagame] {
        positions(knowledge, 20, 3, |_, state, seat, _| {
            let (unseen, held, names) = (unseen(state, seat), held(state, seat), names(state, seat));
            assert_eq!(unseen.len(), held.len());
            let mut graph = EntityGraph::new();
            state.entities(seat, &mut graph);
            unseen.described.check(&state.spec().graph).expect("in the terms of the graph");
            assert_eq!(unseen.described.len(), unseen.len());
            // The zone of the other player's hand.
            let holders = unseen.cards.iter().all(|card| card.holder == 3 && card.seat == Seat(1 - seat.0));
            assert!(holders && graph.row(3)[1] == 1.0 && graph.row(3)[0] == 0.0);
            let hidden: u32 = held.iter().map(|&n| u32::from(n)).sum();
            let expected: f32 = unseen.cards.iter().map(|card| card.expected).sum();
            assert!((expected - hidden as f32).abs() < 1e-3, "{expected} of {hidden}");
            for (card, &held) in unseen.cards.iter().zip(&held) {
                assert!(card.expected <= card.copies && card.expected >= 0.0);
                assert!(knowledge == DeckKnowledge::Metagame || f32::from(held) <= card.copies);
            }
            let mut sorted = names.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), names.len(), "each kind once");
            checked += 1;
        });
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn unseen_cards_are_as_frequent_as_in_determinizations() {
    let rng = &mut Rng::new(5);
    for knowledge in [DeckKnowledge::Lists, DeckKnowledge::Metagame] {
        let mut left = 6;
        positions(knowledge, 6, 40, |_, state, seat, _| {
            if left > 0 {
                left -= 1;
                agrees_with_determinizations(state, seat, rng);
            }
        });
        assert_eq!(left, 0);
    }
}

#[test]
fn a_card_known_to_be_in_the_hand_or_on_the_library_is_between() {
    let state = brainstormed();
    assert!(info(&state, Seat(0)).contains("or among the top 2 if from hand: Shivan Dragon"));
    let (unseen, names) = (unseen(&state, Seat(0)), names(&state, Seat(0)));
    let dragon = names.iter().position(|name| name == "Shivan Dragon").expect("it may be in the hand");
    let card = unseen.cards[dragon];
    assert_eq!(card.copies, 1.0);
    assert!((0.3..0.9).contains(&card.expected), "{}", card.expected);
    agrees_with_determinizations(&state, Seat(0), &mut Rng::new(2));
}

#[test]
fn a_card_that_is_known_to_be_in_the_hand_is_not_unseen_and_described_alike() {
    let rng = &mut Rng::new(1);
    let lands = list(&["Island", "Island"]);
    let p1 = SceneSide { hand: list(&["Peek"]), battlefield: lands, ..SceneSide::default() };
    let p2 = SceneSide { hand: list(&["Shivan Dragon", "Shock", "Shock"]), ..SceneSide::default() };
    let (_, mut state) = Scene { p1, p2, ..Scene::default() }.build().expect("a scene");
    let (before, called) = (unseen(&state, Seat(0)), names(&state, Seat(0)));
    let sorted: std::collections::BTreeSet<&str> = called.iter().map(String::as_str).collect();
    assert!(sorted.into_iter().eq(["Plains", "Shivan Dragon", "Shock"]), "{called:?}");
    play(&mut state, "cast Peek", rng);
    play(&mut state, "target player 2", rng);
    while !info(&state, Seat(0)).contains("known in hand") {
        play(&mut state, "pass", rng);
    }
    assert!(unseen(&state, Seat(0)).is_empty() && held(&state, Seat(0)).is_empty(), "all of it is known");
    // The Dragon now lies in the hand openly: it is described as it was when it might have.
    while state.turn() != Turn::Seat(Seat(0)) {
        play(&mut state, "pass", rng);
    }
    let mut graph = EntityGraph::new();
    state.entities(Seat(0), &mut graph);
    let text = |entity| {
        let mut text = String::new();
        state.entity_text(Seat(0), entity, &mut text);
        text
    };
    let there = (0..graph.len() as u16).find(|&entity| text(entity) == "Shivan Dragon in player 2's hand");
    let there = there.expect("it is known");
    let n = called.iter().position(|name| name == "Shivan Dragon").expect("it was unseen") as u16;
    assert_eq!(before.described.kinds()[n as usize], graph.kinds()[there as usize]);
    assert_eq!(before.described.row(n), graph.row(there));
    assert_eq!(before.described.tokens(n), graph.tokens(there));
}
