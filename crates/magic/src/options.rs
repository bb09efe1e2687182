//! What can be set.

use serde::{Deserialize, Serialize};

/// What is done before the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mulligans {
    /// The London mulligan.
    London,
    /// Every hand is kept.
    None,
}

/// When a player with priority is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Windows {
    /// When there is something else to do than to pass.
    Real,
    /// Always.
    All,
}

/// Who chooses what a cost is paid with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Payment {
    /// The engine, unless another way of paying would leave mana for a card in hand that this way does not.
    Auto,
    /// The player, whenever sources of different kinds could pay.
    Ask,
}

/// What a player knows of the opponent's deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeckKnowledge {
    /// The list.
    Lists,
    /// What was seen, and that it is one of the metagame's. Every deck must be.
    Metagame,
}

/// What stands for a deck that is drawn at the start from the metagame, each as likely as any other, and that the other
/// player does not know. Only with [`DeckKnowledge::Metagame`].
pub const METAGAME: &str = "metagame";

/// All options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The first player's deck: a name, a file, a list such as `20 Mountain; 4 Shock`, or [`METAGAME`].
    pub deck0: String,
    /// The second player's deck.
    pub deck1: String,
    /// Further card files, joined by `+`; `further` is built in.
    pub cards: String,
    /// Life at the start.
    pub life: u8,
    /// Turns of both players together after which the game is a draw.
    pub max_turns: u16,
    /// What is done before the first turn.
    pub mulligans: Mulligans,
    /// When a player with priority is asked.
    pub windows: Windows,
    /// Who chooses what a cost is paid with.
    pub payment: Payment,
    /// What a player knows of the opponent's deck.
    pub knowledge: DeckKnowledge,
    /// The decks that are played around here: names and files joined by `+`; nothing for the ten built in.
    pub metagame: String,
}

/// Each option with what it does.
pub const HELP: &[(&str, &str)] = &[
    (
        "deck0",
        "the first player's deck: a built-in name, a file (Arena or Forge), a list such as 20 Mountain; 4 Shock, or \
         metagame (with knowledge=metagame: one of them, drawn at the start)",
    ),
    ("deck1", "the second player's deck"),
    ("cards", "further card files, joined by +; `further` is built in"),
    ("life", "life at the start, 1-200"),
    ("max_turns", "turns of both players together after which the game is a draw, 1-1000"),
    ("mulligans", "london | none"),
    ("windows", "real (asked with priority only when there is something to do) | all"),
    ("payment", "auto (asked only when it matters for the rest of the hand) | ask (whenever sources differ)"),
    (
        "knowledge",
        "lists (players know each other's deck lists) | metagame (they know what they saw, and the metagame, which both \
         decks are of)",
    ),
    ("metagame", "decks that are played around here, joined by +, at most 64; nothing for the ten built in"),
];

impl Default for Options {
    fn default() -> Self {
        Self {
            deck0: "red".to_owned(),
            deck1: "green".to_owned(),
            cards: String::new(),
            life: 20,
            max_turns: 200,
            mulligans: Mulligans::London,
            windows: Windows::Real,
            payment: Payment::Auto,
            knowledge: DeckKnowledge::Lists,
            metagame: String::new(),
        }
    }
}
