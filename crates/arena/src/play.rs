//! Playing one game.

use crate::entrant::{PlayerSlot, Unmade};
use crate::luck::{Meter, Valuation};
use crate::{Clock, Entrant, Fault, GameRecord, MatchError, Schedule, dice_rng, player_rng};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Game, Rng, Seat, Turn};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What all threads share while they play; nothing in it is written but the call to stop.
pub(crate) struct MatchContext<'a, G: Game> {
    pub game: G,
    pub entrants: &'a [Entrant<G::State>],
    /// Makes the value function by which luck is told, one for each thread.
    pub valuation: Option<&'a MakeValuation<G::State>>,
    pub schedule: &'a Schedule,
    pub seed: u64,
    pub move_limit: Option<Duration>,
    /// The first game of so many sets is kept whole.
    pub samples: u64,
    pub stop: &'a AtomicBool,
}

/// Makes a value function.
pub type MakeValuation<S> = dyn Fn() -> Box<dyn Valuation<S>> + Sync;

/// The players of one thread: one for each place at which an entrant sits anywhere. They are made when they are first
/// needed, and again after a fault.
pub(crate) struct Players<'a, G: Game> {
    context: &'a MatchContext<'a, G>,
    slots: Vec<Option<PlayerSlot<G::State>>>,
    valuation: Option<Box<dyn Valuation<G::State>>>,
}

/// Why a game does not go on.
enum Break {
    Fault(Seat, Fault),
    /// There is no player for this seat.
    Failed(Seat, String),
    Stopped,
}

/// A game that is being played.
struct GameInProgress<S> {
    state: S,
    plies: usize,
    clocks: Vec<Clock>,
    actions: Option<Vec<ActionId>>,
    luck: Vec<Vec<f64>>,
}

impl<S> GameInProgress<S> {
    fn note(&mut self, action: ActionId) {
        self.plies += 1;
        if let Some(actions) = &mut self.actions {
            actions.push(action);
        }
    }
}

impl<'a, G: Game> Players<'a, G> {
    pub(crate) fn new(context: &'a MatchContext<'a, G>) -> Self {
        let slots = (0..context.entrants.len() * context.schedule.seats()).map(|_| None).collect();
        Self { context, slots, valuation: context.valuation.map(|make| make()) }
    }

    /// Plays a game to its end or to a fault; nothing if it was stopped. An error says which player cannot be made.
    pub(crate) fn play(&mut self, index: u64) -> Result<Option<GameRecord>, MatchError> {
        let MatchContext { game, schedule, samples, .. } = *self.context;
        let scheduled = schedule.game(index);
        let kept = scheduled.set < samples && index.is_multiple_of(schedule.seats() as u64);
        let mut progress = GameInProgress {
            state: game.start(),
            plies: 0,
            clocks: vec![Clock::default(); schedule.seats()],
            actions: kept.then(Vec::new),
            luck: Vec::new(),
        };
        let mut valuation = self.valuation.take();
        let played = {
            let mut meter =
                valuation.as_mut().map(|v| Meter::new(&mut **v, game.start(), self.context.seed, scheduled.set));
            let played = self.play_on(&mut progress, &mut meter, index, scheduled.set, scheduled.table);
            if let (Ok(()), Some(meter)) = (&played, meter) {
                progress.luck = meter.luck().iter().map(|shares| shares[..schedule.seats()].to_vec()).collect();
            }
            played
        };
        self.valuation = valuation;
        let fault = match played {
            Ok(()) => None,
            Err(Break::Stopped) => return Ok(None),
            Err(Break::Failed(seat, problem)) => return Err(self.failed(scheduled.entrants[seat.index()], problem)),
            Err(Break::Fault(seat, fault)) => {
                let entrant = scheduled.entrants[seat.index()];
                let slot = self.slot(scheduled.table, index, seat);
                let left = self.slots[slot].take();
                // Only who did not answer in time may still be at it. The thread of any other ends with its last order.
                if let (Some(left), Fault::TimedOut(_)) = (left, &fault) {
                    self.context.entrants[entrant].leave(left);
                }
                let lost = fault.of(seat);
                Some(lost.ok_or_else(|| self.failed(entrant, fault.to_string()))?)
            }
        };
        let GameInProgress { state, plies, clocks, actions, luck } = progress;
        let scores = state.scores();
        Ok(Some(GameRecord { index, entrants: scheduled.entrants, scores, plies, fault, clocks, luck, actions }))
    }

    fn play_on(
        &mut self,
        progress: &mut GameInProgress<G::State>,
        meter: &mut Option<Meter<'_, G::State>>,
        index: u64,
        set: u64,
        table: usize,
    ) -> Result<(), Break> {
        let (context, seats) = (self.context, self.context.schedule.seats());
        let mut dice = dice_rng(context.seed, set);
        let mut rngs: Vec<Rng> = (0..seats).map(|seat| player_rng(context.seed, set, Seat(seat as u8))).collect();
        let slots: Vec<usize> = (0..seats).map(|seat| self.slot(table, index, Seat(seat as u8))).collect();
        for (seat, &slot) in slots.iter().enumerate() {
            let seat = Seat(seat as u8);
            self.ready(slot).map_err(|unmade| match unmade {
                Unmade::Fault(fault) => Break::Fault(seat, fault),
                Unmade::Failed(problem) => Break::Failed(seat, format!("cannot be made: {problem}")),
            })?;
        }
        let watchers: Vec<usize> =
            (0..seats).filter(|&seat| self.slots[slots[seat]].as_ref().is_some_and(PlayerSlot::watches)).collect();
        loop {
            match progress.state.turn() {
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    if let Some(meter) = meter {
                        meter.before(&progress.state);
                    }
                    while progress.state.turn() == Turn::Chance {
                        let outcome = progress.state.roll(&mut dice);
                        progress.note(outcome);
                    }
                    if let Some(meter) = meter {
                        meter.after(&progress.state);
                    }
                }
                Turn::Seat(seat) => {
                    if context.stop.load(Ordering::Relaxed) {
                        return Err(Break::Stopped);
                    }
                    let slot = self.slots[slots[seat.index()]].as_mut().expect("everybody was made ready");
                    let (answer, seconds) = slot.ask(&progress.state, seat, &mut rngs[seat.index()]);
                    progress.clocks[seat.index()].add(seconds);
                    let action = answer.map_err(|fault| Break::Fault(seat, fault))?;
                    let before = watchers.iter().any(|&other| other != seat.index()).then(|| progress.state.clone());
                    progress.state.play_unchecked(action);
                    progress.note(action);
                    let Some(before) = before else { continue };
                    for other in watchers.iter().copied().filter(|&other| other != seat.index()) {
                        let slot = self.slots[slots[other]].as_mut().expect("everybody was made ready");
                        let watcher = Seat(other as u8);
                        let (shown, seconds) = slot.watch(&before, &progress.state, watcher, &mut rngs[other]);
                        progress.clocks[other].think(seconds);
                        shown.map_err(|fault| Break::Fault(watcher, fault))?;
                    }
                }
            }
        }
    }

    /// What ends the match because this entrant cannot play.
    fn failed(&self, entrant: usize, problem: String) -> MatchError {
        MatchError::Player { player: self.context.entrants[entrant].name().to_owned(), problem }
    }

    /// Where the player at a seat of a game is kept.
    fn slot(&self, table: usize, index: u64, seat: Seat) -> usize {
        let lineup = self.context.schedule.lineup(table);
        let place = lineup.place(index, seat);
        lineup.entrant(place) * self.context.schedule.seats() + place
    }

    /// Tells a player that a game begins, and makes it first if it is not there.
    fn ready(&mut self, slot: usize) -> Result<(), Unmade> {
        let entrant = &self.context.entrants[slot / self.context.schedule.seats()];
        let player = match &mut self.slots[slot] {
            Some(player) => player,
            empty => empty.insert(entrant.make_player(self.context.move_limit)?),
        };
        player.begin().map_err(Unmade::Fault)
    }
}
