//! Runs that take minutes and belong to no ordinary test run.

use crate::tools::{cargo, must};
use anyhow::Result;

/// Runs every soak test, optimised, with assertions and overflow checks on.
pub fn run() -> Result<()> {
    let mut test = cargo(&["test", "--locked", "--workspace", "--test", "soak", "--"]);
    test.args(["--ignored", "--nocapture"]);
    must(test)
}
