//! The tokens of what effects speak of: triggers, conditions, numbers, players, objects and filters.

use super::Writer;
use crate::cards::tree::*;

impl Writer<'_> {
    pub(super) fn trigger(&mut self, trigger: &Trigger) {
        let (name, filter) = match *trigger {
            Trigger::EntersSelf => ("enters_self", None),
            Trigger::Enters(filter) => ("enters", Some(filter)),
            Trigger::DiesSelf => ("dies_self", None),
            Trigger::Dies(filter) => ("dies", Some(filter)),
            Trigger::LeavesSelf => ("leaves_self", None),
            Trigger::AttacksSelf => ("attacks_self", None),
            Trigger::BlocksSelf => ("blocks_self", None),
            Trigger::DamagesOpponent { combat: false } => ("damages_opponent", None),
            Trigger::DamagesOpponent { combat: true } => ("combat_damages_opponent", None),
            Trigger::HostDamagesOpponent => ("host_damages_opponent", None),
            Trigger::YouCast(filter) => ("you_cast", Some(filter)),
            Trigger::YouGainLife => ("you_gain_life", None),
            Trigger::YourUpkeep => ("your_upkeep", None),
            Trigger::EachUpkeep => ("each_upkeep", None),
            Trigger::EachEndStep => ("each_end_step", None),
            Trigger::YourEndStep => ("your_end_step", None),
            Trigger::YouDraw => ("you_draw", None),
            Trigger::TargetedByOpponent => ("targeted_by_opponent", None),
        };
        self.put("trigger", name);
        if let Some(filter) = filter {
            self.shape(&filter.shape);
        }
    }

    pub(super) fn cond(&mut self, cond: &Cond) {
        match *cond {
            Cond::Compare(left, cmp, right) => {
                self.quantity(&left);
                self.cmp(cmp);
                self.quantity(&right);
            }
            Cond::Is(obj, filter) => {
                self.put("filter", "is");
                self.obj(&obj);
                self.shape(&filter.shape);
            }
        }
    }

    pub(super) fn cmp(&mut self, cmp: Cmp) {
        self.put(
            "filter",
            match cmp {
                Cmp::AtLeast => "at_least",
                Cmp::AtMost => "at_most",
                Cmp::Equal => "equal",
            },
        );
    }

    pub(in crate::cards) fn quantity(&mut self, quantity: &Quantity) {
        let mut is = |name: &str| self.put("quantity", name);
        match *quantity {
            Quantity::Num(n) => self.number(n),
            Quantity::X => is("X"),
            Quantity::Count(filter) => {
                is("count");
                self.shape(&filter.shape);
            }
            Quantity::InGraveyard(who, filter) => {
                is("in_graveyard");
                self.who(&who);
                self.shape(&filter.shape);
            }
            Quantity::TypesInGraveyards => is("types_in_graveyards"),
            Quantity::HandOf(who) => {
                is("hand_of");
                self.who(&who);
            }
            Quantity::LifeOf(who) => {
                is("life_of");
                self.who(&who);
            }
            Quantity::Devotion(color) => {
                is("devotion");
                self.put("color", COLORS[color as usize]);
            }
            Quantity::Power(obj) => {
                is("power");
                self.obj(&obj);
            }
            Quantity::Toughness(obj) => {
                is("toughness");
                self.obj(&obj);
            }
            Quantity::ManaValue(obj) => {
                is("mana_value");
                self.obj(&obj);
            }
            Quantity::Counters(obj) => {
                is("counters");
                self.obj(&obj);
            }
            Quantity::LifePaid => is("life_paid"),
            Quantity::Dealt => is("dealt"),
            Quantity::Amount => is("amount"),
            Quantity::Half(inner) => {
                is("half");
                self.quantity(inner);
            }
            Quantity::Plus(a, b) => {
                is("plus");
                self.quantity(a);
                self.quantity(b);
            }
            Quantity::Neg(inner) => {
                is("negative");
                self.quantity(inner);
            }
        }
    }

    pub(in crate::cards) fn who(&mut self, who: &Who) {
        let mut is = |name: &str| self.put("player", name);
        match *who {
            Who::You => is("you"),
            Who::Opponent => is("opponent"),
            Who::Each => is("each"),
            Who::Target(_) => is("target"),
            Who::ControllerOf(obj) => {
                is("controller_of");
                self.obj(&obj);
            }
            Who::OwnerOf(obj) => {
                is("owner_of");
                self.obj(&obj);
            }
            Who::Trigger => is("that_player"),
            Who::Defender => is("defender"),
        }
    }

    pub(in crate::cards) fn obj(&mut self, obj: &Obj) {
        let name = match *obj {
            Obj::This => "self",
            Obj::Target(0) => "target1",
            Obj::Target(1) => "target2",
            Obj::Target(_) => "target3",
            Obj::That => "that",
            Obj::Host => "host",
            Obj::Trigger => "trigger",
            Obj::Sacrificed => "sacrificed",
            Obj::Each(_) => "each",
        };
        self.put("object", name);
        if let Obj::Each(filter) = *obj {
            self.shape(&filter.shape);
        }
    }

    pub(in crate::cards) fn shape(&mut self, shape: &Shape) {
        let mut is = |name: &str| self.put("filter", name);
        match *shape {
            Shape::Any => is("any"),
            Shape::Type(i) => self.put("type", types::NAMES[i as usize]),
            Shape::Super(i) => self.put("super", supers::NAMES[i as usize]),
            Shape::Sub(i) => self.subtype(i),
            Shape::Color(i) => self.put("color", COLORS[i as usize]),
            Shape::Keyword(bits) => self.bits(bits),
            Shape::Yours => is("yours"),
            Shape::Theirs => is("theirs"),
            Shape::OfTarget => is("of_target"),
            Shape::Other => is("other"),
            Shape::Tapped => is("tapped"),
            Shape::Attacking => is("attacking"),
            Shape::Blocking => is("blocking"),
            Shape::Token => is("token"),
            Shape::Damaged => is("damaged_by_self"),
            Shape::Power(cmp, n) => {
                is("power");
                self.cmp(cmp);
                self.number(n);
            }
            Shape::ManaValue(cmp, n) => {
                is("mana_value");
                self.cmp(cmp);
                self.number(n);
            }
            Shape::Not(inner) => {
                is("not");
                self.shape(inner);
            }
            Shape::And(parts) => {
                is("and");
                parts.iter().for_each(|part| self.shape(part));
            }
            Shape::Or(parts) => {
                is("or");
                parts.iter().for_each(|part| self.shape(part));
            }
        }
    }
}
