//! Proximal policy optimisation by self-play (Schulman et al. 2017), for any number of seats.
//!
//! A round is: play games with the present weights, find out for every decision by how much it was better than expected,
//! and move the weights a few times towards the better ones, but not too far. From top to bottom:
//!
//! 1. [`Lessons::of`] turns trajectories into lessons: one per decision.
//! 2. [`learn`] goes over the lessons in minibatches, some epochs long.
//! 3. `descend` splits a minibatch among threads and adds up the gradients of `loss`.

use super::adam::Adam;
use super::config::TrainConfig;
use super::lanes::Trajectory;
use super::threads::on_threads;
use crate::gradient::{Graph, MASKED, ints};
use crate::network::{Network, Rows};
use crate::weights::Weights;
use burn::Tensor;
use burn::activation::log_softmax;
use hoyle_core::Rng;
use serde::{Deserialize, Serialize};

/// What there is to learn from a round of games: one lesson per decision, all lists in the same order.
#[derive(Debug)]
pub struct Lessons {
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
    /// What the policy is to learn.
    pub goal: Goal,
    /// What a search made of the policy, candidate by candidate; empty if there was none.
    pub searched: Vec<f32>,
    /// Where the candidates of each lesson begin in that, and after the last where they end.
    pub first: Vec<u32>,
}

/// From which probability on a pupil knows what its teacher would choose.
const KNOWN: f32 = 0.9;

/// What a policy learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To do again what went better than expected.
    Better,
    /// To choose what a teacher chose, whatever came of it.
    Imitate,
    /// To be what a search made of it.
    Search,
}

impl Lessons {
    /// No lessons yet.
    pub fn none(network: &Network, goal: Goal) -> Self {
        Self {
            rows: network.rows(),
            chosen: Vec::new(),
            played: Vec::new(),
            log_probs: Vec::new(),
            advantages: Vec::new(),
            targets: Vec::new(),
            extras: Vec::new(),
            explained: 0.0,
            goal,
            searched: Vec::new(),
            first: vec![0],
        }
    }

    /// One lesson per decision.
    ///
    /// Values are distributions over who wins, so generalised advantage estimation (Schulman et al. 2016) is made with
    /// whole distributions: `R_t = (1 - lambda) V_{t+1} + lambda R_{t+1}`, and after the last decision `R` is the result.
    /// The advantage is what `R_t` gives the own seat beyond `V_t`. What the value is taught may have a lambda of its own.
    pub fn of(network: &Network, trajectories: &[Trajectory], config: &TrainConfig, goal: Goal) -> Self {
        let (seats, discount) = (network.seats(), config.discount);
        let (lambda, value_lambda) = (config.lambda, config.value_lambda);
        let mut lessons = Self::none(network, goal);
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
            let chosen = if goal == Goal::Imitate { &trajectory.taught } else { &trajectory.chosen };
            for step in 0..steps {
                let own = trajectory.values[step * seats];
                errors.add(trajectory.result[0] - own);
                outcomes.add(trajectory.result[0]);
                // What a pupil knows already need not all be gone through again.
                let sure = chosen[step] == trajectory.chosen[step] && trajectory.log_probs[step] > KNOWN.ln();
                if goal == Goal::Imitate && sure {
                    known += config.imitate_known;
                    if known < 1.0 {
                        continue;
                    }
                    known -= 1.0;
                }
                lessons.rows.append(&trajectory.rows, step);
                lessons.chosen.push(chosen[step]);
                lessons.played.push(trajectory.chosen[step]);
                lessons.log_probs.push(trajectory.log_probs[step]);
                lessons.advantages.push(advantages[step]);
                lessons.targets.extend_from_slice(&targets[step * seats..][..seats]);
                let left = trajectory.length.saturating_sub(trajectory.clock[step]) as f32;
                lessons.extras.extend([trajectory.margin.clamp(-2.0, 2.0), (1.0 + left).ln() / 4.0]);
            }
        }
        lessons.explained = 1.0 - errors.variance() / outcomes.variance().max(1e-9);
        lessons
    }

    /// What a search made of the policy in some lessons, in rows of `most` candidates.
    fn wanted(&self, part: &[u32], most: usize) -> Vec<f32> {
        let mut wanted = vec![0.0; part.len() * most];
        for (row, &lesson) in wanted.chunks_exact_mut(most).zip(part) {
            let found = &self.searched[self.first[lesson as usize] as usize..self.first[lesson as usize + 1] as usize];
            row[..found.len()].copy_from_slice(found);
        }
        wanted
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

/// Who learns.
#[derive(Debug)]
pub struct Pupil<'a> {
    /// The network.
    pub network: &'a Network,
    /// Its numbers.
    pub weights: &'a mut Weights,
    /// What moves them.
    pub adam: &'a mut Adam,
}

/// What a step is to be like.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The learning rate.
    pub rate: f32,
    /// What uncertainty is worth.
    pub entropy: f32,
}

/// Moves the weights over all lessons, some epochs long.
pub fn learn(pupil: Pupil<'_>, lessons: &Lessons, config: &TrainConfig, pace: Pace, rng: &mut Rng) -> Losses {
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let epochs = if lessons.goal == Goal::Imitate { 1 } else { config.epochs };
    let batches = lessons.len().div_ceil(config.minibatch).max(1);
    let mut mean = Losses::default();
    for _ in 0..epochs {
        rng.shuffle(&mut order);
        for batch in order.chunks(lessons.len().div_ceil(batches).max(1)) {
            let (gradients, mut losses) = descend(pupil.network, pupil.weights, lessons, batch, config, pace);
            losses.gradient = pupil.adam.step(pupil.weights, &gradients, pace.rate, config.gradient_limit);
            mean.add(&losses, 1.0 / (epochs * batches) as f32);
        }
    }
    mean
}

/// How many lessons are gone through at once.
const PIECE: usize = 64;

/// The gradients of the mean loss over a minibatch, split among threads.
pub(super) fn descend(
    network: &Network,
    weights: &Weights,
    lessons: &Lessons,
    batch: &[u32],
    config: &TrainConfig,
    pace: Pace,
) -> (Weights, Losses) {
    // Advantages are measured against each other within a minibatch.
    let mut spread = Spread::default();
    batch.iter().for_each(|&n| spread.add(lessons.advantages[n as usize]));
    let mean = (spread.sum / spread.count.max(1.0)) as f32;
    let scale = (mean, 1.0 / (spread.variance().sqrt() + 1e-6));
    // Each thread goes through its part in pieces: what a piece computes stays in the cache.
    let one = |part: &[u32]| {
        let mut gradients = Weights(vec![0.0; weights.0.len()]);
        let mut all = Losses::default();
        for piece in part.chunks(PIECE) {
            let mut rows = network.rows();
            piece.iter().for_each(|&lesson| rows.append(&lessons.rows, lesson as usize));
            let share = piece.len() as f32 / batch.len() as f32;
            let mut graph = Graph::new(weights);
            let (total, losses) = loss(network, &mut graph, lessons, (piece, &rows), scale, config, pace);
            graph.backward(&(total * share), &mut gradients);
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

/// The loss of some lessons.
fn loss<'a>(
    network: &'a Network,
    graph: &mut Graph<'a>,
    lessons: &Lessons,
    (part, rows): (&[u32], &'a Rows),
    (mean, scale): (f32, f32),
    config: &TrainConfig,
    pace: Pace,
) -> (Tensor<1>, Losses) {
    let (n, seats) = (part.len(), network.seats());
    let outputs = network.forward(graph, rows);
    let of = |list: &[f32], each: usize| -> Vec<f32> {
        part.iter().flat_map(|&lesson| &list[lesson as usize * each..][..each]).copied().collect()
    };
    let places = |list: &[u16]| part.iter().map(|&lesson| i32::from(list[lesson as usize])).collect::<Vec<i32>>();
    let chosen = ints(graph, places(&lessons.chosen), [n, 1]);

    // The policy: the clipped objective, or what a teacher or a search would do.
    let log_probs = log_softmax(outputs.logits, 1);
    let probs = log_probs.clone().exp();
    let entropy = (probs * log_probs.clone().clamp_min(MASKED / 2.0)).sum_dim(1).mean().neg();
    let most = log_probs.dims()[1];
    let now = log_probs.clone().gather(1, chosen);
    let before = graph.data(of(&lessons.log_probs, 1), [n, 1]);
    let change = now.clone() - before;
    let ratio = change.clone().exp();
    let policy = if lessons.goal == Goal::Search {
        let wanted = lessons.wanted(part, most);
        (graph.data(wanted, [n, most]) * log_probs.clamp_min(MASKED / 2.0)).sum_dim(1).mean().neg()
    } else if lessons.goal == Goal::Imitate {
        now.mean().neg()
    } else {
        let advantages: Vec<f32> = of(&lessons.advantages, 1).iter().map(|a| (a - mean) * scale).collect();
        let advantages = graph.data(advantages, [n, 1]);
        let clipped = ratio.clone().clamp(1.0 - config.clip, 1.0 + config.clip) * advantages.clone();
        (ratio.clone() * advantages).min_pair(clipped).mean().neg()
    };

    // Who wins, as a distribution over seats; then margin and length.
    let targets = graph.data(of(&lessons.targets, seats), [n, seats]);
    let value = (targets * log_softmax(outputs.values, 1)).sum_dim(1).mean().neg();
    let extras = graph.data(of(&lessons.extras, 2), [n, 2]);
    let extra = (outputs.extra - extras).powi_scalar(2).mean();
    let mut total = policy.clone() + value.clone() * config.value_weight + extra.clone() * config.extra_weight;
    let better = lessons.goal == Goal::Better;
    // A pupil that is too sure of its teacher would find nothing better afterwards.
    if lessons.goal != Goal::Search {
        total = total - entropy.clone() * pace.entropy;
    }
    let mut losses = Losses::default();
    if let Some(quality) = outputs.quality {
        let played = ints(graph, places(&lessons.played), [n, 1]);
        let own: Vec<f32> = part.iter().map(|&lesson| lessons.targets[lesson as usize * seats]).collect();
        let error = (quality.gather(1, played) - graph.data(own, [n, 1])).powi_scalar(2).mean();
        losses.quality = number(&error);
        total = total + error * config.quality_weight;
    }
    losses.policy = number(&policy);
    losses.value = number(&value);
    losses.extra = number(&extra);
    losses.entropy = number(&entropy);
    if better {
        // The estimate of Schulman (2020) that is never negative.
        losses.kl = number(&(ratio.clone() - 1.0 - change).mean());
        let ratios = ratio.into_data();
        let outside = |ratio: &&f32| (**ratio - 1.0).abs() > config.clip;
        losses.clipped = ratios.as_slice::<f32>().map_or(0, |r| r.iter().filter(outside).count()) as f32 / n as f32;
    }
    (total, losses)
}

fn number(tensor: &Tensor<1>) -> f32 {
    tensor.to_data().as_slice::<f32>().map_or(f32::NAN, |numbers| numbers[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Desk, GraphConfig, NetworkConfig};
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
        network.encode(View::new(&state, Seat(1)), &legal, &mut Desk::default(), &mut rows);
        let (chosen, taught, result) = (vec![0], vec![1], vec![1.0, 0.0]);
        let (log_probs, values, clock) = (vec![-0.7], vec![0.5, 0.5], vec![1]);
        let trajectory = Trajectory { rows, chosen, log_probs, taught, values, result, margin: 1.0, clock, length: 1 };
        let config = TrainConfig { threads: 1, ..TrainConfig::default() };
        let mut lessons = Lessons::of(&network, &[trajectory], &config, Goal::Imitate);
        assert_eq!((&lessons.chosen[..], &lessons.played[..]), (&[1][..], &[0][..]));

        let weights = network.declaration().draw(&mut Rng::new(1));
        let losses = |lessons: &Lessons| {
            let pace = Pace { rate: 0.0, entropy: 0.0 };
            descend(&network, &weights, lessons, &[0], &config, pace).1
        };
        let before = losses(&lessons);
        lessons.chosen[0] = 0;
        let other_lesson = losses(&lessons);
        assert_ne!(other_lesson.policy, before.policy);
        assert_eq!(other_lesson.quality, before.quality);
        lessons.played[0] = 1;
        let other_play = losses(&lessons);
        assert_eq!(other_play.policy, other_lesson.policy);
        assert_ne!(other_play.quality, other_lesson.quality);
    }
}
