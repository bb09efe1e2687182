//! The games of a match in a file, so that it can be broken off and resumed.
//!
//! The first line says what is played; then comes a line for each game, in the order in which they end. A line is written
//! at once and whole; if the program or the machine dies while it does so, the last line is torn: it is dropped, and its
//! game is played again. Everything else that is not in order is refused with the number of the line.

use crate::{Clock, GameFault, GameRecord, Schedule};
use hoyle_core::files::{FileError, ReadLine, brief_message, next_line, too_long};
use hoyle_core::{ActionId, Scores, Spec};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// The form of the lines; a change of it is a new number.
pub const RESULTS_FORMAT: u32 = 1;

/// The first line of a file of results: everything that decides what game `i` is. How many games there are to be is not
/// among it: a match can be made longer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultsHeader {
    /// The form of the lines, [`RESULTS_FORMAT`].
    pub hoyle_results: u32,
    /// `match` or `tournament`.
    pub kind: String,
    /// The game's name.
    pub game: String,
    /// The game's version.
    pub version: u32,
    /// All options of the game.
    pub options: Map<String, Value>,
    /// The players as they were named.
    pub players: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// How many seconds a move may take, if that is limited.
    pub move_limit: Option<f64>,
    /// The value function by which luck is told, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<String>,
}

/// The line of a game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: u64,
    scores: Vec<f32>,
    plies: usize,
    clocks: Vec<Clock>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<GameFault>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    luck: Vec<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<ActionId>>,
}

/// The most opinions of a value function that a line may have.
const MAX_OPINIONS: usize = 8;

/// Why a file of results cannot be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// The system refused.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        problem: io::Error,
    },
    /// Another program writes to it.
    #[error("{}: another match is writing to this file; wait for its end, or name another file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// Its first line is no header.
    #[error("{}: this is no file of results: {problem}; name another file", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The results of something else.
    #[error("{}: these are the results of another match: {what} {found}, not {wanted}; name another file", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// A line that is no game of the match.
    #[error("{}, line {line}: {problem}; delete this line, and its game is played again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
}

/// A file that games are added to. It is locked until the program ends, however it ends: two matches that write to one file
/// would destroy each other's games.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    file: Mutex<File>,
}

impl Results {
    /// Opens a file, or creates it, and gives the games that are in it.
    pub fn open(
        path: &Path,
        header: &ResultsHeader,
        spec: &Spec,
        schedule: &Schedule,
    ) -> Result<(Self, Vec<GameRecord>), ResultsError> {
        let failed = |problem| ResultsError::File { path: path.to_owned(), problem };
        if path.exists() {
            // What is no file is refused before it is opened: a pipe would wait for somebody at its other end.
            hoyle_core::files::open(path).map_err(|error| match error {
                FileError::System(problem) => failed(problem),
                other => failed(io::Error::other(other)),
            })?;
        }
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            // Where there are no locks, everybody must take care.
            Err(TryLockError::Error(problem)) if problem.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(problem)) => return Err(failed(problem)),
            Err(TryLockError::WouldBlock) => return Err(ResultsError::Busy { path: path.to_owned() }),
        }
        let read = read(path, &file, header, spec, schedule)?;
        file.set_len(read.good).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if read.good == 0 {
            file.write_all(line(header).as_bytes()).map_err(failed)?;
        }
        Ok((Self { path: path.to_owned(), file: Mutex::new(file) }, read.records))
    }

    /// Adds a game.
    pub fn add(&self, record: &GameRecord) -> Result<(), ResultsError> {
        let text = line(&Line {
            game: record.index,
            scores: record.scores.as_slice().to_vec(),
            plies: record.plies,
            clocks: record.clocks.clone(),
            fault: record.fault.clone(),
            luck: record.luck.clone(),
            actions: record.actions.clone(),
        });
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes()).map_err(|problem| ResultsError::File { path: self.path.clone(), problem })
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("lines are plain data") + "\n"
}

/// What a file has.
struct Found {
    records: Vec<GameRecord>,
    /// How many bytes of it are whole lines.
    good: u64,
}

fn read(
    path: &Path,
    file: &File,
    header: &ResultsHeader,
    spec: &Spec,
    schedule: &Schedule,
) -> Result<Found, ResultsError> {
    let failed = |problem| ResultsError::File { path: path.to_owned(), problem };
    let foreign = |problem: String| ResultsError::Foreign { path: path.to_owned(), problem };
    let mut input = BufReader::new(file);
    let mut good = 0;
    match next_line(&mut input).map_err(failed)? {
        ReadLine::Line(first, true) => {
            good += first.len() as u64 + 1;
            compare(path, &first, header)?;
        }
        // A header that was torn off is the beginning of ours.
        ReadLine::Line(first, false) if !line(header).as_bytes().starts_with(&first) => {
            return Err(foreign("it has no header line".to_owned()));
        }
        ReadLine::TooLong => return Err(foreign(format!("its first line is {}", too_long()))),
        ReadLine::Line(_, false) | ReadLine::End => return Ok(Found { records: Vec::new(), good }),
    }
    let mut seen = std::collections::HashSet::new();
    let mut records = Vec::new();
    for number in 2.. {
        let damaged = |problem| ResultsError::Damaged { path: path.to_owned(), line: number, problem };
        let text = match next_line(&mut input).map_err(failed)? {
            ReadLine::Line(text, true) => text,
            ReadLine::TooLong => return Err(damaged(too_long())),
            // What follows the last end of line was torn off while it was written.
            ReadLine::Line(_, false) | ReadLine::End => break,
        };
        good += text.len() as u64 + 1;
        let record = record(&text, spec, schedule).and_then(|record| {
            let new = seen.insert(record.index);
            if new { Ok(record) } else { Err(format!("game {} is there twice", record.index)) }
        });
        records.push(record.map_err(damaged)?);
    }
    Ok(Found { records, good })
}

/// Whether the results are those of this match.
fn compare(path: &Path, first: &[u8], wanted: &ResultsHeader) -> Result<(), ResultsError> {
    let foreign = |problem: String| ResultsError::Foreign { path: path.to_owned(), problem };
    let value: Value = serde_json::from_slice(first).map_err(|e| foreign(brief_message(&e.to_string())))?;
    match value["hoyle_results"].as_u64() {
        Some(form) if form == u64::from(RESULTS_FORMAT) => {}
        Some(form) => return Err(foreign(format!("form {form}, and this program reads form {RESULTS_FORMAT}"))),
        None => return Err(foreign("it has no header line".to_owned())),
    }
    let found: ResultsHeader = serde_json::from_value(value).map_err(|e| foreign(brief_message(&e.to_string())))?;
    fn shown(value: &impl Serialize) -> String {
        serde_json::to_string(value).unwrap_or_default()
    }
    type Part = (&'static str, fn(&ResultsHeader) -> String);
    let parts: [Part; 8] = [
        ("the game is", |header| header.game.clone()),
        ("the version of the game is", |header| header.version.to_string()),
        ("the form is", |header| header.kind.clone()),
        ("the players are", |header| header.players.join(",")),
        ("the seed is", |header| header.seed.to_string()),
        ("the limit of a move is", |header| shown(&header.move_limit)),
        ("the value function of luck is", |header| shown(&header.luck)),
        ("the options are", |header| shown(&header.options)),
    ];
    for (what, part) in parts {
        let (found, wanted) = (part(&found), part(wanted));
        if found != wanted {
            return Err(ResultsError::Other { path: path.to_owned(), what, found: brief_message(&found), wanted });
        }
    }
    Ok(())
}

/// The game of a line, if it can be one of this schedule.
fn record(text: &[u8], spec: &Spec, schedule: &Schedule) -> Result<GameRecord, String> {
    let Line { game, scores, plies, clocks, fault, luck, actions } =
        serde_json::from_slice(text).map_err(|e| format!("damaged: {}", brief_message(&e.to_string())))?;
    let seats = spec.seats();
    let (low, high) = spec.score_bounds;
    if scores.len() != seats || clocks.len() != seats {
        return Err(format!("a game has {seats} scores and clocks"));
    }
    // After a fault the scores are zero whatever the bounds are.
    if !scores.iter().all(|score| (low..=high).contains(score) || *score == 0.0) {
        return Err(format!("a score is not within {low} and {high}"));
    }
    if plies > spec.length_bound || actions.as_ref().is_some_and(|actions| actions.len() != plies) {
        return Err("the number of actions is wrong".to_owned());
    }
    let sound = |time: f64| time.is_finite() && time >= 0.0;
    if !clocks.iter().all(|clock| sound(clock.seconds) && sound(clock.slowest) && clock.moves <= plies as u64 + 1) {
        return Err("a clock is wrong".to_owned());
    }
    if fault.as_ref().is_some_and(|fault| fault.seat.index() >= seats) {
        return Err("a fault at a seat that there is not".to_owned());
    }
    let fits = |opinion: &Vec<f64>| opinion.len() == seats && opinion.iter().all(|luck| luck.is_finite());
    if luck.len() > MAX_OPINIONS || !luck.iter().all(fits) {
        return Err("the luck is wrong".to_owned());
    }
    let entrants = schedule.game(game).entrants;
    Ok(GameRecord { index: game, entrants, scores: Scores::from_slice(&scores), plies, fault, clocks, luck, actions })
}
