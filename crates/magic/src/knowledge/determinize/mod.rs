//! Determinizations: positions that agree with what a seat knows, the rest sampled.
//!
//! Hidden from a seat are the other player's hand, what that player looks at alone, what was put into that library unseen,
//! the order of every library, and where decks are hidden also which deck it is. The order is not part of a position at all,
//! so a determinization only has to decide which of the hidden cards are where: any deal that agrees with what everybody knows is as
//! likely as any other.
//!
//! Whoever is asked has a choice, and everybody knows that: a hand without one cannot be the hand. Deals are drawn until one
//! explains it. If that takes too long, two hidden cards of a deal change places so that it does. The true deal is never
//! looked at. Where something is believed of the hand (`tilted.rs`), deals are drawn by that instead, and everything else is the same.
//!
//! **A determinization is a function of the seat's information state and the random numbers**, every field of it. Each field of a
//! position is one of these:
//!
//! | fields | what they are | in a determinization |
//! |---|---|---|
//! | `rules` | public: where decks are hidden, the same whichever are played | kept |
//! | `perms`, `field`, `exile`, `stack`, `waiting`, `resolution`, `announce`, `combat`, `hurt` | public: happen in the open | kept |
//! | `turn`, `active`, `step`, `begun`, `priority`, `passes`, `unsettled`, `lands_played`, `actions_this_turn`, `combat_damage_prevented`, `extra_cleanup`, `overflow`, `over`, `lost`, `ask`, `looking`, `looks` | public | kept |
//! | `next_uid`, `clock` | public: an object gets a number, and a time, only when it comes into the open | kept |
//! | `traits`, `control`, `creatures`, `statics`, `actives`, `sources`, `attached`, `legendary`, `unmodified_lands`, `zone_watchers`, `listen`, `pending_draws`, `stale` | follow from what is public (of hands only the sizes count) | derived again |
//! | `sides[*].life`, `graveyard`, `mana`, `mulligans`, `kept`, `wants`, `decked`, `draws`, `mills`, `random_discards`, `known`, `since`, `pool_len`, and how many cards `hand`, `top`, `bottom` have, which of those are `open` or `from_hand` | public | kept |
//! | own `deck`, `pool`, `hand`, `fast`, cards of `top` and `bottom`, `looked` if `looking` | the seat's own | kept |
//! | the other's `hand`, `pool`, cards of `top` and `bottom` that are not `open`, `looked` if the other is `looking` | hidden | sampled |
//! | the other's `fast`, `cands` of a decision of the other's | follow from those | derived again |
//! | the other's `deck` | public with known lists (and the cards in hidden places, taken together, are); hidden with a metagame | sampled with a metagame, by what was seen |
//! | `seen` | public by card, empty with known lists; its places are the deck's | kept, in the places of the new deck |
//! | `cands` of a decision of one's own | the seat's own | kept |
//! | own `recall` | the seat's own | kept |
//! | the other's `recall` | hidden: a hash of what the other has seen | a random number |
//! | `work`, and `plies` in debug builds | no part of a position: how much the action under way has looked at, and what checks count | anything |
//!
//! Lists that are behind their end hold what was there before; nothing compares, writes or shows that.

mod guess;
mod tilted;

pub(crate) use guess::{Guess, choose};
use tilted::Tilted;

use crate::options::{DeckKnowledge, Windows};
use crate::state::{Ask, CardIx, DECK_SLOTS, LibraryCard, MAX_OWNED, MagicState};
use arrayvec::ArrayVec;
use hoyle_core::{Rng, Seat};
use std::ops::Range;

/// How many deals are drawn before cards change places.
const TRIES: usize = 12;
/// How many deals are mended before each deck of the metagame is tried in turn.
const MENDS: usize = 8;

pub(super) type Heap = ArrayVec<CardIx, { 2 * MAX_OWNED }>;

/// Which hidden card is where, as an order in which they are dealt.
struct Deal {
    /// Known to be in the hand.
    hand: Heap,
    /// For each place that a card came to from the hand unseen, from the lowest on: the card, if it is a known one.
    gone: ArrayVec<Option<CardIx>, { 2 * MAX_OWNED }>,
    /// All others: for the hand, the cards that left it unseen, other unseen places of the library, what is looked at, and
    /// the unknown part of the library, from the last to the first.
    heap: Heap,
    /// Where each of those parts begins, counted from the end of the heap.
    parts: [usize; 4],
}

impl Deal {
    /// The part that a place of the heap belongs to.
    fn part(&self, place: usize) -> usize {
        let from_end = self.heap.len() - 1 - place;
        self.parts.iter().filter(|&&begin| begin <= from_end).count()
    }

    /// How many of some places that cards left the hand for have no known card yet.
    fn free_places(&self, places: Range<usize>) -> usize {
        self.gone[places].iter().filter(|there| there.is_none()).count()
    }

    /// Puts a known card to the `nth` free one of some places.
    fn put_away(&mut self, card: CardIx, places: Range<usize>, nth: usize) {
        if let Some(place) = self.gone[places].iter_mut().filter(|there| there.is_none()).nth(nth) {
            *place = Some(card);
        }
    }
}

impl MagicState {
    /// How a determinization for a seat was found: whether it explains why the other player is asked. For tests.
    #[doc(hidden)]
    pub fn determinization_explains(&self, seat: Seat, rng: &mut Rng) -> bool {
        self.explained(seat, rng).1
    }

    /// A determinization, and whether it explains why the other player is asked.
    pub(super) fn explained(&self, seat: Seat, rng: &mut Rng) -> (Self, bool) {
        self.determinized(seat, None, rng)
    }

    /// A determinization by what is believed of the other player's hand: a tilt for each card by its number.
    pub(crate) fn determinize_tilted(&self, seat: Seat, tilts: &[f64; 256], rng: &mut Rng) -> Self {
        self.determinized(seat, Some(tilts), rng).0
    }

    fn determinized(&self, seat: Seat, tilts: Option<&[f64; 256]>, rng: &mut Rng) -> (Self, bool) {
        let other = 1 - (seat.0 & 1);
        let (mut dealt, explains) = self.dealt_for(other, tilts, rng);
        dealt.recall[other as usize] = rng.bits();
        (dealt, explains)
    }

    /// Which decks a player may have, where that is hidden.
    pub(crate) fn guess(&self, owner: u8) -> Option<Guess> {
        let metagame = self.rules().options.knowledge == DeckKnowledge::Metagame;
        // Before a player has a deck, nothing of it is hidden.
        let has_deck = !matches!(self.ask, Ask::Deck { .. }) || self.side(owner).library_len() > 0;
        (metagame && has_deck).then(|| self.weigh_decks(owner))
    }

    /// Every deck that a player may have with its chance, and the cards of it that nobody has placed. Where decks are known that is
    /// one.
    pub(crate) fn pools(&self, owner: u8, guess: Option<&Guess>) -> impl Iterator<Item = (u8, f64, Heap)> {
        let known = guess.is_none().then(|| {
            let mut heap = self.hidden_cards(owner);
            for &card in self.side(owner).known.iter() {
                heap.iter().position(|&there| there == card).map(|at| heap.swap_remove(at));
            }
            (self.side(owner).deck, 1.0, heap)
        });
        let guessed = guess.into_iter().flat_map(Guess::chances);
        known.into_iter().chain(guessed.map(move |(deck, chance)| (deck, chance, self.rest_of(owner, deck))))
    }

    /// A deal of a player's hidden cards, and whether it explains why that player is asked.
    fn dealt_for(&self, other: u8, tilts: Option<&[f64; 256]>, rng: &mut Rng) -> (Self, bool) {
        let guess = self.guess(other);
        let tilted = tilts.map(|tilts| Tilted::new(self, other, guess.as_ref(), tilts));
        let asked = self.ask.seat() == Some(other);
        // Who has no choice is not asked; but where every window opens, who has priority is.
        let needed = match self.ask {
            _ if !asked || self.over => 0,
            Ask::Priority { .. } if self.rules().options.windows == Windows::All => 1,
            _ => 2,
        };
        let fresh = |deck: Option<u8>, rng: &mut Rng| {
            let mut dealt = self.clone();
            let deal = match (&tilted, &guess) {
                (Some(tilted), _) => tilted.deal(&mut dealt, deck, rng),
                (None, Some(guess)) => {
                    let heap = dealt.swap_deck(other, deck.unwrap_or_else(|| guess.draw(rng)), rng);
                    dealt.shuffled(other, heap, rng)
                }
                (None, None) => dealt.shuffled(other, dealt.hidden_cards(other), rng),
            };
            (dealt, deal)
        };
        for _ in 0..TRIES {
            let (mut dealt, deal) = fresh(None, rng);
            dealt.lay(other, &deal);
            if dealt.choices(asked) >= needed {
                return (dealt, true);
            }
        }
        let mut best: Option<Self> = None;
        let mut mend = |(mut dealt, deal): (Self, Deal), rng: &mut Rng| {
            let explains = dealt.mend(other, deal, needed, rng);
            if explains || best.as_ref().is_none_or(|best| dealt.cands.len() > best.cands.len()) {
                best = Some(dealt);
            }
            explains
        };
        let mut explains = false;
        for _ in 0..MENDS {
            if !explains {
                explains = mend(fresh(None, rng), rng);
            }
        }
        for deck in guess.iter().flat_map(|guess| guess.decks()) {
            if !explains {
                explains = mend(fresh(Some(deck), rng), rng);
            }
        }
        // If nothing that may be thought explains it: better a position that does not, than the truth.
        (best.expect("a deal was tried"), explains)
    }

    /// How many candidates the decision at hand has, after cards were dealt.
    fn choices(&mut self, asked: bool) -> usize {
        self.stale = true;
        self.work.begin();
        self.refresh();
        if asked {
            self.list(self.ask);
        }
        self.cands.len()
    }

    /// Lays a deal in which two hidden cards change places if that gives the player enough candidates, and tells whether it
    /// does. All changes that do are as likely.
    fn mend(&mut self, owner: u8, mut deal: Deal, needed: usize, rng: &mut Rng) -> bool {
        let mut order: ArrayVec<u8, { 2 * MAX_OWNED }> = (0..deal.heap.len() as u8).collect();
        rng.shuffle(&mut order);
        let mut tried: Vec<[(usize, CardIx); 2]> = Vec::new();
        for &a in &order {
            for &b in &order {
                let (a, b) = (usize::from(a), usize::from(b));
                let ends = [(deal.part(a), deal.heap[a]), (deal.part(b), deal.heap[b])];
                // Places of a part are alike, and so are cards of a name.
                if ends[0].0 >= ends[1].0 || ends[0].1 == ends[1].1 || tried.contains(&ends) {
                    continue;
                }
                tried.push(ends);
                deal.heap.swap(a, b);
                self.lay(owner, &deal);
                if self.choices(true) >= needed {
                    return true;
                }
                deal.heap.swap(a, b);
            }
        }
        self.lay(owner, &deal);
        self.choices(true);
        false
    }

    /// All hidden cards of a player, in an order that does not tell where they are.
    pub(crate) fn hidden_cards(&self, owner: u8) -> Heap {
        let side = self.side(owner);
        let deck = &self.rules().decks[side.deck as usize];
        let placed = side.top.iter().chain(side.bottom.iter()).filter(|placed| !placed.open).map(|placed| placed.card);
        let looked = self.looked.iter().copied().filter(|_| self.looking == owner);
        let mut counts = side.pool;
        let mut heap = Heap::new();
        for card in side.hand.iter().copied().chain(placed).chain(looked) {
            match counts.get_mut(deck.slot_of[card as usize] as usize) {
                Some(count) => *count += 1,
                None => heap.push(card),
            }
        }
        for (&card, &count) in deck.cards.iter().zip(&counts) {
            heap.extend((0..count).map(|_| card));
        }
        heap
    }

    /// A deal of a player's hidden cards.
    fn shuffled(&self, owner: u8, mut heap: Heap, rng: &mut Rng) -> Deal {
        let side = self.side(owner);
        // What is known to be in the hand, or among what left it unseen, is dealt first.
        let mut known: ArrayVec<(CardIx, u8), MAX_OWNED> = ArrayVec::new();
        for (&card, &since) in side.known.iter().zip(side.since.iter()) {
            if let Some(at) = heap.iter().position(|&there| there == card) {
                heap.swap_remove(at);
                known.push((card, since));
            }
        }
        rng.shuffle(&mut known);
        // What is known latest has the fewest places, and comes first: so all deals are as likely.
        known.sort_by_key(|&(_, since)| std::cmp::Reverse(since));
        let mut deal = self.empty_deal(owner);
        for (card, since) in known {
            // Every free place is as likely as any other.
            let (room, away) = (side.hand.len() - deal.hand.len(), deal.free_places(self.gone_since(owner, since)));
            if room + away == 0 {
                // Never met: what is known has a place.
                heap.push(card);
                continue;
            }
            match (rng.below((room + away) as u32) as usize).checked_sub(room) {
                None => deal.hand.push(card),
                Some(nth) => deal.put_away(card, self.gone_since(owner, since), nth),
            }
        }
        rng.shuffle(&mut heap);
        self.finish(owner, deal, heap)
    }

    /// A deal in which no card is dealt yet.
    fn empty_deal(&self, owner: u8) -> Deal {
        let side = self.side(owner);
        let placed = side.top.iter().chain(side.bottom.iter()).filter(|placed| !placed.open);
        let slipped = placed.filter(|placed| placed.from_hand).count();
        let gone = (0..slipped).map(|_| None).collect();
        Deal { hand: Heap::new(), gone, heap: Heap::new(), parts: [0; 4] }
    }

    /// The places among those that cards came to from the hand unseen which a card known since then may be at.
    fn gone_since(&self, owner: u8, since: u8) -> Range<usize> {
        let side = self.side(owner);
        let on_top = side.unseen_since(0);
        on_top - side.unseen_since(since.into())..on_top
    }

    /// A deal of known cards with the others, of which the last are the hand's.
    fn finish(&self, owner: u8, mut deal: Deal, heap: Heap) -> Deal {
        let side = self.side(owner);
        let placed = side.top.iter().chain(side.bottom.iter()).filter(|placed| !placed.open).count();
        let looked = if self.looking == owner { self.looked.len() } else { 0 };
        let away = deal.free_places(0..deal.gone.len());
        deal.parts = [side.hand.len() - deal.hand.len(), away, placed - deal.gone.len(), looked];
        for i in 1..deal.parts.len() {
            deal.parts[i] += deal.parts[i - 1];
        }
        deal.heap = heap;
        deal
    }

    /// Puts a player's hidden cards where a deal says.
    fn lay(&mut self, owner: u8, deal: &Deal) {
        let rules = self.rules();
        let mut cards = deal.heap.iter().rev().copied();
        let side = &mut self.sides[owner as usize];
        let mut hand = deal.hand.clone();
        hand.extend(cards.by_ref().take(deal.parts[0]));
        hand.sort_unstable();
        side.hand.clear();
        side.fast = 0;
        for &card in &hand {
            side.hand.push(card);
            side.fast += u8::from(rules.flags[card as usize] & crate::setup::card_flag::FAST != 0);
        }
        let mut fill: Heap = cards.by_ref().take(deal.parts[1] - deal.parts[0]).collect();
        let mut known = deal.gone.iter();
        let mut rest: Heap = cards.by_ref().take(deal.parts[2] - deal.parts[1]).collect();
        let mut pile = |placed: &mut LibraryCard| {
            if !placed.open {
                let card =
                    if placed.from_hand { known.next().copied().flatten().or_else(|| fill.pop()) } else { rest.pop() };
                placed.card = card.unwrap_or(0);
            }
        };
        side.top.iter_mut().for_each(&mut pile);
        side.bottom.iter_mut().for_each(&mut pile);
        if self.looking == owner {
            self.looked.clear();
            for card in cards.by_ref().take(deal.parts[3] - deal.parts[2]) {
                self.looked.push(card);
            }
        }
        let deck = &rules.decks[side.deck as usize];
        side.pool = [0; DECK_SLOTS];
        for card in cards {
            let slot = deck.slot_of[card as usize] as usize;
            if slot < DECK_SLOTS {
                side.pool[slot] += 1;
            }
        }
        debug_assert_eq!(side.pool.iter().map(|&n| usize::from(n)).sum::<usize>(), usize::from(side.pool_len));
    }
}
