//! Which deck of the metagame the other player has, and how likely it is none of them.
//!
//! The evidence is how many of which cards of the player were seen at once. Before anything was seen, each deck that has as many cards
//! as the player's is as likely as any other, and [`OTHER`] is the chance that it is none of them. The likelihood of a deck of the
//! metagame is the hypergeometric chance that as many cards of it are just those. A deck that is none of them is taken for a draw
//! from all cards: each card that was seen is, independently, with even chances one of a random deck of the metagame (so cards that are
//! played around here are likelier) or any card of the pool, each as likely. Both are chances of the same thing, so that Bayes'
//! rule gives numbers that add up to 1. That players choose what they show is not counted in.
//!
//! In a game both decks are of the metagame, and determinizations keep to that; the class is for people and networks that are told of
//! a deck that they do not know.

use crate::deck::MAX_METAGAME;
use crate::knowledge::{Guess, choose};
use crate::options::DeckKnowledge;
use crate::state::{CardIx, MagicState};
use hoyle_core::{Archetype, Seat};

/// The chance that a deck is none of the metagame, before anything was seen. A choice: enough for cards of no listed deck to be believed,
/// and too little to matter once a few cards of a listed one were seen.
const OTHER: f64 = 0.05;

impl MagicState {
    pub(super) fn list_archetypes(&self, me: u8, out: &mut Vec<Archetype>) {
        out.clear();
        let rules = self.rules();
        if rules.options.knowledge == DeckKnowledge::Lists {
            return;
        }
        let seat = Seat(1 - (me & 1));
        let guess = self.guess(seat.0);
        let decks = rules.decks.len().min(MAX_METAGAME);
        let other = guess.as_ref().map_or(OTHER, |guess| self.chance_of_other(guess));
        let mut chances = [0.0; MAX_METAGAME];
        match &guess {
            Some(guess) => guess.chances().for_each(|(deck, chance)| chances[deck as usize] = chance),
            None => chances[..decks].fill(1.0 / decks as f64),
        }
        let all = rules.decks.iter().zip(chances).map(|(deck, chance)| (deck.name.as_str(), chance * (1.0 - other)));
        for (name, chance) in all.chain([("other", other)]) {
            out.push(Archetype { seat, name: name.to_owned(), chance: chance as f32 });
        }
    }

    /// The chance that a deck is none of the metagame, after what was seen.
    fn chance_of_other(&self, guess: &Guess) -> f64 {
        let seen: usize = guess.seen.iter().map(|&(_, n)| usize::from(n)).sum();
        // The number of hands of that size that can be drawn from a deck, and in how many orders what was seen can be drawn.
        let size = guess.size.max(seen);
        let hands: f64 = (0..seen).map(|i| (size - i) as f64 / (i + 1) as f64).product();
        let listed = guess.ways() / hands / guess.as_large.max(1) as f64;
        let mut drawn = 0;
        let mut unlisted = 1.0;
        for &(card, n) in &guess.seen {
            drawn += n;
            unlisted *= choose(drawn, n) * self.frequency(card).powi(n.into());
        }
        let (listed, unlisted) = ((1.0 - OTHER) * listed, OTHER * unlisted);
        if listed + unlisted > 0.0 { unlisted / (listed + unlisted) } else { OTHER }
    }

    /// The chance that a card of a deck that is none of the metagame is this one.
    fn frequency(&self, card: CardIx) -> f64 {
        let rules = self.rules();
        let part = |deck: &crate::Deck| {
            let copies = deck.counts.get(deck.slot_of[card as usize] as usize).copied().unwrap_or(0);
            f64::from(copies) / deck.counts.iter().map(|&n| f64::from(n)).sum::<f64>()
        };
        let around: f64 = rules.decks.iter().map(part).sum::<f64>() / rules.decks.len() as f64;
        0.5 * around + 0.5 / rules.set.cards.len() as f64
    }
}
