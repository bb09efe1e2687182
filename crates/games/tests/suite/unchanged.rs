//! Ids, numbers, texts and results of seeded games are what they were: hashes and answers recorded in `unchanged.json`.
//!
//! Who changes rules, layouts or models on purpose records them anew, with `HOYLE_RECORD=1`, and says in the change which
//! of them moved and why.

use hoyle_core::{ActionSet, EntityGraph, LayoutId, Rng, Seat, Turn};
use hoyle_games::{AnyGame, AnyState, GameRecord, MatchSettings, load};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use xxhash_rust::xxh3::Xxh3;

/// Games with options that lead to every kind of decision.
const GAMES: &[&str] = &[
    "ludo",
    "ludo:preset=danish,players=3",
    "ludo:preset=classic,players=2",
    "acquire:players=2",
    "acquire",
    "acquire:preset=tlstyer,players=6",
    "acquire:actions=micro,players=3",
    "dominion",
    "dominion:players=4,kingdom=random,kingdom_seed=3",
    "dominion:players=3,kingdom=random,kingdom_seed=5,cards=further,discards=open",
    "magic",
    "magic:deck0=dimir,deck1=izzet,payment=ask",
    "magic:deck0=white,deck1=black,windows=all",
];

/// How many games are hashed of each.
const SEEDS: u64 = 4;
/// Every so many decisions, everything that a seat can see is hashed.
const EVERY: usize = 7;
/// Networks add up in another order on other processors.
const TOLERANCE: f64 = 1e-3;

/// The hashes of one game, by what was hashed.
#[derive(Default)]
struct Hashes {
    actions: Xxh3,
    texts: Xxh3,
    information: Xxh3,
    observations: Xxh3,
    graphs: Xxh3,
    determinizations: Xxh3,
    positions: Xxh3,
    scores: Xxh3,
}

impl Hashes {
    fn named(&self) -> Value {
        let hex = |hash: &Xxh3| format!("{:016x}", hash.digest());
        json!({
            "actions": hex(&self.actions),
            "texts": hex(&self.texts),
            "information states": hex(&self.information),
            "observations": hex(&self.observations),
            "graphs": hex(&self.graphs),
            "determinizations": hex(&self.determinizations),
            "positions": hex(&self.positions),
            "scores": hex(&self.scores),
        })
    }

    fn look(&mut self, state: &dyn AnyState, rng: &mut Rng) {
        let spec = state.spec();
        self.positions.update(&state.to_bytes());
        self.positions.update(state.to_json().as_bytes());
        let (mut row, mut graph) = (Vec::new(), EntityGraph::new());
        for seat in (0..spec.seats() as u8).map(Seat) {
            self.information.update(state.information_state(seat).as_bytes());
            for (number, layout) in spec.layouts.iter().enumerate() {
                row.clear();
                row.resize(layout.len(), 0.0);
                state.observe(seat, LayoutId(number), &mut row);
                row.iter().for_each(|number| self.observations.update(&number.to_bits().to_le_bytes()));
            }
            state.entities(seat, &mut graph);
            self.graph(&graph);
            self.determinizations.update(&state.determinize(seat, rng).to_bytes());
        }
    }

    fn graph(&mut self, graph: &EntityGraph) {
        let hash = &mut self.graphs;
        hash.update(graph.kinds());
        graph.features().iter().for_each(|number| hash.update(&number.to_bits().to_le_bytes()));
        for entity in 0..graph.len() {
            graph.tokens(entity as u16).iter().for_each(|token| hash.update(&token.to_le_bytes()));
        }
        for edge in graph.edges() {
            hash.update(&[edge.relation]);
            [edge.from, edge.to].iter().for_each(|end| hash.update(&end.to_le_bytes()));
        }
        for candidate in graph.candidates() {
            hash.update(&(candidate.action.index() as u32).to_le_bytes());
            hash.update(&[candidate.verb]);
            let ends = candidate.targets.iter().chain([&candidate.source]);
            ends.for_each(|end| hash.update(&end.map_or(u32::MAX, u32::from).to_le_bytes()));
            candidate.numbers.iter().for_each(|number| hash.update(&number.to_bits().to_le_bytes()));
        }
    }
}

/// Plays seeded games and hashes everything about them.
fn hashes(game: &dyn AnyGame) -> Value {
    let mut hashes = Hashes::default();
    for seed in 0..SEEDS {
        let (mut rng, mut other, mut legal) = (Rng::stream(4, seed), Rng::stream(5, seed), ActionSet::new());
        let (mut state, mut decisions) = (game.start(), 0);
        while let Turn::Seat(seat) = state.advance(&mut rng) {
            state.legal(&mut legal);
            if decisions % EVERY == 0 {
                hashes.look(&*state, &mut other);
            }
            for action in legal.iter() {
                hashes.actions.update(&(action.index() as u32).to_le_bytes());
                hashes.texts.update(state.action_text(action).expect("a legal action").as_bytes());
            }
            let action = legal.random(&mut rng);
            hashes.actions.update(&[seat.0]);
            hashes.actions.update(&(action.index() as u32).to_le_bytes());
            state.play(action).expect("a legal action");
            decisions += 1;
        }
        hashes.look(&*state, &mut other);
        state.scores().as_slice().iter().for_each(|score| hashes.scores.update(&score.to_bits().to_le_bytes()));
    }
    hashes.named()
}

/// What the network that comes with a game thinks of some positions: its values, and its probabilities of actions.
fn answers(game: &dyn AnyGame) -> Value {
    let mut answers = Vec::new();
    for seed in 0..6 {
        let (mut rng, mut legal) = (Rng::stream(6, seed), ActionSet::new());
        let mut state = game.start();
        for _ in 0..10 * seed {
            if state.advance(&mut rng) == Turn::Over {
                break;
            }
            state.legal(&mut legal);
            state.play(legal.random(&mut rng)).expect("a legal action");
        }
        if matches!(state.advance(&mut rng), Turn::Seat(_)) {
            let analysis = state.analyze("net:sims=1", None, 1, &mut |_| true).expect("a network comes with the game");
            let mut candidates: Vec<_> = analysis.candidates.iter().map(|c| (c.id.index(), c.prior)).collect();
            candidates.sort_by_key(|&(id, _)| id);
            answers.push(json!(candidates));
        }
    }
    Value::Array(answers)
}

/// Results of a short match of scripted players.
fn results(game: &dyn AnyGame) -> Value {
    let players = ["random".to_owned(), "strongest".to_owned()];
    let settings = MatchSettings { games: 12, seed: 3, threads: Some(1) };
    let hash = std::sync::Mutex::new(Xxh3::new());
    let add = |record: &GameRecord| {
        let mut hash = hash.lock().expect("nothing panics");
        [record.index, record.plies as u64].iter().for_each(|number| hash.update(&number.to_le_bytes()));
        record.scores.as_slice().iter().for_each(|score| hash.update(&score.to_bits().to_le_bytes()));
    };
    game.run_match(&players, &settings, &add).expect("a match");
    json!(format!("{:016x}", hash.into_inner().expect("nothing panics").digest()))
}

fn record() -> Map<String, Value> {
    let mut all = Map::new();
    for name in GAMES {
        let game = load(name).expect("a game");
        let mut found = hashes(&*game);
        found["results"] = results(&*game);
        // The networks that come with the games are for one number of seats each.
        if !name.contains(':') {
            found["network"] = answers(&*game);
        }
        all.insert((*name).to_owned(), found);
    }
    all
}

/// Where two values differ: numbers beyond the tolerance, everything else at all.
fn differences(at: &str, was: &Value, is: &Value, out: &mut Vec<String>) {
    match (was, is) {
        (Value::Object(was), Value::Object(is)) => {
            for (key, value) in was {
                differences(&format!("{at} / {key}"), value, is.get(key).unwrap_or(&Value::Null), out);
            }
        }
        (Value::Array(was), Value::Array(is)) if was.len() == is.len() => {
            was.iter().zip(is).for_each(|(was, is)| differences(at, was, is, out));
        }
        (Value::Number(was), Value::Number(is)) => {
            let [was, is] = [was, is].map(|number| number.as_f64().unwrap_or(f64::NAN));
            if (was - is).abs() > TOLERANCE {
                out.push(format!("{at}: {is} instead of {was}"));
            }
        }
        (was, is) if was != is => out.push(format!("{at}: {is} instead of {was}")),
        _ => {}
    }
}

#[test]
fn seeded_games_are_what_they_were() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/unchanged.json");
    let found = Value::Object(record());
    if std::env::var_os("HOYLE_RECORD").is_some() {
        let text = serde_json::to_string_pretty(&found).expect("JSON");
        std::fs::write(&file, text + "\n").expect("the folder of the tests can be written");
        return;
    }
    let text = std::fs::read_to_string(&file).expect("the record; HOYLE_RECORD=1 writes it");
    let mut out = Vec::new();
    differences("", &serde_json::from_str(&text).expect("JSON"), &found, &mut out);
    assert!(out.is_empty(), "not what was recorded:\n{}", out.join("\n"));
}
