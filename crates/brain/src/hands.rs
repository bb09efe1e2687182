//! What hidden hands hold, as a distribution.
//!
//! A hand of known size is drawn from cards of which some are alike. By counting alone each copy is as likely to be in it as any other:
//! the number of each kind is hypergeometric. A *tilt* says how much likelier a copy is than that, as a logarithm, so a hand `h` of `n` cards
//! has a chance in proportion to
//!
//! ```text
//! product over kinds i of  C(copies_i, h_i) * exp(h_i * (odds_i + tilt_i)),   where the h_i add up to n
//! ```
//!
//! with `odds_i` the log-odds that a copy is in the hand by all that is known. Where that is the same for all, it cancels out, and zero
//! tilts are exactly hypergeometric; where more is known of a card than how many there are of it, it has odds of its own. What all products
//! add up to is an elementary symmetric polynomial, as for conditional Poisson sampling (Chen, Dempster and Liu 1994): a sum over kinds,
//! one after the other. It is the distribution that [`Hypotheses::determinize_by`](hoyle_core::Hypotheses::determinize_by) deals by, hand by hand.
//!
//! Where even the number of copies is unknown, its mean is not whole, and a kind is taken as a Poisson number: `(copies * odds)^h / h!`.

use hoyle_core::{Seat, UnseenCard};
use serde::{Deserialize, Serialize};

/// A kind of card that a hidden hand may hold, and how many of it the hand really held.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HiddenCard {
    /// Whose hand it is.
    pub seat: Seat,
    /// How many there are, in the hand and wherever else what it holds may be; a mean where even that is unknown.
    pub copies: f32,
    /// How many of them the hand holds in the mean, by all that its observer knows.
    pub expected: f32,
    /// How many it held.
    pub held: u8,
}

impl HiddenCard {
    /// What may be held with what was held, card by card; none if the two do not fit each other.
    pub fn all(unseen: &[UnseenCard], held: &[u8]) -> Option<Vec<Self>> {
        let of = |(card, &held): (&UnseenCard, &u8)| {
            let &UnseenCard { seat, copies, expected, .. } = card;
            Self { seat, copies, expected, held }
        };
        (unseen.len() == held.len() && !held.is_empty()).then(|| unseen.iter().zip(held).map(of).collect())
    }
}

/// The hands of a list of cards: those of one seat stand together.
pub fn hands(cards: &[HiddenCard]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut start = 0;
    cards.chunk_by(|a, b| a.seat == b.seat).map(move |hand| {
        start += hand.len();
        start - hand.len()..start
    })
}

/// What is certain is not quite: a label that contradicts it must not break what learns.
const SURE: f64 = 1e-6;
/// Tilts beyond this are taken as this.
const LIMIT: f32 = 20.0;

/// The distribution of one hand.
#[derive(Clone, Debug)]
pub struct HandLaw {
    /// For each kind what it contributes for 0, 1, 2 ... copies.
    terms: Vec<Vec<f64>>,
    /// For each kind the sums over all before it, by how many cards they are; and after the last.
    before: Vec<Vec<f64>>,
    /// The same over it and all behind it.
    behind: Vec<Vec<f64>>,
    size: usize,
}

impl HandLaw {
    /// The distribution of a hand of `size` cards, with a tilt for each kind.
    pub fn new(cards: &[HiddenCard], tilts: &[f32], size: usize) -> Self {
        let mean = tilts.iter().sum::<f32>() / tilts.len().max(1) as f32;
        let terms: Vec<Vec<f64>> = cards
            .iter()
            .zip(tilts)
            .map(|(card, tilt)| terms(card, f64::from((tilt - mean).clamp(-LIMIT, LIMIT)), size))
            .collect();
        let mut one = vec![0.0; size + 1];
        one[0] = 1.0;
        let mut before = vec![one.clone()];
        for terms in &terms {
            before.push(times(before.last().unwrap_or(&one), terms));
        }
        let mut behind = vec![one.clone()];
        for terms in terms.iter().rev() {
            behind.push(times(behind.last().unwrap_or(&one), terms));
        }
        behind.reverse();
        Self { terms, before, behind, size }
    }

    /// The sum over all hands.
    fn total(&self) -> f64 {
        self.before.last().map_or(0.0, |all| all[self.size])
    }

    /// The logarithm of the chance of a hand, given by how many of each kind it holds; -inf if there is no such hand.
    pub fn log_chance(&self, held: impl Iterator<Item = u8>) -> f64 {
        let own: f64 = self
            .terms
            .iter()
            .zip(held)
            .map(|(terms, held)| terms.get(held as usize).copied().unwrap_or(0.0).ln())
            .sum();
        own - self.total().ln()
    }

    /// The chances that the hand holds 0, 1, 2 ... of a kind.
    pub fn counts(&self, kind: usize) -> Vec<f64> {
        let (before, behind) = (&self.before[kind], &self.behind[kind + 1]);
        let without = |left: usize| (0..=left).map(|n| before[n] * behind[left - n]).sum::<f64>();
        let of = |(held, term): (usize, &f64)| term * without(self.size - held) / self.total();
        self.terms[kind].iter().enumerate().map(of).collect()
    }

    /// How many of a kind the hand holds in the mean.
    pub fn mean(&self, kind: usize) -> f64 {
        self.counts(kind).iter().enumerate().map(|(held, chance)| held as f64 * chance).sum()
    }
}

/// What a kind contributes for each number of its cards.
fn terms(card: &HiddenCard, tilt: f64, size: usize) -> Vec<f64> {
    let copies = f64::from(card.copies).max(SURE);
    // Means that were added up are whole but for the last digits.
    let copies = if (copies - copies.round()).abs() < 1e-3 && copies > 0.5 { copies.round() } else { copies };
    let expected = f64::from(card.expected).clamp(SURE * copies, copies * (1.0 - SURE));
    let mut terms = vec![1.0];
    if copies.fract() == 0.0 {
        let odds = expected / (copies - expected) * tilt.exp();
        for held in 1..=size.min(copies as usize) {
            let ways = (copies - held as f64 + 1.0) / held as f64;
            terms.push(terms[held - 1] * ways * odds);
        }
    } else {
        let rate = expected * tilt.exp();
        (1..=size).for_each(|held| terms.push(terms[held - 1] * rate / held as f64));
    }
    terms
}

/// The product of two polynomials, as far as the first goes.
fn times(a: &[f64], b: &[f64]) -> Vec<f64> {
    (0..a.len()).map(|n| b.iter().take(n + 1).enumerate().map(|(k, b)| a[n - k] * b).sum()).collect()
}

/// The loss of what is said about the cards of hidden hands, and `weight` times its gradient: how surprising the hands were, hand by hand,
/// for each card that they held. Zero, and no gradient, where no hand holds anything or a hand is impossible.
pub fn surprise(cards: &[HiddenCard], tilts: &[f32], weight: f32, back: &mut [f32]) -> f32 {
    let all: usize = cards.iter().map(|card| usize::from(card.held)).sum();
    let mut loss = 0.0;
    for hand in hands(cards) {
        let (own, tilts) = (&cards[hand.clone()], &tilts[hand.clone()]);
        let law = HandLaw::new(own, tilts, own.iter().map(|card| usize::from(card.held)).sum());
        let log = law.log_chance(own.iter().map(|card| card.held));
        if !log.is_finite() {
            continue;
        }
        loss -= log / all.max(1) as f64;
        for (kind, (back, card)) in back[hand].iter_mut().zip(own).enumerate() {
            *back = weight * (law.mean(kind) - f64::from(card.held)) as f32 / all.max(1) as f32;
        }
    }
    loss as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(copies: f32, expected: f32, held: u8) -> HiddenCard {
        HiddenCard { seat: Seat(1), copies, expected, held }
    }

    /// Every hand of two cards by hand: 3 of a kind, 2 of another, 1 of a third.
    #[test]
    fn zero_tilts_are_hypergeometric() {
        let cards = [card(3.0, 1.0, 1), card(2.0, 2.0 / 3.0, 1), card(1.0, 1.0 / 3.0, 0)];
        let law = HandLaw::new(&cards, &[0.0; 3], 2);
        // C(3,1) * C(2,1) of C(6,2) hands.
        assert!((law.log_chance([1, 1, 0].into_iter()) - (6.0_f64 / 15.0).ln()).abs() < 1e-6);
        assert!((law.log_chance([2, 0, 0].into_iter()) - (3.0_f64 / 15.0).ln()).abs() < 1e-6);
        assert_eq!(law.log_chance([0, 0, 2].into_iter()), f64::NEG_INFINITY);
        for (kind, card) in cards.iter().enumerate() {
            assert!((law.mean(kind) - f64::from(card.expected)).abs() < 1e-6, "{kind}");
            assert!((law.counts(kind).iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        let alike = HandLaw::new(&cards, &[7.0; 3], 2);
        assert!((alike.mean(0) - law.mean(0)).abs() < 1e-9, "tilts that are all alike say nothing");
    }

    /// By enumeration of all pairs of six cards.
    #[test]
    fn tilts_make_hands_likelier() {
        let (cards, tilts) = ([card(3.0, 1.0, 0), card(2.0, 2.0 / 3.0, 2), card(1.0, 1.0 / 3.0, 0)], [0.3, -0.4, 1.1]);
        let law = HandLaw::new(&cards, &tilts, 2);
        let kinds = [0, 0, 0, 1, 1, 2];
        let pairs = || (0..6).flat_map(|a| (0..a).map(move |b| (kinds[a], kinds[b])));
        let weight = |(a, b): (usize, usize)| f64::from(tilts[a] + tilts[b]).exp();
        let all: f64 = pairs().map(weight).sum();
        let with = |held: usize| {
            pairs().filter(|&(a, b)| usize::from(a == 1) + usize::from(b == 1) == held).map(weight).sum::<f64>() / all
        };
        for (held, chance) in law.counts(1).into_iter().enumerate() {
            assert!((chance - with(held)).abs() < 1e-6, "{held}: {chance} {}", with(held));
        }
        assert!((law.log_chance([0, 2, 0].into_iter()) - with(2).ln()).abs() < 1e-6);
    }

    /// A card that is known to be in the hand is in it, whatever is believed of the others.
    #[test]
    fn what_is_known_is_certain() {
        let cards = [card(1.0, 1.0, 1), card(4.0, 1.0, 1), card(4.0, 0.0, 0)];
        let law = HandLaw::new(&cards, &[-2.0, 2.0, 3.0], 2);
        assert!(law.mean(0) > 0.999 && law.mean(2) < 0.001, "{} {}", law.mean(0), law.mean(2));
    }

    #[test]
    fn gradients_are_those_of_the_surprise() {
        let mut cards = vec![card(3.0, 0.9, 1), card(2.0, 0.6, 1), card(1.0, 0.2, 0), card(1.7, 0.3, 0)];
        cards.extend([card(2.0, 0.5, 1), card(6.0, 1.5, 1)].map(|card| HiddenCard { seat: Seat(2), ..card }));
        let tilts = [0.3, -0.2, 0.5, 0.1, 0.7, -0.6];
        let mut back = [0.0; 6];
        surprise(&cards, &tilts, 2.0, &mut back);
        for place in 0..tilts.len() {
            let moved = |by: f32| {
                let mut tilts = tilts;
                tilts[place] += by;
                2.0 * surprise(&cards, &tilts, 1.0, &mut [0.0; 6])
            };
            let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
            assert!((slope - back[place]).abs() < 1e-3, "{place}: {slope} {}", back[place]);
        }
        // Nothing follows from a hand that cannot be.
        let broken = [card(1.0, 0.5, 2)];
        assert_eq!(surprise(&broken, &[0.0], 1.0, &mut [0.0]), 0.0);
    }
}
