//! Evaluators from outside, such as a function written in Python, in a search of any game.

use hoyle_core::{LayoutId, Rng};
use hoyle_games::arena::Fault;
use hoyle_games::{AnalysisError, AnyState, AskError, BatchEvaluator, EvaluatorError, LeafBatch, LeafValues, load};

/// Says that nobody is ahead, so often; then what it was told to say.
struct Patient {
    left: usize,
    then: fn(&LeafBatch) -> Result<LeafValues, EvaluatorError>,
}

impl BatchEvaluator for Patient {
    fn layout(&self) -> LayoutId {
        LayoutId(0)
    }

    fn evaluate(&mut self, leaves: &LeafBatch) -> Result<LeafValues, EvaluatorError> {
        match self.left.checked_sub(1) {
            None => (self.then)(leaves),
            Some(left) => {
                self.left = left;
                Ok(even(leaves))
            }
        }
    }
}

fn even(leaves: &LeafBatch) -> LeafValues {
    LeafValues { values: vec![0.0; leaves.len() * leaves.spec.seats()], policy: None }
}

fn decision() -> Box<dyn AnyState> {
    let mut state = load("dominion").unwrap().start();
    state.advance(&mut Rng::new(1));
    state
}

fn analyzed(left: usize, then: fn(&LeafBatch) -> Result<LeafValues, EvaluatorError>) -> Result<u32, AnalysisError> {
    let evaluator = Box::new(Patient { left, then });
    let found = decision().analyze("puct:sims=20,leaves=4", Some(evaluator), 1, &mut |_| true);
    found.map(|found| found.simulations)
}

#[test]
fn evaluators_are_not_trusted() {
    assert_eq!(analyzed(1000, |_| unreachable!()).unwrap(), 20);
    let error = |then| analyzed(2, then).unwrap_err().to_string();
    assert_eq!(error(|_| Err(EvaluatorError::new("tired"))), "tired");
    let short = |_: &LeafBatch| Ok(LeafValues { values: vec![0.0], policy: None });
    assert_eq!(error(short), "the evaluator gave 1 numbers as values, not 4 x 2");
    let infinite = |leaves: &LeafBatch| {
        let mut values = even(leaves);
        values.values[3] = f32::INFINITY;
        Ok(values)
    };
    assert_eq!(error(infinite), "the evaluator's value of leaf 1 for seat 1 is inf");
    let below = |leaves: &LeafBatch| {
        let policy = Some(vec![-1.0; leaves.masks.len()]);
        Ok(LeafValues { policy, ..even(leaves) })
    };
    assert!(error(below).contains(" at leaf 0 is -1; weights are probabilities"));
}

#[test]
fn a_player_says_why_its_evaluator_failed() {
    let (state, evaluator) = (decision(), Patient { left: 0, then: |_| Err(EvaluatorError::new("tired")) });
    let mut player = state.game().player_with("gumbel", Box::new(evaluator)).unwrap();
    for _ in 0..2 {
        let error = player.choose(&*state, &mut Rng::new(1)).unwrap_err();
        assert!(matches!(error, AskError::Fault { fault: Fault::Failed(_), .. }));
        assert_eq!(error.to_string(), "player `gumbel`: failed: tired");
    }
}
