//! Redeals: what a seat cannot see, dealt anew.
//!
//! Hidden from a seat are the other player's hand, what that player looks at alone, what was put into that library unseen,
//! and the order of every library. The order is not part of a position at all, so a redeal only has to decide which of the
//! hidden cards are where: any deal that agrees with what everybody knows is as likely as any other.

use crate::options::Knowledge;
use crate::state::{CardIx, DECK_SLOTS, MAX_OWNED, MagicState, Placed};
use arrayvec::ArrayVec;
use hoyle_core::{Rng, Seat};

/// How often a deal is tried until it explains why the other player is asked.
const TRIES: usize = 24;

type Heap = ArrayVec<CardIx, { 2 * MAX_OWNED }>;

impl MagicState {
    /// A position that `seat` cannot tell from this one.
    pub(crate) fn redealt(&self, seat: Seat, rng: &mut Rng) -> Self {
        let other = 1 - seat.0;
        let asked = self.ask.seat() == Some(other);
        for _ in 0..TRIES {
            let mut dealt = self.clone();
            if self.rules().options.knowledge == Knowledge::Metagame {
                dealt.guess_deck(other, rng);
            }
            dealt.deal(other, rng);
            if asked {
                dealt.stale = true;
                dealt.refresh();
                dealt.list(dealt.ask);
                // Whoever is asked has a choice: a hand without one cannot be the hand.
                if dealt.cands.len() < self.cands.len().min(2) {
                    continue;
                }
            }
            dealt.stale = true;
            dealt.refresh();
            return dealt;
        }
        // Hardly any deal explains it: the true one does.
        self.clone()
    }

    /// All hidden cards of a player.
    fn hidden_cards(&self, owner: u8) -> Heap {
        let side = self.side(owner);
        let deck = &self.rules().decks[side.deck as usize];
        let mut heap: Heap = side.hand.iter().copied().collect();
        for (&card, &count) in deck.cards.iter().zip(&side.pool) {
            heap.extend((0..count).map(|_| card));
        }
        let placed = side.top.iter().chain(side.bottom.iter());
        heap.extend(placed.filter(|placed| !placed.open).map(|placed| placed.card));
        if self.looking == owner {
            heap.extend(self.looked.iter().copied());
        }
        heap
    }

    /// Deals a player's hidden cards anew.
    fn deal(&mut self, owner: u8, rng: &mut Rng) {
        let mut heap = self.hidden_cards(owner);
        let looked = if self.looking == owner { self.looked.len() } else { 0 };
        let side = self.side(owner);
        // What is known to be in the hand, or among what left it unseen, is dealt first.
        let mut known: Heap = Heap::new();
        for &card in side.known.iter() {
            if let Some(at) = heap.iter().position(|&there| there == card) {
                heap.swap_remove(at);
                known.push(card);
            }
        }
        rng.shuffle(&mut heap);
        rng.shuffle(&mut known);
        let hand_len = side.hand.len();
        let unseen = |placed: &Placed| !placed.open && placed.from_hand;
        let mut away = side.top.iter().chain(side.bottom.iter()).filter(|placed| unseen(placed)).count();
        let mut hand: Heap = Heap::new();
        let mut gone: Heap = Heap::new();
        for card in known {
            // Every free place is as likely as any other.
            let room = hand_len - hand.len();
            if (rng.below((room + away).max(1) as u32) as usize) < room || away == 0 {
                hand.push(card);
            } else {
                gone.push(card);
                away -= 1;
            }
        }
        while hand.len() < hand_len {
            hand.push(heap.pop().unwrap_or(0));
        }
        // Which of the unseen places get the known cards is chance as well.
        let mut fill: Heap = gone;
        for _ in 0..away {
            fill.push(heap.pop().unwrap_or(0));
        }
        rng.shuffle(&mut fill);
        let rules = self.rules();
        let mut pile = |placed: &mut Placed| {
            if !placed.open {
                let card = if placed.from_hand { fill.pop() } else { heap.pop() };
                placed.card = card.unwrap_or(placed.card);
            }
        };
        let side = &mut self.sides[owner as usize];
        side.top.iter_mut().for_each(&mut pile);
        side.bottom.iter_mut().for_each(&mut pile);
        hand.sort_unstable();
        side.hand.clear();
        side.fast = 0;
        for &card in &hand {
            side.hand.push(card);
            side.fast += u8::from(rules.flags[card as usize] & crate::setup::card_flag::FAST != 0);
        }
        if looked > 0 {
            self.looked.clear();
            for _ in 0..looked {
                self.looked.push(heap.pop().unwrap_or(0));
            }
        }
        let side = &mut self.sides[owner as usize];
        let deck = &rules.decks[side.deck as usize];
        side.pool = [0; DECK_SLOTS];
        for &card in &heap {
            let slot = deck.slot_of[card as usize] as usize;
            if slot < DECK_SLOTS {
                side.pool[slot] += 1;
            }
        }
        debug_assert_eq!(side.pool.iter().map(|&n| usize::from(n)).sum::<usize>(), usize::from(side.pool_len));
    }

    /// Gives a player another deck of the metagame that explains everything that was seen; the likelier, the more it does.
    fn guess_deck(&mut self, owner: u8, rng: &mut Rng) {
        let rules = self.rules();
        let side = self.side(owner);
        let old = &rules.decks[side.deck as usize];
        let now = self.visible_cards(owner);
        let seen: ArrayVec<(CardIx, u8), DECK_SLOTS> = old
            .cards
            .iter()
            .zip(now.iter().zip(&side.seen))
            .map(|(&card, (&now, &seen))| (card, now.max(seen)))
            .filter(|&(_, count)| count > 0)
            .collect();
        let size: u32 = old.counts.iter().map(|&n| u32::from(n)).sum();
        let mut weights: ArrayVec<(u8, f64), 64> = ArrayVec::new();
        for (i, deck) in rules.decks.iter().enumerate().skip(2).take(64) {
            if deck.counts.iter().map(|&n| u32::from(n)).sum::<u32>() != size {
                continue;
            }
            // In how many ways the cards that were seen can be among those of the deck.
            let ways: f64 = seen
                .iter()
                .map(|&(card, count)| match deck.slot_of[card as usize] as usize {
                    slot if slot < DECK_SLOTS => choose(deck.counts[slot], count),
                    _ => 0.0,
                })
                .product();
            if ways > 0.0 {
                weights.push((i as u8, ways));
            }
        }
        let total: f64 = weights.iter().map(|&(_, weight)| weight).sum();
        let mut left = f64::from(rng.unit()) * total;
        let Some(&(last, _)) = weights.last() else { return };
        let chosen = weights.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        self.swap_deck(owner, chosen.map_or(last, |&(deck, _)| deck));
    }

    /// Replaces a player's deck: what is hidden becomes what the new list has besides what can be seen.
    fn swap_deck(&mut self, owner: u8, deck: u8) {
        let rules = self.rules();
        let (old, new) = (&rules.decks[self.side(owner).deck as usize], &rules.decks[deck as usize]);
        let visible = self.visible_cards(owner);
        let mut rest = new.counts;
        for (&card, &count) in old.cards.iter().zip(&visible) {
            let slot = new.slot_of[card as usize] as usize;
            if count > 0 && slot < DECK_SLOTS {
                rest[slot] -= count.min(rest[slot]);
            }
        }
        let known = self.side(owner).known;
        let mut heap: Heap = Heap::new();
        for (&card, &count) in new.cards.iter().zip(&rest) {
            heap.extend((0..count).map(|_| card));
        }
        heap.extend(known.iter().copied());
        let hidden = self.hidden_cards(owner).len();
        if heap.len() != hidden {
            return;
        }
        // Any places will do: they are dealt anew afterwards.
        let mut seen = [0; DECK_SLOTS];
        for (&card, &count) in old.cards.iter().zip(&self.side(owner).seen) {
            let slot = new.slot_of[card as usize] as usize;
            if slot < DECK_SLOTS {
                seen[slot] = count;
            }
        }
        if self.looking == owner {
            let count = self.looked.len();
            self.looked.clear();
            for _ in 0..count {
                self.looked.push(heap.remove(0));
            }
        }
        let side = &mut self.sides[owner as usize];
        side.deck = deck;
        side.seen = seen;
        for placed in side.top.iter_mut().filter(|placed| !placed.open) {
            placed.card = heap.remove(0);
        }
        for placed in side.bottom.iter_mut().filter(|placed| !placed.open) {
            placed.card = heap.remove(0);
        }
        // The known cards stand last: they go to the hand.
        for card in side.hand.iter_mut() {
            *card = heap.pop().unwrap_or(0);
        }
        side.pool = [0; DECK_SLOTS];
        for &card in &heap {
            side.pool[new.slot_of[card as usize] as usize & 63] += 1;
        }
    }
}

/// n over k.
fn choose(n: u8, k: u8) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}
