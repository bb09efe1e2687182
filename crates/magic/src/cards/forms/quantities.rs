//! Numbers.

use super::*;
use crate::cards::print::Printer;
use crate::cards::read::{Read, Reader};
use crate::cards::syntax::Node;
use crate::cards::tokens::Writer;
use crate::cards::tree::*;

forms! {
    Quantity, "quantity";

    _(n: Numeral) = { Quantity::Num(n) }
        => _ [n]: "{n}";
    "X"() = { Quantity::X }
        => "X" []: "X";
    "count"(filter: Permanents) = { Quantity::Count(filter) }
        => "count" [filter]: "the number of {filter} on the battlefield";
    "in_graveyard"(who: Players, filter: Cards) = { Quantity::InGraveyard(who, filter) }
        => "in_graveyard" [who filter]: "the number of {filter} in the graveyard of {who}";
    "types_in_graveyards"() = { Quantity::TypesInGraveyards }
        => "types_in_graveyards" []: "the number of card types in all graveyards";
    "hand"(who: Players) = { Quantity::HandOf(who) }
        => "hand_of" [who]: "the number of cards in the hand of {who}";
    "life"(who: Players) = { Quantity::LifeOf(who) }
        => "life_of" [who]: "the life of {who}";
    "devotion"(color: CardColor) = { Quantity::Devotion(color) }
        => "devotion" [color]: "your devotion to {color}";
    "power"(obj: Asked) = { Quantity::Power(obj) }
        => "power" [obj]: "the power of {obj}";
    "toughness"(obj: AskedClosely) = { Quantity::Toughness(obj) }
        => "toughness" [obj]: "the toughness of {obj}";
    "mv"(obj: Asked) = { Quantity::ManaValue(obj) }
        => "mana_value" [obj]: "the mana value of {obj}";
    "counters"(obj: AskedClosely) = { Quantity::Counters(obj) }
        => "counters" [obj]: "the +1/+1 counters on {obj}";
    "life_paid"() = { Quantity::LifePaid }
        => "life_paid" []: "the life paid";
    "dealt"() = { Quantity::Dealt }
        => "dealt" []: "as much as was dealt or lost";
    "amount"() = { Quantity::Amount }
        => "amount" []: "that number";
    "half"(inner: Term) = { Quantity::Half(inner) }
        => "half" [inner]: "half of {inner}";
    _(a: Term, b: Term) = { Quantity::Plus(a, b) }
        => "plus" [a b]: "{a} + {b}";
    _(inner: Term) = { Quantity::Neg(inner) }
        => "negative" [inner]: "-{inner}";
}
