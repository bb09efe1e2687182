//! Every scenario of `scenarios/`, and what they cover together.

use hoyle_magic::{Cards, ChoiceKind, Scenario};
use std::collections::BTreeSet;

fn all() -> Vec<(String, Scenario)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("a file").path()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let read = Scenario::read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        all.extend(read.into_iter().map(|scenario| (name.clone(), scenario)));
    }
    all
}

#[test]
fn every_scenario_is_as_expected() {
    let mut failures = Vec::new();
    let mut kinds: Vec<ChoiceKind> = Vec::new();
    let all = all();
    for (file, scenario) in &all {
        match scenario.run() {
            Ok(made) => kinds.extend(made),
            Err(error) => failures.push(format!("{file}: {error}")),
        }
    }
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), all.len(), failures.join("\n\n"));
    assert!(all.len() >= 150, "{} scenarios", all.len());
    for kind in ChoiceKind::ALL {
        assert!(kinds.contains(&kind), "no scenario makes a choice of kind {kind:?}");
    }
    println!("{} scenarios", all.len());
}

#[test]
fn names_are_unique_and_rules_are_numbered() {
    let mut names = BTreeSet::new();
    for (file, scenario) in all() {
        assert!(names.insert(scenario.name.clone()), "{file}: two scenarios named `{}`", scenario.name);
        assert!(scenario.rule.starts_with(|c: char| c.is_ascii_digit()), "{file}: {}", scenario.rule);
        assert!(file.starts_with(&scenario.rule[..3]), "{}: rule {} stands in {file}", scenario.name, scenario.rule);
        assert!(scenario.play.iter().any(|line| line.starts_with("= ")), "{file}: {} expects nothing", scenario.name);
    }
}

#[test]
fn every_card_of_the_pool_appears() {
    let mut seen = BTreeSet::new();
    for (_, scenario) in all() {
        for text in scenario.cards() {
            seen.insert(text);
        }
    }
    let missing: Vec<&str> = Cards::pool()
        .names()
        .filter(|name| !seen.iter().any(|text| text == name || text.starts_with(&format!("{name} "))))
        .collect();
    assert!(missing.is_empty(), "{} cards in no scenario: {missing:?}", missing.len());
}
