//! Casting spells, activating abilities and putting triggers on the stack (601, 602, 603.3): mode, X, targets, division,
//! costs, in this order.

use super::events::Source;
use super::moves::Dest;
use super::values::Env;
use crate::action::{ABILITY_BITS, Act, Cand};
use crate::bound::Bound;
use crate::cards::tree::{Ability, Cost, CounterKind, ManaCost, Program, Trigger, event, looks, types};
use crate::options::Payment;
use crate::setup::card_flag;
use crate::state::{
    Announce, Ask, CardIx, Item, MAX_ABILITIES, MagicState, NO, Ref, RefKind, StackObj, Stage, bit, pf,
};
use hoyle_core::iter_bits;

impl MagicState {
    /// The parts of the cost of something on the stack, without mana.
    pub(crate) fn other_costs(&self, object: &StackObj) -> &'static [Cost] {
        let card = self.card(object.card);
        match object.item {
            Item::Spell => card.derived.additional,
            Item::Activated => match &card.abilities[object.ability as usize] {
                Ability::Activated { costs, .. } => costs,
                _ => &[],
            },
            Item::Triggered => &[],
        }
    }

    /// The mana cost of something on the stack, with X chosen.
    pub(crate) fn mana_cost(&self, object: &StackObj) -> ManaCost {
        match object.item {
            Item::Spell => self.card(object.card).cost.with_x(object.x),
            Item::Activated => mana_part(self.other_costs(object)).with_x(object.x),
            Item::Triggered => ManaCost::default(),
        }
    }

    /// Sources that cannot be tapped for mana because the cost taps them itself.
    pub(crate) fn kept_untapped(&self, object: &StackObj) -> u128 {
        let taps = object.item == Item::Activated && self.other_costs(object).contains(&Cost::Tap);
        if taps { bit(object.source.slot) } else { 0 }
    }

    /// Whether the parts of a cost besides mana can be paid.
    fn can_pay_others(&self, costs: &[Cost], seat: u8, slot: u8, card_in_hand: bool) -> bool {
        let side = self.side(seat);
        let mut exiles = 0;
        costs.iter().all(|cost| match *cost {
            Cost::Mana(_) | Cost::LifeX | Cost::SacrificeSelf => true,
            Cost::Tap => self.can_tap(slot),
            Cost::Sacrifice(filter) => {
                let env = Env { you: seat, this: slot, resolution: None, target_player: NO };
                self.fitting(filter, &env) & self.control[seat as usize] != 0
            }
            Cost::Discard(n) => side.hand.len() >= usize::from(n) + usize::from(card_in_hand),
            Cost::Life(n) => side.life >= i16::from(n),
            Cost::RemoveCounter(kind, n) => {
                let perm = &self.perms[slot as usize];
                u16::from(n) <= if kind == CounterKind::Plus { perm.plus } else { perm.minus }
            }
            Cost::ExileFromGraveyard(filter) => {
                exiles += 1;
                let env = Env::of_player(seat);
                side.graveyard.iter().filter(|lying| self.card_fits(lying.card, seat, filter, &env)).count() >= exiles
            }
        })
    }

    /// Whether some mode of a program has its targets.
    fn can_target(&self, program: &Program, seat: u8, source: &Source) -> bool {
        match program.modes {
            [] => self.has_targets(program, seat, source, 0),
            modes => modes.iter().any(|mode| self.has_targets(mode, seat, source, 0)),
        }
    }

    /// Lists what a player with priority can do; passing comes first.
    pub(crate) fn list_options(&mut self, seat: u8) {
        self.cands.clear();
        self.cands.push(Cand::plain(Act::Pass));
        let met = if self.actions_this_turn >= crate::setup::MAX_TURN_ACTIONS {
            Bound::Actions
        } else if self.stack.len() + 8 > crate::state::MAX_STACK {
            Bound::Stack
        } else {
            return self.list_plays(seat);
        };
        self.list_plays(seat);
        if self.cands.len() > 1 {
            self.meet(met);
            self.cands.clear();
            self.cands.push(Cand::plain(Act::Pass));
        }
    }

    fn list_plays(&mut self, seat: u8) {
        let rules = self.rules.get();
        let slow = seat == self.active && self.step.is_main() && self.stack_len() == 0;
        let side = self.side(seat);
        let actives = self.actives & self.control[seat as usize];
        if (!slow && side.fast == 0 && actives == 0) || (side.hand.is_empty() && actives == 0) {
            return;
        }
        let mut avail = None;
        let hand = side.hand;
        let mut before = None;
        for &card in hand.iter() {
            if before.replace(card) == Some(card) {
                continue;
            }
            let flags = rules.flags[card as usize];
            if flags & card_flag::LAND != 0 {
                if slow && self.lands_played == 0 {
                    self.cands.push(Cand::new(Act::PlayLand, card, 0));
                }
                continue;
            }
            if !slow && flags & card_flag::FAST == 0 {
                continue;
            }
            let printed = rules.cards[card as usize];
            let avail = avail.get_or_insert_with(|| self.available(seat, 0));
            if !avail.pays(&printed.cost) {
                continue;
            }
            let source = Source { slot: NO, card, ctrl: seat, colors: printed.colors, touch: 0 };
            let target = printed.derived.spell.is_none_or(|program| self.can_target(&program, seat, &source));
            if target && self.can_pay_others(printed.derived.additional, seat, NO, true) {
                self.cands.push(Cand::new(Act::Cast, card, 0));
            }
        }
        // Every ability has its number, so that what the hand holds does not change the number of another.
        let mut number = 0u16;
        for slot in iter_bits(actives) {
            let printed = self.card_at(slot);
            let first = number;
            number += printed.derived.activated.len() as u16;
            if self.perms[slot as usize].is(pf::BARE) {
                continue;
            }
            for (&i, number) in printed.derived.activated.iter().zip(first..) {
                let Ability::Activated { costs, program, sorcery } = &printed.abilities[i as usize] else { continue };
                if *sorcery && !slow || !self.can_pay_others(costs, seat, slot, false) {
                    continue;
                }
                let mana = mana_part(costs);
                if mana.value() > 0 {
                    let pays = if costs.contains(&Cost::Tap) && self.sources & bit(slot) != 0 {
                        self.available(seat, bit(slot)).pays(&mana)
                    } else {
                        avail.get_or_insert_with(|| self.available(seat, 0)).pays(&mana)
                    };
                    if !pays {
                        continue;
                    }
                }
                if !self.can_target(program, seat, &self.source_at(slot)) {
                    continue;
                }
                if usize::from(number) >= MAX_ABILITIES {
                    self.meet(Bound::Abilities);
                } else {
                    self.cands.push(Cand::new(Act::Activate, slot, number << ABILITY_BITS | u16::from(i)));
                }
            }
        }
    }

    /// Begins to cast a card from hand.
    pub(crate) fn begin_cast(&mut self, seat: u8, card: CardIx) {
        self.take_from_hand(seat, card);
        let uid = self.new_uid();
        self.stack.push(StackObj { item: Item::Spell, card, controller: seat, owner: seat, uid, ..StackObj::EMPTY });
        self.announce = Announce::BEGUN;
    }

    /// Begins to activate an ability.
    pub(crate) fn begin_activate(&mut self, seat: u8, slot: u8, ability: u8) {
        let uid = self.new_uid();
        let perm = &self.perms[slot as usize];
        let traits = &self.traits[slot as usize];
        self.stack.push(StackObj {
            item: Item::Activated,
            card: perm.card,
            ability,
            controller: seat,
            owner: perm.owner,
            uid,
            source: self.perm_ref(slot),
            power: traits.power,
            toughness: traits.toughness,
            counters: perm.plus,
            touch: super::moves::touch_of(traits.keywords),
            ..StackObj::EMPTY
        });
        self.announce = Announce::BEGUN;
    }

    /// What is being put on the stack: it lies below triggers that wait.
    pub(crate) fn announced(&mut self) -> &mut StackObj {
        let at = self.stack_len() - 1;
        &mut self.stack[at]
    }

    /// The next step of the announcement. Asks where there is a choice.
    pub(crate) fn announce_step(&mut self) {
        let object = *self.announced();
        let seat = object.controller;
        match self.announce.stage {
            Stage::Mode => self.announce_mode(&object, seat),
            Stage::X => self.announce_x(&object, seat),
            Stage::Targets => self.announce_target(&object, seat),
            Stage::Division => self.announce_division(&object, seat),
            Stage::Mana => self.announce_mana(&object, seat),
            Stage::Costs => self.announce_cost(&object, seat),
            Stage::Done => self.announce_end(&object),
        }
    }

    fn next_stage(&mut self) {
        self.announce.stage = self.announce.stage.next();
        self.announce.done = 0;
    }

    /// Lists the candidates and asks if there is more than one; with one, that is chosen. False if there is none.
    pub(crate) fn ask_or_apply(&mut self, ask: Ask) -> bool {
        self.list(ask);
        match self.cands.len() {
            0 => return false,
            1 => {
                let only = self.cands[0];
                self.ask = ask;
                self.choose(only);
            }
            _ => self.ask = ask,
        }
        true
    }

    fn announce_mode(&mut self, object: &StackObj, seat: u8) {
        let modes = self.program(object).map_or(&[][..], |program| program.modes);
        if modes.is_empty() || object.mode != NO {
            return self.next_stage();
        }
        if !self.ask_or_apply(Ask::Mode { seat }) {
            self.abandon();
        }
    }

    fn announce_x(&mut self, object: &StackObj, seat: u8) {
        let by_mana = match object.item {
            Item::Spell => self.card(object.card).cost.x > 0,
            Item::Activated => mana_part(self.other_costs(object)).x > 0,
            Item::Triggered => false,
        };
        if !by_mana && !self.pays_x_life(object) {
            return self.next_stage();
        }
        self.ask_or_apply(Ask::X { seat });
    }

    fn announce_target(&mut self, object: &StackObj, seat: u8) {
        let place = self.announce.done;
        if self.program(object).and_then(|program| Self::spec_at(program, place)).is_none() {
            return self.next_stage();
        }
        if !self.ask_or_apply(Ask::Target { seat }) {
            self.abandon();
        }
    }

    fn announce_division(&mut self, object: &StackObj, seat: u8) {
        let spec = self.program(object).and_then(|program| program.targets.last());
        if spec.and_then(|spec| spec.divided).is_none() || self.announce.done >= object.target_count {
            return self.next_stage();
        }
        self.ask_or_apply(Ask::Divide { seat });
    }

    /// Mana is paid before the rest, so that what is sacrificed can still be tapped for it.
    fn announce_mana(&mut self, object: &StackObj, seat: u8) {
        let cost = self.mana_cost(object);
        if cost.value() == 0 {
            return self.next_stage();
        }
        let without = self.kept_untapped(object);
        let asks = self.announce.done == Announce::PAYMENT_ASKED
            || self.announce.done == 0
                && match self.rules.get().options.payment {
                    Payment::Ask => true,
                    Payment::Auto => self.payment_matters(seat, &cost, without),
                };
        if asks {
            self.announce.done = Announce::PAYMENT_ASKED;
            let ways = self.payments(seat, &cost, without);
            if ways.len() > 1 {
                self.ask_or_apply(Ask::Payment { seat });
                return;
            }
            if let Some(&(source, color)) = ways.first() {
                return self.tap_for(seat, source, color);
            }
        } else {
            self.tap_automatically(seat, &cost, without);
        }
        if !self.spend(seat, &cost) {
            return self.abandon();
        }
        self.next_stage();
    }

    fn announce_cost(&mut self, object: &StackObj, seat: u8) {
        // A discard of n takes n steps.
        let (at, discarded) = (self.announce.costs_begun(), self.announce.discarded());
        let costs = self.other_costs(object);
        let Some(cost) = costs.get(at as usize) else { return self.next_stage() };
        let slot = object.source.slot;
        self.announce.begin_cost(at + 1, 0);
        match *cost {
            Cost::Mana(_) => {}
            // What was sacrificed for another part of the cost is not there any more.
            Cost::Tap | Cost::RemoveCounter(..) if self.perm_of(object.source).is_none() => {}
            Cost::Tap => self.perms[slot as usize].flags |= pf::TAPPED,
            Cost::SacrificeSelf => {
                if let Some(slot) = self.perm_of(object.source) {
                    self.leave(bit(slot), Dest::Graveyard);
                }
            }
            Cost::Life(n) => {
                self.lose_life(seat, n.into());
                self.announced().amount = n.into();
            }
            Cost::LifeX => {
                self.lose_life(seat, object.x.into());
                self.announced().amount = object.x as i16;
            }
            Cost::RemoveCounter(kind, n) => self.add_counters(slot, kind, -i32::from(n)),
            Cost::Sacrifice(_) => {
                self.refresh();
                if !self.ask_or_apply(Ask::CostSacrifice { seat }) {
                    self.abandon();
                }
            }
            Cost::Discard(n) => {
                if discarded < n.min(7) {
                    self.announce.begin_cost(at, discarded + 1);
                    if !self.ask_or_apply(Ask::CostDiscard { seat }) {
                        self.abandon();
                    }
                }
            }
            Cost::ExileFromGraveyard(_) => {
                if !self.ask_or_apply(Ask::CostExile { seat }) {
                    self.abandon();
                }
            }
        }
    }

    /// The spell has been cast, the ability activated or put on the stack.
    fn announce_end(&mut self, object: &StackObj) {
        self.announce = Announce::NONE;
        let seat = object.controller;
        let object = *self.announced();
        self.unsettled = true;
        if object.item == Item::Spell && self.listen[event::CAST] & self.field != 0 {
            self.refresh();
            let cast = Ref { kind: RefKind::Spell, slot: 0, uid: object.uid };
            self.dispatch(event::CAST, cast, seat, 0, |state, listener, trigger| match *trigger {
                Trigger::YouCast(filter) => {
                    state.ctrl(listener) == seat
                        && state.card_fits(object.card, seat, filter, &Env::of_permanent(state, listener))
                }
                _ => false,
            });
        }
        if self.listen[event::TARGETED] & self.field != 0 {
            let by = Ref { kind: RefKind::Spell, slot: 0, uid: object.uid };
            for target in object.targets.into_iter().filter(|target| target.kind == RefKind::Perm) {
                self.dispatch(event::TARGETED, by, seat, 0, |state, listener, trigger| {
                    *trigger == Trigger::TargetedByOpponent && listener == target.slot && state.ctrl(listener) != seat
                });
            }
        }
        if object.item != Item::Triggered {
            self.passes = 0;
            self.priority = seat;
        }
    }

    /// What cannot be completed leaves the stack: a trigger without a legal target (603.3d), or what turns out not to be
    /// payable.
    pub(super) fn abandon(&mut self) {
        let at = self.stack_len() - 1;
        let object = self.stack.remove(at);
        self.announce = Announce::NONE;
        self.unsettled = true;
        if object.item == Item::Spell {
            // Whoever could not finish would not have been asked, unless paying changes what can be paid with.
            self.put_in_hand(object.owner, object.card, true);
        }
    }

    /// A choice of the announcement.
    pub(crate) fn choose_announced(&mut self, ask: Ask, cand: Cand) {
        let place = self.announce.done;
        match (ask, cand.act) {
            (Ask::Mode { .. }, _) => {
                self.announced().mode = cand.a;
                self.next_stage();
            }
            (Ask::X { .. }, _) => {
                self.announced().x = cand.b;
                self.next_stage();
            }
            (Ask::Target { .. }, Act::NoTarget) => self.next_stage(),
            (Ask::Target { .. }, _) => {
                let target = self.ref_of(cand);
                let object = self.announced();
                object.targets[place as usize % 3] = target;
                object.target_count = place + 1;
                self.announce.done += 1;
            }
            (Ask::Divide { .. }, _) => {
                self.announced().amounts[place as usize % 3] = cand.b.min(255) as u8;
                self.announce.done += 1;
            }
            (Ask::Payment { seat }, _) => {
                let object = *self.announced();
                let cost = self.mana_cost(&object);
                let ways = self.payments(seat, &cost, self.kept_untapped(&object));
                let way = ways.iter().find(|(source, color)| source.slot == cand.a && u16::from(*color) == cand.b);
                if let Some(&(source, color)) = way {
                    self.tap_for(seat, source, color);
                }
            }
            (Ask::CostSacrifice { .. }, _) => {
                let last = self.last_of(cand.a);
                let object = *self.announced();
                let asks = self.program(&object).is_some_and(|program| program.looks_back & looks::SACRIFICED != 0);
                let object = self.announced();
                if asks {
                    object.note_gone(&last);
                } else {
                    (object.sacrificed, object.sacrificed_power) = (last.card, last.power);
                }
                self.leave(bit(cand.a), Dest::Graveyard);
            }
            (Ask::CostDiscard { seat }, _) => self.discard(seat, cand.a),
            (Ask::CostExile { .. }, _) => {
                if let Some(card) = self.take_from_graveyard(cand.a, cand.b) {
                    let uid = self.new_uid();
                    let exiled = crate::state::Exiled { card, owner: cand.a, uid, link: 0, until: false };
                    self.put_in_exile(exiled);
                }
            }
            _ => {}
        }
    }

    /// What a candidate points at.
    pub(crate) fn ref_of(&self, cand: Cand) -> Ref {
        match cand.act {
            Act::TargetPlayer => Ref::player(cand.a),
            Act::TargetPermanent | Act::PickPermanent => self.perm_ref(cand.a),
            Act::TargetSpell => Ref { kind: RefKind::Spell, slot: 0, uid: cand.b },
            Act::TargetCard | Act::PickGraveyard => Self::grave_ref(cand.a, cand.b),
            _ => Ref::NONE,
        }
    }

    /// Whether a player could be asked at all with priority: quicker than listing everything.
    #[inline]
    pub(crate) fn may_act(&self, seat: u8) -> bool {
        let side = self.side(seat);
        let slow = seat == self.active && self.step.is_main() && self.stack_len() == 0;
        side.fast > 0 || self.actives & self.control[seat as usize] != 0 || slow && !side.hand.is_empty()
    }

    /// Puts a land onto the battlefield.
    pub(crate) fn play_land(&mut self, seat: u8, card: CardIx) {
        self.take_from_hand(seat, card);
        self.lands_played += 1;
        debug_assert!(self.card(card).is(types::LAND));
        if let Some(slot) = self.enter(card, seat, seat, super::moves::Entering::default()) {
            self.entered(bit(slot));
        }
        self.passes = 0;
        self.priority = seat;
    }
}

/// The mana part of a cost.
pub(crate) fn mana_part(costs: &[Cost]) -> ManaCost {
    costs
        .iter()
        .find_map(|cost| match cost {
            Cost::Mana(mana) => Some(*mana),
            _ => None,
        })
        .unwrap_or_default()
}
