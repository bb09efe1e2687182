//! A position as a graph: players, and the cards of each zone by type.
//!
//! A card carries tokens: its own id, its types and numbers, and its programs in primitives. The vocabulary is the same for
//! every kingdom: primitives, then all cards that come with the program, then those of further files that are in the game. So
//! a network that has learned with some kingdoms reads the cards of others.

use crate::action::Action;
use crate::cards::{Card, Kinds};
use crate::pile::Slot;
use crate::program::{Amount, Dest, Filter, NamedOp, Op, Range, Verb, Zone};
use crate::setup::built_in_cards;
use crate::state::DominionState;
use hoyle_core::{
    ActionSet, Candidate, Entities, EntityGraph, EntityId, Feature, GraphSchema, Kind, Play as _, Seat, Term,
    TokenSpan, Turn,
};

/// The widest kind's number of features.
pub(crate) const WIDTH: usize = 9;

const PLAYER: u8 = 0;
const PILE: u8 = 1;
pub(crate) const CARDS: u8 = 2;

const OWNS: u8 = 0;
const SAME_CARD: u8 = 1;
const PLAYS_BEFORE: u8 = 2;

/// The zones of card entities, in the order of their one-hot.
const ZONES: [&str; 8] = ["hand", "deck", "discard", "in play", "aside", "trash", "owned", "known"];
pub(crate) const HAND: usize = 0;
pub(crate) const DECK: usize = 1;
pub(crate) const DISCARD: usize = 2;
pub(crate) const IN_PLAY: usize = 3;
pub(crate) const ASIDE: usize = 4;
pub(crate) const TRASH: usize = 5;
/// What another player owns, wherever it is.
pub(crate) const OWNED: usize = 6;
/// What is known to be in another player's hand.
pub(crate) const KNOWN: usize = 7;

/// The cards of a slot in a zone: an entity.
#[derive(Clone, Copy)]
pub(crate) struct Cards {
    pub zone: usize,
    pub owner: Option<u8>,
    pub slot: Slot,
    pub count: u8,
}

/// What is said of so many cards in a zone.
pub(crate) fn cards_row(zone: usize, count: u8) -> [f32; WIDTH] {
    let mut row = [0.0; WIDTH];
    row[0] = (f32::from(count) / 20.0).min(1.0);
    row[1 + zone] = 1.0;
    row
}

const VERBS: [(&str, &str); 20] = [
    ("play", "play a card"),
    ("discard", "discard a card"),
    ("end_discard", "discard no more"),
    ("trash", "trash a card"),
    ("end_trash", "trash no more"),
    ("decline_play", "play nothing more than once"),
    ("end_actions", "end the action phase"),
    ("buy", "buy a card"),
    ("end_buy", "end the buy phase"),
    ("gain", "gain a card"),
    ("macro", "play all simple actions"),
    ("react", "reveal a reaction"),
    ("suffer", "reveal nothing"),
    ("play_it", "play the discarded card"),
    ("leave_it", "leave it"),
    ("keep", "keep the drawn card"),
    ("set_aside", "set it aside"),
    ("topdeck", "put a card on the deck"),
    ("end_topdeck", "put nothing on the deck"),
    ("play_treasures", "play all treasures"),
];

/// What is said of cards besides their types, names and numerals. New ones are added at the end, with a new version.
const PRIMITIVES: [&str; 42] = [
    "number:many",
    "has:cost",
    "has:points",
    "has:points per cards",
    "gives:cards",
    "gives:actions",
    "gives:buys",
    "gives:coins",
    "program:play",
    "program:others",
    "do:discard",
    "do:trash",
    "do:topdeck",
    "do:draw",
    "do:actions",
    "do:coins",
    "do:gain",
    "do:others",
    "do:stop unless chosen",
    "do:play again",
    "do:discard top",
    "do:may play it",
    "do:draw to",
    "do:look",
    "do:reveal",
    "do:discard shown",
    "do:return shown",
    "do:silver bonus",
    "range:up to",
    "range:exactly",
    "range:down to",
    "range:per empty pile",
    "from:discard",
    "from:shown",
    "amount:chosen",
    "amount:cost",
    "to:hand",
    "to:deck",
    "which:openly",
    "which:or reveal",
    "which:not",
    "which:other card",
];
/// Numbers up to this one have tokens of their own.
const NUMERALS: u8 = 20;
const TYPES: [&str; 6] = ["action", "treasure", "victory", "curse", "attack", "reaction"];

/// The names of all tokens of a game with these cards.
fn vocabulary(cards: &[Card]) -> Vec<String> {
    let mut names: Vec<String> = TYPES.iter().map(|name| format!("type:{name}")).collect();
    names.extend((0..=NUMERALS).map(|n| format!("number:{n}")));
    names.extend(PRIMITIVES.map(str::to_owned));
    for card in built_in_cards().iter().chain(cards) {
        let name = format!("card:{}", card.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The tokens of a game's cards: they never change, so a graph only points at them.
#[derive(Debug, Default)]
pub struct Book {
    tokens: Vec<u16>,
    cards: Vec<TokenSpan>,
}

impl Book {
    /// The tokens of cards in the terms of a game.
    pub fn of(cards: &[Card], schema: &GraphSchema) -> Self {
        let mut book = Self::default();
        for card in cards {
            let start = book.tokens.len() as u32;
            Writer { names: &schema.tokens, out: &mut book.tokens }.card(card);
            book.cards.push(TokenSpan::of_shared(start, book.tokens.len() as u32));
        }
        book
    }

    /// The tokens of all cards, which spans point into.
    pub fn tokens(&self) -> &[u16] {
        &self.tokens
    }

    /// The tokens of a card.
    pub fn span(&self, slot: Slot) -> TokenSpan {
        self.cards[slot as usize]
    }
}

/// Writes cards in tokens.
struct Writer<'a> {
    names: &'a [String],
    out: &'a mut Vec<u16>,
}

impl Writer<'_> {
    fn put(&mut self, name: &str) {
        let token = self.names.iter().position(|known| known == name);
        debug_assert!(token.is_some(), "no token {name}");
        self.out.extend(token.map(|token| token as u16));
    }

    fn number(&mut self, n: u8) {
        if n <= NUMERALS { self.put(&format!("number:{n}")) } else { self.put("number:many") }
    }

    /// A card that a program speaks of; it need not be in the game.
    fn name(&mut self, name: &str) {
        let token = format!("card:{name}");
        if self.names.contains(&token) { self.put(&token) } else { self.put("which:other card") }
    }

    fn kinds(&mut self, kinds: Kinds) {
        kinds.names().for_each(|name| self.put(&format!("type:{name}")));
    }

    fn card(&mut self, card: &Card) {
        self.put(&format!("card:{}", card.name));
        self.kinds(card.kinds);
        self.put("has:cost");
        self.number(card.cost);
        if card.points != 0 {
            self.put("has:points");
            if card.points < 0 {
                self.put("which:not");
            }
            self.number(card.points.unsigned_abs());
        }
        let given = [
            ("has:points per cards", card.points_per_cards),
            ("gives:cards", card.cards),
            ("gives:actions", card.actions),
            ("gives:buys", card.buys),
            ("gives:coins", card.coins),
        ];
        for (name, n) in given.into_iter().filter(|(_, n)| *n > 0) {
            self.put(name);
            self.number(n);
        }
        for (name, program) in [("program:play", &card.play), ("program:others", &card.others)] {
            if !program.is_empty() {
                self.put(name);
                program.iter().for_each(|op| self.op(op));
            }
        }
    }

    fn op(&mut self, op: &NamedOp) {
        let numbered = |writer: &mut Self, name: &str, n: u8| {
            writer.put(name);
            writer.number(n);
        };
        match op {
            Op::Choose { zone, verb, range, filter, openly, or_reveal } => {
                self.put(match verb {
                    Verb::Discard => "do:discard",
                    Verb::Trash => "do:trash",
                    Verb::Topdeck => "do:topdeck",
                });
                match *range {
                    Range::UpTo(n) => numbered(self, "range:up to", n),
                    Range::Exactly(n) => numbered(self, "range:exactly", n),
                    Range::DownTo(n) => numbered(self, "range:down to", n),
                    Range::PerEmptyPile => self.put("range:per empty pile"),
                }
                self.filter(filter);
                match zone {
                    Zone::Hand => {}
                    Zone::Discard => self.put("from:discard"),
                    Zone::Shown => self.put("from:shown"),
                }
                if *openly {
                    self.put("which:openly");
                }
                if *or_reveal {
                    self.put("which:or reveal");
                }
            }
            Op::Draw(amount) => self.amount("do:draw", *amount),
            Op::Actions(n) => numbered(self, "do:actions", *n),
            Op::Coins(amount) => self.amount("do:coins", *amount),
            Op::Gain { filter, limit, dest } => {
                self.put("do:gain");
                self.filter(filter);
                self.amount("range:up to", *limit);
                self.dest(*dest);
            }
            Op::GainCard(name, dest) => {
                self.put("do:gain");
                self.name(name);
                self.dest(*dest);
            }
            Op::Others => self.put("do:others"),
            Op::StopUnlessChosen => self.put("do:stop unless chosen"),
            Op::PlayTimes(n) => numbered(self, "do:play again", *n),
            Op::DiscardTop => self.put("do:discard top"),
            Op::MayPlayIt => self.put("do:may play it"),
            Op::DrawTo(n) => numbered(self, "do:draw to", *n),
            Op::Show(n, openly) => numbered(self, if *openly { "do:reveal" } else { "do:look" }, *n),
            Op::DiscardShown => self.put("do:discard shown"),
            Op::ReturnShown => self.put("do:return shown"),
            Op::SilverBonus(n) => numbered(self, "do:silver bonus", *n),
        }
    }

    fn amount(&mut self, name: &str, amount: Amount) {
        self.put(name);
        match amount {
            Amount::Fixed(n) => self.number(n),
            Amount::Chosen => self.put("amount:chosen"),
            Amount::Cost(more) => {
                self.put("amount:cost");
                self.number(more);
            }
        }
    }

    fn dest(&mut self, dest: Dest) {
        match dest {
            Dest::Discard => {}
            Dest::Hand => self.put("to:hand"),
            Dest::Deck => self.put("to:deck"),
        }
    }

    fn filter(&mut self, filter: &Filter<String>) {
        match filter {
            Filter::Any => {}
            Filter::Kind(kinds, except) => {
                self.kinds(*kinds);
                if let Some(name) = except {
                    self.put("which:not");
                    self.name(name);
                }
            }
            Filter::Card(name) => self.name(name),
        }
    }
}

/// The terms of a game's graphs.
pub fn schema(cards: &[Card]) -> GraphSchema {
    let bit = |name: &str, meaning: &str| Feature::new(name, 0.0, 1.0, meaning);
    let zones = ZONES.iter().map(|zone| bit(zone, &format!("whether the cards are of the zone `{zone}`")));
    GraphSchema {
        version: 2,
        kinds: vec![
            Kind::new(
                "player",
                vec![
                    bit("own", "the observer"),
                    bit("active", "whose turn it is"),
                    bit("decides", "who decides"),
                    bit("hand", "cards in hand / 20"),
                    bit("deck", "cards in the deck / 60"),
                    Feature::new("points", -1.0, 1.0, "points / 100"),
                    bit("actions", "actions left / 20, of the active player"),
                    bit("buys", "buys left / 20, of the active player"),
                    bit("coins", "money left / 20, of the active player"),
                ],
            ),
            Kind::new(
                "pile",
                vec![bit("left", "cards left, divided by the size at the start"), bit("cost", "cost / 10")],
            ),
            Kind::new("cards", std::iter::once(bit("count", "how many / 20")).chain(zones).collect()),
        ],
        relations: vec![
            Term::new("owns", "player to cards of its zones"),
            Term::new("same_card", "cards to their pile"),
            Term::new("plays_before", "player to the next one"),
        ],
        verbs: VERBS.iter().map(|(name, meaning)| Term::new(name, meaning)).collect(),
        tokens: vocabulary(cards),
    }
}

impl Entities for DominionState {
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        let rules = self.rules();
        let players = self.players();
        let book = &rules.book;
        out.clear_with_shared_tokens(WIDTH, &book.tokens);
        let decider = self.turn();
        let flag = |set: bool| f32::from(u8::from(set));
        let scaled = |n: f32, by: f32| (n / by).clamp(-1.0, 1.0);
        for k in 0..players {
            let player = (seat.0 + k) % players;
            let active = player == self.player;
            let resource = |n: u8| if active { scaled(f32::from(n), 20.0) } else { 0.0 };
            let zones = self.of(player);
            let row = [
                flag(k == 0),
                flag(active),
                flag(decider == Turn::Seat(Seat(player))),
                scaled(zones.hand.len() as f32, 20.0),
                scaled(self.deck_len(player) as f32, 60.0),
                scaled(self.points(player) as f32, 100.0),
                resource(self.actions),
                resource(self.buys),
                resource(self.coins),
            ];
            out.entity_row(PLAYER, &row, TokenSpan::EMPTY);
        }
        (0..players).for_each(|k| out.edge(PLAYS_BEFORE, EntityId::from(k), EntityId::from((k + 1) % players)));
        let mut piles = [None; crate::pile::SLOTS];
        for (slot, size) in rules.supply.iter() {
            let left = f32::from(self.supply.count(slot)) / f32::from(size);
            let mut row = [0.0; WIDTH];
            row[0] = left;
            row[1] = f32::from(rules.card(slot).cost) / 10.0;
            piles[slot as usize] = Some(out.entity_row(PILE, &row, book.cards[slot as usize]));
        }
        let mut hand = [None; crate::pile::SLOTS];
        self.each_cards(seat, |Cards { zone, owner, slot, count }| {
            let id = out.entity_row(CARDS, &cards_row(zone, count), book.cards[slot as usize]);
            if let Some(owner) = owner {
                out.edge(OWNS, EntityId::from((owner + players - seat.0) % players), id);
            }
            if let Some(pile) = piles[slot as usize] {
                out.edge(SAME_CARD, id, pile);
            }
            if zone == HAND {
                hand[slot as usize] = Some(id);
            }
        });
        if decider == Turn::Seat(seat) {
            self.write_candidates(&hand, &piles, out);
        }
    }
}

impl DominionState {
    /// Shows all cards that a seat sees, in the order of their entities.
    pub(crate) fn each_cards(&self, seat: Seat, mut show: impl FnMut(Cards)) {
        let (players, own) = (self.players(), self.of(seat.0));
        let mut deck = own.deck;
        self.top(seat.0).iter().for_each(|placed| deck.add(placed.slot()));
        let mut show = |zone, owner, (slot, count): (Slot, u8)| {
            if count > 0 {
                show(Cards { zone, owner, slot, count });
            }
        };
        for (zone, pile) in [(HAND, &own.hand), (DECK, &deck), (DISCARD, &own.discard)] {
            pile.iter().for_each(|cards| show(zone, Some(seat.0), cards));
        }
        self.in_play.iter().for_each(|cards| show(IN_PLAY, Some(self.player), cards));
        self.aside_seen_by(seat.0).iter().for_each(|cards| show(ASIDE, self.aside_owner(), cards));
        (0..).zip(self.trash).for_each(|cards| show(TRASH, None, cards));
        for k in 1..players {
            let other = (seat.0 + k) % players;
            let zones = self.of(other);
            (0..).zip(zones.seen).for_each(|cards| show(DISCARD, Some(other), cards));
            self.owned(other).for_each(|cards| show(OWNED, Some(other), cards));
            (0..).zip(zones.known).for_each(|cards| show(KNOWN, Some(other), cards));
        }
    }

    fn write_candidates(&self, hand: &[Option<EntityId>], piles: &[Option<EntityId>], out: &mut EntityGraph) {
        let mut legal = ActionSet::new();
        self.legal(&mut legal);
        for action in legal.iter() {
            let Some(typed) = Action::from_id(action) else { continue };
            let (verb, slot) = match typed {
                Action::Play(slot) => (0, Some(slot)),
                Action::Discard(slot) => (1, Some(slot)),
                Action::EndDiscard => (2, None),
                Action::Trash(slot) => (3, Some(slot)),
                Action::EndTrash => (4, None),
                Action::DeclinePlay => (5, None),
                Action::EndActions => (6, None),
                Action::Buy(slot) => (7, Some(slot)),
                Action::EndBuy => (8, None),
                Action::Gain(slot) => (9, Some(slot)),
                Action::Macro => (10, None),
                Action::React => (11, None),
                Action::Suffer => (12, None),
                Action::PlayIt => (13, None),
                Action::LeaveIt => (14, None),
                Action::Keep => (15, None),
                Action::SetAside => (16, None),
                Action::Topdeck(slot) => (17, Some(slot)),
                Action::EndTopdeck => (18, None),
                Action::PlayTreasures => (19, None),
            };
            let from_supply = matches!(typed, Action::Buy(_) | Action::Gain(_));
            let target = slot.and_then(|slot| {
                if from_supply { piles[slot as usize] } else { hand[slot as usize].or(piles[slot as usize]) }
            });
            out.candidate(Candidate { source: Some(0), targets: [target, None, None], ..Candidate::new(action, verb) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_written_in_tokens_and_no_two_alike() {
        let cards = built_in_cards();
        let schema = schema(&cards[..7]);
        assert_eq!(schema.width(), WIDTH);
        let book = Book::of(cards, &schema);
        let mut without_id: Vec<&[u16]> = book.cards.iter().map(|words| &words.of(&book.tokens)[1..]).collect();
        without_id.sort_unstable();
        without_id.dedup();
        assert_eq!(without_id.len(), cards.len(), "tokens tell all cards apart, even without their ids");
        let witch = cards.iter().position(|card| card.name == "Witch").unwrap();
        let said: Vec<&str> =
            book.cards[witch].of(&book.tokens).iter().map(|&token| schema.tokens[token as usize].as_str()).collect();
        assert_eq!(said[0], "card:Witch");
        assert!(said.ends_with(&["program:others", "do:gain", "card:Curse"]), "{said:?}");
    }

    #[test]
    fn the_vocabulary_does_not_depend_on_the_kingdom() {
        let cards = built_in_cards();
        let mut own = cards[20].clone();
        own.name = "Own".to_owned();
        let mut more = cards[7..17].to_vec();
        more.push(own);
        let (plain, more) = (schema(&cards[..17]).tokens, schema(&more).tokens);
        assert_eq!(plain, schema(&cards[7..40]).tokens);
        assert_eq!(more[..plain.len()], plain);
        assert_eq!(more[plain.len()..], ["card:Own"]);
    }
}
