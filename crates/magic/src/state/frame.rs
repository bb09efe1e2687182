//! What is under way: an announcement, a resolution, combat damage.

use super::{CardIx, Ref, StackObj};
use serde::{Deserialize, Serialize};

/// A spell or ability being put on the stack: the top of it, and how far the announcement has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Announce {
    pub active: bool,
    /// 0 mode, 1 X, 2 targets, 3 division, 4 mana, 5 other costs, 6 done.
    pub stage: u8,
    /// The next target, division or cost.
    pub index: u8,
}

impl Announce {
    /// Nothing is announced.
    pub const NONE: Self = Self { active: false, stage: 0, index: 0 };

    /// What is announced now, in words.
    pub fn name(self) -> &'static str {
        ["the mode", "X", "targets", "a division", "a payment", "other costs"]
            .get(usize::from(self.stage))
            .unwrap_or(&"all of it")
    }
}

/// An object as it last was on the battlefield or in a graveyard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Last {
    pub uid: u16,
    pub card: CardIx,
    pub ctrl: u8,
    pub owner: u8,
    pub power: i16,
    pub toughness: i16,
    pub counters: u16,
}

/// The spell or ability that resolves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Frame {
    pub active: bool,
    /// Whether the first step has begun: targets were checked.
    pub begun: bool,
    pub obj: StackObj,
    pub pc: u8,
    /// How far the present step has come: what is left of it, and from the bit [`LATER`] on how much the second player does.
    pub n: i16,
    /// A player that the present step is about.
    pub seat: u8,
    pub that: Ref,
    pub dealt: i16,
    pub last: [Last; 2],
}

/// Where the second player's number stands in [`Frame::n`].
pub(crate) const LATER: u32 = 8;

impl Frame {
    /// How often the player whose turn it is does the present step.
    #[inline]
    pub fn left(&self) -> i16 {
        self.n & ((1 << LATER) - 1)
    }

    /// That player is done.
    pub fn none_left(&mut self) {
        self.n -= self.left();
    }

    pub const EMPTY: Self = Self {
        active: false,
        begun: false,
        obj: StackObj::EMPTY,
        pc: 0,
        n: -1,
        seat: 0,
        that: Ref::NONE,
        dealt: 0,
        last: [Last { uid: 0, card: 0, ctrl: 0, owner: 0, power: 0, toughness: 0, counters: 0 }; 2],
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
