//! How a session looks to whoever follows it.

use crate::Command;
use hoyle_core::Seat;
use hoyle_games::{Analysis, AnyTable, Choice, Event, Why};
use std::io;
use std::path::Path;

/// What shows a session and reads the answers. What it is given is told as the viewer may know it; what it asks the table for,
/// it asks for that viewer. An error ends the session.
pub trait FrontEnd {
    /// The game begins, or goes on from where it was left.
    fn start(&mut self, table: &dyn AnyTable, viewer: Option<Seat>) -> io::Result<()>;
    /// Something was played.
    fn action(&mut self, table: &dyn AnyTable, event: &Event) -> io::Result<()>;
    /// A person is to choose.
    fn decision(&mut self, table: &dyn AnyTable, seat: Seat, legal: &[Choice]) -> io::Result<()>;
    /// Another person is to choose than the one who looks now: hides what that one sees and asks for the other, if there is
    /// something that can be hidden. Tells whether it did: then a line is waited for.
    fn hide(&mut self, table: &dyn AnyTable, seat: Seat) -> io::Result<bool>;
    /// The other person is there.
    fn reveal(&mut self, table: &dyn AnyTable, seat: Seat) -> io::Result<()>;
    /// An answer is waited for.
    fn prompt(&mut self) -> io::Result<()>;
    /// Reads what the person answered; an error says what is wrong with it.
    fn read(&self, line: &str, legal: &[Choice]) -> Result<Command, String>;
    /// What the person answered cannot be done.
    fn problem(&mut self, problem: &str) -> io::Result<()>;
    /// The person wants to know what can be typed.
    fn help(&mut self) -> io::Result<()>;
    /// The person wants to know what a search would play.
    fn hint(&mut self, table: &dyn AnyTable, analysis: &Analysis) -> io::Result<()>;
    /// The person wants to know why something was played.
    fn why(&mut self, table: &dyn AnyTable, why: &Why) -> io::Result<()>;
    /// The person wants to know what was played.
    fn log(&mut self, events: &[Event]) -> io::Result<()>;
    /// Actions were taken back.
    fn undone(&mut self, table: &dyn AnyTable) -> io::Result<()>;
    /// The game was written to a file, because the person wanted it or because the session ends.
    fn saved(&mut self, table: &dyn AnyTable, file: &Path) -> io::Result<()>;
    /// The game as it went before actions were taken back was written to a file: it cannot be redone any more.
    fn undone_saved(&mut self, file: &Path) -> io::Result<()>;
    /// The game is over.
    fn over(&mut self, table: &dyn AnyTable) -> io::Result<()>;
    /// The game is left before it is over.
    fn left(&mut self, table: &dyn AnyTable) -> io::Result<()>;
}
