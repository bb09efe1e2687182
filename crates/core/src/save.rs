//! Positions in files: JSON for people and programs, a compact binary form for many.

use crate::files::{MAX_TEXT, brief, brief_message, size};
use crate::prelude::*;
use crate::{Game, InvalidState, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use thiserror::Error;

/// Why a saved position cannot be read.
#[derive(Debug, Error)]
pub enum SaveError {
    /// Not JSON, or not of this form.
    #[error("not a saved position: {}; expected an object with game, version, options and state", brief_message(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// Options that are not this game's.
    #[error("in `options`: {}", brief_message(&.0.to_string()))]
    BadOptions(#[source] serde_json::Error),
    /// A state that is not of this game's form.
    #[error("in `state`: {}", brief_message(&.0.to_string()))]
    BadState(#[source] serde_json::Error),
    /// More than a position has.
    #[error("not a saved position: larger than {}", size(MAX_TEXT))]
    TooLarge,
    /// Not the binary form.
    #[error("not a saved position in binary form: {0}")]
    Binary(String),
    /// Of another game.
    #[error("a position of `{}`, not of `{wanted}`", brief(found))]
    Game {
        /// The game asked for.
        wanted: &'static str,
        /// The game in the file.
        found: String,
    },
    /// Of another version.
    #[error(
        "a position of {game} version {found}, this program has version {wanted}: read it with the program that wrote it"
    )]
    Version {
        /// The game.
        game: &'static str,
        /// This program's version.
        wanted: u32,
        /// The file's version.
        found: u32,
    },
    /// Of a game with other options.
    #[error("a position of {game} with other options: load the game with the options in the file")]
    Options {
        /// The game.
        game: &'static str,
    },
    /// No position of the game.
    #[error(transparent)]
    State(#[from] InvalidState),
}

/// What stands around a position in a JSON file.
#[derive(Serialize, Deserialize)]
struct Envelope<G, O, S> {
    game: G,
    version: u32,
    options: O,
    state: S,
}

/// An envelope whose contents are not read yet: first it must be clear what they are.
type Sealed<'a> = Envelope<String, &'a RawValue, &'a RawValue>;

/// The position as one JSON object: game, version, options and state.
pub fn to_json<G: Game>(game: &G, state: &G::State) -> String {
    let envelope = Envelope { game: G::NAME, version: G::VERSION, options: game.options(), state: state.snapshot() };
    serde_json::to_string(&envelope).expect("a snapshot is plain data")
}

fn open(text: &str) -> Result<Sealed<'_>, SaveError> {
    if text.len() as u64 > MAX_TEXT {
        return Err(SaveError::TooLarge);
    }
    Ok(serde_json::from_str(text)?)
}

/// The position in a JSON object that [`to_json`] wrote for this game.
pub fn from_json<G: Game>(game: &G, text: &str) -> Result<G::State, SaveError> {
    let envelope = open(text)?;
    if envelope.game != G::NAME {
        return Err(SaveError::Game { wanted: G::NAME, found: envelope.game });
    }
    if envelope.version != G::VERSION {
        return Err(SaveError::Version { game: G::NAME, wanted: G::VERSION, found: envelope.version });
    }
    let options: G::Options = serde_json::from_str(envelope.options.get()).map_err(SaveError::BadOptions)?;
    if options != *game.options() {
        return Err(SaveError::Options { game: G::NAME });
    }
    Ok(game.restore(serde_json::from_str(envelope.state.get()).map_err(SaveError::BadState)?)?)
}

/// The name of the game and the options in a saved position of any game.
pub fn peek_json(text: &str) -> Result<(String, Value), SaveError> {
    let envelope = open(text)?;
    Ok((envelope.game, serde_json::from_str(envelope.options.get()).map_err(SaveError::BadOptions)?))
}

/// The position in binary form: the game's fingerprint, then the snapshot in postcard.
pub fn to_bytes<S: State>(state: &S) -> Vec<u8> {
    let bytes = state.spec().fingerprint.to_le_bytes().to_vec();
    postcard::to_extend(&state.snapshot(), bytes).expect("a snapshot is plain data")
}

/// The position that [`to_bytes`] wrote.
pub fn from_bytes<G: Game>(game: &G, bytes: &[u8]) -> Result<G::State, SaveError> {
    let binary = |what: &str| SaveError::Binary(what.to_owned());
    let (fingerprint, snapshot) = bytes.split_first_chunk().ok_or_else(|| binary("shorter than its header"))?;
    if u64::from_le_bytes(*fingerprint) != game.spec().fingerprint {
        return Err(binary("of another game, version or set of options"));
    }
    let (snapshot, rest) = postcard::take_from_bytes(snapshot).map_err(|e| SaveError::Binary(e.to_string()))?;
    if !rest.is_empty() {
        return Err(binary("longer than its position"));
    }
    Ok(game.restore(snapshot)?)
}

/// A number that tells positions apart: a hash of the binary form, the same on every machine.
pub fn hash<S: State>(state: &S) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&to_bytes(state))
}
