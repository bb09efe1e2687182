//! Standard output: data, as text for people or as JSON for programs.

use anstream::{AutoStream, ColorChoice};
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

    /// An output for programs that goes elsewhere.
    pub fn to(output: Box<dyn Write + Send>) -> Self {
        Self { stream: AutoStream::new(output, ColorChoice::Never), json: true }
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

/// Text without its colours.
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Text from a file, a path or a player, that a terminal can show without obeying it: control characters are written out.
/// Ends of lines and tabs stay.
pub fn harmless(text: impl Display) -> String {
    escape(&text.to_string(), |c| c != '\n' && c != '\t', |c| c.escape_default().to_string())
}

/// JSON that a terminal can show: its strings may have control characters that JSON lets stand.
fn harmless_json(json: &str) -> String {
    escape(json, |c| !c.is_ascii_whitespace(), |c| format!("\\u{:04x}", u32::from(c)))
}

fn escape(text: &str, is_harmful: impl Fn(char) -> bool, written: impl Fn(char) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    // Marks of direction let a text look like another one.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    for c in text.chars() {
        if turns(c) || c.is_control() && is_harmful(c) { out += &written(c) } else { out.push(c) }
    }
    out
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(harmless("a\x1b[2J\u{9b}b\x07\r\n\tc\u{e9}"), "a\\u{1b}[2J\\u{9b}b\\u{7}\\r\n\tc\u{e9}");
        assert_eq!(harmless("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
        let text = "\x1b\x7f\u{9b}\n";
        let json = harmless_json(&serde_json::to_string_pretty(&[text]).unwrap());
        assert_eq!(json, "[\n  \"\\u001b\\u007f\\u009b\\n\"\n]");
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
    }
}
