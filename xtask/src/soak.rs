//! Runs that take minutes and belong to no ordinary test run.

use crate::tools::{cargo, command, fuzzer, must};
use anyhow::Result;

/// Runs every soak test, 200,000 games of each with options at random, and the leak hunt from Python; optimised, with assertions
/// and overflow checks on.
pub fn run() -> Result<()> {
    let mut test = cargo(&["test", "--locked", "--workspace", "--test", "suite", "--"]);
    test.args(["soak::", "made::", "fuzz::", "--ignored", "--nocapture"]);
    must(test)?;
    must(fuzzer(&["games"])?)?;
    // 2,000 pairs of positions for every game, with everything that Python's code can reach.
    let mut leaks = command(crate::python::with_tools()?, &["-m", "pytest", "-p", "no:cacheprovider"]);
    leaks.arg("python/tests/test_leaks.py").env("HOYLE_LEAK_PAIRS", "2000");
    must(leaks)
}
