//! Playing the games of a match or a tournament, in parallel.

use crate::ledger::Ledger;
use crate::play::{MakeValuation, MatchContext, Players};
use crate::sample::{Sample, tell};
use crate::tournament::{self, TournamentReport};
use crate::{Entrant, GameRecord, LineupError, MatchReport, Schedule, Sprt, SprtError};
use hoyle_core::Game;
use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// How much is played, and with which randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// How many games; in a tournament, at each table. They are rounded up to whole sets.
    pub games: u64,
    /// The seed: the dice of set `i` are stream `i` of it.
    pub seed: u64,
    /// How many threads; as many as the machine has if not given.
    pub threads: Option<usize>,
}

/// What else can be asked of a match or a tournament.
pub struct MatchOptions<'a> {
    /// How long a player may think about a move before it has lost. Players are then asked on threads of their own.
    pub move_limit: Option<Duration>,
    /// A test that ends a match between two players as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The first game of so many sets is told in full.
    pub samples: u64,
    /// Games that were played before: they are counted and not played again.
    pub known: Vec<GameRecord>,
    /// Set to true, it ends everything: games that are not over do not count.
    pub stop: &'a AtomicBool,
    /// Told every game when it ends, in no particular order; known ones are not told.
    pub watch: &'a (dyn Fn(&GameRecord) + Sync),
}

impl fmt::Debug for MatchOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { move_limit, sprt, samples, known, .. } = self;
        write!(f, "MatchOptions({move_limit:?}, {sprt:?}, {samples} samples, {} known)", known.len())
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for MatchOptions<'_> {
    fn default() -> Self {
        Self { move_limit: None, sprt: None, samples: 0, known: Vec::new(), stop: &NEVER, watch: &|_| {} }
    }
}

/// Why a match cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MatchError {
    /// The entrants do not fit the table.
    #[error(transparent)]
    Lineup(#[from] LineupError),
    /// The test does not fit the match.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// Nothing to play.
    #[error("a match needs at least one game")]
    NoGames,
    /// More than there are numbers.
    #[error("{0} games are more than can be counted")]
    TooManyGames(u64),
    /// Somebody named twice where everybody gets one rating.
    #[error("`{0}` is named twice; a tournament rates different players")]
    Twice(String),
    /// A player cannot play, for a reason outside the game: a file that it is read from is gone, its evaluator fails.
    #[error("player `{player}` {problem}")]
    Player {
        /// The player.
        player: String,
        /// What is wrong.
        problem: String,
    },
    /// The system gave no threads.
    #[error("cannot start {threads} threads: {problem}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        problem: String,
    },
}

/// Plays a match and counts it. `watch` is told every game when it ends, in no particular order.
pub fn run_match<G: Game>(
    game: G,
    entrants: &[Entrant<G::State>],
    settings: &MatchSettings,
    watch: impl Fn(&GameRecord) + Sync,
) -> Result<MatchReport, MatchError> {
    Ok(run_match_with(game, entrants, settings, MatchOptions { watch: &watch, ..MatchOptions::default() })?.0)
}

/// Plays a match with further options. Gives the report and the games that are told in full.
pub fn run_match_with<G: Game>(
    game: G,
    entrants: &[Entrant<G::State>],
    settings: &MatchSettings,
    options: MatchOptions<'_>,
) -> Result<(MatchReport, Vec<Sample>), MatchError> {
    run_match_without_luck(game, entrants, settings, options, None)
}

/// The same with a value function, if there is one, by which luck is told from skill: [`PlayerReport::adjusted`](crate::PlayerReport::adjusted).
pub fn run_match_without_luck<G: Game>(
    game: G,
    entrants: &[Entrant<G::State>],
    settings: &MatchSettings,
    options: MatchOptions<'_>,
    valuation: Option<&MakeValuation<G::State>>,
) -> Result<(MatchReport, Vec<Sample>), MatchError> {
    let schedule = Schedule::one_table(entrants.len(), game.spec().seats())?;
    if options.sprt.is_some() && entrants.len() != 2 {
        return Err(SprtError::Players(entrants.len()).into());
    }
    let (ledger, samples) = run(game, entrants, valuation, &schedule, settings, options)?;
    let mut report = ledger.tallies[0].report(settings.seed, &names(entrants));
    report.sprt = ledger.testing.map(|testing| testing.report());
    Ok((report, samples))
}

/// Plays a round robin and rates everybody. Gives the report and the games that are told in full.
pub fn run_tournament<G: Game>(
    game: G,
    entrants: &[Entrant<G::State>],
    settings: &MatchSettings,
    options: MatchOptions<'_>,
) -> Result<(TournamentReport, Vec<Sample>), MatchError> {
    let names = names(entrants);
    if let Some(twice) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        return Err(MatchError::Twice((*twice.1).to_owned()));
    }
    if let Some(_sprt) = options.sprt {
        return Err(SprtError::Players(entrants.len()).into());
    }
    let schedule = Schedule::round_robin(entrants.len(), game.spec().seats())?;
    let (ledger, samples) = run(game, entrants, None, &schedule, settings, options)?;
    Ok((tournament::report(&schedule, &ledger.tallies, settings.seed, &names), samples))
}

fn names<S: hoyle_core::State>(entrants: &[Entrant<S>]) -> Vec<&str> {
    entrants.iter().map(Entrant::name).collect()
}

/// Plays what a schedule says, but for what is known already.
fn run<'a, G: Game>(
    game: G,
    entrants: &[Entrant<G::State>],
    valuation: Option<&MakeValuation<G::State>>,
    schedule: &'a Schedule,
    settings: &MatchSettings,
    options: MatchOptions<'_>,
) -> Result<(Ledger<'a>, Vec<Sample>), MatchError> {
    let &MatchSettings { games, seed, threads } = settings;
    let games = match schedule.games(games) {
        Some(0) => return Err(MatchError::NoGames),
        None => return Err(MatchError::TooManyGames(games)),
        Some(games) => games,
    };
    let MatchOptions { move_limit, sprt, samples, known, stop, watch } = options;
    let over = AtomicBool::new(false);
    let mut ledger = Ledger::new(schedule, sprt);
    let mut done = HashSet::new();
    for record in known {
        if record.index < games && done.insert(record.index) && ledger.add(record) {
            over.store(true, Ordering::Relaxed);
        }
    }
    let context = MatchContext { game, entrants, valuation, schedule, seed, move_limit, samples, stop };
    let (ledger, next, failure) = (Mutex::new(ledger), AtomicU64::new(0), Mutex::new(None));
    let work = || {
        let mut players = Players::new(&context);
        while !over.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games {
                break;
            }
            if done.contains(&index) {
                continue;
            }
            let record = match players.play(index) {
                Ok(Some(record)) => record,
                Ok(None) => break,
                Err(error) => {
                    over.store(true, Ordering::Relaxed);
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    break;
                }
            };
            watch(&record);
            if ledger.lock().unwrap_or_else(PoisonError::into_inner).add(record) {
                over.store(true, Ordering::Relaxed);
            }
        }
    };
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            if let Err(e) = std::thread::Builder::new().spawn_scoped(scope, work) {
                over.store(true, Ordering::Relaxed);
                return Err(MatchError::Threads { threads, problem: e.to_string() });
            }
        }
        Ok(())
    })?;
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    ledger.close();
    let names = names(entrants);
    let samples = ledger.samples.iter().filter_map(|record| tell(game, record, &names)).collect();
    Ok((ledger, samples))
}
