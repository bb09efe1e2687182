//! Training by name: from the settings of a run to typed games.

use crate::{LoadError, title};
use hoyle_brain::train::{Folder, Outcome, TrainConfig, TrainError, Watch};
use hoyle_core::names::Named;
use thiserror::Error;

/// The most games that one specification may stand for.
const MOST: usize = 100_000;

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

/// All games that a specification stands for: values joined by `|`, and ranges such as `0..100`, stand for each of their
/// values.
///
/// ```
/// let games = hoyle_games::expand("dominion:kingdom=random,kingdom_seed=3..6,players=2|3")?;
/// assert_eq!(games.len(), 6);
/// assert_eq!(games[5].settings[1], ("kingdom_seed".to_owned(), "5".to_owned()));
/// # Ok::<(), hoyle_games::RunError>(())
/// ```
pub fn expand(spec: &str) -> Result<Vec<Named>, RunError> {
    let Named { name, settings } = spec.parse().map_err(LoadError::from)?;
    let mut games = vec![Vec::new()];
    for (key, text) in settings {
        let values = values(&text);
        if values.is_empty() || games.len().saturating_mul(values.len()) > MOST {
            let problem = format!("`game`: `{key}={text}` stands for no game, or for more than {MOST}");
            return Err(TrainError::Setting(problem).into());
        }
        let with = |game: &Vec<(String, String)>, value: &String| {
            let mut game = game.clone();
            game.push((key.clone(), value.clone()));
            game
        };
        games = games.iter().flat_map(|game| values.iter().map(move |value| with(game, value))).collect();
    }
    Ok(games.into_iter().map(|settings| Named { name: name.clone(), settings }).collect())
}

fn values(text: &str) -> Vec<String> {
    let range =
        text.split_once("..").and_then(|(low, high)| Some((low.parse::<u64>().ok()?, high.parse::<u64>().ok()?)));
    match range {
        Some((low, high)) => (low..high.min(low.saturating_add(MOST as u64 + 1))).map(|n| n.to_string()).collect(),
        None => text.split('|').map(str::to_owned).collect(),
    }
}
