//! The small layouts: board, chains, players, hand, phase and what is asked; with two more numbers of whose turn it is.

use super::{MAX_MONEY, Writer};
use crate::board::CELLS;
use crate::chains::{CHAINS, HUGE, SAFE};
use crate::state::{AcquireState, Phase, RACK_SIZE};
use hoyle_core::{Layout, MAX_SEATS, Play, Seat, Turn, iter_bits};

const PHASES: &str = "one-hot of lobby, playing, tile played, founding, merging, buying, over; lobby and tile played \
                      never last, so they are 0";

/// What the small layouts differ in.
#[derive(Clone, Copy)]
pub(super) struct SeedLayout {
    name: &'static str,
    /// Each tile as a one-hot instead of a number.
    one_hot_hand: bool,
    /// How many play, and whether the observer decides.
    counts_players: bool,
}

/// The small layouts, in the order of their numbers.
pub(super) const SEED_LAYOUTS: [SeedLayout; 4] = [
    SeedLayout { name: "seed222", one_hot_hand: false, counts_players: false },
    SeedLayout { name: "seed864", one_hot_hand: true, counts_players: false },
    SeedLayout { name: "seed224", one_hot_hand: false, counts_players: true },
    SeedLayout { name: "seed866", one_hot_hand: true, counts_players: true },
];

impl SeedLayout {
    pub(super) fn layout(self, chains: &str) -> Layout {
        let unit = 0.0..=1.0;
        let builder = Layout::build(self.name, 1)
            .field("board", &[CELLS], 0.0..=8.0, &format!("row by row: 0 free, 1 no chain, 2-8 {chains}"))
            .records(&[CHAINS], |chain| {
                chain
                    .field(
                        "size",
                        &[],
                        unit.clone(),
                        "tiles, at most 41, divided by 41; of a chain that is wound up those before the merger",
                    )
                    .field(
                        "price",
                        &[],
                        unit.clone(),
                        "price of a share, divided by $1,200; of a chain that is wound up what it is sold for",
                    )
                    .field("bank", &[], unit.clone(), "shares that nobody has, divided by 25")
                    .field("active", &[], unit.clone(), "whether it is on the board; one that is wound up is not")
                    .field("safe", &[], unit.clone(), "whether it has 11 tiles")
            })
            .records(&[MAX_SEATS], |player| {
                player
                    .field("playing", &[], unit.clone(), "whether the slot is used; slot 0 is the observer")
                    .field("money", &[], 0.0..=MAX_MONEY, "money divided by $10,000; 0 if it is hidden")
                    .field("shares", &[CHAINS], unit.clone(), "shares divided by 25; 0 if they are hidden")
            });
        let slots = RACK_SIZE as usize;
        let builder = if self.one_hot_hand {
            builder.field("hand", &[slots, CELLS], unit.clone(), "each tile of the observer's as a one-hot, ascending")
        } else {
            builder.field("hand", &[slots], -1.0..=1.0, "the observer's tiles ascending, divided by 107; -1 for none")
        };
        let hand = if self.one_hot_hand { slots * CELLS } else { slots };
        let can_end = "whether the chains on the board allow the end to be declared, whoever is asked for what";
        let asked = "one-hot of what is asked: tile, chain, survivor or order, disposal, shares or end";
        let builder = builder
            .field("phase", &[7], unit.clone(), PHASES)
            .field("turn", &[MAX_SEATS], unit.clone(), "one-hot of whose turn it is, counted from the observer")
            .field("can_end", &[], unit.clone(), can_end)
            .field("asked", &[5], unit.clone(), asked);
        let len = CELLS + 5 * CHAINS + 9 * MAX_SEATS + hand + 7 + MAX_SEATS + 1 + 5;
        if !self.counts_players {
            return builder.finish(&[len]);
        }
        builder
            .field("players", &[], unit.clone(), "how many play, divided by 6")
            .field("can_act", &[], unit, "whether the observer decides now")
            .finish(&[len + 2])
    }
}

impl AcquireState {
    /// Writes a small layout into a buffer of zeros.
    pub(super) fn write_seed(&self, seat: Seat, kind: SeedLayout, out: &mut [f32]) {
        iter_bits(self.orphans).for_each(|cell| out[cell as usize] = 1.0);
        for (value, &area) in (2u8..).zip(&self.areas) {
            iter_bits(area).for_each(|cell| out[cell as usize] = f32::from(value));
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
        let mut rack = iter_bits(self.racks[seat.index()]);
        for _ in 0..RACK_SIZE {
            let cell = rack.next();
            if kind.one_hot_hand {
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
        if kind.counts_players {
            w.number(f32::from(self.players()) / 6.0);
            w.flag(self.turn() == Turn::Seat(seat));
        }
    }
}
