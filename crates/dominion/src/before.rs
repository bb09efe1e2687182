//! What everybody knows of the cards that a player held when the deck was shuffled.
//!
//! The pile that was shuffled was seen in part, and what lay in it was not held. So the cards held then, besides those that
//! are known one by one, are among the others that the player owns out of sight: at most so many of each slot. Where all
//! unseen discards were of no use in their turn, every other of those cards was held for sure.

use crate::pile::{SLOTS, Slot};
use hoyle_core::iter_bits;

/// Half of the slots.
const HALF: usize = SLOTS.div_ceil(2);

/// How many cards held before a shuffle are of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// At most so many. From [`Limit::MOST`] on, any number.
    AtMost(u8),
    /// So many, for sure.
    Exactly(u8),
}

impl Limit {
    /// The largest number that is counted.
    pub const MOST: u8 = 7;
    const SURE: u8 = 8;

    fn of(bits: u8) -> Self {
        if bits & Self::SURE == 0 { Self::AtMost(bits) } else { Self::Exactly(bits & Self::MOST) }
    }

    fn bits(self) -> u8 {
        match self {
            Self::AtMost(most) => most.min(Self::MOST),
            Self::Exactly(0) => 0,
            Self::Exactly(count) => count | Self::SURE,
        }
    }
}

/// What is known of the cards that were held before a shuffle, and are still in the hand or left it unseen since. Those that
/// are known one by one do not count.
///
/// A card that leaves in the open is taken for one of them if it can be one: what is left to be said then is exactly what
/// everybody can conclude, whichever card it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Before {
    /// How many of these cards there are.
    cards: u8,
    /// How many of them are of slots whose number is not sure.
    unsure: u8,
    /// Four bits a slot: the lower ones of a byte for the first half of the slots.
    limits: [u8; HALF],
}

impl Before {
    /// Nothing.
    pub const NONE: Self = Self { cards: 0, unsure: 0, limits: [0; HALF] };

    /// `cards` cards, at most so many of each slot; of the `sure` slots, so many. What is sure beyond what can be counted is
    /// not.
    pub fn new(cards: usize, most: &[u8; SLOTS], sure: u64) -> Self {
        let cards = cards.min(u8::MAX as usize) as u8;
        let mut new = Self { cards, unsure: cards, ..Self::NONE };
        let mut limits = [0; 2 * HALF];
        limits[..SLOTS].copy_from_slice(most);
        let (low, high) = limits.split_at(HALF);
        for ((byte, low), high) in new.limits.iter_mut().zip(low).zip(high) {
            *byte = low.min(&Limit::MOST) | high.min(&Limit::MOST) << 4;
        }
        for slot in iter_bits(sure) {
            let count = most[slot as usize];
            if count <= Limit::MOST {
                new.unsure = new.unsure.saturating_sub(count);
                new.set(slot, Limit::Exactly(count));
            }
        }
        new.tidy();
        new
    }

    /// Whether nothing is known.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.cards == 0
    }

    /// How many of the cards are of slots whose number is not sure.
    pub fn unsure(&self) -> u8 {
        self.unsure
    }

    /// How many cards can be of a slot.
    #[inline]
    pub fn limit(&self, slot: Slot) -> Limit {
        let (place, shift) = Self::place(slot);
        Limit::of(self.limits[place] >> shift & 0xf)
    }

    /// The slots that cards can be of.
    pub fn limits(&self) -> impl Iterator<Item = (Slot, Limit)> + '_ {
        let all = (0..SLOTS as Slot).map(|slot| (slot, self.limit(slot)));
        all.filter(|&(_, limit)| limit != Limit::AtMost(0))
    }

    #[inline]
    fn place(slot: Slot) -> (usize, u32) {
        let slot = slot as usize;
        if slot < HALF { (slot, 0) } else { (slot - HALF, 4) }
    }

    #[inline]
    fn set(&mut self, slot: Slot, limit: Limit) {
        let (place, shift) = Self::place(slot);
        self.limits[place] = self.limits[place] & !(0xf << shift) | limit.bits() << shift;
    }

    /// Where no card is of an unsure slot, there is nothing to be said of these.
    #[inline]
    fn tidy(&mut self) {
        if self.cards == 0 {
            *self = Self::NONE;
        } else if self.unsure == 0 {
            for byte in &mut self.limits {
                let sure = *byte & 0x88;
                *byte &= sure | sure >> 1 | sure >> 2 | sure >> 3;
            }
        }
    }

    /// So many cards of this slot leave in the open, or become some of those known one by one.
    #[inline]
    pub fn lose(&mut self, slot: Slot, count: u8) {
        if self.cards > 0 {
            self.lose_some(slot, count);
        }
    }

    fn lose_some(&mut self, slot: Slot, count: u8) {
        let lost = match self.limit(slot) {
            Limit::Exactly(there) => {
                let lost = count.min(there);
                self.set(slot, Limit::Exactly(there - lost));
                lost
            }
            Limit::AtMost(most) => {
                let any = most == Limit::MOST;
                let lost = count.min(self.unsure).min(if any { count } else { most });
                self.set(slot, Limit::AtMost(if any { most } else { most - lost }));
                self.unsure -= lost;
                lost
            }
        };
        self.cards -= lost;
        self.tidy();
    }

    /// How many of the cards are not there, if there are so many of each slot.
    pub fn missing(&self, there: impl Fn(Slot) -> usize) -> usize {
        if self.is_none() {
            return 0;
        }
        let (mut missing, mut unsure) = (0, 0);
        for (slot, limit) in self.limits() {
            match limit {
                Limit::Exactly(count) => missing += usize::from(count).saturating_sub(there(slot)),
                Limit::AtMost(Limit::MOST) => unsure += there(slot),
                Limit::AtMost(most) => unsure += there(slot).min(most.into()),
            }
        }
        missing + usize::from(self.unsure).saturating_sub(unsure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(cards: &[(Slot, u8)]) -> [u8; SLOTS] {
        let mut counts = [0; SLOTS];
        cards.iter().for_each(|&(slot, count)| counts[slot as usize] = count);
        counts
    }

    #[test]
    fn a_card_that_leaves_is_one_of_them_if_it_can_be() {
        let mut before = Before::new(4, &counts(&[(0, 2), (32, 1), (5, 9)]), 1 << 32);
        assert_eq!((before.unsure(), before.limit(5)), (3, Limit::AtMost(Limit::MOST)));
        before.lose(7, 1);
        assert_eq!(before.unsure(), 3, "no such card was held");
        before.lose(0, 3);
        assert_eq!((before.unsure(), before.limit(0)), (1, Limit::AtMost(0)), "two of three were");
        before.lose(5, 1);
        assert_eq!((before.unsure(), before.limits().collect::<Vec<_>>()), (0, vec![(32, Limit::Exactly(1))]));
        before.lose(32, 1);
        assert_eq!(before, Before::NONE);
    }

    #[test]
    fn what_is_missing_is_counted() {
        let before = Before::new(3, &counts(&[(0, 1), (1, 1), (2, 5)]), 2);
        let there = |counts: [usize; 3]| move |slot: Slot| counts[slot as usize];
        assert_eq!(before.missing(there([1, 1, 1])), 0);
        assert_eq!(before.missing(there([9, 1, 0])), 1, "one of the first slot at most");
        assert_eq!(before.missing(there([1, 0, 1])), 1);
        assert_eq!(before.missing(there([0, 1, 2])), 0);
    }
}
