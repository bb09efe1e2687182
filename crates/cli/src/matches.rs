//! `hoyle match`: who is stronger, and how sure is that.

use crate::args::Match;
use crate::contest::{ContestIo, interval, margin, percent, remarks};
use crate::failure::{Failure, Outcome};
use crate::output::{Out, columns};
use hoyle_games::arena::{MatchOptions, match_page, sprt_text};
use hoyle_games::{MatchReport, MatchSettings};
use hoyle_table::seating;

/// How many games a match has.
const GAMES: u64 = 1000;
/// How many it has at most if it stops by itself.
const GAMES_OF_TEST: u64 = 100_000;

/// `hoyle match`.
pub fn run(args: Match, mut out: Out) -> Outcome {
    let game = hoyle_games::load_many(&args.game)?;
    if args.sprt.is_some() {
        game.check_test()?;
    }
    let players = seating::list(&args.players.players)?;
    // A wrong name must not leave a file behind.
    players.iter().try_for_each(|player| game.check_player(player))?;
    let games = args.games.unwrap_or(if args.sprt.is_some() { GAMES_OF_TEST } else { GAMES });
    let games = game.rounded(games).unwrap_or(games);
    let settings = MatchSettings { games, seed: args.contest.seed, threads: args.contest.threads.map(usize::from) };
    let (io, known) = ContestIo::open(&args.contest, (game.first(), game.options()), false, &players, games)?;
    let watch = |record: &_| io.note(record);
    let options = MatchOptions { sprt: args.sprt, ..io.match_options(known, &watch) };
    let played = game.run_match_with(&players, &settings, options);
    io.played()?;
    let (report, samples) = played?;
    if io.is_void(report.games) {
        return Err(Failure::Interrupted);
    }
    if game.count() > 1 && report.games < games {
        anstream::eprintln!("stopped: of the {} games in turn the later ones were not played as often", game.count());
    }
    io.write_page(&args.game, &samples, |page| match_page(page, &report))?;
    if out.json {
        out.json(&report)?
    } else {
        out.line(text(&args.game, &report))?
    }
    io.end()
}

fn text(game: &str, report: &MatchReport) -> String {
    let seats = report.games.checked_div(report.sets).unwrap_or(0);
    let mut text = format!(
        "{game}: {} games ({} deals from {seats} seats each), seed {}, {:.0} actions each\n",
        report.games, report.sets, report.seed, report.mean_plies
    );
    let head = ["player", "win rate", "95% interval", "wins", "losses", "ties", "margin", "95% interval"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(report.players.iter().map(|player| {
        let [wins, losses, ties] = [player.wins, player.losses, player.ties].map(|count| count.to_string());
        let [mean, around] = margin(player);
        let rate = percent(player.win_rate);
        [player.name.clone(), rate, interval(player.low, player.high), wins, losses, ties, mean, around]
    }));
    text += &columns(&rows);
    if let Some(sprt) = &report.sprt {
        text += &format!("\n{}", sprt_text(sprt, report.games));
    }
    text + &remarks(report.players.iter())
}
