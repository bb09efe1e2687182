//! The steps of a turn.

use serde::{Deserialize, Serialize};

/// The parts of a turn, and what comes before the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names of the rules")]
pub enum Step {
    Coin,
    Mulligans,
    Untap,
    Upkeep,
    Draw,
    Main1,
    BeginCombat,
    Attackers,
    Blockers,
    FirstStrike,
    Damage,
    EndCombat,
    Main2,
    End,
    Cleanup,
}

impl Step {
    /// All of them, in order.
    pub const ALL: [Self; 15] = [
        Self::Coin,
        Self::Mulligans,
        Self::Untap,
        Self::Upkeep,
        Self::Draw,
        Self::Main1,
        Self::BeginCombat,
        Self::Attackers,
        Self::Blockers,
        Self::FirstStrike,
        Self::Damage,
        Self::EndCombat,
        Self::Main2,
        Self::End,
        Self::Cleanup,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Coin => "coin",
            Self::Mulligans => "mulligans",
            Self::Untap => "untap",
            Self::Upkeep => "upkeep",
            Self::Draw => "draw",
            Self::Main1 => "first main phase",
            Self::BeginCombat => "beginning of combat",
            Self::Attackers => "declare attackers",
            Self::Blockers => "declare blockers",
            Self::FirstStrike => "first-strike damage",
            Self::Damage => "combat damage",
            Self::EndCombat => "end of combat",
            Self::Main2 => "second main phase",
            Self::End => "end step",
            Self::Cleanup => "cleanup",
        }
    }

    pub(crate) fn is_main(self) -> bool {
        matches!(self, Self::Main1 | Self::Main2)
    }
}
