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

/// What players see of another's discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Discards {
    /// What lies on top, as printed: whatever is laid there in the open, but not a hand that was not played.
    Top,
    /// All of it.
    Open,
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
    /// What the macro action 171 plays: `off`, `simple`, or a list of cards and kinds of cards joined by `+`.
    #[serde(rename = "macro")]
    pub macro_rule: String,
    /// Turns per player after which the game is broken off.
    pub max_turns: u8,
    /// What a game ends with.
    pub scoring: Scoring,
    /// What players see of another's discard pile.
    pub discards: Discards,
}

/// Each option with what it does.
pub const HELP: &[(&str, &str)] = &[
    ("players", "how many play, 2-6"),
    ("kingdom", "ten card names joined by +, the name of a recommended set such as first-game, or random"),
    ("kingdom_seed", "which random kingdom: a number"),
    ("cards", "further card files, joined by +; `further` is built in"),
    ("treasures", "auto (played when the buy phase begins) | hand (one by one)"),
    (
        "macro",
        "what action 171 plays at once: off | simple | cards and kinds joined by + in order of preference (cantrip, village, \
         nonterminal, draw, money, throne), such as Market+nonterminal",
    ),
    ("max_turns", "turns per player after which the game is broken off, 1-200"),
    ("scoring", "win (1, or a share of -1) | margin (points ahead, divided by 100)"),
    ("discards", "top (of another's discard pile only what was laid there openly is known) | open (all of it)"),
];

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 2,
            kingdom: "first-game".to_owned(),
            kingdom_seed: 0,
            cards: String::new(),
            treasures: Treasures::Auto,
            macro_rule: "off".to_owned(),
            max_turns: 100,
            scoring: Scoring::Win,
            discards: Discards::Top,
        }
    }
}
