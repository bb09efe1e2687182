//! The loop: descend, ask for judgements, be told, back up. It does no input or output and knows no evaluator.

use crate::select::{Choice, Rule};
use crate::tree::{Index, Tree};
use hoyle_core::{ActionSet, MAX_SEATS, Rng, Scores, Seat, State, Turn, View};

/// A position that the search asks about.
#[derive(Clone, Debug)]
pub struct Leaf<S> {
    /// The position. An evaluator may play it on.
    pub state: S,
    /// The scores that are to be expected: the evaluator's answer.
    pub scores: Scores,
    /// A weight for each legal action in ascending order of ids; empty if all are alike.
    pub weights: Vec<f32>,
    /// The legal actions of the position, if it is a seat's turn.
    pub legal: ActionSet,
    /// The edges that lead to it.
    path: Vec<Index>,
    /// The node that it is.
    node: Index,
}

/// A tree search from one seat's view.
#[derive(Clone, Debug)]
pub struct Search {
    rule: Rule,
    tree: Tree,
    root: Index,
    seat: Seat,
    /// Which edge of the root is taken next, if the search is told to try one.
    forced: Option<Index>,
    low: f32,
    span: f32,
    seats: usize,
    simulations: u32,
}

impl Search {
    /// A search by this rule.
    pub fn new(rule: Rule) -> Self {
        Self {
            rule,
            tree: Tree::default(),
            root: 0,
            seat: Seat(0),
            forced: None,
            low: 0.0,
            span: 1.0,
            seats: 0,
            simulations: 0,
        }
    }

    /// Starts anew from what a seat sees. The memory of the last search is used again.
    pub fn begin<S: State>(&mut self, view: View<'_, S>) {
        let spec = view.spec();
        let (low, high) = spec.score_bounds;
        (self.low, self.span, self.seats) = (low, (high - low).max(f32::MIN_POSITIVE), spec.seats());
        self.seat = view.seat();
        self.root = 0;
        self.simulations = 0;
        self.forced = None;
        self.tree.clear();
    }

    /// Goes on from where an action of the root leads, keeping what is known there. False if nothing is known.
    pub fn advance(&mut self, action: hoyle_core::ActionId) -> bool {
        let edge = self.tree.edges(self.root).find(|(_, edge)| edge.action == action).map(|(_, edge)| edge.child);
        match edge {
            Some(child) if child != crate::tree::NONE => {
                self.root = child;
                self.simulations = 0;
                true
            }
            _ => false,
        }
    }

    /// Descends once, in a position dealt anew from the view, down to a node that was not judged yet or to the end of a
    /// game. What is asked about is written to `leaf`, whose memory is used again.
    pub fn gather<S: State>(&mut self, view: View<'_, S>, rng: &mut Rng, leaf: &mut Leaf<S>) {
        leaf.state = view.redeal(rng);
        leaf.path.clear();
        leaf.weights.clear();
        let mut node = self.root;
        let mut forced = self.forced.take();
        self.simulations += 1;
        loop {
            // Chance is sampled: a node stands for the actions, whatever was dealt.
            while leaf.state.turn() == Turn::Chance {
                leaf.state.roll(rng);
            }
            self.tree.node_mut(node).visits += 1;
            leaf.node = node;
            let Turn::Seat(seat) = leaf.state.turn() else {
                leaf.legal.clear();
                return;
            };
            leaf.state.legal(&mut leaf.legal);
            let is_root = node == self.root;
            if !is_root && self.tree.node(node).visits == 1 || self.rule.uses_priors() && !self.tree.node(node).judged {
                return;
            }
            let choice = match forced.take() {
                Some(edge) => Choice::Edge(edge),
                None => self.rule.choose(&mut self.tree, node, &leaf.legal, seat.index(), rng),
            };
            let edge = match choice {
                Choice::Edge(edge) => edge,
                Choice::New(action) => {
                    let prior = 1.0 / leaf.legal.len() as f32;
                    let edge = self.tree.add_edge(node, action, prior);
                    self.tree.edge_mut(edge).available = 1;
                    edge
                }
            };
            leaf.state.play(self.tree.edge(edge).action);
            self.tree.edge_mut(edge).in_flight += 1;
            leaf.path.push(edge);
            node = self.tree.child(edge);
        }
    }

    /// Takes an evaluator's answer: notes what it said of the node, and backs the scores up the path.
    pub fn apply<S: State>(&mut self, leaf: &Leaf<S>) {
        let mut results = [0.0; MAX_SEATS];
        for (result, score) in results.iter_mut().zip(leaf.scores.as_slice()) {
            *result = ((score - self.low) / self.span).clamp(0.0, 1.0);
        }
        if !self.tree.node(leaf.node).judged {
            self.judge(leaf, results);
        }
        for &edge in &leaf.path {
            let edge = self.tree.edge_mut(edge);
            edge.visits += 1;
            edge.in_flight -= 1;
            for (sum, result) in edge.sums.iter_mut().zip(&results[..self.seats]) {
                *sum += result;
            }
        }
    }

    fn judge<S: State>(&mut self, leaf: &Leaf<S>, results: [f32; MAX_SEATS]) {
        let node = self.tree.node_mut(leaf.node);
        (node.judged, node.value) = (true, results);
        if !self.rule.uses_priors() || leaf.legal.is_empty() {
            return;
        }
        let sum: f32 = leaf.weights.iter().sum();
        let even = 1.0 / leaf.legal.len() as f32;
        for (i, action) in leaf.legal.iter().enumerate() {
            let prior = match leaf.weights.get(i) {
                Some(weight) if sum > 0.0 && sum.is_finite() => weight / sum,
                _ => even,
            };
            self.tree.add_edge(leaf.node, action, prior);
        }
    }

    /// Has the next descent begin with this edge of the root.
    pub(crate) fn force(&mut self, edge: Index) {
        self.forced = Some(edge);
    }

    /// Mixes noise into the probabilities of the root: weights of the same order as its edges.
    pub(crate) fn mix(&mut self, share: f32, noise: &[f32]) {
        let edges: Vec<Index> = self.tree.edges(self.root).map(|(index, _)| index).collect();
        for (edge, noise) in edges.into_iter().zip(noise) {
            let edge = self.tree.edge_mut(edge);
            edge.prior = (1.0 - share) * edge.prior + share * noise;
        }
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Where the search starts.
    pub fn root(&self) -> Index {
        self.root
    }

    /// Whose search it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rule that descents follow.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How many descents were made since the search began.
    pub fn simulations(&self) -> u32 {
        self.simulations
    }
}

impl<S: State> Leaf<S> {
    /// Room for a position.
    pub fn new(state: S) -> Self {
        let scores = Scores::zero(state.spec().seats());
        Self { state, scores, weights: Vec::new(), legal: ActionSet::new(), path: Vec::new(), node: 0 }
    }
}
