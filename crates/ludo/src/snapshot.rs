//! Positions as plain data, and what is demanded of one that comes from outside: everything that play would have brought about.

use crate::board::{COLOURS, GOAL, HOME, Tokens};
use crate::options::{Finished, Pass};
use crate::setup::Rules;
use crate::state::LudoState;
use hoyle_core::{Interned, InvalidState, Persist};
use serde::{Deserialize, Serialize};

/// The highest round that a position without rolls can have; every roll may add one.
const MAX_ROUND: u32 = 1_000_000_000;

/// A position as it is written to files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// `tokens[colour][token]`: 0 home, 1 start, 2-51 track, 52-56 corridor, 57 goal, each in its colour's own frame.
    pub tokens: [Tokens; 4],
    /// The colour whose turn it is, 0-3.
    pub mover: u8,
    /// The roll that is to be played; 0 before it is thrown.
    pub roll: u8,
    /// Counted from 1.
    pub round: u32,
    /// Rolls so far.
    pub rolls: u32,
    /// Rolls that the mover already had without coming out.
    pub attempts: u8,
    /// Sixes in a row in this turn.
    pub sixes: u8,
    /// The colours that have finished, the winner first.
    pub ranking: Vec<u8>,
    /// Whether the game has ended.
    pub over: bool,
}

impl Persist for LudoState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            tokens: self.tokens,
            mover: self.mover,
            roll: self.roll,
            round: self.round,
            rolls: self.rolls,
            attempts: self.attempts,
            sixes: self.sixes,
            ranking: self.ranking().to_vec(),
            over: self.over,
        }
    }
}

impl LudoState {
    /// The position that a snapshot describes. The error names the first field that play could not have brought about.
    pub(crate) fn restore(rules: Interned<Rules>, snapshot: Snapshot) -> Result<Self, InvalidState> {
        let Snapshot { tokens, mover, roll, round, rolls, attempts, sixes, ranking, over } = snapshot;
        let wrong = |what: String| Err(InvalidState(what));
        for (colour, squares) in tokens.iter().enumerate() {
            for (token, &square) in squares.iter().enumerate() {
                let name = COLOURS[colour];
                if square > GOAL {
                    return wrong(format!(
                        "tokens[{colour}][{token}]: {name} token on square {square}; squares are 0-57"
                    ));
                }
                if token >= rules.options.tokens as usize && square != HOME {
                    let count = rules.options.tokens;
                    return wrong(format!(
                        "tokens[{colour}][{token}]: {name} has only {count} tokens, the others stay on 0"
                    ));
                }
            }
        }
        if let Some(&colour) =
            [0, 1, 2, 3].iter().find(|&&c| !rules.colours.contains(&c) && tokens[c as usize] != [HOME; 4])
        {
            return wrong(format!("tokens[{colour}]: nobody plays this colour, so its tokens stay on 0"));
        }
        if rules.seats.get(mover as usize).copied().flatten().is_none() {
            return wrong(format!("mover: nobody plays colour {mover}; played are {:?}", rules.colours));
        }
        if roll > 6 {
            return wrong(format!("roll: {roll}; a roll is 1-6, or 0 before it is thrown"));
        }
        let most = rules.options.max_rolls;
        if rolls > most {
            return wrong(format!("rolls: {rolls}; the game is broken off after {most}"));
        }
        // Every round takes a roll at least, but a position may come without its rolls: a bound that grows with them, so
        // that whatever is played from here can be read again, and that cannot overflow.
        let last = MAX_ROUND + rolls;
        if !(1..=last).contains(&round) {
            return wrong(format!("round: {round}; rounds are counted from 1, to {last} at most"));
        }
        if attempts >= rules.options.attempts {
            return wrong(format!("attempts: {attempts}; a player has {} in all", rules.options.attempts));
        }
        if u32::from(sixes) > rolls.min(u32::from(u8::MAX)) {
            return wrong(format!("sixes: {sixes} in a row with {rolls} rolls"));
        }
        if roll != 0 && (roll == 6) != (sixes > 0) {
            return wrong(format!("sixes: {sixes} in a row, but the roll to be played is {roll}"));
        }
        if rules.options.finished == Finished::Skip && ranking.contains(&mover) && !over {
            return wrong(format!("mover: colour {mover} has finished and is passed over"));
        }
        let mut state = Self { tokens, rolls, round, mover, roll, attempts, sixes, over, ..Self::start(rules) };
        for (place, &colour) in ranking.iter().enumerate() {
            let finished = rules.colours.contains(&colour) && state.has_finished(colour);
            if !finished || ranking[..place].contains(&colour) {
                return wrong(format!("ranking[{place}]: colour {colour} has not finished, or stands there twice"));
            }
            state.ranking[place] = colour;
            state.finished += 1;
        }
        // The last roll is still played.
        if over != (state.places_are_decided() || rolls == most && roll == 0) {
            let is = if over { "is said to have ended, but has not" } else { "has ended, but is not said to" };
            return wrong(format!("over: the game {is}"));
        }
        if let Some(colour) = rules.colours.iter().find(|&&c| state.has_finished(c) && !ranking.contains(&c)) {
            return wrong(format!("ranking: colour {colour} has finished and is missing"));
        }
        if roll != 0 && (over || rolls == 0) {
            return wrong(format!("roll: {roll} is to be played, but the game is over or has not seen a roll"));
        }
        state.movable = if roll == 0 { 0 } else { state.movable_tokens() };
        if roll != 0 && state.movable == 0 && rules.options.pass == Pass::Auto {
            return wrong(format!("roll: nothing can move by {roll}, so it would have been passed"));
        }
        Ok(state)
    }
}
