//! Testing while playing: which of two hypotheses about a difference in strength is true.
//!
//! The generalised sequential probability ratio test, as chess engines use it (Van den Bergh 2018, "A practical introduction
//! to the GSPRT"; Wald 1945, "Sequential tests of statistical hypotheses"). The observations are sets, not games: for
//! pairs of games with wins, ties and losses this is the pentanomial test. Each hypothesis fixes only the mean of the
//! sets' results; their distribution is the most likely one with that mean.

use crate::report::PARTS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Two hypotheses about how much stronger the first player is than the others, and how often each may be wronged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference of the first hypothesis, in Elo points.
    pub elo0: f64,
    /// The difference of the second, which is larger.
    pub elo1: f64,
    /// How often the second may be accepted although the first is true.
    pub alpha: f64,
    /// How often the first may be accepted although the second is true.
    pub beta: f64,
}

/// Why hypotheses cannot be tested.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SprtError {
    /// Not two numbers in order.
    #[error("--sprt takes two differences in Elo, the smaller first, from -1000 to 1000: 0,20")]
    Elo,
    /// More than two players.
    #[error("a sequential test compares two players, not {0}")]
    Players(usize),
    /// More than one game.
    #[error("a sequential test (--sprt) needs one game, not {0} in turn")]
    Games(usize),
}

impl Sprt {
    /// A test with error rates of 5%.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        let fits = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        if !(fits(elo0) && fits(elo1) && elo0 < elo1) {
            return Err(SprtError::Elo);
        }
        Ok(Self { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }

    /// Below the first, the first hypothesis is accepted; above the second, the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
}

/// What a test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The first hypothesis is accepted.
    H0,
    /// The second is.
    H1,
    /// Neither: the games were over before.
    Undecided,
}

/// A test with what it came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtReport {
    /// The hypotheses.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The logarithm of the likelihood ratio: how much more likely the results are under the second hypothesis.
    pub llr: f64,
    /// Where the first is accepted.
    pub lower: f64,
    /// Where the second is.
    pub upper: f64,
    /// What it came to.
    pub verdict: Verdict,
}

/// What the first player gets of a game on average if it is so much stronger than each of the others: the share of its
/// strength in that of the whole table. For two this is the logistic curve of Elo.
pub fn expected_share(elo: f64, seats: usize) -> f64 {
    let strength = 10f64.powf(elo / 400.0);
    strength / (strength + seats as f64 - 1.0)
}

/// A test that goes on.
#[derive(Clone, Debug)]
pub(crate) struct Testing {
    sprt: Sprt,
    shares: [f64; 2],
    /// The most parts that a set can bring.
    most: u32,
    /// How many sets brought how many parts.
    counts: BTreeMap<u32, f64>,
    llr: f64,
}

/// What stands for a kind of result that was not seen yet: none is impossible.
const UNSEEN: f64 = 1e-3;

impl Testing {
    pub(crate) fn new(sprt: Sprt, seats: usize) -> Self {
        let most = PARTS as u32 * seats as u32;
        let kinds = 2 * seats as u32;
        Self {
            sprt,
            shares: [sprt.elo0, sprt.elo1].map(|elo| expected_share(elo, seats)),
            most,
            counts: (0..=kinds).map(|kind| (kind * most / kinds, UNSEEN)).collect(),
            llr: 0.0,
        }
    }

    /// Adds a set and tells whether that decides.
    pub(crate) fn add(&mut self, parts: u32) -> Verdict {
        let count = self.counts.entry(parts).or_insert(0.0);
        *count = if *count == UNSEEN { 1.0 } else { *count + 1.0 };
        let [at_h0, at_h1] = self.shares.map(|share| self.log_likelihood(share));
        self.llr = at_h1 - at_h0;
        self.verdict()
    }

    fn verdict(&self) -> Verdict {
        let (lower, upper) = self.sprt.bounds();
        match self.llr {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Undecided,
        }
    }

    pub(crate) fn report(&self) -> SprtReport {
        let (lower, upper) = self.sprt.bounds();
        SprtReport { sprt: self.sprt, llr: self.llr, lower, upper, verdict: self.verdict() }
    }

    /// How likely the results are under the most likely distribution with this mean, less what does not depend on it.
    ///
    /// That distribution has `p / (1 + x (a - mean))` where `p` is the share of sets that brought `a`, with the one `x` for
    /// which the mean comes out (Owen 1988, "Empirical likelihood ratio confidence intervals for a single functional").
    fn log_likelihood(&self, mean: f64) -> f64 {
        let off = |parts: &u32| f64::from(*parts) / f64::from(self.most) - mean;
        // The excess falls with x from infinity to minus infinity between the ends.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..60 {
            let x = (low + high) / 2.0;
            let excess: f64 =
                self.counts.iter().map(|(parts, count)| count * off(parts) / (1.0 + x * off(parts))).sum();
            if excess > 0.0 { low = x } else { high = x }
        }
        let x = (low + high) / 2.0;
        -self.counts.iter().map(|(parts, count)| count * (1.0 + x * off(parts)).ln()).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::Rng;

    #[test]
    fn shares_follow_elo() {
        assert_eq!(expected_share(0.0, 2), 0.5);
        assert_eq!(expected_share(0.0, 4), 0.25);
        assert!((expected_share(400.0, 2) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn hypotheses_are_in_order() {
        assert_eq!(Sprt::new(20.0, 0.0), Err(SprtError::Elo));
        assert_eq!(Sprt::new(0.0, f64::NAN), Err(SprtError::Elo));
        assert_eq!(Sprt::new(-5e3, 0.0), Err(SprtError::Elo));
        let (lower, upper) = Sprt::new(0.0, 5.0).unwrap().bounds();
        assert!((upper - 2.944).abs() < 1e-3 && (lower + 2.944).abs() < 1e-3);
    }

    /// With much data the ratio is that of normal distributions: sets x (s1 - s0) (2 mean - s0 - s1) / (2 variance).
    #[test]
    fn the_ratio_is_the_one_of_the_literature() {
        let sprt = Sprt::new(0.0, 5.0).unwrap();
        let mut testing = Testing::new(sprt, 2);
        let sets = [(0, 400), (30, 1800), (60, 5200), (90, 2100), (120, 500)];
        for (parts, count) in sets {
            testing.counts.insert(parts, f64::from(count));
        }
        let [s0, s1] = testing.shares;
        let llr = testing.log_likelihood(s1) - testing.log_likelihood(s0);
        let n = 10_000.0;
        let mean = sets.iter().map(|&(a, c)| f64::from(a) / 120.0 * f64::from(c)).sum::<f64>() / n;
        let variance = sets.iter().map(|&(a, c)| (f64::from(a) / 120.0 - mean).powi(2) * f64::from(c)).sum::<f64>() / n;
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((llr - normal).abs() < 0.02 * normal.abs(), "{llr} {normal}");
    }

    /// How often a test is wrong, by simulation: pairs of games whose luck is shared, at either hypothesis.
    #[test]
    fn errors_are_as_rare_as_promised() {
        let sprt = Sprt::new(0.0, 50.0).unwrap();
        let runs = 600;
        for (elo, wrong) in [(0.0, Verdict::H1), (50.0, Verdict::H0)] {
            let share = expected_share(elo, 2);
            let (mut errors, mut undecided, mut sets) = (0, 0, 0u64);
            for run in 0..runs {
                let mut rng = Rng::stream(17, run);
                let mut testing = Testing::new(sprt, 2);
                let verdict = (0..20_000).find_map(|_| {
                    sets += 1;
                    // A third of the deals decide both games for one side; a fifth of the others is a tie.
                    let mut game = || match f64::from(rng.unit()) {
                        u if u < 0.2 => 30,
                        _ if f64::from(rng.unit()) < (share - 0.1) / 0.8 => 60,
                        _ => 0,
                    };
                    let (first, second) = (game(), game());
                    let alike = rng.below(3) == 0;
                    let verdict = testing.add(if alike { 2 * first } else { first + second });
                    (verdict != Verdict::Undecided).then_some(verdict)
                });
                errors += u32::from(verdict == Some(wrong));
                undecided += u32::from(verdict.is_none());
            }
            // 5% and three standard deviations of 600 runs.
            let rate = f64::from(errors) / runs as f64;
            println!("elo {elo}: wrong {rate:.3}, {} sets on average", sets / runs);
            assert!(undecided == 0 && rate < 0.077, "elo {elo}: wrong in {rate}, undecided {undecided}");
        }
    }

    #[test]
    fn players_that_split_every_pair_are_equal() {
        let mut testing = Testing::new(Sprt::new(0.0, 20.0).unwrap(), 2);
        let after = (1..).find(|_| testing.add(60) != Verdict::Undecided).unwrap();
        assert_eq!(testing.verdict(), Verdict::H0);
        assert!(after < 200, "{after} pairs");
    }
}
