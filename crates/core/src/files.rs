//! Files from outside: where they may be, how large they may be, and how little of them an error repeats.
//!
//! Options and players can name files: cards, decks, menus, models. What a person types may name any file. What stands in a
//! replay, a saved position or the folder of a run was written by somebody else: it may name what comes with the program and
//! files beside it, nothing else. [`FileAccess`] says which of the two it is, and reads.

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Write};
use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// The most bytes of a file that describes something: cards, a deck, a menu, settings, a position.
pub const MAX_TEXT: u64 = 1 << 20;
/// The most bytes of a line: of a replay, of results, of a program that plays.
pub const MAX_LINE: u64 = 1 << 20;
/// What the name of a file ends with while it is written.
pub const PART: &str = ".part";
/// The most bytes of a replay.
pub const MAX_REPLAY: u64 = 16 << 20;

/// Where the files may be that options and players name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// Anywhere: a person typed the name.
    Anywhere,
    /// In this folder and those in it: the name stands in a file that is there. Names are read from this folder on.
    Below(PathBuf),
    /// Nowhere: the name stands in something that is no file. What comes with the program can be named.
    BuiltInOnly,
}

/// Why a file is not read.
#[derive(Debug, Error)]
pub enum FileError {
    /// Something from outside names a file that it must not.
    #[error("it may not be read: {why}")]
    Forbidden {
        /// The name.
        name: String,
        /// Why not, and what to do.
        why: String,
    },
    /// A directory, a device, a pipe.
    #[error("not a file but {0}")]
    Irregular(&'static str),
    /// More than is read.
    #[error("larger than the {most} that such a file may have")]
    TooLarge {
        /// The bound, in words.
        most: String,
    },
    /// Bytes that are no text.
    #[error("not text: it has bytes that are not UTF-8")]
    NotText,
    /// The system refused.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl FileAccess {
    /// What the contents of a file may name: what is beside it.
    pub fn beside(file: &Path) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        Self::Below(folder.unwrap_or(Path::new(".")).to_owned())
    }

    /// The path of a file or folder by its name, if it may be read.
    pub fn locate(&self, name: &str) -> Result<PathBuf, FileError> {
        let forbidden = |why: String| FileError::Forbidden { name: name.to_owned(), why };
        let folder = match self {
            Self::Anywhere => return Ok(PathBuf::from(name)),
            Self::BuiltInOnly => {
                let why = "what does not come from a file can only name what comes with the program";
                return Err(forbidden(why.to_owned()));
            }
            Self::Below(folder) => folder,
        };
        let outside = || {
            let folder = folder.display();
            forbidden(format!("what a file names must be below {folder}; copy it there, or allow its folder (--files)"))
        };
        let inward = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(name).components().all(inward) {
            return Err(outside());
        }
        // Links are followed before it is looked where they lead.
        let (folder, path) = (fs::canonicalize(folder)?, fs::canonicalize(folder.join(name))?);
        if path.starts_with(folder) { Ok(path) } else { Err(outside()) }
    }

    /// The text of a file by its name, of at most [`MAX_TEXT`] bytes.
    pub fn read_text(&self, name: &str) -> Result<String, FileError> {
        read_text(&self.locate(name)?, MAX_TEXT)
    }
}

/// Opens a file, and nothing but a file: what could block or never end is refused before it is opened.
pub fn open(path: &Path) -> Result<File, FileError> {
    check_regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

fn check_regular(metadata: &fs::Metadata) -> Result<(), FileError> {
    match metadata.file_type() {
        kind if kind.is_file() => Ok(()),
        kind if kind.is_dir() => Err(FileError::Irregular("a directory")),
        _ => Err(FileError::Irregular("a device or a pipe")),
    }
}

/// The bytes of a file, if it has not more than `most`.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let file = open(path)?;
    if file.metadata()?.len() > most {
        return Err(too_large(most));
    }
    read_all(file, most)
}

/// The text of a file, if it has not more bytes than `most`.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    text(read(path, most)?)
}

/// All that can be read, if it is not more than `most`.
pub fn read_all(from: impl Read, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// Bytes as text.
pub fn text(bytes: Vec<u8>) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|_| FileError::NotText)
}

fn too_large(most: u64) -> FileError {
    FileError::TooLarge { most: size(most) }
}

/// Writes a file under another name and renames it: whoever reads it finds the old one or the new one, never a part. A link
/// that somebody put in the place of the other name is not followed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(PART);
    let part = PathBuf::from(name);
    // What a program left that was killed while it wrote.
    if fs::symlink_metadata(&part).is_ok() {
        fs::remove_file(&part)?;
    }
    let written = File::options().write(true).create_new(true).open(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    // On a full disk, half a file would only be in the way.
    written.and_then(|()| fs::rename(&part, path)).inspect_err(|_| drop(fs::remove_file(&part)))?;
    // The new name lasts only when the folder is written too; not every system lets a program ask for that.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).ok();
    Ok(())
}

/// Refuses a folder that has anything but files and folders in it: whoever works in it would follow its links elsewhere, or
/// wait for its pipes. Folders in it are not looked into.
pub fn check_folder(folder: &Path) -> Result<(), FileError> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if !kind.is_file() && !kind.is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let what = if kind.is_symlink() { "a link" } else { "a device or a pipe" };
            let why = format!("`{}` is {what}; put the file itself there", brief(&name));
            return Err(FileError::Forbidden { name, why });
        }
    }
    Ok(())
}

/// A number of bytes in words.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

/// A line that was read.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadLine {
    /// The line, without its end; whether it had one.
    Line(Vec<u8>, bool),
    /// It has more than [`MAX_LINE`] bytes; what is left of it comes next, unless [`skip_line`] passes it over.
    TooLong,
    /// There are no more.
    End,
}

/// The next line of any input. However long it is, no more than [`MAX_LINE`] bytes are kept.
pub fn next_line(input: &mut impl BufRead) -> io::Result<ReadLine> {
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(ReadLine::End);
    }
    let ended = line.last() == Some(&b'\n');
    if ended {
        line.pop();
    }
    Ok(if line.len() as u64 <= MAX_LINE { ReadLine::Line(line, ended) } else { ReadLine::TooLong })
}

/// Passes over what is left of a line, however long it is.
pub fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    input.skip_until(b'\n').map(drop)
}

/// What is said of a line of which [`next_line`] says [`ReadLine::TooLong`].
pub fn too_long() -> String {
    format!("longer than the {} that a line may have", size(MAX_LINE))
}

/// A text from outside as an error may repeat it: the beginning of its first line, and of a longer message the end as well.
///
/// ```
/// use hoyle_core::files::brief;
/// assert_eq!(brief("Smithy"), "Smithy");
/// assert_eq!(brief(&"x".repeat(1000)).chars().count(), 80);
/// assert!(brief(&format!("expected {}, found nothing", "x".repeat(1000))).ends_with("found nothing"));
/// ```
pub fn brief(text: &str) -> String {
    const HEAD: usize = 50;
    const TAIL: usize = 27;
    let line = text.lines().next().unwrap_or_default();
    if line.chars().nth(HEAD + TAIL + 3).is_none() {
        return line.to_owned();
    }
    let head: String = line.chars().take(HEAD).collect();
    let mut tail: Vec<char> = line.chars().rev().take(TAIL).collect();
    tail.reverse();
    format!("{head} … {}", tail.into_iter().collect::<String>())
}

/// A parser's message as an error may repeat it: long enough for what it expected, without what it found at length.
pub fn brief_message(text: &str) -> String {
    const MOST: usize = 240;
    let line = text.trim_end_matches('\n').replace('\n', "; ");
    if line.chars().nth(MOST).is_none() {
        return line;
    }
    let head: String = line.chars().take(MOST / 2).collect();
    let mut tail: Vec<char> = line.chars().rev().take(MOST / 2).collect();
    tail.reverse();
    format!("{head} … {}", tail.into_iter().collect::<String>())
}

/// The place of a byte in a text, for people: line and column, counted from 1.
pub fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    (line, String::from_utf8_lossy(&before[start..]).chars().count() + 1)
}

/// What a parser of TOML says of a text, with the place, and without repeating the text at length.
pub fn toml_problem(text: &str, span: Option<std::ops::Range<usize>>, message: &str) -> String {
    let message = brief_message(message);
    match span {
        Some(span) => {
            let (line, column) = place(text, span.start);
            format!("TOML parse error at line {line}, column {column}: {message}")
        }
        None => format!("TOML parse error: {message}"),
    }
}
