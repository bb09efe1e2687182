//! `hoyle bench`: how fast an engine is.

use crate::args::Bench;
use crate::failure::Outcome;
use crate::interrupt::exit_on_interrupt;
use crate::output::{Out, columns};
use hoyle_games::bench::BenchReport;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::time::Duration;

/// `hoyle bench`.
pub fn run(args: Bench, mut out: Out) -> Outcome {
    let game = hoyle_games::load(&args.game)?;
    exit_on_interrupt()?;
    if cfg!(debug_assertions) {
        anstream::eprintln!("note: this program was built without --release; its figures say little");
    }
    let style = ProgressStyle::with_template("{bar:40} measuring").unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(1000).with_style(style);
    let report = game.bench(Duration::from_secs_f64(args.seconds), &|done| bar.set_position((1000.0 * done) as u64));
    bar.finish_and_clear();
    if out.json {
        out.json(&report)?
    } else {
        out.line(text(&report))?
    }
    Ok(())
}

fn text(report: &BenchReport) -> String {
    let per_second = |rate: f64| format!("{:>13} /s", HumanCount(rate as u64).to_string());
    let nanoseconds = |ns: f64| format!("{ns:>13.1} ns");
    let BenchReport { batch, search, layout, .. } = report;
    let ratio = |one: f64, two: f64| format!("{:.2} times as fast", if one > 0.0 { two / one } else { 1.0 });
    let batch_ratio = ratio(batch.one_thread, batch.two_threads);
    let search_ratio = ratio(search.one_thread, search.two_threads);
    let rows = [
        ("decisions, random play", per_second(report.decisions_per_second)),
        ("decisions, observed", format!("{}  layout {layout}", per_second(report.observed_decisions_per_second))),
        ("games, random play", per_second(report.games_per_second)),
        ("games, with graphs", format!("{}  one graph per decision", per_second(report.graph_games_per_second))),
        ("clone a position", format!("{}  {} bytes", nanoseconds(report.clone_ns), report.state_bytes)),
        ("observe", nanoseconds(report.observe_ns)),
        ("graph", nanoseconds(report.graph_ns)),
        ("determinize", nanoseconds(report.determinize_ns)),
        ("batch, one thread", format!("{}  {} games", per_second(batch.one_thread), batch.games)),
        ("batch, two threads", format!("{}  {batch_ratio}", per_second(batch.two_threads))),
        ("search, one thread", format!("{}  simulations, random rollouts", per_second(search.one_thread))),
        ("search, two threads", format!("{}  {search_ratio}", per_second(search.two_threads))),
    ];
    let rows = rows.map(|(what, figure)| [what.to_owned(), figure]);
    format!("{}, on a machine with {} threads\n{}", report.game, report.threads, columns(&rows))
}
