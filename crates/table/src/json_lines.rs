//! The front end for a program: lines of JSON both ways. `docs/json.md` is the contract.

use crate::text::{harmless_json, plain};
use crate::{Command, FrontEnd};
use hoyle_core::files::{brief, brief_message};
use hoyle_core::{ActionId, Seat, Turn};
use hoyle_games::{Analysis, AnyTable, Choice, Event, Why};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// A session as lines of JSON.
pub struct JsonLines {
    out: Box<dyn Write + Send>,
    viewer: Option<Seat>,
}

impl fmt::Debug for JsonLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonLines(as {:?} sees it)", self.viewer)
    }
}

/// A line that is written.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Line<'a> {
    Start {
        game: &'a str,
        version: u32,
        options: Map<String, Value>,
        seats: &'a [String],
        players: &'a [String],
        /// Not told to a player: whoever knows it knows every card and die to come.
        seed: Option<u64>,
    },
    Action {
        ply: usize,
        by: Value,
        id: Option<ActionId>,
        text: Option<&'a str>,
        line: String,
        forced: Option<bool>,
    },
    Decision {
        ply: usize,
        seat: Seat,
        actions: &'a [Choice],
        info: String,
    },
    Hint(Box<Analysis>),
    Why(&'a Why),
    Error {
        message: &'a str,
    },
    Undo {
        ply: usize,
    },
    Saved {
        file: String,
    },
    End {
        result: &'a [f32],
        winners: Vec<Seat>,
        plies: usize,
        seed: u64,
        hash: String,
    },
    Quit {
        plies: usize,
    },
}

/// A line that is read.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Request {
    Play(Action),
    Undo(usize),
    Redo,
    Save(String),
    Hint,
    Why(Option<usize>),
    Quit,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Action {
    Id(ActionId),
    Text(String),
}

impl JsonLines {
    /// Lines that are written here.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self { out: Box::new(out), viewer: None }
    }

    fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        let json = serde_json::to_string(line).map_err(io::Error::other)?;
        writeln!(self.out, "{}", harmless_json(&json))
    }
}

/// The line of an action.
fn told(event: &Event) -> Line<'_> {
    let open = event.open.as_ref();
    let by = match event.by {
        Turn::Seat(seat) => seat.0.into(),
        Turn::Chance | Turn::Over => "chance".into(),
    };
    Line::Action {
        ply: event.ply,
        by,
        id: open.map(|open| open.id),
        text: open.map(|open| &*open.text),
        line: plain(&event.line),
        forced: open.and_then(|open| open.forced),
    }
}

/// An analysis without colours, for programs.
pub fn without_colours(analysis: &Analysis) -> Analysis {
    let samples = analysis.samples.iter().map(|sample| plain(sample)).collect();
    Analysis { samples, ..analysis.clone() }
}

impl FrontEnd for JsonLines {
    /// The whole game so far is told, so that a reader never needs the file.
    fn start(&mut self, table: &dyn AnyTable, viewer: Option<Seat>) -> io::Result<()> {
        self.viewer = viewer;
        let (spec, options) = (table.spec(), table.options(viewer));
        self.write(&Line::Start {
            game: spec.name,
            version: spec.version,
            options,
            seats: &spec.seat_names,
            players: table.players(),
            seed: viewer.is_none().then(|| table.seed()),
        })?;
        table.events(0..table.plies(), viewer).iter().try_for_each(|event| self.action(table, event))
    }

    fn action(&mut self, _: &dyn AnyTable, event: &Event) -> io::Result<()> {
        self.write(&told(event))
    }

    fn decision(&mut self, table: &dyn AnyTable, seat: Seat, legal: &[Choice]) -> io::Result<()> {
        self.viewer = Some(seat);
        self.write(&Line::Decision { ply: table.plies(), seat, actions: legal, info: table.information_state(seat) })
    }

    /// A program tells its players apart by the seat of each decision.
    fn hide(&mut self, _: &dyn AnyTable, _: Seat) -> io::Result<bool> {
        Ok(false)
    }

    fn reveal(&mut self, _: &dyn AnyTable, _: Seat) -> io::Result<()> {
        Ok(())
    }

    /// The decision is the prompt.
    fn prompt(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn read(&self, line: &str, legal: &[Choice]) -> Result<Command, String> {
        let request = serde_json::from_str(line).map_err(|e| {
            let (line, e) = (brief(line), brief_message(&e.to_string()));
            format!("cannot read `{line}`: {e}; write {{\"play\": ID or TEXT}}, {{\"undo\": PLY}}, \"redo\", {{\"save\": FILE}}, \"hint\", {{\"why\": PLY or null}} or \"quit\"")
        })?;
        Ok(match request {
            Request::Play(Action::Id(id)) => Command::Play(id),
            Request::Play(Action::Text(text)) => match legal.iter().find(|choice| choice.text == text) {
                Some(choice) => Command::Play(choice.id),
                None => {
                    return Err(format!(
                        "no action is called `{}` here; the decision lists what can be played",
                        brief(&text)
                    ));
                }
            },
            Request::Undo(ply) => Command::Undo(Some(ply)),
            Request::Redo => Command::Redo,
            Request::Save(file) => Command::Save(Some(file.into())),
            Request::Hint => Command::Hint,
            Request::Why(ply) => Command::Why(ply),
            Request::Quit => Command::Quit,
        })
    }

    fn problem(&mut self, problem: &str) -> io::Result<()> {
        self.write(&Line::Error { message: problem })
    }

    /// A program reads the documentation.
    fn help(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn hint(&mut self, _: &dyn AnyTable, analysis: &Analysis) -> io::Result<()> {
        self.write(&Line::Hint(Box::new(without_colours(analysis))))
    }

    fn why(&mut self, _: &dyn AnyTable, why: &Why) -> io::Result<()> {
        self.write(&Line::Why(why))
    }

    /// A program was told.
    fn log(&mut self, _: &[Event]) -> io::Result<()> {
        Ok(())
    }

    fn undone(&mut self, table: &dyn AnyTable) -> io::Result<()> {
        self.write(&Line::Undo { ply: table.plies() })
    }

    fn saved(&mut self, _: &dyn AnyTable, file: &Path) -> io::Result<()> {
        self.write(&Line::Saved { file: file.display().to_string() })
    }

    fn undone_saved(&mut self, file: &Path) -> io::Result<()> {
        self.write(&Line::Saved { file: file.display().to_string() })
    }

    fn over(&mut self, table: &dyn AnyTable) -> io::Result<()> {
        let scores = table.scores();
        self.write(&Line::End {
            result: scores.as_slice(),
            winners: scores.winners().collect(),
            plies: table.plies(),
            seed: table.seed(),
            hash: format!("{:016x}", table.hash()),
        })
    }

    fn left(&mut self, table: &dyn AnyTable) -> io::Result<()> {
        self.write(&Line::Quit { plies: table.plies() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_games::OpenAction;
    use serde_json::json;

    #[test]
    fn what_would_tell_a_secret_is_null() {
        let open = OpenAction { id: ActionId(7), text: "ace".to_owned(), forced: Some(true) };
        let told = |by, open| {
            let event = Event { ply: 3, by, line: "\x1b[1mred\x1b[0m draws".to_owned(), news: true, open };
            serde_json::to_value(told(&event)).unwrap()
        };
        assert_eq!(
            told(Turn::Seat(Seat(1)), Some(open)),
            json!({ "event": "action", "ply": 3, "by": 1, "id": 7, "text": "ace", "line": "red draws", "forced": true })
        );
        assert_eq!(
            told(Turn::Chance, None),
            json!({
                "event": "action", "ply": 3, "by": "chance", "id": null, "text": null, "line": "red draws", "forced": null
            })
        );
    }
}
