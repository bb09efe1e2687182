//! Replays, names, results, run files and models.

use super::with_text;
use crate::Verdict;
use crate::corpus::play;
use hoyle_brain::Model;
use hoyle_core::FileAccess;
use hoyle_games::{Contest, expand, load, open_replay, open_results, titles};

/// A file of this process with these contents.
pub(super) fn scratch(name: &str, data: &[u8]) -> std::path::PathBuf {
    let file = std::env::temp_dir().join(format!("hoyle-fuzz-{}-{name}", std::process::id()));
    std::fs::write(&file, data).expect("the folder for temporary files can be written");
    file
}

/// The longest message that an error may have: it must not carry the input along.
const MESSAGE: usize = 4096;

fn refused(error: impl std::fmt::Display) -> Verdict {
    let message = error.to_string();
    assert!(message.len() < MESSAGE, "an error of {} bytes", message.len());
    Verdict::Refused
}

pub(super) fn replay(data: &[u8]) -> Verdict {
    with_text(data, |text| match open_replay(text, &FileAccess::BuiltInOnly) {
        Ok(opened) => {
            let again = opened.table.replay();
            let read =
                open_replay(&again, &FileAccess::BuiltInOnly).unwrap_or_else(|e| panic!("cannot be read again: {e}"));
            assert_eq!(read.table.hash(), opened.table.hash(), "another game when read again");
            Verdict::Accepted
        }
        Err(error) => refused(error),
    })
}

/// A game on the first line, a player on the second.
pub(super) fn name(data: &[u8]) -> Verdict {
    with_text(data, |text| {
        let (game, player) = text.split_once('\n').unwrap_or((text, "random"));
        if let Err(error) = expand(game) {
            return refused(error);
        }
        match load(game) {
            // Searches may be as large as users like; that they are named is what is tried here.
            Ok(game) => match game.check_player(player) {
                Ok(()) => Verdict::Accepted,
                Err(error) => refused(error),
            },
            Err(error) => refused(error),
        }
    })
}

/// A text at a table. The first line names a game and how many actions have been played, at random: `ludo 12`.
pub(super) fn action(data: &[u8]) -> Verdict {
    with_text(data, |text| {
        let (place, text) = text.split_once('\n').unwrap_or(("", text));
        let (game, plies) = place.split_once(' ').unwrap_or((place, ""));
        let Some(title) = titles().iter().find(|title| title.name == game) else { return Verdict::Refused };
        let mut state =
            play(load(title.name).expect("every game has a preset").start(), plies.parse().unwrap_or(0).min(300), 1);
        match state.parse_action(text) {
            Ok(action) => {
                state.play(action).expect("what is read can be played");
                Verdict::Accepted
            }
            Err(error) => refused(error),
        }
    })
}

/// A file of a match of Ludo between two players.
pub(super) fn results(data: &[u8]) -> Verdict {
    let game = load("ludo:players=2").expect("a game");
    let players = ["random".to_owned(), "random".to_owned()];
    let options = game.options();
    let contest =
        Contest { options: &options, tournament: false, players: &players, seed: 1, move_limit: None, luck: None };
    let schedule = contest.schedule(&*game).expect("two players at two seats");
    let file = scratch("results.jsonl", data);
    let opened = open_results(&file, &*game, &contest, &schedule);
    opened.map_or_else(refused, |_| Verdict::Accepted)
}

pub(super) fn run_file(data: &[u8]) -> Verdict {
    with_text(data, |text| match hoyle_brain::train::TrainConfig::from_toml(text) {
        Ok(config) => Verdict::of(&config.check()),
        Err(error) => refused(error),
    })
}

/// A network for Ludo, the game with the smallest.
pub(super) fn model(data: &[u8]) -> Verdict {
    let game = load("ludo:players=2").expect("a game");
    Model::read(data, game.spec()).map_or_else(refused, |_| Verdict::Accepted)
}
