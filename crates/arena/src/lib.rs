//! Matches between players.
//!
//! A match is a number of games between [`Entrant`]s whose seats rotate, and a [`MatchReport`] of who won how often with
//! a 95% interval. The dice of game `i` are stream `i` of the match's seed, and every player has numbers of its own: so a
//! report does not depend on how many threads played it, nor the dice on who played.
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
//! assert_eq!(report.players[0].wins + report.players[1].wins, 100);
//! assert!(report.players[0].low <= 0.5 && 0.5 <= report.players[0].high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `lineup.rs` | who sits where in which game |
//! | `luck.rs` | who gets which random numbers |
//! | `ask.rs` | asking a player without trusting it |
//! | `run.rs` | playing the games, in parallel |
//! | `report.rs` | counting what happened |

mod ask;
mod lineup;
mod luck;
mod report;
mod run;

pub use ask::{Fault, ask, begin};
pub use lineup::{Lineup, LineupError};
pub use luck::{dice_rng, player_rng};
pub use report::{MatchReport, PlayerReport, wilson};
pub use run::{Entrant, GameRecord, MatchError, MatchSettings, run_match};
