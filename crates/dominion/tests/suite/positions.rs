//! Positions that come from outside: what is accepted can be written and read again at every later moment.

use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{ActionSet, Game, Rng, Seat, Turn};
use hoyle_dominion::testing::play_on;
use hoyle_dominion::{Discards, Dominion, Options, Treasures};
use serde_json::Value;

/// All numbers, lists and objects of a value, as paths.
fn places(value: &Value, path: &mut Vec<String>, out: &mut Vec<Vec<String>>) {
    out.push(path.clone());
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, value)| (i.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (key, part) in parts {
        path.push(key);
        places(part, path, out);
        path.pop();
    }
}

/// Changes one thing.
fn mutate(position: &mut Value, rng: &mut Rng) {
    let mut all = Vec::new();
    places(position, &mut Vec::new(), &mut all);
    let pick = |rng: &mut Rng| format!("/{}", all[rng.below(all.len() as u32) as usize].join("/"));
    let other = position.pointer(&pick(rng)).cloned();
    let Some(place) = position.pointer_mut(&pick(rng)) else { return };
    match place {
        Value::Number(number) => {
            let n = number.as_i64().unwrap_or(0);
            let changed = [n + 1, n - 1, 0, 1, rng.below(256).into()][rng.below(5) as usize];
            *place = changed.max(0).into();
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::Array(list) if !list.is_empty() => {
            let at = rng.below(list.len() as u32) as usize;
            let copy = list[at].clone();
            match rng.below(3) {
                0 => drop(list.remove(at)),
                1 => list.insert(at, copy),
                _ => list.reverse(),
            }
        }
        Value::Object(map) if map.values().all(Value::is_number) && map.len() > 1 => {
            // A card less here, a card more there.
            let keys: Vec<String> = map.keys().cloned().collect();
            let [from, to] = [0; 2].map(|_| keys[rng.below(keys.len() as u32) as usize].clone());
            map[&from] = map[&from].as_i64().map_or(0, |n| n - 1).max(0).into();
            map[&to] = map[&to].as_i64().map_or(0, |n| n + 1).into();
        }
        place => {
            if let Some(other) = other {
                *place = other;
            }
        }
    }
}

/// Moves a card from one of a player's zones to another: such positions are mostly accepted.
fn move_card(position: &mut Value, rng: &mut Rng) {
    let players = position["players"].as_array().map_or(0, Vec::len) as u32;
    let player = rng.below(players) as usize;
    let zones = ["hand", "deck", "discard"];
    let [from, to] = [0; 2].map(|_| zones[rng.below(3) as usize]);
    let zone = &position["players"][player][from];
    let Some(card) = zone.as_object().and_then(|cards| cards.keys().next().cloned()) else { return };
    if !position["players"][player][to].is_object() {
        return;
    }
    let add = |value: &mut Value, by: i64| *value = (value.as_i64().unwrap_or(0) + by).into();
    add(&mut position["players"][player][from][&card], -1);
    add(&mut position["players"][player][to][&card], 1);
}

#[test]
fn what_is_accepted_can_be_read_again_at_every_later_moment() {
    let mut rng = Rng::new(23);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..250u64 {
        let game = Dominion::new(Options {
            players: 2 + (round % 4) as u8,
            kingdom: "random".to_owned(),
            kingdom_seed: round,
            cards: if round % 3 == 0 { "further".to_owned() } else { String::new() },
            treasures: if round % 2 == 0 { Treasures::Auto } else { Treasures::Hand },
            discards: if round % 5 == 0 { Discards::Open } else { Discards::Top },
            max_turns: 12,
            ..Options::default()
        })
        .unwrap();
        let mut state = game.start();
        for _ in 0..rng.below(400) {
            random_step(&mut state, &mut rng);
        }
        let written = serde_json::to_value(state.snapshot()).unwrap();
        for _ in 0..24 {
            let mut position = written.clone();
            for _ in 0..1 + rng.below(3) {
                if rng.below(3) == 0 { move_card(&mut position, &mut rng) } else { mutate(&mut position, &mut rng) }
            }
            let Ok(snapshot) = serde_json::from_value(position.clone()) else { continue };
            match game.restore(snapshot) {
                Err(_) => refused += 1,
                Ok(mut copy) => {
                    accepted += 1;
                    let moves = if accepted % 8 == 0 { 200 } else { 20 };
                    let played = play_on(&game, &mut copy, moves, &mut rng);
                    played.unwrap_or_else(|what| panic!("{what}\naccepted from {position}"));
                }
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 500 && refused > 1000, "{accepted} accepted, {refused} refused");
}

#[test]
fn information_is_told_in_words() {
    let mut rng = Rng::new(5);
    let mut legal = ActionSet::new();
    let mut text = String::new();
    for seed in 0..200 {
        let options = Options { kingdom: "random".to_owned(), kingdom_seed: seed, max_turns: 15, ..Options::default() };
        let mut state = Dominion::new(options).unwrap().start();
        while state.turn() != Turn::Over {
            if let Turn::Seat(_) = state.turn() {
                state.legal(&mut legal);
                state.play_unchecked(legal.random(&mut rng));
                text.clear();
                state.information_state(Seat(rng.below(2) as u8), &mut text);
                let wrong =
                    ["{", "}", "[", "]", "::", "(", "Some", "None", "Play ", "Other ", "Deed", "Note", "0x", "_"];
                let found = wrong.iter().find(|word| text.contains(**word));
                assert!(found.is_none(), "{found:?} in {text}");
            } else {
                state.roll(&mut rng);
            }
        }
    }
}
