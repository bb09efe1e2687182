//! `hoyle train`, and players by what it made.

use super::{Folder, hoyle, read};

/// Settings of a run that takes a moment.
const SHORT: [&str; 12] =
    ["--minutes", "0", "--iterations", "2", "--games", "8", "--lanes", "8", "--threads", "1", "--final-games", "8"];

#[test]
fn a_network_is_trained_resumed_and_played_against() {
    let folder = Folder::new();
    let path = folder.arg("run");
    let mut args = vec!["train", "ludo:players=2,tokens=1", "--to", &path];
    args.extend(SHORT);
    let out = hoyle(&args).ok();
    assert!(out.contains("the policy alone wins ") && out.contains("% against random ("), "{out}");
    assert!(read(&folder.path("run").join("report.html")).contains("<polyline"));
    assert!(out.contains(&format!("hoyle play ludo:players=2,tokens=1 --against net:{path}")), "{out}");
    for file in ["run.toml", "checkpoint.safetensors", "model.safetensors", "metrics.jsonl"] {
        assert!(folder.path("run").join(file).exists(), "{file}");
    }
    // The folder is taken; the run can be gone on with.
    assert!(hoyle(&args).fails(1).contains("the folder is not empty; name another, or go on with it by --resume"));
    let out = hoyle(&["train", "--resume", &path, "--iterations", "3", "--json"]).ok();
    assert!(out.starts_with("{\"iteration\":3,"), "{out}");
    // Its network plays, alone and with a search.
    let players = format!("net:{path},random");
    hoyle(&["match", "ludo:players=2,tokens=1", "--players", &players, "--games", "4"]).ok();
    let players = format!("net:{path},sims=4,net:{path},sims=4,method=gumbel");
    hoyle(&["match", "ludo:players=2,tokens=1", "--players", &players, "--games", "2"]).ok();
    let search = format!("net:{path},sims=16");
    assert!(hoyle(&["analyze", "ludo:players=2", "--ply", "60", "--by", &search]).ok().contains("T1"));
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
fn what_cannot_be_trained_is_told() {
    let folder = Folder::new();
    let path = folder.arg("run");
    let cases: [(&[&str], i32, &str); 11] = [
        (&["train", "lduo"], 2, "unknown game `lduo` (did you mean `ludo`?)"),
        (&["train", "ludo:players=9"], 2, "option `players`"),
        (&["train", "ludo:players=2|3"], 2, "all games of a run have as many seats; these have 2 and 3"),
        (&["train", "ludo", "--games", "0"], 2, "`games` is 0; it must be from 1 to 1000000"),
        (&["train", "ludo", "--threads", "100000"], 2, "`threads` is 100000; it must be from 1 to 256"),
        (&["train", "ludo", "--learning-rate", "-1"], 2, "`learning_rate` is -1; it must be from 0 to 1000000"),
        (&["train", "ludo", "--games", "many"], 2, "`games`: `many` is not a number"),
        (&["train", "ludo", "--scripted", "one-plie"], 2, "unknown player `one-plie` (did you mean `one-ply`?)"),
        (&["train", "ludo", "--layout", "rotatd"], 2, "unknown layout `rotatd` (did you mean `rotated`?)"),
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
    let error = hoyle(&["match", "ludo:players=2", "--players", "net:,random"]).fails(2);
    assert!(error.contains("name the folder or file of a model: net:FOLDER"), "{error}");
}
