//! What is known about decisions once their games are over: what losses and the targets of heads are read from.

use super::envs::{Played, Watched};

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

    /// Adds how a game ended for a seat: by how much it was ahead, and how many decisions were still made.
    pub(super) fn push_extras(&mut self, margin: f32, left: u32) {
        self.extras.extend([margin.clamp(-2.0, 2.0), (1.0 + left as f32).ln() / 4.0]);
    }

    /// Adds all of another list.
    pub(super) fn extend(&mut self, other: Self) {
        let to = self.searched.len() as u32;
        self.first.extend(other.first[1..].iter().map(|place| place + to));
        self.searched.extend(other.searched);
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
        self.chosen.drain(..count);
        self.played.drain(..count);
        self.log_probs.drain(..count);
        self.advantages.drain(..count);
        self.shares.drain(..count * self.seats);
        self.extras.drain(..2 * count);
    }
}
