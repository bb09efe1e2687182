//! Replays and positions: good ones, and every way in which a bad one is refused.

use crate::{Folder, command, hoyle, hoyle_told};
use serde_json::Value;

/// A finished game in `game.jsonl`.
fn finished() -> (Folder, String) {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let watch = ["watch", "ludo:players=2", "--players", "one-ply,random", "--seed", "8", "--save", &file];
    hoyle(&watch).ok();
    (folder, file)
}

/// The replay with something else in one of its lines, counted from 1.
fn edit(replay: &str, line: usize, from: &str, to: &str) -> String {
    let mut lines: Vec<String> = replay.lines().map(str::to_owned).collect();
    assert!(lines[line - 1].contains(from), "{}", lines[line - 1]);
    lines[line - 1] = lines[line - 1].replace(from, to);
    lines.join("\n") + "\n"
}

#[test]
fn a_good_replay_is_verified_and_told() {
    let (_folder, file) = finished();
    let out = hoyle(&["replay", "verify", &file]).ok();
    assert!(out.starts_with(&format!("{file}: ok, ludo, ")), "{out}");
    let told = hoyle(&["replay", "show", &file]).ok();
    assert!(told.starts_with("ludo, seed 8: red one-ply, yellow random\n   0  R rolls "), "{told}");
    assert!(told.contains(" wins after "), "{told}");
    let part = hoyle(&["replay", "show", &file, "--ply", "3"]).ok();
    assert!(part.contains("\n   2  ") && !part.contains("\n   3  ") && part.contains("not over after 3 actions"));
    let error = hoyle(&["replay", "show", &file, "--ply", "99999"]).fails(2);
    assert!(error.contains("there is no action 99999; the game has "), "{error}");
}

#[test]
fn a_bad_replay_is_refused_with_the_line_and_left_alone() {
    let (folder, file) = finished();
    let good = folder.read("game.jsonl");
    let count = good.lines().count();
    let without_result: String = good.lines().take(count - 1).map(|line| format!("{line}\n")).collect();
    let last = format!("line {count}: ");
    let cases = [
        ("damaged", edit(&good, 10, "\"ply\"", "\"pyl"), "line 10: damaged: "),
        ("not_json", edit(&good, 10, "{", "once upon a time"), "line 10: damaged: "),
        ("half_a_line", edit(&good, 10, "\"text\"", "\n\"text\""), "line 10: damaged: "),
        ("other_version", edit(&good, 1, "\"version\":1", "\"version\":99"), "line 1: written by ludo version 99"),
        ("other_format", edit(&good, 1, "\"hoyle_replay\":1", "\"hoyle_replay\":9"), "line 1: replay format 9"),
        ("other_game", edit(&good, 1, "\"ludo\"", "\"lduo\""), "line 1: unknown game `lduo` (did you mean `ludo`?)"),
        ("option", edit(&good, 1, "\"players\":2", "\"players\":7"), "line 1: option `players`: 7 is not 2, 3 or 4"),
        ("option_gone", edit(&good, 1, "\"tokens\":4,", ""), "line 1: option `options`: missing field `tokens`"),
        ("seats", edit(&good, 1, "\"random\"", "\"random\",\"fast\""), "line 1: 3 names for 2 seats"),
        ("illegal_id", edit(&good, 3, "\"id\":4", "\"id\":3"), "line 3: action 3 is not legal here"),
        ("wrong_text", edit(&good, 2, "\"text\":\"", "\"text\":\"x"), "line 2: action "),
        ("wrong_ply", edit(&good, 5, "\"ply\":3", "\"ply\":4"), "line 5: expected action 3 by "),
        ("wrong_hash", edit(&good, count, "\"hash\":\"", "\"hash\":\"0"), &format!("{last}the result is ")),
        ("after_the_end", good.clone() + "{}\n", "there are lines after the result"),
        ("empty", String::new(), "line 1: the file is empty; a replay starts with a header line"),
        ("text", "Dear diary\n".to_owned(), "line 1: not a replay header: "),
    ];
    for (name, text, message) in &cases {
        let file = folder.write(name, text);
        for command in [&["replay", "verify", &file][..], &["replay", "show", &file], &["replay", "resume", &file]] {
            let error = hoyle(command).fails(1);
            assert!(error.contains(message) && error.contains(&file), "{name}: {error}");
        }
        assert_eq!(&folder.read(name), text, "{name}: the file is as it was");
    }
    let cut = folder.write("cut", &without_result);
    let error = hoyle(&["replay", "verify", &cut]).fails(1);
    assert!(error.contains("the game breaks off after") && error.contains("`hoyle replay resume`"), "{error}");
    std::fs::write(folder.path("bytes"), [0xff, 0xfe, 0x00]).unwrap();
    let error = hoyle(&["replay", "show", &folder.arg("bytes")]).fails(1);
    assert!(error.contains("cannot read"), "{error}");
    let error = hoyle(&["replay", "show", &folder.arg("nothing")]).fails(1);
    assert!(error.contains("cannot read"), "{error}");
    hoyle(&["replay", "verify", &file]).ok();
}

#[test]
fn every_file_is_verified_whatever_is_wrong_with_the_others() {
    let (folder, file) = finished();
    let missing = folder.arg("missing.jsonl");
    let run = hoyle(&["replay", "verify", &missing, &file, "--json"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("cannot read"), "{}", run.err);
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["ok"], &lines[1]["ok"]), (&Value::from(false), &Value::from(true)));
}

#[test]
fn a_torn_line_at_the_end_is_passed_over() {
    let (folder, _) = finished();
    let whole = folder.read("game.jsonl");
    for cut in [whole.len() / 2, whole.len() / 2 + 7, whole.len() - 2] {
        let file = folder.write("torn.jsonl", &whole[..cut]);
        let error = hoyle(&["replay", "verify", &file]).fails(1);
        assert!(error.contains("the game breaks off after"), "{error}");
        hoyle(&["replay", "show", &file]).ok();
        hoyle(&["replay", "resume", &file]).ok();
        assert_eq!(folder.read("torn.jsonl"), whole);
    }
}

#[test]
fn the_remedy_for_a_damaged_replay_works() {
    let (folder, _) = finished();
    let whole = folder.read("game.jsonl");
    let file = folder.write("damaged.jsonl", &edit(&whole, 50, "{", "{{"));
    let error = hoyle(&["replay", "resume", &file]).fails(1);
    assert!(error.contains("line 50: damaged: "), "{error}");
    assert!(error.contains("; delete this line and what follows, then `hoyle replay resume` plays on"), "{error}");
    let rest: String = whole.lines().take(49).map(|line| format!("{line}\n")).collect();
    folder.write("damaged.jsonl", &rest);
    hoyle(&["replay", "resume", &file]).ok();
    assert_eq!(folder.read("damaged.jsonl"), whole);
}

#[test]
fn what_a_file_says_is_shown_and_not_obeyed() {
    let (folder, file) = finished();
    let good = folder.read("game.jsonl");
    let position = hoyle(&["replay", "show", &file, "--ply", "60", "--position"]).ok();
    let spell = "\\u001b]0;pwned\\u0007\\u009b2J\u{9b}2J";
    let spelt = |from: &str| format!("{from}{spell}");
    let cases = [
        ("game", edit(&good, 1, "\"ludo", &spelt("\"ludo"))),
        ("seat", edit(&good, 1, "\"random", &spelt("\"random"))),
        ("option", edit(&good, 1, "\"finish\":\"back", &spelt("\"finish\":\"back"))),
        ("text", edit(&good, 2, "\"text\":\"", &spelt("\"text\":\""))),
        ("start", position.replacen("\"ludo", &spelt("\"ludo"), 1)),
        ("\x1b]0;pwned\x07", good.clone()),
    ];
    for (name, text) in &cases {
        let file = folder.write(name, text);
        for args in [
            &["replay", "show", &file][..],
            &["replay", "verify", &file],
            &["replay", "verify", &file, "--json"],
            &["replay", "resume", &file],
            &["watch", "--from", &file],
            &["watch", "ludo", "--players", &file],
        ] {
            let output = command(args).env("CLICOLOR_FORCE", "1").output().unwrap();
            let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            let obeyed = ["\x1b]", "\x07", "\u{9b}"].iter().any(|control| told.contains(control));
            assert!(!told.is_empty() && !obeyed, "{name} {args:?}: {told:?}");
        }
    }
}

#[test]
fn several_replays_are_verified_one_by_one() {
    let (folder, file) = finished();
    let bad = folder.write("bad.jsonl", "x\n");
    let run = hoyle(&["replay", "verify", &bad, &file, "--json"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains(&format!("{bad}: replay, line 1")), "{}", run.err);
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["ok"], &lines[0]["line"]), (&Value::Bool(false), &Value::from(1)));
    assert_eq!((&lines[1]["ok"], lines.len()), (&Value::Bool(true), 2));
}

#[test]
fn a_resumed_game_goes_on_as_if_it_had_never_stopped() {
    let (folder, _) = finished();
    let whole = folder.read("game.jsonl");
    let count = whole.lines().count();
    for lines in [1, 2, 50, count - 1] {
        let part: String = whole.lines().take(lines).map(|line| format!("{line}\n")).collect();
        let file = folder.write("part.jsonl", &part);
        hoyle(&["replay", "resume", &file]).ok();
        assert_eq!(folder.read("part.jsonl"), whole, "resumed after {lines} lines");
    }
}

#[test]
fn a_finished_game_can_only_be_gone_back_into() {
    let (folder, file) = finished();
    let whole = folder.read("game.jsonl");
    let error = hoyle(&["replay", "resume", &file]).fails(1);
    assert!(error.contains("the game is over; --at PLY goes back to a position of it"), "{error}");
    let other = folder.arg("other.jsonl");
    let others = ["replay", "resume", &file, "--at", "20", "--players", "random", "--seed", "99", "--save", &other];
    hoyle(&others).ok();
    assert_eq!(folder.read("game.jsonl"), whole, "the file is left alone");
    let played: Vec<String> = folder.read("other.jsonl").lines().map(str::to_owned).collect();
    let before: Vec<&str> = whole.lines().collect();
    assert_eq!(played[1..=20], before[1..=20]);
    assert_ne!(played[21..], before[21..]);
    hoyle(&["replay", "verify", &other]).ok();
    let error = hoyle(&["replay", "resume", &file, "--at", "99999"]).fails(2);
    assert!(error.contains("there is no action 99999"), "{error}");
}

#[test]
fn a_player_that_is_no_more_can_be_replaced() {
    let (folder, _) = finished();
    let whole = edit(&folder.read("game.jsonl"), 1, "\"one-ply\"", "\"grandma\"");
    let part: String = whole.lines().take(30).map(|line| format!("{line}\n")).collect();
    let file = folder.write("part.jsonl", &part);
    let error = hoyle(&["replay", "resume", &file]).fails(2);
    assert!(error.contains("unknown player `grandma`") && error.contains("name others with --players"), "{error}");
    assert_eq!(folder.read("part.jsonl"), part);
    hoyle(&["replay", "resume", &file, "--players", "fast"]).ok();
    hoyle(&["replay", "verify", &file]).ok();
}

#[test]
fn a_game_starts_from_a_position() {
    let (folder, file) = finished();
    let position = hoyle(&["replay", "show", &file, "--ply", "60", "--position"]).ok();
    let start = folder.write("start.json", &position);
    let other = folder.arg("other.jsonl");
    hoyle(&["watch", "--from", &start, "--seed", "2", "--save", &other]).ok();
    hoyle(&["replay", "verify", &other]).ok();
    let again = hoyle(&["replay", "show", &other, "--ply", "0", "--position"]).ok();
    assert_eq!(again, position, "the replay knows where it began");
    let out = hoyle_told(&["play", "--from", &start, "--seed", "2"], "quit\n").ok();
    assert!(out.starts_with("ludo, seed 2: red human, yellow one-ply\n"), "{out}");
}

#[test]
fn a_bad_position_is_refused() {
    let (folder, file) = finished();
    let good = hoyle(&["replay", "show", &file, "--ply", "60", "--position"]).ok();
    let mut value: Value = serde_json::from_str(&good).unwrap();
    let edit = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        good.replacen(from, to, 1)
    };
    let state = value["state"].as_object_mut().unwrap();
    let impossible = state.values_mut().find_map(first_number).expect("a position has numbers");
    *impossible = Value::from(99);
    let cases = [
        ("impossible", value.to_string(), "impossible position: "),
        ("version", edit("\"version\":1", "\"version\":7"), "a position of ludo version 7, this program has version 1"),
        ("game", edit("\"ludo\"", "\"lduo\""), "unknown game `lduo` (did you mean `ludo`?)"),
        ("option", edit("\"players\":2", "\"players\":7"), "option `players`: 7 is not 2, 3 or 4"),
        ("text", "Dear diary".to_owned(), "not a saved position: "),
        ("cut", good[..good.len() / 2].to_owned(), "not a saved position: "),
        ("stateless", edit("\"state\":", "\"stat\":"), "not a saved position: missing field `state`"),
    ];
    for (name, text, message) in cases {
        let file = folder.write(name, &text);
        let error = hoyle(&["watch", "--from", &file]).fails(1);
        assert!(error.contains(message) && error.contains(&file), "{name}: {error}");
    }
}

/// The first number in a value, however deep.
fn first_number(value: &mut Value) -> Option<&mut Value> {
    match value {
        Value::Number(_) => Some(value),
        Value::Array(items) => items.iter_mut().find_map(first_number),
        Value::Object(map) => map.values_mut().find_map(first_number),
        _ => None,
    }
}

#[test]
fn a_game_from_standard_input_is_not_saved_under_its_name() {
    let folder = Folder::new();
    let game = folder.arg("game.jsonl");
    hoyle(&["watch", "ludo:players=2", "--players", "random", "--seed", "1", "--save", &game]).ok();
    let text: String = folder.read("game.jsonl").lines().take(20).map(|line| format!("{line}\n")).collect();
    let mut child = super::command(&["replay", "resume", "-"])
        .current_dir(folder.0.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(!folder.path("-").exists());
}
