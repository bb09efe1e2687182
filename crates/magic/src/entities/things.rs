//! What the entities of a graph stand for.

use super::schema::{COUNTER, PERMANENT, PLAYER, STACK, ZONE};
use super::{CARD, Entities};
use crate::state::{Ask, CardIx, MagicState};
use hoyle_core::{EntityGraph, Play, Seat, Turn, iter_bits};

/// Where a card outside of the battlefield is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    Hand,
    Graveyard,
    /// The place in a library, from the top or from the bottom, from 1.
    Top(usize),
    Bottom(usize),
    /// The place in exile, from 0.
    Exile(usize),
    Looked,
    /// Somewhere in the library, in a search.
    Listed,
}

/// Cards outside of the battlefield that one entity stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    pub card: CardIx,
    pub owner: u8,
    pub at: At,
    /// How many of them are alike.
    pub count: usize,
}

/// What an entity stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Thing {
    Player(u8),
    /// The nth zone.
    Zone(u8),
    Permanent(u8),
    /// The counters of a kind on a permanent: +1/+1, or -1/-1.
    Counters {
        on: u8,
        plus: bool,
    },
    Cards(Shown),
    /// The nth thing on the stack, or what resolves.
    Object(usize),
    /// An ability of a card.
    Ability,
}

/// What is told of each entity of cards outside of the battlefield.
pub(super) trait ShowCards {
    fn show(&mut self, shown: Shown);
}

impl ShowCards for Vec<Shown> {
    fn show(&mut self, shown: Shown) {
        self.push(shown);
    }
}

/// Tells of each entity of cards outside of the battlefield, in the order of the graph. `CARDS` is at least the number of cards
/// of the game, and a power of two.
#[inline]
pub(super) fn shown_cards<const CARDS: usize>(state: &MagicState, me: u8, decides: bool, out: &mut impl ShowCards) {
    for (owner, hand) in [(me, &state.side(me).hand), (1 - me, &state.side(1 - me).known)] {
        let mut i = 0;
        while i < hand.len() {
            let count = hand[i..].iter().take_while(|&&card| card == hand[i]).count();
            out.show(Shown { card: hand[i], owner, at: At::Hand, count });
            i += count;
        }
    }
    for owner in [me, 1 - me] {
        let side = state.side(owner);
        if !side.graveyard.is_empty() {
            let mut counts = [0u8; CARDS];
            side.graveyard.iter().for_each(|lying| counts[lying.card as usize % CARDS] += 1);
            for lying in side.graveyard.iter() {
                // The first of those that are alike stands for all of them.
                let count = std::mem::take(&mut counts[lying.card as usize % CARDS]);
                if count > 0 {
                    out.show(Shown { card: lying.card, owner, at: At::Graveyard, count: count.into() });
                }
            }
        }
        for (list, top) in [(&side.top, true), (&side.bottom, false)] {
            for (placed, place) in list.iter().rev().zip(1..) {
                if placed.open || owner == me {
                    let at = if top { At::Top(place) } else { At::Bottom(place) };
                    out.show(Shown { card: placed.card, owner, at, count: 1 });
                }
            }
        }
    }
    for (i, exiled) in state.exile.iter().enumerate() {
        out.show(Shown { card: exiled.card, owner: exiled.owner, at: At::Exile(i), count: 1 });
    }
    if state.looking == me {
        for card in state.looked_kinds() {
            let count = state.looked.iter().filter(|&&other| other == card).count();
            out.show(Shown { card, owner: me, at: At::Looked, count });
        }
    }
    if state.ask == (Ask::Search { seat: me }) && decides {
        for card in state.library_kinds(me) {
            out.show(Shown { card, owner: me, at: At::Listed, count: 1 });
        }
    }
}

/// What each entity of a seat's graph stands for, in order.
pub(crate) fn shown_things(state: &MagicState, seat: Seat) -> Vec<Thing> {
    let mut graph = EntityGraph::new();
    state.entities(seat, &mut graph);
    let mut cards = Vec::new();
    shown_cards::<256>(state, seat.0, state.turn() == Turn::Seat(seat), &mut cards);
    let mut cards = cards.into_iter();
    let mut permanents = iter_bits(state.field);
    let (mut zones, mut objects, mut last) = (0.., 0.., 0);
    let mut players = [seat.0, 1 - seat.0].into_iter();
    let things = graph.kinds().iter().zip(0..).map(|(&kind, entity)| match kind {
        PLAYER => players.next().map(Thing::Player),
        ZONE => zones.next().map(Thing::Zone),
        PERMANENT => permanents.next().map(|slot| {
            last = slot;
            Thing::Permanent(slot)
        }),
        // Counters follow the permanent that they are on.
        COUNTER => Some(Thing::Counters { on: last, plus: graph.row(entity)[0] > 0.0 }),
        CARD => cards.next().map(Thing::Cards),
        STACK => objects.next().map(Thing::Object),
        _ => None,
    });
    things.map(|thing| thing.unwrap_or(Thing::Ability)).collect()
}
