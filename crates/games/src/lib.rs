//! Every game and every player by name: the list of the games, and the facade that they stand behind.
//!
//! Inside the engines everything is generic and inlined; the programs (terminal, Python) choose by name. [`load`] turns
//! `ludo:players=2` into an [`AnyGame`], which sets up an [`AnyTable`] or plays a match. The code behind each name is compiled
//! in the entry crate of its game (`crates/NAME/entry`); here is only the list.
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

pub use hoyle_facade::*;

use hoyle_core::FileAccess;
use hoyle_core::names::UnknownName;
use hoyle_core::replay::ReplayError;

/// Every game that there is. A new game is its crates and one more line at the end: inputs of fuzz targets number the games.
static GAMES: Registry = Registry::new(&[
    &hoyle_acquire_entry::ENTRY,
    &hoyle_dominion_entry::ENTRY,
    &hoyle_ludo_entry::ENTRY,
    &hoyle_magic_entry::ENTRY,
    &hoyle_kuhn_entry::ENTRY,
]);

/// Every game that there is.
pub fn registry() -> &'static Registry {
    &GAMES
}

/// Every game that there is, before its options are chosen.
pub fn titles() -> &'static [&'static Title] {
    GAMES.titles()
}

/// The game of this name; see [`Registry::title`].
pub fn title(name: &str) -> Result<&'static Title, UnknownName> {
    GAMES.title(name)
}

/// A game by name, with settings if there are any; see [`Registry::load`].
pub fn load(spec: &str) -> Result<Box<dyn AnyGame>, LoadError> {
    GAMES.load(spec)
}

/// The games that a specification stands for; see [`Registry::load_many`].
pub fn load_many(spec: &str) -> Result<Many, LoadError> {
    GAMES.load_many(spec)
}

/// A replay of any game; see [`Registry::open_replay`].
pub fn open_replay(text: &str, files: &FileAccess) -> Result<Opened, ReplayError> {
    GAMES.open_replay(text, files)
}

/// A table at a saved position of any game; see [`Registry::open_position`].
pub fn open_position(text: &str, files: &FileAccess) -> Result<Box<dyn AnyTable>, PositionError> {
    GAMES.open_position(text, files)
}

/// A saved position of any game; see [`Registry::open_state`].
pub fn open_state(text: &str, files: &FileAccess) -> Result<Box<dyn AnyState>, PositionError> {
    GAMES.open_state(text, files)
}
