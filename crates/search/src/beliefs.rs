//! What a search takes hidden hands to hold: all deals alike, as an evaluator believes, or by what others did.
//!
//! Beliefs are tilts: a logarithm for each kind of card that a hidden hand may hold, on top of the exact chances that follow from what
//! a seat knows; see [`Hypotheses::determinize_by`](hoyle_core::Hypotheses::determinize_by).

use crate::evaluate::{Evaluator, EvaluatorError};
use crate::search::Leaf;
use hoyle_core::{ActionSet, Rng, Seat, State, Turn, UnseenCards, View};

/// Where a search has its beliefs from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BeliefSource {
    /// It has none: every deal that agrees with what the seat knows has its exact chance.
    #[default]
    Count,
    /// The evaluator is asked once a search; see [`Evaluator::believe`].
    Net,
    /// What others did, and how likely the evaluator finds it that they do so with one hand or another.
    Watch,
}

/// How many deals what another seat did is weighed in.
const PARTICLES: usize = 16;
/// How many deals are made for them at most: some do not agree with what the seat did.
const MOST_DEALS: usize = 48;
/// The share of decisions in which others are taken to play anything that is legal: nobody plays as the evaluator says all the time.
const CARELESS: f32 = 0.1;
/// How many deals in which nothing is learned are added to the particles: 16 of them say little about a card that few of them hold.
const SHRINK: f32 = 4.0;
/// The furthest that a tilt goes from 0.
const FURTHEST: f32 = 3.0;

/// What is believed of hidden hands in the course of a game.
#[derive(Clone, Debug, Default)]
pub struct Beliefs {
    source: BeliefSource,
    /// What was learned of cards by watching.
    learned: Vec<Learned>,
    /// How many cards each seat's hidden hand held when it was last looked at.
    sizes: [f32; hoyle_core::MAX_SEATS],
    /// Why the evaluator had no answer while the player watched.
    failed: Option<String>,
    scratch: Scratch,
}

/// What was learned of a kind of card in a seat's hand.
#[derive(Clone, Debug)]
struct Learned {
    seat: Seat,
    name: String,
    tilt: f32,
}

/// Memory that is used again.
#[derive(Clone, Debug, Default)]
struct Scratch {
    unseen: UnseenCards,
    held: Vec<u8>,
    tilts: Vec<f32>,
    legal: ActionSet,
}

impl Beliefs {
    /// Beliefs from a source; nothing is believed yet.
    pub fn new(source: BeliefSource) -> Self {
        Self { source, ..Self::default() }
    }

    /// Where they are from.
    pub fn source(&self) -> BeliefSource {
        self.source
    }

    /// Forgets what was learned: another game begins.
    pub fn forget(&mut self) {
        self.learned.clear();
        self.sizes = Default::default();
        self.failed = None;
    }

    /// Replaces `tilts` by what is believed of each of [`View::unseen`]; empty if nothing is.
    pub fn tilts<S: State>(
        &mut self,
        view: View<'_, S>,
        evaluator: &mut dyn Evaluator<S>,
        tilts: &mut Vec<f32>,
    ) -> Result<(), EvaluatorError> {
        tilts.clear();
        match self.source {
            BeliefSource::Count => Ok(()),
            BeliefSource::Net => evaluator.believe(view, tilts),
            BeliefSource::Watch => {
                if let Some(reason) = self.failed.take() {
                    return Err(reason.into());
                }
                self.look(view);
                self.recall(view, tilts);
                Ok(())
            }
        }
    }

    /// Learns from what another seat did: `before` and `after` are what this seat saw then, as [`Player::watch`](hoyle_core::Player::watch)
    /// gives them.
    ///
    /// Deals of `before` by what is believed so far are the particles. Those in which some action of the seat leads to what is seen in `after`
    /// are weighed by the probability of these actions, as the evaluator sees it from the acting seat's own view. Cards that weigh more than
    /// they occur are believed in more.
    pub fn watch<S: State>(
        &mut self,
        before: View<'_, S>,
        after: View<'_, S>,
        evaluator: &mut dyn Evaluator<S>,
        rng: &mut Rng,
    ) {
        let Turn::Seat(actor) = before.turn() else { return };
        if self.source != BeliefSource::Watch || actor == before.seat() {
            return;
        }
        self.look(before);
        if !self.scratch.unseen.cards.iter().any(|card| card.seat == actor) {
            return;
        }
        if let Err(error) = self.weigh(before, after, actor, evaluator, rng) {
            self.failed = Some(error.to_string());
        }
        // What is still hidden now is what can be believed from here on.
        self.look(after);
    }

    /// Looks at what is hidden. Where a hand has grown since it was looked at last, new cards are among what is believed of it: of the
    /// tilts remains the share of the cards that are old.
    fn look<S: State>(&mut self, view: View<'_, S>) {
        view.unseen(&mut self.scratch.unseen);
        let mut sizes = [0.0; hoyle_core::MAX_SEATS];
        for card in &self.scratch.unseen.cards {
            sizes[card.seat.index()] += card.expected;
        }
        for learned in &mut self.learned {
            let (old, new) = (self.sizes[learned.seat.index()], sizes[learned.seat.index()]);
            if new > old {
                learned.tilt *= old / new;
            }
        }
        self.learned.retain(|learned| learned.tilt.abs() > 1e-3);
        self.sizes = sizes;
    }

    /// Replaces `tilts` by what was learned of each of the unseen cards that were looked at.
    fn recall<S: State>(&self, view: View<'_, S>, tilts: &mut Vec<f32>) {
        tilts.clear();
        if self.learned.is_empty() {
            return;
        }
        let mut name = String::new();
        for (n, card) in self.scratch.unseen.cards.iter().enumerate() {
            name.clear();
            view.unseen_text(n, &mut name);
            let known = self.learned.iter().find(|learned| learned.seat == card.seat && learned.name == name);
            tilts.push(known.map_or(0.0, |learned| learned.tilt));
        }
    }

    fn weigh<S: State>(
        &mut self,
        before: View<'_, S>,
        after: View<'_, S>,
        actor: Seat,
        evaluator: &mut dyn Evaluator<S>,
        rng: &mut Rng,
    ) -> Result<(), EvaluatorError> {
        let mut tilts = std::mem::take(&mut self.scratch.tilts);
        self.recall(before, &mut tilts);
        let deal =
            |rng: &mut Rng| if tilts.is_empty() { before.determinize(rng) } else { before.determinize_by(&tilts, rng) };
        let mut wanted = String::new();
        after.information_state(&mut wanted);
        let mut particles: Vec<Particle<S>> = Vec::with_capacity(PARTICLES);
        for _ in 0..MOST_DEALS {
            let world = deal(rng);
            particles.extend(Particle::of(world, before.seat(), after.turn(), &wanted, &mut self.scratch.legal));
            if particles.len() == PARTICLES {
                break;
            }
        }
        self.scratch.tilts = tilts;
        if particles.len() < 2 {
            return Ok(());
        }
        let mut leaves: Vec<Leaf<S>> = particles.iter_mut().map(Particle::question).collect();
        evaluator.evaluate(&mut leaves, rng)?;
        let weights: Vec<f32> =
            particles.iter().zip(&leaves).map(|(particle, leaf)| particle.likelihood(leaf)).collect();
        self.learn(after, actor, &particles, &weights);
        Ok(())
    }

    /// Moves the tilts of the actor's cards by how much more the particles that hold them weigh than others.
    fn learn<S: State>(&mut self, after: View<'_, S>, actor: Seat, particles: &[Particle<S>], weights: &[f32]) {
        let mean = weights.iter().sum::<f32>() / weights.len() as f32;
        if weights.iter().all(|weight| (weight - mean).abs() <= 1e-4 * mean) {
            return;
        }
        after.unseen(&mut self.scratch.unseen);
        let cards = &self.scratch.unseen.cards;
        let own = || cards.iter().enumerate().filter(|(_, card)| card.seat == actor);
        let (hidden, hand): (f32, f32) =
            own().fold((0.0, 0.0), |(hidden, hand), (_, card)| (hidden + card.copies, hand + card.expected));
        if hidden - hand < 0.5 {
            return;
        }
        let mut counts = vec![[0.0f32; 2]; cards.len()];
        for (particle, weight) in particles.iter().zip(weights) {
            particle.after.held(after.seat(), &mut self.scratch.held);
            for (count, &held) in counts.iter_mut().zip(&self.scratch.held) {
                count[0] += f32::from(held);
                count[1] += f32::from(held) * weight / mean;
            }
        }
        // To the first order, where hands of `hand` out of `hidden` cards are as much likelier as the tilts of their cards together say, the
        // mean weight of hands with a card differs from the mean of all by its tilt times this, turned round.
        let spread = (hidden - 1.0).max(1.0) / (hidden - hand);
        for (n, card) in own() {
            let [plain, weighted] = counts[n].map(|count| count + SHRINK * card.expected.max(1e-3));
            let step = spread * (weighted / plain).ln();
            let mut name = String::new();
            after.unseen_text(n, &mut name);
            match self.learned.iter_mut().find(|learned| learned.seat == actor && learned.name == name) {
                Some(learned) => learned.tilt = (learned.tilt + step).clamp(-FURTHEST, FURTHEST),
                None => self.learned.push(Learned { seat: actor, name, tilt: step.clamp(-FURTHEST, FURTHEST) }),
            }
        }
    }
}

/// A deal in which a seat could do what was seen.
struct Particle<S> {
    /// The deal, until the evaluator is asked about it.
    before: Option<S>,
    /// The position after one of the actions that look like what was seen.
    after: S,
    /// Which of the legal actions look so, by their place.
    fit: Vec<usize>,
    legal: ActionSet,
}

impl<S: State> Particle<S> {
    /// The particle of a deal, if the seat to move has an action that leads to what a watcher saw.
    fn of(world: S, watcher: Seat, turn: Turn, wanted: &str, legal: &mut ActionSet) -> Option<Self> {
        world.legal(legal);
        let (mut fit, mut found, mut text) = (Vec::new(), None, String::new());
        for (place, action) in legal.iter().enumerate() {
            let mut next = world.clone();
            next.play_unchecked(action);
            if next.turn() != turn {
                continue;
            }
            text.clear();
            next.information_state(watcher, &mut text);
            if text == wanted {
                fit.push(place);
                found.get_or_insert(next);
            }
        }
        Some(Self { before: Some(world), after: found?, fit, legal: legal.clone() })
    }

    /// The question to the evaluator: what the seat is likely to do.
    fn question(&mut self) -> Leaf<S> {
        let mut leaf = Leaf::new(self.before.take().unwrap_or_else(|| self.after.clone()));
        leaf.legal.clone_from(&self.legal);
        leaf
    }

    /// The probability of what was seen.
    fn likelihood(&self, leaf: &Leaf<S>) -> f32 {
        let n = self.legal.len().max(1) as f32;
        let even = self.fit.len() as f32 / n;
        let sum: f32 = leaf.weights.iter().sum();
        if leaf.weights.len() != self.legal.len() || !(sum > 0.0 && sum.is_finite()) {
            return even;
        }
        let by_policy = self.fit.iter().map(|&place| leaf.weights[place]).sum::<f32>() / sum;
        (1.0 - CARELESS) * by_policy + CARELESS * even
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::prelude::*;
    use hoyle_core::testing::kuhn::{Kuhn, Options};

    #[test]
    fn what_was_believed_of_a_hand_fades_as_cards_are_added() {
        let mut state = Kuhn::new(Options { cards: 3, forced: false }).expect("a game").start();
        state.roll_to_decision(&mut Rng::new(1));
        let learned = |seat, tilt| Learned { seat: Seat(seat), name: "card 2".to_owned(), tilt };
        let mut beliefs = Beliefs::new(BeliefSource::Watch);
        beliefs.learned = vec![learned(1, 1.0), learned(0, 0.5)];
        // Half a card was there when it was looked at last; now there is one.
        (beliefs.sizes[0], beliefs.sizes[1]) = (0.0, 0.5);
        beliefs.look(View::new(&state, Seat(0)));
        let tilts: Vec<(u8, f32)> = beliefs.learned.iter().map(|learned| (learned.seat.0, learned.tilt)).collect();
        assert_eq!(tilts, [(1, 0.5), (0, 0.5)], "nothing is known of a hand that is not hidden");
        beliefs.sizes[1] = 0.0;
        beliefs.look(View::new(&state, Seat(0)));
        assert!(beliefs.learned.iter().all(|learned| learned.seat != Seat(1)), "a new hand altogether");
    }
}
