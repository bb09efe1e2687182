//! Options by name: from what a user writes to a game.

use crate::files::brief_message;
use crate::names::UnknownName;
use crate::{FileAccess, Game, InvalidOption};
use serde_json::{Map, Value};
use thiserror::Error;

/// Why a game cannot be set up as asked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionsError {
    /// No option or preset has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// The option does not take this value.
    #[error(transparent)]
    Invalid(#[from] InvalidOption),
}

/// A game from settings as users write them. `preset` names the set of options to start from; every other setting
/// overrides one option of it. Files that they name may be anywhere.
pub fn game_from_settings<G: Game>(settings: &[(String, String)]) -> Result<G, OptionsError> {
    game_from_settings_with(settings, &FileAccess::Anywhere)
}

/// The same for settings from anywhere. Files that they name are read through `files`.
pub fn game_from_settings_with<G: Game>(settings: &[(String, String)], files: &FileAccess) -> Result<G, OptionsError> {
    let presets = G::PRESETS;
    let preset = settings.iter().find(|(key, _)| key == "preset").map_or(presets[0], |(_, value)| value);
    let options = G::preset(preset).ok_or_else(|| UnknownName::new("preset", preset, presets.iter().copied()))?;
    let mut map = to_map(&options);
    for (key, text) in settings.iter().filter(|(key, _)| key != "preset") {
        let Some(slot) = map.get_mut(key) else {
            let known: Vec<&str> = std::iter::once("preset").chain(map.keys().map(String::as_str)).collect();
            return Err(UnknownName::new("option", key, known).into());
        };
        *slot = read_like(slot, text);
        // One at a time, so that an error names the option that caused it.
        serde_json::from_value::<G::Options>(Value::Object(map.clone()))
            .map_err(|e| InvalidOption::new(key, tidy(&e)))?;
    }
    let options = serde_json::from_value(Value::Object(map)).map_err(|e| InvalidOption::new("?", tidy(&e)))?;
    Ok(G::with_files(options, files)?)
}

/// A game from options as a file has them: every option must be there. Files that they name are read through `files`.
pub fn game_from_json<G: Game>(options: &Value, files: &FileAccess) -> Result<G, OptionsError> {
    let options = serde_json::from_value(options.clone()).map_err(|e| InvalidOption::new("options", tidy(&e)))?;
    Ok(G::with_files(options, files)?)
}

/// The options of a game as the flat map that files have.
pub fn to_map(options: &impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(map)) => map,
        other => panic!("options serialise to a map, not to {other:?}"),
    }
}

/// Reads text as the type of JSON value that stands there now.
fn read_like(model: &Value, text: &str) -> Value {
    let parsed = match model {
        Value::Bool(_) => text.parse().ok().map(Value::Bool),
        Value::Number(_) => serde_json::from_str(text).ok().filter(Value::is_number),
        _ => None,
    };
    parsed.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// The parser's message without its position in a text that nobody wrote.
pub(crate) fn tidy(error: &serde_json::Error) -> String {
    let text = error.to_string();
    brief_message(text.split(" at line ").next().unwrap_or(&text))
}
