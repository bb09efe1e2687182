//! `hoyle train`: a network learns a game by playing it.

use crate::args::Train;
use crate::dashboard::Dashboard;
use crate::failure::{Failure, Outcome};
use crate::inbox::stop_on_interrupt;
use crate::output::Out;
use hoyle_games::RunError;
use hoyle_games::brain::train::{Evaluation, Folder, Report, TrainConfig, TrainError, Watch, verdict};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// `hoyle train`.
pub fn run(args: Train, mut out: Out) -> Outcome {
    let (folder, config) = match (&args.resume, &args.game) {
        (Some(path), _) => {
            let (folder, mut config) = Folder::open(path).map_err(Failure::failed)?;
            change(&mut config, &args)?;
            config.check().map_err(|problem| Failure::usage(format!("cannot train: {problem}")))?;
            (folder, config)
        }
        (None, Some(game)) => {
            let mut config = TrainConfig::for_game(game);
            change(&mut config, &args)?;
            config.check().map_err(|problem| Failure::usage(format!("cannot train: {problem}")))?;
            // A misspelt game is an error before a folder is made for it.
            hoyle_games::title(hoyle_games::expand(game)?[0].name.as_str())?;
            let path = args.to.clone().unwrap_or_else(|| vacant(game));
            (Folder::create(&path, &config).map_err(Failure::failed)?, config)
        }
        (None, None) => return Err(Failure::usage("name a game, or a folder by --resume")),
    };
    let stop = stop_on_interrupt()?;
    let mut watch: Box<dyn Watch> = if out.is_screen() {
        Box::new(Dashboard::open(stop)?)
    } else {
        Box::new(Lines { out: Out::new(out.json), stop, told: None })
    };
    let outcome = hoyle_games::train(&config, &folder, &mut *watch);
    drop(watch); // the screen is given back before anything else is written
    let outcome = outcome.inspect_err(|_| {
        // What was only made for a run that cannot be is taken away again.
        if args.resume.is_none() && !folder.path().join("metrics.jsonl").exists() {
            let _ = std::fs::remove_dir_all(folder.path());
        }
    })?;
    let path = folder.path().display();
    if out.json {
        out.json_line(&outcome.evaluations)?;
    } else if outcome.broken_off {
        out.line(format!("broken off; everything is saved: go on with hoyle train --resume {path}"))?;
    } else {
        out.line(verdict(&outcome.history, &outcome.evaluations))?;
        out.line(format!("the curves are in {path}/report.html"))?;
        out.line(format!("play against it: hoyle play {} --against net:{path}", config.game))?;
    }
    if outcome.broken_off { Err(Failure::Interrupted) } else { Ok(()) }
}

fn change(config: &mut TrainConfig, args: &Train) -> Result<(), Failure> {
    let set = |(name, value): &(String, String)| config.set(name, value).map_err(Failure::usage);
    args.settings.0.iter().try_for_each(set)
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
    stop: &'static AtomicBool,
    told: Option<Instant>,
}

impl Watch for Lines {
    fn begin(&mut self, config: &TrainConfig, weights: usize, history: &[Report]) {
        let from = history.last().map(|report| format!(", going on after round {}", report.iteration));
        if !self.out.json {
            let from = from.unwrap_or_default();
            let _ = self.out.line(format!("{}: {weights} weights, {} threads{from}", config.game, config.threads));
        }
    }

    fn round(&mut self, report: &Report) {
        if self.out.json {
            let _ = self.out.json_line(report);
            return;
        }
        let quiet = self.told.is_some_and(|told| told.elapsed().as_secs_f64() < 10.0);
        if quiet && report.evaluations.is_empty() {
            return;
        }
        self.told = Some(Instant::now());
        let Report { iteration, done, samples, samples_per_second, games_per_second, losses, explained, .. } = report;
        let left = report.seconds / done.max(1e-6) * (1.0 - done);
        let mut line = format!(
            "round {iteration}, {:.0}%, {:.0} s left: {samples} decisions, {samples_per_second:.0}/s, {games_per_second:.0} \
             games/s; policy {:.4}, value {:.4}, entropy {:.3}, kl {:.4}, clipped {:.2}, explained {explained:.2}",
            100.0 * done,
            left,
            losses.policy,
            losses.value,
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

    fn last_matches(&mut self) {
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
            RunError::Train(TrainError::Folder(_)) => Self::failed(error),
        }
    }
}
