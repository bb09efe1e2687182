//! Chance: the coin, draws, looks at the library, mills and random discards.

use super::known::Sight;
use crate::cards::tree::{Trigger, event};
use crate::state::{Ask, CardIx, LibraryCard, MagicState, Ref};

impl MagicState {
    /// Draws and the like that are due; true if something was done or has to be decided by chance.
    #[inline]
    pub(crate) fn chores(&mut self) -> bool {
        self.pending_draws = self.is_due();
        if !self.pending_draws {
            return false;
        }
        for seat in [self.active, 1 - self.active] {
            if self.side(seat).draws > 0 {
                self.draw_one(seat);
                return true;
            }
            if self.side(seat).mills > 0 {
                self.mill_one(seat);
                return true;
            }
            if self.side(seat).random_discards > 0 {
                self.discard_one(seat);
                return true;
            }
        }
        self.look_one();
        true
    }

    /// Whether draws and the like are due.
    pub(crate) fn is_due(&self) -> bool {
        let [a, b] = &self.sides;
        a.draws | b.draws | a.mills | b.mills | a.random_discards | b.random_discards | self.looks != 0
    }

    /// The next card of a library if its place is known; chance decides if it is one of the unknown ones.
    fn known_top(&mut self, seat: u8, sight: Sight) -> Option<LibraryCard> {
        let side = self.side_mut(seat);
        if let Some(placed) = side.top.pop() {
            side.taken_from_top(placed, sight);
            return Some(placed);
        }
        if side.pool_len > 0 || side.bottom.is_empty() { None } else { Some(side.bottom.remove(0)) }
    }

    fn draw_one(&mut self, seat: u8) {
        if self.side(seat).library_len() == 0 {
            let side = self.side_mut(seat);
            side.draws = 0;
            side.decked = true;
            self.unsettled = true;
            return;
        }
        match self.known_top(seat, Sight::Hand) {
            Some(placed) => {
                self.side_mut(seat).draws -= 1;
                self.drawn(seat, placed.card, placed.open);
            }
            None => self.ask = Ask::Draw { seat },
        }
    }

    /// A player draws a card of the library's unknown part, or the next one whose place is known: nothing triggers. For hypotheses.
    pub(crate) fn draw_silently(&mut self, seat: u8, card: CardIx) {
        if self.side(seat).library_len() == 0 {
            return;
        }
        let (card, open) = match self.known_top(seat, Sight::Hand) {
            Some(placed) => (placed.card, placed.open),
            None => {
                self.take_from_pool(seat, card);
                self.mix(seat, 1000 + u64::from(card));
                self.mix(1 - seat, 999);
                (card, false)
            }
        };
        let side = self.side_mut(seat);
        side.draws = side.draws.saturating_sub(1);
        self.put_in_hand(seat, card, open);
    }

    fn drawn(&mut self, seat: u8, card: CardIx, open: bool) {
        self.put_in_hand(seat, card, open);
        if self.turn > 0 && self.listen[event::DRAW] & self.field != 0 {
            self.refresh();
            self.dispatch(event::DRAW, Ref::player(seat), seat, 1, |state, listener, trigger| {
                *trigger == Trigger::YouDraw && state.ctrl(listener) == seat
            });
        }
    }

    fn mill_one(&mut self, seat: u8) {
        if self.side(seat).library_len() == 0 {
            self.side_mut(seat).mills = 0;
            return;
        }
        match self.known_top(seat, Sight::All) {
            Some(placed) => {
                self.side_mut(seat).mills -= 1;
                self.bury(seat, placed.card);
            }
            None => self.ask = Ask::Mill { seat },
        }
    }

    fn discard_one(&mut self, seat: u8) {
        let side = self.side_mut(seat);
        if side.hand.is_empty() {
            side.random_discards = 0;
            return;
        }
        let first = side.hand[0];
        if side.hand.iter().all(|&card| card == first) {
            side.random_discards -= 1;
            return self.discard(seat, first);
        }
        self.ask = Ask::RandomDiscard { seat };
    }

    fn look_one(&mut self) {
        let seat = self.looking;
        if self.side(seat).library_len() == 0 {
            self.looks = 0;
            return;
        }
        self.note_seen(seat);
        match self.known_top(seat, Sight::Alone) {
            Some(placed) => {
                self.looks -= 1;
                self.looked.push(placed.card);
            }
            None => self.ask = Ask::Look { seat },
        }
    }

    /// Takes a card out of the unknown part of a library.
    fn take_from_pool(&mut self, seat: u8, card: CardIx) {
        let rules = self.rules.get();
        let side = &mut self.sides[seat as usize & 1];
        let slot = rules.decks[side.deck as usize].slot_of[card as usize] as usize & 63;
        side.pool[slot] = side.pool[slot].saturating_sub(1);
        side.pool_len = side.pool_len.saturating_sub(1);
    }

    /// Gives a player a deck: all of it is the library.
    pub(crate) fn take_deck(&mut self, seat: u8, deck: u8) {
        let counts = self.rules.get().decks[deck as usize].counts;
        let side = self.side_mut(seat);
        side.deck = deck;
        side.pool = counts;
        side.pool_len = counts.iter().sum();
    }

    /// What chance decides before the first hands: decks of the metagame, then who begins.
    pub(crate) fn next_at_start(&self) -> Ask {
        let without = (0..2).find(|&seat| self.side(seat).pool_len == 0);
        without.map_or(Ask::Coin, |seat| Ask::Deck { seat })
    }

    /// A chance outcome: a card, who begins, or a deck.
    pub(crate) fn happen(&mut self, outcome: CardIx) {
        let ask = std::mem::replace(&mut self.ask, Ask::None);
        match ask {
            // Not mixed into what anybody remembers: its player sees it, and to the other a deck that was drawn looks like
            // one that was named.
            Ask::Deck { seat } => {
                self.take_deck(seat, outcome);
                self.ask = self.next_at_start();
            }
            Ask::Coin => {
                self.mix(0, outcome.into());
                self.mix(1, outcome.into());
                self.begin_game(outcome & 1);
            }
            Ask::Draw { seat } => {
                self.side_mut(seat).draws -= 1;
                self.take_from_pool(seat, outcome);
                self.mix(seat, 1000 + u64::from(outcome));
                self.mix(1 - seat, 999);
                self.drawn(seat, outcome, false);
            }
            Ask::Look { seat } => {
                self.looks -= 1;
                self.take_from_pool(seat, outcome);
                self.looked.push(outcome);
                self.mix(seat, 2000 + u64::from(outcome));
                self.mix(1 - seat, 998);
            }
            Ask::Mill { seat } => {
                self.side_mut(seat).mills -= 1;
                self.take_from_pool(seat, outcome);
                self.bury(seat, outcome);
                self.mix(0, 3000 + u64::from(outcome));
                self.mix(1, 3000 + u64::from(outcome));
            }
            Ask::RandomDiscard { seat } => {
                self.side_mut(seat).random_discards -= 1;
                self.discard(seat, outcome);
                self.mix(0, 4000 + u64::from(outcome));
                self.mix(1, 4000 + u64::from(outcome));
            }
            other => self.ask = other,
        }
    }
}
