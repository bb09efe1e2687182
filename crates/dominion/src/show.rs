//! A position for people: the kingdom by cost, the hand, and a log in the style of the online game.

use crate::action::{Action, SHUFFLE};
use crate::cards::Kinds;
use crate::pile::Slot;
use crate::program::{Dest, Op};
use crate::state::{DominionState, Frame, Task, To};
use anstyle::{AnsiColor, Style};
use hoyle_core::{ActionId, Notation as _, Seat, Show, iter_bits};
use std::fmt::Write as _;

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

fn style(kinds: Kinds) -> Style {
    let colour = if kinds.has(Kinds::REACTION) {
        AnsiColor::Blue
    } else if kinds.has(Kinds::TREASURE) {
        AnsiColor::Yellow
    } else if kinds.has(Kinds::VICTORY) {
        AnsiColor::Green
    } else if kinds.has(Kinds::CURSE) {
        AnsiColor::Magenta
    } else if kinds.has(Kinds::ATTACK) {
        AnsiColor::Red
    } else {
        return Style::new();
    };
    Style::new().fg_color(Some(colour.into()))
}

impl DominionState {
    pub(crate) fn name(&self, slot: Slot) -> &'static str {
        &self.rules().card(slot).name
    }

    /// Cards in colour: `3 Copper, Estate`.
    fn painted(&self, cards: impl Iterator<Item = (Slot, u8)>) -> String {
        let parts: Vec<String> = cards
            .filter(|&(_, count)| count > 0)
            .map(|(slot, count)| {
                let paint = style(self.rules().card(slot).kinds);
                let number = if count == 1 { String::new() } else { format!("{count} ") };
                format!("{number}{paint}{}{paint:#}", self.name(slot))
            })
            .collect();
        if parts.is_empty() { "-".to_owned() } else { parts.join(", ") }
    }
}

impl Show for DominionState {
    fn board(&self, viewer: Option<Seat>, out: &mut String) {
        let rules = self.rules();
        let mut piles: Vec<Slot> = iter_bits(rules.supply.mask()).collect();
        piles.sort_by_key(|&slot| (rules.card(slot).cost, slot));
        let dearest = piles.iter().map(|&slot| rules.card(slot).cost).max().unwrap_or(0);
        for cost in 0..=dearest {
            let row: Vec<String> = piles
                .iter()
                .filter(|&&slot| rules.card(slot).cost == cost)
                .map(|&slot| {
                    let left = self.supply.count(slot);
                    let paint = if left == 0 { DIM } else { style(rules.card(slot).kinds) };
                    format!("{paint}{}{paint:#} {left}", self.name(slot))
                })
                .collect();
            if !row.is_empty() {
                let _ = writeln!(out, "  ${cost:<2} {}", row.join("   "));
            }
        }
        let _ = writeln!(out, "  trash: {}", self.painted((0..).zip(self.trash)));
        for player in 0..self.players() {
            let zones = self.of(player);
            let marker = if player == self.player && !self.over { ">" } else { " " };
            let name = &rules.spec.seat_names[player as usize];
            let points = self.points(player);
            let open = viewer.is_none_or(|viewer| viewer.0 == player);
            let hand = if open { self.painted(zones.hand.iter()) } else { format!("{} cards", zones.hand.len()) };
            let _ = writeln!(
                out,
                "{marker} {BOLD}{name}{BOLD:#}: {points} points, turn {}, deck {}, discard {}, hand: {hand}",
                zones.turns + u8::from(player == self.player && !self.over),
                self.deck_len(player),
                zones.discard.len(),
            );
        }
        if !self.in_play.is_empty() {
            let _ = writeln!(out, "  in play: {}", self.painted(self.in_play.iter()));
        }
        if !self.aside.is_empty() {
            let seen = viewer.map_or(self.aside, |viewer| self.aside_seen_by(viewer.0));
            let _ = writeln!(out, "  aside ({} cards): {}", self.aside.len(), self.painted(seen.iter()));
        }
        if !self.over {
            let _ = writeln!(out, "  {} actions, {} buys, ${}", self.actions, self.buys, self.coins);
        }
    }

    fn event(&self, id: ActionId, viewer: Option<Seat>, out: &mut String) {
        let frame = self.stack.last().copied();
        let seat = frame.map_or(self.player, |frame| frame.seat);
        let who = &self.rules().spec.seat_names[seat as usize];
        let sees = viewer.is_none_or(|viewer| viewer.0 == seat);
        let card = |slot: Slot| {
            let paint = style(self.rules().card(slot).kinds);
            format!("{paint}{}{paint:#}", self.name(slot))
        };
        let hidden = |slot: Slot, open: bool| if open || sees { card(slot) } else { "a card".to_owned() };
        let text = if let Some(Frame { task: Task::Draw(to), .. }) = frame {
            match to {
                _ if id == SHUFFLE => "shuffles".to_owned(),
                To::Shown => format!("reveals {}", card(id.0 as Slot)),
                To::Discard => format!("discards {} from the deck", card(id.0 as Slot)),
                To::Pile => format!("discards a hand with {} on top", card(id.0 as Slot)),
                To::Aside => format!("looks at {}", hidden(id.0 as Slot, false)),
                To::Hand | To::Held => format!("draws {}", hidden(id.0 as Slot, false)),
            }
        } else {
            match Action::from_id(id) {
                Some(Action::Play(slot)) => format!("plays {}", card(slot)),
                Some(Action::Discard(slot)) => format!("discards {}", card(slot)),
                Some(Action::Trash(slot)) => format!("trashes {}", card(slot)),
                Some(Action::Buy(slot)) => format!("buys and gains {}", card(slot)),
                Some(Action::Gain(slot)) => {
                    let to = match frame.and_then(|frame| self.op(frame)) {
                        Some(Op::Gain { dest: Dest::Hand, .. }) => " to hand",
                        Some(Op::Gain { dest: Dest::Deck, .. }) => " onto the deck",
                        _ => "",
                    };
                    format!("gains {}{to}", card(slot))
                }
                Some(Action::Topdeck(slot)) => {
                    let open = matches!(frame.and_then(|frame| self.op(frame)), Some(Op::Choose { openly: true, .. }));
                    format!("topdecks {}", hidden(slot, open))
                }
                _ => {
                    let mut text = String::new();
                    self.action_text(id, &mut text);
                    text
                }
            }
        };
        let _ = write!(out, "{who}: {text}");
    }

    /// What a card is and does, by its name or the beginning of it.
    fn explain(&self, name: &str) -> Option<String> {
        let wanted = name.trim().to_lowercase();
        let slots = || self.rules().slots();
        let named = |slot: &Slot| self.name(*slot).to_lowercase();
        let exact = slots().find(|slot| named(slot) == wanted);
        let slot = exact.or_else(|| slots().find(|slot| named(slot).starts_with(&wanted)))?;
        let card = self.rules().card(slot);
        let kinds: Vec<&str> = card.kinds.names().collect();
        Some(format!("{} (${}, {}): {}", card.name, card.cost, kinds.join(" "), card.text))
    }

    fn things(&self) -> Vec<String> {
        self.rules().slots().map(|slot| self.rules().card(slot).name.clone()).collect()
    }
}
