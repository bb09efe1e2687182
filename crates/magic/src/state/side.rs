//! What belongs to one player.

use super::{CardIx, Lying, MAX_OWNED, Placed};
use crate::stack::Stack;

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
    pub top: Stack<Placed, MAX_OWNED>,
    /// What lies below it, the lowest last.
    pub bottom: Stack<Placed, MAX_OWNED>,
    /// In ascending order.
    pub hand: Stack<CardIx, MAX_OWNED>,
    /// How many of the hand can be cast when an instant can.
    pub fast: u8,
    /// What everybody knows to be in the hand (or among the `from_hand` cards of the library), ascending.
    pub known: Stack<CardIx, MAX_OWNED>,
    pub graveyard: Stack<Lying, MAX_OWNED>,
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
        top: Stack::new(Placed::EMPTY),
        bottom: Stack::new(Placed::EMPTY),
        hand: Stack::new(0),
        fast: 0,
        known: Stack::new(0),
        graveyard: Stack::new(Lying { card: 0, uid: 0 }),
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

    /// How many cards the library has.
    #[inline]
    pub fn library_len(&self) -> usize {
        self.pool_len as usize + self.top.len() + self.bottom.len()
    }
}
