//! Asking a player without trusting it.

use hoyle_core::{ActionId, Player, Rng, Seat, State, View};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use thiserror::Error;

/// What a player did instead of choosing a legal action.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It answered with something that cannot be played.
    #[error("illegal answer: {0}")]
    Illegal(hoyle_core::IllegalAction),
    /// It panicked: when it was made, when a game began, or when it was asked.
    #[error("panicked: {0}")]
    Panicked(String),
}

/// Asks the player of a seat for its action. The answer is legal, or it is a fault.
///
/// After a fault the player's memory cannot be relied on: make a new one.
pub fn ask<S: State>(state: &S, seat: Seat, player: &mut dyn Player<S>, rng: &mut Rng) -> Result<ActionId, Fault> {
    let action = guarded(|| player.choose(View::new(state, seat), rng))?;
    if state.allows(action) {
        return Ok(action);
    }
    state.clone().try_play(action).map(|()| action).map_err(Fault::Illegal)
}

/// Tells a player that a new game begins.
pub fn begin<S: State>(player: &mut dyn Player<S>) -> Result<(), Fault> {
    guarded(|| player.begin())
}

/// Runs code that may panic.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| Fault::Panicked(message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
