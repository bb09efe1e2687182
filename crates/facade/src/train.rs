//! Training by name: from the settings of a run to typed games.

use crate::{LoadError, Registry, expand};
use hoyle_brain::train::{Folder, FolderError, Outcome, Settings, TrainConfig, TrainError, Watch};
use std::path::Path;
use thiserror::Error;

/// Why a run cannot be made.
#[derive(Debug, Error)]
pub enum RunError {
    /// A game or an option that there is not.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Settings, folder or model.
    #[error(transparent)]
    Train(#[from] TrainError),
}

impl Registry {
    /// The settings of a run of a game, with those that its [profile](hoyle_core::Profile) names. An error if a specification
    /// is malformed or no game has this name.
    pub fn train_config(&self, game: &str) -> Result<TrainConfig, RunError> {
        let name = expand(game)?.swap_remove(0).name;
        let training = self.title(&name).map_err(LoadError::from)?.profile.training;
        Ok(TrainConfig::for_game(game, training).map_err(TrainError::Setting)?)
    }

    /// Opens the folder of a run, with its settings.
    pub fn open_run(&self, path: &Path) -> Result<(Folder, TrainConfig), FolderError> {
        Folder::open_with(path, &|game| self.training(game))
    }

    /// What the profile of a game says about training; nothing if there is no such game.
    fn training(&self, game: &str) -> Settings {
        let name = game.split(':').next().unwrap_or(game);
        self.title(name).map_or(&[], |title| title.profile.training)
    }

    /// Trains a network as the settings say, in a folder.
    pub fn train(&self, config: &TrainConfig, folder: &Folder, watch: &mut dyn Watch) -> Result<Outcome, RunError> {
        let games = expand(&config.game)?;
        let measured = if config.evaluate_on.is_empty() { games.clone() } else { expand(&config.evaluate_on)? };
        if let Some(other) = measured.iter().find(|other| other.name != games[0].name) {
            let problem = format!("`evaluate_on`: {} is another game than {}", other.name, games[0].name);
            return Err(TrainError::Setting(problem).into());
        }
        let title = self.title(&games[0].name).map_err(LoadError::from)?;
        title.train(&games, &measured, config, folder, watch)
    }
}
