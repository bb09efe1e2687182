//! The tokens of effects.

use super::Writer;
use crate::cards::forms;
use crate::cards::tree::*;

impl Writer<'_> {
    pub(super) fn program(&mut self, program: &Program) {
        if !program.modes.is_empty() {
            self.put("structure", "modal");
            program.modes.iter().for_each(|mode| self.program(mode));
            return;
        }
        for spec in program.targets {
            self.put("target", if spec.min < spec.max { "up_to" } else { "one" });
            if spec.divided.is_some() {
                self.put("target", "divide");
            }
            self.put(
                "target",
                match spec.domain {
                    Domain::Any => "any",
                    Domain::Player => "player",
                    Domain::Opponent => "opponent",
                    Domain::Permanent => "permanent",
                    Domain::Spell => "spell",
                    Domain::Graveyard => "graveyard_card",
                },
            );
            if spec.filter.shape != Shape::Any {
                self.shape(&spec.filter.shape);
            }
        }
        self.effect(&program.effect);
    }

    pub(super) fn effect(&mut self, effect: &Effect) {
        match *effect {
            Effect::Do(verb) => forms::verbs::tokens(&verb, self),
            Effect::Seq(parts) => {
                if parts.len() > 1 {
                    self.put("structure", "sequence");
                }
                parts.iter().for_each(|part| self.effect(part));
            }
            Effect::May(who, inner) => {
                self.put("structure", "may");
                self.who(&who);
                self.effect(inner);
            }
            Effect::If(cond, inner) => {
                self.put("structure", "if");
                self.cond(&cond);
                self.effect(inner);
            }
            Effect::Unless { payer, cost, effect } => {
                self.put("structure", "unless_paid");
                self.who(&payer);
                self.mana_cost(&cost);
                self.effect(effect);
            }
        }
    }

    pub(in crate::cards) fn counter(&mut self, kind: CounterKind) {
        self.put("counter", if kind == CounterKind::Plus { "plus" } else { "minus" });
    }

    pub(in crate::cards) fn token(&mut self, token: u16) {
        let id = &self.set.token_ids[token as usize];
        self.put("token", id);
    }

    pub(in crate::cards) fn place(&mut self, place: Place) {
        let name = match place {
            Place::Hand => "hand",
            Place::Battlefield => "battlefield",
            Place::BattlefieldTapped => "battlefield_tapped",
            Place::BattlefieldTappedThenHand => {
                self.put("zone", "battlefield_tapped");
                "hand"
            }
            Place::LibraryTop => "library_top",
            Place::LibraryBottom => "library_bottom",
            Place::Graveyard => "graveyard",
        };
        self.put("zone", name);
    }
}
