//! What examples share: positions of random games, weights, and a loss that everything takes part in.

use burn::activation::log_softmax;
use hoyle_brain::gradient::{Outputs, Tape};
use hoyle_brain::{EncodeScratch, Network, Rows, Weights};
use hoyle_core::options::game_from_settings;
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Rng, Turn, View, save};

/// Positions of random games at which there is something to choose, the games taken in turn.
pub fn positions<G: Game>(games: &[G], wanted: usize, rng: &mut Rng) -> Vec<(usize, G::State)> {
    let (mut positions, mut legal) = (Vec::new(), ActionSet::new());
    for n in (0..games.len()).cycle() {
        let mut state = games[n].start();
        let mut taken = 0;
        while state.turn() != Turn::Over && taken < 4 {
            if state.turn() == Turn::Chance {
                state.roll(rng);
                continue;
            }
            state.legal(&mut legal);
            if legal.len() > 1 && rng.below(15) == 0 {
                positions.push((n, state.clone()));
                taken += 1;
                if positions.len() == wanted {
                    return positions;
                }
            }
            state.play_unchecked(legal.random(rng));
        }
    }
    positions
}

/// Positions as rows, and as lines of JSON.
pub fn encoded<G: Game>(network: &Network, games: &[G], positions: &[(usize, G::State)]) -> (Rows, String) {
    let (mut rows, mut scratch, mut legal) = (network.rows(), EncodeScratch::default(), ActionSet::new());
    let mut lines = String::new();
    for (n, state) in positions {
        let Turn::Seat(seat) = state.turn() else { continue };
        state.legal(&mut legal);
        network.encode(View::new(state, seat), &legal, &mut scratch, &mut rows);
        lines.push_str(&save::to_json(&games[*n], state));
        lines.push('\n');
    }
    (rows, lines)
}

/// Drawn weights with biases and norms away from where they begin.
pub fn drawn(network: &Network, rng: &mut Rng) -> Weights {
    let mut weights = network.declaration().draw(rng);
    weights.0.iter_mut().for_each(|weight| *weight += 0.1 * (rng.unit() - 0.5));
    weights
}

/// The loss that the head of `gradients.rs` describes; its gradients are added.
pub fn learn(network: &Network, rows: &Rows, weights: &Weights, gradients: &mut Weights) -> f32 {
    let mut graph = Tape::new(weights);
    let Outputs { logits, values, extra, quality } = network.forward(&mut graph, rows);
    let (count, seats) = (rows.len(), network.seats());
    let [_, most] = logits.dims();
    let mut targets = vec![0.0; count * most];
    for (row, targets) in targets.chunks_exact_mut(most).enumerate() {
        let own = &mut targets[..rows.actions(row).len()];
        (0..).zip(own.iter_mut()).for_each(|(n, target)| *target = (1 + (row + n) % 3) as f32);
        let sum: f32 = own.iter().sum();
        own.iter_mut().for_each(|target| *target /= sum);
    }
    let mut winners = vec![0.0; count * seats];
    (0..count).for_each(|row| winners[row * seats + row % 3 % seats] = 1.0);
    let targets = graph.data(targets, [count, most]);
    let winners = graph.data(winners, [count, seats]);
    let mean = 1.0 / count as f32;
    let policy = (log_softmax(logits, 1) * targets.clone()).sum() * -mean;
    let value = (log_softmax(values, 1) * winners).sum() * -mean;
    let mut loss = policy + value + (extra - 0.5).powi_scalar(2).mean();
    if let Some(quality) = quality {
        loss = loss + ((quality - 0.5).powi_scalar(2) * targets).sum() * mean;
    }
    let number = loss.clone().into_data().try_to_vec::<f32>().unwrap_or_default()[0];
    graph.backward(&loss, gradients);
    number
}

/// A game by its settings.
pub fn load<G: Game>(settings: &[(&str, &str)]) -> G {
    let pairs: Vec<_> = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    game_from_settings(&pairs).expect("the settings are correct")
}
