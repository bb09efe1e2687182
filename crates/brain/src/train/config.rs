//! All that can be set about a training run: the run file, and the command line.

use crate::network::NetworkConfig;
use crate::tensor::TensorConfig;
use hoyle_core::FileAccess;
use hoyle_core::files::{brief, brief_message, toml_problem};
use hoyle_core::names::{Named, UnknownName};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How a network learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Proximal policy optimisation.
    Ppo,
    /// Gumbel AlphaZero.
    Zero,
}

/// Settings by name, as they are typed on the command line.
pub type Settings = &'static [(&'static str, &'static str)];

/// A training run. [`HELP`] says what each setting does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "HELP documents each field, for the command line and the run file too")]
pub struct TrainConfig {
    /// Where the files may be that games and players name: no setting, but who wrote the settings decides it.
    #[serde(skip, default = "anywhere")]
    pub files: FileAccess,
    pub game: String,
    pub method: Method,
    pub seed: u64,
    pub threads: usize,
    pub minutes: f64,
    pub iterations: u64,
    pub games: usize,
    pub lanes: usize,
    pub epochs: usize,
    pub minibatch: usize,
    pub learning_rate: f32,
    pub discount: f32,
    pub lambda: f32,
    pub value_lambda: f32,
    pub clip: f32,
    pub entropy_start: f32,
    pub entropy_end: f32,
    pub value_weight: f32,
    pub extra_weight: f32,
    pub quality_weight: f32,
    pub gradient_limit: f32,
    pub past_share: f32,
    pub past_every: u64,
    pub past_kept: usize,
    pub scripted_share: f32,
    pub scripted: Vec<String>,
    pub imitate: String,
    pub imitate_share: f32,
    pub imitate_rate: f32,
    pub imitate_known: f32,
    pub simulations: u32,
    pub cheap_simulations: u32,
    pub full_share: f32,
    pub window: usize,
    pub reuse: f32,
    pub evaluate_every: f64,
    pub evaluate_games: usize,
    pub final_games: usize,
    pub opponents: Vec<String>,
    pub evaluate_on: String,
    pub layout: String,
    pub from: String,
    pub network: NetworkConfig,
}

/// Each setting with what it does, in the order of the run file.
pub const HELP: &[(&str, &str)] = &[
    ("game", "the game with its options; values joined by | and ranges such as 0..100 give many games, drawn in turn"),
    ("method", "ppo or zero (Gumbel AlphaZero)"),
    ("seed", "of weights, games and minibatches"),
    ("threads", "how many threads play and learn"),
    ("minutes", "how long to train; the learning rate falls to zero by then; 0 for no limit"),
    ("iterations", "how many rounds of play and learning, whichever limit comes first; 0 for no limit"),
    ("games", "games of a round"),
    ("lanes", "games in step on a thread: the batches of inference"),
    ("epochs", "how often a round's decisions are learned from (ppo)"),
    ("minibatch", "decisions per step"),
    ("learning_rate", "of Adam, at the start"),
    ("discount", "of later results, per decision of a seat (ppo)"),
    ("lambda", "of generalised advantage estimation (ppo)"),
    ("value_lambda", "the same for what the value is taught"),
    ("clip", "how far a probability may move in a round (ppo)"),
    ("entropy_start", "what uncertainty is worth at the start (ppo, imitation)"),
    ("entropy_end", "and at the end"),
    ("value_weight", "of the loss of who wins"),
    ("extra_weight", "of the losses of margin and length"),
    ("quality_weight", "of the loss of the candidates' values, where a network has them"),
    ("gradient_limit", "the longest gradient, over all weights"),
    ("past_share", "games against past selves"),
    ("past_every", "rounds between two past selves that are kept"),
    ("past_kept", "how many are kept"),
    ("scripted_share", "games against scripted players"),
    ("scripted", "which, joined by +; each seat draws one"),
    ("imitate", "a scripted player whose choices are learned first; nobody if empty"),
    ("imitate_share", "the share of the run in which they are"),
    (
        "imitate_rate",
        "the learning rate meanwhile, at the start; it falls to zero by their end; 0 for the same as later",
    ),
    ("imitate_known", "how many of the choices that are known already are gone through again"),
    ("simulations", "of a full search (zero)"),
    ("cheap_simulations", "of a cheap one, which moves the game on but is not learned from (zero)"),
    ("full_share", "how many searches are full (zero)"),
    ("window", "decisions that are kept to learn from (zero)"),
    ("reuse", "how often each is learned from in the mean (zero)"),
    ("evaluate_every", "minutes between two matches with the opponents"),
    ("evaluate_games", "games of each of these matches"),
    ("final_games", "games of each match at the end"),
    ("opponents", "scripted players to be measured against, joined by +; all other seats are theirs"),
    ("evaluate_on", "the game of these matches, if another: for setups that were never trained on"),
    ("layout", "which layout a tensor network reads"),
    ("from", "a model to begin with, file or folder; its network and layout are the run's"),
    (
        "network",
        "tensor or graph, with sizes if others are wanted: graph:layers=4,width=128; run.toml names them all, a run keeps its own",
    ),
];

/// Whoever does not read a file asks for what is typed.
fn anywhere() -> FileAccess {
    FileAccess::Anywhere
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            files: FileAccess::Anywhere,
            game: String::new(),
            method: Method::Ppo,
            seed: 1,
            threads: 2,
            minutes: 10.0,
            iterations: 0,
            games: 512,
            lanes: 128,
            epochs: 3,
            minibatch: 2048,
            learning_rate: 1e-3,
            discount: 1.0,
            lambda: 0.9,
            value_lambda: 0.97,
            clip: 0.2,
            entropy_start: 0.05,
            entropy_end: 0.01,
            value_weight: 1.0,
            extra_weight: 0.1,
            quality_weight: 0.5,
            gradient_limit: 0.5,
            past_share: 0.2,
            past_every: 20,
            past_kept: 10,
            scripted_share: 0.0,
            scripted: Vec::new(),
            imitate: String::new(),
            imitate_share: 0.2,
            imitate_rate: 0.0,
            imitate_known: 0.25,
            simulations: 32,
            cheap_simulations: 8,
            full_share: 0.25,
            window: 200_000,
            reuse: 4.0,
            evaluate_every: 1.0,
            evaluate_games: 400,
            final_games: 2000,
            opponents: Vec::new(),
            evaluate_on: String::new(),
            layout: String::new(),
            from: String::new(),
            network: NetworkConfig::Tensor(TensorConfig::default()),
        }
    }
}

impl TrainConfig {
    /// The configuration of a run of a game, with these settings of its own. An error if there is no such setting or it has
    /// no such value.
    pub fn for_game(game: &str, settings: Settings) -> Result<Self, String> {
        let mut config = Self { game: game.to_owned(), ..Self::default() };
        settings.iter().try_for_each(|(name, text)| config.set(name, text))?;
        Ok(config)
    }

    /// The settings of a run file. What it does not name is as for any game.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        Self::from_toml_with(text, &|_| &[])
    }

    /// The settings of a run file. What it does not name is as [`for_game`](Self::for_game) has it with the settings that
    /// `of_game` tells of a game with its options.
    pub fn from_toml_with(text: &str, of_game: &dyn Fn(&str) -> Settings) -> Result<Self, String> {
        let named: Map<String, Value> = toml::from_str(text).map_err(|e| toml_problem(text, e.span(), e.message()))?;
        let game =
            named.get("game").and_then(Value::as_str).ok_or("`game` is missing: which game is to be learned?")?;
        let mut all = Self::for_game(game, of_game(game))?.to_map();
        for (name, value) in named {
            known(&name)?;
            let value = match (all.get(&name), value) {
                (Some(Value::Object(old)), Value::Object(new)) => resized(old, new),
                (_, value) => value,
            };
            all.insert(name, value);
        }
        serde_json::from_value(Value::Object(all)).map_err(|error| brief_message(&error.to_string()))
    }

    /// Changes a setting by name.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        let mut map = self.to_map();
        known(name)?;
        let new = match &map[name] {
            Value::Object(old) => network(text, old)?,
            Value::Array(_) => text.split(['+', ',']).filter(|name| !name.is_empty()).map(Value::from).collect(),
            Value::String(_) => Value::from(text),
            _ => serde_json::from_str(text).map_err(|_| format!("`{name}`: `{text}` is not a number"))?,
        };
        map.insert(name.to_owned(), new);
        let changed: Result<Self, _> = serde_json::from_value(Value::Object(map));
        let changed = changed.map_err(|error| {
            let (text, error) = (brief(text), brief_message(&error.to_string()));
            format!("`{name}`: `{text}` cannot be used: {error}")
        })?;
        *self = Self { files: self.files.clone(), ..changed };
        Ok(())
    }

    /// All settings by name.
    fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    /// What is wrong with it, if anything is.
    pub fn check(&self) -> Result<(), String> {
        const LARGE: f64 = 1e6;
        let number = |x: f32| f64::from(x);
        let bounds = [
            ("threads", self.threads as f64, 1.0, 256.0),
            ("games", self.games as f64, 1.0, LARGE),
            ("lanes", self.lanes as f64, 1.0, 65_536.0),
            ("epochs", self.epochs as f64, 1.0, 1000.0),
            ("minibatch", self.minibatch as f64, 1.0, LARGE),
            ("minutes", self.minutes, 0.0, LARGE),
            ("learning_rate", number(self.learning_rate), 0.0, LARGE),
            ("clip", number(self.clip), 0.0, LARGE),
            ("entropy_start", number(self.entropy_start), 0.0, LARGE),
            ("entropy_end", number(self.entropy_end), 0.0, LARGE),
            ("value_weight", number(self.value_weight), 0.0, LARGE),
            ("extra_weight", number(self.extra_weight), 0.0, LARGE),
            ("quality_weight", number(self.quality_weight), 0.0, LARGE),
            ("gradient_limit", number(self.gradient_limit), 0.0, LARGE),
            ("simulations", f64::from(self.simulations), 2.0, 65_536.0),
            ("cheap_simulations", f64::from(self.cheap_simulations), 2.0, 65_536.0),
            ("window", self.window as f64, 1.0, 1e9),
            ("reuse", number(self.reuse), 0.0, LARGE),
            ("past_kept", self.past_kept as f64, 0.0, 1000.0),
            ("evaluate_every", self.evaluate_every, 0.0, LARGE),
            ("evaluate_games", self.evaluate_games as f64, 0.0, LARGE),
            ("final_games", self.final_games as f64, 0.0, LARGE),
            ("past_share", number(self.past_share), 0.0, 1.0),
            ("scripted_share", number(self.scripted_share), 0.0, 1.0),
            ("imitate_share", number(self.imitate_share), 0.0, 1.0),
            ("imitate_rate", number(self.imitate_rate), 0.0, LARGE),
            ("imitate_known", number(self.imitate_known), 0.0, 1.0),
            ("full_share", number(self.full_share), 0.0, 1.0),
            ("lambda", number(self.lambda), 0.0, 1.0),
            ("value_lambda", number(self.value_lambda), 0.0, 1.0),
            ("discount", number(self.discount), 0.0, 1.0),
        ];
        if let Some((name, value, low, high)) =
            bounds.iter().find(|(_, value, low, high)| !(low..=high).contains(&value))
        {
            return Err(format!("`{name}` is {value}; it must be from {low} to {high}"));
        }
        if self.past_share + self.scripted_share > 1.0 {
            return Err("`past_share` and `scripted_share` are more than 1 together".to_owned());
        }
        if self.minutes <= 0.0 && self.iterations == 0 {
            return Err("neither `minutes` nor `iterations` says when to end".to_owned());
        }
        self.network.check().map_err(|problem| format!("`network`: {problem}"))
    }
}

/// Refuses a setting that there is not.
fn known(name: &str) -> Result<(), String> {
    let names = || HELP.iter().map(|(name, _)| *name);
    if names().any(|known| known == name) {
        return Ok(());
    }
    Err(UnknownName::new("setting", name, names()).to_string())
}

/// A network by its kind, with sizes: `graph:layers=4,width=128`. Sizes that are not named stay, if the kind does.
fn network(text: &str, old: &Map<String, Value>) -> Result<Value, String> {
    const KINDS: [&str; 2] = ["tensor", "graph"];
    let named: Named = text.parse().map_err(|error| format!("`network`: {error}"))?;
    if !KINDS.contains(&named.name.as_str()) {
        return Err(UnknownName::new("network", &named.name, KINDS).to_string());
    }
    let mut new = Map::from_iter([("kind".to_owned(), Value::from(named.name))]);
    for (key, value) in named.settings {
        let value = serde_json::from_str(&value)
            .map_err(|_| format!("`network`: `{key}={value}`: neither a number nor true or false"))?;
        new.insert(key, value);
    }
    Ok(resized(old, new))
}

/// A network with some of its sizes changed, or another.
fn resized(old: &Map<String, Value>, new: Map<String, Value>) -> Value {
    let mut all = if old.get("kind") == new.get("kind") { old.clone() } else { Map::new() };
    all.extend(new);
    Value::Object(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a game may say of itself.
    const SETTINGS: Settings = &[("epochs", "2"), ("network", "graph:width=32,scorer=4,counts=true")];

    fn for_game(game: &str) -> TrainConfig {
        TrainConfig::for_game(game, SETTINGS).unwrap()
    }

    fn from_toml(text: &str) -> Result<TrainConfig, String> {
        TrainConfig::from_toml_with(text, &|_| SETTINGS)
    }

    #[test]
    fn a_run_file_may_be_short() {
        let short = from_toml("game = \"magic:deck0=red\"\nepochs = 7\n[network]\nkind = \"tensor\"").unwrap();
        let game = for_game("magic:deck0=red");
        let network = NetworkConfig::Tensor(TensorConfig::default());
        assert_eq!(short, TrainConfig { epochs: 7, network, ..game.clone() });
        assert_eq!(from_toml(&toml::to_string(&game).unwrap()), Ok(game));
        let problem = |text: &str| from_toml(text).unwrap_err();
        let sized = from_toml("game = \"magic\"\nnetwork = { kind = \"graph\", layers = 3 }").unwrap();
        assert!(sized.network.to_string().starts_with("graph:width=32,layers=3,"), "{}", sized.network);
        assert!(problem("epochs = 7").contains("`game` is missing"));
        assert!(problem("game = \"ludo\"\nepoch = 7").contains("unknown setting `epoch` (did you mean `epochs`?)"));
        assert!(problem("game = \"ludo\"\nepochs = -7").contains("-7"));
    }

    #[test]
    fn sizes_that_are_not_named_stay() {
        let mut config = for_game("magic");
        config.set("network", "graph:layers=3").unwrap();
        let NetworkConfig::Graph(graph) = config.network else { panic!("{}", config.network) };
        assert_eq!((graph.layers, graph.width, graph.scorer, graph.counts), (3, 32, 4, true));
        config.set("network", "tensor:width=32").unwrap();
        assert_eq!(config.network, NetworkConfig::Tensor(TensorConfig { width: 32, ..TensorConfig::default() }));
        assert_eq!(config.network.to_string().parse::<Named>().unwrap().name, "tensor");
        assert!(config.set("network", "garph").unwrap_err().contains("did you mean `graph`?"));
    }
}
