//! What the other player's hand may hold.
//!
//! The hidden part of the hand are its cards that are not known to be there. A card that is known to be in the hand or among those
//! that left it unseen (Brainstorm) is hidden, too: it may be in either place. With hidden decks the numbers are means over the decks
//! that the other player may have. That the other player is asked, and so has a choice, is not counted in: it says something only
//! while that player decides.

use crate::entities;
use crate::state::{CardIx, MAX_OWNED, MagicState};
use arrayvec::ArrayVec;
use hoyle_core::{Seat, UnseenCard, UnseenCards};
use std::cmp::Reverse;

/// A kind of card that a hidden hand may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnseenKind {
    pub card: CardIx,
    copies: f64,
    expected: f64,
}

/// A card that is known to be in a hand or among those that left it unseen, and how many places of the latter it may be at.
struct Known {
    card: CardIx,
    since: u8,
    places: usize,
}

impl MagicState {
    /// What is known to be in a hand or to have left it unseen, the latest first: what has the fewest places.
    fn known_of(&self, owner: u8) -> ArrayVec<Known, MAX_OWNED> {
        let side = self.side(owner);
        let known = side.known.iter().zip(side.since.iter());
        let known = known.map(|(&card, &since)| Known { card, since, places: side.unseen_since(since.into()) });
        let mut known: ArrayVec<Known, MAX_OWNED> = known.collect();
        known.sort_by_key(|known| Reverse(known.since));
        known
    }

    /// Every kind of card that the hidden part of the other player's hand may hold, ascending; none if nothing of it is hidden.
    pub(super) fn unseen_kinds(&self, me: u8) -> ArrayVec<UnseenKind, 256> {
        let other = 1 - (me & 1);
        let hand = self.side(other).hand.len();
        let known = self.known_of(other);
        let mut kinds = ArrayVec::new();
        if known.iter().filter(|known| known.places == 0).count() >= hand {
            return kinds;
        }
        let (mut copies, mut expected) = ([0.0f64; 256], [0.0f64; 256]);
        // Each known card is as likely at every place that it may be at and that those dealt before it left free: those are fewer by
        // their number, and those of the hand by their mean number there.
        let mut room = hand as f64;
        for (dealt, known) in known.iter().enumerate() {
            let chance = room / (hand + known.places).saturating_sub(dealt).max(1) as f64;
            room -= chance;
            if known.places > 0 {
                copies[known.card as usize] += 1.0;
                expected[known.card as usize] += chance;
            }
        }
        let guess = self.guess(other);
        for (_, chance, cards) in self.pools(other, guess.as_ref()) {
            // Where cards have left the game, each of the deck's is hidden with less than certainty.
            let there = self.unknown_places(other) as f64 / cards.len().max(1) as f64;
            for &card in &cards {
                copies[card as usize] += chance * there;
                expected[card as usize] += chance * room / cards.len() as f64;
            }
        }
        let all = (0..=CardIx::MAX).zip(copies).zip(expected);
        let all = all.map(|((card, copies), expected)| UnseenKind { card, copies, expected });
        kinds.extend(all.filter(|kind| kind.copies > 0.0));
        kinds
    }

    pub(super) fn list_unseen(&self, me: u8, out: &mut UnseenCards) {
        entities::clear_unseen(self, out);
        for kind in self.unseen_kinds(me) {
            let (copies, expected) = (kind.copies as f32, kind.expected as f32);
            out.cards.push(UnseenCard { seat: Seat(1 - (me & 1)), holder: entities::OTHER_HAND, copies, expected });
            entities::describe_unseen(self, kind.card, &mut out.described);
        }
    }

    pub(super) fn count_held(&self, me: u8, out: &mut Vec<u8>) {
        let other = 1 - (me & 1);
        let known = self.known_of(other);
        out.clear();
        out.extend(self.unseen_kinds(me).iter().map(|kind| {
            let held = self.side(other).hand.iter().filter(|&&card| card == kind.card).count();
            let certain = known.iter().filter(|known| known.places == 0 && known.card == kind.card).count();
            held.saturating_sub(certain) as u8
        }));
    }
}
