//! Chance: what the dice, the bag or the deck may do next.

use crate::{ActionId, Rng};
use arrayvec::ArrayVec;

/// The exact distribution of the next chance action: outcomes with whole-number weights.
///
/// ```
/// use hoyle_core::{ActionId, Outcomes};
/// let mut outcomes = Outcomes::new();
/// outcomes.push(ActionId(0), 3);
/// outcomes.push(ActionId(1), 1);
/// assert_eq!(outcomes.probability(ActionId(0)), 0.75);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    items: ArrayVec<(ActionId, u32), { Self::CAPACITY }>,
    total: u64,
}

impl Outcomes {
    /// The most outcomes that one chance action may have.
    pub const CAPACITY: usize = 512;

    /// No outcomes yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.items.clear();
        self.total = 0;
    }

    /// Adds an outcome. Ids must come in ascending order and weights must be positive; the conformance kit checks it.
    ///
    /// # Panics
    /// If there are more than [`CAPACITY`](Self::CAPACITY) outcomes.
    pub fn push(&mut self, outcome: ActionId, weight: u32) {
        self.items.push((outcome, weight));
        self.total += u64::from(weight);
    }

    /// The outcomes with their weights.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ActionId, u32)> + '_ {
        self.items.iter().copied()
    }

    /// How many outcomes there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The sum of the weights.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Whether this id can come up.
    pub fn contains(&self, outcome: ActionId) -> bool {
        self.items.iter().any(|&(id, _)| id == outcome)
    }

    /// How probable this id is; 0 if it cannot come up.
    pub fn probability(&self, outcome: ActionId) -> f64 {
        let weight: u64 = self.items.iter().filter(|&&(id, _)| id == outcome).map(|&(_, w)| u64::from(w)).sum();
        if weight == 0 { 0.0 } else { weight as f64 / self.total as f64 }
    }

    /// Draws one outcome.
    ///
    /// # Panics
    /// If there are no outcomes, or their weights add up to more than 32 bits hold.
    pub fn sample(&self, rng: &mut Rng) -> ActionId {
        let total = u32::try_from(self.total).expect("weights of one chance action add up to less than 2^32");
        self.pick(rng.below(total).into())
    }

    /// The outcome at a place, from 0 to 1, of all outcomes laid side by side as wide as they are probable: places that are spread
    /// evenly meet every outcome as often as it is probable, as nearly as their number allows.
    ///
    /// # Panics
    /// If there are no outcomes.
    pub fn at(&self, place: f64) -> ActionId {
        self.pick(((place * self.total as f64) as u64).min(self.total - 1))
    }

    fn pick(&self, mut left: u64) -> ActionId {
        for &(id, weight) in &self.items {
            if left < weight.into() {
                return id;
            }
            left -= u64::from(weight);
        }
        unreachable!("a number below the total lies in some outcome")
    }
}
