//! A session over lines of JSON with a program that may only play.

use crate::failure::Failure;
use crate::inbox::Inbox;
use crate::lines::Lines;
use crate::output::Out;
use crate::session::Session;
use hoyle_games::AnyTable;
use std::io::{BufRead, Write};

/// Plays at a table where everybody sits, with lines of JSON as in `docs/json.md`, until the game is over or the input
/// ends. Whoever writes the lines can play and take back; files and searches are refused. An error is one of writing, or
/// of a player at the table.
///
/// ```
/// use hoyle_core::Seat;
/// let mut table = hoyle_games::load("ludo:players=2")?.table();
/// table.sit(Seat(0), "human")?;
/// table.sit(Seat(1), "random")?;
/// hoyle_cli::untrusted(table, &b"nonsense\n{\"save\": \"file\"}\n\"quit\"\n"[..], std::io::sink())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn untrusted(
    table: Box<dyn AnyTable>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), String> {
    let face = Box::new(Lines::new(Out::to(Box::new(output))));
    match Session::with_lines_of(table, face, Inbox::of(input)).run() {
        Ok(()) | Err(Failure::Closed) => Ok(()),
        Err(failure) => Err(failure.to_string()),
    }
}
