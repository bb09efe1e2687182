//! Candidates, positions from untrusted files, and what seats know.

use hoyle_core::prelude::*;
use hoyle_core::testing::{random_game, random_step};
use hoyle_core::{EntityGraph, Game, Outcomes, Rng, Seat, save};
use hoyle_magic::{ChoiceKind, DeckKnowledge, MAX_CANDS, Magic, MagicState, Options, deck};

fn game(i: u64) -> Magic {
    let name = |i: u64| deck::BUILT_IN[i as usize % 10].0.to_owned();
    Magic::new(Options { deck0: name(i), deck1: name(i / 10 + i), ..Options::default() }).expect("built-in decks")
}

/// Plays games at random and shows each position at a decision.
fn each_decision(games: u64, mut f: impl FnMut(&MagicState, &mut Rng)) {
    for i in 0..games {
        random_game(game(i).start(), &mut Rng::stream(5, i), |state, _, rng| f(state, rng));
    }
}

#[test]
fn every_kind_of_choice_comes_up_described_and_bounded() {
    let mut kinds = Vec::new();
    let mut most = 0;
    each_decision(400, |state, _| {
        let (kind, count, _) = state.describe_ask().expect("a decision");
        assert!((1..=MAX_CANDS).contains(&count));
        assert!(count > 1, "a forced choice was asked: {:?}", state.ask());
        most = most.max(count);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    });
    println!("{} kinds, at most {most} candidates", kinds.len());
    for kind in ChoiceKind::ALL {
        assert!(kinds.contains(&kind), "{kind:?} never came up");
    }
}

#[test]
fn a_seed_repeats_a_game() {
    let play = |seed: u64| {
        let mut state = game(seed).start();
        hoyle_core::random_rollout(&mut state, &mut Rng::new(seed));
        save::hash(&state)
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

#[test]
fn no_file_makes_the_engine_panic() {
    // Positions with one number changed: either refused, or played on without a panic.
    let mut rng = Rng::new(9);
    let mut positions = Vec::new();
    each_decision(6, |state, rng| {
        if rng.below(8) == 0 {
            positions.push(state.clone());
        }
    });
    let mut taken = 0;
    for (i, state) in positions.iter().enumerate() {
        let game = (0..6).map(game).find(|g| g.spec().fingerprint == state.spec().fingerprint).expect("its game");
        let mut bytes = save::to_bytes(state);
        for _ in 0..6 {
            let at = 8 + rng.below(bytes.len() as u32 - 8) as usize;
            let before = bytes[at];
            bytes[at] = match rng.below(3) {
                0 => bytes[at].wrapping_add(1),
                1 => 0,
                _ => rng.below(128) as u8,
            };
            if let Ok(mut read) = save::from_bytes(&game, &bytes) {
                taken += 1;
                let (mut outcomes, mut graph, mut info) = (Outcomes::new(), EntityGraph::new(), String::new());
                for _ in 0..60 {
                    read.entities(Seat(0), &mut graph);
                    read.information_state(Seat(1), &mut info);
                    info.clear();
                    read.outcomes(&mut outcomes);
                    random_step(&mut read, &mut rng);
                }
            }
            bytes[at] = before;
        }
        let _ = i;
    }
    assert!(taken > 20, "{taken} changed positions were read");
}

#[test]
fn the_metagame_is_guessed_from_what_was_seen() {
    let options = Options { knowledge: DeckKnowledge::Metagame, deck1: "boros".to_owned(), ..Options::default() };
    let game = Magic::new(options).expect("built-in decks");
    let mut rng = Rng::new(2);
    let start = game.start();
    let decks: std::collections::BTreeSet<String> = (0..200)
        .map(|_| {
            let mut info = String::new();
            start.determinize(Seat(0), &mut rng).information_state(Seat(1), &mut info);
            info.lines().find(|line| line.starts_with("  library")).unwrap_or_default().to_owned()
        })
        .collect();
    assert_eq!(decks.len(), 10, "before anything was seen, every deck is possible");
}
