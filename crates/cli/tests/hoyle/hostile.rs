//! Files and lines from strangers: they name what they must not, never end, or are larger than anything.

use super::{Folder, Run, command, hoyle};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs the program, which must end whatever it is given: within a time that only a hang reaches, however busy the machine is.
#[track_caller]
fn soon(args: &[&str]) -> Run {
    let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let began = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if began.elapsed() > Duration::from_secs(300) {
            child.kill().expect("it can be ended");
            panic!("{args:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("the program ended").into()
}

/// A short game of Dominion in a file, with one option changed.
fn replay_with(folder: &Folder, name: &str, option: &str, value: &str) -> String {
    let game = folder.arg("honest.jsonl");
    if !folder.path("honest.jsonl").exists() {
        let args = ["watch", "dominion:max_turns=1", "--players", "big-money", "--seed", "1", "--save", &game];
        hoyle(&args).ok();
    }
    let text = folder.read("honest.jsonl");
    let (first, rest) = text.split_once('\n').expect("a header");
    let mut header: Value = serde_json::from_str(first).expect("JSON");
    match option {
        "seats" => header["seats"] = json!([value, "big-money"]),
        option => header["options"][option] = value.into(),
    }
    folder.write(name, &format!("{header}\n{rest}"))
}

/// A game with the cards of a file that is beside it.
fn own_game(folder: &Folder) -> String {
    folder.write("dove.toml", CARD);
    let args = ["watch", "dominion:cards=dove.toml,max_turns=1", "--players", "big-money", "--save", "own.jsonl"];
    let played = command(&args).current_dir(folder.0.path()).status().expect("the program starts");
    assert!(played.success());
    folder.arg("own.jsonl")
}

const CARD: &str = "[[card]]\nname = \"Dove\"\ncost = 3\ntypes = [\"action\"]\ntext = \"\"\ncards = 1\n";
const BOT: &str = "name = \"mine\"\nabout = \"\"\nbuy = [\"Silver\"]\n";

#[test]
fn a_replay_names_only_what_is_beside_it() {
    let (folder, outside) = (Folder::new(), Folder::new());
    outside.write("cards.toml", "secret-word = 1\n");
    let elsewhere = outside.arg("cards.toml");
    for name in ["/dev/zero", "/dev/stdin", "/etc/passwd", &elsewhere, "../cards.toml", "a/../../cards.toml"] {
        let file = replay_with(&folder, "foreign.jsonl", "cards", name);
        for args in [&["replay", "show", &file][..], &["replay", "verify", &file], &["inspect", "--replay", &file]] {
            let error = soon(args).fails(1);
            assert!(error.contains("may not be read: what a file names must be below"), "{args:?} {name}: {error}");
            assert!(!error.contains("secret-word") && !error.contains("root:"), "{error}");
        }
    }
    // What is beside it may be named, wherever the program runs.
    let file = own_game(&folder);
    hoyle(&["replay", "verify", &file]).ok();
    // Another folder has to be allowed, and then no other is.
    outside.write("dove.toml", CARD);
    std::fs::remove_file(folder.path("dove.toml")).unwrap();
    assert!(hoyle(&["replay", "verify", &file]).fails(1).contains("cannot read `dove.toml`"));
    hoyle(&["replay", "verify", &file, "--files", outside.0.path().to_str().unwrap()]).ok();
    // What comes by itself has nothing beside it.
    let args = ["replay", "verify", "-"];
    let error = super::hoyle_told(&args, folder.read("own.jsonl")).fails(1);
    assert!(error.contains("can only name what comes with the program"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out() {
    let (folder, outside) = (Folder::new(), Folder::new());
    outside.write("dove.toml", CARD);
    std::os::unix::fs::symlink(outside.path("dove.toml"), folder.path("dove.toml")).unwrap();
    let file = replay_with(&folder, "foreign.jsonl", "cards", "dove.toml");
    assert!(hoyle(&["replay", "verify", &file]).fails(1).contains("may not be read"));
    let file = replay_with(&folder, "foreign.jsonl", "cards", "/proc/self/fd/0");
    assert!(soon(&["replay", "verify", &file]).fails(1).contains("may not be read"));
}

#[test]
fn players_of_a_replay_are_beside_it_too() {
    let (folder, outside) = (Folder::new(), Folder::new());
    let bot = outside.write("bot.toml", BOT);
    for name in [bot.as_str(), "../bot.toml", "net:/dev/zero", &format!("ismcts:sims=2,rollout={bot}")] {
        let file = replay_with(&folder, "foreign.jsonl", "seats", name);
        let error = soon(&["replay", "resume", &file, "--at", "12"]).fails(2);
        assert!(error.contains("may not be read"), "{name}: {error}");
    }
    folder.write("bot.toml", BOT);
    let file = replay_with(&folder, "own.jsonl", "seats", "bot.toml");
    let out = hoyle(&["replay", "resume", &file, "--at", "12"]).ok();
    assert!(out.contains("player 1 bot.toml"), "{out}");
}

#[test]
fn a_position_names_only_what_is_beside_it() {
    let folder = Folder::new();
    let game = replay_with(&folder, "game.jsonl", "cards", "");
    let position = hoyle(&["replay", "show", &game, "--ply", "12", "--position"]).ok();
    let mut position: Value = serde_json::from_str(&position).unwrap();
    position["options"]["cards"] = "/etc/passwd".into();
    let file = folder.write("position.json", &position.to_string());
    for args in [["watch", "--from", &file], ["analyze", "--from", &file], ["inspect", "--from", &file]] {
        let error = soon(&args).fails(1);
        assert!(error.contains("may not be read") && !error.contains("root:"), "{error}");
    }
}

#[test]
fn a_run_names_only_what_is_in_its_folder() {
    let folder = Folder::new();
    let run = folder.arg("run");
    std::fs::create_dir(folder.path("run")).unwrap();
    let bot = folder.write("bot.toml", BOT);
    for (settings, code) in [
        ("game = \"dominion:cards=/etc/passwd\"".to_owned(), 2),
        ("game = \"magic:deck0=/etc/passwd\"".to_owned(), 2),
        (format!("game = \"dominion\"\nopponents = [\"{bot}\"]"), 2),
        ("game = \"ludo\"\nfrom = \"/dev/zero\"".to_owned(), 2),
    ] {
        folder.write("run/run.toml", &format!("{settings}\nminutes = 0\niterations = 1\n"));
        let error = soon(&["train", "--resume", &run]).fails(code);
        assert!(error.contains("may not be read") && !error.contains("root:"), "{settings}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_an_error_everywhere() {
    let folder = Folder::new();
    let pipe = folder.arg("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let directory = folder.0.path().to_str().unwrap();
    for name in [pipe.as_str(), "/dev/zero", directory] {
        let (cards, deck) = (format!("dominion:cards={name}"), format!("magic:deck0={name}"));
        let (meta, net) = (format!("magic:knowledge=metagame,metagame={name}"), format!("net:{name}"));
        let commands: &[&[&str]] = &[
            &["replay", "show", name],
            &["replay", "verify", name],
            &["replay", "resume", name],
            &["inspect", "--replay", name],
            &["analyze", "--from", name],
            &["play", "--from", name],
            &["watch", &cards],
            &["watch", &deck],
            &["watch", &meta],
            &["card", "Smithy", "--game", &cards],
            &["stats", &cards, "--games", "1"],
            &["layout", &cards],
            &["watch", "ludo", "--players", &net],
            &["match", "ludo", "--players", "random,random", "--games", "4", "--out", name],
            &["tournament", "ludo", "random", "one-ply", "--games", "4", "--out", name],
            &["train", "--resume", name],
            &["train", "ludo", "--from", name],
        ];
        for args in commands {
            let run = soon(args);
            assert!(
                matches!(run.code, Some(1 | 2)) && run.err.starts_with("error: "),
                "{args:?}: {} {}",
                run.out,
                run.err
            );
            assert!(run.err.len() < 1000, "{args:?}: {}", run.err);
        }
    }
}

#[test]
fn errors_repeat_a_few_words() {
    let folder = Folder::new();
    let long = "Smithereens".repeat(50_000);
    let (deck, cards) = (folder.write("deck.txt", &format!("4 {long}")), folder.write("cards.toml", &long));
    let player = folder.write("player.toml", &format!("name = \"{long}\"\nabout = 1"));
    let name = "Smithereens".repeat(5000);
    for args in [
        &["watch", &format!("magic:deck0={deck}")][..],
        &["watch", &format!("dominion:cards={cards}")],
        &["watch", &format!("magic:cards={cards}")],
        &["watch", "dominion", "--players", &player],
        &["replay", "verify", &cards],
        &["play", "--from", &cards],
        &["card", &name],
        &["watch", &name],
        &["watch", "ludo", "--players", &name],
        &["watch", &format!("dominion:kingdom={name}+{name}")],
        &["watch", &format!("magic:deck0={name}")],
    ] {
        let run = soon(args);
        assert!(matches!(run.code, Some(1 | 2)), "{}", run.err);
        assert!(run.err.len() < 1200, "{} bytes: {:.300}", run.err.len(), run.err);
    }
}

/// Runs the program with so many bytes of one letter as its input, and not more memory than 800 MB: threads and what is
/// only reserved are among them.
#[cfg(target_os = "linux")]
fn flooded(args: &str, bytes: usize) -> Run {
    let script = format!("ulimit -v 800000; exec {} {args}", env!("CARGO_BIN_EXE_hoyle"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().expect("sh");
    let mut input = child.stdin.take().expect("it is piped");
    let writer = std::thread::spawn(move || {
        let chunk = vec![b'a'; 1 << 20];
        // The program may end before it has read everything.
        (0..bytes >> 20).try_for_each(|_| input.write_all(&chunk)).and_then(|()| input.write_all(b"\n\"quit\"\n"))
    });
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join().expect("writing does not panic");
    output.into()
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_of_any_length_takes_little_memory() {
    const MUCH: usize = 1 << 30;
    let run = flooded("play ludo --players human --seed 1 --json", MUCH);
    assert_eq!(run.code, Some(0), "{:.300}{:.300}", run.err, run.out);
    assert!(run.out.contains("that line is longer than the 1 MiB that a line may have"), "{:.1000}", run.out);
    assert!(run.out.trim_end().ends_with("}") && run.out.contains("\"event\":\"quit\""), "it plays on after the line");
    for (args, told) in [("replay verify -", "16 MiB"), ("play --from -", "1 MiB")] {
        let run = flooded(args, MUCH);
        assert_eq!(run.code, Some(1), "{:.300}", run.err);
        assert!(run.err.contains(&format!("larger than the {told}")), "{:.300}", run.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_any_size_takes_little_memory() {
    let folder = Folder::new();
    let name = folder.arg("large");
    // Zeros that take no room on the disk.
    std::fs::File::create(&name).unwrap().set_len(8 << 30).unwrap();
    for args in [
        format!("replay verify {name}"),
        format!("play --from {name}"),
        format!("watch magic:deck0={name}"),
        format!("watch dominion:cards={name}"),
        format!("watch ludo --players net:{name}"),
        format!("match ludo --players random,random --games 4 --out {name}"),
    ] {
        let run = flooded(&args, 0);
        assert!(matches!(run.code, Some(1 | 2)), "{args}: {:?} {:.300}", run.code, run.err);
        assert!(run.err.starts_with("error: ") && run.err.len() < 1000, "{args}: {:.300}", run.err);
        assert!(!run.err.contains("out of memory"), "{args}: refused only for want of memory");
    }
}

#[test]
fn two_matches_do_not_write_to_one_file() {
    let folder = Folder::new();
    let name = folder.arg("results.jsonl");
    let args = ["match", "ludo", "--players", "one-ply,random", "--games", "8", "--seed", "1", "--out", &name];
    hoyle(&args).ok();
    let before = folder.read("results.jsonl");
    // Somebody else writes to it.
    let file = std::fs::File::open(&name).unwrap();
    file.lock().unwrap();
    let tournament = ["tournament", "ludo", "one-ply", "random", "--games", "8", "--seed", "1", "--out", &name];
    for args in [&args[..], &tournament] {
        let error = soon(args).fails(2);
        assert!(error.contains("another match is writing to this file; wait for its end"), "{error}");
    }
    assert_eq!(folder.read("results.jsonl"), before);
    drop(file);
    let run = hoyle(&args);
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
fn a_damaged_line_of_metrics_is_told_and_nothing_is_lost() {
    let folder = Folder::new();
    let run = folder.arg("run");
    let short = ["--minutes", "0", "--games", "8", "--lanes", "8", "--threads", "1", "--final-games", "0"];
    let args = [&["train", "ludo:players=2,tokens=1", "--to", &run, "--iterations", "3"], &short[..]].concat();
    hoyle(&args).ok();
    let whole = folder.read("run/metrics.jsonl");
    assert_eq!(whole.lines().count(), 3);
    let on = ["train", "--resume", &run, "--iterations", "4", "--json"];
    for (wrong, line) in [
        (whole.replacen("\"iteration\":2", "\"iteration\":x", 1), 2),
        (format!("{}{}", "x".repeat(3 << 20), whole), 1),
        (whole[..whole.len() - 20].to_owned(), 3), // torn, but its round is done
    ] {
        folder.write("run/metrics.jsonl", &wrong);
        let error = hoyle(&on).fails(1);
        let told = format!("metrics.jsonl: line {line} is damaged");
        assert!(error.contains(&told) && error.contains("delete it and the run goes on"), "{error}");
        assert_eq!(folder.read("run/metrics.jsonl"), wrong, "nothing is lost");
    }
    // A line that was torn off while it was written is of a round that is played again.
    folder.write("run/metrics.jsonl", &format!("{whole}{{\"iteration\":4,\"sam"));
    hoyle(&on).ok();
    let after = folder.read("run/metrics.jsonl");
    assert!(after.starts_with(&whole) && after.lines().count() == 4, "{after}");
}

/// Two people at one terminal: what one sees is gone before the other sits down.
#[cfg(target_os = "linux")]
#[test]
fn people_at_one_terminal_do_not_see_each_others_hands() {
    const CLEARED: &str = "\x1b[H\x1b[2J\x1b[3J";
    let play = |game: &str, people: &str, input: &str| {
        let program = env!("CARGO_BIN_EXE_hoyle");
        let play = format!("{program} play {game} --players {people} --seed 1");
        let mut terminal = Command::new("script");
        terminal.args(["-qefc", &play, "/dev/null"]).env("TERM", "xterm").env("NO_COLOR", "1");
        let mut child = terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("script of util-linux");
        child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // The first ends the buy phase; the second presses Enter, then leaves.
    let told = play("dominion", "human,human", "end buys\n\nquit\n");
    let screens: Vec<&str> = told.split(CLEARED).collect();
    assert_eq!(screens.len(), 3, "cleared before the question and after it: {told:?}");
    assert!(screens[0].contains("player 1 to move:"), "{told:?}");
    assert!(screens[1].contains("pass the terminal to player 2, who then presses Enter"), "{told:?}");
    assert!(!screens[1].contains("hand") && !screens[1].contains("Copper"), "{told:?}");
    assert!(screens[2].contains("player 2 to move:"), "{told:?}");
    // A person alone, and people who have no secrets, are not disturbed.
    for (game, people) in [("dominion", "big-money"), ("ludo:players=2", "human,human")] {
        assert!(!play(game, people, "1\n\n1\n\nquit\nquit\nquit\n").contains(CLEARED), "{game}");
    }
}

#[test]
fn players_of_a_file_are_bounded_and_hardly_repeated() {
    let folder = Folder::new();
    let long = "9".repeat(400_000);
    let many = vec!["smithy"; 40_000].join("+");
    let seats = [
        format!("ismcts:sims={long}"),
        format!("net:temperature={long}"),
        format!("random:{long}=1"),
        format!("ismcts:rollout={many}"),
        "ismcts:sims=1000000000".to_owned(),
        "ismcts:time=3600".to_owned(),
        "ismcts:sims=10,threads=256".to_owned(),
    ];
    for seat in &seats {
        let file = replay_with(&folder, "players.jsonl", "seats", seat);
        let error =
            soon(&["replay", "resume", &file, "--at", "0", "--save", &folder.arg("x.jsonl"), "--force"]).fails(2);
        assert!(error.len() < 1000, "{} bytes", error.len());
    }
    // Whoever types the name may ask for what they like.
    assert!(
        hoyle(&["match", "ludo:players=2", "--players", "ismcts:time=3600,sims=1,random", "--games", "2"]).code
            == Some(0)
    );
}

#[cfg(unix)]
#[test]
fn a_model_is_no_way_out() {
    let (folder, outside) = (Folder::new(), Folder::new());
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/dominion.safetensors");
    std::fs::copy(model, outside.path("model.safetensors")).unwrap();
    std::fs::create_dir(folder.path("sub")).unwrap();
    std::os::unix::fs::symlink(outside.path("model.safetensors"), folder.path("sub/model.safetensors")).unwrap();
    let file = replay_with(&folder, "model.jsonl", "seats", "net:sub");
    let error = soon(&["replay", "resume", &file, "--at", "0", "--save", &folder.arg("x.jsonl")]).fails(2);
    assert!(error.contains("it may not be read"), "{error}");
}

#[test]
fn a_name_cannot_stand_for_more_than_there_is_room_for() {
    let long = format!("dominion:cards={},kingdom=random,kingdom_seed=0..20000", "+".repeat(100_000));
    let error = soon(&["match", &long, "--players", "random", "--games", "2"]).fails(2);
    assert!(error.len() < 1000 && error.contains("stands for no game, or for more than"), "{error}");
}
