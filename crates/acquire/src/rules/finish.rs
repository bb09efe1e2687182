//! The end of the game: why it ends, and the payout.

use crate::event::{Ending, Event, EventSink};
use crate::rules::merger::each_chain;
use crate::state::{AcquireState, Phase};
use hoyle_core::MAX_SEATS;

impl AcquireState {
    /// Ends the game if this was the last turn.
    pub(super) fn is_last_turn<E: EventSink>(&mut self, events: &mut E) -> bool {
        let why = if self.declared {
            Ending::Declared
        } else if self.racks == [0; MAX_SEATS] {
            Ending::NoTiles
        } else if self.idle >= self.players() {
            Ending::NoPlay
        } else {
            return false;
        };
        events.emit(Event::Ended { why });
        self.begin_payout();
        true
    }

    /// The last tiles were dead: the game ends between two turns.
    pub(super) fn end_without_tiles<E: EventSink>(&mut self, events: &mut E) {
        events.emit(Event::Ended { why: Ending::NoTiles });
        self.begin_payout();
    }

    fn begin_payout(&mut self) {
        self.queue = self.active();
        self.phase = Phase::Final;
    }

    /// Pays the bonuses of every chain on the board and sells its shares; true if the dummy's holding is to be drawn.
    pub(super) fn pay_out<E: EventSink>(&mut self, events: &mut E) -> bool {
        while self.queue != 0 {
            let chain = self.queue.trailing_zeros() as u8;
            if self.is_held(chain) && self.rules.dummy > 0 {
                return true;
            }
            self.pay_bonuses(chain, 0, events);
            self.queue &= self.queue - 1;
        }
        for chain in each_chain(self.active()) {
            let price = u32::from(self.price(chain));
            for seat in 0..self.players() {
                let shares = std::mem::take(&mut self.shares[seat as usize][chain as usize]);
                if shares > 0 {
                    let gain = u32::from(shares) * price;
                    self.bank[chain as usize] += shares;
                    self.money[seat as usize] += gain;
                    events.emit(Event::Sold { seat, chain, shares, gain });
                }
            }
        }
        self.phase = Phase::Over;
        true
    }
}
