//! What of a result was luck: control variates for every event of chance (Zinkevich and others 2006, "Optimal unbiased estimators for
//! evaluating agent performance"; AIVAT, Burch and others 2018, without the terms for what players draw).
//!
//! The luck of an event is what it was worth: the value of the position after it, less the mean over what might have happened.
//! Whatever the value function is, luck is zero in the mean, so it can be taken off a result without moving its mean; the better the function, the less
//! is left. It must be fixed before the match: a function that has seen the games would know their results.

use hoyle_core::{MAX_SEATS, Outcomes, Rng, Scores, State, Turn};

/// What each seat has of what there is to win, as some value function sees it: adds up to 1.
pub type Shares = [f64; MAX_SEATS];

/// A value function that is fixed before a match.
pub trait Valuation<S: State>: Send {
    /// How many opinions it gives. Each becomes a control variate of its own.
    fn opinions(&self) -> usize;

    /// Writes what each seat is expected to have of what there is to win: one opinion after the other. In this position a seat
    /// is to decide. It may look at everything, and adds up to 1 in each opinion.
    fn value(&mut self, state: &S, out: &mut [Shares]);
}

/// The game's own rule of thumb, [`Heuristics::heuristic_value`](hoyle_core::Heuristics::heuristic_value).
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleOfThumb;

impl<S: State> Valuation<S> for RuleOfThumb {
    fn opinions(&self) -> usize {
        1
    }

    fn value(&mut self, state: &S, out: &mut [Shares]) {
        out[0] = of_scores(&state.heuristic_value(), state.spec().score_bounds.0);
    }
}

/// Scores as shares: what each seat has above the lowest score that there is.
fn of_scores(scores: &Scores, low: f32) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    let above = |score: &f32| f64::from(score - low).max(0.0);
    let sum: f64 = scores.as_slice().iter().map(above).sum();
    for (share, score) in shares.iter_mut().zip(scores.as_slice()) {
        *share = if sum > 0.0 { above(score) / sum } else { 1.0 / scores.as_slice().len() as f64 };
    }
    shares
}

/// What the winners have: a match counts who won, and nothing else.
fn of_winners(scores: &Scores) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    let count = scores.winners().count() as f64;
    scores.winners().for_each(|seat| shares[seat.index()] = 1.0 / count);
    shares
}

/// Events with at most so many outcomes are gone through one by one; of others so many are drawn.
const OUTCOMES: usize = 8;
/// The golden ratio less 1: its multiples, without their whole parts, are spread evenly.
const GOLDEN: f64 = 0.618_033_988_749_894_9;
/// Keeps the numbers of the mean over outcomes apart from dice and players.
const LUCK: u64 = 0x6c75_636b_2d6f_6620;

/// Adds up the luck of one game.
pub(crate) struct Meter<'a, S: State> {
    valuation: &'a mut dyn Valuation<S>,
    /// What was luck so far: for each opinion, each seat's.
    sums: Vec<Shares>,
    before: S,
    after: Vec<Shares>,
    other: Vec<Shares>,
    rng: Rng,
    outcomes: Outcomes,
}

impl<'a, S: State> Meter<'a, S> {
    /// For the games of a set: they draw the same numbers, so that equal games have equal luck.
    pub(crate) fn new(valuation: &'a mut dyn Valuation<S>, start: S, seed: u64, set: u64) -> Self {
        let none = vec![[0.0; MAX_SEATS]; valuation.opinions()];
        let (sums, after, other) = (none.clone(), none.clone(), none);
        Self {
            valuation,
            sums,
            before: start,
            after,
            other,
            rng: Rng::stream(seed ^ LUCK, set),
            outcomes: Outcomes::new(),
        }
    }

    /// Remembers where chance begins to act.
    pub(crate) fn before(&mut self, state: &S) {
        self.before.clone_from(state);
    }

    /// Takes what chance has made of it: a seat is to decide, or the game is over. The draws in between are one event.
    pub(crate) fn after(&mut self, state: &S) {
        let Self { valuation, sums, before, after, other, rng, outcomes } = self;
        value(&mut **valuation, state, after);
        before.outcomes(outcomes);
        let all = outcomes.len() <= OUTCOMES;
        let n = if all { outcomes.len() } else { OUTCOMES };
        let begin = f64::from(rng.unit());
        for (sum, after) in sums.iter_mut().zip(&*after) {
            sum.iter_mut().zip(after).for_each(|(sum, share)| *sum += share);
        }
        for i in 0..n {
            let (outcome, weight) = match all {
                true => {
                    let (outcome, weight) = outcomes.iter().nth(i).expect("one of them");
                    (outcome, f64::from(weight) / outcomes.total() as f64)
                }
                false => (outcomes.at((begin + i as f64 * GOLDEN).fract()), 1.0 / n as f64),
            };
            let mut instead = before.clone();
            instead.play_unchecked(outcome);
            instead.roll_to_decision(rng);
            value(&mut **valuation, &instead, other);
            for (sum, other) in sums.iter_mut().zip(&*other) {
                sum.iter_mut().zip(other).for_each(|(sum, share)| *sum -= weight * share);
            }
        }
    }

    /// What was luck in all: for each opinion, each seat's, in points of a game.
    pub(crate) fn luck(self) -> Vec<Shares> {
        self.sums
    }
}

fn value<S: State>(valuation: &mut dyn Valuation<S>, state: &S, out: &mut [Shares]) {
    match state.turn() {
        Turn::Over => out.fill(of_winners(&state.scores())),
        _ => valuation.value(state, out),
    }
}

/// How many parts the sets of a match are divided into: the weights of luck in each come from the others, so that no result is corrected by
/// itself.
const FOLDS: usize = 10;
/// The fewest sets that luck is weighed in.
const MIN_SETS: usize = 4 * FOLDS;

/// What luck explains of results: each set's points per game, and its luck by each opinion. Gives the points without luck, set by set; none if there
/// are too few sets to tell.
pub(crate) fn without_luck(sets: &[(f64, Vec<f64>)]) -> Option<Vec<f64>> {
    let opinions = sets.first()?.1.len();
    if sets.len() < MIN_SETS || opinions == 0 {
        return None;
    }
    let mean = |part: usize| {
        let others = || sets.iter().enumerate().filter(|(i, _)| i % FOLDS != part).map(|(_, set)| set);
        others().map(|set| set.0).sum::<f64>() / others().count() as f64
    };
    let weights: Vec<Vec<f64>> = (0..FOLDS)
        .map(|part| {
            let mean = mean(part);
            let (mut squares, mut products) = (vec![vec![0.0; opinions]; opinions], vec![0.0; opinions]);
            for (_, (points, luck)) in sets.iter().enumerate().filter(|(i, _)| i % FOLDS != part) {
                for a in 0..opinions {
                    products[a] += luck[a] * (points - mean);
                    (0..opinions).for_each(|b| squares[a][b] += luck[a] * luck[b]);
                }
            }
            solve(squares, products)
        })
        .collect();
    let rest = |(i, (points, luck)): (usize, &(f64, Vec<f64>))| {
        let lucky: f64 = weights[i % FOLDS].iter().zip(luck).map(|(weight, luck)| weight * luck).sum();
        points - lucky
    };
    Some(sets.iter().enumerate().map(rest).collect())
}

/// Solves symmetric equations by elimination. Opinions that say the same share the weight: a trace is added to each equation.
fn solve(mut squares: Vec<Vec<f64>>, mut products: Vec<f64>) -> Vec<f64> {
    let n = products.len();
    let trace: f64 = (0..n).map(|i| squares[i][i]).sum();
    (0..n).for_each(|i| squares[i][i] += 1e-9 * trace + f64::MIN_POSITIVE);
    for i in 0..n {
        let (above, below) = squares.split_at_mut(i + 1);
        for (j, row) in (i + 1..).zip(below) {
            let factor = row[i] / above[i][i];
            row.iter_mut().zip(&above[i]).skip(i).for_each(|(to, from)| *to -= factor * from);
            products[j] -= factor * products[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| squares[i][k] * products[k]).sum();
        products[i] = (products[i] - known) / squares[i][i];
    }
    products
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_that_explains_all_leaves_nothing_and_that_explains_nothing_changes_nothing() {
        let mut rng = Rng::new(4);
        let mut unit = || f64::from(rng.unit()) - 0.5;
        let explained: Vec<_> = (0..400).map(|_| unit()).map(|luck| (0.5 + 2.0 * luck, vec![luck, -luck])).collect();
        assert!(without_luck(&explained).unwrap().iter().all(|points| (points - 0.5).abs() < 0.02));
        let idle: Vec<_> = (0..400).map(|_| (unit() + 0.5, vec![0.0])).collect();
        let same = without_luck(&idle).unwrap();
        assert!(same.iter().zip(&idle).all(|(points, set)| *points == set.0));
        assert_eq!(without_luck(&idle[..39]), None);
    }

    #[test]
    fn equations_are_solved() {
        let found = solve(vec![vec![4.0, 2.0, 0.0], vec![2.0, 5.0, 1.0], vec![0.0, 1.0, 3.0]], vec![8.0, 15.0, 11.0]);
        for (found, wanted) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-6, "{found}");
        }
    }
}
