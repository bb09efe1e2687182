//! Every check, in the order in which a mistake is cheapest to find.

use crate::python;
use crate::tools::{cargo, command, component, must, nextest, program, root, target};
use anyhow::{Context, Result, bail};
use std::time::Instant;

/// A name and what is run for it.
type Check = (&'static str, fn() -> Result<()>);

/// Runs every check, or only those whose names begin with one of these words.
pub fn run(only: &[String]) -> Result<()> {
    let start = Instant::now();
    let checks: &[Check] = &[
        ("format", format),
        ("lints", lints),
        ("fuzz targets", fuzz_targets),
        ("documentation", documentation),
        ("book", book),
        ("licences", licences),
        ("tests", tests),
        ("ludopy", ludopy),
        ("first command", first_command),
        ("python package", python::package),
        ("python types", python::types),
        ("python tests", python::tests),
        ("python speed", python::speed),
    ];
    if let Some(word) = only.iter().find(|word| !checks.iter().any(|(name, _)| name.starts_with(*word))) {
        let names: Vec<&str> = checks.iter().map(|&(name, _)| name).collect();
        bail!("there is no check `{word}`; checks are: {}", names.join(", "));
    }
    let wanted = |name: &str| only.is_empty() || only.iter().any(|word| name.starts_with(word.as_str()));
    let checks: Vec<&Check> = checks.iter().filter(|(name, _)| wanted(name)).collect();
    for (name, check) in &checks {
        println!("== {name}");
        let began = Instant::now();
        check().with_context(|| format!("the check `{name}` failed"))?;
        println!("== {name}: passed in {:.0} s", began.elapsed().as_secs_f32());
    }
    println!("all {} checks passed in {:.0} s", checks.len(), start.elapsed().as_secs_f32());
    Ok(())
}

fn format() -> Result<()> {
    component("rustfmt", "fmt")?;
    must(cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> Result<()> {
    component("clippy", "clippy")?;
    must(cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "--deny", "warnings"]))
}

fn documentation() -> Result<()> {
    let mut doc = cargo(&["doc", "--locked", "--workspace", "--no-deps", "--document-private-items"]);
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    must(doc)
}

/// The pages of docs/ as a book. Without the parts of mdBook that serve pages and search in them.
fn book() -> Result<()> {
    let mdbook = program("mdbook", "0.5.1", &["--no-default-features"])?;
    must(command(mdbook, &["build"]))
}

fn licences() -> Result<()> {
    crate::licences::check()?;
    crate::advisories::check()
}

/// With cargo-nextest where it is there, which runs tests of several programs at a time; it leaves examples in comments out.
fn tests() -> Result<()> {
    if !nextest() {
        return must(cargo(&["test", "--locked", "--workspace"]));
    }
    must(cargo(&["nextest", "run", "--locked", "--workspace"]))?;
    must(cargo(&["test", "--locked", "--workspace", "--doc"]))
}

/// The programs of cargo-fuzz, a workspace of their own, with the versions of this one. Only read by the compiler: the fuzzer's
/// library, which is C++, is not built, and the path that it is said to lie at is not looked at. Profiles are those of this
/// workspace too, so that what both need is read once.
fn fuzz_targets() -> Result<()> {
    let folder = root().join("fuzz");
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let mut check = cargo(&["check", "--quiet", "--manifest-path"]);
    check.arg(folder.join("Cargo.toml")).arg("--config").arg(root().join("Cargo.toml"));
    check.env("CARGO_TARGET_DIR", target());
    check.env("CUSTOM_LIBFUZZER_PATH", target().join("libfuzzer.a"));
    must(check)
}

/// The Ludo engine against the package, step by step.
fn ludopy() -> Result<()> {
    // Of the whole workspace: with the features of the other tests, nothing has to be built anew.
    let mut test = cargo(&["test", "--locked", "--workspace", "--test", "suite", "ludopy::", "--"]);
    test.args(["--ignored", "--nocapture"]).env("HOYLE_PYTHON", crate::tools::python()?);
    must(test)
}

/// The first commands of the README, on the optimised build that users run; training only for a moment.
fn first_command() -> Result<()> {
    let run = target().join("first-run");
    std::fs::remove_dir_all(&run).ok();
    let mut train = cargo(&["run", "--locked", "--release", "--quiet", "--", "train", "ludo", "--minutes", "0.2"]);
    train.args(["--evaluate-games", "40", "--final-games", "400", "--to"]).arg(run);
    must(train)?;
    must(cargo(&["run", "--locked", "--release", "--quiet", "--", "watch", "ludo", "--seed", "1"]))
}
