//! `hoyle stats`: what values the fields of a layout take in play.

use crate::args::Stats;
use crate::contest::progress_style;
use crate::failure::{Failure, Outcome};
use crate::interrupt::exit_on_interrupt;
use crate::layout;
use crate::output::{Out, columns};
use hoyle_core::Layout;
use hoyle_games::stats::{FieldStats, StatsError, StatsReport, StatsSettings};
use indicatif::{HumanCount, ProgressBar};

/// What is told about in particular: a larger share of clamped values.
const MUCH: f64 = 0.001;

/// `hoyle stats`.
pub fn run(args: Stats, mut out: Out) -> Outcome {
    let game = hoyle_games::load(&args.game)?;
    let id = layout::find(game.spec(), args.layout.as_deref())?;
    let settings = StatsSettings { games: args.games, seed: args.seed, threads: args.threads.map(usize::from) };
    exit_on_interrupt()?;
    let bar = ProgressBar::new(args.games).with_style(progress_style());
    let report = game.stats(id, &settings, &|| bar.inc(1));
    bar.finish_and_clear();
    let report = report.map_err(|error| match error {
        StatsError::NoGames => Failure::usage(error),
        StatsError::Threads { .. } | StatsError::Player { .. } => Failure::failed(error),
    })?;
    if out.json {
        return Ok(out.json(&report)?);
    }
    let layout = game.spec().layout(id);
    let head = [layout::place_head(layout), "field", "min", "1%", "50%", "99%", "max", "mean", "non-zero", "clamped"]
        .map(str::to_owned);
    let rows = rows(layout, &report);
    let table = if args.markdown {
        layout::markdown_table(&head, &rows)
    } else {
        columns(&[&[head], rows.as_slice()].concat())
    };
    let games = HumanCount(report.games);
    out.line(format_args!(
        "{}: {games} games, seed {}, {} observations\n{}\n\n{table}\n\n{}",
        args.game,
        report.seed,
        HumanCount(report.observations),
        layout::title(layout),
        ending(&report),
    ))?;
    Ok(())
}

/// Each field but those that are reserved, and are zero as they should be.
fn rows(layout: &Layout, report: &StatsReport) -> Vec<[String; 10]> {
    let fields = layout.fields().iter().zip(&report.fields);
    let told = fields.filter(|(field, found)| field.min < field.max || found.nonzero > 0.0);
    let row = |(field, found): (_, &FieldStats)| {
        [
            layout::place(layout, field),
            found.name.clone(),
            number(found.min),
            number(found.q01),
            number(found.q50),
            number(found.q99),
            number(found.max),
            number(found.mean),
            percent(found.nonzero),
            percent(found.clamped),
        ]
    };
    told.map(row).collect()
}

/// Which fields have much of their values clamped.
fn ending(report: &StatsReport) -> String {
    let much = report.fields.iter().filter(|field| field.clamped > MUCH);
    let much: Vec<String> = much.map(|field| format!("{} ({})", field.name, percent(field.clamped))).collect();
    if much.is_empty() {
        return format!("No field has more than {} of its values clamped.", percent(MUCH));
    }
    format!("Fields with more than {} of their values clamped: {}.", percent(MUCH), much.join(", "))
}

/// A number with three digits behind the point, without zeros at its end; what is smaller still is not told as zero.
fn number(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.0005 {
        return format!("{value:.0e}");
    }
    trimmed(format!("{value:.3}"))
}

fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 0.001 { "<0.001%".to_owned() } else { trimmed(format!("{percent:.3}")) + "%" }
}

fn trimmed(number: String) -> String {
    let short = number.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_not_told_as_zero() {
        assert_eq!(
            [0.0, 0.5, 0.0123, 100.0, -0.25, 0.0001, 1.0].map(number),
            ["0", "0.5", "0.012", "100", "-0.25", "1e-4", "1"]
        );
        assert_eq!([0.0, 0.001, 0.5, 1.0, 1e-7].map(percent), ["0%", "0.1%", "50%", "100%", "<0.001%"]);
    }
}
