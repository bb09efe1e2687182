//! The turn: its steps, who has priority, and what comes before the first turn.

use super::moves::Dest;
use crate::action::{Act, Cand};
use crate::bound::Bound;
use crate::cards::tree::{Trigger, event, kw};
use crate::options::{Mulligans, Windows};
use crate::setup::MAX_RESOLUTIONS;
use crate::state::{Ask, MagicState, NO, Ref, Step, bit, pf};
use hoyle_core::iter_bits;

/// Cards in the first hand, and the most that are kept at the end of a turn.
const HAND: usize = 7;
/// How often a player may take a mulligan: until no card would be kept (103.5).
const MAX_MULLIGANS: u8 = HAND as u8;

impl MagicState {
    /// Nothing resolves and nothing is being announced: state-based actions, triggers, the step's own actions, priority.
    pub(crate) fn idle(&mut self) {
        if self.step == Step::Mulligans {
            return self.mulligans();
        }
        if self.unsettled {
            self.unsettled = false;
            if self.state_based_actions() {
                self.unsettled = true;
                self.extra_cleanup |= self.step == Step::Cleanup && self.begun;
                return;
            }
            if self.waiting > 0 {
                self.unsettled = true;
                self.extra_cleanup |= self.step == Step::Cleanup;
                return self.place_trigger();
            }
        }
        if !self.begun {
            self.begun = true;
            return self.begin_step();
        }
        if self.combat.declare != 0 {
            return self.declare_next();
        }
        self.give_priority();
    }

    fn give_priority(&mut self) {
        if self.step == Step::Untap || self.step == Step::Cleanup && !self.extra_cleanup {
            // Nobody gets priority here, unless something happened in the cleanup step (514.3).
            return self.next_step();
        }
        let seat = self.priority;
        if self.rules.get().options.windows == Windows::Real && !self.may_act(seat) {
            return self.pass();
        }
        self.refresh();
        self.list_options(seat);
        if self.cands.len() > 1 || self.rules.get().options.windows == Windows::All {
            self.ask = Ask::Priority { seat };
        } else {
            self.pass();
        }
    }

    /// The player with priority passes.
    pub(crate) fn pass(&mut self) {
        self.passes += 1;
        if self.passes < 2 {
            self.priority = 1 - self.priority;
            return;
        }
        self.passes = 0;
        self.priority = self.active;
        if !self.stack.is_empty() {
            self.begin_resolving();
        } else if self.step == Step::Cleanup {
            self.extra_cleanup = false;
            self.begun = false;
        } else {
            self.next_step();
        }
    }

    /// The top of the stack resolves.
    fn begin_resolving(&mut self) {
        self.actions_this_turn += 1;
        if self.actions_this_turn > MAX_RESOLUTIONS {
            self.meet(Bound::Resolutions);
            return self.draw_game();
        }
        let Some(object) = self.stack.pop() else { return };
        self.resolution = crate::state::Resolution { active: true, obj: object, ..crate::state::Resolution::EMPTY };
    }

    /// The game ends in a draw.
    pub(crate) fn draw_game(&mut self) {
        self.lost = 3;
        self.over = true;
    }

    fn go_to(&mut self, step: Step) {
        self.step = step;
        self.begun = false;
        self.passes = 0;
        self.priority = self.active;
        self.sides[0].mana = [0; 6];
        self.sides[1].mana = [0; 6];
    }

    fn next_step(&mut self) {
        let first_strike = self.step == Step::Blockers && self.any_first_strike();
        let next = match self.step {
            Step::Coin | Step::Mulligans => Step::Untap,
            Step::Untap => Step::Upkeep,
            Step::Upkeep => Step::Draw,
            Step::Draw => Step::Main1,
            Step::Main1 => Step::BeginCombat,
            Step::BeginCombat => Step::Attackers,
            // Without attackers there are no further steps of combat but the last (508.8).
            Step::Attackers if self.combat.attacking == 0 => Step::EndCombat,
            Step::Attackers => Step::Blockers,
            Step::Blockers if first_strike => Step::FirstStrike,
            Step::Blockers | Step::FirstStrike => Step::Damage,
            Step::Damage => Step::EndCombat,
            Step::EndCombat => Step::Main2,
            Step::Main2 => Step::End,
            Step::End => Step::Cleanup,
            Step::Cleanup => return self.next_turn(),
        };
        if self.step == Step::EndCombat {
            self.end_combat();
        }
        self.go_to(next);
    }

    fn next_turn(&mut self) {
        let limit = self.rules.get().options.max_turns;
        if self.turn >= limit {
            // A game that takes too long is a draw.
            return self.draw_game();
        }
        self.active = 1 - self.active;
        self.begin_turn();
    }

    /// A turn begins.
    pub(crate) fn begin_turn(&mut self) {
        self.turn += 1;
        self.lands_played = 0;
        self.actions_this_turn = 0;
        self.go_to(Step::Untap);
    }

    /// What a step does by itself.
    fn begin_step(&mut self) {
        match self.step {
            Step::Untap => self.untap_step(),
            Step::Upkeep => self.step_triggers(event::UPKEEP),
            // The starting player does not draw in the first turn (103.8a).
            Step::Draw if self.turn > 1 => {
                self.side_mut(self.active).add_draws(1);
                self.pending_draws = true;
            }
            Step::Attackers => self.begin_attackers(),
            Step::Blockers => self.begin_blockers(),
            Step::FirstStrike | Step::Damage => self.begin_damage(),
            Step::End => self.step_triggers(event::END),
            Step::Cleanup => self.cleanup_step(),
            _ => {}
        }
    }

    fn untap_step(&mut self) {
        self.refresh();
        for slot in iter_bits(self.control[self.active as usize]) {
            let stays = self.traits[slot as usize].keywords & kw::DOES_NOT_UNTAP != 0;
            let perm = &mut self.perms[slot as usize];
            perm.flags &= !pf::SICK;
            if !stays && !perm.is(pf::FROZEN) {
                perm.flags &= !pf::TAPPED;
            }
            perm.flags &= !pf::FROZEN;
        }
    }

    fn step_triggers(&mut self, kind: usize) {
        if self.listen[kind] & self.field == 0 {
            return;
        }
        self.refresh();
        let active = self.active;
        self.dispatch(kind, Ref::NONE, active, 0, |state, listener, trigger| match trigger {
            Trigger::EachUpkeep | Trigger::EachEndStep => true,
            Trigger::YourUpkeep | Trigger::YourEndStep => state.ctrl(listener) == active,
            _ => false,
        });
    }

    /// Discards down to seven, then damage and what lasts until end of turn end together (514).
    fn cleanup_step(&mut self) {
        let seat = self.active;
        if self.side(seat).hand.len() > HAND {
            self.begun = false;
            self.ask_or_apply(Ask::Cleanup { seat });
            return;
        }
        const ENDS: u16 = pf::BARE | pf::SWITCHED | pf::SET;
        for slot in iter_bits(self.field & !self.unmodified_lands) {
            let perm = &mut self.perms[slot as usize];
            perm.damage = 0;
            let taken = perm.taken != NO && !perm.is(pf::KEPT);
            if perm.flags & (ENDS | pf::DEATHTOUCHED) != 0 || perm.pump != (0, 0) || perm.granted != 0 || taken {
                perm.flags &= !(ENDS | pf::DEATHTOUCHED);
                perm.pump = (0, 0);
                perm.granted = 0;
                perm.taken = if taken { NO } else { perm.taken };
                self.stale = true;
            }
        }
        self.hurt.clear();
        self.combat_damage_prevented = false;
        self.refresh();
        self.unsettled = true;
    }

    /// The next of the waiting triggers goes on the stack: the active player's first, in the order of their choice.
    fn place_trigger(&mut self) {
        self.ask_or_apply(Ask::Order { seat: self.places_trigger() });
    }

    /// Who puts the next of the waiting triggers on the stack.
    pub(crate) fn places_trigger(&self) -> u8 {
        let mut waiting = self.stack[self.stack_len()..].iter();
        if waiting.any(|object| object.controller == self.active) { self.active } else { 1 - self.active }
    }

    pub(crate) fn choose_order(&mut self, cand: Cand) {
        let first = self.stack_len();
        let Some(at) = self.stack[first..].iter().position(|object| object.uid == cand.b) else { return };
        let object = self.stack.remove(first + at);
        self.stack.insert(first, object);
        self.waiting -= 1;
        self.announce = crate::state::Announce::BEGUN;
    }

    /// Hands are drawn, kept or drawn again; then cards go to the bottom (103.5).
    fn mulligans(&mut self) {
        if self.rules.get().options.mulligans == Mulligans::None {
            self.sides[0].kept = true;
            self.sides[1].kept = true;
        }
        for seat in [self.active, 1 - self.active] {
            let side = self.side(seat);
            // A kept hand has one card fewer for each mulligan.
            let size = HAND.min(side.hand.len() + side.library_len());
            let final_size = size.saturating_sub(usize::from(side.mulligans));
            if side.kept && side.hand.len() > final_size {
                self.ask_or_apply(Ask::Bottom { seat });
                return;
            }
            if !side.kept && !side.wants {
                if side.mulligans >= MAX_MULLIGANS {
                    self.side_mut(seat).kept = true;
                    return;
                }
                self.ask_or_apply(Ask::Mulligan { seat });
                return;
            }
        }
        // Everybody has decided: mulligans are taken at the same time.
        let mut redraws = false;
        for seat in [self.active, 1 - self.active] {
            if std::mem::take(&mut self.side_mut(seat).wants) {
                self.take_mulligan(seat);
                redraws = true;
            }
        }
        if !redraws {
            self.begin_turn();
        }
    }

    pub(crate) fn choose_mulligan(&mut self, seat: u8, cand: Cand) {
        let side = self.side_mut(seat);
        (side.kept, side.wants) = (cand.act == Act::Keep, cand.act == Act::Mulligan);
    }

    fn take_mulligan(&mut self, seat: u8) {
        let hand = self.side(seat).hand;
        for &card in hand.iter() {
            self.slip_into_library(seat, card, true);
        }
        self.shuffle(seat);
        let side = self.side_mut(seat);
        side.mulligans += 1;
        side.draws = HAND as u8;
        self.pending_draws = true;
    }

    /// The players have their seats: hands are drawn.
    pub(crate) fn begin_game(&mut self, first: u8) {
        self.active = first;
        self.priority = first;
        self.step = Step::Mulligans;
        self.sides[0].draws = HAND as u8;
        self.sides[1].draws = HAND as u8;
        self.pending_draws = true;
    }

    /// One legendary permanent of a name stays (704.5j).
    pub(crate) fn choose_legend(&mut self, seat: u8, cand: Cand) {
        let card = self.perms[cand.a as usize].card;
        let others = iter_bits(self.control[seat as usize])
            .filter(|&slot| slot != cand.a && self.perms[slot as usize].card == card)
            .fold(0, |set, slot| set | bit(slot));
        self.leave(others, Dest::Graveyard);
        self.unsettled = true;
    }
}
