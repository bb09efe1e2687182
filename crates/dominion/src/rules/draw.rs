//! Drawing and shuffling: the only places where chance decides.

use crate::action::SHUFFLE;
use crate::pile::{Pile, Slot};
use crate::program::Op;
use crate::state::{DominionState, Frame, Sight, Task, To};
use hoyle_core::ActionId;

impl DominionState {
    /// Has a player draw cards before anything else happens.
    #[inline]
    pub(super) fn push_draw(&mut self, seat: u8, cards: u8, to: To) {
        if cards > 0 {
            self.push(Frame::new(Task::Draw(to), 0, seat).with_count(cards));
        }
    }

    /// Draws what needs no chance. Tells whether chance has to act.
    pub(super) fn run_draw(&mut self, frame: Frame, to: To) -> bool {
        if frame.count == 0 {
            self.stack.pop();
            return false;
        }
        if to == To::Pile {
            return true;
        }
        if !self.top(frame.seat).is_empty() {
            let sight = match to {
                To::Hand | To::Pile => Sight::Hand,
                To::Aside | To::Held => Sight::Alone,
                To::Shown | To::Discard => Sight::All,
            };
            let placed = self.of_mut(frame.seat).take_top(sight).expect("a card lies there");
            self.arrive(frame, to, placed.slot(), placed.open());
            if placed.is_unseen() && sight == Sight::Alone {
                // What is looked at may be the card that came from the hand.
                let running = self.stack.len() - 2;
                self.stack[running].set_unseen(true);
            }
            return false;
        }
        let zones = self.of(frame.seat);
        if zones.deck.is_empty() && zones.discard.is_empty() {
            self.stack.pop();
            return false;
        }
        true
    }

    /// Plays a chance outcome: a shuffle, or the next card of the unknown part of a deck. Tells whether chance acts again:
    /// a hand is drawn card by card, and nothing else can happen in between.
    pub(super) fn chance(&mut self, frame: Frame, to: To, outcome: ActionId) -> bool {
        if to == To::Pile {
            self.lay_down(frame.seat, Some(outcome.0 as Slot));
            return false;
        }
        if self.of(frame.seat).deck.is_empty() {
            debug_assert_eq!(outcome, SHUFFLE, "an empty deck is shuffled");
            self.shuffle(frame.seat);
            return true;
        }
        let mut zones = self.of_mut(frame.seat);
        let slot = outcome.0 as Slot;
        zones.deck.remove(slot);
        let more = frame.count > 1 && !(zones.deck.is_empty() && zones.discard.is_empty());
        self.arrive(frame, to, slot, false);
        more
    }

    /// The discard pile becomes the deck.
    #[inline(never)]
    pub(crate) fn shuffle(&mut self, seat: u8) {
        let looked_at = self.looked_at(seat);
        let (idle, plain) = self.rules().unplayed();
        self.of_mut(seat).shuffle(&looked_at, idle, plain);
        if !looked_at.cards.is_empty() {
            // What is known of the cards held before is known of these, too.
            if let Some(running) = self.stack.iter_mut().rev().find(|frame| frame.task.runs()) {
                running.set_unseen(true);
            }
        }
        self.witness(|_| 0x5A0 + u64::from(seat));
    }

    /// What chance draws from: the deck, or the hand that is laid down.
    #[inline]
    pub(super) fn source(&self, frame: Frame) -> &Pile {
        let zones = self.of(frame.seat);
        if frame.task == Task::Draw(To::Pile) { &zones.hand } else { &zones.deck }
    }

    /// A drawn card arrives. `open`: everybody knew that it lay there.
    fn arrive(&mut self, frame: Frame, to: To, slot: Slot, open: bool) {
        let seen_by_all = open || matches!(to, To::Shown | To::Discard);
        self.witness(|seat| {
            let card = if seen_by_all || seat == frame.seat { u64::from(slot) + 1 } else { 0 };
            0xD00 + (card << 16) + ((to as u64) << 32) + (u64::from(frame.seat) << 40)
        });
        match to {
            To::Hand if open => {
                let looking = self.looked_at(frame.seat).unseen;
                self.of_mut(frame.seat).join_hand_openly(slot, looking);
            }
            To::Hand => self.of_mut(frame.seat).join_hand(slot),
            To::Aside | To::Shown | To::Held => self.aside.add(slot),
            To::Discard | To::Pile => self.of_mut(frame.seat).discard_openly(slot),
        }
        let top = self.stack.len() - 1;
        self.stack[top].count -= 1;
        if matches!(to, To::Discard | To::Held) {
            // The program below goes on with this card, if it asks about it.
            let asks = to == To::Held || self.op(self.stack[top - 1]) == Some(Op::MayPlayIt);
            let below = &mut self.stack[top - 1];
            if asks {
                below.ask_about(slot);
            } else {
                below.choose_anew();
            }
        }
    }

    /// Every seat notes that it saw these cards.
    #[inline]
    pub(super) fn witness_cards(&mut self, event: u64, cards: impl Iterator<Item = (Slot, u8)>) {
        let told = cards.fold(event, |told, (slot, count)| {
            told.wrapping_mul(8191).wrapping_add((u64::from(slot) << 8) + u64::from(count))
        });
        self.witness(|_| told);
    }

    /// Every seat notes what it saw; `event` gives each seat's view of it as a number.
    #[inline]
    pub(super) fn witness(&mut self, event: impl Fn(u8) -> u64) {
        for seat in 0..self.players() {
            // Folded multiplication, as in wyhash: a change of any bit changes half of all. The sum keeps 0 from being a trap.
            let heard = u128::from(self.recall[seat as usize] ^ event(seat)) * 0x9e37_79b9_7f4a_7c15;
            self.recall[seat as usize] = ((heard >> 64) as u64 ^ heard as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
        }
    }
}
