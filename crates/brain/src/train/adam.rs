//! Adam on the one buffer of weights (Kingma and Ba 2015), with a limit to the length of the whole gradient.
//!
//! Its state is saved and read back with the weights, number by number, and the limit is over all weights, not matrix by
//! matrix; only heads that stand apart have one of their own.

use crate::weights::Weights;
use std::ops::Range;

const BETA: (f32, f32) = (0.9, 0.999);
/// As is usual for PPO (Huang et al. 2022, "The 37 implementation details of PPO").
const EPSILON: f32 = 1e-5;

/// The optimiser.
#[derive(Clone, Debug)]
pub struct Adam {
    /// Running mean of gradients.
    pub first: Weights,
    /// Running mean of their squares.
    pub second: Weights,
    /// How many steps were made.
    pub steps: u64,
}

impl Adam {
    /// For so many weights.
    pub fn new(len: usize) -> Self {
        Self { first: Weights(vec![0.0; len]), second: Weights(vec![0.0; len]), steps: 0 }
    }

    /// Moves the weights; gives the length of the gradient before it was limited. Weights from `apart` on have a limit of their own: what
    /// moves them must not slow down the others.
    pub fn step(&mut self, weights: &mut Weights, gradients: &Weights, apart: usize, rate: f32, limit: f32) -> f32 {
        let length = |part: &[f32]| part.iter().map(|&g| f64::from(g) * f64::from(g)).sum::<f64>().sqrt() as f32;
        let factor = |length: f32| if length > limit { limit / length } else { 1.0 };
        let (all, behind) = gradients.0.split_at(apart);
        let (length, behind) = (length(all), length(behind));
        if !length.is_finite() {
            return length;
        }
        self.steps += 1;
        self.moves(weights, gradients, 0..apart, rate, factor(length));
        if behind.is_finite() {
            self.moves(weights, gradients, apart..weights.0.len(), rate, factor(behind));
        }
        length
    }

    fn moves(&mut self, weights: &mut Weights, gradients: &Weights, part: Range<usize>, rate: f32, factor: f32) {
        let power = self.steps.min(1 << 20) as i32;
        let (first, second) = (1.0 - BETA.0.powi(power), 1.0 - BETA.1.powi(power));
        let moments = self.first.0[part.clone()].iter_mut().zip(&mut self.second.0[part.clone()]);
        let (weights, gradients) = (&mut weights.0[part.clone()], &gradients.0[part]);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradients).zip(moments) {
            let gradient = gradient * factor;
            *mean += (1.0 - BETA.0) * (gradient - *mean);
            *square += (1.0 - BETA.1) * (gradient * gradient - *square);
            *weight -= rate * (*mean / first) / ((*square / second).sqrt() + EPSILON);
        }
    }
}
