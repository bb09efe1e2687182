//! What a search finds about a position, as plain data.

use crate::convert::to_python;
use crate::evaluator::Function;
use crate::game::Game;
use crate::{error, text};
use hoyle_core::Turn;
use hoyle_games::{AnalysisError, AnyState, BatchEvaluator};
use pyo3::prelude::*;

/// Searches, and gives what `hoyle analyze --json` prints, without colours.
pub(crate) fn analyze<'py>(
    py: Python<'py>,
    position: &dyn AnyState,
    search: &str,
    seed: u64,
    evaluator: Option<Py<PyAny>>,
    layout: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    // An evaluator is told no more of the game than the seat that is to decide knows.
    let game = match position.turn() {
        Turn::Seat(seat) => position.game_seen_by(seat),
        Turn::Chance | Turn::Over => position.game(),
    };
    let evaluator = Function::given(py, Game::of(game), evaluator, layout)?;
    let evaluator = evaluator.map(|(function, _)| Box::new(function) as Box<dyn BatchEvaluator>);
    let mut signal = Ok(());
    let found = py.detach(|| {
        position.analyze(search, evaluator, seed, &mut |_| {
            // Who presses Ctrl-C does not want to wait for the rest.
            signal = Python::attach(|py| py.check_signals());
            signal.is_ok()
        })
    });
    signal?;
    let mut found = found.map_err(|error| match error {
        AnalysisError::Evaluator(error) => error::evaluator(error),
        _ => error::value(error),
    })?;
    found.samples.iter_mut().for_each(|board| *board = text::plain(board));
    to_python(py, &found)
}
