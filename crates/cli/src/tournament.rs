//! `hoyle tournament`: everybody against everybody, on one scale.

use crate::args::Tournament;
use crate::contest::{ContestIo, interval, margin, percent, remarks};
use crate::failure::{Failure, Outcome};
use crate::output::{Out, columns};
use hoyle_games::MatchSettings;
use hoyle_games::arena::{RatedPlayer, TournamentReport, tournament_page};
use hoyle_table::seating;

/// `hoyle tournament`.
pub fn run(args: Tournament, mut out: Out) -> Outcome {
    let game = hoyle_games::load(&args.game)?;
    let players = seating::list(&args.players)?;
    // A wrong name must not leave a file behind.
    players.iter().try_for_each(|player| game.check_player(player))?;
    let (seed, threads) = (args.contest.seed, args.contest.threads.map(usize::from));
    let settings = MatchSettings { games: args.games, seed, threads };
    let (io, known) = ContestIo::open(&args.contest, (&*game, &game.options()), true, &players, None, args.games)?;
    let watch = |record: &_| io.note(record);
    let played = game.run_tournament(&players, &settings, io.match_options(known, &watch));
    io.played()?;
    let (report, samples) = played?;
    if io.is_void(report.games) {
        return Err(Failure::Interrupted);
    }
    io.write_page(&args.game, &samples, |page| tournament_page(page, &report))?;
    if out.json {
        out.json(&report)?
    } else {
        out.line(text(&args.game, &report))?
    }
    io.end()
}

fn text(game: &str, report: &TournamentReport) -> String {
    let mut players: Vec<&RatedPlayer> = report.players.iter().collect();
    players.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    let head = ["player", "rating", "95% interval", "win rate", "95% interval", "margin", "95% interval"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(players.iter().map(|player| {
        let RatedPlayer { rating, rating_low, rating_high, report, .. } = player;
        let around = format!("{rating_low:.0} to {rating_high:.0}");
        let [mean, margins] = margin(report);
        let (rate, rates) = (percent(report.win_rate), interval(report.low, report.high));
        [report.name.clone(), format!("{rating:.0}"), around, rate, rates, mean, margins]
    }));
    let against = match report.seats {
        2 => "wins of the row against the column, in percent".to_owned(),
        seats => format!("wins of one of the row against {} of the column, in percent", seats - 1),
    };
    format!(
        "{game}: {} games at {} tables, seed {}, {:.0} actions each; ratings in Elo points above {}\n{}\n\n{against}\n{}{}",
        report.games,
        report.tables.len(),
        report.seed,
        report.mean_plies,
        report.anchor,
        columns(&rows),
        columns(&matrix(report, &players)),
        remarks(players.iter().map(|player| &player.report))
    )
}

/// Who wins how often against whom.
fn matrix(report: &TournamentReport, players: &[&RatedPlayer]) -> Vec<Vec<String>> {
    let names: Vec<&str> = players.iter().map(|player| player.report.name.as_str()).collect();
    let rate = |row: &str, column: &str| {
        let found = report.tables.iter().find_map(|table| match table.players.as_slice() {
            [first, second] if first.name == row && second.name == column => Some(first.win_rate),
            [first, second] if report.seats == 2 && first.name == column && second.name == row => Some(second.win_rate),
            _ => None,
        });
        found.map_or_else(|| "-".to_owned(), |rate| format!("{:.1}", 100.0 * rate))
    };
    let head = [""].iter().chain(&names).map(|name| (*name).to_owned()).collect();
    let row =
        |row: &&str| [(*row).to_owned()].into_iter().chain(names.iter().map(|column| rate(row, column))).collect();
    [head].into_iter().chain(names.iter().map(row)).collect()
}
