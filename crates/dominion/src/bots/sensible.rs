//! Sensible play of every action card, for players that say only what they buy.

use super::menu::Menu;
use crate::action::Action;
use crate::cards::Kinds;
use crate::pile::{Pile, Slot, bits};
use crate::setup::{COPPER, CURSE, ESTATE, GOLD, PROVINCE, SILVER};
use crate::state::{DominionState, Phase};
use crate::{Seen, setup::Rules};
use hoyle_core::{ActionId, ActionSet, Player, Rng, Seat, View};

/// A player with a menu.
#[derive(Clone, Debug)]
pub struct Buyer {
    /// What it buys.
    pub menu: Menu,
}

impl Player<DominionState> for Buyer {
    fn choose(&mut self, view: View<'_, DominionState>, _: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        let decision = Decision { seen: view.seen(), seat: view.seat(), menu: &self.menu, legal: &legal };
        let wish = decision.wish().id();
        if legal.contains(wish) { wish } else { legal.first().unwrap_or(wish) }
    }
}

/// A decision to be made.
struct Decision<'a> {
    seen: Seen<'a>,
    seat: Seat,
    menu: &'a Menu,
    legal: &'a ActionSet,
}

impl Decision<'_> {
    /// The slots of the legal actions of one kind, given its first id.
    fn offered(&self, first: Action) -> u64 {
        let first = first.id().0;
        (0..crate::pile::SLOTS as u16)
            .filter(|&slot| self.legal.contains(ActionId(first + slot)))
            .fold(0, |set, slot| set | 1 << slot)
    }

    fn rules(&self) -> &'static Rules {
        self.seen.rules()
    }

    fn can(&self, action: Action) -> bool {
        self.legal.contains(action.id())
    }

    fn wish(&self) -> Action {
        if self.seen.asked_by().is_none() {
            return if self.seen.phase() == Phase::Action { self.action_phase() } else { self.buy_phase() };
        }
        if self.can(Action::React) {
            return Action::React;
        }
        if self.can(Action::PlayIt) {
            return Action::PlayIt;
        }
        if self.can(Action::Keep) {
            // Another action is only worth a place in the hand if it can still be played.
            return if self.seen.resources().0 > 0 { Action::Keep } else { Action::SetAside };
        }
        if self.can(Action::DeclinePlay) {
            let best = bits(self.offered(Action::Play(0))).max_by_key(|&slot| self.doubled_value(slot));
            return best.map_or(Action::DeclinePlay, Action::Play);
        }
        let gains = self.offered(Action::Gain(0));
        if gains != 0 {
            return Action::Gain(self.gain(gains));
        }
        let shown = self.seen.aside();
        let pile = if shown.is_empty() { *self.seen.hand() } else { shown };
        let trash = self.offered(Action::Trash(0));
        if trash != 0 || self.can(Action::EndTrash) {
            return self.trash(&pile, trash);
        }
        let discard = self.offered(Action::Discard(0));
        if discard != 0 || self.can(Action::EndDiscard) {
            return self.discard(&pile, discard);
        }
        self.topdeck(self.offered(Action::Topdeck(0)))
    }

    fn action_phase(&self) -> Action {
        let playable = self.offered(Action::Play(0));
        let (actions, ..) = self.seen.resources();
        let best = bits(playable).max_by_key(|&slot| {
            let card = self.rules().card(slot);
            // What gives its action back comes first, then villages if there is more to play, then the dearest terminal.
            let free = card.actions >= 1;
            (free, if free { card.cards } else { 0 }, self.terminal_value(slot), actions)
        });
        best.filter(|&slot| self.worth_playing(slot)).map_or(Action::EndActions, Action::Play)
    }

    /// Whether playing the card does any good now.
    fn worth_playing(&self, slot: Slot) -> bool {
        let hand = self.seen.hand();
        let others = hand.len() - 1;
        match self.rules().card(slot).name.as_str() {
            "Chapel" => !bits(hand.mask()).all(|s| !self.is_junk(s)),
            "Remodel" | "Mine" | "Salvager" | "Expand" | "Altar" => others > 0,
            "Moneylender" => hand.count(COPPER) > 0,
            _ => true,
        }
    }

    /// How much a terminal action is wanted among others.
    fn terminal_value(&self, slot: Slot) -> u32 {
        let card = self.rules().card(slot);
        let attack = if card.kinds.has(Kinds::ATTACK) { 4 } else { 0 };
        u32::from(card.cost) * 8 + u32::from(card.cards) * 4 + attack
    }

    /// How much it is worth to play a card twice.
    fn doubled_value(&self, slot: Slot) -> u32 {
        let card = self.rules().card(slot);
        self.terminal_value(slot) + u32::from(card.actions) * 6
    }

    fn buy_phase(&self) -> Action {
        if self.can(Action::PlayTreasures) {
            return Action::PlayTreasures;
        }
        let offered = self.offered(Action::Buy(0));
        self.menu.pick(&self.seen, self.seat, offered).map_or(Action::EndBuy, Action::Buy)
    }

    /// What to gain: what the menu says, otherwise the dearest useful card.
    fn gain(&self, offered: u64) -> Slot {
        let from_menu = self.menu.pick(&self.seen, self.seat, offered);
        from_menu.unwrap_or_else(|| {
            let value = |slot: Slot| {
                let card = self.rules().card(slot);
                let useful = !matches!(slot, COPPER | CURSE | ESTATE);
                let points = card.kinds.has(Kinds::VICTORY) && self.seen.supply().count(PROVINCE) > 5;
                (useful && !points, card.cost, card.kinds.has(Kinds::TREASURE))
            };
            bits(offered).max_by_key(|&slot| value(slot)).unwrap_or(COPPER)
        })
    }

    fn is_junk(&self, slot: Slot) -> bool {
        let early = self.seen.supply().count(PROVINCE) > 4;
        match slot {
            CURSE => true,
            ESTATE => early,
            // Coppers go once there is other money.
            COPPER => {
                let owned = self.seen.owned(self.seat);
                early && owned[SILVER as usize] + owned[GOLD as usize] >= 2 && owned[COPPER as usize] > 2
            }
            _ => false,
        }
    }

    fn trash(&self, pile: &Pile, offered: u64) -> Action {
        let forced = !self.can(Action::EndTrash);
        if let Some(slot) = bits(offered).find(|&slot| self.is_junk(slot)) {
            return Action::Trash(slot);
        }
        let may_mine = offered & self.rules().treasures == offered && offered != 0;
        if may_mine && self.seen.aside().is_empty() {
            // Treasures only: a Mine or a Moneylender, or a Bandit's victim. The cheapest that something better is for.
            let owner_gains = self.seen.asked_by().map(|slot| self.rules().card(slot).name.as_str());
            let best = match owner_gains {
                Some("Mine") => [SILVER, COPPER].into_iter().find(|&slot| offered >> slot & 1 == 1),
                _ => bits(offered).min_by_key(|&slot| self.rules().card(slot).cost),
            };
            return best.map_or(Action::EndTrash, Action::Trash);
        }
        if !forced {
            return Action::EndTrash;
        }
        let least = bits(offered).min_by_key(|&slot| (self.keep_value(slot), pile.count(slot)));
        least.map_or(Action::EndTrash, Action::Trash)
    }

    /// How much a card is wanted in hand.
    fn keep_value(&self, slot: Slot) -> u32 {
        let card = self.rules().card(slot);
        if slot == CURSE {
            return 0;
        }
        if card.kinds.has(Kinds::ACTION) {
            return 30 + u32::from(card.cost);
        }
        if card.kinds.has(Kinds::TREASURE) {
            return 10 + 10 * u32::from(card.coins);
        }
        1
    }

    /// The worst cards of what is forced, in ascending order; of what is free, all that are worth nothing in hand.
    fn discard(&self, pile: &Pile, offered: u64) -> Action {
        let forced = !self.can(Action::EndDiscard);
        if !forced {
            let worthless = bits(offered).find(|&slot| self.keep_value(slot) <= 1);
            return worthless.map_or(Action::EndDiscard, Action::Discard);
        }
        let wanted = self.forced_discards(pile);
        let mut cards: Vec<Slot> =
            pile.iter().flat_map(|(slot, count)| std::iter::repeat_n(slot, count as usize)).collect();
        cards.sort_by_key(|&slot| self.discard_order(slot, pile));
        let worst = cards.into_iter().take(wanted).filter(|&slot| offered >> slot & 1 == 1).min();
        worst.or_else(|| bits(offered).next()).map_or(Action::EndDiscard, Action::Discard)
    }

    /// Terminal actions beyond the first are worth less than money.
    fn discard_order(&self, slot: Slot, pile: &Pile) -> u32 {
        let card = self.rules().card(slot);
        let terminal = card.kinds.has(Kinds::ACTION) && card.actions == 0;
        if terminal && pile.count(slot) > 1 { 5 } else { self.keep_value(slot) }
    }

    /// How many cards still have to go: with fewer left to choose from, the offer shrinks, so the number follows from it.
    fn forced_discards(&self, pile: &Pile) -> usize {
        let card = self.seen.asked_by().map(|slot| self.rules().card(slot).name.as_str());
        match card {
            Some("Militia") => pile.len().saturating_sub(3),
            Some("Warehouse") => 3,
            Some("Poacher") => (self.rules().supply.mask() & !self.seen.supply().mask()).count_ones() as usize,
            _ => 1,
        }
        .max(1)
    }

    fn topdeck(&self, offered: u64) -> Action {
        if self.can(Action::EndTopdeck) {
            // From the discard pile: the best card, if it is any good.
            let best = bits(offered).max_by_key(|&slot| (self.keep_value(slot), self.rules().card(slot).cost));
            return best.filter(|&slot| self.keep_value(slot) > 20).map_or(Action::EndTopdeck, Action::Topdeck);
        }
        // What is put back last is drawn first, so the least wanted goes first.
        let least = bits(offered).min_by_key(|&slot| self.keep_value(slot));
        least.map_or(Action::EndTopdeck, Action::Topdeck)
    }
}
