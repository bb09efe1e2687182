//! Games and pictures in files: read whole, written whole or not at all.

use crate::args::{Allowed, Save};
use crate::failure::Failure;
use hoyle_core::FileAccess;
use hoyle_core::files::{self, FileError};
use std::fs;
use std::path::{Path, PathBuf};

/// A file that something is written to.
pub struct Saver {
    path: PathBuf,
}

impl Saver {
    /// The file of `--save`, if there is one. What would fail at the end of the game fails now.
    pub fn new(save: &Save) -> Result<Option<Self>, Failure> {
        save.save.as_deref().map(|path| Self::at(path, save.force)).transpose()
    }

    /// A file by its path.
    pub fn at(path: &Path, replace: bool) -> Result<Self, Failure> {
        let shown = path.display();
        if path.is_dir() {
            return Err(Failure::failed(format!("{shown} is a directory; name a file in it")));
        }
        if !replace && path.exists() {
            return Err(Failure::failed(format!("{shown} exists already; name another file, or use --force")));
        }
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if directory.is_some_and(|directory| !directory.is_dir()) {
            return Err(Failure::failed(format!("{shown}: the directory does not exist; create it first")));
        }
        Ok(Self { path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file: under another name first, so that a crash leaves the old one or the new one, never half of one.
    pub fn write(&self, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
        // A link that a person made goes on to lead to the file.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let written = files::write_whole(&path, contents.as_ref());
        written.map_err(|e| Failure::failed(format!("cannot write {}: {e}", self.path.display())))
    }
}

/// The text of a file, or of standard input for `-`, of at most so many bytes.
pub fn read(path: &Path, most: u64) -> Result<String, Failure> {
    let text = match is_stdin(path) {
        true => files::read_all(std::io::stdin(), most).and_then(files::text),
        false => files::read_text(path, most),
    };
    text.map_err(|e| {
        let hint = if matches!(e, FileError::Irregular(_)) { "; name a file, or - for standard input" } else { "" };
        Failure::failed(format!("cannot read {}: {e}{hint}", path.display()))
    })
}

/// Whether a path that was typed stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Where the files may be that a file names: beside it, or where the person allows.
pub fn access(path: &Path, allowed: &Allowed) -> FileAccess {
    match &allowed.folder {
        Some(folder) => FileAccess::Below(folder.clone()),
        None if is_stdin(path) => FileAccess::BuiltInOnly,
        None => FileAccess::beside(path),
    }
}
