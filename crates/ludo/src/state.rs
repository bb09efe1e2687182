//! A position: 48 bytes of plain data.

use crate::board::{GOAL, HOME, Tokens};
use crate::setup::Rules;
use hoyle_core::{ActionId, Interned};

/// The action of a player who cannot move.
pub const PASS: ActionId = ActionId(4);

/// A position of Ludo.
#[derive(Clone, PartialEq, Debug)]
pub struct LudoState {
    pub(crate) rules: Interned<Rules>,
    /// `tokens[colour][token]`, each in its own frame; see [`crate::board`].
    pub(crate) tokens: [Tokens; 4],
    /// Rolls so far.
    pub(crate) rolls: u32,
    /// Counted from 1.
    pub(crate) round: u32,
    /// The colour whose turn it is.
    pub(crate) mover: u8,
    /// The roll that is to be played; 0 before it is thrown.
    pub(crate) roll: u8,
    /// Which tokens can move with it, one bit each. Follows from the rest.
    pub(crate) movable: u8,
    /// Rolls that the mover already had without coming out.
    pub(crate) attempts: u8,
    /// Sixes in a row in this turn.
    pub(crate) sixes: u8,
    /// How many colours have finished.
    pub(crate) finished: u8,
    /// Which ones, the winner first.
    pub(crate) ranking: [u8; 4],
    pub(crate) over: bool,
}

impl LudoState {
    /// The position before the first roll.
    pub(crate) fn start(rules: Interned<Rules>) -> Self {
        Self {
            rules,
            tokens: [[HOME; 4]; 4],
            rolls: 0,
            round: 1,
            mover: rules.colours[0],
            roll: 0,
            movable: 0,
            attempts: 0,
            sixes: 0,
            finished: 0,
            ranking: [0; 4],
            over: false,
        }
    }

    /// The rules that it is played by.
    #[inline]
    pub fn rules(&self) -> &'static Rules {
        self.rules.get()
    }

    /// Where the tokens of a colour stand, in its own frame.
    #[inline]
    pub fn tokens(&self, colour: u8) -> Tokens {
        self.tokens[colour as usize]
    }

    /// The colour whose turn it is.
    #[inline]
    pub fn mover(&self) -> u8 {
        self.mover
    }

    /// The roll that is to be played; none before it is thrown.
    #[inline]
    pub fn roll_shown(&self) -> Option<u8> {
        (self.roll > 0).then_some(self.roll)
    }

    /// The round, counted from 1.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Rolls that the mover already had without coming out.
    pub fn attempts(&self) -> u8 {
        self.attempts
    }

    /// The colours that have finished, the winner first.
    pub fn ranking(&self) -> &[u8] {
        &self.ranking[..self.finished as usize]
    }

    /// Whether all tokens of a colour are in the goal.
    #[inline]
    pub(crate) fn has_finished(&self, colour: u8) -> bool {
        self.tokens(colour)[..self.rules.options.tokens as usize].iter().all(|&square| square == GOAL)
    }
}
