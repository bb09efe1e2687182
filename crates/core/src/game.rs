//! A game with its options: what is asked of it before a position is.

use crate::{FileAccess, Persist, Player, Profile, Seat, Show, Spec, State};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{self, Debug};
use thiserror::Error;

/// A game with its options.
///
/// A game is a small handle that is copied freely; what it points at lives as long as the program (see
/// [`Pool`](crate::Pool)).
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// The name, as in `hoyle play NAME`.
    const NAME: &'static str;
    /// The version of rules and ids; see [`Spec::version`].
    const VERSION: u32;
    /// What programs must know of the game beside its rules.
    const PROFILE: &'static Profile = &Profile::PLAIN;
    /// Everything that can be set, as plain data. It serialises to a flat map: the names that users write.
    type Options: Clone + PartialEq + Serialize + DeserializeOwned;
    /// A position of the game.
    type State: State + Show;

    /// The named sets of options, the default first.
    const PRESETS: &'static [&'static str];
    /// The options of a preset.
    fn preset(name: &str) -> Option<Self::Options>;
    /// Each option with what it does and which values it takes, in the order of the serialised map.
    const OPTION_HELP: &'static [(&'static str, &'static str)];

    /// The game with these options. They were chosen by whoever asks: files that they name may be anywhere.
    fn new(options: Self::Options) -> Result<Self, InvalidOption> {
        Self::with_files(options, &FileAccess::Anywhere)
    }
    /// The game with options from anywhere. Every file that they name is read through `files`.
    fn with_files(options: Self::Options, files: &FileAccess) -> Result<Self, InvalidOption>;
    /// The options of this game.
    fn options(&self) -> &'static Self::Options;
    /// What is fixed about this game.
    fn spec(&self) -> &'static Spec;
    /// The game as a seat knows it: every option that names something hidden from the seat replaced by what the seat knows
    /// of it. Determinizations for the seat are positions of this game. A game whose options hide nothing is itself.
    #[must_use]
    fn seen_by(&self, seat: Seat) -> Self {
        let _ = seat;
        *self
    }
    /// The position before any action, chance included.
    fn start(&self) -> Self::State;
    /// The position that a snapshot describes, if it is one of this game's.
    fn restore(&self, snapshot: <Self::State as Persist>::Snapshot) -> Result<Self::State, InvalidState>;

    /// Another game of the same family, for statistics and tests over many setups: game `n` of them. A game that is
    /// played in one setup only is its own family.
    #[must_use]
    fn variant(&self, n: u64) -> Self {
        let _ = n;
        *self
    }

    /// The scripted players, weakest first.
    fn bots() -> &'static [BotInfo];
    /// The strongest scripted player of this game with its options: where players are made for some of them, the strongest
    /// of those that fit.
    fn strongest_bot(&self) -> &'static str {
        Self::bots().last().map_or("random", |bot| bot.name)
    }
    /// A scripted player by its name in [`bots`](Self::bots), or of a file that describes one where the game has such
    /// files, with the settings that were written behind its name.
    fn bot(&self, name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<Self::State>>, BotError> {
        self.bot_with_files(name, settings, &FileAccess::Anywhere)
    }
    /// The same for a name from anywhere. A file that it names is read through `files`.
    fn bot_with_files(
        &self,
        name: &str,
        settings: &[(String, String)],
        files: &FileAccess,
    ) -> Result<Box<dyn Player<Self::State>>, BotError> {
        let name = if name == STRONGEST { self.strongest_bot() } else { name };
        self.make_bot(name, settings, files)
    }
    /// What a game implements of [`bot_with_files`](Self::bot_with_files): a player by its own name.
    fn make_bot(
        &self,
        name: &str,
        settings: &[(String, String)],
        files: &FileAccess,
    ) -> Result<Box<dyn Player<Self::State>>, BotError>;
}

/// The name that stands for [`Game::strongest_bot`], whichever that is in a game.
pub const STRONGEST: &str = "strongest";

/// Why there is no such scripted player.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BotError {
    /// No player has this name.
    #[error("there is no such player")]
    Unknown,
    /// A setting or a file that cannot be used: what is wrong, where, and what to do.
    #[error("{0}")]
    Problem(String),
}

impl BotError {
    /// Refuses settings, for a player that takes none.
    pub fn unless_empty(settings: &[(String, String)]) -> Result<(), Self> {
        match settings.first() {
            None => Ok(()),
            Some((key, _)) => Err(Self::Problem(format!("this player has no setting `{}`", crate::files::brief(key)))),
        }
    }
}

/// A scripted player's name and how it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BotInfo {
    /// The name, as in `--players NAME`.
    pub name: &'static str,
    /// How it plays, in a line.
    pub about: &'static str,
}

/// An option that a game cannot be played with.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("option `{name}`: {problem}")]
pub struct InvalidOption {
    /// The option's name.
    pub name: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl InvalidOption {
    /// Says what is wrong with an option and what would be right.
    pub fn new(name: impl fmt::Display, problem: impl fmt::Display) -> Self {
        Self { name: name.to_string(), problem: problem.to_string() }
    }
}

/// A snapshot that is no position of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("impossible position: {0}")]
pub struct InvalidState(pub String);
