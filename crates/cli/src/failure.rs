//! What can go wrong, and the exit code that says so.

use hoyle_games::LoadError;
use hoyle_table::TableError;
use hoyle_table::text::harmless;
use std::fmt::{self, Display};
use std::io;
use std::process::ExitCode;

/// How a command ends.
pub type Outcome = Result<(), Failure>;

/// Why a command does not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// It was asked for something that there is not: exit code 2.
    Usage(anyhow::Error),
    /// It tried: exit code 1.
    Failed(anyhow::Error),
    /// It tried and said already what went wrong: exit code 1.
    Told,
    /// Ctrl-C: exit code 130.
    Interrupted,
    /// Nobody reads the output any more, as in `hoyle ... | head`. That is no failure.
    Closed,
}

impl Failure {
    /// Wrong usage, in words.
    pub fn usage(message: impl Display) -> Self {
        Self::Usage(anyhow::anyhow!("{message}"))
    }

    /// A failed operation, in words.
    pub fn failed(message: impl Display) -> Self {
        Self::Failed(anyhow::anyhow!("{message}"))
    }

    /// Tells the person and gives the exit code.
    pub fn report(self) -> ExitCode {
        let (code, error) = match self {
            Self::Usage(error) => (2, error),
            Self::Failed(error) => (1, error),
            Self::Told => return ExitCode::FAILURE,
            Self::Interrupted => return ExitCode::from(130),
            Self::Closed => return ExitCode::SUCCESS,
        };
        tell(error);
        ExitCode::from(code)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) | Self::Failed(error) => error.fmt(f),
            Self::Told | Self::Interrupted | Self::Closed => Ok(()),
        }
    }
}

/// Writes an error for people. It may repeat what stood in a file, so a terminal must not obey it.
pub fn tell(error: impl Display) {
    let red = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Red.into()));
    anstream::eprintln!("{red}error:{red:#} {}", harmless(error));
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::Usage(error.into())
    }
}

impl From<hoyle_games::players::PlayerError> for Failure {
    fn from(error: hoyle_games::players::PlayerError) -> Self {
        Self::Usage(error.into())
    }
}

impl From<hoyle_core::names::UnknownName> for Failure {
    fn from(error: hoyle_core::names::UnknownName) -> Self {
        Self::Usage(error.into())
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Interrupted => Self::Interrupted,
            TableError::Io(error) => error.into(),
            error if error.is_usage() => Self::Usage(error.into()),
            error => Self::Failed(error.into()),
        }
    }
}

impl From<hoyle_games::PlayerFault> for Failure {
    fn from(error: hoyle_games::PlayerFault) -> Self {
        Self::Failed(error.into())
    }
}

impl From<hoyle_games::arena::ResultsError> for Failure {
    fn from(error: hoyle_games::arena::ResultsError) -> Self {
        match error {
            hoyle_games::arena::ResultsError::Busy { .. } => Self::Usage(error.into()),
            _ => Self::Failed(error.into()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed } else { Self::Failed(error.into()) }
    }
}
