//! Mutated and generated inputs for every reader, for hours.

use crate::tools::{cargo, must};
use anyhow::Result;

/// Runs the mutation loop with these arguments of its command `run`; for an hour if none are given. Optimised, with
/// assertions and overflow checks on.
pub fn run(arguments: &[String]) -> Result<()> {
    let mut fuzz = cargo(&["run", "--locked", "--quiet", "--package", "hoyle-fuzz", "--", "run"]);
    if arguments.is_empty() {
        fuzz.args(["--seconds", "3600"]);
    }
    fuzz.args(arguments);
    must(fuzz)
}
