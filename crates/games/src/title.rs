//! A game before its options are chosen: what stands on the shelf.

use crate::game::Shelved;
use crate::table::Seated;
use crate::{AnyGame, AnyTable};
#[cfg(feature = "train")]
use hoyle_core::names::Named;
#[cfg(feature = "train")]
use hoyle_core::options::game_from_settings_with;
use hoyle_core::options::{OptionsError, game_from_json, game_from_settings, to_map};
use hoyle_core::replay::{self, Header, ReplayError};
use hoyle_core::save::SaveError;
use hoyle_core::{BotInfo, FileAccess, Game};
use serde_json::{Map, Value};
use thiserror::Error;

type Loaded = Result<Box<dyn AnyGame>, OptionsError>;

/// A game before its options are chosen.
#[derive(Clone, Copy, Debug)]
pub struct Title {
    /// The name, as in `hoyle play NAME`.
    pub name: &'static str,
    /// The version of its rules and ids.
    pub version: u32,
    presets: &'static [&'static str],
    preset: fn(&str) -> Option<Map<String, Value>>,
    option_help: &'static [(&'static str, &'static str)],
    bots: fn() -> &'static [BotInfo],
    with_settings: fn(&[(String, String)]) -> Loaded,
    with_options: fn(&Value, &FileAccess) -> Loaded,
    open_replay: fn(&str, &FileAccess) -> Result<Opened, ReplayError>,
    #[cfg(feature = "train")]
    train: TrainFn,
}

#[cfg(feature = "train")]
type TrainFn = fn(
    &[Named],
    &[Named],
    &hoyle_brain::train::TrainConfig,
    &hoyle_brain::train::Folder,
    &mut dyn hoyle_brain::train::Watch,
) -> Result<hoyle_brain::train::Outcome, crate::RunError>;

impl Title {
    /// The title of a game type.
    pub const fn of<G: Game>() -> Self {
        Self {
            name: G::NAME,
            version: G::VERSION,
            presets: G::PRESETS,
            preset: |name| G::preset(name).map(|options| to_map(&options)),
            option_help: G::OPTION_HELP,
            bots: G::bots,
            with_settings: |settings| Ok(Box::new(Shelved(game_from_settings::<G>(settings)?))),
            with_options: |options, files| Ok(Box::new(Shelved(game_from_json::<G>(options, files)?))),
            open_replay: |text, files| {
                let replay::Replay { header, table, complete } = replay::read_with::<G>(text, files)?;
                Ok(Opened { table: Box::new(Seated::of_replay(table, &header)), header, complete })
            },
            #[cfg(feature = "train")]
            train: |games, measured, config, folder, watch| {
                let typed = |games: &[Named]| -> Result<Vec<G>, crate::LoadError> {
                    games.iter().map(|game| Ok(game_from_settings_with::<G>(&game.settings, &config.files)?)).collect()
                };
                let (games, measured) = (typed(games)?, typed(measured)?);
                Ok(hoyle_brain::train::train(&games, &measured, config, folder, watch)?)
            },
        }
    }

    /// Trains a network on these games, measured in others.
    #[cfg(feature = "train")]
    pub(crate) fn train(
        &self,
        games: &[Named],
        measured: &[Named],
        config: &hoyle_brain::train::TrainConfig,
        folder: &hoyle_brain::train::Folder,
        watch: &mut dyn hoyle_brain::train::Watch,
    ) -> Result<hoyle_brain::train::Outcome, crate::RunError> {
        (self.train)(games, measured, config, folder, watch)
    }

    /// The named sets of options, the default first.
    pub fn presets(&self) -> &'static [&'static str] {
        self.presets
    }

    /// The options of a preset.
    pub fn preset(&self, name: &str) -> Option<Map<String, Value>> {
        (self.preset)(name)
    }

    /// Each option with what it does and which values it takes.
    pub fn option_help(&self) -> &'static [(&'static str, &'static str)] {
        self.option_help
    }

    /// The scripted players, weakest first.
    pub fn bots(&self) -> &'static [BotInfo] {
        (self.bots)()
    }

    /// The game with settings as people write them.
    pub fn with_settings(&self, settings: &[(String, String)]) -> Loaded {
        (self.with_settings)(settings)
    }

    /// The game with options as a file has them: all of them. Files that they name are read through `files`.
    pub fn with_options(&self, options: &Value, files: &FileAccess) -> Loaded {
        (self.with_options)(options, files)
    }

    /// A replay of this game. Files that its options name are read through `files`.
    pub fn open_replay(&self, text: &str, files: &FileAccess) -> Result<Opened, ReplayError> {
        (self.open_replay)(text, files)
    }
}

/// A replay that was read and played through.
pub struct Opened {
    /// The table after the last action. Nobody sits there: only the names are known.
    pub table: Box<dyn AnyTable>,
    /// The first line.
    pub header: Header,
    /// Whether the result line is there.
    pub complete: bool,
}

/// Why a saved position cannot be set up.
#[derive(Debug, Error)]
pub enum PositionError {
    /// The file is no position of its game.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// There is no such game, or not with these options.
    #[error(transparent)]
    Game(#[from] OptionsError),
}
