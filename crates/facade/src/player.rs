//! A player of any game, asked about positions instead of sitting at a table.

use crate::AnyState;
use crate::game::TypedGame;
use crate::state::TypedState;
use hoyle_arena::{Fault, ask, begin};
use hoyle_core::{ActionId, Game, Player, Rng, Turn};
use thiserror::Error;

/// A player that was made for one game with its options, whichever it is. It is shown what the seat to move may know,
/// and nothing else.
pub trait AnyPlayer: Send {
    /// The name that it was asked for by.
    fn name(&self) -> &str;
    /// Asks for one of the legal actions of the seat to move.
    fn choose(&mut self, state: &dyn AnyState, rng: &mut Rng) -> Result<ActionId, AskError>;
    /// A new game begins: what was remembered of the last one is to be forgotten.
    fn begin(&mut self) -> Result<(), Fault>;
}

/// Why a player has no answer.
#[derive(Debug, Error)]
pub enum AskError {
    /// The position is not of the player's game.
    #[error("player `{player}` was made for another game, or for one with other options")]
    OtherGame {
        /// The player.
        player: String,
    },
    /// Chance is to act, or nobody.
    #[error("no seat is to decide here")]
    NoSeat,
    /// It did not choose a legal action.
    #[error("player `{player}`: {fault}")]
    Fault {
        /// The player.
        player: String,
        /// What it did.
        fault: Fault,
    },
}

/// The player behind [`AnyPlayer`].
pub(crate) struct TypedPlayer<G: Game> {
    pub(crate) game: TypedGame<G>,
    pub(crate) name: String,
    pub(crate) player: Box<dyn Player<G::State>>,
}

impl<G: Game> AnyPlayer for TypedPlayer<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&mut self, state: &dyn AnyState, rng: &mut Rng) -> Result<ActionId, AskError> {
        let own = state.as_any().downcast_ref::<TypedState<G>>();
        let own = own.filter(|_| state.spec().fingerprint == self.game.rules.spec().fingerprint);
        let Some(TypedState { state, .. }) = own else {
            return Err(AskError::OtherGame { player: self.name.clone() });
        };
        match hoyle_core::Play::turn(state) {
            Turn::Seat(seat) => {
                let answer = ask(state, seat, &mut *self.player, rng);
                answer.map_err(|fault| AskError::Fault { player: self.name.clone(), fault })
            }
            Turn::Chance | Turn::Over => Err(AskError::NoSeat),
        }
    }

    fn begin(&mut self) -> Result<(), Fault> {
        begin(&mut *self.player)
    }
}
