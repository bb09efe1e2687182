//! Folders of training runs: resumed as far as reading goes.
//!
//! An input is one file of a folder: its first line says of which run and which file, as in `ppo metrics.jsonl`; the rest are its
//! bytes. All other files of the folder are those of the corpus.

use crate::Verdict;
use crate::corpus::{Corpus, RUNS};
use hoyle_brain::train::{Folder, Report, TrainConfig, TrainError, Watch, train};
use hoyle_core::Game;
use hoyle_core::testing::kuhn::{Kuhn, Options};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The game that the runs of the corpus are of.
pub(crate) fn poker() -> Kuhn {
    Kuhn::new(Options { cards: 9, forced: true }).expect("nine cards are within the bounds")
}

/// Ends a run as soon as everything was read, or after so many rounds.
pub(crate) struct Ends(pub(crate) u64);

impl Watch for Ends {
    fn begin(&mut self, _: &TrainConfig, _: usize, _: &[Report]) {}
    fn round(&mut self, _: &Report) {
        self.0 = self.0.saturating_sub(1);
    }
    fn last_matches(&mut self) {}
    fn wants_end(&self) -> bool {
        self.0 == 0
    }
}

/// An input taken apart: the run, the file in its folder, and what is in it.
fn parts(input: &[u8]) -> Option<(&str, &str, &[u8])> {
    let end = input.iter().position(|&byte| byte == b'\n')?;
    let (run, file) = std::str::from_utf8(&input[..end]).ok()?.split_once(' ')?;
    Some((run, file, &input[end + 1..]))
}

/// The files of the corpus.
fn files() -> &'static [Vec<u8>] {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let target = crate::target("run-folder").expect("this target");
        Corpus::of(target).map(|corpus| corpus.inputs).unwrap_or_default()
    })
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let file = folder.join(name);
    let made = std::fs::create_dir_all(file.parent().unwrap_or(folder)).and_then(|()| std::fs::write(file, bytes));
    made.expect("the folder for temporary files can be written");
}

pub(super) fn folder(data: &[u8]) -> Verdict {
    let Some((run, changed, bytes)) = parts(data) else { return Verdict::Refused };
    let Some((_, config)) = RUNS.iter().find(|(name, _)| *name == run) else { return Verdict::Refused };
    let whole: Vec<_> = files().iter().filter_map(|input| parts(input)).filter(|part| part.0 == run).collect();
    if !whole.iter().any(|&(_, name, _)| name == changed) {
        return Verdict::Refused;
    }
    let path: PathBuf = std::env::temp_dir().join(format!("hoyle-fuzz-{}-run", std::process::id()));
    std::fs::remove_dir_all(&path).ok();
    for (_, name, contents) in whole {
        write(&path, name, if name == changed { bytes } else { contents });
    }
    let opened = Folder::open(&path);
    let told = match opened {
        // What is read counts, not how long a run with other settings would take.
        Ok((folder, _)) => train(&[poker()], &[poker()], &config(), &folder, &mut Ends(0)),
        Err(error) => Err(TrainError::Folder(error)),
    };
    match told {
        Ok(_) => Verdict::Accepted,
        Err(error) => {
            let message = error.to_string();
            assert!(message.len() < 4096, "an error of {} bytes", message.len());
            Verdict::Refused
        }
    }
}
