//! How sure a figure is, and how two lists agree.

use hoyle_core::Rng;
use serde::Serialize;

/// A figure with its 95% interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How often games are drawn anew.
const RESAMPLES: usize = 1000;

impl Interval {
    /// A figure that is computed from sums over games: `of` is given the sums. Games are drawn anew, as many as there are (Efron 1979).
    pub fn of_sums<const N: usize>(games: &[[f64; N]], of: impl Fn(&[f64; N]) -> f64) -> Self {
        let sums = |games: &mut dyn Iterator<Item = &[f64; N]>| {
            let mut sums = [0.0; N];
            games.for_each(|game| sums.iter_mut().zip(game).for_each(|(sum, x)| *sum += x));
            of(&sums)
        };
        let mut rng = Rng::new(games.len() as u64);
        let mut drawn = |_| sums(&mut (0..games.len()).map(|_| &games[rng.below(games.len() as u32) as usize]));
        let mut values: Vec<f64> = (0..RESAMPLES).map(&mut drawn).filter(|value| value.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values.get((share * values.len() as f64) as usize).copied().unwrap_or(f64::NAN);
        Self { value: sums(&mut games.iter()), low: at(0.025), high: at(0.975) }
    }
}

/// The rank correlation of two lists (Spearman 1904): equal numbers have the mean of their ranks. None if all of a list are equal, or
/// there are fewer than three.
pub fn rank_correlation(a: &[f32], b: &[f32]) -> Option<f64> {
    if a.len() < 3 {
        return None;
    }
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (spread > 0.0).then(|| product(&a, &b) / spread)
}

fn ranks(x: &[f32]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
    let mut ranks = vec![0.0; x.len()];
    let mut start = 0;
    for alike in order.chunk_by(|&a, &b| x[a] == x[b]) {
        let rank = start as f64 + (alike.len() as f64 - 1.0) / 2.0;
        alike.iter().for_each(|&place| ranks[place] = rank);
        start += alike.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_or_not() {
        assert_eq!(rank_correlation(&[1.0, 2.0, 9.0], &[-3.0, 0.1, 0.2]), Some(1.0));
        assert_eq!(rank_correlation(&[1.0, 2.0, 9.0], &[3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(rank_correlation(&[1.0, 1.0, 1.0], &[3.0, 2.0, 1.0]), None);
        assert_eq!(rank_correlation(&[1.0, 2.0], &[3.0, 2.0]), None);
        // By hand: ranks 0, 1.5, 1.5, 3 and 0, 1, 3, 2.
        let tied = rank_correlation(&[1.0, 2.0, 2.0, 3.0], &[0.0, 1.0, 9.0, 5.0]).unwrap();
        assert!((tied - 3.0 / (4.5_f64 * 5.0).sqrt()).abs() < 1e-9, "{tied}");
    }

    #[test]
    fn an_interval_holds_the_mean() {
        let mut rng = Rng::new(1);
        let games: Vec<[f64; 2]> = (0..400).map(|_| [f64::from(rng.unit()), 1.0]).collect();
        let Interval { value, low, high } = Interval::of_sums(&games, |[sum, count]| sum / count);
        // Uniform numbers: the standard error is sqrt(1 / 12 / 400).
        let width = 2.0 * 1.96 * (1.0_f64 / 12.0 / 400.0).sqrt();
        assert!(low < value && value < high && ((high - low) / width - 1.0).abs() < 0.15, "{low} {value} {high}");
    }
}
