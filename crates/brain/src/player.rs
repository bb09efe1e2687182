//! Networks as players, and as evaluators of a search.

use crate::graph::GraphNet;
use crate::heads::{BELIEF, IMPACT};
use crate::math::softmax;
use crate::model::Model;
use crate::network::{Architecture, Engine, Network, NetworkOutput, Rows};
use crate::tensor::TensorNet;
use crate::weights::Weights;
use hoyle_arena::{Shares, Valuation};
use hoyle_core::{ActionId, ActionSet, MAX_SEATS, Player, Rng, Scores, Seat, Spec, State, Turn, UnseenCards, View};
use hoyle_search::{Evaluator, EvaluatorError, Leaf};
use std::sync::Arc;

/// Runs a network of a kind on batches of views: [`push`](Self::push) encodes views, [`infer`](Self::infer) computes the output
/// for all of them. Buffers are kept from one batch to the next.
#[derive(Debug)]
pub(crate) struct Runner<A: Architecture> {
    engine: Engine<A>,
    scratch: A::Scratch,
    unseen: UnseenCards,
    rows: A::Rows,
    output: NetworkOutput,
}

impl<A: Architecture> Runner<A> {
    /// Runs an engine.
    pub fn new(engine: Engine<A>) -> Self {
        let (scratch, unseen, rows, output) = Default::default();
        Self { engine, scratch, unseen, rows, output }
    }

    /// Empties the batch.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Adds a view to the batch; `legal` are the actions of its seat, at least one.
    pub fn push<S: State>(&mut self, view: View<'_, S>, legal: &ActionSet) {
        self.engine.net().encode(view, legal, &mut self.scratch, &mut self.rows);
        if self.engine.asks_of_hands() {
            self.engine.net().encode_unseen(view, &mut self.unseen, &mut self.rows);
        }
    }

    /// Adds a view to other rows: nobody asks what the network says of it.
    pub fn keep<S: State>(&mut self, view: View<'_, S>, legal: &ActionSet, rows: &mut A::Rows) {
        self.engine.net().encode(view, legal, &mut self.scratch, rows);
    }

    /// Computes the output for all views of the batch.
    pub fn infer(&mut self) {
        self.engine.infer(&self.rows, &mut self.output);
    }

    /// The network.
    pub fn net(&self) -> &Arc<A> {
        self.engine.net()
    }

    /// The encoded views of the batch.
    pub fn rows(&self) -> &A::Rows {
        &self.rows
    }

    /// The output for the batch that was computed last: a row for each of its views.
    pub fn output(&self) -> &NetworkOutput {
        &self.output
    }
}

/// Runs a network of either kind on batches of views: [`push`](Self::push) encodes views, [`infer`](Self::infer) computes the
/// output for all of them. Buffers are kept from one batch to the next.
#[derive(Debug)]
pub struct NetworkRunner(Either);

#[derive(Debug)]
enum Either {
    Tensor(Runner<TensorNet>),
    Graph(Runner<GraphNet>),
}

/// Does the same with a runner of either kind.
macro_rules! run {
    ($runner:expr, $of:pat => $work:expr) => {
        match $runner {
            Either::Tensor($of) => $work,
            Either::Graph($of) => $work,
        }
    };
}

impl NetworkRunner {
    /// Runs a model as it plays.
    pub fn new(model: &Model) -> Self {
        Self::asking(&model.network, model.weights.clone(), &[])
    }

    /// Runs a network with numbers as it plays, with what these heads say among its [output](NetworkOutput::head), as far as the
    /// network has them. Nothing else is computed than the policy, who wins, and what was asked for.
    pub fn asking(network: &Network, weights: Arc<Weights>, heads: &[&'static str]) -> Self {
        Self(match network {
            Network::Tensor(net) => Either::Tensor(Runner::new(Engine::new(net.clone(), weights).asking(heads))),
            Network::Graph(net) => Either::Graph(Runner::new(Engine::new(net.clone(), weights).asking(heads))),
        })
    }

    /// Empties the batch.
    pub fn clear(&mut self) {
        run!(&mut self.0, runner => runner.clear());
    }

    /// Adds a view to the batch; `legal` are the actions of its seat, at least one.
    pub fn push<S: State>(&mut self, view: View<'_, S>, legal: &ActionSet) {
        run!(&mut self.0, runner => runner.push(view, legal));
    }

    /// Computes the output for all views of the batch.
    pub fn infer(&mut self) {
        run!(&mut self.0, runner => runner.infer());
    }

    /// The actions of a view of the batch, in the order of its logits.
    pub fn actions(&self, row: usize) -> &[u16] {
        run!(&self.0, runner => runner.rows().actions(row))
    }

    /// The output for the batch that was computed last: a row for each of its views.
    pub fn output(&self) -> &NetworkOutput {
        run!(&self.0, runner => runner.output())
    }
}

/// Plays what its network finds best, without search.
#[derive(Debug)]
pub struct NetPlayer {
    runner: NetworkRunner,
    legal: ActionSet,
    /// 0 plays the best action; 1 draws by the network's probabilities.
    temperature: f32,
}

impl NetPlayer {
    /// A player by a model.
    pub fn new(model: &Model, temperature: f32) -> Self {
        Self { runner: NetworkRunner::new(model), legal: ActionSet::new(), temperature }
    }
}

impl<S: State> Player<S> for NetPlayer {
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        let Self { runner, legal, temperature } = self;
        view.legal(legal);
        if legal.len() == 1 {
            return legal.first().unwrap_or(ActionId(0));
        }
        runner.clear();
        runner.push(view, legal);
        runner.infer();
        let place = draw(runner.output().logits(0), *temperature, rng);
        ActionId(runner.actions(0)[place])
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

/// Whether networks can evaluate the positions of a game: shares stand for scores only if those add up to zero. Otherwise the reason.
pub fn can_evaluate(spec: &Spec) -> Result<(), String> {
    let reason = "networks share out what there is to win, and the scores of this game do not add up to zero";
    if spec.zero_sum { Ok(()) } else { Err(format!("{reason}; take scoring=win")) }
}

/// The scores that shares stand for; they begin with the seat of the view.
pub fn expected_scores(spec: &Spec, seat: usize, shares: &[f32]) -> Scores {
    let seats = spec.seats();
    let low = spec.score_bounds.0;
    let mut scores = Scores::zero(seats);
    for (n, share) in shares.iter().enumerate() {
        scores[Seat(((seat + n) % seats) as u8)] = low - low * seats as f32 * share;
    }
    scores
}

/// A network as the value function by which an arena tells luck: it is asked about every seat's own view. Its opinions are what the
/// seat to move expects, the mean of what all seats expect, and what each seat expects for itself.
#[derive(Debug)]
pub struct NetValuation {
    runner: NetworkRunner,
    legal: ActionSet,
}

impl NetValuation {
    /// A value function by a model.
    pub fn new(model: &Model) -> Self {
        Self { runner: NetworkRunner::new(model), legal: ActionSet::new() }
    }
}

impl<S: State> Valuation<S> for NetValuation {
    fn opinions(&self) -> usize {
        3
    }

    fn value(&mut self, state: &S, out: &mut [Shares]) {
        let Self { runner, legal } = self;
        let seats = state.spec().seats();
        runner.clear();
        for seat in (0..seats as u8).map(Seat) {
            let view = View::new(state, seat);
            view.legal(legal);
            runner.push(view, legal);
        }
        runner.infer();
        out.fill([0.0; MAX_SEATS]);
        let [mover, mean, own] = out else { unreachable!("as many as there are opinions") };
        for (seat, own) in own.iter_mut().enumerate().take(seats) {
            let values = runner.output().values(seat);
            *own = f64::from(values[0]);
            for (n, &value) in values.iter().enumerate() {
                let of = (seat + n) % seats;
                mean[of] += f64::from(value) / seats as f64;
                if state.turn() == Turn::Seat(Seat(seat as u8)) {
                    mover[of] = f64::from(value);
                }
            }
        }
        let sum: f64 = own.iter().sum();
        own.iter_mut().for_each(|own| *own /= sum);
    }
}

/// A network that evaluates positions for a search: winning chances as scores, and probabilities of actions.
#[derive(Debug)]
pub struct NetEvaluator(pub NetworkRunner);

impl<S: State> Evaluator<S> for NetEvaluator {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) -> Result<(), EvaluatorError> {
        run!(&mut self.0.0, runner => runner.evaluate(leaves, rng))
    }

    fn impact(&mut self, view: View<'_, S>, legal: &ActionSet, impacts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        run!(&mut self.0.0, runner => runner.impact(view, legal, impacts))
    }

    fn believes(&self) -> bool {
        run!(&self.0.0, runner => Evaluator::<S>::believes(runner))
    }

    fn believe(&mut self, view: View<'_, S>, tilts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        run!(&mut self.0.0, runner => runner.believe(view, tilts))
    }
}

impl<S: State, A: Architecture> Evaluator<S> for Runner<A> {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], _: &mut Rng) -> Result<(), EvaluatorError> {
        self.clear();
        for leaf in leaves.iter() {
            if let Turn::Seat(seat) = leaf.state.turn() {
                self.push(View::new(&leaf.state, seat), &leaf.legal);
            }
        }
        self.infer();
        let mut row = 0;
        for leaf in leaves {
            if let Turn::Seat(_) = leaf.state.turn() {
                write_leaf(self.output(), row, self.rows().actions(row), leaf);
                row += 1;
            } else {
                leaf.scores = leaf.state.scores();
            }
        }
        Ok(())
    }

    /// By the head of that name, if the network has it.
    fn impact(&mut self, view: View<'_, S>, legal: &ActionSet, impacts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        impacts.clear();
        let before = self.engine.ask(&[IMPACT.name]);
        self.clear();
        self.push(view, legal);
        self.infer();
        if let Some(said) = self.output.head(IMPACT.name, 0).filter(|said| said.len() == legal.len()) {
            impacts.extend_from_slice(said);
            sort_by_action(self.rows().actions(0), impacts);
        }
        self.engine.ask(&before);
        Ok(())
    }

    fn believes(&self) -> bool {
        self.engine.net().heads().iter().any(|own| own.head().name == BELIEF.name)
    }

    fn believe(&mut self, view: View<'_, S>, tilts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        tilts.clear();
        let before = self.engine.ask(&[BELIEF.name]);
        if self.engine.asks_of_hands() {
            let mut legal = ActionSet::new();
            view.legal(&mut legal);
            self.clear();
            self.push(view, &legal);
            self.infer();
            tilts.extend_from_slice(self.output.head(BELIEF.name, 0).unwrap_or_default());
        }
        self.engine.ask(&before);
        Ok(())
    }
}

/// Writes a row of a network's output, with its actions, into the leaf that it was asked about.
pub(crate) fn write_leaf<S: State>(output: &NetworkOutput, row: usize, actions: &[u16], leaf: &mut Leaf<S>) {
    let Turn::Seat(seat) = leaf.state.turn() else { return };
    leaf.scores = expected_scores(leaf.state.spec(), seat.index(), output.values(row));
    leaf.weights.clear();
    leaf.weights.extend_from_slice(output.logits(row));
    softmax(&mut leaf.weights);
    sort_by_action(actions, &mut leaf.weights);
}

/// Brings weights into the ascending order of their actions.
fn sort_by_action(actions: &[u16], weights: &mut [f32]) {
    if !actions.is_sorted() {
        let mut pairs: Vec<(u16, f32)> = actions.iter().copied().zip(weights.iter().copied()).collect();
        pairs.sort_unstable_by_key(|pair| pair.0);
        weights.iter_mut().zip(pairs).for_each(|(weight, (_, sorted))| *weight = sorted);
    }
}
