//! Scripted players.
//!
//! | file | idea |
//! |---|---|
//! | `best_rated.rs` | a player that rates every option and takes the best |
//! | `accounts.rs` | what everybody would have if the game ended now |
//! | `greedy.rs` | the best worth right now |
//! | `majority.rs` | shares that lock a majority, and mergers by who holds what |

mod accounts;
mod best_rated;
mod greedy;
mod majority;

use crate::state::AcquireState;
pub(crate) use accounts::Accounts;
use best_rated::BestRated;
use greedy::Greedy;
use hoyle_core::{BotError, BotInfo, Player, RandomPlayer};
use majority::Majority;

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
            Ok(Box::new(BestRated(Greedy)))
        }
        "majority" => Ok(Box::new(BestRated(Majority::new(settings)?))),
        _ => Err(BotError::Unknown),
    }
}
