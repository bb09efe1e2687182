//! Players: what chooses actions.

use crate::{ActionId, ActionSet, Rng, State, View};
use std::error::Error;
use std::sync::Arc;
use thiserror::Error;

/// Something that chooses actions from what its seat may see.
///
/// It is handed a view; handing it a position does not compile:
///
/// ```compile_fail
/// use hoyle_core::{ActionId, Player, Rng, State};
/// fn ask<S: State>(player: &mut dyn Player<S>, state: &S, rng: &mut Rng) -> ActionId {
///     player.choose(state, rng)
/// }
/// ```
pub trait Player<S: State>: Send {
    /// Chooses one of the view's legal actions. All randomness comes from `rng`, so that a seed repeats a game.
    ///
    /// # Panics
    /// If it has no answer; see [`try_choose`](Self::try_choose).
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId;

    /// Chooses as [`choose`](Self::choose) does, or says why it has no answer: this is what asks a player in matches, at tables and
    /// in environments. A player that can fail for reasons outside the game (its evaluator, a function in another language)
    /// overrides it; scripted players have nothing to override.
    fn try_choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> Result<ActionId, NoAnswer> {
        Ok(self.choose(view, rng))
    }

    /// A new game begins: what was remembered of the last one is to be forgotten.
    fn begin(&mut self) {}

    /// Whether it wants to [watch](Self::watch) what others do. The answer is the same for the whole life of a player, so that whoever
    /// drives a game asks once.
    fn watches(&self) -> bool {
        false
    }

    /// Another seat has acted: what this player's seat saw just before, and what it saw just after, before chance acted. Both views are of
    /// one seat, and at `before` it was the turn of the other one.
    ///
    /// Whoever drives a game tells every player that [watches](Self::watches) of every action of every other seat, in their order;
    /// but for those of the past where a game is resumed or an action is taken back: then the player [begins](Self::begin) anew. All
    /// randomness comes from `rng`. What goes wrong here is told when the player is asked next.
    fn watch(&mut self, before: View<'_, S>, after: View<'_, S>, rng: &mut Rng) {
        let _ = (before, after, rng);
    }
}

/// Why a player has no answer: the error of whoever wrote it. Two of them are equal if they say the same.
#[derive(Clone, Debug, Error)]
#[error(transparent)]
pub struct NoAnswer(Arc<dyn Error + Send + Sync>);

impl NoAnswer {
    /// Wraps an error.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Arc::from(error.into()))
    }

    /// The error as it was, if it is of this type.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl PartialEq for NoAnswer {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for NoAnswer {}

impl<S: State, P: Player<S> + ?Sized> Player<S> for Box<P> {
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        (**self).choose(view, rng)
    }

    fn try_choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> Result<ActionId, NoAnswer> {
        (**self).try_choose(view, rng)
    }

    fn begin(&mut self) {
        (**self).begin();
    }

    fn watches(&self) -> bool {
        (**self).watches()
    }

    fn watch(&mut self, before: View<'_, S>, after: View<'_, S>, rng: &mut Rng) {
        (**self).watch(before, after, rng);
    }
}

/// Plays every legal action with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl<S: State> Player<S> for RandomPlayer {
    #[inline]
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        legal.random(rng)
    }
}
