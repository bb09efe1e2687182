//! What a search finds about a position, from what the seat to move may know.

use crate::BatchJudge;
use crate::game::TypedGame;
use crate::judge::Failure;
use crate::players::{self, PlayerError};
use hoyle_core::prelude::*;
use hoyle_core::{Game, Rng, Turn, View};
use hoyle_search::{Analysis, analysis};
use std::time::Instant;
use thiserror::Error;

/// Why a position cannot be analysed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AnalysisError {
    /// There is no such search.
    #[error(transparent)]
    Search(#[from] PlayerError),
    /// Nobody is to decide.
    #[error("there is nothing to decide here")]
    NoDecision,
    /// The judge failed, and the search was broken off.
    #[error("{0}")]
    Judge(String),
}

/// Searches by a specification, with a judge in place of rollouts if one is given. `watch` is told after ever longer
/// searches, and ends it by answering false.
pub(crate) fn analyze<G: Game>(
    game: TypedGame<G>,
    state: &G::State,
    search: &str,
    judge: Option<Box<dyn BatchJudge>>,
    seed: u64,
    watch: &mut dyn FnMut(&Analysis) -> bool,
) -> Result<Analysis, AnalysisError> {
    let (mut player, failure) = match judge {
        None => (players::searcher(game, search)?, Failure::default()),
        Some(judge) => players::searcher_with(game, search, judge)?,
    };
    let Turn::Seat(seat) = state.turn() else { return Err(AnalysisError::NoDecision) };
    let view = View::new(state, seat);
    let started = Instant::now();
    let mut rng = Rng::new(seed);
    // Lines and samples have luck of their own: watching does not change what is found.
    let mut luck = Rng::stream(seed, 1);
    let searcher = &mut player.searcher;
    let findings = searcher.think_aloud(view, &mut rng, |searcher, findings| {
        watch(&analysis(searcher, view, findings, started.elapsed(), &mut luck))
    });
    match failure.take() {
        Some(problem) => Err(AnalysisError::Judge(problem)),
        None => Ok(analysis(searcher, view, &findings, started.elapsed(), &mut luck)),
    }
}
