//! Many games in step.

use crate::buffer::Buffer;
use crate::error::{self, value};
use crate::game::Game;
use crate::graph::{Gathered, Graph};
use crate::read;
use crate::rng::Source;
use crate::state::State;
use hoyle_core::{ActionId, BatchBuffers};
use hoyle_games::AnyBatch;
use numpy::{AllowTypeChange, PyArray1, PyArrayLike1, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// Many games in step. Each waits at a decision; `step` answers all of them at once, lets chance act and refills the
/// arrays. They are always the same arrays, read-only views on the buffers that Rust writes.
///
/// A game that ends stays at its end for one step: it is `finished`, has its scores, an empty mask, and what its last
/// mover sees at the end. The next step ignores the answer for it and starts a new game there.
#[pyclass(module = "hoyle", name = "Batch")]
pub(crate) struct Batch {
    game: Arc<dyn hoyle_games::AnyGame>,
    games: Box<dyn AnyBatch>,
    pool: Option<ThreadPool>,
    observations: Option<Buffer<f32>>,
    masks: Buffer<u8>,
    seats: Buffer<u8>,
    finished: Buffer<u8>,
    scores: Buffer<f32>,
    lists: Lists,
}

/// The buffers of the sparse form. If they are too short they are replaced; who still reads the old ones keeps them.
struct Lists {
    starts: Buffer<u32>,
    places: Buffer<u32>,
    values: Buffer<f32>,
    /// How many numbers there is room for.
    room: usize,
}

impl Lists {
    fn new(py: Python<'_>, games: usize, room: usize) -> PyResult<Self> {
        Ok(Self {
            starts: Buffer::new(py, &[games + 1], None)?,
            places: Buffer::new(py, &[room], None)?,
            values: Buffer::new(py, &[room], None)?,
            room,
        })
    }

    /// What Python sees: as many numbers as there are.
    fn seen<'py>(&self, py: Python<'py>, len: usize) -> PyResult<Bound<'py, PyTuple>> {
        let filled = PySlice::new(py, 0, len as isize, 1);
        let (places, values) = (self.places.seen(py), self.values.seen(py));
        let (places, values) = (places.bind(py).get_item(&filled)?, values.bind(py).get_item(&filled)?);
        PyTuple::new(py, [self.starts.seen(py).into_bound(py), places, values])
    }
}

/// The threads of a batch: none of its own for one, or for all that the machine has.
pub(crate) fn pool(threads: Option<usize>) -> PyResult<Option<ThreadPool>> {
    match threads {
        None | Some(1) => Ok(None),
        Some(0) => Err(PyValueError::new_err("at least one thread is needed")),
        Some(threads) => Ok(Some(ThreadPoolBuilder::new().num_threads(threads).build().map_err(value)?)),
    }
}

/// Runs something in a pool, or right here.
pub(crate) fn in_pool<T: Send>(pool: &Option<ThreadPool>, work: impl FnOnce() -> T + Send) -> T {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Answers as they were given: an array, or anything that NumPy makes one of, of whole numbers.
pub(crate) fn answers(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(array.as_array().iter().copied().collect());
    }
    let array = actions.py().import("numpy")?.call_method1("asarray", (actions,))?;
    let dtype = array.getattr("dtype")?;
    // A half would be cut to a whole number without a word.
    if !"iu".contains(&dtype.getattr("kind")?.extract::<String>()?) {
        return Err(PyTypeError::new_err(format!("actions are whole numbers, not {}", dtype.str()?)));
    }
    let array: PyArrayLike1<'_, i64, AllowTypeChange> = array.extract()?;
    Ok(array.as_array().iter().copied().collect())
}

/// Numbers as ids; those that can be none become one that no game has.
pub(crate) fn ids(numbers: &[i64]) -> Vec<ActionId> {
    numbers.iter().map(|&number| ActionId(u16::try_from(number).unwrap_or(u16::MAX))).collect()
}

impl Batch {
    /// Lets the games write into the buffers while other Python threads run.
    fn run<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, BatchBuffers<'_>) -> T + Send,
    ) -> PyResult<T> {
        let Self { games, pool, observations, masks, seats, finished, scores, .. } = self;
        let mut observations = observations.as_ref().map(|buffer| buffer.write(py)).transpose()?;
        let observations = match &mut observations {
            Some(array) => array.as_slice_mut().map_err(value)?,
            None => &mut [],
        };
        let (mut masks, mut seats) = (masks.write(py)?, seats.write(py)?);
        let (mut finished, mut scores) = (finished.write(py)?, scores.write(py)?);
        let rows = BatchBuffers {
            observations,
            masks: masks.as_slice_mut().map_err(value)?,
            seats: seats.as_slice_mut().map_err(value)?,
            finished: finished.as_slice_mut().map_err(value)?,
            scores: scores.as_slice_mut().map_err(value)?,
        };
        let games = &mut **games;
        Ok(py.detach(|| in_pool(pool, || work(games, rows))))
    }
}

#[pymethods]
impl Batch {
    /// `games` games from one seed. `layout` is that of the observations: the default if it is empty, and with `None`
    /// there are none. `threads` is how many work on a step: as many as the machine has if not given.
    #[new]
    #[pyo3(
        signature = (game, games, *, seed=0, layout=Some(""), threads=None),
        text_signature = "(game, games, *, seed=0, layout='', threads=None)"
    )]
    fn new(
        py: Python<'_>,
        game: &Game,
        games: usize,
        seed: u64,
        layout: Option<&str>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        if games == 0 {
            return Err(PyValueError::new_err("a batch needs at least one game"));
        }
        let spec = game.0.spec();
        let named = |name: &str| read::layout(spec, Some(name).filter(|name| !name.is_empty()));
        let layout = layout.map(named).transpose()?;
        let observations = layout.map(|id| {
            let shape: Vec<usize> = [games].into_iter().chain(spec.layout(id).shape().iter().copied()).collect();
            Buffer::new(py, &shape, None)
        });
        let mut batch = Self {
            game: game.0.clone(),
            games: game.0.batch(games, seed, layout, threads != Some(1)),
            pool: pool(threads)?,
            observations: observations.transpose()?,
            masks: Buffer::new(py, &[games, spec.actions], Some("bool"))?,
            seats: Buffer::new(py, &[games], None)?,
            finished: Buffer::new(py, &[games], Some("bool"))?,
            scores: Buffer::new(py, &[games, spec.seats()], None)?,
            lists: Lists::new(py, games, 0)?,
        };
        batch.run(py, |games, rows| games.begin(rows))?;
        Ok(batch)
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// What the mover of each game sees (at its end, its last mover): one row per game. `None` without a layout.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.observations.as_ref().map(|buffer| buffer.seen(py))
    }

    /// The legal actions: one row of booleans per game.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.masks.seen(py)
    }

    /// Whose decision it is in each game; at its end, whose the last one was.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyAny> {
        self.seats.seen(py)
    }

    /// Where a game is over; the next step starts a new one there.
    #[getter]
    fn finished(&self, py: Python<'_>) -> Py<PyAny> {
        self.finished.seen(py)
    }

    /// The scores of the game that each place finished last: one row per place, one number per seat.
    #[getter]
    fn scores(&self, py: Python<'_>) -> Py<PyAny> {
        self.scores.seen(py)
    }

    /// Answers every game's decision: action `i` goes to game `i`, or is ignored if that game is over. An error changes
    /// nothing. Other Python threads run meanwhile; they should not read the arrays of this batch.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = answers(actions)?;
        let ids = ids(&numbers);
        self.run(py, |games, rows| games.step(&ids, rows))?.map_err(|error| error::batch(error, &numbers))
    }

    /// Answers every game's decision with a uniformly random legal action.
    fn step_random(&mut self, py: Python<'_>) -> PyResult<()> {
        self.run(py, |games, rows| games.step_random(rows))
    }

    /// A uniformly random legal action for every game; 0 where a game is over. `rng` is a generator or a seed.
    fn random_actions<'py>(&self, py: Python<'py>, rng: Source<'_>) -> Bound<'py, PyArray1<i64>> {
        let drawn = rng.with(|rng| self.games.random_actions(rng));
        PyArray1::from_iter(py, drawn.into_iter().map(|action| action.map_or(0, |id| i64::from(id.0))))
    }

    /// What movers see as lists, in the form of a compressed sparse matrix: starts, places and values. Row `i` has the
    /// places and values from `starts[i]` to `starts[i + 1]`; the layout's constants are left out. The arrays are read-only
    /// views, and the next call writes them anew: copy what you want to keep.
    #[pyo3(signature = (layout=None))]
    fn sparse<'py>(&mut self, py: Python<'py>, layout: Option<&str>) -> PyResult<Bound<'py, PyTuple>> {
        let id = read::layout(self.games.spec(), layout)?;
        let games = &*self.games;
        loop {
            let mut len = 0;
            let room = self.lists.room;
            {
                let (mut starts, mut places) = (self.lists.starts.write(py)?, self.lists.places.write(py)?);
                let mut values = self.lists.values.write(py)?;
                let starts = starts.as_slice_mut().map_err(value)?;
                let places = places.as_slice_mut().map_err(value)?;
                let values = values.as_slice_mut().map_err(value)?;
                py.detach(|| {
                    let mut game = 0;
                    games.each_sparse(id, &mut |row| {
                        let end = len + row.len();
                        if end <= room {
                            places[len..end].copy_from_slice(row.indices());
                            values[len..end].copy_from_slice(row.values());
                        }
                        len = end;
                        game += 1;
                        starts[game] = end as u32;
                    });
                });
            }
            if len <= room {
                return self.lists.seen(py, len);
            }
            self.lists = Lists::new(py, games.len(), len * 5 / 4)?;
        }
    }

    /// What movers see as graphs, one game after the other. The arrays are new.
    fn entities(&self, py: Python<'_>) -> PyResult<Graph> {
        let games = &*self.games;
        let gathered = py.detach(|| {
            let mut gathered = Gathered::new();
            games.each_graph(&mut |graph| gathered.push(graph));
            gathered
        });
        gathered.finish(py, self.games.spec().graph.width())
    }

    /// A copy of the position of one game.
    fn state(&self, index: usize) -> PyResult<State> {
        if index >= self.games.len() {
            return Err(PyIndexError::new_err(format!("there is no game {index} of {}", self.games.len())));
        }
        Ok(State(self.games.state(index)))
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.Batch of {} games of {}>", self.games.len(), self.games.spec().name)
    }
}
