//! What a seat may know, as a type.

use crate::board::{Cells, count};
use crate::chains::{CHAINS, NO_CHAIN};
use crate::rules::Effect;
use crate::setup::Rules;
use crate::state::{AcquireState, Phase};
use hoyle_core::Seat;

/// What a seat may know, for scripted players. Not `Debug`: it would show what is hidden.
///
/// Money and shares of the others are here even with `hidden_holdings`: everything is bought and sold in the open, so
/// that who remembers it knows them.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    pub(crate) state: &'a AcquireState,
    pub(crate) seat: u8,
}

impl SeatView<'_> {
    /// The rules of the game.
    pub fn rules(&self) -> &'static Rules {
        self.state.rules()
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        Seat(self.seat)
    }

    /// What is to happen next.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Seat {
        Seat(self.state.mover)
    }

    /// The seat's tiles.
    pub fn rack(&self) -> Cells {
        self.state.racks[self.seat as usize]
    }

    /// The seat's tiles that it could play now.
    pub fn playable(&self) -> Cells {
        self.rack() & !(self.state.dead | self.state.eighth())
    }

    /// How many tiles a player has.
    pub fn tiles(&self, seat: Seat) -> u32 {
        count(self.state.racks[seat.index()])
    }

    /// What the tile of a free cell would do now.
    pub fn effect(&self, cell: u8) -> Effect {
        self.state.effect(cell)
    }

    /// Tiles on the board that belong to no chain.
    pub fn orphans(&self) -> Cells {
        self.state.orphans
    }

    /// The tiles of a chain.
    pub fn area(&self, chain: u8) -> Cells {
        self.state.areas[chain as usize]
    }

    /// Free cells that can never be played.
    pub fn dead(&self) -> Cells {
        self.state.dead
    }

    /// Tiles out of the game.
    pub fn discards(&self) -> Cells {
        self.state.discards
    }

    /// How many tiles are left in the bag.
    pub fn bag(&self) -> u32 {
        count(self.state.bag)
    }

    /// The size of each chain; a defunct one has its own until it is wound up.
    pub fn sizes(&self) -> [u8; CHAINS] {
        self.state.sizes
    }

    /// The price of each chain's shares in hundreds of dollars.
    pub fn prices(&self) -> [u8; CHAINS] {
        self.state.prices()
    }

    /// Shares that nobody has.
    pub fn bank(&self) -> [u8; CHAINS] {
        self.state.bank
    }

    /// A player's shares.
    pub fn shares(&self, seat: Seat) -> [u8; CHAINS] {
        self.state.shares[seat.index()]
    }

    /// A player's money in hundreds of dollars.
    pub fn money(&self, seat: Seat) -> u32 {
        self.state.money[seat.index()]
    }

    /// The chain that survives the merger under way.
    pub fn survivor(&self) -> Option<u8> {
        (self.state.survivor != NO_CHAIN).then_some(self.state.survivor)
    }

    /// The chain that is wound up.
    pub fn defunct(&self) -> Option<u8> {
        (self.state.defunct != NO_CHAIN).then_some(self.state.defunct)
    }

    /// The chains of the merger that are still to be dealt with, one bit each.
    pub fn queue(&self) -> u8 {
        self.state.queue
    }

    /// How many pairs of the defunct chain the seat that disposes can trade; 0 at other times.
    pub fn most_pairs(&self) -> u8 {
        if self.state.phase == Phase::Dispose { self.state.most_pairs() } else { 0 }
    }

    /// Share by share: how many shares were bought in this turn, and the lowest chain that can still be bought.
    pub fn bought(&self) -> (u8, u8) {
        (self.state.bought, self.state.last_bought)
    }

    /// Share by share: whether the one who disposes has sold a share, after which none is traded.
    pub fn has_sold(&self) -> bool {
        self.state.sold
    }

    /// Whether the mover has declared the end.
    pub fn declared(&self) -> bool {
        self.state.declared
    }
}
