//! Determinizations: what a seat cannot see, dealt anew.
//!
//! The result is a function of the seat's information text and the random numbers alone, byte for byte. What becomes of
//! each part of a position:
//!
//! | part | who knows it | in a determinization |
//! |---|---|---|
//! | supply, trash, in play, owned, turns, player, phase, resources, flags, history | everybody | kept |
//! | `known`, `seen`, `idle`, `plain`, `hints`, `lacks` | everybody: they follow from what everybody saw | kept |
//! | sizes of hand, deck, discard pile; places of `top` with `open`, `from_hand` | everybody | kept |
//! | open cards of `top`, cards set aside or revealed | everybody | kept |
//! | frames: task, card, place, seat, `x`, `z` (who is immune, and whether a card came from the hand unseen), `w` | everybody | kept |
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
//! - `known` cards go to the hand, to the cards that left it unseen or to those looked at, each place alike;
//! - no card that the hand lacks goes to the hand, no treasure or action to discards that are none;
//! - a deal that does not fit a question (the one that is asked, or one that is remembered) is thrown away.

use crate::pile::{Pile, Slot, bits};
use crate::program::{Op, Zone};
use crate::rules::from;
use crate::setup::MOST_CARDS;
use crate::state::{DominionState, MAX_HINTS, Phase, Task};
use arrayvec::ArrayVec;
use hoyle_core::{Rng, Seat, Turn};

/// How often a deal that does not fit is thrown away.
const ATTEMPTS: usize = 32;
/// How often a deal is made after that which fits the first demand on the hand by itself.
const FORCED: usize = 32;
/// How often cards are swapped in a deal that still does not fit. Positions that come up in play do not need it.
const SWAPS: usize = 50_000;

/// At least so many cards are of these slots.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clue {
    pub least: usize,
    pub of: u64,
}

impl Clue {
    const NONE: Self = Self { least: 0, of: 0 };

    pub(crate) fn fits(self, pile: &Pile) -> bool {
        self.least == 0 || pile.count_in(self.of) >= self.least
    }
}

/// What is looked at alone.
pub(crate) struct Looked {
    /// The cards.
    pub cards: Pile,
    /// Whether it is one card, and an action, because its owner is asked whether to keep it.
    pub held: bool,
}

/// What the decision that a player faces tells, and what earlier ones told.
pub(crate) struct Clues {
    hand: ArrayVec<Clue, { MAX_HINTS + 1 }>,
    /// So many different cards of these slots are looked at.
    looked: (u32, u64),
    discard: Clue,
}

impl Clues {
    pub(crate) fn fit(&self, hand: &Pile, looked: &Pile, discard: &Pile) -> bool {
        self.hand.iter().all(|clue| clue.fits(hand))
            && (looked.mask() & self.looked.1).count_ones() >= self.looked.0
            && self.discard.fits(discard)
    }
}

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
    /// Known cards among those that left the hand unseen.
    above: ArrayVec<Slot, MOST_CARDS>,
    rest: Pile,
}

impl Deal {
    /// Nothing is dealt yet.
    fn of(rest: Pile) -> Self {
        Self { hand: Pile::EMPTY, discard: Pile::EMPTY, looked: Pile::EMPTY, above: ArrayVec::new(), rest }
    }
}

impl DominionState {
    /// A position that `seat` cannot tell from this one.
    pub(crate) fn redealt(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut dealt = self.clone();
        let others = || (0..self.players()).filter(|&other| other != seat.0);
        others().for_each(|other| dealt.redeal_player(other, rng));
        others().for_each(|other| dealt.recall[other as usize] = rng.bits());
        dealt
    }

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
        let nothing = Looked { cards: Pile::EMPTY, held: false };
        if self.aside_owner() != Some(owner) {
            return nothing;
        }
        match self.running().map(|frame| (frame, self.op(frame))) {
            Some((frame, Some(Op::DrawTo(_)))) if frame.x == 1 => {
                Looked { cards: [(frame.y - 1, 1)].into_iter().collect(), held: true }
            }
            Some((_, Some(Op::DrawTo(_)))) => nothing,
            Some(_) if self.shows_openly() == Some(false) => Looked { cards: self.aside, held: false },
            _ => nothing,
        }
    }

    /// What the question that a player is asked tells of the hand.
    pub(crate) fn question(&self, owner: u8) -> Clue {
        let rules = self.rules();
        if self.whose_turn() != Turn::Seat(Seat(owner)) {
            return Clue::NONE;
        }
        let Some(frame) = self.stack.last().copied() else {
            return if self.phase == Phase::Action { Clue { least: 1, of: rules.actions } } else { Clue::NONE };
        };
        match (frame.task, self.op(frame)) {
            (Task::React, _) => Clue { least: 1, of: rules.reactions },
            (_, Some(Op::PlayTimes(_))) => Clue { least: 1, of: rules.actions },
            (_, Some(op @ Op::Choose { zone: Zone::Hand, verb, range, filter, .. })) => {
                // Who must choose several of all cards is offered those that leave enough; of some cards, one is there.
                let free = matches!(range, crate::program::Range::UpTo(_));
                let all = filter == u64::MAX && !free;
                let least = if all { self.wanted(frame, op).min(self.of(owner).hand.len()) } else { 1 };
                Clue { least: least.max(1), of: filter & from(frame, verb) }
            }
            _ => Clue::NONE,
        }
    }

    /// All that questions tell of a player's hidden cards.
    pub(crate) fn clues(&self, owner: u8) -> Clues {
        let mut clues = Clues { hand: ArrayVec::new(), looked: (0, 0), discard: Clue::NONE };
        let hints = self.of(owner).hints.iter().map(|hint| Clue { least: hint.least().into(), of: hint.slots() });
        let question = self.question(owner);
        clues.hand.extend(std::iter::once(question).chain(hints).filter(|clue| clue.least > 0));
        let asked = self.whose_turn() == Turn::Seat(Seat(owner));
        let frame = self.stack.last().filter(|frame| asked && matches!(frame.task, Task::Play | Task::Other));
        match frame.and_then(|frame| self.op(*frame).map(|op| (*frame, op))) {
            Some((_, Op::ReturnShown)) => clues.looked = (2, u64::MAX),
            Some((frame, Op::Choose { zone: Zone::Shown, verb, filter, .. })) => {
                clues.looked = (1, filter & from(frame, verb));
            }
            Some((frame, Op::Choose { zone: Zone::Discard, verb, filter, .. })) => {
                clues.discard = Clue { least: 1, of: filter & from(frame, verb) };
            }
            _ => {}
        }
        if self.looked_at(owner).cards.is_empty() {
            clues.looked = (0, 0);
        }
        clues
    }

    fn redeal_player(&mut self, owner: u8, rng: &mut Rng) {
        let clues = self.clues(owner);
        let looked = self.looked_at(owner);
        let (idle, plain) = self.rules().unplayed();
        let actions = self.rules().actions;
        let zones = &self.zones[owner as usize];

        // Everything hidden, in one heap.
        let unseen_discard = if zones.discard.is_empty() { Pile::EMPTY } else { zones.unseen_discard() };
        let mut heap = zones.deck;
        heap.absorb(&mut zones.hand.clone());
        heap.absorb(&mut looked.cards.clone());
        heap.absorb(&mut unseen_discard.clone());
        self.top(owner).iter().filter(|placed| !placed.open()).for_each(|placed| heap.add(placed.slot()));

        // What is known to be in the hand, or among what left it unseen, is dealt first.
        let known: Pile = (0..).zip(zones.known).map(|(slot, count)| (slot, count.min(heap.count(slot)))).collect();
        for (slot, count) in known.iter() {
            (0..count).for_each(|_| heap.remove(slot));
        }
        let (hand_len, looked_len) = (zones.hand.len(), looked.cards.len());
        let above = self.top(owner).iter().filter(|placed| !placed.open() && placed.is_unseen()).count();
        let hidden = unseen_discard.len();
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
            if looked.held {
                // The card that a Library has drawn: an action.
                let fitting = deal.rest.iter().chain(known.iter()).filter(|&(slot, _)| actions >> slot & 1 == 1);
                let mut fitting: Pile = fitting.collect();
                if fitting.is_empty() {
                    fitting = deal.rest;
                }
                let slot = fitting.draw(rng);
                if deal.rest.count(slot) > 0 {
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
                let room = [in_hand, above - deal.above.len(), looked_len - deal.looked.len()];
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
                    if let Some(clue) = clues.hand.first().filter(|_| force) {
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
            fits &= clues.fit(&deal.hand, &deal.looked, &deal.discard);
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
            let [held, dealt] = [looked.cards, deal.looked].map(|pile| bits(pile.mask()).next().unwrap_or(0));
            self.aside.remove(held);
            self.aside.add(dealt);
            let running = self.stack.iter_mut().rev().find(|frame| matches!(frame.task, Task::Play | Task::Other));
            if let Some(frame) = running {
                frame.y = dealt + 1;
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

/// All that is demanded of a deal.
struct Demands<'a> {
    clues: &'a Clues,
    lacks: u64,
    /// So many unseen discards are of no use, and are none of these slots.
    idle: (usize, u64),
    /// So many are none of these.
    plain: (usize, u64),
    known: &'a Pile,
    seen: &'a Pile,
    /// The card that is looked at alone is one of these.
    held: u64,
}

impl Demands<'_> {
    /// How many cards are wrong: in the hand, in the discard pile, among what is looked at, above the deck, in the rest.
    fn faults(&self, [hand, discard, looked, above, _]: &[Pile; 5]) -> usize {
        let short = |clue: &Clue, of: usize| clue.least.saturating_sub(of);
        let in_hand: usize = self.clues.hand.iter().map(|clue| short(clue, hand.count_in(clue.of))).sum();
        let held: usize = self
            .known
            .iter()
            .map(|(slot, count)| {
                let places = hand.count(slot) + looked.count(slot) + above.count(slot);
                usize::from(count.saturating_sub(places))
            })
            .sum();
        let without = |(least, slots): (usize, u64)| least.saturating_sub(discard.len() - discard.count_in(slots));
        let (kinds, of) = self.clues.looked;
        let seen = self.seen.count_in(self.clues.discard.of);
        hand.count_in(self.lacks)
            + in_hand
            + held
            + without(self.idle)
            + without(self.plain)
            + looked.count_in(!self.held)
            + kinds.saturating_sub((looked.mask() & of).count_ones()) as usize
            + short(&self.clues.discard, discard.count_in(self.clues.discard.of) + seen)
    }

    /// Swaps cards at random, never to more faults, until there are none.
    fn swap_until_it_fits(&self, deal: &mut Deal, rng: &mut Rng) {
        for (slot, count) in self.seen.iter() {
            (0..count).for_each(|_| deal.discard.remove(slot));
        }
        let above: Pile = deal.above.drain(..).map(|slot| (slot, 1)).collect();
        let mut piles = [deal.hand, deal.discard, deal.looked, above, deal.rest];
        let mut faults = self.faults(&piles);
        for _ in 0..SWAPS {
            let [one, other] = [0; 2].map(|_| rng.below(5) as usize);
            if faults == 0 {
                break;
            }
            if one == other || piles[one].is_empty() || piles[other].is_empty() {
                continue;
            }
            let before = [piles[one], piles[other]];
            let cards = [piles[one].draw(rng), piles[other].draw(rng)];
            piles[one].add(cards[1]);
            piles[other].add(cards[0]);
            match self.faults(&piles) {
                worse if worse > faults => [piles[one], piles[other]] = before,
                left => faults = left,
            }
        }
        let [hand, discard, looked, mut above, rest] = piles;
        (deal.hand, deal.discard, deal.looked, deal.rest) = (hand, discard, looked, rest);
        deal.discard.absorb(&mut self.seen.clone());
        while !above.is_empty() {
            deal.above.push(above.draw(rng));
        }
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
