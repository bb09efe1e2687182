//! What examples share: positions of random games, weights, and a loss that everything takes part in.

use hoyle_brain::gradient::{Tape, cross_entropy};
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
    let mut tape = Tape::new(weights);
    let outputs = network.forward(&mut tape, rows);
    let (count, seats) = (rows.len(), network.seats());
    let mean = 1.0 / count as f32;
    let (mut loss, mut to_logits, mut to_values, mut to_quality) = (0.0, vec![], vec![], vec![]);
    for row in 0..count {
        let own = outputs.candidates(row);
        let mut targets: Vec<f32> = (0..own.len()).map(|n| (1 + (row + n) % 3) as f32).collect();
        let sum: f32 = targets.iter().sum();
        targets.iter_mut().for_each(|target| *target /= sum);
        let (policy, back) = cross_entropy(&tape.numbers(outputs.logits)[own.clone()], &targets);
        to_logits.extend(back.iter().map(|back| mean * back));
        let mut winner = vec![0.0; seats];
        winner[row % 3 % seats] = 1.0;
        let (value, back) = cross_entropy(&tape.numbers(outputs.values)[row * seats..][..seats], &winner);
        to_values.extend(back.iter().map(|back| mean * back));
        loss += mean * (policy + value);
        if let Some(quality) = outputs.quality {
            for (quality, target) in tape.numbers(quality)[own].iter().zip(&targets) {
                loss += mean * target * (quality - 0.5).powi(2);
                to_quality.push(mean * target * 2.0 * (quality - 0.5));
            }
        }
    }
    let extra = tape.numbers(outputs.extra).iter();
    let to_extra = extra.clone().map(|extra| mean * (extra - 0.5)).collect();
    loss += 0.5 * mean * extra.map(|extra| (extra - 0.5).powi(2)).sum::<f32>();
    let mut ends = vec![(outputs.logits, to_logits), (outputs.values, to_values), (outputs.extra, to_extra)];
    ends.extend(outputs.quality.map(|quality| (quality, to_quality)));
    tape.backward(ends, gradients);
    loss
}

/// A game by its settings.
pub fn load<G: Game>(settings: &[(&str, &str)]) -> G {
    let pairs: Vec<_> = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    game_from_settings(&pairs).expect("the settings are correct")
}
