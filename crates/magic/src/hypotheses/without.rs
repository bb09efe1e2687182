//! The position without some of its things.
//!
//! What is taken away is out of the game, and nothing triggers: permanents (with the Auras on them; Equipment stays, attached to
//! nothing), counters, spells and abilities on the stack, what resolves, cards of one's own hand, cards that are certain to be in the
//! other player's, cards of graveyards and of exile. Cards that a permanent exiled for as long as it stays return. What pointed at a
//! thing points at nothing, as when it leaves in a game. An entity that stands for several cards that are alike stands for all of them.
//!
//! The decision at hand is kept where its player still has something to choose from; otherwise the game goes on by itself, as its
//! rules say, to the next decision, which may be chance's. State-based actions (creatures that die because what kept them alive is
//! gone) are looked at when the game goes on.

use crate::entities::{At, Shown, Thing, shown_things};
use crate::state::{Ask, MagicState};
use hoyle_core::{EntityId, Seat};

impl MagicState {
    pub(super) fn without_entities(&self, me: u8, entities: &[EntityId]) -> Option<Self> {
        // Before decks are drawn there is nothing to take away.
        if self.over || matches!(self.ask, Ask::Deck { .. }) {
            return None;
        }
        let things = shown_things(self, Seat(me));
        let mut gone = Vec::with_capacity(entities.len());
        for &entity in entities {
            let thing = *things.get(entity as usize)?;
            if !self.can_remove(thing) {
                return None;
            }
            if !gone.contains(&thing) {
                gone.push(thing);
            }
        }
        let mut state = self.clone();
        // What things stand for is found before any of them has gone.
        let uid = |thing: &Thing| match *thing {
            Thing::Object(place) => self.stack.get(place).map(|object| object.uid),
            Thing::Cards(Shown { at: At::Exile(place), .. }) => self.exile.get(place).map(|exiled| exiled.uid),
            _ => None,
        };
        let mut slots = 0;
        for thing in &gone {
            match *thing {
                Thing::Permanent(slot) => slots |= crate::state::bit(slot),
                Thing::Counters { on, plus } => {
                    let perm = &mut state.perms[on as usize];
                    *(if plus { &mut perm.plus } else { &mut perm.minus }) = 0;
                    state.unsettled = true;
                }
                Thing::Object(_) => match uid(thing) {
                    Some(uid) => state.remove_object(uid),
                    None if state.remove_resolving() => {}
                    None => return None,
                },
                Thing::Cards(Shown { card, owner, at, count }) => match at {
                    At::Hand => state.remove_from_hand(owner, card, count),
                    At::Graveyard => state.remove_from_graveyard(owner, card),
                    _ => state.remove_from_exile(uid(thing)?),
                },
                Thing::Player(_) | Thing::Zone(_) | Thing::Ability => return None,
            }
        }
        if slots != 0 {
            state.remove_permanents(slots);
        }
        state.take_up_again();
        state.check_invariants(&state.census());
        Some(state)
    }

    fn can_remove(&self, thing: Thing) -> bool {
        match thing {
            Thing::Permanent(_) | Thing::Counters { .. } | Thing::Object(_) => true,
            Thing::Player(_) | Thing::Zone(_) | Thing::Ability => false,
            Thing::Cards(Shown { card, owner, at, count }) => match at {
                At::Hand => self.side(owner).hand.iter().filter(|&&there| there == card).count() >= count,
                At::Graveyard | At::Exile(_) => true,
                At::Top(_) | At::Bottom(_) | At::Looked | At::Listed => false,
            },
        }
    }
}
