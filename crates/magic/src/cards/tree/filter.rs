//! Filters: what an object must be like.

use super::Cmp;

/// What an object must be like, as it was written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    Any,
    Type(u8),
    Super(u8),
    Sub(u8),
    Color(u8),
    Keyword(u64),
    Yours,
    Theirs,
    OfTarget,
    Other,
    Tapped,
    Attacking,
    Blocking,
    Token,
    Damaged,
    Power(Cmp, i16),
    ManaValue(Cmp, i16),
    Not(&'static Shape),
    And(&'static [Shape]),
    Or(&'static [Shape]),
}

/// Flags of a clause that speak of an object's circumstances.
pub mod flag {
    pub const YOURS: u16 = 1;
    pub const OTHER: u16 = 2;
    pub const TAPPED: u16 = 4;
    pub const ATTACKING: u16 = 8;
    pub const BLOCKING: u16 = 16;
    pub const TOKEN: u16 = 32;
    pub const DAMAGED: u16 = 64;
    pub const OF_TARGET: u16 = 128;
}

/// One alternative of a filter: everything that must and must not hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clause {
    pub types: u16,
    pub no_types: u16,
    pub subs: u128,
    pub no_subs: u128,
    pub keywords: u64,
    pub no_keywords: u64,
    pub flags: u16,
    pub no_flags: u16,
    pub colors: u8,
    pub no_colors: u8,
    pub supers: u8,
    pub no_supers: u8,
    pub power: (i16, i16),
    pub mana_value: (i16, i16),
}

impl Clause {
    pub const ANY: Self = Self {
        types: 0,
        no_types: 0,
        subs: 0,
        no_subs: 0,
        keywords: 0,
        no_keywords: 0,
        flags: 0,
        no_flags: 0,
        colors: 0,
        no_colors: 0,
        supers: 0,
        no_supers: 0,
        power: (i16::MIN, i16::MAX),
        mana_value: (i16::MIN, i16::MAX),
    };
}

/// A filter: as written, and as alternatives that are quick to test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Filter {
    pub shape: Shape,
    pub clauses: &'static [Clause],
}
