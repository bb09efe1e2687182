//! `hoyle analyze`, and the hints of `hoyle play`: what a search finds about a position.

use crate::args::Analyze;
use crate::failure::{Failure, Outcome};
use crate::moment;
use crate::output::{Out, columns};
use anstyle::Style;
use hoyle_core::{Spec, Turn};
use hoyle_games::players::split;
use hoyle_games::{Analysis, Candidate, Mode, adviser};
use hoyle_table::text::harmless;
use hoyle_table::without_colours;
use serde::Serialize;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
/// How many draws that turn the game are told.
const OUTS: usize = 3;

/// A line of JSON.
#[derive(Serialize)]
struct Line {
    done: bool,
    #[serde(flatten)]
    analysis: Analysis,
}

/// `hoyle analyze`.
pub fn run(args: Analyze, mut out: Out) -> Outcome {
    let mut table = moment::table(&args.moment)?;
    while table.turn() == Turn::Chance {
        table.step()?;
    }
    let spec = table.spec();
    if table.turn() == Turn::Over {
        return Err(Failure::usage("the game is over there: ask for an earlier position with --ply"));
    }
    // As in a list of players, settings may follow a name after a comma.
    let searches = split(&args.by.unwrap_or_else(|| adviser(&*table)))?;
    let [by] = &searches[..] else { return Err(Failure::usage("--by names one search")) };
    let mut failed = None;
    let analysis = table.analyze(None, by, args.search_seed, &mut |analysis| {
        if out.json {
            failed = out.json_line(&line(analysis, false)).err();
        }
        failed.is_none()
    });
    let analysis = analysis.map_err(Failure::usage)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if out.json {
        return Ok(out.json_line(&line(&analysis, true))?);
    }
    out.line(table.board(Some(analysis.seat)).trim_end())?;
    out.line(format_args!("\n{}", text(spec, &analysis, args.top)))?;
    for (index, sample) in analysis.samples.iter().enumerate().filter(|_| args.worlds) {
        out.line(format_args!(
            "\n{DIM}one of the worlds that were dealt, {}:{DIM:#}\n{}",
            index + 1,
            sample.trim_end()
        ))?;
    }
    Ok(())
}

fn line(analysis: &Analysis, done: bool) -> Line {
    Line { done, analysis: without_colours(analysis) }
}

/// The best moves of an analysis as a table, with the line that may follow each.
pub fn text(spec: &Spec, analysis: &Analysis, top: usize) -> String {
    let name = &spec.seat_names[analysis.seat.index()];
    let seat = analysis.seat.index();
    let worlds = match spec.perfect_information {
        true => String::new(),
        false => format!(" in {} worlds", analysis.worlds),
    };
    let Analysis { simulations, seconds, .. } = analysis;
    let mut text = format!("{BOLD}{name}{BOLD:#} to move; {simulations} simulations{worlds}, {seconds:.2} s\n");
    if let Some(value) = analysis.values.get(seat) {
        text += &format!("the position is worth {:.1}% to {name}\n", 100.0 * value);
    }
    text += &outlook(analysis);
    let head = ["move", "worth", "at least", "tried", "prior", "what may follow"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(analysis.candidates.iter().take(top).map(|candidate| row(spec, candidate, seat)));
    text += &columns(&rows);
    match analysis.candidates.len().saturating_sub(top) {
        0 => {}
        1 => text += "\nand one more move",
        more => text += &format!("\nand {more} more moves"),
    }
    text
}

/// Where it is winning or being lost, and what may turn it: a line, or nothing.
fn outlook(analysis: &Analysis) -> String {
    let outs = || {
        let told = analysis.outs.iter().take(OUTS);
        let told: Vec<String> = told
            .map(|out| format!("{} ({:.1}%, then {:.1}%)", harmless(&out.name), 100.0 * out.chance, 100.0 * out.value))
            .collect();
        if told.is_empty() { String::new() } else { format!("; outs: {}", told.join(", ")) }
    };
    match analysis.mode {
        Mode::Even => String::new(),
        Mode::Winning => "winning\n".to_owned(),
        Mode::Losing => format!("losing{}\n", outs()),
        Mode::Desperate => format!("desperate{}\n", outs()),
    }
}

fn row(spec: &Spec, candidate: &Candidate, seat: usize) -> [String; 6] {
    let percent = |share: f32| format!("{:.1}%", 100.0 * share);
    let worth = candidate.values.get(seat).map(|value| percent(*value));
    let tried = if candidate.dropped { "dropped".to_owned() } else { candidate.visits.to_string() };
    let mut last = candidate.line.first().map(|step| step.seat);
    let follows: Vec<String> = candidate
        .line
        .iter()
        .skip(1)
        .map(|step| {
            let same = last.replace(step.seat) == Some(step.seat);
            if same { step.text.clone() } else { format!("{}: {}", spec.seat_names[step.seat.index()], step.text) }
        })
        .collect();
    let lower = worth.is_some().then(|| percent(candidate.lower));
    [
        candidate.text.clone(),
        worth.unwrap_or_default(),
        lower.unwrap_or_default(),
        tried,
        percent(candidate.prior),
        follows.join("; "),
    ]
}
