//! The tokens of what effects speak of: triggers, conditions, numbers, players, objects and filters.

use super::Writer;
use crate::cards::forms;
use crate::cards::tree::*;

impl Writer<'_> {
    pub(super) fn trigger(&mut self, trigger: &Trigger) {
        forms::triggers::tokens(trigger, self);
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

    pub(in crate::cards) fn cmp(&mut self, cmp: Cmp) {
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
        forms::quantities::tokens(quantity, self);
    }

    pub(in crate::cards) fn who(&mut self, who: &Who) {
        forms::players::tokens(who, self);
    }

    pub(in crate::cards) fn obj(&mut self, obj: &Obj) {
        forms::objects::tokens(obj, self);
    }

    pub(in crate::cards) fn shape(&mut self, shape: &Shape) {
        forms::filters::tokens(shape, self);
    }
}
