//! A game with its options.

use crate::convert::to_python;
use crate::evaluator::Function;
use crate::layout::Layout;
use crate::player::Player;
use crate::state::State;
use crate::{error, read};
use hoyle_core::{ActionPart, FileAccess, Seat};
use hoyle_games::{AnyGame, MatchSettings};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use serde_json::Value;
use std::sync::Arc;

/// A game with its options: the rule book.
#[pyclass(module = "hoyle", frozen, name = "Game")]
pub(crate) struct Game(pub(crate) Arc<dyn AnyGame>);

impl Game {
    pub(crate) fn of(game: Box<dyn AnyGame>) -> Self {
        Self(game.into())
    }

    fn options_text(&self) -> String {
        Value::Object(self.0.options()).to_string()
    }
}

/// The games that there are, each with its name, version, presets, options, players, layouts, a line about it and the fewest
/// and the most seats, as `hoyle games --json`.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = hoyle_games::titles().iter().map(|title| title.describe().map_err(error::value));
    let all: Vec<Value> = all.collect::<PyResult<_>>()?;
    to_python(py, &all)
}

/// A game by name, with options: `load("ludo", players=2)` or `load("ludo:players=2")`.
///
/// Options are what `hoyle games NAME` lists; `preset` names a set of them to start from.
#[pyfunction]
#[pyo3(signature = (name, **options))]
pub(crate) fn load(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let mut named: hoyle_core::names::Named = name.parse().map_err(error::value)?;
    for (key, value) in options.into_iter().flatten() {
        // As the program reads them: true, not True.
        let text = if value.is_instance_of::<PyBool>() {
            value.extract::<bool>()?.to_string()
        } else {
            value.str()?.to_str()?.to_owned()
        };
        let key: String = key.extract()?;
        named.settings.retain(|(name, _)| *name != key);
        named.settings.push((key, text));
    }
    let title = hoyle_games::title(&named.name).map_err(error::value)?;
    Ok(Game::of(title.with_settings(&named.settings).map_err(error::value)?))
}

/// A saved position of any game; the text says of which.
///
/// The text may come from anybody: its options may name what comes with the program, and if `files` names a folder, the
/// files below it.
#[pyfunction]
#[pyo3(signature = (text, *, files=None))]
pub(crate) fn from_json(text: &str, files: Option<std::path::PathBuf>) -> PyResult<State> {
    let files = files.map_or(FileAccess::BuiltInOnly, FileAccess::Below);
    Ok(State(hoyle_games::open_state(text, &files).map_err(error::position)?))
}

/// The game with all of these options, as JSON: how games are pickled. Pickles are trusted, so files may be anywhere.
#[pyfunction]
pub(crate) fn game_from_options(name: &str, options: &str) -> PyResult<Game> {
    let title = hoyle_games::title(name).map_err(error::value)?;
    let options = serde_json::from_str(options).map_err(error::value)?;
    Ok(Game::of(title.with_options(&options, &FileAccess::Anywhere).map_err(error::value)?))
}

/// A position in binary form: how states are pickled.
#[pyfunction]
pub(crate) fn state_from_bytes(game: &Game, data: &[u8]) -> PyResult<State> {
    Ok(State(game.0.state_from_bytes(data).map_err(error::save)?))
}

#[pymethods]
impl Game {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.0.spec().name
    }

    /// The version of rules and ids.
    #[getter]
    fn version(&self) -> u32 {
        self.0.spec().version
    }

    /// All options.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.options())
    }

    /// How many seats are played.
    #[getter]
    fn seats(&self) -> usize {
        self.0.spec().seats()
    }

    /// What the seats are called, in playing order.
    #[getter]
    fn seat_names(&self) -> Vec<&str> {
        self.0.spec().seat_names.iter().map(String::as_str).collect()
    }

    /// Action ids are below this number.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.spec().actions
    }

    /// Chance outcomes are below this number; they have a numbering of their own.
    #[getter]
    fn num_outcomes(&self) -> usize {
        self.0.spec().chance_outcomes
    }

    /// The lowest and the highest score of a seat.
    #[getter]
    fn score_bounds(&self) -> (f32, f32) {
        self.0.spec().score_bounds
    }

    /// The most actions, chance included, that a game can take.
    #[getter]
    fn length_bound(&self) -> usize {
        self.0.spec().length_bound
    }

    /// Whether every seat sees everything.
    #[getter]
    fn perfect_information(&self) -> bool {
        self.0.spec().perfect_information
    }

    /// The names of the layouts, the default first.
    #[getter]
    fn layouts(&self) -> Vec<&str> {
        self.0.spec().layouts.iter().map(|layout| layout.name()).collect()
    }

    /// A layout by name; the default if not given.
    #[pyo3(signature = (name=None))]
    fn layout(&self, name: Option<&str>) -> PyResult<Layout> {
        let spec = self.0.spec();
        Ok(Layout(spec.layout(read::layout(spec, name)?)))
    }

    /// The terms of entity graphs: kinds with their features, relations, verbs and tokens.
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.spec().graph)
    }

    /// How actions are made of parts: `heads` with their outputs, how many `verbs` there are, and under `actions` the parts of
    /// each id, an output of the heads as its number and what is done to a column as `[verb, column]`.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parts = &self.0.spec().parts;
        let part = |part: &ActionPart| match *part {
            ActionPart::Plain(n) => Value::from(n),
            ActionPart::Column { verb, column } => Value::from(vec![verb, column]),
        };
        let heads: Vec<Value> =
            parts.heads.iter().map(|(name, len)| serde_json::json!({ "name": name, "outputs": len })).collect();
        let actions: Vec<Vec<Value>> = parts.actions.iter().map(|parts| parts.iter().map(part).collect()).collect();
        to_python(py, &serde_json::json!({ "heads": heads, "verbs": parts.verbs, "actions": actions }))
    }

    /// The players that can be named, weakest first: dicts of name and about.
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.players())
    }

    /// A player by name, with settings if there are any: `fast`, `ismcts:sims=500`. An evaluator is a function on `Leaves`
    /// for a searching player in place of rollouts; `layout` is what it sees.
    #[pyo3(signature = (name, *, evaluator=None, layout=None))]
    fn player(
        &self,
        py: Python<'_>,
        name: &str,
        evaluator: Option<Py<PyAny>>,
        layout: Option<&str>,
    ) -> PyResult<Player> {
        // An evaluator may be asked for any seat: it is told no more of the game than all of them know.
        let seats = (0..self.seats() as u8).map(Seat);
        let known = seats.fold(None, |game: Option<Box<dyn AnyGame>>, seat| {
            Some(game.as_ref().map_or_else(|| self.0.seen_by(seat), |game| game.seen_by(seat)))
        });
        let known = known.map_or_else(|| Self(self.0.clone()), Self::of);
        let given = Function::given(py, known, evaluator, layout)?;
        let Some((function, link)) = given else { return Ok(Player::new(self.0.player(name).map_err(error::load)?)) };
        let player = self.0.player_with(name, Box::new(function)).map_err(error::load)?;
        Ok(Player::with_evaluator(player, link))
    }

    /// The position before any action, chance included.
    fn start(&self) -> State {
        State(self.0.start())
    }

    /// A position that `State.to_json` wrote for this game with these options.
    #[pyo3(name = "from_json")]
    fn read_json(&self, text: &str) -> PyResult<State> {
        Ok(State(self.0.state_from_json(text).map_err(error::save)?))
    }

    /// A position that `State.to_bytes` wrote for this game with these options.
    #[pyo3(name = "from_bytes")]
    fn read_bytes(&self, data: &[u8]) -> PyResult<State> {
        state_from_bytes(self, data)
    }

    /// Plays a match between players by name and counts it, as `hoyle match --json`. Other Python threads run meanwhile.
    #[pyo3(signature = (players, *, games=100, seed=0, threads=None))]
    fn play_match<'py>(
        &self,
        py: Python<'py>,
        players: Vec<String>,
        games: u64,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = MatchSettings { games, seed, threads };
        let report = py.detach(|| self.0.run_match(&players, &settings, &|_| {})).map_err(error::load)?;
        to_python(py, &report)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // Games with one fingerprint have the same rules; only their options tell what they begin with.
        let same = |other: &Self| {
            other.0.spec().fingerprint == self.0.spec().fingerprint && other.0.options() == self.0.options()
        };
        other.cast::<Self>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        self.0.spec().fingerprint
    }

    fn __copy__(&self) -> Self {
        Self(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self(self.0.clone())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str, String))> {
        let restore = py.import("hoyle._hoyle")?.getattr("game_from_options")?;
        Ok((restore, (self.name(), self.options_text())))
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.Game {} for {}>", self.name(), self.seats())
    }
}
