//! What examples share: positions of random games, weights, and a loss that everything takes part in.

use hoyle_brain::gradient::{Tape, cross_entropy};
use hoyle_brain::{Architecture, Rows, Weights};
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
pub fn encoded<G: Game, A: Architecture>(net: &A, games: &[G], positions: &[(usize, G::State)]) -> (A::Rows, String) {
    let (mut rows, mut scratch, mut legal) = (A::Rows::default(), A::Scratch::default(), ActionSet::new());
    let mut lines = String::new();
    for (n, state) in positions {
        let Turn::Seat(seat) = state.turn() else { continue };
        state.legal(&mut legal);
        net.encode(View::new(state, seat), &legal, &mut scratch, &mut rows);
        lines.push_str(&save::to_json(&games[*n], state));
        lines.push('\n');
    }
    (rows, lines)
}

/// Drawn weights with biases and norms away from where they begin.
pub fn drawn(net: &impl Architecture, rng: &mut Rng) -> Weights {
    let mut weights = net.declaration().draw(rng);
    weights.0.iter_mut().for_each(|weight| *weight += 0.1 * (rng.unit() - 0.5));
    weights
}

/// The loss that the head of `gradients.rs` describes; its gradients are added.
pub fn learn<A: Architecture>(net: &A, rows: &A::Rows, weights: &Weights, gradients: &mut Weights) -> f64 {
    let mut tape = Tape::new(weights);
    let outputs = net.learn(&mut tape, rows);
    let mean = 1.0 / rows.len() as f32;
    let targets = |row: usize, count: usize| -> Vec<f32> {
        let targets: Vec<f32> = (0..count).map(|n| (1 + (row + n) % 3) as f32).collect();
        let sum: f32 = targets.iter().sum();
        targets.iter().map(|target| target / sum).collect()
    };
    // Thousands of numbers are added: with 32 bits the sum would be less exact than each of them.
    let (mut loss, mut to_logits) = (0.0f64, vec![]);
    for row in 0..rows.len() {
        let own = outputs.candidates.of(row);
        let (policy, back) = cross_entropy(&tape.numbers(outputs.logits)[own.clone()], &targets(row, own.len()));
        to_logits.extend(back.iter().map(|back| mean * back));
        loss += f64::from(mean * policy);
    }
    let mut ends = vec![(outputs.logits, to_logits)];
    for head in &outputs.heads {
        let (said, mut back) = (tape.numbers(head.numbers), Vec::new());
        for row in 0..rows.len() {
            let said = &said[head.of(row)];
            if head.head.name == "value" {
                let mut winner = vec![0.0; said.len()];
                winner[row % 3 % said.len()] = 1.0;
                let (value, gradient) = cross_entropy(said, &winner);
                loss += f64::from(mean * value);
                back.extend(gradient.iter().map(|gradient| mean * gradient));
                continue;
            }
            // All candidates have a part of the weight, or both numbers of a half.
            let weights = if head.head.name == "quality" { targets(row, said.len()) } else { vec![0.5; said.len()] };
            for (said, weight) in said.iter().zip(weights) {
                loss += f64::from(mean * weight * (said - 0.5).powi(2));
                back.push(mean * weight * 2.0 * (said - 0.5));
            }
        }
        ends.push((head.numbers, back));
    }
    tape.backward(ends, gradients);
    loss
}

/// A game by its settings.
pub fn load<G: Game>(settings: &[(&str, &str)]) -> G {
    let pairs: Vec<_> = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    game_from_settings(&pairs).expect("the settings are correct")
}
