//! What a decision, a game, a clone, an observation, a graph and a determinization cost: `cargo bench -p hoyle-dominion`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hoyle_core::prelude::*;
use hoyle_core::testing::{random_game, random_step};
use hoyle_core::{Batch, DenseRow, EntityGraph, Game, LayoutId, Rng, Seat, Sparse, View, play_out};
use hoyle_dominion::{Dominion, DominionState, Options};
use rayon::prelude::*;
use std::hint::black_box;

fn random_kingdoms() -> Vec<Dominion> {
    let options = |kingdom_seed| Options { kingdom: "random".to_owned(), kingdom_seed, ..Options::default() };
    (0..100).map(|seed| Dominion::new(options(seed)).expect("a random kingdom")).collect()
}

fn games(c: &mut Criterion) {
    let kingdoms = random_kingdoms();
    let one = |i, game: &Dominion| random_game(game.start(), &mut Rng::stream(3, i), |_, _, _| {});
    let all = || (0u64..).zip(&kingdoms).map(|(i, game)| one(i, game)).sum::<u64>();
    let mut group = c.benchmark_group("decisions");
    group.throughput(Throughput::Elements(all()));
    group.bench_function("random", |b| b.iter(all));
    group.finish();
    let game = Dominion::new(Options::default()).expect("the default game");
    let mut players = [(); 2].map(|()| game.bot("big-money", &[]).expect("a bot"));
    let mut rng = Rng::new(5);
    c.bench_function("big money game", |b| {
        b.iter(|| {
            play_out(&mut game.start(), &mut rng, |state, seat, rng| {
                players[seat.index()].choose(View::new(state, seat), rng)
            })
        });
    });
}

fn parts(c: &mut Criterion) {
    let mut rng = Rng::new(9);
    // Positions from the middle of random games, each at a decision.
    let positions: Vec<DominionState> = random_kingdoms()
        .into_iter()
        .map(|game| {
            let mut state = game.start();
            for _ in 0..400 {
                if !random_step(&mut state, &mut rng) {
                    state = game.start();
                }
            }
            state.roll_to_decision(&mut rng);
            state
        })
        .collect();
    let mut next = (0..positions.len()).cycle();
    let mut state = || &positions[next.next().unwrap_or(0)];
    let mut out = vec![0.0; positions[0].spec().layouts[0].len()];
    let mut graph = EntityGraph::new();
    c.bench_function("clone", |b| b.iter(|| black_box(state().clone())));
    c.bench_function("determinize", |b| b.iter(|| black_box(state().determinize(Seat(0), &mut rng))));
    c.bench_function("observe", |b| b.iter(|| state().observe(Seat(0), LayoutId(0), black_box(&mut out))));
    c.bench_function("entities", |b| b.iter(|| state().entities(Seat(0), black_box(&mut graph))));
}

/// Positions at decisions, in the order in which they were played, with the seat to move.
fn played(games: u64) -> Vec<(DominionState, Seat)> {
    let mut positions = Vec::new();
    for (i, game) in (0..games).zip(random_kingdoms()) {
        random_game(game.start(), &mut Rng::stream(11, i), |state, seat, _| positions.push((state.clone(), seat)));
    }
    positions
}

/// The tensor in all its forms, beside what the memory can do.
fn tensor(c: &mut Criterion) {
    const TENSOR: LayoutId = LayoutId(0);
    // A hundred decisions in a row from the middle of a game fit into the cache, as a game does that is being played.
    let all = played(20);
    let positions = &all[100..200];
    let len = positions[0].0.spec().layout(TENSOR).len();
    let mut dense = vec![0.0f32; len];
    let mut next = (0..positions.len()).cycle();
    let mut position = || &positions[next.next().unwrap_or(0)];
    let mut group = c.benchmark_group("tensor");
    let mut sparse = Sparse::new();
    group.bench_function("sparse", |b| {
        b.iter(|| {
            let (state, seat) = position();
            state.observe_sparse(*seat, TENSOR, black_box(&mut sparse));
        })
    });
    let mut canvas = DenseRow::new();
    group.bench_function("in place", |b| {
        b.iter(|| {
            let (state, seat) = position();
            canvas.show(state, *seat, TENSOR);
            black_box(canvas.dense());
        })
    });
    group.bench_function("clear", |b| b.iter(|| black_box(&mut dense).fill(0.0)));
    group.bench_function("dense", |b| {
        b.iter(|| {
            let (state, seat) = position();
            state.observe(*seat, TENSOR, black_box(&mut dense));
        })
    });
    group.finish();

    let games = 1024;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let mut group = c.benchmark_group("1024 games, two threads");
    group.throughput(Throughput::Bytes((games * len * 4) as u64));
    let states: Vec<_> = (0..games).map(|i| all[i * 7 % all.len()].clone()).collect();
    let (from, mut to) = (vec![1.0f32; games * len], vec![0.0f32; games * len]);
    group.bench_function("copy", |b| {
        b.iter(|| {
            pool.install(|| {
                to.par_chunks_mut(len * 16)
                    .zip(from.par_chunks(len * 16))
                    .for_each(|(to, from)| to.copy_from_slice(from))
            })
        })
    });
    group.bench_function("encode", |b| {
        b.iter(|| {
            pool.install(|| {
                let rows = to.par_chunks_mut(len * 16).zip(states.par_chunks(16));
                rows.for_each(|(rows, states)| {
                    for (row, (state, seat)) in rows.chunks_mut(len).zip(states) {
                        state.observe(*seat, TENSOR, row);
                    }
                });
            })
        })
    });
    let game = Dominion::new(Options::default()).expect("the default game");
    let mut batch = Batch::new(game, games, 3, Some(TENSOR));
    group.bench_function("step in place", |b| b.iter(|| pool.install(|| batch.step_random())));
    group.finish();
}

criterion_group!(all, games, parts, tensor);
criterion_main!(all);
