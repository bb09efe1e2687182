//! What a decision, a game, a clone, an observation, a graph and a redeal cost: `cargo bench -p hoyle-dominion`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hoyle_core::{ActionSet, EntityGraph, Game, LayoutId, Player, Rng, Seat, State, Turn, View};
use hoyle_dominion::{Dominion, DominionState, Options};
use std::hint::black_box;

fn random_kingdoms() -> Vec<Dominion> {
    let options = |kingdom_seed| Options { kingdom: "random".to_owned(), kingdom_seed, ..Options::default() };
    (0..100).map(|seed| Dominion::new(options(seed)).expect("a random kingdom")).collect()
}

/// A random game; gives the number of decisions.
fn random_game(game: Dominion, rng: &mut Rng) -> u64 {
    let mut state = game.start();
    let mut legal = ActionSet::new();
    let mut decisions = 0;
    loop {
        match state.turn() {
            Turn::Over => return decisions,
            Turn::Chance => {
                state.roll(rng);
            }
            Turn::Seat(_) => {
                state.legal(&mut legal);
                state.play(legal.random(rng));
                decisions += 1;
            }
        }
    }
}

/// A game between two scripted players.
fn scripted_game(game: Dominion, players: &mut [Box<dyn Player<DominionState>>; 2], rng: &mut Rng) {
    let mut state = game.start();
    loop {
        match state.turn() {
            Turn::Over => return,
            Turn::Chance => {
                state.roll(rng);
            }
            Turn::Seat(seat) => {
                let action = players[seat.index()].choose(View::new(&state, seat), rng);
                state.play(action);
            }
        }
    }
}

fn games(c: &mut Criterion) {
    let kingdoms = random_kingdoms();
    let all = || (0u64..).zip(&kingdoms).map(|(i, &game)| random_game(game, &mut Rng::stream(3, i))).sum::<u64>();
    let mut group = c.benchmark_group("decisions");
    group.throughput(Throughput::Elements(all()));
    group.bench_function("random", |b| b.iter(all));
    group.finish();
    let game = Dominion::new(Options::default()).expect("the default game");
    let mut players = [(); 2].map(|()| game.bot("big-money", &[]).expect("a bot"));
    let mut rng = Rng::new(5);
    c.bench_function("big money game", |b| b.iter(|| scripted_game(game, &mut players, &mut rng)));
}

fn parts(c: &mut Criterion) {
    let mut rng = Rng::new(9);
    let mut legal = ActionSet::new();
    // Positions from the middle of random games, each at a decision.
    let positions: Vec<DominionState> = random_kingdoms()
        .into_iter()
        .map(|game| {
            let mut state = game.start();
            for _ in 0..400 {
                match state.turn() {
                    Turn::Over => state = game.start(),
                    Turn::Chance => {
                        state.roll(&mut rng);
                    }
                    Turn::Seat(_) => {
                        state.legal(&mut legal);
                        state.play(legal.random(&mut rng));
                    }
                }
            }
            while state.turn() == Turn::Chance {
                state.roll(&mut rng);
            }
            state
        })
        .collect();
    let mut next = (0..positions.len()).cycle();
    let mut state = || &positions[next.next().unwrap_or(0)];
    let mut out = vec![0.0; positions[0].spec().layouts[0].len()];
    let mut graph = EntityGraph::new();
    c.bench_function("clone", |b| b.iter(|| black_box(state().clone())));
    c.bench_function("redeal", |b| b.iter(|| black_box(state().redeal(Seat(0), &mut rng))));
    c.bench_function("observe", |b| b.iter(|| state().observe(Seat(0), LayoutId(0), black_box(&mut out))));
    c.bench_function("entities", |b| b.iter(|| state().entities(Seat(0), black_box(&mut graph))));
}

criterion_group!(all, games, parts);
criterion_main!(all);
