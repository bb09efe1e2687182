//! Training by name: from the settings of a run to typed games.

use crate::{LoadError, expand, title};
use hoyle_brain::train::{Folder, Outcome, TrainConfig, TrainError, Watch};
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

/// Trains a network as the settings say, in a folder.
pub fn train(config: &TrainConfig, folder: &Folder, watch: &mut dyn Watch) -> Result<Outcome, RunError> {
    let games = expand(&config.game)?;
    let measured = if config.evaluate_on.is_empty() { games.clone() } else { expand(&config.evaluate_on)? };
    if let Some(other) = measured.iter().find(|other| other.name != games[0].name) {
        let problem = format!("`evaluate_on`: {} is another game than {}", other.name, games[0].name);
        return Err(TrainError::Setting(problem).into());
    }
    let title = title(&games[0].name).map_err(LoadError::from)?;
    title.train(&games, &measured, config, folder, watch)
}
