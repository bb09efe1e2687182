//! What has happened without anybody's decision since the last action.
//!
//! Who exchanges tiles, cannot play or has only one tile to play, does so because of tiles that nobody else sees. What an
//! action leads to must not be told before it has happened, so the position keeps these things, for the next line of the
//! log. Everybody has seen them: a determinization keeps them.

use crate::board::{CELLS, NOWHERE};
use crate::chains::CHAINS;
use crate::snapshot::Tile;
use serde::{Deserialize, Serialize};

/// How many are kept; what is beyond is seen on the board only.
const MOST: usize = 24;

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// Played the only tile that could be played.
    Played,
    /// Founded the only chain that could be founded.
    Founded,
    /// Could not play.
    Skipped,
    /// Exchanged a dead tile.
    Discarded,
}

/// Who did what: a tile, or the number of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    pub deed: Deed,
    pub seat: u8,
    pub what: u8,
}

/// What has happened since the last action, the oldest first.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Notes {
    notes: [Note; MOST],
    len: u8,
}

impl std::fmt::Debug for Notes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Notes {
    pub(crate) const EMPTY: Self = Self { notes: [Note { deed: Deed::Skipped, seat: 0, what: NOWHERE }; MOST], len: 0 };

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
    pub(crate) fn push(&mut self, deed: Deed, seat: u8, what: u8) {
        if (self.len as usize) < MOST {
            self.notes[self.len as usize] = Note { deed, seat, what };
            self.len += 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Note> + '_ {
        self.notes[..self.len as usize].iter().copied()
    }
}

/// A note as it is written to files.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteSnapshot {
    /// What was done.
    pub deed: Deed,
    /// Whose doing it was.
    pub seat: u8,
    /// The tile.
    pub tile: Option<Tile>,
    /// The number of the chain.
    pub chain: Option<u8>,
}

impl From<Note> for NoteSnapshot {
    fn from(Note { deed, seat, what }: Note) -> Self {
        let (tile, chain) = match deed {
            Deed::Played | Deed::Discarded => (Some(Tile(what)), None),
            Deed::Founded => (None, Some(what)),
            Deed::Skipped => (None, None),
        };
        Self { deed, seat, tile, chain }
    }
}

impl Notes {
    /// Notes from a file; none if one of them makes no sense.
    pub(crate) fn read(snapshot: &[NoteSnapshot], players: u8) -> Option<Self> {
        let mut notes = Self::EMPTY;
        for note in snapshot {
            let what = match (note.deed, note.tile, note.chain) {
                (Deed::Played | Deed::Discarded, Some(Tile(cell)), None) if (cell as usize) < CELLS => cell,
                (Deed::Founded, None, Some(chain)) if (chain as usize) < CHAINS => chain,
                (Deed::Skipped, None, None) => NOWHERE,
                _ => return None,
            };
            if note.seat >= players || notes.len as usize == MOST {
                return None;
            }
            notes.push(note.deed, note.seat, what);
        }
        Some(notes)
    }
}
