//! The targets, by what they read.

mod cards;
mod files;
mod positions;
mod protocol;
pub(crate) mod runs;

use crate::{Target, Verdict};

macro_rules! targets {
    ($($name:literal, $run:path, $generated:literal, $about:literal;)+) => {
        pub(crate) const ALL: &[Target] =
            &[$(Target { name: $name, about: $about, read: $run, generated: $generated }),+];
    };
}

targets! {
    "replay", files::replay, false, "replays of any game, written again when they are read";
    "position", positions::json, false, "positions of any game in JSON, played on";
    "position-binary", positions::binary, false, "positions of any game in binary form, played on";
    "name", files::name, false, "names of games and players with their settings";
    "action", files::action, false, "texts of actions, at a table of each game";
    "protocol", protocol::lines, false, "lines of a program that plays";
    "results", files::results, false, "results of matches in files";
    "run-file", files::run_file, false, "settings of training runs";
    "run-folder", runs::folder, false, "files of training runs that are resumed";
    "model", files::model, false, "networks in files";
    "dominion-cards", cards::dominion_file, false, "card files of Dominion, mutated";
    "dominion-menu", cards::dominion_menu, false, "menus of Dominion's scripted players";
    "dominion-made", cards::dominion_made, true, "card files of Dominion that are well formed, played";
    "magic-cards", cards::magic_file, false, "card files of Magic, mutated";
    "magic-deck", cards::magic_deck, false, "deck lists of Magic";
    "magic-scenario", cards::magic_scenario, false, "scenario files of Magic, played";
    "magic-made", cards::magic_made, true, "card files of Magic that are well formed, played";
}

/// The input as text; what is no text is refused, as everywhere where files are read.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// A number of the input, for what is to be drawn at random.
fn seed(data: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(data)
}

/// Runs a target on text.
fn with_text(data: &[u8], run: impl FnOnce(&str) -> Verdict) -> Verdict {
    text(data).map_or(Verdict::Refused, run)
}
