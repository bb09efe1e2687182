//! A position: 48 bytes of plain data.

use crate::board::{GOAL, HOME, Tables, Tokens, can_obstruct};
use crate::options::{End, Finished, Options, Pass};
use crate::{Ludo, NAME, VERSION, entities, observe};
use hoyle_core::{ActionId, Interned, InvalidOption, InvalidState, Pool, Seat, Spec, Turn, fingerprint};
use serde::{Deserialize, Serialize};

/// The action of a player who cannot move.
pub const PASS: ActionId = ActionId(4);

/// The highest round that a position without rolls can have; every roll may add one.
const MAX_ROUND: u32 = 1_000_000_000;

/// Options with everything that follows from them; one per set of options, for the whole program.
#[derive(Debug)]
pub struct Rules {
    /// What was set.
    pub options: Options,
    /// What is fixed.
    pub spec: Spec,
    /// The moves.
    pub tables: Tables,
    /// The colour of each seat.
    pub colours: Vec<u8>,
    /// The seat of each colour; none if nobody plays it.
    pub seats: [Option<Seat>; 4],
    /// Whether other tokens can make a move illegal.
    pub can_obstruct: bool,
}

static RULES: Pool<Rules> = Pool::new();

impl Rules {
    /// The rules of these options.
    pub fn of(options: Options) -> Result<Interned<Self>, InvalidOption> {
        options.check()?;
        let colours = options.seating()?;
        let options = options.normalised();
        let fingerprint = fingerprint(NAME, VERSION, &options);
        Ok(RULES.get_or(fingerprint, || {
            let mut seats = [None; 4];
            for (seat, &colour) in colours.iter().enumerate() {
                seats[colour as usize] = Some(Seat(seat as u8));
            }
            Self {
                spec: Spec {
                    name: NAME,
                    version: VERSION,
                    seat_names: colours.iter().map(|&c| crate::board::COLOURS[c as usize].to_owned()).collect(),
                    actions: 5,
                    chance_outcomes: 6,
                    layouts: observe::layouts(),
                    graph: entities::schema().into(),
                    parts: crate::squares::parts().into(),
                    score_bounds: match options.end {
                        End::First => (-1.0 / (colours.len() - 1) as f32, 1.0),
                        End::Ranking | End::All => (-1.0, 1.0),
                    },
                    zero_sum: true,
                    length_bound: 2 * options.max_rolls as usize,
                    perfect_information: true,
                    fingerprint,
                },
                tables: Tables::new(&options),
                can_obstruct: can_obstruct(&options),
                seats,
                colours,
                options,
            }
        }))
    }

    /// Whether this token of a colour is in the game.
    #[inline]
    pub fn plays(&self, colour: u8, token: usize) -> bool {
        self.seats[colour as usize].is_some() && token < self.options.tokens as usize
    }
}

/// A position of Ludo.
#[derive(Clone, PartialEq, Debug)]
pub struct LudoState {
    pub(crate) rules: Interned<Rules>,
    /// `tokens[colour][token]`, each in its own frame; see [`crate::board`].
    pub(crate) tokens: [Tokens; 4],
    /// Rolls so far.
    pub(crate) rolls: u32,
    /// Counted from 1.
    pub(crate) round: u32,
    /// The colour whose turn it is.
    pub(crate) mover: u8,
    /// The roll that is to be played; 0 before it is thrown.
    pub(crate) roll: u8,
    /// Which tokens can move with it, one bit each. Follows from the rest.
    pub(crate) movable: u8,
    /// Rolls that the mover already had without coming out.
    pub(crate) attempts: u8,
    /// Sixes in a row in this turn.
    pub(crate) sixes: u8,
    /// How many colours have finished.
    pub(crate) finished: u8,
    /// Which ones, the winner first.
    pub(crate) ranking: [u8; 4],
    pub(crate) over: bool,
}

impl LudoState {
    /// The position before the first roll.
    pub(crate) fn start(rules: Interned<Rules>) -> Self {
        Self {
            rules,
            tokens: [[HOME; 4]; 4],
            rolls: 0,
            round: 1,
            mover: rules.colours[0],
            roll: 0,
            movable: 0,
            attempts: 0,
            sixes: 0,
            finished: 0,
            ranking: [0; 4],
            over: false,
        }
    }

    /// The rules that it is played by.
    #[inline]
    pub fn rules(&self) -> &'static Rules {
        self.rules.get()
    }

    /// Where the tokens of a colour stand, in its own frame.
    #[inline]
    pub fn tokens(&self, colour: u8) -> Tokens {
        self.tokens[colour as usize]
    }

    /// The colour whose turn it is.
    #[inline]
    pub fn mover(&self) -> u8 {
        self.mover
    }

    /// The roll that is to be played; none before it is thrown.
    #[inline]
    pub fn roll_shown(&self) -> Option<u8> {
        (self.roll > 0).then_some(self.roll)
    }

    /// The round, counted from 1.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Rolls that the mover already had without coming out.
    pub fn attempts(&self) -> u8 {
        self.attempts
    }

    /// The colours that have finished, the winner first.
    pub fn ranking(&self) -> &[u8] {
        &self.ranking[..self.finished as usize]
    }

    /// Whether all tokens of a colour are in the goal.
    #[inline]
    pub(crate) fn is_home_free(&self, colour: u8) -> bool {
        self.tokens(colour)[..self.rules.options.tokens as usize].iter().all(|&square| square == GOAL)
    }

    /// Who acts next.
    #[inline]
    pub(crate) fn whose_turn(&self) -> Turn {
        if self.over {
            Turn::Over
        } else if self.roll == 0 {
            Turn::Chance
        } else {
            Turn::Seat(self.rules.seats[self.mover as usize].unwrap_or(Seat(0)))
        }
    }
}

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

impl LudoState {
    pub(crate) fn to_snapshot(&self) -> Snapshot {
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

impl Ludo {
    pub(crate) fn read_snapshot(self, snapshot: Snapshot) -> Result<LudoState, InvalidState> {
        let Snapshot { tokens, mover, roll, round, rolls, attempts, sixes, ranking, over } = snapshot;
        let rules = self.rules();
        let wrong = |what: String| Err(InvalidState(what));
        for (colour, squares) in tokens.iter().enumerate() {
            for (token, &square) in squares.iter().enumerate() {
                let name = crate::board::COLOURS[colour];
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
        let mut state =
            LudoState { tokens, rolls, round, mover, roll, attempts, sixes, over, ..LudoState::start(self.0) };
        for (place, &colour) in ranking.iter().enumerate() {
            let finished = rules.colours.contains(&colour) && state.is_home_free(colour);
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
        if let Some(colour) = rules.colours.iter().find(|&&c| state.is_home_free(c) && !ranking.contains(&c)) {
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
