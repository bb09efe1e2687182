//! Players: what chooses actions.

use crate::{ActionId, ActionSet, Rng, State, View};

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
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId;

    /// A new game begins: what was remembered of the last one is to be forgotten.
    fn begin(&mut self) {}
}

impl<S: State, P: Player<S> + ?Sized> Player<S> for Box<P> {
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        (**self).choose(view, rng)
    }

    fn begin(&mut self) {
        (**self).begin();
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
