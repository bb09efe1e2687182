//! The engine's speed beside other people's, in one run: on a noisy machine only ratios can be believed.

use crate::python::with_tools;
use crate::tools::{cargo, command, must, output, python, root, target};
use anyhow::{Context, Result};

/// Runs `hoyle bench ludo` and ludopy in turns and prints both with their ratio.
pub fn run() -> Result<()> {
    let python = python()?;
    must(cargo(&["build", "--locked", "--release", "--quiet"]))?;
    let hoyle = target().join("release/hoyle").with_extension(std::env::consts::EXE_EXTENSION);
    let script = root().join("xtask/ludopy_speed.py");
    let mut ratios = Vec::new();
    println!("{:>16} {:>16} {:>8}", "hoyle, steps/s", "ludopy, steps/s", "ratio");
    for _ in 0..3 {
        let mut slow = command(&python, &[]);
        slow.arg(&script).arg("3");
        let slow: f64 = output(slow)?.trim().parse()?;
        let fast = output(command(&hoyle, &["bench", "ludo", "--json", "--seconds", "1"]))?;
        let fast: serde_json::Value = serde_json::from_str(&fast)?;
        let fast = fast["decisions_per_second"].as_f64().context("decisions_per_second")?;
        println!("{fast:>16.0} {slow:>16.0} {:>8.0}", fast / slow);
        ratios.push(fast / slow);
    }
    ratios.sort_by(f64::total_cmp);
    println!("median: {:.0} times as fast as ludopy", ratios[1]);
    Ok(())
}

/// The networks beside PyTorch.
pub fn networks() -> Result<()> {
    let python = with_tools()?;
    must(cargo(&["build", "--locked", "--release", "--quiet", "--workspace", "--example", "beside"]))?;
    let beside = target().join("release/examples/beside").with_extension(std::env::consts::EXE_EXTENSION);
    let mut compare = command(python, &[]);
    compare.arg(root().join("python/benches/networks.py")).arg(beside).current_dir(root().join("python/tests"));
    must(compare)
}
