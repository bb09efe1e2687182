//! How strong everybody is, on one scale.
//!
//! The model is Bradley and Terry's (1952, "Rank analysis of incomplete block designs"), in Luce's form for tables of any
//! size: a seat wins with the share that its player's strength has in the sum of all seats' strengths. For two seats this is
//! the logistic curve of Elo. The strengths are the most likely ones.

use crate::report::PARTS;
use hoyle_core::Rng;
use rayon::prelude::*;

/// Elo points per unit of the natural logarithm of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// How often the sets are drawn anew for the intervals.
const RESAMPLES: u64 = 1000;
/// Keeps the draws apart from the dice.
const BOOTSTRAP: u64 = 0x1f83_d9ab_fb41_bd6b;

/// What happened at a table: who shared its wins.
#[derive(Clone, Debug, PartialEq)]
pub struct TableScore {
    /// A player, how many seats it had, and how many games it won; ties count as parts.
    pub shares: Vec<(usize, f64, f64)>,
}

impl TableScore {
    /// The same with so many more games that everybody wins as often as chance would have it.
    fn with_even_games(mut self, games: f64) -> Self {
        let seats: f64 = self.shares.iter().map(|&(_, seats, _)| seats).sum();
        for (_, own, points) in &mut self.shares {
            *points += games * *own / seats;
        }
        self
    }

    fn games(&self) -> f64 {
        self.shares.iter().map(|&(_, _, points)| points).sum()
    }

    /// The chance of each to win, by these logarithms of strengths.
    fn chances(&self, logs: &[f64]) -> Vec<f64> {
        let top = self.shares.iter().map(|&(player, ..)| logs[player]).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> =
            self.shares.iter().map(|&(player, seats, _)| seats * (logs[player] - top).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }
}

/// The most likely logarithms of strengths, 0 for the anchor, by Newton's method.
///
/// They are finite if everybody has won against and lost to the rest, directly or over others.
///
/// ```
/// use hoyle_arena::{TableScore, strengths};
/// let logs = strengths(2, &[TableScore { shares: vec![(0, 1.0, 75.0), (1, 1.0, 25.0)] }], 1);
/// assert!((logs[0] - 3f64.ln()).abs() < 1e-9 && logs[1] == 0.0);
/// ```
pub fn strengths(players: usize, tables: &[TableScore], anchor: usize) -> Vec<f64> {
    improve(vec![0.0; players], tables, anchor)
}

fn improve(mut logs: Vec<f64>, tables: &[TableScore], anchor: usize) -> Vec<f64> {
    let free: Vec<usize> = (0..logs.len()).filter(|&player| player != anchor).collect();
    let mut now = log_likelihood(&logs, tables);
    for _ in 0..100 {
        let step = newton_step(&logs, tables, &free);
        let size = step.iter().fold(0.0, |size: f64, s| size.max(s.abs()));
        // Far from the top a full step may lead away from it: shorter ones do not.
        let mut part = f64::min(1.0, 3.0 / size.max(1e-300));
        let (better, likelihood) = loop {
            let mut tried = logs.clone();
            free.iter().zip(&step).for_each(|(&player, s)| tried[player] += part * s);
            let likelihood = log_likelihood(&tried, tables);
            if likelihood >= now || part < 1e-6 {
                break (tried, likelihood);
            }
            part /= 2.0;
        };
        if !likelihood.is_finite() {
            break;
        }
        (logs, now) = (better, likelihood);
        if size < 1e-10 {
            break;
        }
    }
    logs
}

fn log_likelihood(logs: &[f64], tables: &[TableScore]) -> f64 {
    let of = |table: &TableScore| {
        let points = table.shares.iter().map(|&(_, _, points)| points);
        points
            .zip(table.chances(logs))
            .filter(|&(points, _)| points > 0.0)
            .map(|(n, chance)| n * chance.ln())
            .sum::<f64>()
    };
    tables.iter().map(of).sum()
}

/// The gradient divided by the curvature, for the players that are not the anchor.
fn newton_step(logs: &[f64], tables: &[TableScore], free: &[usize]) -> Vec<f64> {
    let n = free.len();
    let row = |player: usize| free.iter().position(|&other| other == player);
    // The curvature with the gradient as its last column.
    let mut matrix = vec![vec![0.0; n + 1]; n];
    for table in tables {
        let (games, chances) = (table.games(), table.chances(logs));
        for (&(player, _, points), &chance) in table.shares.iter().zip(&chances) {
            let Some(i) = row(player) else { continue };
            matrix[i][n] += points - games * chance;
            matrix[i][i] += games * chance;
            for (&(other, ..), &also) in table.shares.iter().zip(&chances) {
                if let Some(j) = row(other) {
                    matrix[i][j] -= games * chance * also;
                }
            }
        }
    }
    solve(matrix)
}

/// Gauss's elimination with pivots; the last column is the right-hand side. What cannot be told is 0.
fn solve(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let n = matrix.len();
    for column in 0..n {
        let best = (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        matrix.swap(column, best.unwrap_or(column));
        if matrix[column][column].abs() < 1e-300 {
            continue;
        }
        let pivot = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
        }
    }
    (0..n).map(|i| if matrix[i][i].abs() < 1e-300 { 0.0 } else { matrix[i][n] / matrix[i][i] }).collect()
}

/// A table between two players: the first with one seat, the second with the others.
#[derive(Clone, Debug)]
pub(crate) struct Duel<'a> {
    pub players: [usize; 2],
    pub seats: usize,
    /// The first player's points in each set, in parts.
    pub firsts: &'a [u32],
}

impl Duel<'_> {
    fn score(&self, parts: u64, even: f64) -> TableScore {
        let (first, games) = (parts as f64 / PARTS as f64, (self.firsts.len() * self.seats) as f64);
        let [alone, others] = self.players;
        let shares = vec![(alone, 1.0, first), (others, self.seats as f64 - 1.0, games - first)];
        TableScore { shares }.with_even_games(even)
    }
}

/// A rating in Elo points with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
}

/// The ratings of all players; the anchor's is 0.
///
/// At each table one game is added in which everybody wins as often as chance would have it: so who won or lost everything
/// has a finite rating. The intervals come from drawing each table's sets anew, with replacement (Efron 1979, "Bootstrap
/// methods"). The added game gets a random weight (exponential, 1 on average): how far ahead of the others somebody is who
/// won everything depends on nothing else.
pub(crate) fn ratings(players: usize, duels: &[Duel<'_>], anchor: usize, seed: u64) -> Vec<Rating> {
    let found: Vec<TableScore> =
        duels.iter().map(|duel| duel.score(duel.firsts.iter().map(|&parts| u64::from(parts)).sum(), 1.0)).collect();
    let logs = strengths(players, &found, anchor);
    let resample = |stream: u64| {
        let mut rng = Rng::stream(seed ^ BOOTSTRAP, stream);
        let drawn: Vec<TableScore> = duels
            .iter()
            .map(|duel| {
                let sets = duel.firsts.len();
                let parts = (0..sets).map(|_| u64::from(duel.firsts[below(&mut rng, sets)])).sum();
                duel.score(parts, -f64::from(1.0 - rng.unit()).ln())
            })
            .collect();
        improve(logs.clone(), &drawn, anchor)
    };
    let resamples: Vec<Vec<f64>> = (0..RESAMPLES).into_par_iter().map(resample).collect();
    let rating = |player: usize| {
        let mut drawn: Vec<f64> = resamples.iter().map(|logs| ELO * logs[player]).collect();
        drawn.sort_by(f64::total_cmp);
        let quantile = |share: f64| drawn[(share * (RESAMPLES - 1) as f64).round() as usize];
        Rating { elo: ELO * logs[player], low: quantile(0.025), high: quantile(0.975) }
    };
    (0..players).map(rating).collect()
}

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.below(u32::try_from(n).unwrap_or(u32::MAX)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// American League East 1987: Agresti 2002, "Categorical data analysis", 10.6.1; wins of the row over the column.
    #[test]
    fn the_ratings_are_the_published_ones() {
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let pairs = (0..7).flat_map(|a| (0..a).map(move |b| (a, b)));
        let table = |(a, b): (usize, usize)| TableScore {
            shares: vec![(a, 1.0, f64::from(wins[a][b])), (b, 1.0, f64::from(wins[b][a]))],
        };
        let logs = strengths(7, &pairs.map(table).collect::<Vec<_>>(), 6);
        let published = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0];
        for (log, expected) in logs.iter().zip(published) {
            assert!((log - expected).abs() < 0.0051, "{logs:?}");
        }
    }

    #[test]
    fn strengths_are_found_again_at_tables_of_any_size() {
        let truth = [0.0, 1.0, -2.0, 4.5];
        let line_ups: [&[(usize, f64)]; 4] =
            [&[(0, 1.0), (1, 1.0)], &[(1, 1.0), (2, 3.0)], &[(2, 1.0), (3, 1.0), (0, 2.0)], &[(3, 2.0), (1, 2.0)]];
        let table = |seats: &&[(usize, f64)]| {
            let empty = TableScore { shares: seats.iter().map(|&(player, own)| (player, own, 0.0)).collect() };
            let chances = empty.chances(&truth);
            let shares = seats.iter().zip(chances).map(|(&(player, own), chance)| (player, own, 1000.0 * chance));
            TableScore { shares: shares.collect() }
        };
        let found = strengths(4, &line_ups.iter().map(table).collect::<Vec<_>>(), 0);
        for (log, expected) in found.iter().zip(truth) {
            assert!((log - expected).abs() < 1e-6, "{found:?}");
        }
    }

    #[test]
    fn who_won_everything_has_a_finite_rating_and_a_wide_interval() {
        let firsts = vec![120; 500];
        let won = ratings(2, &[Duel { players: [0, 1], seats: 2, firsts: &firsts }], 1, 7);
        // 1000 games and half of the added one against the other half.
        assert!((won[0].elo - 400.0 * 2001f64.log10()).abs() < 1e-3, "{won:?}");
        assert!(won[0].low < won[0].elo - 100.0 && won[0].high > won[0].elo + 100.0 && won[0].high.is_finite());
        assert_eq!((won[1].elo, won[1].low, won[1].high), (0.0, 0.0, 0.0));
    }

    /// The interval of a rating is that of the win rate, on the scale of Elo.
    #[test]
    fn the_bootstrap_agrees_with_theory() {
        let firsts: Vec<u32> = (0..1000).map(|set| [120, 120, 60, 60, 60, 60, 60, 60, 0, 60][set % 10]).collect();
        let found = ratings(2, &[Duel { players: [0, 1], seats: 2, firsts: &firsts }], 1, 7)[0];
        let rate = 0.55;
        let deviation = f64::sqrt((0.2 * 0.45f64.powi(2) + 0.7 * 0.05f64.powi(2) + 0.1 * 0.55f64.powi(2)) / 1000.0);
        let half = 1.96 * deviation * ELO / (rate * (1.0 - rate));
        assert!((found.high - found.low - 2.0 * half).abs() < 0.15 * half, "{found:?} {half}");
        assert!((found.elo - 400.0 * (rate / (1.0 - rate)).log10()).abs() < 0.1, "{found:?}");
    }
}
