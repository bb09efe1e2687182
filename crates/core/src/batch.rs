//! Many games in step, in flat buffers that a network or NumPy reads without copying.

use crate::{ActionId, ActionSet, Game, LayoutId, Rng, Seat, Sparse, SparseRows, State, Turn};
use rayon::prelude::*;
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
    game: G,
    layout: Option<LayoutId>,
    cells: Vec<Cell<G::State>>,
    observations: Vec<f32>,
    masks: Vec<u8>,
    seats: Vec<u8>,
    finished: Vec<u8>,
    scores: Vec<f32>,
}

/// One game of the batch.
#[derive(Clone, Debug)]
struct Cell<S> {
    state: S,
    rng: Rng,
    legal: ActionSet,
    over: bool,
    /// What its row of the observations shows, if the layout is written as lists.
    shown: Sparse,
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

/// The buffers' rows of a run of games.
struct Rows<'a, S> {
    cells: &'a mut [Cell<S>],
    observations: &'a mut [f32],
    masks: &'a mut [u8],
    seats: &'a mut [u8],
    finished: &'a mut [u8],
    scores: &'a mut [f32],
}

impl<G: Game> Batch<G> {
    /// `games` games from one seed. With a layout, each mover's observation is written at every step.
    pub fn new(game: G, games: usize, seed: u64, layout: Option<LayoutId>) -> Self {
        let spec = game.spec();
        let cells = (0..games as u64).map(|i| Cell {
            state: game.start(),
            rng: Rng::stream(seed, i),
            legal: ActionSet::new(),
            over: false,
            shown: Sparse::new(),
        });
        let mut batch = Self {
            game,
            layout,
            cells: cells.collect(),
            observations: vec![0.0; layout.map_or(0, |id| spec.layout(id).len()) * games],
            masks: vec![0; spec.actions * games],
            seats: vec![0; games],
            finished: vec![0; games],
            scores: vec![0.0; spec.seats() * games],
        };
        if let Some(layout) = layout.map(|id| spec.layout(id)).filter(|layout| layout.is_sparse()) {
            batch.observations.chunks_mut(layout.len()).for_each(|row| layout.write_constants(row));
        }
        batch.advance(|_, _| None);
        batch
    }

    /// Answers every game's decision: action `i` goes to game `i`, or is ignored if that game is over. An error changes
    /// nothing.
    pub fn step(&mut self, actions: &[ActionId]) -> Result<(), BatchError> {
        if actions.len() != self.cells.len() {
            return Err(BatchError::Length { wanted: self.cells.len(), found: actions.len() });
        }
        let illegal =
            self.cells.iter().zip(actions).position(|(cell, &action)| !cell.over && !cell.legal.contains(action));
        if let Some(game) = illegal {
            return Err(BatchError::Illegal { game, action: actions[game] });
        }
        self.advance(|i, _| Some(actions[i]));
        Ok(())
    }

    /// Answers every game's decision with a uniformly random legal action.
    pub fn step_random(&mut self) {
        self.advance(|_, cell| Some(cell.legal.random(&mut cell.rng)));
    }

    /// Lets every game act and go on to its next decision.
    fn advance(&mut self, act: impl Fn(usize, &mut Cell<G::State>) -> Option<ActionId> + Sync) {
        let (game, layout, spec) = (self.game, self.layout, self.game.spec());
        let width = layout.map_or(0, |id| spec.layout(id).len());
        // A few pieces per thread even out their speeds; fewer than 32 games are not worth handing over.
        let piece = self.cells.len().div_ceil(rayon::current_num_threads() * 4).max(32);
        let sparse = layout.is_some_and(|id| spec.layout(id).is_sparse());
        let run = |first: usize, rows: Rows<'_, G::State>| {
            let mut next = Sparse::new();
            for (i, cell) in rows.cells.iter_mut().enumerate() {
                if cell.over {
                    cell.state = game.start();
                } else if let Some(action) = act(first + i, cell) {
                    cell.state.play(action);
                }
                while cell.state.turn() == Turn::Chance {
                    cell.state.roll(&mut cell.rng);
                }
                cell.over = cell.state.turn() == Turn::Over;
                rows.finished[i] = u8::from(cell.over);
                if let Turn::Seat(seat) = cell.state.turn() {
                    rows.seats[i] = seat.0;
                } else {
                    let seats = spec.seats();
                    rows.scores[i * seats..][..seats].copy_from_slice(cell.state.scores().as_slice());
                }
                cell.state.legal(&mut cell.legal);
                cell.legal.write_mask(&mut rows.masks[i * spec.actions..][..spec.actions]);
                if let Some(layout) = layout {
                    let row = &mut rows.observations[i * width..][..width];
                    let seat = Seat(rows.seats[i]);
                    if sparse {
                        cell.state.observe_sparse(seat, layout, &mut next);
                        cell.shown.repaint(&next, row);
                        cell.shown.copy_from(&next);
                    } else {
                        cell.state.observe(seat, layout, row);
                    }
                }
            }
        };
        // Pieces of an empty buffer would be no pieces at all: without a layout each game gets an empty row.
        let mut rest = self.observations.as_mut_slice();
        let mut pieces: Vec<(usize, Rows<'_, G::State>)> = Vec::with_capacity(self.cells.len().div_ceil(piece));
        let others = self.masks.chunks_mut(piece * spec.actions).zip(self.seats.chunks_mut(piece));
        let others = others.zip(self.finished.chunks_mut(piece)).zip(self.scores.chunks_mut(piece * spec.seats()));
        for (i, (cells, (((masks, seats), finished), scores))) in self.cells.chunks_mut(piece).zip(others).enumerate() {
            let (observations, after) = std::mem::take(&mut rest).split_at_mut(cells.len() * width);
            rest = after;
            pieces.push((i * piece, Rows { cells, observations, masks, seats, finished, scores }));
        }
        if pieces.len() == 1 || rayon::current_num_threads() == 1 {
            pieces.into_iter().for_each(|(first, rows)| run(first, rows));
        } else {
            pieces.into_par_iter().for_each(|(first, rows)| run(first, rows));
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

    /// What the mover of each game sees (at its end, its last mover): one row per game, in the chosen layout.
    pub fn observations(&self) -> &[f32] {
        &self.observations
    }

    /// The same as lists, in any layout: one row per game.
    pub fn observe_sparse(&self, layout: LayoutId, out: &mut SparseRows) {
        let mut row = Sparse::new();
        out.clear();
        for (cell, &seat) in self.cells.iter().zip(&self.seats) {
            cell.state.observe_sparse(Seat(seat), layout, &mut row);
            out.push(&row);
        }
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
