//! A report as a page: one file with everything in it, which needs no network and no program but a browser.

mod chart;
mod text;

pub use text::{count, escape};

use crate::{FaultReport, MatchReport, PlayerReport, Sample, SprtReport, TournamentReport, Verdict};
use chart::{Bar, chart};
use std::fmt::Write as _;
use text::{for_address, percent, seconds, signed};

const STYLE: &str = include_str!("style.css");

/// What every page begins with: by this a program knows a page that it may replace.
pub const PAGE_MARK: &str = "<!doctype html>\n<!-- a report by hoyle -->\n";

/// What a page tells beside the report.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The game with its settings, as it was named.
    pub game: &'a str,
    /// What was typed to get this report.
    pub command: &'a str,
    /// Games to look at.
    pub samples: &'a [Sample],
}

/// The page of a match.
pub fn match_page(page: &Page<'_>, report: &MatchReport) -> String {
    let seats = report.games.checked_div(report.sets).unwrap_or(0);
    let names: Vec<&str> = report.players.iter().map(|player| player.name.as_str()).collect();
    let mut body = head(page, &names.join(" \u{2013} "), report.games, report.seed, seats, report.mean_plies);
    let _ = write!(
        body,
        "<p class=soft>The shortest game took {} actions, the longest {}.</p>",
        count(report.shortest),
        count(report.longest)
    );
    if let Some(sprt) = &report.sprt {
        let _ = write!(body, "<p class=verdict>{}</p>", escape(&sprt_text(sprt, report.games)));
    }
    let bars = report.players.iter().map(|player| Bar {
        name: &player.name,
        value: 100.0 * player.win_rate,
        low: 100.0 * player.low,
        high: 100.0 * player.high,
        told: format!(
            "{} <small>({} to {})</small>",
            percent(player.win_rate),
            percent(player.low),
            percent(player.high)
        ),
    });
    body += "<h2>Win rates</h2>";
    body += &chart(&bars.collect::<Vec<_>>(), Some((0.0, 100.0)), "%");
    body += "<figcaption>Percent of the games, a tie as the part of it that is the player's, with 95% intervals.</figcaption>";
    for (player, adjusted) in report.players.iter().filter_map(|player| Some((player, player.adjusted.as_ref()?))) {
        let (name, rate) = (escape(&player.name), percent(adjusted.win_rate));
        let (low, high) = (percent(adjusted.low), percent(adjusted.high));
        let _ = write!(
            body,
            "<p>Without luck {name} wins {rate} ({low} to {high}): worth {:.1} times as many games.</p>",
            adjusted.worth
        );
    }
    body += &players_table(report.players.iter().map(|player| (player, None)));
    finish(page, body, &report.faults)
}

/// The page of a tournament.
pub fn tournament_page(page: &Page<'_>, report: &TournamentReport) -> String {
    let title = format!("{} players", report.players.len());
    let mut body = head(page, &title, report.games, report.seed, report.seats as u64, report.mean_plies);
    let mut order: Vec<_> = report.players.iter().collect();
    order.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    let bars = order.iter().map(|player| Bar {
        name: &player.report.name,
        value: player.rating,
        low: player.rating_low,
        high: player.rating_high,
        told: format!(
            "{} <small>({} to {})</small>",
            signed(player.rating, 0),
            signed(player.rating_low, 0),
            signed(player.rating_high, 0)
        ),
    });
    body += "<h2>Ratings</h2>";
    body += &chart(&bars.collect::<Vec<_>>(), None, "");
    let _ = write!(
        body,
        "<figcaption>Elo points above <code>{}</code> (Bradley and Terry's model), with 95% intervals from drawing the sets of \
         games anew.</figcaption>",
        escape(&report.anchor)
    );
    body += &matrix(report, &order.iter().map(|player| player.report.name.as_str()).collect::<Vec<_>>());
    body += &players_table(order.iter().map(|player| (&player.report, Some(player.mean_plies))));
    finish(page, body, &report.faults)
}

fn head(page: &Page<'_>, title: &str, games: u64, seed: u64, seats: u64, mean_plies: f64) -> String {
    let sets = games.checked_div(seats).unwrap_or(0);
    format!(
        "<h1>{}: {}</h1><p>{} games: {} deals, each played with every rotation of the {seats} seats. Seed {seed}. A game took \
         {} actions on average, chance included.</p><p class=soft>To repeat it: <code>{}</code></p>",
        escape(page.game),
        escape(title),
        count(games),
        count(sets),
        count(mean_plies.round() as u64),
        escape(page.command)
    )
}

/// What a sequential test came to, in words.
pub fn sprt_text(report: &SprtReport, games: u64) -> String {
    let SprtReport { sprt, llr, lower, upper, verdict } = report;
    let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(|elo| if elo == 0.0 { "0".to_owned() } else { format!("{elo:+}") });
    let found = match verdict {
        Verdict::H0 => format!("accepted: a difference of {elo0} Elo points rather than {elo1}"),
        Verdict::H1 => format!("accepted: a difference of {elo1} Elo points rather than {elo0}"),
        Verdict::Undecided => format!("undecided between differences of {elo0} and {elo1} Elo points"),
    };
    format!("{found}, after {games} games (log-likelihood ratio {llr:.2}, bounds {lower:.2} and {upper:.2})")
}

/// Who wins how often against whom.
fn matrix(report: &TournamentReport, names: &[&str]) -> String {
    let even = 1.0 / report.seats as f64;
    let cell = |row: &str, column: &str| {
        let (table, at) = report.tables.iter().find_map(|table| {
            let [first, second] = table.players.as_slice() else { return None };
            match (first.name == row && second.name == column, first.name == column && second.name == row) {
                (true, _) => Some((table, first)),
                (_, true) if report.seats == 2 => Some((table, second)),
                _ => None,
            }
        })?;
        let distance =
            if at.win_rate >= even { (at.win_rate - even) / (1.0 - even) } else { (at.win_rate - even) / even };
        let colour = if distance >= 0.0 { "above" } else { "below" };
        Some(format!(
            "<td style=\"background:rgba(var(--{colour}),{:.2})\" title=\"{} to {}, {} games\">{:.1}</td>",
            0.55 * distance.abs(),
            percent(at.low),
            percent(at.high),
            count(table.games),
            100.0 * at.win_rate
        ))
    };
    let mut out = "<h2>Win matrix</h2><div class=wide><table class=matrix><thead><tr><th></th>".to_owned();
    names.iter().for_each(|name| out += &format!("<th>{}</th>", escape(name)));
    out += "</tr></thead><tbody>";
    for row in names {
        let _ = write!(out, "<tr><th>{}</th>", escape(row));
        names.iter().for_each(|column| out += &cell(row, column).unwrap_or_else(|| "<td>\u{b7}</td>".to_owned()));
        out += "</tr>";
    }
    let how = if report.seats == 2 {
        "How often the player of the row wins against that of the column, in percent.".to_owned()
    } else {
        let (others, fair) = (report.seats - 1, percent(even));
        format!("How often one player of the row wins against {others} of the column, in percent; among equals {fair}.")
    };
    out + "</tbody></table></div><figcaption>" + &how + "</figcaption>"
}

/// A row for each player, with the length of its games where they differ.
fn players_table<'a>(players: impl Iterator<Item = (&'a PlayerReport, Option<f64>)>) -> String {
    let mut rows = String::new();
    let mut lengths = false;
    for (player, length) in players {
        let PlayerReport { wins, ties, losses, pace, .. } = player;
        let margin = match (player.margin, player.margin_low, player.margin_high) {
            (Some(mean), Some(low), Some(high)) => {
                format!("{} <small>({} to {})</small>", signed(mean, 2), signed(low, 2), signed(high, 2))
            }
            (Some(mean), ..) => signed(mean, 2),
            _ => "\u{2013}".to_owned(),
        };
        let faults = match player.faults {
            0 => "0".to_owned(),
            all => {
                let kinds = [(player.illegal, "illegal"), (player.panics, "panics"), (player.timeouts, "time-outs")];
                let kinds: Vec<String> =
                    kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{n} {kind}")).collect();
                format!("{all} <small>({})</small>", kinds.join(", "))
            }
        };
        let _ = write!(
            rows,
            "<tr><th>{}</th><td>{} <small>({} to {})</small></td><td>{} / {} / {}</td><td>{margin}</td>",
            escape(&player.name),
            percent(player.win_rate),
            percent(player.low),
            percent(player.high),
            count(*wins),
            count(*ties),
            count(*losses)
        );
        if let Some(length) = length {
            lengths = true;
            let _ = write!(rows, "<td>{}</td>", count(length.round() as u64));
        }
        let _ = write!(
            rows,
            "<td>{} <small>(max {})</small></td><td>{faults}</td></tr>",
            seconds(pace.seconds_per_move),
            seconds(pace.slowest_move)
        );
    }
    let length = if lengths { "<th>actions a game</th>" } else { "" };
    format!(
        "<h2>Players</h2><div class=wide><table><thead><tr><th>player</th><th>win rate</th><th>won / tied / lost</th>\
         <th>margin</th>{length}<th>time a move</th><th>faults</th></tr></thead><tbody>{rows}</tbody></table>\
         </div><figcaption>Margin: the player's score less that of the others, seat for seat. Small: 95% intervals over sets \
         of games. Faults are lost games.</figcaption>"
    )
}

fn finish(page: &Page<'_>, mut body: String, faults: &[FaultReport]) -> String {
    if !faults.is_empty() {
        body += "<h2>Faults</h2><details><summary>";
        let _ = write!(body, "{} told one by one", count(faults.len() as u64));
        body += "</summary><div class=wide><table class=faults><thead><tr><th>player</th><th>game</th><th>seat</th>\
                 <th>what happened</th></tr></thead><tbody>";
        for fault in faults {
            let _ = write!(
                body,
                "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&fault.player),
                fault.game,
                fault.seat,
                escape(&fault.text)
            );
        }
        body += "</tbody></table></div></details>";
    }
    if !page.samples.is_empty() {
        body += "<h2>Sample games</h2>";
        page.samples.iter().for_each(|game| body += &sample(game));
    }
    format!(
        "{PAGE_MARK}<html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width, \
         initial-scale=1\"><title>{}</title><style>{STYLE}</style></head><body>{body}</body></html>\n",
        escape(page.game)
    )
}

fn sample(game: &Sample) -> String {
    let seats = game.seat_names.iter().zip(&game.seats).zip(&game.scores);
    let seats: Vec<String> =
        seats.map(|((seat, player), score)| format!("{seat} {player} ({})", text::rounded(*score))).collect();
    let lines: Vec<String> =
        (0..).zip(&game.lines).map(|(ply, line)| format!("{ply:>4}  {}", text::plain(line))).collect();
    let fault =
        game.fault.as_ref().map(|fault| format!("<p>Ended by a fault: {}</p>", escape(fault))).unwrap_or_default();
    format!(
        "<details><summary>Game {}: {}, {} actions</summary><div>{fault}<pre>{}</pre><p class=soft><a \
         download=\"game-{}.jsonl\" href=\"data:application/jsonl,{}\">The game as a replay</a>, for <code>hoyle replay \
         show</code></p></div></details>",
        game.game,
        escape(&seats.join(", ")),
        count(game.lines.len() as u64),
        escape(&lines.join("\n")),
        game.game,
        for_address(&game.replay)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entrant, MatchOptions, MatchSettings, run_match_with, run_tournament};
    use hoyle_core::testing::kuhn::Kuhn;
    use hoyle_core::{Game, RandomPlayer};

    #[test]
    fn a_page_is_whole_and_says_what_the_report_says() {
        let game = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap();
        let settings = MatchSettings { games: 20, seed: 1, threads: Some(1) };
        let entrants = ["<b>x</b>", "a&b", "c"].map(|name| Entrant::new(name, || Box::new(RandomPlayer)));
        let options = || MatchOptions { samples: 2, ..MatchOptions::default() };
        let (report, samples) = run_match_with(game, &entrants[..2], &settings, options()).unwrap();
        let page = Page { game: "kuhn", command: "hoyle match kuhn", samples: &samples };
        let found = match_page(&page, &report);
        assert!(found.starts_with(PAGE_MARK) && found.ends_with("</html>\n"));
        assert!(found.contains("&lt;b&gt;x&lt;/b&gt;") && !found.contains("<b>x") && found.contains("a&amp;b"));
        assert!(found.contains("50.0%") && found.matches("<pre>").count() == 2);
        for outside in ["http:", "https:", "src=", "<script", "@import", "url("] {
            assert!(!found.contains(outside), "{outside}: a page needs nothing else");
        }
        let (report, samples) = run_tournament(game, &entrants, &settings, options()).unwrap();
        let page = Page { samples: &samples, ..page };
        let found = tournament_page(&page, &report);
        assert_eq!(found.matches("<td style=\"background").count(), 6, "everybody against everybody");
    }
}
