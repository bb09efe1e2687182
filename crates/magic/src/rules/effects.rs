//! Resolving: the steps of an effect, one after the other (608). A step that needs a choice is left and taken up again.

use super::moves::Entering;
use super::values::{Env, Found};
use crate::cards::tree::*;
use crate::state::{Ask, Item, MagicState, Progress, Ref, StackObj, bit};

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
        if !self.resolution.begun {
            self.resolution.begun = true;
            return self.begin_effect();
        }
        let ops = self.program(&self.resolution.obj).map_or(&[][..], |program| program.ops);
        let Some(op) = ops.get(self.resolution.pc as usize) else { return self.end_effect() };
        let before = self.resolution.pc;
        let done = match op {
            Op::Do(verb) => self.do_verb(verb),
            Op::May { who, to } => self.ask_may(*who, *to),
            Op::If { cond, to } => {
                if !self.holds(cond, &self.env()) {
                    self.resolution.pc = *to - 1;
                }
                true
            }
            Op::Unless { payer, cost, to } => self.ask_unless(*payer, cost, *to),
        };
        if done && self.resolution.active {
            self.resolution.pc = self.resolution.pc.max(before) + 1;
            self.resolution.progress = Progress::FRESH;
        }
    }

    /// The effect under way.
    pub(crate) fn env(&self) -> Env<'_> {
        Env::of_frame(self, &self.resolution)
    }

    /// Targets are checked again (608.2b), a condition too (603.4); a permanent enters.
    fn begin_effect(&mut self) {
        let object = self.resolution.obj;
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
                self.resolution.obj.targets[place as usize] = Ref::NONE;
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
            let host = self.perm_of(self.resolution.obj.targets[0]).map_or(0, |slot| slot + 1);
            self.enter_battlefield(&object, host);
        }
    }

    /// A permanent spell becomes a permanent.
    fn enter_battlefield(&mut self, object: &StackObj, host: u8) {
        self.resolution = crate::state::Resolution::EMPTY;
        self.settle_after();
        let how = Entering { x: object.x, host, tapped: false };
        if let Some(slot) = self.enter(object.card, object.owner, object.controller, how) {
            self.entered(bit(slot));
        }
    }

    pub(super) fn settle_after(&mut self) {
        self.unsettled = true;
        self.passes = 0;
        self.priority = self.active;
        self.looked.clear();
    }

    /// The last step is done, or there was nothing to do: a spell goes to the graveyard.
    fn end_effect(&mut self) {
        let object = self.resolution.obj;
        self.resolution = crate::state::Resolution::EMPTY;
        self.settle_after();
        if object.item == Item::Spell {
            self.bury(object.owner, object.card);
        }
    }

    /// The permanents that an effect speaks of.
    pub(super) fn permanents(&self, obj: Obj) -> u128 {
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
        let object = &self.resolution.obj;
        match obj {
            Obj::Target(i) => object.targets[i as usize % 3],
            Obj::That => self.resolution.that,
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
    pub(super) fn trace(&self, r: Ref) -> Ref {
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

    pub(super) fn amount(&self, quantity: &Quantity) -> i32 {
        self.number(quantity, &self.env())
    }

    pub(super) fn who(&self, who: Who) -> u8 {
        self.players(who, &self.env())
    }

    /// The first of some players, one bit each: the active player comes before the other.
    pub(crate) fn first_of(&self, players: u8) -> Option<u8> {
        [self.active, 1 - self.active].into_iter().find(|seat| players >> seat & 1 == 1)
    }

    /// Under whose control a card enters.
    pub(crate) fn under_whom(&self, under: Who) -> u8 {
        match self.who(under) {
            0 => self.resolution.obj.controller,
            mask => mask.trailing_zeros() as u8,
        }
    }

    /// A player whom the step is about and how often is left, the active player first; none when all are done. The number
    /// is that of the beginning, whatever the step changes: for the second player it is kept beside what is left.
    pub(crate) fn turn_of(&mut self, who: Who, n: &Quantity) -> Option<u8> {
        let fixed = matches!(n, Quantity::Num(_));
        if !self.resolution.progress.has_begun() {
            let amount = self.amount(n).clamp(0, MOST) as i16;
            self.resolution.about = self.who(who);
            let later = if self.resolution.about == 3 && !fixed { amount } else { 0 };
            self.resolution.progress = Progress::times(amount, later);
        }
        loop {
            let seat = self.first_of(self.resolution.about)?;
            if self.resolution.progress.left() > 0 {
                return Some(seat);
            }
            self.resolution.about &= !(1 << seat);
            let next = if fixed { self.amount(n).clamp(0, MOST) as i16 } else { self.resolution.progress.later() };
            self.resolution.progress = Progress::times(next, 0);
        }
    }

    fn ask_may(&mut self, who: Who, to: u8) -> bool {
        let mask = self.who(who);
        if mask == 0 {
            self.resolution.pc = to - 1;
            return true;
        }
        let seat = mask.trailing_zeros() as u8;
        self.resolution.progress = Progress::jump(to);
        self.ask_or_apply(Ask::May { seat });
        false
    }

    fn ask_unless(&mut self, payer: Who, cost: &ManaCost, to: u8) -> bool {
        let mask = self.who(payer);
        let seat = mask.trailing_zeros() as u8;
        if mask == 0 || !self.available(seat, 0).pays(cost) {
            return true;
        }
        self.resolution.progress = Progress::jump(to);
        self.ask_or_apply(Ask::PayUnless { seat });
        false
    }
}
