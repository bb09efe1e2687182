//! Candidates of the root that are kept: by what an evaluator calls likely, or by what it finds them worth.

use crate::toys::{Place, TreeGame, TreeState, at};
use hoyle_core::{ActionSet, Play, Rng, Scores, Seat, View};
use hoyle_search::{Budget, Evaluator, EvaluatorError, Leaf, Method, PruneBy, RandomRollouts, Searcher, Settings};

/// Likes the arms in the order in which they are the worst; may have a word about impact that turns that round.
struct Bandit {
    has_impact: bool,
}

const VALUES: [f32; 4] = [0.2, 0.9, 0.4, 0.7];
const PRIORS: [f32; 4] = [0.5, 0.1, 0.3, 0.1];

impl Evaluator<TreeState> for Bandit {
    fn evaluate(&mut self, leaves: &mut [Leaf<TreeState>], _: &mut Rng) -> Result<(), EvaluatorError> {
        for leaf in leaves {
            let mut text = String::new();
            View::new(&leaf.state, Seat(0)).information_state(&mut text);
            let arm = text.parse::<usize>().ok();
            leaf.scores = Scores::from_slice(&[arm.map_or(0.5, |arm| VALUES[arm])]);
            leaf.weights = if arm.is_none() { PRIORS.to_vec() } else { Vec::new() };
        }
        Ok(())
    }

    fn impact(
        &mut self,
        _: View<'_, TreeState>,
        legal: &ActionSet,
        impacts: &mut Vec<f32>,
    ) -> Result<(), EvaluatorError> {
        impacts.clear();
        if self.has_impact {
            impacts.extend(legal.iter().map(|action| 0.5 - VALUES[action.index()]));
        }
        Ok(())
    }
}

fn kept(method: Method, prune_by: PruneBy, keep: usize, has_impact: bool) -> Vec<usize> {
    let arm = |i: usize| Place::Decide(0, ["0", "1", "2", "3"][i], vec![Place::End(vec![VALUES[i]])]);
    let state = at(TreeGame::new(Place::Decide(0, "root", (0..4).map(arm).collect()), 1), &[]);
    let budget = Budget { simulations: 24, ..Budget::default() };
    let settings = Settings { method, budget, prune_by, keep, ..Settings::default() };
    let mut searcher = Searcher::new(settings, || Box::new(Bandit { has_impact }));
    let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap();
    let visits: u32 = found.actions.iter().map(|finding| finding.edge.visits).sum();
    assert_eq!(visits, 24, "{method:?}: all descents go to what is kept");
    let tried: Vec<usize> = (0..4).filter(|&i| found.actions[i].edge.visits > 0).collect();
    for (i, finding) in found.actions.iter().enumerate() {
        assert_eq!(finding.edge.dropped, !tried.contains(&i), "{method:?}");
    }
    assert!(tried.contains(&found.choice().index()));
    tried
}

#[test]
fn the_likeliest_or_the_worthiest_are_kept() {
    for method in [Method::PUCT, Method::GUMBEL] {
        assert_eq!(kept(method, PruneBy::Prior, 2, false), [0, 2], "{method:?}");
        assert_eq!(kept(method, PruneBy::Impact, 2, false), [1, 3], "{method:?}");
        assert_eq!(kept(method, PruneBy::Impact, 1, false), [1], "{method:?}");
        assert_eq!(kept(method, PruneBy::Impact, 2, true), [0, 2], "{method:?}: its own word is taken");
        assert_eq!(kept(method, PruneBy::Prior, 9, false), [0, 1, 2, 3], "{method:?}");
    }
    assert_eq!(kept(Method::ISMCTS, PruneBy::Impact, 2, false), [1, 3]);
}

#[test]
fn without_probabilities_the_games_own_estimate_chooses() {
    let state = at(TreeGame::new(Place::Decide(0, "root", VALUES.map(|v| Place::End(vec![v])).to_vec()), 1), &[]);
    let settings = Settings { keep: 1, ..Settings::default() };
    let mut searcher = Searcher::new(settings, || Box::new(RandomRollouts));
    let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap();
    assert_eq!(found.choice().index(), 1);
    assert_eq!(found.actions.iter().filter(|finding| finding.edge.dropped).count(), 3);
    assert!(state.scores()[Seat(0)] == 0.0, "the game is not over");
}
