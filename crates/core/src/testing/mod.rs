//! The conformance kit: what every game must pass.
//!
//! One generic suite that each game's tests call on thousands of seeded games. In every position of every game it runs
//! every [`Check`]; a [`Failure`] names the check, the game and the ply, so that it can be found again.
//!
//! ```
//! use hoyle_core::Game;
//! use hoyle_core::testing::{Kit, kuhn::Kuhn};
//! let kuhn = Kuhn::new(Kuhn::preset("standard").unwrap())?;
//! let report = Kit::new(kuhn).games(200).run()?;
//! assert_eq!(report.games, 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! That each check catches what it is for is shown in `tests/suite/conformance.rs`, on toy games that are broken in one place.

pub mod damage;
mod hypotheses;
mod position;
mod probe;
mod random;
mod statistics;
mod twins;
mod walk;

pub use crate::kuhn;
pub use probe::Probe;
pub use random::{random_game, random_step};

use crate::names::Named;
use crate::options::game_from_settings;
use crate::{Game, Seat};
use rayon::prelude::*;
use statistics::Fit;
use std::fmt;
use thiserror::Error;
use walk::Walk;

/// Declares the checks once: variant, name and what it asks.
macro_rules! checks {
    ($($variant:ident, $name:literal, $about:literal;)+) => {
        /// One demand that every game must meet.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Check { $(#[doc = $about] $variant),+ }

        impl Check {
            /// All of them.
            pub const ALL: &'static [Check] = &[$(Check::$variant),+];

            /// Its name in messages.
            pub fn name(self) -> &'static str {
                match self { $(Check::$variant => $name),+ }
            }
        }
    };
}

checks! {
    Spec, "spec", "Seats, counts, bounds and layouts make sense; options and their help agree; presets can be played.";
    Panic, "panic", "Nothing panics.";
    Turn, "turn", "The seat whose turn it is exists.";
    Legal, "legal", "Legal ids are in range; there is one at a seat's turn and none otherwise.";
    Illegal, "illegal", "`play` of an illegal id is an error and changes nothing.";
    Clone, "clone", "What happens to a clone does not happen to the original.";
    Json, "json", "JSON round trips after every action, and the copy plays on in the same way.";
    Binary, "binary", "Binary round trips after every action, and the copy plays on in the same way.";
    Outcomes, "outcomes", "Chance outcomes are in range, ascending and of positive weight; there are none at other turns.";
    Roll, "roll", "`roll` plays the outcome that it tells, and has the distribution of `outcomes` (chi-square).";
    Length, "length", "Games end within the bound.";
    Scores, "scores", "Scores are within bounds at the end and zero before.";
    Observe, "observe", "Observations are finite, within their fields' ranges, wholly written, those of a fresh copy, and the constants with the list of the rest.";
    Graph, "graph", "Graphs keep to the schema, have the legal actions as candidates, and are those of a fresh copy.";
    Determinize, "determinize", "A determinization leaves what the seat sees byte for byte the same: observations, graph, legal actions and their texts, information text, board, log.";
    Hidden, "hidden", "A determinization changes what every other seat knows; where nothing is hidden it changes nothing.";
    Twins, "twins", "Two games whose hidden parts differ but which a seat cannot tell apart give it the same of everything it can reach: log, observations, graph, actions, and determinizations byte for byte, other seats' memory and options included.";
    Unseen, "unseen", "What hidden hands may hold has names, keeps to the schema, adds up to what they do hold, follows from what the seat knows, and is the mean of determinizations; so do the names of entities and the archetypes of others.";
    Tilts, "tilts", "A determinization by tilts keeps what any determinization keeps, and holds more of what it is tilted to.";
    Without, "without", "A position without some entities can be shown, written, read again and played to its end.";
    Draws, "draws", "Draws have different names and chances that add up to 1 and follow from what the seat knows, and lead to positions that can be shown, written, read again and played to their end.";
    Text, "text", "Action texts are unique and parse back.";
    Replay, "replay", "A replay reproduces the game and its final hash.";
    Bots, "bots", "Scripted players are there by name, play legal actions, and choose alike where their seat cannot tell positions apart.";
}

/// What is wrong, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("check `{}` failed in game {game} at ply {ply}: {what}", check.name())]
pub struct Failure {
    /// The check that failed.
    pub check: Check,
    /// The number of the game in the run.
    pub game: u64,
    /// How many actions had been played.
    pub ply: usize,
    /// What was found.
    pub what: String,
}

/// What a run has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many games were played.
    pub games: u64,
    /// How many positions were checked.
    pub positions: u64,
    /// The longest game, in actions.
    pub longest: usize,
    /// How many pairs of different positions that a seat cannot tell apart were compared.
    pub pairs: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, positions, longest, pairs } = self;
        write!(
            f,
            "{games} games, {positions} positions, the longest game {longest} actions, {pairs} pairs alike to a seat"
        )
    }
}

/// Whether something panics: for tests that what is wrong is found.
pub fn panics(work: impl FnOnce()) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err()
}

/// Runs the kit on the game with these settings, written as users write them: `preset=danish,players=2`.
///
/// A number in the environment variable `HOYLE_KIT_GAMES` is the most games that are played: a first, short look.
///
/// # Panics
/// If a setting is refused or a check fails; the message has the settings.
pub fn conforms<G: Game>(settings: &str, games: u64) -> Report {
    let most = std::env::var("HOYLE_KIT_GAMES").ok().and_then(|number| number.parse().ok());
    let games = games.min(most.unwrap_or(u64::MAX));
    let run = || -> Result<Report, Box<dyn std::error::Error>> {
        let named: Named = format!("{}:{settings}", G::NAME).parse()?;
        Ok(Kit::new(game_from_settings::<G>(&named.settings)?).games(games).run()?)
    };
    let report = run().unwrap_or_else(|problem| panic!("{}:{settings}: {problem}", G::NAME));
    println!("{settings}: {report}");
    report
}

/// A run of the kit over a game.
#[derive(Clone, Debug)]
pub struct Kit<G: Game> {
    game: G,
    games: u64,
    seed: u64,
    checks: Vec<Check>,
    twin: Option<(G, Seat)>,
}

impl<G: Game> Kit<G> {
    /// All checks on 1000 games of seed 1.
    pub fn new(game: G) -> Self {
        Self { game, games: 1000, seed: 1, checks: Check::ALL.to_vec(), twin: None }
    }

    /// How many games to play. Every other one is played at random, the rest by the scripted players.
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// The seed of the run.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Only these checks.
    pub fn only(mut self, checks: &[Check]) -> Self {
        self.checks = checks.to_vec();
        self
    }

    /// Compares, in the check `twins`, with a game whose options differ in what is hidden from this seat.
    pub fn twin(mut self, game: G, seat: Seat) -> Self {
        self.twin = Some((game, seat));
        self
    }

    fn wants(&self, check: Check) -> bool {
        self.checks.contains(&check)
    }

    /// Plays the games and gives the first failure, by game number, if there is one.
    pub fn run(&self) -> Result<Report, Failure> {
        if self.wants(Check::Spec) {
            self.check_spec().map_err(|what| Failure { check: Check::Spec, game: 0, ply: 0, what })?;
        }
        let outcomes: Vec<Result<Seen, Failure>> =
            (0..self.games).into_par_iter().map(|game| Walk::run(self, game)).collect();
        let mut report = Report { games: self.games, positions: 0, longest: 0, pairs: 0 };
        let mut fit = Fit::default();
        let mut determinized = Pairs::default();
        for outcome in outcomes {
            let seen = outcome?;
            report.positions += seen.positions;
            report.longest = report.longest.max(seen.positions as usize - 1);
            report.pairs += seen.pairs;
            fit.merge(&seen.fit);
            for (all, one) in determinized.iter_mut().flatten().zip(seen.determinized.iter().flatten()) {
                *all |= one;
            }
        }
        let overall = |check, what| Err(Failure { check, game: self.games, ply: 0, what });
        if self.wants(Check::Roll) && !fit.is_plausible() {
            return overall(Check::Roll, format!("over all games, `roll` does not fit `outcomes`: {fit}"));
        }
        let secrets = !self.game.spec().perfect_information;
        if self.wants(Check::Hidden) && secrets && report.games > 0 {
            let seats = 0..self.game.spec().seats();
            let same = seats
                .clone()
                .flat_map(|a| seats.clone().map(move |b| (a, b)))
                .find(|&(a, b)| a != b && !determinized[a][b]);
            if let Some((seat, other)) = same {
                return overall(
                    Check::Hidden,
                    format!("no determinization for seat {seat} ever changed what seat {other} knows"),
                );
            }
        }
        if self.wants(Check::Twins) && secrets && report.games >= ENOUGH_GAMES && report.pairs == 0 {
            return overall(Check::Twins, "no two positions were found that a seat cannot tell apart".to_owned());
        }
        Ok(report)
    }

    fn check_spec(&self) -> Result<(), String> {
        let spec = self.game.spec();
        let demand = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        demand(spec.name == G::NAME && spec.version == G::VERSION, "name or version differs from the game's")?;
        demand((2..=crate::MAX_SEATS).contains(&spec.seats()), "there are 2-6 seats")?;
        demand((1..=crate::ActionSet::CAPACITY).contains(&spec.actions), "action ids do not fit an action set")?;
        demand(spec.chance_outcomes <= crate::Outcomes::CAPACITY, "chance outcomes do not fit their list")?;
        demand(spec.score_bounds.0 < spec.score_bounds.1, "score bounds are the wrong way round")?;
        demand(spec.parts.actions.len() == spec.actions, "not every action id is said to have parts or none")?;
        spec.parts.check()?;
        demand(!spec.layouts.is_empty(), "a named layout is required")?;
        for (i, layout) in spec.layouts.iter().enumerate() {
            let named_once = spec.layouts[..i].iter().all(|other| other.name() != layout.name());
            demand(named_once, "two layouts of one name")?;
        }
        let options = crate::options::to_map(self.game.options());
        let help: Vec<&str> = G::OPTION_HELP.iter().map(|&(name, _)| name).collect();
        demand(options.keys().map(String::as_str).eq(help), "the help does not list the options in their order")?;
        demand(!G::PRESETS.is_empty(), "there is no preset")?;
        for preset in G::PRESETS {
            let options = G::preset(preset).ok_or_else(|| format!("preset {preset} is listed but not there"))?;
            G::new(options).map_err(|e| format!("preset {preset} cannot be played: {e}"))?;
        }
        Ok(())
    }
}

/// After so many games a game with secrets has shown positions that a seat cannot tell apart.
const ENOUGH_GAMES: u64 = 16;

/// For each seat and each other one, whether a determinization for the first changed what the second knows.
type Pairs = [[bool; crate::MAX_SEATS]; crate::MAX_SEATS];

/// What one game has seen.
struct Seen {
    positions: u64,
    fit: Fit,
    determinized: Pairs,
    pairs: u64,
}
