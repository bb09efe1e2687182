//! What an object must be like.

use super::*;
use crate::cards::print::Printer;
use crate::cards::read::{Read, Reader};
use crate::cards::syntax::Node;
use crate::cards::tokens::Writer;
use crate::cards::tree::*;

forms! {
    Shape, "filter";

    "card"() = { Shape::Any }
        => "any" []: "card";
    _(inner: Inner) = { Shape::Not(inner) }
        => "not" [inner]: "not {inner}";
    _(parts: All) = { Shape::And(parts) }
        => "and" [parts]: "{parts}";
    _(parts: AnyOf) = { Shape::Or(parts) }
        => "or" [parts]: "{parts}";
    "yours"() = { Shape::Yours }
        => "yours" []: "of yours";
    "theirs"() = { Shape::Theirs }
        => "theirs" []: "of the opponent";
    "of_target"() = { Shape::OfTarget }
        => "of_target" []: "of that player";
    "other"() = { Shape::Other }
        => "other" []: "other";
    "tapped"() = { Shape::Tapped }
        => "tapped" []: "tapped";
    "attacking"() = { Shape::Attacking }
        => "attacking" []: "attacking";
    "blocking"() = { Shape::Blocking }
        => "blocking" []: "blocking";
    "token"() = { Shape::Token }
        => "token" []: "token";
    "damaged_by_self"() = { Shape::Damaged }
        => "damaged_by_self" []: "damaged by this in this turn";
    _(cmp: Comparison, n: Numeral) = { Shape::Power(cmp, n) }
        => "power" [cmp n]: "with power {cmp} {n}";
    _(cmp: Comparison, n: Numeral) = { Shape::ManaValue(cmp, n) }
        => "mana_value" [cmp n]: "with mana value {cmp} {n}";
    _(name: TypeName) = { Shape::Type(name) }
        => _ [name]: "{name}";
    _(name: SuperName) = { Shape::Super(name) }
        => _ [name]: "{name}";
    _(name: SubName) = { Shape::Sub(name) }
        => _ [name]: "{name}";
    _(color: CardColor) = { Shape::Color(color) }
        => _ [color]: "{color}";
    _(bits: Keywords) = { Shape::Keyword(bits) }
        => _ [bits]: "with {bits}";
}
