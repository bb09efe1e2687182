//! Dropping candidates that look too bad before they are tried.

use crate::evaluate::{Evaluator, EvaluatorError};
use crate::search::Leaf;
use hoyle_core::{ActionSet, Rng, State, Turn, View};
use std::fmt;

/// By what candidates of the root are dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PruneBy {
    /// By the evaluator's probabilities if the method uses them, otherwise by the game's estimate one step ahead.
    #[default]
    Prior,
    /// By what they are worth: the evaluator's word one step ahead, or its own word about impact if it has one.
    Impact,
}

/// In how many determinizations candidates are played one step ahead.
const DEALS: usize = 2;

/// Replaces `out` by what each legal action is worth beyond the position, by the evaluator: its own word about impact, or the mean of what it
/// says of the positions one step ahead, where every candidate meets the same deals and dice. Only differences tell anything.
pub(crate) fn impacts<S: State>(
    view: View<'_, S>,
    legal: &ActionSet,
    mut deal: impl FnMut(&mut Rng) -> S,
    evaluator: &mut dyn Evaluator<S>,
    rng: &mut Rng,
    out: &mut Vec<f32>,
) -> Result<(), EvaluatorError> {
    evaluator.impact(view, legal, out)?;
    if out.len() == legal.len() {
        return Ok(());
    }
    let (low, high) = view.spec().score_bounds;
    out.clear();
    out.resize(legal.len(), 0.0);
    for _ in 0..DEALS {
        let (world, luck) = (deal(rng), Rng::new(rng.bits()));
        let step = |action| {
            let (mut after, mut luck) = (world.clone(), luck.clone());
            after.play_unchecked(action);
            after.roll_to_decision(&mut luck);
            let mut leaf = Leaf::new(after);
            leaf.state.legal(&mut leaf.legal);
            leaf.luck = Some(luck);
            leaf
        };
        let mut leaves: Vec<Leaf<S>> = legal.iter().map(step).collect();
        evaluator.evaluate(&mut leaves, rng)?;
        for (sum, leaf) in out.iter_mut().zip(&leaves) {
            *sum += (leaf.scores[view.seat()] - low) / (high - low) / DEALS as f32;
        }
    }
    Ok(())
}

/// The best candidates by a number for each: at most so many.
pub(crate) fn best(legal: &ActionSet, numbers: &[f32], most: usize) -> ActionSet {
    let mut ranked: Vec<_> = legal.iter().zip(numbers).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(a.1).then(a.0.cmp(&b.0)));
    ranked.into_iter().take(most.max(1)).map(|(action, _)| action).collect()
}

/// Says how good the candidates of a decision look.
pub trait Appraise<S: State>: Send {
    /// Writes a number from 0 (hopeless) upwards for each legal action, in ascending order of ids.
    fn appraise(&mut self, view: View<'_, S>, legal: &ActionSet, out: &mut Vec<f32>);
}

/// Which candidates are dropped: those that an appraisal puts below a share of the best.
pub struct Pruning<S> {
    /// The share of the best below which a candidate is dropped, from 0 (none) to 1 (all but the best).
    pub threshold: f32,
    /// Who appraises. A rule with priors goes by the evaluator's probabilities instead.
    pub by: Option<Box<dyn Appraise<S>>>,
    numbers: Vec<f32>,
}

impl<S: State> Pruning<S> {
    /// Drops by the evaluator's probabilities.
    pub fn by_probability(threshold: f32) -> Self {
        Self { threshold, by: None, numbers: Vec::new() }
    }

    /// Drops by an appraisal.
    pub fn by(threshold: f32, by: impl Appraise<S> + 'static) -> Self {
        Self { threshold, by: Some(Box::new(by)), numbers: Vec::new() }
    }

    /// The candidates to be dropped; never all of them.
    pub(crate) fn hopeless(&mut self, view: View<'_, S>, legal: &ActionSet) -> ActionSet {
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        if let Some(by) = &mut self.by {
            by.appraise(view, legal, &mut numbers);
        }
        let hopeless = self.unlikely(legal, &numbers);
        self.numbers = numbers;
        hopeless
    }

    /// The same by numbers that are there: one for each legal action, or none at all.
    pub(crate) fn unlikely(&self, legal: &ActionSet, numbers: &[f32]) -> ActionSet {
        let best = numbers.iter().copied().fold(0.0, f32::max);
        let bad = |&(_, &number): &(_, &f32)| number < self.threshold * best;
        legal.iter().zip(numbers).filter(bad).map(|(action, _)| action).collect()
    }
}

impl<S> fmt::Debug for Pruning<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pruning({})", self.threshold)
    }
}

/// Appraises an action by the game's own estimate of the position after it, from 0 to 1.
#[derive(Clone, Debug)]
pub struct OneStep {
    /// What an action leads to is sampled; every candidate meets the same luck.
    rng: Rng,
}

impl Default for OneStep {
    fn default() -> Self {
        Self { rng: Rng::new(0) }
    }
}

impl<S: State> Appraise<S> for OneStep {
    fn appraise(&mut self, view: View<'_, S>, legal: &ActionSet, out: &mut Vec<f32>) {
        let (low, high) = view.spec().score_bounds;
        let world = view.determinize(&mut self.rng);
        let luck = Rng::new(self.rng.bits());
        out.extend(legal.iter().map(|action| {
            let (mut after, mut luck) = (world.clone(), luck.clone());
            after.play_unchecked(action);
            let turn = after.roll_to_decision(&mut luck);
            let scores = if turn == Turn::Over { after.scores() } else { after.heuristic_value() };
            (scores[view.seat()] - low) / (high - low)
        }));
    }
}
