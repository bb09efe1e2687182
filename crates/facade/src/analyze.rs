//! What a search finds about a position, from what the seat to move may know.

use crate::game::TypedGame;
use crate::players::{self, PlayerError};
use hoyle_core::prelude::*;
use hoyle_core::{Game, Rng, Turn, View};
use hoyle_search::{Analysis, BatchEvaluator, EvaluatorError, analysis};
use std::time::Instant;
use thiserror::Error;

/// Why a position cannot be analysed.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// There is no such search.
    #[error(transparent)]
    Search(#[from] PlayerError),
    /// Nobody is to decide.
    #[error("there is nothing to decide here")]
    NoDecision,
    /// The evaluator failed, and the search was broken off.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
}

/// Searches by a specification, with an evaluator in place of rollouts if one is given. `watch` is told after ever longer
/// searches, and ends it by answering false.
pub(crate) fn analyze<G: Game>(
    game: TypedGame<G>,
    state: &G::State,
    search: &str,
    evaluator: Option<Box<dyn BatchEvaluator>>,
    seed: u64,
    watch: &mut dyn FnMut(&Analysis) -> bool,
) -> Result<Analysis, AnalysisError> {
    // An evaluator from outside is asked about no more than the search needs.
    let asks_further = evaluator.is_none();
    let mut player = match evaluator {
        None => players::searcher(game, search)?,
        Some(evaluator) => players::searcher_with(game, search, evaluator)?,
    };
    let Turn::Seat(seat) = state.turn() else { return Err(AnalysisError::NoDecision) };
    let view = View::new(state, seat);
    let started = Instant::now();
    let mut rng = Rng::new(seed);
    // Lines and samples have luck of their own: watching does not change what is found.
    let mut luck = Rng::stream(seed, 1);
    let searcher = &mut player.searcher;
    let findings = searcher.search_watched(view, &mut rng, |searcher, findings| {
        watch(&analysis(searcher, view, findings, started.elapsed(), &mut luck))
    })?;
    let took = started.elapsed();
    if asks_further {
        searcher.stand(view, &mut Rng::stream(seed, 2))?;
    }
    Ok(analysis(searcher, view, &findings, took, &mut luck))
}
