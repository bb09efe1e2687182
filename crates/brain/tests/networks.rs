//! Inference gives what training gives, and gradients are what small steps say.
#![cfg(feature = "train")]

use hoyle_brain::gradient::Graph;
use hoyle_brain::{Answers, Desk, Network, NetworkConfig, Rows, TensorConfig, Weights};
use hoyle_core::options::game_from_settings;
use hoyle_core::{ActionSet, Game, Rng, State, Turn, View};
use std::sync::Arc;

/// Views of random games: each mover's, where there is something to choose.
fn encode<G: Game>(games: &[G], network: &Network, wanted: usize, rng: &mut Rng) -> Rows {
    let (mut rows, mut desk, mut legal) = (network.rows(), Desk::default(), ActionSet::new());
    for n in 0.. {
        let mut state = games[n % games.len()].start();
        loop {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    state.roll(rng);
                }
                Turn::Seat(seat) => {
                    state.legal(&mut legal);
                    if legal.len() > 1 && rng.below(10) == 0 {
                        network.encode(View::new(&state, seat), &legal, &mut desk, &mut rows);
                        if rows.len() == wanted {
                            return rows;
                        }
                    }
                    state.play(legal.random(rng));
                }
            }
        }
    }
    unreachable!()
}

fn load<G: Game>(settings: &str) -> G {
    let pairs = settings.split(',').filter(|s| !s.is_empty()).map(|pair| {
        let (key, value) = pair.split_once('=').unwrap();
        (key.to_owned(), value.to_owned())
    });
    game_from_settings(&pairs.collect::<Vec<_>>()).unwrap()
}

/// Weights with biases and norms away from where they begin.
fn drawn(network: &Network, rng: &mut Rng) -> Weights {
    let mut weights = network.declaration().draw(rng);
    weights.0.iter_mut().for_each(|w| *w += 0.1 * (rng.unit() - 0.5));
    weights
}

fn check<G: Game>(games: &[G], config: &NetworkConfig, layout: &str) {
    let mut rng = Rng::new(7);
    let network = Network::new(config, games[0].spec(), layout);
    let rows = encode(games, &network, 40, &mut rng);
    let weights = drawn(&network, &mut rng);
    let mut answers = Answers::default();
    network.engine(Arc::new(weights.clone())).infer(&rows, &mut answers);
    let mut graph = Graph::new(&weights);
    let outputs = network.forward(&mut graph, &rows);
    let logits = outputs.logits.clone().into_data().to_vec::<f32>().unwrap();
    let values = burn::activation::softmax(outputs.values.clone(), 1).into_data().to_vec::<f32>().unwrap();
    let most = logits.len() / rows.len();
    for row in 0..rows.len() {
        for (n, (fast, slow)) in answers.logits(row).iter().zip(&logits[row * most..]).enumerate() {
            assert!((fast - slow).abs() < 1e-5 * slow.abs().max(1.0), "row {row} candidate {n}: {fast} {slow}");
        }
        for (fast, slow) in answers.values(row).iter().zip(&values[row * network.seats()..]) {
            assert!((fast - slow).abs() < 1e-5, "row {row}: {fast} {slow}");
        }
    }
    // A loss that everything takes part in, and its slope in a random direction.
    let loss = |weights: &Weights| {
        let mut graph = Graph::new(weights);
        let outputs = network.forward(&mut graph, &rows);
        let policy = burn::activation::log_softmax(outputs.logits, 1).slice([0..rows.len(), 0..2]).mean();
        let value = burn::activation::log_softmax(outputs.values, 1).slice([0..rows.len(), 0..1]).mean();
        let mut loss = policy + value + outputs.extra.powi_scalar(2).mean();
        if let Some(quality) = outputs.quality {
            loss = loss + quality.slice([0..rows.len(), 0..2]).powi_scalar(2).mean();
        }
        let number = loss.clone().into_data().to_vec::<f32>().unwrap()[0];
        let mut gradients = Weights(vec![0.0; weights.0.len()]);
        graph.backward(&loss, &mut gradients);
        (number, gradients)
    };
    let (_, gradients) = loss(&weights);
    let length = gradients.0.iter().map(|g| f64::from(*g).powi(2)).sum::<f64>().sqrt();
    assert!(length > 0.0);
    let step = |size: f64| {
        let moved = weights.0.iter().zip(&gradients.0).map(|(w, g)| (f64::from(*w) + size * f64::from(*g) / length) as f32);
        f64::from(loss(&Weights(moved.collect())).0)
    };
    let slope = (step(3e-3) - step(-3e-3)) / 6e-3;
    assert!((slope / length - 1.0).abs() < 0.02, "the slope is {slope}, the gradient says {length}");
}

fn tensor(parts: bool) -> NetworkConfig {
    NetworkConfig::Tensor(TensorConfig { width: 16, trunk: 24, parts, ..TensorConfig::default() })
}

#[test]
fn the_tensor_network_of_ludo() {
    check::<hoyle_ludo::Ludo>(&[load("")], &tensor(true), "rotated");
}

#[test]
fn the_tensor_network_of_dominion() {
    // Kingdoms of different sizes in one batch.
    let games = [load("kingdom=first-game"), load("players=2,kingdom=random"), load("players=2,kingdom=first-game")];
    check::<hoyle_dominion::Dominion>(&games[..1], &tensor(true), "tensor");
    check::<hoyle_dominion::Dominion>(&games[1..], &tensor(true), "tensor");
}

#[test]
fn the_tensor_network_of_acquire() {
    check::<hoyle_acquire::Acquire>(&[load("")], &tensor(true), "planes");
    check::<hoyle_acquire::Acquire>(&[load("")], &tensor(false), "planes");
}

#[test]
fn the_tensor_network_of_magic() {
    check::<hoyle_magic::Magic>(&[load("")], &tensor(true), "flat");
}
