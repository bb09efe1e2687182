//! For people: the table, the log and what a card says.

use crate::action::{Act, Cand};
use crate::cards::print;
use crate::cards::tree::{Place, SYMBOLS, Shape, Verb, types};
use crate::state::{Ask, CardIx, Item, MagicState, NO, bit, pf};
use anstyle::{AnsiColor, Style};
use hoyle_core::{ActionId, Play, Seat, Show, Turn, iter_bits};
use std::fmt::Write as _;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

impl Show for MagicState {
    fn board(&self, viewer: Option<Seat>, out: &mut String) {
        let phase = if self.over { "over" } else { self.step.name() };
        let _ = writeln!(out, "{BOLD}turn {}{BOLD:#}, player {}, {phase}", self.turn, self.active + 1);
        let near = viewer.map_or(0, |viewer| viewer.0);
        for seat in [1 - near, near] {
            let side = self.side(seat);
            let marker = if self.ask.seat() == Some(seat) && !self.over { ">" } else { " " };
            let _ = writeln!(
                out,
                "{marker} {BOLD}player {}{BOLD:#}: {} life, {} in hand, {} in library, {} in graveyard{}",
                seat + 1,
                side.life,
                side.hand.len(),
                side.library_len(),
                side.graveyard.len(),
                mana_text(&side.mana),
            );
            let creatures = self.control[seat as usize] & self.creatures;
            for (title, slots) in [
                ("lands", self.lands_of(seat)),
                ("others", self.control[seat as usize] & !self.creatures & !self.lands_of(seat)),
                ("creatures", creatures),
            ] {
                if slots != 0 {
                    let all: Vec<String> = iter_bits(slots).map(|slot| self.perm_text(slot)).collect();
                    let _ = writeln!(out, "    {title}: {}", all.join(", "));
                }
            }
            if !side.graveyard.is_empty() {
                let _ = writeln!(
                    out,
                    "    {DIM}graveyard: {}{DIM:#}",
                    self.list_cards(side.graveyard.iter().map(|lying| lying.card))
                );
            }
            let exiled: Vec<CardIx> = self.exile.iter().filter(|e| e.owner == seat).map(|e| e.card).collect();
            if !exiled.is_empty() {
                let _ = writeln!(out, "    {DIM}exile: {}{DIM:#}", self.list_cards(exiled));
            }
            if viewer.is_none_or(|viewer| viewer.0 == seat) {
                let hand: Vec<String> = side.hand.iter().map(|&card| self.hand_text(card)).collect();
                let _ =
                    writeln!(out, "    hand: {}", if hand.is_empty() { "nothing".to_owned() } else { hand.join(", ") });
            } else if !side.known.is_empty() {
                let _ = writeln!(out, "    known in hand: {}", self.list_cards(side.known.iter().copied()));
            }
        }
        self.write_stack(out);
        if let Turn::Seat(seat) = self.turn() {
            let _ = writeln!(out, "  {DIM}asked: player {}, {}{DIM:#}", seat.0 + 1, self.ask.name());
        }
        if self.looked.is_empty() || viewer.is_some_and(|viewer| viewer.0 != self.looking) {
            return;
        }
        let _ = writeln!(out, "  looked at: {}", self.list_cards(self.looked.iter().copied()));
    }

    fn event(&self, id: ActionId, viewer: Option<Seat>, out: &mut String) {
        let seat = match self.ask {
            Ask::Draw { seat }
            | Ask::Look { seat }
            | Ask::Mill { seat }
            | Ask::RandomDiscard { seat }
            | Ask::Deck { seat } => seat,
            ask => ask.seat().unwrap_or(0),
        };
        let sees = viewer.is_none_or(|viewer| viewer.0 == seat);
        let name = |id: u16| {
            let known = (id as usize) < self.rules().card_count();
            if known { self.painted(id as CardIx) } else { "?".to_owned() }
        };
        let hidden = |id: u16| if sees { name(id) } else { "a card".to_owned() };
        let text = match self.ask {
            Ask::Coin => {
                let _ = write!(out, "player {} begins", id.0 + 1);
                return;
            }
            Ask::Deck { .. } if sees => format!("plays the deck {}", self.deck_name(id.0 as u8)),
            Ask::Deck { .. } => "plays a deck of the metagame".to_owned(),
            Ask::Draw { .. } => format!("draws {}", hidden(id.0)),
            Ask::Look { .. } => format!("looks at {}", hidden(id.0)),
            Ask::Mill { .. } => format!("mills {}", name(id.0)),
            Ask::RandomDiscard { .. } => format!("discards {} at random", name(id.0)),
            _ => match self.cand(id) {
                None => "does nothing".to_owned(),
                Some(cand) => match (cand.act, sees || !self.ask.is_secret()) {
                    (Act::Pass, _) => match self.stack[..self.stack_len()].last() {
                        None => "passes".to_owned(),
                        Some(object) if object.item == Item::Spell => {
                            format!("lets {} resolve", self.painted(object.card))
                        }
                        Some(object) => format!("lets {}'s ability resolve", self.painted(object.card)),
                    },
                    (Act::Cast, _) => format!("casts {}", self.painted(cand.a)),
                    (Act::PlayLand, _) => format!("plays {}", self.painted(cand.a)),
                    (Act::PickHand, true) if matches!(self.ask, Ask::Discard { .. } | Ask::Cleanup { .. }) => {
                        format!("discards {}", self.painted(cand.a))
                    }
                    (_, true) => {
                        let of = match self.describe_ask() {
                            Some((_, _, of))
                                if !of.is_empty() && !matches!(self.ask, Ask::Attack { .. } | Ask::Block { .. }) =>
                            {
                                format!(" ({of})")
                            }
                            _ => String::new(),
                        };
                        format!("{}{of}", self.cand_text(cand))
                    }
                    (_, false) => self.hidden_choice(cand),
                },
            },
        };
        let _ = write!(out, "player {}: {text}", seat + 1);
    }

    /// A pass is told where something could have been answered, no other, and no creature that stays out of combat.
    fn is_news(&self, id: ActionId) -> bool {
        match self.cand(id).map(|cand| cand.act) {
            Some(Act::Stay | Act::NoBlock) => false,
            Some(Act::Pass) => self.stack_len() > 0,
            _ => true,
        }
    }

    /// A card or token by its name or the beginning of it: its ability tree in words.
    fn explain(&self, name: &str) -> Option<String> {
        let set = self.rules().set;
        let wanted = name.trim().to_lowercase();
        let all = || set.cards.iter().chain(&set.tokens);
        let exact = all().find(|card| card.name.to_lowercase() == wanted);
        let card = exact.or_else(|| all().find(|card| card.name.to_lowercase().starts_with(&wanted)))?;
        Some(print::card(set, card))
    }

    fn things(&self) -> Vec<String> {
        let set = self.rules().set;
        set.cards.iter().chain(&set.tokens).map(|card| card.name.to_owned()).collect()
    }
}

impl MagicState {
    fn style(&self, card: CardIx) -> Style {
        let color = match self.card(card).colors {
            0b0_0001 => AnsiColor::BrightWhite,
            0b0_0010 => AnsiColor::Blue,
            0b0_0100 => AnsiColor::Magenta,
            0b0_1000 => AnsiColor::Red,
            0b1_0000 => AnsiColor::Green,
            0 => AnsiColor::BrightBlack,
            _ => AnsiColor::Yellow,
        };
        Style::new().fg_color(Some(color.into()))
    }

    fn painted(&self, card: CardIx) -> String {
        let style = self.style(card);
        format!("{style}{}{style:#}", self.card(card).name)
    }

    /// What the other player sees of a choice among cards that it does not see.
    fn hidden_choice(&self, cand: Cand) -> String {
        let shown = match (self.ask, self.verb()) {
            (Ask::Dig { .. }, _) => true,
            // What enters the battlefield is seen, and what was looked for by its kind is shown.
            (Ask::Search { .. }, Some(Verb::Search { filter, to, .. })) => {
                *to != Place::Hand || filter.shape != Shape::Any
            }
            _ => false,
        };
        match (self.ask, cand.act) {
            (Ask::Dig { .. } | Ask::Search { .. }, Act::PickNone) => "takes nothing".to_owned(),
            (Ask::Dig { .. } | Ask::Search { .. }, _) if shown => format!("takes {}", self.painted(cand.a)),
            (Ask::Dig { .. } | Ask::Search { .. }, _) => "takes a card".to_owned(),
            (Ask::Scry { .. }, Act::KeepTop) => "leaves the rest on top".to_owned(),
            (Ask::ScryOrder { .. } | Ask::PutBack { .. }, _) => "puts a card on top of the library".to_owned(),
            _ => "puts a card on the bottom of the library".to_owned(),
        }
    }

    fn lands_of(&self, seat: u8) -> u128 {
        iter_bits(self.control[seat as usize] & !self.creatures)
            .filter(|&slot| self.traits[slot as usize].types & types::LAND != 0)
            .fold(0, |set, slot| set | bit(slot))
    }

    fn write_stack(&self, out: &mut String) {
        let resolving = self.resolution.active.then_some((&self.resolution.obj, "resolving"));
        let objects = self.stack[..self.stack_len()].iter().rev().map(|object| (object, "stack"));
        for (object, place) in resolving.into_iter().chain(objects) {
            let what = match object.item {
                Item::Spell => "",
                Item::Activated => " (ability)",
                Item::Triggered => " (trigger)",
            };
            let targets: Vec<String> =
                object.targets[..object.target_count as usize].iter().map(|&r| self.ref_name(r)).collect();
            let at = if targets.is_empty() { String::new() } else { format!(" at {}", targets.join(" and ")) };
            let x = if object.x > 0 { format!(", X = {}", object.x) } else { String::new() };
            let _ = writeln!(
                out,
                "  {place}: {}{what}{at}{x}, player {}",
                self.painted(object.card),
                object.controller + 1
            );
        }
    }

    fn hand_text(&self, card: CardIx) -> String {
        let printed = self.card(card);
        let cost = if printed.has_cost { format!(" {}", print::mana_cost(&printed.cost)) } else { String::new() };
        format!("{}{cost}", self.painted(card))
    }

    fn perm_text(&self, slot: u8) -> String {
        let (perm, traits) = (&self.perms[slot as usize], &self.traits[slot as usize]);
        let mut text = format!("{} #{slot}", self.painted(perm.card));
        if self.creatures & bit(slot) != 0 {
            let _ = write!(text, " {}/{}", traits.power, traits.toughness);
            if perm.damage > 0 {
                let _ = write!(text, " ({} damage)", perm.damage);
            }
        }
        let granted = traits.keywords & !self.card(perm.card).keywords;
        if granted != 0 {
            let _ = write!(text, " +{}", print::keywords(granted));
        }
        for (count, sign) in [(perm.plus, "+1/+1"), (perm.minus, "-1/-1")] {
            if count > 0 {
                let _ = write!(text, " {{{count} {sign}}}");
            }
        }
        if perm.host != NO {
            let _ = write!(text, " on {}", self.perm_name(perm.host));
        }
        if perm.is(pf::TAPPED) {
            text.push_str(" T");
        }
        if perm.is(pf::SICK) && self.creatures & bit(slot) != 0 {
            text.push_str(" new");
        }
        if self.combat.attacking & bit(slot) != 0 {
            text.push_str(" attacking");
        }
        if (perm.blocks as usize) < crate::state::MAX_PERMS {
            let _ = write!(text, " blocking #{}", perm.blocks);
        }
        text
    }
}

fn mana_text(mana: &[u8; 6]) -> String {
    let all: String = mana.iter().zip(SYMBOLS).flat_map(|(&n, symbol)| (0..n).map(move |_| symbol)).collect();
    if all.is_empty() { String::new() } else { format!(", {all} floating") }
}
