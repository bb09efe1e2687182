//! `hoyle train`: a network learns a game by playing it.

use crate::args::Train;
use crate::dashboard::{self, Dashboard};
use crate::failure::{Failure, Outcome};
use crate::interrupt::stop_on_interrupt;
use crate::output::Out;
use hoyle_core::FileAccess;
use hoyle_games::RunError;
use hoyle_games::brain::About;
use hoyle_games::brain::train::{Evaluation, Folder, Report, TrainConfig, TrainError, Watch, verdict};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// `hoyle train`.
pub fn run(args: Train, mut out: Out) -> Outcome {
    let (folder, config) = match (&args.resume, &args.game) {
        (Some(path), _) => {
            if args.settings.0.iter().any(|(name, _)| name == "from") {
                return Err(Failure::usage("a run that goes on has begun already: --from is for a new one"));
            }
            let (folder, mut config) = hoyle_games::registry().open_run(path).map_err(Failure::failed)?;
            if let Some(allowed) = &args.allowed.folder {
                config.files = FileAccess::Below(allowed.clone());
            }
            change(&mut config, &args)?;
            (folder, config)
        }
        (None, Some(game)) => {
            // A misspelt game is an error before a folder is made for it.
            let mut config = hoyle_games::registry().train_config(game)?;
            change(&mut config, &args)?;
            let path = args.to.clone().unwrap_or_else(|| vacant(game));
            if path.to_string_lossy().contains(',') {
                return Err(Failure::usage(
                    "a folder with a comma in its name cannot be named as a player: net:FOLDER",
                ));
            }
            (Folder::create(&path, &config).map_err(Failure::failed)?, config)
        }
        (None, None) => return Err(Failure::usage("name a game, or a folder by --resume")),
    };
    let path = folder.path().display();
    let is_screen = out.is_screen();
    let stop = stop_on_interrupt(move || {
        if is_screen {
            dashboard::leave()
        }
    })?;
    let mut watch: Box<dyn Watch> = if is_screen {
        Box::new(Dashboard::open(stop)?)
    } else {
        Box::new(Lines { out: Out::new(out.json), folder: path.to_string(), stop, told: None, untold: None })
    };
    let outcome = hoyle_games::registry().train(&config, &folder, &mut *watch);
    drop(watch); // the screen is given back before anything else is written
    let outcome = outcome.inspect_err(|_| {
        // What was only made for a run that cannot be is taken away again.
        if args.resume.is_none() && !folder.path().join("metrics.jsonl").exists() {
            let _ = std::fs::remove_dir_all(folder.path());
        }
    })?;
    if out.json {
        out.json_line(outcome.last())?;
    } else {
        out.line(verdict(&outcome.history, &outcome.evaluations))?;
        out.line(format!("the curves are in {}", folder.path().join("report.html").display()))?;
        let player = format!("net:{path}");
        out.line(match outcome.broken_off {
            true => {
                format!("broken off; everything is saved: go on with hoyle train --resume {}", word(&path.to_string()))
            }
            false => format!("play against it: hoyle play {} --against {}", word(&config.game), word(&player)),
        })?;
    }
    if outcome.broken_off { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Changes the settings that were given. A run that begins with a model has its network and reads what it reads.
fn change(config: &mut TrainConfig, args: &Train) -> Result<(), Failure> {
    let given = &args.settings.0;
    let has = |wanted: &str| given.iter().any(|(name, _)| name == wanted);
    if let Some((_, from)) = given.iter().find(|(name, _)| name == "from") {
        let about = About::open(from.as_ref()).map_err(|error| Failure::usage(format!("`from`: {error}")))?;
        config.network = about.network;
        if let Some(layout) = about.layout.filter(|_| !has("layout")) {
            config.layout = layout.name().to_owned();
        }
    }
    let set = |(name, value): &(String, String)| config.set(name, value).map_err(Failure::usage);
    given.iter().try_for_each(set)?;
    config.check().map_err(|problem| Failure::usage(format!("cannot train: {problem}")))
}

/// A word as a shell takes it.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,+@%".contains(c);
    if text.chars().all(is_plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// A folder that is not there yet.
fn vacant(game: &str) -> PathBuf {
    let name = game.split(':').next().unwrap_or(game);
    let numbered = |n: u32| Path::new("runs").join(format!("{name}-{n}"));
    (1..).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(0))
}

/// How a match went, in words.
fn against(evaluation: &Evaluation) -> String {
    let Evaluation { opponent, games, rate, low, high, .. } = evaluation;
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    format!("against {opponent}: {} of {games} games ({} to {})", percent(*rate), percent(*low), percent(*high))
}

/// Follows a run line by line.
struct Lines {
    out: Out,
    folder: String,
    stop: &'static AtomicBool,
    told: Option<Instant>,
    /// The last round, if nothing was said of it.
    untold: Option<Report>,
}

/// What a run is, as the first line of JSON.
#[derive(Serialize)]
struct Begun<'a> {
    folder: &'a str,
    game: &'a str,
    weights: usize,
    /// After how many rounds it goes on.
    after: u64,
}

impl Lines {
    fn tell(&mut self, report: &Report) {
        self.told = Some(Instant::now());
        let Report { iteration, done, samples, samples_per_second, games_per_second, losses, explained, .. } = report;
        let left = report.seconds / done.max(1e-6) * (1.0 - done);
        let kind = if report.imitated { " of imitation" } else { "" };
        let mut line = format!(
            "round {iteration}{kind}, {:.0}%, {:.0} s left: {samples} decisions, {samples_per_second:.0}/s, \
             {games_per_second:.0} games/s; policy {:.4}, value {:.4}, entropy {:.3}, kl {:.4}, clipped {:.2}, \
             explained {explained:.2}",
            100.0 * done,
            left,
            losses.policy,
            losses.head("value"),
            losses.entropy,
            losses.kl,
            losses.clipped
        );
        for evaluation in &report.evaluations {
            line.push_str("\n  ");
            line.push_str(&against(evaluation));
        }
        let _ = self.out.line(line);
    }
}

impl Watch for Lines {
    fn begin(&mut self, config: &TrainConfig, weights: usize, history: &[Report]) {
        let TrainConfig { game, threads, .. } = config;
        let after = history.last().map_or(0, |report| report.iteration);
        if self.out.json {
            let _ = self.out.json_line(&Begun { folder: &self.folder, game, weights, after });
            return;
        }
        let from = if after > 0 { format!(", going on after round {after}") } else { String::new() };
        let _ = self.out.line(format!("{game}: {weights} weights, {threads} threads, in {}{from}", self.folder));
    }

    fn round(&mut self, report: &Report) {
        if self.out.json {
            let _ = self.out.json_line(report);
            return;
        }
        let quiet = self.told.is_some_and(|told| told.elapsed().as_secs_f64() < 10.0);
        if quiet && report.evaluations.is_empty() {
            self.untold = Some(report.clone());
            return;
        }
        self.untold = None;
        self.tell(report);
    }

    fn last_matches(&mut self) {
        if let Some(report) = self.untold.take() {
            self.tell(&report);
        }
        if !self.out.json {
            let _ = self.out.line("trained; the last matches are played");
        }
    }

    fn wants_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Load(_) | RunError::Train(TrainError::Setting(_) | TrainError::Model(_)) => Self::usage(error),
            RunError::Train(TrainError::Player(_) | TrainError::Folder(_) | TrainError::Diverged(_)) => {
                Self::failed(error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        assert_eq!(word("ludo:players=2"), "ludo:players=2");
        assert_eq!(word("magic:deck0=red|green"), "'magic:deck0=red|green'");
        assert_eq!(word("net:it's here"), "'net:it'\\''s here'");
    }
}
