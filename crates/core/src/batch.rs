//! Many games in step, in flat buffers that a network or NumPy reads without copying.

use crate::{ActionId, BatchBuffers, BatchGames, Game, LayoutId, SparseRows};
use thiserror::Error;

/// N games in step. Each waits at a decision; [`step`](Self::step) answers all of them at once, lets chance act and
/// refills the buffers.
///
/// A game that ends stays at its end for one step: its place is marked as [`finished`](Self::finished), has its scores, an
/// empty mask, and what its last mover sees at the end. The next step ignores the answer for this place and starts a new
/// game there (what Gymnasium calls next-step autoreset). So no game is ever missed.
///
/// Every game has a generator of its own, so the games of a seed are the same with any number of threads. Work is split
/// over the rayon pool that calls it.
#[derive(Debug)]
pub struct Batch<G: Game> {
    lanes: BatchGames<G>,
    observations: Vec<f32>,
    masks: Vec<u8>,
    seats: Vec<u8>,
    finished: Vec<u8>,
    scores: Vec<f32>,
}

/// An answer that cannot be played. Nothing was changed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BatchError {
    /// The number of answers is not the number of games.
    #[error("{found} actions for {wanted} games")]
    Length {
        /// The number of games.
        wanted: usize,
        /// The number of answers.
        found: usize,
    },
    /// An answer is not legal in its game.
    #[error("game {game}: action {action} is not legal; its row of the mask shows what is")]
    Illegal {
        /// Which game.
        game: usize,
        /// The answer.
        action: ActionId,
    },
}

impl<G: Game> Batch<G> {
    /// `games` games from one seed. With a layout, each mover's observation is written at every step.
    pub fn new(game: G, games: usize, seed: u64, layout: Option<LayoutId>) -> Self {
        let spec = game.spec();
        let lanes = BatchGames::new(game, games, seed, layout);
        let mut batch = Self {
            observations: vec![0.0; lanes.width() * games],
            lanes,
            masks: vec![0; spec.actions * games],
            seats: vec![0; games],
            finished: vec![0; games],
            scores: vec![0.0; spec.seats() * games],
        };
        let (lanes, rows) = batch.parts();
        lanes.begin(rows);
        batch
    }

    /// The games, and the buffers to lend them.
    fn parts(&mut self) -> (&mut BatchGames<G>, BatchBuffers<'_>) {
        let Self { lanes, observations, masks, seats, finished, scores } = self;
        (lanes, BatchBuffers { observations, masks, seats, finished, scores })
    }

    /// Answers every game's decision: action `i` goes to game `i`, or is ignored if that game is over. An error changes
    /// nothing.
    pub fn step(&mut self, actions: &[ActionId]) -> Result<(), BatchError> {
        let (lanes, rows) = self.parts();
        lanes.step(actions, rows)
    }

    /// Answers every game's decision with a uniformly random legal action.
    pub fn step_random(&mut self) {
        let (lanes, rows) = self.parts();
        lanes.step_random(rows);
    }

    /// How many games there are.
    #[expect(clippy::len_without_is_empty, reason = "a batch has a fixed number of games")]
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// The game that is played.
    pub fn game(&self) -> G {
        self.lanes.game()
    }

    /// The position of one game.
    pub fn state(&self, game: usize) -> &G::State {
        self.lanes.state(game)
    }

    /// What the mover of each game sees (at its end, its last mover): one row per game, in the chosen layout.
    pub fn observations(&self) -> &[f32] {
        &self.observations
    }

    /// The same as lists, in any layout: one row per game.
    pub fn observe_sparse(&self, layout: LayoutId, out: &mut SparseRows) {
        self.lanes.observe_sparse(layout, out);
    }

    /// The legal actions: one row per game, one byte per action.
    pub fn masks(&self) -> &[u8] {
        &self.masks
    }

    /// Whose decision it is in each game; at its end, whose the last one was.
    pub fn seats(&self) -> &[u8] {
        &self.seats
    }

    /// 1 where a game is over; the next step starts a new one there.
    pub fn finished(&self) -> &[u8] {
        &self.finished
    }

    /// The scores of the game that each place finished last: one row per place, one number per seat.
    pub fn scores(&self) -> &[f32] {
        &self.scores
    }
}
