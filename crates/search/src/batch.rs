//! Evaluators that do not know the type of a game: a function on flat buffers, such as one written in Python.

use crate::evaluate::{Evaluator, EvaluatorError};
use crate::search::Leaf;
use hoyle_core::{LayoutId, Rng, Scores, Spec, State, Turn, View};
use std::fmt;

/// Evaluates many positions at once, each from what its seat to move may know.
pub trait BatchEvaluator: Send {
    /// The layout of the observations that it is given.
    fn layout(&self) -> LayoutId;

    /// The values of all leaves, and their policies if it has any. An error ends the search.
    fn evaluate(&mut self, leaves: &LeafBatch) -> Result<LeafValues, EvaluatorError>;
}

/// Positions that are to be evaluated. At each of them a seat is to decide.
#[derive(Clone, Debug)]
pub struct LeafBatch {
    /// What is fixed about the game.
    pub spec: &'static Spec,
    /// The layout of the observations.
    pub layout: LayoutId,
    /// The seat to move: `[leaves]`.
    pub seats: Vec<u8>,
    /// What that seat sees: `[leaves, width of the layout]`.
    pub observations: Vec<f32>,
    /// Whether an action is legal: `[leaves, actions of the game]`.
    pub masks: Vec<bool>,
}

impl LeafBatch {
    /// The number of leaves.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    fn fill<S: State>(&mut self, leaves: &[Leaf<S>]) {
        let (width, actions) = (self.spec.layout(self.layout).len(), self.spec.actions);
        let decisions = || leaves.iter().filter_map(|leaf| Some((leaf, leaf.seat()?)));
        self.seats.clear();
        self.seats.extend(decisions().map(|(_, seat)| seat.0));
        self.observations.clear();
        self.observations.resize(width * self.seats.len(), 0.0);
        self.masks.clear();
        self.masks.resize(actions * self.seats.len(), false);
        for (i, (leaf, seat)) in decisions().enumerate() {
            View::new(&leaf.state, seat).observe(self.layout, &mut self.observations[width * i..][..width]);
            leaf.legal.iter().for_each(|action| self.masks[actions * i + action.index()] = true);
        }
    }
}

/// What a [`BatchEvaluator`] says of a [`LeafBatch`].
#[derive(Clone, Debug, PartialEq)]
pub struct LeafValues {
    /// The expected scores, on the scale of the game: `[leaves, seats]`, from seat 0 on. Scores beyond the game's bounds
    /// count as the bound.
    pub values: Vec<f32>,
    /// A weight for every action: `[leaves, actions of the game]`. Only those of legal actions count; if they are all zero,
    /// or there is no policy, all legal actions have the same probability.
    pub policy: Option<Vec<f32>>,
}

impl LeafValues {
    /// Evaluators are not trusted: the numbers must be there, and they must be numbers.
    fn check(&self, leaves: &LeafBatch) -> Result<(), String> {
        let (n, seats, actions) = (leaves.len(), leaves.spec.seats(), leaves.spec.actions);
        let count = |what: &str, has: usize, each: usize| match has == n * each {
            true => Ok(()),
            false => Err(format!("the evaluator gave {has} numbers as {what}, not {n} x {each}")),
        };
        count("values", self.values.len(), seats)?;
        if let Some(i) = self.values.iter().position(|value| !value.is_finite()) {
            let (value, leaf, seat) = (self.values[i], i / seats, i % seats);
            return Err(format!("the evaluator's value of leaf {leaf} for seat {seat} is {value}"));
        }
        let Some(policy) = &self.policy else { return Ok(()) };
        count("policy", policy.len(), actions)?;
        let wrong = |weight: f32| !weight.is_finite() || weight < 0.0;
        match (0..policy.len()).find(|&i| leaves.masks[i] && wrong(policy[i])) {
            None => Ok(()),
            Some(i) => {
                let (weight, leaf, action) = (policy[i], i / actions, i % actions);
                let text = format!("the evaluator's weight of action {action} at leaf {leaf} is {weight}");
                Err(format!("{text}; weights are probabilities, up to a factor: not below 0"))
            }
        }
    }

    /// Writes what is said of leaf `i` of the batch.
    fn tell<S: State>(&self, spec: &Spec, i: usize, leaf: &mut Leaf<S>) {
        let (seats, (low, high)) = (spec.seats(), spec.score_bounds);
        let mut scores = Scores::zero(seats);
        for (seat, value) in self.values[seats * i..][..seats].iter().enumerate() {
            scores[hoyle_core::Seat(seat as u8)] = value.clamp(low, high);
        }
        leaf.scores = scores;
        leaf.weights.clear();
        if let Some(policy) = &self.policy {
            let policy = &policy[spec.actions * i..][..spec.actions];
            leaf.weights.extend(leaf.legal.iter().map(|action| policy[action.index()]));
        }
    }
}

/// A [`BatchEvaluator`] as the evaluator of one game's positions.
pub struct Batched {
    evaluator: Box<dyn BatchEvaluator>,
    leaves: LeafBatch,
}

impl Batched {
    /// The evaluator for the positions of a game.
    pub fn new(spec: &'static Spec, evaluator: Box<dyn BatchEvaluator>) -> Self {
        let layout = evaluator.layout();
        let leaves = LeafBatch { spec, layout, seats: Vec::new(), observations: Vec::new(), masks: Vec::new() };
        Self { evaluator, leaves }
    }
}

impl<S: State> Evaluator<S> for Batched {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], _: &mut Rng) -> Result<(), EvaluatorError> {
        self.leaves.fill(leaves);
        let mut values = LeafValues { values: Vec::new(), policy: None };
        if !self.leaves.is_empty() {
            values = self.evaluator.evaluate(&self.leaves)?;
            values.check(&self.leaves)?;
        }
        let mut next = 0;
        for leaf in leaves {
            if let Turn::Seat(_) = leaf.state.turn() {
                values.tell(self.leaves.spec, next, leaf);
                next += 1;
            } else {
                leaf.scores = leaf.state.scores();
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Batched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batched").field("layout", &self.leaves.layout).finish_non_exhaustive()
    }
}
