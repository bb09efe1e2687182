//! How it stands, and what a search does about it. The goal is always to win; the work differs.
//!
//! The value of a position is compared by odds with an even share, 1 / seats, so that it means the same at every table:
//!
//! | mode | odds of winning, as a multiple of those of an even share | with two seats | with four |
//! |---|---|---|---|
//! | winning | 9 or more | 90% or more | 75% or more |
//! | even | between | 25% to 90% | 10% to 75% |
//! | losing | 1/3 or less | 25% or less | 10% or less |
//! | desperate | 1/9 or less | 10% or less | 3.6% or less |
//!
//! A position is called losing only if an even share is further away than its spread, which is the standard deviation of its value over the
//! next draw: where the next card may turn it, it is even. In a desperate one that is what it is played for.

use crate::evaluate::{Evaluator, EvaluatorError};
use crate::insight::Out;
use crate::search::Leaf;
use hoyle_core::{Draw, Rng, Scores, State, Turn, View};
use serde::Serialize;

/// How it stands for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Its odds are at least 9 times those of an even share.
    Winning,
    /// Between winning and losing, or the next draw decides.
    Even,
    /// Its odds are at most a third of those of an even share.
    Losing,
    /// At most a ninth.
    Desperate,
}

/// From which multiple of the odds of an even share on a position is won or, turned round, desperate.
const FAR: f32 = 9.0;
/// The multiple at which, turned round, it is being lost.
const NEAR: f32 = 3.0;

impl Mode {
    /// The mode of a value from 0 to 1 at a table of so many seats; `spread` is 0 where it is not known.
    pub fn of(value: f32, spread: f32, seats: usize) -> Self {
        let even = 1.0 / seats.max(2) as f32;
        let odds = |p: f32| p.clamp(1e-6, 1.0 - 1e-6) / (1.0 - p.clamp(1e-6, 1.0 - 1e-6));
        let times = odds(value) / odds(even);
        match () {
            () if times >= FAR => Self::Winning,
            () if times <= 1.0 / FAR => Self::Desperate,
            () if times <= 1.0 / NEAR && even - value > spread => Self::Losing,
            () => Self::Even,
        }
    }

    /// What a search does in this mode.
    pub(crate) fn work(self) -> Work {
        Work {
            log_odds: matches!(self, Self::Winning | Self::Desperate),
            outs: self == Self::Desperate,
            policy: self == Self::Desperate,
        }
    }
}

/// What a search does otherwise than usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    /// Values are compared by their log-odds: of 1% and 2% one is twice the other.
    pub log_odds: bool,
    /// Rare draws of the searcher are met more often than they come, and weigh accordingly less.
    pub outs: bool,
    /// Others choose by their policy. Against best replies nothing helps any more: all that is lost looks alike.
    pub policy: bool,
}

/// Whether a search minds how it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Minding {
    /// It works alike in all positions.
    #[default]
    Off,
    /// It works as the mode of the position asks for.
    Auto,
}

/// How it stands for a seat, and what may change that.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// What the position is worth to the seat, from 0 to 1.
    pub value: f32,
    /// The standard deviation of its value over the seat's next draw; 0 if it draws no more.
    pub spread: f32,
    /// The mode.
    pub mode: Mode,
    /// What may be drawn next, the best first.
    pub draws: Vec<Out>,
}

impl Standing {
    /// The draws that bring the seat at least half the way to an even share, or beyond it: nothing in a position that is better than that.
    pub fn outs(&self, seats: usize) -> &[Out] {
        let even = 1.0 / seats.max(2) as f32;
        let enough = (self.value + even) / 2.0;
        let count =
            if self.value < even { self.draws.iter().take_while(|draw| draw.value >= enough).count() } else { 0 };
        &self.draws[..count]
    }
}

/// How many determinizations tell what next draws are worth.
const DEALS: usize = 4;
/// How many tell the value of a position, if it differs from one to the next as that of a rollout does.
const MANY: usize = 16;
/// Values that differ by less are equal.
const ALIKE: f32 = 1e-4;

/// What a position is worth to the seat of a view, from 0 to 1.
pub(crate) fn value<S: State>(
    view: View<'_, S>,
    mut deal: impl FnMut(&mut Rng) -> S,
    evaluator: &mut dyn Evaluator<S>,
    rng: &mut Rng,
) -> Result<f32, EvaluatorError> {
    // Whoever judges by the seat's own view says the same of every deal.
    let mut leaves: Vec<Leaf<S>> = (0..2).map(|_| leaf(deal(rng))).collect();
    evaluator.evaluate(&mut leaves, rng)?;
    let share = |leaf: &Leaf<S>| share(view, &leaf.scores);
    let (first, second) = (share(&leaves[0]), share(&leaves[1]));
    if (first - second).abs() < ALIKE {
        return Ok(first);
    }
    let mut more: Vec<Leaf<S>> = (2..MANY).map(|_| leaf(deal(rng))).collect();
    evaluator.evaluate(&mut more, rng)?;
    Ok((first + second + more.iter().map(share).sum::<f32>()) / MANY as f32)
}

/// How it stands for the seat of a view, whose turn it is.
pub(crate) fn standing<S: State>(
    view: View<'_, S>,
    mut deal: impl FnMut(&mut Rng) -> S,
    evaluator: &mut dyn Evaluator<S>,
    rng: &mut Rng,
) -> Result<Standing, EvaluatorError> {
    let seat = view.seat();
    let value = value(view, &mut deal, evaluator, rng)?;
    let mut found: Vec<Out> = Vec::new();
    let mut draws: Vec<Draw<S>> = Vec::new();
    for _ in 0..DEALS {
        deal(rng).draws(seat, &mut draws);
        let mut named: Vec<(String, f32)> = Vec::with_capacity(draws.len());
        let mut leaves: Vec<Leaf<S>> = Vec::with_capacity(draws.len());
        for draw in draws.drain(..) {
            named.push((draw.name, draw.chance / DEALS as f32));
            let mut state = draw.state;
            state.roll_to_decision(rng);
            leaves.push(leaf(state));
        }
        if leaves.is_empty() {
            continue;
        }
        evaluator.evaluate(&mut leaves, rng)?;
        for ((name, chance), leaf) in named.into_iter().zip(&leaves) {
            let worth = share(view, &leaf.scores);
            match found.iter_mut().find(|out| out.name == name) {
                Some(out) => (out.chance, out.value) = (out.chance + chance, out.value + chance * worth),
                None => found.push(Out { name, chance, value: chance * worth }),
            }
        }
    }
    let mut spread = 0.0;
    if !found.is_empty() {
        found.iter_mut().filter(|out| out.chance > 0.0).for_each(|out| out.value /= out.chance);
        found.sort_by(|a, b| b.value.total_cmp(&a.value).then_with(|| a.name.cmp(&b.name)));
        let sum: f32 = found.iter().map(|out| out.chance).sum();
        let mean = found.iter().map(|out| out.chance * out.value).sum::<f32>() / sum;
        let variance = found.iter().map(|out| out.chance * (out.value - mean).powi(2)).sum::<f32>() / sum;
        spread = variance.max(0.0).sqrt();
    }
    Ok(Standing { value, spread, mode: Mode::of(value, spread, view.spec().seats()), draws: found })
}

fn leaf<S: State>(state: S) -> Leaf<S> {
    let mut leaf = Leaf::new(state);
    if let Turn::Seat(_) = leaf.state.turn() {
        leaf.state.legal(&mut leaf.legal);
    }
    leaf
}

fn share<S: State>(view: View<'_, S>, scores: &Scores) -> f32 {
    let (low, high) = view.spec().score_bounds;
    ((scores[view.seat()] - low) / (high - low)).clamp(0.0, 1.0)
}

/// A draw of `draws` by a number from 0 to 1, which makes rare ones likelier: half of them come as they do, half all alike. Gives its place
/// and what its result weighs, so that the mean is what it would be.
pub(crate) fn stratified<S>(draws: &[Draw<S>], u: f64) -> Option<(usize, f32)> {
    let n = draws.len() as f64;
    let total: f64 = draws.iter().map(|draw| f64::from(draw.chance)).sum();
    let mut left = u;
    for (place, draw) in draws.iter().enumerate() {
        let chance = f64::from(draw.chance) / total;
        let met = 0.5 * chance + 0.5 / n;
        if left < met || place + 1 == draws.len() {
            return (total > 0.0).then_some((place, (chance / met) as f32));
        }
        left -= met;
    }
    None
}

/// The lowest value that log-odds tell from 0: below it nothing is told apart.
const LOWEST: f32 = 0.002;

/// A value from 0 to 1 by its log-odds, scaled so that around one half nothing changes.
pub(crate) fn by_log_odds(value: f32) -> f32 {
    let p = value.clamp(LOWEST, 1.0 - LOWEST);
    0.5 + 0.25 * (p / (1.0 - p)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_odds_against_an_even_share() {
        let of = |value, seats| Mode::of(value, 0.0, seats);
        assert_eq!([0.91, 0.5, 0.26, 0.24, 0.11, 0.09].map(|v| of(v, 2)), {
            use Mode::{Desperate, Even, Losing, Winning};
            [Winning, Even, Even, Losing, Losing, Desperate]
        });
        assert_eq!(
            [0.76, 0.25, 0.09, 0.03].map(|v| of(v, 4)),
            [Mode::Winning, Mode::Even, Mode::Losing, Mode::Desperate]
        );
        assert_eq!(Mode::of(0.2, 0.4, 2), Mode::Even, "the next draw decides");
        assert_eq!(Mode::of(0.05, 0.4, 2), Mode::Desperate, "and is played for");
    }

    #[test]
    fn rare_draws_are_met_and_weigh_what_they_are() {
        let draws: Vec<Draw<()>> =
            [0.02, 0.58, 0.4].map(|chance| Draw { name: String::new(), chance, state: () }).into();
        let (mut met, mut weight) = ([0u32; 3], [0.0; 3]);
        for i in 0..10_000 {
            let (place, each) = stratified(&draws, (f64::from(i) + 0.5) / 10_000.0).unwrap();
            met[place] += 1;
            weight[place] += each / 10_000.0;
        }
        assert!(met[0] > 1700, "{met:?}");
        for (weight, draw) in weight.iter().zip(&draws) {
            assert!((weight - draw.chance).abs() < 1e-3, "{weight} {}", draw.chance);
        }
        assert_eq!(stratified::<()>(&[], 0.3), None);
    }

    #[test]
    fn log_odds_tell_small_chances_apart() {
        let gap = |a, b| by_log_odds(b) - by_log_odds(a);
        assert!((gap(0.49, 0.51) - 0.02).abs() < 1e-4);
        assert!(gap(0.01, 0.02) > 0.15);
        assert!((gap(0.01, 0.02) - gap(0.98, 0.99)).abs() < 1e-4);
        assert!(gap(0.0, 0.001).abs() < 1e-6);
    }
}
