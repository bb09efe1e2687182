//! Games and pictures in files: read whole, written whole or not at all.

use crate::TableError;
use hoyle_core::FileAccess;
use hoyle_core::files;
use std::fs;
use std::path::{Path, PathBuf};

/// A file that a game, or something else, is written to.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
}

impl GameFile {
    /// A file by its path. What would fail when it is written fails now.
    pub fn at(path: &Path, replace: bool) -> Result<Self, TableError> {
        if path.is_dir() {
            return Err(TableError::Directory(path.to_owned()));
        }
        // Such a thing would be replaced by a file, not written to.
        if path.exists() && !path.is_file() {
            return Err(TableError::Irregular(path.to_owned()));
        }
        if !replace && path.exists() {
            return Err(TableError::Exists(path.to_owned()));
        }
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if directory.is_some_and(|directory| !directory.is_dir()) {
            return Err(TableError::NoDirectory(path.to_owned()));
        }
        Ok(Self { path: path.to_owned() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file: under another name first, so that a crash leaves the old one or the new one, never half of one.
    pub fn write(&self, contents: impl AsRef<[u8]>) -> Result<(), TableError> {
        // A link that a person made goes on to lead to the file.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let written = files::write_whole(&path, contents.as_ref());
        written.map_err(|problem| TableError::Write { path: self.path.clone(), problem })
    }

    /// Writes a game that was taken back to a file of its own beside this one: `game.undone-1.jsonl`, or the next number that
    /// is free.
    pub fn write_undone(&self, contents: impl AsRef<[u8]>) -> Result<PathBuf, TableError> {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = self.path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
        let free = (1..).map(|number| self.path.with_file_name(format!("{stem}.undone-{number}{ending}")));
        let path = free.into_iter().find(|path| !path.exists()).unwrap_or_default();
        Self { path: path.clone() }.write(contents)?;
        Ok(path)
    }
}

/// The text of a file, or of standard input for `-`, of at most so many bytes.
pub fn read(path: &Path, most: u64) -> Result<String, TableError> {
    let text = match is_stdin(path) {
        true => files::read_all(std::io::stdin(), most).and_then(files::text),
        false => files::read_text(path, most),
    };
    text.map_err(|problem| TableError::Read { path: path.to_owned(), problem })
}

/// Whether a path that was typed stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Where the files may be that a file names: beside it, or in the folder that a person allows.
pub fn access(path: &Path, allowed: Option<&Path>) -> FileAccess {
    match allowed {
        Some(folder) => FileAccess::Below(folder.to_owned()),
        None if is_stdin(path) => FileAccess::BuiltInOnly,
        None => FileAccess::beside(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_taken_back_have_numbers() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("my.game.jsonl");
        let file = GameFile::at(&path, false).expect("it can be written");
        for number in 1..3 {
            let undone = file.write_undone(format!("{number}")).expect("it can be written");
            assert_eq!(undone.file_name().expect("a name"), &*format!("my.game.undone-{number}.jsonl"));
            assert_eq!(fs::read_to_string(undone).expect("it is there"), number.to_string());
        }
        assert!(!path.exists());
        let plain = GameFile::at(&folder.path().join("game"), false).expect("it can be written");
        assert!(plain.write_undone("").expect("it can be written").ends_with("game.undone-1"));
    }
}
