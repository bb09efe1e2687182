//! What permanents are like now: continuous effects by layers (613).
//!
//! 1 copiable values, 2 control, 3-5 text, types and colours (no card of the pool changes those: the printed values stand
//! in their place), 6 abilities, 7a characteristic-defining abilities, 7b set, 7c changes and counters, 7d switches. Within
//! a layer, by timestamp; but what takes abilities away is applied before what those abilities do, which depends on it (613.8a).

use super::values::Env;
use crate::cards::tree::{Change, Obj, Static, types};
use crate::state::{MAX_PERMS, MagicState, NO, Traits, bit, pf};
use arrayvec::ArrayVec;
use hoyle_core::iter_bits;

/// Continuous effects under way, in the order of their timestamps.
type Order = ArrayVec<u8, MAX_PERMS>;

impl MagicState {
    /// Looks through the layers again if anything has changed.
    #[inline]
    pub(crate) fn refresh(&mut self) {
        if self.stale || self.rules.get().volatile {
            self.look_again();
        }
    }

    /// Looks through the layers, unless the game is about to end because that was done too often: only what is seen then
    /// counts.
    #[inline(never)]
    fn look_again(&mut self) {
        self.stale = self.work.is_too_much();
        if !self.stale {
            self.layers();
        }
    }

    fn layers(&mut self) {
        let rules = self.rules.get();
        let before = self.control;
        // Layers 1 and 2, as far as no permanent says otherwise, and what is noted on the permanents themselves.
        let mut control = [before[0] & self.unmodified_lands, before[1] & self.unmodified_lands];
        let mut still = self.unmodified_lands;
        let (mut creatures, mut starred, mut set, mut changed, mut switched) = (0u128, 0u128, 0u128, 0u128, 0u128);
        for slot in iter_bits(self.field & !self.unmodified_lands) {
            let perm = &self.perms[slot as usize];
            let mut traits = rules.basis[perm.card as usize];
            let me = bit(slot);
            traits.ctrl = if perm.taken == NO { perm.base_ctrl } else { perm.taken };
            control[traits.ctrl as usize & 1] |= me;
            if traits.types & types::CREATURE != 0 {
                creatures |= me;
            } else if traits.types == types::LAND && self.is_still(slot) {
                // What had changed it is over.
                still |= me;
                self.traits[slot as usize] = traits;
                continue;
            }
            if perm.is(pf::BARE) {
                traits.keywords = 0;
            } else if rules.stars[perm.card as usize] {
                starred |= me;
            }
            traits.keywords |= perm.granted;
            self.traits[slot as usize] = traits;
            if perm.is(pf::SET | pf::SWITCHED) {
                set |= if perm.is(pf::SET) { me } else { 0 };
                switched |= if perm.is(pf::SWITCHED) { me } else { 0 };
            }
            if perm.plus | perm.minus != 0 || perm.pump != (0, 0) {
                changed |= me;
            }
        }
        self.control = control;
        self.creatures = creatures;
        self.unmodified_lands = still;
        let order = if self.statics == 0 { Order::new() } else { self.static_order() };
        if self.layer_control(&order) {
            for slot in iter_bits(self.field & !self.unmodified_lands) {
                let me = bit(slot);
                let ctrl = self.traits[slot as usize].ctrl as usize & 1;
                self.control[ctrl] |= me;
                self.control[1 - ctrl] &= !me;
            }
        }
        // Who comes under another player's control is summoning sick and out of combat (302.6, 506.4).
        for slot in iter_bits(before[0] & self.control[1] | before[1] & self.control[0]) {
            self.perms[slot as usize].flags |= pf::SICK;
            self.out_of_combat(slot);
        }
        // Layer 6.
        self.each_static(&order, |state, source, effect| {
            if let Change::Grant(bits) = effect.change {
                let time = state.perms[source as usize].time;
                for slot in iter_bits(state.affected(source, effect)) {
                    let perm = &state.perms[slot as usize];
                    if !perm.is(pf::BARE) || time > perm.bare_time {
                        state.traits[slot as usize].keywords |= bits;
                    }
                }
            }
        });
        // Layer 7a.
        for slot in iter_bits(starred) {
            let card = rules.cards[self.perms[slot as usize].card as usize];
            if let Some(star) = card.star {
                let env = Env::of_permanent(self, slot);
                let n = self.number(&star, &env);
                let power = self.stat(i32::from(card.power.base) + if card.power.star { n } else { 0 });
                let toughness = self.stat(i32::from(card.toughness.base) + if card.toughness.star { n } else { 0 });
                let traits = &mut self.traits[slot as usize];
                (traits.power, traits.toughness) = (power, toughness);
            }
        }
        // Layer 7b: what sets last counts.
        for slot in iter_bits(set & creatures) {
            let traits = &mut self.traits[slot as usize];
            (traits.power, traits.toughness) = self.perms[slot as usize].set;
        }
        self.each_static(&order, |state, source, effect| {
            if let Change::SetPt(p, t) = effect.change {
                let env = Env::of_permanent(state, source);
                let (p, t) = (state.number(&p, &env), state.number(&t, &env));
                let (p, t) = (state.stat(p), state.stat(t));
                let time = state.perms[source as usize].time;
                for slot in iter_bits(state.affected(source, effect) & state.creatures) {
                    let perm = &state.perms[slot as usize];
                    if !perm.is(pf::SET) || time > perm.set_time {
                        let traits = &mut state.traits[slot as usize];
                        (traits.power, traits.toughness) = (p, t);
                    }
                }
            }
        });
        // Layer 7c: sums, so that their order does not matter.
        for slot in iter_bits(changed & creatures) {
            let perm = &self.perms[slot as usize];
            let counters = i32::from(perm.plus) - i32::from(perm.minus);
            let (p, t) = (counters + i32::from(perm.pump.0), counters + i32::from(perm.pump.1));
            self.change_stats(slot, p, t);
        }
        self.each_static(&order, |state, source, effect| {
            if let Change::Pump(p, t) = effect.change {
                let env = Env::of_permanent(state, source);
                let (p, t) = (state.number(&p, &env), state.number(&t, &env));
                for slot in iter_bits(state.affected(source, effect) & state.creatures) {
                    state.change_stats(slot, p, t);
                }
            }
        });
        // Layer 7d.
        for slot in iter_bits(switched & creatures) {
            let traits = &mut self.traits[slot as usize];
            (traits.power, traits.toughness) = (traits.toughness, traits.power);
        }
    }

    #[inline]
    fn change_stats(&mut self, slot: u8, p: i32, t: i32) {
        let Traits { power, toughness, .. } = self.traits[slot as usize];
        let (power, toughness) = (self.stat(i32::from(power) + p), self.stat(i32::from(toughness) + t));
        let traits = &mut self.traits[slot as usize];
        (traits.power, traits.toughness) = (power, toughness);
    }

    /// Sources of continuous effects by timestamp, without those that have lost their abilities.
    fn static_order(&self) -> Order {
        let mut order: Order =
            iter_bits(self.statics & self.field).filter(|&slot| !self.perms[slot as usize].is(pf::BARE)).collect();
        order.sort_unstable_by_key(|&slot| (self.perms[slot as usize].time, slot));
        order
    }

    /// Layer 2: the latest of what takes control. True if there is anything that does.
    fn layer_control(&mut self, order: &Order) -> bool {
        let mut any = false;
        for &source in order {
            for effect in self.card_at(source).derived.statics {
                if effect.change == Change::Control {
                    any = true;
                    let time = self.perms[source as usize].time;
                    let ctrl = self.traits[source as usize].ctrl;
                    for slot in iter_bits(self.affected(source, effect)) {
                        let perm = &self.perms[slot as usize];
                        if perm.taken == NO || time > perm.taken_time {
                            self.traits[slot as usize].ctrl = ctrl;
                        }
                    }
                }
            }
        }
        any
    }

    /// Calls `f` for every continuous effect whose condition holds.
    #[inline]
    fn each_static(&mut self, order: &Order, f: impl Fn(&mut Self, u8, &'static Static)) {
        for &source in order {
            for effect in self.card_at(source).derived.statics {
                let holds = effect.cond.is_none_or(|cond| self.holds(&cond, &Env::of_permanent(self, source)));
                if holds {
                    f(self, source, effect);
                }
            }
        }
    }

    /// What a continuous effect is about.
    fn affected(&self, source: u8, effect: &Static) -> u128 {
        match effect.who {
            Obj::This => bit(source),
            Obj::Host => match self.perms[source as usize].host {
                NO => 0,
                host => bit(host),
            },
            Obj::Each(filter) => self.fitting(filter, &Env::of_permanent(self, source)),
            _ => 0,
        }
    }
}
