//! Evaluators: what a position is worth to every seat, and which actions look good.
//!
//! A search asks for many positions at once and does not care who answers: random games, scripted players, a formula, or a
//! network.

use crate::search::Leaf;
use hoyle_core::{ActionSet, Player, Rng, Scores, State, Turn, View, random_rollout};

/// Judges positions.
pub trait Evaluator<S: State>: Send {
    /// Judges each leaf: its scores, and weights for its legal actions if there is something to say about them.
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng);
}

/// What a position is worth to every seat, on the scale of the game's scores.
pub trait Value<S: State>: Send {
    /// The scores that are to be expected.
    fn value(&self, state: &S) -> Scores;
}

impl<S: State, F: Fn(&S) -> Scores + Send> Value<S> for F {
    fn value(&self, state: &S) -> Scores {
        self(state)
    }
}

/// Plays to the end at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomRollouts;

impl<S: State> Evaluator<S> for RandomRollouts {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) {
        for leaf in leaves {
            leaf.scores = random_rollout(&mut leaf.state, rng);
        }
    }
}

/// Lets a scripted player play all seats, to the end or for some decisions.
pub struct Rollouts<S: State> {
    player: Box<dyn Player<S>>,
    /// After how many decisions a game is broken off and judged.
    cut_off: Option<(u32, Box<dyn Value<S>>)>,
    /// How often, of 256 times, any legal action is played instead: two rollouts of a scripted player would else be alike.
    noise: u32,
}

impl<S: State> Rollouts<S> {
    /// Rollouts to the end.
    pub fn new(player: Box<dyn Player<S>>) -> Self {
        Self { player, cut_off: None, noise: 0 }
    }

    /// Rollouts that are broken off after so many decisions and judged by a formula.
    #[must_use]
    pub fn cut_off(mut self, decisions: u32, value: Box<dyn Value<S>>) -> Self {
        self.cut_off = Some((decisions, value));
        self
    }

    /// Rollouts in which this share of the decisions is random.
    #[must_use]
    pub fn noise(mut self, share: f32) -> Self {
        self.noise = (share.clamp(0.0, 1.0) * 256.0) as u32;
        self
    }

    fn play(&mut self, state: &mut S, rng: &mut Rng) -> Scores {
        let mut decisions = 0;
        let mut legal = ActionSet::new();
        loop {
            match state.turn() {
                Turn::Over => return state.scores(),
                Turn::Chance => {
                    state.roll(rng);
                }
                Turn::Seat(seat) => {
                    if let Some((most, value)) = &self.cut_off
                        && decisions >= *most
                    {
                        return value.value(state);
                    }
                    decisions += 1;
                    let action = if self.noise > 0 && rng.below(256) < self.noise {
                        state.legal(&mut legal);
                        legal.random(rng)
                    } else {
                        self.player.choose(View::new(state, seat), rng)
                    };
                    state.play(action);
                }
            }
        }
    }
}

impl<S: State> Evaluator<S> for Rollouts<S> {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], rng: &mut Rng) {
        self.player.begin();
        for leaf in leaves {
            leaf.scores = match leaf.state.turn() {
                Turn::Over => leaf.state.scores(),
                _ => self.play(&mut leaf.state, rng),
            };
        }
    }
}

/// A formula alone.
pub struct Formula<V>(pub V);

impl<S: State, V: Value<S>> Evaluator<S> for Formula<V> {
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], _: &mut Rng) {
        for leaf in leaves {
            leaf.scores = if leaf.state.turn() == Turn::Over { leaf.state.scores() } else { self.0.value(&leaf.state) };
        }
    }
}

/// A function on batches: what a network or a test is plugged in with. It gets views only.
pub struct Batched<F>(pub F);

/// What a batched evaluator says about one position.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The scores that are to be expected.
    pub scores: Scores,
    /// A weight for each legal action in ascending order of ids; empty if all are alike.
    pub weights: Vec<f32>,
}

impl<S: State, F> Evaluator<S> for Batched<F>
where
    F: FnMut(&[View<'_, S>]) -> Vec<Judgement> + Send,
{
    fn evaluate(&mut self, leaves: &mut [Leaf<S>], _: &mut Rng) {
        let judged = {
            let open = leaves.iter().filter_map(|leaf| match leaf.state.turn() {
                Turn::Seat(seat) => Some(View::new(&leaf.state, seat)),
                Turn::Chance | Turn::Over => None,
            });
            let views: Vec<View<'_, S>> = open.collect();
            if views.is_empty() { Vec::new() } else { (self.0)(&views) }
        };
        let mut judged = judged.into_iter();
        for leaf in leaves {
            match leaf.state.turn() {
                Turn::Seat(_) => {
                    if let Some(judgement) = judged.next() {
                        leaf.scores = judgement.scores;
                        leaf.weights = judgement.weights;
                    }
                }
                Turn::Chance | Turn::Over => leaf.scores = leaf.state.scores(),
            }
        }
    }
}
