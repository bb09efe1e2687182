//! `hoyle train`, and players by what it made.

use super::{Folder, command, hoyle, read};
use std::process::Stdio;
use std::time::Duration;

/// Settings of a run that takes a moment.
const SHORT: [&str; 11] =
    ["--minutes", "0", "--games", "8", "--lanes", "8", "--threads", "1", "--final-games", "8", "--iterations"];

#[test]
fn a_network_is_trained_resumed_and_played_against() {
    let folder = Folder::new();
    let path = folder.arg("run");
    let mut args = vec!["train", "ludo:players=2,tokens=1", "--to", &path];
    args.extend(SHORT);
    args.push("2");
    let out = hoyle(&args).ok();
    assert!(out.contains("the policy alone wins ") && out.contains("% against random ("), "{out}");
    assert!(read(&folder.path("run").join("report.html")).contains("<polyline"));
    assert!(out.contains(&format!("hoyle play ludo:players=2,tokens=1 --against net:{path}")), "{out}");
    for file in ["run.toml", "checkpoint.safetensors", "model.safetensors", "metrics.jsonl", "games/2-random.jsonl"] {
        assert!(folder.path("run").join(file).exists(), "{file}");
    }
    // The folder is taken; the run can be gone on with.
    assert!(hoyle(&args).fails(1).contains("the folder is not empty; name another, or go on with it by --resume"));
    let out = hoyle(&["train", "--resume", &path, "--iterations", "3", "--json"]).ok();
    assert!(out.starts_with("{\"iteration\":3,"), "{out}");
    // Settings stay, but those that do not fit change nothing.
    let settings = || read(&folder.path("run").join("run.toml"));
    let before = settings();
    assert!(before.contains("iterations = 3"), "{before}");
    for wrong in [["--network", "graph"], ["--scripted", "nobody"], ["--games", "0"]] {
        hoyle(&[&["train", "--resume", &path], &wrong[..]].concat()).fails(if wrong[0] == "--network" { 1 } else { 2 });
        assert_eq!(settings(), before, "{wrong:?}");
    }
    // Its network plays, alone and with a search.
    let players = format!("net:{path},random");
    hoyle(&["match", "ludo:players=2,tokens=1", "--players", &players, "--games", "4"]).ok();
    let players = format!("net:{path},sims=4,net:{path},sims=4,method=gumbel");
    hoyle(&["match", "ludo:players=2,tokens=1", "--players", &players, "--games", "2"]).ok();
    let search = format!("net:{path},sims=16");
    let told = hoyle(&["analyze", "ludo:players=2", "--ply", "60", "--by", &search]).ok();
    assert!(told.contains("to move; 16 simulations"), "{told}");
    // It was made for two seats, of this game.
    let player = format!("net:{path}");
    let error = hoyle(&["match", "ludo", "--players", &format!("{player},random")]).fails(2);
    assert!(error.contains("it was made for 2 seats, and this game has 4"), "{error}");
    let error = hoyle(&["match", "magic", "--players", &format!("{player},random")]).fails(2);
    assert!(error.contains("it plays ludo, not magic"), "{error}");
    let error = hoyle(&["match", "ludo:players=2", "--players", &format!("{player},smis=3,random")]).fails(2);
    assert!(error.contains("unknown setting `smis` (did you mean `sims`?)"), "{error}");
}

#[test]
fn a_run_that_is_killed_at_any_moment_ends_with_the_same_weights() {
    let folder = Folder::new();
    let (whole, broken) = (folder.arg("whole"), folder.arg("broken"));
    let begin =
        |to| [&["train", "ludo:players=2,tokens=1", "--past-every", "2", "--to", to], &SHORT[..], &["151"]].concat();
    hoyle(&begin(&whole)).ok();
    let mut next = begin(&broken);
    let mut killed = 0;
    // Ever longer, so that it ends.
    for millis in (0..).map(|n: u64| 10 + 15 * n) {
        let mut child =
            command(&next).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(millis));
        child.kill().expect("it can be killed");
        let ended = child.wait_with_output().expect("it ends");
        if ended.status.success() {
            break;
        }
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "after {killed} times");
        killed += 1;
        if folder.path("broken").join("run.toml").exists() {
            next = vec!["train", "--resume", &broken];
        }
    }
    assert!(killed > 2, "only {killed} times");
    let weights = |run: &str| std::fs::read(folder.path(run).join("checkpoint.safetensors")).expect("it was saved");
    let numbers = |bytes: &[u8]| {
        let header = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
        bytes[8 + header..].to_vec()
    };
    assert!(numbers(&weights("whole")) == numbers(&weights("broken")), "the weights differ");
}

#[test]
fn a_network_comes_with_the_program() {
    // It plays far better than chance, alone and with a search: an equal would win a quarter, a half, a quarter, a half.
    for (game, player, games, least) in [
        ("ludo", "net", "80", 0.6),
        ("dominion", "net,sims=4", "12", 0.8),
        ("acquire", "net", "24", 0.7),
        ("magic:deck0=red|green,deck1=blue|black", "net", "40", 0.75),
        ("magic", "net,sims=4,rollout=heuristic,cut=4", "8", 0.75),
    ] {
        let out = hoyle(&["match", game, "--players", &format!("{player},random"), "--games", games, "--json"]).ok();
        let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let rate = report["players"][0]["win_rate"].as_f64().unwrap_or_else(|| panic!("{out}"));
        assert!(rate > least, "{game}: {rate}");
    }
    assert!(hoyle(&["watch", "ludo", "--seed", "1"]).ok().contains("green net"));
    // Where it does not fit the strongest scripted player sits.
    let error = hoyle(&["match", "ludo:players=2", "--players", "net,random"]).fails(2);
    assert!(error.contains("the game's own model does not fit: it was made for 4 seats"), "{error}");
    assert!(hoyle(&["watch", "ludo:players=2", "--seed", "1"]).ok().contains("one-ply"));
}

#[test]
fn what_cannot_be_trained_is_told() {
    let folder = Folder::new();
    let path = folder.arg("run");
    let cases: [(&[&str], i32, &str); 15] = [
        (&["train", "lduo"], 2, "unknown game `lduo` (did you mean `ludo`?)"),
        (&["train", "ludo:players=9"], 2, "option `players`"),
        (&["train", "ludo", "--network", "graph:counts=maybe"], 2, "neither a number nor true or false"),
        (
            &["train", "ludo:players=2|3"],
            2,
            "one network plays all games of a run, but one of them has 3 seats, and not 2",
        ),
        (&["train", "ludo", "--games", "0"], 2, "`games` is 0; it must be from 1 to 1000000"),
        (&["train", "ludo", "--threads", "100000"], 2, "`threads` is 100000; it must be from 1 to 256"),
        (&["train", "ludo", "--learning-rate", "-1"], 2, "`learning_rate` is -1; it must be from 0 to 1000000"),
        (&["train", "ludo", "--games", "many"], 2, "`games`: `many` is not a number"),
        (&["train", "ludo", "--scripted", "one-plie"], 2, "unknown player `one-plie` (did you mean `one-ply`?)"),
        (&["train", "ludo", "--layout", "rotatd"], 2, "unknown layout `rotatd` (did you mean `rotated`?)"),
        (&["train", "ludo", "--network", "garph"], 2, "`network`: `garph` cannot be used: unknown variant `garph`"),
        (&["train", "ludo", "--network", "graph:widht=3"], 2, "unknown field `widht`"),
        (&["train", "ludo", "--network", "graph:width=30"], 2, "a width of 30 cannot be split among 4 heads"),
        (&["train", "ludo", "--from", "nowhere"], 2, "cannot read the model nowhere"),
        (&["train", "--resume", "nowhere"], 1, "nowhere/run.toml"),
    ];
    for (args, code, message) in cases {
        let mut args = args.to_vec();
        if args[1] != "--resume" {
            args.extend(["--to", &path]);
        }
        let error = hoyle(&args).fails(code);
        assert!(error.contains(message), "{args:?}: {error}");
        assert!(!folder.path("run").exists(), "{args:?}");
    }
    let player = format!("net:{},random", folder.write("no-model.safetensors", "\x10\0\0\0\0\0\0\0{\"x\":[1,2,3]}   "));
    let error = hoyle(&["match", "ludo:players=2", "--players", &player]).fails(2);
    assert!(error.contains("not a model"), "{error}");
}
