//! Positions that show what a search can do: each has a first move that is right, and a reason why.

use crate::Magic;
use crate::scenario::Scenario;
use crate::scene::{Scene, SceneError};
use crate::state::MagicState;
use hoyle_core::files::toml_problem;
use serde::Deserialize;

/// What a probe is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProbeKind {
    /// The right move pays because the other player does not know the hand; against one who does it is not the best.
    Ambush,
    /// The player to move loses unless one kind of card is drawn next, and only the right move makes that card win.
    OneDraw,
}

/// A position with the first move that is right.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub kind: ProbeKind,
    /// Why the right move is right.
    pub why: String,
    /// How it begins.
    scene: Scene,
    /// What is played before the decision: lines of a scenario.
    #[serde(default)]
    play: Vec<String>,
    /// The text of the right action.
    pub right: String,
    /// Where one draw wins, the name of the card.
    #[serde(default)]
    pub draw: String,
}

#[derive(Deserialize)]
struct File {
    probe: Vec<Probe>,
}

impl Probe {
    /// All of them.
    pub fn all() -> Result<Vec<Self>, SceneError> {
        let text = include_str!("../probes.toml");
        let file: File = toml::from_str(text).map_err(|e| SceneError(toml_problem(text, e.span(), e.message())))?;
        Ok(file.probe)
    }

    /// The game and the position, at the decision of the player to whom it is put.
    pub fn build(&self) -> Result<(Magic, MagicState), SceneError> {
        let scenario = Scenario {
            name: self.name.clone(),
            rule: "probe".to_owned(),
            scene: self.scene.clone(),
            play: self.play.clone(),
        };
        scenario.play_through().map(|(game, state, _)| (game, state))
    }
}
