//! How much two players make of lost positions: the same positions of self-play, taken up by one and by the other with the same luck.

use crate::entrant::{PlayerSlot, Unmade};
use crate::luck::{Shares, Valuation};
use crate::{Entrant, dice_rng, player_rng};
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, MAX_SEATS, Rng, Seat, Turn};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Which positions are taken up, and how often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComebackSettings {
    /// How many positions.
    pub positions: u64,
    /// How often each is played to its end by either player.
    pub replays: u32,
    /// The least that a position is worth to the seat that takes it up, from 0 to 1.
    pub low: f64,
    /// The most.
    pub high: f64,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for ComebackSettings {
    fn default() -> Self {
        Self { positions: 1000, replays: 1, low: 0.01, high: 0.1, seed: 0 }
    }
}

/// A position that was taken up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comeback {
    /// What it was worth to the seat, by the value function.
    pub value: f64,
    /// The share of its games that the one player won.
    pub first: f64,
    /// The share that the other won.
    pub second: f64,
}

/// What came of all positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ComebackReport {
    /// How many positions there were.
    pub positions: u64,
    /// What they were worth in the mean.
    pub value: f64,
    /// The share of games that the one player won.
    pub first: f64,
    /// The share that the other won.
    pub second: f64,
    /// How much more the first won.
    pub difference: f64,
    /// The lower end of the 95% interval of the difference. Positions are independent: each is of a game of its own.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Why positions cannot be taken up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("player `{player}` at seat {seat}: {problem}")]
pub struct ComebackError {
    /// Who it is about.
    pub player: String,
    /// Where it sits.
    pub seat: Seat,
    /// What it did.
    pub problem: String,
}

/// How many games of self-play are looked through for each position that is wanted, at most.
const GAMES_EACH: u64 = 50;
/// Keeps the luck of replays apart from that of the games that the positions are of.
const AGAIN: u64 = 0x6167_6169_6e21;

/// Plays games of `others` with themselves; takes from each one position at most in which the seat to move has a choice and is worth, by the
/// value function, what the settings say; and plays it on with the first and with the second player at that seat and `others` at all the
/// rest. Both meet the same dice, and have the same numbers.
///
/// Equal seeds give equal positions. What was found before `stop` became true is what there is.
///
/// # Panics
/// If there are no games.
pub fn comebacks<G: Game>(
    games: &[G],
    [first, second, others]: [&Entrant<G::State>; 3],
    valuation: &mut dyn Valuation<G::State>,
    settings: &ComebackSettings,
    stop: &AtomicBool,
    mut note: impl FnMut(&Comeback),
) -> Result<Vec<Comeback>, ComebackError> {
    let seats = games[0].spec().seats();
    let mut tables = Vec::with_capacity(games.len());
    for _ in games {
        // Players may be made for one game: each game has its own.
        tables.push([seated(others, seats)?, seated(first, seats)?, seated(second, seats)?]);
    }
    let mut found = Vec::new();
    for set in 0..settings.positions.saturating_mul(GAMES_EACH) {
        if found.len() as u64 >= settings.positions || stop.load(Ordering::Relaxed) {
            break;
        }
        let place = (set % games.len() as u64) as usize;
        let [plain, one, other] = &mut tables[place];
        let Some((position, seat, value)) = lost(games[place], plain, valuation, settings, set)? else { continue };
        let mut share = |player: &mut Table<'_, G::State>| -> Result<f64, ComebackError> {
            let mut won = 0.0;
            for replay in 0..settings.replays {
                std::mem::swap(&mut plain.slots[seat.index()], &mut player.slots[seat.index()]);
                let seed = settings.seed ^ AGAIN ^ (u64::from(replay) << 48);
                let mut state = position.clone();
                let played = plain.play(&mut state, seed, set, |_, _| ());
                std::mem::swap(&mut plain.slots[seat.index()], &mut player.slots[seat.index()]);
                played?;
                let scores = state.scores();
                let winners = scores.winners().count() as f64;
                won += if scores.winners().any(|winner| winner == seat) { 1.0 / winners } else { 0.0 };
            }
            Ok(won / f64::from(settings.replays.max(1)))
        };
        let comeback = Comeback { value, first: share(one)?, second: share(other)? };
        note(&comeback);
        found.push(comeback);
    }
    Ok(found)
}

/// Adds up positions.
pub fn comeback_report(found: &[Comeback]) -> ComebackReport {
    let n = found.len().max(1) as f64;
    let mean = |of: fn(&Comeback) -> f64| found.iter().map(of).sum::<f64>() / n;
    let difference = mean(|c| c.first - c.second);
    let spread: f64 = found.iter().map(|c| (c.first - c.second - difference).powi(2)).sum();
    // One position that differs is added, so that a few that end alike do not pass for certainty.
    let half = 1.96 * ((spread + 1.0) / (n * n)).sqrt();
    ComebackReport {
        positions: found.len() as u64,
        value: mean(|c| c.value),
        first: mean(|c| c.first),
        second: mean(|c| c.second),
        difference,
        low: difference - half,
        high: difference + half,
    }
}

/// The players of one entrant, one for each seat.
struct Table<'a, S: hoyle_core::State> {
    entrant: &'a Entrant<S>,
    slots: Vec<PlayerSlot<S>>,
}

fn seated<S: hoyle_core::State>(entrant: &Entrant<S>, seats: usize) -> Result<Table<'_, S>, ComebackError> {
    let made = |seat: usize| {
        entrant.make_player(None).map_err(|unmade| {
            let problem = match unmade {
                Unmade::Fault(fault) => fault.to_string(),
                Unmade::Failed(problem) => problem,
            };
            ComebackError { player: entrant.name().to_owned(), seat: Seat(seat as u8), problem }
        })
    };
    Ok(Table { entrant, slots: (0..seats).map(made).collect::<Result<_, _>>()? })
}

impl<S: hoyle_core::State> Table<'_, S> {
    /// Plays a position to the end, showing each decision before it is made.
    fn play(
        &mut self,
        state: &mut S,
        seed: u64,
        set: u64,
        mut show: impl FnMut(&S, Seat),
    ) -> Result<(), ComebackError> {
        let player = self.entrant.name();
        let fault = |seat: Seat| {
            move |fault: crate::Fault| ComebackError { player: player.to_owned(), seat, problem: fault.to_string() }
        };
        let mut dice = dice_rng(seed, set);
        let mut rngs: Vec<Rng> = (0..self.slots.len()).map(|seat| player_rng(seed, set, Seat(seat as u8))).collect();
        for (seat, slot) in self.slots.iter_mut().enumerate() {
            slot.begin().map_err(fault(Seat(seat as u8)))?;
        }
        let watchers: Vec<usize> = (0..self.slots.len()).filter(|&seat| self.slots[seat].watches()).collect();
        while let Turn::Seat(seat) = state.roll_to_decision(&mut dice) {
            show(state, seat);
            let (answer, _) = self.slots[seat.index()].ask(state, seat, &mut rngs[seat.index()]);
            let action = answer.map_err(fault(seat))?;
            let before = watchers.iter().any(|&other| other != seat.index()).then(|| state.clone());
            state.play_unchecked(action);
            let Some(before) = before else { continue };
            for other in watchers.iter().copied().filter(|&other| other != seat.index()) {
                let watcher = Seat(other as u8);
                let (shown, _) = self.slots[other].watch(&before, state, watcher, &mut rngs[other]);
                shown.map_err(fault(watcher))?;
            }
        }
        Ok(())
    }
}

/// A position of a game of self-play that is worth so little to the seat to move; each of them is as likely as the others.
fn lost<G: Game>(
    game: G,
    table: &mut Table<'_, G::State>,
    valuation: &mut dyn Valuation<G::State>,
    settings: &ComebackSettings,
    set: u64,
) -> Result<Option<(G::State, Seat, f64)>, ComebackError> {
    let mut opinions: Vec<Shares> = vec![[0.0; MAX_SEATS]; valuation.opinions()];
    let (mut found, mut met) = (None, 0);
    let mut rng = Rng::stream(settings.seed ^ AGAIN.rotate_left(17), set);
    let mut legal = ActionSet::new();
    table.play(&mut game.start(), settings.seed, set, |state, seat| {
        state.legal(&mut legal);
        if legal.len() < 2 {
            return;
        }
        valuation.value(state, &mut opinions);
        let value = opinions[0][seat.index()];
        if (settings.low..=settings.high).contains(&value) {
            met += 1;
            if rng.below(met) == 0 {
                found = Some((state.clone(), seat, value));
            }
        }
    })?;
    Ok(found)
}
