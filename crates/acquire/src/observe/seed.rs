//! The small layouts: board, chains, players, hand, phase and what is asked.

use super::{MOST_MONEY, Writer};
use crate::board::{CELLS, each};
use crate::chains::{CHAINS, HUGE, SAFE};
use crate::state::{AcquireState, Phase, RACK};
use hoyle_core::{Layout, MAX_SEATS, Seat};

const PHASES: &str = "one-hot of lobby, playing, tile played, founding, merging, buying, over; lobby and tile played \
                      never last, so they are 0";

/// `seed222`, or with a one-hot hand `seed864`.
pub(super) fn layout(name: &str, chains: &str, one_hot_hand: bool) -> Layout {
    let unit = 0.0..=1.0;
    let builder = Layout::build(name, 1)
        .field("board", &[CELLS], 0.0..=8.0, &format!("row by row: 0 free, 1 no chain, 2-8 {chains}"))
        .records(&[CHAINS], |chain| {
            chain
                .field("size", &[], unit.clone(), "tiles, at most 41, divided by 41")
                .field("price", &[], unit.clone(), "price of a share, divided by $1,200")
                .field("bank", &[], unit.clone(), "shares that nobody has, divided by 25")
                .field("active", &[], unit.clone(), "whether it is on the board")
                .field("safe", &[], unit.clone(), "whether it has 11 tiles")
        })
        .records(&[MAX_SEATS], |player| {
            player
                .field("playing", &[], unit.clone(), "whether the slot is used; slot 0 is the observer")
                .field("money", &[], 0.0..=MOST_MONEY, "money divided by $10,000; 0 if it is hidden")
                .field("shares", &[CHAINS], unit.clone(), "shares divided by 25; 0 if they are hidden")
        });
    let slots = RACK as usize;
    let builder = if one_hot_hand {
        builder.field("hand", &[slots, CELLS], unit.clone(), "each tile of the observer's as a one-hot, ascending")
    } else {
        builder.field("hand", &[slots], -1.0..=1.0, "the observer's tiles ascending, divided by 107; -1 for none")
    };
    let hand = if one_hot_hand { slots * CELLS } else { slots };
    builder
        .field("phase", &[7], unit.clone(), PHASES)
        .field("turn", &[MAX_SEATS], unit.clone(), "one-hot of whose turn it is, counted from the observer")
        .field("can_end", &[], unit.clone(), "whether the end can be declared")
        .field("asked", &[5], unit, "one-hot of what is asked: tile, chain, survivor or order, disposal, shares or end")
        .finish(&[CELLS + 5 * CHAINS + 9 * MAX_SEATS + hand + 7 + MAX_SEATS + 1 + 5])
}

impl AcquireState {
    /// Writes a small layout into a buffer of zeros.
    pub(super) fn write_seed(&self, seat: Seat, one_hot_hand: bool, out: &mut [f32]) {
        each(self.orphans).for_each(|cell| out[cell as usize] = 1.0);
        for (value, &area) in (2u8..).zip(&self.areas) {
            each(area).for_each(|cell| out[cell as usize] = f32::from(value));
        }
        let mut w = Writer { out, at: CELLS };
        for chain in 0..CHAINS {
            let size = self.sizes[chain];
            w.number(f32::from(size.min(HUGE)) / f32::from(HUGE));
            w.number(f32::from(self.price(chain as u8)) / 12.0);
            w.number(f32::from(self.bank[chain]) / 25.0);
            w.flag(self.areas[chain] != 0);
            w.flag(self.areas[chain] != 0 && size >= SAFE);
        }
        for player in self.seats_around(seat) {
            w.flag(true);
            if self.shows(seat, player) {
                w.number(self.scaled_money(player));
                self.shares[player as usize].iter().for_each(|&held| w.number(f32::from(held) / 25.0));
            } else {
                w.skip(1 + CHAINS);
            }
        }
        w.skip(9 * (MAX_SEATS - self.players() as usize));
        let mut rack = each(self.racks[seat.index()]);
        for _ in 0..RACK {
            let cell = rack.next();
            if one_hot_hand {
                w.one_hot(CELLS, cell.map_or(CELLS, usize::from));
            } else {
                w.number(cell.map_or(-1.0, |cell| f32::from(cell) / 107.0));
            }
        }
        let (phase, asked) = match self.phase {
            Phase::Start | Phase::Deal | Phase::Draw => (1, 5),
            Phase::Play => (1, 0),
            Phase::Found => (3, 1),
            Phase::Survivor | Phase::Order => (4, 2),
            Phase::Dummy => (4, 5),
            Phase::Dispose => (4, 3),
            Phase::End | Phase::Buy => (5, 4),
            Phase::Final | Phase::Over => (6, 5),
        };
        w.one_hot(7, phase);
        w.one_hot(MAX_SEATS, self.distance(seat, self.mover));
        w.flag(self.can_end());
        w.one_hot(5, asked);
    }
}
