//! Sequential halving at the root, by Gumbel noise (Danihelka and others 2022, "Policy improvement by planning with
//! Gumbel").

use crate::select::{Improved, Sigma};
use crate::tree::{Index, Tree};
use hoyle_core::{ActionId, ActionSet, Rng};

/// How the root is searched by sequential halving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gumbel {
    /// How many actions are considered at most.
    pub considered: usize,
    /// What the Gumbel noise is multiplied by. With 1 the result is drawn by the improved policy, as self-play wants it; with
    /// 0 it is what that policy finds best.
    pub noise: f32,
    /// How much results weigh against probabilities.
    pub sigma: Sigma,
}

impl Gumbel {
    /// The paper's constants.
    pub const PAPER: Self =
        Self { considered: 16, noise: 1.0, sigma: Sigma { visit: 50.0, scale: 1.0, rescale: false, log_odds: false } };
}

/// Which actions of the root are tried how often: the best few by noise and logit, and ever fewer of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halving {
    /// The noise of each legal action, in ascending order of ids.
    noise: Vec<f32>,
    /// For each simulation, how many visits the action has that it takes.
    schedule: Vec<u32>,
    sigma: Sigma,
    considered: usize,
    /// The seed of the deals, drawn when it is first needed.
    deals: Option<u64>,
}

impl Halving {
    /// A plan for so many simulations over the legal actions.
    pub(crate) fn plan(&mut self, legal: usize, how: Gumbel, simulations: u32, rng: &mut Rng) {
        (self.sigma, self.deals) = (how.sigma, None);
        self.noise.clear();
        self.noise.extend((0..legal).map(|_| how.noise * rng.gumbel()));
        self.considered = how.considered.clamp(1, legal.max(1));
        schedule(self.considered, simulations as usize, &mut self.schedule);
    }

    /// Plans again for no more actions than are left.
    pub(crate) fn consider(&mut self, left: usize) {
        if left < self.considered {
            self.considered = left.max(1);
            let simulations = self.schedule.len();
            schedule(self.considered, simulations, &mut self.schedule);
        }
    }

    /// Compares values by their log-odds from here on.
    pub(crate) fn by_log_odds(&mut self) {
        self.sigma.log_odds = true;
    }

    /// The action that a simulation takes.
    pub(crate) fn choose(&self, tree: &Tree, legal: &ActionSet, seat: usize, simulation: u32) -> Option<Index> {
        let wanted = self.schedule.get(simulation as usize).or(self.schedule.last()).copied()?;
        let fits = |tried: u32| tried == wanted;
        // Results in flight can leave nothing with just so many visits: then the best of all.
        self.best(tree, legal, seat, fits).or_else(|| self.best(tree, legal, seat, |_| true))
    }

    /// The luck of a simulation, what is hidden included: it depends on how many visits the action has that is taken, so the
    /// actions that are compared meet the same luck, and differ by what they are rather than by what was dealt.
    pub(crate) fn luck(&mut self, simulation: u32, rng: &mut Rng) -> Rng {
        let seed = *self.deals.get_or_insert_with(|| rng.bits());
        let visits = self.schedule.get(simulation as usize).copied().unwrap_or(simulation);
        Rng::stream(seed, u64::from(visits))
    }

    /// The noise of a legal action.
    pub(crate) fn noise(&self, legal: &ActionSet, action: ActionId) -> f32 {
        let place = legal.iter().position(|other| other == action);
        place.and_then(|place| self.noise.get(place)).copied().unwrap_or(0.0)
    }

    fn best(&self, tree: &Tree, legal: &ActionSet, seat: usize, fits: impl Fn(u32) -> bool) -> Option<Index> {
        let improved = Improved::of(tree, Tree::ROOT, legal, seat, self.sigma);
        let open = tree.edges(Tree::ROOT).filter(|(_, edge)| !edge.dropped && legal.contains(edge.action));
        open.filter(|(_, edge)| fits(edge.tried()))
            .map(|(index, edge)| (index, self.noise(legal, edge.action) + improved.logit(edge, seat)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(index, _)| index)
    }
}

/// How many visits the action taken by each simulation already has. Rounds of equal length: in each the actions still
/// considered are tried equally often, then half of them are given up.
fn schedule(considered: usize, simulations: usize, out: &mut Vec<u32>) {
    out.clear();
    if considered == 1 {
        out.extend(0..simulations as u32);
        return;
    }
    let rounds = considered.next_power_of_two().trailing_zeros() as usize;
    let (mut left, mut visits) = (considered, 0);
    while out.len() < simulations {
        let each = (simulations / (rounds * left)).max(1);
        for _ in 0..each {
            out.extend(std::iter::repeat_n(visits, left));
            visits += 1;
        }
        left = (left / 2).max(2);
    }
    out.truncate(simulations);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_equally_long_and_halve() {
        let visits = |considered, simulations| {
            let mut out = Vec::new();
            schedule(considered, simulations, &mut out);
            out
        };
        // 4 actions, 16 simulations: two rounds of 8, each of 4 x 2 and then 2 x 4 visits.
        assert_eq!(visits(4, 16), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(visits(1, 3), [0, 1, 2]);
        assert_eq!(visits(16, 5), [0; 5]);
        assert_eq!(visits(2, 5), [0, 0, 1, 1, 2]);
        assert_eq!(visits(3, 7), [0, 0, 0, 1, 1, 2, 2]);
    }
}
