//! Standard output: data, as text for people or as JSON for programs.

use anstream::{AutoStream, ColorChoice};
use hoyle_table::text::harmless_json;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Standard output, or what stands for it. Colours are taken out where they are not wanted.
pub struct Out {
    stream: AutoStream<Box<dyn Write + Send>>,
    /// Whether the reader is a program.
    pub json: bool,
}

impl Out {
    pub fn new(json: bool) -> Self {
        let colours = AutoStream::choice(&io::stdout());
        Self { stream: AutoStream::new(Box::new(io::stdout()), colours), json }
    }

    /// Whether a person looks at a terminal that understands more than lines of text.
    pub fn is_screen(&self) -> bool {
        !self.json && io::stdout().is_terminal() && self.stream.current_choice() != ColorChoice::Never
    }

    /// Whether a person looks at a terminal, whatever it understands.
    pub fn is_terminal(&self) -> bool {
        !self.json && io::stdout().is_terminal()
    }

    /// Takes everything off the terminal, and off what can be scrolled back to. That is no matter of colours: it is done
    /// where they are not wanted too. A terminal that understands nothing is filled with empty lines.
    pub fn clear(&mut self) -> io::Result<()> {
        self.stream.flush()?;
        let dumb = std::env::var_os("TERM").is_none_or(|name| name == "dumb");
        let mut screen = io::stdout().lock();
        match dumb {
            true => screen.write_all(&[b'\n'; 200])?,
            false => screen.write_all(b"\x1b[H\x1b[2J\x1b[3J")?,
        }
        screen.flush()
    }

    /// One line, or several.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.stream, "{text}")
    }

    /// Text without an end of line, shown at once.
    pub fn part(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.stream, "{text}")?;
        self.stream.flush()
    }

    /// A value on one line.
    pub fn json_line(&mut self, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        self.line(harmless_json(&serde_json::to_string(value).map_err(io::Error::other)?))
    }

    /// A value that is the whole output, spread over lines so that people can read it too.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.line(harmless_json(&serde_json::to_string_pretty(value).map_err(io::Error::other)?))
    }
}

/// Lines of columns, each as wide as its widest cell; the last is not padded.
pub fn columns<R: AsRef<[String]>>(rows: &[R]) -> String {
    let width = |column: usize| rows.iter().filter_map(|row| Some(row.as_ref().get(column)?.chars().count())).max();
    let widths: Vec<usize> = (0..).map_while(width).collect();
    let line = |row: &R| {
        let cells = row.as_ref().iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
