//! Files from outside: where they may be, how large they may be, and how little of them is repeated.

use hoyle_core::FileAccess;
use hoyle_core::checks::thread_time;
use hoyle_core::files::{
    FileError, MAX_LINE, MAX_TEXT, ReadLine, brief, brief_message, next_line, place, read_text, skip_line,
};
use hoyle_core::names::{Named, UnknownName, closest};
use std::fs;
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::time::Duration;

/// A folder with `in.txt`, `sub/in.txt`, and beside it a file `out.txt`.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("hoyle-access-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("folder/sub")).unwrap();
        for file in ["folder/in.txt", "folder/sub/in.txt", "out.txt"] {
            fs::write(root.join(file), file).unwrap();
        }
        Self(root)
    }

    fn below(&self) -> FileAccess {
        FileAccess::Below(self.0.join("folder"))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn is_forbidden(access: &FileAccess, name: &str) -> bool {
    matches!(access.read_text(name), Err(FileError::Forbidden { .. }))
}

#[test]
fn what_stands_in_a_file_may_name_what_is_below_its_folder() {
    let place = Place::new("below");
    let below = place.below();
    assert_eq!(FileAccess::beside(&place.0.join("folder/game.jsonl")), below);
    assert_eq!(FileAccess::beside("game.jsonl".as_ref()), FileAccess::Below(".".into()));
    for name in ["in.txt", "./in.txt", "sub/in.txt"] {
        assert!(below.read_text(name).unwrap().starts_with("folder/"), "{name}");
    }
    let inside = place.0.join("folder/in.txt");
    let absolute = inside.to_str().unwrap();
    for name in ["../out.txt", "sub/../in.txt", "..", "/etc/passwd", "/dev/zero", absolute] {
        assert!(is_forbidden(&below, name), "{name}");
    }
    assert!(matches!(below.read_text("nothing.txt"), Err(FileError::System(_))));
    assert!(matches!(below.read_text("sub"), Err(FileError::Irregular("a directory"))));
    assert!(below.read_text("in\0.txt").is_err());
    // Whoever types may name anything; what comes by itself nothing.
    assert!(FileAccess::Anywhere.read_text(absolute).is_ok());
    for name in ["in.txt", absolute] {
        assert!(is_forbidden(&FileAccess::BuiltInOnly, name));
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_before_it_is_looked_where_they_lead() {
    use std::os::unix::fs::symlink;
    let place = Place::new("links");
    let folder = place.0.join("folder");
    symlink(place.0.join("out.txt"), folder.join("out")).unwrap();
    symlink(&place.0, folder.join("up")).unwrap();
    symlink(folder.join("sub/in.txt"), folder.join("in")).unwrap();
    symlink("/dev/zero", folder.join("zero")).unwrap();
    for name in ["out", "up/out.txt", "zero"] {
        assert!(is_forbidden(&place.below(), name), "{name}");
    }
    assert_eq!(place.below().read_text("in").unwrap(), "folder/sub/in.txt");
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_not_opened() {
    let place = Place::new("pipes");
    let pipe = place.0.join("folder/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (access, name) in [(place.below(), "pipe"), (FileAccess::Anywhere, "/dev/zero"), (FileAccess::Anywhere, "/tmp")]
    {
        assert!(matches!(access.read_text(name), Err(FileError::Irregular(_))), "{name}");
    }
}

#[test]
fn files_are_read_up_to_a_bound() {
    let place = Place::new("sizes");
    let file = place.0.join("folder/large");
    fs::write(&file, vec![b'a'; MAX_TEXT as usize]).unwrap();
    assert_eq!(place.below().read_text("large").unwrap().len() as u64, MAX_TEXT);
    fs::write(&file, vec![b'a'; MAX_TEXT as usize + 1]).unwrap();
    let error = place.below().read_text("large").unwrap_err().to_string();
    assert_eq!(error, "larger than the 1 MiB that such a file may have");
    fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(matches!(read_text(&file, 10), Err(FileError::NotText)));
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let long = std::io::repeat(b'x').take(100 << 20);
    let mut input = BufReader::new(b"one\r\n\n".chain(long).chain(&b"\ntwo"[..]));
    let line = |text: &[u8], ended| ReadLine::Line(text.to_vec(), ended);
    assert_eq!(next_line(&mut input).unwrap(), line(b"one\r", true));
    assert_eq!(next_line(&mut input).unwrap(), line(b"", true));
    assert_eq!(next_line(&mut input).unwrap(), ReadLine::TooLong);
    skip_line(&mut input).unwrap();
    assert_eq!(next_line(&mut input).unwrap(), line(b"two", false));
    assert_eq!(next_line(&mut input).unwrap(), ReadLine::End);
    // One that is just not too long, with and without its end.
    for (more, ended) in [(&b"\n"[..], true), (&b""[..], false)] {
        let mut input = BufReader::new(std::io::repeat(b'x').take(MAX_LINE).chain(more));
        assert!(
            matches!(next_line(&mut input).unwrap(), ReadLine::Line(x, e) if x.len() as u64 == MAX_LINE && e == ended)
        );
        assert_eq!(next_line(&mut input).unwrap(), ReadLine::End);
    }
    let mut input = BufReader::new(std::io::repeat(b'x').take(MAX_LINE + 1));
    assert_eq!(next_line(&mut input).unwrap(), ReadLine::TooLong);
    assert_eq!(next_line(&mut input).unwrap(), ReadLine::End);
}

#[test]
fn long_names_are_compared_with_nothing() {
    let known: Vec<String> = (0..4000).map(|n| format!("Lightning Bolt {n}")).collect();
    let name = "Lightning Bolt".repeat(100_000);
    let began = thread_time();
    assert_eq!(closest(&name, known.iter().map(String::as_str)), None);
    let error = UnknownName::new("card", &name, ["Shock"]).to_string();
    assert!(error.len() < 200, "{error}");
    let error = format!("x:{name}").parse::<Named>().unwrap_err().to_string();
    assert!(error.len() < 300, "{error}");
    let took = thread_time().saturating_sub(began);
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!(closest("Lightnin Bolt 7", known.iter().map(String::as_str)), Some("Lightning Bolt 7"));
}

#[test]
fn errors_repeat_little() {
    assert_eq!(brief("one\ntwo"), "one");
    assert_eq!(brief(""), "");
    let exactly = "é".repeat(80);
    assert_eq!(brief(&exactly), exactly);
    assert_eq!(brief(&"é".repeat(81)).chars().count(), 80);
    let message = format!("invalid type: string \"{}\", expected u8", "x".repeat(1 << 20));
    let told = brief_message(&message);
    assert!(told.starts_with("invalid type: string") && told.ends_with("expected u8") && told.len() < 300, "{told}");
    assert_eq!(place("ab\ncd", 4), (2, 2));
    assert_eq!(place("ab\ncd", 400), (2, 3));
}

#[cfg(unix)]
#[test]
fn a_file_is_written_where_it_is_and_not_where_a_link_leads() {
    use std::os::unix::fs::symlink;
    let place = Place::new("written");
    let folder = place.0.join("folder");
    let (precious, file) = (place.0.join("out.txt"), folder.join("new.txt"));
    let before = fs::read(&precious).unwrap();
    symlink(&precious, folder.join("new.txt.part")).unwrap();
    hoyle_core::files::write_whole(&file, b"new").unwrap();
    assert_eq!((fs::read(&file).unwrap().as_slice(), fs::read(&precious).unwrap()), (&b"new"[..], before));
    assert!(!folder.join("new.txt.part").exists());
}

#[cfg(unix)]
#[test]
fn a_folder_with_links_is_refused() {
    let place = Place::new("folder-with-links");
    let folder = place.0.join("folder");
    hoyle_core::files::check_folder(&folder).unwrap();
    std::os::unix::fs::symlink(&place.0, folder.join("past")).unwrap();
    let error = hoyle_core::files::check_folder(&folder).unwrap_err().to_string();
    assert_eq!(error, "it may not be read: `past` is a link; put the file itself there");
}
