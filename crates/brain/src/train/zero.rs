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
use super::ppo::{Learner, Losses, PolicyLoss, Samples, StepParameters, descend};
use crate::network::{EncodeScratch, Network};
use crate::player::{NetworkRunner, shares, write_leaf};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game, Rng, Seat, Turn, View};
use hoyle_search::{Gumbel, Leaf, Rule, Search};
use serde::{Deserialize, Serialize};

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
        match (state.turn(), decisions.next()) {
            (Turn::Over, None) => Ok(()),
            _ => Err("a game that does not end, or a search that never was".to_owned()),
        }
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
pub fn play<G: Game>(
    games: &[G],
    runner: &mut NetworkRunner,
    episodes: Vec<SearchEpisode>,
    config: &TrainConfig,
) -> Vec<Shard> {
    let mut waiting = episodes.into_iter().enumerate();
    let mut done = Vec::new();
    let mut open: Vec<Env<G>> =
        waiting.by_ref().take(config.envs_per_thread).map(|next| Env::new(games, next)).collect();
    while !open.is_empty() {
        runner.clear();
        let mut n = 0;
        while n < open.len() {
            if open[n].advance(runner, config) {
                n += 1;
                continue;
            }
            let ended = match waiting.next().map(|next| Env::new(games, next)) {
                Some(env) => std::mem::replace(&mut open[n], env),
                None => open.remove(n),
            };
            done.push((ended.number, ended.shard));
        }
        runner.infer();
        open.iter_mut().enumerate().for_each(|(row, env)| env.answer(runner, row));
    }
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, shard)| shard).collect()
}

/// An environment: games are played in it, one after the other.
struct Env<G: Game> {
    number: usize,
    shard: Shard,
    state: G::State,
    rng: Rng,
    legal: ActionSet,
    search: Search<G::State>,
    leaf: Leaf<G::State>,
    /// How many simulations the present search makes, if there is one, and whether it is full.
    plan: Option<(u32, bool)>,
}

impl<G: Game> Env<G> {
    fn new(games: &[G], (number, episode): (usize, SearchEpisode)) -> Self {
        let state = games[episode.game as usize].start();
        Self {
            number,
            shard: Shard { game: episode.game, actions: Vec::new(), decisions: Vec::new() },
            leaf: Leaf::new(state.clone()),
            state,
            rng: episode.rng,
            legal: ActionSet::new(),
            search: Search::new(Rule::Gumbel(HOW.sigma)),
            plan: None,
        }
    }

    /// Goes on until the network must be asked, and asks it; false if the game is over.
    fn advance(&mut self, runner: &mut NetworkRunner, config: &TrainConfig) -> bool {
        loop {
            match (self.state.turn(), self.plan) {
                (Turn::Over, _) => return false,
                (Turn::Chance, _) => {
                    let outcome = self.state.roll(&mut self.rng);
                    self.shard.actions.push(outcome.0);
                }
                (Turn::Seat(seat), None) => self.begin(seat, config),
                (Turn::Seat(_), Some((simulations, full)))
                    if !self.search.wants_root() && self.search.simulations() >= simulations =>
                {
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
    fn answer(&mut self, runner: &NetworkRunner, row: usize) {
        write_leaf(runner, row, &mut self.leaf);
        self.search.apply(&self.leaf);
    }
}

impl Samples {
    /// The samples of some shards: one per decision that was searched in full.
    pub fn from_shards<G: Game>(network: &Network, games: &[G], shards: &[Shard]) -> Self {
        let mut samples = Self::empty(network, PolicyLoss::Search);
        let (mut scratch, mut legal) = (EncodeScratch::default(), ActionSet::new());
        let (mut errors, mut spread) = (0.0, 0.0);
        for shard in shards {
            let mut state = games[shard.game as usize].start();
            let mut decisions = shard.decisions.iter().peekable();
            let first = samples.len();
            let (mut seen, mut choices) = (Vec::new(), 0u32);
            for (ply, &action) in (0..).zip(&shard.actions) {
                if let Turn::Seat(seat) = state.turn() {
                    state.legal(&mut legal);
                    choices += u32::from(legal.len() > 1);
                    if let Some(decision) = decisions.next_if(|decision| decision.ply == ply) {
                        network.encode(View::new(&state, seat), &legal, &mut scratch, &mut samples.rows);
                        samples.take(decision, &legal, action);
                        seen.push((seat.index(), choices, decision));
                    }
                }
                state.play_unchecked(ActionId(action));
            }
            let result = shares(state.spec(), &state.scores());
            let (margins, seats) = (state.score_margins(), result.len());
            for &(seat, clock, decision) in &seen {
                samples.targets.extend((0..seats).map(|n| {
                    let seat = (seat + n) % seats;
                    0.5 * result[seat] + 0.5 * decision.shares[seat]
                }));
                errors += (result[seat] - decision.shares[seat]).powi(2);
                spread += (result[seat] - 1.0 / seats as f32).powi(2);
                let left = (choices - clock) as f32;
                samples.extras.extend([margins.as_slice()[seat].clamp(-2.0, 2.0), (1.0 + left).ln() / 4.0]);
            }
            samples.log_probs.resize(first + seen.len(), 0.0);
            samples.advantages.resize(first + seen.len(), 0.0);
        }
        samples.explained = 1.0 - errors / f32::max(spread, 1e-9);
        samples
    }

    /// Adds what a search found, in the order of the row's candidates.
    fn take(&mut self, decision: &Decision, legal: &ActionSet, played: u16) {
        let row = self.rows.len() - 1;
        let of = |action: u16| legal.iter().position(|other| other.0 == action);
        let found = |&action: &u16| of(action).and_then(|place| decision.policy.get(place)).copied().unwrap_or(0.0);
        let policy: Vec<f32> = self.rows.actions(row).iter().map(found).collect();
        let chosen = self.rows.actions(row).iter().position(|&action| action == played).unwrap_or(0);
        self.searched.extend(policy);
        self.first.push(self.searched.len() as u32);
        self.chosen.push(chosen as u16);
        self.played.push(chosen as u16);
    }

    /// Adds the samples of another list, without its first few.
    pub fn extend(&mut self, other: &Self, skipped: usize, seats: usize) {
        (skipped..other.len()).for_each(|row| self.rows.append(&other.rows, row));
        let (from, to) = (other.first[skipped], self.searched.len() as u32);
        self.first.extend(other.first[skipped + 1..].iter().map(|place| place - from + to));
        self.searched.extend_from_slice(&other.searched[from as usize..]);
        self.chosen.extend_from_slice(&other.chosen[skipped..]);
        self.played.extend_from_slice(&other.played[skipped..]);
        self.log_probs.extend_from_slice(&other.log_probs[skipped..]);
        self.advantages.extend_from_slice(&other.advantages[skipped..]);
        self.targets.extend_from_slice(&other.targets[skipped * seats..]);
        self.extras.extend_from_slice(&other.extras[2 * skipped..]);
    }
}

/// Moves the weights by samples drawn from the window: so many steps that each sample is met `reuse` times in the mean.
pub fn learn(
    learner: Learner<'_>,
    window: &Samples,
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
        let (gradients, mut losses) = descend(learner.network, learner.weights, window, &batch, config, step);
        losses.gradient = learner.adam.step(learner.weights, &gradients, step.rate, config.max_grad_norm);
        mean.add(&losses, 1.0 / steps as f32);
    }
    mean
}
