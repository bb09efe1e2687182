//! What might be: hidden hands as a seat can believe them to be, the next card, and the position without one thing.

use crate::entities::{CARDS, Cards, DECK, DISCARD, HAND, IN_PLAY, KNOWN, OWNED, TRASH, WIDTH, cards_row};
use crate::pile::{Pile, SLOTS, Slot};
use crate::setup::PROVINCE;
use crate::state::{DominionState, Frame, Phase, Sight, Task, To};
use hoyle_core::{ActionId, Draw, EntityId, Hypotheses, Persist, Play as _, Rng, Seat, Turn, UnseenCard, UnseenCards};
use std::fmt::Write as _;

/// What stands in an entity's place in the observer's graph.
enum Thing {
    Player(u8),
    Pile(Slot),
    Cards(Cards),
}

impl Hypotheses for DominionState {
    /// What each other player owns out of sight, card by card: hand, deck and discards that nobody else saw. How much is expected is
    /// exact, but where the owner looks at cards alone, has laid cards of the hand on the deck unseen, or is asked about discards:
    /// there it is the mean of many determinizations, always with the same random numbers.
    fn unseen(&self, seat: Seat, out: &mut UnseenCards) {
        let book = &self.rules().book;
        out.clear_with_shared_tokens(WIDTH, book.tokens());
        for other in self.hands_around(seat) {
            let holder = EntityId::from((other + self.players() - seat.0) % self.players());
            let expected = self.expected_hand(other);
            for (slot, copies) in self.hidden_cards(other).iter() {
                let expected = expected[slot as usize] as f32;
                out.cards.push(UnseenCard { seat: Seat(other), holder, copies: f32::from(copies), expected });
                out.described.entity_row(CARDS, &cards_row(KNOWN, 1), book.span(slot));
            }
        }
    }

    fn unseen_text(&self, seat: Seat, n: usize, out: &mut String) {
        let mut slots = self.hands_around(seat).map(|other| self.hidden_cards(other));
        let mut left = n;
        let slot = slots.find_map(|cards: Pile| {
            let found = cards.iter().nth(left).map(|(slot, _)| slot);
            left = left.saturating_sub(cards.iter().count());
            found
        });
        if let Some(slot) = slot {
            out.push_str(&self.rules().card(slot).name);
        }
    }

    fn held(&self, seat: Seat, out: &mut Vec<u8>) {
        out.clear();
        for other in self.hands_around(seat) {
            let hand = &self.of(other).hand;
            out.extend(self.hidden_cards(other).iter().map(|(slot, _)| hand.count(slot)));
        }
    }

    /// Exact where what is expected is exact ([`unseen`](Self::unseen)), hand by hand: players' hidden cards have nothing to do with
    /// each other. Elsewhere one of sixteen deals, by its weight.
    fn determinize_by(&self, seat: Seat, tilts: &[f32], rng: &mut Rng) -> Self {
        let mut tilts = tilts.iter();
        let mut weights = [None; hoyle_core::MAX_SEATS];
        for other in self.hands_around(seat) {
            let cards = self.hidden_cards(other);
            let mut own = [0.0; SLOTS];
            for (slot, tilt) in cards.iter().map(|(slot, _)| slot).zip(tilts.by_ref()) {
                own[slot as usize] = if tilt.is_nan() { 0.0 } else { f64::from(*tilt) };
            }
            // Only differences count; none is so large that the product over a hand is lost.
            let most = cards.iter().map(|(slot, _)| own[slot as usize]).fold(f64::NEG_INFINITY, f64::max);
            let most = if most.is_finite() { most } else { 0.0 };
            weights[usize::from(other)] = Some(own.map(|tilt| (tilt - most).clamp(-40.0, 0.0).exp()));
        }
        self.determinize_weighted(seat, &weights, rng)
    }

    /// A pile is trashed as a whole: it counts as empty. Not one whose end would end the game. Of cards in a zone one copy is trashed;
    /// of what another player owns, one from the deck if there is one there, or else from the discards or the hand. Players, cards
    /// set aside and the trash cannot be taken away.
    fn without(&self, seat: Seat, entities: &[EntityId]) -> Option<Self> {
        let mut left = self.clone();
        for &entity in entities {
            match self.thing(seat, entity)? {
                Thing::Pile(slot) => left.trash_pile(slot)?,
                Thing::Cards(cards) => left.trash_one(cards)?,
                Thing::Player(_) => return None,
            }
        }
        if !entities.is_empty() && !left.over {
            left.run();
        }
        let read = Self::restore(left.rules, &left.snapshot()).ok()?;
        (read == left).then_some(left)
    }

    /// The card that the seat draws next: the top one if it knows it, otherwise any of its deck, which is its discard pile if the deck is
    /// empty. It goes where it is drawn to if the seat is drawing, otherwise into its hand. Nothing before the first hands are dealt, nor in the
    /// middle of a question to the seat about its hand or discards that one card more would make another one.
    fn draws(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        out.clear();
        if self.over || self.phase == Phase::Deal {
            return;
        }
        let mut before = self.clone();
        if let Some(placed) = before.of_mut(seat.0).take_top(Sight::Hand) {
            let looking = before.looked_at(seat.0).unseen;
            let mut zones = before.of_mut(seat.0);
            if placed.open() {
                zones.join_hand_openly(placed.slot(), looking)
            } else {
                zones.join_hand(placed.slot())
            }
            out.push(Draw { name: self.rules().card(placed.slot()).name.clone(), chance: 1.0, state: before });
            return self.settle(seat, out);
        }
        if before.of(seat.0).deck.is_empty() && !before.of(seat.0).discard.is_empty() {
            before.shuffle(seat.0);
        }
        let drawing = |frame: &&Frame| frame.seat == seat.0 && matches!(frame.task, Task::Draw(to) if to != To::Pile);
        let drawing = before.stack.last().filter(drawing).is_some();
        let deck = before.of(seat.0).deck;
        for (slot, count) in deck.iter() {
            let mut after = before.clone();
            if drawing {
                after.play_unchecked(ActionId(u16::from(slot)));
            } else {
                let mut zones = after.of_mut(seat.0);
                zones.deck.remove(slot);
                zones.join_hand(slot);
            }
            let (name, chance) = (self.rules().card(slot).name.clone(), f32::from(count) / deck.len() as f32);
            out.push(Draw { name, chance, state: after });
        }
        self.settle(seat, out);
    }

    fn entity_text(&self, seat: Seat, entity: EntityId, out: &mut String) {
        let rules = self.rules();
        let player = |seat: u8| rules.spec.seat_names[usize::from(seat)].as_str();
        let _ = match self.thing(seat, entity) {
            Some(Thing::Player(other)) => write!(out, "{}", player(other)),
            Some(Thing::Pile(slot)) => write!(out, "{} pile", rules.card(slot).name),
            Some(Thing::Cards(Cards { zone, owner, slot, .. })) => {
                let card = rules.card(slot).name.as_str();
                let other = owner.filter(|&owner| owner != seat.0).map(player);
                match (zone, other) {
                    (OWNED, Some(other)) => write!(out, "{other}'s {card}"),
                    (KNOWN, Some(other)) => write!(out, "{card} in {other}'s hand"),
                    (DISCARD, Some(other)) => write!(out, "{card} in {other}'s discard pile"),
                    (HAND, _) => write!(out, "{card} in hand"),
                    (DECK, _) => write!(out, "{card} in the deck"),
                    (DISCARD, None) => write!(out, "{card} in the discard pile"),
                    (IN_PLAY, _) => write!(out, "{card} in play"),
                    (TRASH, _) => write!(out, "{card} in the trash"),
                    _ => write!(out, "{card} set aside"),
                }
            }
            None => Ok(()),
        };
    }
}

impl DominionState {
    /// The other players who hold cards, from the observer on.
    fn hands_around(&self, seat: Seat) -> impl Iterator<Item = u8> + use<'_> {
        let players = self.players();
        (1..players).map(move |k| (seat.0 + k) % players).filter(|&other| !self.of(other).hand.is_empty())
    }

    /// What an entity of the observer's graph stands for, in the order of [`entities`](crate::entities).
    fn thing(&self, seat: Seat, entity: EntityId) -> Option<Thing> {
        let n = usize::from(entity);
        let players = usize::from(self.players());
        if n < players {
            return Some(Thing::Player((seat.0 + n as u8) % self.players()));
        }
        if let Some((slot, _)) = self.rules().supply.iter().nth(n - players) {
            return Some(Thing::Pile(slot));
        }
        let mut left = n - players - self.rules().supply.iter().count();
        let mut found = None;
        self.each_cards(seat, |cards| {
            if left == 0 && found.is_none() {
                found = Some(Thing::Cards(cards));
            }
            left = left.saturating_sub(1);
        });
        found
    }

    /// Plays the steps on that nobody decides; takes all draws away if one cannot be.
    fn settle(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        for Draw { state, .. } in &mut *out {
            // Who was to draw the last card may have nothing to draw now.
            if state.turn() == Turn::Chance {
                state.run();
            }
        }
        if out.iter().any(|draw| !draw.state.is_question_fair(seat.0)) {
            out.clear();
        }
    }

    fn trash_pile(&mut self, slot: Slot) -> Option<()> {
        let count = self.supply.count(slot);
        let ends = slot == PROVINCE || count > 0 && self.empty_piles() + 1 >= self.rules().fatal_piles();
        if ends {
            return None;
        }
        self.supply.remove_many(slot, count);
        self.trash[usize::from(slot)] += count;
        Some(())
    }

    /// Trashes one of these cards, if it is there.
    fn trash_one(&mut self, cards: Cards) -> Option<()> {
        let Cards { zone, slot, .. } = cards;
        let owner = cards.owner?;
        let zones = self.of(owner);
        let places = match zone {
            HAND | KNOWN => [HAND, HAND, HAND],
            DECK => [DECK, DECK, DECK],
            DISCARD => [DISCARD, DISCARD, DISCARD],
            OWNED => [DECK, DISCARD, HAND],
            IN_PLAY => [IN_PLAY; 3],
            _ => return None,
        };
        let there = |zone: &usize| match *zone {
            HAND => zones.hand.count(slot) > 0,
            DECK => zones.deck.count(slot) > 0,
            DISCARD => zones.discard.count(slot) > 0,
            _ => self.in_play.count(slot) > 0,
        };
        match places.into_iter().find(there)? {
            HAND => self.of_mut(owner).leave_hand(slot),
            DECK => self.of_mut(owner).deck.remove(slot),
            DISCARD => self.of_mut(owner).leave_discard(slot),
            _ => self.in_play.remove(slot),
        }
        self.zones[usize::from(owner)].owned[usize::from(slot)] -= 1;
        self.trash[usize::from(slot)] += 1;
        Some(())
    }
}
