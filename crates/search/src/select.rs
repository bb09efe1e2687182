//! Which edge a descent takes: one formula per rule.

use crate::mode::by_log_odds;
use crate::tree::{Edge, Index, NONE, Tree};
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
    /// The largest mean + c prior sqrt(available) / (1 + visits), with c growing slowly (Silver and others 2018). Where
    /// nothing is hidden an action is available at every visit of its node, and the formula is the usual one.
    Puct {
        /// c at the start.
        first: f32,
        /// c grows by ln 2 in about so many visits.
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
    /// Whether the values of a node's actions are stretched to 0 and 1 before.
    pub rescale: bool,
    /// Whether values are compared by their log-odds: of 1% and 2% one is then twice the other.
    pub log_odds: bool,
}

impl Default for Sigma {
    fn default() -> Self {
        Self { visit: 50.0, scale: 1.0, rescale: false, log_odds: false }
    }
}

/// The lowest and the highest result that a search has seen. Results are stretched to this range where they are weighed
/// against the exploration term: a game whose scores could be anything would otherwise look like a game where all is the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    low: f32,
    high: f32,
    /// Whether values are compared by their log-odds.
    pub(crate) log_odds: bool,
}

impl Range {
    pub(crate) const EMPTY: Self = Self { low: f32::INFINITY, high: f32::NEG_INFINITY, log_odds: false };

    #[inline]
    pub(crate) fn add(&mut self, result: f32) {
        self.low = self.low.min(result);
        self.high = self.high.max(result);
    }

    #[inline]
    fn stretch(self, value: f32) -> f32 {
        let (value, low, high) = match self.log_odds {
            true => (by_log_odds(value), by_log_odds(self.low), by_log_odds(self.high)),
            false => (value, self.low, self.high),
        };
        if high > low { (value - low) / (high - low) } else { value }
    }
}

/// What a choice is about.
pub(crate) struct Decision<'a> {
    pub(crate) node: Index,
    pub(crate) legal: &'a ActionSet,
    pub(crate) seat: usize,
    /// Whether actions that were never met may be added to the tree.
    pub(crate) grow: bool,
}

impl Rule {
    /// Whether an evaluator's probabilities are used.
    pub fn uses_priors(self) -> bool {
        !matches!(self, Self::Ucb { .. })
    }

    /// Chooses among the legal actions of a node for the seat to move, and counts each as available. None if the tree may
    /// not grow and nothing that is legal was met before.
    pub(crate) fn choose(self, tree: &mut Tree, decision: &Decision<'_>, range: Range, rng: &mut Rng) -> Option<Index> {
        let &Decision { node, legal, seat, grow } = decision;
        let met = Met::of(tree, decision);
        if grow && !met.missing.is_empty() {
            if let Self::Ucb { .. } = self {
                return Some(tree.add_edge(node, met.missing.random(rng), 0.0));
            }
            add_unknown(tree, decision, &met);
        }
        let value = tree.node(node).value[seat];
        let improved = match self {
            Self::Gumbel(sigma) => Some(Improved::of(tree, node, legal, seat, sigma)),
            Self::Ucb { .. } | Self::Puct { .. } => None,
        };
        let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
        for (index, edge) in tree.edges(node) {
            if edge.dropped || !legal.contains(edge.action) {
                continue;
            }
            let score = self.score(edge, seat, value, range, met.share(edge), improved.as_ref());
            // Of equal edges the first that was met is taken; which that is, the seed decides.
            if best.is_none() || score > best_score {
                (best, best_score) = (Some(index), score);
            }
        }
        best
    }

    #[inline]
    fn score(self, edge: &Edge, seat: usize, value: f32, range: Range, prior: f32, improved: Option<&Improved>) -> f32 {
        let (tried, available) = (edge.tried() as f32, edge.available as f32);
        match (self, improved) {
            (Self::Ucb { k }, _) => range.stretch(edge.mean(seat, 0.5)) + k * (available.ln() / tried.max(1.0)).sqrt(),
            (Self::Puct { first, base }, _) => {
                let c = first + ((available + base + 1.0) / base).ln();
                // What was never tried is expected to be worth what the node is.
                range.stretch(edge.mean(seat, value)) + c * prior * available.sqrt() / (1.0 + tried)
            }
            (Self::Gumbel(_), Some(improved)) => improved.probability(edge, seat) - tried / (1.0 + improved.visits),
            (Self::Gumbel(_), None) => prior - tried,
        }
    }
}

/// What is known of the legal actions of a node.
struct Met {
    /// Those that were never met: in all determinizations before, they were not legal.
    missing: ActionSet,
    /// The sum of the probabilities of the others. Which actions are legal differs from one determinization to the next, so it may be
    /// anything.
    sum: f32,
}

impl Met {
    /// Counts the legal actions as available.
    fn of(tree: &mut Tree, decision: &Decision<'_>) -> Self {
        let mut met = Self { missing: decision.legal.clone(), sum: 0.0 };
        let mut next = tree.node(decision.node).first;
        while next != NONE {
            let edge = tree.edge_mut(next);
            if decision.legal.contains(edge.action) {
                edge.available += 1;
                met.missing.remove(edge.action);
                met.sum += edge.prior;
            }
            next = edge.next;
        }
        met
    }

    /// The probability of an edge among those that are legal.
    #[inline]
    fn share(&self, edge: &Edge) -> f32 {
        if self.sum > 0.0 { edge.prior / self.sum } else { edge.prior }
    }
}

/// Adds edges for actions of which the evaluator, who saw other determinizations, has said nothing.
fn add_unknown(tree: &mut Tree, decision: &Decision<'_>, met: &Met) {
    let even = 1.0 / decision.legal.len() as f32;
    met.missing.iter().for_each(|action| {
        tree.add_edge(decision.node, action, even);
    });
}

/// Draws among the legal actions of a node by the policy of the seat to move: the evaluator's probabilities, which know what that seat
/// sees, and on top of them, each visit counted once, what was found about it in descents in which it knew no more. None as in
/// [`Rule::choose`].
pub(crate) fn draw(tree: &mut Tree, decision: &Decision<'_>, found: bool, rng: &mut Rng) -> Option<Index> {
    let met = Met::of(tree, decision);
    if decision.grow {
        add_unknown(tree, decision, &met);
    }
    let open = |edge: &Edge| !edge.dropped && decision.legal.contains(edge.action);
    let (mut priors, mut n) = (0.0, 0);
    for (_, edge) in tree.edges(decision.node).filter(|(_, edge)| open(edge)) {
        (priors, n) = (priors + edge.prior, n + 1);
    }
    let weight = |edge: &Edge| {
        let prior = if priors > 0.0 { edge.prior / priors } else { 1.0 / n as f32 };
        prior + if found { edge.visits as f32 } else { 0.0 }
    };
    let edges = || tree.edges(decision.node).filter(|(_, edge)| open(edge));
    let mut left = rng.unit() * edges().map(|(_, edge)| weight(edge)).sum::<f32>();
    let drawn = edges().find(|(_, edge)| {
        left -= weight(edge);
        left < 0.0
    });
    drawn.or_else(|| edges().last()).map(|(index, _)| index)
}

/// The improved policy at a node: softmax of logits + sigma(completed values).
pub(crate) struct Improved {
    sigma: Sigma,
    /// What an action that was never tried is taken to be worth.
    mixed: f32,
    range: Range,
    most: f32,
    /// ln of the sum of exponentials.
    norm: f32,
    /// Visits of all legal edges.
    visits: f32,
}

impl Improved {
    pub(crate) fn of(tree: &Tree, node: Index, legal: &ActionSet, seat: usize, sigma: Sigma) -> Self {
        let edges = || {
            let all = tree.edges(node).map(|(_, edge)| edge);
            all.filter(|edge| !edge.dropped && legal.contains(edge.action))
        };
        Self::of_edges(edges, tree.node(node).value[seat], seat, sigma)
    }

    /// The improved policy over some edges of a node that the evaluator takes to be worth `own`.
    pub(crate) fn of_edges<'a, I>(edges: impl Fn() -> I, own: f32, seat: usize, sigma: Sigma) -> Self
    where
        I: Iterator<Item = &'a Edge>,
    {
        let (mut visits, mut most, mut weight, mut weighted) = (0.0, 0.0f32, 0.0, 0.0);
        let mut range = Range { log_odds: sigma.log_odds, ..Range::EMPTY };
        range.add(own);
        for edge in edges() {
            let tried = edge.tried() as f32;
            visits += tried;
            most = most.max(tried);
            if edge.visits > 0 {
                let mean = edge.mean(seat, own);
                weight += edge.prior;
                weighted += edge.prior * mean;
                range.add(mean);
            }
        }
        // The paper's appendix D: the evaluator's word and the mean of what was tried, weighted by the policy.
        let mixed = if weight > 0.0 { (own + visits * weighted / weight) / (1.0 + visits) } else { own };
        let mut improved = Self { sigma, mixed, range, most, norm: 0.0, visits };
        let top = edges().map(|edge| improved.logit(edge, seat)).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = edges().map(|edge| (improved.logit(edge, seat) - top).exp()).sum();
        improved.norm = top + sum.ln();
        improved
    }

    /// Logit and sigma of the completed value.
    pub(crate) fn logit(&self, edge: &Edge, seat: usize) -> f32 {
        edge.prior.max(1e-9).ln() + self.sigma(edge.mean(seat, self.mixed))
    }

    fn sigma(&self, value: f32) -> f32 {
        let value = match (self.sigma.rescale, self.sigma.log_odds) {
            (true, _) => self.range.stretch(value),
            (false, true) => by_log_odds(value),
            (false, false) => value,
        };
        (self.sigma.visit + self.most) * self.sigma.scale * value
    }

    /// The improved probability of an edge.
    pub(crate) fn probability(&self, edge: &Edge, seat: usize) -> f32 {
        (self.logit(edge, seat) - self.norm).exp()
    }
}
