//! A game before its options are chosen.

use crate::game::TypedGame;
use crate::players::known;
use crate::table::TypedTable;
use crate::{AnyGame, AnyTable};
use hoyle_core::names::Named;
use hoyle_core::options::game_from_settings_with;
use hoyle_core::options::{OptionsError, game_from_json, game_from_settings, to_map};
use hoyle_core::replay::{self, Header, ReplayError};
use hoyle_core::save::SaveError;
use hoyle_core::{BotInfo, FileAccess, Game, Profile};
use serde_json::{Map, Value, json};
use std::fmt;
use thiserror::Error;

type Loaded = Result<Box<dyn AnyGame>, OptionsError>;

/// The bytes of the network that comes with a game, if one does.
type ShippedModel = Option<&'static [u8]>;

/// A game before its options are chosen: its type as function pointers, and what its crate declares about it.
#[derive(Clone, Copy)]
pub struct Title {
    /// The name, as in `hoyle play NAME`.
    pub name: &'static str,
    /// The version of its rules and ids.
    pub version: u32,
    /// What programs must know of it beside its rules.
    pub profile: &'static Profile,
    model: ShippedModel,
    presets: &'static [&'static str],
    preset: fn(&str) -> Option<Map<String, Value>>,
    option_help: &'static [(&'static str, &'static str)],
    bots: fn() -> &'static [BotInfo],
    with_settings: fn(ShippedModel, &[(String, String)]) -> Loaded,
    with_options: fn(ShippedModel, &Value, &FileAccess) -> Loaded,
    open_replay: fn(ShippedModel, &str, &FileAccess) -> Result<Opened, ReplayError>,
    train: TrainFn,
}

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
            profile: G::PROFILE,
            model: None,
            presets: G::PRESETS,
            preset: |name| G::preset(name).map(|options| to_map(&options)),
            option_help: G::OPTION_HELP,
            bots: G::bots,
            with_settings: |model, settings| {
                Ok(Box::new(TypedGame { rules: game_from_settings::<G>(settings)?, model }))
            },
            with_options: |model, options, files| {
                Ok(Box::new(TypedGame { rules: game_from_json::<G>(options, files)?, model }))
            },
            open_replay: |model, text, files| {
                let replay::Replay { header, table, complete } = replay::read_with::<G>(text, files)?;
                Ok(Opened { table: Box::new(TypedTable::of_replay(table, model, &header)), header, complete })
            },
            train: |games, measured, config, folder, watch| {
                let typed = |games: &[Named]| -> Result<Vec<G>, crate::LoadError> {
                    games.iter().map(|game| Ok(game_from_settings_with::<G>(&game.settings, &config.files)?)).collect()
                };
                let (games, measured) = (typed(games)?, typed(measured)?);
                Ok(hoyle_brain::train::train(&games, &measured, config, folder, watch)?)
            },
        }
    }

    /// The same with the network that comes with the game: the bytes of a model file.
    #[must_use]
    pub const fn with_model(self, model: &'static [u8]) -> Self {
        Self { model: Some(model), ..self }
    }

    /// Everything about the game as JSON, one object; `hoyle games --json` prints it. An error says that the game cannot be
    /// played with its default options.
    pub fn describe(&self) -> Result<Value, OptionsError> {
        let game = self.with_settings(&[])?;
        let presets = self.presets().iter().filter_map(|&name| Some((name.to_owned(), self.preset(name)?.into())));
        let options = self.option_help().iter().map(|(name, about)| json!({ "name": name, "about": about }));
        let layouts: Vec<&str> = game.spec().layouts.iter().map(|layout| layout.name()).collect();
        Ok(json!({
            "name": self.name,
            "version": self.version,
            "presets": presets.collect::<Map<String, Value>>(),
            "options": options.collect::<Vec<_>>(),
            "players": known(self.bots()),
            "layouts": layouts,
            "about": self.profile.about,
            "seats": self.profile.seats,
        }))
    }

    /// Trains a network on these games, measured in others.
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
        (self.with_settings)(self.model, settings)
    }

    /// The game with options as a file has them: all of them. Files that they name are read through `files`.
    pub fn with_options(&self, options: &Value, files: &FileAccess) -> Loaded {
        (self.with_options)(self.model, options, files)
    }

    /// A replay of this game. Files that its options name are read through `files`.
    pub fn open_replay(&self, text: &str, files: &FileAccess) -> Result<Opened, ReplayError> {
        (self.open_replay)(self.model, text, files)
    }
}

impl fmt::Debug for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Title({} version {})", self.name, self.version)
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
