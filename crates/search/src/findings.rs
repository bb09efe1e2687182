//! What a search found at its root. Findings of several searches add up: of several threads, or of several worlds.

use crate::search::Search;
use crate::select::{Improved, Rule, Sigma};
use crate::tree::{Edge, Tree};
use hoyle_core::{ActionId, ActionSet, Rng, Seat, State};

/// What was found about one action.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// Visits, results and probability.
    pub edge: Edge,
    /// The noise that it was given at the root, if it was searched by halving.
    pub noise: f32,
}

impl Finding {
    /// The mean result for a seat, from 0 to 1; none if it was never tried.
    pub fn value(&self, seat: Seat) -> Option<f32> {
        (self.edge.visits > 0).then(|| self.edge.mean(seat.index(), 0.0))
    }

    /// Lower confidence bound for the seat that decides, from 0 to 1: mean - 2 standard errors, with one win and one loss added
    /// so that few visits are not trusted.
    pub fn lower(&self, seat: Seat) -> f32 {
        self.bounds(seat).0
    }

    /// From two standard errors below the mean to two above, for the seat that decides, with one win and one loss added as in
    /// [`lower`](Self::lower); nothing if it was never tried.
    pub fn interval(&self, seat: Seat) -> Option<(f32, f32)> {
        (self.edge.visits > 0).then(|| self.bounds(seat))
    }

    fn bounds(&self, seat: Seat) -> (f32, f32) {
        let n = self.edge.weight() + 2.0;
        let mean = (self.edge.sums[seat.index()] + 1.0) / n;
        let variance = ((self.edge.squares + 1.0) / n - mean * mean).max(0.0);
        let error = 2.0 * (variance / n).sqrt();
        ((mean - error).max(0.0) as f32, (mean + error).min(1.0) as f32)
    }
}

/// What a search found at its root.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Whose decision it is.
    pub seat: Seat,
    /// How many descents were made.
    pub simulations: u32,
    /// How many worlds were dealt for them.
    pub worlds: u32,
    /// How many nodes the trees have.
    pub nodes: usize,
    /// What the evaluator said of the root for the seat that decides, from 0 to 1; 0.5 if it was not asked.
    pub evaluated: f32,
    /// Each legal action, in ascending order of ids.
    pub actions: Vec<Finding>,
    how: Choosing,
}

/// How the action to play follows from what was found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choosing {
    /// The one with the most visits; of those, the one with the best mean.
    Visits,
    /// Of those with the most visits, the one with the largest noise, logit and value together.
    Halving(Sigma),
    /// The most probable.
    Prior,
}

impl Findings {
    /// What a search found so far.
    pub(crate) fn of<S: State>(search: &Search<S>, legal: &ActionSet, how: Choosing) -> Self {
        let tree = search.tree();
        let root = tree.node(Tree::ROOT);
        let even = 1.0 / legal.len().max(1) as f32;
        let mut actions: Vec<Finding> = legal
            .iter()
            .map(|action| {
                let edge = tree.find(Tree::ROOT, action).map(|edge| *tree.edge(edge));
                let noise = search.halving().map_or(0.0, |halving| halving.noise(legal, action));
                Finding { edge: edge.unwrap_or(Edge::untried(action, even)), noise }
            })
            .collect();
        if !search.rule().uses_priors() {
            actions.iter_mut().for_each(|finding| finding.edge.prior = even);
        }
        Self {
            seat: search.seat(),
            simulations: search.simulations(),
            worlds: search.simulations(),
            nodes: tree.len(),
            evaluated: if root.is_evaluated() { root.value[search.seat().index()] } else { 0.5 },
            actions,
            // Values may be compared otherwise than it was planned: by how it stands.
            how: match (how, search.rule()) {
                (Choosing::Halving(_), Rule::Gumbel(sigma)) => Choosing::Halving(sigma),
                _ => how,
            },
        }
    }

    /// Both together. They must be of the same decision.
    #[must_use]
    pub(crate) fn join(mut self, other: Self) -> Self {
        let (mine, theirs) = (self.simulations as f32, other.simulations as f32);
        if mine + theirs > 0.0 {
            self.evaluated = (self.evaluated * mine + other.evaluated * theirs) / (mine + theirs);
        }
        self.simulations += other.simulations;
        self.worlds += other.worlds;
        self.nodes += other.nodes;
        for (to, from) in self.actions.iter_mut().zip(&other.actions) {
            to.edge.visits += from.edge.visits;
            to.edge.excess += from.edge.excess;
            to.edge.squares += from.edge.squares;
            to.edge.dropped &= from.edge.dropped;
            to.edge.prior = (to.edge.prior + from.edge.prior) / 2.0;
            for (sum, more) in to.edge.sums.iter_mut().zip(from.edge.sums) {
                *sum += more;
            }
        }
        self
    }

    /// The action to play.
    pub fn choice(&self) -> ActionId {
        let seat = self.seat.index();
        let most = self.actions.iter().map(|finding| finding.edge.visits).max().unwrap_or(0);
        let tried_most = |finding: &&Finding| finding.edge.visits == most && !finding.edge.dropped;
        let best = match self.how {
            Choosing::Prior => self.actions.iter().max_by(|a, b| a.edge.prior.total_cmp(&b.edge.prior)),
            Choosing::Visits => {
                let mean = |finding: &Finding| (finding.edge.mean(seat, 0.0), finding.edge.prior);
                self.actions.iter().filter(tried_most).max_by(|a, b| {
                    let (a, b) = (mean(a), mean(b));
                    a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
                })
            }
            Choosing::Halving(sigma) => {
                let improved = self.improved(sigma);
                let score = |finding: &Finding| finding.noise + improved.logit(&finding.edge, seat);
                self.actions.iter().filter(tried_most).max_by(|a, b| score(a).total_cmp(&score(b)))
            }
        };
        best.or(self.actions.first()).map_or(ActionId(0), |finding| finding.edge.action)
    }

    /// An action drawn with a probability that grows with its visits, for play that is to differ from game to game: as
    /// visits at temperature 1, and ever closer to [`choice`](Self::choice) below. Without a search, by probability.
    pub fn sample(&self, temperature: f32, rng: &mut Rng) -> ActionId {
        let amount = |finding: &Finding| match self.how {
            Choosing::Prior => finding.edge.prior,
            Choosing::Visits | Choosing::Halving(_) => finding.edge.visits as f32,
        };
        let most = self.actions.iter().map(amount).fold(0.0, f32::max);
        if temperature <= 0.0 || most == 0.0 {
            return self.choice();
        }
        let weight = |finding: &Finding| (amount(finding) / most).powf(1.0 / temperature);
        let mut left = rng.unit() * self.actions.iter().map(weight).sum::<f32>();
        let drawn = self.actions.iter().find(|finding| {
            left -= weight(finding);
            left < 0.0
        });
        drawn.map_or_else(|| self.choice(), |finding| finding.edge.action)
    }

    /// The improved policy: what a network is taught. One probability for each of [`actions`](Self::actions).
    pub fn policy(&self, sigma: Sigma) -> Vec<f32> {
        let improved = self.improved(sigma);
        let seat = self.seat.index();
        let probability = |finding: &Finding| {
            if finding.edge.dropped { 0.0 } else { improved.probability(&finding.edge, seat) }
        };
        self.actions.iter().map(probability).collect()
    }

    /// The mean result of all descents for a seat, from 0 to 1: what the search takes the position to be worth.
    pub fn value(&self, seat: Seat) -> Option<f32> {
        let weight: f64 = self.actions.iter().map(|finding| finding.edge.weight()).sum();
        let sum: f64 = self.actions.iter().map(|finding| finding.edge.sums[seat.index()]).sum();
        (weight > 0.0).then(|| (sum / weight) as f32)
    }

    fn improved(&self, sigma: Sigma) -> Improved {
        let edges = || self.actions.iter().map(|finding| &finding.edge).filter(|edge| !edge.dropped);
        Improved::of_edges(edges, self.evaluated, self.seat.index(), sigma)
    }
}
