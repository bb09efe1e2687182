//! The ability tree: what a card says, in typed primitives. The rules run it and networks read it.
//!
//! Trees are kept for the rest of the program (`&'static`), so that every node is copied freely and a position can
//! point into them by small numbers.

mod bits;
mod filter;
mod trigger;
mod verb;

pub use bits::*;
pub use filter::*;
pub use trigger::*;
pub use verb::*;

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cmp {
    AtLeast,
    AtMost,
    Equal,
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
#[derive(Clone, Copy, PartialEq)]
pub struct Program {
    pub targets: &'static [TargetSpec],
    pub effect: Effect,
    pub ops: &'static [Op],
    pub modes: &'static [Program],
    /// Which objects it asks about though they may have left: see [`looks`]. Follows from the effect.
    pub looks_back: u8,
}

impl Program {
    /// Whether it asks about such an object, in any mode.
    pub fn asks_back(&self, object: u8) -> bool {
        self.looks_back & object != 0 || self.modes.iter().any(|mode| mode.looks_back & object != 0)
    }
}

/// What stands in the file, and nothing that follows from it: fingerprints of games are made of this.
impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = f.debug_struct("Program");
        fields.field("targets", &self.targets).field("effect", &self.effect);
        fields.field("ops", &self.ops).field("modes", &self.modes).finish()
    }
}

/// Objects that an effect may ask about after they have left, one bit each; targets come first.
pub mod looks {
    pub const TARGETS: u8 = 0b111;
    pub const THAT: u8 = 8;
    pub const TRIGGER: u8 = 16;
    pub const SACRIFICED: u8 = 32;
    /// Those that a resolving effect remembers as they were; the others stand beside the effect itself.
    pub const BY_EFFECT: u8 = TARGETS | THAT;
    /// The most objects that it remembers.
    pub const MOST: u32 = 2;
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
