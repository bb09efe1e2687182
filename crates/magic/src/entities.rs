//! A position as a graph: players, zones, permanents, cards in zones that a seat knows, spells and abilities on the stack,
//! counters, and the abilities of every card in sight.
//!
//! An object carries its card's own tokens (id, types, colours, cost, numbers); the tokens of an ability stand on an entity
//! of their own, once for every card in sight, with an edge to each object that has it; only what a basic land does stands
//! among the land's own tokens. Reverses of the relations are the
//! edges read backwards.

use crate::action::{Act, Cand, VERBS};
use crate::cards::tree::{Ability, kw};
use crate::cards::{CardSet, tokens};
use crate::stack::{Bits, bit};
use crate::state::{Ask, CardIx, Item, MAX_PERMS, MagicState, NO, Ref, RefKind, StackObj, Step, pf};
use hoyle_core::{ActionId, Candidate, EntityGraph, EntityId, Feature, GraphSchema, Kind, Seat, Term, Turn};

const PLAYER: u8 = 0;
const ZONE: u8 = 1;
const PERMANENT: u8 = 2;
const CARD: u8 = 3;
const STACK: u8 = 4;
const COUNTER: u8 = 5;
const ABILITY: u8 = 6;

const CONTROLS: u8 = 0;
const OWNS: u8 = 1;
const IN_ZONE: u8 = 2;
const ABILITY_OF: u8 = 3;
const COUNTER_ON: u8 = 4;
const ATTACHED_TO: u8 = 5;
const TARGETS: u8 = 6;
const SOURCE_OF: u8 = 7;
const ATTACKING: u8 = 8;
const BLOCKING: u8 = 9;
const EXILED_WITH: u8 = 10;
const TRIGGERED_BY: u8 = 11;
const DECIDES: u8 = 12;

const RELATIONS: [(&str, &str); 13] = [
    ("controls", "player to permanent or stack object"),
    ("owns", "player to card, and to a permanent or stack object that somebody else controls"),
    ("in_zone", "card to its zone; permanents and stack objects are in theirs by their kind"),
    ("ability_of", "ability to the objects of its card"),
    ("counter_on", "counter to permanent"),
    ("attached_to", "Aura or Equipment to what it is attached to"),
    ("targets", "stack object to each of its targets"),
    ("source_of", "permanent to its ability on the stack"),
    ("attacking", "attacker to the defending player"),
    ("blocking", "blocker to the attacker"),
    ("exiled_with", "exiled card to the permanent that exiled it"),
    ("triggered_by", "triggered ability on the stack to what it speaks of"),
    ("decides", "player to what the decision belongs to"),
];

/// The widest kind's number of features.
const WIDTH: usize = 16;
/// An object that is not in the graph.
const NONE: EntityId = EntityId::MAX;

/// The terms of a game's graphs.
pub fn schema(set: &CardSet) -> GraphSchema {
    let bit = |name: &str, meaning: &str| Feature::new(name, 0.0, 1.0, meaning);
    let signed = |name: &str, meaning: &str| Feature::new(name, -1.0, 1.0, meaning);
    let player = vec![
        bit("own", "the observer"),
        bit("active", "whose turn it is"),
        bit("decides", "who decides"),
        bit("priority", "who has priority"),
        signed("life", "life / 40"),
        bit("land", "whether a land was played this turn"),
        bit("white", "floating white mana / 10"),
        bit("blue", "floating blue mana / 10"),
        bit("black", "floating black mana / 10"),
        bit("red", "floating red mana / 10"),
        bit("green", "floating green mana / 10"),
        bit("colourless", "floating colourless mana / 10"),
        bit("turn", "turns so far / 50"),
        bit("main", "a main phase"),
        bit("combat", "a step of combat"),
        bit("step", "the place of the step in the turn / 14"),
    ];
    let zone = vec![
        bit("own", "the observer's"),
        bit("hand", "a hand"),
        bit("library", "a library"),
        bit("graveyard", "a graveyard"),
        bit("battlefield", "the battlefield"),
        bit("stack", "the stack"),
        bit("exile", "exile"),
        bit("count", "cards or objects / 60"),
    ];
    let permanent = vec![
        bit("own", "controlled by the observer"),
        bit("tapped", "tapped"),
        bit("sick", "summoning sick"),
        bit("token", "a token"),
        bit("frozen", "stays tapped in the next untap step"),
        bit("attacking", "attacking"),
        bit("blocking", "blocking"),
        bit("blocked", "blocked"),
        bit("asked", "asked about: attack, block or divide damage"),
        bit("creature", "a creature now"),
        signed("power", "power / 20"),
        signed("toughness", "toughness / 20"),
        bit("damage", "damage / 20"),
        bit("bare", "without its abilities until end of turn"),
    ];
    let card = vec![
        bit("own", "the observer's"),
        bit("hand", "in a hand"),
        bit("graveyard", "in a graveyard"),
        bit("exile", "in exile"),
        bit("top", "at a known place of a library, counted from the top"),
        bit("bottom", "at a known place of a library, counted from the bottom"),
        bit("looked", "looked at"),
        bit("listed", "somewhere in the library, in the decision at hand"),
        bit("count", "how many alike / 4"),
        bit("place", "place from the top or the bottom / 10"),
    ];
    let stack = vec![
        bit("own", "controlled by the observer"),
        bit("spell", "a spell"),
        bit("activated", "an activated ability"),
        bit("triggered", "a triggered ability"),
        bit("waiting", "a trigger that is not on the stack yet"),
        bit("resolving", "resolving"),
        bit("announced", "being cast or activated"),
        bit("x", "X / 20"),
        bit("mode", "mode, counted from 1, / 6"),
        bit("place", "place on the stack from the bottom / 20"),
    ];
    let ability = ["keyword", "spell", "additional", "activated", "mana", "triggered", "static", "replacement"];
    let ability = ability.iter().map(|name| bit(name, &format!("whether it is a {name} ability"))).collect();
    let kinds = vec![
        Kind::new("player", player),
        Kind::new("zone", zone),
        Kind::new("permanent", permanent),
        Kind::new("card", card),
        Kind::new("stack", stack),
        Kind::new("counter", vec![bit("plus", "+1/+1"), bit("minus", "-1/-1"), bit("count", "how many / 20")]),
        Kind::new("ability", ability),
    ];
    GraphSchema {
        version: tokens::VERSION,
        kinds,
        relations: RELATIONS.iter().map(|(name, meaning)| Term::new(name, meaning)).collect(),
        verbs: VERBS.iter().map(|(name, meaning)| Term::new(name, meaning)).collect(),
        tokens: set.vocabulary.names.clone(),
    }
}

fn flag(set: bool) -> f32 {
    f32::from(u8::from(set))
}

fn part(n: impl Into<f32>, of: f32) -> f32 {
    (n.into() / of).clamp(-1.0, 1.0)
}

/// Where things are in the graph under construction.
struct Drawing<'a> {
    state: &'a MagicState,
    out: &'a mut EntityGraph,
    me: u8,
    perms: [EntityId; MAX_PERMS],
    /// The entity of the first ability of each card in sight; [`NONE`] for cards not in sight yet.
    abilities: [EntityId; 256],
    /// Own cards in hand, found cards and looked-at cards, by number.
    by_card: [EntityId; 256],
    graves: [[EntityId; 256]; 2],
    /// The entity of the lowest thing on the stack.
    first_object: EntityId,
    decides: bool,
}

/// The zones stand at fixed places behind the players.
const HAND: EntityId = 2;
const LIBRARY: EntityId = 4;
const GRAVEYARD: EntityId = 6;
const EXILE: EntityId = 10;

impl MagicState {
    /// Replaces `out` by what a seat sees.
    pub(crate) fn write_entities(&self, seat: Seat, out: &mut EntityGraph) {
        out.clear(WIDTH);
        let mut drawing = Drawing {
            state: self,
            out,
            me: seat.0,
            perms: [NONE; MAX_PERMS],
            abilities: [NONE; 256],
            by_card: [NONE; 256],
            graves: [[NONE; 256]; 2],
            first_object: 0,
            decides: self.whose_turn() == Turn::Seat(seat),
        };
        drawing.players();
        drawing.zones();
        drawing.permanents();
        drawing.cards();
        drawing.stack();
        if drawing.decides {
            drawing.candidates();
        }
    }
}

impl Drawing<'_> {
    /// The entity of a player: the observer is 0.
    fn player(&self, seat: u8) -> EntityId {
        EntityId::from(seat ^ self.me)
    }

    fn players(&mut self) {
        let state = self.state;
        let step = state.step;
        for seat in [self.me, 1 - self.me] {
            let side = state.side(seat);
            let mut row = [0.0; WIDTH];
            row[0] = flag(seat == self.me);
            row[1] = flag(seat == state.active);
            row[2] = flag(state.whose_turn() == Turn::Seat(Seat(seat)));
            row[3] = flag(seat == state.priority);
            row[4] = part(f32::from(side.life), 40.0);
            row[5] = flag(state.lands_played > 0 && seat == state.active);
            for (to, &n) in row[6..12].iter_mut().zip(&side.mana) {
                *to = part(f32::from(n), 10.0);
            }
            row[12] = part(f32::from(state.turn), 50.0);
            row[13] = flag(step.is_main());
            row[14] = flag((Step::BeginCombat..=Step::EndCombat).contains(&step));
            row[15] = part(step as u8, 14.0);
            self.out.entity(PLAYER, &row, &[]);
        }
    }

    fn zones(&mut self) {
        let state = self.state;
        let mut add = |own: bool, kind: usize, count: usize| {
            let mut row = [0.0; WIDTH];
            row[0] = flag(own);
            row[kind] = 1.0;
            row[7] = part(count as f32, 60.0);
            self.out.entity(ZONE, &row, &[]);
        };
        let seats = [(self.me, true), (1 - self.me, false)];
        seats.iter().for_each(|&(seat, own)| add(own, 1, state.side(seat).hand.len()));
        seats.iter().for_each(|&(seat, own)| add(own, 2, state.side(seat).library_len()));
        seats.iter().for_each(|&(seat, own)| add(own, 3, state.side(seat).graveyard.len()));
        add(false, 4, state.field.count_ones() as usize);
        add(false, 5, state.stack_len());
        add(false, 6, state.exile.len());
    }

    /// Tells the graph that an object is of a card: its abilities are drawn once.
    fn of_card(&mut self, card: CardIx, entity: EntityId) {
        let rules = self.state.rules();
        let tokens = &rules.tokens[card as usize];
        if tokens.abilities.is_empty() {
            return;
        }
        if self.abilities[card as usize] == NONE {
            self.abilities[card as usize] = self.out.len() as EntityId;
            for (ability, tokens) in rules.cards[card as usize].abilities.iter().zip(&tokens.abilities) {
                let mut row = [0.0; WIDTH];
                row[match ability {
                    Ability::Keyword(_) => 0,
                    Ability::Spell(_) => 1,
                    Ability::Additional(_) => 2,
                    Ability::Activated { .. } => 3,
                    Ability::Mana { .. } => 4,
                    Ability::Triggered { .. } => 5,
                    Ability::Static(_) => 6,
                    Ability::Replacement(_) => 7,
                }] = 1.0;
                self.out.entity(ABILITY, &row, tokens);
            }
        }
        let first = self.abilities[card as usize];
        for i in 0..tokens.abilities.len() as EntityId {
            self.out.edge(ABILITY_OF, first + i, entity);
        }
    }

    fn permanents(&mut self) {
        let state = self.state;
        let rules = state.rules();
        let asked = match state.ask {
            Ask::Attack { creature, .. } | Ask::Block { creature, .. } => bit(creature),
            Ask::Damage { attacker, blocker, .. } => bit(attacker) | bit(blocker),
            _ => 0,
        };
        for slot in Bits(state.field) {
            let (perm, traits) = (&state.perms[slot as usize], &state.traits[slot as usize]);
            let me = bit(slot);
            let creature = state.creatures & me != 0;
            let mut row = [0.0; WIDTH];
            row[0] = flag(traits.ctrl == self.me);
            row[1] = flag(perm.is(pf::TAPPED));
            row[2] = flag(perm.is(pf::SICK));
            row[3] = flag(perm.is(pf::TOKEN));
            row[4] = flag(perm.is(pf::FROZEN));
            row[5] = flag(state.attacking & me != 0);
            row[6] = flag(perm.blocks != NO);
            row[7] = flag(state.blocked & me != 0);
            row[8] = flag(asked & me != 0);
            if creature {
                row[9] = 1.0;
                row[10] = part(f32::from(traits.power), 20.0);
                row[11] = part(f32::from(traits.toughness), 20.0);
                row[12] = part(f32::from(perm.damage), 20.0);
            }
            row[13] = flag(perm.is(pf::BARE));
            let printed = &rules.tokens[perm.card as usize].card;
            let granted = traits.keywords & !rules.cards[perm.card as usize].keywords;
            let id = if granted == 0 {
                self.out.entity(PERMANENT, &row, printed)
            } else {
                // What it has besides what is printed.
                let mut tokens: arrayvec::ArrayVec<u16, 96> = printed.iter().copied().take(64).collect();
                for (i, &(_, bit)) in kw::NAMES.iter().enumerate() {
                    if granted & bit != 0 {
                        tokens.push(rules.set.vocabulary.first_keyword + i as u16);
                    }
                }
                self.out.entity(PERMANENT, &row, &tokens)
            };
            self.perms[slot as usize] = id;
            self.out.edge(CONTROLS, self.player(traits.ctrl), id);
            if perm.owner != traits.ctrl {
                self.out.edge(OWNS, self.player(perm.owner), id);
            }
            self.of_card(perm.card, id);
            for (count, kind) in [(perm.plus, 0), (perm.minus, 1)] {
                if count > 0 {
                    let mut row = [0.0; WIDTH];
                    row[kind] = 1.0;
                    row[2] = part(f32::from(count), 20.0);
                    let counter = self.out.entity(COUNTER, &row, &[]);
                    self.out.edge(COUNTER_ON, counter, id);
                }
            }
            if state.attacking & me != 0 {
                self.out.edge(ATTACKING, id, self.player(1 - traits.ctrl));
            }
        }
        for slot in Bits(state.attached) {
            let host = state.perms[slot as usize].host;
            if host != NO {
                self.out.edge(ATTACHED_TO, self.perms[slot as usize], self.perms[host as usize]);
            }
        }
        if state.attacking != 0 {
            for slot in Bits(state.creatures) {
                let attacker = state.perms[slot as usize].blocks;
                if (attacker as usize) < MAX_PERMS {
                    self.out.edge(BLOCKING, self.perms[slot as usize], self.perms[attacker as usize]);
                }
            }
        }
    }

    /// A card outside of the battlefield.
    fn card(&mut self, card: CardIx, owner: u8, zone: (usize, EntityId), count: usize, place: usize) -> EntityId {
        let mut row = [0.0; WIDTH];
        row[0] = flag(owner == self.me);
        row[zone.0] = 1.0;
        row[8] = part(count as f32, 4.0);
        row[9] = part(place as f32, 10.0);
        let id = self.out.entity(CARD, &row, &self.state.rules().tokens[card as usize].card);
        self.out.edge(OWNS, self.player(owner), id);
        self.out.edge(IN_ZONE, id, zone.1);
        self.of_card(card, id);
        id
    }

    fn cards(&mut self) {
        let state = self.state;
        let me = self.me;
        for (seat, hand) in [(me, &state.side(me).hand), (1 - me, &state.side(1 - me).known)] {
            let mut i = 0;
            while i < hand.len() {
                let count = hand[i..].iter().take_while(|&&card| card == hand[i]).count();
                let id = self.card(hand[i], seat, (1, HAND + self.player(seat)), count, 0);
                if seat == me || matches!(state.ask, Ask::Looked { .. }) {
                    self.by_card[hand[i] as usize] = id;
                }
                i += count;
            }
        }
        for seat in [me, 1 - me] {
            let graveyard = &state.side(seat).graveyard;
            if !graveyard.is_empty() {
                let mut counts = [0u8; 256];
                graveyard.iter().for_each(|lying| counts[lying.card as usize] += 1);
                for lying in graveyard.iter() {
                    // The first of those that are alike stands for all of them.
                    let count = std::mem::take(&mut counts[lying.card as usize]);
                    if count > 0 {
                        let zone = (2, GRAVEYARD + self.player(seat));
                        let id = self.card(lying.card, seat, zone, count.into(), 0);
                        self.graves[seat as usize][lying.card as usize] = id;
                    }
                }
            }
            let side = state.side(seat);
            for (list, kind) in [(&side.top, 4), (&side.bottom, 5)] {
                for (place, placed) in list.iter().rev().enumerate() {
                    if placed.open || seat == me {
                        self.card(placed.card, seat, (kind, LIBRARY + self.player(seat)), 1, place + 1);
                    }
                }
            }
        }
        for exiled in state.exile.iter() {
            let id = self.card(exiled.card, exiled.owner, (3, EXILE), 1, 0);
            if exiled.link != 0
                && let Some(by) = Bits(state.field).find(|&slot| state.perms[slot as usize].uid == exiled.link)
            {
                self.out.edge(EXILED_WITH, id, self.perms[by as usize]);
            }
        }
        if state.looking == me {
            for card in state.looked_kinds() {
                let count = state.looked.iter().filter(|&&other| other == card).count();
                self.by_card[card as usize] = self.card(card, me, (6, LIBRARY), count, 0);
            }
        }
        if state.ask == (Ask::Search { seat: me }) && self.decides {
            for card in state.library_kinds(me) {
                self.by_card[card as usize] = self.card(card, me, (7, LIBRARY), 1, 0);
            }
        }
    }

    /// The entity that a reference points at.
    fn find(&self, r: Ref, first: EntityId) -> EntityId {
        let state = self.state;
        match r.kind {
            RefKind::Player => self.player(r.slot),
            RefKind::Perm => state.perm_of(r).map_or(NONE, |slot| self.perms[slot as usize]),
            RefKind::Spell => {
                let found = state.stack.iter().position(|object| object.uid == r.uid);
                found.map_or(NONE, |place| first + place as EntityId)
            }
            RefKind::Grave => {
                let found = state.side(r.slot).graveyard.iter().find(|lying| lying.uid == r.uid);
                found.map_or(NONE, |lying| self.graves[r.slot as usize & 1][lying.card as usize])
            }
            RefKind::None | RefKind::Exile => NONE,
        }
    }

    fn stack(&mut self) {
        let state = self.state;
        let first = self.out.len() as EntityId;
        self.first_object = first;
        let on_stack = state.stack_len();
        for (place, object) in state.stack.iter().enumerate() {
            let announced = state.announce.active && place + 1 == on_stack;
            self.object(object, place, place >= on_stack, false, announced);
        }
        let resolving = state.frame.active.then_some(&state.frame.obj);
        if let Some(object) = resolving {
            self.object(object, 0, false, true, false);
        }
        for (id, object) in (first..).zip(state.stack.iter().chain(resolving)) {
            self.out.edge(CONTROLS, self.player(object.controller), id);
            if object.owner != object.controller {
                self.out.edge(OWNS, self.player(object.owner), id);
            }
            for &target in &object.targets[..object.target_count as usize] {
                match self.find(target, first) {
                    NONE => {}
                    to => self.out.edge(TARGETS, id, to),
                }
            }
            match self.find(object.source, first) {
                NONE => {}
                from => self.out.edge(SOURCE_OF, from, id),
            }
            if object.item == Item::Triggered {
                match self.find(object.event, first) {
                    NONE => {}
                    to => self.out.edge(TRIGGERED_BY, id, to),
                }
            }
        }
        // Abilities are drawn after all objects, so that the objects stand in one row.
        for (id, object) in (first..).zip(state.stack.iter().chain(resolving)) {
            self.of_card(object.card, id);
        }
        let asked = match state.ask {
            ask if ask.is_parameter() => on_stack.checked_sub(1).map(|place| first + place as EntityId),
            Ask::Attack { creature, .. } | Ask::Block { creature, .. } => Some(self.perms[creature as usize]),
            Ask::Damage { attacker, .. } => Some(self.perms[attacker as usize]),
            _ => resolving.map(|_| first + state.stack.len() as EntityId),
        };
        if let (Some(id), Some(seat)) = (asked, state.ask.seat()) {
            self.out.edge(DECIDES, self.player(seat), id);
        }
    }

    fn object(&mut self, object: &StackObj, place: usize, waiting: bool, resolving: bool, announced: bool) {
        let mut row = [0.0; WIDTH];
        row[0] = flag(object.controller == self.me);
        row[1] = flag(object.item == Item::Spell);
        row[2] = flag(object.item == Item::Activated);
        row[3] = flag(object.item == Item::Triggered);
        row[4] = flag(waiting);
        row[5] = flag(resolving);
        row[6] = flag(announced);
        row[7] = part(f32::from(object.x), 20.0);
        row[8] = if object.mode == NO { 0.0 } else { part(f32::from(object.mode + 1), 6.0) };
        row[9] = part(place as f32, 20.0);
        self.out.entity(STACK, &row, &self.state.rules().tokens[object.card as usize].card);
    }

    fn candidates(&mut self) {
        let state = self.state;
        let first_object = self.first_object;
        for (place, &cand) in state.cands.iter().enumerate() {
            let mut candidate = Candidate::new(ActionId(cand.id(place)), cand.act as u8);
            self.describe(cand, place, first_object, &mut candidate);
            self.out.candidate(candidate);
        }
    }

    fn describe(&self, cand: Cand, place: usize, first_object: EntityId, out: &mut Candidate) {
        let known = |id: EntityId| (id != NONE).then_some(id);
        let perm = |slot: u8| self.perms.get(slot as usize).copied().and_then(known);
        match cand.act {
            Act::Pass | Act::Keep | Act::Mulligan | Act::NoTarget | Act::PickNone | Act::KeepTop => {}
            Act::Yes | Act::No | Act::PayCost | Act::Refuse => {}
            Act::PlayLand | Act::Cast => out.source = known(self.by_card[cand.a as usize]),
            Act::Activate => {
                out.source = perm(cand.a);
                out.numbers[0] = f32::from(cand.ability());
            }
            Act::Mode => out.numbers[0] = f32::from(cand.a),
            Act::X => out.numbers[0] = f32::from(cand.b),
            Act::Amount => {
                out.numbers[0] = f32::from(cand.b);
                if let Ask::Damage { attacker, blocker, .. } = self.state.ask {
                    out.source = perm(attacker);
                    out.targets[0] = perm(blocker);
                }
            }
            Act::TargetPlayer => out.targets[0] = Some(self.player(cand.a)),
            Act::TargetPermanent | Act::PickPermanent => out.targets[0] = perm(cand.a),
            Act::TargetSpell | Act::TargetCard | Act::PickGraveyard => {
                let target = self.find(self.state.ref_of(cand), first_object);
                out.targets[0] = known(target);
                // Cards that are alike are told apart by their number.
                let alike = self.state.cands[..place].iter().filter(|&&other| {
                    other.act == cand.act && self.find(self.state.ref_of(other), first_object) == target
                });
                out.numbers[0] = alike.count() as f32;
            }
            Act::Pay => {
                out.source = perm(cand.a);
                out.numbers[0] = f32::from(cand.b);
            }
            Act::Attack | Act::Stay | Act::NoBlock => out.source = perm(cand.a),
            Act::Block => {
                out.source = perm(cand.a);
                out.targets[0] = perm(cand.b as u8);
            }
            Act::Order => {
                out.source = Some(first_object + (self.state.stack_len() + cand.a as usize) as EntityId);
            }
            Act::PickHand | Act::PickLibrary | Act::PickLooked | Act::Bottom | Act::Top => {
                out.targets[0] = known(self.by_card[cand.a as usize]);
            }
        }
    }
}
