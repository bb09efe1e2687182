//! Channels 150-199: what each card of the game is and does, derived from its program. They never change in a game.

use super::map::{Row, Section, cards, reserved, signed_cards};
use super::opponents;
use crate::cards::{Card, Kinds};
use crate::program::{Amount, Dest, Op, Range, Verb, Zone};
use crate::setup::{SlotOp, Slotted};

pub(super) const SECTION: Section = Section::new("properties", opponents::SECTION.end(), &ROWS);

/// How many channels there are.
pub(super) const CHANNELS: usize = PROPERTIES.len();

/// A row of cards that is the same in every observation of a game.
struct Property {
    row: Row,
    /// What stands in a card's column.
    read: fn(&Facts) -> f32,
}

const fn property(name: &'static str, meaning: &'static str, read: fn(&Facts) -> f32) -> Property {
    Property { row: cards(name, meaning), read }
}

const fn signed(name: &'static str, meaning: &'static str, read: fn(&Facts) -> f32) -> Property {
    Property { row: signed_cards(name, meaning), read }
}

const fn unused(name: &'static str) -> Property {
    Property { row: reserved(name, 1), read: |_| 0.0 }
}

const PROPERTIES: [Property; 50] = [
    property("cost", "cost / 10", |it| f32::from(it.card.cost) / 10.0),
    property("is_treasure", "a treasure", |it| it.is(Kinds::TREASURE)),
    property("is_action", "an action", |it| it.is(Kinds::ACTION)),
    property("is_victory", "a victory card", |it| it.is(Kinds::VICTORY)),
    property("is_curse", "a Curse", |it| it.is(Kinds::CURSE)),
    property("is_attack", "an attack", |it| it.is(Kinds::ATTACK)),
    property("is_reaction", "a reaction", |it| it.is(Kinds::REACTION)),
    unused("is_duration"),
    property("gives_actions", "actions that it gives, also under a condition / 5", |it| it.actions / 5.0),
    property("gives_cards", "cards that it draws, also under a condition / 5", |it| it.draws / 5.0),
    property("gives_buys", "buys that it gives / 5", |it| f32::from(it.card.buys) / 5.0),
    property("treasure_value", "its value as a treasure / 5", |it| {
        if it.has(Kinds::TREASURE) { f32::from(it.card.coins) / 5.0 } else { 0.0 }
    }),
    signed("gives_points", "points / 10", |it| f32::from(it.card.points) / 10.0),
    property("gives_coins", "money that it gives as an action, also under a condition / 5", |it| {
        if it.has(Kinds::TREASURE) { 0.0 } else { (f32::from(it.card.coins) + it.own.coins) / 5.0 }
    }),
    unused("potion_cost"),
    unused("debt_cost"),
    property("has_effect", "does more than what it gives, a reaction included", |it| {
        flag(it.own.exists || it.card.points_per_cards > 0 || it.has(Kinds::REACTION))
    }),
    property("can_discard", "its player discards, or sets aside and discards then", |it| flag(it.own.discards)),
    property("can_trash", "its player trashes", |it| flag(it.own.trash_most > 0.0)),
    property("can_gain", "its player gains cards", |it| flag(it.own.gains || it.own.gains_named)),
    property("hurts", "does something to others as an attack", |it| flag(it.has(Kinds::ATTACK) && it.others.exists)),
    property("defends", "answers an attack", |it| it.is(Kinds::REACTION)),
    property("multiplies", "plays another card several times", |it| flag(it.own.plays > 0.0)),
    property(
        "is_conditional",
        "part of it only happens under a condition: a reaction, or for empty piles, included",
        |it| flag(it.own.conditional || it.others.conditional || it.has(Kinds::REACTION)),
    ),
    property("draws_chosen", "draws as many as were chosen", |it| flag(it.own.draws_chosen)),
    property("draws_to", "draws up to a hand of this size / 10", |it| it.own.draws_to / 10.0),
    property("looks", "cards of the deck looked at or revealed / 5", |it| it.own.looks / 5.0),
    property("trash_most", "the most cards that are trashed at once / 5", |it| it.own.trash_most / 5.0),
    property("trash_forced", "trashing is not a choice", |it| flag(it.own.trash_forced)),
    property("trash_pays", "a trashed card is paid for in money", |it| {
        flag(it.own.trash_most > 0.0 && (it.own.coins > 0.0 || it.own.coins_by_cost))
    }),
    property("trash_upgrades", "a trashed card is replaced by a dearer one", |it| {
        flag(it.own.trash_most > 0.0 && it.own.gain_by_cost)
    }),
    property("trash_from_deck", "trashes cards that were looked at", |it| flag(it.own.trash_shown)),
    property("gain_limit", "the highest cost of a card that is gained by choice / 12", |it| it.own.gain_limit / 12.0),
    property("gain_to_hand", "a gained card goes to the hand", |it| flag(it.own.gain_to_hand)),
    property("gain_to_deck", "a gained card goes onto the deck", |it| flag(it.own.gain_to_deck)),
    property("gain_fixed", "gains a card that it names", |it| flag(it.own.gains_named)),
    property("others_gain", "others gain a card that it names", |it| flag(it.others.gains_named)),
    property("others_discard", "others discard", |it| flag(it.others.discards)),
    property("others_trash", "others lose cards", |it| flag(it.others.trash_most > 0.0)),
    property("others_topdeck", "others put cards on their deck", |it| flag(it.others.topdecks_hand)),
    property("others_draw", "others draw", |it| flag(it.others.draws > 0.0)),
    property("others_reveal", "others show cards of their deck", |it| flag(it.others.looks > 0.0)),
    property("topdeck_from_discard", "puts a card of the discard pile on the deck", |it| flag(it.own.topdecks_discard)),
    property("topdeck_from_hand", "puts a card of the hand on the deck", |it| flag(it.own.topdecks_hand)),
    property("plays_from_deck", "may play a card from the top of the deck", |it| flag(it.own.plays_discarded)),
    property("plays_from_hand", "how often it plays another card from the hand / 5", |it| it.own.plays / 5.0),
    property("counts_empty_piles", "depends on the empty piles", |it| {
        flag(it.own.per_empty_pile || it.others.per_empty_pile)
    }),
    property("wants_silver", "makes a Silver worth more / 5", |it| it.own.silver_bonus / 5.0),
    property("points_per_card", "points per card owned: 1 / the cards needed for one", |it| {
        if it.card.points_per_cards > 0 { 1.0 / f32::from(it.card.points_per_cards) } else { 0.0 }
    }),
    property("is_terminal", "an action that gives no action", |it| flag(it.has(Kinds::ACTION) && it.actions == 0.0)),
];

const ROWS: [Row; CHANNELS] = {
    let mut rows = [PROPERTIES[0].row; CHANNELS];
    let mut channel = 0;
    while channel < CHANNELS {
        rows[channel] = PROPERTIES[channel].row;
        channel += 1;
    }
    rows
};

/// What properties are read from.
struct Facts<'a> {
    card: &'a Card,
    own: Does,
    others: Does,
    actions: f32,
    draws: f32,
}

impl<'a> Facts<'a> {
    fn of(slotted: &'a Slotted) -> Self {
        let [actions, draws] = gives(slotted).map(f32::from);
        let (own, others) = (Does::read(&slotted.play), Does::read(&slotted.others));
        Self { card: slotted.card, own, others, actions, draws }
    }

    fn has(&self, kind: Kinds) -> bool {
        self.card.kinds.has(kind)
    }

    fn is(&self, kind: Kinds) -> f32 {
        flag(self.has(kind))
    }
}

fn flag(yes: bool) -> f32 {
    f32::from(yes)
}

/// The numbers of one card, by channel of the section. Only cards from outside can be beyond the limits.
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
    let facts = Facts::of(slotted);
    std::array::from_fn(|channel| (PROPERTIES[channel].read)(&facts))
}

/// What a program does.
#[derive(Default)]
struct Does {
    /// Whether there is one.
    exists: bool,
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
        let mut does = Self { exists: !program.is_empty(), ..Self::default() };
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
                assert_eq!(beyond, None, "{}: this channel of the section", slotted.card.name);
            }
        }
    }
}
