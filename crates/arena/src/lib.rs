//! Matches and tournaments between players.
//!
//! A match is a number of games between [`Entrant`]s whose seats rotate, and a [`MatchReport`] of who won how often with
//! a 95% interval. Games come in sets: the dice of set `i` are stream `i` of the match's seed, and it is played once with
//! every rotation of the seats. Every player has numbers of its own. So a report does not depend on how many threads played
//! it, nor the dice on who played, and a player that meets itself wins exactly its share. A tournament is a round robin with
//! ratings. `docs/arena.md` has the formulas.
//!
//! ```
//! use hoyle_arena::{Entrant, MatchSettings, run_match};
//! use hoyle_core::testing::kuhn::Kuhn;
//! use hoyle_core::{Game, RandomPlayer};
//!
//! let game = Kuhn::new(Kuhn::preset("standard").unwrap())?;
//! let entrants = [
//!     Entrant::new("one", || Box::new(RandomPlayer)),
//!     Entrant::new("other", || Box::new(RandomPlayer)),
//! ];
//! let settings = MatchSettings { games: 100, seed: 7, threads: None };
//! let report = run_match(game, &entrants, &settings, |_| {})?;
//! assert_eq!(report.players[0].win_rate, 0.5); // every deal is played from both seats
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `lineup.rs`, `schedule.rs` | who sits where; which game is played at which table from which deal |
//! | `streams.rs` | who gets which random numbers |
//! | `luck.rs` | what of a result was luck |
//! | `ask.rs`, `entrant.rs` | asking a player without trusting it, with or without a limit of time |
//! | `play.rs`, `run.rs`, `ledger.rs` | one game; all games, in parallel; counting sets in their order |
//! | `record.rs`, `results.rs`, `sample.rs` | what is known of a game; games in a file; games told in full |
//! | `report.rs`, `interval.rs` | what a match came to, and how sure that is |
//! | `comeback.rs` | what two players make of lost positions |
//! | `sprt.rs` | stopping as soon as it is clear who is stronger |
//! | `tournament.rs`, `rating.rs` | everybody against everybody, on one scale |
//! | `html/` | a report as a page |

mod ask;
mod comeback;
mod entrant;
mod html;
mod interval;
mod ledger;
mod lineup;
mod luck;
mod play;
mod rating;
mod record;
mod report;
mod results;
mod run;
mod sample;
mod schedule;
mod sprt;
mod streams;
mod tournament;

pub use ask::{Fault, PlayerFault, answer, ask, begin, watch};
pub use comeback::{Comeback, ComebackError, ComebackReport, ComebackSettings, comeback_report, comebacks};
pub use entrant::Entrant;
pub use html::{PAGE_MARK, Page, count, escape, match_page, sprt_text, tournament_page};
pub use interval::wilson;
pub use lineup::{Lineup, LineupError};
pub use luck::{RuleOfThumb, Shares, Valuation};
pub use play::MakeValuation;
pub use rating::{TableScore, strengths};
pub use record::{Clock, FaultKind, GameFault, GameRecord};
pub use report::{Adjusted, FaultReport, MatchReport, Pace, PlayerReport};
pub use results::{RESULTS_FORMAT, Results, ResultsError, ResultsHeader};
pub use run::{
    MatchError, MatchOptions, MatchSettings, run_match, run_match_with, run_match_without_luck, run_tournament,
};
pub use sample::Sample;
pub use schedule::{Schedule, Scheduled};
pub use sprt::{Sprt, SprtError, SprtReport, Verdict, expected_share};
pub use streams::{dice_rng, player_rng};
pub use tournament::{RatedPlayer, TournamentReport};
