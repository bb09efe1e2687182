//! Matches and tournaments: files of results, pages, tests that stop by themselves, Ctrl-C.

use crate::contract::{documented, json, timeless};
use crate::{Folder, Run, command, hoyle};
use serde_json::Value;
use std::process::{Child, Stdio};
use std::time::Duration;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON value")
}

/// Starts a match that would take long, and waits until some games are in its file.
fn started(folder: &Folder, args: &[&str], file: &str) -> Child {
    let child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !std::fs::read_to_string(folder.path(file)).is_ok_and(|text| text.lines().count() > 40) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_tournament_is_told_as_json() {
    let args = ["tournament", "ludo:players=2", "random", "mixed,one-ply", "--games", "40", "--json"];
    let report = json(&args);
    assert_eq!((report["games"].as_u64(), report["anchor"].as_str()), (Some(120), Some("random")));
    documented(&report);
    for player in report["players"].as_array().unwrap() {
        documented(player);
        let [low, rating, high] = ["rating_low", "rating", "rating_high"].map(|key| player[key].as_f64().unwrap());
        assert!(low <= rating && rating <= high, "{player}");
    }
    assert_eq!(report["tables"].as_array().unwrap().len(), 3);
    documented(&report["tables"][0]);
    let again = json(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(timeless(again), timeless(report), "threads change nothing");
}

#[test]
fn a_test_stops_by_itself() {
    let args = ["match", "ludo:players=2", "--players", "one-ply,random", "--sprt", "-20,20", "--json"];
    let report = json(&args);
    assert_eq!(report["sprt"]["verdict"], "h1");
    assert!(report["games"].as_u64().unwrap() < 2000);
    documented(&report["sprt"]);
    assert_eq!(timeless(json(&[&args[..], &["--threads", "1"]].concat())), timeless(report));
    let short = hoyle(&["match", "ludo", "--players", "mixed,one-ply", "--sprt", "0,1", "--games", "8"]).ok();
    assert!(short.contains("undecided between differences of 0 and +1 Elo points, after 8 games"), "{short}");
    for wrong in ["20,0", "0", "x,y", "0,9999"] {
        let error = hoyle(&["match", "ludo", "--players", "random,fast", "--sprt", wrong]).fails(2);
        assert!(error.contains("the smaller first"), "{error}");
    }
    let error = hoyle(&["match", "ludo", "--players", "random,fast,mixed", "--sprt", "0,20"]).fails(2);
    assert!(error.contains("compares two players, not 3"), "{error}");
}

/// Killed without warning, and then taken up again by the same command.
#[test]
fn a_match_survives_being_killed() {
    let folder = Folder::new();
    let file = folder.arg("results.jsonl");
    let long = ["match", "ludo", "--players", "mixed,random", "--seed", "3", "--games", "4000000", "--out", &file];
    let mut child = started(&folder, &long, "results.jsonl");
    child.kill().unwrap();
    child.wait().unwrap();
    let length = folder.read("results.jsonl").lines().count().next_multiple_of(4) + 200;
    let games = length.to_string();
    let args = ["match", "ludo", "--players", "mixed,random", "--seed", "3", "--games", &games, "--json"];
    let resumed = hoyle(&[&args[..], &["--out", &file]].concat());
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert!(resumed.err.starts_with("going on after "), "{}", resumed.err);
    assert_eq!(timeless(parsed(&resumed.out)), timeless(json(&args)), "as if it had never stopped");

    let other = ["match", "ludo", "--players", "mixed,random", "--seed", "4", "--out", &file];
    let error = hoyle(&other).fails(1);
    assert!(error.contains("these are the results of another match: the seed is 3, not 4"), "{error}");
    let text = folder.write("letter.txt", "Dear aunt,\n");
    let error = hoyle(&["match", "ludo", "--players", "mixed,random", "--out", &text]).fails(1);
    assert!(error.contains("this is no file of results"), "{error}");
    assert_eq!(folder.read("letter.txt"), "Dear aunt,\n");
    let missing = folder.arg("new.jsonl");
    hoyle(&["match", "ludo", "--players", "mixed,rndom", "--out", &missing]).fails(2);
    hoyle(&["tournament", "ludo", "mixed", "rndom", "--out", &missing]).fails(2);
    assert!(!folder.path("new.jsonl").exists(), "a wrong name leaves nothing behind");
}

/// A match of several games is the sum of a match of each, and goes on where it stopped.
#[test]
fn several_games_are_played_in_turn() {
    let folder = Folder::new();
    let file = folder.arg("results.jsonl");
    let args = |game: &'static str, games: &'static str, seed: &'static str| {
        ["match", game, "--players", "one-ply,random", "--games", games, "--seed", seed, "--json"]
    };
    let all = "ludo:players=2,preset=ludopy|danish|classic";
    let sum = json(&args(all, "115", "5"));
    assert_eq!(sum["games"], 120, "rounded up to whole sets of every game");
    let parts = [("ludopy", "5"), ("danish", "6"), ("classic", "7")].map(|(preset, seed)| {
        let game: &str = format!("ludo:players=2,preset={preset}").leak();
        json(&args(game, "40", seed))
    });
    for key in ["wins", "losses", "ties"] {
        let of = |report: &Value| report["players"][0][key].as_u64().unwrap();
        assert_eq!(of(&sum), parts.iter().map(of).sum::<u64>(), "{key}");
    }
    let out = ["--out", file.as_str()];
    hoyle(&[&args(all, "60", "5")[..], &out].concat()).ok();
    let longer = hoyle(&[&args(all, "120", "5")[..], &out].concat());
    assert!(longer.err.starts_with("going on after 60 games"), "{}", longer.err);
    assert_eq!(timeless(parsed(&longer.out)), timeless(sum), "as if it had been played at once");
    let error = hoyle(&[&args("ludo:players=2", "120", "5")[..], &out].concat()).fails(1);
    assert!(error.contains("these are the results of another match"), "{error}");
    let error = hoyle(&["match", all, "--players", "one-ply,random", "--sprt", "0,20"]).fails(2);
    assert!(error.contains("(--sprt) needs one game, not 3 in turn"), "{error}");
    let error = hoyle(&["match", "ludo:players=2|3", "--players", "one-ply,random"]).fails(2);
    assert!(error.contains("not all as many seats"), "{error}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_there_is() {
    let folder = Folder::new();
    let file = folder.arg("results.jsonl");
    let args = ["match", "ludo", "--players", "mixed,random", "--games", "4000000", "--out", &file, "--json"];
    let child = started(&folder, &args, "results.jsonl");
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, Some(130), "{}", run.err);
    let games = parsed(&run.out)["games"].as_u64().unwrap();
    assert!(games >= 36 && games.is_multiple_of(4) && games < 4_000_000, "{games}");
}

#[test]
fn a_report_is_one_page() {
    let folder = Folder::new();
    let page = folder.arg("report.html");
    let args = ["tournament", "ludo", "random", "one-ply", "--games", "8", "--html", &page];
    hoyle(&args).ok();
    let text = folder.read("report.html");
    assert!(text.starts_with("<!doctype html>") && text.contains("Win matrix") && text.contains("Sample games"));
    assert!(!text.contains('\u{1b}') && !text.contains("http"), "no colours, no network");
    hoyle(&args).ok(); // an older report is replaced
    let precious = folder.write("precious.html", "<p>mine");
    let error = hoyle(&["match", "ludo", "--players", "random,fast", "--games", "4", "--html", &precious]).fails(1);
    assert!(error.contains("exists already; name another file, or use --force"), "{error}");
    hoyle(&["match", "ludo", "--players", "random,fast", "--games", "4", "--html", &precious, "--force"]).ok();
    assert!(folder.read("precious.html").contains("Win rates"));
}

#[test]
fn limits_and_lists_are_checked() {
    for wrong in ["0", "-1", "NaN", "soon"] {
        let run = hoyle(&["match", "ludo", "--players", "random,fast", "--move-limit", wrong]);
        assert_eq!(run.code, Some(2), "{wrong}: {}", run.err);
    }
    let limited =
        json(&["match", "ludo:players=2", "--players", "random,fast", "--games", "4", "--move-limit", "60", "--json"]);
    let free = json(&["match", "ludo:players=2", "--players", "random,fast", "--games", "4", "--json"]);
    assert_eq!(timeless(limited), timeless(free));
    let error = hoyle(&["tournament", "ludo", "random", "random"]).fails(2);
    assert!(error.contains("`random` is named twice; a tournament rates different players"), "{error}");
    let error = hoyle(&["tournament", "ludo", "random"]).fails(2);
    assert!(error.contains("at least two players"), "{error}");
    let error = hoyle(&["tournament", "ludo", "random", "fst"]).fails(2);
    assert!(error.contains("did you mean `fast`?"), "{error}");
}
