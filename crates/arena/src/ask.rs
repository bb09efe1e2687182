//! Asking a player without trusting it.

use crate::{FaultKind, GameFault};
use hoyle_core::{ActionId, NoAnswer, Player, Rng, Seat, State, View};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use thiserror::Error;

/// What a player did instead of choosing a legal action.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It answered with something that cannot be played.
    #[error("illegal answer: {0}")]
    Illegal(hoyle_core::IllegalAction),
    /// It has no answer, for a reason outside the game.
    #[error("failed: {0}")]
    Failed(NoAnswer),
    /// It panicked: when it was made, when a game began, or when it was asked.
    #[error("panicked: {0}")]
    Panicked(String),
    /// It did not answer in time.
    #[error("timed out: no answer within {} seconds", .0.as_secs_f64())]
    TimedOut(Duration),
    /// It is not asked any more, because this many earlier questions still keep threads busy.
    #[error("timed out: not asked, because {0} earlier questions are still without an answer")]
    Hanging(usize),
}

impl Fault {
    /// Of which kind it is, if it loses a game; none if it says nothing about how the player plays: then there is no result.
    pub fn kind(&self) -> Option<FaultKind> {
        match self {
            Self::Illegal(_) => Some(FaultKind::Illegal),
            Self::Panicked(_) => Some(FaultKind::Panic),
            Self::TimedOut(_) | Self::Hanging(_) => Some(FaultKind::Timeout),
            Self::Failed(_) => None,
        }
    }

    /// The same as it stands in the record of a game that it loses.
    pub(crate) fn of(&self, seat: Seat) -> Option<GameFault> {
        Some(GameFault { seat, kind: self.kind()?, text: self.to_string() })
    }
}

/// A player that did not choose a legal action.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("player `{player}` at seat {seat}: {fault}")]
pub struct PlayerFault {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub player: String,
    /// What it did.
    pub fault: Fault,
}

/// Asks the player of a seat for its action. The answer is legal, or it is a fault.
///
/// After a fault the player's memory cannot be relied on: make a new one.
pub fn ask<S: State>(state: &S, seat: Seat, player: &mut dyn Player<S>, rng: &mut Rng) -> Result<ActionId, Fault> {
    answer(state, || player.try_choose(View::new(state, seat), rng))
}

/// The same for whatever chooses an action of this position.
pub fn answer<S: State>(state: &S, choose: impl FnOnce() -> Result<ActionId, NoAnswer>) -> Result<ActionId, Fault> {
    let action = guarded(choose)?.map_err(Fault::Failed)?;
    if state.allows(action) {
        return Ok(action);
    }
    state.clone().play(action).map(|()| action).map_err(Fault::Illegal)
}

/// Tells a player that a new game begins.
pub fn begin<S: State>(player: &mut dyn Player<S>) -> Result<(), Fault> {
    guarded(|| player.begin())
}

/// Shows a player what another seat did, as its own seat saw it; see [`Player::watch`].
pub fn watch<S: State>(
    before: View<'_, S>,
    after: View<'_, S>,
    player: &mut dyn Player<S>,
    rng: &mut Rng,
) -> Result<(), Fault> {
    guarded(|| player.watch(before, after, rng))
}

/// Runs code that may panic.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| Fault::Panicked(message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
