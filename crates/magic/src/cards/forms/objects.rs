//! Objects that effects speak of.

use super::*;
use crate::cards::print::Printer;
use crate::cards::read::{Read, Reader};
use crate::cards::syntax::Node;
use crate::cards::tokens::Writer;
use crate::cards::tree::*;

forms! {
    Obj, "object";

    "self"() = { Obj::This }
        => "self" []: "this";
    _() = { Obj::Target(0) }
        => "target1" []: "T1";
    _() = { Obj::Target(1) }
        => "target2" []: "T2";
    _() = { Obj::Target(_) }
        => "target3" []: "T3";
    "that"() = { Obj::That }
        => "that" []: "that";
    "host"() = { Obj::Host }
        => "host" []: "its host";
    "trigger"() = { Obj::Trigger }
        => "trigger" []: "what triggered it";
    // It is gone: it can only be asked about.
    _() = { Obj::Sacrificed }
        => "sacrificed" []: "what was sacrificed";
    "each"(filter: Permanents) = { Obj::Each(filter) }
        => "each" [filter]: "each {filter}";
}
