//! What can be set.

use serde::{Deserialize, Serialize};

/// Whether treasures play themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Treasures {
    /// All are played when the buy phase begins. Nothing is lost by that in the base set.
    Auto,
    /// The player plays them one by one.
    Hand,
}

/// What a game ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// 1 for the winner, the others share -1; shared by those who share the victory.
    Win,
    /// Points ahead of the best other player, divided by 100.
    Margin,
}

/// All options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How many play, 2-6.
    pub players: u8,
    /// Ten names joined by `+`, the name of a set, or `random`.
    pub kingdom: String,
    /// Which random kingdom.
    pub kingdom_seed: u64,
    /// Further card files, joined by `+`; `further` is built in.
    pub cards: String,
    /// Whether treasures play themselves.
    pub treasures: Treasures,
    /// Whether the macro action 171 is offered.
    pub macro_action: bool,
    /// Turns per player after which the game is broken off.
    pub max_turns: u8,
    /// What a game ends with.
    pub scoring: Scoring,
}

/// Each option with what it does.
pub const HELP: &[(&str, &str)] = &[
    ("players", "how many play, 2-6"),
    ("kingdom", "ten card names joined by +, the name of a recommended set such as first-game, or random"),
    ("kingdom_seed", "which random kingdom: a number"),
    ("cards", "further card files, joined by +; `further` is built in"),
    ("treasures", "auto (played when the buy phase begins) | hand (one by one)"),
    ("macro_action", "whether action 171, play all simple non-terminal actions, is offered: true | false"),
    ("max_turns", "turns per player after which the game is broken off, 1-200"),
    ("scoring", "win (1, or a share of -1) | margin (points ahead, divided by 100)"),
];

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 2,
            kingdom: "first-game".to_owned(),
            kingdom_seed: 0,
            cards: String::new(),
            treasures: Treasures::Auto,
            macro_action: false,
            max_turns: 100,
            scoring: Scoring::Win,
        }
    }
}
