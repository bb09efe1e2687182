//! What values the fields of a layout take in play: whether the scales of an encoder fit.
//!
//! Every observation is counted before its values are limited, place by place, into fine bins. Counts and sums are whole
//! numbers, so the result does not depend on which thread played which game.

use hoyle_arena::{PlayerFault, ask, begin, dice_rng, player_rng};
use hoyle_core::prelude::*;
use hoyle_core::{Field, Game, Layout, LayoutId, Player, RandomPlayer, Rng, Seat, Sparse, Turn};
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// How much is played, and with which randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatsSettings {
    /// How many games.
    pub games: u64,
    /// The seed: the dice of game `i` are stream `i` of it.
    pub seed: u64,
    /// How many threads; as many as the machine has if not given.
    pub threads: Option<usize>,
}

/// What the fields of a layout look like in play. As JSON it is what `hoyle stats --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatsReport {
    /// The game.
    pub game: String,
    /// The layout.
    pub layout: String,
    /// The version of the layout.
    pub version: u32,
    /// How many games were played.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// How many observations were looked at.
    pub observations: u64,
    /// Each field, in the order of the layout.
    pub fields: Vec<FieldStats>,
}

/// What one field looks like in play, over all of its places and zeros included, before values are limited.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldStats {
    /// The field.
    pub name: String,
    /// How many values were seen.
    pub values: u64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// Their mean.
    pub mean: f64,
    /// The value that 1% of all values do not exceed.
    pub q01: f64,
    /// The value that half of all values do not exceed.
    pub q50: f64,
    /// The value that 99% of all values do not exceed.
    pub q99: f64,
    /// The share of values that are not zero.
    pub nonzero: f64,
    /// The share of values that are outside the field's range, and so are limited when they are observed.
    pub clamped: f64,
}

/// Why statistics cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StatsError {
    /// Nothing to play.
    #[error("statistics need at least one game")]
    NoGames,
    /// The system gave no threads.
    #[error("cannot start {threads} threads: {problem}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        problem: String,
    },
    /// A scripted player went wrong.
    #[error("game {game}: {fault}")]
    Player {
        /// Which game it was.
        game: u64,
        /// What happened.
        fault: PlayerFault,
    },
}

/// How many bins a field's range is divided into. Centred on multiples of 1/2000 of it, so that a count divided by 5, 10,
/// 20, 50, 100 or 250 is told exactly.
const STEPS: usize = 2000;
/// The bins reach as far again below and above the range; what is further off is counted in the last ones.
const BINS: usize = 3 * STEPS + 1;
/// Sums are whole multiples of this: exact, and the same in any order.
const UNIT: f64 = 1.0 / (1u64 << 32) as f64;
/// What is so little outside the range is a rounding error, as a part of the range.
const ROUNDING: f64 = 1e-5;
/// Keeps the choice of players apart from the dice.
const LINEUP: u64 = 0x9b05_688c_2b3e_6c1f;

/// The values of one field.
#[derive(Clone, Debug)]
struct Histogram {
    start: f64,
    step: f64,
    low: f64,
    high: f64,
    /// How many values are not zero, by bin.
    bins: Vec<u64>,
    values: u64,
    nonzero: u64,
    clamped: u64,
    min: f64,
    max: f64,
    sum: i128,
}

impl Histogram {
    fn new(field: &Field) -> Self {
        let (min, max) = (f64::from(field.min), f64::from(field.max));
        let span = if max > min { max - min } else { 1.0 };
        Self {
            start: min - span,
            step: span / STEPS as f64,
            low: min - span * ROUNDING,
            high: max + span * ROUNDING,
            bins: vec![0; BINS],
            values: 0,
            nonzero: 0,
            clamped: 0,
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
            sum: 0,
        }
    }

    /// Counts a value that is not zero.
    #[inline]
    fn add(&mut self, value: f32, times: u64) {
        let value = f64::from(value);
        // A float that is too large or too small becomes the largest or smallest whole number, and NaN zero.
        let bin = ((value - self.start) / self.step).round() as usize;
        self.bins[bin.min(BINS - 1)] += times;
        self.nonzero += times;
        self.clamped += if value < self.low || value > self.high { times } else { 0 };
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.sum += i128::from((value / UNIT) as i64) * i128::from(times);
    }

    fn join(&mut self, other: &Self) {
        self.bins.iter_mut().zip(&other.bins).for_each(|(bin, more)| *bin += more);
        self.values += other.values;
        self.nonzero += other.nonzero;
        self.clamped += other.clamped;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.sum += other.sum;
    }

    /// The smallest value that so large a part of all values do not exceed.
    fn quantile(&self, part: f64) -> f64 {
        let wanted = ((part * self.values as f64).ceil() as u64).max(1);
        let zeros = self.values - self.nonzero;
        let (mut seen, mut zeros_seen) = (0, false);
        for (bin, &count) in self.bins.iter().enumerate() {
            let value = self.start + bin as f64 * self.step;
            // Zeros come before the first bin that is not below them.
            if !zeros_seen && value >= -self.step / 2.0 {
                zeros_seen = true;
                seen += zeros;
                if seen >= wanted {
                    return 0.0;
                }
            }
            seen += count;
            if seen >= wanted {
                // The last bins also hold what is further off.
                return match bin {
                    0 => self.min,
                    _ if bin == BINS - 1 => self.max,
                    _ => value.clamp(self.min, self.max),
                };
            }
        }
        // All values are below the bins' zero, or there are none.
        if self.values > 0 && self.nonzero == self.values { self.max } else { 0.0 }
    }

    fn report(&self, name: &str) -> FieldStats {
        let (min, max) = match (self.nonzero, self.values - self.nonzero) {
            (0, _) => (0.0, 0.0),
            (_, 0) => (self.min, self.max),
            _ => (self.min.min(0.0), self.max.max(0.0)),
        };
        let per_value = |sum: f64| sum / self.values.max(1) as f64;
        FieldStats {
            name: name.to_owned(),
            values: self.values,
            min,
            max,
            mean: per_value(self.sum as f64 * UNIT),
            q01: self.quantile(0.01),
            q50: self.quantile(0.5),
            q99: self.quantile(0.99),
            nonzero: per_value(self.nonzero as f64),
            clamped: per_value(self.clamped as f64),
        }
    }
}

/// The values of all fields.
struct Tally {
    histograms: Vec<Histogram>,
    observations: u64,
}

/// Which field stands at each place of a layout.
struct Places {
    field: Vec<u32>,
    /// How many places each field has.
    lens: Vec<u64>,
}

impl Places {
    /// The fields are those of `declared`, by name: a variant of a game may have wider rows.
    fn of(declared: &Layout, layout: &Layout) -> Self {
        let mut places = Self { field: vec![u32::MAX; layout.len()], lens: vec![0; declared.fields().len()] };
        for (number, field) in declared.fields().iter().enumerate() {
            let Some(there) = layout.field(&field.name) else { continue };
            places.lens[number] = there.len() as u64;
            there.indices().for_each(|place| places.field[place] = number as u32);
        }
        places
    }
}

impl Tally {
    fn new(layout: &Layout) -> Self {
        Self { histograms: layout.fields().iter().map(Histogram::new).collect(), observations: 0 }
    }

    fn add(&mut self, places: &Places, sparse: &Sparse) {
        for (place, value) in sparse.iter() {
            if let Some(histogram) = self.histograms.get_mut(places.field[place] as usize) {
                histogram.add(value, 1);
            }
        }
    }

    /// After a game with so many observations: what was the same in all of them.
    fn end_game(&mut self, places: &Places, layout: &Layout, observations: u64) {
        for &(place, value) in layout.constants() {
            if let Some(histogram) = self.histograms.get_mut(places.field[place as usize] as usize) {
                histogram.add(value, observations);
            }
        }
        for (histogram, len) in self.histograms.iter_mut().zip(&places.lens) {
            histogram.values += len * observations;
        }
        self.observations += observations;
    }

    fn join(&mut self, other: &Self) {
        self.histograms.iter_mut().zip(&other.histograms).for_each(|(histogram, more)| histogram.join(more));
        self.observations += other.observations;
    }
}

/// Plays many games and tells what the fields of a layout look like. `progress` is called after each game.
///
/// Games come in pairs, each pair in another [variant](Game::variant): in the first everybody plays at random, in the
/// second scripted players do. At each decision the seat to move observes, and one of the others.
pub fn run<G: Game>(
    game: G,
    layout: LayoutId,
    settings: &StatsSettings,
    progress: &(dyn Fn() + Sync),
) -> Result<StatsReport, StatsError> {
    let &StatsSettings { games, seed, threads } = settings;
    if games == 0 {
        return Err(StatsError::NoGames);
    }
    let threads = threads.unwrap_or(0); // 0: rayon takes what the machine has
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|e| StatsError::Threads { threads, problem: e.to_string() })?;
    let declared = game.spec().layout(layout);
    let next = AtomicU64::new(0);
    // One tally per thread: they are large.
    let tallies = pool.broadcast(|_| {
        let mut tally = Tally::new(declared);
        let places = Places::of(declared, declared);
        let mut list = Sparse::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games {
                return Ok(tally);
            }
            let variant = game.variant(index / 2);
            let own = variant.spec().layout(layout);
            let wider;
            let places = if own.hash() == declared.hash() {
                &places
            } else {
                wider = Places::of(declared, own);
                &wider
            };
            let mut observations = 0;
            let look = |state: &G::State, seat: Seat| {
                state.observe_unclamped(seat, layout, &mut list);
                tally.add(places, &list);
                observations += 1;
            };
            let played = play(variant, index, seed, look);
            tally.end_game(places, own, observations);
            if let Err(fault) = played {
                next.fetch_max(games, Ordering::Relaxed); // the others need not go on
                return Err(StatsError::Player { game: index, fault });
            }
            progress();
        }
    });
    let mut whole = Tally::new(declared);
    for tally in tallies {
        whole.join(&tally?);
    }
    let fields = declared.fields().iter().zip(&whole.histograms);
    Ok(StatsReport {
        game: game.spec().name.to_owned(),
        layout: declared.name().to_owned(),
        version: declared.version(),
        games,
        seed,
        observations: whole.observations,
        fields: fields.map(|(field, histogram)| histogram.report(&field.name)).collect(),
    })
}

/// Plays a game to its end. `look` sees every decision as the seat to move sees it, and as one of the others does.
fn play<G: Game>(game: G, index: u64, seed: u64, mut look: impl FnMut(&G::State, Seat)) -> Result<(), PlayerFault> {
    let seats = game.spec().seats();
    let mut lineup = Rng::stream(seed ^ LINEUP, index);
    let mut players: Vec<_> = (0..seats).map(|_| somebody(game, index % 2 == 1, &mut lineup)).collect();
    let mut dice = dice_rng(seed, index);
    let mut rngs: Vec<Rng> = (0..seats).map(|seat| player_rng(seed, index, Seat(seat as u8))).collect();
    let at = |seat: Seat, player: &str| {
        let player = player.to_owned();
        move |fault| PlayerFault { seat, player, fault }
    };
    for (seat, (name, player)) in players.iter_mut().enumerate() {
        begin(&mut **player).map_err(at(Seat(seat as u8), name))?;
    }
    let mut state = game.start();
    let mut decisions = 0;
    while let Turn::Seat(seat) = state.roll_to_decision(&mut dice) {
        look(&state, seat);
        if seats > 1 {
            let other = (seat.index() + 1 + decisions % (seats - 1)) % seats;
            look(&state, Seat(other as u8));
        }
        decisions += 1;
        let (name, player) = &mut players[seat.index()];
        let action = ask(&state, seat, &mut **player, &mut rngs[seat.index()]).map_err(at(seat, name))?;
        state.play_unchecked(action);
    }
    Ok(())
}

/// A scripted player that this game has, or one that plays at random.
fn somebody<G: Game>(game: G, scripted: bool, rng: &mut Rng) -> (&'static str, Box<dyn Player<G::State>>) {
    let mut names: Vec<&'static str> =
        if scripted { G::bots().iter().map(|bot| bot.name).collect() } else { Vec::new() };
    rng.shuffle(&mut names);
    let made = names.into_iter().find_map(|name| Some((name, game.bot(name, &[]).ok()?)));
    made.unwrap_or_else(|| ("random", Box::new(RandomPlayer)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::options::game_from_settings;
    use hoyle_dominion::Dominion;
    use hoyle_ludo::Ludo;

    fn field(range: std::ops::RangeInclusive<f32>) -> Field {
        Layout::build("demo", 1).field("x", &[], range, "").finish(&[1]).fields()[0].clone()
    }

    fn stats(field: &Field, values: impl IntoIterator<Item = f32>) -> FieldStats {
        let mut histogram = Histogram::new(field);
        for value in values {
            histogram.values += 1;
            if value != 0.0 {
                histogram.add(value, 1);
            }
        }
        histogram.report("x")
    }

    #[test]
    fn a_uniform_distribution_has_its_quantiles() {
        // 0 to 1.25 in steps of 1/1000: a fifth, less the end, is clamped.
        let found = stats(&field(0.0..=1.0), (0..=1250).map(|n| n as f32 / 1000.0));
        assert_eq!((found.values, found.min, found.max), (1251, 0.0, 1.25));
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} is not {b}");
        near(found.mean, 0.625);
        near(found.q01, 0.012);
        near(found.q50, 0.625);
        near(found.q99, 1.238);
        near(found.nonzero, 1250.0 / 1251.0);
        near(found.clamped, 250.0 / 1251.0);
    }

    #[test]
    fn zeros_stand_between_negative_and_positive_values() {
        let values = |a, b, c| [(a, -0.5), (b, 0.0), (c, 0.25)].into_iter().flat_map(|(n, v)| vec![v; n]);
        let found = stats(&field(-1.0..=1.0), values(1, 98, 1));
        assert_eq!((found.q01, found.q50, found.q99), (-0.5, 0.0, 0.0));
        assert_eq!((found.min, found.max, found.mean), (-0.5, 0.25, -0.0025));
        let found = stats(&field(-1.0..=1.0), values(60, 30, 10));
        assert_eq!((found.q01, found.q50, found.q99), (-0.5, -0.5, 0.25));
        let found = stats(&field(-1.0..=1.0), values(0, 10, 0));
        assert_eq!((found.min, found.q01, found.q99, found.max, found.nonzero), (0.0, 0.0, 0.0, 0.0, 0.0));
    }

    #[test]
    fn what_is_far_outside_is_counted_too_and_rounding_is_not_clamping() {
        let found = stats(&field(0.0..=1.0), [1.0 + f32::EPSILON, 1.0, 1e6, -1e6]);
        assert_eq!((found.min, found.q01, found.q99, found.max, found.clamped), (-1e6, -1e6, 1e6, 1e6, 0.5));
        assert_eq!(stats(&field(0.0..=0.0), [0.0, 0.5]).clamped, 0.5);
    }

    #[test]
    fn threads_change_nothing() {
        fn check<G: Game>() {
            let game: G = game_from_settings(&[]).unwrap();
            let report = |threads| {
                run(game, LayoutId(0), &StatsSettings { games: 12, seed: 5, threads: Some(threads) }, &|| {}).unwrap()
            };
            let one = report(1);
            assert_eq!(one, report(2));
            assert!(one.observations > 100);
            assert_eq!(one.fields.len(), game.spec().layout(LayoutId(0)).fields().len());
        }
        check::<Ludo>();
        check::<Dominion>();
    }

    #[test]
    fn statistics_agree_with_whole_observations() {
        let game: Dominion = game_from_settings(&[]).unwrap();
        let layout = LayoutId(0);
        let report = run(game, layout, &StatsSettings { games: 4, seed: 1, threads: Some(1) }, &|| {}).unwrap();
        let fields = game.spec().layout(layout).fields();
        let (mut sums, mut nonzero, mut count) = (vec![0.0; fields.len()], vec![0u64; fields.len()], 0);
        for index in 0..4 {
            let look = |state: &hoyle_dominion::DominionState, seat| {
                let mut dense = vec![0.0; state.spec().layout(layout).len()];
                state.observe(seat, layout, &mut dense);
                count += 1;
                for (number, field) in fields.iter().enumerate() {
                    for place in field.indices() {
                        sums[number] += f64::from(dense[place]);
                        nonzero[number] += u64::from(dense[place] != 0.0);
                    }
                }
            };
            play(game.variant(index / 2), index, 1, look).unwrap();
        }
        assert_eq!(report.observations, count);
        for (number, found) in report.fields.iter().enumerate() {
            assert_eq!((found.nonzero * found.values as f64).round() as u64, nonzero[number], "{}", found.name);
            // Values that are limited are not the same.
            if found.clamped == 0.0 {
                assert!((found.mean * found.values as f64 - sums[number]).abs() < 1e-2, "{}", found.name);
            }
        }
    }

    #[test]
    fn no_games_are_no_statistics() {
        let game: Ludo = game_from_settings(&[]).unwrap();
        let settings = StatsSettings { games: 0, seed: 0, threads: None };
        assert_eq!(run(game, LayoutId(0), &settings, &|| {}), Err(StatsError::NoGames));
    }
}
