//! Playing: as a person with text, and as a program with lines of JSON.

use crate::{Folder, command, hoyle, hoyle_told};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};

/// With this seed, red's fourth roll is a six: the first decision is action 7, with four moves.
const PLAY: [&str; 6] = ["play", "ludo:players=2", "--players", "random", "--seed", "2"];

/// The action lines of a replay, by their number.
fn actions(replay: &str) -> Vec<Value> {
    replay.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_person_plays_a_game_to_its_end() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let out = hoyle_told(&[&PLAY[..], &["--save", &file]].concat(), "1\n".repeat(1000)).ok();
    assert!(out.contains("ludo, seed 2: red human, yellow random"), "{out}");
    assert!(out.contains("R 5 pass (the only move)"), "what is forced is played and said");
    assert!(out.contains("red to move:\n  1  T1 0>1\n  2  T2 0>1\n  3  T3 0>1\n  4  T4 0>1\n> "), "{out}");
    assert!(out.contains(" wins after "), "{out}");
    assert!(out.ends_with(&format!("saved to {file}\n")), "{out}");
    assert!(!out.contains("no move"), "every answer was a move");
    hoyle(&["replay", "verify", &file]).ok();
}

#[test]
fn a_seed_repeats_the_game() {
    let play = |seed| hoyle_told(&["play", "ludo", "--seed", seed], "1\n2\n1\nquit\n").ok();
    assert_eq!(play("3"), play("3"));
    assert_ne!(play("3"), play("4"));
}

#[test]
fn moves_by_text_and_mistakes_that_change_nothing() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let typed = "t\nT9\n17\nund\nsave\nt3\nquit\n";
    let out = hoyle_told(&[&PLAY[..], &["--save", &file]].concat(), typed).ok();
    assert!(out.contains("`t` may be `T1 0>1` or `T2 0>1` or `T3 0>1` or `T4 0>1`; type more of it"), "{out}");
    assert!(out.contains("no move `T9`; type a number from 1 to 4, the beginning of a move, or help"), "{out}");
    assert!(out.contains("no move `17`"), "{out}");
    assert!(out.contains("no move `und`"), "{out}");
    assert!(out.contains("`hoyle replay resume"), "{out}");
    assert_eq!(actions(&folder.read("game.jsonl"))[7]["text"], "T3 0>1");
}

#[test]
fn bytes_that_are_no_text_change_nothing() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let problem = "that line is not text: it has bytes that are not UTF-8";
    let typed = [b"\xff\nt3\xc3\nsave ".as_slice(), folder.arg("x").as_bytes(), b"\xff\nt3\nquit\n"].concat();
    let out = hoyle_told(&[&PLAY[..], &["--save", &file]].concat(), typed).ok();
    assert_eq!(out.matches(problem).count(), 3, "{out}");
    assert_eq!(actions(&folder.read("game.jsonl"))[7]["text"], "T3 0>1");
    assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 1, "nothing else was written");

    let out = hoyle_told(&[&PLAY[..], &["--json"]].concat(), b"\"\xff\"\n{\"play\": 1}\n\"quit\"\n".as_slice()).ok();
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let error = lines.iter().position(|line| line["event"] == "error").unwrap();
    assert_eq!((&lines[error]["message"], &lines[error + 1]["id"]), (&json!(problem), &json!(1)));
}

#[test]
fn what_was_typed_is_shown_and_not_obeyed() {
    let output = command(&PLAY).env("CLICOLOR_FORCE", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = output.unwrap();
    child.stdin.take().unwrap().write_all(b"\x1b]0;pwned\x07\nquit\n").unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(out.contains("no move `\\u{1b}]0;pwned\\u{7}`") && !out.contains('\x07'), "{out}");
}

#[test]
fn commands_at_the_table() {
    let folder = Folder::new();
    let other = folder.arg("other.jsonl");
    let taken = folder.write("taken.jsonl", "precious");
    let typed = format!("help\nlog 2\nsave\nsave {taken}\nsave {other}\nboard\nquit\n");
    let out = hoyle_told(&PLAY, typed).ok();
    assert!(out.contains("undo 12    go back to before action 12"), "{out}");
    assert!(out.contains("   5  R 5 pass\n   6  R rolls 6\n> "), "{out}");
    assert!(out.contains("> name a file: save FILE\n"), "{out}");
    assert!(out.contains(&format!("> {taken} exists already")), "{out}");
    assert!(out.contains(&format!("> saved to {other}; `hoyle replay resume {other}` plays it on")), "{out}");
    assert_eq!(out.matches("red to move:").count(), 2, "the board was shown again");
    assert!(out.ends_with("left after 7 actions\n"), "{out}");
    assert_eq!(folder.read("taken.jsonl"), "precious");
    assert_eq!(actions(&folder.read("other.jsonl")).len(), 7);
}

#[test]
fn any_decision_can_be_taken_back() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    // Two decisions, one taken back; then everything, by number; then another first move.
    let typed = "1\n1\nundo\n2\nundo 0\nundo 99\n4\nquit\n";
    let out = hoyle_told(&[&PLAY[..], &["--save", &file]].concat(), typed).ok();
    assert_eq!(out.matches("back to action ").count(), 2, "{out}");
    assert!(out.contains("back to action 0\n   0  R rolls 4\n"), "the dice are the same again: {out}");
    assert!(out.contains("there is no action 99 to go back to; 7 were played"), "{out}");
    let actions = actions(&folder.read("game.jsonl"));
    assert_eq!(actions[7]["text"], "T4 0>1");
}

#[test]
fn nothing_to_take_back_is_no_disaster() {
    let out = hoyle_told(&PLAY, "undo\nquit\n").ok();
    assert!(out.contains("> there is nothing to take back yet\n> "), "{out}");
}

#[test]
fn the_seat_and_the_table_can_be_chosen() {
    let quit = |args: &[&str]| hoyle_told(&[&["play", "ludo"], args].concat(), "quit\n").ok();
    let first = |args: &[&str]| quit(args).lines().next().unwrap().split_once(": ").unwrap().1.to_owned();
    assert_eq!(first(&[]), "red human, green net, yellow net, blue net");
    assert_eq!(first(&["--seat", "2"]), "red net, green net, yellow human, blue net");
    assert_eq!(first(&["--seat", "Bl", "--players", "fast,mixed"]), "red fast, green mixed, yellow fast, blue human");
    assert_eq!(first(&["--players", "fast", "--players", "human"]), "red fast, green human, yellow fast, blue human");
}

/// The program playing with us over pipes.
struct Partner {
    child: Child,
    stdin: ChildStdin,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

/// A program that would go on for an hour: a test that fails does not leave it behind.
#[cfg(unix)]
struct EndedAtLast(Child);

#[cfg(unix)]
impl Drop for EndedAtLast {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

impl Partner {
    fn new(args: &[&str]) -> Self {
        let mut child = command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, stdin, lines: BufReader::new(stdout).lines() }
    }

    fn next(&mut self) -> Option<Value> {
        self.lines.next().map(|line| serde_json::from_str(&line.unwrap()).expect("every line is JSON"))
    }

    /// Reads on to the next line of this kind.
    fn until(&mut self, event: &str) -> Value {
        while let Some(line) = self.next() {
            if line["event"] == event {
                return line;
            }
        }
        panic!("the program ended without a line of the kind {event}");
    }

    fn say(&mut self, request: &Value) {
        writeln!(self.stdin, "{request}").unwrap();
    }
}

#[test]
fn a_program_plays_a_game_to_its_end() {
    let mut partner = Partner::new(&["play", "ludo:players=2", "--players", "random", "--seed", "7", "--json"]);
    let start = partner.next().unwrap();
    assert_eq!((&start["event"], &start["game"]), (&json!("start"), &json!("ludo")));
    assert_eq!(start["players"], json!(["human", "random"]));
    let (mut plies, mut decisions) = (0, 0);
    let end = loop {
        let line = partner.next().unwrap();
        match line["event"].as_str().unwrap() {
            "action" => {
                assert_eq!(line["ply"], plies);
                plies += 1;
            }
            "decision" => {
                decisions += 1;
                assert_eq!((&line["ply"], &line["seat"]), (&json!(plies), &json!(0)));
                let actions = line["actions"].as_array().unwrap();
                assert!(actions.len() > 1, "a single action is played without asking: {line}");
                // By id and by text in turn.
                let key = if decisions % 2 == 0 { "id" } else { "text" };
                partner.say(&json!({ "play": actions[actions.len() - 1][key] }));
            }
            "end" => break line,
            other => panic!("unexpected {other}: {line}"),
        }
    };
    assert!(decisions > 4, "{decisions} decisions");
    assert_eq!(end["plies"], plies);
    assert_eq!(end["winners"].as_array().unwrap().len(), 1);
    assert!(partner.next().is_none());
    assert_eq!(partner.child.wait().unwrap().code(), Some(0));
}

#[test]
fn hints_tell_what_a_search_would_play() {
    let out = hoyle_told(&PLAY, "hint\nquit\n".to_owned()).ok();
    assert!(out.contains("the position is worth "), "{out}");
    assert!(out.contains("what may follow"), "{out}");
    let mut partner = Partner::new(&["play", "ludo:players=2", "--seed", "2", "--json"]);
    let decision = partner.until("decision");
    partner.say(&json!("hint"));
    let hint = partner.next().unwrap();
    assert_eq!((&hint["event"], &hint["seat"]), (&json!("hint"), &json!(0)));
    let ids = |list: &Value| list.as_array().unwrap().iter().map(|one| one["id"].as_u64()).collect::<Vec<_>>();
    let [mut offered, mut judged] = [ids(&decision["actions"]), ids(&hint["candidates"])];
    offered.sort_unstable();
    judged.sort_unstable();
    assert_eq!(offered, judged);
    partner.say(&json!({"play": hint["best"]}));
    assert_eq!(partner.next().unwrap()["id"], hint["best"]);
}

/// Reasons are given for one's own moves and for those of others, and a number that no choice has is told.
#[test]
fn why_tells_what_speaks_for_a_move() {
    let out = hoyle_told(&PLAY, "1\nwhy\nwhy 0\nquit\n".to_owned()).ok();
    assert!(out.contains(" simulations that is known to lie between "), "{out}");
    assert!(out.contains("there is nothing to decide here"), "{out}");
    let mut partner = Partner::new(&["play", "ludo:players=2", "--seed", "2", "--json"]);
    let decision = partner.until("decision");
    partner.say(&json!({"play": decision["actions"][0]["id"]}));
    let (played, decision) = (partner.next().unwrap(), partner.until("decision"));
    assert_eq!(played["by"], json!(0));
    partner.say(&json!({"why": played["ply"]}));
    let why = partner.next().unwrap();
    assert_eq!((&why["event"], &why["seat"], &why["id"]), (&json!("why"), &json!(0), &played["id"]));
    assert!(!why["sentences"].as_array().unwrap().is_empty(), "{why}");
    partner.say(&json!({"why": decision["ply"]}));
    assert_eq!(partner.next().unwrap()["event"], json!("error"));
}

#[test]
fn a_programs_mistakes_change_nothing() {
    let mut partner = Partner::new(&["play", "ludo:players=2", "--seed", "2", "--json"]);
    assert_eq!(partner.until("decision")["ply"], 7);
    for (request, message) in [
        (json!({"play": 4}), "action 4 is not legal here; can be played: 0 (T1 0>1)"),
        (json!({"play": 60000}), "action 60000 is not legal here"),
        (json!({"play": 70000}), "cannot read"),
        (json!({"play": "T9"}), "no action is called `T9` here"),
        (json!({"pley": 1}), "unknown variant `pley`"),
        (json!({"undo": 7}), "there is no action 7 to go back to"),
        (json!({"save": "/no/such/folder/x"}), "the directory does not exist"),
        (json!(17), "cannot read"),
    ] {
        partner.say(&request);
        let answer = partner.next().unwrap();
        assert_eq!(answer["event"], "error", "{request}");
        assert!(answer["message"].as_str().unwrap().contains(message), "{request}: {answer}");
    }
    partner.say(&json!({"play": 1}));
    let action = partner.next().unwrap();
    assert_eq!((&action["ply"], &action["text"]), (&json!(7), &json!("T2 0>1")));
    let decision = partner.until("decision");
    partner.say(&json!({"undo": 7}));
    assert_eq!(partner.next().unwrap(), json!({"event": "undo", "ply": 7}));
    assert_eq!(partner.next().unwrap()["ply"], 7, "the same decision again");
    partner.say(&json!({"play": 1}));
    assert_eq!(partner.until("decision"), decision, "and the same future");
    partner.say(&json!("quit"));
    assert_eq!(partner.next().unwrap(), json!({"event": "quit", "plies": decision["ply"]}));
    assert_eq!(partner.child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_saved_and_can_be_resumed() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let mut partner = Partner::new(&["play", "ludo:players=2", "--seed", "2", "--json", "--save", &file]);
    partner.until("decision");
    let id = partner.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(partner.next().unwrap()["event"], "quit");
    assert_eq!(partner.next().unwrap()["event"], "saved");
    assert_eq!(partner.child.wait().unwrap().code(), Some(130));

    let out = hoyle_told(&["replay", "resume", &file], "t2\nquit\n").ok();
    assert!(out.contains("T2 0>1 (out)"), "{out}");
    assert_eq!(actions(&folder.read("game.jsonl"))[7]["text"], "T2 0>1", "what was played on is in the file");
}

/// What was told as played is in the file, wherever the program is killed; half a line that it was just writing is passed over.
#[test]
fn a_game_survives_being_killed() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let mut mine: Vec<Value> = Vec::new();
    for life in 0..6 {
        let mut partner = match life {
            0 => Partner::new(&["play", "dominion", "--players", "random", "--seed", "2", "--json", "--save", &file]),
            _ => Partner::new(&["replay", "resume", &file, "--json"]),
        };
        for _ in 0..=life {
            let decision = partner.until("decision");
            let actions = decision["actions"].as_array().unwrap();
            partner.say(&json!({ "play": actions[0]["id"] }));
            let action = partner.until("action");
            assert_eq!(action["ply"], decision["ply"]);
            mine.push(action);
        }
        partner.child.kill().unwrap(); // a SIGKILL, which nobody can answer
        partner.child.wait().unwrap();
        let saved = actions(&folder.read("game.jsonl"));
        for action in &mine {
            assert_eq!(saved[action["ply"].as_u64().unwrap() as usize]["id"], action["id"]);
        }
        let torn = format!("{}{{\"ply\":{},\"by\":0,\"te", folder.read("game.jsonl"), saved.len());
        folder.write("game.jsonl", &torn);
        let error = hoyle(&["replay", "verify", &file]).fails(1);
        assert!(error.contains(&format!("the game breaks off after {} actions", saved.len())), "{error}");
    }
    hoyle_told(&["replay", "resume", &file], "1\n".repeat(1000)).ok();
    hoyle(&["replay", "verify", &file]).ok();
    let saved = actions(&folder.read("game.jsonl"));
    assert!(mine.iter().all(|action| saved[action["ply"].as_u64().unwrap() as usize]["id"] == action["id"]));
}

/// A game without people is in its file too while it goes on.
#[test]
fn a_game_that_is_watched_survives_being_killed() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let watch = ["watch", "ludo:players=2", "--players", "random", "--seed", "2", "--delay", "20", "--save", &file];
    let Partner { mut child, lines, .. } = Partner::new(&watch);
    let written = lines.map_while(Result::ok).any(|_| folder.path("game.jsonl").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(written, "the game was over before");
    let saved = folder.read("game.jsonl");
    hoyle(&["replay", "resume", &file]).ok();
    let whole_lines = saved.rfind('\n').map_or(0, |end| end + 1);
    assert!(folder.read("game.jsonl").starts_with(&saved[..whole_lines]));
    hoyle(&["replay", "verify", &file]).ok();
}

#[test]
fn what_was_taken_back_is_played_again_or_saved() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    let save = ["--save", file.as_str()];
    // A decision taken back and played again leaves nothing behind.
    let out = hoyle_told(&[&PLAY[..], &save].concat(), "t3\nundo\nredo\nredo\nquit\n").ok();
    assert_eq!(out.matches("T3 0>1 (out)").count(), 2, "{out}");
    assert!(out.contains("there is nothing to play again"), "{out}");
    assert_eq!(actions(&folder.read("game.jsonl"))[7]["text"], "T3 0>1");
    assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 1);

    // Another decision in its place leaves the game as it went.
    let out = hoyle_told(&[&PLAY[..], &save, &["--force"]].concat(), "t3\nundo\nt2\nquit\n").ok();
    assert!(out.contains("game.undone-1.jsonl"), "{out}");
    assert_eq!(actions(&folder.read("game.jsonl"))[7]["text"], "T2 0>1");
    assert_eq!(actions(&folder.read("game.undone-1.jsonl"))[7]["text"], "T3 0>1");
    hoyle(&["replay", "resume", &folder.arg("game.undone-1.jsonl"), "--players", "random"]).ok();

    // So does leaving.
    hoyle_told(&[&PLAY[..], &save, &["--force"]].concat(), "t4\nundo\nquit\n").ok();
    assert_eq!(actions(&folder.read("game.undone-2.jsonl"))[7]["text"], "T4 0>1");
    assert_eq!(actions(&folder.read("game.jsonl")).len(), 7);

    let mut partner = Partner::new(&["play", "ludo:players=2", "--seed", "2", "--json"]);
    partner.until("decision");
    partner.say(&json!({"play": 1}));
    let decision = partner.until("decision");
    partner.say(&json!({"undo": 7}));
    partner.until("decision");
    partner.say(&json!("redo"));
    assert_eq!(partner.next().unwrap()["ply"], 7);
    assert_eq!(partner.until("decision"), decision);
}

#[cfg(unix)]
#[test]
fn a_game_that_is_killed_while_somebody_searches_has_every_decision_of_the_person() {
    use std::sync::mpsc::channel;
    use std::time::Duration;
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    // The person begins.
    let args = ["play", "dominion", "--players", "ismcts:time=3600", "--seed", "1", "--json", "--save", &file];
    let Partner { child, mut stdin, lines } = Partner::new(&args);
    let mut child = EndedAtLast(child);
    let (sender, told) = channel();
    std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let mut mine = Vec::new();
    // Silence is somebody who searches, for an hour.
    while let Ok(line) = told.recv_timeout(Duration::from_secs(5)) {
        let line: Value = serde_json::from_str(&line).unwrap();
        match line["event"].as_str() {
            Some("decision") => writeln!(stdin, "{}", json!({ "play": line["actions"][0]["id"] })).unwrap(),
            Some("action") if line["by"] == 0 => mine.push(line),
            _ => {}
        }
    }
    assert!(!mine.is_empty());
    // The first asks for an end after the search, the second ends at once.
    let id = child.0.id().to_string();
    for _ in 0..2 {
        assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        std::thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(child.0.wait().unwrap().code(), Some(130));
    let saved = actions(&folder.read("game.jsonl"));
    for action in mine {
        let ply = action["ply"].as_u64().unwrap() as usize;
        assert_eq!(saved[ply]["id"], action["id"], "{action}");
    }
}

/// Decks in which somebody is soon dead: 6 life, and nothing but lands and Lava Spikes.
const SHORT: &str = "magic:deck0=24 Mountain; 36 Lava Spike,deck1=60 Island,mulligans=none,life=6";

#[test]
fn a_person_plays_magic_to_its_end() {
    let folder = Folder::new();
    let file = folder.arg("game.jsonl");
    // Wrong inputs first: they change nothing. Then whatever is possible of this, again and again.
    let turn = "cast Lava Spike\ntarget player 2\nplay Mountain\n1\n".repeat(100);
    let typed = format!("x\n99\ncast Shock\n? Lava Spike\n? Lava Spke\nlog 3\n{turn}");
    let args = ["play", SHORT, "--players", "human,random", "--seed", "5", "--save", &file];
    let out = hoyle_told(&args, typed).ok();
    assert!(out.contains("no move `x`"), "{out}");
    assert!(out.contains("no move `99`"), "{out}");
    assert!(out.contains("no move `cast Shock`"), "{out}");
    assert!(out.contains("Lava Spike {R}"), "the card in words: {out}");
    assert!(out.contains("there is nothing called `Lava Spke` in this game; did you mean `Lava Spike`?"), "{out}");
    assert!(out.contains("player 1: casts Lava Spike"), "{out}");
    assert!(out.contains("player 1 wins after "), "{out}");
    assert!(!out.contains(": pass\n"), "passes that answer nothing are not told: {out}");
    hoyle(&["replay", "verify", &file]).ok();
}

#[test]
fn a_person_leaves_magic() {
    let out = hoyle_told(&["play", "magic", "--seed", "1"], "keep\n\nconcede\nquit\n").ok();
    assert!(out.contains("no move `concede`"), "{out}");
    assert!(out.contains("left after "), "{out}");
}

#[test]
fn misspelt_cards_are_guessed() {
    let error = hoyle(&["card", "Tarmogoyff"]).fails(2);
    assert!(error.contains("no game has a card or thing called `Tarmogoyff`; did you mean `Tarmogoyf`?"), "{error}");
}

#[test]
fn that_somebody_else_had_no_choice_is_not_told() {
    // The first player has a Militia; the second holds five Coppers and has to discard two of them.
    let folder = Folder::new();
    let game = folder.arg("game.jsonl");
    hoyle(&["watch", "dominion:max_turns=2", "--players", "big-money", "--seed", "1", "--save", &game]).ok();
    let position = hoyle(&["replay", "show", &game, "--ply", "10", "--position"]).ok();
    let mut position: Value = serde_json::from_str(&position).unwrap();
    let state = &mut position["state"];
    (state["phase"], state["stack"], state["supply"]["Militia"]) = (json!("action"), json!([]), json!(9));
    (state["in_play"], state["coins"]) = (json!({}), json!(0));
    for (seat, hand, deck) in [
        (0, json!({ "Copper": 4, "Militia": 1 }), json!({ "Copper": 3, "Estate": 3 })),
        (1, json!({ "Copper": 5 }), json!({ "Copper": 2, "Estate": 3 })),
    ] {
        let player = &mut state["players"][seat];
        (player["hand"], player["deck"], player["lacks"]) = (hand, deck, json!([]));
    }
    let start = folder.write("start.json", &position.to_string());
    let play = |players: &str| {
        hoyle_told(&["play", "--from", &start, "--players", players, "--seed", "3"], "play Militia\nquit\n").out
    };
    let told = play("human,human");
    assert!(told.contains("discards Copper") && !told.contains("the only move"), "{told}");
}
