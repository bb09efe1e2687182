//! The run: rounds of play and learning, and when they end.

use super::adam::Adam;
use super::config::{Method, TrainConfig};
use super::envs::{AskApart, BrokenPlayer, Episode, Games, PlayHow, play};
use super::evaluate::{Evaluation, Match};
use super::folder::{Checkpoint, Folder, FolderError, Progress};
use super::loss::{self, Losses};
use super::opponents::{self, Past};
use super::page::page;
use super::ppo::{Learner, Learns, PolicyLoss, Samples, StepParameters};
use super::threads::on_threads;
use super::zero::{self, Shard};
use crate::heads::{FURTHER, HeadShape, VALUE};
use crate::model::{About, Model, ModelError, Trained, known};
use crate::network::{Architecture, Engine, Network, Rows, with_either};
use crate::player::{Runner, can_evaluate};
use hoyle_core::names::UnknownName;
use hoyle_core::{BotError, Game, Rng};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use thiserror::Error;

/// What is told after each round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Which round.
    pub iteration: u64,
    /// Seconds of training so far.
    pub seconds: f64,
    /// How much of the run is done, 0 to 1.
    pub done: f64,
    /// Decisions that were learned from so far.
    pub samples: u64,
    /// Games that were played so far.
    pub games: u64,
    /// Decisions a second in this round, play and learning together.
    pub samples_per_second: f64,
    /// Games a second in this round.
    pub games_per_second: f64,
    /// Which part of the round was play.
    pub play_share: f64,
    /// The learning rate.
    pub learning_rate: f32,
    /// Whether a teacher was imitated.
    pub imitated: bool,
    /// What learning looked like.
    pub losses: Losses,
    /// How much of the results' variance the expectations explained.
    #[serde(deserialize_with = "loss::perhaps")]
    pub explained: f32,
    /// Matches with the opponents, if there were any after this round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evaluations: Vec<Evaluation>,
}

/// Whoever follows a run.
pub trait Watch {
    /// A run begins, or goes on after these rounds.
    fn begin(&mut self, config: &TrainConfig, weights: usize, history: &[Report]);
    /// A round is done.
    fn round(&mut self, report: &Report);
    /// The last matches are about to be played.
    fn last_matches(&mut self);
    /// Whether the run is to end now; it is saved first.
    fn wants_end(&self) -> bool;
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How far it came.
    pub progress: Progress,
    /// The matches at the end; none if the run was broken off.
    pub evaluations: Vec<Evaluation>,
    /// All rounds.
    pub history: Vec<Report>,
    /// Whether it was broken off.
    pub broken_off: bool,
}

impl Outcome {
    /// The matches that were played last: those at the end, or if it was broken off, the last before.
    pub fn last(&self) -> &[Evaluation] {
        let before = self.history.iter().rev().map(|report| &report.evaluations[..]);
        std::iter::once(&self.evaluations[..]).chain(before).find(|matches| !matches.is_empty()).unwrap_or_default()
    }
}

/// Why a run cannot be made.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A setting that cannot be used.
    #[error("cannot train: {0}")]
    Setting(String),
    /// The losses are no numbers any more.
    #[error(
        "the losses of round {0} are no numbers any more: give a lower `learning_rate` or `max_grad_norm`; what was saved \
         before stays"
    )]
    Diverged(u64),
    /// A scripted player that could be made when the run began, and cannot any more.
    #[error(transparent)]
    Player(#[from] BrokenPlayer),
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The model to begin with.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Trains a network. `games` are played in turn; the opponents are met in `measured`.
pub fn train<G: Game>(
    games: &[G],
    measured: &[G],
    config: &TrainConfig,
    folder: &Folder,
    watch: &mut dyn Watch,
) -> Result<Outcome, TrainError> {
    config.check().map_err(TrainError::Setting)?;
    let network = prepare(games, measured, config, folder.heads())?;
    with_either!(&network, net => run(games, measured, config, folder, watch, &network, net))
}

/// Trains a network of a kind; `network` is the same as one of either.
fn run<G: Game, A: Learns>(
    games: &[G],
    measured: &[G],
    config: &TrainConfig,
    folder: &Folder,
    watch: &mut dyn Watch,
    network: &Network,
    net: &Arc<A>,
) -> Result<Outcome, TrainError> {
    let about = |progress: &Progress| {
        let trained = Trained {
            method: format!("{:?}", config.method).to_lowercase(),
            on: config.game.clone(),
            iterations: progress.iteration,
            samples: progress.samples,
            games: progress.games,
            seconds: progress.seconds,
        };
        About::new(&config.network, network, games[0].spec(), trained)
    };
    let saved =
        folder.load(network, &about(&Progress::default()), config.past_kept.max(1), &|shard| shard.check(games))?;
    let mut now = match saved {
        Some(checkpoint) => checkpoint,
        None => begin(games[0], network, config)?,
    };
    // Everything fits together: settings that a resumed run was given stay.
    folder.write_config(config)?;
    let mut history = folder.history(now.progress.iteration)?;
    watch.begin(config, now.weights.0.len(), &history);
    let mut events = folder.events(now.progress.samples)?;
    let mut memory = Memory(None);
    let matches = |now: &Checkpoint, count: usize, seed: u64, watch: &dyn Watch| {
        let weights = Arc::new(now.weights.clone());
        let all = Match {
            network,
            weights: &weights,
            games: measured,
            count,
            seed,
            threads: config.threads,
            files: &config.files,
        };
        all.play(&config.opponents, || watch.wants_end())
    };
    while done(config, &now.progress) < 1.0 && !watch.wants_end() {
        let mut report = round(games, net, config, &mut now, &mut memory)?;
        // A ratio of probabilities may overflow once, and Adam leaves such a step out; chances that are no numbers stay so.
        if !report.losses.head(VALUE.name).is_finite() {
            return Err(TrainError::Diverged(report.iteration));
        }
        if due(config, &now.progress) {
            let seed = config.seed ^ now.progress.iteration;
            report.evaluations = matches(&now, config.evaluate_games, seed, watch)?.unwrap_or_default();
            now.progress.evaluated = now.progress.seconds;
        }
        folder.note(&report, &mut events)?;
        if now.progress.iteration % 10 == 0 || !report.evaluations.is_empty() {
            folder.save(network, config, &now, about(&now.progress))?;
        }
        watch.round(&report);
        history.push(report);
    }
    folder.save(network, config, &now, about(&now.progress))?;
    let mut evaluations = None;
    if !watch.wants_end() {
        watch.last_matches();
        evaluations = matches(&now, config.final_games, config.seed.wrapping_add(1 << 40), watch)?;
        folder.keep_games(now.progress.iteration, evaluations.as_deref().unwrap_or_default())?;
    }
    let broken_off = evaluations.is_none();
    let evaluations = evaluations.unwrap_or_default();
    folder.write("report.html", page(config, &history, &evaluations).as_bytes())?;
    Ok(Outcome { progress: now.progress, evaluations, history, broken_off })
}

/// The network of a run, after everything that can be wrong with its games was looked at.
/// It has the heads that it began with, or all if it is new.
fn prepare<G: Game>(
    games: &[G],
    measured: &[G],
    config: &TrainConfig,
    heads: Option<Vec<HeadShape>>,
) -> Result<Network, TrainError> {
    let wrong = TrainError::Setting;
    let spec = games[0].spec();
    let layout = match config.layout.is_empty() {
        true => spec.layouts[0].name(),
        false => &config.layout,
    };
    if spec.layout_named(layout).is_none() {
        let known = spec.layouts.iter().map(hoyle_core::Layout::name);
        return Err(wrong(UnknownName::new("layout", layout, known).to_string()));
    }
    let teacher = Some(&config.imitate).filter(|name| !name.is_empty());
    for name in config.opponents.iter().chain(&config.scripted).chain(teacher) {
        for game in games.iter().chain(measured) {
            game.bot_with_files(name, &[], &config.files).map_err(|error| match error {
                BotError::Unknown => {
                    let known = G::bots().iter().map(|bot| bot.name);
                    wrong(UnknownName::new("player", name, known).to_string())
                }
                BotError::Problem(problem) => wrong(format!("player `{name}`: {problem}")),
            })?;
        }
    }
    let heads = match heads {
        Some(heads) => known(&heads, FURTHER).map_err(|problem| wrong(format!("the run's network: {problem}")))?,
        None => FURTHER.to_vec(),
    };
    let network = Network::with_heads(&config.network, spec, layout, &heads);
    network.check_size().map_err(|problem| wrong(format!("`network`: {problem}")))?;
    for other in games.iter().chain(measured) {
        can_evaluate(other.spec()).map_err(|reason| wrong(format!("`game`: {reason}")))?;
        network.check(spec, other.spec()).map_err(|problem| {
            wrong(format!("`game`: one network plays all games of a run, but one of them {problem}"))
        })?;
    }
    Ok(network)
}

fn begin<G: Game>(game: G, network: &Network, config: &TrainConfig) -> Result<Checkpoint, TrainError> {
    let mut weights = network.declaration().draw(&mut Rng::stream(config.seed, 0));
    if !config.from.is_empty() {
        let from = Model::locate(&config.from, &config.files)
            .map_err(|error| TrainError::Setting(format!("`from`: {error}")))?;
        let model = Model::open(&from, game.spec())?;
        if model.about.network != config.network {
            let (have, want) = (model.about.network, &config.network);
            let problem = format!("`from`: the model is {have}, and the run wants {want}; --network takes the former");
            return Err(TrainError::Setting(problem));
        }
        // Heads that the model has not begin anew.
        if !network.take_over(&model.network, &model.weights, &mut weights) {
            let problem = "`from`: the model reads another layout or other cards than the run";
            return Err(TrainError::Setting(problem.to_owned()));
        }
    }
    let adam = Adam::new(weights.0.len());
    Ok(Checkpoint { progress: Progress::default(), weights, adam, pasts: Vec::new(), window: Vec::new() })
}

/// How much of the run is done: by time or by rounds, whichever is further.
fn done(config: &TrainConfig, progress: &Progress) -> f64 {
    let time = if config.minutes > 0.0 { progress.seconds / (60.0 * config.minutes) } else { 0.0 };
    let rounds = if config.iterations > 0 { progress.iteration as f64 / config.iterations as f64 } else { 0.0 };
    time.max(rounds).min(1.0)
}

fn due(config: &TrainConfig, progress: &Progress) -> bool {
    !config.opponents.is_empty()
        && config.evaluate_games > 0
        && progress.seconds - progress.evaluated >= 60.0 * config.evaluate_every
}

/// One round: play, and learn from it.
fn round<G: Game, A: Learns>(
    games: &[G],
    net: &Arc<A>,
    config: &TrainConfig,
    now: &mut Checkpoint,
    memory: &mut Memory<A::Rows>,
) -> Result<Report, BrokenPlayer> {
    let started = Instant::now();
    let done = done(config, &now.progress) as f32;
    let iteration = now.progress.iteration;
    let imitate = !config.imitate.is_empty() && done < config.imitate_share;
    let search = config.method == Method::Zero && !imitate;
    let mut samples = if search {
        let shards = search_round(games, net, config, now);
        let samples = Samples::from_shards(&**net, games, &shards);
        now.window.push(shards);
        now.progress.window.push(iteration);
        samples
    } else {
        let played = play_round(games, net, config, now, imitate)?;
        if !imitate {
            played.iter().for_each(|games| opponents::remember(&mut now.progress.pasts, &games.played));
        }
        let policy_loss = if imitate { PolicyLoss::Imitation } else { PolicyLoss::Ppo };
        A::samples(net.seats(), played, config, policy_loss)
    };
    let (count, explained) = (samples.len(), samples.explained);
    let playing = started.elapsed().as_secs_f64();
    let rate = match imitate && config.imitate_rate > 0.0 {
        true => config.imitate_rate * (1.0 - done / config.imitate_share),
        false => config.learning_rate * (1.0 - done),
    };
    let step =
        StepParameters { rate, entropy: config.entropy_start + (config.entropy_end - config.entropy_start) * done };
    let mut rng = Rng::stream(config.seed, (1 << 62) + iteration);
    if search && count > 0 {
        samples = memory.refill(&**net, games, samples, now, config);
    }
    let losses = if count == 0 {
        Losses::default()
    } else {
        let learner = Learner { net: &**net, weights: &mut now.weights, adam: &mut now.adam };
        A::learn_from(learner, &samples, search.then_some(count), config, step, &mut rng)
    };
    if search && count > 0 {
        memory.0 = Some(samples);
    }
    let progress = &mut now.progress;
    progress.iteration += 1;
    progress.samples += count as u64;
    progress.games += config.games as u64;
    progress.steps = now.adam.steps;
    if !search && config.past_share > 0.0 && progress.iteration.is_multiple_of(config.past_every.max(1)) {
        progress.pasts.push(Past { iteration: progress.iteration, beaten: 1.0 / net.seats() as f32 });
        now.pasts.push(Arc::new(now.weights.clone()));
        while now.pasts.len() > config.past_kept {
            progress.pasts.remove(0);
            now.pasts.remove(0);
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    progress.seconds += seconds;
    Ok(Report {
        iteration: progress.iteration,
        seconds: progress.seconds,
        done: self::done(config, progress),
        samples: progress.samples,
        games: progress.games,
        samples_per_second: count as f64 / seconds,
        games_per_second: config.games as f64 / seconds,
        play_share: playing / seconds,
        learning_rate: step.rate,
        imitated: imitate,
        losses,
        explained,
        evaluations: Vec::new(),
    })
}

/// The samples of the window, as they were dealt from its games.
#[derive(Debug)]
struct Memory<R>(Option<Samples<R>>);

impl<R: Rows> Memory<R> {
    /// Forgets the oldest rounds beyond the window, and gives all samples of those that are left, to be kept here again. The present
    /// round is the last of them. What was forgotten with the program is dealt anew from the games.
    fn refill<G: Game, A: Architecture<Rows = R>>(
        &mut self,
        net: &A,
        games: &[G],
        new: Samples<R>,
        now: &mut Checkpoint,
        config: &TrainConfig,
    ) -> Samples<R> {
        let of = |shards: &Vec<Shard>| shards.iter().map(|shard| shard.decisions.len()).sum::<usize>();
        let mut excess = now.window.iter().map(of).sum::<usize>().saturating_sub(config.window);
        let mut forgotten = 0;
        while now.window.len() > 1 && excess >= of(&now.window[0]) {
            excess -= of(&now.window[0]);
            forgotten += of(&now.window[0]);
            now.window.remove(0);
            now.progress.window.remove(0);
        }
        match self.0.take() {
            Some(mut all) => {
                all.extend(new);
                all.forget(forgotten);
                all
            }
            None => {
                let before = now.window.split_last().map_or(&[][..], |(_, before)| before);
                let rounds = before.iter().map(|shards| Samples::from_shards(net, games, shards)).chain([new]);
                let join = |mut all: Samples<R>, round| {
                    all.extend(round);
                    all
                };
                rounds.reduce(join).expect("the present round is one of them")
            }
        }
    }
}

/// Plays the games of a round with a search at every decision, split among threads.
fn search_round<G: Game, A: Architecture>(
    games: &[G],
    net: &Arc<A>,
    config: &TrainConfig,
    now: &Checkpoint,
) -> Vec<Shard> {
    let first = now.progress.iteration * config.games as u64;
    let weights = Arc::new(now.weights.clone());
    let episode = |number: u64| {
        let mut rng = Rng::stream(config.seed, (1 << 63) + number);
        zero::SearchEpisode { game: rng.below(games.len() as u32), rng }
    };
    let share = |thread: usize| {
        let runner = Runner::new(Engine::new(net.clone(), weights.clone()).plain());
        let numbers = (0..config.games).filter(|n| n % config.threads == thread).map(|n| first + n as u64);
        zero::play(games, runner, AskApart::new(net, &weights, config), numbers.map(episode).collect(), config)
    };
    on_threads(config.threads, share).into_iter().flatten().collect()
}

/// Plays the games of a round, split among threads. Which games they are depends on the round's number alone.
fn play_round<G: Game, A: Architecture>(
    games: &[G],
    net: &Arc<A>,
    config: &TrainConfig,
    now: &Checkpoint,
    imitate: bool,
) -> Result<Vec<Games<A::Rows>>, BrokenPlayer> {
    let first = now.progress.iteration * config.games as u64;
    let seat_count = net.seats();
    let weights = Arc::new(now.weights.clone());
    let episode = |number: u64| {
        let mut rng = Rng::stream(config.seed, (1 << 63) + number);
        let game = games[rng.below(games.len() as u32) as usize];
        let seats = opponents::seat(config, &now.progress.pasts, number, seat_count, &mut rng);
        let teacher = imitate.then(|| (config.imitate.clone(), (number / seat_count as u64).is_multiple_of(2)));
        Episode { game, rng, seats, teacher, files: config.files.clone() }
    };
    let share = |thread: usize| {
        let own = Engine::new(net.clone(), weights.clone()).learning();
        let pasts = now.pasts.iter().map(|weights| Engine::new(net.clone(), weights.clone()).plain());
        let runners = std::iter::once(own).chain(pasts).map(Runner::new).collect();
        let numbers = (0..config.games).filter(|n| n % config.threads == thread).map(|n| first + n as u64);
        let how = PlayHow { temperature: 1.0, watch: config.watch };
        let apart = AskApart::new(net, &weights, config);
        play(runners, numbers.map(episode).collect(), config.envs_per_thread, how, apart, &AtomicBool::new(false))
    };
    on_threads(config.threads, share).into_iter().collect()
}
