//! Scripted players: one that plays at random, and those that say what they buy and otherwise play sensibly.
//!
//! | file | idea |
//! |---|---|
//! | `bots.toml` | the players that come with the game |
//! | `menu.rs` | the language of buy menus |
//! | `sensible.rs` | how every action card is played |

mod menu;
mod sensible;

use crate::Dominion;
use crate::state::DominionState;
use hoyle_core::{BotError, BotInfo, Player, RandomPlayer};
use menu::{BotFile, Menu};
use sensible::Buyer;
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    bot: Vec<BotFile>,
}

static FILES: LazyLock<Vec<BotFile>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("bots.toml")).expect("the players are correct; a test reads them");
    file.bot
});

/// The scripted players.
pub static BOTS: LazyLock<Vec<BotInfo>> = LazyLock::new(|| {
    let random = BotInfo { name: "random", about: "any legal action" };
    std::iter::once(random).chain(FILES.iter().map(|bot| BotInfo { name: &bot.name, about: &bot.about })).collect()
});

/// The scripted player of this name, or of the file of this name.
pub fn bot(game: &Dominion, name: &str) -> Result<Box<dyn Player<DominionState>>, BotError> {
    if name == "random" {
        return Ok(Box::new(RandomPlayer));
    }
    if let Some(bot) = FILES.iter().find(|bot| bot.name == name) {
        return buyer(game, bot).map_err(BotError::Problem);
    }
    if !name.ends_with(".toml") {
        return Err(BotError::Unknown);
    }
    let problem = |what: String| BotError::Problem(format!("{name}: {what}"));
    let text = std::fs::read_to_string(name).map_err(|e| problem(format!("cannot be read: {e}")))?;
    let bot: BotFile = toml::from_str(&text).map_err(|e| problem(e.to_string().trim_end().to_owned()))?;
    buyer(game, &bot).map_err(problem)
}

fn buyer(game: &Dominion, bot: &BotFile) -> Result<Box<dyn Player<DominionState>>, String> {
    Ok(Box::new(Buyer { menu: Menu::bind(&bot.buy, game.rules())? }))
}
