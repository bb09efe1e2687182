//! What is accepted can be written and read again at every later moment: positions of random games, changed at random.

use hoyle_acquire::Acquire;
use hoyle_acquire::board::cell_name;
use hoyle_core::testing::damage::{Damage, pick, rounds};
use hoyle_core::{Game, Rng};
use serde_json::{Value, json};

const NAMES: &[&str] = &[
    "Luxor",
    "Tower",
    "American",
    "Worldwide",
    "Festival",
    "Imperial",
    "Continental",
    "1A",
    "5C",
    "12I",
    "start",
    "deal",
    "play",
    "found",
    "survivor",
    "order",
    "dummy",
    "dispose",
    "end",
    "buy",
    "draw",
    "final",
    "over",
    "skipped",
    "discarded",
];

const DAMAGE: Damage<'_> = Damage {
    options: &[
        ("players", &["2", "3", "4", "5", "6"]),
        ("start", &["row", "column"]),
        ("seating", &["clockwise", "by_tile"]),
        ("exchange", &["once", "repeat"]),
        ("chain_order", &["usual", "tlstyer"]),
        ("two_player", &["none", "d6", "tile12"]),
        ("hidden_holdings", &["true", "false"]),
        ("forced", &["auto", "ask"]),
        ("actions", &["full", "micro"]),
        ("scoring", &["win", "margin"]),
    ],
    numbers: &[0, 1, 2, 3, 6, 7, 25, 26, 100, 255, 256, 6000, 100_000_000, 111_000_000, 4_294_967_200, -1],
    names: NAMES,
    text,
};

/// Another square in a row of the board, any tile for a tile, any name for a name.
fn text(text: &str, rng: &mut Rng) -> String {
    match text.len() {
        12 => {
            let place = rng.below(12) as usize;
            let letter = *pick(rng, &[".", "o", "x", "L", "T", "A", "W", "F", "I", "C"]);
            format!("{}{letter}{}", &text[..place], &text[place + 1..])
        }
        0..4 => cell_name(rng.below(108) as u8),
        _ => (*pick(rng, NAMES)).to_owned(),
    }
}

/// The most money that a player can have in a position.
fn enrich(game: Acquire, json: &mut Value, rng: &mut Rng) {
    let seat = rng.below(u32::from(game.options().players)) as usize;
    let mut taken = |hundreds: u32| {
        json["players"][seat]["money"] = json!(100 * hundreds);
        game.restore(serde_json::from_value(json.clone()).unwrap()).is_ok()
    };
    let (mut low, mut high) = (0, 2_000_000);
    while low + 1 < high {
        let middle = u32::midpoint(low, high);
        if taken(middle) { low = middle } else { high = middle }
    }
    assert!(low > 990_000 || !taken(low), "{low}");
}

#[test]
fn what_is_accepted_can_be_written_and_read_ever_after() {
    let rounds = rounds(4000);
    let damaged = DAMAGE.json::<Acquire>(rounds, enrich);
    assert!(damaged.refused * 5 > rounds && damaged.taken * 20 > rounds, "{damaged:?}");
}

#[test]
fn bytes_too() {
    DAMAGE.bytes::<Acquire>(rounds(4000) / 3);
}
