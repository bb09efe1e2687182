//! A game at a table: between the rules and whoever plays or watches.
//!
//! A [`Session`] plays a table from wherever it stands to its end. Players by name act by themselves; people are asked through a
//! [`FrontEnd`], which shows the game and reads what they answer as a [`Command`]. A front end is given what its viewer may
//! know: events, boards, decisions and hints come redacted from the table. Games are saved after every decision of a person,
//! and what is taken back can be redone until something else is played.
//!
//! One front end is here, [`JsonLines`] for programs (`docs/json.md`); the terminal's is in the program.
//!
//! ```
//! use hoyle_core::Seat;
//! let mut table = hoyle_games::load("ludo:players=2")?.table();
//! table.sit(Seat(0), "human")?;
//! table.sit(Seat(1), "random")?;
//! hoyle_table::untrusted(table, &b"nonsense\n{\"save\": \"file\"}\n\"quit\"\n"[..], std::io::sink())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `session.rs` | the loop of a game, undo and redo, saving |
//! | `front_end.rs` | how a session looks to whoever follows it |
//! | `command.rs` | what is answered at the table, as data |
//! | `json_lines.rs`, `untrusted.rs` | a session as lines of JSON, also with a program that may only play |
//! | `inbox.rs` | lines and interruptions, in the order in which they come |
//! | `seating.rs`, `setup.rs` | who sits where; tables from games, positions and replays |
//! | `game_file.rs`, `journal.rs` | files that are written whole; the file of a game, which grows by what is played |
//! | `text.rs` | text that a terminal can show without obeying it |

mod command;
mod error;
mod front_end;
mod game_file;
mod inbox;
mod journal;
mod json_lines;
pub mod seating;
mod session;
pub mod setup;
pub mod text;
mod untrusted;

pub use command::{Command, HELP, did_you_mean, parse};
pub use error::TableError;
pub use front_end::FrontEnd;
pub use game_file::{GameFile, access, is_stdin, read};
pub use inbox::{Inbox, Interrupter, Line};
pub use json_lines::{JsonLines, without_colours};
pub use session::Session;
pub use untrusted::untrusted;
