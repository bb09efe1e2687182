//! Scripted players: one that plays at random, and one that plays by rules of thumb.
//!
//! | file | idea |
//! |---|---|
//! | `heuristic.rs` | which candidate it takes |
//! | `worth.rs` | what creatures and cards are worth, and whether a spell is good or bad for its target |

mod heuristic;
mod worth;

use crate::state::MagicState;
use heuristic::Heuristic;
use hoyle_core::{BotError, BotInfo, Player, RandomPlayer};

/// The scripted players.
pub static BOTS: &[BotInfo] = &[
    BotInfo { name: "random", about: "any legal action" },
    BotInfo {
        name: "heuristic",
        about: "plays on the curve, removes the best threat, attacks and blocks where it pays, holds counterspells",
    },
];

/// The scripted player of this name. None takes settings.
pub fn make(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<MagicState>>, BotError> {
    BotError::unless_empty(settings)?;
    match name {
        "random" => Ok(Box::new(RandomPlayer)),
        "heuristic" => Ok(Box::new(Heuristic)),
        _ => Err(BotError::Unknown),
    }
}
