//! What each verb of the card language does (701). How verbs are read, printed and written as tokens stands in
//! `cards/forms/verbs.rs`; those that ask a player for cards or permanents are in `pick.rs`.

use super::effects::MOST;
use super::events::Source;
use super::moves::{Dest, Entering};
use super::values::Found;
use crate::bound::Bound;
use crate::cards::tree::*;
use crate::state::{Ask, Exiled, Item, Last, LibraryCard, MAX_DAMAGE, MagicState, Ref, RefKind, bit, pf};
use hoyle_core::iter_bits;

impl MagicState {
    /// Does a step; false if it is not finished.
    pub(super) fn do_verb(&mut self, verb: &'static Verb) -> bool {
        match *verb {
            Verb::Damage { n, to, by } => self.do_damage(n, to, by),
            Verb::Divide { .. } => self.do_divide(),
            Verb::Destroy(obj) => self.destroy(self.permanents(obj)),
            Verb::Exile(obj, link) => self.do_exile(obj, link),
            Verb::Bounce(obj) => self.do_bounce(obj),
            Verb::ToBattlefield { obj, under, tapped } => return self.do_to_battlefield(obj, under, tapped),
            Verb::ReturnLinked => return self.do_return_linked(),
            Verb::ToLibrary(obj, place) => self.do_to_library(obj, place),
            Verb::Counter(obj, place) => self.do_counter(obj, place),
            Verb::Draw(who, n) => self.do_draw(who, n),
            Verb::Mill(who, n) => self.do_mill(who, n),
            Verb::Discard(who, n, Discard::Random) => self.do_discard_random(who, n),
            Verb::Discard(who, n, Discard::Choose) => return self.do_discard(who, n),
            Verb::Discard(who, _, Discard::Looked(_)) => return self.do_discard_looked(who),
            Verb::PutBack(who, n) => return self.do_put_back(who, n),
            Verb::Scry(n) => return self.do_scry(n),
            Verb::Dig { n, .. } => return self.do_dig(n),
            Verb::Search { who, n, .. } => return self.do_search(who, n),
            Verb::Shuffle(who) => iter_bits(self.who(who)).for_each(|seat| self.shuffle(seat)),
            Verb::Reveal(who) => iter_bits(self.who(who)).for_each(|seat| self.reveal_hand(seat)),
            Verb::GainLife(who, n) => self.do_gain_life(who, n),
            Verb::LoseLife(who, n) => self.do_lose_life(who, n),
            Verb::AddMana(mana) => self.do_add_mana(mana),
            Verb::Token { token, n, under } => self.do_token(token, n, under),
            Verb::PutCounters(obj, kind, n) => self.do_counters(obj, kind, 1, n),
            Verb::RemoveCounters(obj, kind, n) => self.do_counters(obj, kind, -1, n),
            Verb::DoubleCounters(obj) => self.do_double_counters(obj),
            Verb::Pump(obj, p, t) => self.do_pump(obj, p, t),
            Verb::SetPt(obj, p, t) => self.do_set_pt(obj, p, t),
            Verb::Switch(obj) => self.do_switch_pt(obj),
            Verb::Grant(obj, bits) => self.do_grant(obj, bits),
            Verb::LoseAbilities(obj) => self.do_lose_abilities(obj),
            Verb::Tap(obj) => self.mark(obj, |flags| *flags |= pf::TAPPED),
            Verb::Untap(obj) => self.mark(obj, |flags| *flags &= !pf::TAPPED),
            Verb::Freeze(obj) => self.mark(obj, |flags| *flags |= pf::FROZEN),
            Verb::Sacrifice(obj) => self.do_sacrifice_these(obj),
            Verb::SacrificeChoice { who, n, .. } => return self.do_sacrifice(who, n),
            Verb::Choose { who, .. } => return self.do_choose(who),
            Verb::GainControl(obj, duration) => self.do_gain_control(obj, duration),
            Verb::Fight(a, b) => self.do_fight(a, b),
            Verb::Attach(obj) => self.do_attach(obj),
            Verb::PreventCombat => self.combat_damage_prevented = true,
        }
        true
    }

    /// Deals the announced amounts to the targets.
    fn do_divide(&mut self) {
        let source = self.source_of(&self.resolution.obj);
        for i in 0..self.resolution.obj.target_count as usize {
            let (target, amount) = (self.resolution.obj.targets[i], self.resolution.obj.amounts[i]);
            let dealt = self.damage(&source, target, amount.into(), false);
            self.count_dealt(dealt);
        }
    }

    fn do_mill(&mut self, who: Who, n: Quantity) {
        let n = self.amount(&n).clamp(0, MOST) as u8;
        for seat in iter_bits(self.who(who)) {
            let side = self.side_mut(seat);
            side.mills = side.mills.saturating_add(n);
        }
        self.pending_draws = true;
    }

    fn do_draw(&mut self, who: Who, n: Quantity) {
        let n = self.amount(&n).clamp(0, MOST) as u8;
        iter_bits(self.who(who)).for_each(|seat| self.side_mut(seat).add_draws(n));
        self.pending_draws = true;
    }

    fn do_discard_random(&mut self, who: Who, n: Quantity) {
        let n = self.amount(&n).clamp(0, MOST) as u8;
        for seat in iter_bits(self.who(who)) {
            let side = self.side_mut(seat);
            side.random_discards = side.random_discards.saturating_add(n);
        }
        self.pending_draws = true;
    }

    fn do_gain_life(&mut self, who: Who, n: Quantity) {
        let n = self.amount(&n);
        iter_bits(self.who(who)).for_each(|seat| self.gain_life(seat, n));
    }

    /// What is lost is counted as dealt.
    fn do_lose_life(&mut self, who: Who, n: Quantity) {
        let n = self.amount(&n);
        for seat in iter_bits(self.who(who)) {
            self.lose_life(seat, n);
            self.count_dealt(n.max(0));
        }
    }

    /// Of one colour: the reader sees to that.
    fn do_add_mana(&mut self, mana: Mana) {
        let n = self.amount(&mana.amount).clamp(0, 1000) as u16;
        let seat = self.resolution.obj.controller;
        self.add_mana(seat, mana.colors.trailing_zeros() as u8 % 6, n);
    }

    /// All tokens of both players enter at once.
    fn do_token(&mut self, token: u16, n: Quantity, under: Who) {
        let n = self.amount(&n).clamp(0, MOST);
        let card = self.rules.get().token_ix[token as usize];
        let mut entered = 0;
        for seat in iter_bits(self.who(under)) {
            for _ in 0..n {
                if let Some(slot) = self.enter(card, seat, seat, Entering::default()) {
                    entered |= bit(slot);
                }
            }
        }
        self.entered(entered);
    }

    fn do_double_counters(&mut self, obj: Obj) {
        for slot in iter_bits(self.permanents(obj)) {
            let n = self.perms[slot as usize].plus.into();
            self.add_counters(slot, CounterKind::Plus, n);
        }
    }

    fn do_pump(&mut self, obj: Obj, p: Quantity, t: Quantity) {
        let (p, t) = (self.amount(&p), self.amount(&t));
        for slot in iter_bits(self.permanents(obj)) {
            let pump = self.perms[slot as usize].pump;
            self.perms[slot as usize].pump = (self.stat(i32::from(pump.0) + p), self.stat(i32::from(pump.1) + t));
        }
        self.changed();
    }

    fn do_set_pt(&mut self, obj: Obj, p: Quantity, t: Quantity) {
        let (p, t) = (self.amount(&p), self.amount(&t));
        let (p, t) = (self.stat(p), self.stat(t));
        let time = self.tick();
        for slot in iter_bits(self.permanents(obj)) {
            let perm = &mut self.perms[slot as usize];
            perm.flags |= pf::SET;
            (perm.set, perm.set_time) = ((p, t), time);
        }
        self.changed();
    }

    fn do_switch_pt(&mut self, obj: Obj) {
        iter_bits(self.permanents(obj)).for_each(|slot| self.perms[slot as usize].flags ^= pf::SWITCHED);
        self.changed();
    }

    fn do_grant(&mut self, obj: Obj, bits: u64) {
        iter_bits(self.permanents(obj)).for_each(|slot| self.perms[slot as usize].granted |= bits);
        self.changed();
    }

    /// What was granted before is lost, too.
    fn do_lose_abilities(&mut self, obj: Obj) {
        let time = self.tick();
        for slot in iter_bits(self.permanents(obj)) {
            let perm = &mut self.perms[slot as usize];
            perm.flags |= pf::BARE;
            perm.bare_time = time;
            perm.granted = 0;
        }
        self.changed();
    }

    fn do_sacrifice_these(&mut self, obj: Obj) {
        // Only its controller can sacrifice a permanent.
        let own = self.control[self.resolution.obj.controller as usize];
        self.leave(self.permanents(obj) & own, Dest::Graveyard);
    }

    fn do_gain_control(&mut self, obj: Obj, duration: Duration) {
        let time = self.tick();
        let you = self.resolution.obj.controller;
        for slot in iter_bits(self.permanents(obj)) {
            let perm = &mut self.perms[slot as usize];
            (perm.taken, perm.taken_time) = (you, time);
            perm.flags &= !pf::KEPT;
            if duration == Duration::Forever {
                perm.flags |= pf::KEPT;
            }
        }
        self.changed();
    }

    /// Both creatures deal damage equal to their power to each other (701.12).
    fn do_fight(&mut self, a: Obj, b: Obj) {
        if let (Found::Perm(a), Found::Perm(b)) = (self.find(a, &self.env()), self.find(b, &self.env()))
            && self.creatures & bit(a) != 0
            && self.creatures & bit(b) != 0
        {
            let (first, second) = (self.source_at(a), self.source_at(b));
            let (mine, its) = (self.traits[a as usize].power, self.traits[b as usize].power);
            let (to_a, to_b) = (self.perm_ref(a), self.perm_ref(b));
            self.damage(&first, to_b, mine.into(), false);
            self.damage(&second, to_a, its.into(), false);
        }
    }

    fn do_attach(&mut self, obj: Obj) {
        if let (Some(slot), Found::Perm(host)) = (self.perm_of(self.resolution.obj.source), self.find(obj, &self.env()))
            && self.can_attach(slot, host)
        {
            self.attach(slot, host);
        }
    }

    fn do_to_library(&mut self, obj: Obj, place: Place) {
        let dest = if place == Place::LibraryTop { Dest::LibraryTop } else { Dest::LibraryBottom };
        self.leave(self.permanents(obj), dest);
    }

    /// Puts counters, or removes them if `sign` is -1.
    fn do_counters(&mut self, obj: Obj, kind: CounterKind, sign: i32, n: Quantity) {
        let n = sign * self.amount(&n).max(0);
        iter_bits(self.permanents(obj)).for_each(|slot| self.add_counters(slot, kind, n));
    }

    /// Changes the flags of permanents.
    fn mark(&mut self, obj: Obj, change: impl Fn(&mut u16)) {
        iter_bits(self.permanents(obj)).for_each(|slot| change(&mut self.perms[slot as usize].flags));
    }

    fn changed(&mut self) {
        self.note_changed_lands();
        self.stale = true;
        self.unsettled = true;
    }

    fn count_dealt(&mut self, n: i32) {
        let dealt = i32::from(self.resolution.dealt) + n;
        if dealt > MAX_DAMAGE {
            self.meet(Bound::Damage);
        }
        self.resolution.dealt = dealt.min(MAX_DAMAGE) as i16;
    }

    fn do_damage(&mut self, n: Quantity, to: Sel, by: Obj) {
        let n = self.amount(&n);
        let source: Source = match by {
            Obj::This => self.source_of(&self.resolution.obj),
            other => match self.find(other, &self.env()) {
                Found::Perm(slot) => self.source_at(slot),
                _ => return,
            },
        };
        match to {
            Sel::Obj(Obj::Each(filter)) => {
                let all = self.fitting(filter, &self.env());
                for slot in iter_bits(all) {
                    let target = self.perm_ref(slot);
                    let dealt = self.damage(&source, target, n, false);
                    self.count_dealt(dealt);
                }
            }
            Sel::Obj(obj) => {
                let target = match (self.single(obj), obj) {
                    (Ref { kind: RefKind::None, .. }, Obj::Host) => match self.find(obj, &self.env()) {
                        Found::Perm(slot) => self.perm_ref(slot),
                        _ => Ref::NONE,
                    },
                    (target, _) => target,
                };
                let dealt = self.damage(&source, target, n, false);
                self.count_dealt(dealt);
            }
            Sel::Who(who) => {
                for seat in iter_bits(self.who(who)) {
                    let dealt = self.damage(&source, Ref::player(seat), n, false);
                    self.count_dealt(dealt);
                }
            }
        }
    }

    fn do_exile(&mut self, obj: Obj, link: Link) {
        let source = self.resolution.obj.source;
        let (link, until) = match link {
            Link::None => (0, false),
            Link::Linked => (source.uid, false),
            // If the source is gone already, nothing is exiled (610.3a).
            Link::WhileSourceStays if self.perm_of(source).is_none() => return,
            Link::WhileSourceStays => (source.uid, true),
        };
        let slots = self.permanents(obj);
        if slots != 0 {
            if slots.count_ones() == 1 {
                let uid = self.perms[slots.trailing_zeros() as usize].uid;
                self.resolution.that = Ref { kind: RefKind::Exile, slot: 0, uid };
            }
            self.leave(slots, Dest::Exile { link, until });
            return;
        }
        let r = self.single(obj);
        if r.kind == RefKind::Grave
            && let Some(card) = self.take_from_graveyard(r.slot, r.uid)
        {
            self.remember_last(Last { uid: r.uid, card, ctrl: r.slot, owner: r.slot, ..Last::default() });
            self.put_in_exile(Exiled { card, owner: r.slot, uid: r.uid, link, until });
            self.resolution.that = Ref { kind: RefKind::Exile, slot: 0, uid: r.uid };
        }
    }

    fn do_bounce(&mut self, obj: Obj) {
        let slots = self.permanents(obj);
        if slots != 0 {
            return self.leave(slots, Dest::Hand);
        }
        let r = self.single(obj);
        if r.kind == RefKind::Grave
            && let Some(card) = self.take_from_graveyard(r.slot, r.uid)
        {
            self.put_in_hand(r.slot, card, true);
        }
    }

    fn do_counter(&mut self, obj: Obj, place: Place) {
        let r = self.single(obj);
        let Some(at) =
            self.stack[..self.stack_len()].iter().position(|object| r.kind == RefKind::Spell && object.uid == r.uid)
        else {
            return;
        };
        let object = self.stack[at];
        if object.item == Item::Spell && self.card(object.card).keywords & kw::CANNOT_BE_COUNTERED != 0 {
            return;
        }
        self.stack.remove(at);
        self.remember_last(Last {
            uid: object.uid,
            card: object.card,
            ctrl: object.controller,
            owner: object.owner,
            ..Last::default()
        });
        if object.item == Item::Spell {
            if place == Place::LibraryTop {
                let placed = LibraryCard { card: object.card, open: true, from_hand: false };
                self.put_in_library(object.owner, placed, true);
            } else {
                self.bury(object.owner, object.card);
            }
        }
    }

    /// A card of a graveyard or of exile enters; an Aura needs something to enchant.
    fn do_to_battlefield(&mut self, obj: Obj, under: Who, tapped: bool) -> bool {
        let r = self.trace_card(self.single(obj));
        // An instant or a sorcery does not enter: it stays where it is (304.4, 307.4).
        let Some(card) = self.card_of(r).filter(|&card| self.card(card).is(types::PERMANENT)) else { return true };
        let ctrl = self.under_whom(under);
        if self.card(card).derived.enchant.is_some() {
            self.resolution.that = r;
            return self.ask_host(ctrl);
        }
        self.put_onto_battlefield(r, ctrl, Entering { tapped, ..Entering::default() });
        true
    }

    /// A card that can be moved: in a graveyard or in exile.
    pub(crate) fn card_of(&self, r: Ref) -> Option<u8> {
        match r.kind {
            RefKind::Grave => {
                self.side(r.slot).graveyard.iter().find(|lying| lying.uid == r.uid).map(|lying| lying.card)
            }
            RefKind::Exile => self.exile.iter().find(|exiled| exiled.uid == r.uid).map(|exiled| exiled.card),
            _ => None,
        }
    }

    /// A source that died is found in its graveyard.
    fn trace_card(&self, r: Ref) -> Ref {
        if r.kind == RefKind::Perm { self.trace(r) } else { r }
    }

    /// Moves a card of a graveyard or of exile onto the battlefield.
    pub(crate) fn put_onto_battlefield(&mut self, r: Ref, ctrl: u8, how: Entering) {
        let (card, owner) = match r.kind {
            RefKind::Grave => match self.take_from_graveyard(r.slot, r.uid) {
                Some(card) => (card, r.slot),
                None => return,
            },
            RefKind::Exile => match self.take_from_exile(r.uid) {
                Some(exiled) => (exiled.card, exiled.owner),
                None => return,
            },
            _ => return,
        };
        self.remember_last(Last { uid: r.uid, card, ctrl: owner, owner, ..Last::default() });
        if let Some(slot) = self.enter(card, owner, ctrl, how) {
            self.resolution.that = self.perm_ref(slot);
            self.entered(bit(slot));
        }
    }

    /// Asks what an Aura is put onto; it stays where it is if there is nothing. True if it stays.
    fn ask_host(&mut self, ctrl: u8) -> bool {
        !self.ask_or_apply(Ask::Host { seat: ctrl })
    }

    /// What the source exiled returns to its owners.
    fn do_return_linked(&mut self) -> bool {
        let link = self.resolution.obj.source.uid;
        let Some(at) = self.exile.iter().position(|exiled| exiled.link == link && link != 0) else { return true };
        let Exiled { card, owner, uid, .. } = self.exile[at];
        // Whatever happens, it is tried once.
        self.exile[at].link = 0;
        let r = Ref { kind: RefKind::Exile, slot: 0, uid };
        if !self.card(card).is(types::PERMANENT) {
            return false;
        }
        if self.card(card).derived.enchant.is_some() {
            self.resolution.that = r;
            self.ask_host(owner);
        } else {
            self.put_onto_battlefield(r, owner, Entering::default());
        }
        false
    }
}
