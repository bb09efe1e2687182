//! Runs that take minutes and belong to no ordinary test run.

use crate::tools::{cargo, fuzzer, must};
use anyhow::Result;

/// Runs every soak test, and 200,000 games of each with options at random; optimised, with assertions and overflow checks on.
pub fn run() -> Result<()> {
    let mut test = cargo(&["test", "--locked", "--workspace", "--test", "suite", "--"]);
    test.args(["soak::", "made::", "fuzz::", "--ignored", "--nocapture"]);
    must(test)?;
    must(fuzzer(&["games"])?)
}
