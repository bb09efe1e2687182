//! What belongs to one player.

use super::{CardIx, LibraryCard, Lying, MAX_OWNED};
use hoyle_core::FixedVec;

/// How many different cards a deck can have.
pub const DECK_SLOTS: usize = 64;

/// What belongs to one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Side {
    pub life: i16,
    /// Which of the game's decks is played.
    pub deck: u8,
    /// The part of the library whose order nobody knows, by the deck's slots: any order is as likely as any other.
    pub pool: [u8; DECK_SLOTS],
    pub pool_len: u8,
    /// What lies on that part in a known order, the top last.
    pub top: FixedVec<LibraryCard, MAX_OWNED>,
    /// What lies below it, the lowest last.
    pub bottom: FixedVec<LibraryCard, MAX_OWNED>,
    /// In ascending order.
    pub hand: FixedVec<CardIx, MAX_OWNED>,
    /// How many of the hand can be cast when an instant can.
    pub fast: u8,
    /// What everybody knows to be in the hand, or among the `from_hand` cards on top of the library, ascending.
    pub known: FixedVec<CardIx, MAX_OWNED>,
    /// For each of those, since when: only cards that left the hand to this place of `top` or above may be it. Ascending for
    /// cards of a name.
    pub since: FixedVec<u8, MAX_OWNED>,
    pub graveyard: FixedVec<Lying, MAX_OWNED>,
    /// How many cards of each slot were seen at once by everybody: what a guess at the deck must explain.
    pub seen: [u8; DECK_SLOTS],
    pub mana: [u8; 6],
    pub mulligans: u8,
    pub kept: bool,
    /// A mulligan was declared: it is taken when everybody has decided.
    pub wants: bool,
    /// A draw from an empty library was tried.
    pub decked: bool,
    /// Cards still to be drawn.
    pub draws: u8,
    /// Cards still to be put from the library into the graveyard.
    pub mills: u8,
    /// Cards still to be discarded at random.
    pub random_discards: u8,
}

impl Side {
    pub const EMPTY: Self = Self {
        life: 20,
        deck: 0,
        pool: [0; DECK_SLOTS],
        pool_len: 0,
        top: FixedVec::new(LibraryCard::EMPTY),
        bottom: FixedVec::new(LibraryCard::EMPTY),
        hand: FixedVec::new(0),
        fast: 0,
        known: FixedVec::new(0),
        since: FixedVec::new(0),
        graveyard: FixedVec::new(Lying { card: 0, uid: 0 }),
        seen: [0; DECK_SLOTS],
        mana: [0; 6],
        mulligans: 0,
        kept: false,
        wants: false,
        decked: false,
        draws: 0,
        mills: 0,
        random_discards: 0,
    };

    /// More cards are to be drawn: more than there can be are the same as all of them.
    pub fn add_draws(&mut self, n: u8) {
        self.draws = self.draws.saturating_add(n);
    }

    /// Everybody knows that a card is in the hand, or among those that left it unseen to the places of the top from `since`
    /// on.
    pub fn know(&mut self, card: CardIx, since: usize) {
        let (from, to) =
            (self.known.partition_point(|&there| there < card), self.known.partition_point(|&there| there <= card));
        let at = from + self.since[from..to].partition_point(|&there| usize::from(there) <= since);
        self.known.insert(at, card);
        self.since.insert(at, since.min(MAX_OWNED) as u8);
    }

    /// One card of this name fewer is known, of those that may be at a place of the top: the one known latest. Where there is
    /// none, nothing changes.
    pub fn unknow(&mut self, card: CardIx, place: usize) {
        let fits = |i: &usize| self.known[*i] == card && usize::from(self.since[*i]) <= place;
        if let Some(at) = (0..self.known.len()).rev().find(fits) {
            self.known.remove(at);
            self.since.remove(at);
        }
    }

    /// How many cards came from the hand unseen to the places of the top from this one on.
    pub fn unseen_since(&self, place: usize) -> usize {
        self.top.iter().skip(place).filter(|placed| placed.from_hand && !placed.open).count()
    }

    /// How many cards the library has.
    #[inline]
    pub fn library_len(&self) -> usize {
        self.pool_len as usize + self.top.len() + self.bottom.len()
    }
}
