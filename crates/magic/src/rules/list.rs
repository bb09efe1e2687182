//! The candidates of a decision, listed in a fixed order from what is asked and the position alone: a position that is
//! read from a file or determinized lists them in the same way.

use super::events::Source;
use super::values::Env;
use crate::action::{Act, Cand};
use crate::bound::Bound;
use crate::cards::tree::{Ability, Cost, Discard, Filter, Op, Shape, Verb, kw};
use crate::state::{
    Ask, CardIx, ChoiceKind, DECK_SLOTS, Item, MAX_CANDS, MAX_NUMBER, MAX_STACK, MagicState, NO, Resolution, StackObj,
    bit,
};
use arrayvec::ArrayVec;
use hoyle_core::iter_bits;

impl MagicState {
    /// The candidates of the present decision, in a fixed order; none if no seat decides.
    pub fn candidates(&self) -> &[Cand] {
        if self.ask.seat().is_some() && !self.over { &self.cands } else { &[] }
    }

    /// The present decision, described: the kind of choice, how many candidates it has, and the name of the card that it
    /// belongs to, empty if it belongs to none. `None` if no seat decides.
    pub fn describe_ask(&self) -> Option<(ChoiceKind, usize, String)> {
        let kind = self.ask.kind()?;
        let of = match self.ask {
            ask if ask.is_parameter() => self.stack.get(self.stack_len().checked_sub(1)?).map(|object| object.card),
            Ask::Priority { .. } | Ask::Mulligan { .. } | Ask::Bottom { .. } | Ask::Cleanup { .. } => None,
            Ask::Attack { creature, .. } | Ask::Block { creature, .. } => Some(self.perms[creature as usize].card),
            Ask::Damage { attacker, .. } => Some(self.perms[attacker as usize].card),
            Ask::Order { .. } | Ask::Legend { .. } => None,
            _ => self.resolution.active.then_some(self.resolution.obj.card),
        };
        let of = of.map_or_else(String::new, |card| self.card(card).name.to_owned());
        Some((kind, self.cands.len(), of))
    }

    /// Replaces the candidates by those of a decision.
    pub(crate) fn list(&mut self, ask: Ask) {
        self.refresh();
        self.cands.clear();
        match ask {
            Ask::None
            | Ask::Coin
            | Ask::Draw { .. }
            | Ask::Look { .. }
            | Ask::Mill { .. }
            | Ask::RandomDiscard { .. }
            | Ask::Deck { .. } => {}
            Ask::Mulligan { .. } => self.offer(&[Act::Keep, Act::Mulligan]),
            Ask::May { .. } => self.offer(&[Act::Yes, Act::No]),
            Ask::PayUnless { .. } => self.offer(&[Act::PayCost, Act::Refuse]),
            Ask::Priority { seat } => self.list_options(seat),
            Ask::Bottom { seat }
            | Ask::Discard { seat }
            | Ask::PutBack { seat }
            | Ask::Cleanup { seat }
            | Ask::CostDiscard { seat } => self.list_hand(seat),
            Ask::Mode { seat } => self.list_modes(seat),
            Ask::X { seat } => self.list_x(seat),
            Ask::Target { .. } => self.list_announced_targets(),
            Ask::Divide { .. } => self.list_division(),
            Ask::Payment { seat } => self.list_payments(seat),
            Ask::CostSacrifice { seat } => self.list_cost_sacrifice(seat),
            Ask::CostExile { seat } => self.list_cost_exile(seat),
            Ask::Attack { creature, .. } => {
                self.cands.push(Cand::new(Act::Stay, creature, 0));
                self.cands.push(Cand::new(Act::Attack, creature, 0));
            }
            Ask::Block { creature, .. } => self.list_blocks(creature),
            Ask::Damage { attacker, blocker, .. } => self.list_damage(attacker, blocker),
            Ask::Order { seat } => self.list_triggers(seat),
            Ask::Looked { seat } => self.list_looked_hand(seat),
            Ask::Search { seat } => self.list_search(seat),
            Ask::Dig { seat } => self.list_dig(seat),
            Ask::ToBottom { .. } => self.list_looked(Act::Bottom),
            Ask::Scry { .. } => {
                self.cands.push(Cand::plain(Act::KeepTop));
                self.list_looked(Act::Bottom);
            }
            Ask::ScryOrder { .. } => self.list_looked(Act::Top),
            Ask::Sacrifice { seat } => {
                if let Some(Verb::SacrificeChoice { filter, .. }) = self.verb() {
                    let own = self.control[seat as usize];
                    self.list_permanents(self.fitting(filter, &Env::of_player(seat)) & own);
                }
            }
            Ask::Choose { .. } => {
                if let Some(Verb::Choose { filter, .. }) = self.verb() {
                    self.list_permanents(self.fitting(filter, &self.env()));
                }
            }
            Ask::Host { seat } => self.list_hosts(seat),
            Ask::Legend { seat } => self.list_permanents(self.legends(seat)),
        }
    }

    /// The step under way, if it is a verb.
    pub(crate) fn verb(&self) -> Option<&'static Verb> {
        match self.program(&self.resolution.obj)?.ops.get(self.resolution.pc as usize)? {
            Op::Do(verb) => Some(verb),
            _ => None,
        }
    }

    fn add(&mut self, cand: Cand) {
        self.cands.push(cand);
    }

    fn offer(&mut self, acts: &[Act]) {
        acts.iter().for_each(|&act| self.add(Cand::plain(act)));
    }

    fn list_permanents(&mut self, slots: u128) {
        iter_bits(slots).for_each(|slot| self.add(Cand::new(Act::PickPermanent, slot, 0)));
    }

    /// Lists the different cards of a hand.
    fn list_hand(&mut self, seat: u8) {
        let hand = self.side(seat).hand;
        let mut before = None;
        for &card in hand.iter() {
            if before.replace(card) != Some(card) {
                self.cands.push(Cand::new(Act::PickHand, card, 0));
            }
        }
    }

    fn list_modes(&mut self, seat: u8) {
        let object = *self.announced();
        let modes = self.program(&object).map_or(&[][..], |program| program.modes);
        let source = self.source_of(&object);
        for (i, mode) in modes.iter().enumerate() {
            if self.has_targets(mode, seat, &source, object.uid) {
                self.cands.push(Cand::new(Act::Mode, i as u8, 0));
            }
        }
    }

    fn list_x(&mut self, seat: u8) {
        let object = *self.announced();
        let most = if self.pays_x_life(&object) {
            self.side(seat).life.max(0) as u16
        } else {
            let avail = self.available(seat, self.kept_untapped(&object));
            let pays = |x: u16| avail.pays(&self.mana_cost(&StackObj { x, ..object }));
            (1..=MAX_NUMBER + 1).take_while(|&x| pays(x)).last().unwrap_or(0)
        };
        if most > MAX_NUMBER {
            self.meet(Bound::Amounts);
        }
        (0..=most.min(MAX_NUMBER)).for_each(|x| self.add(Cand::new(Act::X, 0, x)));
    }

    fn list_announced_targets(&mut self) {
        let object = *self.announced();
        let place = self.announce.done;
        let Some(program) = self.program(&object) else { return };
        let Some(spec) = Self::spec_at(program, place) else { return };
        let source = self.source_of(&object);
        let others = program.targets.iter().take_while(|other| !std::ptr::eq(*other, spec));
        let first: u8 = others.map(|other| other.max).sum();
        if place - first >= spec.min {
            self.cands.push(Cand::plain(Act::NoTarget));
        }
        // An amount is divided so that every target gets at least one.
        let full = spec.divided.is_some_and(|n| {
            let resolution = Resolution { obj: object, ..Resolution::EMPTY };
            let n = self.number(&n, &Env::of_frame(self, &resolution));
            i32::from(place - first) >= n.max(1)
        });
        if !full {
            self.list_targets(spec, first, &object, &source);
        }
    }

    fn list_division(&mut self) {
        let object = *self.announced();
        let spec = self.program(&object).and_then(|program| program.targets.last());
        let Some(n) = spec.and_then(|spec| spec.divided) else { return };
        let resolution = Resolution { obj: object, ..Resolution::EMPTY };
        let total = self.number(&n, &Env::of_frame(self, &resolution)).max(0);
        if total > i32::from(MAX_NUMBER) {
            self.meet(Bound::Amounts);
        }
        let total = total.min(MAX_NUMBER.into()) as u16;
        let (count, at) = (u16::from(object.target_count), self.announce.done);
        let given: u16 = object.amounts[..usize::from(at).min(3)].iter().map(|&n| u16::from(n)).sum();
        let left = total.saturating_sub(given);
        let others = count.saturating_sub(u16::from(at) + 1);
        if others == 0 {
            self.cands.push(Cand::new(Act::Amount, 0, left));
        } else {
            let most = left.saturating_sub(others);
            (1..=most).for_each(|n| self.add(Cand::new(Act::Amount, 0, n)));
        }
        if self.cands.is_empty() {
            self.cands.push(Cand::new(Act::Amount, 0, 0));
        }
    }

    fn list_payments(&mut self, seat: u8) {
        let object = *self.announced();
        let cost = self.mana_cost(&object);
        let ways = self.payments(seat, &cost, self.kept_untapped(&object));
        if ways.len() > MAX_CANDS {
            self.meet(Bound::Candidates);
        }
        for (source, color) in ways.into_iter().take(MAX_CANDS) {
            self.cands.push(Cand::new(Act::Pay, source.slot, color.into()));
        }
    }

    /// The cost that is being paid: the last of those that were begun.
    fn present_cost(&mut self) -> Option<&'static Cost> {
        let object = *self.announced();
        let at = self.announce.costs_begun().checked_sub(1)?;
        self.other_costs(&object).get(at as usize)
    }

    fn list_cost_sacrifice(&mut self, seat: u8) {
        let Some(Cost::Sacrifice(filter)) = self.present_cost() else { return };
        let source = self.announced().source;
        let this = self.perm_of(source).unwrap_or(NO);
        let env = Env { you: seat, this, resolution: None, target_player: NO };
        self.list_permanents(self.fitting(filter, &env) & self.control[seat as usize]);
    }

    fn list_cost_exile(&mut self, seat: u8) {
        let Some(Cost::ExileFromGraveyard(filter)) = self.present_cost() else { return };
        let env = Env::of_player(seat);
        for i in 0..self.side(seat).graveyard.len() {
            let lying = self.side(seat).graveyard[i];
            let pointed = |uid: u16| self.is_pointed_at(Self::grave_ref(seat, uid));
            let listed = self.side(seat).graveyard[..i].iter().any(|o| o.card == lying.card && !pointed(o.uid));
            if self.card_fits(lying.card, seat, filter, &env) && (!listed || pointed(lying.uid)) {
                self.cands.push(Cand::new(Act::PickGraveyard, seat, lying.uid));
            }
        }
    }

    fn list_blocks(&mut self, blocker: u8) {
        let left = self.combat.declare & !bit(blocker);
        let has_menace = |attacker: u8| self.traits[attacker as usize].keywords & kw::MENACE != 0;
        let menace = iter_bits(self.combat.attacking).any(has_menace);
        let half = if menace { self.half_blocked() } else { 0 };
        let mut found: ArrayVec<Cand, { crate::state::MAX_PERMS + 1 }> = ArrayVec::new();
        if half == 0 || self.completable(half, left) {
            found.push(Cand::new(Act::NoBlock, blocker, 0));
        }
        for attacker in iter_bits(self.blockable(blocker)) {
            let after = if half & bit(attacker) != 0 {
                half & !bit(attacker)
            } else if menace && has_menace(attacker) && self.blockers_of(attacker).is_empty() {
                half | bit(attacker)
            } else {
                half
            };
            if after == 0 || self.completable(after, left) {
                found.push(Cand::new(Act::Block, blocker, attacker.into()));
            }
        }
        found.into_iter().for_each(|cand| self.add(cand));
    }

    fn list_damage(&mut self, attacker: u8, blocker: u8) {
        let keywords = self.traits[attacker as usize].keywords;
        let (trample, deathtouch) = (keywords & kw::TRAMPLE != 0, keywords & kw::DEATHTOUCH != 0);
        let blockers = self.blockers_of(attacker);
        let given = |to: u8| {
            self.combat
                .assigned
                .iter()
                .find(|assigned| assigned.from == attacker && assigned.to == to)
                .map(|a| a.amount)
        };
        let spent: i32 = blockers.iter().filter_map(|&b| given(b)).map(i32::from).sum();
        let left = (i32::from(self.traits[attacker as usize].power) - spent).clamp(0, 20_000) as i16;
        let last = blockers.last() == Some(&blocker);
        let enough = blockers.iter().all(|&b| given(b).is_none_or(|amount| amount >= self.lethal(b, deathtouch)));
        let least = match (last, trample && enough) {
            (false, _) => 0,
            (true, true) => self.lethal(blocker, deathtouch).min(left),
            (true, false) => left,
        };
        for amount in (least..=left).take(MAX_NUMBER as usize) {
            self.cands.push(Cand::new(Act::Amount, blocker, amount as u16));
        }
        if left - least >= MAX_NUMBER as i16 {
            self.meet(Bound::Amounts);
            self.cands.push(Cand::new(Act::Amount, blocker, left as u16));
        }
    }

    fn list_triggers(&mut self, seat: u8) {
        let first = self.stack_len();
        let mut listed: ArrayVec<(u8, u8, u16), MAX_STACK> = ArrayVec::new();
        for i in first..self.stack.len() {
            let object = &self.stack[i];
            // Abilities that do the same in any order need no choice.
            let plain =
                self.program(object).is_some_and(|program| program.targets.is_empty() && program.modes.is_empty());
            let key = (object.card, object.ability, if plain { 0 } else { object.source.uid });
            if object.controller == seat && !listed.contains(&key) {
                listed.push(key);
                self.cands.push(Cand::new(Act::Order, (i - first) as u8, object.uid));
            }
        }
    }

    fn list_looked_hand(&mut self, you: u8) {
        let Some(Verb::Discard(_, _, Discard::Looked(filter))) = self.verb() else { return };
        let seat = self.resolution.about & 1;
        let hand = self.side(seat).hand;
        let mut before = None;
        for &card in hand.iter() {
            if before.replace(card) != Some(card) && self.card_fits(card, seat, filter, &Env::of_player(you)) {
                self.cands.push(Cand::new(Act::PickHand, card, 0));
            }
        }
    }

    /// Different cards that are looked at.
    pub(crate) fn looked_kinds(&self) -> ArrayVec<CardIx, DECK_SLOTS> {
        let mut kinds: ArrayVec<CardIx, DECK_SLOTS> = ArrayVec::new();
        for &card in self.looked.iter() {
            if !kinds.contains(&card) {
                kinds.push(card);
            }
        }
        kinds.sort_unstable();
        kinds
    }

    fn list_looked(&mut self, act: Act) {
        for card in self.looked_kinds() {
            self.cands.push(Cand::new(act, card, 0));
        }
    }

    fn list_dig(&mut self, seat: u8) {
        let Some(Verb::Dig { filter, .. }) = self.verb() else { return };
        for card in self.looked_kinds() {
            if self.card_fits(card, seat, filter, &Env::of_player(seat)) {
                self.cands.push(Cand::new(Act::PickLooked, card, 0));
            }
        }
        if !self.cands.is_empty() {
            self.cands.push(Cand::plain(Act::PickNone));
        }
    }

    /// Every different card of a library, ascending.
    pub(crate) fn library_kinds(&self, seat: u8) -> ArrayVec<CardIx, { crate::state::DECK_SLOTS }> {
        let side = self.side(seat);
        let deck = &self.rules.get().decks[side.deck as usize];
        let mut kinds: ArrayVec<CardIx, { crate::state::DECK_SLOTS }> =
            deck.cards.iter().zip(&side.pool).filter(|&(_, &count)| count > 0).map(|(&card, _)| card).collect();
        for placed in side.top.iter().chain(side.bottom.iter()) {
            if !kinds.contains(&placed.card) {
                let _ = kinds.try_push(placed.card);
            }
        }
        kinds.sort_unstable();
        kinds
    }

    fn list_search(&mut self, seat: u8) {
        let Some(Verb::Search { filter, .. }) = self.verb() else { return };
        for card in self.library_kinds(seat) {
            if self.card_fits(card, seat, filter, &Env::of_player(seat)) {
                self.cands.push(Cand::new(Act::PickLibrary, card, 0));
            }
        }
        // A card with a stated quality need not be found (701.19b).
        if !self.cands.is_empty() && filter.shape != Shape::Any {
            self.cands.push(Cand::plain(Act::PickNone));
        }
    }

    /// What an Aura that enters without being cast can be put onto (303.4f).
    fn list_hosts(&mut self, ctrl: u8) {
        let Some(card) = self.card_of(self.resolution.that) else { return };
        let Some(filter): Option<&'static Filter> = self.card(card).derived.enchant else { return };
        let source = Source { slot: NO, card, ctrl, colors: self.card(card).colors, touch: 0 };
        for slot in iter_bits(self.fitting(filter, &Env::of_player(ctrl))) {
            if !self.protected(slot, &source) {
                self.cands.push(Cand::new(Act::PickPermanent, slot, 0));
            }
        }
    }

    /// Legendary permanents of one name that a player has too many of.
    pub(crate) fn legends(&self, seat: u8) -> u128 {
        let own = self.control[seat as usize];
        for slot in iter_bits(own & self.legendary) {
            let card = self.perms[slot as usize].card;
            let alike = iter_bits(own)
                .filter(|&other| self.perms[other as usize].card == card)
                .fold(0, |set, other| set | bit(other));
            if alike.count_ones() > 1 {
                return alike;
            }
        }
        0
    }

    /// Whether X of something on the stack is paid with life.
    pub(crate) fn pays_x_life(&self, object: &StackObj) -> bool {
        let card = self.card(object.card);
        match object.item {
            Item::Spell => card.derived.additional.contains(&Cost::LifeX),
            Item::Activated => match card.abilities.get(object.ability as usize) {
                Some(Ability::Activated { costs, .. }) => costs.contains(&Cost::LifeX),
                _ => false,
            },
            Item::Triggered => false,
        }
    }
}
