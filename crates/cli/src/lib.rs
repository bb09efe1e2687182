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
//! | `failure.rs`, `output.rs`, `inbox.rs`, `saver.rs` | exit codes, standard output, lines and Ctrl-C, files |
//! | `seating.rs`, `session.rs`, `command.rs` | a game at a table: who sits where, the loop, what is said in it |
//! | `text.rs`, `frame.rs`, `lines.rs` | the faces of a session: for a person (line by line or redrawn in place), for a program |
//! | `untrusted.rs` | a session with a program that may only play |
//! | `play.rs`, `replay.rs`, `matches.rs`, `tournament.rs`, `bench.rs`, `layout.rs`, `inspect.rs`, `stats.rs`, `train.rs`, `games.rs`, `card.rs`, `pages.rs` | the commands |
//! | `contest.rs` | what matches and tournaments share: files, progress, Ctrl-C |
//! | `dashboard.rs` | a training run on the whole screen |
//! | `heatmap.rs` | the picture that `hoyle inspect` draws |
//!
//! Everything else is in the libraries: the program knows games only as `hoyle_games` shows them.

mod analyze;
mod args;
mod bench;
mod card;
mod command;
mod contest;
#[cfg(feature = "train")]
mod dashboard;
mod failure;
mod frame;
mod games;
mod heatmap;
mod inbox;
mod inspect;
mod layout;
mod lines;
mod matches;
mod moment;
mod output;
mod pages;
mod play;
mod replay;
mod saver;
mod seating;
mod session;
mod stats;
mod text;
mod tournament;
#[cfg(feature = "train")]
mod train;
mod untrusted;

use args::{Args, Command};
use clap::Parser as _;
use failure::Failure;
use output::Out;
use std::process::ExitCode;

pub use untrusted::untrusted;

/// The program: reads the command line, does what it says, and gives the exit code.
pub fn main() -> ExitCode {
    let Args { command, json } = Args::parse();
    let out = Out::new(json);
    let outcome = match command {
        Command::Play(args) => play::play(args, out),
        Command::Watch(args) => play::watch(args, out),
        Command::Match(args) => matches::run(args, out),
        Command::Tournament(args) => tournament::run(args, out),
        #[cfg(feature = "train")]
        Command::Train(args) => train::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::Layout(args) => layout::run(args, out),
        Command::Inspect(args) => inspect::run(args, out),
        Command::Stats(args) => stats::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Games(args) => games::run(args, out),
        Command::Card(args) => card::run(args, out),
        Command::Completions(args) => pages::completions(args, out),
        Command::Man(args) => pages::man(args, out),
    };
    outcome.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
