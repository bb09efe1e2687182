//! What matches and tournaments share: files, progress, Ctrl-C.

use crate::args::Contest as Args;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use hoyle_games::arena::{MatchError, MatchOptions, PAGE_MARK, Page, PlayerReport, Results, Sample};
use hoyle_games::{AnyGame, Contest, GameRecord, LoadError, open_results};
use hoyle_table::GameFile;
use hoyle_table::text::harmless;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value};
use std::io::Read as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many games a page tells in full. A file of results keeps them for a page that is asked for later.
const SAMPLES: u64 = 6;
/// Who takes less for a move is not told for it: scripted players take next to nothing.
const SLOW: f64 = 0.001;

/// The input and output of a match or tournament: its files, its progress bar, and who may stop it.
pub struct ContestIo {
    bar: ProgressBar,
    stop: &'static AtomicBool,
    results: Option<Results>,
    problem: Mutex<Option<Failure>>,
    page: Option<GameFile>,
    move_limit: Option<Duration>,
}

impl ContestIo {
    /// Opens the files and listens to Ctrl-C; gives the games that were played before. What would fail at the end
    /// fails now, but for the names of players, which the callers look at.
    pub fn open(
        args: &Args,
        (game, options): (&dyn AnyGame, &Map<String, Value>),
        tournament: bool,
        players: &[String],
        luck: Option<&str>,
        games: u64,
    ) -> Result<(Self, Vec<GameRecord>), Failure> {
        let move_limit = args.move_limit.map(Duration::from_secs_f64);
        let contest = Contest { options, tournament, players, seed: args.seed, move_limit, luck };
        let schedule = contest.schedule(game).map_err(|e| LoadError::Match(MatchError::Lineup(e)))?;
        let games = match schedule.games(games) {
            Some(0) => return Err(LoadError::Match(MatchError::NoGames).into()),
            None => return Err(LoadError::Match(MatchError::TooManyGames(games)).into()),
            Some(games) => games,
        };
        let page = args.html.as_deref().map(|path| page_file(path, args.force)).transpose()?;
        let opened = args.out.as_deref().map(|path| open_results(path, game, &contest, &schedule)).transpose()?;
        let (results, known) = opened.map_or((None, Vec::new()), |(results, known)| (Some(results), known));
        let bar = ProgressBar::new(games).with_style(progress_style());
        let done = known.iter().filter(|record| record.index < games).count() as u64;
        bar.set_position(done);
        bar.reset_eta();
        if done > 0 {
            anstream::eprintln!("going on after {done} games");
        }
        let stop = stop_on_interrupt(|| ())?;
        Ok((Self { bar, stop, results, problem: Mutex::new(None), page, move_limit }, known))
    }

    /// The options of the match, given the games that are known and what is to be done with each game.
    pub fn match_options<'a>(
        &self,
        known: Vec<GameRecord>,
        watch: &'a (dyn Fn(&GameRecord) + Sync),
    ) -> MatchOptions<'a> {
        let samples = if self.page.is_some() || self.results.is_some() { SAMPLES } else { 0 };
        MatchOptions { move_limit: self.move_limit, sprt: None, samples, known, stop: self.stop, watch }
    }

    /// Takes note of a game.
    pub fn note(&self, record: &GameRecord) {
        self.bar.inc(1);
        if let Some(Err(error)) = self.results.as_ref().map(|results| results.add(record)) {
            self.problem.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.into());
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Everything is played, or was stopped: whatever went wrong meanwhile.
    pub fn played(&self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Whether there is nothing to tell, because it was stopped before anything was complete.
    pub fn is_void(&self, games: u64) -> bool {
        let void = games == 0 && self.is_stopped();
        if void {
            anstream::eprintln!("stopped before the first set of games was over");
        }
        void
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Writes the page, if one is wanted.
    pub fn write_page(
        &self,
        game: &str,
        samples: &[Sample],
        page: impl FnOnce(&Page<'_>) -> String,
    ) -> Result<(), Failure> {
        let Some(file) = &self.page else { return Ok(()) };
        let words: Vec<String> = std::env::args().skip(1).map(|word| quoted(&word)).collect();
        let command = format!("hoyle {}", words.join(" "));
        Ok(file.write(page(&Page { game, command: &command, samples }))?)
    }

    /// How the command ends.
    pub fn end(&self) -> Result<(), Failure> {
        if self.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// The file of a page: a new one, or an older report.
fn page_file(path: &Path, force: bool) -> Result<GameFile, Failure> {
    let begins = || {
        let mut start = Vec::new();
        let file = hoyle_core::files::open(path).ok()?;
        file.take(PAGE_MARK.len() as u64).read_to_end(&mut start).ok()?;
        Some(start == PAGE_MARK.as_bytes())
    };
    let ours = path.is_file() && begins() == Some(true);
    Ok(GameFile::at(path, force || ours)?)
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=:,./+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// How games are counted. indicatif draws on standard error, and only where that is a terminal.
pub fn progress_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} games, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

pub fn percent(rate: f64) -> String {
    format!("{:.1}%", 100.0 * rate)
}

pub fn interval(low: f64, high: f64) -> String {
    format!("{} - {}", percent(low), percent(high))
}

/// The margin with its interval.
pub fn margin(player: &PlayerReport) -> [String; 2] {
    let signed = |number: f64| if number.abs() < 0.005 { "0.00".to_owned() } else { format!("{number:+.2}") };
    let told = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), signed);
    let interval = player.margin_low.zip(player.margin_high);
    let interval =
        interval.map_or_else(|| "-".to_owned(), |(low, high)| format!("{} to {}", signed(low), signed(high)));
    [told(player.margin), interval]
}

/// Who took long, and who lost games by faults: a line each, with an end of line before it.
pub fn remarks<'a>(players: impl Iterator<Item = &'a PlayerReport>) -> String {
    let mut text = String::new();
    for player in players {
        let (name, pace) = (harmless(&player.name), player.pace);
        if pace.seconds_per_move >= SLOW {
            let (mean, slowest) = (pace.seconds_per_move, pace.slowest_move);
            text += &format!("\n{name} took {mean:.3} seconds a move, {slowest:.3} for the slowest");
        }
        if player.faults > 0 {
            let first = harmless(player.first_fault.as_deref().unwrap_or_default());
            text += &format!("\n{name} lost {} games by a fault; the first: {first}", player.faults);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_typed_again() {
        assert_eq!(["ludo:players=2", "a b", "it's", ""].map(quoted), ["ludo:players=2", "'a b'", "'it'\\''s'", "''"]);
    }
}
