//! A position; it knows everything.

use crate::error::{IllegalAction, illegal, renamed, unknown_action};
use crate::game::Game;
use crate::graph::Graph;
use crate::rng::Source;
use crate::view::View;
use crate::{analyze, read, text};
use hoyle_core::ActionId;
use hoyle_games::AnyState;
use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// A position of a game: a pure state machine that knows everything, chooses nothing and is never random.
///
/// Every die, draw and shuffle is a chance action: where `turn` is `CHANCE`, ids number outcomes. What a seat may know is
/// what the methods with a seat give; `view(seat)` gives nothing else.
#[pyclass(module = "hoyle", name = "State")]
pub(crate) struct State(pub(crate) Box<dyn AnyState>);

impl State {
    /// Plays what is named by id or text.
    #[inline]
    fn act(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = if action.is_exact_instance_of::<PyInt>() {
            let number: i64 = action.extract()?;
            ActionId(u16::try_from(number).map_err(|_| illegal(&*self.0, number))?)
        } else {
            read::action(&*self.0, action)?
        };
        self.0.play(id).map_err(|error| IllegalAction::new_err(error.to_string()))
    }
}

#[pymethods]
impl State {
    /// The game that it is a position of.
    #[getter]
    fn game(&self) -> Game {
        Game::of(self.0.game())
    }

    /// Who acts next: a seat, `CHANCE` or `OVER`.
    #[getter]
    fn turn(&self) -> i32 {
        read::turn(self.0.turn())
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.turn() == read::OVER
    }

    /// Whether chance acts next.
    #[getter]
    fn is_chance(&self) -> bool {
        self.turn() == read::CHANCE
    }

    /// What the game ends with, seat by seat. Zeros before the end.
    #[getter]
    fn scores(&self) -> Vec<f32> {
        self.0.scores().as_slice().to_vec()
    }

    /// The ids of the legal actions, ascending; none if it is no seat's turn.
    fn legal_actions(&self) -> Vec<u16> {
        read::legal_actions(&*self.0)
    }

    /// The legal actions as an array of booleans, one per id.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        read::mask(py, &*self.0, true)
    }

    /// Plays an action or a chance outcome, by id or by text. An error changes nothing.
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.act(action)
    }

    /// Plays an action, lets chance act until a seat is to decide or the game is over, and gives the turn.
    fn step(&mut self, action: &Bound<'_, PyAny>, rng: Source<'_>) -> PyResult<i32> {
        self.act(action)?;
        Ok(read::turn(rng.with(|rng| self.0.advance(rng))))
    }

    /// Lets chance act until a seat is to decide or the game is over, and gives the turn.
    fn advance(&mut self, rng: Source<'_>) -> i32 {
        read::turn(rng.with(|rng| self.0.advance(rng)))
    }

    /// The exact distribution of the next chance action: ids with probabilities. None if it is not chance's turn.
    fn outcomes(&self) -> Vec<(u16, f64)> {
        read::outcomes(&*self.0)
    }

    /// Samples the next chance action, plays it and gives its id. `rng` is a generator or a seed.
    fn roll(&mut self, rng: Source<'_>) -> PyResult<u16> {
        let rolled = rng.with(|rng| self.0.roll(rng));
        rolled.map(|id| id.0).ok_or_else(|| PyValueError::new_err("it is not chance's turn"))
    }

    /// What a seat sees as numbers: the seat to move and the default layout if not given. `out` is written if it is given.
    #[pyo3(signature = (seat=None, layout=None, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        layout: Option<&str>,
        out: Option<Bound<'py, PyArrayDyn<f32>>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        read::observe(py, &*self.0, read::seat(&*self.0, seat)?, layout, out)
    }

    /// The same as a list: places and values of what is neither zero nor one of the layout's constants.
    #[pyo3(signature = (seat=None, layout=None))]
    fn observe_sparse<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        layout: Option<&str>,
    ) -> PyResult<read::Lists<'py>> {
        read::observe_sparse(py, &*self.0, read::seat(&*self.0, seat)?, layout)
    }

    /// What a seat sees as a graph.
    #[pyo3(signature = (seat=None))]
    fn entities(&self, py: Python<'_>, seat: Option<i64>) -> PyResult<Graph> {
        read::entities(py, &*self.0, read::seat(&*self.0, seat)?)
    }

    /// What a seat knows, as text: two positions that the seat cannot tell apart have the same text.
    #[pyo3(signature = (seat=None))]
    fn information_state(&self, seat: Option<i64>) -> PyResult<String> {
        Ok(self.0.information_state(read::seat(&*self.0, seat)?))
    }

    /// A position that agrees with everything that a seat knows, the rest sampled anew. `rng` is a generator or a seed.
    fn determinize(&self, seat: i64, rng: Source<'_>) -> PyResult<Self> {
        let seat = read::seat(&*self.0, Some(seat))?;
        Ok(Self(rng.with(|rng| self.0.determinize(seat, rng))))
    }

    /// The old name of `information_state`.
    #[pyo3(signature = (seat=None))]
    fn info(&self, py: Python<'_>, seat: Option<i64>) -> PyResult<String> {
        renamed(py, c"State.info() is now State.information_state()")?;
        self.information_state(seat)
    }

    /// The old name of `determinize`.
    fn redeal(&self, py: Python<'_>, seat: i64, rng: Source<'_>) -> PyResult<Self> {
        renamed(py, c"State.redeal() is now State.determinize()")?;
        self.determinize(seat, rng)
    }

    /// What a search finds about the decision at hand, from what its seat may know: `docs/python.md` has the fields. An
    /// evaluator is a function on `Leaves` in place of rollouts. Other Python threads run meanwhile.
    #[pyo3(signature = (search="ismcts", *, seed=0, evaluator=None, layout=None))]
    fn analyze<'py>(
        slf: &Bound<'py, Self>,
        search: &str,
        seed: u64,
        evaluator: Option<Py<PyAny>>,
        layout: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // A copy: the evaluator may want to use the position.
        let position = slf.borrow().0.clone_box();
        analyze::analyze(slf.py(), &*position, search, seed, evaluator, layout)
    }

    /// What a seat may know of the position as it is now, and nothing else.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<i64>) -> PyResult<View> {
        Ok(View { seat: read::seat(&*self.0, seat)?, state: self.0.clone_box() })
    }

    /// The text of an action or chance outcome that can be played here.
    fn action_text(&self, action: i64) -> PyResult<String> {
        let id = u16::try_from(action).map_err(|_| illegal(&*self.0, action))?;
        self.0.action_text(ActionId(id)).map_err(|error| IllegalAction::new_err(error.to_string()))
    }

    /// The id of the action or chance outcome that has this text here.
    fn parse_action(&self, text: &str) -> PyResult<u16> {
        self.0.parse_action(text).map(|id| id.0).map_err(unknown_action)
    }

    /// What an action would do, in a line for people: as a seat sees it, or with everything open.
    #[pyo3(signature = (action, seat=None))]
    fn event(&self, action: &Bound<'_, PyAny>, seat: Option<i64>) -> PyResult<String> {
        let id = read::action(&*self.0, action)?;
        let line = self.0.event(id, read::viewer(&*self.0, seat)?);
        line.map(|line| text::plain(&line)).map_err(|error| IllegalAction::new_err(error.to_string()))
    }

    /// A picture of the position: as a seat sees it, or with everything open. `color` keeps the colours of terminals.
    #[pyo3(signature = (seat=None, *, color=false))]
    fn board(&self, seat: Option<i64>, color: bool) -> PyResult<String> {
        let board = self.0.board(read::viewer(&*self.0, seat)?);
        Ok(if color { board } else { text::plain(&board) })
    }

    /// The picture as HTML: as a seat sees it, or with everything open.
    #[pyo3(signature = (seat=None))]
    fn to_html(&self, seat: Option<i64>) -> PyResult<String> {
        Ok(text::html(&self.0.board(read::viewer(&*self.0, seat)?)))
    }

    /// A position of its own that is equal.
    fn clone(&self) -> Self {
        Self(self.0.clone_box())
    }

    /// The position as one JSON object: game, version, options and state.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The position in a compact binary form.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// A number that tells positions apart, the same on every machine.
    fn position_hash(&self) -> u64 {
        self.0.hash()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    #[expect(clippy::type_complexity, reason = "a function and its arguments")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, Bound<'py, PyBytes>))> {
        let restore = py.import("hoyle._hoyle")?.getattr("state_from_bytes")?;
        Ok((restore, (self.game(), self.to_bytes(py))))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0.is_same(&*other.borrow().0))
    }

    fn __str__(&self) -> String {
        text::plain(&self.0.board(None))
    }

    fn __repr__(&self) -> String {
        let turn = match self.turn() {
            read::CHANCE => "chance to act".to_owned(),
            read::OVER => format!("over, scores {:?}", self.scores()),
            seat => format!("seat {seat} to decide"),
        };
        format!("<hoyle.State of {}: {turn}>", self.0.spec().name)
    }

    fn _repr_html_(&self) -> String {
        text::html(&self.0.board(None))
    }
}
