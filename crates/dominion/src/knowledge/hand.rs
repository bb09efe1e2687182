//! What a hidden hand holds, exactly: the sum over all hands that fit what is known, each by its chances.
//!
//! Slot by slot, a hand takes some of those cards that were held before a shuffle, and some of all others. What is known of it counts
//! cards only (of the slots that a question was about, of those that no unseen discard is), so that a few counters are all that the
//! slots have to do with each other, and the sum goes from slot to slot.

use super::determinize::Clue;
use crate::before::{Before, Limit};
use crate::pile::{Pile, SLOTS, Slot};
use arrayvec::ArrayVec;
use hoyle_core::Rng;

/// How many counters there are: cards held before, other cards, two kinds of discards, and what questions told.
const COUNTERS: usize = 4 + 6;
/// With more states than this the sum is not worth its time.
const MOST_STATES: usize = 20_000;

/// The weight of a card of each slot.
pub(crate) type Weights = [f64; SLOTS];

/// A hidden hand: what it may be made of, and what is known of it.
pub(crate) struct HiddenHand<'a> {
    /// All hidden cards, without the known ones.
    pub heap: &'a Pile,
    /// The cards that are known to be in the hand.
    pub known: &'a Pile,
    /// How many cards the hand has.
    pub size: usize,
    /// The slots of which it has none.
    pub lacks: u64,
    pub before: &'a Before,
    /// What questions told of it.
    pub clues: &'a [Clue],
    /// So many hidden discards are none of these slots, the largest set first: each set contains the next.
    pub discards: [(usize, u64); 2],
}

/// One slot's part in the sum.
struct Step {
    slot: Slot,
    /// How much each counter grows with a card.
    counts: [bool; COUNTERS],
    /// How many cards there are, and how many of them may have been held before.
    cards: usize,
    held: usize,
}

/// The sum over all hands.
pub(crate) struct Hands {
    /// The cards that every hand has.
    sure: Pile,
    steps: Vec<Step>,
    sizes: [usize; COUNTERS],
    /// For each step, the sum of all that may come from it on, by the counters before it.
    rest: Vec<Vec<f64>>,
    weights: Weights,
}

/// How many ways there are to choose `k` of `n`.
fn choose(n: usize, k: usize) -> f64 {
    if k > n { 0.0 } else { (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64) }
}

impl HiddenHand<'_> {
    /// All hands by their chances, each as much likelier as the product of its cards' weights says. None if there are too many
    /// states to add up, or no hand fits.
    pub fn all(&self, weights: &Weights) -> Option<Hands> {
        let mut sure = *self.known;
        let mut heap = *self.heap;
        // Those held before whose number is sure are held.
        for (slot, limit) in self.before.limits() {
            if let Limit::Exactly(count) = limit {
                let count = count.min(heap.count(slot));
                sure.add_many(slot, count);
                heap.remove_many(slot, count);
            }
        }
        let unsure = usize::from(self.before.unsure());
        let others = self.size.checked_sub(sure.len() + unsure)?;
        // What the sure cards have not answered.
        let mut clues: ArrayVec<(usize, u64), 6> = ArrayVec::new();
        for clue in self.clues {
            let left = clue.least.saturating_sub(sure.count_in(clue.of));
            if left > 0 {
                clues.try_push((left, clue.of)).ok()?;
            }
        }
        let mut sizes = [1; COUNTERS];
        (sizes[0], sizes[1]) = (unsure + 1, others + 1);
        for (size, (discards, _)) in sizes[2..].iter_mut().zip(self.discards) {
            *size = if discards > 0 { unsure + others + 1 } else { 1 };
        }
        sizes[4..].iter_mut().zip(&clues).for_each(|(size, clue)| *size = clue.0 + 1);
        let states = sizes.iter().product::<usize>();
        if states > MOST_STATES {
            return None;
        }
        let counts = |slot: Slot| {
            let mut counts = [false; COUNTERS];
            for (count, (_, never)) in counts[2..].iter_mut().zip(self.discards) {
                *count = never >> slot & 1 == 0;
            }
            counts[4..].iter_mut().zip(&clues).for_each(|(count, (_, of))| *count = of >> slot & 1 == 1);
            counts
        };
        let held = |slot: Slot, cards: usize| match self.before.limit(slot) {
            _ if self.before.is_none() => 0,
            Limit::Exactly(_) => 0,
            Limit::AtMost(Limit::MOST) => cards,
            Limit::AtMost(most) => cards.min(most.into()),
        };
        let steps: Vec<Step> = heap
            .iter()
            .filter(|&(slot, _)| self.lacks >> slot & 1 == 0)
            .map(|(slot, cards)| Step {
                slot,
                counts: counts(slot),
                cards: cards.into(),
                held: held(slot, cards.into()),
            })
            .collect();
        // So many cards could be the discards of each kind, before the hand took some.
        let fitting = self.discards.map(|(_, never)| heap.len() - heap.count_in(never));
        let ends = |at: &[usize; COUNTERS]| {
            let full = at[0] == unsure && at[1] == others && clues.iter().zip(&at[4..]).all(|(clue, &n)| n == clue.0);
            let [(first, _), (second, _)] = self.discards;
            let ways = |n: usize, gone: usize, k: usize| n.checked_sub(gone).map_or(0.0, |n| choose(n, k));
            match full {
                false => 0.0,
                true => {
                    let one = if first > 0 { ways(fitting[0], at[2], first) } else { 1.0 };
                    let two = if second > 0 { ways(fitting[1], at[3] + first, second) } else { 1.0 };
                    one * two
                }
            }
        };
        let mut hands = Hands { sure, steps, sizes, rest: Vec::new(), weights: *weights };
        hands.rest = vec![(0..states).map(|state| ends(&hands.counters(state))).collect()];
        for step in hands.steps.iter().rev() {
            let after = &hands.rest[hands.rest.len() - 1];
            let sum = |state| hands.ways(step, &hands.counters(state)).map(|(_, ways, next)| ways * after[next]).sum();
            let sums = (0..states).map(sum).collect();
            hands.rest.push(sums);
        }
        hands.rest.reverse();
        (hands.rest[0][0] > 0.0 && hands.rest[0][0].is_finite()).then_some(hands)
    }
}

impl Hands {
    fn counters(&self, mut state: usize) -> [usize; COUNTERS] {
        self.sizes.map(|size| {
            let counter = state % size;
            state /= size;
            counter
        })
    }

    /// How many cards of a slot a hand can take, in how many ways, and the state after that.
    fn ways<'a>(
        &'a self,
        step: &'a Step,
        at: &[usize; COUNTERS],
    ) -> impl Iterator<Item = (usize, f64, usize)> + use<'a> {
        let at = *at;
        let held = step.held.min(self.sizes[0] - 1 - at[0]);
        (0..=held).flat_map(move |held| {
            let others = (step.cards - held).min(self.sizes[1] - 1 - at[1]);
            (0..=others).map(move |others| {
                let cards = held + others;
                let grown = |i: usize| match i {
                    0 => at[0] + held,
                    1 => at[1] + others,
                    _ if step.counts[i] => (at[i] + cards).min(self.sizes[i] - 1),
                    _ => at[i],
                };
                let next = (0..COUNTERS).rev().fold(0, |state, i| state * self.sizes[i] + grown(i));
                let ways = choose(step.held, held) * choose(step.cards - held, others);
                (cards, ways * self.weights[step.slot as usize].powi(cards as i32), next)
            })
        })
    }

    /// How many cards of each slot are held in the mean.
    pub fn expected(&self) -> [f64; SLOTS] {
        let mut expected = self.sure.counts().map(f64::from);
        let mut chances = vec![0.0; self.rest[0].len()];
        chances[0] = 1.0;
        for (step, (rest, after)) in self.steps.iter().zip(self.rest.iter().zip(&self.rest[1..])) {
            let mut next_chances = vec![0.0; chances.len()];
            for (state, &chance) in chances.iter().enumerate().filter(|&(_, &chance)| chance > 0.0) {
                for (cards, ways, next) in self.ways(step, &self.counters(state)) {
                    let chance = chance * ways * after[next] / rest[state];
                    next_chances[next] += chance;
                    expected[step.slot as usize] += chance * cards as f64;
                }
            }
            chances = next_chances;
        }
        expected
    }

    /// A hand by its chances.
    pub fn sample(&self, rng: &mut Rng) -> Pile {
        let mut hand = self.sure;
        let mut state = 0;
        for (step, (rest, after)) in self.steps.iter().zip(self.rest.iter().zip(&self.rest[1..])) {
            let mut left = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64 * rest[state];
            let mut chosen = (0, state);
            for (cards, ways, next) in self.ways(step, &self.counters(state)) {
                let weight = ways * after[next];
                if weight > 0.0 {
                    chosen = (cards, next);
                    left -= weight;
                    if left < 0.0 {
                        break;
                    }
                }
            }
            hand.add_many(step.slot, chosen.0 as u8);
            state = chosen.1;
        }
        hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::iter_bits;
    use std::collections::BTreeMap;

    /// A hand, slot by slot.
    type Counts = [u8; SLOTS];

    fn pile(counts: &[u8]) -> Pile {
        (0..).zip(counts.iter().copied()).collect()
    }

    /// All sets of so many cards of a list, as bits.
    fn sets(cards: usize, size: usize) -> impl Iterator<Item = u32> {
        (0u32..1 << cards).filter(move |set| set.count_ones() as usize == size)
    }

    /// All hands with their chances, by the list of all deals of all places: which cards were held before, which are the others of
    /// the hand, which are the discards of each kind.
    fn listed(hidden: &HiddenHand<'_>, weights: &Weights) -> BTreeMap<Counts, f64> {
        let cards: Vec<Slot> =
            hidden.heap.iter().flat_map(|(slot, count)| std::iter::repeat_n(slot, count.into())).collect();
        let mut hands: BTreeMap<Counts, f64> = BTreeMap::new();
        let of = |set: u32| iter_bits(set).map(|i| cards[usize::from(i)]);
        let free = hidden.size - hidden.known.len();
        for held in 0..1u32 << cards.len() {
            // Of each slot, those held are among the first that can be.
            let mut counted: Pile = of(held).map(|slot| (slot, 1)).collect();
            let sure = |(slot, limit)| match limit {
                Limit::Exactly(count) => counted.count(slot) == count,
                Limit::AtMost(_) => true,
            };
            let none = hidden.before.is_none() && held != 0;
            if none || !hidden.before.limits().all(sure) {
                continue;
            }
            for (slot, limit) in hidden.before.limits() {
                if let Limit::Exactly(count) = limit {
                    counted.remove_many(slot, count);
                }
            }
            let possible = |i: usize| {
                let place = cards[..i].iter().filter(|&&slot| slot == cards[i]).count();
                match hidden.before.limit(cards[i]) {
                    Limit::AtMost(Limit::MOST) => true,
                    Limit::AtMost(most) | Limit::Exactly(most) => place < most.into(),
                }
            };
            let fits = counted.len() == usize::from(hidden.before.unsure());
            if !fits || !iter_bits(held).all(|i| possible(i.into())) {
                continue;
            }
            let Some(others) = free.checked_sub(held.count_ones() as usize) else { continue };
            for rest in sets(cards.len(), others).filter(|rest| rest & held == 0) {
                let mut hand = *hidden.known;
                of(held | rest).for_each(|slot| hand.add(slot));
                let lacking = hand.iter().any(|(slot, _)| hidden.lacks >> slot & 1 == 1);
                if lacking || hidden.clues.iter().any(|clue| hand.count_in(clue.of) < clue.least) {
                    continue;
                }
                let [(first, never), (second, plain)] = hidden.discards;
                let among = |gone: u32, never: u64| {
                    (0..cards.len()).filter(|&i| gone >> i & 1 == 0 && never >> cards[i] & 1 == 0).count()
                };
                let ways = choose(among(held | rest, never), first)
                    * among(held | rest, plain).checked_sub(first).map_or(0.0, |left| choose(left, second));
                let weight: f64 = of(held | rest).map(|slot| weights[usize::from(slot)]).product();
                if ways > 0.0 {
                    *hands.entry(*hand.counts()).or_default() += ways * weight;
                }
            }
        }
        let all: f64 = hands.values().sum();
        hands.values_mut().for_each(|chance| *chance /= all);
        hands
    }

    /// Calls with hidden hands of which all kinds of things are known.
    fn each_example(mut call: impl FnMut(&str, &HiddenHand<'_>)) {
        let heap = pile(&[3, 2, 1, 2, 1]);
        let nothing = Pile::EMPTY;
        let known = pile(&[1, 0, 1]);
        let plain = HiddenHand {
            heap: &heap,
            known: &nothing,
            size: 4,
            lacks: 0,
            before: &Before::NONE,
            clues: &[],
            discards: [(0, 0b111), (0, 0b11)],
        };
        let clue = |least, of| Clue { least, of, above: 0, looked: false };
        call("nothing is known", &plain);
        call("two cards are known", &HiddenHand { known: &known, ..plain });
        call("it has none of some", &HiddenHand { lacks: 0b1001, size: 3, ..plain });
        call("it was asked", &HiddenHand { clues: &[clue(1, 0b100), clue(2, 0b11)], ..plain });
        call("it was asked for what is known", &HiddenHand { known: &known, clues: &[clue(2, 0b101)], ..plain });
        call("discards are none", &HiddenHand { discards: [(2, 0b111), (1, 0b11)], ..plain });
        let mut most = [0; SLOTS];
        most[..5].copy_from_slice(&[2, 2, 1, 1, 1]);
        let before = Before::new(2, &most, 0);
        call("some were held before", &HiddenHand { before: &before, ..plain });
        let sure = Before::new(3, &most, 0b10000);
        call("and some for sure", &HiddenHand { before: &sure, size: 5, discards: [(1, 0b111), (1, 0b11)], ..plain });
        call(
            "all of it",
            &HiddenHand {
                before: &before,
                known: &known,
                size: 5,
                clues: &[clue(2, 0b1001)],
                discards: [(1, 0b111), (1, 0b11)],
                ..plain
            },
        );
    }

    fn tilted() -> Weights {
        std::array::from_fn(|slot| [1.0, 0.3, 4.0, 2.0, 0.6][slot % 5])
    }

    #[test]
    fn what_is_expected_is_the_mean_of_all_deals() {
        each_example(|name, hidden| {
            for weights in [[1.0; SLOTS], tilted()] {
                let listed = listed(hidden, &weights);
                assert!(listed.len() > 2, "{name}: {} hands mean nothing", listed.len());
                let expected = hidden.all(&weights).unwrap_or_else(|| panic!("{name}: no hand")).expected();
                for slot in 0..SLOTS {
                    let mean: f64 = listed.iter().map(|(hand, chance)| f64::from(hand[slot]) * chance).sum();
                    assert!(
                        (mean - expected[slot]).abs() < 1e-9,
                        "{name}, slot {slot}: {mean}, not {}",
                        expected[slot]
                    );
                }
            }
        });
    }

    #[test]
    fn hands_have_the_chances_of_their_deals() {
        each_example(|name, hidden| {
            let listed = listed(hidden, &tilted());
            let hands = hidden.all(&tilted()).unwrap_or_else(|| panic!("{name}: no hand"));
            let (mut rng, samples) = (Rng::new(3), 20_000);
            let mut seen: BTreeMap<Counts, u32> = BTreeMap::new();
            (0..samples).for_each(|_| *seen.entry(*hands.sample(&mut rng).counts()).or_default() += 1);
            assert!(seen.keys().all(|hand| listed.contains_key(hand)), "{name}: a hand that does not fit");
            let chi2: f64 = listed
                .iter()
                .map(|(hand, chance)| {
                    let expected = chance * f64::from(samples);
                    (f64::from(seen.get(hand).copied().unwrap_or(0)) - expected).powi(2) / expected
                })
                .sum();
            let freedom = listed.len() as f64 - 1.0;
            let off = (chi2 - freedom) / (2.0 * freedom).sqrt();
            assert!(off < 4.5, "{name}: {off} standard deviations");
        });
    }
}
