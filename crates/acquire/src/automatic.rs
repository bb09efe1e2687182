//! What has happened without anybody's decision since the last action.
//!
//! Who exchanges tiles, cannot play or has only one tile to play, does so because of tiles that nobody else sees. What an
//! action leads to must not be shown before it has happened, so the position keeps these actions, for the next line of the
//! log. Everybody has seen them: a determinization keeps them.

use crate::board::{CELLS, NO_CELL};
use crate::chains::CHAINS;
use crate::snapshot::Tile;
use serde::{Deserialize, Serialize};

/// How many are kept; what is beyond is seen on the board only.
const MOST: usize = 24;

/// What a player did without a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AutomaticKind {
    /// Played the only tile that could be played.
    Played,
    /// Founded the only chain that could be founded.
    Founded,
    /// Could not play.
    Skipped,
    /// Exchanged a dead tile.
    Discarded,
}

/// Who did what: a tile, the number of a chain, or [`NO_CELL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AutomaticAction {
    pub kind: AutomaticKind,
    pub seat: u8,
    pub what: u8,
}

/// What has happened since the last action, the oldest first.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct AutomaticActions {
    actions: [AutomaticAction; MOST],
    len: u8,
}

impl std::fmt::Debug for AutomaticActions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl AutomaticActions {
    pub(crate) const EMPTY: Self =
        Self { actions: [AutomaticAction { kind: AutomaticKind::Skipped, seat: 0, what: NO_CELL }; MOST], len: 0 };

    /// Forgets everything.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.len > 0 {
            *self = Self::EMPTY;
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) fn push(&mut self, kind: AutomaticKind, seat: u8, what: u8) {
        if (self.len as usize) < MOST {
            self.actions[self.len as usize] = AutomaticAction { kind, seat, what };
            self.len += 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = AutomaticAction> + '_ {
        self.actions[..self.len as usize].iter().copied()
    }
}

/// An automatic action as it is written to files.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticActionSnapshot {
    /// What was done.
    #[serde(rename = "deed")]
    pub kind: AutomaticKind,
    /// Whose doing it was.
    pub seat: u8,
    /// The tile.
    pub tile: Option<Tile>,
    /// The number of the chain.
    pub chain: Option<u8>,
}

impl From<AutomaticAction> for AutomaticActionSnapshot {
    fn from(AutomaticAction { kind, seat, what }: AutomaticAction) -> Self {
        let (tile, chain) = match kind {
            AutomaticKind::Played | AutomaticKind::Discarded => (Some(Tile(what)), None),
            AutomaticKind::Founded => (None, Some(what)),
            AutomaticKind::Skipped => (None, None),
        };
        Self { kind, seat, tile, chain }
    }
}

impl AutomaticActions {
    /// The actions of a file; none if one of them has not what its kind has, is of no player, or there are too many.
    pub(crate) fn read(snapshot: &[AutomaticActionSnapshot], players: u8) -> Option<Self> {
        let mut actions = Self::EMPTY;
        for action in snapshot {
            let what = match (action.kind, action.tile, action.chain) {
                (AutomaticKind::Played | AutomaticKind::Discarded, Some(Tile(cell)), None)
                    if (cell as usize) < CELLS =>
                {
                    cell
                }
                (AutomaticKind::Founded, None, Some(chain)) if (chain as usize) < CHAINS => chain,
                (AutomaticKind::Skipped, None, None) => NO_CELL,
                _ => return None,
            };
            if action.seat >= players || actions.len as usize == MOST {
                return None;
            }
            actions.push(action.kind, action.seat, what);
        }
        Some(actions)
    }
}
