//! Permanents, spells and abilities on the stack, and cards in other zones.

use super::{CardIx, Last};
use serde::{Deserialize, Serialize};

/// Something that can be pointed at: 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ref {
    /// See [`RefKind`].
    pub kind: RefKind,
    /// A seat or a permanent's slot.
    pub slot: u8,
    /// Which object: slots are used again, numbers are not.
    pub uid: u16,
}

/// What a [`Ref`] points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefKind {
    /// Nothing.
    #[default]
    None,
    /// A player.
    Player,
    /// A permanent.
    Perm,
    /// A spell or ability on the stack.
    Spell,
    /// A card in a graveyard; the slot is its owner.
    Grave,
    /// A card in exile.
    Exile,
}

impl Ref {
    pub(crate) const NONE: Self = Self { kind: RefKind::None, slot: 0, uid: 0 };

    pub(crate) fn player(seat: u8) -> Self {
        Self { kind: RefKind::Player, slot: seat, uid: 0 }
    }
}

/// Flags of a permanent.
pub(crate) mod pf {
    pub const TAPPED: u16 = 1;
    /// It came under its controller's control since that player's last turn began.
    pub const SICK: u16 = 2;
    pub const TOKEN: u16 = 4;
    /// It does not untap in its controller's next untap step.
    pub const FROZEN: u16 = 8;
    /// It was dealt damage by a source with deathtouch.
    pub const DEATHTOUCHED: u16 = 16;
    /// It has lost its abilities until end of turn.
    pub const BARE: u16 = 32;
    /// Its power and toughness are switched.
    pub const SWITCHED: u16 = 64;
    /// Its power and toughness were set.
    pub const SET: u16 = 128;
    /// Control of it was taken for good.
    pub const KEPT: u16 = 256;
}

/// Nothing is there: for slots.
pub(crate) const NO: u8 = 255;

/// A permanent, as it was made and changed. What it is like now follows from all of them: see [`Traits`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Perm {
    pub card: CardIx,
    pub owner: u8,
    /// Under whose control it entered.
    pub base_ctrl: u8,
    /// Who has control until end of turn (or for good), and since when.
    pub taken: u8,
    pub taken_time: u16,
    /// What it is attached to.
    pub host: u8,
    /// What it blocks.
    pub blocks: u8,
    pub flags: u16,
    pub damage: i16,
    pub plus: u16,
    pub minus: u16,
    pub uid: u16,
    pub time: u16,
    pub pump: (i16, i16),
    pub set: (i16, i16),
    pub set_time: u16,
    pub bare_time: u16,
    pub granted: u64,
    /// X of the spell that it was.
    pub x: u16,
}

impl Perm {
    pub const EMPTY: Self = Self {
        card: 0,
        owner: 0,
        base_ctrl: 0,
        taken: NO,
        taken_time: 0,
        host: NO,
        blocks: NO,
        flags: 0,
        damage: 0,
        plus: 0,
        minus: 0,
        uid: 0,
        time: 0,
        pump: (0, 0),
        set: (0, 0),
        set_time: 0,
        bare_time: 0,
        granted: 0,
        x: 0,
    };

    #[inline]
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// What a permanent is like now: the result of the layers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Traits {
    pub keywords: u64,
    pub power: i16,
    pub toughness: i16,
    pub types: u16,
    pub colors: u8,
    pub ctrl: u8,
}

impl Traits {
    pub const EMPTY: Self = Self { keywords: 0, power: 0, toughness: 0, types: 0, colors: 0, ctrl: 0 };
}

/// What is on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// A spell.
    Spell,
    /// An activated ability.
    Activated,
    /// A triggered ability.
    Triggered,
}

/// A spell or ability on the stack, or one that waits to be put there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct StackObj {
    pub item: Item,
    /// The spell, or the source of the ability.
    pub card: CardIx,
    /// Which ability of the card.
    pub ability: u8,
    pub controller: u8,
    pub owner: u8,
    /// The chosen mode; [`NO`] for none.
    pub mode: u8,
    pub uid: u16,
    /// The source of an ability.
    pub source: Ref,
    pub targets: [Ref; 3],
    pub amounts: [u8; 3],
    pub target_count: u8,
    pub x: u16,
    /// What triggered it, or what was sacrificed as a cost.
    pub event: Ref,
    pub event_player: u8,
    /// What the trigger counts, or the life that was paid.
    pub amount: i16,
    /// The source as it last was.
    pub power: i16,
    pub toughness: i16,
    pub counters: u16,
    /// Lifelink and deathtouch of the source as it last was, and whose `sacrificed` was: see [`touch`].
    pub touch: u8,
    /// What was sacrificed as a cost, or what triggered it and has left, where the effect asks about it.
    pub sacrificed: CardIx,
    pub sacrificed_power: i16,
}

/// Bits of [`StackObj::touch`].
pub(crate) mod touch {
    pub const LIFELINK: u8 = 1;
    pub const DEATHTOUCH: u8 = 2;
    /// Player 2 controlled what was sacrificed or triggered it.
    pub const ITS_CONTROLLER: u8 = 4;
    /// Player 2 owned it.
    pub const ITS_OWNER: u8 = 8;
}

impl StackObj {
    /// Remembers what was sacrificed or triggered it, as it last was.
    pub fn note_gone(&mut self, last: &Last) {
        (self.sacrificed, self.sacrificed_power) = (last.card, last.power);
        self.touch &= !(touch::ITS_CONTROLLER | touch::ITS_OWNER);
        self.touch |= if last.ctrl == 1 { touch::ITS_CONTROLLER } else { 0 };
        self.touch |= if last.owner == 1 { touch::ITS_OWNER } else { 0 };
    }

    /// What was sacrificed or triggered it, as it last was, if that is remembered.
    pub fn gone(&self) -> Option<Last> {
        (self.sacrificed != NO).then(|| Last {
            card: self.sacrificed,
            power: self.sacrificed_power,
            ctrl: u8::from(self.touch & touch::ITS_CONTROLLER != 0),
            owner: u8::from(self.touch & touch::ITS_OWNER != 0),
            ..Last::default()
        })
    }

    pub const EMPTY: Self = Self {
        item: Item::Spell,
        card: 0,
        ability: 0,
        controller: 0,
        owner: 0,
        mode: NO,
        uid: 0,
        source: Ref::NONE,
        targets: [Ref::NONE; 3],
        amounts: [0; 3],
        target_count: 0,
        x: 0,
        event: Ref::NONE,
        event_player: 0,
        amount: 0,
        power: 0,
        toughness: 0,
        counters: 0,
        touch: 0,
        sacrificed: NO,
        sacrificed_power: 0,
    };
}

/// A card in a graveyard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lying {
    pub card: CardIx,
    pub uid: u16,
}

/// A card in exile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exiled {
    pub card: CardIx,
    pub owner: u8,
    pub uid: u16,
    /// The permanent that exiled it, if it is remembered.
    pub link: u16,
    /// Whether it returns at once when that permanent leaves.
    pub until: bool,
}

/// A card in a library whose place is known to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LibraryCard {
    pub card: CardIx,
    /// Everybody knows it; otherwise only its owner does.
    pub open: bool,
    /// It came from the hand unseen: a card known to be in the hand may be this one.
    pub from_hand: bool,
}

impl LibraryCard {
    pub const EMPTY: Self = Self { card: 0, open: false, from_hand: false };
}
