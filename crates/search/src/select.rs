//! Which edge a descent takes: one formula per rule.

use crate::tree::{Edge, Index, NONE, Node, Tree};
use hoyle_core::{ActionSet, Rng};

/// How a descent chooses among the legal actions of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Information-set search: every legal action once, then the largest mean + k sqrt(ln available / visits)
    /// (Cowling, Powley and Whitehouse 2012, with availability counts).
    Ucb {
        /// How much is tried out; 0.7 for results from 0 to 1.
        k: f32,
    },
    /// The largest mean + c prior sqrt(visits of the node) / (1 + visits), with c growing slowly
    /// (Silver and others 2018).
    Puct {
        /// c at the start.
        first: f32,
        /// At how many visits c has grown by ln 2.
        base: f32,
    },
    /// The largest improved probability less the share of visits (Danihelka and others 2022, below the root).
    Gumbel(Sigma),
}

/// How much results weigh against probabilities: sigma of the Gumbel paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sigma {
    /// Added to the largest number of visits.
    pub visit: f32,
    /// The scale.
    pub scale: f32,
    /// Whether values are stretched to 0 and 1 before.
    pub rescale: bool,
}

impl Default for Sigma {
    fn default() -> Self {
        Self { visit: 50.0, scale: 1.0, rescale: false }
    }
}

/// What a choice came to.
pub(crate) enum Choice {
    /// Take this edge.
    Edge(Index),
    /// A legal action that has no edge yet.
    New(hoyle_core::ActionId),
}

impl Rule {
    /// Whether an evaluator's probabilities are used.
    pub fn uses_priors(self) -> bool {
        !matches!(self, Self::Ucb { .. })
    }

    /// Chooses among the legal actions of a node for the seat to move, counting each as available.
    pub(crate) fn choose(self, tree: &mut Tree, node: Index, legal: &ActionSet, seat: usize, rng: &mut Rng) -> Choice {
        let mut missing = *legal;
        let mut next = tree.node(node).first;
        let (mut best, mut best_score) = (NONE, f32::NEG_INFINITY);
        let parent = *tree.node(node);
        let (mut met, mut taken) = (0, 0);
        let improved = if let Self::Gumbel(sigma) = self { Improved::of(tree, node, legal, seat, sigma) } else { None };
        while next != NONE {
            let index = next;
            let edge = tree.edge_mut(index);
            next = edge.next;
            if !legal.contains(edge.action) {
                continue;
            }
            edge.available += 1;
            missing.remove(edge.action);
            met += 1;
            taken += edge.visits + edge.in_flight;
            let edge = *edge;
            let score = self.score(&parent, &edge, seat, improved.as_ref());
            // Equal edges are told apart by the order in which they were met, which the seed decides.
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        let _ = taken;
        if met < legal.len() {
            return Choice::New(missing.random(rng));
        }
        Choice::Edge(best)
    }

    fn score(self, parent: &Node, edge: &Edge, seat: usize, improved: Option<&Improved>) -> f32 {
        let tried = (edge.visits + edge.in_flight) as f32;
        match self {
            Self::Ucb { .. } if tried == 0.0 => f32::INFINITY,
            Self::Ucb { k } => edge.mean(seat, 0.0) + k * ((edge.available.max(1) as f32).ln() / tried).sqrt(),
            Self::Puct { first, base } => {
                let visits = parent.visits.max(1) as f32;
                let c = first + ((visits + base + 1.0) / base).ln();
                // What was never tried is expected to be worth what the node is.
                edge.mean(seat, parent.value[seat]) + c * edge.prior * visits.sqrt() / (1.0 + tried)
            }
            Self::Gumbel(_) => match improved {
                Some(improved) => improved.probability(edge, seat) - tried / (1.0 + improved.visits),
                None => edge.prior - tried,
            },
        }
    }
}

/// The improved policy at a node: softmax of logits + sigma(completed values).
pub(crate) struct Improved {
    sigma: Sigma,
    mixed: f32,
    low: f32,
    high: f32,
    most: f32,
    /// ln of the sum of exponentials.
    norm: f32,
    /// Visits of all legal edges.
    pub visits: f32,
}

impl Improved {
    pub(crate) fn of(tree: &Tree, node: Index, legal: &ActionSet, seat: usize, sigma: Sigma) -> Option<Self> {
        let own = tree.node(node).value[seat];
        let edges = || tree.edges(node).map(|(_, edge)| edge).filter(|edge| legal.contains(edge.action));
        let (mut visits, mut most, mut weight, mut weighted) = (0.0, 0.0f32, 0.0, 0.0);
        let (mut low, mut high) = (own, own);
        for edge in edges() {
            let tried = (edge.visits + edge.in_flight) as f32;
            visits += tried;
            most = most.max(tried);
            if tried > 0.0 {
                let mean = edge.mean(seat, own);
                weight += edge.prior;
                weighted += edge.prior * mean;
                (low, high) = (low.min(mean), high.max(mean));
            }
        }
        // The mixed value of the paper's appendix D: the evaluator's word and the mean of what was tried.
        let mixed = if weight > 0.0 { (own + visits * weighted / weight) / (1.0 + visits) } else { own };
        let mut improved = Self { sigma, mixed, low, high, most, norm: 0.0, visits };
        let top = edges().map(|edge| improved.logit(edge, seat)).fold(f32::NEG_INFINITY, f32::max);
        if !top.is_finite() {
            return None;
        }
        let sum: f32 = edges().map(|edge| (improved.logit(edge, seat) - top).exp()).sum();
        improved.norm = top + sum.ln();
        Some(improved)
    }

    /// Logit and sigma of the completed value.
    pub(crate) fn logit(&self, edge: &Edge, seat: usize) -> f32 {
        edge.prior.max(1e-9).ln() + self.sigma(edge.mean(seat, self.mixed))
    }

    /// Sigma of a value.
    pub(crate) fn sigma(&self, value: f32) -> f32 {
        let span = self.high - self.low;
        let value = if self.sigma.rescale && span > 0.0 { (value - self.low) / span } else { value };
        (self.sigma.visit + self.most) * self.sigma.scale * value
    }

    /// The improved probability of an edge.
    pub(crate) fn probability(&self, edge: &Edge, seat: usize) -> f32 {
        (self.logit(edge, seat) - self.norm).exp()
    }
}
