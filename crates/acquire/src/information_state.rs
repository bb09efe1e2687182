//! What a seat knows, as text: words, names of tiles and chains, and numbers.
//!
//! Equal texts are equal knowledge: every field of a position that a determinization keeps (the table in `determinize`) is
//! here, or follows from what is here. Only what cannot be listed, everything that the seat has seen happen, is a hash.

use crate::board::{Cells, NOWHERE, cell_name, cell_names, count};
use crate::chains::{CHAINS, NONE};
use crate::notes::{Deed, Note};
use crate::rules::each_chain;
use crate::state::{AcquireState, Phase};
use hoyle_core::{Seat, Turn};
use std::fmt::Write as _;

/// Tiles by name, or that there are none.
fn tiles(cells: Cells) -> String {
    if cells == 0 { "none".to_owned() } else { cell_names(cells) }
}

/// What is to happen next, as a sentence has it.
fn stage(phase: Phase) -> &'static str {
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
    pub(crate) fn chain_names(&self, set: u8) -> String {
        each_chain(set).map(|chain| self.rules().chain_name(chain)).collect::<Vec<_>>().join(", ")
    }

    /// Appends what the seat knows. The hashes at its end make it remember everything that it has seen, so that money and
    /// shares stand here even if they are hidden from view: who remembers every purchase knows them.
    pub(crate) fn write_information_state(&self, seat: Seat, out: &mut String) {
        let turn = match self.whose_turn() {
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
        for note in self.notes.iter() {
            let _ = writeln!(out, "since the last action: player {} {}", note.seat + 1, self.deed(note));
        }
        let _ = writeln!(out, "everything that all have seen: {:016x}", self.public);
        let _ = writeln!(out, "everything that only this player has seen: {:016x}", self.private[seat.index()]);
    }

    /// What everybody knows of a player.
    fn write_standing(&self, player: u8, out: &mut String) {
        let (i, clues) = (player as usize, &self.clues);
        let held = each_chain(0x7f).filter(|&chain| self.shares[i][chain as usize] > 0);
        let held: Vec<String> = held
            .map(|chain| format!("{} {}", self.rules().chain_name(chain), self.shares[i][chain as usize]))
            .collect();
        let shares = if held.is_empty() { "none".to_owned() } else { held.join(", ") };
        let start = if self.starts[i] == NOWHERE { "none".to_owned() } else { cell_name(self.starts[i]) };
        let _ = writeln!(
            out,
            "player {}: {} tiles, ${}, shares: {shares}; starting tile: {start}",
            player + 1,
            count(self.racks[i]),
            100 * u64::from(self.money[i]),
        );
        let (free, had, avoid) = (clues.free[i], clues.held[i], tiles(clues.avoid[i]));
        let _ = writeln!(out, "  at most {free} of the {had} tiles that it had were of: {avoid}");
        let _ = writeln!(out, "  at least {} of its tiles are of: {}", clues.least[i], tiles(clues.stuck[i]));
    }

    /// How far the turn has come.
    fn write_turn(&self, out: &mut String) {
        let name = |chain: u8| self.rules().chain_name(chain);
        if self.tile != NOWHERE {
            let _ = writeln!(out, "played: {}", cell_name(self.tile));
        }
        if self.survivor != NONE {
            let _ = writeln!(out, "survivor: {}", name(self.survivor));
        }
        if self.defunct != NONE {
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
    fn deed(&self, note: Note) -> String {
        match note.deed {
            Deed::Played => format!("played {}, the only choice", cell_name(note.what)),
            Deed::Founded => format!("founded {}, the only choice", self.rules().chain_name(note.what)),
            Deed::Skipped => "could not play".to_owned(),
            Deed::Discarded => format!("exchanged {}", cell_name(note.what)),
        }
    }
}
