//! The loss of some samples, and its gradient by what the network said.

use super::config::TrainConfig;
use super::ppo::{Losses, PolicyLoss, Samples, StepParameters};
use crate::gradient::{Matrix, Outputs, Tape, cross_entropy};
use crate::math::{add_scaled, log_softmax};

/// What the loss depends on beside the samples.
pub(super) struct Loss<'a> {
    /// What was played.
    pub samples: &'a Samples,
    /// The mean of the minibatch's advantages, and one over their deviation.
    pub scale: (f32, f32),
    /// The share of the minibatch that these samples are: what gradients are multiplied by.
    pub share: f32,
    /// The weights of its parts.
    pub config: &'a TrainConfig,
    /// Those that change in the course of a run.
    pub step: StepParameters,
}

/// A sample's policy: the loss and what else is reported, each with its gradient by the logits where it has one.
struct Policy {
    loss: f32,
    back: Vec<f32>,
    entropy: f32,
    entropy_back: Vec<f32>,
    kl: f32,
    clipped: bool,
}

impl Loss<'_> {
    /// The mean losses of some samples whose rows were computed on a tape, and the gradient of their sum at each of its ends.
    pub fn of(&self, part: &[u32], tape: &Tape<'_>, outputs: &Outputs) -> (Losses, Vec<(Matrix, Vec<f32>)>) {
        let (samples, config) = (self.samples, self.config);
        let (seats, even) = (outputs.values.shape()[1], 1.0 / part.len() as f32);
        let gradients = even * self.share;
        let [logits, values, extra] = [outputs.logits, outputs.values, outputs.extra].map(|end| tape.numbers(end));
        let quality = outputs.quality.map(|end| tape.numbers(end));
        let mut to_logits = vec![0.0; logits.len()];
        let mut to_quality = vec![0.0; quality.map_or(0, <[f32]>::len)];
        let (mut to_values, mut to_extra) = (Vec::with_capacity(values.len()), Vec::with_capacity(extra.len()));
        // A learner that is too sure of its teacher would find nothing better afterwards.
        let by_entropy = if samples.policy_loss == PolicyLoss::Search { 0.0 } else { self.step.entropy };
        let mut losses = Losses::default();
        for (row, sample) in part.iter().map(|&sample| sample as usize).enumerate() {
            let own = outputs.candidates(row);
            let policy = self.policy(sample, &logits[own.clone()]);
            losses.policy += even * policy.loss;
            losses.entropy += even * policy.entropy;
            losses.kl += even * policy.kl;
            losses.clipped += even * f32::from(policy.clipped);
            add_scaled(&mut to_logits[own.clone()], &policy.back, gradients);
            add_scaled(&mut to_logits[own.clone()], &policy.entropy_back, -gradients * by_entropy);

            // Who wins, as a distribution over seats; then margin and length.
            let targets = &samples.targets[sample * seats..][..seats];
            let (value, back) = cross_entropy(&values[row * seats..][..seats], targets);
            losses.value += even * value;
            to_values.extend(back.iter().map(|back| gradients * config.value_weight * back));
            for (said, was) in extra[2 * row..].iter().zip(&samples.extras[2 * sample..][..2]) {
                losses.extra += 0.5 * even * (said - was) * (said - was);
                to_extra.push(gradients * config.aux_coef * (said - was));
            }
            if let Some(quality) = quality {
                let played = own.start + samples.played[sample] as usize;
                let error = quality[played] - targets[0];
                losses.quality += even * error * error;
                to_quality[played] = gradients * config.q_coef * 2.0 * error;
            }
        }
        let mut ends = vec![(outputs.logits, to_logits), (outputs.values, to_values), (outputs.extra, to_extra)];
        ends.extend(outputs.quality.map(|end| (end, to_quality)));
        (losses, ends)
    }

    /// The clipped objective, or cross-entropy with what a teacher or a search would do.
    fn policy(&self, sample: usize, logits: &[f32]) -> Policy {
        let samples = self.samples;
        let mut logs = logits.to_vec();
        log_softmax(&mut logs);
        let entropy = -logs.iter().map(|log| log.exp() * log).sum::<f32>();
        let entropy_back = logs.iter().map(|log| -log.exp() * (log + entropy)).collect();
        let chosen = samples.chosen[sample] as usize;
        // The gradient of the logarithm of the probability of what was chosen, so many times.
        let towards = |factor: f32| {
            let mut back: Vec<f32> = logs.iter().map(|log| -factor * log.exp()).collect();
            back[chosen] += factor;
            back
        };
        let (mut kl, mut clipped) = (0.0, false);
        let (loss, back) = match samples.policy_loss {
            PolicyLoss::Search => cross_entropy(logits, samples.searched(sample)),
            PolicyLoss::Imitation => (-logs[chosen], towards(-1.0)),
            PolicyLoss::Ppo => {
                let (mean, scale) = self.scale;
                let advantage = (samples.advantages[sample] - mean) * scale;
                let change = logs[chosen] - samples.log_probs[sample];
                let (ratio, limit) = (change.exp(), self.config.clip_epsilon);
                let (free, held) = (ratio * advantage, ratio.clamp(1.0 - limit, 1.0 + limit) * advantage);
                // The estimate of Schulman (2020) that is never negative.
                kl = ratio - 1.0 - change;
                clipped = (ratio - 1.0).abs() > limit;
                match free <= held {
                    true => (-free, towards(-free)),
                    false => (-held, vec![0.0; logits.len()]),
                }
            }
        };
        Policy { loss, back, entropy, entropy_back, kl, clipped }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::{Declaration, Weights};

    /// Three samples with two to four candidates, and what a network said of them.
    fn samples(policy_loss: PolicyLoss) -> Samples {
        let network = crate::Network::new(
            &crate::NetworkConfig::Graph(crate::GraphConfig::default()),
            hoyle_core::Game::spec(&kuhn()),
            "",
        );
        let mut samples = Samples::empty(&network, policy_loss);
        samples.chosen = vec![1, 0, 3];
        samples.played = vec![0, 1, 2];
        samples.log_probs = vec![-0.9, -0.2, -1.4];
        samples.advantages = vec![0.7, -0.3, 0.2];
        samples.targets = vec![0.8, 0.2, 0.1, 0.9, 0.5, 0.5];
        samples.extras = vec![0.3, 0.4, -1.0, 0.9, 0.0, 0.2];
        samples.searched = vec![0.25, 0.75, 0.1, 0.2, 0.7, 0.4, 0.1, 0.3, 0.2];
        samples.first = vec![0, 2, 5, 9];
        samples
    }

    fn kuhn() -> hoyle_core::testing::kuhn::Kuhn {
        use hoyle_core::Game;
        hoyle_core::testing::kuhn::Kuhn::new(hoyle_core::testing::kuhn::Kuhn::preset("standard").unwrap()).unwrap()
    }

    fn total(losses: &Losses, config: &TrainConfig, step: StepParameters, policy_loss: PolicyLoss) -> f32 {
        let entropy = if policy_loss == PolicyLoss::Search { 0.0 } else { step.entropy * losses.entropy };
        losses.policy
            + config.value_weight * losses.value
            + config.aux_coef * losses.extra
            + config.q_coef * losses.quality
            - entropy
    }

    /// The gradient at each end is what a small step says.
    #[test]
    fn gradients_are_those_of_the_loss() {
        let config = TrainConfig { q_coef: 0.7, ..TrainConfig::default() };
        let step = StepParameters { rate: 0.0, entropy: 0.05 };
        for policy_loss in [PolicyLoss::Ppo, PolicyLoss::Imitation, PolicyLoss::Search] {
            let samples = samples(policy_loss);
            let (empty, part) = (Weights::zeros(&Declaration::default()), [0, 1, 2]);
            let said: [Vec<f32>; 4] = [
                vec![0.1, -0.4, 0.9, 0.0, 0.3, -0.2, 0.5, 0.6, 0.4],
                vec![0.2, -0.1, 0.7, 0.3, 0.0, 0.4],
                vec![0.5, 0.1, -0.3, 0.8, 0.9, 0.2],
                vec![0.6, 0.4, 0.1, 0.9, 0.3, 0.2, 0.8, 0.7, 0.5],
            ];
            let at = |said: &[Vec<f32>; 4]| {
                let mut tape = Tape::new(&empty);
                let [logits, values, extra, quality] = said.clone();
                let outputs = Outputs {
                    logits: tape.constant(logits, [9, 1]),
                    first: samples.first.clone(),
                    values: tape.constant(values, [3, 2]),
                    extra: tape.constant(extra, [3, 2]),
                    quality: Some(tape.constant(quality, [9, 1])),
                };
                let loss = Loss { samples: &samples, scale: (0.1, 2.0), share: 1.0, config: &config, step };
                let (losses, ends) = loss.of(&part, &tape, &outputs);
                (total(&losses, &config, step, policy_loss), ends)
            };
            let (_, ends) = at(&said);
            for (end, (_, gradient)) in ends.iter().enumerate() {
                for (place, gradient) in gradient.iter().enumerate() {
                    let moved = |by: f32| {
                        let mut said = said.clone();
                        said[end][place] += by;
                        at(&said).0
                    };
                    let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                    assert!((slope - gradient).abs() < 1e-3, "{policy_loss:?}, {end} {place}: {slope} {gradient}");
                }
            }
        }
    }
}
