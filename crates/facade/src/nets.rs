//! Players by networks: `net:FOLDER`, and with settings `net:FOLDER,sims=50` those that search with one. `net` alone is the
//! network that comes with the program.

use crate::players::PlayerError;
use hoyle_arena::MakeValuation;
use hoyle_brain::{Model, NetEvaluator, NetPlayer, NetValuation, NetworkRunner, can_evaluate};
use hoyle_core::files::brief;
use hoyle_core::names::Named;
use hoyle_core::{BotError, BotInfo, FileAccess, Game, Player};
use hoyle_search::SearchPlayer;

/// Networks as they are listed among players.
pub(crate) const NET: BotInfo = BotInfo {
    name: "net",
    about: "a trained network: net:FOLDER, or alone the one that comes with the game; with sims=N it searches",
};

/// A network player that was asked for.
pub(crate) struct Wanted<'a> {
    spec: &'a str,
    path: &'a str,
    settings: &'a str,
    /// The network that comes with the game.
    shipped: Option<&'static [u8]>,
    files: &'a FileAccess,
}

/// Whether a specification names a network: the path comes first, settings follow.
pub(crate) fn wanted<'a>(spec: &'a str, shipped: Option<&'static [u8]>, files: &'a FileAccess) -> Option<Wanted<'a>> {
    let name = spec.strip_prefix("bot:").unwrap_or(spec);
    let rest = if name == "net" { "" } else { name.strip_prefix("net:")? };
    let (path, settings) = match rest.split_once(',').unwrap_or((rest, "")) {
        (setting, _) if setting.contains('=') && !setting.contains('/') => ("", rest),
        both => both,
    };
    Some(Wanted { spec, path, settings, shipped, files })
}

impl Wanted<'_> {
    fn problem(&self, problem: impl std::fmt::Display) -> PlayerError {
        PlayerError::Problem { player: self.spec.to_owned(), problem: problem.to_string() }
    }

    fn model<G: Game>(&self, game: G) -> Result<Model, PlayerError> {
        if self.path.is_empty() {
            let no_model = "this game has no model of its own; name the folder or file of one: net:FOLDER";
            let bytes = self.shipped.ok_or_else(|| self.problem(no_model))?;
            return Model::read(bytes, game.spec()).map_err(|problem| {
                self.problem(format!("the game's own model does not fit: {problem}; name another: net:FOLDER"))
            });
        }
        let path = Model::locate(self.path, self.files).map_err(|error| self.problem(error))?;
        Model::open(&path, game.spec()).map_err(|error| self.problem(error))
    }

    fn settings(&self) -> Result<Vec<(String, String)>, PlayerError> {
        let named: Named = format!("net:{}", self.settings).parse()?;
        Ok(named.settings)
    }
}

/// The player: by the policy alone, or by a search if there are settings of one.
pub(crate) fn player<G: Game>(game: G, wanted: Wanted<'_>) -> Result<Box<dyn Player<G::State>>, PlayerError> {
    let settings = wanted.settings()?;
    if settings.iter().any(|(key, _)| key != "temperature") {
        return Ok(Box::new(searcher(game, wanted)?));
    }
    let temperature = match settings.first() {
        None => 0.0,
        Some((_, text)) => match text.parse::<f32>() {
            Ok(temperature) if (0.0..=100.0).contains(&temperature) => temperature,
            _ => return Err(wanted.problem(format!("setting `temperature`: `{}` is not from 0 to 100", brief(text)))),
        },
    };
    Ok(Box::new(NetPlayer::new(&wanted.model(game)?, temperature)))
}

/// The network itself, of a specification without settings.
pub(crate) fn model<G: Game>(game: G, wanted: Wanted<'_>) -> Result<Model, PlayerError> {
    if let Some((key, _)) = wanted.settings()?.first() {
        return Err(wanted.problem(format!("setting `{}`: a network that is studied has none", brief(key))));
    }
    wanted.model(game)
}

/// The network as a value function by which luck is told.
pub(crate) fn valuation<G: Game>(game: G, wanted: Wanted<'_>) -> Result<Box<MakeValuation<G::State>>, PlayerError> {
    if let Some((key, _)) = wanted.settings()?.first() {
        return Err(wanted.problem(format!("setting `{}`: a value function has none", brief(key))));
    }
    let model = wanted.model(game)?;
    Ok(Box::new(move || Box::new(NetValuation::new(&model))))
}

/// The search with the network as its evaluator. `method` chooses how it searches. If it is not said, by Gumbel, which finds
/// something with few simulations too.
pub(crate) fn searcher<G: Game>(game: G, wanted: Wanted<'_>) -> Result<SearchPlayer<G::State>, PlayerError> {
    let mut settings = wanted.settings()?;
    let method = settings.iter().position(|(key, _)| key == "method").map(|place| settings.remove(place).1);
    let method = method.as_deref().unwrap_or("gumbel");
    // Luck at the root is for self-play; a network has an order of its own for what it does not look at.
    if method == "gumbel" && !settings.iter().any(|(key, _)| key == "root-noise") {
        settings.push(("root-noise".to_owned(), "0".to_owned()));
    }
    can_evaluate(game.spec()).map_err(|reason| wanted.problem(reason))?;
    let evaluator = Box::new(NetEvaluator(NetworkRunner::new(&wanted.model(game)?)));
    let made = hoyle_search::player_with_from(game, method, &settings, evaluator, wanted.files);
    made.map_err(|error| match error {
        BotError::Unknown => wanted.problem("setting `method`: ismcts, puct, gumbel, pimc or raw"),
        BotError::Problem(problem) => wanted.problem(problem),
    })
}
