//! Combat: attackers and blockers creature by creature, and damage divided freely (506-511).

use super::events::Source;
use crate::action::{Act, Cand};
use crate::cards::tree::{BASIC_LANDS, Trigger, event, kw, types};
use crate::rules::values::Env;
use crate::state::{Ask, Assigned, MAX_PERMS, MagicState, NO, Ref, Step, bit, pf};
use arrayvec::ArrayVec;
use hoyle_core::iter_bits;

impl MagicState {
    fn keywords(&self, slot: u8) -> u64 {
        self.traits[slot as usize].keywords
    }

    /// Who could attack is asked about, one after the other.
    pub(crate) fn begin_attackers(&mut self) {
        self.refresh();
        self.combat.declare = iter_bits(self.creatures & self.control[self.active as usize])
            .filter(|&slot| {
                let perm = &self.perms[slot as usize];
                let keywords = self.keywords(slot);
                !perm.is(pf::TAPPED)
                    && keywords & (kw::DEFENDER | kw::CANNOT_ATTACK) == 0
                    && (!perm.is(pf::SICK) || keywords & kw::HASTE != 0)
            })
            .fold(0, |set, slot| set | bit(slot));
        // What must attack does.
        for slot in iter_bits(self.combat.declare) {
            if self.keywords(slot) & kw::MUST_ATTACK != 0 {
                self.combat.attacking |= bit(slot);
                self.combat.declare &= !bit(slot);
            }
        }
        if self.combat.declare == 0 {
            self.attackers_declared();
        }
    }

    /// Attackers are tapped, and who listens is told.
    pub(super) fn attackers_declared(&mut self) {
        for slot in iter_bits(self.combat.attacking) {
            if self.keywords(slot) & kw::VIGILANCE == 0 {
                self.perms[slot as usize].flags |= pf::TAPPED;
            }
        }
        if self.listen[event::ATTACKS] & self.combat.attacking != 0 {
            let defender = 1 - self.active;
            for slot in iter_bits(self.combat.attacking) {
                let attacker = self.perm_ref(slot);
                self.dispatch(event::ATTACKS, attacker, defender, 0, |_, listener, trigger| {
                    *trigger == Trigger::AttacksSelf && listener == slot
                });
            }
        }
    }

    /// Who could block is asked about.
    pub(crate) fn begin_blockers(&mut self) {
        self.refresh();
        self.combat.declare = iter_bits(self.creatures & self.control[1 - self.active as usize])
            .filter(|&slot| !self.perms[slot as usize].is(pf::TAPPED) && self.keywords(slot) & kw::CANNOT_BLOCK == 0)
            .fold(0, |set, slot| set | bit(slot));
        let able = iter_bits(self.combat.declare)
            .filter(|&slot| self.blockable(slot) != 0)
            .fold(0, |set, slot| set | bit(slot));
        self.combat.declare = able;
    }

    /// Whether a creature can block an attacker (509.1b).
    pub(crate) fn can_block(&self, blocker: u8, attacker: u8) -> bool {
        let (mine, its) = (self.keywords(blocker), self.keywords(attacker));
        let flies = its & kw::FLYING != 0;
        if flies && mine & (kw::FLYING | kw::REACH) == 0 || !flies && mine & kw::BLOCKS_ONLY_FLYERS != 0 {
            return false;
        }
        if its & kw::UNBLOCKABLE != 0 {
            return false;
        }
        let traits = &self.traits[blocker as usize];
        if its & kw::FEAR != 0 && traits.types & types::ARTIFACT == 0 && traits.colors & 0b100 == 0 {
            return false;
        }
        let walks = (its >> kw::LANDWALK) as u8 & 0b1_1111;
        if walks != 0 {
            let lands = iter_bits(self.control[self.ctrl(blocker) as usize & 1]);
            let subs = lands.fold(0, |subs, slot| subs | self.card_at(slot).subs);
            // The subtypes of basic lands come first in every registry.
            if subs as u8 & walks & ((1 << BASIC_LANDS.len()) - 1) != 0 {
                return false;
            }
        }
        let evaded = its & kw::EVADES != 0
            && self
                .card_at(attacker)
                .derived
                .evades
                .is_some_and(|filter| self.fits(blocker, filter, &Env::of_permanent(self, attacker)));
        !evaded && !self.protected(attacker, &self.source_at(blocker))
    }

    /// The attackers that a creature can block.
    pub(crate) fn blockable(&self, blocker: u8) -> u128 {
        iter_bits(self.combat.attacking)
            .filter(|&attacker| self.can_block(blocker, attacker))
            .fold(0, |set, slot| set | bit(slot))
    }

    pub(crate) fn blockers_of(&self, attacker: u8) -> ArrayVec<u8, MAX_PERMS> {
        iter_bits(self.creatures & self.control[1 - self.active as usize])
            .filter(|&slot| self.perms[slot as usize].blocks == attacker)
            .collect()
    }

    /// Attackers with menace that one creature blocks so far: each needs another one.
    pub(crate) fn half_blocked(&self) -> u128 {
        iter_bits(self.combat.attacking)
            .filter(|&slot| self.keywords(slot) & kw::MENACE != 0 && self.blockers_of(slot).len() == 1)
            .fold(0, |set, slot| set | bit(slot))
    }

    /// Whether each of these attackers can get one more blocker of those who are still to be asked.
    pub(crate) fn completable(&self, half: u128, left: u128) -> bool {
        // Kuhn's matching, on a handful of creatures.
        fn try_one(state: &MagicState, attacker: u8, left: u128, tried: &mut u128, of: &mut [u8; MAX_PERMS]) -> bool {
            for blocker in iter_bits(left) {
                if *tried & bit(blocker) != 0 || !state.can_block(blocker, attacker) {
                    continue;
                }
                *tried |= bit(blocker);
                if of[blocker as usize] == NO || try_one(state, of[blocker as usize], left, tried, of) {
                    of[blocker as usize] = attacker;
                    return true;
                }
            }
            false
        }
        let mut of = [NO; MAX_PERMS];
        iter_bits(half).all(|attacker| try_one(self, attacker, left, &mut 0, &mut of))
    }

    /// The next creature, or the next division of damage, is asked about.
    pub(crate) fn declare_next(&mut self) {
        let slot = self.combat.declare.trailing_zeros() as u8;
        match self.step {
            Step::Attackers => {
                let seat = self.active;
                self.ask_or_apply(Ask::Attack { seat, creature: slot });
            }
            Step::Blockers => {
                let seat = 1 - self.active;
                if !self.ask_or_apply(Ask::Block { seat, creature: slot }) {
                    self.combat.declare &= !bit(slot);
                    self.blockers_asked();
                }
            }
            _ => self.divide_damage(slot),
        }
    }

    pub(crate) fn choose_combat(&mut self, ask: Ask, cand: Cand) {
        match ask {
            Ask::Attack { creature, .. } => {
                self.combat.declare &= !bit(creature);
                if cand.act == Act::Attack {
                    self.combat.attacking |= bit(creature);
                }
                if self.combat.declare == 0 {
                    self.attackers_declared();
                }
            }
            Ask::Block { creature, .. } => {
                self.combat.declare &= !bit(creature);
                if cand.act == Act::Block {
                    self.perms[creature as usize].blocks = cand.b as u8;
                }
                self.blockers_asked();
            }
            Ask::Damage { attacker, blocker, .. } => {
                let amount = cand.b as i16;
                self.combat.assigned.push(Assigned { from: attacker, to: blocker, amount });
                let blockers = self.blockers_of(attacker);
                let done =
                    blockers.iter().all(|&b| self.combat.assigned.iter().any(|a| a.from == attacker && a.to == b));
                if done {
                    let given = self.combat.assigned.iter().filter(|a| a.from == attacker).map(|a| i32::from(a.amount));
                    let rest = i32::from(self.traits[attacker as usize].power) - given.sum::<i32>();
                    if rest > 0 {
                        self.combat.assigned.push(Assigned { from: attacker, to: NO, amount: rest as i16 });
                    }
                    self.combat.declare &= !bit(attacker);
                }
                if self.combat.declare == 0 {
                    self.deal_combat_damage();
                }
            }
            _ => {}
        }
    }

    /// If everybody was asked, the blocks are made.
    pub(super) fn blockers_asked(&mut self) {
        if self.combat.declare != 0 {
            return;
        }
        let blockers =
            iter_bits(self.creatures).filter(|&slot| (self.perms[slot as usize].blocks as usize) < MAX_PERMS);
        let blockers: ArrayVec<u8, MAX_PERMS> = blockers.collect();
        for &blocker in &blockers {
            self.combat.blocked |= bit(self.perms[blocker as usize].blocks);
        }
        if self.listen[event::BLOCKS] & self.field != 0 {
            for &blocker in &blockers {
                let attacker = self.perm_ref(self.perms[blocker as usize].blocks);
                let seat = self.active;
                self.dispatch(event::BLOCKS, attacker, seat, 0, |_, listener, trigger| {
                    *trigger == Trigger::BlocksSelf && listener == blocker
                });
            }
        }
    }

    /// Creatures in combat.
    fn fighters(&self) -> u128 {
        let blocking = iter_bits(self.creatures & self.control[1 - self.active as usize])
            .filter(|&slot| self.perms[slot as usize].blocks != NO)
            .fold(0, |set, slot| set | bit(slot));
        (self.combat.attacking | blocking) & self.creatures
    }

    /// Whether a first-strike damage step is needed (510.4).
    pub(crate) fn any_first_strike(&mut self) -> bool {
        self.refresh();
        iter_bits(self.fighters()).any(|slot| self.keywords(slot) & (kw::FIRST_STRIKE | kw::DOUBLE_STRIKE) != 0)
    }

    /// Who deals damage in this step.
    fn strikers(&self) -> u128 {
        let fighters = self.fighters();
        if self.step == Step::FirstStrike {
            return fighters & self.combat.first_strikers;
        }
        iter_bits(fighters)
            .filter(|&slot| self.combat.first_strikers & bit(slot) == 0 || self.keywords(slot) & kw::DOUBLE_STRIKE != 0)
            .fold(0, |set, slot| set | bit(slot))
    }

    /// Damage is divided where there is something to divide, then dealt.
    pub(crate) fn begin_damage(&mut self) {
        self.refresh();
        self.combat.assigned.clear();
        if self.step == Step::FirstStrike {
            self.combat.first_strikers = iter_bits(self.fighters())
                .filter(|&slot| self.keywords(slot) & (kw::FIRST_STRIKE | kw::DOUBLE_STRIKE) != 0)
                .fold(0, |set, slot| set | bit(slot));
        }
        self.combat.declare = iter_bits(self.strikers() & self.combat.attacking & self.combat.blocked)
            .filter(|&slot| {
                let least = if self.keywords(slot) & kw::TRAMPLE != 0 { 1 } else { 2 };
                self.traits[slot as usize].power > 0 && self.blockers_of(slot).len() >= least
            })
            .fold(0, |set, slot| set | bit(slot));
        if self.combat.declare == 0 {
            self.deal_combat_damage();
        }
    }

    /// Damage that kills a creature, counting what it has (702.2c, 510.1c).
    pub(crate) fn lethal(&self, slot: u8, deathtouch: bool) -> i16 {
        let missing = (self.traits[slot as usize].toughness - self.perms[slot as usize].damage).max(0);
        if deathtouch { missing.min(1) } else { missing }
    }

    /// The first blocker that an attacker was not yet told how much damage to deal to.
    pub(crate) fn next_division(&self, attacker: u8) -> Option<u8> {
        let given = |to: u8| self.combat.assigned.iter().any(|a| a.from == attacker && a.to == to);
        self.blockers_of(attacker).into_iter().find(|&blocker| !given(blocker))
    }

    fn divide_damage(&mut self, attacker: u8) {
        match self.next_division(attacker) {
            Some(blocker) => {
                let seat = self.active;
                self.ask_or_apply(Ask::Damage { seat, attacker, blocker });
            }
            None => self.combat.declare &= !bit(attacker),
        }
    }

    /// All combat damage is dealt at once (510.2).
    fn deal_combat_damage(&mut self) {
        let strikers = self.strikers();
        let defender = Ref::player(1 - self.active);
        let mut blows: ArrayVec<(u8, Ref, i16), 256> = ArrayVec::new();
        for slot in iter_bits(strikers) {
            let power = self.traits[slot as usize].power;
            if power <= 0 {
                continue;
            }
            if self.combat.attacking & bit(slot) == 0 {
                let attacker = self.perms[slot as usize].blocks;
                if (attacker as usize) < MAX_PERMS && self.combat.attacking & bit(attacker) != 0 {
                    let _ = blows.try_push((slot, self.perm_ref(attacker), power));
                }
                continue;
            }
            if self.combat.blocked & bit(slot) == 0 {
                let _ = blows.try_push((slot, defender, power));
                continue;
            }
            let blockers = self.blockers_of(slot);
            let mut divided = false;
            for assigned in self.combat.assigned.iter().filter(|assigned| assigned.from == slot) {
                divided = true;
                let to = if assigned.to == NO { defender } else { self.perm_ref(assigned.to) };
                let _ = blows.try_push((slot, to, assigned.amount));
            }
            if !divided {
                match blockers.as_slice() {
                    [] if self.keywords(slot) & kw::TRAMPLE != 0 => {
                        let _ = blows.try_push((slot, defender, power));
                    }
                    [] => {}
                    [first, ..] => {
                        let _ = blows.try_push((slot, self.perm_ref(*first), power));
                    }
                }
            }
        }
        let sources: ArrayVec<Source, 256> = blows.iter().map(|&(by, _, _)| self.source_at(by)).collect();
        for (&(_, to, amount), source) in blows.iter().zip(&sources) {
            self.damage(source, to, amount.into(), true);
        }
        self.combat.assigned.clear();
        self.unsettled = true;
    }

    /// Everything leaves combat.
    pub(crate) fn end_combat(&mut self) {
        if self.combat.attacking == 0 && self.combat.first_strikers == 0 && self.step < Step::Blockers {
            return;
        }
        self.combat.attacking = 0;
        self.combat.blocked = 0;
        self.combat.first_strikers = 0;
        for slot in iter_bits(self.field & !self.unmodified_lands) {
            self.perms[slot as usize].blocks = NO;
        }
    }
}
