//! Scripted players.
//!
//! | file | idea |
//! |---|---|
//! | `think.rs` | a player that rates every option and takes the best |
//! | `worth.rs` | what everybody would have if the game ended now |
//! | `greedy.rs` | the best worth right now |
//! | `majority.rs` | shares that lock a majority, and mergers by who holds what |

mod greedy;
mod majority;
mod think;
mod worth;

use crate::state::AcquireState;
use greedy::Greedy;
use hoyle_core::{BotError, BotInfo, Player, RandomPlayer};
use majority::Majority;
use think::Thinker;
pub(crate) use worth::Books;

/// The scripted players.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", about: "any legal action" },
    BotInfo { name: "greedy", about: "founds, merges and buys for the best worth right now" },
    BotInfo { name: "majority", about: "buys what locks a majority, and merges where it holds the most" },
];

/// The scripted player of this name.
pub fn make(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<AcquireState>>, BotError> {
    match name {
        "random" => {
            BotError::unless_empty(settings)?;
            Ok(Box::new(RandomPlayer))
        }
        "greedy" => {
            BotError::unless_empty(settings)?;
            Ok(Box::new(Thinker(Greedy)))
        }
        "majority" => Ok(Box::new(Thinker(Majority::new(settings)?))),
        _ => Err(BotError::Unknown),
    }
}
