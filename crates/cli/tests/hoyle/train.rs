//! `hoyle train`, and players by what it made.

use super::{Folder, command, hoyle, hoyle_told, read};
use std::io::{BufRead as _, Read as _};
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
    // The command that is told at the end works as it stands.
    let (_, told) = out.split_once("play against it: hoyle ").unwrap_or_else(|| panic!("{out}"));
    let told: Vec<&str> = told.split_whitespace().collect();
    assert_eq!(told, ["play", "ludo:players=2,tokens=1", "--against", &format!("net:{path}")]);
    hoyle_told(&told, "quit\n").ok();
    for file in ["run.toml", "checkpoint.safetensors", "model.safetensors", "metrics.jsonl", "games/2-random.jsonl"] {
        assert!(folder.path("run").join(file).exists(), "{file}");
    }
    // The folder is taken; the run can be gone on with.
    assert!(hoyle(&args).fails(1).contains("the folder is not empty; name another, or go on with it by --resume"));
    let out = hoyle(&["train", "--resume", &path, "--iterations", "3", "--json"]).ok();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("{\"folder\":") && lines[0].contains("\"after\":2"), "{out}");
    assert!(lines[1].starts_with("{\"iteration\":3,") && lines[2].starts_with("[{\"opponent\":\"random\","), "{out}");
    // Settings stay, but those that do not fit change nothing.
    let settings = || read(&folder.path("run").join("run.toml"));
    let before = settings();
    assert!(before.contains("iterations = 3"), "{before}");
    for (wrong, code, why) in [
        (["--network", "graph"], 1, "its network is tensor:width=48,"),
        (["--network", "tensor:width=32"], 1, "a run keeps what it began with"),
        (["--layout", "flat"], 1, "its layout is squares, not flat"),
        (["--scripted", "nobody"], 2, "unknown player `nobody`"),
        (["--games", "0"], 2, "`games` is 0"),
        (["--from", &path], 2, "--from is for a new one"),
    ] {
        let error = hoyle(&[&["train", "--resume", &path], &wrong[..]].concat()).fails(code);
        assert!(error.contains(why), "{wrong:?}: {error}");
        assert_eq!(settings(), before, "{wrong:?}");
    }
    // A new run can begin with it, and has its network.
    let second = folder.arg("second");
    let args = [&["train", "ludo:players=2,tokens=1", "--to", &second, "--from", &path], &SHORT[..], &["1"]].concat();
    hoyle(&args).ok();
    // Its network plays, alone and with a search.
    let players = format!("net:{path},random");
    hoyle(&["match", "ludo:players=2,tokens=1", "--players", &players, "--games", "4"]).ok();
    let players = format!("net:{path},sims=4,net:{path},sims=4,method=gumbel");
    hoyle(&["match", "ludo:players=2,tokens=1", "--players", &players, "--games", "2"]).ok();
    let search = format!("net:{path},sims=16");
    let told = hoyle(&["analyze", "ludo:players=2", "--ply", "60", "--by", &search]).ok();
    assert!(told.contains("to move; 16 simulations"), "{told}");
    let told = hoyle(&["analyze", "ludo", "--ply", "60", "--by", "net,sims=16"]).ok();
    assert!(told.contains("to move; 16 simulations"), "{told}");
    assert!(hoyle(&["analyze", "ludo", "--by", "net,puct"]).fails(2).contains("--by names one search"));
    // Of many games the seed chooses one: two seats, then three.
    let watched = |seed| hoyle(&["watch", "ludo:players=2|3", "--players", "random", "--seed", seed]).ok();
    assert!(!watched("4").contains("blue") && watched("4") != watched("5"), "{}", watched("4"));
    // It was made for two seats, of this game.
    let player = format!("net:{path}");
    let error = hoyle(&["match", "ludo", "--players", &format!("{player},random")]).fails(2);
    assert!(error.contains("it was made for 2 seats, and this game has 4"), "{error}");
    let error = hoyle(&["match", "magic", "--players", &format!("{player},random")]).fails(2);
    assert!(error.contains("it plays ludo, not magic"), "{error}");
    let error = hoyle(&["match", "ludo:players=2", "--players", &format!("{player},smis=3,random")]).fails(2);
    assert!(error.contains("unknown setting `smis` (did you mean `sims`?)"), "{error}");
    let parent = format!("net:{},random", folder.0.path().display());
    let error = hoyle(&["match", "ludo:players=2", "--players", &parent]).fails(2);
    assert!(error.contains("the folder has no file `model.safetensors`; do you mean "), "{error}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_and_ends_with_the_last_results() {
    let folder = Folder::new();
    let path = folder.arg("run");
    // Matches after every round, and at the end far too many: it is stopped among them.
    let mut args = vec!["train", "ludo:players=2,tokens=1", "--to", &path, "--evaluate-every", "0", "--threads", "1"];
    args.extend(["--minutes", "0", "--iterations", "2", "--games", "8", "--evaluate-games", "10"]);
    args.extend(["--final-games", "1000000", "--opponents", "random"]);
    let mut child = command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut out = std::io::BufReader::new(child.stdout.take().expect("it is piped"));
    let mut told = String::new();
    while !told.contains("the last matches are played") {
        assert!(out.read_line(&mut told).expect("lines") > 0, "{told}");
    }
    let other = hoyle(&["train", "--resume", &path]).fails(1);
    assert!(other.contains("another program is training in this folder"), "{other}");
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    out.read_to_string(&mut told).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let last = told.split_once("are played\n").map_or("", |(_, last)| last);
    assert!(last.contains("the policy alone won ") && last.contains("% against random ("), "{told}");
    assert!(last.contains("an equal would win 50%") && last.contains("go on with hoyle train --resume"), "{told}");
    assert!(read(&folder.path("run").join("report.html")).contains("the policy alone won"));
}

#[test]
fn a_run_that_is_killed_at_any_moment_ends_with_the_same_weights() {
    let folder = Folder::new();
    let (whole, broken) = (folder.arg("whole"), folder.arg("broken"));
    // With one token there would be nothing to decide, and nothing to learn.
    let begin =
        |to| [&["train", "ludo:players=2,tokens=2", "--past-every", "2", "--to", to], &SHORT[..], &["31"]].concat();
    hoyle(&begin(&whole)).ok();
    let metrics = read(&folder.path("whole").join("metrics.jsonl"));
    let last: serde_json::Value = serde_json::from_str(metrics.lines().last().expect("a round")).expect("JSON");
    assert!(last["samples"].as_u64().is_some_and(|samples| samples > 1000), "{last}");
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
    let cases: [(&[&str], i32, &str); 19] = [
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
        (&["train", "ludo", "--network", "garph"], 2, "unknown network `garph` (did you mean `graph`?)"),
        (&["train", "ludo", "--network", "tensor:trunk=8192,blocks=64"], 2, "268435456 is the most"),
        (&["train", "ludo", "--method", "zero", "--simulations", "4294967295"], 2, "it must be from 2 to 65536"),
        (&["train", "ludo", "--final-games", "10000000"], 2, "`final_games` is 10000000"),
        (&["train", "acquire:scoring=margin"], 2, "the scores of this game do not add up to zero; take scoring=win"),
        (&["train", "ludo", "--network", "graph:widht=3"], 2, "unknown field `widht`"),
        (&["train", "ludo", "--network", "graph:width=30"], 2, "a width of 30 cannot be split among 4 heads"),
        (&["train", "ludo", "--from", "nowhere"], 2, "cannot read the model nowhere"),
        (&["train", "--resume", "nowhere"], 1, "nowhere: there is no run here"),
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
    let error = hoyle(&["train", "ludo", "--to", &folder.arg("a,b")]).fails(2);
    assert!(error.contains("a folder with a comma in its name cannot be named as a player"), "{error}");
    // A network can play where it cannot judge.
    let margins = "acquire:scoring=margin";
    hoyle(&["match", margins, "--players", "net,random", "--games", "4"]).ok();
    let error = hoyle(&["match", margins, "--players", "net,sims=4,random", "--games", "4"]).fails(2);
    assert!(error.contains("the scores of this game do not add up to zero"), "{error}");
    let player = format!("net:{},random", folder.write("no-model.safetensors", "\x10\0\0\0\0\0\0\0{\"x\":[1,2,3]}   "));
    let error = hoyle(&["match", "ludo:players=2", "--players", &player]).fails(2);
    assert!(error.contains("not a model"), "{error}");
}
