//! How sure a figure is: 95% intervals over sets of games.
//!
//! The games of a set share their dice, so they are not independent: equal players split every set, and a lucky deal helps
//! whoever sits right. What is independent is the set.

/// The standard normal distribution has 95% of its mass within this distance of 0.
const Z: f64 = 1.959_963_984_540_054;

/// The 95% interval of a rate seen in `n` independent trials, by Wilson (1927, "Probable inference, the law of succession,
/// and statistical inference"). It stays within 0 and 1 and is sound for rates near them.
///
/// ```
/// let (low, high) = hoyle_arena::wilson(0.5, 100);
/// assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
/// ```
pub fn wilson(rate: f64, n: u64) -> (f64, f64) {
    wilson_effective(rate, n as f64)
}

fn wilson_effective(rate: f64, n: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let shrink = 1.0 + Z * Z / n;
    let centre = (rate + Z * Z / (2.0 * n)) / shrink;
    let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt() / shrink;
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// What is known of a rate from sets of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SetRate {
    /// Points per game.
    pub rate: f64,
    /// How many sets.
    pub sets: u64,
    /// How many games a set has.
    pub size: usize,
    /// The sum of squares of the sets' rates around their mean.
    pub spread: f64,
}

impl SetRate {
    /// The 95% interval: Wilson's, for as many independent games as tell as much as these sets do.
    ///
    /// The design effect is how much more the rates of sets vary than those of as many independent games would (Kish 1965,
    /// "Survey sampling"). One even set of independent games is added to both, so that a few sets that happen to be equal,
    /// and a rate of 0 or 1, do not pass for certainty.
    pub(crate) fn interval(&self) -> (f64, f64) {
        let (sets, size) = (self.sets as f64, self.size as f64);
        let even = 0.25 / size;
        let independent = (sets - 1.0).max(0.0) * self.rate * (1.0 - self.rate) / size;
        let effect = (self.spread + even) / (independent + even);
        wilson_effective(self.rate, sets * size / effect)
    }
}

/// What is known of a mean from independent values in several groups, each with a mean of its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The variance around the mean; 0 of less than two values.
    pub(crate) fn variance(&self) -> f64 {
        let spread = (self.squares - self.sum * self.sum / self.count).max(0.0);
        if self.count > 1.0 { spread / (self.count - 1.0) } else { 0.0 }
    }
}

/// The mean over all groups with its 95% interval (Student's t); none without values, and no interval where no group has two.
pub(crate) fn mean_interval(groups: &[Moments]) -> Option<(f64, Option<(f64, f64)>)> {
    let count: f64 = groups.iter().map(|group| group.count).sum();
    if count == 0.0 {
        return None;
    }
    let mean = groups.iter().map(|group| group.sum).sum::<f64>() / count;
    let several = groups.iter().filter(|group| group.count > 1.0);
    let (mut freedom, mut variance) = (0.0, 0.0);
    for group in several {
        let spread = (group.squares - group.sum * group.sum / group.count).max(0.0);
        freedom += group.count - 1.0;
        variance += group.count * spread / (group.count - 1.0) / (count * count);
    }
    let half = (freedom > 0.0).then(|| t(freedom) * variance.sqrt());
    Some((mean, half.map(|half| (mean - half, mean + half))))
}

/// The distance from 0 within which Student's distribution has 95% of its mass (Abramowitz and Stegun 1964, 26.7.5).
fn t(freedom: f64) -> f64 {
    let power = |n| Z.powi(n);
    let terms = [
        Z,
        (power(3) + Z) / 4.0,
        (5.0 * power(5) + 16.0 * power(3) + 3.0 * Z) / 96.0,
        (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * Z) / 384.0,
        (79.0 * power(9) + 776.0 * power(7) + 1482.0 * power(5) - 1920.0 * power(3) - 945.0 * Z) / 92160.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| sum / freedom + term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::Rng;

    #[test]
    fn the_interval_is_wilsons() {
        // Newcombe 1998, table I, method 3: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611.
        let (low, high) = wilson(81.0 / 263.0, 263);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5);
        let (low, high) = wilson(0.0, 20);
        assert!(low == 0.0 && (high - 0.1611).abs() < 5e-5);
    }

    #[test]
    fn independent_games_give_wilsons_interval_and_pairs_that_split_a_narrow_one() {
        let independent = SetRate { rate: 0.5, sets: 1000, size: 2, spread: 999.0 * 0.125 };
        let (low, high) = independent.interval();
        let expected = wilson(0.5, 2000);
        assert!((low - expected.0).abs() < 1e-12 && (high - expected.1).abs() < 1e-12);
        let (low, high) = SetRate { spread: 0.0, ..independent }.interval();
        assert!(low > 0.499 && high < 0.501 && low < 0.5 && high > 0.5);
        let (low, high) = SetRate { spread: 0.0, sets: 1, ..independent }.interval();
        assert_eq!((low, high), wilson(0.5, 2), "one set tells no more than two games");
        let all = SetRate { rate: 1.0, sets: 50, size: 2, spread: 0.0 };
        assert_eq!(all.interval(), wilson(1.0, 100));
    }

    #[test]
    fn the_interval_holds_what_it_promises() {
        // Sets of two games that go together or apart, with rates near and far from a half.
        let mut rng = Rng::new(5);
        for (win, alike) in [(0.5, 0.0), (0.5, 0.8), (0.8, 0.5), (0.95, 0.3), (0.5, -0.8)] {
            let runs = 2000;
            let mut held = 0;
            for _ in 0..runs {
                let sets = 200;
                let (mut sum, mut squares) = (0.0, 0.0);
                for _ in 0..sets {
                    let draw = |rng: &mut Rng| f64::from(rng.unit()) < win;
                    let first = draw(&mut rng);
                    let linked = f64::from(rng.unit()) < f64::abs(alike);
                    let second = if !linked { draw(&mut rng) } else { first == (alike > 0.0) };
                    let share = (f64::from(u8::from(first)) + f64::from(u8::from(second))) / 2.0;
                    sum += share;
                    squares += share * share;
                }
                let rate = sum / f64::from(sets);
                let spread = squares - sum * rate;
                let (low, high) = SetRate { rate, sets: sets as u64, size: 2, spread }.interval();
                held += u32::from(low <= win && win <= high);
            }
            // 0.95 +- 5 standard deviations of 2000 runs.
            let share = f64::from(held) / f64::from(runs);
            assert!((share - 0.95).abs() < 0.025, "{win} {alike}: {share}");
        }
    }

    #[test]
    fn means_have_students_interval() {
        for (freedom, expected) in [(2.0, 4.303), (5.0, 2.571), (30.0, 2.042), (1e9, 1.960)] {
            assert!((t(freedom) / expected - 1.0).abs() < 0.01, "{freedom}: {}", t(freedom));
        }
        let mut values = Moments::default();
        assert_eq!(mean_interval(&[values]), None);
        values.add(3.0);
        assert_eq!(mean_interval(&[values]), Some((3.0, None)));
        [1.0, 2.0, 4.0, 5.0].into_iter().for_each(|value| values.add(value));
        // Mean 3, standard deviation sqrt(10 / 4), t = 2.776.
        let (mean, interval) = mean_interval(&[values]).unwrap();
        let (low, high) = interval.unwrap();
        assert!(mean == 3.0 && (low - 1.037).abs() < 0.01 && (high - 4.963).abs() < 0.01, "{low} {high}");
    }
}
