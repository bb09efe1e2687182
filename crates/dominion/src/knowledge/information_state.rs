//! The parts of an information state as text.

use crate::before::{Before, Limit};
use crate::history::{Deed, Source, TurnCount};
use crate::pile::{Pile, Slot};
use crate::program::Op;
use crate::state::{DominionState, Frame, Task, To};
use hoyle_core::iter_bits;
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
        match self.running().map(|frame| (frame, self.op(frame))) {
            Some((frame, Some(Op::DrawTo(_)))) => {
                let mut seen = self.aside;
                if let Some(slot) = frame.drawn() {
                    seen.remove(slot);
                }
                seen
            }
            _ if self.shows_openly() == Some(false) => Pile::EMPTY,
            _ => self.aside,
        }
    }

    /// The cards of these slots, by name.
    pub(super) fn names(&self, slots: u64) -> String {
        self.list(iter_bits(slots & self.rules().supply.mask()).map(|slot| (slot, 1)))
    }

    /// A step of an effect, in words. What only its player knows is not told to others.
    pub(super) fn write_frame(&self, me: u8, frame: Frame, out: &mut String) {
        let card = &self.rules().card(frame.card).name;
        let (seat, count) = (frame.seat + 1, frame.count);
        let what = match frame.task {
            Task::Draw(to) => {
                let to = match to {
                    To::Hand => "to the hand",
                    To::Aside => "to look at",
                    To::Shown => "to reveal",
                    To::Discard => "to discard",
                    To::Held => "to keep or set aside",
                    To::Pile => "to lay a hand down under it",
                };
                let _ = writeln!(out, "under way: player {seat} draws {count} {to}");
                return;
            }
            Task::React => "is met by",
            Task::Play => "is played by",
            Task::Other => "happens to",
            Task::Again => "is played again by",
            Task::Macro => "and all simple actions are played by",
        };
        // A card that only its owner has seen is not told to others.
        let hidden = frame.seat != me && matches!(self.op(frame), Some(Op::DrawTo(_))) && frame.count == 1;
        let last = match frame.chosen() {
            Some(_) if hidden => "a card",
            Some(slot) => &self.rules().card(slot).name,
            None => "none",
        };
        let immune: Vec<String> = (0..self.players())
            .filter(|seat| frame.immune() >> seat & 1 == 1)
            .map(|seat| (seat + 1).to_string())
            .collect();
        let _ = writeln!(
            out,
            "under way: {card} {what} player {seat}, place {}, count {count}, card {last}, unharmed {}{}, owner {}",
            frame.pc,
            if immune.is_empty() { "none".to_owned() } else { immune.join(" ") },
            if frame.unseen() { " with a card from hand" } else { "" },
            frame.played_by + 1,
        );
    }

    /// What is known of the cards held before a shuffle, in words.
    pub(super) fn write_before(&self, before: &Before, out: &mut String) {
        if before.is_none() {
            return;
        }
        let sure = before.limits().filter_map(|(slot, limit)| match limit {
            Limit::Exactly(count) => Some((slot, count)),
            Limit::AtMost(_) => None,
        });
        let _ = write!(out, "  held before the shuffle, besides known cards: {}", self.list(sure));
        if before.unsure() > 0 {
            let cards = before.limits().filter_map(|(slot, limit)| match limit {
                Limit::AtMost(Limit::MOST) => Some(format!("any {}", self.rules().card(slot).name)),
                Limit::AtMost(most) => Some(self.list([(slot, most)])),
                Limit::Exactly(_) => None,
            });
            let cards: Vec<String> = cards.collect();
            let _ = write!(out, "; and {} of {}", before.unsure(), cards.join(", "));
        }
        out.push('\n');
    }

    /// What happened lately, in words.
    pub(super) fn write_history(&self, out: &mut String) {
        let name = |slot: Option<Slot>| slot.map_or("a card", |slot| &self.rules().card(slot).name);
        for note in self.history.deeds.iter().filter(|note| !note.is_none()) {
            let deed = Deed::ALL[note.kind() as usize].name();
            let _ = writeln!(out, "lately: player {} {deed} {}", note.seat() + 1, name(note.card()));
        }
        for note in self.history.gains.iter().filter(|note| !note.is_none()) {
            let source = Source::ALL[note.kind() as usize].name();
            let _ = writeln!(out, "gained: player {} {source} {}", note.seat() + 1, name(note.card()));
        }
        for (player, turns) in self.history.turns[..self.players() as usize].iter().enumerate() {
            let turns = turns.map(|turn| {
                let TurnCount { plays, buys, provinces, points } = turn;
                format!("{points} points, {plays} played, {buys} bought, {provinces} provinces")
            });
            let _ = writeln!(out, "turns of player {}: {}", player + 1, turns.join("; "));
        }
    }
}
