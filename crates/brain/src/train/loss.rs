//! The loss of some samples, and its gradient by what the network said.

use super::config::TrainConfig;
use super::facts::Facts;
use super::ppo::{PolicyLoss, StepParameters};
use crate::gradient::{Matrix, Tape, cross_entropy};
use crate::hands::surprise;
use crate::heads::{self, HeadLoss as Taught, HeadOutput, Outputs};
use crate::math::{add_scaled, log_softmax};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;

/// What a step of learning looked like; the mean over a round is reported.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Losses {
    /// Of the policy.
    #[serde(deserialize_with = "perhaps")]
    pub policy: f32,
    /// Of each head by its name.
    #[serde(flatten)]
    heads: HeadLosses,
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

/// The losses of heads by name: of all that are declared, and perhaps of others.
#[derive(Clone, Debug, PartialEq)]
struct HeadLosses(Vec<HeadLoss>);

#[derive(Clone, Debug, PartialEq)]
struct HeadLoss {
    name: Cow<'static, str>,
    sum: f32,
    /// Of a head that stands apart: over which share of all steps the sum is, because not every step teaches it. 0 for the others.
    share: f32,
}

impl HeadLoss {
    fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), sum: 0.0, share: 0.0 }
    }

    fn mean(&self) -> f32 {
        if self.share > 0.0 { self.sum / self.share } else { self.sum }
    }
}

impl Default for HeadLosses {
    fn default() -> Self {
        Self(heads::names().map(HeadLoss::new).collect())
    }
}

impl HeadLosses {
    fn add(&mut self, name: &str, loss: f32, share: f32) {
        let place = self.0.iter().position(|other| other.name == name).unwrap_or_else(|| {
            self.0.push(HeadLoss::new(name.to_owned()));
            self.0.len() - 1
        });
        self.0[place].sum += loss;
        self.0[place].share += share;
    }
}

impl Serialize for HeadLosses {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|head| (&head.name, head.mean())))
    }
}

impl<'de> Deserialize<'de> for HeadLosses {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut losses = Self::default();
        for (name, loss) in HashMap::<String, Option<f32>>::deserialize(from)? {
            losses.add(&name, loss.unwrap_or(f32::NAN), 0.0);
        }
        Ok(losses)
    }
}

/// A number of a line of metrics: what was not finite stands there as `null`.
pub(super) fn perhaps<'de, D: serde::Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f32::NAN))
}

impl Losses {
    /// The loss of the head of this name; 0 if there is none.
    pub fn head(&self, name: &str) -> f32 {
        self.heads.0.iter().find(|head| head.name == name).map_or(0.0, HeadLoss::mean)
    }

    /// The losses of all heads, with their names.
    pub fn heads(&self) -> impl Iterator<Item = (&str, f32)> {
        self.heads.0.iter().map(|head| (&*head.name, head.mean()))
    }

    /// Adds a share of others.
    pub(super) fn add(&mut self, other: &Self, share: f32) {
        self.policy += share * other.policy;
        other.heads.0.iter().for_each(|head| self.heads.add(&head.name, share * head.sum, share * head.share));
        self.entropy += share * other.entropy;
        self.kl += share * other.kl;
        self.clipped += share * other.clipped;
        self.gradient += share * other.gradient;
    }
}

/// What the loss depends on beside what was computed.
pub(super) struct Loss<'a> {
    /// What is known about the decisions.
    pub facts: &'a Facts,
    /// The loss of the policy.
    pub policy_loss: PolicyLoss,
    /// The mean of the minibatch's advantages.
    pub mean: f32,
    /// One over their deviation.
    pub scale: f32,
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

/// The ends of a tape with their gradients.
type Ends = Vec<(Matrix, Vec<f32>)>;

impl Loss<'_> {
    /// The mean losses of some samples whose rows were computed on a tape, and the gradient of their sum at each of its ends.
    pub fn of(&self, part: &[u32], tape: &Tape<'_>, outputs: &Outputs) -> (Losses, Ends) {
        let mut losses = Losses::default();
        let mut ends = vec![(outputs.logits, self.of_policy(part, tape, outputs, &mut losses))];
        for head in &outputs.heads {
            ends.push((head.numbers, self.of_head(part, tape, head, &mut losses, 0.0)));
        }
        (losses, ends)
    }

    /// The same for heads that stand apart, without a policy.
    pub fn of_heads_apart(&self, part: &[u32], tape: &Tape<'_>, outputs: &Outputs) -> (Losses, Ends) {
        let mut losses = Losses::default();
        let heads = outputs.heads.iter();
        let ends = heads.map(|head| (head.numbers, self.of_head(part, tape, head, &mut losses, 1.0))).collect();
        (losses, ends)
    }

    /// Adds the losses of the policy, and gives the gradient by the logits.
    fn of_policy(&self, part: &[u32], tape: &Tape<'_>, outputs: &Outputs, losses: &mut Losses) -> Vec<f32> {
        let even = 1.0 / part.len() as f32;
        let gradients = even * self.share;
        let logits = tape.numbers(outputs.logits);
        let mut to_logits = vec![0.0; logits.len()];
        // A learner that is too sure of its teacher would find nothing better afterwards.
        let by_entropy = if self.policy_loss == PolicyLoss::Search { 0.0 } else { self.step.entropy };
        for (row, &sample) in part.iter().enumerate() {
            let own = outputs.candidates.of(row);
            if own.is_empty() {
                // Who only watches has no policy.
                continue;
            }
            let policy = self.policy(sample as usize, &logits[own.clone()]);
            losses.policy += even * policy.loss;
            losses.entropy += even * policy.entropy;
            losses.kl += even * policy.kl;
            losses.clipped += even * f32::from(policy.clipped);
            add_scaled(&mut to_logits[own.clone()], &policy.back, gradients);
            add_scaled(&mut to_logits[own], &policy.entropy_back, -gradients * by_entropy);
        }
        to_logits
    }

    /// Adds the loss of a head, and gives the gradient by what it said.
    fn of_head(&self, part: &[u32], tape: &Tape<'_>, output: &HeadOutput, losses: &mut Losses, share: f32) -> Vec<f32> {
        let (head, said, cols) = (&output.head, tape.numbers(output.numbers), output.numbers.shape()[1]);
        let even = 1.0 / part.len() as f32;
        let weight = even * self.share * (head.weight)(self.config);
        let (mut back, mut targets) = (vec![0.0; said.len()], Vec::new());
        for (row, &sample) in part.iter().enumerate() {
            let own = output.of(row);
            targets.clear();
            targets.resize(own.len(), f32::NAN);
            (head.target)(self.facts, sample as usize, &mut targets);
            let loss = match head.loss {
                Taught::Squares => squares(&said[own.clone()], &targets, weight, &mut back[own]),
                Taught::CrossEntropy => distributions(&said[own.clone()], &targets, cols, weight, &mut back[own]),
                Taught::Hands => match self.facts.hands(sample as usize).filter(|hands| hands.len() == own.len()) {
                    Some(hands) => surprise(hands, &said[own.clone()], weight, &mut back[own]),
                    None => 0.0,
                },
            };
            losses.heads.add(head.name, even * loss, even * share);
        }
        back
    }

    /// The clipped objective, or cross-entropy with what a teacher or a search would do.
    fn policy(&self, sample: usize, logits: &[f32]) -> Policy {
        let facts = self.facts;
        let mut logs = logits.to_vec();
        log_softmax(&mut logs);
        let entropy = -logs.iter().map(|log| log.exp() * log).sum::<f32>();
        let entropy_back = logs.iter().map(|log| -log.exp() * (log + entropy)).collect();
        let chosen = facts.chosen[sample] as usize;
        // The gradient of the logarithm of the probability of what was chosen, so many times.
        let towards = |factor: f32| {
            let mut back: Vec<f32> = logs.iter().map(|log| -factor * log.exp()).collect();
            back[chosen] += factor;
            back
        };
        let (mut kl, mut clipped) = (0.0, false);
        let (loss, back) = match self.policy_loss {
            PolicyLoss::Search => cross_entropy(logits, facts.searched(sample)),
            PolicyLoss::Imitation => (-logs[chosen], towards(-1.0)),
            PolicyLoss::Ppo => {
                let advantage = (facts.advantages[sample] - self.mean) * self.scale;
                let change = logs[chosen] - facts.log_probs[sample];
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

/// The mean of the squares of errors where there is a target, and `weight` times its gradient.
fn squares(said: &[f32], targets: &[f32], weight: f32, back: &mut [f32]) -> f32 {
    let even = 1.0 / targets.iter().filter(|target| !target.is_nan()).count().max(1) as f32;
    let mut loss = 0.0;
    for ((said, target), back) in said.iter().zip(targets).zip(back).filter(|((_, target), _)| !target.is_nan()) {
        let error = said - target;
        loss += even * error * error;
        *back = weight * 2.0 * even * error;
    }
    loss
}

/// The mean cross-entropy of distributions over `cols` numbers each where there is a target, and `weight` times its gradient.
fn distributions(said: &[f32], targets: &[f32], cols: usize, weight: f32, back: &mut [f32]) -> f32 {
    let is_known = |targets: &[f32]| targets.iter().all(|target| !target.is_nan());
    let even = 1.0 / targets.chunks_exact(cols).filter(|targets| is_known(targets)).count().max(1) as f32;
    let mut all = 0.0;
    let each = said.chunks_exact(cols).zip(targets.chunks_exact(cols)).zip(back.chunks_exact_mut(cols));
    for ((said, targets), back) in each.filter(|((_, targets), _)| is_known(targets)) {
        let (loss, gradient) = cross_entropy(said, targets);
        all += even * loss;
        back.iter_mut().zip(gradient).for_each(|(back, gradient)| *back = weight * even * gradient);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heads::{EXTRA, Head, Lesson, QUALITY, Reads, Spans, VALUE, Width};
    use crate::weights::{Declaration, Weights};

    /// What a further head says about entities, of which some have no target.
    const TEST: Head = Head {
        name: "test",
        reads: Reads::Entities,
        outputs: Width::Fixed(2),
        loss: Taught::CrossEntropy,
        weight: |_| 0.3,
        lesson: Lesson::Result,
        target: |facts, sample, out| out[2 * sample..][..2].copy_from_slice(facts.shares(sample)),
    };

    /// Three samples with two to four candidates.
    fn facts() -> Facts {
        Facts {
            chosen: vec![1, 0, 3],
            played: vec![0, 1, 2],
            log_probs: vec![-0.9, -0.2, -1.4],
            advantages: vec![0.7, -0.3, 0.2],
            shares: vec![0.8, 0.2, 0.1, 0.9, 0.5, 0.5],
            extras: vec![0.3, 0.4, -1.0, 0.9, 0.0, 0.2],
            searched: vec![0.25, 0.75, 0.1, 0.2, 0.7, 0.4, 0.1, 0.3, 0.2],
            first: vec![0, 2, 5, 9],
            apart: Vec::new(),
            seats: 2,
        }
    }

    /// The gradient at each end is what a small step says.
    #[test]
    fn gradients_are_those_of_the_loss() {
        let config = TrainConfig { q_coef: 0.7, ..TrainConfig::default() };
        let (step, facts) = (StepParameters { rate: 0.0, entropy: 0.05 }, facts());
        let (empty, part) = (Weights::zeros(&Declaration::default()), [0, 1, 2]);
        let candidates = || Spans::Ends(vec![0, 2, 5, 9]);
        let heads = [
            (VALUE, Spans::One(3), 2, vec![0.2, -0.1, 0.7, 0.3, 0.0, 0.4]),
            (EXTRA, Spans::One(3), 2, vec![0.5, 0.1, -0.3, 0.8, 0.9, 0.2]),
            (QUALITY, candidates(), 1, vec![0.6, 0.4, 0.1, 0.9, 0.3, 0.2, 0.8, 0.7, 0.5]),
            (TEST, Spans::Ends(vec![0, 1, 3, 6]), 2, vec![0.3, 0.1, 0.4, 0.1, 0.5, 0.9, 0.2, 0.6, 0.5, 0.3, 0.5, 0.8]),
        ];
        let mut said = vec![vec![0.1, -0.4, 0.9, 0.0, 0.3, -0.2, 0.5, 0.6, 0.4]];
        said.extend(heads.iter().map(|(.., said)| said.clone()));
        for policy_loss in [PolicyLoss::Ppo, PolicyLoss::Imitation, PolicyLoss::Search] {
            let at = |said: &[Vec<f32>]| {
                let mut tape = Tape::new(&empty);
                let logits = tape.constant(said[0].clone(), [9, 1]);
                let heads = heads.iter().zip(&said[1..]).map(|((head, spans, cols, _), said)| {
                    let numbers = tape.constant(said.clone(), [said.len() / cols, *cols]);
                    HeadOutput { head: *head, numbers, spans: spans.clone() }
                });
                let heads = heads.collect();
                let outputs = Outputs { logits, candidates: candidates(), heads };
                let loss =
                    Loss { facts: &facts, policy_loss, mean: 0.1, scale: 2.0, share: 1.0, config: &config, step };
                let (losses, ends) = loss.of(&part, &tape, &outputs);
                let entropy = if policy_loss == PolicyLoss::Search { 0.0 } else { step.entropy * losses.entropy };
                let of_heads =
                    outputs.heads.iter().map(|head| (head.head.weight)(&config) * losses.head(head.head.name));
                (losses.policy - entropy + of_heads.sum::<f32>(), ends)
            };
            let (_, ends) = at(&said);
            assert_eq!(ends.len(), said.len());
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

    /// Lines of metrics keep their keys and their order, and a head that was not there yet has no loss.
    #[test]
    fn losses_stand_by_name() {
        let mut losses = Losses { policy: 1.0, gradient: 3.0, ..Losses::default() };
        losses.heads.add("extra", 2.0, 0.0);
        let text = serde_json::to_string(&losses).unwrap();
        let expected = r#"{"policy":1.0,"value":0.0,"extra":2.0,"quality":0.0,"impact":0.0,"threat":0.0,"synergy":0.0,"potential":0.0,"belief":0.0,"entropy":0.0,"kl":0.0,"clipped":0.0,"gradient":3.0}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Losses>(&text).unwrap(), losses);
        let older: Losses = serde_json::from_str(r#"{"policy":1.0,"value":null}"#).unwrap();
        assert!(older.head("value").is_nan() && older.head("extra") == 0.0);
    }
}
