//! What everybody knows of a hand: cards that were returned, revealed or found openly. Each of them is in the hand, or among
//! the cards on top of the library that came from there unseen after it was known.

use crate::state::{CardIx, LibraryCard, MAX_OWNED, MagicState, Side};

/// Who sees a card that is taken from a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    /// It goes to the hand.
    Hand,
    /// Its owner looks at it.
    Alone,
    /// Everybody.
    All,
}

impl Side {
    /// A card was taken from the top: what is known of the hand changes, if it came from there unseen.
    pub(crate) fn taken_from_top(&mut self, placed: LibraryCard, sight: Sight) {
        if self.known.is_empty() {
            return;
        }
        let place = self.top.len();
        if placed.from_hand && !placed.open {
            match sight {
                Sight::Hand => {}
                Sight::All => self.unknow(placed.card, place),
                // It may be any of those that may be there.
                Sight::Alone => {
                    let before = self.known;
                    before.chunk_by(|a, b| a == b).for_each(|group| self.unknow(group[0], place));
                }
            }
        }
        self.since.iter_mut().for_each(|since| *since = (*since).min(place as u8));
    }

    /// The cards on top of the library cannot be followed any more: what may be among them is not certain to be in the hand.
    pub(crate) fn doubt(&mut self) {
        let (known, since) = (self.known, self.since);
        self.known.clear();
        self.since.clear();
        for group in known.chunk_by(|a, b| a == b) {
            let card = group[0];
            let first = known.partition_point(|&there| there < card);
            // Of those known since a place or later, so many are in the hand as have no place there.
            let certain = (first..first + group.len())
                .map(|i| (first + group.len() - i).saturating_sub(self.unseen_since(usize::from(since[i]))));
            for _ in 0..certain.max().unwrap_or(0) {
                self.know(card, 0);
            }
        }
    }
}

impl MagicState {
    /// A card leaves the hand for its owner's library, and nobody else sees which.
    pub(crate) fn slip_into_library(&mut self, seat: u8, card: CardIx, top: bool) {
        self.slip_from_hand(seat, card);
        if !top {
            // Only before the first turn, when nothing is known: cards at the bottom are not followed.
            let side = self.side_mut(seat);
            let before = side.known;
            before.chunk_by(|a, b| a == b).for_each(|group| side.unknow(group[0], MAX_OWNED));
        }
        self.put_in_library(seat, LibraryCard { card, open: false, from_hand: true }, top);
    }
}
