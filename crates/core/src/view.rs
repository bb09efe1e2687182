//! What a player gets of a position: all that its seat may know, and no way to the rest.

use std::fmt;

use crate::{
    ActionId, ActionSet, Archetype, EntityGraph, EntityId, LayoutId, Rng, Seat, Sparse, Spec, State, Turn, UnseenCards,
};

/// What a seat may know of a position, and all that a player ever gets.
///
/// There is no way from a view to the state behind it:
///
/// ```compile_fail
/// fn peek<S: hoyle_core::State>(view: hoyle_core::View<'_, S>) -> S {
///     view.state.clone()
/// }
/// ```
///
/// Nor does its debug form tell more than its seat may know.
pub struct View<'a, S: State> {
    state: &'a S,
    seat: Seat,
    /// Whether determinizations are the position itself.
    sees_all: bool,
}

/// Shows what the seat knows, and nothing else.
impl<S: State> fmt::Debug for View<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut info = String::new();
        self.information_state(&mut info);
        f.write_str(&info)
    }
}

impl<S: State> Clone for View<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: State> Copy for View<'_, S> {}

impl<'a, S: State> View<'a, S> {
    /// What this seat sees of the position.
    #[inline]
    pub fn new(state: &'a S, seat: Seat) -> Self {
        Self { state, seat, sees_all: false }
    }

    /// What this seat sees of the position, but its determinizations are the position itself: whoever plays by them knows what
    /// is hidden now, and plays better than it may. That measures what knowledge is worth, and is good for nothing else.
    #[inline]
    pub fn sees_all(state: &'a S, seat: Seat) -> Self {
        Self { state, seat, sees_all: true }
    }

    /// Whose view it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What is fixed about the game, as the seat knows it.
    #[inline]
    pub fn spec(&self) -> &'static Spec {
        self.state.spec_seen_by(self.seat)
    }

    /// Who acts next.
    #[inline]
    pub fn turn(&self) -> Turn {
        self.state.turn()
    }

    /// Replaces `out` by the seat's legal actions; none if it is not its turn.
    #[inline]
    pub fn legal(&self, out: &mut ActionSet) {
        if self.turn() == Turn::Seat(self.seat) { self.state.legal(out) } else { out.clear() }
    }

    /// Writes what the seat sees as numbers.
    #[inline]
    pub fn observe(&self, layout: LayoutId, out: &mut [f32]) {
        self.state.observe(self.seat, layout, out);
    }

    /// Replaces `out` by what the seat sees in a layout, without zeros and the layout's constants.
    pub fn observe_sparse(&self, layout: LayoutId, out: &mut Sparse) {
        self.state.observe_sparse(self.seat, layout, out);
    }

    /// Replaces `out` by what the seat sees as a graph.
    #[inline]
    pub fn entities(&self, out: &mut EntityGraph) {
        self.state.entities(self.seat, out);
    }

    /// Appends what the seat knows as text.
    pub fn information_state(&self, out: &mut String) {
        self.state.information_state(self.seat, out);
    }

    /// What the seat may know, typed.
    #[inline]
    pub fn seat_view(&self) -> S::SeatView<'a> {
        self.state.seat_view(self.seat)
    }

    /// A determinization: a full position that agrees with everything that the seat knows, and tells nothing more; see
    /// [`Knowledge::determinize`](crate::Knowledge::determinize).
    #[inline]
    pub fn determinize(&self, rng: &mut Rng) -> S {
        if self.sees_all { self.state.clone() } else { self.state.determinize(self.seat, rng) }
    }

    /// Replaces `out` by what the hidden hands of others may hold; see [`Hypotheses::unseen`](crate::Hypotheses::unseen).
    pub fn unseen(&self, out: &mut UnseenCards) {
        self.state.unseen(self.seat, out);
    }

    /// Appends the name of the `n`th of them.
    pub fn unseen_text(&self, n: usize, out: &mut String) {
        self.state.unseen_text(self.seat, n, out);
    }

    /// A determinization by what is believed of hidden hands, a tilt for each of [`unseen`](Self::unseen); see
    /// [`Hypotheses::determinize_by`](crate::Hypotheses::determinize_by).
    pub fn determinize_by(&self, tilts: &[f32], rng: &mut Rng) -> S {
        if self.sees_all { self.state.clone() } else { self.state.determinize_by(self.seat, tilts, rng) }
    }

    /// Replaces `out` by what is known of which deck or plan others have; see [`Hypotheses::archetypes`](crate::Hypotheses::archetypes).
    pub fn archetypes(&self, out: &mut Vec<Archetype>) {
        self.state.archetypes(self.seat, out);
    }

    /// Appends the name of an entity of the seat's graph; see [`Hypotheses::entity_text`](crate::Hypotheses::entity_text).
    pub fn entity_text(&self, entity: EntityId, out: &mut String) {
        self.state.entity_text(self.seat, entity, out);
    }

    /// Appends the text of one of the seat's legal actions; nothing if it is not its turn.
    pub fn action_text(&self, action: ActionId, out: &mut String) {
        if self.turn() == Turn::Seat(self.seat) {
            self.state.action_text(action, out);
        }
    }
}
