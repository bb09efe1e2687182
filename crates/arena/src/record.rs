//! What is known of a game that was played.

use hoyle_core::{ActionId, Scores, Seat};
use serde::{Deserialize, Serialize};

/// One game of a match or tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Which game it is.
    pub index: u64,
    /// The entrant at each seat.
    pub entrants: Vec<usize>,
    /// What the game ended with; zero for every seat if a fault ended it.
    pub scores: Scores,
    /// How many actions it took, chance included.
    pub plies: usize,
    /// The fault that ended it, and whose it was.
    pub fault: Option<GameFault>,
    /// How long each seat thought.
    pub clocks: Vec<Clock>,
    /// What was luck, by each opinion of the match's value function each seat's; none without such a function, or after a fault.
    pub luck: Vec<Vec<f64>>,
    /// Every action, chance included; only of the games that are kept as samples.
    pub actions: Option<Vec<ActionId>>,
}

/// The fault that ended a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFault {
    /// Whose it was.
    pub seat: Seat,
    /// Of which kind it was.
    pub kind: FaultKind,
    /// What happened, in words.
    pub text: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// An answer that cannot be played.
    Illegal,
    /// A crash.
    Panic,
    /// No answer in time.
    Timeout,
}

/// How long somebody thought. Equal if the number of moves is: how long a machine takes is not part of what happened.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// How often it was asked.
    pub moves: u64,
    /// How long it took for all of them.
    pub seconds: f64,
    /// How long it took for the slowest.
    pub slowest: f64,
}

impl PartialEq for Clock {
    fn eq(&self, other: &Self) -> bool {
        self.moves == other.moves
    }
}

impl Clock {
    /// Adds a move.
    pub(crate) fn add(&mut self, seconds: f64) {
        self.join(&Self { moves: 1, seconds, slowest: seconds });
    }

    /// Adds time that was taken while others moved.
    pub(crate) fn think(&mut self, seconds: f64) {
        self.seconds += seconds;
    }

    /// Adds another clock's moves.
    pub(crate) fn join(&mut self, other: &Self) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl GameRecord {
    /// The seats that won: those with the highest score, or after a fault all seats of the other entrants.
    pub fn winners(&self) -> Vec<Seat> {
        match &self.fault {
            None => self.scores.winners().collect(),
            Some(fault) => {
                let guilty = self.entrants[fault.seat.index()];
                (0..self.entrants.len()).filter(|&s| self.entrants[s] != guilty).map(|s| Seat(s as u8)).collect()
            }
        }
    }
}
