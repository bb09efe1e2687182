//! Targets: what can be chosen, and whether it still is one.

use super::events::Source;
use super::values::Env;
use crate::action::{Act, Cand};
use crate::cards::tree::{Ability, Domain, Program, TargetSpec, kw};
use crate::state::{Item, MagicState, NO, Ref, RefKind, StackObj, bit};
use hoyle_core::iter_bits;

impl MagicState {
    /// The program of something on the stack, with its mode chosen.
    pub(crate) fn program(&self, object: &StackObj) -> Option<&'static Program> {
        let card = self.card(object.card);
        let program = match object.item {
            Item::Spell => card.derived.spell.as_ref()?,
            Item::Activated | Item::Triggered => match card.abilities.get(object.ability as usize)? {
                Ability::Activated { program, .. } | Ability::Triggered { program, .. } => program,
                _ => return None,
            },
        };
        match (program.modes, object.mode) {
            ([], _) | (_, NO) => Some(program),
            (modes, mode) => modes.get(mode as usize),
        }
    }

    /// The target of a spec at a place among all targets of a program.
    pub(crate) fn spec_at(program: &'static Program, place: u8) -> Option<&'static TargetSpec> {
        let mut first = 0;
        program.targets.iter().find(|spec| {
            first += spec.max;
            place < first
        })
    }

    /// Whether a player may choose this as a target, or still has it as one.
    pub(crate) fn is_target(&self, spec: &TargetSpec, r: Ref, you: u8, source: &Source, this_uid: u16) -> bool {
        match (spec.domain, r.kind) {
            (Domain::Any | Domain::Player, RefKind::Player) => true,
            (Domain::Opponent, RefKind::Player) => r.slot != you,
            (Domain::Any | Domain::Permanent, RefKind::Perm) => {
                self.perm_of(r).is_some_and(|slot| self.is_perm_target(spec, slot, you, source))
            }
            (Domain::Spell, RefKind::Spell) => self.stack[..self.stack_len()].iter().any(|object| {
                object.uid == r.uid
                    && object.uid != this_uid
                    && object.item == Item::Spell
                    && self.card_fits(object.card, object.controller, &spec.filter, &Env::of_player(you))
            }),
            (Domain::Graveyard, RefKind::Grave) => self.side(r.slot).graveyard.iter().any(|lying| {
                lying.uid == r.uid && self.card_fits(lying.card, r.slot, &spec.filter, &Env::of_player(you))
            }),
            _ => false,
        }
    }

    #[inline]
    fn is_perm_target(&self, spec: &TargetSpec, slot: u8, you: u8, source: &Source) -> bool {
        let keywords = self.traits[slot as usize].keywords;
        if keywords & kw::HEXPROOF != 0 && self.ctrl(slot) != you {
            return false;
        }
        let fits = match spec.domain {
            Domain::Any => self.creatures & bit(slot) != 0,
            _ => self.fits(slot, &spec.filter, &Env { you, this: source.slot, resolution: None, target_player: NO }),
        };
        fits && !self.protected(slot, source)
    }

    /// Whether there are as many targets as a program needs.
    pub(crate) fn has_targets(&self, program: &Program, you: u8, source: &Source, this_uid: u16) -> bool {
        program.targets.iter().all(|spec| {
            spec.min == 0
                || matches!(spec.domain, Domain::Any | Domain::Player | Domain::Opponent)
                || self.count_targets(spec, you, source, this_uid, spec.min)
        })
    }

    /// Whether there are at least `least` targets.
    fn count_targets(&self, spec: &TargetSpec, you: u8, source: &Source, this_uid: u16, least: u8) -> bool {
        let least = usize::from(least);
        match spec.domain {
            Domain::Permanent => {
                iter_bits(self.field).filter(|&slot| self.is_perm_target(spec, slot, you, source)).take(least).count()
                    == least
            }
            Domain::Spell => {
                let spells = self.stack[..self.stack_len()].iter().filter(|object| object.item == Item::Spell);
                spells
                    .filter(|object| {
                        self.is_target(
                            spec,
                            Ref { kind: RefKind::Spell, slot: 0, uid: object.uid },
                            you,
                            source,
                            this_uid,
                        )
                    })
                    .take(least)
                    .count()
                    == least
            }
            Domain::Graveyard => {
                let env = Env::of_player(you);
                let count: usize = (0..2u8)
                    .map(|seat| {
                        let cards = self.side(seat).graveyard.iter();
                        cards.filter(|lying| self.card_fits(lying.card, seat, &spec.filter, &env)).count()
                    })
                    .sum();
                count >= least
            }
            Domain::Any | Domain::Player | Domain::Opponent => true,
        }
    }

    /// Lists what can be chosen as a target, but for what was chosen already for the same instance of the word (115.3): the
    /// targets of an instance begin at a place.
    pub(crate) fn list_targets(&mut self, spec: &'static TargetSpec, first: u8, object: &StackObj, source: &Source) {
        let you = object.controller;
        let chosen = &object.targets[usize::from(first.min(object.target_count))..usize::from(object.target_count)];
        if matches!(spec.domain, Domain::Any | Domain::Player | Domain::Opponent) {
            // The opponent first: where a policy has no opinion, the first is the better choice.
            for seat in [1 - you, you] {
                let r = Ref::player(seat);
                if self.is_target(spec, r, you, source, object.uid) && !chosen.contains(&r) {
                    self.cands.push(Cand::new(Act::TargetPlayer, seat, 0));
                }
            }
        }
        if matches!(spec.domain, Domain::Any | Domain::Permanent) {
            let among = if spec.domain == Domain::Any { self.creatures } else { self.field };
            for slot in iter_bits(among) {
                if self.is_perm_target(spec, slot, you, source) && !chosen.contains(&self.perm_ref(slot)) {
                    self.cands.push(Cand::new(Act::TargetPermanent, slot, 0));
                }
            }
        }
        if spec.domain == Domain::Spell {
            for i in 0..self.stack_len() {
                let r = Ref { kind: RefKind::Spell, slot: 0, uid: self.stack[i].uid };
                if self.is_target(spec, r, you, source, object.uid) && !chosen.contains(&r) {
                    self.cands.push(Cand::new(Act::TargetSpell, 0, r.uid));
                }
            }
        }
        if spec.domain == Domain::Graveyard {
            for seat in [you, 1 - you] {
                for i in 0..self.side(seat).graveyard.len() {
                    let lying = self.side(seat).graveyard[i];
                    let r = Self::grave_ref(seat, lying.uid);
                    // Of cards that are alike one is enough, unless another spell points at one of them.
                    let listed = self.side(seat).graveyard[..i]
                        .iter()
                        .any(|other| other.card == lying.card && !self.is_pointed_at(Self::grave_ref(seat, other.uid)));
                    if self.is_target(spec, r, you, source, object.uid)
                        && !chosen.contains(&r)
                        && (!listed || self.is_pointed_at(r))
                    {
                        self.cands.push(Cand::new(Act::TargetCard, seat, lying.uid));
                    }
                }
            }
        }
    }

    /// Whether something on the stack has this as a target.
    pub(crate) fn is_pointed_at(&self, r: Ref) -> bool {
        self.stack[..self.stack_len()].iter().any(|object| object.targets.contains(&r))
    }
}
