//! What chance does: starting tiles, racks, and the dummy's holdings.
//!
//! The order of the bag is nobody's knowledge, so that it is not part of a position: a draw is any tile of the bag with
//! the same probability.

use super::{DRAWN, EXCHANGED};
use crate::action::DUMMY;
use crate::board::{bit, count, each};
use crate::chains::NONE;
use crate::event::{Event, Log};
use crate::notes::Deed;
use crate::options::Seating;
use crate::state::{AcquireState, Phase, RACK};

impl AcquireState {
    /// Plays a chance outcome.
    #[inline]
    pub(super) fn chance<L: Log>(&mut self, id: u16, log: &mut L) {
        match self.phase {
            Phase::Start => self.place_start(id as u8, log),
            Phase::Deal => {
                self.draw(self.mover, id as u8, log);
                if count(self.racks[self.mover as usize]) == RACK {
                    self.mover = self.after(self.mover);
                    if self.racks[self.mover as usize] != 0 {
                        self.phase = Phase::Play;
                    }
                }
            }
            Phase::Draw => self.draw(self.mover, id as u8, log),
            _ => {
                let shares = (id - DUMMY) as u8 + 1;
                self.see(u64::from(id));
                let chain = if self.phase == Phase::Dummy { self.defunct } else { self.queue.trailing_zeros() as u8 };
                log.tell(Event::Dummy { chain, shares });
                self.pay_bonuses(chain, shares, log);
                if self.phase == Phase::Dummy {
                    self.begin_disposal();
                } else {
                    self.queue &= self.queue - 1;
                }
            }
        }
    }

    /// A starting tile: the next seat's, or one of those that will decide who sits where.
    fn place_start<L: Log>(&mut self, cell: u8, log: &mut L) {
        self.see(u64::from(cell));
        log.tell(Event::Started { cell });
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
        log.tell(Event::Begins { seat: self.mover });
    }

    /// A tile goes from the bag to a rack.
    #[inline]
    fn draw<L: Log>(&mut self, seat: u8, cell: u8, log: &mut L) {
        self.see(DRAWN);
        self.see_alone(seat, u64::from(cell));
        log.tell(Event::Drew { seat, cell });
        self.bag &= !bit(cell);
        self.racks[seat as usize] |= bit(cell);
        self.clues.free[seat as usize] += 1;
        self.clues.held[seat as usize] += 1;
    }

    /// Goes on with the draw step of the mover; true if a tile is to be drawn.
    #[inline]
    pub(super) fn fill_rack<L: Log>(&mut self, log: &mut L) -> bool {
        let seat = self.mover as usize;
        loop {
            if count(self.racks[seat]) < RACK && self.bag != 0 {
                return true;
            }
            if self.exchanged && !self.rules.repeat_exchange {
                break;
            }
            let gone = self.racks[seat] & self.dead;
            self.racks[seat] &= !gone;
            self.look_through(seat, count(gone) as u8);
            if gone == 0 {
                break;
            }
            self.exchanged = true;
            self.discards |= gone;
            self.see(EXCHANGED);
            for cell in each(gone) {
                self.see(u64::from(cell));
                self.notes.push(Deed::Discarded, self.mover, cell);
            }
            log.tell(Event::Exchanged { seat: self.mover, cells: gone });
        }
        self.exchanged = false;
        if self.racks == [0; hoyle_core::MAX_SEATS] {
            self.end_without_tiles(log);
        } else {
            self.pass_turn();
        }
        false
    }

    /// Everybody sees that what the rack still holds is not dead.
    #[inline]
    fn look_through(&mut self, seat: usize, gone: u8) {
        let clues = &mut self.clues;
        clues.avoid[seat] = self.dead;
        clues.free[seat] = 0;
        clues.held[seat] = count(self.racks[seat]) as u8;
        clues.least[seat] = clues.least[seat].saturating_sub(gone);
        // What cannot be told any more is forgotten, so that equal knowledge is equal bytes.
        clues.stuck[seat] = if clues.least[seat] == 0 { 0 } else { clues.stuck[seat] & !self.dead };
    }
}

const _: () = assert!(NONE > 7, "no chain is no number of one");
