//! Help, completions, the manual and the documentation.

use crate::{docs, hoyle};

const COMMANDS: [&[&str]; 19] = [
    &["play"],
    &["watch"],
    &["match"],
    &["tournament"],
    &["bench"],
    &["layout"],
    &["inspect"],
    &["stats"],
    &["beliefs"],
    &["insight"],
    &["replay"],
    &["replay", "show"],
    &["replay", "verify"],
    &["replay", "resume"],
    &["games"],
    &["card"],
    &["completions"],
    &["man"],
    &[],
];

#[test]
fn every_help_has_examples() {
    for command in COMMANDS {
        let help = hoyle(&[command, &["--help"]].concat()).ok();
        assert!(help.contains("Examples:\n  hoyle "), "{command:?}: {help}");
        assert!(help.contains("--json"), "{command:?}: {help}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    for command in COMMANDS {
        let page = hoyle(&[&["man"], command].concat()).ok();
        let name = [&["hoyle"], command].concat().join("\\-");
        assert!(page.contains(".TH ") && page.contains(&name), "{command:?}: {page}");
    }
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = hoyle(&["completions", shell]).ok();
        assert!(script.contains("hoyle") && script.contains("replay") && script.contains("seed"), "{shell}");
    }
    hoyle(&["completions", "tcsh"]).fails(2);
}

#[test]
fn the_version_is_told() {
    assert_eq!(hoyle(&["--version"]).ok(), format!("hoyle {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_documentation_names_every_command() {
    let page = docs("cli.md");
    for command in COMMANDS {
        let name = [&["hoyle"], command].concat().join(" ");
        assert!(page.contains(&format!("`{name}")), "{name}");
    }
}

#[test]
fn what_is_said_of_a_game_is_complete() {
    let list = hoyle(&["games"]).ok();
    assert!(list.contains("ludo\n  presets: ludopy, danish"), "{list}");
    let page = hoyle(&["games", "ludo"]).ok();
    for word in ["occupied_safe", "mover_dies | coexist | illegal", "one-ply", "ludo_king", "rotated"] {
        assert!(page.contains(word), "{word}: {page}");
    }
    let table = hoyle(&["layout", "ludo"]).ok();
    assert!(table.contains("90 numbers") && table.contains("other layouts: rotated"), "{table}");
    let markdown = hoyle(&["layout", "ludo", "--layout", "rotated", "--markdown"]).ok();
    assert!(markdown.contains("| place | field | shape | range | meaning |\n|---|---|---|---|---|\n"), "{markdown}");
}

#[test]
fn a_card_is_told_as_its_tree() {
    let text = hoyle(&["card", "tarmogoyf"]).ok();
    assert!(text.contains("* is the number of card types in all graveyards"), "{text}");
    assert!(hoyle(&["card", "Witch", "--json"]).ok().contains("\"game\": \"dominion\""));
    hoyle(&["card", "no such card"]).fails(2);
}

/// The sessions in the documentation are what the program prints.
#[test]
fn the_documentation_shows_what_the_program_prints() {
    trycmd::TestCases::new().case("../../docs/cli.md").run();
}
