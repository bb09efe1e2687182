//! Damaged positions: what a game accepts from a file can be written and read again at every later moment.

use super::random_step;
use crate::options::game_from_settings;
use crate::prelude::*;
use crate::{Game, Rng, Seat, Turn, save};
use serde_json::{Value, json};

/// How many actions are played from a position that was accepted.
const PLAYED_ON: usize = 300;
/// The longest message of a refusal, in bytes.
const MESSAGE: usize = 400;

/// What the positions of a game are damaged with.
#[derive(Clone, Copy, Debug)]
pub struct Damage<'a> {
    /// Options and values that they may take, drawn anew for every position.
    pub options: &'a [(&'a str, &'a [&'a str])],
    /// Numbers at which something changes.
    pub numbers: &'a [i64],
    /// Names that stand in positions.
    pub names: &'a [&'a str],
    /// Another text for a text.
    pub text: fn(&str, &mut Rng) -> String,
}

/// What became of damaged positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Damaged {
    /// How many the reader refused.
    pub refused: u64,
    /// How many it accepted; they were played on.
    pub taken: u64,
}

/// How many positions are damaged, unless the variable `HOYLE_MUTATIONS` of the environment says otherwise.
pub fn rounds(usual: u64) -> u64 {
    std::env::var("HOYLE_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// One of a list.
pub fn pick<'a, T>(rng: &mut Rng, list: &'a [T]) -> &'a T {
    &list[rng.below(list.len() as u32) as usize]
}

impl Damage<'_> {
    /// Damages positions of random games with random options, and plays on from those that are accepted and from their
    /// determinizations; after each action they are written and read. `special` makes a change of its own now and then.
    ///
    /// # Panics
    /// If a position that was accepted cannot be read again, or is another one then.
    pub fn json<G: Game>(&self, rounds: u64, special: impl Fn(G, &mut Value, &mut Rng)) -> Damaged {
        let mut damaged = Damaged::default();
        for round in 0..rounds {
            let rng = &mut Rng::stream(17, round);
            let game: G = self.game(rng);
            let mut json = serde_json::to_value(somewhere(game, rng).snapshot()).expect("a snapshot is JSON");
            match round % 8 {
                0 => special(game, &mut json, rng),
                _ => (0..*pick(rng, &[1, 1, 1, 2, 2, 4])).for_each(|_| self.change(&mut json, rng)),
            }
            let text = json.to_string();
            let read = serde_json::from_str(&text).map_err(|e| e.to_string());
            match read.and_then(|snapshot| game.restore(snapshot).map_err(|e| e.to_string())) {
                Err(problem) => {
                    assert!(problem.len() < MESSAGE, "{problem}");
                    damaged.refused += 1;
                }
                Ok(state) => {
                    damaged.taken += 1;
                    let what = format!("round {round}, {game:?}\n{text}\n");
                    let seat = Seat(rng.below(game.spec().seats() as u32) as u8);
                    play_on(game, state.determinize(seat, rng), rng, &what);
                    play_on(game, state, rng, &what);
                }
            }
        }
        damaged
    }

    /// The same for the binary form, of which single bytes are changed.
    ///
    /// # Panics
    /// As [`json`](Self::json).
    pub fn bytes<G: Game>(&self, rounds: u64) -> Damaged {
        let mut damaged = Damaged::default();
        for round in 0..rounds {
            let rng = &mut Rng::stream(18, round);
            let game: G = self.game(rng);
            let mut bytes = save::to_bytes(&somewhere(game, rng));
            for _ in 0..=rng.below(3) {
                let place = 8 + rng.below(bytes.len() as u32 - 8) as usize;
                bytes[place] = *pick(rng, &[0, 1, 2, 5, 6, 7, 8, 25, 127, 128, 254, 255]);
            }
            match save::from_bytes(&game, &bytes) {
                Err(_) => damaged.refused += 1,
                Ok(state) => {
                    damaged.taken += 1;
                    play_on(game, state, rng, &format!("round {round}, {game:?}"));
                }
            }
        }
        damaged
    }

    fn game<G: Game>(&self, rng: &mut Rng) -> G {
        let settings = self.options.iter().map(|(key, values)| ((*key).to_owned(), (*pick(rng, values)).to_owned()));
        game_from_settings(&settings.collect::<Vec<_>>()).expect("all values go together")
    }

    /// Changes a value somewhere in a position: numbers, names, texts; entries taken out, doubled or exchanged.
    fn change(&self, json: &mut Value, rng: &mut Rng) {
        match json {
            Value::Object(map) if map.is_empty() => {
                map.insert((*pick(rng, self.names)).to_owned(), json!(1 + rng.below(30)));
            }
            Value::Object(map) => {
                // Lists of objects, such as the players, are most of a position, whatever else it has.
                let inner = |value: &Value| value.as_array().is_some_and(|list| list.iter().any(Value::is_object));
                let inner = map.values().position(inner).filter(|_| rng.below(2) == 0);
                let place = inner.unwrap_or_else(|| rng.below(map.len() as u32) as usize);
                self.change(map.values_mut().nth(place).expect("within the map"), rng);
            }
            Value::Array(list) if list.is_empty() => list.push(self.entry(rng)),
            Value::Array(list) => {
                let places = [(); 2].map(|()| rng.below(list.len() as u32) as usize);
                match rng.below(8) {
                    0 => drop(list.remove(places[0])),
                    1 => list.push(list[places[0]].clone()),
                    2 => list.swap(places[0], places[1]),
                    _ => self.change(&mut list[places[0]], rng),
                }
            }
            Value::Bool(set) => *set = !*set,
            Value::Number(number) => {
                let value = number.as_i64().unwrap_or(0);
                *json = match rng.below(4) {
                    0 => json!(value.wrapping_add(1)),
                    1 => json!(value.wrapping_sub(1)),
                    2 => json!(value.wrapping_add(100)),
                    _ => json!(pick(rng, self.numbers)),
                };
            }
            Value::String(text) => *text = (self.text)(text, rng),
            Value::Null => *json = self.entry(rng),
        }
    }

    fn entry(&self, rng: &mut Rng) -> Value {
        match rng.below(2) {
            0 if !self.names.is_empty() => json!(pick(rng, self.names)),
            _ => json!(rng.below(5)),
        }
    }
}

/// A position somewhere in a random game, rarely its end.
fn somewhere<G: Game>(game: G, rng: &mut Rng) -> G::State {
    let mut state = game.start();
    let most = *pick(rng, &[20, 200, 400, 900]);
    for _ in 0..rng.below(most) {
        let before = state.clone();
        random_step(&mut state, rng);
        if state.turn() == Turn::Over {
            return if rng.below(4) == 0 { state } else { before };
        }
    }
    state
}

/// Plays on, writing and reading at every step.
fn play_on<G: Game>(game: G, mut state: G::State, rng: &mut Rng, what: &str) {
    for n in 0..PLAYED_ON {
        let written = serde_json::to_string(&state.snapshot()).expect("a snapshot is JSON");
        let read = game.restore(serde_json::from_str(&written).expect("what was written is JSON"));
        let read = read.unwrap_or_else(|e| panic!("{what}: not read after {n} actions: {e}\n{written}"));
        assert!(read == state, "{what}: another position after {n} actions\n{written}");
        if state.turn() == Turn::Over {
            return;
        }
        random_step(&mut state, rng);
    }
}
