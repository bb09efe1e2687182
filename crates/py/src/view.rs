//! What one seat may know of a position.

use crate::error::{IllegalAction, renamed};
use crate::game::Game;
use crate::graph::Graph;
use crate::rng::Source;
use crate::state::State;
use crate::{analyze, read, text};
use hoyle_core::{Seat, Turn};
use hoyle_games::AnyState;
use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What one seat may know of a position: all that players that are written in Python are given.
///
/// A view is of one moment: it does not follow the state that it was made of.
#[pyclass(module = "hoyle", frozen, name = "View")]
pub(crate) struct View {
    pub(crate) state: Box<dyn AnyState>,
    pub(crate) seat: Seat,
}

impl View {
    /// Whether the seat is to decide.
    fn decides(&self) -> bool {
        self.state.turn() == Turn::Seat(self.seat)
    }

    /// The position, for those who look at it from the seat to move: an error if that is another.
    pub(crate) fn decision(&self) -> PyResult<&dyn AnyState> {
        if self.decides() { Ok(&*self.state) } else { Err(PyValueError::new_err("the seat is not to decide here")) }
    }
}

#[pymethods]
impl View {
    /// The game that is played, as the seat knows it: options that name what is hidden from it are not told.
    #[getter]
    fn game(&self) -> Game {
        Game::of(self.state.game_seen_by(self.seat))
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> u8 {
        self.seat.0
    }

    /// Who acts next: a seat, `CHANCE` or `OVER`.
    #[getter]
    fn turn(&self) -> i32 {
        read::turn(self.state.turn())
    }

    /// The ids of the seat's legal actions, ascending; none if it is not its turn.
    fn legal_actions(&self) -> Vec<u16> {
        if self.decides() { read::legal_actions(&*self.state) } else { Vec::new() }
    }

    /// The seat's legal actions as an array of booleans, one per id.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        read::mask(py, &*self.state, self.decides())
    }

    /// What the seat sees as numbers. `out` is written if it is given.
    #[pyo3(signature = (layout=None, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        layout: Option<&str>,
        out: Option<Bound<'py, PyArrayDyn<f32>>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        read::observe(py, &*self.state, self.seat, layout, out)
    }

    /// The same as a list: places and values of what is neither zero nor one of the layout's constants.
    #[pyo3(signature = (layout=None))]
    fn observe_sparse<'py>(&self, py: Python<'py>, layout: Option<&str>) -> PyResult<read::Lists<'py>> {
        read::observe_sparse(py, &*self.state, self.seat, layout)
    }

    /// What the seat sees as a graph.
    fn entities(&self, py: Python<'_>) -> PyResult<Graph> {
        read::entities(py, &*self.state, self.seat)
    }

    /// What the seat knows, as text.
    fn information_state(&self) -> String {
        self.state.information_state(self.seat)
    }

    /// A full position that agrees with everything that the seat knows. `rng` is a generator or a seed.
    fn determinize(&self, rng: Source<'_>) -> State {
        State(rng.with(|rng| self.state.determinize(self.seat, rng)))
    }

    /// The old name of `information_state`.
    fn info(&self, py: Python<'_>) -> PyResult<String> {
        renamed(py, c"View.info() is now View.information_state()")?;
        Ok(self.information_state())
    }

    /// The old name of `determinize`.
    fn redeal(&self, py: Python<'_>, rng: Source<'_>) -> PyResult<State> {
        renamed(py, c"View.redeal() is now View.determinize()")?;
        Ok(self.determinize(rng))
    }

    /// What a search finds about the seat's decision, as `State.analyze`.
    #[pyo3(signature = (search="ismcts", *, seed=0, evaluator=None, layout=None))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        search: &str,
        seed: u64,
        evaluator: Option<Py<PyAny>>,
        layout: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        analyze::analyze(py, self.decision()?, search, seed, evaluator, layout)
    }

    /// The text of one of the seat's legal actions.
    fn action_text(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        if !self.decides() {
            return Err(IllegalAction::new_err("the seat is not to decide here"));
        }
        let id = read::action(&*self.state, action)?;
        self.state.action_text(id).map_err(|error| IllegalAction::new_err(error.to_string()))
    }

    /// A picture of the position as the seat sees it. `color` keeps the colours of terminals.
    #[pyo3(signature = (*, color=false))]
    fn board(&self, color: bool) -> String {
        let board = self.state.board(Some(self.seat));
        if color { board } else { text::plain(&board) }
    }

    fn __str__(&self) -> String {
        self.board(false)
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.View of {}, seat {}>", self.state.spec().name, self.seat)
    }

    fn _repr_html_(&self) -> String {
        text::html(&self.state.board(Some(self.seat)))
    }
}
