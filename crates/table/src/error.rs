//! What can go wrong at a table.

use hoyle_core::Seat;
use hoyle_core::files::FileError;
use hoyle_core::names::UnknownName;
use hoyle_core::replay::ReplayError;
use hoyle_games::players::PlayerError;
use hoyle_games::{LoadError, PlayerFault, PositionError};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a table cannot be set up, or a session does not go on.
#[derive(Debug, Error)]
pub enum TableError {
    /// There is no such game or player.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A list of players that cannot be read.
    #[error(transparent)]
    Players(#[from] PlayerError),
    /// A name of nothing that there is.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// More players than seats.
    #[error("{players} players for {seats} seats; name at most {seats}")]
    TooManyPlayers {
        /// How many were named.
        players: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A seat for a person at a table that is named as a whole.
    #[error("with `human` among the players, they are the whole table: leave out --seat")]
    SeatTwice,
    /// A person where players by name play on.
    #[error("seat {0} is played by a person")]
    Person(Seat),
    /// An action that was not played.
    #[error("there is no action {ply}; the game has {plies}")]
    NoAction {
        /// The action that was asked for.
        ply: usize,
        /// How many were played.
        plies: usize,
    },
    /// A position after the end.
    #[error("there is no position after {ply} actions: the game was over after {plies}; ask for --ply {plies} or less")]
    OverBefore {
        /// The action that was asked for.
        ply: usize,
        /// How many were played.
        plies: usize,
    },
    /// A file that is no replay.
    #[error("{}: {problem}", path.display())]
    Replay {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: ReplayError,
    },
    /// A file that is no position.
    #[error("{}: {problem}", path.display())]
    Position {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: Box<PositionError>,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {problem}{}", path.display(), hint(problem))]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: FileError,
    },
    /// A file that cannot be written.
    #[error("cannot write {}: {problem}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        problem: io::Error,
    },
    /// A directory where a file is wanted.
    #[error("{} is a directory; name a file in it", .0.display())]
    Directory(PathBuf),
    /// A device or a pipe where a file is wanted.
    #[error("{} is a device or a pipe; name a file", .0.display())]
    Irregular(PathBuf),
    /// A file that must not be replaced.
    #[error("{} exists already; name another file, or use --force", .0.display())]
    Exists(PathBuf),
    /// A file in a directory that there is not.
    #[error("{}: the directory does not exist; create it first", .0.display())]
    NoDirectory(PathBuf),
    /// A player that did not choose a legal action.
    #[error(transparent)]
    Fault(#[from] PlayerFault),
    /// Somebody interrupted the session.
    #[error("interrupted")]
    Interrupted,
    /// What is shown cannot be written, or what is answered cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl TableError {
    /// Whether something was asked for that there is not, rather than tried and failed.
    pub fn is_usage(&self) -> bool {
        use TableError::{Load, Name, NoAction, OverBefore, Person, Players, SeatTwice, TooManyPlayers};
        matches!(
            self,
            Load(_)
                | Players(_)
                | Name(_)
                | TooManyPlayers { .. }
                | SeatTwice
                | Person(_)
                | NoAction { .. }
                | OverBefore { .. }
        )
    }
}

fn hint(problem: &FileError) -> &'static str {
    if matches!(problem, FileError::Irregular(_)) { "; name a file, or - for standard input" } else { "" }
}
