//! One game being played: the position, what led to it, and the way back.

use crate::prelude::*;
use crate::{ActionId, ActionSet, Game, IllegalAction, Rng, Scores, State, Turn};

/// A game in progress with its history. A game is its setup and its list of actions, so undo is replaying a shorter list.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    game: G,
    start: G::State,
    state: G::State,
    history: Vec<(Turn, ActionId)>,
}

impl<G: Game> Table<G> {
    /// A table at the start of a game.
    pub fn new(game: G) -> Self {
        Self::from_position(game, game.start())
    }

    /// A table set up at a position of the game: its history begins there.
    pub fn from_position(game: G, start: G::State) -> Self {
        Self { game, state: start.clone(), start, history: Vec::new() }
    }

    /// The game that is played.
    pub fn game(&self) -> G {
        self.game
    }

    /// The position before the history.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The present position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Who did what so far.
    pub fn history(&self) -> &[(Turn, ActionId)] {
        &self.history
    }

    /// Plays an action or chance outcome; an error changes nothing.
    pub fn play(&mut self, action: ActionId) -> Result<(), IllegalAction> {
        let turn = self.state.turn();
        self.state.play(action)?;
        self.note(turn, action);
        Ok(())
    }

    /// Samples the next chance action and plays it.
    pub fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let outcome = self.state.roll(rng);
        self.note(Turn::Chance, outcome);
        outcome
    }

    fn note(&mut self, turn: Turn, action: ActionId) {
        self.history.push((turn, action));
        debug_assert_length(&self.state, self.history.len());
    }

    /// Goes back to the position after the first `plies` actions.
    pub fn undo_to(&mut self, plies: usize) {
        self.history.truncate(plies);
        self.state = self.start.clone();
        for &(_, action) in &self.history {
            self.state.play_unchecked(action);
        }
    }

    /// The positions of the history: each with the action that was played in it.
    pub fn replayed(&self) -> impl Iterator<Item = (G::State, ActionId)> + '_ {
        let mut state = self.start.clone();
        self.history.iter().map(move |&(_, action)| {
            let before = state.clone();
            state.play_unchecked(action);
            (before, action)
        })
    }
}

/// Plays uniformly random actions to the end and gives the scores: the plainest rollout. Allocates nothing.
#[inline]
pub fn random_rollout<S: State>(state: &mut S, rng: &mut Rng) -> Scores {
    let mut legal = ActionSet::new();
    let mut played = 0;
    loop {
        match state.turn() {
            Turn::Over => return state.scores(),
            Turn::Chance => {
                state.roll(rng);
            }
            Turn::Seat(_) => {
                state.legal(&mut legal);
                state.play_unchecked(legal.random(rng));
            }
        }
        played += 1;
        debug_assert_length(state, played);
    }
}

/// In debug builds, panics if a game has gone on for more actions than its spec says that any game can.
#[inline]
fn debug_assert_length<S: State>(state: &S, played: usize) {
    debug_assert!(
        played <= state.spec().length_bound,
        "{} actions were played; no game of {} has more than {}",
        played,
        state.spec().name,
        state.spec().length_bound
    );
}
