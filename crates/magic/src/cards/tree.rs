//! The ability tree: what a card says, in typed primitives. The Judge runs it and networks read it.
//!
//! Trees are kept for the rest of the program (`&'static`), so that every node is copied freely and a position can
//! point into them by small numbers.

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

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cmp {
    AtLeast,
    AtMost,
    Equal,
}

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

/// An object that an effect speaks of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Obj {
    /// The source of the ability, or the spell itself.
    This,
    /// A target, by its place.
    Target(u8),
    /// What the effect moved or chose last.
    That,
    /// What the source is attached to.
    Host,
    /// What the trigger speaks of.
    Trigger,
    /// What was sacrificed as a cost.
    Sacrificed,
    /// Every permanent that fits.
    Each(&'static Filter),
}

/// A player that an effect speaks of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Who {
    You,
    Opponent,
    Each,
    Target(u8),
    ControllerOf(Obj),
    OwnerOf(Obj),
    /// The player of the trigger: who cast, who was damaged, who is being attacked.
    Trigger,
    Defender,
}

/// What can be damaged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sel {
    Obj(Obj),
    Who(Who),
}

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Quantity {
    Num(i16),
    X,
    /// Permanents that fit.
    Count(&'static Filter),
    /// Cards that fit in a player's graveyard.
    InGraveyard(Who, &'static Filter),
    /// Card types among all graveyards.
    TypesInGraveyards,
    HandOf(Who),
    LifeOf(Who),
    Devotion(u8),
    Power(Obj),
    Toughness(Obj),
    ManaValue(Obj),
    /// +1/+1 counters on something.
    Counters(Obj),
    LifePaid,
    /// Damage dealt or life lost by the effect so far.
    Dealt,
    /// The number that the trigger speaks of.
    Amount,
    Half(&'static Quantity),
    Plus(&'static Quantity, &'static Quantity),
    Neg(&'static Quantity),
}

/// A condition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cond {
    Compare(Quantity, Cmp, Quantity),
    /// Whether an object is (or was last) such a card.
    Is(Obj, &'static Filter),
}

/// Where a found or moved card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Hand,
    Battlefield,
    BattlefieldTapped,
    /// The first onto the battlefield tapped, the others into the hand.
    BattlefieldTappedThenHand,
    LibraryTop,
    LibraryBottom,
    Graveyard,
}

/// How long an exiled object is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    None,
    /// Another ability of the source returns it.
    Linked,
    /// It returns at once when the source leaves.
    WhileSourceStays,
}

/// How cards are discarded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Discard {
    Choose,
    Random,
    /// The controller of the effect looks at the hand and chooses a card that fits.
    Looked(&'static Filter),
}

/// Kinds of counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CounterKind {
    Plus,
    Minus,
}

/// How long a change lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duration {
    EndOfTurn,
    Forever,
}

/// What an effect does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verb {
    Damage {
        n: Quantity,
        to: Sel,
        by: Obj,
    },
    /// The announced division among the targets.
    Divide {
        n: Quantity,
    },
    Destroy(Obj),
    Exile(Obj, Link),
    Bounce(Obj),
    ToBattlefield {
        obj: Obj,
        under: Who,
        tapped: bool,
    },
    ReturnLinked,
    ToLibrary(Obj, Place),
    Counter(Obj, Place),
    Draw(Who, Quantity),
    Discard(Who, Quantity, Discard),
    PutBack(Who, Quantity),
    Mill(Who, Quantity),
    Scry(Quantity),
    Dig {
        n: Quantity,
        filter: &'static Filter,
    },
    Search {
        who: Who,
        filter: &'static Filter,
        n: Quantity,
        to: Place,
    },
    Shuffle(Who),
    Reveal(Who),
    GainLife(Who, Quantity),
    LoseLife(Who, Quantity),
    AddMana(Mana),
    Token {
        token: u16,
        n: Quantity,
        under: Who,
    },
    PutCounters(Obj, CounterKind, Quantity),
    RemoveCounters(Obj, CounterKind, Quantity),
    DoubleCounters(Obj),
    Pump(Obj, Quantity, Quantity),
    SetPt(Obj, Quantity, Quantity),
    Switch(Obj),
    Grant(Obj, u64),
    LoseAbilities(Obj),
    Tap(Obj),
    Untap(Obj),
    Freeze(Obj),
    Sacrifice(Obj),
    SacrificeChoice {
        who: Who,
        filter: &'static Filter,
        n: Quantity,
    },
    Choose {
        who: Who,
        filter: &'static Filter,
    },
    GainControl(Obj, Duration),
    Fight(Obj, Obj),
    Attach(Obj),
    PreventCombat,
}

/// Mana that an ability makes: so much of any of these colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mana {
    pub colors: u8,
    pub amount: Quantity,
}

/// A mana cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ManaCost {
    pub generic: u8,
    /// Symbols of each colour, and of colourless.
    pub pips: [u8; 6],
    /// How many times X.
    pub x: u8,
    /// The colour of mana that X must be paid with, plus 1.
    pub x_only: u8,
}

impl ManaCost {
    /// What the cost counts for outside of the stack.
    pub fn value(&self) -> i16 {
        i16::from(self.generic) + self.pips.iter().map(|&n| i16::from(n)).sum::<i16>()
    }

    /// The colours of its symbols.
    pub fn colors(&self) -> u8 {
        (0..5).filter(|&c| self.pips[c] > 0).fold(0, |set, c| set | 1 << c)
    }

    /// The cost with X chosen.
    pub fn with_x(mut self, x: u16) -> Self {
        let x = u16::from(self.x) * x;
        if self.x_only > 0 {
            let pip = &mut self.pips[self.x_only as usize - 1];
            *pip = (u16::from(*pip) + x).min(255) as u8;
        } else {
            self.generic = (u16::from(self.generic) + x).min(255) as u8;
        }
        self.x = 0;
        self
    }
}

/// A part of a cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cost {
    Mana(ManaCost),
    Tap,
    SacrificeSelf,
    Sacrifice(&'static Filter),
    Discard(u8),
    Life(u8),
    LifeX,
    RemoveCounter(CounterKind, u8),
    ExileFromGraveyard(&'static Filter),
}

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

/// An effect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effect {
    Do(Verb),
    Seq(&'static [Effect]),
    May(Who, &'static Effect),
    If(Cond, &'static Effect),
    Unless { payer: Who, cost: ManaCost, effect: &'static Effect },
}

/// A step of an effect, laid out flat so that a position can point at it by number. Those with `to` jump there if
/// their part is not done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    Do(Verb),
    May { who: Who, to: u8 },
    If { cond: Cond, to: u8 },
    Unless { payer: Who, cost: ManaCost, to: u8 },
}

/// Where a target may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// A creature or a player.
    Any,
    Player,
    Opponent,
    Permanent,
    Spell,
    Graveyard,
}

/// What a target must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetSpec {
    pub domain: Domain,
    pub filter: Filter,
    pub min: u8,
    pub max: u8,
    /// Whether an amount is divided among these.
    pub divided: Option<Quantity>,
}

/// What a spell or ability does: its targets and its effect, or modes with their own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Program {
    pub targets: &'static [TargetSpec],
    pub effect: Effect,
    pub ops: &'static [Op],
    pub modes: &'static [Program],
}

/// A continuous effect of a permanent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Static {
    pub who: Obj,
    pub change: Change,
    pub cond: Option<Cond>,
}

/// What a continuous effect changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change {
    Pump(Quantity, Quantity),
    SetPt(Quantity, Quantity),
    Grant(u64),
    Control,
}

/// How something enters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Replacement {
    EntersTapped,
    EntersWith(CounterKind, Quantity),
}

/// A keyword with its parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum KeywordAbility {
    /// Those without a parameter, protection from a colour and landwalk: bits.
    Bits(u64),
    /// Protection from whatever fits.
    ProtectionFrom(&'static Filter),
    /// Cannot be blocked by what fits.
    EvadedBy(&'static Filter),
    Ward(ManaCost),
    Enchant(&'static Filter),
    Equip(ManaCost),
}

/// An ability of a card.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ability {
    Keyword(KeywordAbility),
    Spell(Program),
    Additional(Cost),
    Activated { costs: &'static [Cost], program: Program, sorcery: bool },
    Mana { costs: &'static [Cost], mana: Mana },
    Triggered { trigger: Trigger, cond: Option<Cond>, program: Program },
    Static(Static),
    Replacement(Replacement),
}

/// Power or toughness: a number and how many times the star.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stat {
    pub base: i16,
    pub star: bool,
}

/// A card or a token.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    pub name: &'static str,
    pub token: bool,
    pub cost: ManaCost,
    pub has_cost: bool,
    pub types: u16,
    pub supers: u8,
    pub subs: u128,
    pub colors: u8,
    pub power: Stat,
    pub toughness: Stat,
    pub star: Option<Quantity>,
    pub keywords: u64,
    /// What stands in the file, then what its keywords stand for.
    pub abilities: &'static [Ability],
    /// How many of the abilities stand in the file.
    pub written: u8,
    pub derived: Derived,
}

/// What follows from the abilities, so that nothing has to be searched for in play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Derived {
    /// The program of a spell that is no permanent, or the target of an aura.
    pub spell: Option<Program>,
    pub additional: &'static [Cost],
    /// Places of activated abilities that are no mana abilities.
    pub activated: &'static [u8],
    /// Places of triggered abilities.
    pub triggered: &'static [u8],
    /// Events that it listens to, one bit each.
    pub listens: u16,
    pub statics: &'static [Static],
    pub replacements: &'static [Replacement],
    /// The first mana ability that only needs tapping, if there is one.
    pub mana: Option<Mana>,
    pub protection: Option<&'static Filter>,
    pub evades: Option<&'static Filter>,
    pub ward: Option<ManaCost>,
    pub enchant: Option<&'static Filter>,
}

impl Card {
    pub fn is(&self, types: u16) -> bool {
        self.types & types != 0
    }

    /// Whether it can be cast when an instant can.
    pub fn is_fast(&self) -> bool {
        self.is(types::INSTANT) || self.keywords & kw::FLASH != 0
    }

    pub fn mana_value(&self) -> i16 {
        self.cost.value()
    }
}

/// Keeps a value for the rest of the program.
pub fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Keeps values for the rest of the program.
pub fn keep_all<T>(values: Vec<T>) -> &'static [T] {
    Box::leak(values.into_boxed_slice())
}
