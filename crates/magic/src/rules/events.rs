//! What happens to players and permanents, and the abilities that trigger on it.

use super::moves::{Dest, touch_of};
use super::values::Env;
use crate::bound::Bound;
use crate::cards::tree::{Ability, Filter, Trigger, event, kw, looks};
use crate::setup::card_flag;
use crate::state::{CardIx, Item, MAX_DAMAGE, MAX_LIFE, MagicState, NO, Ref, RefKind, StackObj, bit, pf};
use hoyle_core::iter_bits;

/// What deals damage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// The permanent, if it is one still.
    pub slot: u8,
    pub card: CardIx,
    pub ctrl: u8,
    pub colors: u8,
    /// Lifelink and deathtouch.
    pub touch: u8,
}

impl MagicState {
    /// A permanent as a source.
    pub(crate) fn source_at(&self, slot: u8) -> Source {
        let traits = &self.traits[slot as usize];
        Source {
            slot,
            card: self.perms[slot as usize].card,
            ctrl: traits.ctrl,
            colors: traits.colors,
            touch: touch_of(traits.keywords),
        }
    }

    /// The source of a spell or ability: as it is, or as it last was.
    pub(crate) fn source_of(&self, object: &StackObj) -> Source {
        match self.perm_of(object.source) {
            Some(slot) => Source { ctrl: object.controller, ..self.source_at(slot) },
            None => Source {
                slot: NO,
                card: object.card,
                ctrl: object.controller,
                colors: self.card(object.card).colors,
                touch: object.touch,
            },
        }
    }

    /// Tells everybody who listens to an event; `applies` says whether a trigger means this one.
    pub(crate) fn dispatch(
        &mut self,
        kind: usize,
        event: Ref,
        player: u8,
        amount: i16,
        applies: impl Fn(&Self, u8, &Trigger) -> bool,
    ) {
        for listener in iter_bits(self.listen[kind] & self.field) {
            if self.perms[listener as usize].is(pf::BARE) || self.work.is_too_much() {
                continue;
            }
            let card = self.card_at(listener);
            for &i in card.derived.triggered {
                let Ability::Triggered { trigger, cond, program } = &card.abilities[i as usize] else { continue };
                if trigger.event() == kind
                    && applies(self, listener, trigger)
                    && cond.is_none_or(|cond| self.holds(&cond, &Env::of_permanent(self, listener)))
                {
                    self.wait(listener, i, event, player, amount);
                    // What leaves now is gone when the ability resolves.
                    if matches!(kind, event::DIES | event::LEAVES) && program.asks_back(looks::TRIGGER) {
                        self.note_trigger(event);
                    }
                }
            }
        }
    }

    /// An ability has triggered: it waits to be put on the stack.
    fn wait(&mut self, slot: u8, ability: u8, event: Ref, player: u8, amount: i16) {
        if self.stack.is_full() {
            return self.meet(Bound::Stack);
        }
        let uid = self.new_uid();
        let perm = &self.perms[slot as usize];
        let traits = &self.traits[slot as usize];
        let object = StackObj {
            item: Item::Triggered,
            card: perm.card,
            ability,
            controller: traits.ctrl,
            owner: perm.owner,
            uid,
            source: Ref { kind: RefKind::Perm, slot, uid: perm.uid },
            event,
            event_player: player,
            amount,
            x: perm.x,
            power: traits.power,
            toughness: traits.toughness,
            counters: perm.plus,
            touch: touch_of(traits.keywords),
            ..StackObj::EMPTY
        };
        self.stack.push(object);
        self.waiting += 1;
        self.unsettled = true;
    }

    /// The ability that has triggered last remembers what triggered it, which is about to leave.
    #[cold]
    fn note_trigger(&mut self, event: Ref) {
        let Some(slot) = self.perm_of(event) else { return };
        let last = self.last_of(slot);
        if let Some(object) = self.stack.last_mut().filter(|object| object.event == event) {
            object.note_gone(&last);
        }
    }

    /// A player gains life.
    pub(crate) fn gain_life(&mut self, seat: u8, n: i32) {
        if n <= 0 {
            return;
        }
        let life = i32::from(self.side(seat).life) + n;
        if life.max(n) > MAX_LIFE {
            self.meet(Bound::Life);
        }
        self.side_mut(seat).life = life.min(MAX_LIFE) as i16;
        self.stale |= self.zone_watchers != 0;
        if self.listen[event::LIFE] != 0 {
            self.refresh();
            self.dispatch(event::LIFE, Ref::player(seat), seat, n.min(MAX_LIFE) as i16, |state, listener, trigger| {
                *trigger == Trigger::YouGainLife && state.ctrl(listener) == seat
            });
        }
    }

    /// A player loses life.
    pub(crate) fn lose_life(&mut self, seat: u8, n: i32) {
        if n > 0 {
            let life = i32::from(self.side(seat).life) - n;
            if life < -MAX_LIFE {
                self.meet(Bound::Life);
            }
            self.side_mut(seat).life = life.max(-MAX_LIFE) as i16;
            self.stale |= self.zone_watchers != 0;
            self.unsettled = true;
        }
    }

    /// Whether a permanent is protected from a source (702.16).
    pub(crate) fn protected(&self, slot: u8, source: &Source) -> bool {
        let keywords = self.traits[slot as usize].keywords;
        if (keywords >> kw::PROTECTION) as u8 & 0b1_1111 & source.colors != 0 {
            return true;
        }
        keywords & kw::PROTECTED != 0
            && self.card_at(slot).derived.protection.is_some_and(|filter| self.source_fits(source, filter))
    }

    fn source_fits(&self, source: &Source, filter: &Filter) -> bool {
        let env = Env::of_player(source.ctrl);
        match source.slot {
            NO => self.card_fits(source.card, source.ctrl, filter, &env),
            slot => self.fits(slot, filter, &env),
        }
    }

    /// Deals damage to a player or a permanent; gives how much was dealt (120.3).
    pub(crate) fn damage(&mut self, source: &Source, to: Ref, n: i32, combat: bool) -> i32 {
        if n <= 0 || combat && self.combat_damage_prevented {
            return 0;
        }
        if n > MAX_DAMAGE {
            self.meet(Bound::Damage);
        }
        let n = n.min(MAX_DAMAGE);
        match to.kind {
            RefKind::Player => {
                let seat = to.slot;
                self.lose_life(seat, n);
                if source.slot != NO && self.listen[event::DAMAGE] != 0 {
                    self.damage_triggers(source.slot, seat, n as i16, combat);
                }
            }
            RefKind::Perm => {
                let Some(slot) = self.perm_of(to) else { return 0 };
                if self.protected(slot, source) || self.creatures & bit(slot) == 0 {
                    return 0;
                }
                let marked = i32::from(self.perms[slot as usize].damage) + n;
                if marked > MAX_DAMAGE {
                    self.meet(Bound::Damage);
                }
                let perm = &mut self.perms[slot as usize];
                perm.damage = marked.min(MAX_DAMAGE) as i16;
                if source.touch & 2 != 0 {
                    perm.flags |= pf::DEATHTOUCHED;
                }
                // Remembered only where a permanent may ask for it.
                if source.slot != NO
                    && self.listen[event::DIES] & bit(source.slot) != 0
                    && !self.hurt.contains(&(source.slot, slot))
                    && !self.hurt.push((source.slot, slot))
                {
                    self.make_room_for_hurt(source.slot, slot);
                }
                self.unsettled = true;
            }
            _ => return 0,
        }
        if source.touch & 1 != 0 {
            self.gain_life(source.ctrl, n);
        }
        n
    }

    /// There is no room for one more pair of permanents of which one damaged the other: one that nobody asks about makes
    /// way.
    #[cold]
    fn make_room_for_hurt(&mut self, from: u8, to: u8) {
        let asks = |slot: u8| self.rules().flags[self.perms[slot as usize].card as usize] & card_flag::AVENGES != 0;
        if !asks(from) {
            return;
        }
        match self.hurt.iter().position(|&(other, _)| !asks(other)) {
            Some(at) => {
                self.hurt.remove(at);
                self.hurt.push((from, to));
            }
            None => self.meet(Bound::Hurt),
        }
    }

    fn damage_triggers(&mut self, by: u8, seat: u8, n: i16, is_combat: bool) {
        let event = self.perm_ref(by);
        self.dispatch(event::DAMAGE, event, seat, n, |state, listener, trigger| {
            state.ctrl(listener) != seat
                && match *trigger {
                    Trigger::DamagesOpponent { combat } => listener == by && (is_combat || !combat),
                    Trigger::HostDamagesOpponent => state.perms[listener as usize].host == by,
                    _ => false,
                }
        });
    }

    /// Destroys permanents, all at once, but for those that are indestructible.
    pub(crate) fn destroy(&mut self, slots: u128) {
        self.refresh();
        let doomed = iter_bits(slots & self.field)
            .filter(|&slot| self.traits[slot as usize].keywords & kw::INDESTRUCTIBLE == 0)
            .fold(0, |set, slot| set | bit(slot));
        self.leave(doomed, Dest::Graveyard);
    }

    /// Attaches an Aura or Equipment; it gets a new timestamp (613.7e).
    pub(crate) fn attach(&mut self, slot: u8, host: u8) {
        if self.perms[slot as usize].host == host {
            return;
        }
        let time = self.tick();
        let perm = &mut self.perms[slot as usize];
        perm.host = host;
        perm.time = time;
        // The layers must look at a land, too, once something is attached to it.
        if host != NO {
            self.unmodified_lands &= !bit(host);
        }
        self.stale = true;
        self.unsettled = true;
    }

    /// Whether something may be attached to a permanent (303.4, 301.5).
    pub(crate) fn can_attach(&self, slot: u8, host: u8) -> bool {
        if self.field & bit(host) == 0 || slot == host {
            return false;
        }
        let source = self.source_at(slot);
        if self.protected(host, &source) {
            return false;
        }
        match self.card_at(slot).derived.enchant {
            Some(filter) => self.fits(host, filter, &Env::of_permanent(self, slot)),
            None => self.creatures & bit(host) != 0,
        }
    }
}
