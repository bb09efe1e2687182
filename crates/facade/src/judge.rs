//! A function on batches that judges positions for a search: a network, or a function written in Python.

use hoyle_core::{ActionSet, LayoutId, Rng, Scores, Spec, State, View};
use hoyle_search::{Batched, Evaluator, Judgement, Leaf};
use std::sync::{Arc, Mutex, PoisonError};

/// Judges many positions at once, each from what its seat to move may know.
pub trait BatchJudge: Send {
    /// The layout in which it sees positions.
    fn layout(&self) -> LayoutId;
    /// Judges. An error ends the search.
    fn judge(&mut self, questions: &Questions) -> Result<Answers, String>;
}

/// Positions that are to be judged. At each of them a seat is to decide.
#[derive(Clone, Debug)]
pub struct Questions {
    /// What is fixed about the game.
    pub spec: &'static Spec,
    /// The layout of the observations.
    pub layout: LayoutId,
    /// The seat to move of each position.
    pub seats: Vec<u8>,
    /// What that seat sees, one position after the other.
    pub observations: Vec<f32>,
    /// Whether an action is legal: for each position as many as the game has actions.
    pub masks: Vec<bool>,
}

impl Questions {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    fn read<S: State>(&mut self, views: &[View<'_, S>]) {
        let (width, actions) = (self.spec.layout(self.layout).len(), self.spec.actions);
        self.seats.clear();
        self.seats.extend(views.iter().map(|view| view.seat().0));
        self.observations.clear();
        self.observations.resize(width * views.len(), 0.0);
        self.masks.clear();
        self.masks.resize(actions * views.len(), false);
        let mut legal = ActionSet::new();
        for (i, view) in views.iter().enumerate() {
            view.observe(self.layout, &mut self.observations[width * i..][..width]);
            view.legal(&mut legal);
            legal.iter().for_each(|action| self.masks[actions * i + action.index()] = true);
        }
    }
}

/// What a judge says.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// The scores that each seat is to expect, from seat 0 on, one position after the other. They are on the scale of the
    /// game; what is beyond its bounds counts as the bound.
    pub values: Vec<f32>,
    /// A weight for every action of the game, one position after the other. Only those of legal actions count; if they are
    /// all zero, or nothing is said, all are alike.
    pub policy: Option<Vec<f32>>,
}

impl Answers {
    /// Answers are not trusted: the numbers must be there, and they must be numbers.
    fn check(&self, questions: &Questions) -> Result<(), String> {
        let (n, seats, actions) = (questions.len(), questions.spec.seats(), questions.spec.actions);
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
        let counts = |i: usize| questions.masks[i];
        let wrong = |weight: f32| !weight.is_finite() || weight < 0.0;
        match (0..policy.len()).find(|&i| counts(i) && wrong(policy[i])) {
            None => Ok(()),
            Some(i) => {
                let (weight, leaf, action) = (policy[i], i / actions, i % actions);
                let text = format!("the evaluator's weight of action {action} at leaf {leaf} is {weight}");
                Err(format!("{text}; weights are probabilities, up to a factor: not below 0"))
            }
        }
    }

    fn judgement(&self, questions: &Questions, i: usize) -> Judgement {
        let (seats, actions) = (questions.spec.seats(), questions.spec.actions);
        let (low, high) = questions.spec.score_bounds;
        let within: Vec<f32> = self.values[seats * i..][..seats].iter().map(|value| value.clamp(low, high)).collect();
        let scores = Scores::from_slice(&within);
        let own = actions * i..actions * (i + 1);
        let legal = questions.masks[own.clone()].iter();
        let weights = self.policy.as_ref().map(|policy| legal.zip(&policy[own]).filter(|(legal, _)| **legal));
        Judgement { scores, weights: weights.into_iter().flatten().map(|(_, weight)| *weight).collect() }
    }
}

/// What a judge did, if it failed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<String>>>);

impl Failure {
    /// What it did. The judge may be asked again.
    pub(crate) fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set(&self, problem: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
    }

    fn is_set(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

type Judges<S> = Batched<Box<dyn FnMut(&[View<'_, S>]) -> Vec<Judgement> + Send>>;

/// A judge as the evaluator of one game's positions.
struct Adapted<S: State> {
    batched: Judges<S>,
    failure: Failure,
}

impl<S: State> Evaluator<S> for Adapted<S> {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) {
        self.batched.evaluate(leaves, rng);
    }

    fn gave_up(&self) -> bool {
        self.failure.is_set()
    }
}

/// The evaluator that a judge makes, and where to look for what it did if it gives up.
pub(crate) fn evaluator<S: State>(
    spec: &'static Spec,
    mut judge: Box<dyn BatchJudge>,
) -> (Box<dyn Evaluator<S>>, Failure) {
    let failure = Failure::default();
    let (seats, observations, masks) = (Vec::new(), Vec::new(), Vec::new());
    let mut questions = Questions { spec, layout: judge.layout(), seats, observations, masks };
    let told = failure.clone();
    let judge = move |views: &[View<'_, S>]| {
        questions.read(views);
        let answers = judge.judge(&questions);
        match answers.and_then(|answers| answers.check(&questions).map(|()| answers)) {
            Ok(answers) => (0..views.len()).map(|i| answers.judgement(&questions, i)).collect(),
            Err(problem) => {
                told.set(problem);
                Vec::new()
            }
        }
    };
    let batched = Batched(Box::new(judge) as Box<dyn FnMut(&[View<'_, S>]) -> Vec<Judgement> + Send>);
    (Box::new(Adapted { batched, failure: failure.clone() }), failure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnalysisError, AnyState, AskError, Title};
    use hoyle_dominion::Dominion;

    /// Says that nobody is ahead, so often; then what it was told to say.
    struct Patient {
        left: usize,
        then: fn(&Questions) -> Result<Answers, String>,
    }

    impl BatchJudge for Patient {
        fn layout(&self) -> LayoutId {
            LayoutId(0)
        }

        fn judge(&mut self, questions: &Questions) -> Result<Answers, String> {
            match self.left.checked_sub(1) {
                None => (self.then)(questions),
                Some(left) => {
                    self.left = left;
                    Ok(even(questions))
                }
            }
        }
    }

    fn even(questions: &Questions) -> Answers {
        Answers { values: vec![0.0; questions.len() * questions.spec.seats()], policy: None }
    }

    fn decision() -> Box<dyn AnyState> {
        let mut state = Title::of::<Dominion>().with_settings(&[]).unwrap().start();
        state.advance(&mut Rng::new(1));
        state
    }

    fn analyzed(left: usize, then: fn(&Questions) -> Result<Answers, String>) -> Result<u32, AnalysisError> {
        let judge = Box::new(Patient { left, then });
        let found = decision().analyze("puct:sims=20,leaves=4", Some(judge), 1, &mut |_| true);
        found.map(|found| found.simulations)
    }

    #[test]
    fn answers_are_not_trusted() {
        assert_eq!(analyzed(1000, |_| unreachable!()), Ok(20));
        let error = |then| analyzed(2, then).unwrap_err().to_string();
        assert_eq!(error(|_| Err("tired".to_owned())), "tired");
        let short = |_: &Questions| Ok(Answers { values: vec![0.0], policy: None });
        assert_eq!(error(short), "the evaluator gave 1 numbers as values, not 4 x 2");
        let infinite = |questions: &Questions| {
            let mut answers = even(questions);
            answers.values[3] = f32::INFINITY;
            Ok(answers)
        };
        assert_eq!(error(infinite), "the evaluator's value of leaf 1 for seat 1 is inf");
        let below = |questions: &Questions| {
            let policy = Some(vec![-1.0; questions.masks.len()]);
            Ok(Answers { policy, ..even(questions) })
        };
        assert!(error(below).contains(" at leaf 0 is -1; weights are probabilities"));
    }

    #[test]
    fn a_player_says_what_its_judge_did() {
        let (state, judge) = (decision(), Patient { left: 0, then: |_| Err("tired".to_owned()) });
        let mut player = state.game().player_with("gumbel", Box::new(judge)).unwrap();
        for _ in 0..2 {
            let problem = AskError::Judge { player: "gumbel".to_owned(), problem: "tired".to_owned() };
            assert_eq!(player.choose(&*state, &mut Rng::new(1)), Err(problem));
        }
    }
}
