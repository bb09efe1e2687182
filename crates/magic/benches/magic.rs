//! What a game, a clone, an observation, a graph and a determinization cost: `cargo bench -p hoyle-magic`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hoyle_core::prelude::*;
use hoyle_core::testing::random_game;
use hoyle_core::{EntityGraph, Game, LayoutId, Rng, Seat};
use hoyle_magic::{Magic, MagicState, Options};
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
    c.bench_function("observe", |b| b.iter(|| state().observe(Seat(0), LayoutId(0), black_box(&mut out))));
    c.bench_function("entities", |b| b.iter(|| state().entities(Seat(0), black_box(&mut graph))));
}

criterion_group!(all, games, parts);
criterion_main!(all);
