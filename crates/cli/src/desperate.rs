//! `hoyle arena desperate`: what a setting is worth in lost positions.

use crate::args::Desperate;
use crate::contest::{interval, percent};
use crate::failure::{Failure, Outcome};
use crate::interrupt::stop_on_interrupt;
use crate::output::Out;
use hoyle_games::arena::{ComebackReport, ComebackSettings, comeback_report};
use serde::Serialize;
use std::sync::atomic::Ordering;

/// What is printed as JSON.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    player: &'a str,
    with: &'a str,
    #[serde(flatten)]
    report: ComebackReport,
}

/// `hoyle arena desperate`.
pub fn run(args: Desperate, mut out: Out) -> Outcome {
    let Desperate { game: name, player, with, value, low, high, games, replays, seed } = args;
    let game = hoyle_games::load_many(&name)?;
    if !(0.0 <= low && low <= high && high <= 100.0) {
        let problem = "give --low and --high in percent, from 0 to 100, the lower one as --low";
        return Err(Failure::usage(format!("nothing is worth {low}% to {high}%: {problem}")));
    }
    let settings = ComebackSettings { positions: games, replays, low: low / 100.0, high: high / 100.0, seed };
    let comma = if player.contains(':') { ',' } else { ':' };
    let players = [format!("{player}{comma}{with}"), player.clone(), player.clone()];
    players.iter().try_for_each(|player| game.check_player(player))?;
    let stop = stop_on_interrupt(|| ())?;
    let found = game.comebacks(&players, &value, &settings, stop, &mut |_| ())?;
    if found.is_empty() {
        return Err(match stop.load(Ordering::Relaxed) {
            true => Failure::Interrupted,
            false => Failure::usage(format!("no game came to a position worth {low}% to {high}%")),
        });
    }
    let report = comeback_report(&found);
    if out.json {
        out.json(&Report { game: &name, player: &player, with: &with, report })?;
    } else {
        let ComebackReport { positions, value, first, second, difference, low, high } = report;
        out.line(format_args!(
            "{name}: {positions} positions worth {} in the mean, each of a game of its own, seed {seed}\n\
             {player} wins {}, with {with} {}\ndifference {}, 95% interval {}",
            percent(value),
            percent(second),
            percent(first),
            percent(difference),
            interval(low, high),
        ))?;
    }
    if stop.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
}
