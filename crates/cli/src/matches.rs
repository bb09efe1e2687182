//! `hoyle match`: who is stronger, and how sure is that.

use crate::args::Match;
use crate::failure::Outcome;
use crate::inbox::exit_on_interrupt;
use crate::output::{Out, columns, harmless};
use crate::seating;
use hoyle_games::{MatchReport, MatchSettings};
use indicatif::{ProgressBar, ProgressStyle};

/// `hoyle match`.
pub fn run(args: Match, mut out: Out) -> Outcome {
    let game = hoyle_games::load(&args.game)?;
    let players = seating::list(&args.players.players)?;
    let settings = MatchSettings { games: args.games, seed: args.seed, threads: args.threads.map(usize::from) };
    exit_on_interrupt()?;
    let bar = ProgressBar::new(args.games).with_style(progress_style());
    let report = game.run_match(&players, &settings, &|_| bar.inc(1));
    bar.finish_and_clear();
    let report = report?;
    if out.json {
        out.json(&report)?
    } else {
        out.line(text(&args.game, &report))?
    }
    Ok(())
}

/// How games are counted. indicatif draws on standard error, and only where that is a terminal.
pub fn progress_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} games, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn text(game: &str, report: &MatchReport) -> String {
    let head = format!("{game}: {} games, seed {}, {:.0} actions each", report.games, report.seed, report.mean_plies);
    let percent = |rate: f64| format!("{:.1}%", 100.0 * rate);
    let mut rows = vec![["player", "win rate", "95% interval", "wins", "losses", "ties"].map(str::to_owned)];
    rows.extend(report.players.iter().map(|player| {
        let interval = format!("{} - {}", percent(player.low), percent(player.high));
        let counts = [player.wins, player.losses, player.ties].map(|count| count.to_string());
        let [wins, losses, ties] = counts;
        [player.name.clone(), percent(player.win_rate), interval, wins, losses, ties]
    }));
    let mut text = format!("{head}\n{}", columns(&rows));
    for player in report.players.iter().filter(|player| player.faults > 0) {
        let first = harmless(player.first_fault.as_deref().unwrap_or_default());
        text += &format!("\n{} lost {} games by a fault; the first: {first}", player.name, player.faults);
    }
    text
}
