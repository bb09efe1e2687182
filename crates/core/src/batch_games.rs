//! Many games in step, whose rows somebody else owns.

use crate::prelude::*;
use crate::{ActionId, ActionSet, BatchError, EntityGraph, Game, LayoutId, Rng, Seat, Sparse, SparseRows, Turn};
use rayon::prelude::*;

/// The games of a batch without their buffers: those are lent for every step. So NumPy can own them and Rust writes into
/// them, and nothing is copied. [`Batch`](crate::Batch) says what happens in a step.
///
/// The buffers of one `BatchGames` must be the same from step to step: only what changes is written.
#[derive(Debug)]
pub struct BatchGames<G: Game> {
    game: G,
    layout: Option<LayoutId>,
    parallel: bool,
    cells: Vec<BatchGame<G::State>>,
}

/// One game.
#[derive(Clone, Debug)]
struct BatchGame<S> {
    state: S,
    rng: Rng,
    legal: ActionSet,
    over: bool,
    /// Whose the last decision is.
    seat: Seat,
    /// What its row of the observations shows, if the layout is written as lists.
    shown: Sparse,
}

/// Buffers with one row per game; [`Batch`](crate::Batch) has the same and says what stands in them.
#[derive(Debug)]
pub struct BatchBuffers<'a> {
    /// What movers see, in the chosen layout; empty without one.
    pub observations: &'a mut [f32],
    /// Legal actions, one byte per action.
    pub masks: &'a mut [u8],
    /// Whose decision it is.
    pub seats: &'a mut [u8],
    /// 1 where a game is over.
    pub finished: &'a mut [u8],
    /// The scores of the last game that ended, one number per seat.
    pub scores: &'a mut [f32],
}

/// A run of games with their rows.
struct Piece<'a, S> {
    first: usize,
    cells: &'a mut [BatchGame<S>],
    rows: BatchBuffers<'a>,
}

impl<G: Game> BatchGames<G> {
    /// `games` games from one seed, at their start: [`begin`](Self::begin) takes them to their first decision.
    pub fn new(game: G, games: usize, seed: u64, layout: Option<LayoutId>) -> Self {
        let cells = (0..games as u64).map(|i| BatchGame {
            state: game.start(),
            rng: Rng::stream(seed, i),
            legal: ActionSet::new(),
            over: false,
            seat: Seat(0),
            shown: Sparse::new(),
        });
        Self { game, layout, parallel: true, cells: cells.collect() }
    }

    /// Whether work is split over the rayon pool that calls; if not, all of it is done where it was asked for.
    #[must_use]
    pub fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = parallel;
        self
    }

    /// How long a row of the observations is: 0 without a layout.
    pub fn width(&self) -> usize {
        self.layout.map_or(0, |id| self.game.spec().layout(id).len())
    }

    /// Lets chance act up to the first decisions and fills the buffers for the first time.
    ///
    /// # Panics
    /// If a buffer has another length than one row per game, here and in the steps.
    pub fn begin(&mut self, rows: BatchBuffers<'_>) {
        if let Some(layout) = self.layout.map(|id| self.game.spec().layout(id)).filter(|layout| layout.is_sparse()) {
            rows.observations.chunks_mut(layout.len()).for_each(|row| layout.write_constants(row));
        }
        self.advance(rows, |_, _| None);
    }

    /// Answers every game's decision: action `i` goes to game `i`, or is ignored if that game is over. An error changes
    /// nothing.
    pub fn step(&mut self, actions: &[ActionId], rows: BatchBuffers<'_>) -> Result<(), BatchError> {
        if actions.len() != self.cells.len() {
            return Err(BatchError::Length { wanted: self.cells.len(), found: actions.len() });
        }
        let illegal =
            self.cells.iter().zip(actions).position(|(cell, &action)| !cell.over && !cell.legal.contains(action));
        if let Some(game) = illegal {
            return Err(BatchError::Illegal { game, action: actions[game] });
        }
        self.advance(rows, |i, _| Some(actions[i]));
        Ok(())
    }

    /// Answers every game's decision with a uniformly random legal action.
    pub fn step_random(&mut self, rows: BatchBuffers<'_>) {
        self.advance(rows, |_, cell| Some(cell.legal.random(&mut cell.rng)));
    }

    /// Lets every game act and go on to its next decision.
    fn advance(
        &mut self,
        rows: BatchBuffers<'_>,
        act: impl Fn(usize, &mut BatchGame<G::State>) -> Option<ActionId> + Sync,
    ) {
        let (game, layout, spec) = (self.game, self.layout, self.game.spec());
        let (games, width) = (self.cells.len(), self.width());
        assert_eq!(rows.observations.len(), games * width, "a row of observations per game");
        assert_eq!(rows.masks.len(), games * spec.actions, "a row of the mask per game");
        assert_eq!(rows.scores.len(), games * spec.seats(), "a row of scores per game");
        assert!(rows.seats.len() == games && rows.finished.len() == games, "a seat and a mark per game");
        // A few pieces per thread even out their speeds; fewer than 32 games are not worth handing over.
        let threads = if self.parallel { rayon::current_num_threads() } else { 1 };
        let piece = games.div_ceil(threads * 4).max(32);
        let sparse = layout.is_some_and(|id| spec.layout(id).is_sparse());
        let run = |Piece { first, cells, rows }: Piece<'_, G::State>| {
            let mut next = Sparse::new();
            for (i, cell) in cells.iter_mut().enumerate() {
                if cell.over {
                    cell.state = game.start();
                } else if let Some(action) = act(first + i, cell) {
                    cell.state.play_unchecked(action);
                }
                while cell.state.turn() == Turn::Chance {
                    cell.state.roll(&mut cell.rng);
                }
                cell.over = cell.state.turn() == Turn::Over;
                rows.finished[i] = u8::from(cell.over);
                if let Turn::Seat(seat) = cell.state.turn() {
                    cell.seat = seat;
                } else {
                    let seats = spec.seats();
                    rows.scores[i * seats..][..seats].copy_from_slice(cell.state.scores().as_slice());
                }
                rows.seats[i] = cell.seat.0;
                cell.state.legal(&mut cell.legal);
                cell.legal.write_mask(&mut rows.masks[i * spec.actions..][..spec.actions]);
                if let Some(layout) = layout {
                    let row = &mut rows.observations[i * width..][..width];
                    if sparse {
                        cell.state.observe_sparse(cell.seat, layout, &mut next);
                        cell.shown.update_dense(&next, row);
                        cell.shown.copy_from(&next);
                    } else {
                        cell.state.observe(cell.seat, layout, row);
                    }
                }
            }
        };
        let BatchBuffers { mut observations, masks, seats, finished, scores } = rows;
        let mut pieces = Vec::with_capacity(games.div_ceil(piece));
        let others = masks.chunks_mut(piece * spec.actions).zip(seats.chunks_mut(piece));
        let others = others.zip(finished.chunks_mut(piece)).zip(scores.chunks_mut(piece * spec.seats()));
        for (i, (cells, (((masks, seats), finished), scores))) in self.cells.chunks_mut(piece).zip(others).enumerate() {
            // Pieces of an empty buffer would be no pieces at all: without a layout each game gets an empty row.
            let (own, after) = std::mem::take(&mut observations).split_at_mut(cells.len() * width);
            observations = after;
            let rows = BatchBuffers { observations: own, masks, seats, finished, scores };
            pieces.push(Piece { first: i * piece, cells, rows });
        }
        if pieces.len() == 1 || threads == 1 {
            pieces.into_iter().for_each(run);
        } else {
            pieces.into_par_iter().for_each(run);
        }
    }

    /// How many games there are.
    #[expect(clippy::len_without_is_empty, reason = "a batch has a fixed number of games")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The game that is played.
    pub fn game(&self) -> G {
        self.game
    }

    /// The position of one game.
    pub fn state(&self, game: usize) -> &G::State {
        &self.cells[game].state
    }

    /// What movers see as lists, in any layout: one row per game.
    pub fn observe_sparse(&self, layout: LayoutId, out: &mut SparseRows) {
        out.clear();
        self.each_sparse(layout, |row| out.push(row));
    }

    /// Shows `look` what each mover sees as a list, game by game; the list is only lent.
    pub fn each_sparse(&self, layout: LayoutId, mut look: impl FnMut(&Sparse)) {
        let mut row = Sparse::new();
        for cell in &self.cells {
            cell.state.observe_sparse(cell.seat, layout, &mut row);
            look(&row);
        }
    }

    /// A uniformly random legal action of each game, or nothing where a game is over.
    pub fn random_actions<'a>(&'a self, rng: &'a mut Rng) -> impl Iterator<Item = Option<ActionId>> + 'a {
        self.cells.iter().map(|cell| (!cell.over).then(|| cell.legal.random(rng)))
    }

    /// Shows `look` what each mover sees as a graph, game by game; the graph is only lent.
    pub fn each_graph(&self, mut look: impl FnMut(&EntityGraph)) {
        let mut graph = EntityGraph::new();
        for cell in &self.cells {
            cell.state.entities(cell.seat, &mut graph);
            look(&graph);
        }
    }
}
