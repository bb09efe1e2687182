//! Players by name, and lists of them.

use hoyle_core::names::{MalformedName, Named, UnknownName};
use hoyle_core::{BotInfo, Game, Player, RandomPlayer};
use thiserror::Error;

/// The name of a seat that a person plays.
pub const HUMAN: &str = "human";

/// Why a player cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlayerError {
    /// Not of the form `name:key=value,key=value`.
    #[error(transparent)]
    Malformed(#[from] MalformedName),
    /// No player has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A player that cannot be set.
    #[error("player `{player}` has no settings: write just `{player}`, without `{setting}`")]
    NoSettings {
        /// The player.
        player: String,
        /// What it was given.
        setting: String,
    },
    /// A person where only programs can play.
    #[error("a person cannot sit here: `{HUMAN}` belongs to `hoyle play`")]
    Human,
    /// A setting before any player.
    #[error("setting `{0}` belongs to no player: write name:{0}")]
    Orphan(String),
}

/// Every player that can be named: `random`, then the game's own, weakest first.
pub fn known(bots: &[BotInfo]) -> Vec<BotInfo> {
    let random = BotInfo { name: "random", about: "plays every legal action with the same probability" };
    let own = bots.iter().any(|bot| bot.name == random.name);
    (!own).then_some(random).into_iter().chain(bots.iter().copied()).collect()
}

/// Takes a list of players apart: `random,ismcts:sims=500,depth=3,one-ply` names three.
///
/// A comma separates players and also the settings of one player. A piece of the form `key=value`, without a name and a
/// colon before it, is a setting of the player before it; every other piece is a player.
///
/// ```
/// let players = hoyle_games::players::split("random,ismcts:sims=500,depth=3,one-ply")?;
/// assert_eq!(players, ["random", "ismcts:sims=500,depth=3", "one-ply"]);
/// # Ok::<(), hoyle_games::players::PlayerError>(())
/// ```
pub fn split(list: &str) -> Result<Vec<String>, PlayerError> {
    let mut players: Vec<String> = Vec::new();
    for piece in list.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let is_setting = piece.split_once('=').is_some_and(|(key, _)| !key.contains(':'));
        match players.last_mut() {
            Some(player) if is_setting => {
                player.push(if player.contains(':') { ',' } else { ':' });
                player.push_str(piece);
            }
            None if is_setting => return Err(PlayerError::Orphan(piece.to_owned())),
            _ => players.push(piece.to_owned()),
        }
    }
    Ok(players)
}

/// The player of a specification: `NAME` or `bot:NAME`.
pub(crate) fn player<G: Game>(game: G, spec: &str) -> Result<Box<dyn Player<G::State>>, PlayerError> {
    let Named { name, settings } = spec.strip_prefix("bot:").unwrap_or(spec).parse()?;
    if name == HUMAN {
        return Err(PlayerError::Human);
    }
    let player = game.bot(&name).or_else(|| (name == "random").then(|| Box::new(RandomPlayer) as _));
    let names = || known(G::bots()).into_iter().map(|bot| bot.name);
    let player = player.ok_or_else(|| UnknownName::new("player", &name, names()))?;
    match settings.into_iter().next() {
        None => Ok(player),
        Some((key, value)) => Err(PlayerError::NoSettings { player: name, setting: format!("{key}={value}") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_taken_apart_where_a_name_starts() {
        let split = |list: &str| split(list).map_err(|e| e.to_string());
        assert_eq!(split("a,b").unwrap(), ["a", "b"]);
        assert_eq!(split(" a , b:x=1 , y=2 ").unwrap(), ["a", "b:x=1,y=2"]);
        assert_eq!(split("a,x=1").unwrap(), ["a:x=1"]);
        assert_eq!(split("bot:a,net:models/x.bin,b:x=net:y").unwrap(), ["bot:a", "net:models/x.bin", "b:x=net:y"]);
        assert!(split("").unwrap().is_empty());
        assert_eq!(split("x=1,a").unwrap_err(), "setting `x=1` belongs to no player: write name:x=1");
    }
}
