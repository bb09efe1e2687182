//! Games to look at: told line by line, with the replay.

use crate::GameRecord;
use hoyle_core::{Game, Show as _, Table, replay};
use serde::{Deserialize, Serialize};

/// A game of a match, told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Which game of the match it is.
    pub game: u64,
    /// Who sat where.
    pub seats: Vec<String>,
    /// What the seats are called.
    pub seat_names: Vec<String>,
    /// What it ended with.
    pub scores: Vec<f32>,
    /// The fault that ended it, if one did.
    pub fault: Option<String>,
    /// What happened, a line for each action. They may carry ANSI colours.
    pub lines: Vec<String>,
    /// The game as a replay.
    pub replay: String,
}

/// Tells a game whose actions were kept. None if they were not, or if they cannot be played: records may come from a file.
pub(crate) fn tell<G: Game>(game: G, record: &GameRecord, names: &[&str]) -> Option<Sample> {
    let mut table = Table::new(game);
    let mut lines = Vec::new();
    for &action in record.actions.as_ref()? {
        let before = table.state().clone();
        table.play(action).ok()?;
        let mut line = String::new();
        before.event(action, None, &mut line);
        lines.push(line);
    }
    let seats: Vec<String> = record.entrants.iter().map(|&entrant| names[entrant].to_owned()).collect();
    Some(Sample {
        game: record.index,
        replay: replay::write(&table, &seats, None),
        seats,
        seat_names: game.spec().seat_names.clone(),
        scores: record.scores.as_slice().to_vec(),
        fault: record.fault.as_ref().map(|fault| format!("seat {}: {}", fault.seat, fault.text)),
        lines,
    })
}
