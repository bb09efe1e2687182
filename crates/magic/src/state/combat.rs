//! The combat of a turn.

use super::MAX_PERMS;
use hoyle_core::FixedVec;
use serde::{Deserialize, Serialize};

/// Who attacks, and what has come of it. Sets of permanents are bits by slot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Combat {
    pub attacking: u128,
    /// Attackers that were blocked, whatever has become of the blockers.
    pub blocked: u128,
    /// Creatures still to be asked about: attackers, blockers, attackers with damage to divide.
    pub declare: u128,
    /// What could deal damage in the first-strike step.
    pub first_strikers: u128,
    /// At most one for each creature in combat: an attacker's to a blocker, or to the player.
    pub assigned: FixedVec<Assigned, MAX_PERMS>,
}

impl Combat {
    /// There is none.
    pub const NONE: Self = Self {
        attacking: 0,
        blocked: 0,
        declare: 0,
        first_strikers: 0,
        assigned: FixedVec::new(Assigned { from: 0, to: 0, amount: 0 }),
    };
}

/// Combat damage that an attacker was told to deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Assigned {
    pub from: u8,
    /// A blocker's slot, or `NO` for the defending player.
    pub to: u8,
    pub amount: i16,
}
