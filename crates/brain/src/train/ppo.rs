//! Proximal policy optimisation by self-play (Schulman et al. 2017), for any number of seats.
//!
//! A round is: play games with the present weights, find out for every decision by how much it was better than expected,
//! and move the weights a few times towards the better ones, but not too far. From top to bottom:
//!
//! 1. [`Samples::from_games`] turns trajectories into samples: one per decision.
//! 2. [`learn`] goes over the samples in minibatches, some epochs long.
//! 3. `descend` splits a minibatch among threads and adds up the gradients of the loss (`loss.rs`).

use super::adam::Adam;
use super::config::TrainConfig;
use super::envs::Games;
use super::facts::Facts;
use super::loss::{Loss, Losses};
use super::threads::on_threads;
use crate::gradient::Tape;
use crate::graph::GraphNet;
use crate::heads::{Ask, Lesson};
use crate::network::{Architecture, Rows};
use crate::tensor::TensorNet;
use crate::weights::Weights;
use hoyle_core::Rng;

/// What there is to learn from a round of games: one sample per decision.
#[derive(Debug)]
pub(crate) struct Samples<R> {
    /// What was seen, in parts: as it came from threads, and round by round.
    pub rows: Vec<R>,
    /// For each sample the part and the row there.
    pub places: Vec<(u32, u32)>,
    /// What is known about each decision.
    pub facts: Facts,
    /// How much of the results' variance the expectations explained.
    pub explained: f32,
    /// The loss of the policy.
    pub policy_loss: PolicyLoss,
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

impl<R: Rows> Samples<R> {
    /// One sample per decision.
    ///
    /// Values are distributions over who wins, so generalised advantage estimation (Schulman et al. 2016) is made with
    /// whole distributions: `R_t = (1 - lambda) V_{t+1} + lambda R_{t+1}`, and after the last decision `R` is the result.
    /// The advantage is what `R_t` gives the own seat beyond `V_t`. What the value is taught may have a lambda of its own.
    pub fn from_games(seats: usize, games: Vec<Games<R>>, config: &TrainConfig, policy_loss: PolicyLoss) -> Self {
        let TrainConfig { discount, lambda, value_lambda, .. } = *config;
        let (mut places, mut facts) = (Vec::new(), Facts::new(seats));
        let even = 1.0 / seats as f32;
        let (mut errors, mut outcomes) = (Spread::default(), Spread::default());
        let (mut advantages, mut targets) = (Vec::new(), Vec::new());
        let mut known = 0.0;
        let numbered = (0..).zip(&games);
        let trajectories = numbered.flat_map(|(part, games)| {
            games.played.iter().flat_map(move |game| game.trajectories.iter().map(move |trajectory| (part, trajectory)))
        });
        for (part, trajectory) in trajectories {
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
                if let Ok(place) = trajectory.apart.binary_search_by_key(&(step as u32), |(step, _)| *step) {
                    facts.apart.push((facts.len() as u32, trajectory.apart[place].1.clone()));
                }
                places.push((part, trajectory.rows[step]));
                facts.chosen.push(chosen[step]);
                facts.played.push(trajectory.chosen[step]);
                facts.log_probs.push(trajectory.log_probs[step]);
                facts.advantages.push(advantages[step]);
                facts.shares.extend_from_slice(&targets[step * seats..][..seats]);
                facts.push_extras(trajectory.margin, trajectory.length.saturating_sub(trajectory.clock[step]));
            }
        }
        for (part, game) in
            (0..).zip(&games).flat_map(|(part, games)| games.played.iter().map(move |game| (part, game)))
        {
            for watched in &game.watched {
                places.push((part, watched.row));
                facts.push_watched(watched, game);
            }
        }
        let explained = 1.0 - errors.variance() / outcomes.variance().max(1e-9);
        Self { rows: games.into_iter().map(|games| games.rows).collect(), places, facts, explained, policy_loss }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: Self) {
        let parts = self.rows.len() as u32;
        self.places.extend(other.places.iter().map(|&(part, row)| (parts + part, row)));
        self.rows.extend(other.rows);
        self.facts.extend(other.facts);
    }

    /// Drops the first few, and the rows of all parts before the first that is left.
    pub fn forget(&mut self, count: usize) {
        self.places.drain(..count);
        let parts = self.places.iter().map(|(part, _)| *part).min().unwrap_or(self.rows.len() as u32);
        self.rows.drain(..parts as usize);
        self.places.iter_mut().for_each(|(part, _)| *part -= parts);
        self.facts.forget(count);
    }

    /// The rows of some samples, together.
    fn gather(&self, samples: &[u32]) -> R {
        let mut rows = R::default();
        for &sample in samples {
            let (part, row) = self.places[sample as usize];
            rows.append(&self.rows[part as usize], row as usize);
        }
        rows
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

/// A kind of network that learns. What a game has no part in stands here, for each kind: a generic function would be compiled
/// again by every game that trains.
pub(crate) trait Learns: Architecture {
    /// [`Samples::from_games`].
    fn samples(
        seats: usize,
        games: Vec<Games<Self::Rows>>,
        config: &TrainConfig,
        policy_loss: PolicyLoss,
    ) -> Samples<Self::Rows>;

    /// Learns from a round ([`learn`]), or from a window of rounds of which the last has so many new samples
    /// ([`zero::learn`](super::zero::learn)).
    fn learn_from(
        learner: Learner<'_, Self>,
        samples: &Samples<Self::Rows>,
        new: Option<usize>,
        config: &TrainConfig,
        step: StepParameters,
        rng: &mut Rng,
    ) -> Losses;
}

macro_rules! learns {
    ($($Net:ty),*) => {$(
        impl Learns for $Net {
            fn samples(
                seats: usize,
                games: Vec<Games<Self::Rows>>,
                config: &TrainConfig,
                policy_loss: PolicyLoss,
            ) -> Samples<Self::Rows> {
                Samples::from_games(seats, games, config, policy_loss)
            }

            fn learn_from(
                learner: Learner<'_, Self>,
                samples: &Samples<Self::Rows>,
                new: Option<usize>,
                config: &TrainConfig,
                step: StepParameters,
                rng: &mut Rng,
            ) -> Losses {
                match new {
                    Some(new) => super::zero::learn(learner, samples, new, config, step, rng),
                    None => learn(learner, samples, config, step, rng),
                }
            }
        }
    )*};
}
learns!(TensorNet, GraphNet);

/// A network that learns.
#[derive(Debug)]
pub(crate) struct Learner<'a, A> {
    /// The network.
    pub net: &'a A,
    /// Its numbers.
    pub weights: &'a mut Weights,
    /// What moves them.
    pub adam: &'a mut Adam,
}

impl<A: Architecture> Learner<'_, A> {
    /// Moves the weights; gives the length of the gradient.
    pub fn step(&mut self, gradients: &Weights, config: &TrainConfig, step: StepParameters) -> f32 {
        let apart = if config.insight_detached { self.net.apart() } else { self.weights.0.len() };
        self.adam.step(self.weights, gradients, apart, step.rate, config.max_grad_norm)
    }
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
pub(crate) fn learn<A: Architecture>(
    mut learner: Learner<'_, A>,
    samples: &Samples<A::Rows>,
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
            let (gradients, mut losses) = descend(learner.net, learner.weights, samples, batch, config, step);
            losses.gradient = learner.step(&gradients, config, step);
            mean.add(&losses, 1.0 / (epochs * batches) as f32);
        }
    }
    mean
}

/// How many samples are gone through at once.
const PIECE: usize = 64;

/// The gradients of the mean loss over a minibatch, split among threads.
pub(super) fn descend<A: Architecture>(
    net: &A,
    weights: &Weights,
    samples: &Samples<A::Rows>,
    batch: &[u32],
    config: &TrainConfig,
    step: StepParameters,
) -> (Weights, Losses) {
    // Advantages are measured against each other within a minibatch.
    let mut spread = Spread::default();
    let advantages = batch.iter().map(|&n| samples.facts.advantages[n as usize]);
    advantages.filter(|advantage| !advantage.is_nan()).for_each(|advantage| spread.add(advantage));
    let mean = (spread.sum / spread.count.max(1.0)) as f32;
    let scale = 1.0 / (spread.variance().sqrt() + 1e-6);
    // How many decisions teach heads that stand apart. Those are computed for these decisions alone, once more: so what all others are
    // taught is the same number by number whether a network has such heads or not.
    let apart = Lesson::APART.map(|lesson| {
        let is_taught = net.heads().iter().any(|head| head.head().lesson == lesson);
        let teaching = batch.iter().filter(|&&n| is_taught && samples.facts.teaches(n as usize, lesson));
        (lesson, teaching.count())
    });
    let apart: Vec<(Lesson, usize)> = apart.into_iter().filter(|(_, count)| *count > 0).collect();
    // Each thread goes through its part in pieces: what a piece computes stays in the cache.
    let one = |part: &[u32]| {
        let mut gradients = Weights(vec![0.0; weights.0.len()]);
        let mut all = Losses::default();
        for piece in part.chunks(PIECE) {
            let rows = samples.gather(piece);
            let share = piece.len() as f32 / batch.len() as f32;
            let mut tape = Tape::new(weights);
            let ask = Ask::of_lesson(net.heads(), Lesson::Result, false);
            let outputs = net.forward(&mut tape, &rows, &mut A::Cache::default(), ask);
            let (facts, policy_loss) = (&samples.facts, samples.policy_loss);
            let loss = Loss { facts, policy_loss, mean, scale, share, config, step };
            let (losses, ends) = loss.of(piece, &tape, &outputs);
            tape.backward(ends, &mut gradients);
            all.add(&losses, share);
        }
        for &(lesson, count) in &apart {
            let known: Vec<u32> = part.iter().copied().filter(|&n| samples.facts.teaches(n as usize, lesson)).collect();
            for piece in known.chunks(PIECE) {
                let rows = samples.gather(piece);
                let share = piece.len() as f32 / count as f32;
                let mut tape = Tape::new(weights);
                let ask = Ask::of_lesson(net.heads(), lesson, config.insight_detached);
                let outputs = net.forward(&mut tape, &rows, &mut A::Cache::default(), ask);
                let (facts, policy_loss) = (&samples.facts, samples.policy_loss);
                let loss = Loss { facts, policy_loss, mean, scale, share, config, step };
                let (losses, ends) = loss.of_heads_apart(piece, &tape, &outputs);
                tape.backward(ends, &mut gradients);
                all.add(&losses, share);
            }
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
    use super::super::envs::{Played, Trajectory};
    use super::*;
    use crate::GraphConfig;
    use hoyle_core::prelude::*;
    use hoyle_core::testing::kuhn::{BET, Kuhn};
    use hoyle_core::{ActionId, ActionSet, EntityGraph, Game, Seat, View};

    #[test]
    fn the_policy_learns_what_was_taught_and_q_what_was_played() {
        let game = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap();
        let config = GraphConfig { width: 16, heads: 2, layers: 1, parameters: true, ..GraphConfig::default() };
        let net = GraphNet::new(config, game.spec());
        let mut state = game.start();
        [ActionId(2), ActionId(0), BET].into_iter().for_each(|action| state.play_unchecked(action));
        let (mut legal, mut rows) = (ActionSet::new(), <GraphNet as Architecture>::Rows::default());
        state.legal(&mut legal);
        net.encode(View::new(&state, Seat(1)), &legal, &mut EntityGraph::new(), &mut rows);
        let trajectory = Trajectory {
            rows: vec![0],
            chosen: vec![0],
            taught: vec![1],
            log_probs: vec![-0.7],
            values: vec![0.5, 0.5],
            result: vec![1.0, 0.0],
            margin: 1.0,
            clock: vec![1],
            length: 1,
            apart: Vec::new(),
        };
        let (scores, trajectories) = (state.scores(), vec![trajectory]);
        let (seats, result, margins, watched, actions) = Default::default();
        let played = vec![Played { seats, result, margins, length: 1, scores, trajectories, watched, actions }];
        let config = TrainConfig { threads: 1, ..TrainConfig::default() };
        let mut samples = Samples::from_games(2, vec![Games { played, rows }], &config, PolicyLoss::Imitation);
        assert_eq!((&samples.facts.chosen[..], &samples.facts.played[..]), (&[1][..], &[0][..]));

        let weights = net.declaration().draw(&mut Rng::new(1));
        let losses = |samples: &Samples<_>| {
            let step = StepParameters { rate: 0.0, entropy: 0.0 };
            descend(&net, &weights, samples, &[0], &config, step).1
        };
        let before = losses(&samples);
        samples.facts.chosen[0] = 0;
        let other_lesson = losses(&samples);
        assert_ne!(other_lesson.policy, before.policy);
        assert_eq!(other_lesson.head("quality"), before.head("quality"));
        samples.facts.played[0] = 1;
        let other_play = losses(&samples);
        assert_eq!(other_play.policy, other_lesson.policy);
        assert_ne!(other_play.head("quality"), other_lesson.head("quality"));
    }
}
