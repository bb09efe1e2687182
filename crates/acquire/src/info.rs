//! What a seat knows, as text.

use crate::board::{cell_name, cell_names, count};
use crate::chains::{CHAINS, NONE};
use crate::rules::each_chain;
use crate::state::AcquireState;
use hoyle_core::{Seat, Turn};
use std::fmt::Write as _;

impl AcquireState {
    /// Chains by name.
    pub(crate) fn chain_names(&self, set: u8) -> String {
        each_chain(set).map(|chain| self.rules().chain_name(chain)).collect::<Vec<_>>().join(", ")
    }

    /// Appends what the seat knows. The hashes at its end make it remember everything that it has seen, so that money and
    /// shares stand here even if they are hidden from view: who remembers every purchase knows them.
    pub(crate) fn write_info(&self, seat: Seat, out: &mut String) {
        let turn = match self.whose_turn() {
            Turn::Seat(seat) => format!("player {} decides", seat.0 + 1),
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
        };
        let _ = writeln!(
            out,
            "acquire, seen by player {}: {turn}; turn of player {}, {:?}",
            seat.0 + 1,
            self.mover + 1,
            self.phase
        );
        let _ = writeln!(out, "tiles {}", cell_names(self.racks[seat.index()]));
        let _ = writeln!(out, "alone {}", cell_names(self.orphans));
        let _ = writeln!(out, "discarded {}", cell_names(self.discards));
        for chain in 0..CHAINS as u8 {
            let _ = writeln!(
                out,
                "{} {}: {}",
                self.rules().chain_name(chain),
                self.sizes[chain as usize],
                cell_names(self.areas[chain as usize])
            );
        }
        for player in 0..self.players() as usize {
            let clues = &self.clues;
            let _ = writeln!(
                out,
                "player {}: {} tiles, ${}, shares {:?}, {} since {:x}, {} of {:x}",
                player + 1,
                count(self.racks[player]),
                100 * self.money[player],
                self.shares[player],
                clues.free[player],
                clues.avoid[player],
                clues.least[player],
                clues.stuck[player],
            );
        }
        if self.tile != crate::board::NOWHERE {
            let _ = writeln!(out, "played {}", cell_name(self.tile));
        }
        if self.survivor != NONE {
            let _ = writeln!(out, "survivor {}", self.rules().chain_name(self.survivor));
        }
        if self.defunct != NONE {
            let _ = writeln!(out, "defunct {}, {} to ask", self.rules().chain_name(self.defunct), self.left);
        }
        if self.queue != 0 {
            let _ = writeln!(out, "then {}", self.chain_names(self.queue));
        }
        let _ = writeln!(
            out,
            "bought {} up to {}, sold {}, exchanged {}, declared {}, idle {}, bag {}",
            self.bought,
            self.last_bought,
            self.sold,
            self.exchanged,
            self.declared,
            self.idle,
            count(self.bag)
        );
        for note in self.notes.iter() {
            let _ = writeln!(out, "since then {note:?}");
        }
        let _ = writeln!(out, "history {:016x} {:016x}", self.public, self.private[seat.index()]);
    }
}
