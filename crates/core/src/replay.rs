//! Replays: a game as lines of JSON.
//!
//! The first line says what is played, each further line is one action with its id and its text, and the last one is
//! the result with a hash of the final position. Chance actions are lines like any other, so a replay never depends on a
//! generator. Every line is checked when it is read: an edited or foreign replay is refused with the line's number.
//!
//! A game in progress is a replay without a result, so its file can grow line by line. Whoever dies while writing leaves half a
//! line at the end, without its end of line: it is passed over.

use crate::files::{MAX_LINE, brief, too_long};
use crate::options::{OptionsError, game_from_json, tidy};
use crate::prelude::*;
use crate::{ActionId, FileAccess, Game, Seat, State, Table, Turn, save};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The form of the lines; a change of it is a new number.
pub const FORMAT: u32 = 1;

/// The first line of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The form of the lines, [`FORMAT`].
    pub hoyle_replay: u32,
    /// The game's name.
    pub game: String,
    /// The game's version.
    pub version: u32,
    /// All options of the game.
    pub options: Value,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The seed that the game was played with, if one was.
    pub seed: Option<u64>,
    /// The position that was set up, if the game did not begin at its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Value>,
}

/// An action line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ply {
    ply: usize,
    by: By,
    id: ActionId,
    text: String,
}

/// Who acted: a seat number or "chance".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum By {
    Seat(Seat),
    Chance(Chance),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Chance {
    Chance,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ending {
    result: Vec<f32>,
    plies: usize,
    hash: String,
}

/// Why a replay cannot be read.
#[derive(Debug, Error)]
#[error("replay, line {line}: {problem}")]
pub struct ReplayError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    #[source]
    pub problem: ReplayProblem,
}

/// What is wrong with a replay.
#[derive(Debug, Error)]
pub enum ReplayProblem {
    /// Nothing there.
    #[error("the file is empty; a replay starts with a header line")]
    Empty,
    /// Not JSON, or not of this form.
    #[error("damaged: {0}; delete this line and what follows, then `hoyle replay resume` plays on")]
    Damaged(String),
    /// The first line is no header.
    #[error("not a replay header: {0}; without one the game cannot be read")]
    Header(String),
    /// Written by another version of the program.
    #[error("replay format {found}, this program reads format {FORMAT}: use the program that wrote it")]
    Format {
        /// The file's format.
        found: u32,
    },
    /// Of another game.
    #[error("a replay of `{}`, not of `{wanted}`", brief(found))]
    Game {
        /// The game asked for.
        wanted: String,
        /// The game in the file.
        found: String,
    },
    /// Of another version of the game.
    #[error("written by {game} version {found}, this program plays version {wanted}: use the program that wrote it")]
    Version {
        /// The game.
        game: String,
        /// This program's version.
        wanted: u32,
        /// The file's version.
        found: u32,
    },
    /// Options that the game refuses.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// A start that is no position of the game.
    #[error("start: {0}")]
    Start(#[from] crate::InvalidState),
    /// Something that does not follow from the lines before.
    #[error("{0}; the file was changed after it was written")]
    Mismatch(String),
    /// No result line.
    #[error("the game breaks off after {plies} actions, without a result: `hoyle replay resume` plays it on")]
    Cut {
        /// How many actions there are.
        plies: usize,
    },
}

/// A replay that was read: the table at its end and who sat there.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    /// The first line.
    pub header: Header,
    /// The game as far as it was played.
    pub table: Table<G>,
    /// Whether the result line is there.
    pub complete: bool,
}

/// Writes a table's game as a replay. A game that is not over yet gives a replay without a result.
pub fn write<G: Game>(table: &Table<G>, seats: &[String], seed: Option<u64>) -> String {
    let header = line(Header {
        hoyle_replay: FORMAT,
        game: G::NAME.to_owned(),
        version: G::VERSION,
        options: Value::Object(crate::options::to_map(table.game().options())),
        seats: seats.to_vec(),
        seed,
        start: (*table.start() != table.game().start()).then(|| snapshot(table.start())),
    });
    header + &write_after(table, 0)
}

/// The part of [`write()`] that follows the first `plies` actions: the lines of the others, and the result if the game is over.
///
/// # Panics
/// If not so many were played.
pub fn write_after<G: Game>(table: &Table<G>, plies: usize) -> String {
    let mut out = String::new();
    table.walk(plies..table.history().len(), |ply, state, id| {
        let by = by(state.turn());
        let mut text = String::new();
        state.action_text(id, &mut text);
        out += &line(Ply { ply, by, id, text });
    });
    if table.state().turn() == Turn::Over {
        out += &line(ending(table));
    }
    out
}

fn line(value: impl Serialize) -> String {
    serde_json::to_string(&value).expect("replay lines are plain data") + "\n"
}

fn snapshot<S: State>(state: &S) -> Value {
    serde_json::to_value(state.snapshot()).expect("a snapshot is plain data")
}

fn by(turn: Turn) -> By {
    match turn {
        Turn::Seat(seat) => By::Seat(seat),
        Turn::Chance | Turn::Over => By::Chance(Chance::Chance),
    }
}

fn ending<G: Game>(table: &Table<G>) -> Ending {
    Ending {
        result: table.state().scores().as_slice().to_vec(),
        plies: table.history().len(),
        hash: format!("{:016x}", save::hash(table.state())),
    }
}

/// The first line of a replay of any game.
pub fn header(text: &str) -> Result<Header, ReplayError> {
    let problem = |problem| ReplayError { line: 1, problem };
    let first =
        text.lines().next().filter(|line| !line.trim().is_empty()).ok_or_else(|| problem(ReplayProblem::Empty))?;
    if first.len() as u64 > MAX_LINE {
        return Err(problem(ReplayProblem::Header(too_long())));
    }
    let header: Header = serde_json::from_str(first).map_err(|e| problem(ReplayProblem::Header(tidy(&e))))?;
    if header.hoyle_replay != FORMAT {
        return Err(problem(ReplayProblem::Format { found: header.hoyle_replay }));
    }
    Ok(header)
}

/// Reads a replay of this game and plays it through, checking every line. A replay without a result is no error here, nor is half
/// a line at its end: see [`Replay::complete`] and [`verify`]. Its options may name what comes with the program, but no files.
pub fn read<G: Game>(text: &str) -> Result<Replay<G>, ReplayError> {
    read_with::<G>(text, &FileAccess::BuiltInOnly)
}

/// The same for a replay whose options may name files, as far as `files` goes: those beside the replay.
pub fn read_with<G: Game>(text: &str, files: &FileAccess) -> Result<Replay<G>, ReplayError> {
    let header = header(text)?;
    let at = |line: usize, problem: ReplayProblem| ReplayError { line, problem };
    if header.game != G::NAME {
        return Err(at(1, ReplayProblem::Game { wanted: G::NAME.to_owned(), found: header.game }));
    }
    if header.version != G::VERSION {
        return Err(at(1, ReplayProblem::Version { game: header.game, wanted: G::VERSION, found: header.version }));
    }
    let game: G = game_from_json(&header.options, files).map_err(|e| at(1, e.into()))?;
    if header.seats.len() != game.spec().seats() {
        let seats = game.spec().seats();
        return Err(at(1, ReplayProblem::Mismatch(format!("{} names for {seats} seats", header.seats.len()))));
    }
    let start = match &header.start {
        None => game.start(),
        Some(start) => {
            let snapshot = serde_json::from_value(start.clone());
            let snapshot = snapshot.map_err(|e| at(1, ReplayProblem::Damaged(format!("start: {}", tidy(&e)))))?;
            game.restore(snapshot).map_err(|e| at(1, e.into()))?
        }
    };
    if header.seats.iter().any(|name| name.contains(char::is_control)) {
        return Err(at(1, ReplayProblem::Header("a name has control characters".to_owned())));
    }
    let mut table = Table::from_position(game, start);
    let mut complete = false;
    for (number, text) in without_torn_line(text).lines().enumerate().skip(1) {
        let fail = |problem| at(number + 1, problem);
        let mismatch = |what: String| fail(ReplayProblem::Mismatch(what));
        if text.len() as u64 > MAX_LINE {
            return Err(fail(ReplayProblem::Damaged(too_long())));
        }
        if complete {
            return Err(mismatch("there are lines after the result".to_owned()));
        }
        if table.state().turn() == Turn::Over {
            let found: Ending = serde_json::from_str(text).map_err(|e| fail(ReplayProblem::Damaged(tidy(&e))))?;
            let played = ending(&table);
            if found != played {
                let (found, played) = (brief(text), serde_json::to_string(&played).unwrap_or_default());
                return Err(mismatch(format!("the result is {found}, but the actions lead to {played}")));
            }
            complete = true;
            continue;
        }
        let ply: Ply = serde_json::from_str(text).map_err(|e| fail(ReplayProblem::Damaged(tidy(&e))))?;
        let (expected_ply, expected_by) = (table.history().len(), by(table.state().turn()));
        if ply.ply != expected_ply || ply.by != expected_by {
            let expected = serde_json::to_string(&expected_by).unwrap_or_default();
            return Err(mismatch(format!("expected action {expected_ply} by {expected}")));
        }
        if !table.state().allows(ply.id) {
            let illegal = table.play(ply.id).map_or_else(|e| e.to_string(), |()| String::new());
            return Err(mismatch(illegal));
        }
        let mut expected_text = String::new();
        table.state().action_text(ply.id, &mut expected_text);
        if ply.text != expected_text {
            return Err(mismatch(format!("action {} is `{expected_text}`, not `{}`", ply.id, brief(&ply.text))));
        }
        table.play(ply.id).map_err(|e| mismatch(e.to_string()))?;
    }
    Ok(Replay { header, table, complete })
}

/// A text without its last line, if that has no end and is no JSON: it was torn off while it was written.
fn without_torn_line(text: &str) -> &str {
    let end = text.rfind('\n').map_or(0, |end| end + 1);
    let last = &text[end..];
    let torn = last.len() as u64 <= MAX_LINE && serde_json::from_str::<IgnoredAny>(last).is_err();
    if torn { &text[..end] } else { text }
}

/// Reads a replay and insists on its result.
pub fn verify<G: Game>(text: &str) -> Result<Replay<G>, ReplayError> {
    let replay = read::<G>(text)?;
    if replay.complete {
        return Ok(replay);
    }
    let plies = replay.table.history().len();
    Err(ReplayError { line: text.lines().count(), problem: ReplayProblem::Cut { plies } })
}
