//! What a seat knows, as text.

use crate::before::{Before, Limit};
use crate::history::{Deed, Source, TurnCount};
use crate::pile::{Pile, Slot, bits};
use crate::program::Op;
use crate::state::{DominionState, Frame, Phase, Task};
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
        match self.running().map(|frame| (frame, self.op(frame))) {
            Some((frame, Some(Op::DrawTo(_)))) => {
                let mut seen = self.aside;
                if frame.x == 1 {
                    seen.remove(frame.y - 1);
                }
                seen
            }
            _ if self.shows_openly() == Some(false) => Pile::EMPTY,
            _ => self.aside,
        }
    }

    /// The cards of these slots, by name.
    fn names(&self, slots: u64) -> String {
        self.list(bits(slots & self.rules().supply.mask()).map(|slot| (slot, 1)))
    }

    /// A step of an effect, in words. What only its player knows is not told to others.
    fn write_frame(&self, me: u8, frame: Frame, out: &mut String) {
        let card = &self.rules().card(frame.card).name;
        let (seat, count) = (frame.seat + 1, frame.x);
        if frame.task == Task::Draw {
            let to = match frame.y {
                0 => "to the hand",
                1 => "to look at",
                2 => "to reveal",
                3 => "to discard",
                4 => "to keep or set aside",
                _ => "to lay a hand down under it",
            };
            let _ = writeln!(out, "under way: player {seat} draws {count} {to}");
            return;
        }
        let what = match frame.task {
            Task::React => "is met by",
            Task::Play => "is played by",
            Task::Other => "happens to",
            Task::Again => "is played again by",
            Task::Macro | Task::Draw => "and all simple actions are played by",
        };
        // The register of a card that only its owner has seen is not told to others.
        let hidden = frame.seat != me && matches!(self.op(frame), Some(Op::DrawTo(_))) && frame.x == 1;
        let last = match frame.y.checked_sub(1) {
            Some(_) if hidden => "a card",
            Some(slot) => &self.rules().card(slot).name,
            None => "none",
        };
        let immune: Vec<String> =
            (0..self.players()).filter(|seat| frame.z >> seat & 1 == 1).map(|seat| (seat + 1).to_string()).collect();
        let _ = writeln!(
            out,
            "under way: {card} {what} player {seat}, place {}, count {count}, card {last}, unharmed {}{}, owner {}",
            frame.pc,
            if immune.is_empty() { "none".to_owned() } else { immune.join(" ") },
            if frame.z >> 6 != 0 { " with a card from hand" } else { "" },
            frame.w + 1,
        );
    }

    /// What is known of the cards held before a shuffle, in words.
    fn write_before(&self, before: &Before, out: &mut String) {
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
    fn write_history(&self, out: &mut String) {
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

    /// Appends what the seat knows.
    pub(crate) fn write_information_state(&self, seat: Seat, out: &mut String) {
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
        let _ = writeln!(
            out,
            "actions {}, buys {}, coins {}, silver bonus {}{}{}{}",
            self.actions,
            self.buys,
            self.coins,
            self.silver_bonus,
            if self.silver_played { ", silver played" } else { "" },
            if self.bought { ", bought" } else { "" },
            if self.ended_early { ", actions ended" } else { "" },
        );
        let _ = writeln!(out, "supply {}", self.list(self.supply.iter()));
        let _ = writeln!(out, "trash {}", self.list((0..).zip(self.trash)));
        let _ = writeln!(out, "in play {}", self.list(self.in_play.iter()));
        let seen = self.aside_seen_by(me);
        if !self.aside.is_empty() {
            let _ = writeln!(out, "aside {} cards: {}", self.aside.len(), self.list(seen.iter()));
        }
        self.stack.iter().for_each(|frame| self.write_frame(me, *frame, out));
        for player in 0..self.players() {
            let zones = self.of(player);
            let _ =
                writeln!(out, "player {}: turns {}, owns {}", player + 1, zones.turns, self.list(self.owned(player)));
            let unseen = zones.unseen_discards();
            let _ = writeln!(
                out,
                "  discard {} cards, seen {}; {} without treasures or actions, {} without treasures",
                zones.discard.len(),
                self.list((0..).zip(zones.seen)),
                zones.idle,
                zones.plain
            );
            if player == me && unseen > 0 {
                let _ = writeln!(out, "  discarded unseen {}", self.list(zones.unseen_discard().iter()));
            }
            let top: Vec<String> = self
                .top(player)
                .iter()
                .rev()
                .map(|placed| {
                    let known = placed.open() || player == me;
                    let name = if known { self.rules().card(placed.slot()).name.as_str() } else { "a card" };
                    let seen = match (placed.open(), placed.is_unseen()) {
                        (true, _) => " openly",
                        (false, true) => " from hand",
                        (false, false) => "",
                    };
                    format!("{name}{seen}")
                })
                .collect();
            let top = if top.is_empty() { "nothing".to_owned() } else { top.join(", ") };
            let _ = writeln!(out, "  deck {} cards, on top {top}", self.deck_len(player));
            if player == me {
                let _ = writeln!(out, "  hand {}", self.list(zones.hand.iter()));
                let _ = writeln!(out, "  deck holds {}", self.list(zones.deck.iter()));
            } else {
                let _ = writeln!(out, "  hand {} cards", zones.hand.len());
            }
            // What everybody knows of it; its owner as well.
            let _ = writeln!(out, "  known in hand {}", self.list((0..).zip(zones.known)));
            for hint in zones.hints.iter().filter(|hint| hint.least() > 0) {
                let _ = write!(out, "  known in hand at least {} of {}", hint.least(), self.names(hint.slots()));
                match self.top(player).len() - hint.since() {
                    0 => {}
                    places => {
                        let _ = write!(out, ", or from hand in the top {places} places of the deck");
                    }
                }
                let _ = writeln!(out, "{}", if hint.looked() { ", or looked at" } else { "" });
            }
            self.write_before(&zones.before, out);
            if zones.lacks != 0 {
                let _ = writeln!(out, "  known not in hand {}", self.names(zones.lacks));
            }
        }
        self.write_history(out);
        let _ = writeln!(out, "recall {:016x}", self.recall[seat.index()]);
    }
}
