//! A position: plain data of fixed size, without a pointer but the one to its rules.

use crate::history::History;
use crate::pile::{Pile, SLOTS, Slot, bits};
use crate::setup::Rules;
use crate::stack::Stack;
use hoyle_core::{Interned, MAX_SEATS, Seat, Turn};
use serde::{Deserialize, Serialize};

/// How many cards on top of a deck can be known in their order.
pub const MAX_TOP: usize = 32;
/// How deep effects can be nested.
pub const MAX_FRAMES: usize = 28;

/// What part of a turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The first hands are being dealt.
    Deal,
    /// Action cards are played.
    Action,
    /// Treasures are played and cards bought.
    Buy,
    /// The next hand is drawn.
    Cleanup,
}

/// A card on top of a deck whose place is known to somebody: one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed(u8);

impl Placed {
    const OPEN: u8 = 0x40;
    const FROM_HAND: u8 = 0x80;

    /// A card of this slot. `open`: everybody knows it, otherwise only its owner does. `from_hand`: it came from the
    /// owner's hand unseen, so that a card known to be in the hand may be this one.
    pub fn new(slot: Slot, open: bool, from_hand: bool) -> Self {
        Self(slot | if open { Self::OPEN } else { 0 } | if from_hand { Self::FROM_HAND } else { 0 })
    }

    /// The card.
    #[inline]
    pub fn slot(self) -> Slot {
        self.0 & 0x3f
    }

    /// Whether everybody knows it.
    #[inline]
    pub fn open(self) -> bool {
        self.0 & Self::OPEN != 0
    }

    /// Whether it came from the owner's hand unseen.
    #[inline]
    pub fn is_unseen(self) -> bool {
        self.0 & Self::FROM_HAND != 0
    }

    /// Another card in the same place.
    #[inline]
    pub fn with_slot(self, slot: Slot) -> Self {
        Self(self.0 & !0x3f | slot)
    }
}

/// What belongs to one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zones {
    /// The hand.
    pub hand: Pile,
    /// The part of the deck whose order nobody knows: any order is as likely as any other.
    pub deck: Pile,
    /// What lies on that part in a known order, the top last.
    pub top: Stack<Placed, MAX_TOP>,
    /// The discard pile.
    pub discard: Pile,
    /// What everybody knows to be in the hand (or among the `from_hand` cards of `top`, or looked at): gained to it,
    /// revealed, or drawn from an open place. Changes only by what everybody sees.
    pub known: [u8; SLOTS],
    /// All cards that the player owns, wherever they are. Follows from the rest; kept because everybody asks for it.
    pub owned: [u8; SLOTS],
    /// Turns that were finished.
    pub turns: u8,
}

/// What a frame does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Draws `x` cards for `seat`, to where `y` says (see [`crate::rules::To`]).
    Draw,
    /// Asks the players after `seat`'s owner, one after the other, whether they react; `z` has those who did.
    React,
    /// Runs a card's first program.
    Play,
    /// Runs a card's second program for `seat`; `w` is who played the card.
    Other,
    /// Plays `card` again, `x` more times.
    Again,
    /// Plays simple actions until there are none.
    Macro,
}

/// A step of an effect under way: plain data, so that cloning and saving a position are trivial.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// What it does.
    pub task: Task,
    /// The card whose effect it is.
    pub card: Slot,
    /// The next op of the program.
    pub pc: u8,
    /// Who acts.
    pub seat: u8,
    /// How many cards were chosen, or another number of the task.
    pub x: u8,
    /// The card that was chosen last, plus 1; 0 for none.
    pub y: u8,
    /// Players who are not affected, one bit each.
    pub z: u8,
    /// Who played the card.
    pub w: u8,
}

/// A position of Dominion.
#[derive(Clone, PartialEq, Debug)]
pub struct DominionState {
    pub(crate) rules: Interned<Rules>,
    pub(crate) zones: [Zones; MAX_SEATS],
    pub(crate) supply: Pile,
    pub(crate) trash: [u8; SLOTS],
    /// What the active player has played this turn.
    pub(crate) in_play: Pile,
    /// What is looked at, revealed or set aside; it belongs to the seat of the frame that runs.
    pub(crate) aside: Pile,
    pub(crate) stack: Stack<Frame, MAX_FRAMES>,
    /// For each seat, a hash of everything that it has seen happen: what makes the information text one of perfect
    /// recall without keeping a history.
    pub(crate) recall: [u64; MAX_SEATS],
    /// What happened lately, as everybody saw it.
    pub(crate) history: History,
    /// Whose turn it is.
    pub(crate) player: u8,
    pub(crate) phase: Phase,
    pub(crate) actions: u8,
    pub(crate) buys: u8,
    pub(crate) coins: u8,
    /// What the first Silver of this turn will give in addition.
    pub(crate) silver_bonus: u8,
    pub(crate) silver_played: bool,
    /// Whether a card was bought this turn: no treasure can be played after that.
    pub(crate) bought: bool,
    /// Whether the action phase ended although an action could have been played.
    pub(crate) ended_early: bool,
    pub(crate) over: bool,
}

impl Zones {
    pub(crate) const EMPTY: Self = Self {
        hand: Pile::EMPTY,
        deck: Pile::EMPTY,
        top: Stack::new(Placed(0)),
        discard: Pile::EMPTY,
        known: [0; SLOTS],
        owned: [0; SLOTS],
        turns: 0,
    };

    /// How many cards the deck has.
    #[inline]
    pub fn deck_len(&self) -> usize {
        self.deck.len() + self.top.len()
    }

    /// A card leaves the hand in the open.
    #[inline]
    pub(crate) fn leave_hand(&mut self, slot: Slot) {
        self.hand.remove(slot);
        self.known[slot as usize] = self.known[slot as usize].saturating_sub(1);
    }

    /// A card that everybody saw comes to the hand.
    #[inline]
    pub(crate) fn join_hand_openly(&mut self, slot: Slot) {
        self.hand.add(slot);
        self.known[slot as usize] += 1;
    }

    /// Everybody has seen the hand.
    pub(crate) fn reveal_hand(&mut self) {
        self.known = [0; SLOTS];
        for (slot, count) in self.hand.iter() {
            self.known[slot as usize] = count;
        }
    }

    /// Puts a card onto the deck.
    pub(crate) fn place(&mut self, slot: Slot, open: bool, from_hand: bool) {
        if self.top.is_full() {
            // Never seen in play: the lowest known place is forgotten, and its card is one of the unknown ones.
            if let Some(lowest) = self.top.remove_lowest() {
                self.deck.add(lowest.slot());
            }
        }
        self.top.push(Placed::new(slot, open, from_hand));
    }
}

impl DominionState {
    /// The rules that it is played by.
    #[inline]
    pub fn rules(&self) -> &'static Rules {
        self.rules.get()
    }

    /// How many play.
    #[inline]
    pub(crate) fn players(&self) -> u8 {
        self.rules().players()
    }

    /// What belongs to a player.
    #[inline]
    pub(crate) fn of(&self, seat: u8) -> &Zones {
        &self.zones[seat as usize]
    }

    /// What belongs to a player, to be changed.
    #[inline]
    pub(crate) fn of_mut(&mut self, seat: u8) -> &mut Zones {
        &mut self.zones[seat as usize]
    }

    /// Who acts next. Between actions a `Draw` frame is only ever on top if chance has to decide.
    #[inline]
    pub(crate) fn whose_turn(&self) -> Turn {
        if self.over {
            return Turn::Over;
        }
        match self.stack.last() {
            None => Turn::Seat(Seat(self.player)),
            Some(frame) if frame.task == Task::Draw => Turn::Chance,
            Some(frame) => Turn::Seat(Seat(frame.seat)),
        }
    }

    /// Who owns the cards that are looked at or set aside, if there are any.
    pub(crate) fn aside_owner(&self) -> Option<u8> {
        (!self.aside.is_empty()).then(|| {
            let running = self.stack.iter().rev().find(|frame| matches!(frame.task, Task::Play | Task::Other));
            running.map_or(self.player, |frame| frame.seat)
        })
    }

    /// How many supply piles are empty.
    #[inline]
    pub(crate) fn empty_piles(&self) -> u32 {
        (self.rules().supply.mask() & !self.supply.mask()).count_ones()
    }

    /// All cards that a player owns, wherever they are.
    pub(crate) fn owned(&self, seat: u8) -> impl Iterator<Item = (Slot, u8)> + use<> {
        (0..).zip(self.of(seat).owned).filter(|&(_, count)| count > 0)
    }

    /// The same, counted where they are.
    pub(crate) fn count_owned(&self, seat: u8) -> [u8; SLOTS] {
        let zones = self.of(seat);
        let mut all = zones.hand;
        for mut pile in [zones.deck, zones.discard] {
            all.absorb(&mut pile);
        }
        zones.top.iter().for_each(|placed| all.add(placed.slot()));
        if seat == self.player {
            all.absorb(&mut self.in_play.clone());
        }
        if self.aside_owner() == Some(seat) {
            all.absorb(&mut self.aside.clone());
        }
        std::array::from_fn(|slot| all.count(slot as Slot))
    }

    /// A player's points as of now.
    pub(crate) fn points(&self, seat: u8) -> i32 {
        let owned = &self.of(seat).owned;
        let cards: i32 = owned.iter().map(|&count| i32::from(count)).sum();
        let worth = |slot: Slot| {
            let card = self.rules().card(slot);
            let per = i32::from(card.points_per_cards);
            i32::from(card.points) + if per > 0 { cards / per } else { 0 }
        };
        bits(self.rules().worth).map(|slot| i32::from(owned[slot as usize]) * worth(slot)).sum()
    }
}
