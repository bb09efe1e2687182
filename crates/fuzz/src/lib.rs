//! Fuzz targets: everything that reads what somebody else wrote, and positions that are played on from there.
//!
//! A target is a function on bytes that must return: whatever the bytes are, it may refuse them with an error, but not panic,
//! hang or eat memory. What it accepts is used: positions are played on with every check of debug builds, replays are
//! written again, card files are played.
//!
//! The same targets are run in two ways: by the mutation loop of this crate on the stable compiler ([`mod@run`], for a
//! minute in the tests and for hours by `cargo xtask fuzz`), and by cargo-fuzz with coverage as a guide (`fuzz/`).
//! `fuzz/corpus` has inputs for each that are right, to begin with.
//!
//! ```
//! let target = hoyle_fuzz::target("replay").unwrap();
//! assert_eq!(target.run(b"no replay"), hoyle_fuzz::Verdict::Refused);
//! ```

mod corpus;
pub mod games;
mod mutate;
pub mod run;
mod targets;

pub use corpus::{Corpus, folder, write_seeds};
pub use mutate::mutate;

use hoyle_core::checks::thoroughly;

/// What a target said of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is not what the reader reads, and the reader said so.
    Refused,
    /// It was read and used.
    Accepted,
}

impl Verdict {
    /// Accepted if something was read.
    fn of<T, E>(read: &Result<T, E>) -> Self {
        if read.is_ok() { Self::Accepted } else { Self::Refused }
    }
}

/// Something that reads bytes from outside.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, also that of its folder of inputs.
    pub name: &'static str,
    /// What it reads.
    pub about: &'static str,
    /// Reads and uses an input. It must return.
    read: fn(&[u8]) -> Verdict,
    /// Whether inputs are generated from a number instead of being mutated from right ones.
    pub generated: bool,
}

impl Target {
    /// Reads and uses an input, with every check of debug builds in every position.
    pub fn run(&self, input: &[u8]) -> Verdict {
        thoroughly(|| (self.read)(input))
    }
}

/// Every target.
pub fn targets() -> &'static [Target] {
    targets::ALL
}

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    targets().iter().find(|target| target.name == name)
}
