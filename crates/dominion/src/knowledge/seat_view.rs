//! What a seat may know, typed.

use crate::pile::{Pile, SLOTS, Slot};
use crate::rules::Need;
use crate::setup::{Rules, SlotOp};
use crate::state::{DominionState, Phase, Task};
use hoyle_core::Seat;

/// What a seat may know, for scripted players. Not `Debug`: it would tell the rest.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    pub(super) state: &'a DominionState,
    pub(super) seat: u8,
}

impl<'a> SeatView<'a> {
    /// The rules of the game.
    pub fn rules(&self) -> &'static Rules {
        self.state.rules()
    }

    /// The seat's hand.
    pub fn hand(&self) -> &'a Pile {
        &self.state.of(self.seat).hand
    }

    /// The seat's discard pile.
    pub fn discard(&self) -> &'a Pile {
        &self.state.of(self.seat).discard
    }

    /// How many cards of each slot a player owns: everybody knows that.
    pub fn owned(&self, seat: Seat) -> &'a [u8; SLOTS] {
        &self.state.of(seat.0).owned
    }

    /// A player's points as of now.
    pub fn points(&self, seat: Seat) -> i32 {
        self.state.points(seat.0)
    }

    /// The supply.
    pub fn supply(&self) -> &'a Pile {
        &self.state.supply
    }

    /// The cards that are looked at, revealed or set aside, as far as the seat sees them.
    pub fn aside(&self) -> Pile {
        self.state.aside_seen_by(self.seat)
    }

    /// Actions, buys and money left in this turn.
    pub fn resources(&self) -> (u8, u8, u8) {
        (self.state.actions, self.state.buys, self.state.coins)
    }

    /// What part of the turn it is.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The card whose effect asks for a decision; none in the phases of a turn.
    pub fn asked_by(&self) -> Option<Slot> {
        self.state.stack.last().map(|frame| frame.card)
    }

    /// The card that was drawn or discarded and is asked about.
    pub fn asked_about(&self) -> Option<Slot> {
        let frame = self.state.stack.last().filter(|frame| frame.seat == self.seat)?;
        frame.chosen()
    }

    /// Whose turn it is.
    pub(crate) fn active(&self) -> Seat {
        Seat(self.state.player)
    }

    /// What an effect asks the seat, if it does.
    pub(crate) fn question(&self) -> Option<Question> {
        let frame = *self.state.stack.last().filter(|frame| frame.seat == self.seat)?;
        let slotted = &self.rules().cards[frame.card as usize];
        let program = match frame.task {
            Task::Play => &slotted.play,
            Task::Other => &slotted.others,
            _ => return None,
        };
        let op = *program.get(frame.pc as usize)?;
        let Need { most, forced, .. } = self.state.need(frame, op);
        Some(Question { op, rest: &program[frame.pc as usize + 1..], most, forced })
    }

    /// The number of turns that a player has finished.
    pub fn turns(&self, seat: Seat) -> u8 {
        self.state.of(seat.0).turns
    }
}

/// What an effect asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// The op that asks.
    pub op: SlotOp,
    /// What comes after it.
    pub rest: &'static [SlotOp],
    /// The most cards that can still be chosen, and how many must be.
    pub most: usize,
    pub forced: usize,
}
