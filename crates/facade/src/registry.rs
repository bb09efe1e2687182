//! The games of a program, by name.

use crate::{AnyGame, AnyState, AnyTable, LoadError, Many, Opened, PositionError, Title, expand};
use hoyle_core::FileAccess;
use hoyle_core::names::{Named, UnknownName};
use hoyle_core::options::OptionsError;
use hoyle_core::replay::{self, ReplayError};
use hoyle_core::save;

/// The games of a program, by name.
#[derive(Clone, Copy, Debug)]
pub struct Registry(&'static [&'static Title]);

impl Registry {
    /// Of these games.
    pub const fn new(titles: &'static [&'static Title]) -> Self {
        Self(titles)
    }

    /// The games before their options are chosen, in the order in which they are listed.
    pub fn titles(&self) -> &'static [&'static Title] {
        self.0
    }

    /// The game of this name.
    pub fn title(&self, name: &str) -> Result<&'static Title, UnknownName> {
        let found = self.0.iter().find(|title| title.name == name);
        found.copied().ok_or_else(|| UnknownName::new("game", name, self.0.iter().map(|title| title.name)))
    }

    /// A game by name, with settings if there are any: `ludo`, `ludo:preset=danish,players=2`.
    pub fn load(&self, spec: &str) -> Result<Box<dyn AnyGame>, LoadError> {
        self.load_named(spec.parse()?)
    }

    fn load_named(&self, named: Named) -> Result<Box<dyn AnyGame>, LoadError> {
        Ok(self.title(&named.name)?.with_settings(&named.settings)?)
    }

    /// The games that a specification stands for, to be played in turn; see [`expand`].
    pub fn load_many(&self, spec: &str) -> Result<Many, LoadError> {
        let games = expand(spec)?.into_iter().map(|named| self.load_named(named));
        Many::new(spec, games.collect::<Result<_, LoadError>>()?)
    }

    /// A replay of any game: its first line says of which. It was written by somebody else: the files that it names are read
    /// through `files`.
    pub fn open_replay(&self, text: &str, files: &FileAccess) -> Result<Opened, ReplayError> {
        let header = replay::header(text)?;
        let title = self.title(&header.game);
        let title = title.map_err(|e| ReplayError { line: 1, problem: OptionsError::from(e).into() })?;
        title.open_replay(text, files)
    }

    /// A table set up at a saved position of any game; the file says of which. The files that it names are read through
    /// `files`.
    pub fn open_position(&self, text: &str, files: &FileAccess) -> Result<Box<dyn AnyTable>, PositionError> {
        Ok(self.game_of(text, files)?.table_at(text)?)
    }

    /// A saved position of any game; the file says of which. The files that it names are read through `files`.
    pub fn open_state(&self, text: &str, files: &FileAccess) -> Result<Box<dyn AnyState>, PositionError> {
        Ok(self.game_of(text, files)?.state_from_json(text)?)
    }

    /// The game of a saved position.
    fn game_of(&self, text: &str, files: &FileAccess) -> Result<Box<dyn AnyGame>, PositionError> {
        let (name, options) = save::peek_json(text)?;
        let title = self.title(&name).map_err(OptionsError::from)?;
        Ok(title.with_options(&options, files)?)
    }
}
