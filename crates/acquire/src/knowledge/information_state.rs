//! The parts of an information state: words, names of tiles and chains, and numbers.
//!
//! Equal texts are equal knowledge: every field of a position that a determinization keeps (the table in `determinize`) is
//! here, or follows from what is here. Only what cannot be listed, everything that the seat has seen happen, is a hash.

use crate::automatic::{AutomaticAction, AutomaticKind};
use crate::board::{Cells, NO_CELL, cell_name, cell_names, count};
use crate::chains::NO_CHAIN;
use crate::rules::each_chain;
use crate::state::{AcquireState, Phase};
use std::fmt::Write as _;

/// Tiles by name, or that there are none.
pub(super) fn tiles(cells: Cells) -> String {
    if cells == 0 { "none".to_owned() } else { cell_names(cells) }
}

/// What is to happen next, as a sentence has it.
pub(super) fn stage(phase: Phase) -> &'static str {
    match phase {
        Phase::Start => "starting tiles are drawn",
        Phase::Deal => "racks are dealt",
        Phase::Play => "a tile is played",
        Phase::Found => "a chain is founded",
        Phase::Survivor => "the survivor is chosen",
        Phase::Order => "the next defunct chain is chosen",
        Phase::Dummy => "the dummy's shares are drawn",
        Phase::Dispose => "shares are disposed of",
        Phase::End => "the end may be declared",
        Phase::Buy => "shares are bought",
        Phase::Draw => "tiles are drawn",
        Phase::Final => "the dummy's shares are drawn for the payout",
        Phase::Over => "nothing",
    }
}

impl AcquireState {
    /// Chains by name.
    fn chain_names(&self, set: u8) -> String {
        each_chain(set).map(|chain| self.rules().chain_name(chain)).collect::<Vec<_>>().join(", ")
    }

    /// What everybody knows of a player.
    pub(super) fn write_standing(&self, player: u8, out: &mut String) {
        let (i, constraints) = (player as usize, &self.constraints);
        let held = each_chain(0x7f).filter(|&chain| self.shares[i][chain as usize] > 0);
        let held: Vec<String> = held
            .map(|chain| format!("{} {}", self.rules().chain_name(chain), self.shares[i][chain as usize]))
            .collect();
        let shares = if held.is_empty() { "none".to_owned() } else { held.join(", ") };
        let start = if self.starts[i] == NO_CELL { "none".to_owned() } else { cell_name(self.starts[i]) };
        let _ = writeln!(
            out,
            "player {}: {} tiles, ${}, shares: {shares}; starting tile: {start}",
            player + 1,
            count(self.racks[i]),
            100 * u64::from(self.money[i]),
        );
        let (free, had, avoid) = (constraints.free[i], constraints.held[i], tiles(constraints.avoid[i]));
        let _ = writeln!(out, "  at most {free} of the {had} tiles that it had were of: {avoid}");
        let _ =
            writeln!(out, "  at least {} of its tiles are of: {}", constraints.least[i], tiles(constraints.stuck[i]));
    }

    /// How far the turn has come.
    pub(super) fn write_turn(&self, out: &mut String) {
        let name = |chain: u8| self.rules().chain_name(chain);
        if self.tile != NO_CELL {
            let _ = writeln!(out, "played: {}", cell_name(self.tile));
        }
        if self.survivor != NO_CHAIN {
            let _ = writeln!(out, "survivor: {}", name(self.survivor));
        }
        if self.defunct != NO_CHAIN {
            let _ = writeln!(out, "wound up: {}, {} players to ask", name(self.defunct), self.left);
        }
        if self.queue != 0 {
            let _ = writeln!(out, "still to be dealt with: {}", self.chain_names(self.queue));
        }
        if self.bought > 0 {
            let _ = writeln!(out, "bought: {}, the last one of {}", self.bought, name(self.last_bought));
        }
        let flags = [
            (self.sold, "a share was sold, so that none is traded any more"),
            (self.exchanged, "dead tiles were exchanged in this turn"),
            (self.declared, "the end was declared"),
        ];
        for (_, text) in flags.iter().filter(|(set, _)| *set) {
            let _ = writeln!(out, "{text}");
        }
        let _ = writeln!(out, "turns in a row without a tile: {}", self.idle);
    }

    /// What a player did without a choice.
    pub(super) fn automatic_clause(&self, action: AutomaticAction) -> String {
        match action.kind {
            AutomaticKind::Played => format!("played {}, the only choice", cell_name(action.what)),
            AutomaticKind::Founded => format!("founded {}, the only choice", self.rules().chain_name(action.what)),
            AutomaticKind::Skipped => "could not play".to_owned(),
            AutomaticKind::Discarded => format!("exchanged {}", cell_name(action.what)),
        }
    }
}
