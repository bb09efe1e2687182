//! The other player's deck, where deck lists are not known: which of the metagame it may be, and how likely that is.
//!
//! Nothing here depends on which deck it is: evidence is counted by card, in the order of the cards' numbers, which are the
//! same whichever decks of the metagame are played.

use super::Heap;
use crate::deck::MAX_METAGAME;
use crate::state::{CardIx, DECK_SLOTS, MagicState};
use arrayvec::ArrayVec;
use hoyle_core::Rng;

/// Decks of the metagame that explain what was seen. Before anything was seen, all that are as large as the player's are equally
/// likely.
pub(crate) struct Guess {
    /// The decks that explain it, each with the number of ways in which it does.
    decks: ArrayVec<(u8, f64), MAX_METAGAME>,
    total: f64,
    /// What was seen at once.
    pub seen: Counts,
    /// How many cards the player has in all.
    pub size: usize,
    /// How many decks are as large, whether they explain what was seen or not.
    pub as_large: usize,
}

/// How many of which cards, by card number.
pub(crate) type Counts = ArrayVec<(CardIx, u8), DECK_SLOTS>;

impl Guess {
    /// One of the decks, the likelier, the more often it would show what was seen.
    pub(super) fn draw(&self, rng: &mut Rng) -> u8 {
        let mut left = f64::from(rng.unit()) * self.total;
        let chosen = self.decks.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        // One is there always: the true one.
        chosen.or(self.decks.last()).map_or(0, |&(deck, _)| deck)
    }

    /// All of them.
    pub(super) fn decks(&self) -> impl Iterator<Item = u8> + '_ {
        self.decks.iter().map(|&(deck, _)| deck)
    }

    /// All of them, each with its chance: they add up to 1.
    pub(crate) fn chances(&self) -> impl Iterator<Item = (u8, f64)> + '_ {
        self.decks.iter().map(|&(deck, ways)| (deck, ways / self.total))
    }

    /// In how many ways what was seen can be among the cards of all of these decks together.
    pub(crate) fn ways(&self) -> f64 {
        self.total
    }
}

impl MagicState {
    /// By the slots of a player's deck, how many of which cards.
    fn counted(&self, owner: u8, counts: &[u8; DECK_SLOTS]) -> Counts {
        let deck = &self.rules().decks[self.side(owner).deck as usize];
        let cards = deck.cards.iter().copied().zip(counts.iter().copied());
        let mut counts: Counts = cards.filter(|&(_, count)| count > 0).collect();
        counts.sort_unstable();
        counts
    }

    /// How many places there are whose card not everybody sees.
    pub(super) fn hidden_places(&self, owner: u8) -> usize {
        let side = self.side(owner);
        let placed = side.top.iter().chain(side.bottom.iter()).filter(|placed| !placed.open).count();
        let looked = if self.looking == owner { self.looked.len() } else { 0 };
        side.hand.len() + placed + looked + usize::from(side.pool_len)
    }

    /// All decks of the metagame that explain what was seen: as large as all cards together, and with enough of each.
    pub(crate) fn weigh_decks(&self, owner: u8) -> Guess {
        let side = self.side(owner);
        let visible = self.visible_cards(owner);
        let open = visible.iter().map(|&n| usize::from(n)).sum::<usize>().saturating_sub(side.known.len());
        let size = open + self.hidden_places(owner);
        let mut most = side.seen;
        most.iter_mut().zip(&visible).for_each(|(most, now)| *most = (*most).max(*now));
        let seen = self.counted(owner, &most);
        let mut guess = Guess { decks: ArrayVec::new(), total: 0.0, seen: Counts::new(), size, as_large: 0 };
        for (i, deck) in self.rules().decks.iter().enumerate().take(MAX_METAGAME) {
            let cards: usize = deck.counts.iter().map(|&n| usize::from(n)).sum();
            // Cards may have left the game where something did not fit.
            if cards != size && (self.overflow.is_empty() || cards < size) {
                continue;
            }
            guess.as_large += 1;
            // In how many ways the cards that were seen can be among those of the deck.
            let ways: f64 = seen
                .iter()
                .map(|&(card, count)| match deck.slot_of[card as usize] as usize {
                    slot if slot < DECK_SLOTS => choose(deck.counts[slot], count),
                    _ => 0.0,
                })
                .product();
            if ways > 0.0 {
                guess.decks.push((i as u8, ways));
                guess.total += ways;
            }
        }
        debug_assert!(!guess.decks.is_empty(), "the true deck explains what was seen");
        guess.seen = seen;
        guess
    }

    /// The cards of a deck that nobody has placed, if it is the player's: those of its list that are not in the open, without what is
    /// known to be in the hand.
    pub(super) fn rest_of(&self, owner: u8, deck: u8) -> Heap {
        let new = &self.rules().decks[deck as usize];
        let mut rest = new.counts;
        for (card, count) in self.counted(owner, &self.visible_cards(owner)) {
            if let Some(left) = rest.get_mut(new.slot_of[card as usize] as usize) {
                *left = left.saturating_sub(count);
            }
        }
        let mut heap = Heap::new();
        for (&card, &count) in new.cards.iter().zip(&rest) {
            heap.extend((0..count).map(|_| card));
        }
        heap
    }

    /// How many hidden places there are for cards of which nothing is known.
    pub(crate) fn unknown_places(&self, owner: u8) -> usize {
        self.hidden_places(owner).saturating_sub(self.side(owner).known.len())
    }

    /// Calls a player's deck another one of the metagame. Its cards are not dealt yet.
    pub(super) fn call_deck(&mut self, owner: u8, deck: u8) {
        let new = &self.rules().decks[deck as usize];
        let mut seen = [0; DECK_SLOTS];
        for (card, count) in self.counted(owner, &self.side(owner).seen) {
            if let Some(there) = seen.get_mut(new.slot_of[card as usize] as usize) {
                *there = count;
            }
        }
        let side = &mut self.sides[owner as usize];
        (side.deck, side.seen) = (deck, seen);
    }

    /// Gives a player another deck of the metagame: the cards that are to be dealt.
    pub(super) fn swap_deck(&mut self, owner: u8, deck: u8, rng: &mut Rng) -> Heap {
        let mut heap = self.rest_of(owner, deck);
        let (unknown, places) = (self.unknown_places(owner), self.hidden_places(owner));
        if heap.len() > unknown {
            // Some cards have left the game: any may.
            rng.shuffle(&mut heap);
            heap.truncate(unknown);
        }
        heap.extend(self.side(owner).known.iter().copied());
        // Never met: a deck that explains what was seen has a card for every place.
        debug_assert_eq!(heap.len(), places);
        heap.extend((heap.len()..places).map(|_| self.rules().decks[deck as usize].cards[0]));
        self.call_deck(owner, deck);
        heap
    }
}

/// n over k.
pub(crate) fn choose(n: u8, k: u8) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}
