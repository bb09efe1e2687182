//! Games of any kind in which one seat learns and players by name have the others.

use crate::AnyState;
use crate::game::TypedGame;
use crate::players::{self, PlayerError};
use crate::state::TypedState;
use hoyle_core::{ActionId, Game, Spec};
use hoyle_env::{PlayerFault, Solo, SoloError, SoloRows, SoloSettings};

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
    pub(crate) fn new(game: TypedGame<G>, settings: SoloSettings) -> Result<Self, PlayerError> {
        let solo = Solo::new(game.rules, settings, |name| players::player(game, name))?;
        Ok(Self { game, solo })
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
