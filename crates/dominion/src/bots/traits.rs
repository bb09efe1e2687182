//! What a scripted player knows of a card: read off its numbers and programs, so that cards of files are played too.

use crate::cards::Kinds;
use crate::pile::Slot;
use crate::program::{Amount, Dest, Op, Range, Verb, Zone};
use crate::setup::{ABSENT, CURSE, Rules, SlotOp};

/// What a card is good for. Sums stop at 255: a card that draws more is as good.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traits {
    /// An action.
    pub is_action: bool,
    /// Actions that it gives.
    pub actions: u8,
    /// Cards that it draws.
    pub draws: u8,
    /// The hand size that it draws to; 0 for none.
    pub draws_to: u8,
    /// Money that it gives, without what is paid for a trashed card.
    pub coins: u8,
    /// Buys that it gives.
    pub buys: u8,
    /// How often it plays another card; 0 for none.
    pub times: u8,
    /// What it trashes from the hand.
    pub trash: Option<Trash>,
    /// What it lets its player choose to gain, at a fixed price.
    pub gain: Option<Gain>,
    /// The card that it gains.
    pub gains: Option<Slot>,
    /// Cards that must be discarded from hand for each empty pile.
    pub per_empty_pile: bool,
    /// It puts the right cards on top of the deck, for what is drawn later.
    pub sorts_deck: bool,
    /// It exchanges cards of the hand.
    pub exchanges: bool,
    /// A treasure has to be discarded for what it gives.
    pub costs_treasure: bool,
    /// It gives others Curses.
    pub curses: bool,
    /// What it does to others besides.
    pub harm: u8,
}

/// What is trashed from the hand.
#[derive(Clone, Copy, Debug)]
pub struct Trash {
    /// The slots.
    pub filter: u64,
    /// The most cards.
    pub most: u8,
    /// Whether it has to be.
    pub forced: bool,
    /// What is paid for it: a fixed sum of money.
    pub coins: u8,
    /// What is gained for it: from which slots, costing how much more, to the hand or not.
    pub upgrade: Option<(u64, u8, bool)>,
}

/// What can be gained.
#[derive(Clone, Copy, Debug)]
pub struct Gain {
    /// The slots.
    pub filter: u64,
    /// The price.
    pub limit: u8,
    /// Whether it comes to the hand.
    pub to_hand: bool,
}

impl Traits {
    /// Those of all cards of a game.
    pub fn of_game(rules: &Rules) -> Vec<Self> {
        rules.slots().map(|slot| Self::of(rules, slot)).collect()
    }

    fn of(rules: &Rules, slot: Slot) -> Self {
        let slotted = &rules.cards[slot as usize];
        let card = &slotted.card;
        let mut traits = Self {
            is_action: card.kinds.has(Kinds::ACTION),
            actions: card.actions,
            draws: card.cards,
            coins: card.coins,
            buys: card.buys,
            ..Self::default()
        };
        slotted.play.iter().for_each(|op| traits.add(op));
        for op in &slotted.others {
            let harm = match op {
                Op::GainCard(CURSE, _) => {
                    traits.curses = true;
                    0
                }
                Op::Choose { verb: Verb::Discard, .. } => 12,
                Op::Choose { verb: Verb::Trash, .. } => 8,
                Op::Choose { verb: Verb::Topdeck, .. } => 6,
                Op::DiscardTop => 2,
                _ => 0,
            };
            traits.harm = traits.harm.saturating_add(harm);
        }
        traits
    }

    fn add(&mut self, op: &SlotOp) {
        match *op {
            Op::Choose { zone: Zone::Hand, verb: Verb::Trash, range, filter, .. } => {
                let (most, forced) = match range {
                    Range::UpTo(n) => (n, false),
                    Range::Exactly(n) => (n, true),
                    Range::DownTo(_) | Range::PerEmptyPile => (1, true),
                };
                self.trash = Some(Trash { filter, most, forced, coins: 0, upgrade: None });
            }
            Op::Choose { verb: Verb::Topdeck, zone: Zone::Discard, .. } => self.sorts_deck = true,
            Op::Choose { zone: Zone::Hand, verb: Verb::Discard, range, .. } => match range {
                Range::PerEmptyPile => self.per_empty_pile = true,
                Range::UpTo(1) => self.costs_treasure = true,
                _ => {}
            },
            Op::Choose { .. } => {}
            Op::Draw(Amount::Fixed(n)) => self.draws = self.draws.saturating_add(n),
            Op::Draw(_) => self.exchanges = true,
            Op::Actions(n) => self.actions = self.actions.saturating_add(n),
            Op::Coins(Amount::Fixed(n)) => match &mut self.trash {
                Some(trash) => trash.coins = trash.coins.saturating_add(n),
                None => self.coins = self.coins.saturating_add(n),
            },
            Op::Gain { filter, limit, dest } => {
                let to_hand = dest == Dest::Hand;
                match (limit, &mut self.trash) {
                    (Amount::Cost(more), Some(trash)) => trash.upgrade = Some((filter, more, to_hand)),
                    (Amount::Fixed(limit), _) => self.gain = Some(Gain { filter, limit, to_hand }),
                    _ => {}
                }
            }
            Op::GainCard(slot, _) if slot != ABSENT => self.gains = Some(slot),
            Op::PlayTimes(n) => self.times = n,
            Op::DrawTo(n) => self.draws_to = n,
            Op::Show(..) => self.sorts_deck = true,
            _ => {}
        }
    }

    /// Whether it takes the last action away.
    pub fn is_terminal(&self) -> bool {
        self.is_action && self.actions == 0
    }
}
