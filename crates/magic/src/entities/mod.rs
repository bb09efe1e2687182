//! A position as a graph: players, zones, permanents, cards in zones that a seat knows, spells and abilities on the stack,
//! counters, and the abilities of every card in sight.
//!
//! An object carries its card's own tokens (id, types, colours, cost, numbers); the tokens of an ability stand on an entity
//! of their own, once for every card in sight, with an edge to each object that has it; only what a basic land does stands
//! among the land's own tokens. Reverses of the relations are the
//! edges read backwards.

mod candidates;
mod schema;
mod things;
mod unseen;

pub use schema::schema;
pub(crate) use things::{At, Shown, Thing, shown_things};
pub(crate) use unseen::{OTHER_HAND, clear_unseen, describe_unseen};

use crate::cards::tokens::CardTokens;
use crate::cards::tree::{Ability, Card, kw};
use crate::state::{Ask, CardIx, Item, MAX_PERMS, MagicState, NO, Ref, RefKind, StackObj, Step, bit, pf};
use hoyle_core::{Entities, EntityGraph, EntityId, Play, Seat, TokenSpan, Turn, iter_bits};
use schema::*;
use things::{ShowCards, shown_cards};

/// The widest kind's number of features.
const WIDTH: usize = 16;
/// An object that is not in the graph.
const NONE: EntityId = EntityId::MAX;

/// A row of ones and zeros from the bits of a number. Lane by lane without shifts, so that several are done at once.
#[inline]
fn flags(bits: u32) -> [f32; WIDTH] {
    std::array::from_fn(|i| if bits & 1 << i != 0 { 1.0 } else { 0.0 })
}

#[inline]
fn on(set: bool, place: u32) -> u32 {
    u32::from(set) << place
}

#[inline]
fn part(n: impl Into<f32>, of: f32) -> f32 {
    (n.into() / of).clamp(-1.0, 1.0)
}

/// The row of a card outside of the battlefield: the kind of zone is the feature that is set for it.
#[inline]
fn card_row(own: bool, zone: u32, count: usize, place: usize) -> [f32; WIDTH] {
    let mut row = flags(on(own, 0) | 1 << zone);
    row[8] = part(count as u16, 4.0);
    row[9] = part(place as u16, 10.0);
    row
}

/// What the graph says of the cards of a game wherever they are: their tokens and abilities, found once.
#[derive(Debug, Default)]
pub struct SharedTokens {
    /// The tokens of all cards and abilities, one after the other.
    tokens: Vec<u16>,
    /// For each card its own tokens, its first ability and how many it has.
    cards: Vec<(TokenSpan, u16, u16)>,
    /// The row and the tokens of each ability.
    abilities: Vec<([f32; WIDTH], TokenSpan)>,
}

impl SharedTokens {
    /// Adds the next card.
    pub fn add(&mut self, card: &Card, tokens: &CardTokens) {
        let words = self.write(&tokens.card);
        let first = self.abilities.len() as u16;
        for (ability, tokens) in card.abilities.iter().zip(&tokens.abilities) {
            let kind = match ability {
                Ability::Keyword(_) => 0,
                Ability::Spell(_) => 1,
                Ability::Additional(_) => 2,
                Ability::Activated { .. } => 3,
                Ability::Mana { .. } => 4,
                Ability::Triggered { .. } => 5,
                Ability::Static(_) => 6,
                Ability::Replacement(_) => 7,
            };
            let words = self.write(tokens);
            self.abilities.push((flags(1 << kind), words));
        }
        self.cards.push((words, first, self.abilities.len() as u16 - first));
    }

    fn write(&mut self, tokens: &[u16]) -> TokenSpan {
        let start = self.tokens.len() as u32;
        self.tokens.extend_from_slice(tokens);
        TokenSpan::of_shared(start, self.tokens.len() as u32)
    }
}

/// Where a card is in the graph under construction.
#[derive(Clone, Copy)]
struct Spot {
    /// The entity of its first ability, if the card is in sight already.
    abilities: EntityId,
    /// In one's hand, found or looked at.
    held: EntityId,
    graves: [EntityId; 2],
}

/// Where things are in the graph under construction. `CARDS` is a power of two, at least the number of cards of the game: a
/// table for the most that a game can have would take longer to clear than the rest to write.
struct Drawing<'a, const CARDS: usize> {
    state: &'a MagicState,
    out: &'a mut EntityGraph,
    me: u8,
    perms: [EntityId; MAX_PERMS],
    spots: [Spot; CARDS],
    /// The entity of the lowest thing on the stack.
    first_object: EntityId,
    decides: bool,
}

/// The rows of the zones but for their counts: whether a zone is the observer's, and the kind of zone.
const ZONES: [[f32; WIDTH]; 9] = {
    const PLACES: [(f32, usize); 9] =
        [(1.0, 1), (0.0, 1), (1.0, 2), (0.0, 2), (1.0, 3), (0.0, 3), (0.0, 4), (0.0, 5), (0.0, 6)];
    let mut rows = [[0.0; WIDTH]; 9];
    let mut i = 0;
    while i < rows.len() {
        rows[i][0] = PLACES[i].0;
        rows[i][PLACES[i].1] = 1.0;
        i += 1;
    }
    rows
};

/// The zones stand at fixed places behind the players.
const HAND: EntityId = 2;
const LIBRARY: EntityId = 4;
const GRAVEYARD: EntityId = 6;
const EXILE: EntityId = 10;

impl Entities for MagicState {
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        let rules = self.rules();
        out.clear_with_shared_tokens(WIDTH, &rules.shared_tokens.tokens);
        if rules.card_count() <= 64 {
            Drawing::<64>::new(self, seat, out).draw();
        } else {
            Drawing::<256>::new(self, seat, out).draw();
        }
    }
}

impl<const CARDS: usize> ShowCards for Drawing<'_, CARDS> {
    // Inlined where the place is known: it decides about most of this.
    #[inline(always)]
    fn show(&mut self, shown: Shown) {
        let zone = match shown.at {
            At::Hand => (1, HAND + self.player(shown.owner)),
            At::Graveyard => (2, GRAVEYARD + self.player(shown.owner)),
            At::Top(_) => (4, LIBRARY + self.player(shown.owner)),
            At::Bottom(_) => (5, LIBRARY + self.player(shown.owner)),
            At::Exile(_) => (3, EXILE),
            At::Looked => (6, LIBRARY),
            At::Listed => (7, LIBRARY),
        };
        let place = if let At::Top(place) | At::Bottom(place) = shown.at { place } else { 0 };
        let id = self.card(shown.card, shown.owner, zone, shown.count, place);
        match shown.at {
            At::Hand if shown.owner != self.me && !matches!(self.state.ask, Ask::Looked { .. }) => {}
            At::Hand | At::Looked | At::Listed => self.spot(shown.card).held = id,
            At::Graveyard => self.spot(shown.card).graves[shown.owner as usize & 1] = id,
            At::Exile(i) => self.exiled(i, id),
            At::Top(_) | At::Bottom(_) => {}
        }
    }
}

impl<'a, const CARDS: usize> Drawing<'a, CARDS> {
    #[inline]
    fn new(state: &'a MagicState, seat: Seat, out: &'a mut EntityGraph) -> Self {
        Self {
            state,
            out,
            me: seat.0,
            perms: [NONE; MAX_PERMS],
            spots: [Spot { abilities: NONE, held: NONE, graves: [NONE; 2] }; CARDS],
            first_object: 0,
            decides: state.turn() == Turn::Seat(seat),
        }
    }

    #[inline]
    fn draw(&mut self) {
        self.players();
        self.zones();
        self.permanents();
        self.cards();
        self.stack();
        if self.decides {
            self.candidates();
        }
    }

    #[inline]
    fn spot(&mut self, card: CardIx) -> &mut Spot {
        &mut self.spots[card as usize % CARDS]
    }

    /// The entity of a player: the observer is 0.
    fn player(&self, seat: u8) -> EntityId {
        EntityId::from(seat ^ self.me)
    }

    fn players(&mut self) {
        let state = self.state;
        let (step, turn) = (state.step, state.turn());
        for seat in [self.me, 1 - self.me] {
            let side = state.side(seat);
            let mut row = flags(
                on(seat == self.me, 0)
                    | on(seat == state.active, 1)
                    | on(turn == Turn::Seat(Seat(seat)), 2)
                    | on(seat == state.priority, 3)
                    | on(state.lands_played > 0 && seat == state.active, 5)
                    | on(step.is_main(), 13)
                    | on((Step::BeginCombat..=Step::EndCombat).contains(&step), 14),
            );
            row[4] = part(f32::from(side.life), 40.0);
            for (to, &n) in row[6..12].iter_mut().zip(&side.mana) {
                *to = part(f32::from(n), 10.0);
            }
            row[12] = part(f32::from(state.turn), 50.0);
            row[15] = part(step as u8, 14.0);
            self.out.entity_row(PLAYER, &row, TokenSpan::EMPTY);
        }
    }

    fn zones(&mut self) {
        let state = self.state;
        let [own, other] = [self.me, 1 - self.me].map(|seat| state.side(seat));
        let counts = [
            own.hand.len(),
            other.hand.len(),
            own.library_len(),
            other.library_len(),
            own.graveyard.len(),
            other.graveyard.len(),
            state.field.count_ones() as usize,
            state.stack_len(),
            state.exile.len(),
        ];
        let mut rows = ZONES;
        for (row, count) in rows.iter_mut().zip(counts) {
            row[7] = part(count as u16, 60.0);
        }
        self.out.entity_rows(ZONE, &rows);
    }

    /// Tells the graph that an object is of a card: its abilities are drawn once.
    fn of_card(&mut self, card: CardIx, entity: EntityId) {
        let shared_tokens = &self.state.rules().shared_tokens;
        let (_, start, count) = shared_tokens.cards[card as usize];
        if count == 0 {
            return;
        }
        let mut first = self.spot(card).abilities;
        if first == NONE {
            first = self.out.len() as EntityId;
            self.spot(card).abilities = first;
            for (row, words) in &shared_tokens.abilities[start as usize..][..count as usize] {
                self.out.entity_row(ABILITY, row, *words);
            }
        }
        for ability in first..first + count {
            self.out.edge(ABILITY_OF, ability, entity);
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
        for slot in iter_bits(state.field) {
            let (perm, traits) = (&state.perms[slot as usize], &state.traits[slot as usize]);
            let me = bit(slot);
            let creature = state.creatures & me != 0;
            let attacking = state.combat.attacking & me != 0;
            let mut row = flags(
                on(traits.ctrl == self.me, 0)
                    | on(perm.is(pf::TAPPED), 1)
                    | on(perm.is(pf::SICK), 2)
                    | on(perm.is(pf::TOKEN), 3)
                    | on(perm.is(pf::FROZEN), 4)
                    | on(attacking, 5)
                    | on(perm.blocks != NO, 6)
                    | on(state.combat.blocked & me != 0, 7)
                    | on(asked & me != 0, 8)
                    | on(creature, 9)
                    | on(perm.is(pf::BARE), 13),
            );
            if creature {
                row[10] = part(f32::from(traits.power), 20.0);
                row[11] = part(f32::from(traits.toughness), 20.0);
                row[12] = part(f32::from(perm.damage), 20.0);
            }
            let (printed, ..) = rules.shared_tokens.cards[perm.card as usize];
            let granted = traits.keywords & !rules.basis[perm.card as usize].keywords;
            let words = if granted == 0 { printed } else { self.with_keywords(printed, granted) };
            let id = self.out.entity_row(PERMANENT, &row, words);
            self.perms[slot as usize] = id;
            self.out.edge(CONTROLS, self.player(traits.ctrl), id);
            if perm.owner != traits.ctrl {
                self.out.edge(OWNS, self.player(perm.owner), id);
            }
            self.of_card(perm.card, id);
            if perm.plus | perm.minus != 0 {
                self.counters(id, perm.plus, perm.minus);
            }
            if attacking {
                self.out.edge(ATTACKING, id, self.player(1 - traits.ctrl));
            }
        }
        for slot in iter_bits(state.attached) {
            let host = state.perms[slot as usize].host;
            if host != NO {
                self.out.edge(ATTACHED_TO, self.perms[slot as usize], self.perms[host as usize]);
            }
        }
        if state.combat.attacking != 0 {
            for slot in iter_bits(state.creatures) {
                let attacker = state.perms[slot as usize].blocks;
                if (attacker as usize) < MAX_PERMS {
                    self.out.edge(BLOCKING, self.perms[slot as usize], self.perms[attacker as usize]);
                }
            }
        }
    }

    /// The tokens of a permanent that has keywords besides what is printed.
    #[cold]
    fn with_keywords(&mut self, printed: TokenSpan, granted: u64) -> TokenSpan {
        let rules = self.state.rules();
        let mut tokens: arrayvec::ArrayVec<u16, 96> =
            printed.of(&rules.shared_tokens.tokens).iter().copied().take(64).collect();
        for (i, &(_, bit)) in kw::NAMES.iter().enumerate() {
            if granted & bit != 0 {
                tokens.push(rules.set.vocabulary.first_keyword + i as u16);
            }
        }
        self.out.push_tokens(&tokens)
    }

    fn counters(&mut self, on: EntityId, plus: u16, minus: u16) {
        for (kind, count) in [plus, minus].into_iter().enumerate() {
            if count > 0 {
                let mut row = flags(1 << kind);
                row[2] = part(f32::from(count), 20.0);
                let counter = self.out.entity_row(COUNTER, &row, TokenSpan::EMPTY);
                self.out.edge(COUNTER_ON, counter, on);
            }
        }
    }

    /// A card outside of the battlefield.
    fn card(&mut self, card: CardIx, owner: u8, zone: (u32, EntityId), count: usize, place: usize) -> EntityId {
        let row = card_row(owner == self.me, zone.0, count, place);
        let id = self.out.entity_row(CARD, &row, self.state.rules().shared_tokens.cards[card as usize].0);
        self.out.edge(OWNS, self.player(owner), id);
        self.out.edge(IN_ZONE, id, zone.1);
        self.of_card(card, id);
        id
    }

    /// Tells the graph which permanent exiled a card.
    fn exiled(&mut self, place: usize, id: EntityId) {
        let state = self.state;
        let link = state.exile[place].link;
        if link != 0
            && let Some(by) = iter_bits(state.field).find(|&slot| state.perms[slot as usize].uid == link)
        {
            self.out.edge(EXILED_WITH, id, self.perms[by as usize]);
        }
    }

    fn cards(&mut self) {
        let (state, me, decides) = (self.state, self.me, self.decides);
        shown_cards::<CARDS>(state, me, decides, self);
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
                found.map_or(NONE, |lying| self.spots[lying.card as usize % CARDS].graves[r.slot as usize & 1])
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
        let resolving = state.resolution.active.then_some(&state.resolution.obj);
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
        let mut row = flags(
            on(object.controller == self.me, 0)
                | on(object.item == Item::Spell, 1)
                | on(object.item == Item::Activated, 2)
                | on(object.item == Item::Triggered, 3)
                | on(waiting, 4)
                | on(resolving, 5)
                | on(announced, 6),
        );
        row[7] = part(f32::from(object.x), 20.0);
        row[8] = if object.mode == NO { 0.0 } else { part(f32::from(object.mode + 1), 6.0) };
        row[9] = part(place as f32, 20.0);
        self.out.entity_row(STACK, &row, self.state.rules().shared_tokens.cards[object.card as usize].0);
    }
}
