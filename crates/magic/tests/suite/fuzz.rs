//! Generated card files and changed positions, played with every check on.

use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{Game, Rng, Turn};
use hoyle_magic::fuzz::{Played, mutate, play_card_file, play_on, play_position, random_card_file};
use hoyle_magic::{Cards, Magic, MagicState, Options, Windows, deck};
use std::collections::BTreeSet;
use std::time::Duration;

fn generated(sets: std::ops::Range<u64>) {
    let (mut played, mut refused) = (Played::default(), 0);
    let count = sets.end - sets.start;
    for i in sets {
        let mut rng = Rng::stream(23, i);
        let text = random_card_file(&mut rng);
        let run = std::panic::AssertUnwindSafe(|| play_card_file(&text, &mut rng, 2, 400));
        match std::panic::catch_unwind(run) {
            Ok(Ok(more)) => played.add(more),
            Ok(Err(error)) => {
                let error = error.to_string();
                let named = error.starts_with("generated.toml: card `") || error.starts_with("generated.toml: token `");
                assert!(named, "set {i}: {error}");
                refused += 1;
            }
            Err(_) => panic!("set {i}:\n{text}"),
        }
    }
    println!("{count} generated card sets, {refused} refused, {played:?}");
    assert!(refused * 5 < count, "{refused} of {count} sets were refused");
    assert!(played.slowest < Duration::from_secs(1), "{:?}", played.slowest);
}

#[test]
fn generated_card_sets_are_played_or_refused() {
    generated(0..200);
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn many_generated_card_sets_are_played_or_refused() {
    generated(1_000_000..1_003_000);
}

/// A new verb, trigger, cost, filter or number must be generated too.
#[test]
fn the_generator_says_every_word() {
    let mut said: BTreeSet<&'static str> = BTreeSet::new();
    for i in 0..150 {
        let text = random_card_file(&mut Rng::stream(24, i));
        let Ok(cards) = Cards::with_texts(&[("generated.toml".to_owned(), text)]) else { continue };
        for name in cards.names().filter(|name| name.starts_with("Fuzz ")) {
            let (own, abilities) = cards.tokens(name).expect("a card");
            said.extend(own);
            said.extend(abilities.into_iter().flatten());
        }
    }
    // The language has no words for the first two, and ward stands for the third.
    let unused = ["zone:stack", "zone:exile", "trigger:targeted_by_opponent"];
    let pool = Cards::pool();
    let missing: Vec<_> = pool.primitives().filter(|name| !said.contains(name) && !unused.contains(name)).collect();
    assert!(missing.is_empty(), "never generated: {missing:?}");
}

/// Plays at random for so many actions.
fn played(game: Magic, rng: &mut Rng, actions: u32) -> MagicState {
    let mut state = game.start();
    for _ in 0..actions {
        random_step(&mut state, rng);
    }
    state
}

fn changed(bases: std::ops::Range<u64>) {
    let (mut all, mut tried) = (Played::default(), 0);
    for i in bases {
        let mut rng = Rng::stream(25, i);
        let name = |rng: &mut Rng| deck::BUILT_IN[rng.below(10) as usize].0.to_owned();
        let windows = if rng.below(2) == 0 { Windows::All } else { Windows::Real };
        let options = Options { deck0: name(&mut rng), deck1: name(&mut rng), windows, ..Options::default() };
        let game = Magic::new(options).expect("built-in decks");
        let actions = rng.below(400);
        let state = played(game, &mut rng, actions);
        let base = serde_json::to_value(state.snapshot()).expect("a position");
        for _ in 0..40 {
            let mut position = base.clone();
            mutate(&mut position, &mut rng);
            let text = position.to_string();
            tried += 1;
            let run = std::panic::AssertUnwindSafe(|| play_position(game, &text, &mut rng, 200));
            match std::panic::catch_unwind(run) {
                Ok(Ok(more)) => all.add(more),
                Ok(Err(error)) => assert!(!error.0.is_empty(), "it says why"),
                Err(_) => panic!("position {i}:\n{text}"),
            }
        }
    }
    println!("{tried} changed positions, {} accepted and played on: {all:?}", all.games);
    assert!(all.games * 20 > tried, "{} of {tried} were accepted", all.games);
    assert!(all.slowest < Duration::from_secs(1), "{:?}", all.slowest);
}

/// What is accepted can be written and read again at every later moment.
#[test]
fn changed_positions_are_played_on_or_refused() {
    changed(0..30);
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn many_changed_positions_are_played_on_or_refused() {
    changed(1000..1500);
}

/// Everything at its largest at once, as far as a file may claim it.
#[test]
fn extreme_positions_are_played_on() {
    let mut rng = Rng::new(26);
    for i in 0..30u64 {
        let decks = [("white", "red"), ("blue", "green"), ("black", "golgari")][i as usize % 3];
        let options = Options { deck0: decks.0.into(), deck1: decks.1.into(), max_turns: 40, ..Options::default() };
        let game = Magic::new(options).expect("built-in decks");
        let state = played(game, &mut rng, 60 + 8 * i as u32);
        if state.turn() == Turn::Over {
            continue;
        }
        let mut position = serde_json::to_value(state.snapshot()).expect("a position");
        let lives = [20_000, -20_000, 1, 0];
        for side in 0..2 {
            position["sides"][side]["life"] = lives[(i as usize + side) % 4].into();
            position["sides"][side]["mana"] = vec![250; 6].into();
            if i % 2 == 0 {
                for part in ["library", "top", "bottom"] {
                    position["sides"][side][part] = serde_json::json!([]);
                }
            }
            position["sides"][side]["draws"] = [0, 255][i as usize % 2].into();
        }
        (position["next_uid"], position["clock"]) = (65_000.into(), 65_000.into());
        position["turn"] = 40.into();
        position["deeds"] = [299, 3999, 4000, 5000][i as usize % 4].into();
        // The battlefield is filled to its last place.
        let permanents = position["battlefield"].as_array().cloned().unwrap_or_default();
        if let Some(first) = permanents.iter().find(|perm| perm["flags"].as_u64().is_some_and(|flags| flags & 4 != 0)) {
            let taken: Vec<u64> = permanents.iter().filter_map(|perm| perm["slot"].as_u64()).collect();
            for slot in (0..96u64).filter(|slot| !taken.contains(slot)) {
                let mut copy = first.clone();
                (copy["slot"], copy["uid"]) = (slot.into(), (60_000 + slot).into());
                (copy["plus"], copy["minus"]) = (10_000.into(), 10_000.into());
                (copy["host"], copy["blocks"]) = (255.into(), 255.into());
                position["battlefield"].as_array_mut().expect("a list").push(copy);
            }
        }
        for perm in position["battlefield"].as_array_mut().expect("a list") {
            (perm["pump"], perm["damage"]) = (serde_json::json!([10_000, -10_000]), 10_000.into());
        }
        // Whether it is accepted depends on what is asked; that it is read without harm does not.
        let _ = play_position(game, &position.to_string(), &mut rng, 300);
        play_on(game, state, &mut rng, 20);
    }
}
