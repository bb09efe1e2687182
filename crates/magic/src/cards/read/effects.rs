//! Reading effects.

use super::{Read, Reader, unknown};
use crate::cards::forms;
use crate::cards::syntax::{Node, parse};
use crate::cards::tree::*;

impl Reader<'_> {
    /// A program: an effect with its targets, or modes.
    pub(super) fn program(&mut self, text: &str) -> Read<Program> {
        let node = parse(text)?;
        if let Node::Call(word, modes) = &node
            && word == "modes"
        {
            if !(2..=6).contains(&modes.len()) {
                return Err("2-6 modes".to_owned());
            }
            let modes: Vec<Program> = modes.iter().map(|mode| self.one_program(mode)).collect::<Read<_>>()?;
            let none = Effect::Seq(&[]);
            return Ok(Program { targets: &[], effect: none, ops: &[], modes: keep_all(modes), looks_back: 0 });
        }
        self.one_program(&node)
    }

    fn one_program(&mut self, node: &Node) -> Read<Program> {
        self.targets.clear();
        self.looks_back = 0;
        self.inside = true;
        let effect = self.effect(node);
        self.inside = false;
        finish(effect?, std::mem::take(&mut self.targets), self.looks_back)
    }

    pub(super) fn effect(&mut self, node: &Node) -> Read<Effect> {
        if let Node::Seq(parts) = node {
            let parts: Vec<Effect> = parts.iter().map(|part| self.effect(part)).collect::<Read<_>>()?;
            return Ok(Effect::Seq(keep_all(parts)));
        }
        let Node::Call(word, arguments) = node else { return self.verb(node).map(Effect::Do) };
        Ok(match (word.as_str(), arguments.as_slice()) {
            ("with", [target, effect]) => {
                // Names a target that the effect speaks of only through filters.
                self.sel(target)?;
                self.effect(effect)?
            }
            ("may", [effect]) => Effect::May(Who::You, keep(self.effect(effect)?)),
            ("may", [who, effect]) => Effect::May(self.one_player(who)?, keep(self.effect(effect)?)),
            ("if", [cond, effect]) => Effect::If(self.cond(cond)?, keep(self.effect(effect)?)),
            ("unless_pays", [payer, Node::Mana(cost), effect]) => {
                // The payer is often the controller of the target that stands in the effect: that is read first.
                let effect = self.effect(effect)?;
                Effect::Unless { payer: self.one_player(payer)?, cost: Self::fixed_cost(cost)?, effect: keep(effect) }
            }
            _ => Effect::Do(self.verb(node)?),
        })
    }

    fn verb(&mut self, node: &Node) -> Read<Verb> {
        if let Node::Call(word, arguments) = node
            && let ("search", [_, _, n, Node::Word(to)]) = (word.as_str(), arguments.as_slice())
            && to == forms::THEN_HAND
            && !matches!(n, Node::Num(_))
        {
            return Err(format!("{}: of a fixed number of cards", forms::THEN_HAND));
        }
        let Some(verb) = forms::verbs::read(self, node)? else { return unknown("effect", node) };
        if let (Verb::Divide { n }, [only]) = (verb, self.targets.as_mut_slice()) {
            only.divided = Some(n);
        }
        Ok(verb)
    }

    /// Targets that are the only ones of the effect.
    pub(in crate::cards) fn only_targets(&mut self, node: &Node) -> Read<()> {
        let before = self.targets.len();
        self.sel(node)?;
        if before == 0 && self.targets.len() == 1 {
            Ok(())
        } else {
            Err("divide(...) is about the only targets, written in it".to_owned())
        }
    }

    /// A player where each_player has no meaning.
    pub(in crate::cards) fn one_player(&mut self, node: &Node) -> Read<Who> {
        match self.who(node)? {
            Who::Each => Err("each_player: this is done by one player".to_owned()),
            who => Ok(who),
        }
    }

    /// A token by its id.
    pub(in crate::cards) fn token(&mut self, node: &Node) -> Read<u16> {
        let Node::Word(id) = node else { return unknown("token", node) };
        let place = self.tokens.iter().position(|token| token == id);
        place.map(|i| i as u16).ok_or_else(|| format!("there is no token `{id}`"))
    }
}

/// Lays a program out flat.
pub(super) fn finish(effect: Effect, targets: Vec<TargetSpec>, looks_back: u8) -> Read<Program> {
    let mut ops = Vec::new();
    flatten(&effect, &mut ops);
    if ops.len() > 64 {
        return Err("an effect of at most 64 steps".to_owned());
    }
    if (looks_back & looks::BY_EFFECT).count_ones() > looks::MOST {
        return Err(format!("an effect asks about at most {} of its targets and `that`", looks::MOST));
    }
    Ok(Program { targets: keep_all(targets), effect, ops: keep_all(ops), modes: &[], looks_back })
}

fn flatten(effect: &Effect, ops: &mut Vec<Op>) {
    match *effect {
        Effect::Do(verb) => ops.push(Op::Do(verb)),
        Effect::Seq(parts) => parts.iter().for_each(|part| flatten(part, ops)),
        Effect::May(who, inner) => jump(ops, inner, |to| Op::May { who, to }),
        Effect::If(cond, inner) => jump(ops, inner, |to| Op::If { cond, to }),
        Effect::Unless { payer, cost, effect } => jump(ops, effect, |to| Op::Unless { payer, cost, to }),
    }
}

/// A step that jumps over what follows if that is not done.
fn jump(ops: &mut Vec<Op>, inner: &Effect, op: impl Fn(u8) -> Op) {
    let at = ops.len();
    ops.push(op(0));
    flatten(inner, ops);
    ops[at] = op(ops.len().min(255) as u8);
}
