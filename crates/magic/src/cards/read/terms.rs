//! Reading what effects speak of: players, objects, targets, numbers and filters.

use super::{MAX_TARGETS, Read, Reader, cmp, small, unknown};
use crate::cards::filter;
use crate::cards::forms;
use crate::cards::syntax::{Node, parse};
use crate::cards::tree::*;

/// The most terms of a number.
const MAX_TERMS: usize = 12;

impl Reader<'_> {
    pub(in crate::cards) fn sel(&mut self, node: &Node) -> Read<Sel> {
        match self.obj(node) {
            Ok(obj) => Ok(Sel::Obj(obj)),
            Err(problem) => match node {
                Node::Call(word, _) if word == "target" => Err(problem),
                _ => self.who(node).map(Sel::Who),
            },
        }
    }

    pub(in crate::cards) fn who(&mut self, node: &Node) -> Read<Who> {
        let target = match node {
            Node::Word(word) if word == "t1" => self.known_target(0)?,
            Node::Word(word) if word == "t2" => self.known_target(1)?,
            Node::Call(word, _) if word == "target" => match self.obj(node)? {
                Obj::Target(place) => place,
                _ => return unknown("player", node),
            },
            _ => return forms::players::read(self, node)?.map_or_else(|| unknown("player", node), Ok),
        };
        Ok(Who::Target(target))
    }

    pub(in crate::cards) fn obj(&mut self, node: &Node) -> Read<Obj> {
        let target = match node {
            Node::Word(word) => match word.as_str() {
                "t1" => Some(self.known_target(0)?),
                "t2" => Some(self.known_target(1)?),
                "t3" => Some(self.known_target(2)?),
                "sacrificed" => return Err("sacrificed: it is gone; only what it was can be asked".to_owned()),
                _ => None,
            },
            Node::Call(word, arguments) => match (word.as_str(), arguments.as_slice()) {
                ("target", [what]) => Some(self.target(what, 1, 1)?),
                ("up_to", [what, n]) => Some(self.target(what, 0, small(n)?)?),
                ("targets", [what, least, most]) => Some(self.target(what, small(least)?, small(most)?)?),
                _ => None,
            },
            _ => None,
        };
        match target {
            Some(place) => Ok(Obj::Target(place)),
            None => forms::objects::read(self, node)?.map_or_else(|| unknown("object", node), Ok),
        }
    }

    /// One object that is asked about: what it is like, or whose.
    pub(in crate::cards) fn asked(&mut self, node: &Node) -> Read<Obj> {
        let obj = match node {
            Node::Word(word) if word == "sacrificed" => Obj::Sacrificed,
            node => self.obj(node)?,
        };
        self.looks_back |= match obj {
            Obj::This | Obj::Host => 0,
            Obj::Each(_) => return Err("each(...) is no single object".to_owned()),
            Obj::Target(_) if !self.inside => return Err("a target stands in an effect only".to_owned()),
            _ if !self.inside => return Err("only self and host are known here".to_owned()),
            Obj::Target(i) => 1 << i,
            Obj::That => looks::THAT,
            Obj::Trigger => looks::TRIGGER,
            Obj::Sacrificed => looks::SACRIFICED,
        };
        Ok(obj)
    }

    /// One object whose toughness or counters are asked for: of what triggered an ability or was sacrificed only the card,
    /// the power and the players are remembered.
    pub(in crate::cards) fn asked_closely(&mut self, node: &Node) -> Read<Obj> {
        match self.asked(node)? {
            Obj::Trigger | Obj::Sacrificed => {
                Err("the toughness and the counters of this object are not remembered".to_owned())
            }
            obj => Ok(obj),
        }
    }

    /// A target that was spoken of before.
    fn known_target(&self, place: u8) -> Read<u8> {
        let known: u8 = self.targets.iter().map(|spec| spec.max).sum();
        if place < known { Ok(place) } else { Err(format!("t{}: no such target was spoken of before", place + 1)) }
    }

    /// Notes a target, or several; gives the place of the first.
    pub(super) fn target(&mut self, what: &Node, min: u8, max: u8) -> Read<u8> {
        if max == 0 || min > max {
            return Err("a range of targets that there are".to_owned());
        }
        let any = Filter { shape: Shape::Any, clauses: &[Clause::ANY] };
        let (domain, filter) = match what {
            Node::Word(word) if word == "any" => (Domain::Any, any),
            Node::Word(word) if word == "player" => (Domain::Player, any),
            Node::Word(word) if word == "opponent" => (Domain::Opponent, any),
            Node::Word(word) if word == "spell" => (Domain::Spell, any),
            Node::Call(word, inner) if word == "spell" && inner.len() == 1 => {
                (Domain::Spell, self.card_filter(&inner[0])?)
            }
            Node::Call(word, inner) if word == "grave" && inner.len() == 1 => {
                (Domain::Graveyard, self.card_filter(&inner[0])?)
            }
            other => (Domain::Permanent, self.filter(other)?),
        };
        let first: usize = self.targets.iter().map(|spec| spec.max as usize).sum();
        if first + max as usize > MAX_TARGETS {
            return Err(format!("at most {MAX_TARGETS} targets"));
        }
        if self.targets.last().is_some_and(|spec| spec.min != spec.max) {
            return Err("a varying number of targets stands last".to_owned());
        }
        self.targets.push(TargetSpec { domain, filter, min, max, divided: None });
        Ok(first as u8)
    }

    pub(in crate::cards) fn quantity(&mut self, node: &Node) -> Read<Quantity> {
        self.terms = 0;
        self.term(node)
    }

    /// A number, or a part of one.
    pub(in crate::cards) fn term(&mut self, node: &Node) -> Read<Quantity> {
        self.terms += 1;
        if self.terms > MAX_TERMS {
            return Err(format!("a number of at most {MAX_TERMS} terms"));
        }
        let read = match node {
            Node::Num(n) => Quantity::Num(i16::try_from(*n).ok().filter(|n| *n <= 10_000).ok_or("at most 10000")?),
            Node::Neg(inner) => Quantity::Neg(keep(self.term(inner)?)),
            Node::Plus(a, b) => Quantity::Plus(keep(self.term(a)?), keep(self.term(b)?)),
            node => match forms::quantities::read(self, node)? {
                Some(read) => read,
                None => return unknown("number", node),
            },
        };
        match (read, node) {
            (Quantity::LifePaid | Quantity::Dealt | Quantity::Amount, Node::Word(word)) if !self.inside => {
                Err(format!("{word}: there is none here"))
            }
            _ => Ok(read),
        }
    }

    /// A number on its own, as stars are.
    pub fn star(&mut self, text: &str) -> Read<Quantity> {
        self.targets.clear();
        let star = self.quantity(&parse(text)?)?;
        self.no_targets()?;
        Ok(star)
    }

    /// A filter that speaks of cards in any zone.
    pub(in crate::cards) fn card_filter(&mut self, node: &Node) -> Read<Filter> {
        let before = std::mem::replace(&mut self.of_cards, true);
        let filter = self.filter(node);
        self.of_cards = before;
        filter
    }

    pub(in crate::cards) fn filter(&mut self, node: &Node) -> Read<Filter> {
        let shape = self.shape(node)?;
        let clauses = filter::compile(&shape)?;
        Ok(Filter { shape, clauses: keep_all(clauses) })
    }

    pub(super) fn shape(&mut self, node: &Node) -> Read<Shape> {
        Ok(match node {
            Node::Not(inner) => Shape::Not(keep(self.shape(inner)?)),
            Node::And(parts) => Shape::And(keep_all(parts.iter().map(|part| self.shape(part)).collect::<Read<_>>()?)),
            Node::Or(parts) => Shape::Or(keep_all(parts.iter().map(|part| self.shape(part)).collect::<Read<_>>()?)),
            Node::Cmp(left, sign, right) => match (&**left, &**right) {
                (Node::Word(word), Node::Num(n)) => {
                    let n = i16::try_from(*n).map_err(|_| "a smaller number")?;
                    match word.as_str() {
                        "power" => Shape::Power(cmp(sign), n),
                        "mv" => Shape::ManaValue(cmp(sign), n),
                        _ => return unknown("number of an object: power or mv", left),
                    }
                }
                _ => return unknown("comparison", node),
            },
            Node::Word(word) if word == "permanent" => {
                // On the battlefield there is nothing else; elsewhere, what is neither an instant nor a sorcery.
                if !self.of_cards {
                    return Ok(Shape::Any);
                }
                let spells = [types::INSTANT, types::SORCERY].map(|bit| Shape::Type(bit.trailing_zeros() as u8));
                Shape::Not(keep(Shape::Or(keep_all(spells.to_vec()))))
            }
            Node::Word(word) => match forms::filters::read(self, node)? {
                Some(Shape::Damaged) if !self.of_dying => {
                    return Err("damaged_by_self: only in when dies(...)".to_owned());
                }
                Some(shape) => shape,
                None => self.named(word)?,
            },
            _ => return unknown("filter", node),
        })
    }

    /// What a filter names: a type, a supertype, a colour, a keyword or a subtype.
    fn named(&mut self, word: &str) -> Read<Shape> {
        let find = |names: &[&str]| names.iter().position(|name| *name == word).map(|i| i as u8);
        Ok(if let Some(i) = find(&types::NAMES) {
            Shape::Type(i)
        } else if let Some(i) = find(&supers::NAMES) {
            Shape::Super(i)
        } else if let Some(i) = find(&COLORS[..5]) {
            Shape::Color(i)
        } else if let Some(&(_, bit)) = kw::NAMES.iter().find(|(name, _)| *name == word) {
            Shape::Keyword(bit)
        } else {
            Shape::Sub(self.subtype(word)?)
        })
    }
}
