//! What a seat knows, as text.

use crate::options::Treasures;
use crate::pile::{Pile, Slot};
use crate::program::Op;
use crate::state::{DominionState, Phase, Task};
use hoyle_core::{Seat, Turn};
use std::fmt::Write as _;

impl DominionState {
    /// Cards as text: `3 Copper, Estate`.
    pub(crate) fn list(&self, cards: impl IntoIterator<Item = (Slot, u8)>) -> String {
        let parts: Vec<String> = cards
            .into_iter()
            .filter(|&(_, count)| count > 0)
            .map(|(slot, count)| {
                let name = &self.rules().card(slot).name;
                if count == 1 { name.clone() } else { format!("{count} {name}") }
            })
            .collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// Whether a seat sees the cards that are looked at or set aside: its own, those shown to all, and what was set aside
    /// openly. Gives what it sees of them.
    pub(crate) fn aside_seen_by(&self, seat: u8) -> Pile {
        let Some(owner) = self.aside_owner() else { return Pile::EMPTY };
        if owner == seat {
            return self.aside;
        }
        let running = self.stack.iter().rev().find(|frame| matches!(frame.task, Task::Play | Task::Other));
        let Some(frame) = running.copied() else { return self.aside };
        match self.op(frame) {
            Some(Op::DrawTo(_)) => {
                let mut seen = self.aside;
                if frame.x == 1 {
                    seen.remove(frame.y - 1);
                }
                seen
            }
            _ => {
                let slotted = &self.rules().cards[frame.card as usize];
                let program = if frame.task == Task::Other { &slotted.others } else { &slotted.play };
                if program.iter().any(|op| matches!(op, Op::Show(_, false))) { Pile::EMPTY } else { self.aside }
            }
        }
    }

    /// Appends what the seat knows.
    pub(crate) fn write_info(&self, seat: Seat, out: &mut String) {
        let me = seat.0;
        let turn = match self.whose_turn() {
            Turn::Seat(seat) => format!("player {} decides", seat.0 + 1),
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
        };
        let phase = match self.phase {
            Phase::Deal => "deal",
            Phase::Action => "action",
            Phase::Buy => "buy",
            Phase::Cleanup => "cleanup",
        };
        let _ =
            writeln!(out, "dominion, seen by player {}: {turn}; turn of player {}, {phase}", me + 1, self.player + 1);
        let by_hand = self.rules().options.treasures == Treasures::Hand;
        let _ = writeln!(
            out,
            "actions {}, buys {}, coins {}, silver bonus {}{}{}",
            self.actions,
            self.buys,
            self.coins,
            self.silver_bonus,
            if by_hand && self.silver_played { ", silver played" } else { "" },
            if self.bought { ", bought" } else { "" },
        );
        let _ = writeln!(out, "supply {}", self.list(self.supply.iter()));
        let _ = writeln!(out, "trash {}", self.list((0..).zip(self.trash)));
        let _ = writeln!(out, "in play {}", self.list(self.in_play.iter()));
        let seen = self.aside_seen_by(me);
        if !self.aside.is_empty() {
            let _ = writeln!(out, "aside {} cards: {}", self.aside.len(), self.list(seen.iter()));
        }
        for frame in self.stack.iter() {
            // The register of a card that only its owner has seen is not told to others.
            let hidden = frame.seat != me && matches!(self.op(*frame), Some(Op::DrawTo(_))) && frame.x == 1;
            let y = if hidden { 0 } else { frame.y };
            let card = &self.rules().card(frame.card).name;
            let _ = writeln!(
                out,
                "{:?} {card} {} seat {} {} {y} {:b} {}",
                frame.task, frame.pc, frame.seat, frame.x, frame.z, frame.w
            );
        }
        for player in 0..self.players() {
            let zones = self.of(player);
            let _ =
                writeln!(out, "player {}: turns {}, owns {}", player + 1, zones.turns, self.list(self.owned(player)));
            let _ = writeln!(out, "  discard {}", self.list(zones.discard.iter()));
            let top: Vec<&str> =
                zones
                    .top
                    .iter()
                    .rev()
                    .map(|placed| {
                        if placed.open() || player == me { self.rules().card(placed.slot()).name.as_str() } else { "?" }
                    })
                    .collect();
            let _ = writeln!(out, "  deck {} cards, on top {}", zones.deck_len(), top.join(" "));
            if player == me {
                let _ = writeln!(out, "  hand {}", self.list(zones.hand.iter()));
                let _ = writeln!(out, "  deck holds {}", self.list(zones.deck.iter()));
            } else {
                let _ = writeln!(out, "  hand {} cards, known {}", zones.hand.len(), self.list((0..).zip(zones.known)));
            }
        }
        let _ = writeln!(out, "lately {:x?}", self.history);
        let _ = writeln!(out, "history {:016x}", self.recall[seat.index()]);
    }
}
