//! Mergers: who survives, who is paid, and what becomes of the shares.
//!
//! When the survivor is known, all tiles are its own; the sizes of the chains that go are kept until they are wound up,
//! because bonuses and sales are at the price before the merger.

use crate::action::MAX_PAIRS;
use crate::board::Cells;
use crate::chains::{CHAINS, NO_CHAIN, bonuses};
use crate::event::{Event, EventSink};
use crate::state::{AcquireState, Phase};
use hoyle_core::{MAX_SEATS, iter_bits};

/// The chains of a set, in ascending order.
#[inline]
pub(crate) fn each_chain(set: u8) -> impl Iterator<Item = u8> {
    iter_bits(set)
}

impl AcquireState {
    /// The chains of a set that are as large as the largest of them.
    #[inline]
    pub(crate) fn largest(&self, set: u8) -> u8 {
        let size = |chain: u8| self.sizes[chain as usize];
        let most = each_chain(set).map(size).max().unwrap_or(0);
        each_chain(set).filter(|&chain| size(chain) == most).fold(0, |set, chain| set | 1 << chain)
    }

    /// The mover's tile joins these chains.
    pub(super) fn merge<E: EventSink>(&mut self, touched: u8, events: &mut E) {
        self.queue = touched;
        let largest = self.largest(touched);
        if largest.is_power_of_two() {
            self.choose_survivor(largest.trailing_zeros() as u8, events);
        } else {
            self.phase = Phase::Survivor;
        }
    }

    /// All tiles become the survivor's; the others are wound up one after the other.
    pub(super) fn choose_survivor<E: EventSink>(&mut self, survivor: u8, events: &mut E) {
        self.survivor = survivor;
        self.queue &= !(1 << survivor);
        let gone: Cells = each_chain(self.queue).fold(0, |all, chain| all | self.areas[chain as usize]);
        each_chain(self.queue).for_each(|chain| self.areas[chain as usize] = 0);
        self.areas[survivor as usize] |= gone;
        self.incorporate(survivor);
        events.emit(Event::Merged { survivor, defunct: self.queue, size: self.sizes[survivor as usize] });
        self.next_defunct(events);
    }

    /// Goes on to the next chain that is wound up, the largest first.
    fn next_defunct<E: EventSink>(&mut self, events: &mut E) {
        if self.queue == 0 {
            self.survivor = NO_CHAIN;
            self.phase = Phase::End;
            return;
        }
        let largest = self.largest(self.queue);
        if largest.is_power_of_two() {
            self.wind_up(largest.trailing_zeros() as u8, events);
        } else {
            self.phase = Phase::Order;
        }
    }

    /// Pays the bonuses of a chain and begins with its disposal.
    pub(super) fn wind_up<E: EventSink>(&mut self, chain: u8, events: &mut E) {
        self.defunct = chain;
        self.queue &= !(1 << chain);
        if self.rules.dummy > 0 && self.is_held(chain) {
            self.phase = Phase::Dummy;
            return;
        }
        self.pay_bonuses(chain, 0, events);
        self.begin_disposal();
    }

    pub(super) fn begin_disposal(&mut self) {
        self.decider = self.mover;
        self.left = self.players();
        self.sold = false;
        self.phase = Phase::Dispose;
    }

    /// Pays the bonuses of a chain, with a dummy that holds so many shares.
    pub(super) fn pay_bonuses<E: EventSink>(&mut self, chain: u8, dummy: u8, events: &mut E) {
        if !self.is_held(chain) {
            return;
        }
        let paid = bonuses(self.price(chain), &self.holdings(chain), dummy);
        for (seat, &amount) in (0..MAX_SEATS).zip(&paid.seats).filter(|&(_, &amount)| amount > 0) {
            self.money[seat] += u32::from(amount);
            events.emit(Event::Bonus { seat: seat as u8, chain, amount });
        }
    }

    /// How many pairs the decider can trade.
    #[inline]
    pub(crate) fn most_pairs(&self) -> u8 {
        let held = self.shares[self.decider as usize][self.defunct as usize];
        (held / 2).min(self.bank[self.survivor as usize]).min(MAX_PAIRS as u8)
    }

    /// The decider trades pairs and sells shares of the defunct chain.
    pub(super) fn dispose<E: EventSink>(&mut self, pairs: u8, sold: u8, events: &mut E) {
        let (seat, chain, survivor) = (self.decider as usize, self.defunct as usize, self.survivor as usize);
        let gain = u32::from(sold) * u32::from(self.price(self.defunct));
        self.shares[seat][chain] -= 2 * pairs + sold;
        self.bank[chain] += 2 * pairs + sold;
        self.shares[seat][survivor] += pairs;
        self.bank[survivor] -= pairs;
        self.money[seat] += gain;
        let kept = self.shares[seat][chain];
        let (chain, survivor) = (self.defunct, self.survivor);
        events.emit(Event::Disposed { seat: seat as u8, chain, survivor, pairs, sold, kept, gain });
    }

    /// One step of a disposal: 0 sells one, 1 trades two, 2 keeps the rest.
    pub(super) fn dispose_step<E: EventSink>(&mut self, step: u16, events: &mut E) {
        match step {
            0 => {
                self.dispose(0, 1, events);
                self.sold = true;
            }
            1 => self.dispose(1, 0, events),
            _ => {
                self.dispose(0, 0, events);
                return self.disposed();
            }
        }
        if self.shares[self.decider as usize][self.defunct as usize] == 0 {
            self.disposed();
        }
    }

    /// The decider is done: the next seat is asked.
    #[inline]
    pub(super) fn disposed(&mut self) {
        self.decider = self.after(self.decider);
        self.left -= 1;
        self.sold = false;
    }

    /// Everybody has disposed of the defunct chain: it is gone.
    pub(super) fn wound_up<E: EventSink>(&mut self, events: &mut E) {
        self.sizes[self.defunct as usize] = 0;
        self.defunct = NO_CHAIN;
        self.decider = 0;
        self.next_defunct(events);
    }
}

const _: () = assert!(CHAINS <= 8, "sets of chains are bytes");
