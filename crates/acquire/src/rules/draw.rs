//! What chance does: starting tiles, racks, and the dummy's holdings.
//!
//! The order of the bag is nobody's knowledge, so that it is not part of a position: a draw is any tile of the bag with
//! the same probability.

use super::{DRAWN, EXCHANGED};
use crate::action::DUMMY;
use crate::automatic::AutomaticKind;
use crate::board::{bit, count};
use crate::chains::NO_CHAIN;
use crate::event::{Event, EventSink};
use crate::options::Seating;
use crate::state::{AcquireState, Phase, RACK_SIZE};
use hoyle_core::iter_bits;

impl AcquireState {
    /// Plays a chance outcome.
    #[inline]
    pub(super) fn chance<E: EventSink>(&mut self, id: u16, events: &mut E) {
        match self.phase {
            Phase::Start => self.place_start(id as u8, events),
            Phase::Deal => {
                self.draw(self.mover, id as u8, events);
                if count(self.racks[self.mover as usize]) == RACK_SIZE {
                    self.mover = self.after(self.mover);
                    if self.racks[self.mover as usize] != 0 {
                        self.phase = Phase::Play;
                    }
                }
            }
            Phase::Draw => self.draw(self.mover, id as u8, events),
            _ => {
                let shares = (id - DUMMY) as u8 + 1;
                self.record_public(u64::from(id));
                let chain = if self.phase == Phase::Dummy { self.defunct } else { self.queue.trailing_zeros() as u8 };
                events.emit(Event::Dummy { chain, shares });
                self.pay_bonuses(chain, shares, events);
                if self.phase == Phase::Dummy {
                    self.begin_disposal();
                } else {
                    self.queue &= self.queue - 1;
                }
            }
        }
    }

    /// A starting tile: the next seat's, or one of those that will decide who sits where.
    fn place_start<E: EventSink>(&mut self, cell: u8, events: &mut E) {
        self.record_public(u64::from(cell));
        events.emit(Event::Started { cell });
        self.bag &= !bit(cell);
        self.orphans |= bit(cell);
        let players = self.players() as usize;
        let drawn = count(self.orphans) as usize;
        self.starts[drawn - 1] = cell;
        if drawn < players {
            return;
        }
        if self.rules.options.seating == Seating::ByTile {
            let mut starts = self.starts;
            starts[..players].sort_unstable_by_key(|&cell| self.start_key(cell));
            self.starts = starts;
        }
        self.mover = self.starter();
        self.phase = Phase::Deal;
        events.emit(Event::Begins { seat: self.mover });
    }

    /// A tile goes from the bag to a rack.
    #[inline]
    fn draw<E: EventSink>(&mut self, seat: u8, cell: u8, events: &mut E) {
        self.record_public(DRAWN);
        self.record_private(seat, u64::from(cell));
        events.emit(Event::Drew { seat, cell });
        self.bag &= !bit(cell);
        self.racks[seat as usize] |= bit(cell);
        self.constraints.free[seat as usize] += 1;
        self.constraints.held[seat as usize] += 1;
    }

    /// Goes on with the draw step of the mover; true if a tile is to be drawn.
    #[inline]
    pub(super) fn fill_rack<E: EventSink>(&mut self, events: &mut E) -> bool {
        let seat = self.mover as usize;
        loop {
            if count(self.racks[seat]) < RACK_SIZE && self.bag != 0 {
                return true;
            }
            if self.exchanged && !self.rules.repeat_exchange {
                break;
            }
            let gone = self.racks[seat] & self.dead;
            self.racks[seat] &= !gone;
            self.record_none_dead(seat, count(gone) as u8);
            if gone == 0 {
                break;
            }
            self.exchanged = true;
            self.discards |= gone;
            self.record_public(EXCHANGED);
            for cell in iter_bits(gone) {
                self.record_public(u64::from(cell));
                self.automatic.push(AutomaticKind::Discarded, self.mover, cell);
            }
            events.emit(Event::Exchanged { seat: self.mover, cells: gone });
        }
        self.exchanged = false;
        if self.racks == [0; hoyle_core::MAX_SEATS] {
            self.end_without_tiles(events);
        } else {
            self.pass_turn();
        }
        false
    }

    /// Everybody sees that what the rack still holds is not dead.
    #[inline]
    fn record_none_dead(&mut self, seat: usize, gone: u8) {
        let constraints = &mut self.constraints;
        constraints.avoid[seat] = self.dead;
        constraints.free[seat] = 0;
        constraints.held[seat] = count(self.racks[seat]) as u8;
        constraints.least[seat] = constraints.least[seat].saturating_sub(gone);
        // What cannot be told any more is forgotten, so that equal knowledge is equal bytes.
        constraints.stuck[seat] = if constraints.least[seat] == 0 { 0 } else { constraints.stuck[seat] & !self.dead };
    }
}

const _: () = assert!(NO_CHAIN > 7, "no chain is no number of one");
