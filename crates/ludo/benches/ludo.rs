//! What a step, a clone, an observation, a graph, a determinization and a batch cost: `cargo bench -p hoyle-ludo`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use hoyle_core::prelude::*;
use hoyle_core::testing::random_game;
use hoyle_core::{ActionSet, Batch, EntityGraph, Game, Rng, Seat, Turn, random_rollout};
use hoyle_ludo::{FLAT, Ludo, LudoState, Options};
use std::hint::black_box;

fn ludo() -> Ludo {
    Ludo::new(Options::ludopy()).expect("the preset is playable")
}

/// Positions from the middle of random games, each at a decision.
fn positions() -> Vec<LudoState> {
    let mut rng = Rng::new(9);
    let mut legal = ActionSet::new();
    (0..256)
        .map(|_| {
            let mut state = ludo().start();
            let mut decisions = 0;
            loop {
                match state.turn() {
                    Turn::Over => state = ludo().start(),
                    Turn::Chance => {
                        state.roll(&mut rng);
                    }
                    Turn::Seat(_) if decisions > 150 => return state,
                    Turn::Seat(_) => {
                        state.legal(&mut legal);
                        state.play_unchecked(legal.random(&mut rng));
                        decisions += 1;
                    }
                }
            }
        })
        .collect()
}

/// A random game, with or without the mover's observation at each decision; gives the number of decisions.
fn play(observed: bool, rng: &mut Rng) -> u64 {
    let mut out = [0.0; 90];
    random_game(ludo().start(), rng, |state, seat, _| {
        if observed {
            state.observe(seat, FLAT, &mut out);
            black_box(&out);
        }
    })
}

fn steps(c: &mut Criterion) {
    // The same 200 games in every run, so that their decisions can be counted beforehand.
    let games = |observed| (0..200).map(|i| play(observed, &mut Rng::stream(3, i))).sum::<u64>();
    let mut group = c.benchmark_group("decisions");
    group.throughput(Throughput::Elements(games(false)));
    group.bench_function("random", |b| b.iter(|| games(false)));
    group.bench_function("observed", |b| b.iter(|| games(true)));
    group.finish();
}

fn parts(c: &mut Criterion) {
    let positions = positions();
    let mut next = (0..positions.len()).cycle();
    let mut state = || &positions[next.next().unwrap_or(0)];
    let mut rng = Rng::new(4);
    let mut out = [0.0; 90];
    let mut graph = EntityGraph::new();
    c.bench_function("clone", |b| b.iter(|| black_box(state().clone())));
    c.bench_function("observe", |b| b.iter(|| black_box(state()).observe(Seat(0), FLAT, black_box(&mut out))));
    c.bench_function("entities", |b| b.iter(|| black_box(state()).entities(Seat(0), black_box(&mut graph))));
    c.bench_function("determinize", |b| b.iter(|| black_box(state().determinize(Seat(0), &mut rng))));
    c.bench_function("rollout", |b| {
        b.iter_batched(|| ludo().start(), |mut state| random_rollout(&mut state, &mut rng), BatchSize::SmallInput);
    });
}

fn batches(c: &mut Criterion) {
    let mut group = c.benchmark_group("batch of 1024");
    group.throughput(Throughput::Elements(1024));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let mut batch = Batch::new(ludo(), 1024, 1, Some(FLAT));
        group.bench_function(format!("{threads} threads"), |b| pool.install(|| b.iter(|| batch.step_random())));
    }
    group.finish();
}

criterion_group!(all, steps, parts, batches);
criterion_main!(all);
