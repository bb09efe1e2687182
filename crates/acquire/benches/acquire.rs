//! What a decision, a game, a clone, an observation, a graph and a determinization cost: `cargo bench -p hoyle-acquire`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hoyle_acquire::{Acquire, AcquireState, Actions, Options, PLANES, SEED222, SEED864};
use hoyle_core::prelude::*;
use hoyle_core::testing::random_game;
use hoyle_core::{ActionSet, EntityGraph, Game, Player, Rng, View, play_out};
use std::hint::black_box;

fn acquire(actions: Actions) -> Acquire {
    Acquire::new(Options { actions, ..Options::default() }).expect("the preset is playable")
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("decisions");
    for (name, actions) in [("full", Actions::Full), ("micro", Actions::Micro)] {
        // The same 200 games in every run, so that their decisions can be counted beforehand.
        let game = acquire(actions);
        let all = || (0..200).map(|i| random_game(game.start(), &mut Rng::stream(3, i), |_, _, _| {})).sum::<u64>();
        group.throughput(Throughput::Elements(all()));
        group.bench_function(name, |b| b.iter(all));
    }
    group.finish();
}

fn scripted(c: &mut Criterion) {
    let game = acquire(Actions::Full);
    let mut rng = Rng::new(5);
    for name in ["greedy", "majority"] {
        let mut players: Vec<Box<dyn Player<AcquireState>>> =
            (0..4).map(|_| game.bot(name, &[]).expect("a bot")).collect();
        c.bench_function(&format!("{name} game"), |b| {
            b.iter(|| {
                play_out(&mut game.start(), &mut rng, |state, seat, rng| {
                    players[seat.index()].choose(View::new(state, seat), rng)
                })
            });
        });
    }
}

fn parts(c: &mut Criterion) {
    let mut rng = Rng::new(9);
    // Positions from all over random games, each at a decision.
    let mut positions = Vec::new();
    for i in 0..40 {
        random_game(acquire(Actions::Full).start(), &mut Rng::stream(4, i), |state, seat, _| {
            if rng.below(8) == 0 {
                positions.push((state.clone(), seat));
            }
        });
    }
    let mut next = (0..positions.len()).cycle();
    let mut state = || &positions[next.next().unwrap_or(0)];
    let mut graph = EntityGraph::new();
    let mut legal = ActionSet::new();
    c.bench_function("clone", |b| b.iter(|| black_box(state().0.clone())));
    c.bench_function("legal", |b| b.iter(|| state().0.legal(black_box(&mut legal))));
    c.bench_function("determinize", |b| {
        b.iter(|| {
            let (state, seat) = state();
            black_box(state.determinize(*seat, &mut rng))
        });
    });
    for (name, layout) in [("planes", PLANES), ("seed222", SEED222), ("seed864", SEED864)] {
        let mut out = vec![0.0; positions[0].0.spec().layout(layout).len()];
        c.bench_function(name, |b| {
            b.iter(|| {
                let (state, seat) = state();
                state.observe(*seat, layout, black_box(&mut out));
            });
        });
    }
    c.bench_function("entities", |b| {
        b.iter(|| {
            let (state, seat) = state();
            state.entities(*seat, black_box(&mut graph));
        });
    });
}

criterion_group!(all, games, scripted, parts);
criterion_main!(all);
