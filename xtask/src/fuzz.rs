//! Mutated and generated inputs for every reader, for hours.

use crate::tools::{fuzzer, must};
use anyhow::Result;

/// Runs the mutation loop with these arguments of its command `run`; for an hour if none are given.
pub fn run(arguments: &[String]) -> Result<()> {
    let mut fuzz = fuzzer(&["run"])?;
    if arguments.is_empty() {
        fuzz.args(["--seconds", "3600"]);
    }
    fuzz.args(arguments);
    must(fuzz)
}
