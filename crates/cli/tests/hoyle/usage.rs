//! Wrong usage, colours, and how the program ends.

use crate::{Folder, command, hoyle};
use std::io::Write as _;
use std::process::Stdio;

#[test]
fn unknown_names_are_wrong_usage_and_get_a_hint() {
    let cases: [(&[&str], &str); 15] = [
        (&["analyze", "lduo"], "unknown game `lduo` (did you mean `ludo`?)"),
        (&["analyze", "ludo", "--by", "ismct"], "unknown search method `ismct` (did you mean `ismcts`?)"),
        (&["match", "ludo", "--players", "ismcts:sim=5,fast"], "unknown setting `sim` (did you mean `sims`?)"),
        (&["play", "lduo"], "unknown game `lduo` (did you mean `ludo`?)"),
        (&["watch", "lduo"], "unknown game `lduo` (did you mean `ludo`?)"),
        (&["bench", "lduo"], "unknown game `lduo` (did you mean `ludo`?)"),
        (&["layout", "chess"], "unknown game `chess`; games are: acquire, dominion, ludo"),
        (&["games", "lduo"], "unknown game `lduo` (did you mean `ludo`?)"),
        (&["match", "ludo:plyers=2", "--players", "random,fast"], "unknown option `plyers` (did you mean `players`?)"),
        (&["play", "ludo:preset=danis"], "unknown preset `danis` (did you mean `danish`?)"),
        (&["match", "ludo", "--players", "random,fst"], "unknown player `fst` (did you mean `fast`?)"),
        (&["watch", "ludo", "--players", "one-plie"], "unknown player `one-plie` (did you mean `one-ply`?)"),
        (&["play", "ludo", "--seat", "gren"], "unknown seat `gren` (did you mean `green`?)"),
        (&["layout", "ludo", "--layout", "rotatd"], "unknown layout `rotatd` (did you mean `rotated`?)"),
        (&["man", "repaly"], "unknown command `repaly` (did you mean `replay`?)"),
    ];
    for (args, message) in cases {
        let error = hoyle(args).fails(2);
        assert!(error.contains(message), "{args:?}: {error}");
    }
    let error = hoyle(&["wtch", "ludo"]).fails(2);
    assert!(error.contains("'watch'"), "{error}");
}

#[test]
fn values_that_do_not_fit_are_wrong_usage() {
    let cases: [(&[&str], &str); 17] = [
        (&["beliefs", "ludo"], "nothing is hidden in this game"),
        (&["beliefs", "dominion"], "this network believes nothing"),
        (&["match", "dominion", "--players", "net:sims=5,beliefs=net,net"], "setting `beliefs`: who evaluates here"),
        (&["match", "magic", "--players", "ismcts:beliefs=net,random"], "setting `beliefs`: who evaluates here"),
        (&["arena", "desperate", "ludo", "--low", "20", "--high", "10"], "nothing is worth 20% to 10%"),
        (&["play", "ludo:players=9"], "option `players`: 9 is not 2, 3 or 4"),
        (&["play", "ludo:globes=maybe"], "option `globes`: "),
        (&["play", "ludo:exit=7"], "option `exit`: "),
        (&["play", "ludo:players"], "cannot read `players` in `ludo:players`: write name:key=value,key=value"),
        (&["match", "ludo", "--players", "random"], "a match needs at least two players"),
        (&["match", "ludo:players=2", "--players", "random,fast,mixed"], "3 players for 2 seats; name at most 2"),
        (&["match", "ludo", "--players", "random,fast", "--games", "0"], "a match needs at least one game"),
        (&["match", "ludo", "--players", "x=1,random"], "setting `x=1` belongs to no player"),
        (&["match", "ludo", "--players", "random:x=1,fast"], "player `random`: this player has no setting `x`"),
        (&["match", "ludo", "--players", "random,human"], "a person cannot sit here"),
        (&["watch", "ludo", "--players", "human,random"], "use `hoyle play` for people"),
        (&["play", "ludo:players=2", "--players", "random,fast"], "2 players for 1 seats; name at most 1"),
    ];
    for (args, message) in cases {
        let error = hoyle(args).fails(2);
        assert!(error.contains(message), "{args:?}: {error}");
    }
    let whole = "write a whole number from 0 to 18446744073709551615";
    for (args, option, message) in [
        (&["watch", "ludo", "--seed", "-1"][..], "--seed", whole),
        (&["watch", "ludo", "--seed", "99999999999999999999"], "--seed", whole),
        (&["match", "ludo", "--players", "random,fast", "--games", "-3"], "--games", whole),
        (&["inspect", "ludo", "--ply", "x"], "--ply", whole),
        (&["analyze", "ludo", "--top", "-1"], "--top", whole),
        (&["replay", "show", "x", "--ply", "-1"], "--ply", whole),
        (&["watch", "ludo", "--delay", "-1"], "--delay", "milliseconds, 0-3600000"),
        (&["watch", "ludo", "--delay", "99999999999999"], "--delay", "milliseconds, 0-3600000"),
        (&["bench", "ludo", "--seconds", "-1"], "--seconds", "seconds, 0-3600"),
        (&["match", "ludo", "--players", "random,fast", "--move-limit", "-1"], "--move-limit", "0.001-86400"),
        (&["play", "ludo", "--seat", "-1"], "seat `-1`", "seats are: red"),
        (&["play", "-1"], "unknown game `-1`", "games are: "),
        (&["tournament", "ludo", "random"], "a tournament", "at least two players"),
        (&["games", "ludo:players=9"], "hoyle games", "write the name alone, ludo"),
        (&["card", ""], "name a card", "hoyle card Smithy"),
    ] {
        let error = hoyle(args).fails(2);
        assert!(error.contains(option) && error.contains(message), "{args:?}: {error}");
    }
    for args in [
        &["match", "ludo", "--players", "random,fast", "--threads", "0"][..],
        &["match", "ludo", "--players", "random,fast", "--games", "1", "--threads", "1025"],
        &["match", "ludo", "--players", "random,fast", "--games", "1", "--threads", "65535"],
        &["match", "ludo", "--players", "random,fast", "--games", "many"],
        &["bench", "ludo", "--seconds", "-1"],
        &["bench", "ludo", "--seconds", "NaN"],
        &["play"],
        &["play", "ludo", "--from", "x.json"],
        &["play", "ludo", "--force"],
        &[],
    ] {
        assert_eq!(hoyle(args).code, Some(2), "{args:?}");
    }
}

#[test]
fn colours_are_for_terminals_or_who_insists() {
    let args = ["watch", "ludo", "--seed", "1"];
    let coloured = |variables: &[(&str, &str)]| {
        let output = command(&args).envs(variables.iter().copied()).output().unwrap();
        assert!(output.status.success());
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[]), "a pipe is no terminal");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn json_has_no_colours_even_if_forced() {
    let args = ["watch", "ludo", "--seed", "1", "--json"];
    let output = command(&args).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(output.status.success() && !output.stdout.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\x1b') && !text.contains("\\u001b"));
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = command(&["play", "ludo:players=2", "--seed", "3", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // Whatever it writes now, nobody reads.
    let _ = (0..1000).try_for_each(|_| stdin.write_all(b"{\"play\": 0}\n"));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn files_are_not_overwritten_by_accident() {
    let folder = Folder::new();
    let file = folder.write("game.jsonl", "precious");
    let watch = ["watch", "ludo", "--seed", "1", "--save", &file];
    let error = hoyle(&watch).fails(1);
    assert!(error.contains("exists already; name another file, or use --force"), "{error}");
    assert_eq!(folder.read("game.jsonl"), "precious");
    hoyle(&[&watch[..], &["--force"]].concat()).ok();
    assert!(folder.read("game.jsonl").starts_with("{\"hoyle_replay\""));

    let nowhere = folder.arg("no/such/folder/game.jsonl");
    let error = hoyle(&["watch", "ludo", "--save", &nowhere]).fails(1);
    assert!(error.contains("the directory does not exist"), "{error}");
    let error = hoyle(&["watch", "ludo", "--save", &folder.arg("")]).fails(1);
    assert!(error.contains("is a directory"), "{error}");
    // A device is neither replaced nor written to, whatever is forced.
    #[cfg(unix)]
    for command in [&["watch", "ludo", "--save", "/dev/null"][..], &["inspect", "ludo", "--png", "/dev/null"]] {
        let error = hoyle(&[command, &["--force"]].concat()).fails(1);
        assert!(error.contains("/dev/null is a device or a pipe; name a file"), "{error}");
    }
    let files: Vec<_> = std::fs::read_dir(folder.0.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(files, ["game.jsonl"], "no temporary files are left");
}
