//! Resolving: the steps of an effect, one after the other (608). A step that needs a choice is left and taken up again.

use super::events::Source;
use super::moves::{Dest, Entering};
use super::values::{Env, Found};
use crate::bound::Bound;
use crate::cards::tree::*;
use crate::stack::{Bits, bit};
use crate::state::{Ask, Exiled, Item, Last, MAX_DAMAGE, MagicState, Placed, Progress, Ref, RefKind, StackObj, pf};

/// More cards than a player has, and more permanents than there are: a step about more is the same as one about so many.
pub(crate) const MOST: i32 = 127;

impl MagicState {
    /// The next step of what resolves.
    pub(crate) fn resolve_step(&mut self) {
        self.work.add(1);
        if self.work.is_too_much() {
            return self.give_up();
        }
        self.refresh();
        if !self.frame.begun {
            self.frame.begun = true;
            return self.begin_effect();
        }
        let ops = self.program(&self.frame.obj).map_or(&[][..], |program| program.ops);
        let Some(op) = ops.get(self.frame.pc as usize) else { return self.end_effect() };
        let before = self.frame.pc;
        let done = match op {
            Op::Do(verb) => self.do_verb(verb),
            Op::May { who, to } => self.ask_may(*who, *to),
            Op::If { cond, to } => {
                if !self.holds(cond, &self.env()) {
                    self.frame.pc = *to - 1;
                }
                true
            }
            Op::Unless { payer, cost, to } => self.ask_unless(*payer, cost, *to),
        };
        if done && self.frame.active {
            self.frame.pc = self.frame.pc.max(before) + 1;
            self.frame.progress = Progress::FRESH;
        }
    }

    /// The effect under way.
    pub(crate) fn env(&self) -> Env<'_> {
        Env::of_frame(self, &self.frame)
    }

    /// Targets are checked again (608.2b), a condition too (603.4); a permanent enters.
    fn begin_effect(&mut self) {
        let object = self.frame.obj;
        let Some(program) = self.program(&object) else {
            return self.enter_battlefield(&object, 0);
        };
        let source = self.source_of(&object);
        let mut legal = 0;
        for place in 0..object.target_count {
            let target = object.targets[place as usize];
            let fits = Self::spec_at(program, place)
                .is_some_and(|spec| self.is_target(spec, target, object.controller, &source, object.uid));
            if fits {
                legal += 1;
            } else {
                self.frame.obj.targets[place as usize] = Ref::NONE;
            }
        }
        if object.target_count > 0 && legal == 0 {
            return self.end_effect();
        }
        if let Ability::Triggered { cond: Some(cond), .. } = &self.card(object.card).abilities
            [(object.ability as usize).min(self.card(object.card).abilities.len().saturating_sub(1))]
            && object.item == Item::Triggered
            && !self.holds(cond, &self.env())
        {
            return self.end_effect();
        }
        if object.item == Item::Spell && self.card(object.card).is(types::PERMANENT) {
            let host = self.perm_of(self.frame.obj.targets[0]).map_or(0, |slot| slot + 1);
            self.enter_battlefield(&object, host);
        }
    }

    /// A permanent spell becomes a permanent.
    fn enter_battlefield(&mut self, object: &StackObj, host: u8) {
        self.frame = crate::state::Frame::EMPTY;
        self.settle_after();
        let how = Entering { x: object.x, host, tapped: false };
        if let Some(slot) = self.enter(object.card, object.owner, object.controller, how) {
            self.entered(bit(slot));
        }
    }

    fn settle_after(&mut self) {
        self.unsettled = true;
        self.passes = 0;
        self.priority = self.active;
        self.looked.clear();
    }

    /// The last step is done, or there was nothing to do: a spell goes to the graveyard.
    fn end_effect(&mut self) {
        let object = self.frame.obj;
        self.frame = crate::state::Frame::EMPTY;
        self.settle_after();
        if object.item == Item::Spell {
            self.bury(object.owner, object.card);
        }
    }

    /// The permanents that an effect speaks of.
    fn permanents(&self, obj: Obj) -> u128 {
        match obj {
            Obj::Each(filter) => self.fitting(filter, &self.env()),
            _ => match self.find(obj, &self.env()) {
                Found::Perm(slot) => bit(slot),
                _ => 0,
            },
        }
    }

    /// One object that an effect speaks of, by reference.
    pub(crate) fn single(&self, obj: Obj) -> Ref {
        let object = &self.frame.obj;
        match obj {
            Obj::Target(i) => object.targets[i as usize % 3],
            Obj::That => self.frame.that,
            Obj::Trigger if self.is_about_a_death(object) => self.trace(object.event),
            Obj::Trigger => object.event,
            Obj::This => self.trace(object.source),
            Obj::Host | Obj::Sacrificed | Obj::Each(_) => Ref::NONE,
        }
    }

    /// Whether it triggered because something died: that is looked for in its graveyard (400.7).
    fn is_about_a_death(&self, object: &StackObj) -> bool {
        let ability = self.card(object.card).abilities.get(object.ability as usize);
        object.item == Item::Triggered
            && matches!(ability, Some(Ability::Triggered { trigger, .. }) if trigger.event() == event::DIES)
    }

    /// A permanent that has gone to a graveyard is found there by its number.
    fn trace(&self, r: Ref) -> Ref {
        if self.perm_of(r).is_some() {
            return r;
        }
        for seat in 0..2 {
            if self.side(seat).graveyard.iter().any(|lying| lying.uid == r.uid) {
                return Self::grave_ref(seat, r.uid);
            }
        }
        Ref::NONE
    }

    fn amount(&self, quantity: &Quantity) -> i32 {
        self.number(quantity, &self.env())
    }

    fn who(&self, who: Who) -> u8 {
        self.players(who, &self.env())
    }

    /// The first of some players, one bit each: the active player comes before the other.
    pub(crate) fn first_of(&self, players: u8) -> Option<u8> {
        [self.active, 1 - self.active].into_iter().find(|seat| players >> seat & 1 == 1)
    }

    /// Under whose control a card enters.
    pub(crate) fn under_whom(&self, under: Who) -> u8 {
        match self.who(under) {
            0 => self.frame.obj.controller,
            mask => mask.trailing_zeros() as u8,
        }
    }

    /// A player whom the step is about and how often is left, the active player first; none when all are done. The number
    /// is that of the beginning, whatever the step changes: for the second player it is kept beside what is left.
    pub(crate) fn turn_of(&mut self, who: Who, n: &Quantity) -> Option<u8> {
        let fixed = matches!(n, Quantity::Num(_));
        if !self.frame.progress.has_begun() {
            let amount = self.amount(n).clamp(0, MOST) as i16;
            self.frame.about = self.who(who);
            let later = if self.frame.about == 3 && !fixed { amount } else { 0 };
            self.frame.progress = Progress::times(amount, later);
        }
        loop {
            let seat = self.first_of(self.frame.about)?;
            if self.frame.progress.left() > 0 {
                return Some(seat);
            }
            self.frame.about &= !(1 << seat);
            let next = if fixed { self.amount(n).clamp(0, MOST) as i16 } else { self.frame.progress.later() };
            self.frame.progress = Progress::times(next, 0);
        }
    }

    /// Does a step; false if it is not finished.
    fn do_verb(&mut self, verb: &'static Verb) -> bool {
        match *verb {
            Verb::Damage { n, to, by } => self.do_damage(n, to, by),
            Verb::Divide { .. } => {
                let source = self.source_of(&self.frame.obj);
                for i in 0..self.frame.obj.target_count as usize {
                    let (target, amount) = (self.frame.obj.targets[i], self.frame.obj.amounts[i]);
                    let dealt = self.damage(&source, target, amount.into(), false);
                    self.count_dealt(dealt);
                }
            }
            Verb::Destroy(obj) => self.destroy(self.permanents(obj)),
            Verb::Exile(obj, link) => self.do_exile(obj, link),
            Verb::Bounce(obj) => self.do_bounce(obj),
            Verb::ToBattlefield { obj, under, tapped } => return self.do_to_battlefield(obj, under, tapped),
            Verb::ReturnLinked => return self.do_return_linked(),
            Verb::ToLibrary(obj, place) => {
                let dest = if place == Place::LibraryTop { Dest::LibraryTop } else { Dest::LibraryBottom };
                self.leave(self.permanents(obj), dest);
            }
            Verb::Counter(obj, place) => self.do_counter(obj, place),
            Verb::Draw(who, n) => {
                let n = self.amount(&n).clamp(0, MOST) as u8;
                Bits(self.who(who).into()).for_each(|seat| self.side_mut(seat).add_draws(n));
                self.pending_draws = true;
            }
            Verb::Mill(who, n) => {
                let n = self.amount(&n).clamp(0, MOST) as u8;
                for seat in Bits(self.who(who).into()) {
                    let side = self.side_mut(seat);
                    side.mills = side.mills.saturating_add(n);
                }
                self.pending_draws = true;
            }
            Verb::Discard(who, n, Discard::Random) => {
                let n = self.amount(&n).clamp(0, MOST) as u8;
                for seat in Bits(self.who(who).into()) {
                    let side = self.side_mut(seat);
                    side.random_discards = side.random_discards.saturating_add(n);
                }
                self.pending_draws = true;
            }
            Verb::Discard(who, n, Discard::Choose) => return self.do_discard(who, n),
            Verb::Discard(who, _, Discard::Looked(_)) => return self.do_discard_looked(who),
            Verb::PutBack(who, n) => return self.do_put_back(who, n),
            Verb::Scry(n) => return self.do_scry(n),
            Verb::Dig { n, .. } => return self.do_dig(n),
            Verb::Search { who, n, .. } => return self.do_search(who, n),
            Verb::Shuffle(who) => Bits(self.who(who).into()).for_each(|seat| self.shuffle(seat)),
            Verb::Reveal(who) => Bits(self.who(who).into()).for_each(|seat| self.reveal_hand(seat)),
            Verb::GainLife(who, n) => {
                let n = self.amount(&n);
                Bits(self.who(who).into()).for_each(|seat| self.gain_life(seat, n));
            }
            Verb::LoseLife(who, n) => {
                let n = self.amount(&n);
                for seat in Bits(self.who(who).into()) {
                    self.lose_life(seat, n);
                    self.count_dealt(n.max(0));
                }
            }
            Verb::AddMana(mana) => {
                let n = self.amount(&mana.amount).clamp(0, 1000) as u16;
                let seat = self.frame.obj.controller;
                self.add_mana(seat, mana.colors.trailing_zeros() as u8 % 6, n);
            }
            Verb::Token { token, n, under } => {
                let n = self.amount(&n).clamp(0, MOST);
                let card = self.rules.get().token_ix[token as usize];
                let mut entered = 0;
                for seat in Bits(self.who(under).into()) {
                    for _ in 0..n {
                        if let Some(slot) = self.enter(card, seat, seat, Entering::default()) {
                            entered |= bit(slot);
                        }
                    }
                }
                self.entered(entered);
            }
            Verb::PutCounters(obj, kind, n) => {
                let n = self.amount(&n).max(0);
                Bits(self.permanents(obj)).for_each(|slot| self.add_counters(slot, kind, n));
            }
            Verb::RemoveCounters(obj, kind, n) => {
                let n = self.amount(&n).max(0);
                Bits(self.permanents(obj)).for_each(|slot| self.add_counters(slot, kind, -n));
            }
            Verb::DoubleCounters(obj) => {
                for slot in Bits(self.permanents(obj)) {
                    let n = self.perms[slot as usize].plus.into();
                    self.add_counters(slot, CounterKind::Plus, n);
                }
            }
            Verb::Pump(obj, p, t) => {
                let (p, t) = (self.amount(&p), self.amount(&t));
                for slot in Bits(self.permanents(obj)) {
                    let pump = self.perms[slot as usize].pump;
                    self.perms[slot as usize].pump =
                        (self.stat(i32::from(pump.0) + p), self.stat(i32::from(pump.1) + t));
                }
                self.changed();
            }
            Verb::SetPt(obj, p, t) => {
                let (p, t) = (self.amount(&p), self.amount(&t));
                let (p, t) = (self.stat(p), self.stat(t));
                let time = self.tick();
                for slot in Bits(self.permanents(obj)) {
                    let perm = &mut self.perms[slot as usize];
                    perm.flags |= pf::SET;
                    (perm.set, perm.set_time) = ((p, t), time);
                }
                self.changed();
            }
            Verb::Switch(obj) => {
                Bits(self.permanents(obj)).for_each(|slot| self.perms[slot as usize].flags ^= pf::SWITCHED);
                self.changed();
            }
            Verb::Grant(obj, bits) => {
                Bits(self.permanents(obj)).for_each(|slot| self.perms[slot as usize].granted |= bits);
                self.changed();
            }
            Verb::LoseAbilities(obj) => {
                let time = self.tick();
                for slot in Bits(self.permanents(obj)) {
                    let perm = &mut self.perms[slot as usize];
                    perm.flags |= pf::BARE;
                    perm.bare_time = time;
                    perm.granted = 0;
                }
                self.changed();
            }
            Verb::Tap(obj) => {
                Bits(self.permanents(obj)).for_each(|slot| self.perms[slot as usize].flags |= pf::TAPPED);
            }
            Verb::Untap(obj) => {
                Bits(self.permanents(obj)).for_each(|slot| self.perms[slot as usize].flags &= !pf::TAPPED);
            }
            Verb::Freeze(obj) => {
                Bits(self.permanents(obj)).for_each(|slot| self.perms[slot as usize].flags |= pf::FROZEN);
            }
            Verb::Sacrifice(obj) => {
                // Only its controller can sacrifice a permanent.
                let own = self.control[self.frame.obj.controller as usize];
                self.leave(self.permanents(obj) & own, Dest::Graveyard);
            }
            Verb::SacrificeChoice { who, n, .. } => return self.do_sacrifice(who, n),
            Verb::Choose { who, .. } => return self.do_choose(who),
            Verb::GainControl(obj, duration) => {
                let time = self.tick();
                let you = self.frame.obj.controller;
                for slot in Bits(self.permanents(obj)) {
                    let perm = &mut self.perms[slot as usize];
                    (perm.taken, perm.taken_time) = (you, time);
                    perm.flags &= !pf::KEPT;
                    if duration == Duration::Forever {
                        perm.flags |= pf::KEPT;
                    }
                }
                self.changed();
            }
            Verb::Fight(a, b) => {
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
            Verb::Attach(obj) => {
                if let (Some(slot), Found::Perm(host)) =
                    (self.perm_of(self.frame.obj.source), self.find(obj, &self.env()))
                    && self.can_attach(slot, host)
                {
                    self.attach(slot, host);
                }
            }
            Verb::PreventCombat => self.combat_damage_prevented = true,
        }
        true
    }

    fn changed(&mut self) {
        self.note_changed_lands();
        self.stale = true;
        self.unsettled = true;
    }

    fn count_dealt(&mut self, n: i32) {
        let dealt = i32::from(self.frame.dealt) + n;
        if dealt > MAX_DAMAGE {
            self.meet(Bound::Damage);
        }
        self.frame.dealt = dealt.min(MAX_DAMAGE) as i16;
    }

    fn do_damage(&mut self, n: Quantity, to: Sel, by: Obj) {
        let n = self.amount(&n);
        let source: Source = match by {
            Obj::This => self.source_of(&self.frame.obj),
            other => match self.find(other, &self.env()) {
                Found::Perm(slot) => self.source_at(slot),
                _ => return,
            },
        };
        match to {
            Sel::Obj(Obj::Each(filter)) => {
                let all = self.fitting(filter, &self.env());
                for slot in Bits(all) {
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
                for seat in Bits(self.who(who).into()) {
                    let dealt = self.damage(&source, Ref::player(seat), n, false);
                    self.count_dealt(dealt);
                }
            }
        }
    }

    fn do_exile(&mut self, obj: Obj, link: Link) {
        let source = self.frame.obj.source;
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
                self.frame.that = Ref { kind: RefKind::Exile, slot: 0, uid };
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
            self.frame.that = Ref { kind: RefKind::Exile, slot: 0, uid: r.uid };
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
                let placed = Placed { card: object.card, open: true, from_hand: false };
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
            self.frame.that = r;
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
            self.frame.that = self.perm_ref(slot);
            self.entered(bit(slot));
        }
    }

    /// Asks what an Aura is put onto; it stays where it is if there is nothing. True if it stays.
    fn ask_host(&mut self, ctrl: u8) -> bool {
        !self.ask_or_apply(Ask::Host { seat: ctrl })
    }

    /// What the source exiled returns to its owners.
    fn do_return_linked(&mut self) -> bool {
        let link = self.frame.obj.source.uid;
        let Some(at) = self.exile.iter().position(|exiled| exiled.link == link && link != 0) else { return true };
        let Exiled { card, owner, uid, .. } = self.exile[at];
        // Whatever happens, it is tried once.
        self.exile[at].link = 0;
        let r = Ref { kind: RefKind::Exile, slot: 0, uid };
        if !self.card(card).is(types::PERMANENT) {
            return false;
        }
        if self.card(card).derived.enchant.is_some() {
            self.frame.that = r;
            self.ask_host(owner);
        } else {
            self.put_onto_battlefield(r, owner, Entering::default());
        }
        false
    }

    fn ask_may(&mut self, who: Who, to: u8) -> bool {
        let mask = self.who(who);
        if mask == 0 {
            self.frame.pc = to - 1;
            return true;
        }
        let seat = mask.trailing_zeros() as u8;
        self.frame.progress = Progress::jump(to);
        self.ask_or_apply(Ask::May { seat });
        false
    }

    fn ask_unless(&mut self, payer: Who, cost: &ManaCost, to: u8) -> bool {
        let mask = self.who(payer);
        let seat = mask.trailing_zeros() as u8;
        if mask == 0 || !self.available(seat, 0).pays(cost) {
            return true;
        }
        self.frame.progress = Progress::jump(to);
        self.ask_or_apply(Ask::PayUnless { seat });
        false
    }
}
