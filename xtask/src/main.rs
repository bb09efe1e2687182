//! `cargo xtask test`: every check of the project. `cargo xtask bench`: its speed beside other engines.
//! `cargo xtask soak`, `fuzz` and `mutants`: long runs.

mod advisories;
mod bench;
mod fuzz;
mod licences;
mod mutants;
mod python;
mod soak;
mod test;
mod tools;

use anyhow::{Result, bail};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test    every check: format, lints, documentation, licences, tests, the comparison with ludopy,
          and the Python package with the tools that it serves. Installs what it needs into the user's
          cache, where other clones find it.
          With names behind it, only those checks: cargo xtask test format lints, or all that
          begin alike: cargo xtask test python.
  bench   hoyle bench beside ludopy, in one run, with the ratio; `bench networks`: inference and
          training beside PyTorch
  advisories FOLDER  copies the advisories that concern Cargo.lock from a clone of rustsec/advisory-db
  soak    long runs: thousands of games through the conformance kit, a million random games, tables
          of strength with all their games
  fuzz    mutated and generated inputs for every reader, for an hour; arguments are those of
          `hoyle-fuzz run`: targets, --seconds, --inputs, --seed
  mutants the engines broken in one place at a time: do the tests notice? A seeded sample;
          --sample N per package, --seed N, and packages by name";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [command, only @ ..] if command == "test" => test::run(only),
        [command] if command == "bench" => bench::run(),
        [command, what] if command == "bench" && what == "networks" => bench::networks(),
        [command, folder] if command == "advisories" => advisories::copy(folder.as_ref()),
        [command] if command == "soak" => soak::run(),
        [command, rest @ ..] if command == "fuzz" => fuzz::run(rest),
        [command, rest @ ..] if command == "mutants" => mutants::run(rest),
        [] => bail!("no command\n{USAGE}"),
        _ => bail!("cannot read `{}`\n{USAGE}", arguments.join(" ")),
    }
}
