//! Evaluators: what a position is worth to every seat, and which actions look good.
//!
//! A search asks for many positions at once and does not care who answers: random games, scripted players, the game's own
//! estimate, or a network.

use crate::search::Leaf;
use hoyle_core::{ActionSet, NoAnswer, Player, Rng, Scores, State, Turn, View, random_rollout};
use std::error::Error;
use std::fmt;
use thiserror::Error;

/// Why an evaluator has no answer: the error of whoever wrote it, which can be had back.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct EvaluatorError(Box<dyn Error + Send + Sync>);

impl EvaluatorError {
    /// The error as it was, if it is of this type.
    pub fn downcast<E: Error + 'static>(self) -> Result<E, Self> {
        self.0.downcast().map(|error| *error).map_err(Self)
    }

    /// Wraps an error.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// A player that needs the evaluator has no answer for the same reason.
impl From<EvaluatorError> for NoAnswer {
    fn from(error: EvaluatorError) -> Self {
        Self::new(error.0)
    }
}

/// An evaluator that asks a player fails with it.
impl From<NoAnswer> for EvaluatorError {
    fn from(error: NoAnswer) -> Self {
        Self::new(error)
    }
}

impl From<String> for EvaluatorError {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// Evaluates positions.
pub trait Evaluator<S: State>: Send {
    /// Writes into each leaf the expected scores of its position, and weights for its legal actions if there are any. No
    /// leaf is at a turn of chance. An error ends the search.
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) -> Result<(), EvaluatorError>;

    /// Replaces `impacts` by what each legal action of the view's seat is worth beyond the position itself, Q - V from 0 to 1 scaled by the
    /// score bounds, in ascending order of ids; empty if the evaluator cannot tell without playing them.
    fn impact(&mut self, view: View<'_, S>, legal: &ActionSet, impacts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        let _ = (view, legal);
        impacts.clear();
        Ok(())
    }

    /// Whether it may have an opinion about hidden hands at all: what [`believe`](Self::believe) gives is empty otherwise.
    fn believes(&self) -> bool {
        false
    }

    /// Replaces `tilts` by what is believed of hidden hands: a number for each of [`View::unseen`], as
    /// [`View::determinize_by`] takes them; empty if the evaluator has no opinion.
    fn believe(&mut self, view: View<'_, S>, tilts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        let _ = view;
        tilts.clear();
        Ok(())
    }
}

impl<S: State, E: Evaluator<S> + ?Sized> Evaluator<S> for Box<E> {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) -> Result<(), EvaluatorError> {
        (**self).evaluate(leaves, rng)
    }

    fn impact(&mut self, view: View<'_, S>, legal: &ActionSet, impacts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        (**self).impact(view, legal, impacts)
    }

    fn believes(&self) -> bool {
        (**self).believes()
    }

    fn believe(&mut self, view: View<'_, S>, tilts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        (**self).believe(view, tilts)
    }
}

/// Plays to the end at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomRollouts;

impl<S: State> Evaluator<S> for RandomRollouts {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) -> Result<(), EvaluatorError> {
        for leaf in leaves {
            leaf.scores = random_rollout(&mut leaf.state, leaf.luck.as_mut().unwrap_or(rng));
        }
        Ok(())
    }
}

/// The game's own estimate, or whatever function takes its place.
#[derive(Clone, Copy, Debug)]
pub struct Estimates<F>(pub F);

impl<S: State> Default for Estimates<fn(&S) -> Scores> {
    fn default() -> Self {
        Self(S::heuristic_value)
    }
}

impl<S: State, F: Fn(&S) -> Scores + Send> Evaluator<S> for Estimates<F> {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], _: &mut Rng) -> Result<(), EvaluatorError> {
        for leaf in leaves {
            leaf.scores = if leaf.state.turn() == Turn::Over { leaf.state.scores() } else { (self.0)(&leaf.state) };
        }
        Ok(())
    }
}

/// Lets scripted players play all seats, to the end or for some decisions.
///
/// With several players each seat draws one of them anew for every rollout: who searches with one only plays well against
/// that one.
pub struct Rollouts<S: State> {
    players: Vec<Box<dyn Player<S>>>,
    /// After how many decisions a game is broken off, and its value then.
    cut_off: Option<(u32, Value<S>)>,
    /// How often, of 256 times, any legal action is played instead.
    noise: u32,
    /// How much of the probability the scripted player's choice gets.
    prior: f32,
}

type Value<S> = Box<dyn Fn(&S) -> Scores + Send>;

impl<S: State> Rollouts<S> {
    /// Rollouts to the end.
    pub fn new(players: Vec<Box<dyn Player<S>>>) -> Self {
        Self { players, cut_off: None, noise: 0, prior: 0.0 }
    }

    /// Rollouts that are broken off after this many decisions; `value` gives the scores that are expected there.
    #[must_use]
    pub fn cut_off(mut self, decisions: u32, value: impl Fn(&S) -> Scores + Send + 'static) -> Self {
        self.cut_off = Some((decisions, Box::new(value)));
        self
    }

    /// Rollouts in which this share of the decisions is random: the same position is then not always played on alike.
    #[must_use]
    pub fn noise(mut self, share: f32) -> Self {
        self.noise = (share.clamp(0.0, 1.0) * 256.0) as u32;
        self
    }

    /// The first player's choice gets this share of the probability of a position's actions, beside an even part of the
    /// rest: what a rule with priors tries first.
    #[must_use]
    pub fn prior(mut self, share: f32) -> Self {
        self.prior = share.clamp(0.0, 1.0);
        self
    }

    fn weigh(&mut self, leaf: &mut Leaf<S>, rng: &mut Rng) -> Result<(), NoAnswer> {
        let (Turn::Seat(seat), Some(player)) = (leaf.state.turn(), self.players.first_mut()) else { return Ok(()) };
        let choice = player.try_choose(View::new(&leaf.state, seat), rng)?;
        let even = (1.0 - self.prior) / leaf.legal.len() as f32;
        leaf.weights.extend(leaf.legal.iter().map(|action| if action == choice { even + self.prior } else { even }));
        Ok(())
    }

    fn play(&mut self, state: &mut S, rng: &mut Rng) -> Result<Scores, NoAnswer> {
        let most = self.cut_off.as_ref().map_or(u32::MAX, |(most, _)| *most);
        self.play_on(state, most, rng)?;
        Ok(match &self.cut_off {
            Some((_, value)) if state.turn() != Turn::Over => value(state),
            _ => state.scores(),
        })
    }

    /// Plays to the end, or until so many decisions were made and another is due.
    fn play_on(&mut self, state: &mut S, most: u32, rng: &mut Rng) -> Result<(), NoAnswer> {
        let several = self.players.len() > 1;
        let draw = |_| if several { rng.below(self.players.len() as u32) as usize } else { 0 };
        let seated = [0; hoyle_core::MAX_SEATS].map(draw);
        let mut decisions = 0;
        let mut legal = ActionSet::new();
        loop {
            match state.roll_to_decision(rng) {
                Turn::Seat(seat) if decisions < most => {
                    decisions += 1;
                    let action = match self.players.get_mut(seated[seat.index()]) {
                        Some(player) if self.noise == 0 || rng.below(256) >= self.noise => {
                            player.try_choose(View::new(state, seat), rng)?
                        }
                        _ => {
                            state.legal(&mut legal);
                            legal.random(rng)
                        }
                    };
                    state.play_unchecked(action);
                }
                _ => return Ok(()),
            }
        }
    }
}

impl<S: State> Evaluator<S> for Rollouts<S> {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) -> Result<(), EvaluatorError> {
        for leaf in leaves {
            self.players.iter_mut().for_each(|player| player.begin());
            if self.prior > 0.0 {
                self.weigh(leaf, rng)?;
            }
            leaf.scores = self.play(&mut leaf.state, leaf.luck.as_mut().unwrap_or(rng))?;
        }
        Ok(())
    }
}

impl<S: State> fmt::Debug for Rollouts<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rollouts({} players)", self.players.len())
    }
}

/// An evaluator that is asked twice: about a leaf, and about where players get from there in some decisions. The weights of
/// actions are those of the leaf, the scores are a mean.
///
/// Value estimates are more accurate in quiescent positions: after combat, or after the answer to a spell.
pub struct PlayedOn<S: State> {
    evaluator: Box<dyn Evaluator<S>>,
    rollouts: Rollouts<S>,
    decisions: u32,
    /// The share of the second evaluation.
    share: f32,
    /// Scores, weights and legal actions of the leaves themselves.
    first: Vec<(Scores, Vec<f32>, ActionSet)>,
}

impl<S: State> PlayedOn<S> {
    /// An evaluator that is asked again after this many decisions of these players; `share`, from 0 to 1, is the share of the
    /// second evaluation in the scores. The evaluator must leave positions as they are.
    pub fn new(evaluator: Box<dyn Evaluator<S>>, rollouts: Rollouts<S>, decisions: u32, share: f32) -> Self {
        Self { evaluator, rollouts, decisions, share: share.clamp(0.0, 1.0), first: Vec::new() }
    }
}

impl<S: State> Evaluator<S> for PlayedOn<S> {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) -> Result<(), EvaluatorError> {
        self.evaluator.evaluate(leaves, rng)?;
        self.first.clear();
        for leaf in leaves.iter_mut() {
            self.rollouts.players.iter_mut().for_each(|player| player.begin());
            self.first.push((leaf.scores, std::mem::take(&mut leaf.weights), leaf.legal.clone()));
            self.rollouts.play_on(&mut leaf.state, self.decisions, leaf.luck.as_mut().unwrap_or(rng))?;
            leaf.state.legal(&mut leaf.legal);
        }
        self.evaluator.evaluate(leaves, rng)?;
        for (leaf, (scores, weights, legal)) in leaves.iter_mut().zip(self.first.drain(..)) {
            leaf.scores = scores.blend(&leaf.scores, self.share);
            (leaf.weights, leaf.legal) = (weights, legal);
        }
        Ok(())
    }

    fn impact(&mut self, view: View<'_, S>, legal: &ActionSet, impacts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        self.evaluator.impact(view, legal, impacts)
    }

    fn believes(&self) -> bool {
        self.evaluator.believes()
    }

    fn believe(&mut self, view: View<'_, S>, tilts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        self.evaluator.believe(view, tilts)
    }
}

impl<S: State> fmt::Debug for PlayedOn<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayedOn({} decisions, {})", self.decisions, self.share)
    }
}
