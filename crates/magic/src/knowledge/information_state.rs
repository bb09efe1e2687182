//! What a seat knows, as text: one line a fact, in words.
//!
//! Everything that both players see and that matters later stands in it, then what the seat alone knows, then a hash of all
//! that it has seen happen. What has its usual value (no damage, no counters, nothing announced) is left out.

use crate::cards::print;
use crate::cards::tree::{SYMBOLS, kw};
use crate::options::DeckKnowledge;
use crate::state::{Ask, CardIx, Item, Last, LibraryCard, MAX_PERMS, MagicState, NO, Ref, RefKind, StackObj, pf};
use hoyle_core::{Play, Seat, Turn, iter_bits};
use std::fmt::{Display, Write as _};

/// A line under construction: facts joined by commas.
struct Line<'a>(&'a mut String);

impl<'a> Line<'a> {
    fn new(out: &'a mut String, first: impl Display) -> Self {
        let _ = write!(out, "{first}");
        Self(out)
    }

    fn add(&mut self, fact: impl Display) {
        let _ = write!(self.0, ", {fact}");
    }

    /// A number that is told unless it is zero.
    fn number(&mut self, name: &str, value: impl Into<i64>) {
        let value = value.into();
        if value != 0 {
            self.add(format_args!("{name} {value}"));
        }
    }

    fn flag(&mut self, holds: bool, name: &str) {
        if holds {
            self.add(name);
        }
    }
}

/// A line ends where it is dropped.
impl Drop for Line<'_> {
    fn drop(&mut self) {
        self.0.push('\n');
    }
}

/// The flags of a permanent in words.
const FLAGS: [(u16, &str); 9] = [
    (pf::TAPPED, "tapped"),
    (pf::SICK, "summoning sick"),
    (pf::TOKEN, "token"),
    (pf::FROZEN, "does not untap next"),
    (pf::DEATHTOUCHED, "hurt by deathtouch"),
    (pf::BARE, "without abilities"),
    (pf::SWITCHED, "switched"),
    (pf::SET, "power and toughness set"),
    (pf::KEPT, "taken for good"),
];

/// All keywords of a set, those without a name by number.
fn keywords(bits: u64) -> String {
    let named = kw::NAMES.iter().fold(0b1_1111 << kw::PROTECTION | 0b1_1111 << kw::LANDWALK, |all, (_, bit)| all | bit);
    let mut text = print::keywords(bits);
    for bit in iter_bits(u128::from(bits & !named)) {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}keyword {bit}");
    }
    text
}

/// What something points at.
fn pointer(r: Ref) -> String {
    let Ref { kind, slot, uid } = r;
    match kind {
        RefKind::None if slot == 0 && uid == 0 => "nothing".to_owned(),
        RefKind::None => format!("nothing {slot} {uid}"),
        RefKind::Player if uid == 0 => format!("player {}", slot + 1),
        RefKind::Player => format!("player {} {uid}", slot + 1),
        RefKind::Perm => format!("permanent #{slot} object {uid}"),
        RefKind::Spell if slot == 0 => format!("spell object {uid}"),
        RefKind::Spell => format!("spell {slot} object {uid}"),
        RefKind::Grave => format!("graveyard of player {} object {uid}", slot + 1),
        RefKind::Exile if slot == 0 => format!("exile object {uid}"),
        RefKind::Exile => format!("exile {slot} object {uid}"),
    }
}

fn players(mask: u8) -> &'static str {
    ["nobody", "player 1", "player 2", "both players"][mask as usize & 3]
}

/// Appends what the seat knows of a position.
pub(super) fn write(state: &MagicState, seat: Seat, out: &mut String) {
    let me = seat.0;
    let _ = writeln!(out, "magic, seen by player {}", me + 1);
    state.write_moment(out);
    for player in 0..2u8 {
        state.write_side(player, me, out);
    }
    state.write_field(out);
    for (place, object) in state.stack.iter().enumerate() {
        let mut line = Line::new(out, "stack: ");
        state.write_object(object, &mut line);
        line.flag(place >= state.stack_len(), "waits");
    }
    state.write_resolving(me, out);
    for exiled in state.exile.iter() {
        let mut line = Line::new(out, format_args!("exile: {}", state.card(exiled.card).name));
        line.add(format_args!("of player {}, object {}", exiled.owner + 1, exiled.uid));
        line.number("exiled by object", exiled.link);
        line.flag(exiled.until, "until that leaves");
    }
    for assigned in state.combat.assigned.iter() {
        let to = if assigned.to == NO { "the player".to_owned() } else { format!("#{}", assigned.to) };
        let _ = writeln!(out, "damage: {} from #{} to {to}", assigned.amount, assigned.from);
    }
    for (from, to) in state.hurt.iter() {
        let _ = writeln!(out, "hurt: #{to} by #{from}");
    }
    let _ = writeln!(out, "remembers: {:016x}", state.recall[me as usize]);
}

impl MagicState {
    /// Cards as text: `3 Forest, Shock`. The cards stand in ascending order.
    pub(crate) fn list_cards(&self, cards: impl IntoIterator<Item = CardIx>) -> String {
        let mut parts: Vec<(CardIx, usize)> = Vec::new();
        for card in cards {
            match parts.iter_mut().find(|(there, _)| *there == card) {
                Some((_, count)) => *count += 1,
                None => parts.push((card, 1)),
            }
        }
        if parts.is_empty() {
            return "nothing".to_owned();
        }
        let part = |&(card, count): &(CardIx, usize)| match count {
            1 => self.card(card).name.to_owned(),
            _ => format!("{count} {}", self.card(card).name),
        };
        parts.iter().map(part).collect::<Vec<_>>().join(", ")
    }

    fn write_moment(&self, out: &mut String) {
        let mut line = match (self.turn(), self.ask) {
            (Turn::Seat(seat), ask) => Line::new(out, format_args!("asked: player {}, {}", seat.0 + 1, ask.name())),
            (Turn::Over, ask) => Line::new(out, format_args!("over, {}", ask.name())),
            (Turn::Chance, ask) => Line::new(out, format_args!("chance: {}", ask.name())),
        };
        match self.ask {
            Ask::Draw { seat }
            | Ask::Look { seat }
            | Ask::Mill { seat }
            | Ask::RandomDiscard { seat }
            | Ask::Deck { seat } => line.add(format_args!("player {}", seat + 1)),
            Ask::Attack { creature, .. } | Ask::Block { creature, .. } => line.add(format_args!("#{creature}")),
            Ask::Damage { attacker, blocker, .. } => line.add(format_args!("#{attacker} to #{blocker}")),
            _ => {}
        }
        drop(line);
        let mut line = Line::new(out, format_args!("turn {} of player {}", self.turn, self.active + 1));
        line.add(self.step.name());
        line.flag(self.begun, "begun");
        line.add(format_args!("priority of player {}, passes {}", self.priority + 1, self.passes));
        line.number("lands played", self.lands_played);
        line.number("deeds", self.actions_this_turn);
        line.flag(self.combat_damage_prevented, "no combat damage");
        line.flag(self.extra_cleanup, "another cleanup");
        line.flag(self.unsettled, "unsettled");
        drop(line);
        let mut line = Line::new(out, format_args!("objects so far {}, clock {}", self.next_uid, self.clock));
        self.overflow.iter().for_each(|bound| line.add(format_args!("bound met: {}", bound.name())));
        if self.lost != 0 {
            line.add(format_args!("lost: {}", players(self.lost)));
        }
    }

    fn write_side(&self, player: u8, me: u8, out: &mut String) {
        let side = self.side(player);
        let own = player == me;
        let mut line = Line::new(out, format_args!("player {}: life {}", player + 1, side.life));
        line.add(format_args!("hand {}, library {}", side.hand.len(), side.library_len()));
        for (&n, symbol) in side.mana.iter().zip(SYMBOLS) {
            if n > 0 {
                line.add(format_args!("mana {n} {symbol}"));
            }
        }
        line.number("mulligans", side.mulligans);
        line.flag(side.kept, "kept");
        line.flag(side.wants, "wants a mulligan");
        line.flag(side.decked, "drew from an empty library");
        line.number("to draw", side.draws);
        line.number("to mill", side.mills);
        line.number("to discard at random", side.random_discards);
        drop(line);
        let place = |placed: &LibraryCard| {
            let name = if placed.open || own { self.card(placed.card).name } else { "?" };
            let open = if placed.open { " (known to all)" } else { "" };
            let from = if placed.from_hand { " (from hand)" } else { "" };
            format!("{name}{open}{from}")
        };
        for (name, list) in [("on top", &side.top), ("at the bottom", &side.bottom)] {
            if !list.is_empty() {
                let list: Vec<String> = list.iter().rev().map(place).collect();
                let _ = writeln!(out, "  {name}: {}", list.join(" | "));
            }
        }
        if !side.graveyard.is_empty() {
            let name = |card: CardIx| self.card(card).name;
            let list: Vec<String> =
                side.graveyard.iter().map(|lying| format!("{} object {}", name(lying.card), lying.uid)).collect();
            let _ = writeln!(out, "  graveyard: {}", list.join(", "));
        }
        if !side.known.is_empty() {
            let _ = writeln!(out, "  known in hand: {}", self.list_cards(side.known.iter().copied()));
            let places = side.since.iter().map(|&since| side.top.len() - usize::from(since));
            for (&card, places) in side.known.iter().zip(places).filter(|&(_, places)| places > 0) {
                let _ = writeln!(out, "  or among the top {places} if from hand: {}", self.card(card).name);
            }
        }
        let guesses = self.rules().options.knowledge == DeckKnowledge::Metagame;
        let deck = &self.rules().decks[side.deck as usize];
        let of_slots = |counts: &[u8]| {
            let cards = deck.cards.iter().zip(counts);
            let mut cards: Vec<CardIx> = cards.flat_map(|(&card, &count)| (0..count).map(move |_| card)).collect();
            cards.sort_unstable();
            self.list_cards(cards)
        };
        if guesses && side.seen.iter().any(|&n| n > 0) {
            let _ = writeln!(out, "  seen at once: {}", of_slots(&side.seen));
        }
        if own {
            if guesses && side.library_len() + side.hand.len() > 0 {
                let _ = writeln!(out, "  deck: {}", self.deck_name(side.deck));
            }
            let _ = writeln!(out, "  hand: {}", self.list_cards(side.hand.iter().copied()));
            let _ = writeln!(out, "  library: {}", of_slots(&side.pool));
        } else if !guesses {
            let mut unseen = self.hidden_cards(player);
            unseen.sort_unstable();
            let _ = writeln!(out, "  unseen: {}", self.list_cards(unseen));
        }
    }

    fn write_field(&self, out: &mut String) {
        for slot in iter_bits(self.field) {
            let (perm, traits) = (&self.perms[slot as usize], &self.traits[slot as usize]);
            let is = |set: u128| set >> slot & 1 == 1;
            let mut line = Line::new(out, format_args!("permanent #{slot}: {}", self.card(perm.card).name));
            line.add(format_args!("object {}, time {}", perm.uid, perm.time));
            line.add(format_args!("player {}", traits.ctrl + 1));
            if perm.owner != traits.ctrl {
                line.add(format_args!("owned by player {}", perm.owner + 1));
            }
            if perm.base_ctrl != perm.owner {
                line.add(format_args!("entered under player {}", perm.base_ctrl + 1));
            }
            if perm.taken != NO {
                line.add(format_args!("taken by player {}", perm.taken + 1));
            }
            line.number("taken at", perm.taken_time);
            if is(self.creatures) {
                line.add(format_args!("{}/{}", traits.power, traits.toughness));
            }
            line.number("damage", perm.damage);
            for (flag, name) in FLAGS {
                line.flag(perm.is(flag), name);
            }
            if traits.keywords != 0 {
                line.add(keywords(traits.keywords));
            }
            if perm.granted != 0 {
                line.add(format_args!("until end of turn: {}", keywords(perm.granted)));
            }
            line.number("+1/+1 counters", perm.plus);
            line.number("-1/-1 counters", perm.minus);
            for (name, (power, toughness)) in [("changed by", perm.pump), ("set to", perm.set)] {
                if (power, toughness) != (0, 0) {
                    line.add(format_args!("{name} {power}/{toughness}"));
                }
            }
            line.number("set at", perm.set_time);
            line.number("bare since", perm.bare_time);
            line.number("X", perm.x);
            if perm.host != NO {
                line.add(format_args!("on #{}", perm.host));
            }
            line.flag(is(self.combat.attacking), "attacks");
            line.flag(is(self.combat.blocked), "is blocked");
            if perm.blocks as usize == MAX_PERMS {
                line.add("blocks what has left");
            } else if perm.blocks != NO {
                line.add(format_args!("blocks #{}", perm.blocks));
            }
            line.flag(is(self.combat.declare), "to be asked about");
            line.flag(is(self.combat.first_strikers), "struck first");
        }
    }

    fn write_object(&self, object: &StackObj, line: &mut Line<'_>) {
        let kind = match object.item {
            Item::Spell => "spell",
            Item::Activated => "activated ability",
            Item::Triggered => "triggered ability",
        };
        let _ = write!(line.0, "{} ({kind})", self.card(object.card).name);
        line.flag(self.card(object.card).token, "token");
        line.add(format_args!("object {}", object.uid));
        line.add(format_args!("player {}", object.controller + 1));
        if object.owner != object.controller {
            line.add(format_args!("owned by player {}", object.owner + 1));
        }
        line.number("ability", object.ability);
        if object.mode != NO {
            line.add(format_args!("mode {}", object.mode + 1));
        }
        line.number("X", object.x);
        if object.source != Ref::NONE {
            line.add(format_args!("source {}", pointer(object.source)));
        }
        let count = usize::from(object.target_count);
        if count > 0 || object.targets != [Ref::NONE; 3] {
            line.add(format_args!("targets {count}: {}", object.targets.map(pointer).join(" and ")));
        }
        if object.amounts != [0; 3] {
            let [a, b, c] = object.amounts;
            line.add(format_args!("amounts {a} and {b} and {c}"));
        }
        if object.event != Ref::NONE {
            line.add(format_args!("because of {}", pointer(object.event)));
        }
        line.number("event of player", i64::from(object.event_player) * 2);
        line.number("amount", object.amount);
        line.number("power", object.power);
        line.number("toughness", object.toughness);
        line.number("counters", object.counters);
        line.flag(object.touch & 1 != 0, "lifelink");
        line.flag(object.touch & 2 != 0, "deathtouch");
        line.number("touch", object.touch & !3);
        if object.sacrificed != NO {
            let what = if object.item == Item::Triggered { "gone" } else { "sacrificed" };
            line.add(format_args!("{what} {}", self.card(object.sacrificed).name));
        }
        line.number("sacrificed power", object.sacrificed_power);
    }

    /// What is announced, resolves, or is looked at.
    fn write_resolving(&self, me: u8, out: &mut String) {
        if self.announce.active {
            let mut line = Line::new(out, format_args!("announcing {}", self.announce.stage.name()));
            line.number("done of it", self.announce.done);
        }
        let resolution = &self.resolution;
        if resolution.active {
            let mut line = Line::new(out, "resolving: ");
            self.write_object(&resolution.obj, &mut line);
            drop(line);
            let progress = resolution.progress;
            let (left, later) = if progress.has_begun() { (progress.left(), progress.later()) } else { (-1, 0) };
            let mut line = Line::new(out, format_args!("  step {}, left {left}", resolution.pc));
            line.number("then", later);
            line.flag(resolution.begun, "begun");
            line.number("about", resolution.about);
            if resolution.that != Ref::NONE {
                line.add(format_args!("that {}", pointer(resolution.that)));
            }
            line.number("dealt", resolution.dealt);
            drop(line);
            for last in resolution.last.iter().filter(|&last| *last != Last::default()) {
                let mut line = Line::new(out, format_args!("  last: {}", self.card(last.card).name));
                line.add(format_args!("object {}, player {}", last.uid, last.ctrl + 1));
                line.add(format_args!("owned by player {}", last.owner + 1));
                line.add(format_args!("{}/{}", last.power, last.toughness));
                line.number("counters", last.counters);
            }
        }
        let mut line = Line::new(out, format_args!("last to look: player {}", self.looking + 1));
        line.number("still to look at", self.looks);
        if !self.looked.is_empty() {
            let seen = self.looked.iter().map(|&card| if self.looking == me { self.card(card).name } else { "?" });
            line.add(format_args!("at {}", seen.collect::<Vec<_>>().join(" | ")));
        }
    }
}
