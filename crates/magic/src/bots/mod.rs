use crate::state::MagicState;
use hoyle_core::{BotError, BotInfo, Player, RandomPlayer};
pub static BOTS: &[BotInfo] = &[BotInfo { name: "random", about: "any legal action" }];
pub fn bot(name: &str) -> Result<Box<dyn Player<MagicState>>, BotError> {
    if name == "random" { Ok(Box::new(RandomPlayer)) } else { Err(BotError::Unknown) }
}
