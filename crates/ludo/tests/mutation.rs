//! What is accepted can be written and read again at every later moment: positions of random games, changed at random.

use hoyle_core::options::game_from_settings;
use hoyle_core::{ActionSet, Game, Rng, State, Turn};
use hoyle_ludo::{Ludo, LudoState};
use serde_json::{Value, json};

fn pick<'a, T>(rng: &mut Rng, list: &'a [T]) -> &'a T {
    &list[rng.below(list.len() as u32) as usize]
}

/// A game with random options.
fn any_game(rng: &mut Rng) -> Ludo {
    let options = [
        ("preset", &["ludopy", "danish", "ludo_king", "classic"][..]),
        ("players", &["2", "3", "4"]),
        ("tokens", &["1", "2", "3", "4"]),
        ("exit", &["6", "1+6"]),
        ("attempts", &["1", "3", "9"]),
        ("attempts_when", &["first_round", "all_home", "none_in_play"]),
        ("extra_six", &["after_first_round", "always", "never"]),
        ("extra_capture", &["true", "false"]),
        ("extra_finish", &["true", "false"]),
        ("third_six", &["play", "void"]),
        ("finish", &["back", "reflect", "exact"]),
        ("stars", &["jump", "none", "safe"]),
        ("globes", &["true", "false"]),
        ("starts", &["owner", "all", "none"]),
        ("occupied_safe", &["mover_dies", "coexist", "illegal"]),
        ("stack", &["mover_dies", "captured", "blockade"]),
        ("release", &["usual", "sweep"]),
        ("corridor", &["open", "closed"]),
        ("end", &["first", "ranking", "all"]),
        ("finished", &["roll", "skip"]),
        ("pass", &["step", "auto"]),
        ("max_rolls", &["1", "50", "20000", "1000000"]),
    ];
    let settings: Vec<(String, String)> =
        options.iter().map(|(key, values)| ((*key).to_owned(), (*pick(rng, values)).to_owned())).collect();
    game_from_settings(&settings).unwrap()
}

fn step(state: &mut LudoState, rng: &mut Rng, legal: &mut ActionSet) {
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

/// Changes a value somewhere in a position: numbers, entries taken out, doubled or exchanged.
fn damage(json: &mut Value, rng: &mut Rng) {
    match json {
        Value::Object(map) => {
            let place = rng.below(map.len() as u32) as usize;
            damage(map.iter_mut().nth(place).unwrap().1, rng);
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
        Value::Array(list) => list.push(json!(rng.below(5))),
        Value::Bool(set) => *set = !*set,
        Value::Number(number) => {
            let value = number.as_i64().unwrap_or(0);
            let extremes = [
                0i64,
                1,
                2,
                3,
                4,
                6,
                9,
                49,
                50,
                51,
                52,
                56,
                57,
                58,
                200,
                255,
                256,
                19_999,
                20_000,
                999_999,
                1_000_000,
                1_000_000_000,
                1_000_000_001,
                4_294_967_295,
                -1,
            ];
            *json = match rng.below(3) {
                0 => json!(value + 1),
                1 => json!(value - 1),
                _ => json!(pick(rng, &extremes)),
            };
        }
        Value::String(_) | Value::Null => *json = json!(1),
    }
}

fn play_on(game: Ludo, mut state: LudoState, rng: &mut Rng, what: &str) {
    let mut legal = ActionSet::new();
    for n in 0..300 {
        let written = serde_json::to_string(&state.snapshot()).unwrap();
        let read = game.restore(serde_json::from_str(&written).unwrap());
        let read = read.unwrap_or_else(|e| panic!("{what}: not read after {n} actions: {e}\n{written}"));
        assert_eq!(read, state, "{what}: another position after {n} actions");
        step(&mut state, rng, &mut legal);
    }
}

/// How many mutated positions are tried; `HOYLE_MUTATIONS` says otherwise.
fn rounds() -> u64 {
    std::env::var("HOYLE_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(6000)
}

#[test]
fn what_is_accepted_can_be_written_and_read_ever_after() {
    let (mut refused, mut taken) = (0, 0);
    for round in 0..rounds() {
        let rng = &mut Rng::stream(17, round);
        let game = any_game(rng);
        let mut state = game.start();
        let mut legal = ActionSet::new();
        let most = *pick(rng, &[20, 200, 900]);
        for _ in 0..rng.below(most) {
            step(&mut state, rng, &mut legal);
        }
        let mut json = serde_json::to_value(state.snapshot()).unwrap();
        for _ in 0..[1, 1, 1, 2, 2, 4][rng.below(6) as usize] {
            damage(&mut json, rng);
        }
        let text = json.to_string();
        let read = serde_json::from_str(&text).map_err(|e| e.to_string());
        match read.and_then(|snapshot| game.restore(snapshot).map_err(|e| e.to_string())) {
            Err(problem) => {
                assert!(problem.len() < 300, "{problem}");
                refused += 1;
            }
            Ok(state) => {
                taken += 1;
                play_on(game, state, rng, &format!("round {round}, {:?}\n{text}\n", game.options()));
            }
        }
    }
    println!("{refused} refused, {taken} taken");
    assert!(refused * 10 > rounds() && taken * 10 > rounds(), "{refused} refused, {taken} taken");
}
