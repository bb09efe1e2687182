//! Gumbel AlphaZero (Silver et al. 2018, Danihelka et al. 2022), for any number of seats and with hidden information.
//!
//! A round is: play games in which every decision is searched by the present network, and teach the network what the search
//! made of its policy and what came of the game. From top to bottom:
//!
//! 1. [`play`] plays many games in step. Each has a search of its own that asks for one leaf at a time; the leaves of all
//!    are evaluated at once. Some searches are full and are learned from, the others are cheap and only move the game on (Wu
//!    2019, "Accelerating self-play learning in Go").
//! 2. A game becomes a [`Shard`]: its actions, and what the full searches said. Shards are all that is kept of games: whoever
//!    has one can deal the same samples from it.
//! 3. [`Samples`] are dealt from shards by playing them again. The value is taught half the result, half what the search
//!    thought.
//! 4. [`learn`] draws minibatches from a window of the last rounds, each sample a few times in the mean.

use super::config::TrainConfig;
use super::envs::{AskApart, InStep, aside, in_step};
use super::facts::{Apart, Facts};
use super::loss::Losses;
use super::ppo::{Learner, PolicyLoss, Samples, StepParameters, descend};
use crate::network::{Architecture, Rows};
use crate::player::{Runner, shares, write_leaf};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game, Rng, Seat, Turn, UnseenCards, View};
use hoyle_search::{Gumbel, Leaf, Rule, Search};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::marker::PhantomData;

/// How the roots of searches are searched.
const HOW: Gumbel = Gumbel::PAPER;

/// A game as it was played, and what was found on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    /// Which of the run's games it was.
    pub game: u32,
    /// Everything that was played, chance included.
    pub actions: Vec<u16>,
    /// What the full searches found.
    pub decisions: Vec<Decision>,
    /// What some of these decisions teach heads that stand apart, in order, with the number of the decision.
    #[serde(skip)]
    pub apart: Vec<(u32, Apart)>,
}

/// What a full search found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// How many actions were played before.
    pub ply: u32,
    /// The improved policy over the legal actions, by ascending ids.
    pub policy: Vec<f32>,
    /// What each seat was found to get, from seat 0 on: shares of 1.
    pub shares: Vec<f32>,
}

impl Shard {
    /// What is wrong with a shard from a file, if anything is: it must be a whole game of the run, and decisions must fit
    /// where they stand.
    pub(super) fn check<G: Game>(&self, games: &[G]) -> Result<(), String> {
        let game = games.get(self.game as usize).ok_or("a game that the run does not play")?;
        let (mut state, mut legal) = (game.start(), ActionSet::new());
        let mut decisions = self.decisions.iter().peekable();
        for (ply, &action) in (0..).zip(&self.actions) {
            if let Some(Decision { policy, shares, .. }) = decisions.next_if(|decision| decision.ply == ply) {
                state.legal(&mut legal);
                let numbers = policy.iter().chain(shares);
                if (policy.len(), shares.len()) != (legal.len(), state.spec().seats())
                    || legal.is_empty()
                    || numbers.into_iter().any(|number| !(-0.01..=1.01).contains(number))
                {
                    return Err(format!("what a search found at action {ply} does not fit the position"));
                }
            }
            state.play(ActionId(action)).map_err(|error| error.to_string())?;
        }
        if (state.turn(), decisions.next()) != (Turn::Over, None) {
            return Err("a game that does not end, or a search that never was".to_owned());
        }
        let known = |&(decision, _): &(u32, Apart)| (decision as usize) < self.decisions.len();
        if !self.apart.iter().all(known) || !self.apart.is_sorted_by(|a, b| a.0 < b.0) {
            return Err("what decisions teach belongs to none of them".to_owned());
        }
        self.apart.iter().try_for_each(|(_, apart)| apart.check())
    }
}

/// An episode: a game that is to be played, by number: its luck, and which of the run's games it is.
#[derive(Clone, Debug)]
pub struct SearchEpisode {
    /// Which of the run's games.
    pub game: u32,
    /// Its luck.
    pub rng: Rng,
}

/// Plays games to their ends, `envs_per_thread` at a time, each decision searched.
pub(crate) fn play<G: Game, A: Architecture>(
    games: &[G],
    runner: Runner<A>,
    apart: Option<AskApart<A>>,
    episodes: Vec<SearchEpisode>,
    config: &TrainConfig,
) -> Vec<Shard> {
    let mut desk = Desk { runner, config, apart, row: A::Rows::default(), scratch: A::Scratch::default() };
    let waiting = episodes.into_iter().enumerate().map(|next| Ok(Env::<G, A>::new(games, next)));
    let played: Result<_, Infallible> =
        in_step(config.envs_per_thread, waiting, &mut desk, |Desk { runner, .. }, open| {
            runner.infer();
            open.iter_mut().enumerate().for_each(|(row, env)| env.answer(runner, row));
            runner.clear();
            true
        });
    let Ok(mut done) = played;
    done.sort_unstable_by_key(|env| env.number);
    done.into_iter().map(|env| env.shard).collect()
}

/// What games need while they are played.
struct Desk<'c, A: Architecture> {
    runner: Runner<A>,
    config: &'c TrainConfig,
    apart: Option<AskApart<A>>,
    /// A decision that is asked about.
    row: A::Rows,
    scratch: A::Scratch,
}

/// A game that is being played.
struct Env<'c, G: Game, A> {
    number: usize,
    shard: Shard,
    state: G::State,
    rng: Rng,
    /// Of what is asked beside the game: it changes nothing of how that goes.
    aside: Rng,
    legal: ActionSet,
    search: Search<G::State>,
    leaf: Leaf<G::State>,
    /// How many simulations the present search makes, if there is one, and whether it is full.
    plan: Option<(u32, bool)>,
    /// The kind of network that plays, and for how long its desk is there.
    kind: PhantomData<(&'c (), A)>,
}

impl<'c, G: Game, A: Architecture> InStep for Env<'c, G, A> {
    type Desk = Desk<'c, A>;

    fn advance(&mut self, desk: &mut Desk<'c, A>) -> bool {
        loop {
            let Desk { runner, config, .. } = &mut *desk;
            match (self.state.turn(), self.plan) {
                (Turn::Over, _) => return false,
                (Turn::Chance, _) => {
                    let outcome = self.state.roll(&mut self.rng);
                    self.shard.actions.push(outcome.0);
                }
                (Turn::Seat(seat), None) => self.begin(seat, config),
                (Turn::Seat(seat), Some((simulations, full)))
                    if !self.search.wants_root() && self.search.simulations() >= simulations =>
                {
                    if full {
                        self.ask_apart(seat, desk);
                    }
                    self.conclude(full);
                }
                (Turn::Seat(seat), Some(_)) => {
                    self.search.gather(View::new(&self.state, seat), &mut self.rng, &mut self.leaf);
                    if let Turn::Seat(mover) = self.leaf.state.turn() {
                        runner.push(View::new(&self.leaf.state, mover), &self.leaf.legal);
                        return true;
                    }
                    self.leaf.scores = self.leaf.state.scores();
                    self.search.apply(&self.leaf);
                }
            }
        }
    }
}

impl<G: Game, A: Architecture> Env<'_, G, A> {
    fn new(games: &[G], (number, episode): (usize, SearchEpisode)) -> Self {
        let state = games[episode.game as usize].start();
        Self {
            number,
            shard: Shard { game: episode.game, actions: Vec::new(), decisions: Vec::new(), apart: Vec::new() },
            leaf: Leaf::new(state.clone()),
            state,
            aside: aside(&episode.rng),
            rng: episode.rng,
            legal: ActionSet::new(),
            search: Search::new(Rule::Gumbel(HOW.sigma)),
            plan: None,
            kind: PhantomData,
        }
    }

    /// Begins a search, or plays the only action.
    fn begin(&mut self, seat: Seat, config: &TrainConfig) {
        self.state.legal(&mut self.legal);
        if self.legal.len() == 1 {
            return self.play(self.legal.first().unwrap_or(ActionId(0)));
        }
        let full = self.rng.unit() < config.full_share;
        let simulations = if full { config.simulations } else { config.cheap_simulations }.max(2);
        self.search.begin(View::new(&self.state, seat));
        self.search.halve(&self.legal, HOW, simulations, &mut self.rng);
        self.plan = Some((simulations, full));
    }

    /// Finds out what a decision teaches beside what its search will have found.
    fn ask_apart(&mut self, seat: Seat, Desk { runner, apart, row, scratch, .. }: &mut Desk<'_, A>) {
        let Some(apart) = apart else { return };
        row.clear();
        runner.net().encode(View::new(&self.state, seat), &self.legal, scratch, row);
        let taught = apart.ask(&self.state, seat, row, &mut self.aside);
        if taught.is_some() {
            self.shard.apart.push((self.shard.decisions.len() as u32, taught));
        }
    }

    /// Ends a search: plays what it found, and remembers it if it was full.
    fn conclude(&mut self, full: bool) {
        let found = self.search.found(&self.legal);
        if full {
            let (low, high) = self.state.spec().score_bounds;
            let seats = self.state.spec().seats();
            // Values are from 0 to 1 between the bounds; shares add up to 1.
            let even = 1.0 / seats as f32;
            let share =
                |seat| found.value(Seat(seat)).map_or(even, |value| value * (high - low) / (-low * seats as f32));
            self.shard.decisions.push(Decision {
                ply: self.shard.actions.len() as u32,
                policy: found.policy(HOW.sigma),
                shares: (0..seats as u8).map(share).collect(),
            });
        }
        self.plan = None;
        self.play(found.choice());
    }

    fn play(&mut self, action: ActionId) {
        self.state.play_unchecked(action);
        self.shard.actions.push(action.0);
    }

    /// Takes the network's answer about the leaf.
    fn answer(&mut self, runner: &Runner<A>, row: usize) {
        write_leaf(runner.output(), row, runner.rows().actions(row), &mut self.leaf);
        self.search.apply(&self.leaf);
    }
}

impl<R: Rows> Samples<R> {
    /// The samples of some shards: one per decision that was searched in full.
    pub(crate) fn from_shards<G: Game, A: Architecture<Rows = R>>(net: &A, games: &[G], shards: &[Shard]) -> Self {
        let (mut rows, mut facts) = (R::default(), Facts::new(net.seats()));
        let (mut scratch, mut legal) = (A::Scratch::default(), ActionSet::new());
        let (mut errors, mut spread) = (0.0, 0.0);
        let mut unseen = UnseenCards::default();
        for shard in shards {
            let mut state = games[shard.game as usize].start();
            let mut decisions = shard.decisions.iter().peekable();
            let (first, mut apart) = (facts.len() as u32, shard.apart.iter().peekable());
            let (mut seen, mut choices) = (Vec::new(), 0u32);
            for (ply, &action) in (0..).zip(&shard.actions) {
                if let Turn::Seat(seat) = state.turn() {
                    state.legal(&mut legal);
                    choices += u32::from(legal.len() > 1);
                    if let Some(decision) = decisions.next_if(|decision| decision.ply == ply) {
                        net.encode(View::new(&state, seat), &legal, &mut scratch, &mut rows);
                        take(&mut facts, decision, &legal, rows.actions(rows.len() - 1), action);
                        if let Some((_, apart)) = apart.next_if(|(decision, _)| *decision == seen.len() as u32) {
                            if apart.hands.is_some() {
                                net.encode_unseen(View::new(&state, seat), &mut unseen, &mut rows);
                            }
                            facts.apart.push((first + seen.len() as u32, apart.clone()));
                        }
                        seen.push((seat.index(), choices, decision));
                    }
                }
                state.play_unchecked(ActionId(action));
            }
            let result = shares(state.spec(), &state.scores());
            let (margins, seats) = (state.score_margins(), result.len());
            for &(seat, clock, decision) in &seen {
                facts.shares.extend((0..seats).map(|n| {
                    let seat = (seat + n) % seats;
                    0.5 * result[seat] + 0.5 * decision.shares[seat]
                }));
                errors += (result[seat] - decision.shares[seat]).powi(2);
                spread += (result[seat] - 1.0 / seats as f32).powi(2);
                facts.push_extras(margins.as_slice()[seat], choices - clock);
            }
        }
        facts.log_probs.resize(facts.len(), 0.0);
        facts.advantages.resize(facts.len(), 0.0);
        let places = (0..rows.len() as u32).map(|row| (0, row)).collect();
        let explained = 1.0 - errors / f32::max(spread, 1e-9);
        Self { rows: vec![rows], places, facts, explained, policy_loss: PolicyLoss::Search }
    }
}

/// Adds what a search found, in the order of the row's candidates.
fn take(facts: &mut Facts, decision: &Decision, legal: &ActionSet, candidates: &[u16], played: u16) {
    let of = |action: u16| legal.iter().position(|other| other.0 == action);
    let found = |&action: &u16| of(action).and_then(|place| decision.policy.get(place)).copied().unwrap_or(0.0);
    facts.searched.extend(candidates.iter().map(found));
    facts.first.push(facts.searched.len() as u32);
    let chosen = candidates.iter().position(|&action| action == played).unwrap_or(0);
    facts.chosen.push(chosen as u16);
    facts.played.push(chosen as u16);
}

/// Moves the weights by samples drawn from the window: so many steps that each sample is met `reuse` times in the mean.
pub(crate) fn learn<A: Architecture>(
    mut learner: Learner<'_, A>,
    window: &Samples<A::Rows>,
    new: usize,
    config: &TrainConfig,
    step: StepParameters,
    rng: &mut Rng,
) -> Losses {
    let size = config.minibatch.min(window.len()).max(1);
    let steps = (config.reuse * new as f32 / size as f32).ceil().max(1.0) as usize;
    let mut mean = Losses::default();
    for _ in 0..steps {
        let batch: Vec<u32> = (0..size).map(|_| rng.below(window.len() as u32)).collect();
        let (gradients, mut losses) = descend(learner.net, learner.weights, window, &batch, config, step);
        losses.gradient = learner.step(&gradients, config, step);
        mean.add(&losses, 1.0 / steps as f32);
    }
    mean
}
