//! A player that is asked about positions.

use crate::error;
use crate::rng::Source;
use crate::state::State;
use hoyle_games::AnyPlayer;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A player by name, made for one game with its options. It is shown only what the seat to move may know.
#[pyclass(module = "hoyle", frozen, name = "Player")]
pub(crate) struct Player {
    name: String,
    player: Mutex<Box<dyn AnyPlayer>>,
}

impl Player {
    pub(crate) fn new(player: Box<dyn AnyPlayer>) -> PyResult<Self> {
        Ok(Self { name: player.name().to_owned(), player: Mutex::new(player) })
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyPlayer>> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Player {
    /// The name that it was asked for by.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Chooses an action for the seat to move and gives its id. `rng` is a generator or a seed. Other Python threads run
    /// meanwhile.
    fn choose(&self, py: Python<'_>, state: PyRef<'_, State>, rng: Source<'_>) -> PyResult<u16> {
        let position = &*state.0;
        let answer = rng.with(|rng| py.detach(|| self.lock().choose(position, rng)));
        answer.map(|id| id.0).map_err(error::ask)
    }

    /// A new game begins: what was remembered of the last one is to be forgotten.
    fn begin(&self, py: Python<'_>) -> PyResult<()> {
        // Who waits for the lock lets others run: the one who has it may be asking Python.
        py.detach(|| self.lock().begin()).map_err(|fault| error::PlayerFault::new_err(fault.to_string()))
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.Player {}>", self.name)
    }
}
