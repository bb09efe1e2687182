//! The program `hoyle`: play, watch, match, tournament, bench, layout, inspect, stats and replay.
//!
//! ```text
//! hoyle play ludo --players one-ply --seed 1
//! hoyle match ludo --players one-ply,random --games 10000 --json
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `args.rs` | what can be written on the command line |
//! | `failure.rs`, `output.rs`, `interrupt.rs` | exit codes, standard output, Ctrl-C |
//! | `text.rs`, `frame.rs` | the front end of a session for a person: line by line, or redrawn in place |
//! | `moment.rs` | a position of a game, by how it is reached |
//! | `play.rs`, `replay.rs`, `matches.rs`, `tournament.rs`, `bench.rs`, `layout.rs`, `inspect.rs`, `stats.rs`, `beliefs.rs`, `train.rs`, `games.rs`, `card.rs`, `pages.rs` | the commands |
//! | `contest.rs` | what matches and tournaments share: files, progress, Ctrl-C |
//! | `dashboard.rs` | a training run on the whole screen |
//! | `heatmap.rs` | the picture that `hoyle inspect` draws |
//!
//! Everything else is in the libraries: the program knows games only as `hoyle_games` shows them, and plays them as sessions of
//! `hoyle_table`.

mod analyze;
mod args;
mod beliefs;
mod bench;
mod card;
mod contest;
mod dashboard;
mod desperate;
mod failure;
mod frame;
mod games;
mod heatmap;
mod inspect;
mod interrupt;
mod layout;
mod matches;
mod moment;
mod output;
mod pages;
mod play;
mod replay;
mod stats;
mod text;
mod tournament;
mod train;

use args::{Arena, Args, Command};
use clap::{Arg, CommandFactory as _, FromArgMatches as _};
use failure::Failure;
use output::Out;
use std::process::ExitCode;

/// Lets every value be a negative number: so `--seed -1` is a wrong value, and not an option that nobody knows.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let lenient = |arg: Arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(lenient).mut_subcommands(with_negative_numbers)
}

/// The program: reads the command line, does what it says, and gives the exit code.
pub fn main() -> ExitCode {
    let matches = with_negative_numbers(Args::command()).get_matches();
    let Args { command, json } = Args::from_arg_matches(&matches).unwrap_or_else(|problem| problem.exit());
    let out = Out::new(json);
    let outcome = match command {
        Command::Play(args) => play::play(args, out),
        Command::Watch(args) => play::watch(args, out),
        Command::Match(args) => matches::run(args, out),
        Command::Arena(Arena::Ceiling(args)) => matches::ceiling(args, out),
        Command::Arena(Arena::Desperate(args)) => desperate::run(args, out),
        Command::Tournament(args) => tournament::run(args, out),
        Command::Train(args) => train::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::Layout(args) => layout::run(args, out),
        Command::Inspect(args) => inspect::run(args, out),
        Command::Stats(args) => stats::run(args, out),
        Command::Beliefs(args) => beliefs::beliefs(args, out),
        Command::Insight(args) => beliefs::insight(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Games(args) => games::run(args, out),
        Command::Card(args) => card::run(args, out),
        Command::Completions(args) => pages::completions(args, out),
        Command::Man(args) => pages::man(args, out),
    };
    outcome.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
