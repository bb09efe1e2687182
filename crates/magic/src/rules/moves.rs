//! Objects that change zones.

use super::values::Env;
use crate::bound::Bound;
use crate::cards::tree::{CounterKind, Replacement, Trigger, event, kw, looks, types};
use crate::setup::card_flag;
use crate::state::{
    CardIx, Exiled, Item, Last, LibraryCard, Lying, MAX_COUNTERS, MAX_OWNED, MAX_PERMS, MagicState, NO, Perm, Ref,
    RefKind, StackObj, bit, pf, touch,
};
use hoyle_core::iter_bits;

/// Where something goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dest {
    Graveyard,
    Hand,
    Exile { link: u16, until: bool },
    LibraryTop,
    LibraryBottom,
}

/// How something enters the battlefield.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entering {
    pub tapped: bool,
    pub x: u16,
    /// What an Aura is put onto, plus 1.
    pub host: u8,
}

impl MagicState {
    /// Puts a card into a hand. `open`: everybody knows which.
    pub(crate) fn put_in_hand(&mut self, seat: u8, card: CardIx, open: bool) {
        let fast = self.rules.get().flags[card as usize] & card_flag::FAST != 0;
        let side = self.side_mut(seat);
        let at = side.hand.partition_point(|&there| there <= card);
        side.hand.insert(at, card);
        side.fast += u8::from(fast);
        if open {
            side.know(card, side.top.len());
        }
        self.stale |= self.zone_watchers != 0;
    }

    /// Takes a card out of a hand, in the open.
    pub(crate) fn take_from_hand(&mut self, seat: u8, card: CardIx) -> bool {
        let taken = self.slip_from_hand(seat, card);
        if taken {
            self.side_mut(seat).unknow(card, MAX_OWNED);
        }
        taken
    }

    /// Takes a card out of a hand without showing it.
    pub(crate) fn slip_from_hand(&mut self, seat: u8, card: CardIx) -> bool {
        let fast = self.rules.get().flags[card as usize] & card_flag::FAST != 0;
        let side = self.side_mut(seat);
        let Some(at) = side.hand.iter().position(|&there| there == card) else { return false };
        side.hand.remove(at);
        side.fast -= u8::from(fast);
        self.stale |= self.zone_watchers != 0;
        true
    }

    /// Everybody sees the hand.
    pub(crate) fn reveal_hand(&mut self, seat: u8) {
        let side = self.side_mut(seat);
        side.known = side.hand;
        side.since.clear();
        let place = side.top.len() as u8;
        for _ in 0..side.known.len() {
            side.since.push(place);
        }
        // What is known is in the hand, and not among what left it before.
        side.top.iter_mut().chain(side.bottom.iter_mut()).for_each(|placed| placed.from_hand = false);
    }

    /// Puts a card into its owner's graveyard.
    pub(crate) fn put_in_graveyard(&mut self, owner: u8, card: CardIx, uid: u16) {
        self.side_mut(owner).graveyard.push(Lying { card, uid });
        self.stale |= self.zone_watchers != 0;
    }

    /// A new number for a card, and into its owner's graveyard.
    pub(crate) fn bury(&mut self, owner: u8, card: CardIx) {
        let uid = self.new_uid();
        self.put_in_graveyard(owner, card, uid);
    }

    /// Discards a card from a hand.
    pub(crate) fn discard(&mut self, seat: u8, card: CardIx) {
        if self.take_from_hand(seat, card) {
            self.bury(seat, card);
        }
    }

    /// Takes a card out of a graveyard.
    pub(crate) fn take_from_graveyard(&mut self, owner: u8, uid: u16) -> Option<CardIx> {
        let side = self.side_mut(owner);
        let at = side.graveyard.iter().position(|lying| lying.uid == uid)?;
        let card = side.graveyard.remove(at).card;
        self.stale |= self.zone_watchers != 0;
        Some(card)
    }

    /// Puts a card into its owner's library, in a place.
    pub(crate) fn put_in_library(&mut self, owner: u8, placed: LibraryCard, top: bool) {
        let side = self.side_mut(owner);
        if top {
            side.top.push(placed)
        } else {
            side.bottom.push(placed)
        };
    }

    /// Shuffles a library: no place is known any more.
    pub(crate) fn shuffle(&mut self, seat: u8) {
        self.note_seen(seat);
        let rules = self.rules.get();
        let side = &mut self.sides[seat as usize & 1];
        let slot_of = &rules.decks[side.deck as usize].slot_of;
        // A card known to be in the hand may have gone to the library unseen.
        side.doubt();
        for placed in side.top.iter().chain(side.bottom.iter()) {
            side.pool[slot_of[placed.card as usize] as usize & 63] += 1;
            side.pool_len += 1;
        }
        side.top.clear();
        side.bottom.clear();
    }

    /// Takes one card of a kind out of a library, wherever it is; the library is shuffled afterwards.
    pub(crate) fn take_from_library(&mut self, seat: u8, card: CardIx) -> bool {
        let rules = self.rules.get();
        let side = &mut self.sides[seat as usize & 1];
        let slot = rules.decks[side.deck as usize].slot_of[card as usize] as usize;
        if slot < side.pool.len() && side.pool[slot] > 0 {
            side.pool[slot] -= 1;
            side.pool_len -= 1;
            return true;
        }
        if let Some(at) = side.top.iter().position(|placed| placed.card == card) {
            side.top.remove(at);
            side.since.iter_mut().for_each(|since| *since = 0);
            return true;
        }
        if let Some(at) = side.bottom.iter().position(|placed| placed.card == card) {
            side.bottom.remove(at);
            return true;
        }
        false
    }

    /// Remembers how many of each card of a player were seen at once, where the deck has to be guessed.
    pub(crate) fn note_seen(&mut self, seat: u8) {
        if self.rules.get().options.knowledge == crate::options::DeckKnowledge::Lists {
            return;
        }
        let now = self.visible_cards(seat);
        let side = self.side_mut(seat);
        for (seen, now) in side.seen.iter_mut().zip(now) {
            *seen = (*seen).max(now);
        }
    }

    /// How many cards of each slot of a player's deck everybody can place now.
    pub(crate) fn visible_cards(&self, seat: u8) -> [u8; crate::state::DECK_SLOTS] {
        let side = self.side(seat);
        let slot_of = &self.rules.get().decks[side.deck as usize].slot_of;
        let mut counts = [0u8; crate::state::DECK_SLOTS];
        let mut add = |card: CardIx| {
            let slot = slot_of[card as usize] as usize;
            if slot < counts.len() {
                counts[slot] = counts[slot].saturating_add(1);
            }
        };
        side.known.iter().for_each(|&card| add(card));
        side.graveyard.iter().for_each(|lying| add(lying.card));
        side.top.iter().chain(side.bottom.iter()).filter(|placed| placed.open).for_each(|placed| add(placed.card));
        self.exile.iter().filter(|exiled| exiled.owner == seat).for_each(|exiled| add(exiled.card));
        iter_bits(self.field)
            .map(|slot| &self.perms[slot as usize])
            .filter(|perm| perm.owner == seat && !perm.is(pf::TOKEN))
            .for_each(|perm| add(perm.card));
        self.stack[..self.stack_len()]
            .iter()
            .chain(self.resolution.active.then_some(&self.resolution.obj))
            .filter(|object| object.item == crate::state::Item::Spell && object.owner == seat)
            .for_each(|object| add(object.card));
        counts
    }

    /// Puts a permanent onto the battlefield; its triggers are fired by [`entered`](Self::entered).
    pub(crate) fn enter(&mut self, card: CardIx, owner: u8, ctrl: u8, how: Entering) -> Option<u8> {
        let slot = (!self.field).trailing_zeros() as usize;
        if slot >= MAX_PERMS {
            self.meet(Bound::Permanents);
            // Triggers that go on for ever must not come to an end because nothing more fits: that is a draw (104.4b).
            if self.resolution.active && self.resolution.obj.item == Item::Triggered {
                self.draw_game();
            }
            if !self.card(card).token {
                self.bury(owner, card);
            }
            return None;
        }
        let slot = slot as u8;
        let rules = self.rules.get();
        let printed = rules.cards[card as usize];
        let (uid, time) = (self.new_uid(), self.tick());
        self.perms[slot as usize] = Perm {
            card,
            owner,
            base_ctrl: ctrl,
            host: how.host.wrapping_sub(1),
            flags: pf::SICK | if how.tapped { pf::TAPPED } else { 0 } | if printed.token { pf::TOKEN } else { 0 },
            uid,
            time,
            x: how.x,
            ..Perm::EMPTY
        };
        self.traits[slot as usize] = rules.basis[card as usize];
        self.traits[slot as usize].ctrl = ctrl;
        self.enlist(slot);
        for replacement in printed.derived.replacements {
            match *replacement {
                Replacement::EntersTapped => self.perms[slot as usize].flags |= pf::TAPPED,
                Replacement::EntersWith(kind, n) => {
                    let n = self.number(&n, &Env { you: ctrl, this: slot, resolution: None, target_player: NO });
                    self.add_counters(slot, kind, n);
                }
            }
        }
        // A land changes nothing but what counts lands.
        self.stale |= self.unmodified_lands & bit(slot) == 0 || self.zone_watchers != 0;
        self.unsettled = true;
        Some(slot)
    }

    /// Notes what a permanent is asked for by its card.
    pub(crate) fn enlist(&mut self, slot: u8) {
        let me = bit(slot);
        let card = self.perms[slot as usize].card;
        let flags = self.rules.get().flags[card as usize];
        self.field |= me;
        for (flag, mask) in [
            (card_flag::STATIC, &mut self.statics),
            (card_flag::ACTIVE, &mut self.actives),
            (card_flag::SOURCE, &mut self.sources),
            (card_flag::ATTACHES, &mut self.attached),
            (card_flag::WATCHES_ZONES, &mut self.zone_watchers),
            (card_flag::LEGENDARY, &mut self.legendary),
        ] {
            if flags & flag != 0 {
                *mask |= me;
            }
        }
        if self.is_still(slot) {
            let perm = &self.perms[slot as usize];
            self.unmodified_lands |= me;
            self.control[perm.base_ctrl as usize & 1] |= me;
            self.traits[slot as usize] = self.rules.get().basis[card as usize];
            self.traits[slot as usize].ctrl = perm.base_ctrl;
        }
        // The layers must look at a land, too, that something enters attached to.
        let host = self.perms[slot as usize].host;
        if host != NO {
            self.unmodified_lands &= !bit(host);
        }
        for kind in iter_bits(u128::from(self.card(card).derived.listens)) {
            self.listen[kind as usize] |= me;
        }
    }

    /// What was changed may have been a land: the layers must look at it from now on.
    pub(crate) fn note_changed_lands(&mut self) {
        for slot in iter_bits(self.unmodified_lands) {
            if !self.is_still(slot) {
                self.unmodified_lands &= !bit(slot);
            }
        }
    }

    /// Whether a permanent is a land that nothing has changed, and to which nothing is attached.
    pub(crate) fn is_still(&self, slot: u8) -> bool {
        let perm = &self.perms[slot as usize];
        let rules = self.rules.get();
        rules.flags[perm.card as usize] & card_flag::UNMODIFIED != 0
            && rules.lands_are_still
            && perm.taken == NO
            && perm.granted == 0
            && !perm.is(pf::BARE | pf::SET | pf::SWITCHED)
            && iter_bits(self.attached).all(|other| self.perms[other as usize].host != slot)
    }

    /// Permanents have entered, all at once: who listens is told.
    pub(crate) fn entered(&mut self, slots: u128) {
        if self.listen[event::ENTERS] & self.field == 0 || slots == 0 {
            return;
        }
        self.refresh();
        for slot in iter_bits(slots) {
            let entering = self.perm_ref(slot);
            let seat = self.ctrl(slot);
            self.dispatch(event::ENTERS, entering, seat, 0, |state, listener, trigger| match *trigger {
                Trigger::EntersSelf => listener == slot,
                Trigger::Enters(filter) => state.fits(slot, filter, &Env::of_permanent(state, listener)),
                _ => false,
            });
        }
    }

    /// Permanents leave the battlefield, all at once; what triggers looks back at how things were (603.10).
    pub(crate) fn leave(&mut self, slots: u128, dest: Dest) {
        let slots = slots & self.field;
        if slots == 0 {
            return;
        }
        self.refresh();
        for slot in iter_bits(slots) {
            let leaving = self.perm_ref(slot);
            let seat = self.ctrl(slot);
            if dest == Dest::Graveyard && self.listen[event::DIES] != 0 {
                self.dispatch(event::DIES, leaving, seat, 0, |state, listener, trigger| match *trigger {
                    Trigger::DiesSelf => listener == slot,
                    Trigger::Dies(filter) => state.fits(slot, filter, &Env::of_permanent(state, listener)),
                    _ => false,
                });
            }
            if self.listen[event::LEAVES] & bit(slot) != 0 {
                self.dispatch(event::LEAVES, leaving, seat, 0, |_, listener, trigger| {
                    *trigger == Trigger::LeavesSelf && listener == slot
                });
            }
        }
        for slot in iter_bits(slots) {
            self.remember(slot);
            let perm = self.perms[slot as usize];
            self.take_off(slot);
            self.unsettled = true;
            self.stale = true;
            if perm.is(pf::TOKEN) {
                continue;
            }
            let (owner, card) = (perm.owner, perm.card);
            match dest {
                Dest::Graveyard => self.put_in_graveyard(owner, card, perm.uid),
                Dest::Hand => self.put_in_hand(owner, card, true),
                Dest::Exile { link, until } => {
                    self.put_in_exile(Exiled { card, owner, uid: perm.uid, link, until });
                }
                Dest::LibraryTop | Dest::LibraryBottom => {
                    let placed = LibraryCard { card, open: true, from_hand: false };
                    self.put_in_library(owner, placed, dest == Dest::LibraryTop);
                }
            }
        }
        if self.exile.iter().any(|exiled| exiled.until) {
            let entered = self.end_exiles();
            self.entered(entered);
        }
    }

    /// Cards that were exiled until a permanent left return (610.3). Gives those that did: nothing has triggered yet.
    pub(super) fn end_exiles(&mut self) -> u128 {
        let mut entered = 0;
        let mut i = 0;
        while i < self.exile.len() {
            let Exiled { card, owner, link, until, .. } = self.exile[i];
            let here = iter_bits(self.field).any(|slot| self.perms[slot as usize].uid == link);
            // An instant or a sorcery stays where it is (304.4, 307.4).
            let aura = self.card(card).derived.enchant.is_some();
            if until && !here && !aura && self.card(card).is(types::PERMANENT) {
                self.exile.remove(i);
                if let Some(slot) = self.enter(card, owner, owner, Entering::default()) {
                    entered |= bit(slot);
                }
            } else {
                i += 1;
            }
        }
        entered
    }

    /// A permanent as it is.
    pub(crate) fn last_of(&self, slot: u8) -> Last {
        let (perm, traits) = (&self.perms[slot as usize], &self.traits[slot as usize]);
        Last {
            uid: perm.uid,
            card: perm.card,
            ctrl: traits.ctrl,
            owner: perm.owner,
            power: traits.power,
            toughness: traits.toughness,
            counters: perm.plus,
        }
    }

    /// Remembers a permanent as it is, for effects and abilities that speak of it later (608.2h).
    pub(super) fn remember(&mut self, slot: u8) {
        let last = self.last_of(slot);
        let touch = touch_of(self.traits[slot as usize].keywords);
        let note = |object: &mut StackObj| {
            if object.source.uid == last.uid {
                (object.power, object.toughness, object.counters) = (last.power, last.toughness, last.counters);
                object.touch = touch | object.touch & !(touch::LIFELINK | touch::DEATHTOUCH);
            }
        };
        if self.resolution.active {
            self.remember_last(last);
            note(&mut self.resolution.obj);
            self.note_gone_trigger(None, &last);
        }
        for at in 0..self.stack.len() {
            note(&mut self.stack[at]);
            if self.stack[at].event.uid == last.uid {
                self.note_gone_trigger(Some(at), &last);
            }
        }
    }

    /// What triggered an ability leaves: an ability that asks about it remembers it. None: the one that resolves.
    fn note_gone_trigger(&mut self, at: Option<usize>, last: &Last) {
        let object = at.map_or(&self.resolution.obj, |at| &self.stack[at]);
        if object.event.uid != last.uid || object.event.kind != RefKind::Perm || object.item != Item::Triggered {
            return;
        }
        if self.program(object).is_some_and(|program| program.asks_back(looks::TRIGGER)) {
            at.map_or(&mut self.resolution.obj, |at| &mut self.stack[at]).note_gone(last);
        }
    }

    /// Remembers an object for the effect under way. What it asks about is not forgotten for something else.
    pub(crate) fn remember_last(&mut self, last: Last) {
        let [first, second] = self.resolution.last;
        if first.uid == last.uid {
            self.resolution.last[0] = last;
        } else if second.uid == last.uid || !self.is_asked_about(second.uid) {
            self.resolution.last = [last, first];
        } else if !self.is_asked_about(first.uid) || self.is_asked_about(last.uid) {
            self.resolution.last[0] = last;
        }
    }

    /// Whether the effect under way asks about an object that may have left.
    fn is_asked_about(&self, uid: u16) -> bool {
        let object = &self.resolution.obj;
        let Some(program) = self.program(object).filter(|program| program.looks_back & looks::BY_EFFECT != 0) else {
            return false;
        };
        let asks = |bit: u8, r: Ref| program.looks_back & bit != 0 && r.uid == uid && uid != 0;
        asks(looks::THAT, self.resolution.that) || object.targets.iter().zip([1, 2, 4]).any(|(&r, bit)| asks(bit, r))
    }

    /// Clears a permanent's place on the battlefield.
    pub(super) fn take_off(&mut self, slot: u8) {
        let me = bit(slot);
        let others = !me;
        self.perms[slot as usize] = Perm::EMPTY;
        self.traits[slot as usize] = crate::state::Traits::EMPTY;
        self.field &= others;
        self.creatures &= others;
        self.control[0] &= others;
        self.control[1] &= others;
        self.statics &= others;
        self.actives &= others;
        self.sources &= others;
        self.attached &= others;
        self.zone_watchers &= others;
        self.unmodified_lands &= others;
        self.legendary &= others;
        self.listen.iter_mut().for_each(|mask| *mask &= others);
        for slot in iter_bits(self.attached) {
            if bit(self.perms[slot as usize].host) == me && self.perms[slot as usize].host != NO {
                self.perms[slot as usize].host = NO;
            }
        }
        self.out_of_combat(slot);
        let mut i = 0;
        while i < self.hurt.len() {
            let (a, b) = self.hurt[i];
            if a == slot || b == slot {
                self.hurt.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Takes a permanent out of combat (506.4).
    pub(crate) fn out_of_combat(&mut self, slot: u8) {
        let me = bit(slot);
        self.combat.declare &= !me;
        self.combat.first_strikers &= !me;
        self.perms[slot as usize].blocks = NO;
        if self.combat.attacking & me != 0 {
            self.combat.attacking &= !me;
            self.combat.blocked &= !me;
            for blocker in iter_bits(self.field) {
                if self.perms[blocker as usize].blocks == slot {
                    // It still blocks, but nothing: it deals no damage.
                    self.perms[blocker as usize].blocks = crate::state::MAX_PERMS as u8;
                }
            }
        }
    }

    /// Puts counters on a permanent.
    pub(crate) fn add_counters(&mut self, slot: u8, kind: CounterKind, n: i32) {
        let perm = &mut self.perms[slot as usize];
        let counters = match kind {
            CounterKind::Plus => &mut perm.plus,
            CounterKind::Minus => &mut perm.minus,
        };
        let sum = i32::from(*counters) + n;
        *counters = sum.clamp(0, MAX_COUNTERS) as u16;
        if sum > MAX_COUNTERS {
            self.meet(Bound::Counters);
        }
        self.stale = true;
        self.unsettled = true;
    }

    /// Puts a card into exile.
    pub(crate) fn put_in_exile(&mut self, exiled: Exiled) {
        if !self.exile.push(exiled) {
            self.meet(Bound::Exile);
        }
    }

    /// A card in exile, by its number.
    pub(crate) fn take_from_exile(&mut self, uid: u16) -> Option<Exiled> {
        let at = self.exile.iter().position(|exiled| exiled.uid == uid)?;
        Some(self.exile.remove(at))
    }

    /// A reference to a card in a graveyard.
    pub(crate) fn grave_ref(owner: u8, uid: u16) -> Ref {
        Ref { kind: RefKind::Grave, slot: owner, uid }
    }
}

/// Lifelink and deathtouch as two bits.
pub(crate) fn touch_of(keywords: u64) -> u8 {
    u8::from(keywords & kw::LIFELINK != 0) | u8::from(keywords & kw::DEATHTOUCH != 0) << 1
}
