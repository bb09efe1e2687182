//! Why a move is played, in numbers of a search and of its evaluator, and in words that say these numbers.
//!
//! Everything is in winning chances of the seat that decides, from what it may know. A part that has no number is not there.

mod around;
mod replies;
mod words;

pub use around::{Around, Thing};
pub use replies::Reply;
pub use words::Sentence;

use crate::evaluate::{Evaluator, EvaluatorError};
use crate::findings::{Finding, Findings};
use crate::insight::Out;
use crate::mode::Mode;
use crate::search::Leaf;
use crate::searcher::Searcher;
use hoyle_core::{ActionId, Rng, Seat, Show, State, View};
use serde::Serialize;

/// Why a move is played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Why {
    /// Whose decision it is.
    pub seat: Seat,
    /// The action.
    pub id: ActionId,
    /// Its text.
    pub text: String,
    /// How it stands for the seat.
    pub mode: Mode,
    /// What the position is worth to it, from 0 to 1.
    pub now: f32,
    /// How many simulations were made.
    pub simulations: u32,
    /// What it is worth to the seat, from 0 to 1; nothing if it was never tried.
    pub value: Option<f32>,
    /// From two standard errors below that to two above.
    pub interval: Option<(f32, f32)>,
    /// The best other move that was tried, and what it is worth.
    pub instead: Option<Instead>,
    /// What the move is aimed at, if that is a threat to the seat.
    pub answers: Option<Thing>,
    /// What it is done with, if the seat would miss that.
    pub uses: Option<Thing>,
    /// What is worst for the seat of all that is there: the greatest threat.
    pub danger: Option<Thing>,
    /// The reply that the search went into most often.
    pub expects: Option<Reply>,
    /// The reply after which the seat stands worst, if it is another one.
    pub fears: Option<Reply>,
    /// The hidden card that speaks most for this move and against the other one.
    pub around: Option<Around>,
    /// The next draws that would turn the game, the best first, if it is not going well.
    pub outs: Vec<Out>,
    /// All that in words, the most important first.
    pub sentences: Vec<Sentence>,
}

/// Another move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Instead {
    /// The action.
    pub id: ActionId,
    /// Its text.
    pub text: String,
    /// What it is worth to the seat, from 0 to 1.
    pub value: f32,
}

/// Why `action` is played, from what a search of this view has found. It need not be the best move. It also [finds out](Searcher::stand) how
/// it stands. Costs some hundred evaluations beyond the search.
///
/// # Panics
/// If it is not the turn of the view's seat.
pub fn why<S: State + Show>(
    searcher: &mut Searcher<S>,
    view: View<'_, S>,
    findings: &Findings,
    action: ActionId,
    rng: &mut Rng,
) -> Result<Why, EvaluatorError> {
    let seat = findings.seat;
    let value = |finding: &Finding| finding.value(seat);
    let own = findings.actions.iter().find(|finding| finding.edge.action == action);
    let others = findings.actions.iter().filter(|finding| finding.edge.action != action && finding.edge.visits > 0);
    let best = others.max_by(|a, b| value(a).unwrap_or(0.0).total_cmp(&value(b).unwrap_or(0.0)));
    let text = |action| {
        let mut text = String::new();
        view.action_text(action, &mut text);
        text
    };
    let instead = best.and_then(|finding| {
        let id = finding.edge.action;
        Some(Instead { id, text: text(id), value: value(finding)? })
    });
    let worlds: Vec<S> = (0..around::WORLDS).map(|_| searcher.deal(view, rng)).collect();
    let (expects, fears) = replies::replies(searcher.first().tree(), view, &worlds, action, rng);
    let standing = searcher.stand(view, rng)?;
    let (outs, spread) = (standing.outs(view.spec().seats()).to_vec(), standing.spread);
    let now = findings.value(seat).unwrap_or(findings.evaluated);
    let mut judge = Judge { evaluator: searcher.evaluator(), view, rng };
    let things = around::things(&mut judge, &worlds, action)?;
    let around = match &instead {
        Some(other) => around::around(&mut judge, &worlds, action, other)?,
        None => None,
    };
    let mut why = Why {
        seat,
        id: action,
        text: text(action),
        mode: Mode::of(now, spread, view.spec().seats()),
        now,
        simulations: findings.simulations,
        value: own.and_then(value),
        interval: own.and_then(|finding| finding.interval(seat)),
        instead,
        answers: things.answers,
        uses: things.uses,
        danger: things.danger,
        expects,
        fears,
        around,
        outs,
        sentences: Vec::new(),
    };
    why.sentences = words::sentences(&why, view.spec());
    Ok(why)
}

/// An evaluator that is asked what positions are worth to the seat of a view.
struct Judge<'a, 'v, S: State> {
    evaluator: &'a mut dyn Evaluator<S>,
    view: View<'v, S>,
    rng: &'a mut Rng,
}

impl<S: State> Judge<'_, '_, S> {
    /// What each position is worth to the seat, from 0 to 1, with the luck that it meets. What chance does first is rolled.
    fn values(&mut self, positions: impl IntoIterator<Item = (S, Rng)>) -> Result<Vec<f32>, EvaluatorError> {
        let leaf = |(position, mut luck): (S, Rng)| {
            let mut leaf = Leaf::new(position);
            leaf.state.roll_to_decision(&mut luck);
            leaf.state.legal(&mut leaf.legal);
            leaf.luck = Some(luck);
            leaf
        };
        let mut leaves: Vec<Leaf<S>> = positions.into_iter().map(leaf).collect();
        self.evaluator.evaluate(&mut leaves, self.rng)?;
        let (low, high) = self.view.spec().score_bounds;
        let share = |leaf: &Leaf<S>| ((leaf.scores[self.view.seat()] - low) / (high - low)).clamp(0.0, 1.0);
        Ok(leaves.iter().map(share).collect())
    }
}
