//! What is under way: an announcement, or a resolution.

use super::{CardIx, Ref, StackObj};
use serde::{Deserialize, Serialize};

/// What is announced of a spell or ability, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Stage {
    Mode,
    X,
    Targets,
    Division,
    Mana,
    /// All costs but mana.
    Costs,
    Done,
}

impl Stage {
    /// All of them, in order: positions in files number them.
    pub const ALL: [Self; 7] =
        [Self::Mode, Self::X, Self::Targets, Self::Division, Self::Mana, Self::Costs, Self::Done];

    /// What follows; nothing follows the last.
    #[inline]
    pub fn next(self) -> Self {
        match self {
            Self::Mode => Self::X,
            Self::X => Self::Targets,
            Self::Targets => Self::Division,
            Self::Division => Self::Mana,
            Self::Mana => Self::Costs,
            Self::Costs | Self::Done => Self::Done,
        }
    }

    /// What is announced, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mode => "the mode",
            Self::X => "X",
            Self::Targets => "targets",
            Self::Division => "a division",
            Self::Mana => "a payment",
            Self::Costs => "other costs",
            Self::Done => "all of it",
        }
    }
}

/// A spell or ability being put on the stack: the top of it, and how far the announcement has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Announce {
    pub active: bool,
    pub stage: Stage,
    /// How much of the stage is done: targets chosen, amounts given, whether the payment was asked about
    /// ([`PAYMENT_ASKED`](Self::PAYMENT_ASKED)); of costs see [`costs_begun`](Self::costs_begun).
    pub done: u8,
}

impl Announce {
    /// Nothing is announced.
    pub const NONE: Self = Self { active: false, stage: Stage::Mode, done: 0 };
    /// An announcement begins.
    pub const BEGUN: Self = Self { active: true, ..Self::NONE };
    /// The player chooses the sources of mana one by one.
    pub const PAYMENT_ASKED: u8 = 1;
    /// Below the number of costs stand the cards that were discarded for the present one, in this many bits.
    const DISCARD_BITS: u32 = 3;

    /// How many costs were begun; while cards are discarded, without the cost that asks for it.
    #[inline]
    pub fn costs_begun(self) -> u8 {
        self.done >> Self::DISCARD_BITS
    }

    /// How many cards were discarded for the present cost.
    #[inline]
    pub fn discarded(self) -> u8 {
        self.done & ((1 << Self::DISCARD_BITS) - 1)
    }

    /// `begun` costs were begun, and `discarded` cards discarded for the next one.
    #[inline]
    pub fn begin_cost(&mut self, begun: u8, discarded: u8) {
        self.done = (begun << Self::DISCARD_BITS) + discarded;
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
pub(crate) struct Resolution {
    pub active: bool,
    /// Whether the first step has begun: targets were checked.
    pub begun: bool,
    pub obj: StackObj,
    pub pc: u8,
    /// How far the present step has come.
    pub progress: Progress,
    /// Whom the present step is about: a seat; where several players do it, those who have not done it, one bit each.
    pub about: u8,
    pub that: Ref,
    pub dealt: i16,
    pub last: [Last; 2],
}

/// Parts of a step in which cards are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Phase {
    /// Cards are selected: for the bottom, or for the hand.
    Select = 1,
    /// The rest is put in order.
    Arrange,
}

/// How far a step has come: one number, as positions in files have it, which each kind of step reads in its own way. It is
/// how often the step is still done, [`ASKED`](Self::ASKED), a [`Phase`], or where a choice jumps to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Progress(i16);

impl Progress {
    /// The step has not begun.
    pub const FRESH: Self = Self(-1);
    /// The step's only question was asked; or nothing of it is left.
    pub const ASKED: Self = Self(0);
    /// From this bit on stands how often the second player does the step.
    const LATER: u32 = 8;

    /// `now` times for the player whose turn it is, then `later` times for the second player: up to 127 each.
    #[inline]
    pub fn times(now: i16, later: i16) -> Self {
        Self(now + (later << Self::LATER))
    }

    #[inline]
    pub fn phase(phase: Phase) -> Self {
        Self(phase as i16)
    }

    /// A choice that may jump to a step.
    #[inline]
    pub fn jump(to: u8) -> Self {
        Self(to.into())
    }

    /// Where the choice may jump to.
    #[inline]
    pub fn jump_target(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub fn has_begun(self) -> bool {
        self.0 >= 0
    }

    /// Whether it has begun, and something of it is left.
    #[inline]
    pub fn is_under_way(self) -> bool {
        self.0 > 0
    }

    /// How often the player whose turn it is does the step, once it has begun.
    #[inline]
    pub fn left(self) -> i16 {
        self.0 & ((1 << Self::LATER) - 1)
    }

    /// How often the second player does it afterwards, once it has begun.
    #[inline]
    pub fn later(self) -> i16 {
        self.0 >> Self::LATER
    }

    /// How often the step is done, where one player does it.
    #[inline]
    pub fn count(self) -> i16 {
        self.0
    }

    /// It was done once.
    #[inline]
    pub fn count_down(&mut self) {
        self.0 -= 1;
    }

    /// The player whose turn it is is done.
    #[inline]
    pub fn none_left(&mut self) {
        self.0 -= self.left();
    }

    /// Whether a position can have it: only a step that both players do (`about` is both bits) has a number for later.
    pub fn is_sound(self, about: u8) -> bool {
        self == Self::FRESH || self.has_begun() && self.left() <= 127 && (self.later() == 0 || about == 3)
    }
}

impl Resolution {
    pub const EMPTY: Self = Self {
        active: false,
        begun: false,
        obj: StackObj::EMPTY,
        pc: 0,
        progress: Progress::FRESH,
        about: 0,
        that: Ref::NONE,
        dealt: 0,
        last: [Last { uid: 0, card: 0, ctrl: 0, owner: 0, power: 0, toughness: 0, counters: 0 }; 2],
    };
}
