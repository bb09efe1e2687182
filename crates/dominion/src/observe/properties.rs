//! Channels 150-199: what each card of the game is and does, derived from its program. They never change in a game.

use crate::cards::Kinds;
use crate::program::{Amount, Dest, Op, Range, Verb, Zone};
use crate::setup::{SlotOp, Slotted};

/// How many channels there are.
pub(super) const CHANNELS: usize = 50;

/// The numbers of one card, by channel from 150 on. Only cards from outside can be beyond the limits.
pub(super) fn of(slotted: &Slotted) -> [f32; CHANNELS] {
    unlimited(slotted).map(|value| value.clamp(-1.0, 1.0))
}

/// The actions that a card gives and the cards that it draws, at once or in its program.
pub(super) fn gives(slotted: &Slotted) -> [i16; 2] {
    let given = |op: &SlotOp| match *op {
        Op::Actions(n) => [i16::from(n), 0],
        Op::Draw(Amount::Fixed(n)) => [0, i16::from(n)],
        _ => [0, 0],
    };
    let at_once = [i16::from(slotted.card.actions), i16::from(slotted.card.cards)];
    slotted.play.iter().map(given).fold(at_once, |sum, more| [sum[0] + more[0], sum[1] + more[1]])
}

fn unlimited(slotted: &Slotted) -> [f32; CHANNELS] {
    let card = &slotted.card;
    let is = |kind: Kinds| f32::from(card.kinds.has(kind));
    let own = Does::read(&slotted.play);
    let others = Does::read(&slotted.others);
    let treasure = card.kinds.has(Kinds::TREASURE);
    let reacts = card.kinds.has(Kinds::REACTION);
    let [actions, draws] = gives(slotted).map(f32::from);
    let flag = |yes: bool| if yes { 1.0 } else { 0.0 };
    let coins = f32::from(card.coins);
    [
        f32::from(card.cost) / 10.0,
        is(Kinds::TREASURE),
        is(Kinds::ACTION),
        is(Kinds::VICTORY),
        is(Kinds::CURSE),
        is(Kinds::ATTACK),
        is(Kinds::REACTION),
        0.0, // durations: none yet
        actions / 5.0,
        draws / 5.0,
        f32::from(card.buys) / 5.0,
        if treasure { coins / 5.0 } else { 0.0 },
        f32::from(card.points) / 10.0,
        if treasure { 0.0 } else { (coins + own.coins) / 5.0 },
        0.0, // potions: none yet
        0.0, // debt: none yet
        flag(!slotted.play.is_empty() || card.points_per_cards > 0 || reacts),
        flag(own.discards),
        flag(own.trash_most > 0.0),
        flag(own.gains || own.gains_named),
        flag(card.kinds.has(Kinds::ATTACK) && !slotted.others.is_empty()),
        is(Kinds::REACTION),
        flag(own.plays > 0.0),
        flag(own.conditional || others.conditional || reacts),
        flag(own.draws_chosen),
        own.draws_to / 10.0,
        own.looks / 5.0,
        own.trash_most / 5.0,
        flag(own.trash_forced),
        flag(own.trash_most > 0.0 && (own.coins > 0.0 || own.coins_by_cost)),
        flag(own.trash_most > 0.0 && own.gain_by_cost),
        flag(own.trash_shown),
        own.gain_limit / 12.0,
        flag(own.gain_to_hand),
        flag(own.gain_to_deck),
        flag(own.gains_named),
        flag(others.gains_named),
        flag(others.discards),
        flag(others.trash_most > 0.0),
        flag(others.topdecks_hand),
        flag(others.draws > 0.0),
        flag(others.looks > 0.0),
        flag(own.topdecks_discard),
        flag(own.topdecks_hand),
        flag(own.plays_discarded),
        own.plays / 5.0,
        flag(own.per_empty_pile || others.per_empty_pile),
        own.silver_bonus / 5.0,
        if card.points_per_cards > 0 { 1.0 / f32::from(card.points_per_cards) } else { 0.0 },
        flag(card.kinds.has(Kinds::ACTION) && actions == 0.0),
    ]
}

/// What a program does.
#[derive(Default)]
struct Does {
    draws: f32,
    coins: f32,
    coins_by_cost: bool,
    discards: bool,
    draws_chosen: bool,
    draws_to: f32,
    looks: f32,
    trash_most: f32,
    trash_forced: bool,
    trash_shown: bool,
    gains: bool,
    gain_limit: f32,
    gain_by_cost: bool,
    gain_to_hand: bool,
    gain_to_deck: bool,
    gains_named: bool,
    topdecks_discard: bool,
    topdecks_hand: bool,
    plays_discarded: bool,
    plays: f32,
    per_empty_pile: bool,
    silver_bonus: f32,
    conditional: bool,
}

impl Does {
    fn read(program: &[SlotOp]) -> Self {
        let mut does = Self::default();
        for op in program {
            does.add(*op);
        }
        does
    }

    fn add(&mut self, op: SlotOp) {
        match op {
            Op::Choose { zone, verb, range, or_reveal, .. } => self.choose(zone, verb, range, or_reveal),
            Op::Draw(Amount::Fixed(n)) => self.draws += f32::from(n),
            Op::Draw(_) => self.draws_chosen = true,
            Op::Coins(Amount::Fixed(n)) => self.coins += f32::from(n),
            Op::Coins(_) => self.coins_by_cost = true,
            Op::Gain { limit, dest, .. } => {
                match limit {
                    Amount::Fixed(n) => self.gain_limit = self.gain_limit.max(f32::from(n)),
                    Amount::Cost(more) => {
                        // The dearest card of the base set and this much more.
                        self.gain_limit = self.gain_limit.max(8.0 + f32::from(more));
                        self.gain_by_cost = true;
                    }
                    Amount::Chosen => {}
                }
                self.gains = true;
                self.gain_to(dest);
            }
            Op::GainCard(_, dest) => {
                self.gains_named = true;
                self.gain_to(dest);
            }
            // See `gives`.
            Op::Actions(_) | Op::Others => {}
            Op::StopUnlessChosen => self.conditional = true,
            Op::PlayTimes(n) => self.plays = self.plays.max(f32::from(n)),
            Op::DiscardTop => self.discards = true,
            Op::MayPlayIt => (self.plays_discarded, self.conditional) = (true, true),
            // What is set aside on the way is discarded.
            Op::DrawTo(n) => (self.draws_to, self.discards) = (f32::from(n), true),
            Op::Show(n, _) => self.looks += f32::from(n),
            Op::DiscardShown => self.discards = true,
            Op::ReturnShown => {}
            Op::SilverBonus(n) => (self.silver_bonus, self.conditional) = (self.silver_bonus + f32::from(n), true),
        }
    }

    fn choose(&mut self, zone: Zone, verb: Verb, range: Range, or_reveal: bool) {
        self.per_empty_pile |= range == Range::PerEmptyPile;
        self.conditional |= or_reveal || range == Range::PerEmptyPile;
        match verb {
            Verb::Discard => self.discards = true,
            Verb::Trash => {
                let most = match range {
                    Range::UpTo(n) | Range::Exactly(n) => f32::from(n),
                    Range::DownTo(_) | Range::PerEmptyPile => 5.0,
                };
                // Any number of cards that were looked at is not more than were looked at.
                let most = if zone == Zone::Shown { most.min(self.looks) } else { most };
                self.trash_most = self.trash_most.max(most);
                self.trash_forced |= !matches!(range, Range::UpTo(_));
                self.trash_shown |= zone == Zone::Shown;
            }
            Verb::Topdeck => match zone {
                Zone::Discard => self.topdecks_discard = true,
                Zone::Hand => self.topdecks_hand = true,
                Zone::Shown => {}
            },
        }
    }

    fn gain_to(&mut self, dest: Dest) {
        match dest {
            Dest::Discard => {}
            Dest::Hand => self.gain_to_hand = true,
            Dest::Deck => self.gain_to_deck = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::known_cards;
    use crate::{Dominion, Options};
    use hoyle_core::Game as _;

    #[test]
    fn no_card_that_is_built_in_is_beyond_the_limits() {
        let cards = known_cards("further", &hoyle_core::FileAccess::BuiltInOnly).unwrap();
        let kingdom: Vec<&str> = cards[crate::kingdom::BASIC..].iter().map(|card| card.name.as_str()).collect();
        for ten in kingdom.chunks(10) {
            // The last ones are filled up with the first.
            let ten: Vec<&str> = ten.iter().chain(&kingdom[..10 - ten.len()]).copied().collect();
            let options = Options { kingdom: ten.join("+"), cards: "further".to_owned(), ..Options::default() };
            for slotted in Dominion::new(options).unwrap().rules().cards {
                let beyond = unlimited(slotted).iter().position(|value| !(-1.0..=1.0).contains(value));
                assert_eq!(beyond, None, "{}: channel 150 + this", slotted.card.name);
            }
        }
    }
}
