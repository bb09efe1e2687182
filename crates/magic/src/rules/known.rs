//! What everybody knows of a hand: cards that were returned, revealed or found openly. Each of them is in the hand, or among
//! the cards of the library that came from there unseen.

use crate::state::{CardIx, MagicState, Placed};

impl MagicState {
    /// Cards that came from a hand unseen cannot be followed any more: of each card known to be there, so many are not
    /// certain.
    pub(crate) fn doubt(&mut self, seat: u8, unseen: usize) {
        if unseen == 0 {
            return;
        }
        let side = self.side_mut(seat);
        let before = side.known;
        side.known.clear();
        for (i, &card) in before.iter().enumerate() {
            let copies = before[..i].iter().filter(|&&there| there == card).count();
            if copies >= unseen {
                side.known.push(card);
            }
        }
    }

    /// A card that came from the hand unseen is shown: it may be the one that was known.
    pub(crate) fn shown_again(&mut self, seat: u8, placed: Placed) {
        if placed.from_hand && !placed.open {
            self.unknow(seat, placed.card);
        }
    }

    /// One card of this name fewer is known to be in the hand.
    pub(crate) fn unknow(&mut self, seat: u8, card: CardIx) {
        let side = self.side_mut(seat);
        if let Some(at) = side.known.iter().position(|&there| there == card) {
            side.known.remove(at);
        }
    }
}
