//! The traits that a game implements.

use crate::{
    ActionId, ActionSet, EntityGraph, FileAccess, LayoutId, Outcomes, Player, Rng, Scores, Seat, Sparse, Spec, Turn,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{self, Debug, Write as _};
use thiserror::Error;

/// A game with its options: the Judge's rule book.
///
/// A game is a small handle that is copied freely; what it points at lives as long as the program (see
/// [`Pool`](crate::Pool)).
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// The name, as in `hoyle play NAME`.
    const NAME: &'static str;
    /// The version of rules and ids; see [`Spec::version`].
    const VERSION: u32;
    /// Everything that can be set, as plain data. It serialises to a flat map: the names that users write.
    type Options: Clone + PartialEq + Serialize + DeserializeOwned;
    /// A position of the game.
    type State: State + Show;

    /// The named sets of options, the default first.
    fn presets() -> &'static [&'static str];
    /// The options of a preset.
    fn preset(name: &str) -> Option<Self::Options>;
    /// Each option with what it does and which values it takes, in the order of the serialised map.
    fn option_help() -> &'static [(&'static str, &'static str)];

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
    /// of it. Redeals for the seat are positions of this game. A game whose options hide nothing is itself.
    #[must_use]
    fn seen_by(&self, seat: Seat) -> Self {
        let _ = seat;
        *self
    }
    /// The position before any action, chance included.
    fn start(&self) -> Self::State;
    /// The position that a snapshot describes, if it is one of this game's.
    fn restore(&self, snapshot: <Self::State as State>::Snapshot) -> Result<Self::State, InvalidState>;

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

/// A position: a pure state machine that knows everything, chooses nothing and is never random.
///
/// Every die, draw and shuffle is an explicit chance action. In a position where it is chance's turn the ids number
/// chance outcomes; where it is a seat's turn they number the game's actions.
pub trait State: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The position as plain data: what is written to files.
    type Snapshot: Serialize + DeserializeOwned;
    /// What a seat may know, as a type: the accessors that scripted players use.
    ///
    /// For a game without secrets it is a reference to the state. For any other it is a wrapper whose methods give only
    /// what the seat may see.
    type Seen<'a>
    where
        Self: 'a;

    /// What is fixed about the game that this position belongs to.
    fn spec(&self) -> &'static Spec;
    /// The same for a seat's eyes: the spec of the game [as the seat knows it](Game::seen_by). It differs from
    /// [`spec`](Self::spec) in the fingerprint at the most.
    #[inline]
    fn spec_seen_by(&self, seat: Seat) -> &'static Spec {
        let _ = seat;
        self.spec()
    }
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// Replaces `out` by the legal actions: at least one if it is a seat's turn, otherwise none.
    fn legal(&self, out: &mut ActionSet);
    /// Plays an action or chance outcome. The caller guarantees that it is legal; debug builds check it.
    fn play(&mut self, action: ActionId);
    /// Replaces `out` by the exact distribution of the next chance action; none if it is not chance's turn.
    fn outcomes(&self, out: &mut Outcomes);
    /// What the game ends with. Zero for every seat before the end.
    fn scores(&self) -> Scores;
    /// The scores that are to be expected, guessed without playing on: what a search takes where it breaks a game off.
    /// Zero for every seat if the game has no idea.
    fn estimate(&self) -> Scores {
        Scores::zero(self.spec().seats())
    }
    /// By how much each seat is ahead of the best other, in what the game counts (points, money, progress), scaled so that 1
    /// is a clear lead: what learners predict beside who wins.
    fn margins(&self) -> Scores {
        Scores::of_margins(self.scores().as_slice(), 2.0)
    }
    /// Writes what the seat sees, in one of the layouts of [`spec`](Self::spec). Every number of `out` is written.
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]);
    /// Replaces `out` by what the seat sees in a layout, without zeros and the layout's constants. Games with large
    /// layouts override this; [`observe`](Self::observe) is then the constants and this list.
    fn observe_sparse(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        let layout_of = self.spec().layout(layout);
        let mut dense = vec![0.0; layout_of.len()];
        self.observe(seat, layout, &mut dense);
        out.read(layout_of, &dense);
    }
    /// The same before values are limited to the range of their field: what shows which scales are too small. Games
    /// that limit nothing have nothing to override.
    fn measure(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        self.observe_sparse(seat, layout, out);
    }
    /// Replaces `out` by what the seat sees, as a graph.
    fn entities(&self, seat: Seat, out: &mut EntityGraph);
    /// Appends what the seat knows, as text: two positions that the seat cannot tell apart have the same text.
    fn info(&self, seat: Seat, out: &mut String);
    /// A determinization: a position that agrees with everything that the seat knows, the rest sampled anew.
    ///
    /// It is a function of the seat's information state ([`info`](Self::info)) and the random numbers alone: two positions
    /// that the seat cannot tell apart give, for the same random numbers, positions that are equal byte for byte, what every
    /// other seat remembers and the options included. It belongs to the game [as the seat knows it](Game::seen_by).
    fn redeal(&self, seat: Seat, rng: &mut Rng) -> Self;
    /// What the seat may know, typed.
    fn seen(&self, seat: Seat) -> Self::Seen<'_>;
    /// Appends the text of an action that is legal here (or of a possible chance outcome). It differs from the text of
    /// every other action that is legal here.
    fn action_text(&self, action: ActionId, out: &mut String);
    /// The position as plain data.
    fn snapshot(&self) -> Self::Snapshot;

    /// Samples the next chance action, plays it and tells which it was. Games with many outcomes override this to sample
    /// without listing them.
    #[inline]
    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let mut outcomes = Outcomes::new();
        self.outcomes(&mut outcomes);
        let outcome = outcomes.sample(rng);
        self.play(outcome);
        outcome
    }

    /// Whether this id can be played here, as an action or as a chance outcome.
    fn allows(&self, action: ActionId) -> bool {
        match self.turn() {
            Turn::Seat(_) => {
                let mut legal = ActionSet::new();
                self.legal(&mut legal);
                legal.contains(action)
            }
            Turn::Chance => {
                let mut outcomes = Outcomes::new();
                self.outcomes(&mut outcomes);
                outcomes.contains(action)
            }
            Turn::Over => false,
        }
    }

    /// Plays an action or chance outcome if it is legal; an error leaves the position as it was.
    fn try_play(&mut self, action: ActionId) -> Result<(), IllegalAction> {
        if self.allows(action) {
            self.play(action);
            return Ok(());
        }
        Err(IllegalAction { id: action, options: describe_options(self) })
    }

    /// The action whose text this is.
    fn parse_action(&self, text: &str) -> Result<ActionId, UnknownAction> {
        let wanted = text.trim();
        for_each_option(self, |id, text| (text == wanted).then_some(id))
            .ok_or_else(|| UnknownAction { text: wanted.to_owned(), options: describe_options(self) })
    }
}

/// Calls `f` with the id and text of everything that can be played, until it answers.
fn for_each_option<S: State, T>(state: &S, mut f: impl FnMut(ActionId, &str) -> Option<T>) -> Option<T> {
    let mut legal = ActionSet::new();
    let mut outcomes = Outcomes::new();
    state.legal(&mut legal);
    state.outcomes(&mut outcomes);
    let mut text = String::new();
    legal.iter().chain(outcomes.iter().map(|(id, _)| id)).find_map(|id| {
        text.clear();
        state.action_text(id, &mut text);
        f(id, &text)
    })
}

/// What can be played here, for an error message: at most a dozen ids with their texts.
fn describe_options<S: State>(state: &S) -> String {
    const SHOWN: usize = 12;
    let mut list = String::new();
    let mut count = 0;
    for_each_option(state, |id, text| {
        if count < SHOWN {
            let comma = if count == 0 { "" } else { ", " };
            let _ = write!(list, "{comma}{id} ({text})");
        }
        count += 1;
        None::<()>
    });
    match count {
        0 => "nothing can be played: the game is over".to_owned(),
        1..=SHOWN => format!("can be played: {list}"),
        _ => format!("can be played: {list} and {} more", count - SHOWN),
    }
}

/// A position, for people. Text may carry ANSI colours; programs strip them where they are not wanted.
pub trait Show: State {
    /// Appends a picture of the position as a seat sees it, or with everything open.
    fn board(&self, viewer: Option<Seat>, out: &mut String);
    /// Appends one line that tells what an action does, as a seat sees it; asked before the action is played.
    fn event(&self, action: ActionId, viewer: Option<Seat>, out: &mut String);
    /// Whether a log for people tells an action, or is silent about it because nothing comes of it that anybody waits for;
    /// asked before the action is played. It must not depend on what anybody cannot know.
    fn is_news(&self, action: ActionId) -> bool {
        let _ = action;
        true
    }
    /// What something of this game is or does, if it has a thing of this name: a card, a chain, a square.
    fn explain(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
    /// The names of all things that can be explained, for guessing what a misspelt one meant.
    fn things(&self) -> Vec<String> {
        Vec::new()
    }
}

/// An action that cannot be played here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("action {id} is not legal here; {options}")]
pub struct IllegalAction {
    /// The id that was tried.
    pub id: ActionId,
    options: String,
}

/// A text that names no action that can be played here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no action is called `{}` here; {options}", crate::files::brief(text))]
pub struct UnknownAction {
    text: String,
    options: String,
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
