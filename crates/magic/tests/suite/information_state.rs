//! Information states: words, and everything that is known.

use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{Game, Rng, Seat, save};
use hoyle_magic::{DeckKnowledge, Magic, MagicState, Options, Payment, Windows, deck};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn info(state: &MagicState, seat: u8) -> String {
    let mut out = String::new();
    state.information_state(Seat(seat), &mut out);
    out
}

/// Games between all decks with every option, each position shown.
fn walk(games: u64, seed: u64, mut f: impl FnMut(&Magic, &MagicState, &mut Rng)) {
    for i in 0..games {
        let mut rng = Rng::stream(seed, i);
        let mut any = || deck::BUILT_IN[rng.below(10) as usize].0.to_owned();
        let options = Options {
            deck0: any(),
            deck1: any(),
            knowledge: if i % 2 == 0 { DeckKnowledge::Lists } else { DeckKnowledge::Metagame },
            windows: if i % 4 < 2 { Windows::Real } else { Windows::All },
            payment: if i % 3 == 0 { Payment::Ask } else { Payment::Auto },
            ..Options::default()
        };
        let game = Magic::new(options).expect("built-in decks");
        let mut state = game.start();
        f(&game, &state, &mut rng);
        while random_step(&mut state, &mut rng) {
            f(&game, &state, &mut rng);
        }
    }
}

#[test]
fn information_states_are_words() {
    let mut lines = 0;
    walk(300, 1, |_, state, rng| {
        if rng.below(8) > 0 {
            return;
        }
        for seat in 0..2 {
            let text = info(state, seat);
            lines += text.lines().count();
            let program =
                ["{", "}", "::", "[", "Some(", "None", "Ref", "Announce", "StackObj", "kind:", "true", "false"];
            for word in program {
                assert!(!text.contains(word), "`{word}` in\n{text}");
            }
            assert!(!text.lines().any(|line| line.contains(" stage ") || line.starts_with("nothing")), "{text}");
            assert!(text.lines().all(|line| !line.trim().is_empty() && !line.ends_with([',', ' '])), "{text}");
        }
    });
    assert!(lines > 10_000, "{lines} lines");
}

/// What hides from a seat: the fields of the other player, by their path in a file.
fn is_hidden(path: &str, seat: u8, snapshot: &Value) -> bool {
    let other = 1 - seat;
    let side = format!("/state/sides/{other}/");
    let placed = |path: &str| {
        let place = path.rsplit_once('/').map_or(path, |(place, _)| place);
        path.ends_with("/card") && snapshot.pointer(&format!("{place}/open")) == Some(&Value::Bool(false))
    };
    match path.strip_prefix(&side) {
        Some(rest) if rest.starts_with("hand/") || rest.starts_with("library/") || rest == "deck" => true,
        Some(rest) if rest.starts_with("top/") || rest.starts_with("bottom/") => placed(path),
        Some(_) => false,
        None if path.starts_with("/state/looked/") => snapshot["state"]["looking"] == json!(other),
        None => path == format!("/state/recall/{other}"),
    }
}

/// All numbers, flags and names of a file by their path.
fn leaves(value: &Value, path: &mut String, out: &mut Vec<String>) {
    let mut each = |key: &str, value: &Value, out: &mut Vec<String>| {
        let len = path.len();
        path.push('/');
        path.push_str(key);
        leaves(value, path, out);
        path.truncate(len);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| each(key, value, out)),
        Value::Array(list) => list.iter().enumerate().for_each(|(i, value)| each(&i.to_string(), value, out)),
        _ => out.push(path.clone()),
    }
}

/// Equal texts mean that a seat cannot tell positions apart. So whatever is changed in a position, if it is one still, then the
/// text says so, unless it is hidden from the seat.
#[test]
fn information_states_leave_nothing_out() {
    let (mut changed, mut missing) = (BTreeMap::<String, u64>::new(), BTreeMap::<String, String>::new());
    walk(24, 2, |game, state, rng| {
        if rng.below(24) > 0 {
            return;
        }
        let text = save::to_json(game, state);
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let mut paths = Vec::new();
        leaves(&file["state"], &mut "/state".to_owned(), &mut paths);
        for _ in 0..40 {
            let path = &paths[rng.below(paths.len() as u32) as usize];
            let mut other = file.clone();
            let leaf = other.pointer_mut(path).expect("a leaf");
            *leaf = match &*leaf {
                Value::Bool(flag) => json!(!flag),
                Value::Number(n) if path.contains("/granted") => json!(n.as_u64().unwrap_or(0) ^ 1 << rng.below(40)),
                Value::Number(n) => json!(n.as_i64().unwrap_or(0).wrapping_add([1, -1, 2, 16][rng.below(4) as usize])),
                Value::String(_) if path.ends_with("step") => json!(["upkeep", "main1", "end"][rng.below(3) as usize]),
                Value::String(_) => json!(["Forest", "Island", "Mountain", "Plains", "Swamp"][rng.below(5) as usize]),
                other => other.clone(),
            };
            let Ok(read) = save::from_json(game, &other.to_string()) else { continue };
            if read == *state {
                continue;
            }
            for seat in (0..2).filter(|&seat| !is_hidden(path, seat, &file)) {
                let name: String = path.chars().filter(|c| !c.is_ascii_digit()).collect();
                if info(state, seat) == info(&read, seat) {
                    missing.entry(name.clone()).or_insert_with(|| format!("{path} for seat {seat} of {text}"));
                }
                *changed.entry(name).or_default() += 1;
            }
        }
    });
    println!("{changed:#?}");
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(changed.len() > 60, "{} fields", changed.len());
}
