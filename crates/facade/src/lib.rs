//! Any game behind one object-safe interface: what programs ask of a game whose type they do not know.
//!
//! Inside the engines everything is generic and inlined. A [`Title`] turns a game's type into function pointers, and what they
//! make ([`AnyGame`], [`AnyTable`], [`AnyState`] and so on) is the typed value behind a trait object. No game is known here: an
//! entry crate of each game (`crates/NAME/entry`) declares its [`Title`] as a static, so all code that is generic over games is
//! compiled there, the games side by side; `hoyle-games` lists the titles in a [`Registry`].
//!
//! | file | idea |
//! |---|---|
//! | `title.rs` | a game before its options are chosen |
//! | `registry.rs` | the games of a program, by name |
//! | `game.rs` | a game with its options |
//! | `table.rs` | a game being played, with people and players at its seats |
//! | `state.rs` | a position without a table around it |
//! | `batch.rs` | many games in step, with buffers that the caller owns |
//! | `solo.rs` | games in which one seat learns and players have the others |
//! | `players.rs` | players by name, and lists of them |
//! | `contest.rs` | the results of a match or tournament in a file |
//! | `advice.rs` | which search is asked for a hint |
//! | `analyze.rs` | what a search finds about a position |
//! | `nets.rs` | players by networks |
//! | `many.rs` | many games under one name |
//! | `player.rs` | a player that is asked about positions |
//! | `observation.rs` | an observation taken apart into its fields |
//! | `train.rs` | training runs, if the program is built with them |

mod advice;
mod analyze;
mod batch;
mod contest;
mod game;
mod many;
mod nets;
pub mod observation;
mod player;
pub mod players;
mod registry;
mod solo;
mod state;
mod table;
mod title;
mod train;

pub use advice::adviser;
pub use analyze::AnalysisError;
pub use batch::AnyBatch;
pub use contest::{Contest, open_results};
pub use game::{AnyGame, LoadError, Study};
pub use hoyle_arena as arena;
pub use hoyle_arena::{GameRecord, MatchReport, MatchSettings, PlayerFault};
pub use hoyle_brain as brain;
pub use hoyle_env::{SoloError, SoloRows, SoloSettings};
pub use hoyle_measure::{bench, stats};
pub use hoyle_search::{
    Analysis, BatchEvaluator, Candidate, EvaluatorError, LeafBatch, LeafValues, Mode, Sentence, Why,
};
pub use many::{Many, expand};
pub use player::{AnyPlayer, AskError};
pub use registry::Registry;
pub use solo::{AnyOpponent, AnyPositionFunction, AnySolo};
pub use state::AnyState;
pub use table::{AnyTable, Choice, Event, OpenAction, Step};
pub use title::{Opened, PositionError, Title};

pub use train::RunError;
