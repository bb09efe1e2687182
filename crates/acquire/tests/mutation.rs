//! What is accepted can be written and read again at every later moment: positions of random games, changed at random.

use hoyle_acquire::{Acquire, AcquireState, Options};
use hoyle_core::options::game_from_settings;
use hoyle_core::{ActionSet, Game, Rng, Seat, State, Turn, save};
use serde_json::{Value, json};

fn pick<'a, T>(rng: &mut Rng, list: &'a [T]) -> &'a T {
    &list[rng.below(list.len() as u32) as usize]
}

/// A game with random options.
fn any_game(rng: &mut Rng) -> Acquire {
    let options = [
        ("players", &["2", "3", "4", "5", "6"][..]),
        ("start", &["row", "column"]),
        ("seating", &["clockwise", "by_tile"]),
        ("exchange", &["once", "repeat"]),
        ("chain_order", &["usual", "tlstyer"]),
        ("two_player", &["none", "d6", "tile12"]),
        ("hidden_holdings", &["true", "false"]),
        ("forced", &["auto", "ask"]),
        ("actions", &["full", "micro"]),
        ("scoring", &["win", "margin"]),
    ];
    let settings: Vec<(String, String)> =
        options.iter().map(|(key, values)| ((*key).to_owned(), (*pick(rng, values)).to_owned())).collect();
    game_from_settings(&settings).unwrap()
}

/// One random action, or chance.
fn step(state: &mut AcquireState, rng: &mut Rng, legal: &mut ActionSet) {
    match state.turn() {
        Turn::Over => {}
        Turn::Chance => {
            state.roll(rng);
        }
        Turn::Seat(_) => {
            state.legal(legal);
            state.play(legal.random(rng));
        }
    }
}

/// A position somewhere in a random game; nobody buys in some of them, so that all goes on for longer.
fn somewhere(game: Acquire, rng: &mut Rng) -> AcquireState {
    let mut state = game.start();
    let mut legal = ActionSet::new();
    for _ in 0..rng.below(400) {
        let before = state.clone();
        step(&mut state, rng, &mut legal);
        if state.turn() == Turn::Over {
            return if rng.below(4) == 0 { state } else { before };
        }
    }
    state
}

/// Changes a value somewhere in a position: numbers, names, the board, entries taken out, doubled or exchanged.
fn damage(json: &mut Value, rng: &mut Rng) {
    const NAMES: [&str; 25] = [
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
    match json {
        Value::Object(map) => {
            // The players are more than a twentieth of a position.
            let players = map.keys().position(|key| key == "players").filter(|_| rng.below(2) == 0);
            let place = players.unwrap_or_else(|| rng.below(map.len().max(1) as u32) as usize);
            match map.iter_mut().nth(place) {
                Some((_, value)) => damage(value, rng),
                None => drop(map.insert((*pick(rng, &NAMES[..7])).to_owned(), json!(1 + rng.below(30)))),
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let places = [(); 2].map(|()| rng.below(list.len() as u32) as usize);
            match rng.below(8) {
                0 => drop(list.remove(places[0])),
                1 => list.push(list[places[0]].clone()),
                2 => list.swap(places[0], places[1]),
                _ => damage(&mut list[places[0]], rng),
            }
        }
        Value::Array(list) => list.push(json!(pick(rng, &NAMES))),
        Value::Bool(set) => *set = !*set,
        Value::Number(number) => {
            let value = number.as_i64().unwrap_or(0);
            let extremes =
                [0i64, 1, 2, 3, 6, 7, 25, 26, 100, 255, 256, 6000, 100_000_000, 111_000_000, 4_294_967_200, -1];
            *json = match rng.below(4) {
                0 => json!(value.wrapping_add(1)),
                1 => json!(value.wrapping_sub(1)),
                2 => json!(value.wrapping_add(100)),
                _ => json!(pick(rng, &extremes)),
            };
        }
        Value::String(text) if text.len() == 12 => {
            let mut line = text.clone().into_bytes();
            line[rng.below(12) as usize] = *pick(rng, b".oxLTAWFIC");
            *text = String::from_utf8(line).unwrap();
        }
        // Any tile for a tile: one from the bag fits.
        Value::String(text) if text.len() < 4 => *text = hoyle_acquire::board::cell_name(rng.below(108) as u8),
        Value::String(text) => (*pick(rng, &NAMES)).clone_into(text),
        Value::Null => *json = json!(pick(rng, &NAMES)),
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

/// Plays on, reading and writing at every step.
fn play_on(game: Acquire, mut state: AcquireState, rng: &mut Rng, what: &str) {
    let mut legal = ActionSet::new();
    for n in 0..300 {
        let written = serde_json::to_string(&state.snapshot()).unwrap();
        let read = game.restore(serde_json::from_str(&written).unwrap());
        let read = read.unwrap_or_else(|e| panic!("{what}: not read after {n} actions: {e}\n{written}"));
        assert_eq!(read, state, "{what}: another position after {n} actions");
        if state.turn() == Turn::Over {
            return;
        }
        step(&mut state, rng, &mut legal);
    }
}

/// How many mutated positions are tried; `HOYLE_MUTATIONS` says otherwise.
fn rounds() -> u64 {
    std::env::var("HOYLE_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(4000)
}

#[test]
fn what_is_accepted_can_be_written_and_read_ever_after() {
    let (mut refused, mut taken) = (0, 0);
    for round in 0..rounds() {
        let rng = &mut Rng::stream(17, round);
        let game = any_game(rng);
        let state = somewhere(game, rng);
        let mut json = serde_json::to_value(state.snapshot()).unwrap();
        for _ in 0..[1, 1, 1, 2, 2, 4][rng.below(6) as usize] {
            damage(&mut json, rng);
        }
        if round % 8 == 0 {
            json = serde_json::to_value(state.snapshot()).unwrap();
            enrich(game, &mut json, rng);
        }
        let text = json.to_string();
        let read = serde_json::from_str(&text).map_err(|e| e.to_string());
        match read.and_then(|snapshot| game.restore(snapshot).map_err(|e| e.to_string())) {
            Err(problem) => {
                assert!(problem.len() < 400, "{problem}");
                refused += 1;
            }
            Ok(state) => {
                taken += 1;
                let what = format!("round {round}, {:?}\n{text}\n", game.options());
                let seat = Seat(rng.below(u32::from(game.options().players)) as u8);
                play_on(game, state.redeal(seat, rng), rng, &what);
                play_on(game, state, rng, &what);
            }
        }
    }
    println!("{refused} refused, {taken} taken");
    assert!(refused * 5 > rounds() && taken * 20 > rounds(), "{refused} refused, {taken} taken");
}

#[test]
fn bytes_too() {
    for round in 0..rounds() / 3 {
        let rng = &mut Rng::stream(18, round);
        let game = Acquire::new(Options { players: 2 + rng.below(5) as u8, ..Options::default() }).unwrap();
        let mut bytes = save::to_bytes(&somewhere(game, rng));
        for _ in 0..=rng.below(3) {
            let place = 8 + rng.below(bytes.len() as u32 - 8) as usize;
            bytes[place] = *pick(rng, &[0, 1, 2, 5, 6, 7, 8, 25, 127, 128, 254, 255]);
        }
        if let Ok(state) = save::from_bytes(&game, &bytes) {
            play_on(game, state, rng, &format!("round {round}"));
        }
    }
}
