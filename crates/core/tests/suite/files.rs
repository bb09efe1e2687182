//! Replays and saved positions: what is written can be read, and what was tampered with is refused with its place.

use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{BET, Kuhn, Options, PASS};
use hoyle_core::{ActionId, Game, Table, Turn, replay, save};

fn game() -> Kuhn {
    Kuhn::new(Options { cards: 3, forced: false }).unwrap()
}

/// Cards 2 and 0, bet, fold.
fn played() -> Table<Kuhn> {
    let mut table = Table::new(game());
    for action in [ActionId(2), ActionId(0), BET, PASS] {
        table.play(action).unwrap();
    }
    assert_eq!(table.state().turn(), Turn::Over);
    table
}

fn text() -> String {
    replay::write(&played(), &["ann".to_owned(), "bob".to_owned()], Some(7))
}

/// What is said about a replay after one change to its text.
fn complaint(from: &str, to: &str) -> String {
    let text = text();
    assert!(text.contains(from), "{from} is not in\n{text}");
    replay::verify::<Kuhn>(&text.replacen(from, to, 1)).expect_err("a changed replay").to_string()
}

#[test]
fn a_replay_has_one_line_per_action() {
    let expected = r#"{"hoyle_replay":1,"game":"kuhn","version":1,"options":{"cards":3,"forced":false},"seats":["ann","bob"],"seed":7}
{"ply":0,"by":"chance","id":2,"text":"card 2"}
{"ply":1,"by":"chance","id":0,"text":"card 0"}
{"ply":2,"by":0,"id":1,"text":"bet"}
{"ply":3,"by":1,"id":0,"text":"pass"}
{"result":[1.0,-1.0],"plies":4,"hash":""#;
    assert!(text().starts_with(expected), "{}", text());
    let read = replay::verify::<Kuhn>(&text()).unwrap();
    assert_eq!(read.table.state(), played().state());
    assert_eq!(read.header.seats, ["ann", "bob"]);
}

#[test]
fn a_changed_replay_is_refused_with_the_line() {
    let other_text = complaint(r#""id":2,"text":"card 2""#, r#""id":1,"text":"card 2""#);
    assert!(other_text.starts_with("replay, line 2: action 1 is `card 1`, not `card 2`; the file was changed"));
    assert!(complaint(r#""id":0,"text":"card 0""#, r#""id":2,"text":"card 2""#).starts_with(
        "replay, line 3: action 2 is not legal here; can be played: 0 (card 0), 1 (card 1); the file was changed"
    ));
    assert!(complaint(r#""by":0"#, r#""by":1"#).starts_with("replay, line 4: expected action 2 by 0"));
    assert!(complaint(r#""ply":3"#, r#""ply":5"#).starts_with("replay, line 5: expected action 3 by 1"));
    assert!(complaint("[1.0,-1.0]", "[-1.0,1.0]").starts_with("replay, line 6: the result is"));
    assert!(complaint(r#""hash":""#, r#""hash":"f"#).starts_with("replay, line 6: the result is"));
}

#[test]
fn a_damaged_replay_is_refused_with_the_line() {
    assert!(complaint(r#""id":1,"text":"bet"}"#, r#""id":1,"te"#).starts_with("replay, line 4: damaged: EOF"));
    assert!(
        complaint(r#""id":1,"text":"bet""#, r#""id":-1,"text":"bet""#)
            .starts_with("replay, line 4: damaged: invalid value")
    );
    assert!(complaint(r#"{"hoyle_replay":1"#, "{").starts_with("replay, line 1: not a replay header: "));
    assert!(
        complaint(r#""ann""#, r#""\u001b[2J""#).starts_with("replay, line 1: not a replay header: a name has control")
    );
    assert!(complaint(r#""id":1,"te"#, "").contains("delete this line and what follows, then `hoyle replay resume`"));
    let empty = replay::verify::<Kuhn>("").unwrap_err().to_string();
    assert_eq!(empty, "replay, line 1: the file is empty; a replay starts with a header line");
    let twice = text() + &text();
    assert!(
        replay::verify::<Kuhn>(&twice).unwrap_err().to_string().contains("line 7: there are lines after the result")
    );
}

#[test]
fn a_replay_of_something_else_is_refused() {
    assert_eq!(complaint(r#""game":"kuhn""#, r#""game":"ludo""#), "replay, line 1: a replay of `ludo`, not of `kuhn`");
    assert!(
        complaint(r#""version":1"#, r#""version":2"#)
            .contains("written by kuhn version 2, this program plays version 1")
    );
    assert!(
        complaint(r#""hoyle_replay":1"#, r#""hoyle_replay":9"#)
            .contains("replay format 9, this program reads format 1")
    );
    assert!(complaint(r#""cards":3"#, r#""cards":30"#).contains("option `cards`: 30 is not in 3-9"));
    assert!(complaint(r#""cards":3"#, r#""aces":3"#).contains("unknown field `aces`, expected `cards`"));
    assert!(complaint(r#"["ann","bob"]"#, r#"["ann"]"#).contains("1 names for 2 seats"));
}

#[test]
fn a_cut_replay_can_be_read_but_not_verified() {
    for lines in 1..=5 {
        let cut: String = text().lines().take(lines).map(|line| line.to_owned() + "\n").collect();
        let read = replay::read::<Kuhn>(&cut).unwrap();
        assert!(!read.complete);
        assert_eq!(read.table.history().len(), lines - 1);
        let error = replay::verify::<Kuhn>(&cut).unwrap_err();
        assert_eq!(error.line, lines);
        assert!(error.to_string().contains(&format!("breaks off after {} actions", lines - 1)), "{error}");
    }
}

#[test]
fn a_replay_torn_anywhere_is_all_that_was_written_before() {
    let text = text();
    for cut in text.find('\n').unwrap()..=text.len() {
        let read = replay::read::<Kuhn>(&text[..cut]).unwrap_or_else(|e| panic!("{cut}: {e}"));
        // The end of the last line need not be there.
        let lines = text[..cut].matches('\n').count() + usize::from(text[cut..].starts_with('\n'));
        assert_eq!((read.table.history().len(), read.complete), ((lines - 1).min(4), lines == 6), "{cut}");
    }
    let zeros = text[..text.len() - 20].to_owned() + &"\0".repeat(20);
    assert_eq!(replay::read::<Kuhn>(&zeros).unwrap().table.history().len(), 4);
}

#[test]
fn what_is_new_continues_what_was_written() {
    let (whole, seats) = (text(), ["ann".to_owned(), "bob".to_owned()]);
    for plies in 0..=4 {
        let mut table = played();
        table.undo_to(plies);
        assert_eq!(replay::write(&table, &seats, Some(7)).trim_end(), {
            let end = if plies == 4 { 6 } else { plies + 1 };
            whole.lines().take(end).collect::<Vec<_>>().join("\n")
        });
        assert!(whole.ends_with(&replay::write_after(&played(), plies)));
        assert_eq!(replay::write_after(&played(), plies).lines().count(), 5 - plies);
    }
}

#[test]
fn undo_is_a_shorter_list() {
    let mut table = played();
    table.undo_to(3);
    assert_eq!(table.history().len(), 3);
    let mut again = Table::new(game());
    [ActionId(2), ActionId(0), BET].into_iter().for_each(|action| again.play(action).unwrap());
    assert_eq!(table.state(), again.state());
    table.undo_to(0);
    assert_eq!(table.state(), &game().start());
}

#[test]
fn a_saved_position_of_something_else_is_refused() {
    let table = played();
    let json = save::to_json(&game(), table.state());
    assert_eq!(save::from_json(&game(), &json).unwrap(), *table.state());
    let complaint = |from: &str, to: &str| {
        assert!(json.contains(from), "{from} is not in {json}");
        save::from_json(&game(), &json.replacen(from, to, 1)).expect_err("changed").to_string()
    };
    assert_eq!(complaint("kuhn", "ludo"), "a position of `ludo`, not of `kuhn`");
    assert!(complaint(r#""version":1"#, r#""version":3"#).contains("kuhn version 3, this program has version 1"));
    assert_eq!(
        complaint(r#"{"cards":3,"forced":false}"#, r#"{"cards":4}"#),
        "a position of kuhn with other options: load the game with the options in the file"
    );
    assert!(complaint(r#"{"cards":3,"forced":false}"#, r#"{"cards":"x"}"#).starts_with("in `options`: invalid type"));
    assert!(
        complaint("[2,0]", "[2,2]").starts_with("impossible position: cards: dealt out of order, or one card twice")
    );
    assert!(complaint("[2,0]", "[2]").starts_with("in `state`: invalid length 1"));
    assert!(complaint("[true,false]", "[true,false,true]").contains("moves[2]: nobody is to move"));
    assert!(save::from_json(&game(), "").unwrap_err().to_string().starts_with("not a saved position: EOF"));
    assert!(save::from_json(&game(), &json[..40]).unwrap_err().to_string().starts_with("not a saved position: EOF"));
}

#[test]
fn a_cut_or_foreign_binary_position_is_refused() {
    let table = played();
    let bytes = save::to_bytes(table.state());
    assert_eq!(save::from_bytes(&game(), &bytes).unwrap(), *table.state());
    for length in 0..bytes.len() {
        assert!(save::from_bytes(&game(), &bytes[..length]).is_err(), "{length} bytes");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert!(save::from_bytes(&game(), &longer).unwrap_err().to_string().contains("longer than its position"));
    let other = Kuhn::new(Options { cards: 4, forced: false }).unwrap();
    assert!(
        save::from_bytes(&other, &bytes).unwrap_err().to_string().contains("another game, version or set of options")
    );
    for byte in 0..bytes.len() {
        // Any single damaged byte is refused or gives a position; it never panics.
        let mut damaged = bytes.clone();
        damaged[byte] ^= 0xff;
        let _ = save::from_bytes(&game(), &damaged);
    }
}

#[test]
fn an_illegal_action_is_refused_and_changes_nothing() {
    let mut table = Table::new(game());
    let before = table.state().clone();
    let error = table.play(ActionId(3)).unwrap_err().to_string();
    assert_eq!(error, "action 3 is not legal here; can be played: 0 (card 0), 1 (card 1), 2 (card 2)");
    assert_eq!(table.state(), &before);
    assert!(table.history().is_empty());
    let over = played().play(BET).unwrap_err().to_string();
    assert_eq!(over, "action 1 is not legal here; nothing can be played: the game is over");
    let unknown = before.parse_action("raise").unwrap_err().to_string();
    assert!(unknown.starts_with("no action is called `raise` here; can be played: 0 (card 0)"), "{unknown}");
}
