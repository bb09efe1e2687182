//! Playing the games of a match, in parallel.

use crate::ask::guarded;
use crate::report::Tally;
use crate::{Fault, Lineup, LineupError, MatchReport, ask, begin, dice_rng, player_rng};
use hoyle_core::{Game, Player, Rng, Scores, Seat, State, Turn};
use rayon::prelude::*;
use std::fmt;
use thiserror::Error;

/// Somebody who takes part in a match: a name, and how to make the player.
///
/// Each thread makes its own players, one per seat, and tells them when a game begins. A player that cannot be made has
/// lost the game, like one that answers illegally.
pub struct Entrant<S> {
    name: String,
    make: Box<dyn Fn() -> Box<dyn Player<S>> + Send + Sync>,
}

impl<S: State> Entrant<S> {
    /// An entrant whose players are made like this.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Player<S>> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), make: Box::new(make) }
    }
}

impl<S> fmt::Debug for Entrant<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({})", self.name)
    }
}

/// How much is played, and with which randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// How many games.
    pub games: u64,
    /// The seed of the match: the dice of game `i` are stream `i` of it.
    pub seed: u64,
    /// How many threads; as many as the machine has if not given.
    pub threads: Option<usize>,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MatchError {
    /// The entrants do not fit the table.
    #[error(transparent)]
    Lineup(#[from] LineupError),
    /// Nothing to play.
    #[error("a match needs at least one game")]
    NoGames,
    /// The system gave no threads.
    #[error("cannot start {threads} threads: {problem}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        problem: String,
    },
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Which game of the match it is.
    pub index: u64,
    /// The entrant at each seat.
    pub entrants: Vec<usize>,
    /// What the game ended with; zero for every seat if a fault ended it.
    pub scores: Scores,
    /// How many actions it took, chance included.
    pub plies: usize,
    /// The fault that ended it, and whose it was.
    pub fault: Option<(Seat, Fault)>,
}

impl GameRecord {
    /// The seats that won: those with the highest score, or after a fault all seats of the other entrants.
    pub fn winners(&self) -> Vec<Seat> {
        match &self.fault {
            None => self.scores.winners().collect(),
            Some((guilty, _)) => {
                let guilty = self.entrants[guilty.index()];
                (0..self.entrants.len()).filter(|&s| self.entrants[s] != guilty).map(|s| Seat(s as u8)).collect()
            }
        }
    }
}

/// Plays a match and counts it. `watch` is told every game when it ends, in no particular order.
pub fn run_match<G: Game>(
    game: G,
    entrants: &[Entrant<G::State>],
    settings: &MatchSettings,
    watch: impl Fn(&GameRecord) + Sync,
) -> Result<MatchReport, MatchError> {
    let lineup = Lineup::new(entrants.len(), game.spec().seats())?;
    let &MatchSettings { games, seed, threads } = settings;
    if games == 0 {
        return Err(MatchError::NoGames);
    }
    let threads = threads.unwrap_or(0); // 0: rayon takes what the machine has
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|e| MatchError::Threads { threads, problem: e.to_string() })?;
    let start = || (Circle::new(entrants, &lineup), Tally::new(entrants.len()));
    let tally = pool.install(|| {
        (0..games)
            .into_par_iter()
            .fold(start, |(mut circle, mut tally), index| {
                let record = circle.play(game, index, seed);
                tally.add(&record);
                watch(&record);
                (circle, tally)
            })
            .map(|(_, tally)| tally)
            .reduce(|| Tally::new(entrants.len()), Tally::join)
    });
    Ok(tally.report(seed, entrants.iter().map(|entrant| entrant.name.as_str())))
}

/// The players of one thread, in the places of the line-up. They are made when they are first needed, and again after a
/// fault.
struct Circle<'a, S> {
    entrants: &'a [Entrant<S>],
    lineup: &'a Lineup,
    players: Vec<Option<Box<dyn Player<S>>>>,
}

impl<'a, S: State> Circle<'a, S> {
    fn new(entrants: &'a [Entrant<S>], lineup: &'a Lineup) -> Self {
        Self { entrants, lineup, players: (0..lineup.len()).map(|_| None).collect() }
    }

    fn play<G: Game<State = S>>(&mut self, game: G, index: u64, seed: u64) -> GameRecord {
        let mut state = game.start();
        let mut plies = 0;
        let fault = self.play_on(&mut state, &mut plies, index, seed).err();
        if let Some((seat, _)) = &fault {
            self.players[self.lineup.place(index, *seat)] = None;
        }
        GameRecord { index, entrants: self.lineup.seated(index), scores: state.scores(), plies, fault }
    }

    /// Plays to the end of the game or to a fault, and counts the actions.
    fn play_on(&mut self, state: &mut S, plies: &mut usize, index: u64, seed: u64) -> Result<(), (Seat, Fault)> {
        let seats = || (0..self.lineup.len()).map(|seat| Seat(seat as u8));
        let mut dice = dice_rng(seed, index);
        let mut rngs: Vec<Rng> = seats().map(|seat| player_rng(seed, index, seat)).collect();
        for seat in seats() {
            let place = self.lineup.place(index, seat);
            let entrant = &self.entrants[self.lineup.entrant(place)];
            ready(&mut self.players[place], entrant).map_err(|fault| (seat, fault))?;
        }
        loop {
            match state.turn() {
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    state.roll(&mut dice);
                }
                Turn::Seat(seat) => {
                    let player = &mut self.players[self.lineup.place(index, seat)];
                    let player = player.as_mut().expect("everybody was made ready");
                    let answer = ask(state, seat, &mut **player, &mut rngs[seat.index()]);
                    state.play(answer.map_err(|fault| (seat, fault))?);
                }
            }
            *plies += 1;
        }
    }
}

/// Tells a player that a game begins, and makes it first if it is not there.
fn ready<S: State>(place: &mut Option<Box<dyn Player<S>>>, entrant: &Entrant<S>) -> Result<(), Fault> {
    let player = match place {
        Some(player) => player,
        None => place.insert(guarded(|| (entrant.make)())?),
    };
    begin(&mut **player)
}
