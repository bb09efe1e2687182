//! What scripted players answer when an effect asks them: what to trash, discard, gain, keep and put on the deck.

use super::sensible::{Decision, without};
use crate::action::Action;
use crate::cards::Kinds;
use crate::knowledge::Question;
use crate::pile::{Pile, Slot};
use crate::program::{Amount, Op, Verb, Zone};
use crate::setup::{COPPER, CURSE, DUCHY, ESTATE, PROVINCE};
use hoyle_core::iter_bits;

/// A question with who decides.
pub(super) struct Pick<'a> {
    pub decision: &'a Decision<'a>,
    pub question: &'a Question,
}

impl Pick<'_> {
    pub fn action(&self) -> Action {
        let d = self.decision;
        match self.question.op {
            Op::PlayTimes(_) => d.doubled(d.offered(Action::Play(0))).map_or(Action::DeclinePlay, Action::Play),
            Op::MayPlayIt => {
                let it = d.seen.asked_about().filter(|&slot| d.is_worth_playing(slot, d.seen.hand()));
                if it.is_some() { Action::PlayIt } else { Action::LeaveIt }
            }
            Op::DrawTo(_) => {
                let keep = d.seen.asked_about().is_some_and(|slot| d.can_play_later(slot));
                if keep { Action::Keep } else { Action::SetAside }
            }
            Op::Gain { dest, .. } => {
                Action::Gain(d.gain(d.offered(Action::Gain(0)), dest == crate::program::Dest::Hand))
            }
            // What is put back last is drawn first, so the least wanted goes first.
            Op::ReturnShown => self.put_back(),
            Op::Choose { verb: Verb::Trash, zone, .. } => self.trash(zone),
            Op::Choose { verb: Verb::Discard, zone, .. } => self.discard(zone),
            Op::Choose { verb: Verb::Topdeck, zone, .. } => self.topdeck(zone),
            // Nobody is asked at another op.
            _ => Action::EndDiscard,
        }
    }

    fn pile(&self, zone: Zone) -> Pile {
        match zone {
            Zone::Hand => *self.decision.seen.hand(),
            Zone::Discard => *self.decision.seen.discard(),
            Zone::Shown => self.decision.seen.aside(),
        }
    }

    fn trash(&self, zone: Zone) -> Action {
        let d = self.decision;
        let offered = d.offered(Action::Trash(0));
        let least = || iter_bits(offered).min_by_key(|&slot| d.deck_value(slot));
        let upgrade = self.question.rest.iter().find_map(|op| match *op {
            Op::Gain { filter, limit: Amount::Cost(more), dest } => {
                Some((filter, more, dest == crate::program::Dest::Hand))
            }
            _ => None,
        });
        let paid = self.question.rest.iter().any(|op| matches!(op, Op::Coins(Amount::Fixed(_))));
        let wanted = match upgrade {
            Some(upgrade) => d
                .best_upgrade(offered, upgrade)
                .filter(|&(_, better)| better > 0 || self.question.forced > 0)
                .map(|(slot, _)| slot),
            None if paid => least(),
            None if self.question.forced > 0 => least(),
            None => d.junk(&self.pile(zone), offered, self.question.most),
        };
        wanted.map_or(Action::EndTrash, Action::Trash)
    }

    /// Several cards are chosen by ascending slots: the first of those that should go.
    fn discard(&self, zone: Zone) -> Action {
        let d = self.decision;
        let offered = d.offered(Action::Discard(0));
        let pile = self.pile(zone);
        let own_turn = d.seen.active() == d.seat;
        let actions = match zone {
            Zone::Hand if own_turn => d.seen.resources().0 as usize,
            Zone::Hand => 1,
            // What lies on the deck is for later.
            _ => usize::MAX,
        };
        let mut cards = d.hand_values(&pile, actions, own_turn && zone == Zone::Hand);
        if self.question.forced > 0 {
            cards.sort_by_key(|&(slot, value)| (value, std::cmp::Reverse(slot)));
            let worst = cards.iter().take(self.question.forced).map(|&(slot, _)| slot);
            let worst = worst.filter(|slot| offered >> slot & 1 == 1).min();
            return worst.or_else(|| iter_bits(offered).next()).map_or(Action::EndDiscard, Action::Discard);
        }
        // A treasure for three cards.
        let paid = self.question.rest.iter().any(|op| matches!(op, Op::Draw(Amount::Fixed(_))));
        let limit = if paid { 10 * 2 + 1 } else { d.mean_value() };
        let wanted = cards.into_iter().filter(|&(slot, value)| value < limit && offered >> slot & 1 == 1);
        wanted.map(|(slot, _)| slot).min().map_or(Action::EndDiscard, Action::Discard)
    }

    fn topdeck(&self, zone: Zone) -> Action {
        let d = self.decision;
        let offered = d.offered(Action::Topdeck(0));
        if zone == Zone::Discard {
            // From the discard pile: the best card, if it is better than what would be drawn anyway.
            let best = iter_bits(offered).max_by_key(|&slot| (d.draw_value(slot), slot));
            let best = best.filter(|&slot| d.draw_value(slot) > d.mean_value());
            return best.map_or(Action::EndTopdeck, Action::Topdeck);
        }
        if d.seen.active() != d.seat {
            return iter_bits(offered)
                .min_by_key(|&slot| d.draw_value(slot))
                .map_or(Action::EndTopdeck, Action::Topdeck);
        }
        // From the hand in one's own turn: the best card that is of no use now, or what is worth least.
        let hand = d.seen.hand();
        let now = d.hand_values(hand, d.seen.resources().0 as usize, true);
        let value =
            |slot: Slot| now.iter().filter(|(card, _)| *card == slot).map(|&(_, value)| value).min().unwrap_or(0);
        let least = iter_bits(offered).max_by_key(|&slot| d.draw_value(slot).min(60) - 2 * value(slot));
        least.map_or(Action::EndTopdeck, Action::Topdeck)
    }

    fn put_back(&self) -> Action {
        let d = self.decision;
        let least = iter_bits(d.offered(Action::Topdeck(0))).min_by_key(|&slot| d.draw_value(slot));
        least.map_or(Action::EndTopdeck, Action::Topdeck)
    }
}

impl Decision<'_> {
    fn owned(&self, slot: Slot) -> i32 {
        i32::from(self.seen.owned(self.seat)[slot as usize])
    }

    fn left(&self, slot: Slot) -> i32 {
        i32::from(self.seen.supply().count(slot))
    }

    /// All money in the deck.
    fn money(&self) -> i32 {
        iter_bits(self.rules().treasures)
            .map(|slot| self.owned(slot) * i32::from(self.rules().numbers(slot).coins))
            .sum()
    }

    /// What a card that is drawn is worth on average.
    pub fn mean_value(&self) -> i32 {
        let owned = self.seen.owned(self.seat);
        let cards: i32 = owned.iter().map(|&count| i32::from(count)).sum();
        let all = (0..).zip(owned).filter(|(_, count)| **count > 0);
        // Not every action that is drawn can be played.
        all.map(|(slot, &count)| i32::from(count) * self.draw_value(slot).min(20)).sum::<i32>() / cards.max(1)
    }

    /// What a card is worth that will be drawn: to be played then, if it can be.
    pub fn draw_value(&self, slot: Slot) -> i32 {
        let traits = self.traits(slot);
        let card = self.rules().numbers(slot);
        if traits.is_action {
            return 12 + 4 * i32::from(card.cost) + if traits.is_terminal() { 0 } else { 4 };
        }
        if card.kinds.has(Kinds::TREASURE) { 10 * i32::from(card.coins) } else { 0 }
    }

    /// What a card is worth in the deck for the rest of the game.
    pub fn deck_value(&self, slot: Slot) -> i32 {
        let provinces = self.left(PROVINCE);
        let late = provinces <= 4;
        let card = self.rules().numbers(slot);
        match slot {
            CURSE => -20,
            COPPER => 4,
            ESTATE if provinces <= 2 => 12,
            ESTATE => -5,
            DUCHY if late => 45,
            DUCHY => 8,
            PROVINCE if late => 120,
            PROVINCE => 90,
            _ if card.kinds.has(Kinds::ACTION) => 10 * i32::from(card.cost),
            _ if card.kinds.has(Kinds::TREASURE) => 10 * i32::from(card.cost) + 3,
            _ if late => 30,
            _ => 12,
        }
    }

    /// What to gain: what the menu says, otherwise what is worth most. To the hand, treasures count for this turn.
    pub fn gain(&self, offered: u64, to_hand: bool) -> Slot {
        let best = |value: &dyn Fn(Slot) -> i32| iter_bits(offered).max_by_key(|&slot| value(slot)).unwrap_or(COPPER);
        if to_hand && offered & !self.rules().treasures == 0 {
            return best(&|slot| i32::from(self.rules().numbers(slot).coins));
        }
        let on_menu = self.buyer.menu.pick(&self.seen, self.seat, offered);
        on_menu.unwrap_or_else(|| best(&|slot| self.deck_value(slot)))
    }

    /// Which of these cards to trash for a dearer one, and how much better that is.
    pub fn best_upgrade(&self, slots: u64, (filter, more, to_hand): (u64, u8, bool)) -> Option<(Slot, i32)> {
        let better = |slot: Slot| {
            let offered = self.gainable(filter, self.rules().numbers(slot).cost.saturating_add(more));
            let gained = if offered == 0 { 0 } else { self.deck_value(self.gain(offered, to_hand)) };
            (slot, gained - self.deck_value(slot))
        };
        iter_bits(slots).map(better).max_by_key(|&(_, better)| better)
    }

    /// How many cards of a slot should go, of so many in a pile and with room for so many.
    fn junk_of(&self, slot: Slot, count: usize, room: usize) -> usize {
        let wanted = match slot {
            CURSE => count,
            ESTATE if self.left(PROVINCE) > 4 => count,
            // As long as there is enough money left to buy anything.
            COPPER => count.min((self.money() - self.buyer.keep).max(0) as usize),
            _ => 0,
        };
        wanted.min(room)
    }

    /// How many cards of these slots should be trashed, of up to so many.
    pub fn count_junk(&self, pile: &Pile, slots: u64, most: usize) -> usize {
        let of = |slot: Slot, room: usize| {
            if slots >> slot & 1 == 1 { self.junk_of(slot, pile.count(slot) as usize, room) } else { 0 }
        };
        let worst = of(CURSE, most);
        let worst = worst + of(ESTATE, most - worst);
        worst + of(COPPER, most - worst)
    }

    /// The next card to be trashed, by ascending slots: Coppers only if there is room for them beside what is worse.
    pub fn junk(&self, pile: &Pile, slots: u64, most: usize) -> Option<Slot> {
        let all = self.count_junk(pile, slots, most);
        let without_copper = self.count_junk(pile, slots & !(1 << COPPER), most);
        if all > without_copper {
            return Some(COPPER);
        }
        [ESTATE, CURSE].into_iter().find(|&slot| slots >> slot & 1 == 1 && self.count_junk(pile, 1 << slot, most) > 0)
    }

    /// Whether an action that comes to the hand now can still be played.
    pub fn can_play_later(&self, slot: Slot) -> bool {
        let actions = self.seen.resources().0 as usize;
        if !self.traits(slot).is_terminal() {
            return actions > 0;
        }
        let hand = self.seen.hand();
        let waiting: usize = iter_bits(hand.mask() & self.rules().actions)
            .filter(|&slot| self.traits(slot).is_terminal())
            .map(|slot| hand.count(slot) as usize)
            .sum();
        actions > waiting
    }

    /// What each card of a hand is worth, with so many actions: terminal actions beyond them are worth nothing.
    pub fn hand_values(&self, pile: &Pile, actions: usize, now: bool) -> Vec<(Slot, i32)> {
        let more = |slot: Slot| pile.count(slot) as usize * usize::from(self.traits(slot).actions.saturating_sub(1));
        let can_act = actions > 0 || !now;
        let terminals = actions.saturating_add(if can_act { iter_bits(pile.mask()).map(more).sum() } else { 0 });
        let mut values = Vec::with_capacity(pile.len());
        let mut waiting = Vec::new();
        for (slot, count) in pile.iter() {
            let traits = self.traits(slot);
            let rest = without(pile, slot);
            for _ in 0..count {
                if !traits.is_action {
                    values.push((slot, self.draw_value(slot)));
                } else if !can_act || !self.is_worth_playing(slot, &rest) {
                    values.push((slot, 2));
                } else if traits.is_terminal() {
                    let value = if traits.times > 0 { 25 } else { self.value(slot, &rest) };
                    waiting.push((slot, value.max(11)));
                } else {
                    values.push((slot, 22 + 3 * i32::from(traits.draws) + 10 * i32::from(traits.coins)));
                }
            }
        }
        waiting.sort_by_key(|&(slot, value)| std::cmp::Reverse((value, slot)));
        waiting.iter_mut().skip(terminals).for_each(|(_, value)| *value = 2);
        values.extend(waiting);
        values
    }
}
