//! What makes an ability trigger.

use super::*;
use crate::cards::print::Printer;
use crate::cards::read::{Read, Reader};
use crate::cards::syntax::Node;
use crate::cards::tokens::Writer;
use crate::cards::tree::*;

forms! {
    Trigger, "trigger";

    "enters"() = { Trigger::EntersSelf }
        => "enters_self" []: "this enters";
    "enters"(filter: Permanents) = { Trigger::Enters(filter) }
        => "enters" [filter]: "a {filter} enters";
    "dies"() = { Trigger::DiesSelf }
        => "dies_self" []: "this goes from the battlefield to a graveyard";
    "dies"(filter: Dying) = { Trigger::Dies(filter) }
        => "dies" [filter]: "a {filter} dies";
    "leaves"() = { Trigger::LeavesSelf }
        => "leaves_self" []: "this leaves the battlefield";
    "attacks"() = { Trigger::AttacksSelf }
        => "attacks_self" []: "this attacks";
    "blocks"() = { Trigger::BlocksSelf }
        => "blocks_self" []: "this blocks";
    "damages_opponent"() = { Trigger::DamagesOpponent { combat: false } }
        => "damages_opponent" []: "this damages an opponent";
    "combat_damages_opponent"() = { Trigger::DamagesOpponent { combat: true } }
        => "combat_damages_opponent" []: "this damages an opponent in combat";
    "host_damages_opponent"() = { Trigger::HostDamagesOpponent }
        => "host_damages_opponent" []: "its host damages an opponent";
    "you_cast"(filter: Cards) = { Trigger::YouCast(filter) }
        => "you_cast" [filter]: "you cast a {filter}";
    "you_gain_life"() = { Trigger::YouGainLife }
        => "you_gain_life" []: "you gain life";
    "your_upkeep"() = { Trigger::YourUpkeep }
        => "your_upkeep" []: "your upkeep begins";
    "each_upkeep"() = { Trigger::EachUpkeep }
        => "each_upkeep" []: "an upkeep begins";
    "each_end_step"() = { Trigger::EachEndStep }
        => "each_end_step" []: "an end step begins";
    "your_end_step"() = { Trigger::YourEndStep }
        => "your_end_step" []: "your end step begins";
    "you_draw"() = { Trigger::YouDraw }
        => "you_draw" []: "you draw a card";
    // What ward stands for.
    _() = { Trigger::TargetedByOpponent }
        => "targeted_by_opponent" []: "an opponent targets this";
}
