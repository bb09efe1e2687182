//! Determinizations: what a seat cannot see, dealt anew.
//!
//! The result is a function of the seat's information state and the random numbers alone, byte for byte. What becomes of
//! each part of a position:
//!
//! | part | who knows it | in a determinization |
//! |---|---|---|
//! | supply, trash, in play, owned, turns, player, phase, resources, flags, history | everybody | kept |
//! | `known`, `seen`, `idle`, `plain`, `hints`, `lacks`, `before` | everybody: they follow from what everybody saw | kept |
//! | sizes of hand, deck, discard pile; places of `top` with `open`, `from_hand` | everybody | kept |
//! | open cards of `top`, cards set aside or revealed | everybody | kept |
//! | frames: task, card, place, seat, count, who is immune, whether a card came from the hand unseen, who played the card | everybody | kept |
//! | `y` of a frame | everybody, but for the card that a Library has drawn: its owner | dealt with that card |
//! | hand, cards of `top` that are not open, cards looked at alone, unseen discards | the owner | dealt |
//! | the order of `deck` | nobody: it is no part of a position | - |
//! | `deck` as cards | follows from the rest | what is left |
//! | `recall` | each seat its own | drawn for the other seats |
//!
//! What lies behind the length of a `Stack` is neither compared, nor written, nor shown.
//!
//! A player's hidden cards are one heap that everybody knows: what is owned without what lies open. It is dealt to the
//! places with the same odds for every deal that fits what everybody knows:
//! - `known` cards and those held `before` a shuffle go to the hand, to the cards that left it unseen, or to those looked at
//!   if such a card is among them, each place alike;
//! - no card that the hand lacks goes to the hand, no treasure or action to discards that are none;
//! - a deal that does not fit a question (the one that is asked, or one that is remembered) is thrown away.

use super::hand::{Hands, HiddenHand, Weights};
use crate::before::{Before, Limit};
use crate::pile::{Pile, Slot};
use crate::program::{Op, Zone};
use crate::rules::from;
use crate::setup::MOST_CARDS;
use crate::state::{DominionState, MAX_HINTS, Phase, Task};
use arrayvec::ArrayVec;
use hoyle_core::{Play as _, Rng, Seat, Turn, iter_bits};

/// How often a deal that does not fit is thrown away.
const ATTEMPTS: usize = 32;
/// How often a deal is made after that which fits the first demand on the hand by itself.
const FORCED: usize = 32;
/// How often cards are swapped in a deal that still does not fit. Positions that come up in play do not need it.
const SWAPS: usize = 50_000;
/// How often cards are swapped after that in a deal that fits, so that none is favoured.
const MIX: usize = 100;

/// At least so many cards of a hand are of these slots.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clue {
    pub least: usize,
    pub of: u64,
    /// So many of the cards that left the hand unseen, the uppermost, count as well.
    pub above: usize,
    /// Whether what is looked at counts as well.
    pub looked: bool,
}

impl Clue {
    const NONE: Self = Self { least: 0, of: 0, above: 0, looked: false };

    /// The hand itself has so many cards of these slots.
    fn hand(least: usize, of: u64) -> Self {
        Self { least, of, ..Self::NONE }
    }

    /// `above`: what left the hand unseen and lies on the deck, the uppermost last.
    fn fits(self, hand: &Pile, above: &[Slot], looked: &Pile) -> bool {
        self.least == 0 || self.counted(hand, above, looked) >= self.least
    }

    /// How many cards there are of these slots.
    fn counted(self, hand: &Pile, above: &[Slot], looked: &Pile) -> usize {
        let above = above[above.len() - self.above..].iter().filter(|&&slot| self.of >> slot & 1 == 1).count();
        hand.count_in(self.of) + above + if self.looked { looked.count_in(self.of) } else { 0 }
    }
}

/// What is looked at alone.
pub(crate) struct Looked {
    /// The cards.
    pub cards: Pile,
    /// Whether it is one card, and an action, because its owner is asked whether to keep it.
    pub held: bool,
    /// Whether what is known to be held may be among it: a card of it came from the hand unseen, or before a shuffle.
    pub unseen: bool,
}

/// What the decision that a player faces tells, and what earlier ones told.
pub(crate) struct Clues {
    hand: ArrayVec<Clue, { MAX_HINTS + 1 }>,
    /// So many different cards of these slots are looked at.
    looked: (u32, u64),
    discard: Clue,
}

impl Clues {
    /// Whether a deal is as they tell. `above`: what left the hand unseen and lies on the deck, the uppermost last.
    pub(crate) fn fit(&self, hand: &Pile, above: &[Slot], looked: &Pile, discard: &Pile) -> bool {
        self.hand.iter().all(|clue| clue.fits(hand, above, looked))
            && (looked.mask() & self.looked.1).count_ones() >= self.looked.0
            && self.discard.fits(discard, &[], looked)
    }
}

/// How many parts a deal has, as far as cards change places in it.
const PARTS: u32 = 5;

/// Some of the places of a player's hidden cards.
#[derive(Clone, Copy)]
struct Group {
    size: usize,
    /// No card of these slots is among them.
    never: u64,
    /// Whether it is the hand; otherwise unseen discards.
    is_hand: bool,
}

/// A deal of a player's hidden cards.
struct Deal {
    hand: Pile,
    discard: Pile,
    looked: Pile,
    /// The cards that left the hand unseen and lie on the deck, the uppermost last; first only the known ones of them.
    above: ArrayVec<Slot, MOST_CARDS>,
    rest: Pile,
}

impl Deal {
    /// Nothing is dealt yet.
    fn of(rest: Pile) -> Self {
        Self { hand: Pile::EMPTY, discard: Pile::EMPTY, looked: Pile::EMPTY, above: ArrayVec::new(), rest }
    }

    /// One of the four parts whose cards have no order; the last is the cards above the deck, and none of these.
    fn part(&mut self, part: usize) -> Option<&mut Pile> {
        [&mut self.hand, &mut self.discard, &mut self.looked, &mut self.rest].into_iter().nth(part)
    }

    /// A place of a part at random, and the card there.
    fn pick(&mut self, part: usize, rng: &mut Rng) -> Option<(usize, Slot)> {
        if let Some(pile) = self.part(part) {
            return (!pile.is_empty()).then(|| (0, pile.sample(rng)));
        }
        let above = &self.above;
        (!above.is_empty()).then(|| rng.below(above.len() as u32) as usize).map(|place| (place, above[place]))
    }

    /// Two cards, each of a part and a place of it, change places.
    fn exchange(&mut self, one: (usize, (usize, Slot)), other: (usize, (usize, Slot))) {
        for ((part, (place, old)), new) in [(one, other.1.1), (other, one.1.1)] {
            match self.part(part) {
                Some(pile) => {
                    pile.add(new);
                    pile.remove(old);
                }
                None => self.above[place] = new,
            }
        }
    }
}

impl DominionState {
    /// Whether the program that runs has cards before it that were looked at alone or revealed: `Some(true)` if everybody
    /// sees them.
    pub(crate) fn shows_openly(&self) -> Option<bool> {
        let frame = self.running()?;
        let before = self.program(frame).get(..frame.pc as usize)?;
        match before.iter().rev().find(|op| matches!(op, Op::Show(..) | Op::DiscardShown | Op::ReturnShown))? {
            Op::Show(_, openly) => Some(*openly),
            _ => None,
        }
    }

    /// The cards that only their owner has seen.
    pub(crate) fn looked_at(&self, owner: u8) -> Looked {
        let nothing = Looked { cards: Pile::EMPTY, held: false, unseen: false };
        if self.aside_owner() != Some(owner) {
            return nothing;
        }
        match self.running().map(|frame| (frame, self.op(frame))) {
            Some((frame, Some(Op::DrawTo(_)))) => match frame.drawn() {
                Some(slot) => Looked { cards: [(slot, 1)].into_iter().collect(), held: true, unseen: frame.unseen() },
                None => nothing,
            },
            Some((frame, _)) if self.shows_openly() == Some(false) => {
                Looked { cards: self.aside, held: false, unseen: frame.unseen() }
            }
            _ => nothing,
        }
    }

    /// What the question that a player is asked tells of the hand.
    pub(crate) fn question(&self, owner: u8) -> Clue {
        let rules = self.rules();
        if self.turn() != Turn::Seat(Seat(owner)) {
            return Clue::NONE;
        }
        let Some(frame) = self.stack.last().copied() else {
            return if self.phase == Phase::Action { Clue::hand(1, rules.actions) } else { Clue::NONE };
        };
        match (frame.task, self.op(frame)) {
            (Task::React, _) => Clue::hand(1, rules.reactions),
            (_, Some(Op::PlayTimes(_))) => Clue::hand(1, rules.actions),
            (_, Some(op @ Op::Choose { zone: Zone::Hand, verb, range, filter, .. })) => {
                // Who must choose several of all cards is offered those that leave enough; of some cards, one is there.
                let free = matches!(range, crate::program::Range::UpTo(_));
                let all = filter == u64::MAX && !free;
                let least = if all { self.wanted(frame, op).min(self.of(owner).hand.len()) } else { 1 };
                Clue::hand(least.max(1), filter & from(frame, verb))
            }
            _ => Clue::NONE,
        }
    }

    /// All that questions tell of a player's hidden cards.
    pub(crate) fn clues(&self, owner: u8) -> Clues {
        let mut clues = Clues { hand: ArrayVec::new(), looked: (0, 0), discard: Clue::NONE };
        let zones = self.of(owner);
        let hints = zones.hints.iter().map(|hint| Clue {
            least: hint.least().into(),
            of: hint.slots(),
            above: self.unseen_since(owner, hint.since()),
            looked: hint.looked(),
        });
        let question = self.question(owner);
        clues.hand.extend(std::iter::once(question).chain(hints).filter(|clue| clue.least > 0));
        let asked = self.turn() == Turn::Seat(Seat(owner));
        let frame = self.stack.last().filter(|frame| asked && frame.task.runs());
        match frame.and_then(|frame| self.op(*frame).map(|op| (*frame, op))) {
            Some((_, Op::ReturnShown)) => clues.looked = (2, u64::MAX),
            Some((frame, Op::Choose { zone: Zone::Shown, verb, filter, .. })) => {
                clues.looked = (1, filter & from(frame, verb));
            }
            Some((frame, Op::Choose { zone: Zone::Discard, verb, filter, .. })) => {
                clues.discard = Clue::hand(1, filter & from(frame, verb));
            }
            _ => {}
        }
        if self.looked_at(owner).cards.is_empty() {
            clues.looked = (0, 0);
        }
        clues
    }

    /// All of a player's cards that the others do not see, in one heap; and those of them that are known to be held, or to be
    /// among what left the hand unseen, apart from it.
    fn heap(&self, owner: u8, looked: &Looked) -> (Pile, Pile) {
        let zones = self.of(owner);
        let mut heap = zones.deck;
        heap.absorb(&mut zones.hand.clone());
        heap.absorb(&mut looked.cards.clone());
        if !zones.discard.is_empty() {
            heap.absorb(&mut zones.unseen_discard());
        }
        self.top(owner).iter().filter(|placed| !placed.open()).for_each(|placed| heap.add(placed.slot()));
        let known: Pile = (0..).zip(zones.known).map(|(slot, count)| (slot, count.min(heap.count(slot)))).collect();
        known.iter().for_each(|(slot, count)| heap.remove_many(slot, count));
        (heap, known)
    }

    /// All cards that a player's hidden hand may hold, with how many of them are hidden.
    pub(crate) fn hidden_cards(&self, owner: u8) -> Pile {
        let (mut heap, mut known) = self.heap(owner, &self.looked_at(owner));
        heap.absorb(&mut known);
        heap
    }

    /// How many unseen discards are none of which slots, the larger set first.
    fn unseen_groups(&self, owner: u8) -> [(usize, u64); 2] {
        let zones = self.of(owner);
        let (idle, plain) = self.rules().unplayed();
        let hidden = zones.unseen_discards();
        let no_use = usize::from(zones.idle).min(hidden);
        [(no_use, idle), (usize::from(zones.plain).min(hidden - no_use), plain)]
    }

    /// All hands that a player may have, by their chances and the weights of cards. None where it is not the hand alone that is
    /// hidden: its owner looks at cards, or laid some on the deck unseen, or is asked about its discards; and where too much is known to be
    /// added up.
    pub(crate) fn hands(&self, owner: u8, weights: &Weights) -> Option<Hands> {
        let (looked, clues) = (self.looked_at(owner), self.clues(owner));
        let zones = self.of(owner);
        let asked = clues.discard.least
            > (0..)
                .zip(zones.seen)
                .filter(|&(slot, _)| clues.discard.of >> slot & 1 == 1)
                .map(|(_, n): (Slot, u8)| usize::from(n))
                .sum();
        if self.unseen_since(owner, 0) > 0 || !looked.cards.is_empty() || asked {
            return None;
        }
        let (heap, known) = self.heap(owner, &looked);
        let hidden = HiddenHand {
            heap: &heap,
            known: &known,
            size: zones.hand.len(),
            lacks: zones.lacks,
            before: &zones.before,
            clues: &clues.hand,
            discards: self.unseen_groups(owner),
        };
        hidden.all(weights)
    }

    /// Deals all of a player's hidden cards around a hand of [`hands`](Self::hands).
    pub(super) fn determinize_around(&mut self, owner: u8, hand: Pile, rng: &mut Rng) {
        let looked = self.looked_at(owner);
        let mut deal = Deal::of(self.hidden_cards(owner));
        hand.iter().for_each(|(slot, count)| deal.rest.remove_many(slot, count));
        deal.hand = hand;
        let groups = self.unseen_groups(owner);
        let zones = self.of(owner);
        let others = zones.unseen_discards() - groups[0].0 - groups[1].0;
        for (size, never) in groups.into_iter().chain([(others, 0)]) {
            let group = Group { size, never, is_hand: false };
            let all = deal.rest;
            fill(&mut deal.rest, &mut deal.discard, &group, &[], &all, &mut 1.0, rng);
        }
        deal.discard.absorb(&mut (0..).zip(zones.seen).collect());
        self.take(owner, deal, looked, rng);
    }

    pub(super) fn determinize_player(&mut self, owner: u8, rng: &mut Rng) {
        let clues = self.clues(owner);
        let looked = self.looked_at(owner);
        let (idle, plain) = self.rules().unplayed();
        let actions = self.rules().actions;
        let zones = &self.zones[owner as usize];
        // What is known to be held, or to be among what left the hand unseen, is dealt first.
        let (heap, known) = self.heap(owner, &looked);
        let (hand_len, looked_len) = (zones.hand.len(), looked.cards.len());
        let above = self.unseen_since(owner, 0);
        // How many of those that are looked at may be known ones.
        let loose_len = if looked.unseen { looked_len } else { 0 };
        let hidden = zones.unseen_discards();
        let (no_use, no_coin) = ((zones.idle as usize).min(hidden), zones.plain as usize);
        let no_coin = no_coin.min(hidden - no_use);
        let lacks = zones.lacks;
        let discards = |size, never| Group { size, never, is_hand: false };
        let mut groups = [
            discards(no_use, idle),
            discards(no_coin, plain),
            Group { size: hand_len, never: lacks, is_hand: true },
            discards(hidden - no_use - no_coin, 0),
        ];
        if hidden > 0 {
            // Those with the fewest cards to choose from first.
            groups.sort_by_key(|group| heap.len() - heap.count_in(group.never));
        }
        let seen: Pile = if hidden == 0 { zones.discard } else { (0..).zip(zones.seen).collect() };

        let (all, all_known) = (heap, known);
        let mut attempt = 0;
        let deal = loop {
            let mut deal = Deal::of(all);
            let mut known = all_known;
            let mut fits = true;
            let force = attempt >= ATTEMPTS;
            attempt += 1;
            fits &= add_held_before(
                &zones.before,
                &mut deal.rest,
                &mut known,
                if above + loose_len == 0 { lacks } else { 0 },
                rng,
            );
            if looked.held {
                // The card that a Library has drawn: an action. If it came from the hand, it may be a known one.
                let mut fitting = [deal.rest, if looked.unseen { known } else { Pile::EMPTY }];
                if fitting.iter().any(|pile| pile.mask() & actions != 0) {
                    fitting = fitting.map(|pile| pile.iter().filter(|&(slot, _)| actions >> slot & 1 == 1).collect());
                } else {
                    fits = false;
                }
                let new = rng.below((fitting[0].len() + fitting[1].len()) as u32) < fitting[0].len() as u32;
                let slot = fitting[usize::from(!new)].sample(rng);
                if new {
                    deal.rest.remove(slot)
                } else {
                    known.remove(slot)
                }
                deal.looked.add(slot);
            }
            while !known.is_empty() {
                // Into the hand, onto the deck, or among what is looked at: every free place is as likely as any other. What
                // the hand lacks has fewer places, and comes first.
                let elsewhere = known.mask() & lacks;
                let slot = if elsewhere == 0 { known.sample(rng) } else { elsewhere.trailing_zeros() as Slot };
                known.remove(slot);
                let in_hand = if lacks >> slot & 1 == 1 { 0 } else { hand_len - deal.hand.len() };
                let room = [in_hand, above - deal.above.len(), loose_len.saturating_sub(deal.looked.len())];
                let free = room.iter().sum::<usize>();
                if free == 0 {
                    deal.rest.add(slot);
                    fits = false;
                    continue;
                }
                let place = rng.below(free as u32) as usize;
                match place {
                    _ if place < room[0] => deal.hand.add(slot),
                    _ if place < room[0] + room[1] => deal.above.push(slot),
                    _ => deal.looked.add(slot),
                }
            }
            // Where what one group may hold is part of what the next may hold, every deal is as likely as any other; otherwise
            // deals are kept with the odds that make it so.
            let mut odds = 1.0;
            let before = deal.rest;
            let mut groups = groups;
            for i in 0..groups.len() {
                let (done, group) = (&groups[..i], groups[i]);
                let into = if group.is_hand { &mut deal.hand } else { &mut deal.discard };
                let mut left = group;
                if group.is_hand {
                    left.size -= into.len();
                    if let Some(clue) = clues.hand.iter().find(|clue| force && clue.above == 0 && !clue.looked) {
                        force_clue(&mut deal.rest, into, &left, *clue, rng);
                    }
                    left.size = group.size - into.len();
                }
                fits &= fill(&mut deal.rest, into, &left, done, &before, &mut odds, rng);
                groups[i].size = left.size;
            }
            while deal.looked.len() < looked_len {
                deal.looked.add(deal.rest.draw(rng));
            }
            if above > 0 {
                // Any of the cards that left the hand unseen may be the known ones.
                while deal.above.len() < above {
                    deal.above.push(deal.rest.draw(rng));
                }
                rng.shuffle(&mut deal.above);
            }
            deal.discard.absorb(&mut seen.clone());
            fits &= clues.fit(&deal.hand, &deal.above, &deal.looked, &deal.discard);
            if fits && (odds >= 1.0 || force || f64::from(rng.unit()) < odds) {
                break deal;
            }
            if attempt == ATTEMPTS + FORCED {
                let demands = Demands {
                    clues: &clues,
                    lacks,
                    idle: (zones.idle.into(), idle),
                    plain: (usize::from(zones.idle) + usize::from(zones.plain), plain),
                    known: &all_known,
                    before: &zones.before,
                    loose: looked.unseen,
                    seen: &seen,
                    held: if looked.held { actions } else { u64::MAX },
                };
                demands.swap_until_it_fits(&mut deal, rng);
                break deal;
            }
        };
        self.take(owner, deal, looked, rng);
    }

    /// Puts a deal into its places.
    fn take(&mut self, owner: u8, mut deal: Deal, looked: Looked, rng: &mut Rng) {
        for placed in self.top_mut(owner).iter_mut().rev().filter(|placed| !placed.open()) {
            let known = if placed.is_unseen() { deal.above.pop() } else { None };
            *placed = placed.with_slot(known.unwrap_or_else(|| deal.rest.draw(rng)));
        }
        let zones = &mut self.zones[owner as usize];
        zones.hand = deal.hand;
        zones.discard = deal.discard;
        zones.deck = deal.rest;
        if looked.held {
            let [held, dealt] = [looked.cards, deal.looked].map(|pile| iter_bits(pile.mask()).next().unwrap_or(0));
            self.aside.remove(held);
            self.aside.add(dealt);
            let running = self.stack.iter_mut().rev().find(|frame| frame.task.runs());
            if let Some(frame) = running {
                frame.replace_drawn(dealt);
            }
        } else if !looked.cards.is_empty() {
            self.aside = deal.looked;
        }
    }
}

/// Fills the places of a group from the heap, not with what cannot be there. `odds` is multiplied by how many ways there
/// are to do it, divided by the most that there could be after the groups `before` it. Tells whether there were enough.
fn fill(
    heap: &mut Pile,
    into: &mut Pile,
    group: &Group,
    before: &[Group],
    all: &Pile,
    odds: &mut f64,
    rng: &mut Rng,
) -> bool {
    if group.size == 0 {
        return true;
    }
    let never = group.never & heap.mask();
    if never == 0 && group.never & all.mask() == 0 {
        (0..group.size).for_each(|_| into.add(heap.draw(rng)));
        return true;
    }
    let mut kept_out: Pile = heap.iter().filter(|&(slot, _)| never >> slot & 1 == 1).collect();
    let possible = heap.len() - kept_out.len();
    if possible < group.size {
        (0..group.size).for_each(|_| into.add(heap.draw(rng)));
        return false;
    }
    let present = all.mask();
    let inside = before.iter().filter(|other| group.never & present & !other.never == 0).map(|other| other.size);
    let most = (all.len() - all.count_in(group.never)).saturating_sub(inside.sum::<usize>());
    if possible < most {
        *odds *= (0..group.size).map(|i| (possible - i) as f64 / (most - i) as f64).product::<f64>();
    }
    for (slot, count) in kept_out.iter() {
        (0..count).for_each(|_| heap.remove(slot));
    }
    (0..group.size).for_each(|_| into.add(heap.draw(rng)));
    heap.absorb(&mut kept_out);
    true
}

/// Adds to the `known` cards those that were held before a shuffle: any that could have been, with the odds of a deal. Tells
/// whether there were enough. `lacks`: the slots that none of them is of now.
fn add_held_before(before: &Before, heap: &mut Pile, known: &mut Pile, lacks: u64, rng: &mut Rng) -> bool {
    if before.is_none() {
        return true;
    }
    let mut enough = true;
    let mut possible = Pile::EMPTY;
    for (slot, limit) in before.limits() {
        let there = heap.count(slot);
        match limit {
            Limit::Exactly(count) => {
                enough &= count <= there;
                (0..count.min(there)).for_each(|_| heap.remove(slot));
                known.add_many(slot, count.min(there));
            }
            _ if lacks >> slot & 1 == 1 => {}
            Limit::AtMost(Limit::MOST) => possible.add_many(slot, there),
            Limit::AtMost(most) => possible.add_many(slot, most.min(there)),
        }
    }
    for _ in 0..before.unsure() {
        if possible.is_empty() {
            return false;
        }
        let slot = possible.draw(rng);
        heap.remove(slot);
        known.add(slot);
    }
    enough
}

/// All that is demanded of a deal.
struct Demands<'a> {
    clues: &'a Clues,
    lacks: u64,
    /// So many unseen discards are of no use, and are none of these slots.
    idle: (usize, u64),
    /// So many are none of these.
    plain: (usize, u64),
    known: &'a Pile,
    before: &'a Before,
    /// Whether known cards may be among those looked at.
    loose: bool,
    seen: &'a Pile,
    /// The card that is looked at alone is one of these.
    held: u64,
}

impl Demands<'_> {
    /// How many cards of a deal are wrong. Its discards are the unseen ones alone.
    fn faults(&self, Deal { hand, discard, looked, above, .. }: &Deal) -> usize {
        let short = |clue: &Clue, of: usize| clue.least.saturating_sub(of);
        let in_hand: usize = self.clues.hand.iter().map(|clue| short(clue, clue.counted(hand, above, looked))).sum();
        let places = |slot: Slot| {
            let looked = if self.loose { looked.count(slot) } else { 0 };
            let above = above.iter().filter(|&&there| there == slot).count();
            usize::from(hand.count(slot)) + usize::from(looked) + above
        };
        let known = |(slot, count): (Slot, u8)| usize::from(count).saturating_sub(places(slot));
        let held: usize = self.known.iter().map(known).sum();
        let before = self.before.missing(|slot| places(slot).saturating_sub(self.known.count(slot).into()));
        let without = |(least, slots): (usize, u64)| least.saturating_sub(discard.len() - discard.count_in(slots));
        let (kinds, of) = self.clues.looked;
        let seen = self.seen.count_in(self.clues.discard.of);
        hand.count_in(self.lacks)
            + in_hand
            + held
            + before
            + without(self.idle)
            + without(self.plain)
            + looked.count_in(!self.held)
            + kinds.saturating_sub((looked.mask() & of).count_ones()) as usize
            + short(&self.clues.discard, discard.count_in(self.clues.discard.of) + seen)
    }

    /// Swaps cards at random, never to more faults, until there are none, and then some more: all deals that fit become
    /// about as likely, because a swap is as likely as its reverse.
    fn swap_until_it_fits(&self, deal: &mut Deal, rng: &mut Rng) {
        for (slot, count) in self.seen.iter() {
            (0..count).for_each(|_| deal.discard.remove(slot));
        }
        let mut faults = self.faults(deal);
        let mut left = SWAPS;
        while left > 0 {
            left = if faults == 0 { left.min(MIX) } else { left } - 1;
            let [one, other] = [0; 2].map(|_| rng.below(PARTS) as usize);
            let (Some(first), Some(second)) = (deal.pick(one, rng), deal.pick(other, rng)) else { continue };
            deal.exchange((one, first), (other, second));
            match self.faults(deal) {
                worse if worse > faults => deal.exchange((one, (first.0, second.1)), (other, (second.0, first.1))),
                left => faults = left,
            }
        }
        deal.discard.absorb(&mut self.seen.clone());
    }
}

/// Puts as many of the cards into the hand as a clue asks for, or more with the odds of a deal that fits it.
fn force_clue(heap: &mut Pile, hand: &mut Pile, group: &Group, clue: Clue, rng: &mut Rng) {
    let of = clue.of & !group.never;
    let fitting = heap.count_in(of);
    let others = heap.count_in(!of & !group.never);
    let need = clue.least.saturating_sub(hand.count_in(clue.of));
    if need == 0 || need > fitting.min(group.size) || fitting + others < group.size {
        return;
    }
    // Hypergeometric odds from `least` on: each weight from the one before it.
    let least = need.max(group.size.saturating_sub(others));
    let most = fitting.min(group.size);
    let mut weights: ArrayVec<f64, 256> = ArrayVec::new();
    let mut weight = 1.0f64;
    for n in least..=most.min(least + 255) {
        weights.push(weight);
        weight *= (fitting - n) as f64 * (group.size - n) as f64;
        weight /= (n + 1) as f64 * (others + n + 1 - group.size).max(1) as f64;
    }
    let mut left = f64::from(rng.unit()) * weights.iter().sum::<f64>();
    let mut count = least;
    for weight in weights {
        if left < weight {
            break;
        }
        left -= weight;
        count += 1;
    }
    let mut wanted: Pile = heap.iter().filter(|&(slot, _)| of >> slot & 1 == 1).collect();
    let mut others: Pile = heap.iter().filter(|&(slot, _)| !of & !group.never & (1 << slot) != 0).collect();
    for n in 0..group.size {
        let slot = if n < count.min(most) { wanted.draw(rng) } else { others.draw(rng) };
        heap.remove(slot);
        hand.add(slot);
    }
}
