//! Mutants: the code is broken in one place at a time, and the tests must notice.

use crate::tools::{command, nextest, output, program, root, target};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// What is broken, and the tests that must notice: of the same crate, without those that only measure strength or take long.
const SUITES: &[Suite] = &[
    Suite { package: "hoyle-ludo", files: &["rules.rs", "knowledge.rs", "bots.rs", "entities.rs"] },
    Suite {
        package: "hoyle-acquire",
        files: &["rules/*.rs", "knowledge/determinize/*.rs", "knowledge/information_state.rs", "snapshot/restore.rs"],
    },
    Suite { package: "hoyle-dominion", files: &["rules/*.rs", "knowledge/determinize.rs"] },
    Suite { package: "hoyle-magic", files: &["rules/combat.rs", "rules/layers.rs", "knowledge/determinize/*.rs"] },
];

/// How many mutants are tried of each package, at the least, if nothing else is said: 200 of all together.
const SAMPLE: usize = 50;
/// The most games of a run of the conformance kit at the first look at a mutant.
const FEW: u32 = 5;
/// The share of mutants that must be caught.
const WANTED: f64 = 0.9;

struct Suite {
    package: &'static str,
    files: &'static [&'static str],
}

/// Tries a seeded sample of mutants. Arguments: packages (all if none), `--sample N` per package, `--seed N`.
pub fn run(arguments: &[String]) -> Result<()> {
    let (mut sample, mut seed, mut packages) = (SAMPLE, 1usize, Vec::new());
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok()).with_context(|| format!("{word} needs a number"));
        match word.as_str() {
            "--sample" => sample = number()?,
            "--seed" => seed = number()?,
            name if SUITES.iter().any(|suite| suite.package == name) => packages.push(name),
            other => {
                let names: Vec<&str> = SUITES.iter().map(|suite| suite.package).collect();
                bail!("cannot read `{other}`; packages are: {}; and --sample N, --seed N", names.join(", "));
            }
        }
    }
    let mutants = program("cargo-mutants", "27.1.0", &[])?;
    let (mut caught, mut missed) = (0, Vec::new());
    for suite in SUITES.iter().filter(|suite| packages.is_empty() || packages.contains(&suite.package)) {
        let to = target().join("mutants").join(suite.package);
        for file in suite.files {
            let path = suite.folder().join("src").join(file);
            let there = if file.ends_with("*.rs") { path.with_file_name("").is_dir() } else { path.is_file() };
            anyhow::ensure!(there, "{} is gone: name what took its place in xtask/src/mutants.rs", path.display());
        }
        let listed = output(suite.command(&mutants, &["--list"]))?.lines().count();
        // Every n-th mutant, beginning with one that the seed chooses.
        let shards = (listed / sample.max(1)).max(1);
        let shard = format!("{}/{shards}", seed % shards);
        println!("== {}: shard {shard} of {listed} mutants", suite.package);
        // Most are noticed by a few games; those that are not are tried again with all of them.
        let sampled = ["--shard", &shard, "--sharding", "round-robin", "--no-shuffle"].map(str::to_owned);
        let few = suite.attempt(&mutants, &to.join("few"), &sampled, Some(FEW))?;
        caught += few.caught;
        if !few.missed.is_empty() {
            println!("== {}: {} again, with all games", suite.package, few.missed.len());
            let again: Vec<String> = few.missed.iter().flat_map(|name| ["--re".into(), exactly(name)]).collect();
            let all = suite.attempt(&mutants, &to.join("all"), &again, None)?;
            caught += all.caught;
            missed.extend(all.missed);
        }
    }
    let all = caught + missed.len();
    missed.iter().for_each(|mutant| println!("missed: {mutant}"));
    println!("{caught} of {all} mutants were caught");
    if all == 0 || (caught as f64) < WANTED * all as f64 {
        bail!("fewer than {:.0}% were caught", 100.0 * WANTED);
    }
    Ok(())
}

/// What became of some mutants.
struct Attempt {
    /// How many made a test fail or never end.
    caught: usize,
    /// The others, by their names.
    missed: Vec<String>,
}

/// A regular expression that matches this text and no other.
fn exactly(text: &str) -> String {
    let mut pattern = String::from("^");
    for letter in text.chars() {
        if letter.is_ascii_punctuation() {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern + "$"
}

impl Suite {
    fn folder(&self) -> PathBuf {
        root().join("crates").join(self.package.trim_start_matches("hoyle-"))
    }

    fn command(&self, mutants: &PathBuf, arguments: &[&str]) -> Command {
        let folder = self.folder();
        let mut run = command(mutants, &["mutants", "--package", self.package]);
        for file in self.files {
            run.args(["--file", &format!("{}/src/{file}", folder.strip_prefix(root()).unwrap_or(&folder).display())]);
        }
        run.args(arguments);
        run
    }

    /// Runs the tests on these mutants, with runs of the conformance kit of at most `games` games each.
    fn attempt(&self, mutants: &PathBuf, to: &PathBuf, which: &[String], games: Option<u32>) -> Result<Attempt> {
        std::fs::create_dir_all(to)?;
        let mut run = self.command(mutants, &[]);
        run.args(which).arg("--output").arg(to).args(["--timeout", "900", "--colors", "never"]);
        // A mutant is compiled for one run of its tests, the first failing of which is enough.
        run.args(["--profile", "mutants", "--cap-lints", "true"]);
        run.args(["--test-tool", if nextest() { "nextest" } else { "cargo" }]);
        run.args(["--", "--lib", "--tests"]);
        if let Some(games) = games {
            run.env("HOYLE_KIT_GAMES", games.to_string());
        }
        // It ends with an error if a mutant is missed (2) or takes too long (3); what counts is read from its lists.
        let status = run.status().context("cannot run cargo-mutants")?;
        if !matches!(status.code(), Some(0 | 2 | 3)) {
            bail!("cargo-mutants could not try the mutants of {}: {status}", self.package);
        }
        let list = |name: &str| -> Vec<String> {
            let text = std::fs::read_to_string(to.join("mutants.out").join(name)).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        Ok(Attempt { caught: list("caught.txt").len() + list("timeout.txt").len(), missed: list("missed.txt") })
    }
}
