//! Games in which one seat learns.

use crate::batch::{answers, ids, in_pool, pool};
use crate::buffer::Buffer;
use crate::error::{self, PlayerFault, value};
use crate::game::Game;
use crate::read;
use crate::state::State;
use hoyle_core::Seat;
use hoyle_games::{AnyGame, AnySolo, SoloRows, SoloSettings};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::sync::{Arc, Mutex, PoisonError};

/// Games in which one seat learns and players by name have the others: what the environments of Gymnasium step.
///
/// Every game waits at a decision of its learner. An answer that is not legal loses the game at once, with the lowest score
/// that the game has.
#[pyclass(module = "hoyle", name = "Solo")]
pub(crate) struct Solo {
    game: Arc<dyn AnyGame>,
    /// Players need not be shared between threads, and a Python object can be: so there is a lock.
    solo: Mutex<Box<dyn AnySolo>>,
    len: usize,
    pool: Option<ThreadPool>,
    observations: Buffer<f32>,
    last_observations: Buffer<f32>,
    masks: Buffer<u8>,
    seats: Buffer<u8>,
    rewards: Buffer<f32>,
    finished: Buffer<u8>,
    illegal: Buffer<u8>,
}

impl Solo {
    /// Lets the games write into the buffers while other Python threads run.
    fn run<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnySolo, SoloRows<'_>) -> T + Send,
    ) -> PyResult<T> {
        let Self { solo, pool, .. } = self;
        let (mut observations, mut last) = (self.observations.write(py)?, self.last_observations.write(py)?);
        let (mut masks, mut seats) = (self.masks.write(py)?, self.seats.write(py)?);
        let (mut rewards, mut finished) = (self.rewards.write(py)?, self.finished.write(py)?);
        let mut illegal = self.illegal.write(py)?;
        let rows = SoloRows {
            observations: observations.as_slice_mut().map_err(value)?,
            masks: masks.as_slice_mut().map_err(value)?,
            seats: seats.as_slice_mut().map_err(value)?,
            rewards: rewards.as_slice_mut().map_err(value)?,
            finished: finished.as_slice_mut().map_err(value)?,
            illegal: illegal.as_slice_mut().map_err(value)?,
            last_observations: last.as_slice_mut().map_err(value)?,
        };
        let solo = &mut **solo.get_mut().unwrap_or_else(PoisonError::into_inner);
        Ok(py.detach(|| in_pool(pool, || work(solo, rows))))
    }
}

#[pymethods]
impl Solo {
    /// `games` games at once. `opponents` are names of players, in turn from the seat after the learner's; `seat` is the
    /// learner's, drawn anew for every game if it is not given. With `same_step` a game that ends is followed by the next
    /// one in the same step; otherwise it stays at its end for one step.
    #[new]
    #[pyo3(signature = (game, games=1, *, opponents=None, seat=None, layout=None, same_step=false, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        game: &Game,
        games: usize,
        opponents: Option<Vec<String>>,
        seat: Option<usize>,
        layout: Option<&str>,
        same_step: bool,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let spec = game.0.spec();
        if games == 0 {
            return Err(PyValueError::new_err("at least one game is needed"));
        }
        if seat.is_some_and(|seat| seat >= spec.seats()) {
            return Err(PyValueError::new_err(format!("seats are 0 to {}", spec.seats() - 1)));
        }
        let layout = read::layout(spec, layout)?;
        let settings = SoloSettings {
            games,
            layout,
            seat: seat.map(|seat| Seat(seat as u8)),
            opponents: opponents.unwrap_or_default(),
            same_step,
            parallel: threads != Some(1),
        };
        let shape: Vec<usize> = [games].into_iter().chain(spec.layout(layout).shape().iter().copied()).collect();
        Ok(Self {
            game: game.0.clone(),
            solo: Mutex::new(game.0.solo(settings).map_err(error::load)?),
            len: games,
            pool: pool(threads)?,
            observations: Buffer::new(py, &shape, None)?,
            last_observations: Buffer::new(py, &shape, None)?,
            masks: Buffer::new(py, &[games, spec.actions], Some("bool"))?,
            seats: Buffer::new(py, &[games], None)?,
            rewards: Buffer::new(py, &[games], None)?,
            finished: Buffer::new(py, &[games], Some("bool"))?,
            illegal: Buffer::new(py, &[games], Some("bool"))?,
        })
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// What each learner sees: one row per game.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.observations.seen(py)
    }

    /// What each learner saw at the end, where a game ended and the next one has begun in the same step.
    #[getter]
    fn last_observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.last_observations.seen(py)
    }

    /// Each learner's legal actions; none at the end of a game.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.masks.seen(py)
    }

    /// Each learner's seat.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyAny> {
        self.seats.seen(py)
    }

    /// Each learner's score if its game ended in this step, otherwise 0.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.rewards.seen(py)
    }

    /// Where a game ended in this step.
    #[getter]
    fn finished(&self, py: Python<'_>) -> Py<PyAny> {
        self.finished.seen(py)
    }

    /// Where an illegal answer ended it.
    #[getter]
    fn illegal(&self, py: Python<'_>) -> Py<PyAny> {
        self.illegal.seen(py)
    }

    /// Starts all games anew. A seed begins a new row of games; without one the row goes on.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let done = self.run(py, |solo, rows| solo.reset(seed, rows))?;
        done.map_err(|fault| PlayerFault::new_err(fault.to_string()))
    }

    /// Answers every learner's decision and plays on to the next. Other Python threads run meanwhile.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let ids = ids(&answers(actions)?);
        self.run(py, |solo, rows| solo.step(&ids, rows))?.map_err(error::solo)
    }

    /// A copy of the position of one game. It knows everything: for analysis, not for the learner.
    fn state(&self, index: usize) -> PyResult<State> {
        if index >= self.len {
            return Err(PyIndexError::new_err(format!("there is no game {index} of {}", self.len)));
        }
        Ok(State(self.solo.lock().unwrap_or_else(PoisonError::into_inner).state(index)))
    }

    fn __len__(&self) -> usize {
        self.len
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.Solo of {} games of {}>", self.len, self.game.spec().name)
    }
}
