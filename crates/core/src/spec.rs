//! What is fixed about a game before it starts.

use crate::{ActionParts, GraphSchema, Layout, LayoutId};
use std::sync::Arc;

/// What is fixed about a game before it starts: its numbers, its bounds and its terms.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The game's name, as in `hoyle play NAME`.
    pub name: &'static str,
    /// The version of the rules and ids: a replay or a checkpoint of another version is refused.
    pub version: u32,
    /// What the seats are called, in playing order; its length is the number of seats.
    pub seat_names: Vec<String>,
    /// Action ids are `0..actions`.
    pub actions: usize,
    /// Chance outcomes are `0..chance_outcomes`, a numbering of their own.
    pub chance_outcomes: usize,
    /// What can be asked of `observe`; the first is the default.
    pub layouts: Vec<Layout>,
    /// The terms of `entities`.
    pub graph: Arc<GraphSchema>,
    /// How the actions are made of parts.
    pub parts: Arc<ActionParts>,
    /// The lowest and the highest score of a seat. Where a win is all that counts they are those of a loss and of a win:
    /// a mean score between them is then a chance to win.
    pub score_bounds: (f32, f32),
    /// Whether the scores of all seats add up to zero: what one wins the others lose.
    pub zero_sum: bool,
    /// The most actions, chance included, that a game can take.
    pub length_bound: usize,
    /// Whether every seat sees everything.
    pub perfect_information: bool,
    /// Identifies name, version and options.
    pub fingerprint: u64,
}

impl Spec {
    /// How many seats are played.
    pub fn seats(&self) -> usize {
        self.seat_names.len()
    }

    /// The layout with this id.
    ///
    /// # Panics
    /// If the id is not from this spec.
    pub fn layout(&self, id: LayoutId) -> &Layout {
        &self.layouts[id.0]
    }

    /// The layout of this name.
    pub fn layout_named(&self, name: &str) -> Option<LayoutId> {
        self.layouts.iter().position(|layout| layout.name() == name).map(LayoutId)
    }
}

/// A fingerprint of a game: everything that decides what an action list means.
pub fn fingerprint(name: &str, version: u32, options: &impl serde::Serialize) -> u64 {
    let options = serde_json::to_string(options).expect("options are plain data");
    xxhash_rust::xxh3::xxh3_64(format!("{name} {version} {options}").as_bytes())
}
