//! What effects do, and what they speak of.

use super::{Cmp, Filter, Mana};

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
