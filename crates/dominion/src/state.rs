//! A position: plain data of fixed size, without a pointer but the one to its rules.

use crate::before::Before;
use crate::history::History;
use crate::knowledge::Looked;
use crate::pile::{Pile, SLOTS, Slot, occupied};
use crate::setup::{MOST_CARDS, Rules};
use hoyle_core::{FixedVec, Interned, MAX_SEATS, iter_bits};
use serde::{Deserialize, Serialize};

/// How many effects can be under way at once.
pub const MAX_FRAMES: usize = 28;
/// The most effects that a card adds between being played by an effect and the next question. Where fewer places are free,
/// no effect plays a further card: see [`DominionState::has_room`].
pub const ROOM: usize = 6;
/// How many questions about a hand are remembered.
pub const MAX_HINTS: usize = 5;

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
    /// owner's hand unseen, so that a card known to be in the hand may be this one; an open card is known by itself.
    pub fn new(slot: Slot, open: bool, from_hand: bool) -> Self {
        let from_hand = from_hand && !open;
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

/// What everybody knows of a hand because its owner was asked, or because cards came to it in the open: at least so many
/// cards of these slots are in it, or left it unseen since. One word; zero for nothing.
///
/// Since when is a place of the deck's known top: cards that came there from the hand unseen, at this place or above, may be
/// among those counted; cards below it left before, and are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hint(u64);

impl Hint {
    /// Nothing.
    pub const NONE: Self = Self(0);
    const COUNT: u32 = 56;
    const SINCE: u32 = 40;
    const LOOKED: u64 = 1 << 50;
    const SLOTS: u64 = (1 << SLOTS) - 1;

    /// At least `least` cards of `slots`, in the hand or in the places of the top from `since` on.
    pub fn new(slots: u64, least: u8, since: usize) -> Self {
        let since = since.min(MOST_CARDS) as u64;
        if least == 0 {
            Self::NONE
        } else {
            Self(slots & Self::SLOTS | since << Self::SINCE | u64::from(least) << Self::COUNT)
        }
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

    /// From which place of the top on.
    #[inline]
    pub fn since(self) -> usize {
        (self.0 >> Self::SINCE & 0x3ff) as usize
    }

    /// Whether one of them may be among the cards that the owner looks at.
    #[inline]
    pub fn looked(self) -> bool {
        self.0 & Self::LOOKED != 0
    }

    /// Whether cards of this slot count.
    fn counts(self, slot: Slot) -> bool {
        self.0 >> slot & 1 == 1
    }

    /// So many cards.
    fn with_least(self, least: u8) -> Self {
        Self::new(self.slots(), least, self.since()).with_looked(self.looked())
    }

    /// So many of the cards may have left.
    fn less(self, count: u8) -> Self {
        self.with_least(self.least().saturating_sub(count))
    }

    /// One more is there.
    fn more(self) -> Self {
        self.with_least(self.least().saturating_add(1))
    }

    fn with_since(self, since: usize) -> Self {
        Self::new(self.slots(), self.least(), since).with_looked(self.looked())
    }

    /// Whether one of the cards may be among those looked at.
    pub fn with_looked(self, looked: bool) -> Self {
        if self.least() > 0 && looked { Self(self.0 | Self::LOOKED) } else { Self(self.0 & !Self::LOOKED) }
    }
}

/// Who sees a card that is taken from the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    /// It goes to the hand.
    Hand,
    /// Its owner looks at it.
    Alone,
    /// Everybody.
    All,
}

/// What belongs to one player.
///
/// `known` and the last six are what everybody knows of the hand and of the discard pile. They change by what everybody sees and by
/// nothing else, and they are true of the hand and the pile in every position: `check_knowledge` says so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zones {
    /// The hand.
    pub hand: Pile,
    /// The part of the deck whose order nobody knows: any order is as likely as any other.
    pub deck: Pile,
    /// The discard pile, all of it.
    pub discard: Pile,
    /// What everybody knows to be in the hand, or among the `from_hand` cards of `top`, or looked at if such a card is among
    /// those: gained to it, revealed, or drawn from an open place. Changes only by what everybody sees.
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
    /// What questions told of the hand, and what came to it after others left it unseen. Those that are used stand first.
    pub hints: [Hint; MAX_HINTS],
    /// The slots of which the hand has no card: its owner was not asked what is asked of all who have one.
    pub lacks: u64,
    /// What is known of the cards that were held when the deck was shuffled.
    pub before: Before,
}

/// Where drawn cards go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum To {
    /// The hand.
    Hand,
    /// Beside the table, seen by their owner.
    Aside,
    /// Beside the table, seen by all.
    Shown,
    /// The discard pile.
    Discard,
    /// Beside the table, to be kept or set aside.
    Held,
    /// From the hand onto the discard pile: which card of an unplayed hand lies on top.
    Pile,
}

impl To {
    /// All of them, each at the place of its number.
    pub const ALL: [Self; 6] = [Self::Hand, Self::Aside, Self::Shown, Self::Discard, Self::Held, Self::Pile];
}

/// What a frame does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Draws `count` cards for `seat`.
    Draw(To),
    /// Asks the players after the one who played the card whether they react, `seat` next; those who did are immune.
    React,
    /// Runs a card's first program.
    Play,
    /// Runs a card's second program for `seat`.
    Other,
    /// Plays `card` again, `count` more times.
    Again,
    /// Plays simple actions until there are none.
    Macro,
}

impl Task {
    /// Whether it draws cards.
    #[inline]
    pub fn draws(self) -> bool {
        matches!(self, Self::Draw(_))
    }

    /// Whether it runs one of a card's programs.
    #[inline]
    pub fn runs(self) -> bool {
        matches!(self, Self::Play | Self::Other)
    }
}

/// A step of an effect under way: eight bytes of plain data, so that cloning and saving a position are trivial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// What it does.
    pub task: Task,
    /// The card whose effect it is.
    pub card: Slot,
    /// The next op of the program.
    pub pc: u8,
    /// Who acts.
    pub seat: u8,
    /// How many: cards that are still to be drawn, cards that a program has chosen, or plays that are left.
    pub count: u8,
    /// The card that a program has chosen last, plus 1; 0 for none.
    chosen: u8,
    /// A bit for each player who is not affected, and [`Self::UNSEEN`].
    marks: u8,
    /// Who played the card.
    pub played_by: u8,
}

impl Frame {
    /// What is known to be held may be among the cards that are looked at.
    const UNSEEN: u8 = 0x80;

    /// At the start of a task, for the one who has played the card.
    #[inline]
    pub(crate) fn new(task: Task, card: Slot, seat: u8) -> Self {
        Self { task, card, pc: 0, seat, count: 0, chosen: 0, marks: 0, played_by: seat }
    }

    /// This many cards or plays.
    #[inline]
    pub(crate) fn with_count(self, count: u8) -> Self {
        Self { count, ..self }
    }

    /// An effect of a card that another player has played.
    #[inline]
    pub(crate) fn with_played_by(self, played_by: u8) -> Self {
        Self { played_by, ..self }
    }

    /// The card that a program has chosen last, if the others know it.
    #[inline]
    pub fn chosen(self) -> Option<Slot> {
        self.chosen.checked_sub(1)
    }

    /// The card that was drawn and is asked about.
    #[inline]
    pub fn drawn(self) -> Option<Slot> {
        if self.count == 1 { self.chosen() } else { None }
    }

    /// A further card is chosen: this one, or one that others do not see. No later op asks for that: it is nobody's business.
    #[inline]
    pub(crate) fn choose(&mut self, card: Option<Slot>) {
        self.count = self.count.saturating_add(1);
        self.chosen = card.map_or(0, |slot| slot + 1);
    }

    /// The program goes on with a card that was drawn.
    #[inline]
    pub(crate) fn ask_about(&mut self, card: Slot) {
        (self.count, self.chosen) = (1, card + 1);
    }

    /// Another card is the one that was drawn.
    pub(crate) fn replace_drawn(&mut self, card: Slot) {
        self.chosen = card + 1;
    }

    /// No card is chosen.
    #[inline]
    pub(crate) fn choose_anew(&mut self) {
        (self.count, self.chosen) = (0, 0);
    }

    /// The players who are not affected, one bit each.
    #[inline]
    pub fn immune(self) -> u8 {
        self.marks & !Self::UNSEEN
    }

    /// These players are not affected, one bit each.
    #[inline]
    pub(crate) fn with_immune(self, seats: u8) -> Self {
        Self { marks: seats, ..self }
    }

    /// A player is not affected.
    pub(crate) fn make_immune(&mut self, seat: u8) {
        self.marks |= 1 << seat;
    }

    /// Whether what is known to be held may be among the cards that are looked at, because one of them came from the hand
    /// unseen or was drawn before a shuffle.
    #[inline]
    pub fn unseen(self) -> bool {
        self.marks & Self::UNSEEN != 0
    }

    /// Notes whether what is known to be held may be among the cards that are looked at.
    #[inline]
    pub(crate) fn set_unseen(&mut self, unseen: bool) {
        self.marks = self.immune() | if unseen { Self::UNSEEN } else { 0 };
    }

    /// What stands in files beside task, card, place and seat: the count, where cards are drawn to or the chosen card plus 1,
    /// the marks, and who played the card.
    pub(crate) fn registers(self) -> [u8; 4] {
        let second = if let Task::Draw(to) = self.task { to as u8 } else { self.chosen };
        [self.count, second, self.marks, self.played_by]
    }

    /// The same frame with what stood in a file. Where cards are drawn to is part of the task.
    pub(crate) fn with_registers(self, pc: u8, [count, second, marks, played_by]: [u8; 4]) -> Self {
        let chosen = if self.task.draws() { 0 } else { second };
        Self { pc, count, chosen, marks, played_by, ..self }
    }
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
    pub(crate) stack: FixedVec<Frame, MAX_FRAMES>,
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
        hints: [Hint::NONE; MAX_HINTS],
        lacks: 0,
        before: Before::NONE,
    };

    /// A card leaves the hand in the open.
    #[inline]
    pub(crate) fn leave_hand(&mut self, slot: Slot) {
        self.leave_hand_together(slot, 1);
    }

    /// Some cards of a slot leave the hand in the open.
    #[inline]
    pub(crate) fn leave_hand_together(&mut self, slot: Slot, count: u8) {
        self.hand.remove_many(slot, count);
        if self.hints[0] != Hint::NONE || !self.before.is_none() {
            self.let_go(slot, count);
        } else {
            self.known[slot as usize] = self.known[slot as usize].saturating_sub(count);
        }
    }

    /// Less is known of the hand, because cards of this slot have left it.
    #[inline(never)]
    fn let_go(&mut self, slot: Slot, count: u8) {
        self.unknow(slot, count);
        if self.hints.iter().fold(0, |all, hint| all | hint.0) >> slot & 1 == 1 {
            self.revise(|hint| if hint.counts(slot) { hint.less(count) } else { hint });
        }
    }

    /// So many cards of this slot fewer are held: of those known one by one, then of those held before a shuffle.
    #[inline]
    fn unknow(&mut self, slot: Slot, count: u8) {
        let known = &mut self.known[slot as usize];
        let others = count.saturating_sub(*known);
        *known = known.saturating_sub(count);
        self.before.lose(slot, others);
    }

    /// Everybody sees a card that was looked at or revealed. `unseen`: it may have come from the hand; otherwise nothing changes
    /// there.
    pub(crate) fn show_looked_at(&mut self, slot: Slot, unseen: bool) {
        if unseen {
            self.unknow(slot, 1);
            if self.hints[0] != Hint::NONE {
                self.revise(|hint| if hint.looked() && hint.counts(slot) { hint.less(1) } else { hint });
            }
        }
    }

    /// The owner does not look at cards any more.
    pub(crate) fn look_away(&mut self) {
        self.revise(|hint| hint.with_looked(false));
    }

    /// Every hint becomes another, or nothing.
    #[inline(never)]
    fn revise(&mut self, change: impl Fn(Hint) -> Hint) {
        let mut left = 0;
        for i in 0..MAX_HINTS {
            let hint = change(std::mem::take(&mut self.hints[i]));
            if hint.least() > 0 {
                self.hints[left] = hint;
                left += 1;
            }
        }
    }

    /// A card that nobody else saw comes to the hand.
    #[inline]
    pub(crate) fn join_hand(&mut self, slot: Slot) {
        self.hand.add(slot);
        self.lacks = 0;
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

    /// Nothing is known of the hand but what is known card by card.
    pub(crate) fn forget_hand(&mut self) {
        if self.hints[0] != Hint::NONE {
            self.hints = [Hint::NONE; MAX_HINTS];
        }
        if !self.before.is_none() {
            self.before = Before::NONE;
        }
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

/// What belongs to one player, with what lies on the deck in a known order: for what changes both.
pub(crate) struct Side<'a> {
    zones: &'a mut Zones,
    tops: &'a mut Tops,
    seat: u8,
}

impl std::ops::Deref for Side<'_> {
    type Target = Zones;

    #[inline]
    fn deref(&self) -> &Zones {
        self.zones
    }
}

impl std::ops::DerefMut for Side<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Zones {
        self.zones
    }
}

impl<'a> Side<'a> {
    /// That of a seat.
    #[inline]
    pub(crate) fn new(zones: &'a mut [Zones; MAX_SEATS], tops: &'a mut Tops, seat: u8) -> Self {
        Self { zones: &mut zones[seat as usize], tops, seat }
    }

    /// What lies on the part of the deck whose order nobody knows, in a known order, the top last.
    #[inline]
    fn top(&self) -> &[Placed] {
        self.tops.of(self.seat)
    }

    /// How many cards came from the hand unseen to the places of the top from this one on.
    #[inline]
    pub(crate) fn unseen_since(&self, place: usize) -> usize {
        self.tops.unseen_since(self.seat, place)
    }

    /// A card that was looked at goes back onto the deck, and nobody else sees which. `unseen`: one of those looked at came
    /// from the hand unseen, and this may be it.
    pub(crate) fn put_back(&mut self, slot: Slot, unseen: bool) {
        self.place(slot, false, unseen);
        if unseen {
            // What is in the hand for certain is not what was looked at.
            let place = self.top().len() - 1;
            let certain = self.hints.map(|hint| !hint.looked() && self.unseen_since(hint.since()) == 1);
            for (hint, _) in self.hints.iter_mut().zip(certain).filter(|(_, certain)| *certain) {
                *hint = hint.with_since(place + 1);
            }
        }
    }

    /// Takes the top card of the deck, if it is one of those in a known order.
    #[inline(never)]
    pub(crate) fn take_top(&mut self, sight: Sight) -> Option<Placed> {
        let placed = self.tops.pop(self.seat)?;
        let place = self.top().len();
        let (slot, unseen) = (placed.slot(), placed.is_unseen());
        if unseen && sight == Sight::All {
            self.unknow(slot, 1);
        }
        if self.hints[0] == Hint::NONE {
            return Some(placed);
        }
        self.revise(|hint| {
            let among = unseen && hint.since() <= place;
            let hint = match sight {
                Sight::All if among && hint.counts(slot) => hint.less(1),
                Sight::Alone if among => hint.with_looked(true),
                _ => hint,
            };
            hint.with_since(hint.since().min(place))
        });
        Some(placed)
    }

    /// A card that everybody saw comes to the hand. `looking`: what is known to be in the hand may be among the cards that
    /// its owner looks at.
    #[inline]
    pub(crate) fn join_hand_openly(&mut self, slot: Slot, looking: bool) {
        let loose = looking || self.unseen_since(0) > 0;
        let certain = if loose { self.certain(1 << slot, looking) } else { 0 };
        self.hand.add(slot);
        self.known[slot as usize] += 1;
        self.lacks &= !(1 << slot);
        if self.hints[0] != Hint::NONE {
            self.revise(|hint| if hint.counts(slot) { hint.more() } else { hint });
        }
        if loose {
            self.hint(1 << slot, certain.saturating_add(1));
        }
    }

    /// How many cards of these slots are in the hand for certain, as far as what is known of one of them at a time tells.
    fn certain(&self, slots: u64, looking: bool) -> u8 {
        let by_hints = self.hints.iter().filter(|hint| !hint.looked() && hint.slots() & !slots == 0);
        let by_hints = by_hints.map(|hint| usize::from(hint.least()).saturating_sub(self.unseen_since(hint.since())));
        let known: usize = iter_bits(slots & Hint::SLOTS).map(|slot| usize::from(self.known[slot as usize])).sum();
        let known = if looking { 0 } else { known.saturating_sub(self.unseen_since(0)) };
        by_hints.max().unwrap_or(0).max(known).min(u8::MAX.into()) as u8
    }

    /// Everybody knows that so many cards of these slots are in the hand.
    #[inline]
    pub(crate) fn hint(&mut self, slots: u64, least: u8) {
        let new = Hint::new(slots, least, self.top().len());
        if self.hints[0] == Hint::NONE {
            self.hints[0] = new;
        } else {
            self.add_hint(new);
        }
    }

    #[inline(never)]
    fn add_hint(&mut self, new: Hint) {
        let least = new.least();
        let told = |old: &Hint| {
            let certain = usize::from(old.least()).saturating_sub(self.unseen_since(old.since()));
            !old.looked() && old.slots() & !new.slots() == 0 && certain >= usize::from(least)
        };
        if least == 0 || self.hints.iter().any(told) {
            return;
        }
        self.revise(|old| if new.slots() & !old.slots() == 0 && old.least() <= least { Hint::NONE } else { old });
        // Where there is no room, what tells least is forgotten: any of many slots, and few cards of them.
        let weight = |hint: &Hint| (hint.least() > 0, u64::BITS - hint.slots().count_ones(), hint.least());
        let weakest = (0..MAX_HINTS).min_by_key(|&i| weight(&self.hints[i])).unwrap_or(0);
        if weight(&self.hints[weakest]) < weight(&new) {
            self.hints[weakest] = Hint::NONE;
            let free = self.hints.iter().position(|hint| *hint == Hint::NONE).unwrap_or(weakest);
            self.hints[free] = new;
        }
    }

    /// The card of these slots that its owner has drawn alone comes to the hand; nobody else sees which it is. `unseen`: it
    /// came from the hand unseen before that.
    pub(crate) fn join_hand_as_one_of(&mut self, slot: Slot, slots: u64, unseen: bool) {
        let before = self.certain(slots, unseen);
        self.join_hand(slot);
        let more = |hint: Hint| !hint.looked() && slots & !hint.slots() == 0;
        self.revise(|hint| if more(hint) { hint.more() } else { hint }.with_looked(false));
        self.hint(slots, before.saturating_add(1));
    }

    /// Everybody sees that a card is in the hand.
    pub(crate) fn show_in_hand(&mut self, slot: Slot) {
        if self.known[slot as usize] == 0 {
            self.before.lose(slot, 1);
            self.known[slot as usize] = 1;
        }
        if self.unseen_since(0) > 0 {
            self.hint(1 << slot, 1);
        }
    }

    /// Everybody has seen the hand. `all`: the slots of the game.
    pub(crate) fn reveal_hand(&mut self, all: u64) {
        self.known = [0; SLOTS];
        let Zones { hand, known, .. } = &mut *self.zones;
        for (slot, count) in hand.iter() {
            known[slot as usize] = count;
        }
        self.forget_hand();
        self.lacks = all & !self.hand.mask();
        // What is known is in the hand, and not among what left it before.
        self.tops
            .of_mut(self.seat)
            .iter_mut()
            .for_each(|placed| *placed = Placed::new(placed.slot(), placed.open(), false));
    }

    /// The deck is empty, and the discard pile becomes the deck. `idle`, `plain`: as in [`Self::discard_hand_unseen`]. What is
    /// known of cards held is known of those looked at as well from then on.
    pub(crate) fn shuffle(&mut self, looked: &Looked, idle: u64, plain: u64) {
        let (looked, looking) = (&looked.cards, looked.unseen);
        if !looked.is_empty() {
            for slot in iter_bits(occupied(&self.known)) {
                self.hint(1 << slot, self.certain(1 << slot, looking));
            }
        }
        let unseen = self.unseen_discards();
        let held = self.hand.len() + looked.len();
        if unseen == 0 {
            // Everybody knows the whole pile, and there is no deck: so what the player holds is all that is left.
            let Zones { hand, known, .. } = &mut *self.zones;
            *known = [0; SLOTS];
            for (slot, count) in hand.iter().chain(looked.iter()) {
                known[slot as usize] += count;
            }
            self.before = Before::NONE;
        } else if let known = self.known.iter().map(|&count| usize::from(count)).sum::<usize>()
            && held > known
        {
            let sure = match unseen {
                _ if unseen == usize::from(self.idle) => idle,
                _ if unseen == usize::from(self.idle) + usize::from(self.plain) => plain,
                _ => 0,
            };
            let mut most = *self.hand.counts();
            looked.iter().for_each(|(slot, count)| most[slot as usize] += count);
            let unseen = self.discard.counts().iter().zip(&self.seen).map(|(all, seen)| all - seen);
            for ((most, unseen), known) in most.iter_mut().zip(unseen).zip(&self.known) {
                *most = *most + unseen - known;
            }
            if looked.is_empty() {
                iter_bits(self.lacks).for_each(|slot| most[slot as usize] = 0);
            }
            self.before = Before::new(held - known, &most, sure & (self.hand.mask() | self.discard.mask()));
        }
        self.deck = std::mem::replace(&mut self.discard, Pile::EMPTY);
        (self.seen, self.idle, self.plain) = ([0; SLOTS], 0, 0);
    }

    /// The hand is laid on the discard pile, and the others do not see it. `idle`: the slots that a card has which is of
    /// no use in a turn; `plain`: those of treasures that play themselves.
    pub(crate) fn discard_hand_unseen(&mut self, idle: u64, plain: u64) {
        // What is certain to be in the hand is certain to be in the pile.
        let above = self.unseen_since(0).min(u8::MAX.into()) as u8;
        for hint in self.hints {
            if hint != Hint::NONE && hint.slots().count_ones() == 1 {
                let gone = self.unseen_since(hint.since()).min(u8::MAX.into()) as u8;
                let known = &mut self.known[hint.slots().trailing_zeros() as usize];
                *known = (*known).max(hint.least().saturating_sub(gone).saturating_add(above));
            }
        }
        let mut certain = 0usize;
        for slot in iter_bits(self.hand.mask()) {
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
        let Zones { hand, discard, .. } = &mut *self.zones;
        discard.absorb(hand);
    }

    /// Puts a card onto the deck.
    pub(crate) fn place(&mut self, slot: Slot, open: bool, from_hand: bool) {
        self.tops.push(self.seat, Placed::new(slot, open, from_hand));
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

    #[inline]
    fn of_mut(&mut self, seat: u8) -> &mut [Placed] {
        let part = self.part(seat);
        &mut self.cards[part]
    }

    fn all(&self) -> &[Placed] {
        &self.cards[..self.ends[MAX_SEATS - 1] as usize]
    }

    /// How many cards came from the hand unseen to a seat's places from this one on.
    #[inline]
    fn unseen_since(&self, seat: u8, place: usize) -> usize {
        self.of(seat).get(place..).unwrap_or_default().iter().filter(|placed| placed.is_unseen()).count()
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
    pub(crate) fn of_mut(&mut self, seat: u8) -> Side<'_> {
        Side::new(&mut self.zones, &mut self.tops, seat)
    }

    /// What lies on the part of a player's deck whose order nobody knows, in a known order, the top last.
    #[inline]
    pub(crate) fn top(&self, seat: u8) -> &[Placed] {
        self.tops.of(seat)
    }

    /// The same, to be changed.
    pub(crate) fn top_mut(&mut self, seat: u8) -> &mut [Placed] {
        self.tops.of_mut(seat)
    }

    /// How many cards a player's deck has.
    #[inline]
    pub(crate) fn deck_len(&self, seat: u8) -> usize {
        self.of(seat).deck.len() + self.top(seat).len()
    }

    /// How many cards came from a player's hand unseen to the places of the deck's top from this one on.
    #[inline]
    pub(crate) fn unseen_since(&self, seat: u8, place: usize) -> usize {
        self.tops.unseen_since(seat, place)
    }

    /// The program that runs: cards that are looked at, revealed or set aside belong to it.
    pub(crate) fn running(&self) -> Option<Frame> {
        self.stack.iter().rev().find(|frame| frame.task.runs()).copied()
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
        for slot in iter_bits(rules.worth & rules.tables.counters) {
            let cards: i32 = owned.iter().map(|&count| i32::from(count)).sum();
            points += i32::from(owned[slot as usize]) * (cards / i32::from(rules.numbers(slot).points_per_cards));
        }
        points
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_documented_size_is_that_of_a_position() {
        let size = std::mem::size_of::<super::DominionState>();
        let told = format!("a fixed size of {},{:03} bytes", size / 1000, size % 1000);
        assert!(include_str!("../../../docs/dominion.md").contains(&told), "docs/dominion.md says {told}");
    }
}
