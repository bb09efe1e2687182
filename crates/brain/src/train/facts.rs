//! What is known about decisions once their games are over: what losses and the targets of heads are read from.

use super::envs::{Played, Watched};
use crate::hands::HiddenCard;
use crate::heads::Lesson;
use hoyle_core::EntityId;
use hoyle_search::Insight;
use serde::{Deserialize, Serialize};

/// What counterfactual positions told at a decision: what heads are taught of it, in units of the observer's winning chance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InsightTargets {
    /// For each candidate the chance after it less that now; no number where it is unknown.
    pub impacts: Vec<f32>,
    /// For each entity of the view the chance without it less that now; no number for what cannot be taken away.
    pub threats: Vec<f32>,
    /// Interaction terms of pairs of entities.
    pub synergies: Vec<(EntityId, EntityId, f32)>,
    /// The chance after the next draw: its mean less that now, and its deviation.
    pub potential: Option<[f32; 2]>,
}

impl InsightTargets {
    /// The targets of a view with these candidates and so many entities.
    pub(super) fn new(insight: &Insight, candidates: &[u16], entities: usize) -> Self {
        let impact =
            |&action: &u16| insight.impacts.iter().find(|(other, _)| other.0 == action).map_or(f32::NAN, |i| i.1);
        let mut threats = vec![f32::NAN; entities];
        for &(entity, threat) in &insight.threats {
            threats[entity as usize] = threat;
        }
        let potential = insight.potential.as_ref().map(|p| [p.mean - insight.value, p.deviation]);
        let (impacts, synergies) = (candidates.iter().map(impact).collect(), insight.synergies.clone());
        Self { impacts, threats, synergies, potential }
    }
}

/// What a decision teaches the heads that are not taught by every one, where it teaches them anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Apart {
    /// By counterfactual positions.
    pub insight: Option<InsightTargets>,
    /// By what hidden hands held.
    pub hands: Option<Vec<HiddenCard>>,
}

impl Apart {
    /// Whether there is anything.
    pub fn is_some(&self) -> bool {
        self.insight.is_some() || self.hands.is_some()
    }

    /// What is wrong with numbers from a file, if anything is.
    pub(super) fn check(&self) -> Result<(), String> {
        let insight = self.insight.iter();
        let numbers = insight.flat_map(|insight| {
            let InsightTargets { impacts, threats, synergies, potential } = insight;
            let pairs = synergies.iter().map(|(.., synergy)| *synergy);
            impacts.iter().chain(threats).chain(potential.iter().flatten()).copied().chain(pairs)
        });
        let is_wrong = |number: f32| !number.is_nan() && number.abs() > 4.0;
        let held = self.hands.iter().flatten().map(|card| u32::from(card.held)).sum::<u32>();
        if numbers.into_iter().any(is_wrong) || held > 1000 {
            return Err("what a decision teaches makes no sense".to_owned());
        }
        Ok(())
    }
}

/// What is known about some decisions, all lists in the same order.
#[derive(Debug, Default)]
pub struct Facts {
    /// Which candidate was chosen; with a teacher, which it would have chosen.
    pub chosen: Vec<u16>,
    /// Which candidate was played: the one that the result belongs to.
    pub played: Vec<u16>,
    /// The logarithm of the probability that it was played with.
    pub log_probs: Vec<f32>,
    /// By how much better than expected it went on; no number for who only watched.
    pub advantages: Vec<f32>,
    /// Who should have been expected to win, from the seat itself on: shares of 1, `seats` for each decision.
    pub shares: Vec<f32>,
    /// The margin in the end, and how long the game still lasted (on a logarithmic scale): two numbers for each decision.
    pub extras: Vec<f32>,
    /// What a search made of the policy, candidate by candidate; empty if there was none.
    pub searched: Vec<f32>,
    /// Where the candidates of each decision begin in `searched`, and after the last where they end.
    pub first: Vec<u32>,
    /// What some decisions teach beside that, in order, with the number of the decision.
    pub apart: Vec<(u32, Apart)>,
    /// How many seats there are.
    pub seats: usize,
}

impl Facts {
    /// Nothing yet, about games of this many seats.
    pub fn new(seats: usize) -> Self {
        Self { seats, first: vec![0], ..Self::default() }
    }

    /// Adds what is known about the view of a seat that watched another decide: who won, and nothing of a policy.
    pub(super) fn push_watched(&mut self, watched: &Watched, game: &Played) {
        self.chosen.push(0);
        self.played.push(0);
        self.log_probs.push(0.0);
        self.advantages.push(f32::NAN);
        self.shares.extend((0..self.seats).map(|n| game.result[(watched.seat + n) % self.seats]));
        self.push_extras(game.margins[watched.seat], game.length.saturating_sub(watched.clock));
    }

    /// How many decisions there are.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// Who should have been expected to win after a decision, from the seat itself on: shares of 1.
    pub fn shares(&self, decision: usize) -> &[f32] {
        &self.shares[decision * self.seats..][..self.seats]
    }

    /// What a search made of the policy at a decision, candidate by candidate.
    pub fn searched(&self, decision: usize) -> &[f32] {
        &self.searched[self.first[decision] as usize..self.first[decision + 1] as usize]
    }

    /// What counterfactual positions told at a decision, if they were looked at.
    pub fn insight(&self, decision: usize) -> Option<&InsightTargets> {
        self.apart_of(decision)?.insight.as_ref()
    }

    /// What hidden hands held at a decision, card by card of what the seat could not see, if that was kept.
    pub fn hands(&self, decision: usize) -> Option<&[HiddenCard]> {
        self.apart_of(decision)?.hands.as_deref()
    }

    /// Whether heads that are taught by a lesson learn anything from a decision.
    pub fn teaches(&self, decision: usize, lesson: Lesson) -> bool {
        match lesson {
            Lesson::Result => true,
            Lesson::Insight => self.insight(decision).is_some(),
            Lesson::Hands => self.hands(decision).is_some(),
        }
    }

    fn apart_of(&self, decision: usize) -> Option<&Apart> {
        let place = self.apart.binary_search_by_key(&(decision as u32), |(decision, _)| *decision).ok()?;
        Some(&self.apart[place].1)
    }

    /// Adds how a game ended for a seat: by how much it was ahead, and how many decisions were still made.
    pub(super) fn push_extras(&mut self, margin: f32, left: u32) {
        self.extras.extend([margin.clamp(-2.0, 2.0), (1.0 + left as f32).ln() / 4.0]);
    }

    /// Adds all of another list.
    pub(super) fn extend(&mut self, other: Self) {
        let to = self.searched.len() as u32;
        self.first.extend(other.first[1..].iter().map(|place| place + to));
        self.searched.extend(other.searched);
        let before = self.chosen.len() as u32;
        self.apart.extend(other.apart.into_iter().map(|(decision, apart)| (before + decision, apart)));
        self.chosen.extend(other.chosen);
        self.played.extend(other.played);
        self.log_probs.extend(other.log_probs);
        self.advantages.extend(other.advantages);
        self.shares.extend(other.shares);
        self.extras.extend(other.extras);
    }

    /// Drops the first few.
    pub(super) fn forget(&mut self, count: usize) {
        let from = self.first[count];
        self.first.drain(..count);
        self.first.iter_mut().for_each(|place| *place -= from);
        self.searched.drain(..from as usize);
        self.apart.retain_mut(|(decision, _)| match decision.checked_sub(count as u32) {
            Some(left) => {
                *decision = left;
                true
            }
            None => false,
        });
        self.chosen.drain(..count);
        self.played.drain(..count);
        self.log_probs.drain(..count);
        self.advantages.drain(..count);
        self.shares.drain(..count * self.seats);
        self.extras.drain(..2 * count);
    }
}
