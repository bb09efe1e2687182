//! A session over lines of JSON with a program that may only play.

use crate::{Inbox, JsonLines, Session, TableError};
use hoyle_games::AnyTable;
use std::io::{self, BufRead, Write};

/// Plays at a table where everybody sits, with lines of JSON as in `docs/json.md`, until the game is over or the input
/// ends. Whoever writes the lines can play, take back and redo; files and searches are refused. An error is one of writing, or of
/// a player at the table; that nobody reads any more is none.
pub fn untrusted(
    table: Box<dyn AnyTable>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), TableError> {
    let (inbox, _) = Inbox::of(input);
    match Session::untrusted(table, Box::new(JsonLines::new(output)), inbox).run() {
        Err(TableError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}
