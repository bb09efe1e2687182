//! The face of a session for a program: lines of JSON both ways. `docs/json.md` is the contract.

use crate::analyze;
use crate::command::Command;
use crate::output::{Out, plain};
use crate::session::Face;
use hoyle_core::files::{brief, brief_message};
use hoyle_core::{ActionId, Seat, Turn};
use hoyle_games::{Analysis, AnyTable, Choice, Event};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io;
use std::path::Path;

/// A session as lines of JSON.
pub struct Lines {
    out: Out,
    viewer: Option<Seat>,
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
    Hint(Analysis),
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
    Save(String),
    Hint,
    Quit,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Action {
    Id(ActionId),
    Text(String),
}

impl Lines {
    pub fn new(out: Out) -> Self {
        Self { out, viewer: None }
    }

    fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        self.out.json_line(line)
    }
}

/// An action, as a seat may know it.
fn told(event: &Event, perfect_information: bool, viewer: Option<Seat>) -> Line<'_> {
    // An id may tell what the seat must not know, such as the card that somebody else drew; and whoever had no choice
    // had no other card.
    let open = perfect_information || viewer.is_none_or(|seat| event.by == Turn::Seat(seat));
    let by = match event.by {
        Turn::Seat(seat) => seat.0.into(),
        Turn::Chance | Turn::Over => "chance".into(),
    };
    Line::Action {
        ply: event.ply,
        by,
        id: open.then_some(event.id),
        text: open.then_some(&event.text),
        line: plain(&event.line),
        forced: open.then_some(event.forced),
    }
}

impl Face for Lines {
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
        (0..table.plies()).try_for_each(|ply| self.action(table, &table.event(ply, viewer)))
    }

    fn action(&mut self, table: &dyn AnyTable, event: &Event) -> io::Result<()> {
        self.write(&told(event, table.spec().perfect_information, self.viewer))
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
            format!("cannot read `{line}`: {e}; write {{\"play\": ID or TEXT}}, {{\"undo\": PLY}}, {{\"save\": FILE}}, \"hint\" or \"quit\"")
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
            Request::Save(file) => Command::Save(Some(file.into())),
            Request::Hint => Command::Hint,
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
        self.write(&Line::Hint(analyze::plainly(analysis)))
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
    use serde_json::json;

    #[test]
    fn what_would_tell_a_secret_is_null() {
        let event = |by| Event {
            ply: 3,
            by,
            id: ActionId(7),
            text: "ace".to_owned(),
            line: "\x1b[1mred\x1b[0m draws".to_owned(),
            news: true,
            forced: true,
        };
        let open = |by: Value| json!({ "event": "action", "ply": 3, "by": by, "id": 7, "text": "ace", "line": "red draws", "forced": true });
        let closed = |by: Value| json!({ "event": "action", "ply": 3, "by": by, "id": null, "text": null, "line": "red draws", "forced": null });
        let told = |by, perfect, viewer| serde_json::to_value(told(&event(by), perfect, viewer)).unwrap();
        let (own, other) = (Turn::Seat(Seat(0)), Turn::Seat(Seat(1)));
        let viewer = Some(Seat(0));
        assert_eq!(told(own, false, viewer), open(0.into()));
        assert_eq!(told(other, false, viewer), closed(1.into()));
        assert_eq!(told(Turn::Chance, false, viewer), closed("chance".into()));
        for (perfect, viewer) in [(true, viewer), (false, None)] {
            assert_eq!(told(other, perfect, viewer), open(1.into()));
            assert_eq!(told(Turn::Chance, perfect, viewer), open("chance".into()));
        }
    }
}
