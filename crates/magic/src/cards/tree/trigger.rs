//! What makes an ability trigger.

use super::Filter;

/// What makes an ability trigger.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Trigger {
    /// The source enters.
    EntersSelf,
    /// Something that fits enters.
    Enters(&'static Filter),
    /// The source goes from the battlefield to a graveyard.
    DiesSelf,
    /// Something that fits dies.
    Dies(&'static Filter),
    /// The source leaves the battlefield.
    LeavesSelf,
    AttacksSelf,
    BlocksSelf,
    /// The source deals damage to an opponent.
    DamagesOpponent {
        combat: bool,
    },
    /// What the source is attached to deals damage to an opponent.
    HostDamagesOpponent,
    /// A spell that fits is cast by you.
    YouCast(&'static Filter),
    YouGainLife,
    YourUpkeep,
    EachUpkeep,
    EachEndStep,
    YourEndStep,
    YouDraw,
    /// The source becomes the target of something an opponent controls.
    TargetedByOpponent,
}

/// Kinds of events, for masks of who listens.
pub mod event {
    pub const ENTERS: usize = 0;
    pub const DIES: usize = 1;
    pub const LEAVES: usize = 2;
    pub const ATTACKS: usize = 3;
    pub const BLOCKS: usize = 4;
    pub const DAMAGE: usize = 5;
    pub const CAST: usize = 6;
    pub const LIFE: usize = 7;
    pub const UPKEEP: usize = 8;
    pub const END: usize = 9;
    pub const DRAW: usize = 10;
    pub const TARGETED: usize = 11;
    pub const COUNT: usize = 12;
}

impl Trigger {
    /// The event that it listens to.
    pub fn event(self) -> usize {
        match self {
            Self::EntersSelf | Self::Enters(_) => event::ENTERS,
            Self::DiesSelf | Self::Dies(_) => event::DIES,
            Self::LeavesSelf => event::LEAVES,
            Self::AttacksSelf => event::ATTACKS,
            Self::BlocksSelf => event::BLOCKS,
            Self::DamagesOpponent { .. } | Self::HostDamagesOpponent => event::DAMAGE,
            Self::YouCast(_) => event::CAST,
            Self::YouGainLife => event::LIFE,
            Self::YourUpkeep | Self::EachUpkeep => event::UPKEEP,
            Self::EachEndStep | Self::YourEndStep => event::END,
            Self::YouDraw => event::DRAW,
            Self::TargetedByOpponent => event::TARGETED,
        }
    }
}
