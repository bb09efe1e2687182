//! A pile of cards without order: how many there are of each.

use hoyle_core::{Rng, iter_bits};

/// How many different cards a game can have: one slot each.
pub const SLOTS: usize = 33;

/// A card's place in this game's numbering.
pub type Slot = u8;

/// Counts of cards, with the set of slots that are not empty beside them, so that nothing ever looks at all slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile {
    /// One bit per slot with a card in it. Follows from the counts.
    mask: u64,
    /// The number of cards. Follows from the counts.
    size: u16,
    counts: [u8; SLOTS],
}

impl Pile {
    /// No cards.
    pub const EMPTY: Self = Self { mask: 0, size: 0, counts: [0; SLOTS] };

    /// How many cards there are of this slot.
    #[inline]
    pub fn count(&self, slot: Slot) -> u8 {
        self.counts[slot as usize]
    }

    /// How many cards there are of every slot.
    #[inline]
    pub fn counts(&self) -> &[u8; SLOTS] {
        &self.counts
    }

    /// How many cards there are in all.
    #[inline]
    pub fn len(&self) -> usize {
        self.size as usize
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// One bit per slot with a card in it.
    #[inline]
    pub fn mask(&self) -> u64 {
        self.mask
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, slot: Slot) {
        self.add_many(slot, 1);
    }

    /// Adds some cards of a slot.
    #[inline]
    pub fn add_many(&mut self, slot: Slot, count: u8) {
        if count > 0 {
            self.counts[slot as usize] += count;
            self.mask |= 1 << slot;
            self.size += u16::from(count);
        }
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, slot: Slot) {
        self.remove_many(slot, 1);
    }

    /// Takes some cards of a slot out.
    #[inline]
    pub fn remove_many(&mut self, slot: Slot, count: u8) {
        debug_assert!(self.counts[slot as usize] >= count, "fewer than {count} cards of slot {slot}");
        self.counts[slot as usize] -= count;
        self.size -= u16::from(count);
        self.mask &= !(u64::from(self.counts[slot as usize] == 0) << slot);
    }

    /// Takes all cards of another pile.
    #[inline]
    pub fn absorb(&mut self, other: &mut Self) {
        if self.size == 0 {
            *self = std::mem::replace(other, Self::EMPTY);
            return;
        }
        for slot in iter_bits(other.mask) {
            self.counts[slot as usize] += other.counts[slot as usize];
        }
        self.mask |= other.mask;
        self.size += other.size;
        *other = Self::EMPTY;
    }

    /// The slots with their counts.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Slot, u8)> + '_ {
        iter_bits(self.mask).map(|slot| (slot, self.counts[slot as usize]))
    }

    /// How many cards there are in these slots.
    #[inline]
    pub fn count_in(&self, slots: u64) -> usize {
        iter_bits(self.mask & slots).map(|slot| self.counts[slot as usize] as usize).sum()
    }

    /// A card at random; every card is as likely as any other.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> Slot {
        let mut left = rng.below(u32::from(self.size));
        for slot in iter_bits(self.mask) {
            let count = u32::from(self.counts[slot as usize]);
            if left < count {
                return slot;
            }
            left -= count;
        }
        unreachable!("the size is the sum of the counts")
    }

    /// Takes a card out at random.
    #[inline]
    pub fn draw(&mut self, rng: &mut Rng) -> Slot {
        let slot = self.sample(rng);
        self.remove(slot);
        slot
    }
}

impl FromIterator<(Slot, u8)> for Pile {
    fn from_iter<T: IntoIterator<Item = (Slot, u8)>>(cards: T) -> Self {
        let mut pile = Self::EMPTY;
        cards.into_iter().for_each(|(slot, count)| pile.add_many(slot, count));
        pile
    }
}

/// One bit per slot with a card in it.
#[inline]
pub fn occupied(counts: &[u8; SLOTS]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let mut mask = u64::from(counts[SLOTS - 1] != 0) << (SLOTS - 1);
    for (i, word) in counts.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The high bit of each byte that is not zero, then these eight bits side by side.
        let high = (((word & LOW) + LOW) | word) & !LOW;
        mask |= ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupied_slots_are_found() {
        let mut rng = Rng::new(5);
        for _ in 0..10_000 {
            let counts: [u8; SLOTS] =
                std::array::from_fn(
                    |_| if rng.below(3) == 0 { [1, 2, 127, 128, 255][rng.below(5) as usize] } else { 0 },
                );
            let slow = (0..SLOTS).filter(|&slot| counts[slot] > 0).fold(0, |mask, slot| mask | 1u64 << slot);
            assert_eq!(occupied(&counts), slow, "{counts:?}");
        }
    }
}
