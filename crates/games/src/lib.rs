//! The shelf: every game and every player by name, behind one object-safe door.
//!
//! Inside the engines everything is generic and inlined; the programs (terminal, browser, Python) choose by name. This
//! crate is the place where the one becomes the other: [`load`] turns `ludo:players=2` into a [`AnyGame`], which sets up
//! an [`AnyTable`] or plays a match.
//!
//! ```
//! use hoyle_games::{Step, load};
//! use hoyle_core::Seat;
//!
//! let game = load("ludo:players=2")?;
//! let mut table = game.table();
//! table.set_seed(7);
//! for seat in 0..2 {
//!     table.sit(Seat(seat), "random")?;
//! }
//! while table.step()? == Step::Played {}
//! assert_eq!(table.scores().winners().count(), 1);
//! println!("{}{}", table.event(0, None).line, table.board(None));
//!
//! let error = load("lduo").err().unwrap();
//! assert!(error.to_string().contains("did you mean `ludo`?"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `title.rs` | a game before its options are chosen: what stands on the shelf |
//! | `game.rs` | a game with its options |
//! | `table.rs` | a game being played, with people and players at its seats |
//! | `state.rs` | a position without a table around it |
//! | `batch.rs` | many games in step, with buffers that the caller owns |
//! | `solo.rs` | games in which one seat learns and players have the others |
//! | `players.rs` | players by name, and lists of them |
//! | `contest.rs` | the results of a match or tournament in a file |
//! | `advice.rs` | who is asked for a hint |
//! | `analyze.rs` | what a search finds about a position |
//! | `judge.rs` | a function on batches that judges positions for a search |
//! | `nets.rs` | players by networks |
//! | `many.rs` | many games under one name |
//! | `player.rs` | a player that is asked about positions |
//! | `bench.rs` | how fast an engine is |
//! | `observation.rs` | an observation taken apart into its fields |
//! | `train.rs` | training runs, if the program is built with them |
//! | `stats.rs` | what values the fields of a layout take |
//!
//! A new game is one more line in [`shelf`].

mod advice;
mod analyze;
mod batch;
pub mod bench;
mod contest;
mod game;
mod judge;
mod many;
mod nets;
pub mod observation;
mod player;
pub mod players;
mod shipped;
mod solo;
mod state;
pub mod stats;
mod table;
mod title;
#[cfg(feature = "train")]
mod train;

pub use advice::adviser;
pub use analyze::AnalysisError;
pub use batch::AnyBatch;
pub use contest::{Contest, open_results};
pub use game::{AnyGame, LoadError, Shelved};
pub use hoyle_arena as arena;
pub use hoyle_arena::{GameRecord, MatchReport, MatchSettings};
#[cfg(feature = "train")]
pub use hoyle_brain as brain;
pub use hoyle_search::{Analysis, Candidate};
pub use judge::{Answers, BatchJudge, Questions};
pub use many::{Many, expand};
pub use player::{AnyPlayer, AskError};
pub use solo::{AnySolo, SoloError, SoloRows, SoloSettings};
pub use state::AnyState;
pub use table::{AnyTable, Choice, Event, OpenAction, PlayerFault, Step};
pub use title::{Opened, PositionError, Title};

#[cfg(feature = "train")]
pub use train::{RunError, train};

use hoyle_core::FileAccess;
use hoyle_core::names::{Named, UnknownName};
use hoyle_core::options::OptionsError;
use hoyle_core::replay::{self, ReplayError};
use hoyle_core::save;

/// Every game that there is.
pub fn shelf() -> &'static [Title] {
    static SHELF: &[Title] = &[
        Title::of::<hoyle_acquire::Acquire>(),
        Title::of::<hoyle_dominion::Dominion>(),
        Title::of::<hoyle_ludo::Ludo>(),
        Title::of::<hoyle_magic::Magic>(),
    ];
    SHELF
}

/// The game of this name.
pub fn title(name: &str) -> Result<&'static Title, UnknownName> {
    let found = shelf().iter().find(|title| title.name == name);
    found.ok_or_else(|| UnknownName::new("game", name, shelf().iter().map(|title| title.name)))
}

/// A game by name, with settings if there are any: `ludo`, `ludo:preset=danish,players=2`.
pub fn load(spec: &str) -> Result<Box<dyn AnyGame>, LoadError> {
    let named: Named = spec.parse()?;
    Ok(title(&named.name)?.with_settings(&named.settings)?)
}

/// A replay of any game: its first line says of which. It was written by somebody else: the files that it names are read
/// through `files`.
pub fn open_replay(text: &str, files: &FileAccess) -> Result<Opened, ReplayError> {
    let header = replay::header(text)?;
    let title = title(&header.game).map_err(|e| ReplayError { line: 1, problem: OptionsError::from(e).into() })?;
    title.open_replay(text, files)
}

/// A table set up at a saved position of any game; the file says of which. The files that it names are read through `files`.
pub fn open_position(text: &str, files: &FileAccess) -> Result<Box<dyn AnyTable>, PositionError> {
    let (name, options) = save::peek_json(text)?;
    let title = title(&name).map_err(OptionsError::from)?;
    Ok(title.with_options(&options, files)?.table_at(text)?)
}

/// A saved position of any game; the file says of which. The files that it names are read through `files`.
pub fn open_state(text: &str, files: &FileAccess) -> Result<Box<dyn AnyState>, PositionError> {
    let (name, options) = save::peek_json(text)?;
    let title = title(&name).map_err(OptionsError::from)?;
    Ok(title.with_options(&options, files)?.state_from_json(text)?)
}
