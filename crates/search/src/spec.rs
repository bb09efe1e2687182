//! Searching players by name: `ismcts:sims=500,rollout=greedy`.

use crate::beliefs::BeliefSource;
use crate::evaluate::{Estimates, Evaluator, EvaluatorError, PlayedOn, RandomRollouts, Rollouts};
use crate::halving::Gumbel;
use crate::mode::Minding;
use crate::prune::PruneBy;
use crate::search::Others;
use crate::searcher::{Method, RootNoise, Searcher, Settings};
use hoyle_core::files::brief;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, BotError, BotInfo, FileAccess, Game, NoAnswer, Player, Rng, State, View};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// The searching players.
pub const METHODS: &[BotInfo] = &[
    BotInfo { name: "ismcts", about: "information-set tree search: a new deal for every descent" },
    BotInfo { name: "puct", about: "the same by probabilities, as AlphaZero" },
    BotInfo { name: "gumbel", about: "sequential halving of the likeliest actions, as Gumbel AlphaZero" },
    BotInfo { name: "pimc", about: "perfect-information search in several deals" },
    BotInfo { name: "raw", about: "no search: what the rollout player would play" },
];

/// A setting of a searching player.
struct Setting<T: 'static> {
    name: &'static str,
    /// What it is if it is not given, unless the method decides otherwise.
    default: T,
    /// The lowest and the highest value of a number.
    bounds: Option<(T, T)>,
}

/// From one line for each setting: how it is read, and what is listed of it.
macro_rules! settings {
    ($($id:ident: $kind:ty = $name:literal, $default:expr $(, from $low:expr, to $high:expr)?, about $help:literal;)*) => {
        $(
            const $id: Setting<$kind> =
                Setting { name: $name, default: $default, bounds: settings!(@bounds $($low, $high)?) };
        )*
        /// What can be set about a searching player: names, and what they do.
        pub const SETTINGS: &[(&str, &str)] = &[$(($name, $help),)*];
    };
    (@bounds) => { None };
    (@bounds $low:expr, $high:expr) => { Some(($low, $high)) };
}

settings! {
    SIMS: u32 = "sims", 500, from 1, to u32::MAX / 4,
        about "how many descents a move, 500 if no time is given";
    TIME: f32 = "time", 0.0, from 0.0, to 86_400.0,
        about "how many seconds a move";
    NODES: usize = "nodes", 4_000_000, from 2, to 1 << 30,
        about "how many nodes the tree may have, 4000000";
    ROLLOUT: &str = "rollout", "random",
        about "who plays a game to its end: random, players joined by + (each seat draws one), or estimate";
    CUT: u32 = "cut", u32::MAX, from 0, to u32::MAX,
        about "after how many decisions a rollout is broken off and judged; never if not given";
    LATER: f32 = "later", 0.5, from 0.0, to 1.0,
        about "the share of what a network says after the rollout, beside what it says before, 0.5";
    NOISE: f32 = "noise", 0.0, from 0.0, to 1.0,
        about "the share of rollout decisions that are random, 0";
    PRIOR: f32 = "prior", 0.0, from 0.0, to 1.0,
        about "the share of probability that the rollout player's choice gets, 0 (puct, gumbel); 1 for raw";
    OTHERS: &str = "others", "best",
        about "how other seats choose: best (knowing the searcher's hand), policy (as the evaluator says of their own view), or blind (by simulations \
               of their own, in which that hand is dealt again)";
    BLIND: f32 = "blind", 0.25, from 0.05, to 0.9,
        about "which share of the simulations is theirs, 0.25 (blind)";
    PRUNE: f32 = "prune", 0.0, from 0.0, to 1.0,
        about "candidates below this share of the best are dropped before they are tried, 0";
    KEEP: usize = "keep", 0, from 0, to 4096,
        about "how many candidates of the root are kept at most, all if not given (not pimc, raw)";
    PRUNE_BY: &str = "prune-by", "prior",
        about "by what those are chosen: prior, or impact (what each is worth, by the evaluator one step ahead)";
    BELIEFS: &str = "beliefs", "count",
        about "what hidden hands are taken to hold: count (by the exact chances), net (as the evaluator believes), or watch (by what others did)";
    MODE: &str = "mode", "off",
        about "whether it works otherwise where it is winning or desperate: auto, or off";
    K: f32 = "k", 0.7, from 0.0, to 100.0,
        about "how much is tried out, 0.7 (ismcts, pimc)";
    C: f32 = "c", 1.25, from 0.0, to 100.0,
        about "how much is tried out, 1.25 (puct)";
    ROOT_NOISE: f32 = "root-noise", 0.0, from 0.0, to 1.0,
        about "noise at the root: the share of Dirichlet noise, 0 (puct); what Gumbel noise is multiplied by, 1 (gumbel; 0 for net)";
    ALPHA: f32 = "alpha", 10.0, from 1e-4, to 1e4,
        about "how even that noise is, 10 divided by the number of actions (puct)";
    CONSIDERED: usize = "considered", Gumbel::PAPER.considered, from 1, to 512,
        about "how many actions are considered, a sixth of the descents, from 4 to 16 (gumbel)";
    SCALE: f32 = "scale", 1.0, from 0.0, to 1000.0,
        about "how much results weigh against probabilities, 1 (gumbel)";
    RESCALE: bool = "rescale", false, from false, to true,
        about "whether values are stretched to 0 and 1, false (gumbel)";
    WORLDS: u32 = "worlds", 20, from 1, to 100_000,
        about "how many deals, 20 (pimc)";
    LEAVES: usize = "leaves", 1, from 1, to 4096,
        about "how many leaves are judged at once, 1";
    THREADS: usize = "threads", 1, from 1, to 256,
        about "how many threads, each a tree of its own, 1";
    REUSE: bool = "reuse", true, from false, to true,
        about "whether the tree is used again within a turn, true";
    TEMPERATURE: f32 = "temperature", 0.0, from 0.0, to 100.0,
        about "0 plays the best; 1 draws in proportion to visits, 0";
}

/// The most players that rollouts draw from.
const MAX_ROLLOUT_PLAYERS: usize = 32;
/// The most descents of a move that a name from a file may ask for; whoever types the name may ask for any number.
const MAX_SIMS_OF_FILE: u32 = 1_000_000;
/// The most seconds of a move, likewise.
const MAX_SECONDS_OF_FILE: Duration = Duration::from_secs(60);
/// The most threads, likewise.
const MAX_THREADS_OF_FILE: usize = 16;

/// A searching player by name and settings.
///
/// ```
/// use hoyle_core::Game;
/// use hoyle_core::testing::kuhn::Kuhn;
/// let game = Kuhn::new(Kuhn::preset("standard").unwrap())?;
/// let settings = [("sims".to_owned(), "100".to_owned())];
/// assert!(hoyle_search::player(game, "ismcts", &settings).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn player<G: Game>(game: G, name: &str, settings: &[(String, String)]) -> Result<SearchPlayer<G::State>, BotError> {
    player_from(game, name, settings, &FileAccess::Anywhere)
}

/// A searching player by a name that may come from anywhere. Files that it names are read through `files`.
pub fn player_from<G: Game>(
    game: G,
    name: &str,
    settings: &[(String, String)],
    files: &FileAccess,
) -> Result<SearchPlayer<G::State>, BotError> {
    let mut given = Given { settings, used: Vec::new(), files };
    let (chosen, temperature) = read(&game, name, &mut given)?;
    let rollout =
        RolloutSpec::read(&game, &mut given, if chosen.method == Method::Raw { Use::Choice } else { Use::Leaves })?;
    given.finish()?;
    check_beliefs(&chosen, false)?;
    let searcher = Searcher::try_new(chosen, || rollout.evaluator(&game))?;
    Ok(SearchPlayer { searcher, temperature })
}

/// A searching player with an evaluator in place of rollouts, which must leave positions as they are. If `rollout` names
/// players, it is asked a second time where they get to. One thread asks it, about `leaves` positions at once.
pub fn player_with<G: Game>(
    game: G,
    name: &str,
    settings: &[(String, String)],
    evaluator: Box<dyn Evaluator<G::State>>,
) -> Result<SearchPlayer<G::State>, BotError> {
    player_with_from(game, name, settings, evaluator, &FileAccess::Anywhere)
}

/// A searching player with an evaluator, by a name that may come from anywhere. Files that it names are read through `files`.
pub fn player_with_from<G: Game>(
    game: G,
    name: &str,
    settings: &[(String, String)],
    evaluator: Box<dyn Evaluator<G::State>>,
    files: &FileAccess,
) -> Result<SearchPlayer<G::State>, BotError> {
    let mut given = Given { settings, used: Vec::new(), files };
    let (chosen, temperature) = read(&game, name, &mut given)?;
    let evaluator = asked_again(&game, chosen.method, &mut given, evaluator)?;
    given.finish()?;
    check_beliefs(&chosen, evaluator.believes())?;
    let mut evaluator = Some(evaluator);
    let another = "setting `threads`: one thread asks an evaluator; set `leaves` to judge many positions at once";
    let one = || evaluator.take().ok_or_else(|| BotError::Problem(another.to_owned()));
    let searcher = Searcher::try_new(chosen, one)?;
    Ok(SearchPlayer { searcher, temperature })
}

/// Refuses beliefs of an evaluator that has none.
fn check_beliefs(chosen: &Settings, believes: bool) -> Result<(), BotError> {
    if chosen.beliefs == BeliefSource::Net && !believes {
        let problem = "setting `beliefs`: who evaluates here believes nothing of hidden hands: that takes a network that was trained with \
                       the head `belief`; otherwise take count or watch";
        return Err(BotError::Problem(problem.to_owned()));
    }
    Ok(())
}

/// The evaluator, asked a second time after a rollout if there is to be one.
fn asked_again<G: Game>(
    game: &G,
    method: Method,
    given: &mut Given<'_>,
    evaluator: Box<dyn Evaluator<G::State>>,
) -> Result<Box<dyn Evaluator<G::State>>, BotError> {
    let problem = |text: String| Err(BotError::Problem(text));
    if given.text(PRIOR.name).is_some() {
        return problem("setting `prior`: the evaluator says which actions look good; leave it out".to_owned());
    }
    match given.text(ROLLOUT.name) {
        Some(_) if method == Method::Raw => {
            problem("setting `rollout`: without search nothing is played on".to_owned())
        }
        Some("estimate") => problem("setting `rollout`: the evaluator estimates; name a player, or random".to_owned()),
        Some(_) => {
            let rollout = RolloutSpec::read(game, given, Use::PlayOn)?;
            let share = given.number(&LATER)?;
            let decisions = rollout.cut.unwrap_or(u32::MAX);
            Ok(Box::new(PlayedOn::new(evaluator, rollout.rollouts(game)?, decisions, share)))
        }
        None => match [CUT.name, NOISE.name, LATER.name].into_iter().find(|key| given.text(key).is_some()) {
            Some(key) => problem(format!("setting `{key}` is about rollouts: name who plays them by rollout=NAME")),
            None => Ok(evaluator),
        },
    }
}

/// Reads everything but who judges: the settings and the temperature.
fn read<G: Game>(game: &G, name: &str, given: &mut Given<'_>) -> Result<(Settings, f32), BotError> {
    let method = match name {
        "ismcts" => Method::Ismcts { k: given.number(&K)? },
        "puct" => {
            let share = given.number(&ROOT_NOISE)?;
            let alpha = given.number_or(&ALPHA, ALPHA.default / game.spec().actions.max(1) as f32)?;
            let noise = (share > 0.0).then_some(RootNoise { share, alpha });
            Method::Puct { first: given.number(&C)?, base: 19652.0, noise }
        }
        "gumbel" => {
            let mut how = Gumbel::PAPER;
            how.noise = given.number_or(&ROOT_NOISE, how.noise)?;
            how.sigma.scale = given.number(&SCALE)?;
            how.sigma.rescale = given.number(&RESCALE)?;
            Method::Gumbel(how)
        }
        "pimc" => Method::Pimc { worlds: given.number(&WORLDS)?, k: given.number(&K)? },
        "raw" => Method::Raw,
        _ => return Err(BotError::Unknown),
    };
    let mut chosen = Settings { method, ..Settings::default() };
    let seconds: f32 = given.number(&TIME)?;
    if seconds > 0.0 {
        if let Method::Gumbel(_) = method {
            return Err(BotError::Problem(
                "halving plans ahead: give `sims` instead of `time`, or search by another method".to_owned(),
            ));
        }
        chosen.budget.time = Some(Duration::from_secs_f32(seconds));
        chosen.budget.simulations = u32::MAX / 4;
    }
    chosen.budget.simulations = given.number_or(&SIMS, chosen.budget.simulations)?;
    if let Method::Gumbel(how) = &mut chosen.method {
        // Whoever has few simulations learns more from several for each of a few actions.
        let few = (chosen.budget.simulations as usize / 6).clamp(4, how.considered);
        how.considered = given.number_or(&CONSIDERED, few)?;
    }
    let text = given.text(OTHERS.name).unwrap_or(OTHERS.default);
    chosen.others = match text {
        "best" => Others::Best,
        "policy" => Others::Policy,
        "blind" => Others::Blind { share: given.number(&BLIND)? },
        _ => {
            let problem = format!("setting `others`: `{}` is none of best, policy and blind", brief(text));
            return Err(BotError::Problem(problem));
        }
    };
    chosen.budget.nodes = given.number(&NODES)?;
    chosen.leaves = given.number(&LEAVES)?;
    chosen.threads = given.number(&THREADS)?;
    given.check_work(&chosen)?;
    chosen.reuse = given.number(&REUSE)?;
    chosen.prune = given.number(&PRUNE)?;
    if !matches!(method, Method::Pimc { .. } | Method::Raw) {
        chosen.keep = given.number(&KEEP)?;
        chosen.prune_by = given.one_of(&PRUNE_BY, &[("prior", PruneBy::Prior), ("impact", PruneBy::Impact)])?;
        if chosen.prune_by == PruneBy::Impact && chosen.keep == 0 {
            let problem = "setting `prune-by`: say how many candidates are kept: keep=N";
            return Err(BotError::Problem(problem.to_owned()));
        }
    }
    let sources = [("count", BeliefSource::Count), ("net", BeliefSource::Net), ("watch", BeliefSource::Watch)];
    chosen.beliefs = given.one_of(&BELIEFS, &sources)?;
    chosen.minding = given.one_of(&MODE, &[("off", Minding::Off), ("auto", Minding::Auto)])?;
    let temperature = given.number(&TEMPERATURE)?;
    Ok((chosen, temperature))
}

/// A player that searches.
#[derive(Debug)]
pub struct SearchPlayer<S: State> {
    /// The search.
    pub searcher: Searcher<S>,
    /// 0 plays the best action; 1 draws in proportion to visits.
    pub temperature: f32,
}

impl<S: State> SearchPlayer<S> {
    fn search(&mut self, view: View<'_, S>, rng: &mut Rng) -> Result<ActionId, EvaluatorError> {
        let mut legal = hoyle_core::ActionSet::new();
        view.legal(&mut legal);
        if let (1, Some(only)) = (legal.len(), legal.first()) {
            return Ok(only);
        }
        let found = self.searcher.search(view, rng)?;
        let action = found.sample(self.temperature, rng);
        self.searcher.played(view, action, rng);
        Ok(action)
    }
}

impl<S: State> Player<S> for SearchPlayer<S> {
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        self.search(view, rng).unwrap_or_else(|error| panic!("the evaluator failed: {error}"))
    }

    /// Fails if its evaluator does. What it remembers of the game is then gone.
    fn try_choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> Result<ActionId, NoAnswer> {
        Ok(self.search(view, rng)?)
    }

    fn begin(&mut self) {
        self.searcher.forget();
    }

    fn watches(&self) -> bool {
        self.searcher.settings().beliefs == BeliefSource::Watch
    }

    fn watch(&mut self, before: View<'_, S>, after: View<'_, S>, rng: &mut Rng) {
        self.searcher.watch(before, after, rng);
    }
}

/// Who evaluates the leaves.
#[derive(Clone, Debug)]
struct RolloutSpec {
    estimate: bool,
    players: Vec<String>,
    files: FileAccess,
    wanted: Use,
    cut: Option<u32>,
    noise: f32,
    prior: f32,
}

/// What rollout players are named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// To evaluate leaves.
    Leaves,
    /// To say what they would play.
    Choice,
    /// To play on before an evaluator is asked again.
    PlayOn,
}

impl RolloutSpec {
    fn read<G: Game>(game: &G, given: &mut Given<'_>, wanted: Use) -> Result<Self, BotError> {
        let raw = wanted == Use::Choice;
        let text = given.text(ROLLOUT.name).unwrap_or(ROLLOUT.default);
        let (estimate, random) = (text == "estimate", text == "random");
        let players: Vec<String> = match () {
            () if estimate || random => Vec::new(),
            () => text.split('+').map(str::to_owned).collect(),
        };
        if players.len() > MAX_ROLLOUT_PLAYERS {
            let problem = format!("setting `rollout`: {} players, at most {MAX_ROLLOUT_PLAYERS}", players.len());
            return Err(BotError::Problem(problem));
        }
        for name in &players {
            rollout_player(game, name, given.files, wanted)?;
        }
        let cut = given.number(&CUT)?;
        let prior = given.number_or(&PRIOR, if raw { 1.0 } else { PRIOR.default })?;
        if prior > 0.0 && players.is_empty() {
            let what = if raw {
                "without search there is only the choice of a player"
            } else {
                "`prior` is the share of a player's choice"
            };
            return Err(BotError::Problem(format!("{what}: name one by rollout=NAME")));
        }
        let noise = given.number(&NOISE)?;
        let cut = (cut < u32::MAX).then_some(cut);
        Ok(Self { estimate, players, files: given.files.clone(), wanted, cut, noise, prior })
    }

    fn evaluator<G: Game>(&self, game: &G) -> Result<Box<dyn Evaluator<G::State>>, BotError> {
        if self.estimate {
            return Ok(Box::new(Estimates::<fn(&G::State) -> hoyle_core::Scores>::default()));
        }
        if self.players.is_empty() && self.cut.is_none() {
            return Ok(Box::new(RandomRollouts));
        }
        let rollouts = self.rollouts(game)?;
        Ok(Box::new(match self.cut {
            Some(decisions) => rollouts.cut_off(decisions, G::State::heuristic_value),
            None => rollouts,
        }))
    }

    fn rollouts<G: Game>(&self, game: &G) -> Result<Rollouts<G::State>, BotError> {
        // A player that is a file may be gone by now.
        let made = self.players.iter().map(|name| rollout_player(game, name, &self.files, self.wanted));
        Ok(Rollouts::new(made.collect::<Result<_, _>>()?).noise(self.noise).prior(self.prior))
    }
}

fn rollout_player<G: Game>(
    game: &G,
    name: &str,
    files: &FileAccess,
    wanted: Use,
) -> Result<Box<dyn Player<G::State>>, BotError> {
    game.bot_with_files(name, &[], files).map_err(|error| match error {
        BotError::Unknown => {
            let known = G::bots().iter().map(|bot| bot.name).chain((wanted != Use::PlayOn).then_some("estimate"));
            BotError::Problem(hoyle_core::names::UnknownName::new("rollout player", name, known).to_string())
        }
        problem => problem,
    })
}

/// The settings that were written, and which of them were asked for.
struct Given<'a> {
    settings: &'a [(String, String)],
    used: Vec<&'static str>,
    files: &'a FileAccess,
}

impl<'a> Given<'a> {
    fn text(&mut self, key: &'static str) -> Option<&'a str> {
        self.used.push(key);
        self.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    fn number<T: FromStr + PartialOrd + Display + Copy>(&mut self, setting: &Setting<T>) -> Result<T, BotError> {
        self.number_or(setting, setting.default)
    }

    /// The number that was given, or another than the default.
    fn number_or<T: FromStr + PartialOrd + Display + Copy>(
        &mut self,
        setting: &Setting<T>,
        otherwise: T,
    ) -> Result<T, BotError> {
        let Some(text) = self.text(setting.name) else { return Ok(otherwise) };
        let problem = |what: String| BotError::Problem(format!("setting `{}`: `{}` {what}", setting.name, brief(text)));
        let number: Option<T> = text.parse().ok();
        match setting.bounds {
            Some((low, high)) => number
                .filter(|number| (low..=high).contains(number))
                .ok_or_else(|| problem(format!("is not from {low} to {high}"))),
            None => number.ok_or_else(|| problem("is no number".to_owned())),
        }
    }

    /// What stands for a word; that of the default if none was given.
    fn one_of<T: Copy>(&mut self, setting: &Setting<&'static str>, known: &[(&str, T)]) -> Result<T, BotError> {
        let text = self.text(setting.name).unwrap_or(setting.default);
        known.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let problem = format!("setting `{}`: `{}` is none of {}", setting.name, brief(text), names.join(", "));
            BotError::Problem(problem)
        })
    }

    /// Refuses work without end where the name stands in a file that somebody else wrote.
    fn check_work(&self, chosen: &Settings) -> Result<(), BotError> {
        let budget = &chosen.budget;
        let within = match budget.time {
            Some(time) => time <= MAX_SECONDS_OF_FILE,
            None => budget.simulations <= MAX_SIMS_OF_FILE,
        };
        if *self.files == FileAccess::Anywhere || within && chosen.threads <= MAX_THREADS_OF_FILE {
            return Ok(());
        }
        Err(BotError::Problem(format!(
            "a file may ask for {MAX_SIMS_OF_FILE} descents or {} seconds a move and {MAX_THREADS_OF_FILE} threads at the \
             most; name the player yourself",
            MAX_SECONDS_OF_FILE.as_secs()
        )))
    }

    /// Refuses what nobody asked for.
    fn finish(self) -> Result<(), BotError> {
        match self.settings.iter().find(|(key, _)| !self.used.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, _)) => {
                let known = SETTINGS.iter().map(|(name, _)| *name).filter(|name| self.used.contains(name));
                Err(BotError::Problem(hoyle_core::names::UnknownName::new("setting", key, known).to_string()))
            }
        }
    }
}
