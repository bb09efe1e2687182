//! Scripted players: one that plays at random, and those that say what they buy and otherwise play sensibly.
//!
//! | file | idea |
//! |---|---|
//! | `bots.toml` | the players that come with the game |
//! | `menu.rs` | the language of buy menus |
//! | `sensible.rs` | which action card is played next |
//! | `choices.rs` | what is answered when a card asks |
//! | `traits.rs` | what a card is good for |

mod choices;
mod menu;
mod sensible;
mod traits;

use crate::Dominion;
use crate::state::DominionState;
use hoyle_core::files::{brief, brief_message, toml_problem};
use hoyle_core::{BotError, BotInfo, FileAccess, Player, RandomPlayer};
use menu::{BotFile, Menu};
use sensible::Buyer;
use serde::Deserialize;
use std::sync::LazyLock;
use traits::Traits;

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
    let info = |bot: &'static BotFile| {
        let about = match bot.without.as_str() {
            "" => bot.about.clone(),
            without => format!("{}; without {}: {without}", bot.about, bot.needs.join(" or ")),
        };
        BotInfo { name: &bot.name, about: about.leak() }
    };
    std::iter::once(random).chain(FILES.iter().map(info)).collect()
});

/// The players with a menu whose cards a kingdom has, weakest first.
pub fn fitting(game: &Dominion) -> Vec<&'static str> {
    let rules = game.rules();
    let mut fitting: Vec<&BotFile> = FILES.iter().filter(|bot| bot.fits(rules)).collect();
    for place in 1..fitting.len() {
        if fitting[place].is_second(rules) {
            fitting.swap(place - 1, place);
        }
    }
    fitting.iter().map(|bot| bot.name.as_str()).collect()
}

/// The scripted player of this name, or of the file of this name. None takes settings.
pub fn make(
    game: &Dominion,
    name: &str,
    settings: &[(String, String)],
    files: &FileAccess,
) -> Result<Box<dyn Player<DominionState>>, BotError> {
    BotError::unless_empty(settings)?;
    if name == "random" {
        return Ok(Box::new(RandomPlayer));
    }
    if let Some(bot) = FILES.iter().find(|bot| bot.name == name) {
        return buyer(game, bot).map_err(BotError::Problem);
    }
    if !name.ends_with(".toml") {
        return Err(BotError::Unknown);
    }
    let problem = |what: String| BotError::Problem(format!("{}: {}", brief(name), brief_message(&what)));
    let text = files.read_text(name).map_err(|e| problem(format!("cannot be read: {e}")))?;
    let bot: BotFile = toml::from_str(&text).map_err(|e| problem(toml_problem(&text, e.span(), e.message())))?;
    buyer(game, &bot).map_err(problem)
}

fn buyer(game: &Dominion, bot: &BotFile) -> Result<Box<dyn Player<DominionState>>, String> {
    let rules = game.rules();
    if let Some(needed) = bot.needs.iter().find(|name| menu::find(name, rules).is_err()) {
        return Err(format!("needs `{needed}`: there is no such card"));
    }
    let menu = Menu::bind(&bot.buy, rules)?;
    Ok(Box::new(Buyer { menu, keep: i32::from(bot.keep), traits: Traits::of_game(rules) }))
}
