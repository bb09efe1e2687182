//! Seats, whose turn it is, and what a game ends with.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats that any game has.
pub const MAX_SEATS: usize = 6;

/// A place at the table, counted from 0 in playing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A player decides.
    Seat(Seat),
    /// A die, a draw or a shuffle decides.
    Chance,
    /// Nobody: the game has ended.
    Over,
}

/// One number per seat: what a game ends with.
///
/// ```
/// use hoyle_core::{Scores, Seat};
/// let scores = Scores::from_slice(&[1.0, -1.0]);
/// assert_eq!(scores[Seat(0)], 1.0);
/// assert_eq!(scores.winners().collect::<Vec<_>>(), [Seat(0)]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scores {
    values: [f32; MAX_SEATS],
    seats: u8,
}

impl Scores {
    /// Zero for every seat.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] seats.
    #[inline]
    pub fn zero(seats: usize) -> Self {
        assert!(seats <= MAX_SEATS, "at most {MAX_SEATS} seats");
        Self { values: [0.0; MAX_SEATS], seats: seats as u8 }
    }

    /// These scores, seat by seat.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] of them.
    pub fn from_slice(scores: &[f32]) -> Self {
        let mut all = Self::zero(scores.len());
        all.values[..scores.len()].copy_from_slice(scores);
        all
    }

    /// What is to be expected where a seat wins with a probability that grows exponentially with its strength, a win
    /// counts 1, and the others share a loss of 1: the form of most [heuristic values](crate::Heuristics::heuristic_value).
    ///
    /// ```
    /// use hoyle_core::Scores;
    /// assert_eq!(Scores::of_strengths(&[2.0, 2.0]).as_slice(), [0.0, 0.0]);
    /// let sure = Scores::of_strengths(&[50.0, 0.0, 0.0]);
    /// assert!(sure.as_slice()[0] > 0.999 && sure.as_slice()[1] < -0.499);
    /// ```
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] of them.
    pub fn of_strengths(strengths: &[f32]) -> Self {
        let mut all = Self::from_slice(strengths);
        let seats = strengths.len();
        let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let values = &mut all.values[..seats];
        values.iter_mut().for_each(|strength| *strength = (*strength - most).exp());
        let sum: f32 = values.iter().sum();
        let others = (seats.max(2) - 1) as f32;
        values.iter_mut().for_each(|chance| *chance = (seats as f32 * *chance / sum - 1.0) / others);
        all
    }

    /// By how much each seat is ahead of the best other, divided by `scale`.
    ///
    /// ```
    /// use hoyle_core::Scores;
    /// assert_eq!(Scores::of_margins(&[30.0, 10.0, 20.0], 10.0).as_slice(), [1.0, -2.0, -1.0]);
    /// ```
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] of them.
    pub fn of_margins(values: &[f32], scale: f32) -> Self {
        let mut all = Self::zero(values.len());
        for (seat, margin) in all.values[..values.len()].iter_mut().enumerate() {
            let others = values.iter().enumerate().filter(|&(other, _)| other != seat).map(|(_, &value)| value);
            *margin = (values[seat] - others.fold(f32::NEG_INFINITY, f32::max)) / scale;
        }
        all
    }

    /// A mean of these scores and others, which have this share of it.
    ///
    /// ```
    /// use hoyle_core::Scores;
    /// let mean = Scores::from_slice(&[1.0, -1.0]).blend(&Scores::from_slice(&[0.0, 1.0]), 0.25);
    /// assert_eq!(mean.as_slice(), [0.75, -0.5]);
    /// ```
    #[must_use]
    pub fn blend(&self, others: &Self, share: f32) -> Self {
        let mut mean = *self;
        let values = mean.values.iter_mut().zip(others.values);
        values.for_each(|(mean, other)| *mean = (1.0 - share) * *mean + share * other);
        mean
    }

    /// The scores in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[f32] {
        &self.values[..self.seats as usize]
    }

    /// The seats that share the highest score.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        let best = self.as_slice().iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.as_slice().iter().enumerate().filter(move |&(_, &score)| score == best).map(|(i, _)| Seat(i as u8))
    }
}

impl std::ops::Index<Seat> for Scores {
    type Output = f32;

    #[inline]
    fn index(&self, seat: Seat) -> &f32 {
        &self.values[..self.seats as usize][seat.index()]
    }
}

impl std::ops::IndexMut<Seat> for Scores {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut f32 {
        &mut self.values[..self.seats as usize][seat.index()]
    }
}
