//! How long networks take: inference by one row and by 32, and a step of training.
//!
//! `cargo run --release -p hoyle-brain --example speed [PART OF A NAME]`

mod common;

use common::{drawn, encoded, learn, load, positions};
use hoyle_brain::{
    Architecture, Engine, GraphConfig, GraphNet, GraphRows, Network, NetworkConfig, NetworkOutput, Rows, TensorConfig,
    Weights,
};
use hoyle_core::prelude::*;
use hoyle_core::{EntityGraph, Game, Rng, Turn, View};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many rows are measured.
const ROWS: usize = 1024;

/// The least of some runs of each part, added up. Parts are short, so that other programs spoil few of them.
fn time(parts: usize, mut run: impl FnMut(usize)) -> Duration {
    (0..parts).for_each(&mut run);
    let mut least = vec![Duration::MAX; parts];
    let all = Instant::now();
    while all.elapsed() < Duration::from_millis(1500) {
        for (part, least) in least.iter_mut().enumerate() {
            let start = Instant::now();
            run(part);
            *least = start.elapsed().min(*least);
        }
    }
    least.iter().sum()
}

fn measure<G: Game>(name: &str, game: &G, config: &NetworkConfig, layout: &str) {
    if std::env::args().nth(1).is_some_and(|part| !name.contains(&part)) {
        return;
    }
    match &Network::new(config, game.spec(), layout) {
        Network::Tensor(net) => measure_of(name, game, net),
        Network::Graph(net) => measure_of(name, game, net),
    }
}

fn measure_of<G: Game, A: Architecture>(name: &str, game: &G, net: &Arc<A>) {
    let games = std::slice::from_ref(game);
    let (rows, _) = encoded(&**net, games, &positions(games, ROWS, &mut Rng::new(1)));
    let weights = Arc::new(drawn(&**net, &mut Rng::new(2)));
    let mut engine = Engine::new(net.clone(), weights.clone());
    let parts = |size: usize| -> Vec<A::Rows> {
        (0..ROWS / size)
            .map(|part| {
                let mut some = A::Rows::default();
                (part * size..(part + 1) * size).for_each(|row| some.append(&rows, row));
                some
            })
            .collect()
    };
    let mut output = NetworkOutput::default();
    let mut by = |size: usize| {
        let parts = parts(size);
        let all = time(parts.len(), |part| engine.infer(&parts[part], &mut output));
        all.as_secs_f64() * 1e6 / ROWS as f64
    };
    let (one, many) = (by(1), by(32));
    let mut gradients = Weights::zeros(net.declaration());
    let mut by = |size: usize| {
        let parts = parts(size);
        let all = time(parts.len(), |part| {
            learn(&**net, &parts[part], &weights, &mut gradients);
        });
        format!("{:.0} µs in {size}", all.as_secs_f64() * 1e6 / ROWS as f64)
    };
    let learned = [16, 32, 64, 128, 256, 1024].map(&mut by).join(", ");
    println!(
        "{name}: {} numbers; inference {one:.0} µs alone, {many:.0} µs in 32; training a row: {learned}",
        weights.0.len(),
    );
}

/// How many entities, relations and candidates there are, and how long their encoding takes.
fn count<G: Game>(name: &str, game: &G) {
    let net = GraphNet::new(GraphConfig::default(), game.spec());
    let (mut graph, mut rows) = (EntityGraph::new(), GraphRows::default());
    let (mut sizes, mut spent) = (Vec::new(), Duration::ZERO);
    for (_, state) in positions(std::slice::from_ref(game), 2000, &mut Rng::new(1)) {
        let Turn::Seat(seat) = state.turn() else { continue };
        View::new(&state, seat).entities(&mut graph);
        sizes.push([graph.len(), graph.edges().len(), graph.candidates().len()]);
        let start = Instant::now();
        net.encode_graph(&graph, &mut rows);
        spent += start.elapsed();
    }
    let about = |n: usize| {
        let mut all: Vec<usize> = sizes.iter().map(|sizes| sizes[n]).collect();
        all.sort_unstable();
        format!("{} / {} / {}", all[all.len() / 2], all[all.len() * 95 / 100], all[all.len() - 1])
    };
    let micros = spent.as_secs_f64() * 1e6 / sizes.len() as f64;
    println!(
        "{name} (median / 95% / most): entities {}, relations {}, candidates {}; encoding {micros:.1} µs",
        about(0),
        about(1),
        about(2)
    );
}

fn main() {
    let dominion: hoyle_dominion::Dominion = load(&[("players", "2"), ("kingdom", "first-game")]);
    let magic: hoyle_magic::Magic = load(&[]);
    count("dominion", &dominion);
    count("magic", &magic);
    count::<hoyle_acquire::Acquire>("acquire", &load(&[]));
    count::<hoyle_ludo::Ludo>("ludo", &load(&[]));
    let tensor = NetworkConfig::Tensor(TensorConfig::default());
    measure("tensor network, dominion", &dominion, &tensor, "tensor");
    let dense = NetworkConfig::Tensor(TensorConfig { sparse: false, ..TensorConfig::default() });
    measure("the same with a dense first layer", &dominion, &dense, "tensor");
    let small = GraphConfig::default();
    measure("transformer 2 x 64, dominion", &dominion, &NetworkConfig::Graph(small), "");
    measure("transformer 2 x 64, magic", &magic, &NetworkConfig::Graph(small), "");
    let parameters = GraphConfig { parameters: true, ..small };
    measure("the same with parameters", &magic, &NetworkConfig::Graph(parameters), "");
    let large = GraphConfig { layers: 4, width: 128, ..small };
    measure("transformer 4 x 128, magic", &magic, &NetworkConfig::Graph(large), "");
}
