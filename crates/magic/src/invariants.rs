//! What holds after every action. Debug builds check it.

use crate::bound::Bound;
use crate::cards::tree::Verb;
use crate::options::DeckKnowledge;
use crate::state::{Ask, CardIx, Item, MagicState, pf};
use hoyle_core::{InvalidState, iter_bits};

/// How many of each card a player owns, in all zones; tokens are nobody's cards.
type Owned = [u8; 256];

impl MagicState {
    /// All cards of a player, wherever they are.
    fn owned(&self, seat: u8) -> Owned {
        let mut owned = [0; 256];
        let mut add = |card: CardIx, count: u8| owned[card as usize] += count;
        let side = self.side(seat);
        let deck = &self.rules().decks[side.deck as usize];
        deck.cards.iter().zip(&side.pool).for_each(|(&card, &count)| add(card, count));
        side.hand.iter().for_each(|&card| add(card, 1));
        side.top.iter().chain(side.bottom.iter()).for_each(|placed| add(placed.card, 1));
        side.graveyard.iter().for_each(|lying| add(lying.card, 1));
        self.looked.iter().filter(|_| self.looking == seat).for_each(|&card| add(card, 1));
        self.exile.iter().filter(|exiled| exiled.owner == seat).for_each(|exiled| add(exiled.card, 1));
        let spells = self.stack.iter().chain(self.resolution.active.then_some(&self.resolution.obj));
        let spells = spells.filter(|object| object.item == Item::Spell && object.owner == seat);
        spells.for_each(|object| add(object.card, 1));
        let perms = iter_bits(self.field).map(|slot| &self.perms[slot as usize]);
        perms.filter(|perm| perm.owner == seat && !perm.is(pf::TOKEN)).for_each(|perm| add(perm.card, 1));
        owned
    }

    /// Whether cards have left the game: what does not fit into exile is the only thing that does.
    fn loses_cards(&self) -> bool {
        self.overflow.contains(Bound::Exile)
    }

    /// Whether what is known to be in a hand is there, or among what left it unseen since.
    fn known_is_there(&self, seat: u8) -> bool {
        let side = self.side(seat);
        side.known.iter().zip(side.since.iter()).enumerate().all(|(i, (card, &since))| {
            let since = usize::from(since);
            let slipped = side.top.iter().skip(since).filter(|placed| placed.from_hand && !placed.open);
            let there =
                slipped.map(|placed| &placed.card).chain(side.hand.iter()).filter(|&there| there == card).count();
            // Those known since then or later stand behind it.
            side.known[i..].iter().take_while(|&other| other == card).count() <= there
        })
    }

    /// A position of a file, checked against the decks that its game names (none: it may be any of the metagame). Where decks
    /// are hidden, all cards of a deck must be somewhere: what is not seen is guessed from that.
    pub(crate) fn check_file(&self, decks: [Option<u8>; 2]) -> Result<(), InvalidState> {
        let looks = matches!(self.verb(), Some(Verb::Scry(_) | Verb::Dig { .. })) && self.resolution.active;
        let looks = looks && self.resolution.progress.is_under_way() && self.looking == self.resolution.obj.controller;
        if !(looks || self.looked.is_empty() && self.looks == 0) {
            return Err(InvalidState("looked: nobody looks at cards here".to_owned()));
        }
        let wrong = |seat: u8, what: &str| Err(InvalidState(format!("sides[{seat}]: {what}")));
        let hidden = self.rules().options.knowledge == DeckKnowledge::Metagame;
        for (seat, named) in (0..2).zip(decks) {
            let side = self.side(seat);
            if !self.known_is_there(seat) {
                return wrong(seat, "known: a card that is not in the hand, nor came from there unseen");
            }
            let none = matches!(self.ask, Ask::Deck { .. }) && side.library_len() == 0;
            if none && hidden && named.is_none() {
                if side.deck != 0 || self.owned(seat) != [0; 256] {
                    return wrong(seat, "deck: it has no cards yet");
                }
                continue;
            }
            if named.is_some_and(|deck| deck != side.deck) || matches!(self.ask, Ask::Deck { .. }) && !hidden {
                return wrong(seat, "deck: not the one of the options");
            }
            if !hidden {
                continue;
            }
            let deck = &self.rules().decks[side.deck as usize];
            let owned = self.owned(seat);
            let fits = |(&card, &count): (&CardIx, &u8)| {
                let there = owned[card as usize];
                there == count || self.loses_cards() && there < count
            };
            let total: usize = owned.iter().map(|&n| usize::from(n)).sum();
            let listed: usize = deck.cards.iter().map(|&card| usize::from(owned[card as usize])).sum();
            if total != listed || !deck.cards.iter().zip(&deck.counts).all(fits) {
                return wrong(seat, "its cards are not those of its deck");
            }
            if side.seen.iter().zip(&deck.counts).any(|(seen, count)| seen > count) {
                return wrong(seat, "seen: more than the deck has");
            }
        }
        Ok(())
    }

    /// What was seen of a deck matters only where it has to be guessed.
    pub(crate) fn forget_seen(&mut self) {
        if self.rules().options.knowledge == DeckKnowledge::Lists {
            self.sides.iter_mut().for_each(|side| side.seen.fill(0));
        }
    }
}

#[cfg(not(debug_assertions))]
mod checks {
    use crate::state::MagicState;

    impl MagicState {
        #[inline(always)]
        pub(crate) fn census(&self) {}

        #[inline(always)]
        pub(crate) fn check_invariants(&self, (): &()) {}
    }
}

#[cfg(debug_assertions)]
mod checks {
    use super::Owned;
    use crate::setup::MAX_RESOLUTIONS;
    use crate::state::{Ask, MagicState};
    use hoyle_core::prelude::*;
    use hoyle_core::save;

    impl MagicState {
        /// What there is before an action; none of a player who gets a deck by it.
        pub(crate) fn census(&self) -> [Option<Owned>; 2] {
            [0, 1].map(|seat| (self.ask != Ask::Deck { seat }).then(|| self.owned(seat)))
        }

        /// What must hold after every action.
        pub(crate) fn check_invariants(&self, before: &[Option<Owned>; 2]) {
            for seat in 0..2 {
                let owned = self.owned(seat);
                let deck = &self.rules().decks[self.side(seat).deck as usize];
                let conserved = match &before[seat as usize] {
                    Some(before) if self.loses_cards() => owned.iter().zip(before).all(|(now, before)| now <= before),
                    Some(before) => owned == *before,
                    None => deck.cards.iter().zip(&deck.counts).all(|(&card, &count)| owned[card as usize] == count),
                };
                assert!(conserved, "cards of player {} came or went", seat + 1);
                assert!(self.known_is_there(seat), "player {}: a card is known that is not in the hand", seat + 1);
                let side = self.side(seat);
                assert!(side.hand.is_sorted() && side.known.is_sorted(), "hands stand in order");
                let pool: u32 = side.pool.iter().map(|&n| u32::from(n)).sum();
                assert_eq!(pool, u32::from(side.pool_len), "the library of player {} is miscounted", seat + 1);
            }
            if self.ask.seat().is_some() && !self.over {
                assert!(!self.cands.is_empty(), "{:?} without a candidate", self.ask);
            }
            assert!(self.over || self.ask != Ask::None, "nothing is asked, and the game is not over");
            assert!(self.turn <= self.rules().options.max_turns, "more turns than the options allow");
            assert!(self.over || self.actions_this_turn <= MAX_RESOLUTIONS, "more actions than a turn may have");
            assert!(!self.stale, "the layers are out of date");
            assert!(self.plies.0 <= self.rules().spec.length_bound, "more actions than a game may have");
            let copy = Self::read_snapshot(self.rules, &self.snapshot()).expect("a position reads back");
            assert!(copy == *self, "a position is another when it is read back");
            // What follows from equal positions is dear to compare: some are enough, chosen by themselves.
            if (self.recall[0] ^ self.recall[1]) >> 60 == 0 {
                assert_eq!(save::to_bytes(&copy), save::to_bytes(self));
                let (mut here, mut there) = (String::new(), String::new());
                for seat in [0, 1].map(hoyle_core::Seat) {
                    self.information_state(seat, &mut here);
                    copy.information_state(seat, &mut there);
                }
                assert_eq!(here, there);
            }
        }
    }
}
