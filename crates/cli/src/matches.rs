//! `hoyle match`: who is stronger, and how sure is that.

use crate::args::{Ceiling, Contest, Match};
use crate::contest::{ContestIo, interval, margin, percent, remarks};
use crate::failure::{Failure, Outcome};
use crate::output::{Out, columns};
use hoyle_games::arena::{MatchOptions, Sprt, match_page, sprt_text};
use hoyle_games::{MatchReport, MatchSettings, Study};
use hoyle_table::seating;
use hoyle_table::text::harmless;

/// What stands behind the name of a player that knows what is hidden.
const SEES_ALL: &str = " (sees all)";
/// How many games a match has.
const GAMES: u64 = 1000;
/// How many it has at most if it stops by itself.
const GAMES_OF_TEST: u64 = 100_000;

/// `hoyle match`.
pub fn run(args: Match, out: Out) -> Outcome {
    let Match { game, players, games, sprt, luck, contest } = args;
    let players = seating::list(&players.players)?;
    let games = games.unwrap_or(if sprt.is_some() { GAMES_OF_TEST } else { GAMES });
    let study = Study { luck: luck.as_deref(), first_sees_all: false };
    play(&game, &players, study, games, sprt, &contest, out)
}

/// `hoyle arena ceiling`.
pub fn ceiling(args: Ceiling, out: Out) -> Outcome {
    let Ceiling { game, player, games, luck, contest } = args;
    let players = seating::list(&[player.clone(), player])?;
    let study = Study { luck: luck.as_deref(), first_sees_all: true };
    play(&game, &players, study, games, None, &contest, out)
}

fn play(
    name: &str,
    players: &[String],
    study: Study<'_>,
    games: u64,
    sprt: Option<Sprt>,
    contest: &Contest,
    mut out: Out,
) -> Outcome {
    let game = hoyle_games::load_many(name)?;
    if sprt.is_some() {
        game.check_test()?;
    }
    // A wrong name must not leave a file behind.
    players.iter().try_for_each(|player| game.check_player(player))?;
    let games = game.rounded(games).unwrap_or(games);
    let settings = MatchSettings { games, seed: contest.seed, threads: contest.threads.map(usize::from) };
    let mut names = players.to_vec();
    if study.first_sees_all {
        if game.first().spec().perfect_information {
            return Err(Failure::usage("nothing is hidden in this game: there is no more to know"));
        }
        // A file of results must not pass for that of a match between honest players.
        names[0] += SEES_ALL;
    }
    let (io, known) = ContestIo::open(contest, (game.first(), game.options()), false, &names, study.luck, games)?;
    let watch = |record: &_| io.note(record);
    let options = MatchOptions { sprt, ..io.match_options(known, &watch) };
    let played = game.run_match_with(players, study, &settings, options);
    io.played()?;
    let (mut report, samples) = played?;
    if io.is_void(report.games) {
        return Err(Failure::Interrupted);
    }
    if game.count() > 1 && report.games < games {
        anstream::eprintln!("stopped: of the {} games in turn the later ones were not played as often", game.count());
    }
    if study.first_sees_all {
        report.players[0].name += SEES_ALL;
    }
    io.write_page(name, &samples, |page| match_page(page, &report))?;
    if out.json {
        out.json(&report)?
    } else {
        out.line(text(name, &report, study.luck.is_some()))?
    }
    io.end()
}

fn text(game: &str, report: &MatchReport, told_luck: bool) -> String {
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
    for player in &report.players {
        if let Some(adjusted) = &player.adjusted {
            let (rate, around) = (percent(adjusted.win_rate), interval(adjusted.low, adjusted.high));
            let name = harmless(&player.name);
            text +=
                &format!("\n{name} without luck: {rate}, {around}; worth {:.1} times as many games", adjusted.worth);
        }
    }
    if told_luck && report.players.iter().all(|player| player.adjusted.is_none()) {
        text += "\ntoo few deals to tell luck from skill, or a game ended by a fault: it takes 40";
    }
    if let Some(sprt) = &report.sprt {
        text += &format!("\n{}", sprt_text(sprt, report.games));
    }
    text + &remarks(report.players.iter())
}
