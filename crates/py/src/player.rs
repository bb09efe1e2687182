//! A player that is asked about positions.

use crate::error;
use crate::evaluator::{Link, lock};
use crate::rng::Source;
use crate::state::State;
use crate::view::View;
use hoyle_games::{AnyPlayer, AnyState};
use pyo3::exceptions::PyRuntimeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

/// A player by name, made for one game with its options. It is shown only what the seat to move may know.
#[pyclass(module = "hoyle", frozen, name = "Player")]
pub(crate) struct Player {
    name: String,
    player: Mutex<Box<dyn AnyPlayer>>,
    /// What it shares with its evaluator.
    link: Arc<Link>,
    /// Who is asking it.
    asking: Mutex<Option<ThreadId>>,
}

impl Player {
    pub(crate) fn new(player: Box<dyn AnyPlayer>) -> Self {
        Self::with_evaluator(player, Arc::default())
    }

    /// A player whose evaluator is written in Python.
    pub(crate) fn with_evaluator(player: Box<dyn AnyPlayer>, link: Arc<Link>) -> Self {
        let name = player.name().to_owned();
        Self { name, player: Mutex::new(player), link, asking: Mutex::new(None) }
    }

    /// Does something with the player. Other Python threads run meanwhile: who waits for the lock must not keep out the
    /// one who has it, who may be asking Python.
    fn with<T: Send>(&self, py: Python<'_>, act: impl FnOnce(&mut dyn AnyPlayer) -> T + Send) -> PyResult<T> {
        let me = thread::current().id();
        if *lock(&self.asking) == Some(me) {
            return Err(PyRuntimeError::new_err("this player is waiting for its evaluator, which cannot ask it"));
        }
        Ok(py.detach(|| {
            let mut player = lock(&self.player);
            *lock(&self.asking) = Some(me);
            let done = act(&mut **player);
            *lock(&self.asking) = None;
            done
        }))
    }
}

/// What a player can be asked about.
#[derive(FromPyObject)]
enum Question<'py> {
    State(PyRef<'py, State>),
    View(PyRef<'py, View>),
}

impl Question<'_> {
    fn position(&self) -> PyResult<&dyn AnyState> {
        match self {
            Self::State(state) => Ok(&*state.0),
            Self::View(view) => view.decision(),
        }
    }
}

#[pymethods]
impl Player {
    /// The name that it was asked for by.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Chooses an action for the seat to move and gives its id. It is asked about a state or a view; `rng` is a generator or
    /// a seed. Other Python threads run meanwhile.
    fn choose(&self, py: Python<'_>, state: Question<'_>, rng: Source<'_>) -> PyResult<u16> {
        let position = state.position()?;
        let answer = rng.with(|rng| self.with(py, |player| player.choose(position, rng)))?;
        answer.map(|id| id.0).map_err(error::ask)
    }

    /// A new game begins: what was remembered of the last one is to be forgotten.
    fn begin(&self, py: Python<'_>) -> PyResult<()> {
        let begun = self.with(py, |player| player.begin())?;
        begun.map_err(|fault| error::PlayerFault::new_err(fault.to_string()))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.link.traverse(&visit)
    }

    fn __clear__(&self) {
        self.link.clear();
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.Player {}>", self.name)
    }
}
