//! Whether samples fit a distribution.

use std::fmt;

/// A chi-square statistic with its degrees of freedom.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fit {
    chi2: f64,
    freedom: f64,
}

impl Fit {
    /// How observed counts fit expected ones. Bins that expect fewer than five are counted together.
    pub(super) fn of(bins: impl IntoIterator<Item = (u64, f64)>) -> Self {
        let mut fit = Self { chi2: 0.0, freedom: -1.0 };
        let mut rare = (0u64, 0.0);
        let mut add = |observed: u64, expected: f64| {
            fit.chi2 += (observed as f64 - expected).powi(2) / expected;
            fit.freedom += 1.0;
        };
        for (observed, expected) in bins {
            if expected < 5.0 {
                rare = (rare.0 + observed, rare.1 + expected);
            } else {
                add(observed, expected);
            }
        }
        if rare.1 > 0.0 {
            add(rare.0, rare.1);
        }
        Self { freedom: fit.freedom.max(0.0), ..fit }
    }

    /// Adds an independent statistic.
    pub(super) fn merge(&mut self, other: &Self) {
        self.chi2 += other.chi2;
        self.freedom += other.freedom;
    }

    /// Whether such a statistic, or a worse one, comes up at least once in a billion runs.
    pub(super) fn is_plausible(&self) -> bool {
        self.deviation() < 6.0
    }

    /// How many standard deviations it lies above its mean, after Wilson and Hilferty's cube root (1931).
    fn deviation(&self) -> f64 {
        if self.freedom == 0.0 {
            return 0.0;
        }
        let spread = 2.0 / (9.0 * self.freedom);
        ((self.chi2 / self.freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deviation = self.deviation();
        write!(f, "chi-square {:.1} with {} degrees of freedom, {deviation:.1} deviations up", self.chi2, self.freedom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_agree_with_published_quantiles() {
        // Upper 0.1% points of chi-square: 10.83 (1), 20.52 (5), 149.45 (100). The normal one is 3.09.
        for (freedom, chi2) in [(1.0, 10.83), (5.0, 20.52), (100.0, 149.45)] {
            let deviation = Fit { chi2, freedom }.deviation();
            assert!((deviation - 3.09).abs() < 0.1, "{freedom}: {deviation}");
        }
    }

    #[test]
    fn a_fair_die_fits_and_a_loaded_one_does_not() {
        assert!(Fit::of([980, 1010, 1005, 995, 1030, 980].map(|n| (n, 1000.0))).is_plausible());
        assert!(!Fit::of([830, 1010, 1005, 995, 1030, 1230].map(|n| (n, 1000.0))).is_plausible());
    }
}
