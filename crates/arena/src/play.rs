//! Playing one game.

use crate::entrant::Chair;
use crate::{Clock, Entrant, Fault, GameRecord, Schedule, dice_rng, player_rng};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Game, Rng, Seat, Turn};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What all threads share while they play; nothing in it is written but the call to stop.
pub(crate) struct Hall<'a, G: Game> {
    pub game: G,
    pub entrants: &'a [Entrant<G::State>],
    pub schedule: &'a Schedule,
    pub seed: u64,
    pub move_limit: Option<Duration>,
    /// The first game of so many sets is kept whole.
    pub samples: u64,
    pub stop: &'a AtomicBool,
}

/// The players of one thread: one for each place at which an entrant sits anywhere. They are made when they are first
/// needed, and again after a fault.
pub(crate) struct Players<'a, G: Game> {
    hall: &'a Hall<'a, G>,
    chairs: Vec<Option<Chair<G::State>>>,
}

/// Why a game does not go on.
enum Break {
    Fault(Seat, Fault),
    Stopped,
}

/// A game that is being played.
struct Sheet<S> {
    state: S,
    plies: usize,
    clocks: Vec<Clock>,
    actions: Option<Vec<ActionId>>,
}

impl<'a, G: Game> Players<'a, G> {
    pub(crate) fn new(hall: &'a Hall<'a, G>) -> Self {
        let chairs = (0..hall.entrants.len() * hall.schedule.seats()).map(|_| None).collect();
        Self { hall, chairs }
    }

    /// Plays a game to its end or to a fault; nothing if it was stopped.
    pub(crate) fn play(&mut self, index: u64) -> Option<GameRecord> {
        let Hall { game, schedule, samples, .. } = *self.hall;
        let scheduled = schedule.game(index);
        let kept = scheduled.set < samples && index.is_multiple_of(schedule.seats() as u64);
        let mut sheet = Sheet {
            state: game.start(),
            plies: 0,
            clocks: vec![Clock::default(); schedule.seats()],
            actions: kept.then(Vec::new),
        };
        let fault = match self.play_on(&mut sheet, index, scheduled.set, scheduled.table) {
            Ok(()) => None,
            Err(Break::Stopped) => return None,
            Err(Break::Fault(seat, fault)) => {
                let chair = self.chair(scheduled.table, index, seat);
                if let Some(left) = self.chairs[chair].take() {
                    self.hall.entrants[scheduled.entrants[seat.index()]].leave(left);
                }
                Some(fault.of(seat))
            }
        };
        let Sheet { state, plies, clocks, actions } = sheet;
        Some(GameRecord { index, entrants: scheduled.entrants, scores: state.scores(), plies, fault, clocks, actions })
    }

    fn play_on(&mut self, sheet: &mut Sheet<G::State>, index: u64, set: u64, table: usize) -> Result<(), Break> {
        let (hall, seats) = (self.hall, self.hall.schedule.seats());
        let mut dice = dice_rng(hall.seed, set);
        let mut rngs: Vec<Rng> = (0..seats).map(|seat| player_rng(hall.seed, set, Seat(seat as u8))).collect();
        let chairs: Vec<usize> = (0..seats).map(|seat| self.chair(table, index, Seat(seat as u8))).collect();
        for (seat, &chair) in chairs.iter().enumerate() {
            self.ready(chair).map_err(|fault| Break::Fault(Seat(seat as u8), fault))?;
        }
        loop {
            let action = match sheet.state.turn() {
                Turn::Over => return Ok(()),
                Turn::Chance => sheet.state.roll(&mut dice),
                Turn::Seat(seat) => {
                    if hall.stop.load(Ordering::Relaxed) {
                        return Err(Break::Stopped);
                    }
                    let chair = self.chairs[chairs[seat.index()]].as_mut().expect("everybody was made ready");
                    let (answer, seconds) = chair.ask(&sheet.state, seat, &mut rngs[seat.index()]);
                    sheet.clocks[seat.index()].add(seconds);
                    let action = answer.map_err(|fault| Break::Fault(seat, fault))?;
                    sheet.state.play_unchecked(action);
                    action
                }
            };
            sheet.plies += 1;
            if let Some(actions) = &mut sheet.actions {
                actions.push(action);
            }
        }
    }

    /// Where the player at a seat of a game is kept.
    fn chair(&self, table: usize, index: u64, seat: Seat) -> usize {
        let lineup = self.hall.schedule.lineup(table);
        let place = lineup.place(index, seat);
        lineup.entrant(place) * self.hall.schedule.seats() + place
    }

    /// Tells a player that a game begins, and makes it first if it is not there.
    fn ready(&mut self, chair: usize) -> Result<(), Fault> {
        let entrant = &self.hall.entrants[chair / self.hall.schedule.seats()];
        let player = match &mut self.chairs[chair] {
            Some(player) => player,
            empty => empty.insert(entrant.sit_down(self.hall.move_limit)?),
        };
        player.begin()
    }
}
