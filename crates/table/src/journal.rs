//! The file of a game in progress: it grows by what is played.

use crate::{GameFile, TableError};
use hoyle_core::Turn;
use hoyle_games::AnyTable;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A game that is saved again and again. What is new is appended, and is on the disk when a call returns; half a line that a crash
/// leaves at the end is passed over by whoever reads the file. Where appending is not enough, the file is replaced as a whole.
#[derive(Debug)]
pub(crate) struct Journal {
    file: GameFile,
    /// What is in the file, if it is the beginning of the game.
    saved: Option<Saved>,
    /// When it was saved, or begun.
    at: Instant,
}

/// How much of what players do by themselves a crash may take.
const DUE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug)]
struct Saved {
    plies: usize,
    /// Whether the result is there: nothing follows it.
    over: bool,
    /// How many bytes the file has.
    len: u64,
}

impl Journal {
    /// The file is replaced when the game is saved for the first time.
    pub(crate) fn new(file: GameFile) -> Self {
        Self { file, saved: None, at: Instant::now() }
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Actions were taken back, so what is in the file is not the beginning of the game any more.
    pub(crate) fn taken_back(&mut self) {
        self.saved = None;
    }

    /// Brings the file up to the game, if that was not done within the last second.
    pub(crate) fn save_if_due(&mut self, table: &dyn AnyTable) -> Result<(), TableError> {
        if self.at.elapsed() < DUE { Ok(()) } else { self.save(table) }
    }

    /// Brings the file up to the game.
    pub(crate) fn save(&mut self, table: &dyn AnyTable) -> Result<(), TableError> {
        let appended = self.saved.take().and_then(|saved| self.append(saved, table).ok());
        let len = match appended {
            Some(len) => len,
            None => {
                let game = table.replay();
                self.file.write(&game)?;
                game.len() as u64
            }
        };
        self.at = Instant::now();
        self.saved = Some(Saved { plies: table.plies(), over: table.turn() == Turn::Over, len });
        Ok(())
    }

    /// Appends what is new, and tells how long the file is then. It is not touched if somebody else has changed it.
    fn append(&self, saved: Saved, table: &dyn AnyTable) -> io::Result<u64> {
        let found = fs::metadata(self.path())?;
        if !found.is_file() || found.len() != saved.len {
            return Err(io::Error::other("not the file that was left"));
        }
        if saved.over {
            return Ok(saved.len);
        }
        let lines = table.replay_after(saved.plies);
        let mut file = File::options().append(true).open(self.path())?;
        file.write_all(lines.as_bytes())?;
        file.sync_data()?;
        Ok(saved.len + lines.len() as u64)
    }

    /// Writes a game that was taken back to a file of its own; see [`GameFile::write_undone`].
    pub(crate) fn write_undone(&self, game: String) -> Result<PathBuf, TableError> {
        self.file.write_undone(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::Seat;
    use hoyle_games::{Step, load};

    fn table() -> Box<dyn AnyTable> {
        let mut table = load("ludo:players=2").expect("a game").table();
        (0..2).for_each(|seat| table.sit(Seat(seat), "random").expect("a player"));
        table
    }

    #[test]
    fn the_file_is_always_the_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.jsonl");
        let mut journal = Journal::new(GameFile::at(&path, false).expect("it can be written"));
        let mut table = table();
        let mut steps = 0;
        while table.step().expect("they play on") == Step::Played {
            steps += 1;
            match steps {
                50 => fs::remove_file(&path).expect("somebody removes it"),
                60 => fs::write(&path, "something else").expect("somebody changes it"),
                70 => {
                    table.undo_to(40);
                    journal.taken_back();
                }
                _ if steps % 3 > 0 => continue,
                _ => {}
            }
            journal.save(&*table).expect("it can be written");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), table.replay());
        }
        for _ in 0..2 {
            journal.save(&*table).expect("it can be written");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), table.replay());
        }
        table.undo_to(10);
        journal.taken_back();
        journal.save(&*table).expect("it can be written");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), table.replay());
    }
}
