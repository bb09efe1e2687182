//! Many games of any kind in step, with buffers that the caller owns.

use crate::AnyState;
use crate::game::TypedGame;
use crate::state::TypedState;
use hoyle_core::{
    ActionId, BatchBuffers, BatchError, BatchGames, EntityGraph, Game, LayoutId, Rng, Sparse, SparseRows, Spec,
};

/// The games of a batch, whichever game it is; [`BatchGames`] says what the rows are, [`Batch`](hoyle_core::Batch) what a step
/// does. The rows of one batch must be the same buffers from step to step.
#[expect(clippy::len_without_is_empty, reason = "a batch has a fixed number of games")]
pub trait AnyBatch: Send + Sync {
    /// What is fixed about the game.
    fn spec(&self) -> &'static Spec;
    /// How many games there are.
    fn len(&self) -> usize;
    /// How long a row of the observations is: 0 without a layout.
    fn width(&self) -> usize;
    /// Lets chance act up to the first decisions and fills the rows for the first time.
    fn begin(&mut self, rows: BatchBuffers<'_>);
    /// Answers every game's decision; an error changes nothing.
    fn step(&mut self, actions: &[ActionId], rows: BatchBuffers<'_>) -> Result<(), BatchError>;
    /// Answers every game's decision with a uniformly random legal action.
    fn step_random(&mut self, rows: BatchBuffers<'_>);
    /// The position of one game.
    ///
    /// # Panics
    /// If there is no such game.
    fn state(&self, game: usize) -> Box<dyn AnyState>;
    /// What movers see as lists, in any layout: one row per game.
    fn observe_sparse(&self, layout: LayoutId, out: &mut SparseRows);
    /// Shows `look` what each mover sees as a list, game by game.
    fn each_sparse(&self, layout: LayoutId, look: &mut dyn FnMut(&Sparse));
    /// A uniformly random legal action of each game, or nothing where a game is over.
    fn random_actions(&self, rng: &mut Rng) -> Vec<Option<ActionId>>;
    /// Shows `look` what each mover sees as a graph, game by game.
    fn each_graph(&self, look: &mut dyn FnMut(&EntityGraph));
}

/// The games behind [`AnyBatch`].
pub(crate) struct TypedBatch<G: Game> {
    game: TypedGame<G>,
    batch: BatchGames<G>,
}

impl<G: Game> TypedBatch<G> {
    pub(crate) fn new(game: TypedGame<G>, games: usize, seed: u64, layout: Option<LayoutId>, parallel: bool) -> Self {
        Self { game, batch: BatchGames::new(game.rules, games, seed, layout).parallel(parallel) }
    }
}

impl<G: Game> AnyBatch for TypedBatch<G> {
    fn spec(&self) -> &'static Spec {
        self.game.rules.spec()
    }

    fn len(&self) -> usize {
        self.batch.len()
    }

    fn width(&self) -> usize {
        self.batch.width()
    }

    fn begin(&mut self, rows: BatchBuffers<'_>) {
        self.batch.begin(rows);
    }

    fn step(&mut self, actions: &[ActionId], rows: BatchBuffers<'_>) -> Result<(), BatchError> {
        self.batch.step(actions, rows)
    }

    fn step_random(&mut self, rows: BatchBuffers<'_>) {
        self.batch.step_random(rows);
    }

    fn state(&self, game: usize) -> Box<dyn AnyState> {
        Box::new(TypedState::new(self.game, self.batch.state(game).clone()))
    }

    fn observe_sparse(&self, layout: LayoutId, out: &mut SparseRows) {
        self.batch.observe_sparse(layout, out);
    }

    fn each_sparse(&self, layout: LayoutId, look: &mut dyn FnMut(&Sparse)) {
        self.batch.each_sparse(layout, look);
    }

    fn random_actions(&self, rng: &mut Rng) -> Vec<Option<ActionId>> {
        self.batch.random_actions(rng).collect()
    }

    fn each_graph(&self, look: &mut dyn FnMut(&EntityGraph)) {
        self.batch.each_graph(look);
    }
}
