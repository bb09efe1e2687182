//! The results of a match or tournament in a file.

use crate::{AnyGame, GameRecord};
use hoyle_arena::{LineupError, RESULTS_FORMAT, Results, ResultsError, ResultsHeader, Schedule};
use serde_json::{Map, Value};
use std::path::Path;
use std::time::Duration;

/// What is played: everything that decides which game has which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest<'a> {
    /// The options of the game; if several games are played in turn, the settings that stand for them.
    pub options: &'a Map<String, Value>,
    /// Whether everybody meets everybody, rather than all at one table.
    pub tournament: bool,
    /// The players by name.
    pub players: &'a [String],
    /// The seed.
    pub seed: u64,
    /// How long a move may take.
    pub move_limit: Option<Duration>,
    /// The value function by which luck is told, if one is.
    pub luck: Option<&'a str>,
}

impl Contest<'_> {
    /// Which games there are.
    pub fn schedule(&self, game: &dyn AnyGame) -> Result<Schedule, LineupError> {
        let schedule = if self.tournament { Schedule::round_robin } else { Schedule::one_table };
        schedule(self.players.len(), game.spec().seats())
    }
}

/// Opens a file of results, or creates it, and gives the games that are in it. A file of anything else is refused.
pub fn open_results(
    path: &Path,
    game: &dyn AnyGame,
    contest: &Contest<'_>,
    schedule: &Schedule,
) -> Result<(Results, Vec<GameRecord>), ResultsError> {
    let spec = game.spec();
    let header = ResultsHeader {
        hoyle_results: RESULTS_FORMAT,
        kind: if contest.tournament { "tournament" } else { "match" }.to_owned(),
        game: spec.name.to_owned(),
        version: spec.version,
        options: contest.options.clone(),
        players: contest.players.to_vec(),
        seed: contest.seed,
        move_limit: contest.move_limit.map(|limit| limit.as_secs_f64()),
        luck: contest.luck.map(str::to_owned),
    };
    Results::open(path, &header, spec, schedule)
}
