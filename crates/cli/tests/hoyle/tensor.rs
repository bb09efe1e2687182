//! `hoyle inspect`, `hoyle stats`, and the pages that they and `hoyle layout` fill.

use crate::{Folder, docs, hoyle};
use serde_json::Value;
use std::path::Path;

const MARK: &str = "\n<!-- generated -->\n\n";

#[test]
fn the_map_in_the_documentation_is_what_the_program_prints() {
    let page = docs("dominion-tensor.md");
    let (written, generated) = page.split_once(MARK).expect("the page has a mark where the map begins");
    let map = hoyle(&["layout", "dominion", "--markdown"]).ok();
    if generated == map {
        return;
    }
    // The same switch as for the sessions in docs/cli.md.
    if std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/dominion-tensor.md");
        return std::fs::write(path, format!("{written}{MARK}{map}")).expect("the page can be written");
    }
    let differs = generated.lines().zip(map.lines()).find(|(page, map)| page != map);
    let differs = differs.map_or_else(String::new, |(page, map)| format!("\npage:    {page}\nprogram: {map}"));
    panic!(
        "docs/dominion-tensor.md is not what `hoyle layout dominion --markdown` prints; write it again with \
         `TRYCMD=overwrite cargo test -p hoyle-cli --test hoyle tensor`{differs}"
    );
}

#[test]
fn the_statistics_in_the_documentation_are_of_this_layout() {
    let page = docs("dominion-stats.md");
    let (_, generated) = page.split_once(MARK).expect("the page has a mark where the table begins");
    let made: Vec<&str> = rows(generated, 1);
    let map = hoyle(&["layout", "dominion", "--markdown"]).ok();
    let reserved = |row: &&str| !row.contains(" | 0 to 0 | ");
    let declared: Vec<&str> = map.lines().filter(reserved).filter_map(|row| cell(row, 1)).collect();
    assert!(
        made == declared,
        "the fields in docs/dominion-stats.md are not those of the layout; run \
         `hoyle stats dominion --games 10000 --markdown` and replace what stands behind the mark in that file, \
         then look at what it says about clamped values"
    );
}

/// A cell of every row of a Markdown table, that of the head included.
fn rows(page: &str, column: usize) -> Vec<&str> {
    page.lines().filter_map(|row| cell(row, column)).collect()
}

fn cell(row: &str, column: usize) -> Option<&str> {
    row.strip_prefix("| ")?.split(" | ").nth(column)
}

#[test]
fn channels_are_told_where_there_are_channels() {
    let map = hoyle(&["layout", "dominion"]).ok();
    let first = |line: &str| line.split("  ").next().map(str::to_owned);
    let channel = |field: &str| {
        let mut lines = map.lines().filter(|line| line.contains(&format!("  {field}  ")));
        lines.next().and_then(first).unwrap_or_else(|| panic!("no field {field}: {map}"))
    };
    assert_eq!(channel("field"), "channel");
    assert_eq!(["phase", "turn", "hand", "hand_reserved"].map(channel), ["0: 2-3", "0: 4", "12", "19-26"]);
}

#[test]
fn the_numbers_of_a_seat_are_listed() {
    let args = ["inspect", "dominion", "--seed", "7", "--ply", "60"];
    let text = hoyle(&args).ok();
    assert!(text.starts_with("dominion, seed 7, after 60 actions: "), "{text}");
    assert!(text.contains("\nchannel 12\n  hand ") && text.contains("cards in the observer's hand / 20"), "{text}");
    assert!(text.contains("Copper 0."), "{text}");
    assert_eq!(hoyle(&[&args[..], &["--text"]].concat()).ok(), text, "a list is what is printed without a picture");
    let other = hoyle(&[&args[..], &["--seat", "player 2", "--layout", "basic"]].concat()).ok();
    assert!(other.contains("\nas player 2 sees it, layout basic version 2 [150, 64]: "), "{other}");
}

#[test]
fn a_position_and_a_replay_can_be_inspected() {
    let folder = Folder::new();
    let game = folder.arg("game.jsonl");
    hoyle(&["watch", "ludo", "--players", "random", "--seed", "7", "--save", &game]).ok();
    let played = hoyle(&["inspect", "ludo", "--seed", "7", "--ply", "40"]).ok();
    assert_eq!(hoyle(&["inspect", "--replay", &game, "--ply", "40"]).ok(), played, "plies are those of replays");
    let position = hoyle(&["replay", "show", &game, "--ply", "40", "--position"]).ok();
    let position = folder.write("position.json", &position);
    let seen = hoyle(&["inspect", "--from", &position]).ok();
    assert_eq!(seen.split_once('\n').unwrap().1, played.split_once('\n').unwrap().1, "the same numbers");
    let over = hoyle(&["inspect", "--replay", &game]).ok();
    assert!(over.contains(": the game is over\nas red sees it"), "{over}");
    let error = hoyle(&["inspect", "--replay", &game, "--ply", "40000"]).fails(2);
    assert!(error.contains("there is no action 40000; the game has "), "{error}");
}

#[test]
fn an_observation_is_drawn() {
    let folder = Folder::new();
    let file = folder.arg("out.png");
    let args = ["inspect", "dominion", "--seed", "7", "--ply", "40", "--png", &file];
    assert_eq!(hoyle(&args).ok(), format!("drawn to {file}\n"));
    let picture = std::fs::read(folder.path("out.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG\r\n"));
    let side = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    assert!((900..2000).contains(&side(16)) && side(20) > 3000, "{} x {}", side(16), side(20));

    assert!(hoyle(&args).fails(1).contains("exists already; name another file, or use --force"));
    let both = hoyle(&[&args[..], &["--force", "--text"]].concat()).ok();
    assert!(both.starts_with("dominion, seed 7") && both.ends_with(&format!("drawn to {file}\n")), "{both}");
    hoyle(&["inspect", "ludo", "--png", &file, "--force"]).ok();
    let nowhere = folder.arg("no/out.png");
    assert!(hoyle(&["inspect", "ludo", "--png", &nowhere]).fails(1).contains("the directory does not exist"));
}

#[test]
fn what_cannot_be_inspected_is_told() {
    let cases: [(&[&str], &str); 6] = [
        (&["inspect", "ludo", "--layout", "rotatd"], "unknown layout `rotatd` (did you mean `rotated`?)"),
        (&["inspect", "ludo", "--ply", "99999"], "there is no position after 99999 actions: the game was over after "),
        (&["inspect", "ludo", "--seat", "9"], "unknown seat `9`; seats are: red, green, yellow, blue"),
        (&["inspect", "ludo", "--players", "human"], "name other players than `human`"),
        (&["stats", "ludo", "--games", "0"], "statistics need at least one game"),
        (&["stats", "ludo", "--layout", "tensor"], "unknown layout `tensor`"),
    ];
    for (args, message) in cases {
        let error = hoyle(args).fails(2);
        assert!(error.contains(message), "{args:?}: {error}");
    }
    for args in [
        &["inspect"][..],
        &["inspect", "ludo", "--replay", "game.jsonl"],
        &["inspect", "ludo", "--force"],
        &["inspect", "ludo", "--text", "--json"],
        &["inspect", "--replay", "game.jsonl", "--seed", "1"],
        &["stats", "ludo", "--markdown", "--json"],
    ] {
        assert_eq!(hoyle(args).code, Some(2), "{args:?}");
    }
}

#[test]
fn statistics_do_not_depend_on_threads() {
    let args = ["stats", "dominion", "--games", "20", "--seed", "3", "--json", "--threads"];
    let one = hoyle(&[&args[..], &["1"]].concat()).ok();
    assert_eq!(hoyle(&[&args[..], &["2"]].concat()).ok(), one);
    let report: Value = serde_json::from_str(&one).unwrap();
    let field = |name: &str| {
        let fields = report["fields"].as_array().unwrap();
        fields.iter().find(|field| field["name"] == name).unwrap_or_else(|| panic!("no field {name}")).clone()
    };
    let observations = report["observations"].as_u64().unwrap();
    assert_eq!(field("hand")["values"].as_u64().unwrap(), 64 * observations);
    assert_eq!(field("active")["mean"], 0.5, "one of two");
    assert_eq!(field("hand_reserved")["nonzero"], 0.0);
    assert!(field("cost")["max"].as_f64().is_some_and(|cost| (cost - 0.8).abs() < 1e-6), "constants are counted too");
}
