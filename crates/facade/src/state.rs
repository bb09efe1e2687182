//! A position of any game, without a table around it: what a search, an environment or a notebook works with.

use crate::analyze::{self, AnalysisError};
use crate::game::TypedGame;
use crate::{AnyGame, BatchEvaluator};
use hoyle_core::prelude::*;
use hoyle_core::{
    ActionId, ActionSet, EntityGraph, Game, IllegalAction, LayoutId, Outcomes, Rng, Scores, Seat, Show, Sparse, Spec,
    Turn, UnknownAction, save,
};
use hoyle_search::Analysis;
use std::any::Any;

/// A position of a game, whichever it is. It knows everything: what a seat may know is what the methods with a seat give.
pub trait AnyState: Any + Send + Sync {
    /// What is fixed about the game.
    fn spec(&self) -> &'static Spec;
    /// The game that it is a position of.
    fn game(&self) -> Box<dyn AnyGame>;
    /// That game as a seat knows it: without options that name what is hidden from it.
    fn game_seen_by(&self, seat: Seat) -> Box<dyn AnyGame>;
    /// A position of its own that is equal.
    fn clone_box(&self) -> Box<dyn AnyState>;
    /// The position as what it is, for players that are made for one game.
    fn as_any(&self) -> &dyn Any;

    /// Who acts next.
    fn turn(&self) -> Turn;
    /// Replaces `out` by the legal actions; none if it is no seat's turn.
    fn legal(&self, out: &mut ActionSet);
    /// Whether this id can be played here, as an action or as a chance outcome.
    fn allows(&self, action: ActionId) -> bool;
    /// Plays an action or chance outcome; an error changes nothing.
    fn play(&mut self, action: ActionId) -> Result<(), IllegalAction>;
    /// Replaces `out` by the exact distribution of the next chance action; none if it is not chance's turn.
    fn outcomes(&self, out: &mut Outcomes);
    /// Samples the next chance action, plays it and tells which it was; nothing if it is not chance's turn.
    fn roll(&mut self, rng: &mut Rng) -> Option<ActionId>;
    /// Lets chance act until a seat is to decide or the game is over, and tells which.
    fn advance(&mut self, rng: &mut Rng) -> Turn;
    /// What the game ends with. Zero for every seat before the end.
    fn scores(&self) -> Scores;

    /// Writes what the seat sees, in one of the layouts of [`spec`](Self::spec).
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]);
    /// Replaces `out` by what the seat sees in a layout, without zeros and the layout's constants.
    fn observe_sparse(&self, seat: Seat, layout: LayoutId, out: &mut Sparse);
    /// Replaces `out` by what the seat sees, as a graph.
    fn entities(&self, seat: Seat, out: &mut EntityGraph);
    /// What the seat knows, as text.
    fn information_state(&self, seat: Seat) -> String;
    /// A position that agrees with everything that the seat knows, the rest sampled anew: of the game as the seat knows it.
    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Box<dyn AnyState>;

    /// What a search by this specification finds about the decision at hand, from what its seat may know. An evaluator takes
    /// the place of rollouts. `watch` is told after ever longer searches, and ends it by answering false.
    fn analyze(
        &self,
        search: &str,
        evaluator: Option<Box<dyn BatchEvaluator>>,
        seed: u64,
        watch: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, AnalysisError>;

    /// The text of an action or chance outcome that can be played here.
    fn action_text(&self, action: ActionId) -> Result<String, IllegalAction>;
    /// The action whose text this is.
    fn parse_action(&self, text: &str) -> Result<ActionId, UnknownAction>;
    /// A picture of the position, as a seat sees it or with everything open. It may carry ANSI colours.
    fn board(&self, viewer: Option<Seat>) -> String;
    /// One line that tells what an action would do, as a seat sees it or with everything open.
    fn event(&self, action: ActionId, viewer: Option<Seat>) -> Result<String, IllegalAction>;

    /// The position as one JSON object, as [`Registry::open_state`](crate::Registry::open_state) reads it.
    fn to_json(&self) -> String;
    /// The position in binary form, as [`AnyGame::state_from_bytes`] reads it.
    fn to_bytes(&self) -> Vec<u8>;
    /// A number that tells positions apart.
    fn hash(&self) -> u64;
    /// Whether it is the same position of the same game.
    fn is_same(&self, other: &dyn AnyState) -> bool;
}

/// The position behind [`AnyState`].
pub(crate) struct TypedState<G: Game> {
    pub(crate) game: TypedGame<G>,
    pub(crate) state: G::State,
}

impl<G: Game> TypedState<G> {
    pub(crate) fn new(game: TypedGame<G>, state: G::State) -> Self {
        Self { game, state }
    }

    /// The error of an id that cannot be played.
    fn must_allow(&self, action: ActionId) -> Result<(), IllegalAction> {
        if self.state.allows(action) { Ok(()) } else { self.state.clone().play(action) }
    }
}

impl<G: Game> AnyState for TypedState<G> {
    fn spec(&self) -> &'static Spec {
        self.state.spec()
    }

    fn game(&self) -> Box<dyn AnyGame> {
        Box::new(self.game)
    }

    fn game_seen_by(&self, seat: Seat) -> Box<dyn AnyGame> {
        Box::new(self.game.as_seen_by(seat))
    }

    fn clone_box(&self) -> Box<dyn AnyState> {
        Box::new(Self { game: self.game, state: self.state.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn legal(&self, out: &mut ActionSet) {
        self.state.legal(out);
    }

    fn allows(&self, action: ActionId) -> bool {
        self.state.allows(action)
    }

    fn play(&mut self, action: ActionId) -> Result<(), IllegalAction> {
        self.state.play(action)
    }

    fn outcomes(&self, out: &mut Outcomes) {
        self.state.outcomes(out);
    }

    fn roll(&mut self, rng: &mut Rng) -> Option<ActionId> {
        (self.state.turn() == Turn::Chance).then(|| self.state.roll(rng))
    }

    fn advance(&mut self, rng: &mut Rng) -> Turn {
        self.state.roll_to_decision(rng)
    }

    fn scores(&self) -> Scores {
        self.state.scores()
    }

    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]) {
        self.state.observe(seat, layout, out);
    }

    fn observe_sparse(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        self.state.observe_sparse(seat, layout, out);
    }

    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        self.state.entities(seat, out);
    }

    fn information_state(&self, seat: Seat) -> String {
        let mut out = String::new();
        self.state.information_state(seat, &mut out);
        out
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Box<dyn AnyState> {
        Box::new(Self::new(self.game.as_seen_by(seat), self.state.determinize(seat, rng)))
    }

    fn analyze(
        &self,
        search: &str,
        evaluator: Option<Box<dyn BatchEvaluator>>,
        seed: u64,
        watch: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, AnalysisError> {
        analyze::analyze(self.game, &self.state, search, evaluator, seed, watch)
    }

    fn action_text(&self, action: ActionId) -> Result<String, IllegalAction> {
        self.must_allow(action)?;
        let mut out = String::new();
        self.state.action_text(action, &mut out);
        Ok(out)
    }

    fn parse_action(&self, text: &str) -> Result<ActionId, UnknownAction> {
        self.state.parse_action(text)
    }

    fn board(&self, viewer: Option<Seat>) -> String {
        let mut out = String::new();
        self.state.board(viewer, &mut out);
        out
    }

    fn event(&self, action: ActionId, viewer: Option<Seat>) -> Result<String, IllegalAction> {
        self.must_allow(action)?;
        let mut out = String::new();
        self.state.event(action, viewer, &mut out);
        Ok(out)
    }

    fn to_json(&self) -> String {
        save::to_json(&self.game.rules, &self.state)
    }

    fn to_bytes(&self) -> Vec<u8> {
        save::to_bytes(&self.state)
    }

    fn hash(&self) -> u64 {
        save::hash(&self.state)
    }

    fn is_same(&self, other: &dyn AnyState) -> bool {
        // Positions of two games may look alike: the fingerprint tells the options apart.
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.spec().fingerprint == other.spec().fingerprint && self.state == other.state)
    }
}
