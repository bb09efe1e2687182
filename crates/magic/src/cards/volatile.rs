//! Whether a continuous effect looks at what changes all the time: what is tapped, attacks, defends or blocks, or was
//! damaged.

use super::tree::{Card, Change, Cond, Filter, Obj, Quantity, Who, flag};

/// Whether what permanents are like must be looked at anew whenever it is asked for, because of this card.
pub fn is_volatile(card: &Card) -> bool {
    card.star.is_some_and(|star| of_number(&star))
        || card.derived.statics.iter().any(|effect| {
            of_object(effect.who)
                || effect.cond.is_some_and(|cond| of_cond(&cond))
                || match effect.change {
                    Change::Pump(p, t) | Change::SetPt(p, t) => of_number(&p) || of_number(&t),
                    Change::Grant(_) | Change::Control => false,
                }
        })
}

fn of_filter(filter: &Filter) -> bool {
    const CHANGING: u16 = flag::TAPPED | flag::ATTACKING | flag::BLOCKING | flag::DAMAGED;
    filter.clauses.iter().any(|clause| (clause.flags | clause.no_flags) & CHANGING != 0)
}

fn of_object(obj: Obj) -> bool {
    matches!(obj, Obj::Each(filter) if of_filter(filter))
}

fn of_cond(cond: &Cond) -> bool {
    match cond {
        Cond::Compare(left, _, right) => of_number(left) || of_number(right),
        Cond::Is(_, filter) => of_filter(filter),
    }
}

fn of_number(quantity: &Quantity) -> bool {
    match *quantity {
        Quantity::Count(filter) => of_filter(filter),
        Quantity::Half(inner) | Quantity::Neg(inner) => of_number(inner),
        Quantity::Plus(a, b) => of_number(a) || of_number(b),
        // Who defends changes with the turn.
        Quantity::HandOf(who) | Quantity::LifeOf(who) | Quantity::InGraveyard(who, _) => who == Who::Defender,
        _ => false,
    }
}
