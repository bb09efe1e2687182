//! Action ids and sets of them.

use crate::{Rng, iter_bits};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of an action (or of a chance outcome) in its game's fixed, documented numbering.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionId(pub u16);

impl ActionId {
    /// The id as an index into masks and policies.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of action ids: a bitset that lives on the stack.
///
/// Only the words that were touched since the last [`clear`](Self::clear) are ever looked at, so a game of five
/// actions pays for one word and a game of 433 for seven.
///
/// ```
/// use hoyle_core::{ActionId, ActionSet};
/// let mut set = ActionSet::new();
/// set.insert(ActionId(3));
/// set.insert(ActionId(300));
/// assert_eq!(set.iter().map(|a| a.0).collect::<Vec<_>>(), [3, 300]);
/// assert_eq!(set.nth(1), Some(ActionId(300)));
/// ```
#[derive(Clone)]
pub struct ActionSet {
    /// Invariant: words at and above `used` are zero.
    words: [u64; Self::WORDS],
    used: usize,
}

impl ActionSet {
    /// How many different ids a set can hold: `0..CAPACITY`.
    pub const CAPACITY: usize = 512;
    const WORDS: usize = Self::CAPACITY / 64;

    /// The empty set.
    #[inline]
    pub const fn new() -> Self {
        Self { words: [0; Self::WORDS], used: 0 }
    }

    /// Takes everything out.
    #[inline]
    pub fn clear(&mut self) {
        for word in &mut self.words[..self.used] {
            *word = 0;
        }
        self.used = 0;
    }

    /// Replaces the set by ids 0-63 given as bits: the whole set of a game with few actions.
    #[inline]
    pub fn set_bits(&mut self, bits: u64) {
        if self.used > 1 {
            self.clear();
        }
        self.words[0] = bits;
        self.used = 1;
    }

    /// Adds an id.
    ///
    /// # Panics
    /// If the id is not below [`CAPACITY`](Self::CAPACITY).
    #[inline]
    pub fn insert(&mut self, action: ActionId) {
        let word = action.index() / 64;
        self.words[word] |= 1 << (action.0 % 64);
        self.used = self.used.max(word + 1);
    }

    /// Takes an id out.
    #[inline]
    pub fn remove(&mut self, action: ActionId) {
        if let Some(word) = self.words.get_mut(action.index() / 64) {
            *word &= !(1 << (action.0 % 64));
        }
    }

    /// Adds the ids `first + n` for every one bit n: a card's worth of actions at once.
    ///
    /// # Panics
    /// If one of the ids is not below [`CAPACITY`](Self::CAPACITY).
    #[inline]
    pub fn insert_bits(&mut self, first: ActionId, bits: u64) {
        let (word, shift) = (first.index() / 64, first.0 % 64);
        self.words[word] |= bits << shift;
        self.used = self.used.max(word + 1);
        // Shifted in two steps, because a shift by 64 is none.
        let beyond = bits >> 1 >> (63 - shift);
        if beyond != 0 {
            self.words[word + 1] |= beyond;
            self.used = self.used.max(word + 2);
        }
    }

    /// Whether the id is in the set.
    #[inline]
    pub fn contains(&self, action: ActionId) -> bool {
        self.words.get(action.index() / 64).is_some_and(|word| word >> (action.0 % 64) & 1 == 1)
    }

    /// How many ids are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.words[..self.used].iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set holds nothing.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words[..self.used].iter().all(|&word| word == 0)
    }

    /// The ids in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = ActionId> + '_ {
        self.words[..self.used]
            .iter()
            .enumerate()
            .flat_map(|(i, &word)| iter_bits(word).map(move |bit| ActionId((i * 64) as u16 + u16::from(bit))))
    }

    /// The smallest id.
    #[inline]
    pub fn first(&self) -> Option<ActionId> {
        self.nth(0)
    }

    /// The `n`-th smallest id, counted from 0; none if there are not so many.
    #[inline]
    pub fn nth(&self, n: usize) -> Option<ActionId> {
        let mut left = n as u32;
        for (i, &word) in self.words[..self.used].iter().enumerate() {
            let here = word.count_ones();
            if left < here {
                let mut word = word;
                for _ in 0..left {
                    word &= word - 1;
                }
                return Some(ActionId((i * 64) as u16 + word.trailing_zeros() as u16));
            }
            left -= here;
        }
        None
    }

    /// A uniformly random member.
    ///
    /// # Panics
    /// If the set is empty.
    #[inline]
    pub fn random(&self, rng: &mut Rng) -> ActionId {
        let n = rng.below(self.len() as u32);
        self.nth(n as usize).expect("a number below the length is a place in the set")
    }

    /// Writes one byte per id, 1 if it is in the set and 0 if not.
    pub fn write_mask(&self, mask: &mut [u8]) {
        for (i, bytes) in mask.chunks_mut(8).enumerate() {
            let bits = self.words.get(i / 8).map_or(0, |word| (word >> (i % 8 * 8)) as u8);
            bytes.copy_from_slice(&spread(bits)[..bytes.len()]);
        }
    }
}

impl Default for ActionSet {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for ActionSet {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Eq for ActionSet {}

impl fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|a| a.0)).finish()
    }
}

impl Extend<ActionId> for ActionSet {
    fn extend<T: IntoIterator<Item = ActionId>>(&mut self, ids: T) {
        ids.into_iter().for_each(|id| self.insert(id));
    }
}

impl FromIterator<ActionId> for ActionSet {
    fn from_iter<T: IntoIterator<Item = ActionId>>(ids: T) -> Self {
        let mut set = Self::new();
        set.extend(ids);
        set
    }
}

/// Eight bits as eight bytes, lowest first. The product has a copy of the bits every nine places, so that the highest bit of
/// each of its bytes is another one of them: one multiplication instead of eight shifts.
#[inline]
fn spread(bits: u8) -> [u8; 8] {
    let copies = u64::from(bits).wrapping_mul(0x8040_2010_0804_0201);
    (copies >> 7 & 0x0101_0101_0101_0101).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_like_a_sorted_set(ids in proptest::collection::btree_set(0u16..512, 0..80), more in 0u16..700) {
            let set: ActionSet = ids.iter().map(|&i| ActionId(i)).collect();
            prop_assert_eq!(set.iter().map(|a| a.0).collect::<BTreeSet<_>>(), ids.clone());
            prop_assert!(set.iter().is_sorted());
            prop_assert_eq!(set.len(), ids.len());
            prop_assert_eq!(set.is_empty(), ids.is_empty());
            prop_assert_eq!(set.contains(ActionId(more)), ids.contains(&more));
            for (n, id) in ids.iter().enumerate() {
                prop_assert_eq!(set.nth(n), Some(ActionId(*id)));
            }
            prop_assert_eq!(set.nth(ids.len()), None);
            let mut odd = [7u8; 75];
            set.write_mask(&mut odd);
            for (i, byte) in odd.iter().enumerate() {
                prop_assert_eq!(*byte, u8::from(ids.contains(&(i as u16))));
            }
            let mut mask = [7u8; 512];
            set.write_mask(&mut mask);
            for (i, byte) in mask.iter().enumerate() {
                prop_assert_eq!(*byte, u8::from(ids.contains(&(i as u16))));
            }
            let bits = ids.iter().filter(|&&id| id < 64).fold(0u64, |bits, &id| bits | 1 << id);
            for first in [0u16, 1, 63, 64, 100, 448 - 64, 448] {
                let mut shifted = ActionSet::new();
                shifted.insert_bits(ActionId(first), bits);
                let expected: ActionSet = ids.iter().filter(|&&id| id < 64).map(|&id| ActionId(first + id)).collect();
                prop_assert_eq!(shifted.iter().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>());
            }
            let mut reused = set.clone();
            reused.set_bits(0b101);
            prop_assert_eq!(reused, [0u16, 2].into_iter().map(ActionId).collect());
        }
    }

    #[test]
    fn random_members_are_uniform() {
        let set: ActionSet = [1u16, 63, 64, 200, 511].into_iter().map(ActionId).collect();
        let mut rng = crate::Rng::new(5);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..50_000 {
            *seen.entry(set.random(&mut rng).0).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 5);
        assert!(seen.values().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
    }
}
