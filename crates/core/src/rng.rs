//! The one generator of the project: portable, seeded, never the system's.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Infallible, Rng as _, SeedableRng, TryRng};
use serde::{Deserialize, Serialize};

/// A seeded generator (xoshiro256++) that gives the same numbers on every machine.
///
/// It implements the `rand` traits, so distributions of that crate work with it. Its own [`below`](Self::below) is the
/// only sampler that the engines use: its numbers are part of this project's contract, those of a library may change
/// with the library.
///
/// ```
/// use hoyle_core::Rng;
/// let mut a = Rng::stream(7, 0);
/// let mut b = Rng::stream(7, 1);
/// assert_ne!(a.below(1_000_000), b.below(1_000_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator of a seed: stream 0 of it.
    pub fn new(seed: u64) -> Self {
        Self::stream(seed, 0)
    }

    /// One of 2^64 generators that belong to a seed: one per game, per worker, per sample.
    ///
    /// Different (seed, stream) pairs start in different states: the first half of the 256-bit state is a one-to-one image
    /// of the pair. The second half mixes both, because the generator's first number is little more than a sum of words:
    /// without that, the first dice of all streams would be the same for every seed, but for a shift.
    pub fn stream(seed: u64, stream: u64) -> Self {
        let (seed, stream) = (SplitMix(seed).next(), SplitMix(!stream).next());
        let mut both = SplitMix(seed ^ stream.rotate_left(32));
        let mut state = [0; 32];
        for (chunk, word) in state.chunks_mut(8).zip([seed, stream, both.next(), both.next()]) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly random number below `n`, by Lemire's method (2019, "Fast random integer generation in an interval").
    ///
    /// # Panics
    /// In debug builds, if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        let mut product = (self.bits() >> 32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.bits() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A uniformly random number in [0, 1), with 24 random bits.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 * (1.0 / (1u32 << 24) as f32)
    }

    /// A number of the standard Gumbel distribution: whatever has the largest sum of a logarithm of a weight and such a number is drawn
    /// with a chance in proportion to its weight, and the `k` largest are drawn without putting back.
    pub fn gumbel(&mut self) -> f32 {
        let uniform = (f64::from(self.unit()) + 1e-12).min(1.0 - 1e-12);
        -(-uniform.ln()).ln() as f32
    }

    /// Puts a slice in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.bits() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.bits())
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(dst);
        Ok(())
    }
}

/// Steele, Lea and Flood's SplitMix64: spreads a small seed over a large state.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        let chi2: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 20.5, "chi-square {chi2} with 5 degrees of freedom is beyond p = 0.001");
    }

    #[test]
    fn the_first_numbers_of_streams_differ_from_seed_to_seed() {
        // A die per stream, under two seeds: all 36 pairs are equally frequent.
        for seeds in [(0, 1), (1, 2), (3, 12), (7, 7 << 32)] {
            let mut seen = [0u32; 36];
            for stream in 0..36_000 {
                let die = |seed| Rng::stream(seed, stream).below(6);
                seen[(6 * die(seeds.0) + die(seeds.1)) as usize] += 1;
            }
            let chi2: f64 = seen.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
            assert!(chi2 < 66.6, "seeds {seeds:?}: chi-square {chi2} with 35 degrees of freedom is beyond p = 0.001");
        }
    }

    #[test]
    fn a_gumbel_distribution_has_its_mean_and_spread() {
        let mut rng = Rng::new(3);
        let n = 200_000;
        let sample: Vec<f64> = (0..n).map(|_| f64::from(rng.gumbel())).collect();
        let mean = sample.iter().sum::<f64>() / f64::from(n);
        let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n);
        assert!((mean - 0.577_215_66).abs() < 0.01, "{mean}");
        assert!((variance - std::f64::consts::PI.powi(2) / 6.0).abs() < 0.03, "{variance}");
    }

    #[test]
    fn splitmix_gives_the_published_numbers() {
        let mut mix = SplitMix(1_234_567);
        assert_eq!(mix.next(), 6_457_827_717_110_365_317);
        assert_eq!(mix.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        // Part of the contract: a seed means the same games in every later version.
        let mut rng = Rng::stream(1, 2);
        let first: Vec<u32> = (0..6).map(|_| rng.below(1000)).collect();
        assert_eq!(first, [446, 963, 412, 50, 381, 192]);
    }

    #[test]
    fn survives_being_saved() {
        let mut rng = Rng::new(3);
        rng.bits();
        let text = serde_json::to_string(&rng).unwrap();
        let mut back: Rng = serde_json::from_str(&text).unwrap();
        assert_eq!(back.bits(), rng.bits());
    }
}
