//! Players that effects speak of.

use super::*;
use crate::cards::print::Printer;
use crate::cards::read::{Read, Reader};
use crate::cards::syntax::Node;
use crate::cards::tokens::Writer;
use crate::cards::tree::*;

forms! {
    Who, "player";

    "you"() = { Who::You }
        => "you" []: "you";
    "opponent"() = { Who::Opponent }
        => "opponent" []: "the opponent";
    "each_player"() = { Who::Each }
        => "each" []: "each player";
    _(place: TargetNumber) = { Who::Target(place) }
        => "target" []: "{place}";
    "controller"(obj: Asked) = { Who::ControllerOf(obj) }
        => "controller_of" [obj]: "the controller of {obj}";
    "owner"(obj: Asked) = { Who::OwnerOf(obj) }
        => "owner_of" [obj]: "the owner of {obj}";
    "that_player"() = { Who::Trigger }
        => "that_player" []: "that player";
    "defender"() = { Who::Defender }
        => "defender" []: "the defending player";
}
