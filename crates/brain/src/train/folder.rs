//! The folder of a run: everything that is needed to go on, and what came of it.
//!
//! | file | what |
//! |---|---|
//! | `run.toml` | the settings |
//! | `run.lock` | held by whoever trains |
//! | `checkpoint.safetensors` | weights, the optimiser's moments, and in the metadata how far the run is |
//! | `model.safetensors` | the weights alone: what players load |
//! | `past/N.safetensors` | past selves that are still played against |
//! | `window/N.games` | games that are still learned from (`zero`) |
//! | `games/N-PLAYER.jsonl` | the first game of each match with an opponent, as a replay |
//! | `metrics.jsonl` | a line per round |
//! | `events.out.tfevents.*` | the same for TensorBoard |
//! | `report.html` | what came of it, with the curves |
//!
//! Files are written under another name and renamed. All that must agree is in one file, so a run that is killed at any
//! moment goes on from its last checkpoint.

use super::adam::Adam;
use super::config::{Settings, TrainConfig};
use super::evaluate::Evaluation;
use super::facts::Apart;
use super::opponents::Past;
use super::run::Report;
use super::tensorboard::Events;
use super::zero::Shard;
use crate::heads::HeadShape;
use crate::model::{About, MAX_MODEL, MODEL_FILE, Model, read_metadata, read_weights, write_weights};
use crate::network::Network;
use crate::weights::Weights;
use hoyle_core::FileAccess;
use hoyle_core::files::{self, MAX_TEXT, PART, ReadLine, brief_message, next_line, too_long, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

const RUN: &str = "run.toml";
const CHECKPOINT: &str = "checkpoint.safetensors";
const LOCK: &str = "run.lock";
const METRICS: &str = "metrics.jsonl";
/// The folders inside.
const INSIDE: [&str; 3] = ["past", "window", "games"];
/// What the names of past selves end with.
const PAST_END: &str = ".safetensors";
/// What the names of games end with that are still learned from.
const WINDOW_END: &str = ".games";
/// No run counts further: 2^48 of anything.
const MAX_COUNT: u64 = 1 << 48;

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held as long as somebody trains here; the system lets go of it however the program ends.
    _lock: Arc<fs::File>,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file makes no sense.
    #[error("{}: {problem}", path.display())]
    Problem {
        /// Which.
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Rounds that are done.
    pub iteration: u64,
    /// Decisions that were learned from.
    pub samples: u64,
    /// Games that were played.
    pub games: u64,
    /// How long it took.
    pub seconds: f64,
    /// When the opponents were met last.
    pub evaluated: f64,
    /// Steps of the optimiser.
    pub steps: u64,
    /// The past selves.
    pub pasts: Vec<Past>,
    /// The rounds whose games are still learned from.
    pub window: Vec<u64>,
}

impl Progress {
    /// Numbers of a file are not trusted: what a run adds to must not overflow, and what it keeps is bounded.
    fn check(&self, most_pasts: usize) -> Result<(), String> {
        for (name, number) in
            [("iteration", self.iteration), ("samples", self.samples), ("games", self.games), ("steps", self.steps)]
        {
            if number > MAX_COUNT {
                return Err(format!("`{name}` is {number}"));
            }
        }
        for (name, number) in [("seconds", self.seconds), ("evaluated", self.evaluated)] {
            if !(0.0..=MAX_COUNT as f64).contains(&number) {
                return Err(format!("`{name}` is {number}"));
            }
        }
        if self.pasts.len() > most_pasts {
            return Err(format!("it has {} past selves, and the run keeps {most_pasts}", self.pasts.len()));
        }
        let pasts: Vec<u64> = self.pasts.iter().map(|past| past.iteration).collect();
        for (name, rounds) in [("pasts", &pasts), ("window", &self.window)] {
            let known = rounds.last().is_none_or(|&last| last <= self.iteration);
            if !known || !rounds.is_sorted_by(|a, b| a < b) {
                return Err(format!("`{name}` are not the numbers of rounds, one after the other"));
            }
        }
        Ok(())
    }
}

/// Everything that a run needs to go on.
#[derive(Debug)]
pub struct Checkpoint {
    /// How far it is.
    pub progress: Progress,
    /// The weights.
    pub weights: Weights,
    /// The optimiser.
    pub adam: Adam,
    /// The weights of the past selves.
    pub pasts: Vec<Arc<Weights>>,
    /// The games of the rounds that are still learned from.
    pub window: Vec<Vec<Shard>>,
}

impl Folder {
    /// A new folder for a run. One that is there already is refused, unless it is empty.
    pub fn create(path: &Path, config: &TrainConfig) -> Result<Self, FolderError> {
        // What a run leaves that is killed while it begins does not count.
        let left = [LOCK.to_owned(), format!("{RUN}{PART}")];
        let is_left = |entry: &fs::DirEntry| left.iter().any(|name| entry.file_name().to_str() == Some(name));
        let occupied = fs::read_dir(path).is_ok_and(|entries| entries.flatten().any(|entry| !is_left(&entry)));
        if occupied {
            let problem = "the folder is not empty; name another, or go on with it by --resume".to_owned();
            return Err(FolderError::Problem { path: path.to_owned(), problem });
        }
        fs::create_dir_all(path).map_err(|error| FolderError::File { path: path.to_owned(), error })?;
        check_links(path)?;
        let folder = Self { _lock: lock(path)?, path: path.to_owned() };
        folder.write_config(config)?;
        folder.make_room()?;
        Ok(folder)
    }

    /// Writes the settings of the run.
    pub(super) fn write_config(&self, config: &TrainConfig) -> Result<(), FolderError> {
        let text = toml::to_string(config).map_err(|error| self.problem(RUN, &error))?;
        self.write(RUN, text.as_bytes())
    }

    /// Makes the folders inside.
    fn make_room(&self) -> Result<(), FolderError> {
        for inside in INSIDE {
            let path = self.path.join(inside);
            fs::create_dir_all(&path).map_err(|error| FolderError::File { path, error })?;
        }
        Ok(())
    }

    /// The folder of a run that was begun, and its settings. A run file alone is enough: so a run is begun by a file.
    pub fn open(path: &Path) -> Result<(Self, TrainConfig), FolderError> {
        Self::open_with(path, &|_| &[])
    }

    /// The same. What the run file does not name is as `of_game` tells of a game with its options.
    pub fn open_with(path: &Path, of_game: &dyn Fn(&str) -> Settings) -> Result<(Self, TrainConfig), FolderError> {
        if !path.join(RUN).is_file() {
            let problem = format!("there is no run here: a run's folder has a file `{RUN}`");
            return Err(FolderError::Problem { path: path.to_owned(), problem });
        }
        check_links(path)?;
        let folder = Self { _lock: lock(path)?, path: path.to_owned() };
        let text = files::read_text(&folder.path.join(RUN), MAX_TEXT);
        let text = text.map_err(|error| folder.problem(RUN, &error))?;
        let mut config =
            TrainConfig::from_toml_with(&text, of_game).map_err(|problem| folder.problem(RUN, &problem))?;
        // A folder may be somebody else's.
        config.files = FileAccess::Below(path.to_owned());
        config.check().map_err(|problem| folder.problem(RUN, &problem))?;
        folder.make_room()?;
        Ok((folder, config))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn problem(&self, file: &str, problem: &dyn std::fmt::Display) -> FolderError {
        FolderError::Problem { path: self.path.join(file), problem: problem.to_string() }
    }

    /// What can be done where a run cannot go on.
    fn way_out(&self) -> String {
        format!("; its model can begin another: hoyle train GAME --from {}", self.path.display())
    }

    fn read(&self, file: &str) -> Result<Vec<u8>, FolderError> {
        files::read(&self.path.join(file), MAX_MODEL).map_err(|error| self.problem(file, &error))
    }

    /// Writes a file whole.
    pub fn write(&self, file: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.path.join(file);
        write_whole(&path, bytes).map_err(|error| FolderError::File { path, error })
    }

    fn past(iteration: u64) -> String {
        format!("past/{iteration}{PAST_END}")
    }

    fn games(iteration: u64) -> String {
        format!("window/{iteration}{WINDOW_END}")
    }

    /// Saves everything; the model for players too.
    pub fn save(
        &self,
        network: &Network,
        config: &TrainConfig,
        checkpoint: &Checkpoint,
        about: About,
    ) -> Result<(), FolderError> {
        let failed = |file: &str| {
            let path = self.path.join(file);
            move |error| FolderError::File { path, error }
        };
        for (past, weights) in checkpoint.progress.pasts.iter().zip(&checkpoint.pasts) {
            let name = Self::past(past.iteration);
            let path = self.path.join(&name);
            if !path.exists() {
                write_weights(&path, network, &[("", weights)], HashMap::new()).map_err(failed(&name))?;
            }
        }
        for (iteration, shards) in checkpoint.progress.window.iter().zip(&checkpoint.window) {
            let name = Self::games(*iteration);
            if !self.path.join(&name).exists() {
                self.write(&name, &write_shards(shards).map_err(|error| self.problem(&name, &error))?)?;
            }
        }
        let metadata = HashMap::from([
            ("hoyle".to_owned(), json(&about)),
            ("progress".to_owned(), json(&checkpoint.progress)),
            ("run".to_owned(), json(config)),
        ]);
        let Adam { first, second, .. } = &checkpoint.adam;
        let groups = [("", &checkpoint.weights), ("first.", first), ("second.", second)];
        write_weights(&self.path.join(CHECKPOINT), network, &groups, metadata).map_err(failed(CHECKPOINT))?;
        let model = Model { network: network.clone(), weights: Arc::new(checkpoint.weights.clone()), about };
        model.save(&self.path.join(MODEL_FILE)).map_err(failed(MODEL_FILE))?;
        let pasts: Vec<u64> = checkpoint.progress.pasts.iter().map(|past| past.iteration).collect();
        self.forget("past", PAST_END, &pasts);
        self.forget("window", WINDOW_END, &checkpoint.progress.window);
        Ok(())
    }

    /// Deletes the numbered files of a folder that are not needed any more, and nothing else. What cannot be deleted does no
    /// harm.
    fn forget(&self, inside: &str, end: &str, kept: &[u64]) {
        let Ok(entries) = fs::read_dir(self.path.join(inside)) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let (whole, is_part) = name.strip_suffix(PART).map_or((name, false), |whole| (whole, true));
            let number = whole.strip_suffix(end).and_then(|number| number.parse::<u64>().ok());
            if number.is_some_and(|number| is_part || !kept.contains(&number)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// The heads of the network that is trained here, but for those that every network has; none if nothing was saved that can
    /// be read.
    pub(super) fn heads(&self) -> Option<Vec<HeadShape>> {
        About::open(&self.path.join(CHECKPOINT)).ok().map(|about| about.heads)
    }

    /// What was saved last; none if nothing was. It must be of the network that the run is `about`, with at most `most_pasts`
    /// past selves. `check` says what is wrong with a game that is still learned from.
    pub fn load(
        &self,
        network: &Network,
        about: &About,
        most_pasts: usize,
        check: &dyn Fn(&Shard) -> Result<(), String>,
    ) -> Result<Option<Checkpoint>, FolderError> {
        if !self.path.join(CHECKPOINT).exists() {
            // The model is only ever written after a checkpoint: a new beginning would replace it.
            if self.path.join(MODEL_FILE).exists() {
                return Err(
                    self.problem(CHECKPOINT, &format!("it is gone, and the run cannot go on{}", self.way_out()))
                );
            }
            self.forget("past", PAST_END, &[]);
            self.forget("window", WINDOW_END, &[]);
            return Ok(None);
        }
        let wrong = |problem: String| self.problem(CHECKPOINT, &format!("{problem}{}", self.way_out()));
        let bytes = self.read(CHECKPOINT)?;
        let made_for: About = read_metadata(&bytes, "hoyle").map_err(wrong)?;
        made_for.check_same(about).map_err(wrong)?;
        let mut progress: Progress = read_metadata(&bytes, "progress").map_err(wrong)?;
        progress.check(most_pasts).map_err(|problem| wrong(format!("its progress is damaged: {problem}")))?;
        // Games are kept by their place in the list that the run plays.
        if made_for.trained.on != about.trained.on {
            progress.window.clear();
        }
        // What was written after the checkpoint belongs to rounds that will be played again.
        self.forget("past", PAST_END, &progress.pasts.iter().map(|past| past.iteration).collect::<Vec<_>>());
        self.forget("window", WINDOW_END, &progress.window);
        let group = |prefix: &str| read_weights(&bytes, network, prefix).map_err(wrong);
        let adam = Adam { first: group("first.")?, second: group("second.")?, steps: progress.steps };
        let past = |past: &Past| {
            let name = Self::past(past.iteration);
            let weights = self.read(&name).map_err(|error| error.to_string());
            let weights = weights.and_then(|bytes| read_weights(&bytes, network, ""));
            Ok(Arc::new(weights.map_err(|problem| self.problem(&name, &format!("{problem}{}", self.way_out())))?))
        };
        let pasts: Result<Vec<_>, FolderError> = progress.pasts.iter().map(past).collect();
        let games = |iteration: &u64| {
            let name = Self::games(*iteration);
            let damaged = |problem: String| self.problem(&name, &format!("damaged: {problem}{}", self.way_out()));
            let bytes = self.read(&name).map_err(|error| damaged(error.to_string()))?;
            let shards = read_shards(&bytes).map_err(damaged)?;
            shards.iter().try_for_each(check).map_err(damaged)?;
            Ok(shards)
        };
        let window: Result<Vec<_>, FolderError> = progress.window.iter().map(games).collect();
        Ok(Some(Checkpoint { weights: group("")?, adam, pasts: pasts?, window: window?, progress }))
    }

    /// A new file of events, for TensorBoard. What older ones tell of decisions after these is to be forgotten.
    pub fn events(&self, samples: u64) -> Result<Events, FolderError> {
        Events::create(&self.path, samples).map_err(|error| FolderError::File { path: self.path.clone(), error })
    }

    /// Adds a round to the metrics.
    pub fn note(&self, report: &Report, events: &mut Events) -> Result<(), FolderError> {
        events.note(report).map_err(|error| FolderError::File { path: self.path.clone(), error })?;
        self.keep_games(report.iteration, &report.evaluations)?;
        let path = self.path.join(METRICS);
        let line = serde_json::to_string(report).map_err(|error| self.problem(METRICS, &error))?;
        let file = fs::OpenOptions::new().create(true).append(true).open(&path);
        file.and_then(|mut file| writeln!(file, "{line}")).map_err(|error| FolderError::File { path, error })
    }

    /// Keeps the games of matches after a round.
    pub fn keep_games(&self, iteration: u64, evaluations: &[Evaluation]) -> Result<(), FolderError> {
        for Evaluation { opponent, replay, .. } in evaluations {
            let name = opponent.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
            self.write(&format!("games/{iteration}-{name}.jsonl"), replay.as_bytes())?;
        }
        Ok(())
    }

    /// The rounds so far, without those after the checkpoint that the run goes on from: they are played again. A damaged
    /// line is refused, so that nothing is lost in silence; only a last line that was torn off while it was written is
    /// dropped, if its round comes again.
    pub fn history(&self, until: u64) -> Result<Vec<Report>, FolderError> {
        let path = self.path.join(METRICS);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let failed = |error| FolderError::File { path: path.clone(), error };
        let mut input = io::BufReader::new(files::open(&path).map_err(|error| self.problem(METRICS, &error))?);
        let (mut reports, mut text): (Vec<Report>, Vec<u8>) = (Vec::new(), Vec::new());
        for number in 1.. {
            let (line, whole) = match next_line(&mut input).map_err(failed)? {
                ReadLine::Line(line, whole) => (Ok(line), whole),
                ReadLine::TooLong => (Err(too_long()), true),
                ReadLine::End => break,
            };
            let read = line.and_then(|line| {
                let report: Report = serde_json::from_slice(&line).map_err(|e| brief_message(&e.to_string()))?;
                Ok((report, line))
            });
            match read {
                // A round that is not after the last one was not written by a run.
                Ok((report, _)) if reports.last().is_some_and(|last| last.iteration >= report.iteration) => {
                    let problem = format!("line {number} tells round {} again; delete one of them", report.iteration);
                    return Err(self.problem(METRICS, &problem));
                }
                Ok((report, _)) if report.iteration > MAX_COUNT => {
                    let problem = format!("line {number} is damaged: no run has {} rounds; mend it", report.iteration);
                    return Err(self.problem(METRICS, &problem));
                }
                Ok((report, line)) if report.iteration <= until => {
                    text.extend(line);
                    text.push(b'\n');
                    reports.push(report);
                }
                Ok(_) => {}
                Err(_) if !whole && reports.last().map_or(0, |report| report.iteration) >= until => {}
                Err(problem) => {
                    let problem = format!(
                        "line {number} is damaged: {problem}; mend it, or delete it and the run goes on without what it told"
                    );
                    return Err(self.problem(METRICS, &problem));
                }
            }
        }
        self.write(METRICS, &text)?;
        Ok(reports)
    }
}

/// Refuses a folder whose files or folders are links, devices or pipes. It may be somebody else's: what is written, read and
/// deleted here must be here.
fn check_links(path: &Path) -> Result<(), FolderError> {
    for folder in std::iter::once(path.to_owned()).chain(INSIDE.map(|inside| path.join(inside))) {
        match files::check_folder(&folder) {
            Err(files::FileError::System(error)) if error.kind() == io::ErrorKind::NotFound => {}
            checked => checked.map_err(|error| FolderError::Problem { path: folder, problem: error.to_string() })?,
        }
    }
    Ok(())
}

/// Keeps others from training in a folder.
fn lock(path: &Path) -> Result<Arc<fs::File>, FolderError> {
    let path = path.join(LOCK);
    let file = fs::OpenOptions::new().create(true).append(true).open(&path);
    let file = file.map_err(|error| FolderError::File { path: path.clone(), error })?;
    match file.try_lock() {
        Ok(()) => Ok(Arc::new(file)),
        // Where there are no locks, everybody must take care.
        Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Arc::new(file)),
        Err(fs::TryLockError::Error(error)) => Err(FolderError::File { path, error }),
        Err(fs::TryLockError::WouldBlock) => {
            let problem = "another program is training in this folder; wait for its end".to_owned();
            Err(FolderError::Problem { path, problem })
        }
    }
}

/// Games as they stand in a file: what decisions teach heads that stand apart comes behind them all, so that runs which began before there
/// were such heads go on.
fn write_shards(shards: &[Shard]) -> Result<Vec<u8>, postcard::Error> {
    let apart: Vec<_> = shards.iter().map(|shard| &shard.apart).collect();
    let mut bytes = postcard::to_stdvec(shards)?;
    if apart.iter().any(|apart| !apart.is_empty()) {
        bytes.extend(postcard::to_stdvec(&apart)?);
    }
    Ok(bytes)
}

/// Reads them back.
fn read_shards(bytes: &[u8]) -> Result<Vec<Shard>, String> {
    let (mut shards, rest): (Vec<Shard>, _) = postcard::take_from_bytes(bytes).map_err(|error| error.to_string())?;
    if !rest.is_empty() {
        let apart: Vec<Vec<(u32, Apart)>> = postcard::from_bytes(rest).map_err(|error| error.to_string())?;
        if apart.len() != shards.len() {
            return Err("what decisions teach belongs to other games".to_owned());
        }
        shards.iter_mut().zip(apart).for_each(|(shard, apart)| shard.apart = apart);
    }
    Ok(shards)
}

/// Plain data as text.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}
