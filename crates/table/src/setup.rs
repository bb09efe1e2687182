//! Tables from games by name, from saved positions and from replays.

use crate::{TableError, access, read};
use hoyle_core::FileAccess;
use hoyle_core::files::{MAX_REPLAY, MAX_TEXT};
use hoyle_games::{AnyTable, LoadError, Opened, Step, expand, open_position, open_replay, title};
use std::path::Path;

/// An empty table at the start of a game. Of many games under one name, the seed chooses.
pub fn at_start(game: &str, seed: u64) -> Result<Box<dyn AnyTable>, TableError> {
    let mut games = expand(game)?;
    let chosen = games.swap_remove((seed % games.len() as u64) as usize);
    Ok(title(&chosen.name)?.with_settings(&chosen.settings).map_err(LoadError::from)?.table())
}

/// An empty table at a position in a file. Files that the position names must be beside it, or in the folder that is allowed.
pub fn at_position(path: &Path, allowed: Option<&Path>) -> Result<Box<dyn AnyTable>, TableError> {
    let opened = open_position(&read(path, MAX_TEXT)?, &access(path, allowed));
    opened.map_err(|problem| TableError::Position { path: path.to_owned(), problem: Box::new(problem) })
}

/// A replay in a file, at its end. Files that it names are read through `files`.
pub fn replay(path: &Path, files: &FileAccess) -> Result<Opened, TableError> {
    let opened = open_replay(&read(path, MAX_REPLAY)?, files);
    opened.map_err(|problem| TableError::Replay { path: path.to_owned(), problem })
}

/// Goes back to the position after so many actions.
pub fn go_back_to(table: &mut dyn AnyTable, ply: usize) -> Result<(), TableError> {
    let plies = table.plies();
    if ply > plies {
        return Err(TableError::NoAction { ply, plies });
    }
    table.undo_to(ply);
    Ok(())
}

/// Lets chance and the players of the table act until so many actions were played.
pub fn play_on_to(table: &mut dyn AnyTable, ply: usize) -> Result<(), TableError> {
    while table.plies() < ply {
        match table.step()? {
            Step::Played => {}
            Step::Waiting(seat) => return Err(TableError::Person(seat)),
            Step::Over => return Err(TableError::OverBefore { ply, plies: table.plies() }),
        }
    }
    Ok(())
}
