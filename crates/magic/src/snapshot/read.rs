//! Reading a position: whatever a file claims, what comes out can be played, and nothing panics.

use super::{AnnounceSnap, ExileSnap, PermSnap, SideSnap, Snapshot, StackSnap};
use crate::cards::tree::{Clause, types};
use crate::setup::Rules;
use crate::state::*;
use hoyle_core::{Interned, InvalidState, iter_bits};

fn wrong<T>(what: impl Into<String>) -> Result<T, InvalidState> {
    Err(InvalidState(what.into()))
}

fn demand(holds: bool, what: &str) -> Result<(), InvalidState> {
    if holds { Ok(()) } else { wrong(what) }
}

/// More numbers than are given before all are given anew, and room for some more.
const MAX_ISSUED: u16 = 65_000;
/// More than any X that is offered.
const MAX_X: u16 = 10_000;

/// A number that no sum of a few can overflow.
fn tame(n: i16) -> bool {
    (-10_000..=10_000).contains(&n)
}

impl MagicState {
    /// The position that a snapshot describes, if it is one of the game with these decks.
    pub(crate) fn restore(
        of: Interned<Rules>,
        decks: [Option<u8>; 2],
        snapshot: &Snapshot,
    ) -> Result<Self, InvalidState> {
        let mut state = Self::read_snapshot(of, snapshot)?;
        state.check_file(decks)?;
        state.forget_seen();
        Ok(state)
    }

    /// The position as it stands in a snapshot, with what follows from it.
    pub(crate) fn read_snapshot(of: Interned<Rules>, snapshot: &Snapshot) -> Result<Self, InvalidState> {
        let rules = of.get();
        let mut state = Self::empty(of);
        demand(snapshot.sides.len() == 2, "sides: there are two players")?;
        for (seat, side) in snapshot.sides.iter().enumerate() {
            state.sides[seat] = read_side(rules, side).map_err(|e| InvalidState(format!("sides[{seat}]: {}", e.0)))?;
        }
        for perm in &snapshot.battlefield {
            state.read_perm(perm).map_err(|e| InvalidState(format!("battlefield, slot {}: {}", perm.slot, e.0)))?;
        }
        // What is attached to a land may have been read after it.
        state.note_changed_lands();
        demand(snapshot.stack.len() <= MAX_STACK, "stack: too large")?;
        demand(snapshot.waiting as usize <= snapshot.stack.len(), "waiting: more than there are")?;
        for (i, object) in snapshot.stack.iter().enumerate() {
            let object = state.read_object(object).map_err(|e| InvalidState(format!("stack[{i}]: {}", e.0)))?;
            let waits = i >= snapshot.stack.len() - snapshot.waiting as usize;
            demand(!waits || object.item == Item::Triggered, "stack: only triggers wait")?;
            state.stack.push(object);
        }
        state.waiting = snapshot.waiting;
        demand(snapshot.exile.len() <= MAX_EXILE, "exile: too large")?;
        for exiled in &snapshot.exile {
            let card = exiled.card.resolve(rules, false)?;
            demand(exiled.owner < 2, "exile: there is no such player")?;
            let ExileSnap { owner, uid, link, until, .. } = *exiled;
            state.exile.push(Exiled { card, owner, uid, link, until });
        }
        if let Some(resolution) = &snapshot.resolving {
            state.resolution = Resolution {
                active: true,
                begun: resolution.begun,
                obj: state.read_object(&resolution.obj)?,
                pc: resolution.pc,
                progress: resolution.progress,
                about: resolution.about,
                that: resolution.that,
                dealt: resolution.dealt,
                last: resolution.last,
            };
            let ops = state.program(&state.resolution.obj).map_or(0, |program| program.ops.len());
            let counted = resolution.progress.is_sound(resolution.about);
            let fits = usize::from(resolution.pc) <= ops && counted && resolution.about < 4;
            demand(fits && tame(resolution.dealt), "resolving: no such step")?;
            check_ref(resolution.that)?;
            for last in &resolution.last {
                let known = (last.card as usize) < rules.card_count() && last.ctrl < 2 && last.owner < 2;
                demand(known && tame(last.power) && tame(last.toughness), "resolving: no such object")?;
            }
        }
        let AnnounceSnap { active, stage, index } = snapshot.announce;
        let Some(&stage) = Stage::ALL.get(usize::from(stage)) else { return wrong("announce: no such stage") };
        state.announce = if active { Announce { active, stage, done: index } } else { Announce::NONE };
        demand(
            snapshot.looked.len() <= MAX_OWNED && usize::from(snapshot.looks) <= MAX_OWNED && snapshot.looking < 2,
            "looked: too many",
        )?;
        for key in &snapshot.looked {
            let card = key.resolve(rules, false)?;
            state.looked.push(card);
        }
        (state.looking, state.looks) = (snapshot.looking, snapshot.looks);
        let mask = |slots: &[u8], what: &str| {
            let mut mask = 0u128;
            for &slot in slots {
                demand((slot as usize) < MAX_PERMS && state.field >> slot & 1 == 1, &format!("{what}: nothing there"))?;
                mask |= 1 << slot;
            }
            Ok(mask)
        };
        let attacking = mask(&snapshot.attacking, "attacking")?;
        let blocked = mask(&snapshot.blocked, "blocked")?;
        let declare = mask(&snapshot.declare, "declare")?;
        let first_strikers = mask(&snapshot.first_strikers, "first_strikers")?;
        (state.combat.attacking, state.combat.blocked, state.combat.declare, state.combat.first_strikers) =
            (attacking, blocked, declare, first_strikers);
        demand(blocked & !attacking == 0, "blocked: something that does not attack")?;
        state.check_links()?;
        demand(snapshot.assigned.len() <= MAX_PERMS && snapshot.hurt.len() <= MAX_HURT, "assigned, hurt: too many")?;
        for assigned in &snapshot.assigned {
            let there = |slot: u8| (slot as usize) < MAX_PERMS && state.field >> slot & 1 == 1;
            let fits = there(assigned.from) && (assigned.to == NO || there(assigned.to));
            let once =
                !state.combat.assigned.iter().any(|other| (other.from, other.to) == (assigned.from, assigned.to));
            let blocks = fits && (assigned.to == NO || state.perms[assigned.to as usize].blocks == assigned.from);
            let fits = blocks && attacking >> assigned.from & 1 == 1 && once;
            demand(
                fits && (0..=10_000).contains(&assigned.amount),
                "assigned: one amount for each blocker of an attacker",
            )?;
            state.combat.assigned.push(*assigned);
        }
        for &(a, b) in &snapshot.hurt {
            demand((a.max(b) as usize) < MAX_PERMS, "hurt: nothing there")?;
            state.hurt.push((a, b));
        }
        let seats = snapshot.active < 2 && snapshot.priority < 2 && snapshot.passes < 2 && snapshot.lost < 4;
        demand(seats, "active, priority, passes, lost: there are two players")?;
        let actions = snapshot.over || snapshot.actions_this_turn <= crate::setup::MAX_RESOLUTIONS;
        demand(snapshot.turn <= rules.options.max_turns && actions, "turn, deeds: too many")?;
        demand(snapshot.over == (snapshot.lost != 0), "over: somebody has lost")?;
        state.recall = snapshot.recall;
        (state.turn, state.active, state.step, state.begun) =
            (snapshot.turn, snapshot.active, snapshot.step, snapshot.begun);
        (state.priority, state.passes, state.unsettled) = (snapshot.priority, snapshot.passes, snapshot.unsettled);
        (state.lands_played, state.actions_this_turn, state.combat_damage_prevented, state.extra_cleanup) = (
            snapshot.lands_played,
            snapshot.actions_this_turn,
            snapshot.combat_damage_prevented,
            snapshot.extra_cleanup,
        );
        (state.next_uid, state.clock) = (snapshot.next_uid, snapshot.clock);
        state.overflow = snapshot.overflow.iter().copied().collect();
        (state.over, state.lost) = (snapshot.over, snapshot.lost);
        state.check_numbers()?;
        demand(state.owned_fits(), "a player has more cards than fit, or cards that are not of the deck")?;
        state.pending_draws = state.is_due();
        state.stale = true;
        state.refresh();
        state.take_up(snapshot.ask)
    }
}

fn read_side(rules: &Rules, snapshot: &SideSnap) -> Result<Side, InvalidState> {
    let mut side = Side { life: snapshot.life, deck: snapshot.deck, ..Side::EMPTY };
    demand(i32::from(snapshot.life).abs() <= MAX_LIFE, "life: too much")?;
    let Some(deck) = rules.decks.get(snapshot.deck as usize) else { return wrong("deck: no such deck") };
    for (key, count) in &snapshot.library {
        let card = key.resolve(rules, false)?;
        let slot = deck.slot_of[card as usize] as usize;
        demand(slot < DECK_SLOTS, "library: a card that is not of the deck")?;
        side.pool[slot] = side.pool[slot].saturating_add(*count);
    }
    let total: usize = side.pool.iter().map(|&n| usize::from(n)).sum();
    demand(total <= MAX_OWNED, "library: too many cards")?;
    side.pool_len = total as u8;
    for (list, to) in [(&snapshot.top, &mut side.top), (&snapshot.bottom, &mut side.bottom)] {
        demand(list.len() <= MAX_OWNED, "library: too many cards")?;
        for placed in list {
            let card = placed.card.resolve(rules, false)?;
            to.push(LibraryCard { card, open: placed.open, from_hand: placed.from_hand });
        }
    }
    demand(snapshot.hand.len() <= MAX_OWNED && snapshot.known.len() <= MAX_OWNED, "hand: too many cards")?;
    for key in &snapshot.hand {
        let card = key.resolve(rules, false)?;
        let at = side.hand.partition_point(|&there| there <= card);
        side.hand.insert(at, card);
    }
    for (i, key) in snapshot.known.iter().enumerate() {
        let since = snapshot.since.get(i).map_or(0, |&since| usize::from(since));
        demand(since <= side.top.len(), "since: there is no such place in the library")?;
        side.know(key.resolve(rules, false)?, since);
    }
    let fast = |card: CardIx| rules.flags[card as usize] & crate::setup::card_flag::FAST != 0;
    side.fast = side.hand.iter().filter(|&&card| fast(card)).count() as u8;
    demand(snapshot.graveyard.len() <= MAX_OWNED, "graveyard: too many cards")?;
    for (key, uid) in &snapshot.graveyard {
        let card = key.resolve(rules, false)?;
        side.graveyard.push(Lying { card, uid: *uid });
    }
    demand(snapshot.seen.len() == DECK_SLOTS, "seen: one number per slot of a deck")?;
    side.seen.copy_from_slice(&snapshot.seen);
    demand(
        snapshot.mulligans <= 7 && snapshot.mana.iter().all(|&n| u16::from(n) <= MAX_MANA),
        "mana, mulligans: too many",
    )?;
    demand(!snapshot.wants || !snapshot.kept && snapshot.mulligans < 7, "wants: a mulligan that cannot be taken")?;
    side.mana = snapshot.mana;
    (side.mulligans, side.kept, side.wants) = (snapshot.mulligans, snapshot.kept, snapshot.wants);
    side.decked = snapshot.decked;
    (side.draws, side.mills, side.random_discards) = (snapshot.draws, snapshot.mills, snapshot.random_discards);
    Ok(side)
}

fn check_ref(r: Ref) -> Result<(), InvalidState> {
    let fits = match r.kind {
        RefKind::Player | RefKind::Grave => r.slot < 2,
        RefKind::Perm => (r.slot as usize) < MAX_PERMS,
        RefKind::None | RefKind::Spell | RefKind::Exile => true,
    };
    demand(fits, "something points nowhere")
}

impl MagicState {
    fn read_perm(&mut self, snapshot: &PermSnap) -> Result<(), InvalidState> {
        let slot = snapshot.slot;
        demand((slot as usize) < MAX_PERMS && self.field >> slot & 1 == 0, "no such place")?;
        let card = snapshot.card.resolve(self.rules(), snapshot.token)?;
        let printed = self.card(card);
        demand(printed.is(crate::cards::tree::types::PERMANENT), "no permanent")?;
        let seats = snapshot.owner < 2 && snapshot.base_ctrl < 2 && (snapshot.taken < 2 || snapshot.taken == NO);
        demand(seats, "there is no such player")?;
        let numbers = [snapshot.damage, snapshot.pump.0, snapshot.pump.1, snapshot.set.0, snapshot.set.1];
        let counters = i32::from(snapshot.plus.max(snapshot.minus)) <= MAX_COUNTERS;
        demand(numbers.into_iter().all(tame) && snapshot.damage >= 0, "damage, pump, set: a number is too large")?;
        demand(counters && snapshot.x <= MAX_X, "plus, minus, x: a number is too large")?;
        demand((snapshot.flags & pf::TOKEN != 0) == printed.token, "flags: a token is one")?;
        demand(snapshot.flags < 512, "flags: unknown")?;
        self.perms[slot as usize] = Perm {
            card,
            owner: snapshot.owner,
            base_ctrl: snapshot.base_ctrl,
            taken: snapshot.taken,
            taken_time: snapshot.taken_time,
            host: snapshot.host,
            blocks: snapshot.blocks,
            flags: snapshot.flags,
            damage: snapshot.damage,
            plus: snapshot.plus,
            minus: snapshot.minus,
            uid: snapshot.uid,
            time: snapshot.time,
            pump: snapshot.pump,
            set: snapshot.set,
            set_time: snapshot.set_time,
            bare_time: snapshot.bare_time,
            granted: snapshot.granted,
            x: snapshot.x,
        };
        self.enlist(slot);
        Ok(())
    }

    /// Hosts and blocked attackers are there.
    fn check_links(&self) -> Result<(), InvalidState> {
        for slot in iter_bits(self.field) {
            let perm = &self.perms[slot as usize];
            let there = |other: u8| (other as usize) < MAX_PERMS && self.field >> other & 1 == 1;
            let attacks = |other: u8| there(other) && self.combat.attacking >> other & 1 == 1;
            // Types never change: what an Aura or an Equipment is on is of a type that it can be on.
            let holds = |host: u8| {
                let types = self.card_at(host).types;
                match self.card_at(slot).derived.enchant {
                    Some(filter) => {
                        let fits =
                            |clause: &Clause| types & clause.types == clause.types && types & clause.no_types == 0;
                        filter.clauses.iter().any(fits)
                    }
                    None => types & types::CREATURE != 0,
                }
            };
            let attached = perm.host == NO
                || there(perm.host) && perm.host != slot && self.attached >> slot & 1 == 1 && holds(perm.host);
            let blocks = perm.blocks == NO || perm.blocks as usize == MAX_PERMS || attacks(perm.blocks);
            demand(attached, &format!("battlefield, slot {slot}: host: nothing that it can be attached to"))?;
            demand(blocks, &format!("battlefield, slot {slot}: blocks: nothing that attacks"))?;
        }
        Ok(())
    }

    /// Numbers of objects are given once, in order, and so are timestamps.
    fn check_numbers(&self) -> Result<(), InvalidState> {
        let low = self.next_uid <= MAX_ISSUED && self.clock <= MAX_ISSUED;
        demand(low, &format!("next_uid, clock: at most {MAX_ISSUED}"))?;
        let perms = || iter_bits(self.field).map(|slot| &self.perms[slot as usize]);
        let lying = self.sides.iter().flat_map(|side| side.graveyard.iter().map(|lying| lying.uid));
        let objects =
            self.stack.iter().chain(self.resolution.active.then_some(&self.resolution.obj)).map(|object| object.uid);
        let exiled = self.exile.iter().map(|exiled| exiled.uid);
        let mut uids: Vec<u16> = perms().map(|perm| perm.uid).chain(lying).chain(objects).chain(exiled).collect();
        uids.sort_unstable();
        for (i, &uid) in uids.iter().enumerate() {
            demand(uid > 0 && uid <= self.next_uid, &format!("uid {uid}: from 1 to next_uid"))?;
            demand(i == 0 || uids[i - 1] != uid, &format!("uid {uid}: two objects have it"))?;
        }
        for perm in perms() {
            let latest = perm.time.max(perm.taken_time).max(perm.set_time).max(perm.bare_time);
            demand(latest <= self.clock, &format!("uid {}: a timestamp later than the clock", perm.uid))?;
        }
        Ok(())
    }

    fn read_object(&self, snapshot: &StackSnap) -> Result<StackObj, InvalidState> {
        let card = snapshot.card.resolve(self.rules(), snapshot.token)?;
        let seats = snapshot.controller < 2 && snapshot.owner < 2 && snapshot.event_player < 2;
        demand(seats, "there is no such player")?;
        let StackSnap { item, ability, controller, owner, mode, uid, source, targets, amounts, .. } = *snapshot;
        for r in targets.into_iter().chain([source, snapshot.event]) {
            check_ref(r)?;
        }
        let numbers = [snapshot.amount, snapshot.power, snapshot.toughness, snapshot.sacrificed_power];
        demand(
            numbers.into_iter().all(|n| n.unsigned_abs() <= 20_000) && snapshot.x <= MAX_X,
            "amount, power, toughness, x: a number is too large",
        )?;
        let sacrificed = snapshot.sacrificed == NO || (snapshot.sacrificed as usize) < self.rules().card_count();
        demand(snapshot.target_count <= 3 && sacrificed, "no such target")?;
        let object = StackObj {
            item,
            card,
            ability,
            controller,
            owner,
            mode,
            uid,
            source,
            targets,
            amounts,
            target_count: snapshot.target_count,
            x: snapshot.x,
            event: snapshot.event,
            event_player: snapshot.event_player,
            amount: snapshot.amount,
            power: snapshot.power,
            toughness: snapshot.toughness,
            counters: snapshot.counters,
            touch: snapshot.touch,
            sacrificed: snapshot.sacrificed,
            sacrificed_power: snapshot.sacrificed_power,
        };
        use crate::cards::tree::{Ability, types};
        let printed = self.card(card);
        let fits = match item {
            Item::Spell => !printed.token && !printed.is(types::LAND),
            Item::Activated => matches!(printed.abilities.get(ability as usize), Some(Ability::Activated { .. })),
            Item::Triggered => matches!(printed.abilities.get(ability as usize), Some(Ability::Triggered { .. })),
        };
        demand(fits, "no spell or ability")?;
        demand(item == Item::Spell || (source.slot as usize) < MAX_PERMS, "an ability has a source")?;
        let modes = self.program(&StackObj { mode: NO, ..object }).map_or(0, |program| program.modes.len());
        demand(mode == NO || (mode as usize) < modes, "mode: no such mode")?;
        Ok(object)
    }

    /// Whether everybody's cards fit into every zone, and are of the deck.
    fn owned_fits(&self) -> bool {
        (0..2u8).all(|seat| {
            let side = self.side(seat);
            let slot_of = &self.rules().decks[side.deck as usize].slot_of;
            let known = |card: CardIx| (slot_of[card as usize] as usize) < DECK_SLOTS;
            let spells = self.stack.iter().chain(self.resolution.active.then_some(&self.resolution.obj));
            let spells = spells.filter(|object| object.item == Item::Spell && object.owner == seat);
            let perms = iter_bits(self.field).map(|slot| &self.perms[slot as usize]);
            let perms = perms.filter(|perm| perm.owner == seat && !perm.is(pf::TOKEN));
            let others = spells
                .map(|object| object.card)
                .chain(perms.map(|perm| perm.card))
                .chain(side.hand.iter().copied())
                .chain(side.graveyard.iter().map(|lying| lying.card))
                .chain(side.top.iter().chain(side.bottom.iter()).map(|placed| placed.card))
                .chain(self.exile.iter().filter(|exiled| exiled.owner == seat).map(|exiled| exiled.card))
                .chain(self.looked.iter().copied().filter(|_| self.looking == seat));
            let mut count = usize::from(side.pool_len);
            others.into_iter().all(|card| {
                count += 1;
                known(card)
            }) && count <= MAX_OWNED
        })
    }

    /// Takes up the decision of a file, if the position is at one.
    fn take_up(mut self, ask: Ask) -> Result<Self, InvalidState> {
        if self.over {
            demand(ask == Ask::None, "ask: the game is over, and nobody is asked")?;
            return Ok(self);
        }
        self.check_combat()?;
        demand(!(self.resolution.active && self.announce.active), "two things happen at once")?;
        demand(!self.announce.active || self.stack_len() > 0, "announce: nothing is on the stack")?;
        demand(self.fits_ask(ask), "ask: nobody is asked that here")?;
        self.ask = ask;
        self.list(ask);
        if ask.seat().is_some() && self.cands.is_empty() {
            return wrong("ask: the player to decide has nothing to choose from");
        }
        Ok(self)
    }

    /// Creatures attack for the active player and block for the other, and those that are to be asked about are of the step.
    fn check_combat(&self) -> Result<(), InvalidState> {
        let own = |seat: u8| self.creatures & self.control[seat as usize];
        demand(self.combat.attacking & !own(self.active) == 0, "attacking: creatures of the active player")?;
        let blocking = iter_bits(self.field).filter(|&slot| self.perms[slot as usize].blocks != NO);
        let blocking = blocking.fold(0, |set, slot| set | crate::state::bit(slot));
        demand(blocking & !own(1 - self.active) == 0, "blocks: creatures of the player who is attacked")?;
        demand(
            self.combat.first_strikers & !(self.combat.attacking | blocking) == 0,
            "first_strikers: creatures in combat",
        )?;
        let since = |step: Step| (step..=Step::EndCombat).contains(&self.step) && (self.step > step || self.begun);
        demand(self.combat.attacking == 0 || since(Step::Attackers), "attacking: there is no combat")?;
        demand(blocking == 0 || since(Step::Blockers), "blocks: there is no combat")?;
        let asked = match self.step {
            _ if !self.begun => 0,
            Step::Attackers => own(self.active) & !self.combat.attacking,
            Step::Blockers => own(1 - self.active) & !blocking,
            Step::FirstStrike | Step::Damage => self.combat.attacking & self.combat.blocked,
            _ => 0,
        };
        demand(self.combat.declare & !asked == 0, "declare: nobody is asked about that in this step")
    }

    /// Whether what is asked belongs to what goes on, and is asked of the player whom the rules ask.
    fn fits_ask(&self, ask: Ask) -> bool {
        use crate::cards::tree::{Discard, Obj, Op, Verb, Who};
        let seats = ask.seat().is_none_or(|seat| seat < 2);
        let quiet = !self.resolution.active && !self.announce.active;
        let op = || {
            let op = self.program(&self.resolution.obj)?.ops.get(self.resolution.pc as usize)?;
            (self.resolution.active && self.resolution.begun).then_some(op)
        };
        let verb = || match op() {
            Some(Op::Do(verb)) => Some(verb),
            _ => None,
        };
        let announces = |stage: Stage| {
            let top = self.stack_len().checked_sub(1).map(|at| &self.stack[at]);
            self.announce.active
                && self.announce.stage == stage
                && top.is_some_and(|object| Some(object.controller) == ask.seat())
        };
        let side = |seat: u8| &self.sides[seat as usize & 1];
        let in_game = self.step > Step::Mulligans;
        let resolution = &self.resolution;
        let next =
            |creature: u8| self.combat.declare != 0 && self.combat.declare.trailing_zeros() == u32::from(creature);
        // The first of the players of a set, and the one who is next in a step that several players do.
        let is_of = |seat: u8, who: Who| self.players(who, &self.env()).trailing_zeros() == u32::from(seat);
        let in_turn = |seat: u8| {
            resolution.progress.has_begun()
                && resolution.progress.left() > 0
                && self.first_of(resolution.about) == Some(seat)
        };
        let controls = |seat: u8| seat == resolution.obj.controller;
        let looks = |seat: u8, phase: Phase| {
            controls(seat) && self.looking == seat && self.looks == 0 && resolution.progress == Progress::phase(phase)
        };
        seats
            && match ask {
                Ask::None => false,
                Ask::Coin => self.step == Step::Coin,
                Ask::Deck { seat } => seat < 2 && self.step == Step::Coin && side(seat).library_len() == 0,
                Ask::Draw { seat } => seat < 2 && side(seat).draws > 0 && side(seat).pool_len > 0,
                Ask::Look { seat } => seat == self.looking && self.looks > 0 && side(seat).pool_len > 0,
                Ask::Mill { seat } => seat < 2 && side(seat).mills > 0 && side(seat).pool_len > 0,
                Ask::RandomDiscard { seat } => {
                    seat < 2 && side(seat).random_discards > 0 && !side(seat).hand.is_empty()
                }
                Ask::Mulligan { seat } => {
                    let side = side(seat);
                    self.step == Step::Mulligans && quiet && !side.kept && !side.wants && side.mulligans < 7
                }
                Ask::Bottom { seat } => self.step == Step::Mulligans && quiet && side(seat).kept,
                Ask::Priority { seat } => {
                    quiet && in_game && self.waiting == 0 && self.combat.declare == 0 && seat == self.priority
                }
                Ask::Mode { .. } => announces(Stage::Mode),
                Ask::X { .. } => announces(Stage::X),
                Ask::Target { .. } => announces(Stage::Targets) && self.announce.done < 3,
                Ask::Divide { .. } => announces(Stage::Division) && self.announce.done < 3,
                Ask::Payment { .. } => announces(Stage::Mana),
                Ask::CostSacrifice { .. } | Ask::CostDiscard { .. } | Ask::CostExile { .. } => announces(Stage::Costs),
                Ask::Attack { seat, creature } => {
                    quiet && seat == self.active && self.step == Step::Attackers && next(creature)
                }
                Ask::Block { seat, creature } => {
                    quiet && seat != self.active && self.step == Step::Blockers && next(creature)
                }
                Ask::Damage { seat, attacker, blocker } => {
                    quiet
                        && seat == self.active
                        && matches!(self.step, Step::FirstStrike | Step::Damage)
                        && next(attacker)
                        && self.next_division(attacker) == Some(blocker)
                }
                Ask::Order { seat } => quiet && self.waiting > 0 && seat == self.places_trigger(),
                Ask::Legend { seat } => quiet && (seat == self.active || self.legends(self.active) == 0),
                Ask::Cleanup { seat } => quiet && self.step == Step::Cleanup && seat == self.active,
                Ask::Discard { seat } => matches!(verb(), Some(Verb::Discard(_, _, Discard::Choose))) && in_turn(seat),
                Ask::Looked { seat } => {
                    matches!(verb(), Some(Verb::Discard(who, _, Discard::Looked(_))) if is_of(resolution.about, *who))
                        && controls(seat)
                        && resolution.progress == Progress::ASKED
                }
                Ask::PutBack { seat } => matches!(verb(), Some(Verb::PutBack(..))) && in_turn(seat),
                Ask::Search { seat } => {
                    matches!(verb(), Some(Verb::Search { .. }))
                        && resolution.about == seat
                        && resolution.progress.is_under_way()
                }
                Ask::Dig { seat } => matches!(verb(), Some(Verb::Dig { .. })) && looks(seat, Phase::Select),
                Ask::ToBottom { seat } => matches!(verb(), Some(Verb::Dig { .. })) && looks(seat, Phase::Arrange),
                Ask::Scry { seat } => matches!(verb(), Some(Verb::Scry(_))) && looks(seat, Phase::Select),
                Ask::ScryOrder { seat } => matches!(verb(), Some(Verb::Scry(_))) && looks(seat, Phase::Arrange),
                Ask::Sacrifice { seat } => matches!(verb(), Some(Verb::SacrificeChoice { .. })) && in_turn(seat),
                Ask::Choose { seat } => {
                    matches!(verb(), Some(Verb::Choose { who, .. }) if is_of(seat, *who))
                        && resolution.progress == Progress::ASKED
                }
                Ask::Host { seat } => match verb() {
                    // What `that` was when the player was found is not kept: the card that enters is in its place.
                    Some(Verb::ToBattlefield {
                        under: Who::ControllerOf(Obj::That) | Who::OwnerOf(Obj::That), ..
                    }) => true,
                    Some(Verb::ToBattlefield { under, .. }) => seat == self.under_whom(*under),
                    Some(Verb::ReturnLinked) => {
                        let uid = (resolution.that.kind == RefKind::Exile).then_some(resolution.that.uid);
                        self.exile.iter().any(|exiled| Some(exiled.uid) == uid && exiled.owner == seat)
                    }
                    _ => false,
                },
                Ask::May { seat } => {
                    matches!(op(), Some(Op::May { to, who }) if resolution.progress == Progress::jump(*to) && is_of(seat, *who))
                }
                Ask::PayUnless { seat } => {
                    matches!(op(), Some(Op::Unless { to, payer, .. }) if resolution.progress == Progress::jump(*to) && is_of(seat, *payer))
                }
            }
    }
}
