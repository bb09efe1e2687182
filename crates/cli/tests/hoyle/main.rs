//! The real program, run as people and scripts run it.

mod arena;
mod contract;
mod hostile;
mod pages;
mod play;
mod replay;
mod tensor;
mod train;
mod usage;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program, not yet started. Its environment says nothing about colours.
fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoyle"));
    command.args(args).stdin(Stdio::null());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(variable);
    }
    command
}

/// What a run came to.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Run {
    /// The output of a run that must succeed and has nothing to complain about.
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The complaint of a run that must fail with this code and print no data.
    #[track_caller]
    fn fails(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(code), ""), "{}", self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        self.err
    }
}

/// Runs the program to its end.
fn hoyle(args: &[&str]) -> Run {
    command(args).output().expect("the program starts").into()
}

/// Runs the program with this on its standard input.
fn hoyle_told(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.into();
    // The program may end before it has read everything: that is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("writing does not panic");
    output.into()
}

/// A folder of its own for a test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("there is room for files"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of a file as an argument.
    fn arg(&self, name: &str) -> String {
        self.path(name).to_str().expect("temporary paths are UTF-8").to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("the file can be written");
        self.arg(name)
    }

    fn read(&self, name: &str) -> String {
        read(&self.path(name))
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A page of the documentation.
fn docs(page: &str) -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page))
}
