//! What a game, a clone, an observation, a graph and a determinization cost: `cargo bench -p hoyle-magic`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hoyle_core::prelude::*;
use hoyle_core::testing::random_game;
use hoyle_core::{EntityGraph, Game, LayoutId, Rng, Seat, Turn, UnseenCards};
use hoyle_magic::{DeckKnowledge, Magic, MagicState, Options};
use std::hint::black_box;

/// The five mono-coloured decks against each other.
fn matrix() -> Vec<Magic> {
    const DECKS: [&str; 5] = ["red", "white", "blue", "green", "black"];
    let pairs = DECKS.into_iter().flat_map(|a| DECKS.into_iter().map(move |b| (a, b)));
    let game = |(a, b): (&str, &str)| {
        Magic::new(Options { deck0: a.to_owned(), deck1: b.to_owned(), ..Options::default() }).expect("built-in decks")
    };
    pairs.map(game).collect()
}

fn games(c: &mut Criterion) {
    let games = matrix();
    let mut group = c.benchmark_group("games");
    group.throughput(Throughput::Elements(100));
    let mut stream = 0u64;
    group.bench_function("random", |b| {
        b.iter(|| {
            for _ in 0..100 {
                stream += 1;
                random_game(games[stream as usize % games.len()].start(), &mut Rng::stream(3, stream), |_, _, _| {});
            }
        });
    });
    let mut graph = EntityGraph::new();
    group.bench_function("random, with the graph at each decision", |b| {
        b.iter(|| {
            for _ in 0..100 {
                stream += 1;
                let game = games[stream as usize % games.len()];
                random_game(game.start(), &mut Rng::stream(3, stream), |state, seat, _| {
                    state.entities(seat, &mut graph);
                    black_box(&graph);
                });
            }
        });
    });
    group.finish();
}

/// Positions in which the first player decides.
fn own(positions: &[MagicState]) -> Vec<MagicState> {
    positions.iter().filter(|state| state.turn() == Turn::Seat(Seat(0))).cloned().collect()
}

/// Positions of games in which decks are hidden.
fn hidden() -> Vec<MagicState> {
    let mut rng = Rng::new(9);
    let mut positions = Vec::new();
    for deck1 in ["red", "blue", "golgari", "selesnya"] {
        let options = Options { deck1: deck1.to_owned(), knowledge: DeckKnowledge::Metagame, ..Options::default() };
        let game = Magic::new(options).expect("built-in decks");
        random_game(game.start(), &mut rng.clone(), |state, _, _| {
            if rng.below(4) == 0 {
                positions.push(state.clone());
            }
        });
    }
    positions
}

fn parts(c: &mut Criterion) {
    let mut rng = Rng::new(9);
    let mut positions: Vec<MagicState> = Vec::new();
    for game in matrix() {
        random_game(game.start(), &mut rng.clone(), |state, _, _| {
            if rng.below(8) == 0 {
                positions.push(state.clone());
            }
        });
    }
    let mut next = (0..positions.len()).cycle();
    let mut state = || &positions[next.next().unwrap_or(0)];
    let mut out = vec![0.0; positions[0].spec().layouts[0].len()];
    let mut graph = EntityGraph::new();
    let mut rng = Rng::new(4);
    c.bench_function("clone", |b| b.iter(|| black_box(state().clone())));
    c.bench_function("determinize", |b| b.iter(|| black_box(state().determinize(Seat(0), &mut rng))));
    let deals = |c: &mut Criterion, name: &str, positions: &[MagicState]| {
        let mut rng = Rng::new(5);
        let mut unseen = UnseenCards::default();
        // A tilt for each kind of card of each position.
        let tilted: Vec<(&MagicState, Vec<f32>)> = positions
            .iter()
            .map(|state| {
                state.unseen(Seat(0), &mut unseen);
                (state, unseen.cards.iter().map(|_| 2.0 * rng.unit() - 1.0).collect())
            })
            .collect();
        let mut next = tilted.iter().cycle();
        let mut state = || next.next().expect("positions");
        c.bench_function(&format!("determinize{name}"), |b| b.iter(|| state().0.determinize(Seat(0), &mut rng)));
        c.bench_function(&format!("determinize by beliefs{name}"), |b| {
            b.iter(|| {
                let (state, tilts) = state();
                state.determinize_by(Seat(0), tilts, &mut rng)
            });
        });
        c.bench_function(&format!("unseen{name}"), |b| b.iter(|| state().0.unseen(Seat(0), black_box(&mut unseen))));
    };
    deals(c, ", on one's own turn", &own(&positions));
    deals(c, ", hidden decks, on one's own turn", &own(&hidden()));
    c.bench_function("without an entity", |b| b.iter(|| black_box(state().without(Seat(0), &[11]))));
    let mut draws = Vec::new();
    c.bench_function("draws", |b| b.iter(|| state().draws(Seat(0), black_box(&mut draws))));
    c.bench_function("observe", |b| b.iter(|| state().observe(Seat(0), LayoutId(0), black_box(&mut out))));
    c.bench_function("entities", |b| b.iter(|| state().entities(Seat(0), black_box(&mut graph))));
}

criterion_group!(all, games, parts);
criterion_main!(all);
