//! Networks as players, and as judges in a search.

use crate::math::softmax;
use crate::model::Model;
use crate::network::{Answers, Desk, Engine, Network, Rows};
use hoyle_core::{ActionId, ActionSet, Player, Rng, Scores, Spec, State, Turn, View};
use hoyle_search::{Evaluator, EvaluatorError, Leaf};

/// A network at work: it encodes views and answers, and keeps its memory.
#[derive(Clone, Debug)]
pub struct Mind {
    network: Network,
    engine: Engine,
    desk: Desk,
    rows: Rows,
    answers: Answers,
    legal: ActionSet,
}

impl Mind {
    /// A model at work.
    pub fn new(model: &Model) -> Self {
        Self::of(model.network.clone(), model.network.engine(model.weights.clone()))
    }

    /// A network with numbers at work.
    pub fn of(network: Network, engine: Engine) -> Self {
        let rows = network.rows();
        Self { engine, desk: Desk::default(), rows, answers: Answers::default(), legal: ActionSet::new(), network }
    }

    /// Takes all views away.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Adds a view with its legal actions.
    pub fn see<S: State>(&mut self, view: View<'_, S>, legal: &ActionSet) {
        self.network.encode(view, legal, &mut self.desk, &mut self.rows);
    }

    /// Answers for all views that were added.
    pub fn think(&mut self) {
        self.engine.infer(&self.rows, &mut self.answers);
    }

    /// The views.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// What it says about them.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }
}

/// Plays what its network finds best, without search.
#[derive(Clone, Debug)]
pub struct NetPlayer {
    mind: Mind,
    /// 0 plays the best action; 1 draws by the network's probabilities.
    temperature: f32,
}

impl NetPlayer {
    /// A player by a model.
    pub fn new(model: &Model, temperature: f32) -> Self {
        Self { mind: Mind::new(model), temperature }
    }
}

impl<S: State> Player<S> for NetPlayer {
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        let mut legal = std::mem::take(&mut self.mind.legal);
        view.legal(&mut legal);
        if legal.len() == 1 {
            let only = legal.first();
            self.mind.legal = legal;
            return only.unwrap_or(ActionId(0));
        }
        self.mind.clear();
        self.mind.see(view, &legal);
        self.mind.legal = legal;
        self.mind.think();
        let place = draw(self.mind.answers.logits(0), self.temperature, rng);
        ActionId(self.mind.rows.actions(0)[place])
    }
}

/// The place of one of the candidates: the best, or drawn by probabilities that the temperature makes even.
pub fn draw(logits: &[f32], temperature: f32, rng: &mut Rng) -> usize {
    let best = || (0..logits.len()).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap_or(0);
    if temperature <= 0.0 {
        return best();
    }
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |logit: f32| ((logit - most) / temperature).exp();
    let mut left = rng.unit() * logits.iter().map(|&logit| weight(logit)).sum::<f32>();
    for (place, &logit) in logits.iter().enumerate() {
        left -= weight(logit);
        if left < 0.0 {
            return place;
        }
    }
    best()
}

/// Scores as shares of 1, seat by seat: what networks predict. Who wins alone has all of it; where scores are graded, each
/// seat has its part of what is above the lowest score. What one wins the others lose, so no share is lost.
pub fn shares(spec: &Spec, scores: &Scores) -> Vec<f32> {
    let low = spec.score_bounds.0;
    let above: Vec<f32> = scores.as_slice().iter().map(|score| score - low).collect();
    let sum: f32 = above.iter().sum();
    let even = 1.0 / above.len() as f32;
    above.iter().map(|above| if sum > 0.0 { above / sum } else { even }).collect()
}

/// Whether networks can judge a game: shares stand for scores only if those add up to zero. Otherwise the reason.
pub fn can_judge(spec: &Spec) -> Result<(), String> {
    let reason = "networks share out what there is to win, and the scores of this game do not add up to zero";
    if spec.zero_sum { Ok(()) } else { Err(format!("{reason}; take scoring=win")) }
}

/// The scores that shares stand for; they begin with the seat of the view.
pub fn expected_scores(spec: &Spec, seat: usize, shares: &[f32]) -> Scores {
    let seats = spec.seats();
    let low = spec.score_bounds.0;
    let mut scores = Scores::zero(seats);
    for (n, share) in shares.iter().enumerate() {
        scores[hoyle_core::Seat(((seat + n) % seats) as u8)] = low - low * seats as f32 * share;
    }
    scores
}

/// A network that judges positions for a search: chances to win as scores, and probabilities of actions.
#[derive(Clone, Debug)]
pub struct NetEvaluator(pub Mind);

impl<S: State> Evaluator<S> for NetEvaluator {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], _: &mut Rng) -> Result<(), EvaluatorError> {
        let mind = &mut self.0;
        mind.clear();
        for leaf in leaves.iter() {
            if let Turn::Seat(seat) = leaf.state.turn() {
                mind.see(View::new(&leaf.state, seat), &leaf.legal);
            }
        }
        mind.think();
        let mut row = 0;
        for leaf in leaves {
            if let Turn::Seat(_) = leaf.state.turn() {
                judge(mind, row, leaf);
                row += 1;
            } else {
                leaf.scores = leaf.state.scores();
            }
        }
        Ok(())
    }
}

/// Writes what a mind says about a row into the leaf that it was asked about.
pub(crate) fn judge<S: State>(mind: &Mind, row: usize, leaf: &mut Leaf<S>) {
    let Turn::Seat(seat) = leaf.state.turn() else { return };
    leaf.scores = expected_scores(leaf.state.spec(), seat.index(), mind.answers.values(row));
    leaf.weights.clear();
    leaf.weights.extend_from_slice(mind.answers.logits(row));
    softmax(&mut leaf.weights);
    sort_by_action(mind.rows.actions(row), &mut leaf.weights);
}

/// Brings weights into the ascending order of their actions.
fn sort_by_action(actions: &[u16], weights: &mut [f32]) {
    if !actions.is_sorted() {
        let mut pairs: Vec<(u16, f32)> = actions.iter().copied().zip(weights.iter().copied()).collect();
        pairs.sort_unstable_by_key(|pair| pair.0);
        weights.iter_mut().zip(pairs).for_each(|(weight, (_, sorted))| *weight = sorted);
    }
}
