//! Types, colours and keywords, one bit each.

/// Card types, one bit each.
pub mod types {
    /// A set of card types.
    pub type Types = u16;
    pub const CREATURE: Types = 1;
    pub const LAND: Types = 2;
    pub const ARTIFACT: Types = 4;
    pub const ENCHANTMENT: Types = 8;
    pub const INSTANT: Types = 16;
    pub const SORCERY: Types = 32;
    pub const PLANESWALKER: Types = 64;
    pub const PERMANENT: Types = CREATURE | LAND | ARTIFACT | ENCHANTMENT | PLANESWALKER;
    /// Names, in the order of the bits.
    pub const NAMES: [&str; 8] =
        ["creature", "land", "artifact", "enchantment", "instant", "sorcery", "planeswalker", "kindred"];
}

/// Supertypes, one bit each.
pub mod supers {
    pub const BASIC: u8 = 1;
    pub const LEGENDARY: u8 = 2;
    pub const NAMES: [&str; 2] = ["basic", "legendary"];
}

/// Colours: white, blue, black, red, green, and colourless mana as the sixth.
pub const COLORS: [&str; 6] = ["white", "blue", "black", "red", "green", "colourless"];
pub const SYMBOLS: [char; 6] = ['W', 'U', 'B', 'R', 'G', 'C'];
/// Subtypes of basic lands, in the order of the colours; they are the first subtypes of every registry.
pub const BASIC_LANDS: [&str; 5] = ["Plains", "Island", "Swamp", "Mountain", "Forest"];

/// Keyword abilities and restrictions, one bit each.
pub mod kw {
    pub const FLYING: u64 = 1;
    pub const TRAMPLE: u64 = 1 << 1;
    pub const VIGILANCE: u64 = 1 << 2;
    pub const HASTE: u64 = 1 << 3;
    pub const REACH: u64 = 1 << 4;
    pub const FLASH: u64 = 1 << 5;
    pub const MENACE: u64 = 1 << 6;
    pub const FIRST_STRIKE: u64 = 1 << 7;
    pub const LIFELINK: u64 = 1 << 8;
    pub const DEATHTOUCH: u64 = 1 << 9;
    pub const DEFENDER: u64 = 1 << 10;
    pub const DOUBLE_STRIKE: u64 = 1 << 11;
    pub const PROWESS: u64 = 1 << 12;
    pub const HEXPROOF: u64 = 1 << 13;
    pub const INDESTRUCTIBLE: u64 = 1 << 14;
    pub const FEAR: u64 = 1 << 15;
    pub const CANNOT_ATTACK: u64 = 1 << 16;
    pub const CANNOT_BLOCK: u64 = 1 << 17;
    pub const MUST_ATTACK: u64 = 1 << 18;
    pub const CANNOT_BE_COUNTERED: u64 = 1 << 19;
    pub const DOES_NOT_UNTAP: u64 = 1 << 20;
    pub const BLOCKS_ONLY_FLYERS: u64 = 1 << 21;
    pub const UNBLOCKABLE: u64 = 1 << 22;
    pub const WARD: u64 = 1 << 23;
    pub const EVADES: u64 = 1 << 26;
    pub const PROTECTED: u64 = 1 << 27;
    /// Protection from the five colours.
    pub const PROTECTION: u32 = 32;
    /// The five basic landwalks.
    pub const LANDWALK: u32 = 37;
    /// Names of those that stand alone.
    pub const NAMES: [(&str, u64); 23] = [
        ("flying", FLYING),
        ("trample", TRAMPLE),
        ("vigilance", VIGILANCE),
        ("haste", HASTE),
        ("reach", REACH),
        ("flash", FLASH),
        ("menace", MENACE),
        ("first_strike", FIRST_STRIKE),
        ("lifelink", LIFELINK),
        ("deathtouch", DEATHTOUCH),
        ("defender", DEFENDER),
        ("double_strike", DOUBLE_STRIKE),
        ("prowess", PROWESS),
        ("hexproof", HEXPROOF),
        ("indestructible", INDESTRUCTIBLE),
        ("fear", FEAR),
        ("cannot_attack", CANNOT_ATTACK),
        ("cannot_block", CANNOT_BLOCK),
        ("must_attack", MUST_ATTACK),
        ("cannot_be_countered", CANNOT_BE_COUNTERED),
        ("does_not_untap", DOES_NOT_UNTAP),
        ("blocks_only_flyers", BLOCKS_ONLY_FLYERS),
        ("unblockable", UNBLOCKABLE),
    ];
}
