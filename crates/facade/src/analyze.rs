//! What a search finds about a position, from what the seat to move may know.

use crate::game::TypedGame;
use crate::players::{self, PlayerError};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Game, Rng, Seat, Turn, View};
use hoyle_search::{Analysis, BatchEvaluator, EvaluatorError, Why, analysis, why};
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
    /// What was played is hidden from who asks.
    #[error("what was played there is hidden from you, and its reasons would tell")]
    Hidden,
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
    let reasons = asks_further.then(|| why(searcher, view, &findings, findings.choice(), &mut Rng::stream(seed, 2)));
    let reasons = reasons.transpose()?;
    Ok(Analysis { why: reasons, ..analysis(searcher, view, &findings, took, &mut luck) })
}

/// How many determinizations are tried for one in which another seat can have played what it played.
const WORLDS: usize = 1000;

/// Why a seat played `action` in this position, by a search from what it knew then. A viewer is told no more than it may know: of
/// another seat's action, what speaks for it in a position that the viewer takes for possible.
pub(crate) fn why_played<G: Game<State: Show>>(
    game: TypedGame<G>,
    before: &G::State,
    action: ActionId,
    viewer: Option<Seat>,
    search: &str,
    seed: u64,
) -> Result<Why, AnalysisError> {
    let Turn::Seat(seat) = before.turn() else { return Err(AnalysisError::NoDecision) };
    let mut rng = Rng::new(seed);
    let guess = match viewer {
        Some(viewer) if viewer != seat => {
            if !before.is_open(action, viewer) {
                return Err(AnalysisError::Hidden);
            }
            let mut worlds = (0..WORLDS).map(|_| before.determinize(viewer, &mut rng));
            Some(worlds.find(|world| world.allows(action)).ok_or(AnalysisError::Hidden)?)
        }
        _ => None,
    };
    let view = View::new(guess.as_ref().unwrap_or(before), seat);
    let mut player = players::searcher(game.as_seen_by(viewer.unwrap_or(seat)), search)?;
    let findings = player.searcher.search(view, &mut rng)?;
    Ok(why(&mut player.searcher, view, &findings, action, &mut rng)?)
}
