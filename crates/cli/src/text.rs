//! The front end for a person: lines of text, one after another.

use crate::analyze;
use crate::frame::Frame;
use crate::output::{Out, columns};
use anstyle::Style;
use hoyle_core::{Seat, Turn};
use hoyle_games::players::HUMAN;
use hoyle_games::{Analysis, AnyTable, Choice, Event, Why};
use hoyle_table::text::harmless;
use hoyle_table::{Command, FrontEnd, HELP, parse};
use std::io;
use std::path::Path;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// A session as lines of text, or with the board redrawn in place.
pub struct Text {
    out: Out,
    frame: Option<Frame>,
}

impl Text {
    /// Line after line.
    pub fn lines(out: Out) -> Self {
        Self { out, frame: None }
    }

    /// The board redrawn in place: for a terminal, and a session without people.
    pub fn redrawn(out: Out) -> Self {
        Self { out, frame: Some(Frame::default()) }
    }
}

impl FrontEnd for Text {
    fn start(&mut self, table: &dyn AnyTable, viewer: Option<Seat>) -> io::Result<()> {
        self.out.line(opening(table))?;
        self.log(&table.told(8, viewer))
    }

    fn action(&mut self, table: &dyn AnyTable, event: &Event) -> io::Result<()> {
        if let Some(frame) = &mut self.frame {
            return self.out.line(frame.redraw(table));
        }
        if !event.news {
            return Ok(());
        }
        // That somebody had no choice tells what they hold: only the one person who looks is told so, of their own moves.
        let people = table.players().iter().filter(|player| *player == HUMAN).count();
        let own = matches!(event.by, Turn::Seat(seat) if table.players()[seat.index()] == HUMAN);
        let told = own && (people == 1 || table.spec().perfect_information);
        let note = if told && event.is_forced() { " (the only move)" } else { "" };
        self.out.line(format_args!("{}{DIM}{note}{DIM:#}", log_line(event)))
    }

    fn decision(&mut self, table: &dyn AnyTable, seat: Seat, legal: &[Choice]) -> io::Result<()> {
        self.out.line(format_args!("\n{}", table.board(Some(seat)).trim_end()))?;
        self.out.line(format_args!("\n{BOLD}{}{BOLD:#} to move:", table.spec().seat_names[seat.index()]))?;
        let width = legal.len().to_string().len();
        for (number, choice) in legal.iter().enumerate() {
            self.out.line(format_args!("  {BOLD}{:>width$}{BOLD:#}  {}", number + 1, choice.text))?;
        }
        Ok(())
    }

    fn hide(&mut self, table: &dyn AnyTable, seat: Seat) -> io::Result<bool> {
        if !self.out.is_terminal() {
            return Ok(false);
        }
        self.out.clear()?;
        let name = &table.spec().seat_names[seat.index()];
        self.out.part(format_args!("pass the terminal to {BOLD}{name}{BOLD:#}, who then presses Enter "))?;
        Ok(true)
    }

    fn reveal(&mut self, table: &dyn AnyTable, seat: Seat) -> io::Result<()> {
        self.out.clear()?;
        self.out.line(opening(table))?;
        self.log(&table.told(8, Some(seat)))
    }

    fn prompt(&mut self) -> io::Result<()> {
        self.out.part(format_args!("{BOLD}>{BOLD:#} "))
    }

    fn read(&self, line: &str, legal: &[Choice]) -> Result<Command, String> {
        parse(line, legal)
    }

    fn problem(&mut self, problem: &str) -> io::Result<()> {
        self.out.line(harmless(problem))
    }

    fn help(&mut self) -> io::Result<()> {
        self.out.line(HELP)
    }

    fn hint(&mut self, table: &dyn AnyTable, analysis: &Analysis) -> io::Result<()> {
        self.out.line(analyze::text(table.spec(), analysis, 5))
    }

    fn why(&mut self, _: &dyn AnyTable, why: &Why) -> io::Result<()> {
        self.out.line(analyze::words(why))
    }

    fn log(&mut self, events: &[Event]) -> io::Result<()> {
        events.iter().try_for_each(|event| self.out.line(log_line(event)))
    }

    fn undone(&mut self, table: &dyn AnyTable) -> io::Result<()> {
        self.out.line(format_args!("back to action {}", table.plies()))
    }

    fn saved(&mut self, table: &dyn AnyTable, file: &Path) -> io::Result<()> {
        let file = harmless(file.display());
        if table.turn() == Turn::Over {
            return self.out.line(format_args!("saved to {file}"));
        }
        self.out.line(format_args!("saved to {file}; `hoyle replay resume {file}` plays it on"))
    }

    fn undone_saved(&mut self, file: &Path) -> io::Result<()> {
        self.out.line(format_args!("the game as it was before you took back is in {}", harmless(file.display())))
    }

    fn over(&mut self, table: &dyn AnyTable) -> io::Result<()> {
        if self.frame.is_none() {
            self.out.line(format_args!("\n{}", table.board(None).trim_end()))?;
        }
        self.out.line(format_args!("\n{}", ending(table)))
    }

    fn left(&mut self, table: &dyn AnyTable) -> io::Result<()> {
        self.out.line(format_args!("\nleft after {} actions", table.plies()))
    }
}

/// What is played by whom.
pub fn opening(table: &dyn AnyTable) -> String {
    let seats = table.spec().seat_names.iter().zip(table.players());
    let seats: Vec<String> = seats.map(|(seat, player)| format!("{seat} {}", harmless(player))).collect();
    format!("{BOLD}{}{BOLD:#}, seed {}: {}", table.spec().name, table.seed(), seats.join(", "))
}

/// An action with its number, as `undo` takes it.
pub fn log_line(event: &Event) -> String {
    format!("{DIM}{:>4}{DIM:#}  {}", event.ply, event.line)
}

/// Who won, and everybody's score.
pub fn ending(table: &dyn AnyTable) -> String {
    let (spec, scores) = (table.spec(), table.scores());
    let name = |seat: Seat| format!("{BOLD}{}{BOLD:#}", spec.seat_names[seat.index()]);
    let winners: Vec<String> = scores.winners().map(name).collect();
    let head = match winners.as_slice() {
        [winner] => format!("{winner} wins after {} actions", table.plies()),
        several if several.len() == spec.seats() => format!("nobody wins after {} actions", table.plies()),
        several => format!("{} share the win after {} actions", several.join(" and "), table.plies()),
    };
    let row = |(seat, score): (usize, &f32)| {
        let rounded = (score * 100.0).round() / 100.0;
        [format!("  {}", spec.seat_names[seat]), harmless(&table.players()[seat]), rounded.to_string()]
    };
    let rows: Vec<[String; 3]> = scores.as_slice().iter().enumerate().map(row).collect();
    format!("{head}\n{}", columns(&rows))
}
