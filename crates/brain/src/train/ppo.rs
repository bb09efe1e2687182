//! Proximal policy optimisation by self-play (Schulman et al. 2017), for any number of seats.
//!
//! A round is: play games with the present weights, find out for every decision by how much it was better than expected,
//! and move the weights a few times towards the better ones, but not too far. From top to bottom:
//!
//! 1. [`Samples::from_trajectories`] turns trajectories into samples: one per decision.
//! 2. [`learn`] goes over the samples in minibatches, some epochs long.
//! 3. `descend` splits a minibatch among threads and adds up the gradients of the loss (`loss.rs`).

use super::adam::Adam;
use super::config::TrainConfig;
use super::envs::Trajectory;
use super::loss::Loss;
use super::threads::on_threads;
use crate::gradient::Tape;
use crate::network::{Network, Rows};
use crate::weights::Weights;
use hoyle_core::Rng;
use serde::{Deserialize, Serialize};

/// What there is to learn from a round of games: one sample per decision, all lists in the same order.
#[derive(Debug)]
pub struct Samples {
    /// What was seen.
    pub rows: Rows,
    /// Which candidate was chosen; with a teacher, which it would have chosen.
    pub chosen: Vec<u16>,
    /// Which candidate was played: the one that the result belongs to.
    pub played: Vec<u16>,
    /// The logarithm of the probability that it was played with.
    pub log_probs: Vec<f32>,
    /// By how much better than expected it went on.
    pub advantages: Vec<f32>,
    /// Who should have been expected to win, from the seat itself on.
    pub targets: Vec<f32>,
    /// The margin in the end and how long the game still lasted.
    pub extras: Vec<f32>,
    /// How much of the results' variance the expectations explained.
    pub explained: f32,
    /// The loss of the policy.
    pub policy_loss: PolicyLoss,
    /// What a search made of the policy, candidate by candidate; empty if there was none.
    pub searched: Vec<f32>,
    /// Where the candidates of each sample begin in that, and after the last where they end.
    pub first: Vec<u32>,
}

/// From which probability on a learner knows what its teacher would choose.
const KNOWN: f32 = 0.9;

/// The loss of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyLoss {
    /// The clipped objective of PPO: to do again what went better than expected.
    Ppo,
    /// Cross-entropy with what a teacher chose, whatever came of it.
    Imitation,
    /// Cross-entropy with the improved policy of a search.
    Search,
}

impl Samples {
    /// No samples yet.
    pub fn empty(network: &Network, policy_loss: PolicyLoss) -> Self {
        Self {
            rows: network.rows(),
            chosen: Vec::new(),
            played: Vec::new(),
            log_probs: Vec::new(),
            advantages: Vec::new(),
            targets: Vec::new(),
            extras: Vec::new(),
            explained: 0.0,
            policy_loss,
            searched: Vec::new(),
            first: vec![0],
        }
    }

    /// One sample per decision.
    ///
    /// Values are distributions over who wins, so generalised advantage estimation (Schulman et al. 2016) is made with
    /// whole distributions: `R_t = (1 - lambda) V_{t+1} + lambda R_{t+1}`, and after the last decision `R` is the result.
    /// The advantage is what `R_t` gives the own seat beyond `V_t`. What the value is taught may have a lambda of its own.
    pub fn from_trajectories(
        network: &Network,
        trajectories: &[Trajectory],
        config: &TrainConfig,
        policy_loss: PolicyLoss,
    ) -> Self {
        let (seats, discount) = (network.seats(), config.discount);
        let (lambda, value_lambda) = (config.lambda, config.value_lambda);
        let mut samples = Self::empty(network, policy_loss);
        let even = 1.0 / seats as f32;
        let (mut errors, mut outcomes) = (Spread::default(), Spread::default());
        let (mut advantages, mut targets) = (Vec::new(), Vec::new());
        let mut known = 0.0;
        for trajectory in trajectories {
            let steps = trajectory.len();
            advantages.resize(steps, 0.0);
            targets.resize(steps * seats, 0.0);
            let mut taught = trajectory.result.clone();
            let mut ahead = taught[0];
            for step in (0..steps).rev() {
                let own = &trajectory.values[step * seats..][..seats];
                targets[step * seats..][..seats].copy_from_slice(&taught);
                advantages[step] = ahead - own[0];
                let back = |ahead: f32, own: f32, lambda: f32| {
                    discount * ((1.0 - lambda) * own + lambda * ahead) + (1.0 - discount) * even
                };
                ahead = back(ahead, own[0], lambda);
                taught.iter_mut().zip(own).for_each(|(taught, &own)| *taught = back(*taught, own, value_lambda));
            }
            let chosen = if policy_loss == PolicyLoss::Imitation { &trajectory.taught } else { &trajectory.chosen };
            for step in 0..steps {
                let own = trajectory.values[step * seats];
                errors.add(trajectory.result[0] - own);
                outcomes.add(trajectory.result[0]);
                // What a learner knows already need not all be gone through again.
                let sure = chosen[step] == trajectory.chosen[step] && trajectory.log_probs[step] > KNOWN.ln();
                if policy_loss == PolicyLoss::Imitation && sure {
                    known += config.imitate_known;
                    if known < 1.0 {
                        continue;
                    }
                    known -= 1.0;
                }
                samples.rows.append(&trajectory.rows, step);
                samples.chosen.push(chosen[step]);
                samples.played.push(trajectory.chosen[step]);
                samples.log_probs.push(trajectory.log_probs[step]);
                samples.advantages.push(advantages[step]);
                samples.targets.extend_from_slice(&targets[step * seats..][..seats]);
                let left = trajectory.length.saturating_sub(trajectory.clock[step]) as f32;
                samples.extras.extend([trajectory.margin.clamp(-2.0, 2.0), (1.0 + left).ln() / 4.0]);
            }
        }
        samples.explained = 1.0 - errors.variance() / outcomes.variance().max(1e-9);
        samples
    }

    /// What a search made of the policy in a sample, candidate by candidate.
    pub(super) fn searched(&self, sample: usize) -> &[f32] {
        &self.searched[self.first[sample] as usize..self.first[sample + 1] as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }
}

/// The variance of some numbers.
#[derive(Default)]
struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, x: f32) {
        self.count += 1.0;
        self.sum += f64::from(x);
        self.squares += f64::from(x) * f64::from(x);
    }

    fn variance(&self) -> f32 {
        let mean = self.sum / self.count.max(1.0);
        (self.squares / self.count.max(1.0) - mean * mean).max(0.0) as f32
    }
}

/// What a step of learning looked like; the mean over a round is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Losses {
    /// Of the policy.
    #[serde(deserialize_with = "perhaps")]
    pub policy: f32,
    /// Of who wins.
    #[serde(deserialize_with = "perhaps")]
    pub value: f32,
    /// Of margin and length.
    #[serde(deserialize_with = "perhaps")]
    pub extra: f32,
    /// Of the candidates' values.
    #[serde(deserialize_with = "perhaps")]
    pub quality: f32,
    /// How undecided the policy is.
    #[serde(deserialize_with = "perhaps")]
    pub entropy: f32,
    /// How far it has moved from the one that played.
    #[serde(deserialize_with = "perhaps")]
    pub kl: f32,
    /// How many decisions were held back by the limit.
    #[serde(deserialize_with = "perhaps")]
    pub clipped: f32,
    /// How long the gradient was.
    #[serde(deserialize_with = "perhaps")]
    pub gradient: f32,
}

/// A number of a line of metrics: what was not finite stands there as `null`.
pub(super) fn perhaps<'de, D: serde::Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f32::NAN))
}

impl Losses {
    pub(super) fn add(&mut self, other: &Self, share: f32) {
        self.policy += share * other.policy;
        self.value += share * other.value;
        self.extra += share * other.extra;
        self.quality += share * other.quality;
        self.entropy += share * other.entropy;
        self.kl += share * other.kl;
        self.clipped += share * other.clipped;
        self.gradient += share * other.gradient;
    }
}

/// A network that learns.
#[derive(Debug)]
pub struct Learner<'a> {
    /// The network.
    pub network: &'a Network,
    /// Its numbers.
    pub weights: &'a mut Weights,
    /// What moves them.
    pub adam: &'a mut Adam,
}

/// The parameters of a step of learning, which change in the course of a run.
#[derive(Clone, Copy, Debug)]
pub struct StepParameters {
    /// The learning rate.
    pub rate: f32,
    /// The weight of the policy's entropy in the loss.
    pub entropy: f32,
}

/// Moves the weights over all samples, some epochs long.
pub fn learn(
    learner: Learner<'_>,
    samples: &Samples,
    config: &TrainConfig,
    step: StepParameters,
    rng: &mut Rng,
) -> Losses {
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let epochs = if samples.policy_loss == PolicyLoss::Imitation { 1 } else { config.epochs };
    let batches = samples.len().div_ceil(config.minibatch).max(1);
    let mut mean = Losses::default();
    for _ in 0..epochs {
        rng.shuffle(&mut order);
        for batch in order.chunks(samples.len().div_ceil(batches).max(1)) {
            let (gradients, mut losses) = descend(learner.network, learner.weights, samples, batch, config, step);
            losses.gradient = learner.adam.step(learner.weights, &gradients, step.rate, config.max_grad_norm);
            mean.add(&losses, 1.0 / (epochs * batches) as f32);
        }
    }
    mean
}

/// How many samples are gone through at once.
const PIECE: usize = 64;

/// The gradients of the mean loss over a minibatch, split among threads.
pub(super) fn descend(
    network: &Network,
    weights: &Weights,
    samples: &Samples,
    batch: &[u32],
    config: &TrainConfig,
    step: StepParameters,
) -> (Weights, Losses) {
    // Advantages are measured against each other within a minibatch.
    let mut spread = Spread::default();
    batch.iter().for_each(|&n| spread.add(samples.advantages[n as usize]));
    let mean = (spread.sum / spread.count.max(1.0)) as f32;
    let scale = (mean, 1.0 / (spread.variance().sqrt() + 1e-6));
    // Each thread goes through its part in pieces: what a piece computes stays in the cache.
    let one = |part: &[u32]| {
        let mut gradients = Weights(vec![0.0; weights.0.len()]);
        let mut all = Losses::default();
        for piece in part.chunks(PIECE) {
            let mut rows = network.rows();
            piece.iter().for_each(|&sample| rows.append(&samples.rows, sample as usize));
            let share = piece.len() as f32 / batch.len() as f32;
            let mut tape = Tape::new(weights);
            let outputs = network.forward(&mut tape, &rows);
            let (losses, ends) = Loss { samples, scale, share, config, step }.of(piece, &tape, &outputs);
            tape.backward(ends, &mut gradients);
            all.add(&losses, share);
        }
        (gradients, all)
    };
    let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(config.threads).max(1)).collect();
    let mut results = on_threads(parts.len().max(1), |n| one(parts.get(n).copied().unwrap_or_default())).into_iter();
    let mut gradients = Weights(vec![0.0; weights.0.len()]);
    let mut all = Losses::default();
    if let Some(first) = results.next() {
        (gradients, all) = first;
    }
    for (more, losses) in results {
        gradients.0.iter_mut().zip(&more.0).for_each(|(sum, x)| *sum += x);
        all.add(&losses, 1.0);
    }
    (gradients, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EncodeScratch, GraphConfig, NetworkConfig};
    use hoyle_core::prelude::*;
    use hoyle_core::testing::kuhn::{BET, Kuhn};
    use hoyle_core::{ActionId, ActionSet, Game, Seat, View};

    #[test]
    fn the_policy_learns_what_was_taught_and_q_what_was_played() {
        let game = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap();
        let network = GraphConfig { width: 16, heads: 2, layers: 1, parameters: true, ..GraphConfig::default() };
        let network = Network::new(&NetworkConfig::Graph(network), game.spec(), "");
        let mut state = game.start();
        [ActionId(2), ActionId(0), BET].into_iter().for_each(|action| state.play_unchecked(action));
        let (mut legal, mut rows) = (ActionSet::new(), network.rows());
        state.legal(&mut legal);
        network.encode(View::new(&state, Seat(1)), &legal, &mut EncodeScratch::default(), &mut rows);
        let (chosen, taught, result) = (vec![0], vec![1], vec![1.0, 0.0]);
        let (log_probs, values, clock) = (vec![-0.7], vec![0.5, 0.5], vec![1]);
        let trajectory = Trajectory { rows, chosen, log_probs, taught, values, result, margin: 1.0, clock, length: 1 };
        let config = TrainConfig { threads: 1, ..TrainConfig::default() };
        let mut samples = Samples::from_trajectories(&network, &[trajectory], &config, PolicyLoss::Imitation);
        assert_eq!((&samples.chosen[..], &samples.played[..]), (&[1][..], &[0][..]));

        let weights = network.declaration().draw(&mut Rng::new(1));
        let losses = |samples: &Samples| {
            let step = StepParameters { rate: 0.0, entropy: 0.0 };
            descend(&network, &weights, samples, &[0], &config, step).1
        };
        let before = losses(&samples);
        samples.chosen[0] = 0;
        let other_lesson = losses(&samples);
        assert_ne!(other_lesson.policy, before.policy);
        assert_eq!(other_lesson.quality, before.quality);
        samples.played[0] = 1;
        let other_play = losses(&samples);
        assert_eq!(other_play.policy, other_lesson.policy);
        assert_ne!(other_play.quality, other_lesson.quality);
    }
}
