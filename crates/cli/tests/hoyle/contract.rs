//! What `--json` prints is a contract: docs/json.md says the same.

use crate::{Folder, docs, hoyle, hoyle_told};
use serde_json::Value;

pub fn json(args: &[&str]) -> Value {
    serde_json::from_str(&hoyle(args).ok()).expect("one JSON value")
}

/// A report without what a machine makes of it: how long moves took.
pub fn timeless(mut report: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Array(list) => list.iter_mut().for_each(strip),
            Value::Object(map) => {
                map.retain(|key, _| key != "seconds_per_move" && key != "slowest_move");
                map.values_mut().for_each(strip);
            }
            _ => {}
        }
    }
    strip(&mut report);
    report
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Every key of an object stands in the documentation, as `key`.
#[track_caller]
pub fn documented(value: &Value) {
    let page = docs("json.md");
    for key in keys(value) {
        assert!(page.contains(&format!("`{key}`")), "`{key}` is not in docs/json.md");
    }
}

#[test]
fn bench() {
    let output = hoyle(&["bench", "ludo", "--seconds", "0.02", "--json"]);
    // A debug build says on standard error that its figures mean little.
    let report: Value = serde_json::from_str(&output.out).unwrap();
    for key in [
        "decisions_per_second",
        "observed_decisions_per_second",
        "clone_ns",
        "observe_ns",
        "graph_ns",
        "determinize_ns",
        "state_bytes",
        "games_per_second",
        "graph_games_per_second",
        "threads",
    ] {
        assert!(report[key].as_f64().is_some_and(|figure| figure > 0.0), "{key}: {report}");
    }
    for part in ["batch", "search"] {
        for key in ["one_thread", "two_threads"] {
            assert!(report[part][key].as_f64().is_some_and(|figure| figure > 0.0), "{part}, {key}: {report}");
        }
        documented(&report[part]);
    }
    documented(&report);
}

#[test]
fn analyses() {
    let args = ["analyze", "dominion", "--players", "smithy", "--ply", "60", "--by", "ismcts:sims=200", "--json"];
    let output = hoyle(&args).ok();
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect();
    let done: Vec<bool> = lines.iter().map(|line| line["done"].as_bool().unwrap()).collect();
    assert_eq!(done, [false, false, true], "after 64, 128 and 200 simulations");
    let last = &lines[2];
    documented(last);
    assert_eq!(last["simulations"], 200);
    assert_eq!(last["values"].as_array().unwrap().len(), 2);
    let candidates = last["candidates"].as_array().unwrap();
    assert_eq!(candidates[0]["id"], last["best"]);
    assert_eq!(candidates.iter().map(|candidate| candidate["visits"].as_u64().unwrap()).sum::<u64>(), 200);
    for candidate in candidates {
        documented(candidate);
        let step = &candidate["line"][0];
        assert_eq!((&step["id"], &step["text"]), (&candidate["id"], &candidate["text"]));
    }
    assert_eq!(last["samples"].as_array().unwrap().len(), 3);
    assert!(!output.contains("\\u001b"), "no colours for programs");
    // The same seed finds the same; only the time differs.
    let again: Value = serde_json::from_str(hoyle(&args).ok().lines().last().unwrap()).unwrap();
    let [mut one, mut other] = [last.clone(), again];
    for line in [&mut one, &mut other] {
        line.as_object_mut().unwrap().remove("seconds");
    }
    assert_eq!(one, other);
}

#[test]
fn matches() {
    let args = ["match", "ludo:players=2", "--players", "one-ply,random", "--games", "200", "--seed", "9", "--json"];
    let report = json(&args);
    assert_eq!((report["games"].as_u64(), report["seed"].as_u64()), (Some(200), Some(9)));
    let players = report["players"].as_array().unwrap();
    assert_eq!(players.iter().map(|p| p["name"].as_str().unwrap()).collect::<Vec<_>>(), ["one-ply", "random"]);
    for player in players {
        let count = |key: &str| player[key].as_u64().unwrap_or_else(|| panic!("{key}: {player}"));
        assert_eq!(count("wins") + count("losses") + count("ties"), 200);
        let rate = |key: &str| player[key].as_f64().unwrap_or_else(|| panic!("{key}: {player}"));
        assert!(0.0 <= rate("low") && rate("low") <= rate("win_rate"));
        assert!(rate("win_rate") <= rate("high") && rate("high") <= 1.0);
        documented(player);
    }
    assert!(players[0]["low"].as_f64() > players[1]["high"].as_f64(), "one-ply is stronger than random: {report}");
    documented(&report);
    for threads in ["1", "2"] {
        let again = json(&[&args[..], &["--threads", threads]].concat());
        assert_eq!(timeless(again), timeless(report.clone()), "threads change nothing");
    }
}

#[test]
fn one_against_three() {
    let report = json(&["match", "ludo", "--players", "one-ply,random", "--games", "400", "--json"]);
    let rate = report["players"][0]["win_rate"].as_f64().unwrap();
    assert!(0.6 < rate && rate < 0.85, "one one-ply player wins about 73% against three random ones, not {rate}");
}

#[test]
fn layout() {
    let layout = json(&["layout", "ludo", "--json"]);
    assert!(layout["name"].is_string() && layout["version"].is_u64());
    assert_eq!(layout["hash"].as_str().unwrap().len(), 16);
    let size: u64 = layout["shape"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).product();
    let fields = layout["fields"].as_array().unwrap();
    let filled: u64 = fields
        .iter()
        .map(|field| field["shape"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).product::<u64>())
        .sum();
    assert_eq!(filled, size);
    documented(&layout);
    documented(&fields[0]);
    let other = json(&["layout", "ludo", "--layout", "rotated", "--json"]);
    assert_eq!(other["name"], "rotated");
    assert_ne!(other["hash"], layout["hash"]);
}

#[test]
fn inspect() {
    let layout = json(&["layout", "dominion", "--json"]);
    documented(&layout);
    let seen = json(&["inspect", "dominion", "--seed", "7", "--ply", "60", "--seat", "1", "--json"]);
    assert_eq!((seen["ply"].as_u64(), seen["seat"].as_u64(), &seen["hash"]), (Some(60), Some(1), &layout["hash"]));
    documented(&seen);
    let fields = seen["fields"].as_array().unwrap();
    let columns = layout["columns"].as_array().unwrap();
    for field in fields {
        documented(field);
        for value in field["values"].as_array().unwrap() {
            documented(value);
            assert!(value["value"].as_f64().is_some_and(|number| number != 0.0));
            if value["column"].is_string() {
                assert_eq!(value["column"], columns[value["place"].as_u64().unwrap() as usize % 64]);
            }
        }
    }
    let hand = fields.iter().find(|field| field["name"] == "hand").expect("there are cards in hand");
    assert!(hand["values"][0]["column"].is_string(), "{hand}");
}

#[test]
fn stats() {
    let report = json(&["stats", "ludo", "--games", "4", "--seed", "2", "--json"]);
    assert_eq!((report["games"].as_u64(), report["seed"].as_u64()), (Some(4), Some(2)));
    documented(&report);
    let fields = report["fields"].as_array().unwrap();
    assert_eq!(fields.len(), json(&["layout", "ludo", "--json"])["fields"].as_array().unwrap().len());
    for field in fields {
        documented(field);
        let order = ["min", "q01", "q50", "q99", "max"].map(|key| field[key].as_f64().unwrap());
        assert!(order.is_sorted(), "{field}");
    }
}

#[test]
fn games() {
    let games = json(&["games", "--json"]);
    let ludo = games.as_array().unwrap().iter().find(|game| game["name"] == "ludo").expect("ludo is a game");
    assert_eq!(ludo["presets"]["ludopy"]["players"], 4);
    assert!(ludo["players"].as_array().unwrap().iter().any(|player| player["name"] == "one-ply"));
    documented(ludo);
    assert_eq!(json(&["games", "ludo", "--json"])[0], *ludo);
}

#[test]
fn a_player_is_not_told_the_seed() {
    let played = hoyle_told(&["play", "dominion", "--seed", "4", "--json"], "\"quit\"\n").ok();
    let start: Value = serde_json::from_str(played.lines().next().unwrap()).unwrap();
    assert_eq!((&start["event"], &start["seed"]), (&"start".into(), &Value::Null));
    assert!(!played.contains("\"seed\":4"), "{played}");
}

#[test]
fn watch_and_replay() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let watched = hoyle(&["watch", "ludo:players=2", "--seed", "4", "--save", &file, "--json"]).ok();
    let lines: Vec<Value> = watched.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["event"], "start");
    assert_eq!(lines[0]["seed"], 4);
    assert_eq!(lines[1]["by"], "chance");
    assert_eq!(lines[2]["by"], 0);
    let end = &lines[lines.len() - 2];
    assert_eq!(end["event"], "end");
    assert_eq!(end["plies"].as_u64().unwrap() as usize, lines.len() - 3);
    assert_eq!(lines[lines.len() - 1]["event"], "saved");
    lines.iter().for_each(documented);

    let shown = hoyle(&["replay", "show", &file, "--json"]).ok();
    let told: Vec<&str> = watched.lines().collect();
    assert_eq!(shown.lines().collect::<Vec<_>>(), told[..told.len() - 1], "a replay is told like the game itself");

    let verified: Value = serde_json::from_str(&hoyle(&["replay", "verify", &file, "--json"]).ok()).unwrap();
    assert_eq!((&verified["ok"], &verified["hash"]), (&Value::Bool(true), &end["hash"]));
    documented(&verified);
}

#[test]
fn pages() {
    documented(&json(&["completions", "bash", "--json"]));
    documented(&json(&["man", "play", "--json"]));
}
