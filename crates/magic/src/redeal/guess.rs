//! A guess at the other player's deck, where deck lists are not known.

use super::Heap;
use crate::state::{CardIx, DECK_SLOTS, MagicState};
use arrayvec::ArrayVec;
use hoyle_core::Rng;

/// Decks of the metagame that explain what was seen, with their weights.
type Decks = ArrayVec<(u8, f64), 64>;

impl MagicState {
    /// Gives a player another deck of the metagame that explains everything that was seen; the likelier, the more it does.
    pub(super) fn guess_deck(&mut self, owner: u8, rng: &mut Rng) {
        let weights = self.weigh_decks(owner);
        let total: f64 = weights.iter().map(|&(_, weight)| weight).sum();
        let mut left = f64::from(rng.unit()) * total;
        // A deck that is not played around here, and that nothing that is could be taken for, stays as it is.
        let Some(&(last, _)) = weights.last() else { return };
        let chosen = weights.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        self.swap_deck(owner, chosen.map_or(last, |&(deck, _)| deck));
    }

    /// All decks of the metagame that explain what was seen.
    pub(super) fn possible_decks(&self, owner: u8) -> impl Iterator<Item = u8> + use<> {
        self.weigh_decks(owner).into_iter().map(|(deck, _)| deck)
    }

    fn weigh_decks(&self, owner: u8) -> Decks {
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
        let mut weights = Decks::new();
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
        weights
    }

    /// Replaces a player's deck: what is hidden becomes what the new list has besides what can be seen.
    pub(super) fn swap_deck(&mut self, owner: u8, deck: u8) {
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
