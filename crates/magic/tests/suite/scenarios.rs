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
    let (mut choices, mut primitives) = (Vec::new(), BTreeSet::new());
    let all = all();
    for (file, scenario) in &all {
        match scenario.run() {
            Ok(used) => {
                choices.extend(used.choices);
                primitives.extend(used.primitives);
            }
            Err(error) => failures.push(format!("{file}: {error}")),
        }
    }
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), all.len(), failures.join("\n\n"));
    assert!(all.len() >= 150, "{} scenarios", all.len());
    for kind in ChoiceKind::ALL {
        assert!(choices.contains(&kind), "no scenario makes a choice of kind {kind:?}");
    }
    // Every trigger, verb, cost, kind of target, filter, number and keyword that cards are made of is played somewhere.
    let cards = Cards::with_files("further").expect("built in");
    // These words are kept for cards to come: no card says them.
    let unused = ["zone:stack", "zone:exile", "quantity:life_paid", "quantity:many", "cost:C"];
    let said = |name: &&str| !unused.contains(name);
    let missing: Vec<_> = cards.primitives().filter(said).filter(|&name| !primitives.contains(name)).collect();
    assert!(missing.is_empty(), "no scenario makes use of {missing:?}");
    println!("{} scenarios", all.len());
}

/// Whether a number is made as the Comprehensive Rules make them: 704.5, 704.5a; there are no rules l and o.
fn is_rule(text: &str) -> bool {
    let Some((chapter, rest)) = text.split_once('.') else { return false };
    let number = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let letter = &rest[number.len()..];
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    chapter.len() == 3 && digits(chapter) && digits(number) && letter.len() <= 1 && !matches!(letter, "l" | "o")
}

/// Rules that must each have a scenario of their own.
#[test]
fn every_rule_of_the_list_has_a_scenario() {
    let rules: BTreeSet<String> = all().into_iter().map(|(_, scenario)| scenario.rule).collect();
    let keywords = [
        "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "14", "15", "16", "17", "19", "20", "21", "36",
        "108", "111",
    ];
    let base = |rule: &String| rule.trim_end_matches(|c: char| c.is_ascii_lowercase()).to_owned();
    let numbers: BTreeSet<String> = rules.iter().map(base).collect();
    for keyword in keywords {
        assert!(numbers.contains(&format!("702.{keyword}")), "keyword 702.{keyword}");
    }
    // State-based actions; poison, planeswalkers, copies and the rest of 704.5 are not played.
    for letter in ["a", "b", "d", "f", "g", "h", "j", "m", "n", "q"] {
        assert!(rules.contains(&format!("704.5{letter}")), "state-based action 704.5{letter}");
    }
    // Layers, timestamps and dependency.
    for rule in ["613.1b", "613.1f", "613.4a", "613.4b", "613.4c", "613.4d", "613.7", "613.8a"] {
        assert!(rules.contains(rule), "layer {rule}");
    }
    // Looking back, the intervening if, the order of triggers, and the rest of the turn.
    for rule in ["603.4", "603.3b", "603.10a", "509.1i", "508.3a", "514.3a", "608.2b", "608.2h", "510.1c", "103.5"] {
        assert!(rules.contains(rule), "rule {rule}");
    }
}

/// What other programs get wrong, and the scenario that shows it.
#[test]
fn known_mistakes_have_a_scenario() {
    let names: BTreeSet<String> = all().into_iter().map(|(_, scenario)| scenario.name).collect();
    for (mistake, name) in [
        ("targeted spells do nothing", "a targeted spell does what it says"),
        ("only one player ever has priority", "both players get priority, and the last in resolves first"),
        ("flying is ignored", "flyers are blocked by flyers and reach only"),
        ("one blocker blocks all attackers", "several blockers for one attacker, one attacker for each blocker"),
        ("there are no layers", "layer 7b: a set value, changes on top"),
        ("enter triggers match by English text", "an ability about others entering is no enter trigger of its own"),
        ("the turn cap is a loss for both", "too many turns are a draw and no loss"),
    ] {
        assert!(names.contains(name), "{mistake}: no scenario `{name}`");
    }
}

#[test]
fn names_are_unique_and_rules_are_numbered() {
    let mut names = BTreeSet::new();
    for (file, scenario) in all() {
        assert!(names.insert(scenario.name.clone()), "{file}: two scenarios named `{}`", scenario.name);
        assert!(is_rule(&scenario.rule), "{file}: {} is no number of a rule", scenario.rule);
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
