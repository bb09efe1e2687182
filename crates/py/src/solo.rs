//! Games in which one seat learns.

use crate::batch::{answers, ids, in_pool, pool};
use crate::buffer::Buffer;
use crate::error::{self, value};
use crate::evaluator::Link;
use crate::game::Game;
use crate::read;
use crate::state::State;
use crate::view::View;
use hoyle_core::NoAnswer;
use hoyle_games::{AnyGame, AnyOpponent, AnySolo, SoloRows, SoloSettings};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::sync::{Arc, Mutex, PoisonError};

/// Games in which one seat learns and opponents have the others: what the environments of Gymnasium step.
///
/// Every game waits at a decision of its learner. An answer that is not legal loses the game at once, with the lowest score
/// that the game has.
#[pyclass(module = "hoyle", name = "Solo")]
pub(crate) struct Solo {
    game: Arc<dyn AnyGame>,
    /// Players need not be shared between threads, and a Python object can be: so there is a lock.
    solo: Mutex<Box<dyn AnySolo>>,
    /// What it shares with opponents that are functions.
    links: Vec<Arc<Link>>,
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

/// Who has a seat that does not learn: a player by name, or a function from a view to one of its legal actions.
#[derive(FromPyObject)]
enum Opponent {
    Named(String),
    Function(Py<PyAny>),
}

impl Opponent {
    /// The opponent as the games know it, and what it shares with them.
    fn linked(self, py: Python<'_>) -> PyResult<(AnyOpponent, Option<Arc<Link>>)> {
        let function = match self {
            Self::Named(name) => return Ok((AnyOpponent::Player(name), None)),
            Self::Function(function) => function,
        };
        let (kind, name) = (function.bind(py).get_type().name()?, function.bind(py).getattr("__name__"));
        if !function.bind(py).is_callable() {
            return Err(PyTypeError::new_err(format!("an opponent is a name or a function on a view, not {kind}")));
        }
        let name = name.and_then(|name| name.extract()).unwrap_or_else(|_| kind.to_string());
        let link = Link::new(function);
        let shared = Arc::clone(&link);
        let choose = move |state, seat| {
            let number = Python::attach(|py| link.call(py, (View { state, seat },))?.extract::<i64>());
            Ok(ids(&[number.map_err(NoAnswer::new)?])[0])
        };
        Ok((AnyOpponent::Function(name, Arc::new(choose)), Some(shared)))
    }
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
    /// `games` games at once. `opponents` are names of players, or functions that take a view and give an action, in turn from the
    /// seat after the learner's: by default random. `seat` is the learner's, drawn anew for every game if it is not given. With `same_step` a game that ends is followed by the next
    /// one in the same step; otherwise it stays at its end for one step.
    #[new]
    #[pyo3(signature = (game, games=1, *, opponents=None, seat=None, layout=None, same_step=false, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        game: &Game,
        games: usize,
        opponents: Option<Vec<Opponent>>,
        seat: Option<i64>,
        layout: Option<&str>,
        same_step: bool,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let spec = game.0.spec();
        if games == 0 {
            return Err(PyValueError::new_err("at least one game is needed"));
        }
        let seat = seat.map(|seat| read::seat_of(spec, seat)).transpose()?;
        let layout = read::layout(spec, layout)?;
        if opponents.as_ref().is_some_and(Vec::is_empty) {
            return Err(PyValueError::new_err("at least one opponent is needed"));
        }
        let (mut others, mut links) = (Vec::new(), Vec::new());
        for opponent in opponents.into_iter().flatten() {
            let (other, link) = opponent.linked(py)?;
            others.push(other);
            links.extend(link);
        }
        let settings = SoloSettings { games, layout, seat, same_step, parallel: threads != Some(1) };
        let shape: Vec<usize> = [games].into_iter().chain(spec.layout(layout).shape().iter().copied()).collect();
        Ok(Self {
            game: game.0.clone(),
            solo: Mutex::new(game.0.solo(settings, &others).map_err(error::load)?),
            links,
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

    /// Starts all games anew. A seed begins a new row of games; without one the row goes on. Of `n` games in step the first plays
    /// games 0, n, 2n ... of the row: the same seed gives the same games however many are in step.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let done = self.run(py, |solo, rows| solo.reset(seed, rows))?;
        done.map_err(error::player)
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

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.links.iter().try_for_each(|link| link.traverse(&visit))
    }

    fn __clear__(&self) {
        self.links.iter().for_each(|link| link.clear());
    }

    fn __len__(&self) -> usize {
        self.len
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.Solo of {} games of {}>", self.len, self.game.spec().name)
    }
}
