//! The mutation loop for about a minute, and what it is meant to find.

use std::path::Path;
use std::process::Command;

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hoyle-fuzz"))
}

/// Every target, the corpus first. A time limit per input that only a hang reaches: machines may be busy.
#[test]
fn nothing_panics_hangs_or_eats_memory() {
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("failures");
    let mut run = program();
    run.args(["run", "--seconds", "60", "--input-milliseconds", "60000", "--to"]).arg(&to);
    let output = run.output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    println!("{told}");
    assert!(output.status.success(), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
    // Every target was tried, and what is right was accepted.
    for target in hoyle_fuzz::targets() {
        let row = told.lines().find(|line| line.split_whitespace().next() == Some(target.name));
        let mut words = row.unwrap_or_else(|| panic!("no row for {}", target.name)).split_whitespace().skip(1);
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).unwrap();
        let (tried, accepted) = (number(), number());
        assert!(tried >= 256 && accepted > 0, "{}: {accepted} of {tried}", target.name);
    }
}

#[test]
fn every_input_of_the_corpora_is_accepted() {
    for target in hoyle_fuzz::targets().iter().filter(|target| !target.generated) {
        let corpus = hoyle_fuzz::Corpus::of(target).unwrap();
        assert!(!corpus.inputs.is_empty(), "{} has no inputs", target.name);
        let accepted = corpus.inputs.iter().filter(|input| target.run(input) == hoyle_fuzz::Verdict::Accepted).count();
        assert!(2 * accepted >= corpus.inputs.len(), "{}: {accepted} of {}", target.name, corpus.inputs.len());
    }
}

#[test]
fn an_unknown_target_is_refused_with_the_list() {
    let output = program().args(["run", "repaly"]).output().unwrap();
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("there is no target `repaly`") && told.contains("magic-made"), "{told}");
}
