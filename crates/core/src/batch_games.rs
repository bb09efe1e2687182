//! Many games in step, whose buffers somebody else owns.

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
    slots: Vec<BatchGame<G::State>>,
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
    slots: &'a mut [BatchGame<S>],
    rows: BatchBuffers<'a>,
}

impl<G: Game> BatchGames<G> {
    /// `games` games from one seed, at their start: [`begin`](Self::begin) takes them to their first decision.
    pub fn new(game: G, games: usize, seed: u64, layout: Option<LayoutId>) -> Self {
        let slots = (0..games as u64).map(|i| BatchGame {
            state: game.start(),
            rng: Rng::stream(seed, i),
            legal: ActionSet::new(),
            over: false,
            seat: Seat(0),
            shown: Sparse::new(),
        });
        Self { game, layout, parallel: true, slots: slots.collect() }
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
        if actions.len() != self.slots.len() {
            return Err(BatchError::Length { wanted: self.slots.len(), found: actions.len() });
        }
        let illegal =
            self.slots.iter().zip(actions).position(|(slot, &action)| !slot.over && !slot.legal.contains(action));
        if let Some(game) = illegal {
            return Err(BatchError::Illegal { game, action: actions[game] });
        }
        self.advance(rows, |i, _| Some(actions[i]));
        Ok(())
    }

    /// Answers every game's decision with a uniformly random legal action.
    pub fn step_random(&mut self, rows: BatchBuffers<'_>) {
        self.advance(rows, |_, slot| Some(slot.legal.random(&mut slot.rng)));
    }

    /// Lets every game act and go on to its next decision.
    fn advance(
        &mut self,
        rows: BatchBuffers<'_>,
        act: impl Fn(usize, &mut BatchGame<G::State>) -> Option<ActionId> + Sync,
    ) {
        let (game, layout, spec) = (self.game, self.layout, self.game.spec());
        let (games, width) = (self.slots.len(), self.width());
        assert_eq!(rows.observations.len(), games * width, "a row of observations per game");
        assert_eq!(rows.masks.len(), games * spec.actions, "a row of the mask per game");
        assert_eq!(rows.scores.len(), games * spec.seats(), "a row of scores per game");
        assert!(rows.seats.len() == games && rows.finished.len() == games, "a seat and a mark per game");
        // A few pieces per thread even out their speeds; fewer than 32 games are not worth handing over.
        let threads = if self.parallel { rayon::current_num_threads() } else { 1 };
        let piece = games.div_ceil(threads * 4).max(32);
        let sparse = layout.is_some_and(|id| spec.layout(id).is_sparse());
        let run = |Piece { first, slots, rows }: Piece<'_, G::State>| {
            let mut next = Sparse::new();
            for (i, slot) in slots.iter_mut().enumerate() {
                if slot.over {
                    slot.state = game.start();
                } else if let Some(action) = act(first + i, slot) {
                    slot.state.play_unchecked(action);
                }
                let turn = slot.state.roll_to_decision(&mut slot.rng);
                slot.over = turn == Turn::Over;
                rows.finished[i] = u8::from(slot.over);
                if let Turn::Seat(seat) = turn {
                    slot.seat = seat;
                } else {
                    let seats = spec.seats();
                    rows.scores[i * seats..][..seats].copy_from_slice(slot.state.scores().as_slice());
                }
                rows.seats[i] = slot.seat.0;
                slot.state.legal(&mut slot.legal);
                slot.legal.write_mask(&mut rows.masks[i * spec.actions..][..spec.actions]);
                if let Some(layout) = layout {
                    let row = &mut rows.observations[i * width..][..width];
                    if sparse {
                        slot.state.observe_sparse(slot.seat, layout, &mut next);
                        slot.shown.update_dense(&next, row);
                        slot.shown.copy_from(&next);
                    } else {
                        slot.state.observe(slot.seat, layout, row);
                    }
                }
            }
        };
        let BatchBuffers { mut observations, masks, seats, finished, scores } = rows;
        let mut pieces = Vec::with_capacity(games.div_ceil(piece));
        let others = masks.chunks_mut(piece * spec.actions).zip(seats.chunks_mut(piece));
        let others = others.zip(finished.chunks_mut(piece)).zip(scores.chunks_mut(piece * spec.seats()));
        for (i, (slots, (((masks, seats), finished), scores))) in self.slots.chunks_mut(piece).zip(others).enumerate() {
            // Pieces of an empty buffer would be no pieces at all: without a layout each game gets an empty row.
            let (own, after) = std::mem::take(&mut observations).split_at_mut(slots.len() * width);
            observations = after;
            let rows = BatchBuffers { observations: own, masks, seats, finished, scores };
            pieces.push(Piece { first: i * piece, slots, rows });
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
        self.slots.len()
    }

    /// The game that is played.
    pub fn game(&self) -> G {
        self.game
    }

    /// The position of one game.
    pub fn state(&self, game: usize) -> &G::State {
        &self.slots[game].state
    }

    /// What movers see as lists, in any layout: one row per game.
    pub fn observe_sparse(&self, layout: LayoutId, out: &mut SparseRows) {
        out.clear();
        self.each_sparse(layout, |row| out.push(row));
    }

    /// Shows `look` what each mover sees as a list, game by game; the list is only lent.
    pub fn each_sparse(&self, layout: LayoutId, mut look: impl FnMut(&Sparse)) {
        let mut row = Sparse::new();
        for slot in &self.slots {
            slot.state.observe_sparse(slot.seat, layout, &mut row);
            look(&row);
        }
    }

    /// A uniformly random legal action of each game, or nothing where a game is over.
    pub fn random_actions<'a>(&'a self, rng: &'a mut Rng) -> impl Iterator<Item = Option<ActionId>> + 'a {
        self.slots.iter().map(|slot| (!slot.over).then(|| slot.legal.random(rng)))
    }

    /// Shows `look` what each mover sees as a graph, game by game; the graph is only lent.
    pub fn each_graph(&self, mut look: impl FnMut(&EntityGraph)) {
        let mut graph = EntityGraph::new();
        for slot in &self.slots {
            slot.state.entities(slot.seat, &mut graph);
            look(&graph);
        }
    }
}
