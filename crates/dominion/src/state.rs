//! A position: plain data of fixed size, without a pointer but the one to its rules.

use crate::history::History;
use crate::pile::{Pile, SLOTS, Slot, bits};
use crate::setup::{MOST_CARDS, Rules};
use crate::stack::Stack;
use hoyle_core::{Interned, MAX_SEATS, Seat, Turn};
use serde::{Deserialize, Serialize};

/// How many effects can be under way at once.
pub const MAX_FRAMES: usize = 28;
/// The most effects that a card adds between being played by an effect and the next question. Where fewer places are free,
/// no effect plays a further card: see [`DominionState::has_room`].
pub const ROOM: usize = 6;
/// How many questions about a hand are remembered.
pub const MAX_HINTS: usize = 2;

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

/// What everybody knows of a hand because its owner was asked: at least so many cards of these slots are in it. One word;
/// zero for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hint(u64);

impl Hint {
    const COUNT: u32 = 56;
    const SLOTS: u64 = (1 << SLOTS) - 1;

    /// At least `least` cards of `slots`.
    pub fn new(slots: u64, least: u8) -> Self {
        if least == 0 { Self(0) } else { Self(slots & Self::SLOTS | u64::from(least) << Self::COUNT) }
    }

    /// How many cards.
    #[inline]
    pub fn least(self) -> u8 {
        (self.0 >> Self::COUNT) as u8
    }

    /// Of which slots.
    #[inline]
    pub fn slots(self) -> u64 {
        self.0 & Self::SLOTS
    }

    /// One of the cards may have left.
    fn less(self) -> Self {
        Self::new(self.slots(), self.least().saturating_sub(1))
    }
}

/// What belongs to one player.
///
/// The last five are what everybody knows of the hand and of the discard pile. They change by what everybody sees and by
/// nothing else, and they are true of the hand and the pile in every position: `check_knowledge` says so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zones {
    /// The hand.
    pub hand: Pile,
    /// The part of the deck whose order nobody knows: any order is as likely as any other.
    pub deck: Pile,
    /// The discard pile, all of it.
    pub discard: Pile,
    /// What everybody knows to be in the hand (or among the `from_hand` cards of `top`, or looked at): gained to it,
    /// revealed, or drawn from an open place. Changes only by what everybody sees.
    pub known: [u8; SLOTS],
    /// All cards that the player owns, wherever they are. Follows from the rest; kept because everybody asks for it.
    pub owned: [u8; SLOTS],
    /// Turns that were finished.
    pub turns: u8,
    /// What everybody knows to be in the discard pile. The rest of it was laid there unseen.
    pub seen: [u8; SLOTS],
    /// How many of the unseen discards are no actions, nor treasures where these play themselves.
    pub idle: u8,
    /// How many more of the unseen discards are no treasures, where these play themselves.
    pub plain: u8,
    /// What questions told of the hand.
    pub hints: [Hint; MAX_HINTS],
    /// The slots of which the hand has no card: its owner was not asked what is asked of all who have one.
    pub lacks: u64,
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
    pub(crate) tops: Tops,
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
        discard: Pile::EMPTY,
        known: [0; SLOTS],
        owned: [0; SLOTS],
        turns: 0,
        seen: [0; SLOTS],
        idle: 0,
        plain: 0,
        hints: [Hint(0); MAX_HINTS],
        lacks: 0,
    };

    /// A card leaves the hand in the open.
    #[inline]
    pub(crate) fn leave_hand(&mut self, slot: Slot) {
        self.hand.remove(slot);
        self.known[slot as usize] = self.known[slot as usize].saturating_sub(1);
        if self.hints != [Hint(0); MAX_HINTS] {
            let left = |hint: Hint| if hint.slots() >> slot & 1 == 1 { hint.less() } else { hint };
            self.hints = self.hints.map(left);
        }
    }

    /// Everybody sees a card that was looked at, or left the hand unseen: it may be the one that was known to be there.
    pub(crate) fn no_longer_held(&mut self, slot: Slot) {
        self.known[slot as usize] = self.known[slot as usize].saturating_sub(1);
    }

    /// A card leaves the hand, and nobody else sees which.
    pub(crate) fn leave_hand_unseen(&mut self, slot: Slot) {
        self.hand.remove(slot);
        self.hints = self.hints.map(Hint::less);
    }

    /// A card that nobody else saw comes to the hand.
    #[inline]
    pub(crate) fn join_hand(&mut self, slot: Slot) {
        self.hand.add(slot);
        self.lacks = 0;
    }

    /// A card that everybody saw comes to the hand.
    #[inline]
    pub(crate) fn join_hand_openly(&mut self, slot: Slot) {
        self.hand.add(slot);
        self.known[slot as usize] += 1;
        self.lacks &= !(1 << slot);
    }

    /// Everybody knows that so many cards of these slots are in the hand.
    pub(crate) fn hint(&mut self, slots: u64, least: u8) {
        let hint = Hint::new(slots, least);
        let same = self.hints.iter().position(|old| old.slots() == hint.slots() && old.least() > 0);
        // The weakest makes room: what it told is forgotten.
        let place = same.unwrap_or_else(|| if self.hints[0].least() <= self.hints[1].least() { 0 } else { 1 });
        if same.is_none() || self.hints[place].least() < least {
            self.hints[place] = hint;
        }
    }

    /// A card of these slots comes to the hand; nobody else sees which.
    pub(crate) fn join_hand_as_one_of(&mut self, slot: Slot, slots: u64) {
        self.join_hand(slot);
        let before = self.hints.iter().find(|hint| hint.slots() == Hint::new(slots, 1).slots());
        self.hint(slots, before.map_or(1, |hint| hint.least().saturating_add(1)));
    }

    /// Everybody has seen the hand. `all`: the slots of the game.
    pub(crate) fn reveal_hand(&mut self, all: u64) {
        self.known = [0; SLOTS];
        for (slot, count) in self.hand.iter() {
            self.known[slot as usize] = count;
        }
        self.hints = [Hint(0); MAX_HINTS];
        self.lacks = all & !self.hand.mask();
    }

    /// A card is laid on the discard pile in the open.
    #[inline]
    pub(crate) fn discard_openly(&mut self, slot: Slot) {
        self.discard.add(slot);
        self.seen[slot as usize] += 1;
    }

    /// Many cards are laid on the discard pile in the open.
    #[inline]
    pub(crate) fn discard_all_openly(&mut self, pile: &mut Pile) {
        for (slot, count) in pile.iter() {
            self.seen[slot as usize] += count;
        }
        self.discard.absorb(pile);
    }

    /// The hand is laid on the discard pile, and the others do not see it. `idle`: the slots that a card has which is of
    /// no use in a turn; `plain`: those of treasures that play themselves; `above`: how many cards of the deck came from the
    /// hand unseen.
    pub(crate) fn discard_hand_unseen(&mut self, idle: u64, plain: u64, above: usize) {
        // What is certain to be in the hand is certain to be in the pile.
        let above = above.min(u8::MAX as usize) as u8;
        for hint in self.hints.iter().filter(|hint| hint.slots().count_ones() == 1) {
            let known = &mut self.known[hint.slots().trailing_zeros() as usize];
            *known = (*known).max(hint.least().saturating_add(above));
        }
        let mut certain = 0usize;
        for slot in bits(self.hand.mask()) {
            let known = self.known[slot as usize].saturating_sub(above);
            self.seen[slot as usize] += known;
            certain += known as usize;
        }
        let unseen = (self.hand.len() - certain).min(u8::MAX as usize) as u8;
        if self.lacks & idle == idle {
            self.idle = self.idle.saturating_add(unseen);
        } else if self.lacks & plain == plain {
            self.plain = self.plain.saturating_add(unseen);
        }
        self.known = [0; SLOTS];
        self.forget_hand();
        let Self { hand, discard, .. } = self;
        discard.absorb(hand);
    }

    /// Nothing is known of the hand by questions.
    pub(crate) fn forget_hand(&mut self) {
        self.hints = [Hint(0); MAX_HINTS];
        self.lacks = 0;
    }

    /// A card that everybody sees leaves the discard pile.
    pub(crate) fn leave_discard(&mut self, slot: Slot) {
        self.discard.remove(slot);
        match &mut self.seen[slot as usize] {
            0 => self.lose_unseen_discard(),
            seen => *seen -= 1,
        }
    }

    /// A card leaves the discard pile, and nobody else sees which: it may be any of those that were seen.
    pub(crate) fn leave_discard_unseen(&mut self, slot: Slot) {
        self.discard.remove(slot);
        self.seen.iter_mut().for_each(|seen| *seen = seen.saturating_sub(1));
        self.lose_unseen_discard();
    }

    fn lose_unseen_discard(&mut self) {
        (self.idle, self.plain) = (self.idle.saturating_sub(1), self.plain.saturating_sub(1));
    }

    /// How many cards of the discard pile only its owner has seen.
    #[inline]
    pub(crate) fn unseen_discards(&self) -> usize {
        self.discard.len() - self.seen.iter().map(|&count| count as usize).sum::<usize>()
    }

    /// Those cards.
    pub(crate) fn unseen_discard(&self) -> Pile {
        self.discard.iter().map(|(slot, count)| (slot, count - self.seen[slot as usize])).collect()
    }
}

/// What lies on decks in a known order, of all players in one list: however long one is, all of them together have no more
/// cards than the game. Copied as bytes.
#[derive(Clone, Copy)]
pub(crate) struct Tops {
    /// Seat by seat, each with the top last.
    cards: [Placed; MOST_CARDS],
    /// Where each seat's part ends, and the next one begins.
    ends: [u16; MAX_SEATS],
}

impl Tops {
    pub(crate) const EMPTY: Self = Self { cards: [Placed(0); MOST_CARDS], ends: [0; MAX_SEATS] };

    /// A seat's part of the list.
    #[inline]
    fn part(&self, seat: u8) -> std::ops::Range<usize> {
        let begin = if seat == 0 { 0 } else { self.ends[seat as usize - 1] };
        begin as usize..self.ends[seat as usize] as usize
    }

    #[inline]
    fn of(&self, seat: u8) -> &[Placed] {
        &self.cards[self.part(seat)]
    }

    fn all(&self) -> &[Placed] {
        &self.cards[..self.ends[MAX_SEATS - 1] as usize]
    }

    fn push(&mut self, seat: u8, placed: Placed) {
        let (at, all) = (self.part(seat).end, self.all().len());
        self.cards.copy_within(at..all, at + 1);
        self.cards[at] = placed;
        self.ends[seat as usize..].iter_mut().for_each(|end| *end += 1);
    }

    #[inline]
    fn pop(&mut self, seat: u8) -> Option<Placed> {
        if self.part(seat).is_empty() { None } else { Some(self.take(seat)) }
    }

    fn take(&mut self, seat: u8) -> Placed {
        let (at, all) = (self.part(seat).end - 1, self.all().len());
        let placed = self.cards[at];
        self.cards.copy_within(at + 1..all, at);
        self.ends[seat as usize..].iter_mut().for_each(|end| *end -= 1);
        placed
    }
}

/// What is behind the last card is not told: it was there once.
impl std::fmt::Debug for Tops {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries((0..MAX_SEATS as u8).map(|seat| self.of(seat))).finish()
    }
}

/// What is behind the last card does not count.
impl PartialEq for Tops {
    fn eq(&self, other: &Self) -> bool {
        self.ends == other.ends && self.all() == other.all()
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

    /// What lies on the part of a player's deck whose order nobody knows, in a known order, the top last.
    #[inline]
    pub(crate) fn top(&self, seat: u8) -> &[Placed] {
        self.tops.of(seat)
    }

    /// The same, to be changed.
    pub(crate) fn top_mut(&mut self, seat: u8) -> &mut [Placed] {
        let part = self.tops.part(seat);
        &mut self.tops.cards[part]
    }

    /// Puts a card onto a player's deck.
    pub(crate) fn place(&mut self, seat: u8, placed: Placed) {
        self.tops.push(seat, placed);
    }

    /// Takes the top card of a player's deck, if its place is known.
    #[inline]
    pub(crate) fn take_top(&mut self, seat: u8) -> Option<Placed> {
        self.tops.pop(seat)
    }

    /// How many cards a player's deck has.
    #[inline]
    pub(crate) fn deck_len(&self, seat: u8) -> usize {
        self.of(seat).deck.len() + self.top(seat).len()
    }

    /// How many cards of a player's deck came from the hand unseen.
    #[inline]
    pub(crate) fn unseen_above(&self, seat: u8) -> usize {
        self.top(seat).iter().filter(|placed| placed.is_unseen()).count()
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

    /// The program that runs: cards that are looked at, revealed or set aside belong to it.
    pub(crate) fn running(&self) -> Option<Frame> {
        self.stack.iter().rev().find(|frame| matches!(frame.task, Task::Play | Task::Other)).copied()
    }

    /// Who owns the cards that are looked at or set aside, if there are any.
    pub(crate) fn aside_owner(&self) -> Option<u8> {
        (!self.aside.is_empty()).then(|| self.running().map_or(self.player, |frame| frame.seat))
    }

    /// Whether an effect can still play a card: a rule of its own, because there is room for [`MAX_FRAMES`] effects.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        self.stack.len() + ROOM <= MAX_FRAMES
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
        self.top(seat).iter().for_each(|placed| all.add(placed.slot()));
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
        let rules = self.rules();
        let mut points = 0;
        for &(slot, each) in &rules.points {
            points += i32::from(owned[slot as usize]) * i32::from(each);
        }
        for slot in bits(rules.worth & rules.tables.counters) {
            let cards: i32 = owned.iter().map(|&count| i32::from(count)).sum();
            points += i32::from(owned[slot as usize]) * (cards / i32::from(rules.numbers(slot).points_per_cards));
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::Rng;

    #[test]
    fn the_tops_of_decks_are_stacks_beside_each_other() {
        let mut rng = Rng::new(3);
        let mut tops = Tops::EMPTY;
        let mut lists: [Vec<Placed>; MAX_SEATS] = Default::default();
        for round in 0..5000 {
            let seat = rng.below(MAX_SEATS as u32) as u8;
            let list = &mut lists[seat as usize];
            // All cards of the game on decks, and then fewer and fewer.
            if round < 3000 && rng.below(4) > 0 {
                if tops.all().len() < MOST_CARDS {
                    let placed = Placed::new(rng.below(33) as u8, rng.below(2) == 0, false);
                    list.push(placed);
                    tops.push(seat, placed);
                }
            } else {
                assert_eq!(tops.pop(seat), list.pop());
            }
            assert!((0..).zip(&lists).all(|(seat, list)| tops.of(seat) == &list[..]));
        }
        let mut again = Tops::EMPTY;
        (0..).zip(&lists).for_each(|(seat, list)| list.iter().for_each(|&placed| again.push(seat, placed)));
        assert_eq!((again, format!("{again:?}")), (tops, format!("{tops:?}")), "what was there once does not count");
    }

    #[test]
    fn the_documented_size_is_that_of_a_position() {
        let size = std::mem::size_of::<DominionState>();
        let told = format!("a fixed size of {},{:03} bytes", size / 1000, size % 1000);
        assert!(include_str!("../../../docs/dominion.md").contains(&told), "docs/dominion.md says {told}");
    }
}
