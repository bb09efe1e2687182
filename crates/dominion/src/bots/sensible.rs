//! Sensible play of every action card, for players that say only what they buy: which action comes next.
//!
//! Values are in tenths of a coin, roughly: a card drawn is worth one.

use super::choices::Pick;
use super::menu::Menu;
use super::traits::Traits;
use crate::SeatView;
use crate::action::Action;
use crate::knowledge::Question;
use crate::pile::{Pile, Slot};
use crate::setup::{COPPER, CURSE, Rules};
use crate::state::{DominionState, Phase};
use hoyle_core::{ActionId, ActionSet, Player, Rng, Seat, View, iter_bits};

/// A player with a menu.
#[derive(Clone, Debug)]
pub struct Buyer {
    /// What it buys.
    pub menu: Menu,
    /// How much money it keeps when it trashes.
    pub keep: i32,
    /// What it knows of the cards.
    pub traits: Vec<Traits>,
}

impl Player<DominionState> for Buyer {
    fn choose(&mut self, view: View<'_, DominionState>, _: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        let decision = Decision { seen: view.seat_view(), seat: view.seat(), buyer: self, legal: &legal };
        let wish = decision.wish().id();
        if legal.contains(wish) { wish } else { legal.first().unwrap_or(wish) }
    }
}

/// A decision to be made.
pub(super) struct Decision<'a> {
    pub seen: SeatView<'a>,
    pub seat: Seat,
    pub buyer: &'a Buyer,
    pub legal: &'a ActionSet,
}

impl Decision<'_> {
    /// The slots of the legal actions of one kind, given its first id.
    pub fn offered(&self, first: Action) -> u64 {
        let first = first.id().0;
        (0..crate::pile::SLOTS as u16)
            .filter(|&slot| self.legal.contains(ActionId(first + slot)))
            .fold(0, |set, slot| set | 1 << slot)
    }

    pub fn rules(&self) -> &'static Rules {
        self.seen.rules()
    }

    pub fn traits(&self, slot: Slot) -> &Traits {
        &self.buyer.traits[slot as usize]
    }

    fn wish(&self) -> Action {
        if self.seen.asked_by().is_none() {
            return if self.seen.phase() == Phase::Action { self.action_phase() } else { self.buy_phase() };
        }
        match self.seen.question() {
            Some(question) => self.answer(&question),
            // A reaction costs nothing.
            None => Action::React,
        }
    }

    fn buy_phase(&self) -> Action {
        if self.legal.contains(Action::PlayTreasures.id()) {
            return Action::PlayTreasures;
        }
        let offered = self.offered(Action::Buy(0));
        self.buyer.menu.pick(&self.seen, self.seat, offered).map_or(Action::EndBuy, Action::Buy)
    }

    /// What gives its action back comes first. A Throne Room takes what is left for it, before that is played alone.
    fn action_phase(&self) -> Action {
        let hand = self.seen.hand();
        let playable = || {
            iter_bits(hand.mask() & self.rules().actions)
                .filter(|&slot| self.is_worth_playing(slot, &without(hand, slot)))
        };
        let targets = || playable().filter(|&slot| self.traits(slot).times == 0);
        let throne = playable().find(|&slot| self.traits(slot).times > 0);
        let free = || targets().filter(|&slot| !self.traits(slot).is_terminal());
        let next = match throne {
            Some(throne) => {
                let waiting: usize = targets().map(|slot| hand.count(slot) as usize).sum();
                // The last one, and the best one, is left for the Throne Room.
                let first = free().min_by_key(|&slot| self.doubled_value(slot));
                first.filter(|_| waiting > 1).or(Some(throne))
            }
            None => free().max_by_key(|&slot| self.free_order(slot)).or_else(|| {
                let more = self.seen.resources().0 > 1;
                targets().max_by_key(|&slot| self.terminal_order(slot, more))
            }),
        };
        next.map_or(Action::EndActions, Action::Play)
    }

    /// The order of cards that give their action back: what sorts the deck, what draws, what exchanges cards.
    fn free_order(&self, slot: Slot) -> (bool, bool, u8, u8) {
        let traits = self.traits(slot);
        (!traits.exchanges, traits.sorts_deck, traits.draws, traits.actions)
    }

    /// With actions to spare, what draws comes first; what draws to a hand size comes last.
    fn terminal_order(&self, slot: Slot, more: bool) -> (bool, bool, i32) {
        let traits = self.traits(slot);
        let value = self.value(slot, &without(self.seen.hand(), slot));
        if more { (traits.draws_to == 0, traits.draws > 0, value) } else { (true, true, value) }
    }

    /// Whether playing the card does any good now, with this hand beside it.
    pub fn is_worth_playing(&self, slot: Slot, rest: &Pile) -> bool {
        let traits = self.traits(slot);
        if traits.times > 0 {
            let other =
                |&other: &Slot| self.traits(other).times == 0 && self.is_worth_playing(other, &without(rest, other));
            return iter_bits(rest.mask() & self.rules().actions).any(|slot| other(&slot));
        }
        if let Some(trash) = traits.trash {
            let fitting = rest.mask() & trash.filter;
            return match trash.upgrade {
                Some(upgrade) => self.best_upgrade(fitting, upgrade).is_some_and(|(_, better)| better > 0),
                None if trash.coins > 0 => fitting != 0,
                None if trash.forced => {
                    let least = iter_bits(fitting).map(|slot| self.deck_value(slot)).min();
                    least.is_none_or(|least| least <= self.deck_value(COPPER))
                }
                None => {
                    traits.draws.max(traits.coins) > 0 || self.junk(rest, trash.filter, trash.most as usize).is_some()
                }
            };
        }
        if traits.costs_treasure {
            return rest.mask() & self.rules().treasures != 0;
        }
        if traits.draws_to > 0 {
            return rest.len() < traits.draws_to as usize;
        }
        if traits.per_empty_pile {
            let idle = rest.len() - rest.count_in(self.rules().actions | self.rules().treasures);
            return self.empty_piles() <= 1 + idle;
        }
        match traits.gain {
            Some(gain) if traits.draws.max(traits.coins).max(traits.actions) == 0 => {
                let offered = self.gainable(gain.filter, gain.limit);
                let on_menu = self.buyer.menu.pick(&self.seen, self.seat, offered).is_some();
                on_menu || iter_bits(offered).any(|slot| self.deck_value(slot) > self.deck_value(COPPER))
            }
            _ => true,
        }
    }

    pub fn empty_piles(&self) -> usize {
        (self.rules().supply.mask() & !self.seen.supply().mask()).count_ones() as usize
    }

    pub fn gainable(&self, filter: u64, limit: u8) -> u64 {
        self.seen.supply().mask() & filter & self.rules().affordable(limit)
    }

    /// What playing a card is worth, with this hand beside it.
    pub fn value(&self, slot: Slot, rest: &Pile) -> i32 {
        let traits = self.traits(slot);
        let mut value = 10 * (i32::from(traits.draws) + i32::from(traits.coins))
            + 2 * i32::from(traits.buys)
            + i32::from(traits.harm);
        value += 10 * (i32::from(traits.draws_to) - rest.len() as i32).max(0);
        if traits.curses && self.seen.supply().count(CURSE) > 0 {
            value += 20;
        }
        value += traits.gains.map_or(0, |slot| self.deck_value(slot) / 4);
        if let Some(gain) = traits.gain {
            value += 2 + 2 * i32::from(gain.limit) + if gain.to_hand { 20 } else { 0 };
        }
        if let Some(trash) = traits.trash {
            let fitting = rest.mask() & trash.filter;
            value += match trash.upgrade {
                Some(upgrade) => self.best_upgrade(fitting, upgrade).map_or(0, |(_, better)| better.max(0) / 3),
                None if trash.coins > 0 => 10 * i32::from(trash.coins) - 5,
                None => 7 * self.count_junk(rest, trash.filter, trash.most as usize) as i32,
            };
        }
        value
    }

    /// What it is worth to play a card twice.
    pub fn doubled_value(&self, slot: Slot) -> i32 {
        let traits = self.traits(slot);
        let hand = without(self.seen.hand(), slot);
        let value = self.value(slot, &hand);
        // A hand is discarded down to a size and drawn up to one only once.
        let once = 10 * (i32::from(traits.draws_to) - hand.len() as i32).max(0) + i32::from(traits.harm);
        let others = iter_bits(hand.mask() & self.rules().actions).any(|slot| self.traits(slot).times == 0);
        let goes_on = if others && self.seen.resources().0 == 0 { 15 * i32::from(traits.actions.min(1)) } else { 0 };
        2 * value - once + goes_on + 4 * i32::from(traits.actions)
    }

    /// The card that a Throne Room plays again: another one first, so that it plays two cards.
    pub fn doubled(&self, offered: u64) -> Option<Slot> {
        let hand = self.seen.hand();
        let worth = || iter_bits(offered).filter(|&slot| self.is_worth_playing(slot, &without(hand, slot)));
        let throne = worth().find(|&slot| self.traits(slot).times > 0);
        throne.or_else(|| worth().max_by_key(|&slot| self.doubled_value(slot)))
    }

    fn answer(&self, question: &Question) -> Action {
        Pick { decision: self, question }.action()
    }
}

/// A pile without one card.
pub(super) fn without(pile: &Pile, slot: Slot) -> Pile {
    let mut rest = *pile;
    rest.remove(slot);
    rest
}
