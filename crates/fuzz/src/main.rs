//! The program of the mutation loop.

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use hoyle_fuzz::run::{Limits, run, work};
use hoyle_fuzz::{Target, target, targets, write_seeds};
use std::path::PathBuf;
use std::time::Duration;

/// Tries every reader with mutated and generated inputs.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Tries targets until the inputs or the time are used up.
    Run {
        /// The targets; all if none is named.
        targets: Vec<String>,
        /// How many inputs for each target, at the most.
        #[arg(long, default_value_t = u64::MAX / 2)]
        inputs: u64,
        /// How long for all together, in seconds.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// The most processor time that an input may take.
        #[arg(long, default_value_t = 1000)]
        input_milliseconds: u64,
        /// The most memory that a process may take, in MiB.
        #[arg(long, default_value_t = 1024)]
        memory: u64,
        /// The seed of all inputs.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many processes at a time; as many as there are cores if it is not given.
        #[arg(long)]
        processes: Option<usize>,
        /// Where inputs that failed are written.
        #[arg(long, default_value = "target/fuzz")]
        to: PathBuf,
    },
    /// Plays random games with random options.
    Games {
        /// The games; all if none is named.
        names: Vec<String>,
        /// How many of each.
        #[arg(long, default_value_t = 200_000)]
        games: u64,
        /// The seed of options and games.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Tries one input of a file.
    One {
        /// The target.
        target: String,
        /// The file with the input.
        file: PathBuf,
    },
    /// Lists the targets.
    List,
    /// Writes the first inputs of every target anew.
    Seeds,
    /// Tries a chunk in this process; the loop starts it.
    #[command(hide = true)]
    Work {
        target: String,
        #[arg(long)]
        first: u64,
        #[arg(long)]
        count: u64,
        #[arg(long)]
        seed: u64,
        #[arg(long)]
        input_milliseconds: u64,
        #[arg(long)]
        echo: bool,
    },
}

fn named(name: &str) -> Result<&'static Target> {
    target(name).with_context(|| {
        let names: Vec<&str> = targets().iter().map(|target| target.name).collect();
        format!("there is no target `{name}`; targets are: {}", names.join(", "))
    })
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::List => targets().iter().for_each(|target| println!("{:16} {}", target.name, target.about)),
        Command::Seeds => write_seeds()?,
        Command::Games { names, games, seed } => {
            names.iter().try_for_each(|name| hoyle_games::title(name).map(drop))?;
            for played in hoyle_fuzz::games::play(games, seed, &names) {
                let hoyle_fuzz::games::Played { name, setups, games, actions, longest } = played;
                println!(
                    "{name}: {games} games with {setups} sets of options, {actions} actions, the longest {longest}"
                );
            }
        }
        Command::One { target, file } => {
            let input = std::fs::read(&file).with_context(|| file.display().to_string())?;
            println!("{:?}", named(&target)?.run(&input));
        }
        Command::Work { target, first, count, seed, input_milliseconds, echo } => {
            let input_time = Duration::from_millis(input_milliseconds);
            let limits = Limits { inputs: 0, time: Duration::ZERO, input_time, memory: 0, seed, processes: 1 };
            work(named(&target)?, &limits, first, count, echo)?;
        }
        Command::Run { targets: names, inputs, seconds, input_milliseconds, memory, seed, processes, to } => {
            let chosen: Vec<&'static Target> = match names.as_slice() {
                [] => targets().iter().collect(),
                names => names.iter().map(|name| named(name)).collect::<Result<_>>()?,
            };
            let limits = Limits {
                inputs,
                time: Duration::from_secs(seconds),
                input_time: Duration::from_millis(input_milliseconds),
                memory,
                seed,
                processes: processes.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get())),
            };
            let tallies = run(&std::env::current_exe()?, &chosen, &limits, &to)?;
            println!(
                "{:16} {:>9} {:>9} {:>9} {:>7} {:>6}",
                "target", "inputs", "accepted", "slowest", "memory", "failed"
            );
            for tally in &tallies {
                println!(
                    "{:16} {:>9} {:>9} {:>6} ms {:>3} MiB {:>6}",
                    tally.target,
                    tally.inputs,
                    tally.accepted,
                    tally.slowest.as_millis(),
                    tally.memory,
                    tally.failures.len()
                );
            }
            let failed: usize = tallies.iter().map(|tally| tally.failures.len()).sum();
            if failed > 0 {
                bail!("{failed} inputs failed; they are in {}", to.display());
            }
        }
    }
    Ok(())
}
