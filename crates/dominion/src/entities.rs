//! A position as a graph: players, and the cards of each zone by type.

use crate::action::Action;
use crate::cards::Card;
use crate::pile::{Slot, bits};
use crate::state::DominionState;
use hoyle_core::{ActionSet, Candidate, EntityGraph, EntityId, Feature, GraphSchema, Kind, Seat, Term, Turn};

const PLAYER: u8 = 0;
const PILE: u8 = 1;
const CARDS: u8 = 2;

const OWNS: u8 = 0;
const SAME_CARD: u8 = 1;
const PLAYS_BEFORE: u8 = 2;

/// The zones of card entities, in the order of their one-hot.
const ZONES: [&str; 8] = ["hand", "deck", "discard", "in play", "aside", "trash", "owned", "known"];

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

/// The terms of a game's graphs.
pub fn schema(cards: &[Card]) -> GraphSchema {
    let bit = |name: &str, meaning: &str| Feature::new(name, 0.0, 1.0, meaning);
    let zones = ZONES.iter().map(|zone| bit(zone, &format!("whether the cards are of the zone `{zone}`")));
    let mut tokens: Vec<String> = cards.iter().map(|card| card.name.clone()).collect();
    tokens.extend(["action", "treasure", "victory", "curse", "attack", "reaction"].map(str::to_owned));
    GraphSchema {
        version: 1,
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
        tokens,
    }
}

impl DominionState {
    /// Replaces `out` by what a seat sees.
    pub(crate) fn write_entities(&self, seat: Seat, out: &mut EntityGraph) {
        let rules = self.rules();
        let players = self.players();
        out.clear(rules.spec.graph.width());
        let decider = self.whose_turn();
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
                scaled(zones.deck_len() as f32, 60.0),
                scaled(self.points(player) as f32, 100.0),
                resource(self.actions),
                resource(self.buys),
                resource(self.coins),
            ];
            out.entity(PLAYER, &row, &[]);
        }
        (0..players).for_each(|k| out.edge(PLAYS_BEFORE, EntityId::from(k), EntityId::from((k + 1) % players)));
        let mut piles = [None; crate::pile::SLOTS];
        for (slot, size) in rules.supply.iter() {
            let left = f32::from(self.supply.count(slot)) / f32::from(size);
            piles[slot as usize] =
                Some(out.entity(PILE, &[left, f32::from(rules.card(slot).cost) / 10.0], &self.tokens(slot)));
        }
        let mut hand = [None; crate::pile::SLOTS];
        let own = self.of(seat.0);
        let mut deck = own.deck;
        own.top.iter().for_each(|placed| deck.add(placed.slot()));
        let mut add = |out: &mut EntityGraph, zone: usize, owner: Option<u8>, slot: Slot, count: u8| {
            let mut row = [0.0; 9];
            row[0] = scaled(f32::from(count), 20.0);
            row[1 + zone] = 1.0;
            let id = out.entity(CARDS, &row, &self.tokens(slot));
            if let Some(owner) = owner {
                out.edge(OWNS, EntityId::from((owner + players - seat.0) % players), id);
            }
            if let Some(pile) = piles[slot as usize] {
                out.edge(SAME_CARD, id, pile);
            }
            if zone == 0 {
                hand[slot as usize] = Some(id);
            }
        };
        for (zone, pile) in [(0, &own.hand), (1, &deck), (2, &own.discard)] {
            pile.iter().for_each(|(slot, count)| add(out, zone, Some(seat.0), slot, count));
        }
        self.in_play.iter().for_each(|(slot, count)| add(out, 3, Some(self.player), slot, count));
        self.aside_seen_by(seat.0).iter().for_each(|(slot, count)| add(out, 4, self.aside_owner(), slot, count));
        (0..).zip(self.trash).filter(|&(_, n)| n > 0).for_each(|(slot, count)| add(out, 5, None, slot, count));
        for k in 1..players {
            let other = (seat.0 + k) % players;
            let zones = self.of(other);
            zones.discard.iter().for_each(|(slot, count)| add(out, 2, Some(other), slot, count));
            self.owned(other).for_each(|(slot, count)| add(out, 6, Some(other), slot, count));
            (0..).zip(zones.known).filter(|&(_, n)| n > 0).for_each(|(slot, n)| add(out, 7, Some(other), slot, n));
        }
        if decider == Turn::Seat(seat) {
            self.write_candidates(&hand, &piles, out);
        }
    }

    fn write_candidates(&self, hand: &[Option<EntityId>], piles: &[Option<EntityId>], out: &mut EntityGraph) {
        let mut legal = ActionSet::new();
        self.legal_actions(&mut legal);
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

    /// The tokens of a card: its name, then its kinds.
    fn tokens(&self, slot: Slot) -> arrayvec::ArrayVec<u16, 7> {
        let cards = self.rules().cards.len() as u16;
        let kinds = self.rules().card(slot).kinds;
        let mut tokens = arrayvec::ArrayVec::new();
        tokens.push(u16::from(slot));
        tokens.extend(bits(kinds.bits()).map(|kind| cards + u16::from(kind)));
        tokens
    }
}
