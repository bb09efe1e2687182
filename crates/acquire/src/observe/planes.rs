//! The layout to train on: planes of the board, then everything else that lies on the table.

use super::{MAX_MONEY, Writer};
use crate::board::{CELLS, COLUMNS, Cells, NO_CELL, ROWS, bit, count};
use crate::chains::{CHAINS, HUGE, SAFE, SHARES};
use crate::state::{AcquireState, Phase, RACK_SIZE};
use hoyle_core::{Layout, MAX_SEATS, Play, Seat, Turn, iter_bits};

/// Planes of the board itself: free, no chain, seven chains.
const GROUNDS: usize = 2 + CHAINS;
/// What a chain has.
const CHAIN: usize = 10;
/// What a player has.
const PLAYER: usize = 6 + CHAINS;
/// The phases.
const PHASES: usize = 13;

pub(super) fn layout(chains: &str) -> Layout {
    let unit = || 0.0..=1.0;
    let plane = &[ROWS, COLUMNS][..];
    Layout::build("planes", 1)
        .section("board")
        .field("board", &[GROUNDS, ROWS, COLUMNS], unit(), &format!("one-hot by cell of: free, no chain, {chains}"))
        .section("tiles")
        .field("rack", plane, unit(), "the observer's tiles")
        .field("legal", plane, unit(), "those of them that could be played now")
        .field("dead", plane, unit(), "free cells that can never be played")
        .field("discards", plane, unit(), "dead tiles that were exchanged")
        .field("tile", plane, unit(), "the tile that was played in this turn")
        .section("chains")
        .records(&[CHAINS], |chain| {
            chain
                .field("size", &[], unit(), "tiles, at most 41, divided by 41; before the merger for one that goes")
                .field("price", &[], unit(), "price of a share, divided by $1,200; before the merger for one that goes")
                .field("bank", &[], unit(), "shares that nobody has, divided by 25")
                .field("active", &[], unit(), "whether it is on the board")
                .field("safe", &[], unit(), "whether it has 11 tiles")
                .field("survivor", &[], unit(), "whether it survives the merger under way")
                .field("defunct", &[], unit(), "whether its shares are disposed of")
                .field("queued", &[], unit(), "whether it is still to be dealt with in this merger or payout")
                .field("foundable", &[], unit(), "whether it could be founded: it is not on the board")
                .field("buyable", &[], unit(), "whether the mover could buy a share of it now; 0 if money is hidden")
        })
        .section("players")
        .records(&[MAX_SEATS], |player| {
            player
                .field("playing", &[], unit(), "whether the slot is used; slot 0 is the observer")
                .field("shown", &[], unit(), "whether money and shares are shown")
                .field("money", &[], 0.0..=MAX_MONEY, "money divided by $10,000; 0 if it is hidden")
                .field("shares", &[CHAINS], unit(), "shares divided by 25; 0 if they are hidden")
                .field("tiles", &[], unit(), "tiles in the rack, divided by 6")
                .field("turn", &[], unit(), "whose turn it is")
                .field("decides", &[], unit(), "who decides")
        })
        .section("phase")
        .field(
            "phase",
            &[PHASES],
            unit(),
            "one-hot of start, deal, play, found, survivor, order, dummy, dispose, end, buy, draw, final, over",
        )
        .field("can_end", &[], unit(), "whether the chains on the board allow the end to be declared")
        .field("declared", &[], unit(), "whether it was declared")
        .field("bag", &[], unit(), "tiles in the bag, divided by 108")
        .field("idle", &[], unit(), "turns in a row without a tile, divided by 6")
        .field("players", &[], unit(), "players divided by 6")
        .field("to_ask", &[], unit(), "players still to be asked about the defunct chain, divided by 6")
        .field("bought", &[], unit(), "shares bought in this turn share by share, divided by 3")
        .field("sold", &[], unit(), "whether a share was sold share by share, after which none is traded")
        .finish(&[(GROUNDS + 5) * CELLS + CHAIN * CHAINS + PLAYER * MAX_SEATS + PHASES + 8])
}

#[inline]
fn plane(out: &mut [f32], number: usize, cells: Cells) {
    let plane = &mut out[number * CELLS..][..CELLS];
    iter_bits(cells).for_each(|cell| plane[cell as usize] = 1.0);
}

impl AcquireState {
    /// Writes the layout into a buffer of zeros.
    pub(super) fn write_planes(&self, seat: Seat, out: &mut [f32]) {
        let chained = self.chained();
        let (free, rest) = out.split_at_mut(CELLS);
        free.fill(1.0);
        iter_bits(self.orphans | chained).for_each(|cell| free[cell as usize] = 0.0);
        plane(rest, 0, self.orphans);
        self.areas.iter().enumerate().for_each(|(chain, &area)| plane(rest, 1 + chain, area));
        let rack = self.racks[seat.index()];
        let tile = if self.tile == NO_CELL { 0 } else { bit(self.tile) };
        let own = [rack, rack & !(self.dead | self.eighth()), self.dead, self.discards, tile];
        own.iter().enumerate().for_each(|(i, &cells)| plane(out, GROUNDS + i, cells));

        let mut w = Writer { out, at: (GROUNDS + 5) * CELLS };
        let buyable = if self.phase == Phase::Buy && self.shows(seat, self.mover) { self.buyable() } else { 0 };
        for chain in 0..CHAINS {
            let size = self.sizes[chain];
            let active = self.areas[chain] != 0;
            w.number(f32::from(size.min(HUGE)) / f32::from(HUGE));
            w.number(f32::from(self.price(chain as u8)) / 12.0);
            w.number(f32::from(self.bank[chain]) / f32::from(SHARES));
            w.flag(active);
            w.flag(active && size >= SAFE);
            w.flag(self.survivor == chain as u8);
            w.flag(self.defunct == chain as u8);
            w.flag(self.queue >> chain & 1 == 1);
            w.flag(!active);
            w.flag(buyable >> chain & 1 == 1);
        }
        let turn = self.turn();
        for player in self.seats_around(seat) {
            let shown = self.shows(seat, player);
            w.flag(true);
            w.flag(shown);
            if shown {
                w.number(self.scaled_money(player));
                self.shares[player as usize].iter().for_each(|&held| w.number(f32::from(held) / f32::from(SHARES)));
            } else {
                w.skip(1 + CHAINS);
            }
            w.number(count(self.racks[player as usize]) as f32 / RACK_SIZE as f32);
            w.flag(player == self.mover);
            w.flag(turn == Turn::Seat(Seat(player)));
        }
        w.skip(PLAYER * (MAX_SEATS - self.players() as usize));
        w.one_hot(PHASES, self.phase as usize);
        w.flag(self.can_end());
        w.flag(self.declared);
        w.number(count(self.bag) as f32 / CELLS as f32);
        w.number(f32::from(self.idle) / 6.0);
        w.number(f32::from(self.players()) / 6.0);
        w.number(f32::from(self.left) / 6.0);
        w.number(f32::from(self.bought) / 3.0);
        w.flag(self.sold);
    }
}

const _: () = assert!(Phase::Over as usize + 1 == PHASES, "the phases are counted");
