//! What effects speak of: numbers, conditions, filters, objects and players.

use crate::cards::tree::{Clause, Cmp, Cond, Filter, Obj, Quantity, Who, flag, types};
use crate::state::{CardIx, Item, Last, MagicState, NO, Ref, RefKind, Resolution, bit};
use hoyle_core::iter_bits;

/// From where something is looked at: whose it is, what permanent it is of, and the effect under way.
pub(crate) struct Env<'a> {
    pub you: u8,
    /// The source's slot; [`NO`] if it is not on the battlefield.
    pub this: u8,
    pub resolution: Option<&'a Resolution>,
    /// The player whom `of_target` speaks of; [`NO`] for none.
    pub target_player: u8,
}

impl Env<'static> {
    /// An ability of a permanent.
    pub fn of_permanent(state: &MagicState, slot: u8) -> Self {
        Self { you: state.ctrl(slot), this: slot, resolution: None, target_player: NO }
    }

    /// Something of a player, without a permanent.
    pub fn of_player(you: u8) -> Self {
        Self { you, this: NO, resolution: None, target_player: NO }
    }
}

impl<'a> Env<'a> {
    /// The effect under way.
    pub fn of_frame(state: &MagicState, resolution: &'a Resolution) -> Self {
        let this = state.perm_of(resolution.obj.source).unwrap_or(NO);
        let target_player =
            resolution.obj.targets.iter().find(|r| r.kind == RefKind::Player).map_or(NO, |player| player.slot);
        Self { you: resolution.obj.controller, this, resolution: Some(resolution), target_player }
    }
}

/// An object, found where it is or remembered as it was.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    Nothing,
    Perm(u8),
    /// As it last was.
    Gone(Last),
    /// A card outside of the battlefield.
    Card(CardIx),
}

impl MagicState {
    /// Every permanent that fits.
    pub(crate) fn fitting(&self, filter: &Filter, env: &Env<'_>) -> u128 {
        let mut all = 0;
        self.work.add(filter.clauses.len());
        for clause in filter.clauses {
            // Two sets that most clauses ask for are at hand.
            let mut among = self.field;
            if clause.types & types::CREATURE != 0 {
                among &= self.creatures;
            }
            if clause.flags & flag::YOURS != 0 {
                among &= self.control[env.you as usize & 1];
            }
            for slot in iter_bits(among & !all) {
                if self.clause_fits(slot, clause, env) {
                    all |= bit(slot);
                }
            }
        }
        all
    }

    /// Whether a permanent fits.
    #[inline]
    pub(crate) fn fits(&self, slot: u8, filter: &Filter, env: &Env<'_>) -> bool {
        filter.clauses.iter().any(|clause| self.clause_fits(slot, clause, env))
    }

    #[inline]
    fn clause_fits(&self, slot: u8, clause: &Clause, env: &Env<'_>) -> bool {
        let traits = &self.traits[slot as usize];
        if traits.types & clause.types != clause.types
            || traits.types & clause.no_types != 0
            || traits.colors & clause.colors != clause.colors
            || traits.colors & clause.no_colors != 0
            || traits.keywords & clause.keywords != clause.keywords
            || traits.keywords & clause.no_keywords != 0
            || !(clause.power.0..=clause.power.1).contains(&traits.power)
        {
            return false;
        }
        if clause.flags | clause.no_flags != 0 {
            let perm = &self.perms[slot as usize];
            let mut flags = 0;
            let mut set = |holds: bool, flag: u16| flags |= if holds { flag } else { 0 };
            set(traits.ctrl == env.you, flag::YOURS);
            set(slot != env.this, flag::OTHER);
            set(perm.is(crate::state::pf::TAPPED), flag::TAPPED);
            set(perm.is(crate::state::pf::TOKEN), flag::TOKEN);
            set(self.combat.attacking >> slot & 1 == 1, flag::ATTACKING);
            set(perm.blocks != NO, flag::BLOCKING);
            set(traits.ctrl == env.target_player, flag::OF_TARGET);
            if (clause.flags | clause.no_flags) & flag::DAMAGED != 0 {
                set(self.hurt.contains(&(env.this, slot)), flag::DAMAGED);
            }
            if flags & clause.flags != clause.flags || flags & clause.no_flags != 0 {
                return false;
            }
        }
        self.printed_fits(self.perms[slot as usize].card, clause)
    }

    /// The part of a clause that is about what is printed on a card.
    #[inline]
    fn printed_fits(&self, card: CardIx, clause: &Clause) -> bool {
        const ANY: (i16, i16) = Clause::ANY.mana_value;
        if (clause.subs | clause.no_subs) == 0 && clause.supers | clause.no_supers == 0 && clause.mana_value == ANY {
            return true;
        }
        let card = self.card(card);
        card.subs & clause.subs == clause.subs
            && card.subs & clause.no_subs == 0
            && card.supers & clause.supers == clause.supers
            && card.supers & clause.no_supers == 0
            && (clause.mana_value.0..=clause.mana_value.1).contains(&card.mana_value())
    }

    /// Whether a card outside of the battlefield fits; `whose` counts as its controller.
    pub(crate) fn card_fits(&self, card: CardIx, whose: u8, filter: &Filter, env: &Env<'_>) -> bool {
        let printed = self.card(card);
        filter.clauses.iter().any(|clause| {
            let circumstances = (if whose == env.you { flag::YOURS } else { 0 })
                | flag::OTHER
                | if printed.token { flag::TOKEN } else { 0 };
            printed.types & clause.types == clause.types
                && printed.types & clause.no_types == 0
                && printed.colors & clause.colors == clause.colors
                && printed.colors & clause.no_colors == 0
                && printed.keywords & clause.keywords == clause.keywords
                && printed.keywords & clause.no_keywords == 0
                && (clause.power.0..=clause.power.1).contains(&printed.power.base)
                && circumstances & clause.flags == clause.flags
                && circumstances & clause.no_flags == 0
                && self.printed_fits(card, clause)
        })
    }

    /// What an object is now, or was.
    pub(crate) fn find(&self, obj: Obj, env: &Env<'_>) -> Found {
        let Some(resolution) = env.resolution else {
            return match obj {
                Obj::This if env.this != NO => Found::Perm(env.this),
                Obj::Host if env.this != NO && self.perms[env.this as usize].host != NO => {
                    Found::Perm(self.perms[env.this as usize].host)
                }
                _ => Found::Nothing,
            };
        };
        let object = &resolution.obj;
        match obj {
            Obj::This => match self.perm_of(object.source) {
                Some(slot) => Found::Perm(slot),
                None => Found::Gone(Last {
                    uid: object.source.uid,
                    card: object.card,
                    ctrl: object.controller,
                    owner: object.owner,
                    power: object.power,
                    toughness: object.toughness,
                    counters: object.counters,
                }),
            },
            Obj::Target(i) => self.look_up(object.targets[i as usize % 3], resolution),
            Obj::That => self.look_up(resolution.that, resolution),
            Obj::Trigger => match (self.perm_of(object.event), object.gone()) {
                (None, Some(last)) if object.item == Item::Triggered => Found::Gone(last),
                _ => self.look_up(object.event, resolution),
            },
            Obj::Host => match self.perm_of(object.source).map(|slot| self.perms[slot as usize].host) {
                Some(host) if host != NO => Found::Perm(host),
                _ => Found::Nothing,
            },
            Obj::Sacrificed if object.item != Item::Triggered => object.gone().map_or(Found::Nothing, Found::Gone),
            Obj::Sacrificed | Obj::Each(_) => Found::Nothing,
        }
    }

    fn look_up(&self, r: Ref, resolution: &Resolution) -> Found {
        if let Some(slot) = self.perm_of(r) {
            return Found::Perm(slot);
        }
        if r.uid != 0
            && let Some(last) = resolution.last.iter().find(|last| last.uid == r.uid)
        {
            return Found::Gone(*last);
        }
        match r.kind {
            RefKind::Grave => {
                let found = self.side(r.slot).graveyard.iter().find(|lying| lying.uid == r.uid);
                found.map_or(Found::Nothing, |lying| Found::Card(lying.card))
            }
            RefKind::Exile => {
                let found = self.exile.iter().find(|exiled| exiled.uid == r.uid);
                found.map_or(Found::Nothing, |exiled| Found::Card(exiled.card))
            }
            RefKind::Spell => {
                let found = self.stack[..self.stack_len()].iter().find(|object| object.uid == r.uid);
                found.map_or(Found::Nothing, |object| Found::Card(object.card))
            }
            _ => Found::Nothing,
        }
    }

    /// A number.
    pub(crate) fn number(&self, quantity: &Quantity, env: &Env<'_>) -> i32 {
        let of = |obj: Obj, perm: fn(&Self, u8) -> i32, last: fn(&Last) -> i32| match self.find(obj, env) {
            Found::Perm(slot) => perm(self, slot),
            Found::Gone(was) => last(&was),
            Found::Nothing | Found::Card(_) => 0,
        };
        match *quantity {
            Quantity::Num(n) => i32::from(n),
            Quantity::X => match env.resolution {
                Some(resolution) => i32::from(resolution.obj.x),
                None if env.this != NO => i32::from(self.perms[env.this as usize].x),
                None => 0,
            },
            Quantity::Count(filter) => self.fitting(filter, env).count_ones() as i32,
            Quantity::InGraveyard(who, filter) => iter_bits(u128::from(self.players(who, env)))
                .map(|seat| {
                    self.work.add(filter.clauses.len());
                    let cards = self.side(seat).graveyard.iter();
                    cards.filter(|lying| self.card_fits(lying.card, seat, filter, env)).count() as i32
                })
                .sum(),
            Quantity::TypesInGraveyards => {
                self.work.add(1);
                let cards = self.sides.iter().flat_map(|side| side.graveyard.iter());
                cards.fold(0, |set, lying| set | self.card(lying.card).types).count_ones() as i32
            }
            Quantity::HandOf(who) => {
                iter_bits(u128::from(self.players(who, env))).map(|seat| self.side(seat).hand.len() as i32).sum()
            }
            Quantity::LifeOf(who) => {
                iter_bits(u128::from(self.players(who, env))).map(|seat| i32::from(self.side(seat).life)).sum()
            }
            Quantity::Devotion(color) => iter_bits(self.control[env.you as usize & 1])
                .map(|slot| i32::from(self.card_at(slot).cost.pips[color as usize]))
                .sum(),
            Quantity::Power(obj) => {
                of(obj, |state, slot| state.traits[slot as usize].power.into(), |last| last.power.into())
            }
            Quantity::Toughness(obj) => {
                of(obj, |state, slot| state.traits[slot as usize].toughness.into(), |last| last.toughness.into())
            }
            Quantity::Counters(obj) => {
                of(obj, |state, slot| state.perms[slot as usize].plus.into(), |last| last.counters.into())
            }
            Quantity::ManaValue(obj) => match self.find(obj, env) {
                Found::Nothing => 0,
                Found::Perm(slot) => self.card_at(slot).mana_value().into(),
                Found::Gone(last) => self.card(last.card).mana_value().into(),
                Found::Card(card) => self.card(card).mana_value().into(),
            },
            Quantity::LifePaid | Quantity::Amount => {
                env.resolution.map_or(0, |resolution| resolution.obj.amount.into())
            }
            Quantity::Dealt => env.resolution.map_or(0, |resolution| resolution.dealt.into()),
            Quantity::Half(inner) => self.number(inner, env).div_euclid(2),
            Quantity::Plus(a, b) => self.number(a, env).saturating_add(self.number(b, env)),
            Quantity::Neg(inner) => -self.number(inner, env),
        }
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&self, cond: &Cond, env: &Env<'_>) -> bool {
        match *cond {
            Cond::Compare(left, cmp, right) => {
                let (left, right) = (self.number(&left, env), self.number(&right, env));
                match cmp {
                    Cmp::AtLeast => left >= right,
                    Cmp::AtMost => left <= right,
                    Cmp::Equal => left == right,
                }
            }
            Cond::Is(obj, filter) => match self.find(obj, env) {
                Found::Nothing => false,
                Found::Perm(slot) => self.fits(slot, filter, env),
                Found::Gone(last) => self.card_fits(last.card, last.ctrl, filter, env),
                Found::Card(card) => self.card_fits(card, env.you, filter, env),
            },
        }
    }

    /// The players that an effect speaks of, one bit each.
    pub(crate) fn players(&self, who: Who, env: &Env<'_>) -> u8 {
        let object = env.resolution.map(|resolution| &resolution.obj);
        match who {
            Who::You => 1 << env.you,
            Who::Opponent => 1 << (1 - env.you),
            Who::Each => 3,
            Who::Target(i) => match object.map(|object| object.targets[i as usize % 3]) {
                Some(Ref { kind: RefKind::Player, slot, .. }) => 1 << slot,
                _ => 0,
            },
            Who::ControllerOf(obj) => match self.find(obj, env) {
                Found::Perm(slot) => 1 << self.ctrl(slot),
                Found::Gone(last) => 1 << last.ctrl,
                Found::Card(_) => match (obj, object) {
                    (Obj::Target(i), Some(object)) => self.spell_controller(object.targets[i as usize % 3]),
                    (Obj::Trigger, Some(object)) => self.spell_controller(object.event),
                    _ => 0,
                },
                Found::Nothing => 0,
            },
            Who::OwnerOf(obj) => match self.find(obj, env) {
                Found::Perm(slot) => 1 << self.perms[slot as usize].owner,
                Found::Gone(last) => 1 << last.owner,
                Found::Nothing | Found::Card(_) => 0,
            },
            Who::Trigger => object.map_or(0, |object| 1 << (object.event_player & 1)),
            Who::Defender => 1 << (1 - self.active),
        }
    }

    fn spell_controller(&self, r: Ref) -> u8 {
        let found =
            self.stack[..self.stack_len()].iter().find(|object| r.kind == RefKind::Spell && object.uid == r.uid);
        found.map_or(0, |object| 1 << object.controller)
    }
}
