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

/// A setting of a training run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainSetting {
    /// Its name in the run file. The command line has dashes in place of underscores.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Another name that is understood as well.
    pub formerly: Option<&'static str>,
}

/// A number among the settings, to be held against its bounds.
trait Bounded {
    fn number(&self) -> f64;
}

macro_rules! bounded {
    ($($kind:ty),*) => {
        $(impl Bounded for $kind {
            fn number(&self) -> f64 {
                *self as f64
            }
        })*
    };
}
bounded!(usize, u32, u64, f32, f64);

/// The largest number that most settings may be.
const LARGE: f64 = 1e6;

/// From one line for each setting: the struct, the defaults, the bounds, and what the run file and the command line know.
macro_rules! settings {
    ($(
        $name:ident: $kind:ty = $default:expr, $help:literal $(, from $low:literal, to $high:expr)? $(, formerly $old:literal)?;
    )*) => {
        /// A training run. [`SETTINGS`] lists all that can be set.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct TrainConfig {
            /// Where the files may be that games and players name: no setting, but who wrote the settings decides it.
            #[serde(skip, default = "anywhere")]
            pub files: FileAccess,
            $(#[doc = $help] pub $name: $kind,)*
        }

        /// Each setting, in the order of the run file.
        pub const SETTINGS: &[TrainSetting] =
            &[$(TrainSetting { name: stringify!($name), help: $help, formerly: settings!(@old $($old)?) },)*];

        impl Default for TrainConfig {
            fn default() -> Self {
                Self { files: FileAccess::Anywhere, $($name: $default,)* }
            }
        }

        impl TrainConfig {
            /// What is wrong with a number by itself, if anything is.
            fn check_bounds(&self) -> Result<(), String> {
                $($(
                    let value = self.$name.number();
                    if !($low..=$high).contains(&value) {
                        return Err(format!("`{}` is {value}; it must be from {} to {}", stringify!($name), $low, $high));
                    }
                )?)*
                Ok(())
            }
        }
    };
    (@old) => { None };
    (@old $old:literal) => { Some($old) };
}

settings! {
    game: String = String::new(),
        "the game with its options; values joined by | and ranges such as 0..100 give many games, drawn in turn";
    method: Method = Method::Ppo,
        "ppo or zero (Gumbel AlphaZero)";
    seed: u64 = 1,
        "of weights, games and minibatches";
    threads: usize = 2,
        "how many threads play and learn",
        from 1.0, to 256.0;
    minutes: f64 = 10.0,
        "how long to train; the learning rate falls to zero by then; 0 for no limit",
        from 0.0, to LARGE;
    iterations: u64 = 0,
        "how many rounds of play and learning, whichever limit comes first; 0 for no limit";
    games: usize = 512,
        "games of a round",
        from 1.0, to LARGE;
    envs_per_thread: usize = 128,
        "games in step on a thread: the batches of inference",
        from 1.0, to 65_536.0, formerly "lanes";
    epochs: usize = 3,
        "how often a round's decisions are learned from (ppo)",
        from 1.0, to 1000.0;
    minibatch: usize = 2048,
        "decisions per step",
        from 1.0, to LARGE;
    learning_rate: f32 = 1e-3,
        "of Adam, at the start",
        from 0.0, to LARGE;
    discount: f32 = 1.0,
        "of later results, per decision of a seat (ppo)",
        from 0.0, to 1.0;
    lambda: f32 = 0.9,
        "of generalised advantage estimation (ppo)",
        from 0.0, to 1.0;
    value_lambda: f32 = 0.97,
        "the same for what the value is taught",
        from 0.0, to 1.0;
    clip_epsilon: f32 = 0.2,
        "how far a probability may move in a round (ppo)",
        from 0.0, to LARGE, formerly "clip";
    entropy_start: f32 = 0.05,
        "what uncertainty is worth at the start (ppo, imitation)",
        from 0.0, to LARGE;
    entropy_end: f32 = 0.01,
        "and at the end",
        from 0.0, to LARGE;
    value_weight: f32 = 1.0,
        "of the loss of who wins",
        from 0.0, to LARGE;
    aux_coef: f32 = 0.1,
        "of the losses of margin and length",
        from 0.0, to LARGE, formerly "extra_weight";
    q_coef: f32 = 0.5,
        "of the loss of the candidates' values, where a network has them",
        from 0.0, to LARGE, formerly "quality_weight";
    max_grad_norm: f32 = 0.5,
        "the longest gradient, over all weights",
        from 0.0, to LARGE, formerly "gradient_limit";
    watch: f32 = 0.0,
        "the share of decisions at which another seat's view is learned from too: who wins, as it looks to who only watches (ppo)",
        from 0.0, to 1.0;
    insight_share: f32 = 0.01,
        "the share of decisions at which counterfactual positions are evaluated: what impact, threat, synergy and potential are taught by",
        from 0.0, to 1.0;
    insight_coef: f32 = 10.0,
        "of the losses of these",
        from 0.0, to LARGE;
    belief_share: f32 = 0.1,
        "the share of decisions at which what hidden hands held is learned",
        from 0.0, to 1.0;
    belief_coef: f32 = 1.0,
        "of the loss of that",
        from 0.0, to LARGE;
    insight_detached: bool = true,
        "whether what these heads learn moves nothing but them: policy and value are then what they are without";
    past_share: f32 = 0.2,
        "games against past selves",
        from 0.0, to 1.0;
    past_every: u64 = 20,
        "rounds between two past selves that are kept";
    past_kept: usize = 10,
        "how many are kept",
        from 0.0, to 1000.0;
    scripted_share: f32 = 0.0,
        "games against scripted players",
        from 0.0, to 1.0;
    scripted: Vec<String> = Vec::new(),
        "which, joined by +; each seat draws one";
    imitate: String = String::new(),
        "a scripted player whose choices are learned first; nobody if empty";
    imitate_share: f32 = 0.2,
        "the share of the run in which they are",
        from 0.0, to 1.0;
    imitate_rate: f32 = 0.0,
        "the learning rate meanwhile, at the start; it falls to zero by their end; 0 for the same as later",
        from 0.0, to LARGE;
    imitate_known: f32 = 0.25,
        "how many of the choices that are known already are gone through again",
        from 0.0, to 1.0;
    simulations: u32 = 32,
        "of a full search (zero)",
        from 2.0, to 65_536.0;
    cheap_simulations: u32 = 8,
        "of a cheap one, which moves the game on but is not learned from (zero)",
        from 2.0, to 65_536.0;
    full_share: f32 = 0.25,
        "how many searches are full (zero)",
        from 0.0, to 1.0;
    window: usize = 200_000,
        "decisions that are kept to learn from (zero)",
        from 1.0, to 1e9;
    reuse: f32 = 4.0,
        "how often each is learned from in the mean (zero)",
        from 0.0, to LARGE;
    evaluate_every: f64 = 1.0,
        "minutes between two matches with the opponents",
        from 0.0, to LARGE;
    evaluate_games: usize = 400,
        "games of each of these matches",
        from 0.0, to LARGE;
    final_games: usize = 2000,
        "games of each match at the end",
        from 0.0, to LARGE;
    opponents: Vec<String> = Vec::new(),
        "scripted players to be measured against, joined by +; all other seats are theirs";
    evaluate_on: String = String::new(),
        "the game of these matches, if another: for setups that were never trained on";
    layout: String = String::new(),
        "which layout a tensor network reads";
    from: String = String::new(),
        "a model to begin with, file or folder; its network and layout are the run's";
    network: NetworkConfig = NetworkConfig::Tensor(TensorConfig::default()),
        "tensor or graph, with sizes if others are wanted: graph:layers=4,width=128; run.toml names them all, a run keeps its own";
}

/// Whoever does not read a file asks for what is typed.
fn anywhere() -> FileAccess {
    FileAccess::Anywhere
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
            let name = known(&name)?;
            let value = match (all.get(name), value) {
                (Some(Value::Object(old)), Value::Object(new)) => resized(old, new),
                (_, value) => value,
            };
            all.insert(name.to_owned(), value);
        }
        serde_json::from_value(Value::Object(all)).map_err(|error| brief_message(&error.to_string()))
    }

    /// Changes a setting by name.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        let mut map = self.to_map();
        let name = known(name)?;
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
        self.check_bounds()?;
        if self.past_share + self.scripted_share > 1.0 {
            return Err("`past_share` and `scripted_share` are more than 1 together".to_owned());
        }
        if self.minutes <= 0.0 && self.iterations == 0 {
            return Err("neither `minutes` nor `iterations` says when to end".to_owned());
        }
        self.network.check().map_err(|problem| format!("`network`: {problem}"))
    }
}

/// The name of a setting by that or by its former name; an error if there is none.
fn known(name: &str) -> Result<&'static str, String> {
    let found = SETTINGS.iter().find(|setting| setting.name == name || setting.formerly == Some(name));
    found
        .map(|setting| setting.name)
        .ok_or_else(|| UnknownName::new("setting", name, SETTINGS.iter().map(|setting| setting.name)).to_string())
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
        let former = TrainConfig::from_toml("game = \"magic\"\nlanes = 3\ngradient_limit = 7").unwrap();
        assert_eq!((former.envs_per_thread, former.max_grad_norm), (3, 7.0));
        let negative = TrainConfig::from_toml("game = \"ludo\"\nclip = -1").unwrap();
        assert_eq!(negative.check(), Err("`clip_epsilon` is -1; it must be from 0 to 1000000".to_owned()));
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
