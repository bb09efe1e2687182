//! Games of any kind in which one seat learns and players by name, or functions, have the others.

use crate::AnyState;
use crate::game::TypedGame;
use crate::players::{self, PlayerError};
use crate::state::TypedState;
use hoyle_core::{ActionId, Game, NoAnswer, Seat, Spec};
use hoyle_env::{Opponent, PlayerFault, Solo, SoloError, SoloRows, SoloSettings};
use std::fmt;
use std::sync::Arc;

/// Who has a seat that does not learn, whichever game it is.
#[derive(Clone)]
pub enum AnyOpponent {
    /// A player by name.
    Player(String),
    /// A function with this name, from a position and the seat to move to one of that seat's actions; see
    /// [`Opponent::Function`].
    Function(String, Arc<AnyPositionFunction>),
}

/// See [`AnyOpponent::Function`].
pub type AnyPositionFunction = dyn Fn(Box<dyn AnyState>, Seat) -> Result<ActionId, NoAnswer> + Send + Sync;

impl fmt::Debug for AnyOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Player(name) | Self::Function(name, _)) = self;
        write!(f, "AnyOpponent({name})")
    }
}

/// Games in which one seat learns, whichever game it is; [`Solo`] says what a step does.
pub trait AnySolo: Send {
    /// What is fixed about the game.
    fn spec(&self) -> &'static Spec;
    /// Starts all games anew. A seed begins a new row of games; without one the row goes on.
    fn reset(&mut self, seed: Option<u64>, rows: SoloRows<'_>) -> Result<(), PlayerFault>;
    /// Answers every learner's decision and plays on to the next.
    fn step(&mut self, actions: &[ActionId], rows: SoloRows<'_>) -> Result<(), SoloError>;
    /// The position of one game.
    ///
    /// # Panics
    /// If there is no such game.
    fn state(&self, game: usize) -> Box<dyn AnyState>;
}

/// The games behind [`AnySolo`].
pub(crate) struct TypedSolo<G: Game> {
    game: TypedGame<G>,
    solo: Solo<G>,
}

impl<G: Game> TypedSolo<G> {
    pub(crate) fn new(
        game: TypedGame<G>,
        settings: SoloSettings,
        opponents: &[AnyOpponent],
    ) -> Result<Self, PlayerError> {
        let random = [AnyOpponent::Player("random".to_owned())];
        let opponents = if opponents.is_empty() { &random } else { opponents };
        let opponent = |place: usize| -> Result<_, PlayerError> {
            Ok(match opponents[place % opponents.len()].clone() {
                AnyOpponent::Player(name) => Opponent::Player { player: players::player(game, &name)?, name },
                AnyOpponent::Function(name, function) => {
                    let typed =
                        move |state: &G::State, seat| function(Box::new(TypedState::new(game, state.clone())), seat);
                    Opponent::Function { name, function: Arc::new(typed) }
                }
            })
        };
        Ok(Self { game, solo: Solo::new(game.rules, settings, opponent)? })
    }
}

impl<G: Game> AnySolo for TypedSolo<G> {
    fn spec(&self) -> &'static Spec {
        self.game.rules.spec()
    }

    fn reset(&mut self, seed: Option<u64>, rows: SoloRows<'_>) -> Result<(), PlayerFault> {
        self.solo.reset(seed, rows)
    }

    fn step(&mut self, actions: &[ActionId], rows: SoloRows<'_>) -> Result<(), SoloError> {
        self.solo.step(actions, rows)
    }

    fn state(&self, game: usize) -> Box<dyn AnyState> {
        Box::new(TypedState::new(self.game, self.solo.state(game).clone()))
    }
}
