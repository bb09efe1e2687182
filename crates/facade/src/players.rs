//! Players by name, and lists of them.

use crate::game::TypedGame;
use crate::nets;
use hoyle_arena::{MakeValuation, RuleOfThumb};
use hoyle_brain::Model;
use hoyle_core::files::brief;
use hoyle_core::names::{MalformedName, Named, UnknownName};
use hoyle_core::{BotError, BotInfo, FileAccess, Game, Player, RandomPlayer, State};
use hoyle_search::{BatchEvaluator, Batched, METHODS, SearchPlayer};
use thiserror::Error;

/// The value function that every game has.
const ESTIMATE: &str = "estimate";

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
    /// A player with a setting or a file that cannot be used.
    #[error("player `{}`: {problem}", brief(player))]
    Problem {
        /// The player.
        player: String,
        /// What is wrong, where, and what to do.
        problem: String,
    },
    /// A name that files and terminals cannot show.
    #[error("player {}: a name cannot have control characters; rename the file", brief(&format!("{:?}", .0)))]
    Unprintable(String),
    /// A person where only programs can play.
    #[error("a person cannot sit here: `{HUMAN}` belongs to `hoyle play`")]
    Human,
    /// A setting before any player.
    #[error("setting `{text}` belongs to no player: write name:{text}", text = brief(.0))]
    Orphan(String),
}

/// Every player that can be named: `random`, then the game's own, weakest first, then those that search, then networks.
pub fn known(bots: &[BotInfo]) -> Vec<BotInfo> {
    let random = BotInfo { name: "random", about: "plays every legal action with the same probability" };
    let own = bots.iter().any(|bot| bot.name == random.name);
    let random = (!own).then_some(random);
    random.into_iter().chain(bots.iter().copied()).chain(METHODS.iter().copied()).chain([nets::NET]).collect()
}

/// Takes a list of players apart: `random,ismcts:sims=500,depth=3,one-ply` names three.
///
/// A comma separates players and also the settings of one player. A piece of the form `key=value`, without a name and a
/// colon before it, is a setting of the player before it; every other piece is a player.
///
/// ```
/// let players = hoyle_facade::players::split("random,ismcts:sims=500,depth=3,one-ply")?;
/// assert_eq!(players, ["random", "ismcts:sims=500,depth=3", "one-ply"]);
/// # Ok::<(), hoyle_facade::players::PlayerError>(())
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

/// The player of a specification: `NAME` or `bot:NAME`, with settings if there are any.
pub(crate) fn player<G: Game>(game: TypedGame<G>, spec: &str) -> Result<Box<dyn Player<G::State>>, PlayerError> {
    player_from(game, spec, &FileAccess::Anywhere)
}

/// The player of a specification from anywhere. Files that it names are read through `files`.
pub(crate) fn player_from<G: Game>(
    game: TypedGame<G>,
    spec: &str,
    files: &FileAccess,
) -> Result<Box<dyn Player<G::State>>, PlayerError> {
    if let Some(wanted) = nets::wanted(spec, game.model, files) {
        return nets::player(game.rules, wanted);
    }
    find(spec, G::bots(), |name, settings| match METHODS.iter().any(|method| method.name == name) {
        true => Ok(Box::new(hoyle_search::player_from(game.rules, name, settings, files)?)),
        false => game.rules.bot_with_files(name, settings, files),
    })
}

/// The value function of a specification, by which luck is told: `estimate`, the game's rule of thumb, or a network.
pub(crate) fn valuation<G: Game>(game: TypedGame<G>, spec: &str) -> Result<Box<MakeValuation<G::State>>, PlayerError> {
    if spec == ESTIMATE {
        return Ok(Box::new(|| Box::new(RuleOfThumb)));
    }
    let wanted = nets::wanted(spec, game.model, &FileAccess::Anywhere)
        .ok_or_else(|| UnknownName::new("value function", spec, [ESTIMATE, nets::NET.name]))?;
    nets::valuation(game.rules, wanted)
}

/// The network of a specification, to be studied.
pub(crate) fn model<G: Game>(game: TypedGame<G>, spec: &str) -> Result<Model, PlayerError> {
    let wanted = nets::wanted(spec, game.model, &FileAccess::Anywhere);
    let wanted = wanted.ok_or_else(|| UnknownName::new("network", spec, [nets::NET.name]))?;
    nets::model(game.rules, wanted)
}

/// The searching player of a specification, to be asked for more than a move.
pub(crate) fn searcher<G: Game>(game: TypedGame<G>, spec: &str) -> Result<SearchPlayer<G::State>, PlayerError> {
    if let Some(wanted) = nets::wanted(spec, game.model, &FileAccess::Anywhere) {
        return nets::searcher(game.rules, wanted);
    }
    let Named { name, settings } = spec.parse()?;
    hoyle_search::player(game.rules, &name, &settings).map_err(|error| no_search(name, error))
}

/// The searching player of a specification, with an evaluator in place of rollouts.
pub(crate) fn searcher_with<G: Game>(
    game: TypedGame<G>,
    spec: &str,
    evaluator: Box<dyn BatchEvaluator>,
) -> Result<SearchPlayer<G::State>, PlayerError> {
    let Named { name, settings } = spec.parse()?;
    let evaluator = Box::new(Batched::new(game.rules.spec(), evaluator));
    hoyle_search::player_with(game.rules, &name, &settings, evaluator).map_err(|error| no_search(name, error))
}

fn no_search(name: String, error: BotError) -> PlayerError {
    match error {
        BotError::Unknown => {
            UnknownName::new("search method", &name, METHODS.iter().chain([&nets::NET]).map(|method| method.name))
                .into()
        }
        BotError::Problem(problem) => PlayerError::Problem { player: name, problem },
    }
}

/// What a game makes of a specification. A name that is not among its players' may still be one that it knows, such as
/// that of a file.
fn find<S: State>(
    spec: &str,
    bots: &[BotInfo],
    make: impl Fn(&str, &[(String, String)]) -> Result<Box<dyn Player<S>>, BotError>,
) -> Result<Box<dyn Player<S>>, PlayerError> {
    if spec.contains(char::is_control) {
        return Err(PlayerError::Unprintable(spec.to_owned()));
    }
    let Named { name, settings } = spec.strip_prefix("bot:").unwrap_or(spec).parse()?;
    if name == HUMAN {
        return Err(PlayerError::Human);
    }
    let made = match make(&name, &settings) {
        Err(BotError::Unknown) if name == "random" => {
            BotError::unless_empty(&settings).map(|()| Box::new(RandomPlayer) as Box<_>)
        }
        made => made,
    };
    made.map_err(|error| match error {
        BotError::Unknown => UnknownName::new("player", &name, known(bots).iter().map(|bot| bot.name)).into(),
        BotError::Problem(problem) => PlayerError::Problem { player: name, problem },
    })
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

    #[test]
    fn settings_and_files_are_the_games_affair() {
        let bots = [BotInfo { name: "deep", about: "" }];
        let error = |spec: &str| {
            let found = find::<hoyle_ludo::LudoState>(spec, &bots, |name, settings| match (name, settings) {
                ("deep", [(key, value)]) if key == "depth" && value == "3" => Ok(Box::new(RandomPlayer)),
                ("deep", _) => Err(BotError::Problem("depth is 3".to_owned())),
                ("bots/my-bot.toml", []) => Err(BotError::Problem("line 2: no such card".to_owned())),
                _ => Err(BotError::Unknown),
            });
            found.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(error("deep:depth=3"), "");
        assert_eq!(error("bot:deep:depth=3"), "");
        assert_eq!(error("deep"), "player `deep`: depth is 3");
        assert_eq!(error("bots/my-bot.toml"), "player `bots/my-bot.toml`: line 2: no such card");
        assert_eq!(
            error("dep"),
            "unknown player `dep` (did you mean `deep`?); players are: random, deep, ismcts, puct, gumbel, pimc, raw, net"
        );
        assert_eq!(error("random"), "");
        assert_eq!(error("random:depth=3"), "player `random`: this player has no setting `depth`");
        assert_eq!(
            error("my\nbot.toml"),
            r#"player "my\nbot.toml": a name cannot have control characters; rename the file"#
        );
    }
}
