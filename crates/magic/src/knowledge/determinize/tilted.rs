//! Deals by what is believed of a hand: each deal is as much likelier as the tilts of the hand's cards say together.
//!
//! Without tilts all deals that agree with what is known are equally likely, so that the hand's cards of which nothing is known are
//! any subset of their size. With tilts the chance of a subset is in proportion to the product of `exp(tilt)` of its cards: conditional
//! Poisson sampling. Drawing card by card in proportion to weights (as the Gumbel trick does) would be another distribution: it
//! underrates the likeliest hands.
//!
//! How many copies of each kind are in the hand is drawn kind by kind from a table of how likely the kinds still to come are to
//! have so many together ([`Subset`]). Cards that are known to be in the hand or among those that left it unseen are placed before
//! that ([`Tilted::ways`] looks ahead for them), and where decks are hidden, the deck is drawn before that: each in proportion to the
//! sum over all that can follow.

use super::{Deal, Guess, Heap};
use crate::state::{CardIx, DECK_SLOTS, MAX_OWNED, MagicState};
use arrayvec::ArrayVec;
use hoyle_core::Rng;

/// Tilts beyond this are taken for this: a card that is e^100 times as likely as another is as good as certain.
const MOST: f64 = 100.0;

/// A uniformly random number in [0, 1), with 53 random bits.
fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

/// The logarithm of the sum of two numbers that are given by their logarithms.
fn add_logs(a: f64, b: f64) -> f64 {
    let (least, most) = (a.min(b), a.max(b));
    if least == f64::NEG_INFINITY { most } else { most + (least - most).exp().ln_1p() }
}

/// Cards that are alike.
struct Kind {
    card: CardIx,
    copies: usize,
    /// The chance of one copy to be in the hand if each were drawn for itself, and that not to be.
    chance: f64,
    rest: f64,
}

impl Kind {
    /// The chance that `n` copies are drawn if each is drawn for itself.
    fn chance_of(&self, n: usize) -> f64 {
        let ways: f64 = (0..n).map(|i| (self.copies - i) as f64 / (i + 1) as f64).product();
        ways * self.chance.powi(n as i32) * self.rest.powi((self.copies - n) as i32)
    }
}

/// Subsets of some cards, as likely as their cards' weights together say.
struct Subset {
    deck: u8,
    kinds: ArrayVec<Kind, DECK_SLOTS>,
    cards: Heap,
    /// For each kind, how likely it and all later ones are to have 0, 1, 2 ... cards together. Cards are drawn for themselves with
    /// chances such that the mean is about what is wanted: so no number that matters is too small for its format.
    later: Vec<f64>,
    /// The largest size of a subset, plus 1: the length of a row.
    row: usize,
    /// The logarithm of the factor that all weights were multiplied by.
    shift: f64,
    /// The logarithm of the product over all cards of 1 + weight.
    scale: f64,
    /// For each number of known cards that were dealt, and of these in the hand: the logarithm of the sum over what can follow.
    ways: Vec<f64>,
}

impl Subset {
    /// Subsets of up to `most` of these cards, of about `wanted` of them.
    fn new(deck: u8, cards: Heap, tilts: &[f64; 256], most: usize, wanted: f64) -> Self {
        let mut sorted = cards.clone();
        sorted.sort_unstable();
        let weighed: ArrayVec<(CardIx, usize, f64), DECK_SLOTS> = sorted
            .chunk_by(|a, b| a == b)
            .map(|alike| (alike[0], alike.len(), tilts[alike[0] as usize].exp()))
            .take(DECK_SLOTS)
            .collect();
        let range = weighed.iter().map(|&(card, ..)| tilts[card as usize]);
        // The mean grows with the shift: it is found by halving.
        let (mut low, mut high) = (-20.0 - range.clone().fold(-MOST, f64::max), 20.0 - range.fold(MOST, f64::min));
        while high - low > 0.05 {
            let shift = (low + high) / 2.0;
            let factor = shift.exp();
            let mean: f64 =
                weighed.iter().map(|&(_, n, weight)| n as f64 * (1.0 - 1.0 / (1.0 + weight * factor))).sum();
            if mean < wanted { low = shift } else { high = shift }
        }
        let shift = (low + high) / 2.0;
        let factor = shift.exp();
        let kinds: ArrayVec<Kind, DECK_SLOTS> = weighed
            .iter()
            .map(|&(card, copies, weight)| {
                let odds = weight * factor;
                Kind { card, copies, chance: odds / (1.0 + odds), rest: 1.0 / (1.0 + odds) }
            })
            .collect();
        let row = most + 1;
        let mut later = vec![0.0; (kinds.len() + 1) * row];
        later[kinds.len() * row] = 1.0;
        for (i, kind) in kinds.iter().enumerate().rev() {
            for n in 0..=kind.copies.min(most) {
                let chance = kind.chance_of(n);
                for sum in n..row {
                    later[i * row + sum] += chance * later[(i + 1) * row + sum - n];
                }
            }
        }
        let scale = kinds.iter().map(|kind| -kind.rest.ln() * kind.copies as f64).sum();
        Self { deck, kinds, cards, later, row, shift, scale, ways: Vec::new() }
    }

    /// The logarithm of the mean weight of the subsets of this size.
    fn mean_weight(&self, size: usize) -> f64 {
        if size >= self.row || size > self.cards.len() {
            return f64::NEG_INFINITY;
        }
        let chance = self.later[size];
        let subsets: f64 = (0..size).map(|i| ((self.cards.len() - i) as f64 / (i + 1) as f64).ln()).sum();
        chance.ln() + self.scale - self.shift * size as f64 - subsets
    }

    /// Draws a subset of this size, and calls back for each of its kinds with the number of its copies.
    fn draw(&self, size: usize, rng: &mut Rng, mut take: impl FnMut(CardIx, usize)) {
        let mut left = size;
        for (i, kind) in self.kinds.iter().enumerate() {
            let after = &self.later[(i + 1) * self.row..][..self.row];
            let mut ticket = unit(rng) * self.later[i * self.row + left];
            let mut chosen = 0;
            for n in 0..=kind.copies.min(left) {
                let weight = kind.chance_of(n) * after[left - n];
                // Where rounding leaves something of the ticket, the last number that is possible is taken.
                if weight > 0.0 {
                    chosen = n;
                    ticket -= weight;
                    if ticket < 0.0 {
                        break;
                    }
                }
            }
            take(kind.card, chosen);
            left -= chosen;
        }
    }
}

/// What is believed of a hand, made ready for drawing deals.
pub(super) struct Tilted {
    owner: u8,
    /// Whether decks are hidden.
    guesses: bool,
    tilts: [f64; 256],
    hand: usize,
    /// Cards known to be in the hand or among those that left it unseen since some place of the library's top, the latest first, with
    /// the number of places besides the hand that each may be at.
    known: ArrayVec<(CardIx, u8, usize), MAX_OWNED>,
    /// For each deck that the player may have, the subsets of its cards that nobody has placed.
    subsets: Vec<Subset>,
}

impl Tilted {
    /// A tilt for each card by its number.
    pub fn new(state: &MagicState, owner: u8, guess: Option<&Guess>, tilts: &[f64; 256]) -> Self {
        let side = state.side(owner);
        let tilts = tilts.map(|tilt| if tilt.is_nan() { 0.0 } else { tilt.clamp(-MOST, MOST) });
        let places = |since: u8| side.unseen_since(since.into());
        let known = side.known.iter().zip(side.since.iter());
        let mut known: ArrayVec<_, MAX_OWNED> = known.map(|(&card, &since)| (card, since, places(since))).collect();
        known.sort_by_key(|&(_, since, _)| std::cmp::Reverse(since));
        let certain = known.iter().filter(|(.., places)| *places == 0).count();
        let most = side.hand.len().saturating_sub(certain);
        let (hand, guesses) = (side.hand.len(), guess.is_some());
        let mut tilted = Self { owner, guesses, tilts, hand, known, subsets: Vec::new() };
        let wanted = most as f64 - (tilted.known.len() - certain) as f64 / 2.0;
        for (deck, chance, cards) in state.pools(owner, guess) {
            let mut subset = Subset::new(deck, cards, &tilted.tilts, most, wanted);
            subset.ways = tilted.ways(&subset, chance.ln());
            tilted.subsets.push(subset);
        }
        tilted
    }

    /// How much a known card that may be elsewhere adds where it is in the hand.
    fn tilt(&self, (card, _, places): (CardIx, u8, usize)) -> f64 {
        if places == 0 { 0.0 } else { self.tilts[card as usize] }
    }

    /// Where in [`Subset::ways`] the number for so many dealt cards stands.
    fn at(&self, dealt: usize, held: usize) -> usize {
        dealt * (self.known.len() + 1) + held
    }

    /// The ways for the hand's place and for the others, as logarithms, when `dealt` known cards have been dealt, `held` of them to
    /// the hand.
    fn choice(&self, ways: &[f64], dealt: usize, held: usize) -> [f64; 2] {
        let (room, places) = (self.hand.saturating_sub(held), self.known[dealt].2.saturating_sub(dealt - held));
        let ways = [held + 1, held].map(|held| ways[self.at(dealt + 1, held)]);
        let tilt = self.tilt(self.known[dealt]);
        [
            (room as f64).ln() + tilt + ways[0],
            if places > 0 { (places as f64).ln() + ways[1] } else { f64::NEG_INFINITY },
        ]
    }

    /// See [`Subset::ways`].
    fn ways(&self, subset: &Subset, chance: f64) -> Vec<f64> {
        let known = self.known.len();
        let mut ways = vec![f64::NEG_INFINITY; self.at(known, known) + 1];
        for held in 0..=known.min(self.hand) {
            ways[self.at(known, held)] = chance + subset.mean_weight(self.hand - held);
        }
        for dealt in (0..known).rev() {
            for held in 0..=dealt {
                let [here, away] = self.choice(&ways, dealt, held);
                ways[self.at(dealt, held)] = add_logs(here, away);
            }
        }
        ways
    }

    /// A deal of the player's cards, with this deck or one that is drawn.
    pub fn deal(&self, dealt: &mut MagicState, deck: Option<u8>, rng: &mut Rng) -> Deal {
        let subset = self.subsets.iter().find(|subset| deck == Some(subset.deck)).unwrap_or_else(|| self.draw(rng));
        if self.guesses {
            dealt.call_deck(self.owner, subset.deck);
        }
        let mut deal = dealt.empty_deal(self.owner);
        for (i, &(card, since, _)) in self.known.iter().enumerate() {
            let [here, away] = self.choice(&subset.ways, i, deal.hand.len());
            if unit(rng).ln() < here - add_logs(here, away) {
                deal.hand.push(card);
            } else {
                let places = dealt.gone_since(self.owner, since);
                let free = deal.free_places(places.clone());
                deal.put_away(card, places, rng.below(free.max(1) as u32) as usize);
            }
        }
        let mut rest = subset.cards.clone();
        let mut held = Heap::new();
        subset.draw(self.hand.saturating_sub(deal.hand.len()), rng, |card, count| {
            for _ in 0..count {
                if let Some(at) = rest.iter().position(|&there| there == card) {
                    held.push(rest.swap_remove(at));
                }
            }
        });
        rng.shuffle(&mut rest);
        // Some cards may have left the game: any but the hand's.
        rest.truncate(dealt.unknown_places(self.owner).saturating_sub(held.len()));
        rest.extend(held);
        dealt.finish(self.owner, deal, rest)
    }

    /// One of the decks, each in proportion to the sum over all deals with it.
    fn draw(&self, rng: &mut Rng) -> &Subset {
        let weight = |subset: &Subset| subset.ways[0];
        let most = self.subsets.iter().map(weight).fold(f64::NEG_INFINITY, f64::max);
        let weights = || self.subsets.iter().map(|subset| (weight(subset) - most).exp());
        let mut left = unit(rng) * weights().sum::<f64>();
        let chosen = weights().position(|weight| {
            left -= weight;
            left < 0.0
        });
        &self.subsets[chosen.unwrap_or(self.subsets.len() - 1)]
    }
}
