//! What a seat knows, and what it does not.
//!
//! | file | idea |
//! |---|---|
//! | `information_state.rs` | what a seat knows, as text |
//! | `determinize/` | what it does not know, sampled anew |
//! | `seat_view.rs` | what it may know, typed, for scripted players |

mod determinize;
mod information_state;
mod seat_view;

pub(crate) use determinize::{HiddenTiles, PerOpponent, Weights};
pub use seat_view::SeatView;

use crate::board::{Cells, count};
use crate::chains::CHAINS;
use crate::state::{AcquireState, Phase};
use hoyle_core::{Knowledge, Play, Rng, Seat, Turn};
use information_state::{stage, tiles};
use std::fmt::Write as _;

impl Knowledge for AcquireState {
    type SeatView<'a> = SeatView<'a>;

    /// The hashes at its end make it remember everything that it has seen, so that money and
    /// shares stand here even if they are hidden from view: who remembers every purchase knows them.
    fn information_state(&self, seat: Seat, out: &mut String) {
        let turn = match self.turn() {
            Turn::Seat(seat) => format!("player {} decides", seat.0 + 1),
            Turn::Chance => "chance decides".to_owned(),
            Turn::Over => "the game is over".to_owned(),
        };
        let (own, mover, next) = (seat.0 + 1, self.mover + 1, stage(self.phase));
        let _ = writeln!(out, "acquire, seen by player {own}: {turn}; turn of player {mover}; next: {next}");
        let _ = writeln!(out, "own tiles: {}", tiles(self.racks[seat.index()]));
        let _ = writeln!(out, "of no chain: {}", tiles(self.orphans));
        let _ = writeln!(out, "exchanged: {}", tiles(self.discards));
        let _ = writeln!(out, "in the bag: {} tiles", count(self.bag));
        for chain in 0..CHAINS as u8 {
            let (name, size) = (self.rules().chain_name(chain), self.sizes[chain as usize]);
            let _ = writeln!(out, "{name}, size {size}: {}", tiles(self.areas[chain as usize]));
        }
        (0..self.players()).for_each(|player| self.write_standing(player, out));
        self.write_turn(out);
        for action in self.automatic.iter() {
            let _ =
                writeln!(out, "since the last action: player {} {}", action.seat + 1, self.automatic_clause(action));
        }
        let _ = writeln!(out, "everything that all have seen: {:016x}", self.public_hash);
        let _ = writeln!(out, "everything that only this player has seen: {:016x}", self.private_hash[seat.index()]);
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        let hidden = self.hidden_from(seat.0);
        let racks = hidden.deal(rng);
        self.with_racks(seat, &hidden, racks, rng)
    }

    fn seat_view(&self, seat: Seat) -> SeatView<'_> {
        SeatView { state: self, seat: seat.0 }
    }
}

impl AcquireState {
    /// A determinization with these racks of the others.
    pub(crate) fn with_racks(
        &self,
        seat: Seat,
        hidden: &HiddenTiles,
        racks: PerOpponent<Cells>,
        rng: &mut Rng,
    ) -> Self {
        let mut dealt = self.clone();
        dealt.bag = hidden.pool;
        for (known, rack) in hidden.racks.iter().zip(racks) {
            dealt.racks[known.seat as usize] = rack;
            dealt.bag &= !rack;
        }
        if self.phase == Phase::Play && self.mover != seat.0 {
            dealt.playable = dealt.racks[self.mover as usize] & !(self.dead | self.eighth());
        }
        // What the others remember tells what they drew.
        for other in (0..self.players()).filter(|&other| other != seat.0) {
            dealt.private_hash[other as usize] = rng.bits();
        }
        dealt
    }
}
