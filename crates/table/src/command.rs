//! What is answered at the table, as data, and how a person types it.

use hoyle_core::ActionId;
use hoyle_core::files::brief;
use hoyle_games::Choice;
use std::path::PathBuf;

/// What is to be done.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Play this action.
    Play(ActionId),
    /// Go back to the position before this action; without a number, to the last decision.
    Undo(Option<usize>),
    /// Play again what was taken back, up to the next decision of a person.
    Redo,
    /// Tell the last actions.
    Log(usize),
    /// Show the board and the moves again.
    Board,
    /// Say what can be typed.
    Help,
    /// Say what a search would play.
    Hint,
    /// Say why this action was played; without a number, the last one that was a choice.
    Why(Option<usize>),
    /// Say what a thing of the game is or does.
    Explain(String),
    /// Write the game to this file, or to the one of `--save`.
    Save(Option<PathBuf>),
    /// Leave.
    Quit,
}

/// What [`Command::Help`] says.
pub const HELP: &str = "  3          the move with this number
  T2         the move whose text begins like this
  hint       what a search would play, after a second of thought
  why        why the last move was played, yours or another's; why 12 for action 12
  undo       take your last decision back
  undo 12    go back to before action 12
  redo       play again what you took back, as long as nothing else was played
  log        the last actions; log 50 for more of them
  board      show the board and the moves again
  ? NAME     what a card or another thing of the game does
  save FILE  write the game to a file; `hoyle replay resume FILE` plays it on
  quit       leave";

/// Reads what was typed when these are the moves; an error says what is wrong with it.
pub fn parse(line: &str, legal: &[Choice]) -> Result<Command, String> {
    let line = line.trim();
    // Several words that begin the text of a move are that move, whatever the first of them means otherwise.
    if line.contains(char::is_whitespace) && begins(line, legal).next().is_some() {
        return find(line, legal).map(Command::Play);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let number =
        |rest: &str| rest.parse().map_err(|_| format!("`{}` is no number; the log shows the numbers", brief(rest)));
    match (word.to_lowercase().as_str(), rest) {
        ("" | "board", "") => Ok(Command::Board),
        ("help" | "?", "") => Ok(Command::Help),
        ("help" | "?", name) => Ok(Command::Explain(name.to_owned())),
        ("hint", "") => Ok(Command::Hint),
        ("why", "") => Ok(Command::Why(None)),
        ("why", ply) => Ok(Command::Why(Some(number(ply)?))),
        ("quit" | "exit" | "q", "") => Ok(Command::Quit),
        ("undo", "") => Ok(Command::Undo(None)),
        ("undo", ply) => Ok(Command::Undo(Some(number(ply)?))),
        ("redo", "") => Ok(Command::Redo),
        ("log", "") => Ok(Command::Log(20)),
        ("log", count) => Ok(Command::Log(number(count)?)),
        ("save", "") => Ok(Command::Save(None)),
        ("save", file) => Ok(Command::Save(Some(file.into()))),
        _ => find(line, legal).map(Command::Play),
    }
}

/// A guess at what a misspelt name meant, as the end of a sentence.
pub fn did_you_mean(name: &str, things: &[String]) -> String {
    let closest = hoyle_core::names::closest(name, things.iter().map(String::as_str));
    closest.map_or_else(String::new, |thing| format!("; did you mean `{thing}`?"))
}

/// The move with this number or this text, or the only one whose text begins like this.
fn find(typed: &str, legal: &[Choice]) -> Result<ActionId, String> {
    if let Some(choice) = typed.parse().ok().and_then(|n: usize| legal.get(n.checked_sub(1)?)) {
        return Ok(choice.id);
    }
    let candidates: Vec<&Choice> = begins(typed, legal).collect();
    let exact = candidates.iter().find(|choice| plain(&choice.text) == plain(typed));
    match (exact, candidates.as_slice()) {
        (Some(choice), _) | (None, [choice]) => Ok(choice.id),
        (None, []) => {
            let (typed, last) = (brief(typed), legal.len());
            Err(format!("no move `{typed}`; type a number from 1 to {last}, the beginning of a move, or help"))
        }
        (None, several) => {
            let texts: Vec<String> = several.iter().map(|choice| format!("`{}`", choice.text)).collect();
            Err(format!("`{typed}` may be {}; type more of it", texts.join(" or ")))
        }
    }
}

/// The moves whose text begins like this.
fn begins<'a>(typed: &str, legal: &'a [Choice]) -> impl Iterator<Item = &'a Choice> {
    let wanted = plain(typed);
    legal.iter().filter(move |choice| plain(&choice.text).starts_with(&wanted))
}

/// A text as it is compared: case and the width of gaps do not matter.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<Choice> {
        let texts = ["T1 0>1", "T3 12>18", "T4 12>18 xG1", "T4 12>18"];
        texts.iter().zip([0, 2, 3, 4]).map(|(text, id)| Choice { id: ActionId(id), text: (*text).to_owned() }).collect()
    }

    #[test]
    fn a_move_by_number_by_beginning_and_by_text() {
        let parse = |line| parse(line, &legal());
        assert_eq!(parse("2"), Ok(Command::Play(ActionId(2))));
        assert_eq!(parse(" t3 "), Ok(Command::Play(ActionId(2))));
        assert_eq!(parse("T4 12>18"), Ok(Command::Play(ActionId(4))), "the whole text beats a longer one");
        assert_eq!(parse("t4 12>18 x"), Ok(Command::Play(ActionId(3))));
    }

    #[test]
    fn what_is_unclear_is_asked_back() {
        let parse = |line| parse(line, &legal()).unwrap_err();
        assert_eq!(parse("t4"), "`t4` may be `T4 12>18 xG1` or `T4 12>18`; type more of it");
        assert_eq!(parse("0"), "no move `0`; type a number from 1 to 4, the beginning of a move, or help");
        assert_eq!(parse("5"), "no move `5`; type a number from 1 to 4, the beginning of a move, or help");
        assert_eq!(parse("undo x"), "`x` is no number; the log shows the numbers");
    }

    #[test]
    fn commands_are_whole_words() {
        let parse = |line| parse(line, &legal());
        assert_eq!(parse("undo"), Ok(Command::Undo(None)));
        assert_eq!(parse("UNDO 7"), Ok(Command::Undo(Some(7))));
        assert_eq!(parse("Redo"), Ok(Command::Redo));
        assert_eq!(parse("why"), Ok(Command::Why(None)));
        assert_eq!(parse("why 7"), Ok(Command::Why(Some(7))));
        assert_eq!(parse("log"), Ok(Command::Log(20)));
        assert_eq!(parse("save my game.jsonl"), Ok(Command::Save(Some("my game.jsonl".into()))));
        assert_eq!(parse(""), Ok(Command::Board));
        assert!(parse("und").is_err());
    }

    #[test]
    fn several_words_that_begin_a_move_are_that_move() {
        let texts = ["save T1", "save T2", "undo 12", "quit", "log in"];
        let choice = |(id, text): (u16, &&str)| Choice { id: ActionId(id), text: (*text).to_owned() };
        let legal: Vec<Choice> = (0..).zip(&texts).map(choice).collect();
        let parse = |line| parse(line, &legal);
        assert_eq!(parse("save T1"), Ok(Command::Play(ActionId(0))));
        assert_eq!(parse(" SAVE   t2 "), Ok(Command::Play(ActionId(1))));
        assert_eq!(parse("save t").unwrap_err(), "`save t` may be `save T1` or `save T2`; type more of it");
        assert_eq!(parse("undo 1"), Ok(Command::Play(ActionId(2))));
        assert_eq!(parse("log i"), Ok(Command::Play(ActionId(4))));
        // What begins no move, and a word alone, is a command; a move that is called like one has its number.
        assert_eq!(parse("save T3"), Ok(Command::Save(Some("T3".into()))));
        assert_eq!(parse("save ./T1"), Ok(Command::Save(Some("./T1".into()))));
        assert_eq!(parse("undo 3"), Ok(Command::Undo(Some(3))));
        assert_eq!(parse("quit"), Ok(Command::Quit));
        assert_eq!(parse("4"), Ok(Command::Play(ActionId(3))));
    }
}
