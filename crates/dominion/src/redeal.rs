//! Redeals: what a seat cannot see, dealt anew.
//!
//! Hidden from a seat are the hands of the others, what they looked at alone, what they put on their decks unseen, and
//! the order of every deck. The order is not part of a position at all, so a redeal only has to decide which of a
//! player's hidden cards are in the hand: any of them with the same probability, given what everybody knows.

use crate::options::Treasures;
use crate::pile::{Pile, Slot, bits};
use crate::program::{Op, Zone};
use crate::state::{DominionState, Phase, Task};
use hoyle_core::{Rng, Seat, Turn};

/// How often a deal that does not fit is thrown away.
const ATTEMPTS: usize = 24;
/// How often cards are swapped in a deal that does not fit.
const REPAIRS: usize = 200;

/// What is known of a hand by the decision that its owner faces.
struct Clue {
    /// At least this many cards...
    least: usize,
    /// ...are of these slots.
    of: u64,
    /// None are of these.
    never: u64,
}

/// What is known of the cards that are looked at: so many different ones of these slots.
struct ShownClue {
    kinds: u32,
    of: u64,
}

impl ShownClue {
    fn fits(&self, shown: &Pile) -> bool {
        (shown.mask() & self.of).count_ones() >= self.kinds
    }
}

impl DominionState {
    /// A position that `seat` cannot tell from this one.
    pub(crate) fn redealt(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut dealt = self.clone();
        for other in (0..self.players()).filter(|&other| other != seat.0) {
            dealt.redeal_player(other, rng);
        }
        dealt
    }

    /// What is looked at alone: cards that only their owner has seen. With them, whether they must be actions.
    fn looked_at(&self, owner: u8) -> (Pile, bool) {
        if self.aside_owner() != Some(owner) {
            return (Pile::EMPTY, false);
        }
        let running = self.stack.iter().rev().find(|frame| matches!(frame.task, Task::Play | Task::Other));
        let Some(frame) = running.copied() else { return (Pile::EMPTY, false) };
        let program = if frame.task == Task::Play {
            &self.rules().cards[frame.card as usize].play
        } else {
            return (Pile::EMPTY, false);
        };
        match self.op(frame) {
            Some(Op::DrawTo(_)) if frame.x == 1 => ([(frame.y - 1, 1)].into_iter().collect(), true),
            Some(Op::DrawTo(_)) => (Pile::EMPTY, false),
            _ if program.iter().any(|op| matches!(op, Op::Show(_, false))) => (self.aside, false),
            _ => (Pile::EMPTY, false),
        }
    }

    /// What the decision that a player faces tells about the hand.
    fn clue(&self, owner: u8) -> Clue {
        let rules = self.rules();
        let buying = owner == self.player && self.phase == Phase::Buy;
        let no_treasure = buying && rules.options.treasures == Treasures::Auto;
        let no_action = buying && self.actions > 0 && !self.ended_early;
        let never = if no_treasure { rules.treasures } else { 0 } | if no_action { rules.actions } else { 0 };
        let none = Clue { least: 0, of: 0, never };
        if self.whose_turn() != Turn::Seat(Seat(owner)) {
            return none;
        }
        let Some(frame) = self.stack.last().copied() else {
            let acting = self.phase == Phase::Action;
            return if acting { Clue { least: 1, of: rules.actions, never } } else { none };
        };
        match (frame.task, self.op(frame)) {
            (Task::React, _) => Clue { least: 1, of: rules.reactions, never },
            (_, Some(Op::PlayTimes(_))) => Clue { least: 1, of: rules.actions, never },
            (_, Some(op @ Op::Choose { zone: Zone::Hand, filter, .. })) => {
                let from = if frame.y == 0 { u64::MAX } else { u64::MAX << (frame.y - 1) };
                Clue { least: self.need(frame, op).forced.max(1), of: filter & from, never }
            }
            _ => none,
        }
    }

    /// What the decision that a player faces tells about the cards that are looked at.
    fn shown_clue(&self, owner: u8) -> ShownClue {
        let frame = self.stack.last().copied().filter(|_| self.whose_turn() == Turn::Seat(Seat(owner)));
        match frame.and_then(|frame| self.op(frame).map(|op| (frame, op))) {
            Some((_, Op::ReturnShown)) => ShownClue { kinds: 2, of: u64::MAX },
            Some((frame, Op::Choose { zone: Zone::Shown, filter, .. })) => {
                let from = if frame.y == 0 { u64::MAX } else { u64::MAX << (frame.y - 1) };
                ShownClue { kinds: 1, of: filter & from }
            }
            _ => ShownClue { kinds: 0, of: 0 },
        }
    }

    fn redeal_player(&mut self, owner: u8, rng: &mut Rng) {
        let clue = self.clue(owner);
        let shown = self.shown_clue(owner);
        let (looked_at, must_be_action) = self.looked_at(owner);
        let actions = self.rules().actions;
        let zones = &self.zones[owner as usize];

        // Everything hidden, in one heap.
        let mut heap = zones.deck;
        heap.absorb(&mut zones.hand.clone());
        heap.absorb(&mut looked_at.clone());
        zones.top.iter().filter(|placed| !placed.open()).for_each(|placed| heap.add(placed.slot()));

        // What is known to be in the hand, or among what left it unseen, is dealt first.
        let mut known: Pile = (0..).zip(zones.known).filter(|&(_, count)| count > 0).collect();
        for (slot, count) in known.clone().iter() {
            (0..count.saturating_sub(heap.count(slot))).for_each(|_| known.remove(slot));
        }
        for (slot, count) in known.iter() {
            (0..count).for_each(|_| heap.remove(slot));
        }
        let hand_len = zones.hand.len();
        let unseen = zones.top.iter().filter(|placed| !placed.open() && placed.is_unseen()).count();
        let (all, all_known) = (heap, known);
        let (mut hand, mut aside) = (Pile::EMPTY, Pile::EMPTY);
        let mut above: arrayvec::ArrayVec<Slot, { crate::state::MAX_TOP }> = arrayvec::ArrayVec::new();
        // Deals that do not fit what the decision tells are thrown away: what is left has the right odds. Where hardly any
        // fits, cards are swapped until one does. The true deal is never looked at.
        let mut fits = false;
        for attempt in 0..ATTEMPTS + REPAIRS {
            (hand, aside, heap, known) = (Pile::EMPTY, Pile::EMPTY, all, all_known);
            above.clear();
            if must_be_action {
                let mut fitting: Pile =
                    heap.iter().chain(known.iter()).filter(|&(slot, _)| actions >> slot & 1 == 1).collect();
                let slot = fitting.draw(rng);
                if heap.count(slot) > 0 {
                    heap.remove(slot)
                } else {
                    known.remove(slot)
                }
                aside.add(slot);
            }
            while !known.is_empty() {
                // Into the hand, onto the deck, or among what is looked at: every free place is as likely as any other.
                let slot = known.draw(rng);
                let room = [hand_len - hand.len(), unseen - above.len(), looked_at.len() - aside.len()];
                let mut place = rng.below(room.iter().sum::<usize>().max(1) as u32) as usize;
                if place < room[0] || room[1] + room[2] == 0 {
                    hand.add(slot);
                    continue;
                }
                place -= room[0];
                if place < room[1] { above.push(slot) } else { aside.add(slot) }
            }
            let fixed = hand;
            deal(&mut heap, &mut hand, hand_len, clue.never, rng);
            if attempt >= ATTEMPTS {
                repair(&mut heap, &mut hand, &fixed, &clue, rng);
            }
            while aside.len() < looked_at.len() {
                let missing = heap.iter().filter(|&(slot, _)| shown.of >> slot & 1 == 1 && aside.count(slot) == 0);
                let mut missing: Pile = missing.collect();
                let swap = attempt >= ATTEMPTS && !shown.fits(&aside) && !missing.is_empty();
                let slot = if swap { missing.draw(rng) } else { heap.draw(rng) };
                if swap {
                    heap.remove(slot);
                }
                aside.add(slot);
            }
            fits = hand.count_in(clue.of) >= clue.least && (must_be_action || shown.fits(&aside));
            if fits {
                break;
            }
        }
        if !fits {
            // A position from which nothing can be dealt is no position of the game.
            return;
        }
        let zones = &mut self.zones[owner as usize];
        for placed in zones.top.iter_mut().rev().filter(|placed| !placed.open()) {
            let known = if placed.is_unseen() { above.pop() } else { None };
            *placed = placed.with_slot(known.unwrap_or_else(|| heap.draw(rng)));
        }
        zones.hand = hand;
        zones.deck = heap;
        if must_be_action {
            let slot = bits(aside.mask()).next().unwrap_or(0);
            self.aside.remove(bits(looked_at.mask()).next().unwrap_or(0));
            self.aside.add(slot);
            if let Some(frame) =
                self.stack.iter_mut().rev().find(|frame| matches!(frame.task, Task::Play | Task::Other))
            {
                frame.y = slot + 1;
            }
        } else if !looked_at.is_empty() {
            self.aside = aside;
        }
    }
}

/// Fills the hand from the heap, but not with what cannot be there.
fn deal(heap: &mut Pile, hand: &mut Pile, size: usize, never: u64, rng: &mut Rng) {
    let mut kept_out: Pile = heap.iter().filter(|&(slot, _)| never >> slot & 1 == 1).collect();
    let possible = heap.len() - kept_out.len();
    // If the clue cannot be met, it is none.
    if hand.len() + possible < size {
        kept_out = Pile::EMPTY;
    }
    for (slot, count) in kept_out.iter() {
        (0..count).for_each(|_| heap.remove(slot));
    }
    while hand.len() < size {
        hand.add(heap.draw(rng));
    }
    heap.absorb(&mut kept_out);
}

/// Swaps cards until the hand fits the clue.
fn repair(heap: &mut Pile, hand: &mut Pile, fixed: &Pile, clue: &Clue, rng: &mut Rng) {
    while hand.count_in(clue.of) < clue.least {
        let mut wanted: Pile = heap.iter().filter(|&(slot, _)| clue.of >> slot & 1 == 1).collect();
        let mut loose: Pile = hand
            .iter()
            .filter(|&(slot, _)| clue.of >> slot & 1 == 0)
            .map(|(slot, count)| (slot, count - fixed.count(slot).min(count)))
            .collect();
        if wanted.is_empty() || loose.is_empty() {
            return;
        }
        let (out, into) = (loose.draw(rng), wanted.draw(rng));
        hand.remove(out);
        heap.add(out);
        heap.remove(into);
        hand.add(into);
    }
}
