//! The tokens of effects.

use super::Writer;
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
            Effect::Do(verb) => self.verb(&verb),
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

    pub(super) fn verb(&mut self, verb: &Verb) {
        let mut is = |name: &str| self.put("verb", name);
        match *verb {
            Verb::Damage { n, to, by } => {
                is("damage");
                if by != Obj::This {
                    self.obj(&by);
                }
                self.quantity(&n);
                match to {
                    Sel::Obj(obj) => self.obj(&obj),
                    Sel::Who(who) => self.who(&who),
                }
            }
            Verb::Divide { n } => {
                is("divide");
                self.quantity(&n);
            }
            Verb::Destroy(obj) => {
                is("destroy");
                self.obj(&obj);
            }
            Verb::Exile(obj, link) => {
                is("exile");
                self.obj(&obj);
                match link {
                    Link::None => {}
                    Link::Linked => self.put("duration", "linked"),
                    Link::WhileSourceStays => self.put("duration", "while_source_stays"),
                }
            }
            Verb::Bounce(obj) => {
                is("bounce");
                self.obj(&obj);
            }
            Verb::ToBattlefield { obj, under, tapped } => {
                is("to_battlefield");
                self.obj(&obj);
                self.who(&under);
                if tapped {
                    self.put("zone", "battlefield_tapped");
                }
            }
            Verb::ReturnLinked => is("return_linked"),
            Verb::ToLibrary(obj, place) => {
                is("to_library");
                self.obj(&obj);
                self.place(place);
            }
            Verb::Counter(obj, place) => {
                is("counter");
                self.obj(&obj);
                self.place(place);
            }
            Verb::Draw(who, n) => self.with_player("draw", &who, &n),
            Verb::Discard(who, n, how) => {
                self.with_player("discard", &who, &n);
                match how {
                    Discard::Choose => {}
                    Discard::Random => self.put("discard", "random"),
                    Discard::Looked(filter) => {
                        self.put("discard", "looked");
                        self.shape(&filter.shape);
                    }
                }
            }
            Verb::PutBack(who, n) => self.with_player("put_back", &who, &n),
            Verb::Mill(who, n) => self.with_player("mill", &who, &n),
            Verb::Scry(n) => {
                is("scry");
                self.quantity(&n);
            }
            Verb::Dig { n, filter } => {
                is("dig");
                self.quantity(&n);
                self.shape(&filter.shape);
            }
            Verb::Search { who, filter, n, to } => {
                self.with_player("search", &who, &n);
                self.shape(&filter.shape);
                self.place(to);
            }
            Verb::Shuffle(who) => {
                is("shuffle");
                self.who(&who);
            }
            Verb::Reveal(who) => {
                is("reveal");
                self.who(&who);
            }
            Verb::GainLife(who, n) => self.with_player("gain_life", &who, &n),
            Verb::LoseLife(who, n) => self.with_player("lose_life", &who, &n),
            Verb::AddMana(mana) => self.mana(&mana),
            Verb::Token { token, n, under } => {
                self.with_player("token", &under, &n);
                let id = &self.set.token_ids[token as usize];
                self.put("token", id);
            }
            Verb::PutCounters(obj, kind, n) => self.with_counters("put_counters", &obj, kind, &n),
            Verb::RemoveCounters(obj, kind, n) => self.with_counters("remove_counters", &obj, kind, &n),
            Verb::DoubleCounters(obj) => {
                is("double_counters");
                self.obj(&obj);
            }
            Verb::Pump(obj, p, t) => {
                is("modify_pt");
                self.obj(&obj);
                self.quantity(&p);
                self.quantity(&t);
                self.put("duration", "end_of_turn");
            }
            Verb::SetPt(obj, p, t) => {
                is("set_pt");
                self.obj(&obj);
                self.quantity(&p);
                self.quantity(&t);
                self.put("duration", "end_of_turn");
            }
            Verb::Switch(obj) => {
                is("switch_pt");
                self.obj(&obj);
                self.put("duration", "end_of_turn");
            }
            Verb::Grant(obj, bits) => {
                is("grant");
                self.obj(&obj);
                self.bits(bits);
                self.put("duration", "end_of_turn");
            }
            Verb::LoseAbilities(obj) => {
                is("lose_abilities");
                self.obj(&obj);
                self.put("duration", "end_of_turn");
            }
            Verb::Tap(obj) => {
                is("tap");
                self.obj(&obj);
            }
            Verb::Untap(obj) => {
                is("untap");
                self.obj(&obj);
            }
            Verb::Freeze(obj) => {
                is("freeze");
                self.obj(&obj);
            }
            Verb::Sacrifice(obj) => {
                is("sacrifice");
                self.obj(&obj);
            }
            Verb::SacrificeChoice { who, filter, n } => {
                self.with_player("sacrifice", &who, &n);
                self.shape(&filter.shape);
            }
            Verb::Choose { who, filter } => {
                is("choose");
                self.who(&who);
                self.shape(&filter.shape);
            }
            Verb::GainControl(obj, duration) => {
                is("gain_control");
                self.obj(&obj);
                let forever = duration == Duration::Forever;
                self.put("duration", if forever { "forever" } else { "end_of_turn" });
            }
            Verb::Fight(a, b) => {
                is("fight");
                self.obj(&a);
                self.obj(&b);
            }
            Verb::Attach(obj) => {
                is("attach");
                self.obj(&obj);
            }
            Verb::PreventCombat => is("prevent_combat_damage"),
        }
    }

    pub(super) fn with_player(&mut self, verb: &str, who: &Who, n: &Quantity) {
        self.put("verb", verb);
        self.who(who);
        self.quantity(n);
    }

    pub(super) fn with_counters(&mut self, verb: &str, obj: &Obj, kind: CounterKind, n: &Quantity) {
        self.put("verb", verb);
        self.obj(obj);
        self.counter(kind);
        self.quantity(n);
    }

    pub(super) fn counter(&mut self, kind: CounterKind) {
        self.put("counter", if kind == CounterKind::Plus { "plus" } else { "minus" });
    }

    pub(super) fn place(&mut self, place: Place) {
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
