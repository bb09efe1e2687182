//! Reading effects.

use super::{Read, Reader, counter_kind, mana_colors, unknown};
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
        if let Node::Word(word) = node {
            return match word.as_str() {
                "return_linked" => Ok(Effect::Do(Verb::ReturnLinked)),
                "prevent_combat_damage" => Ok(Effect::Do(Verb::PreventCombat)),
                _ => unknown("effect", node),
            };
        }
        let Node::Call(word, arguments) = node else { return unknown("effect", node) };
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
            _ => Effect::Do(self.verb(word, arguments, node)?),
        })
    }

    pub(super) fn verb(&mut self, word: &str, arguments: &[Node], node: &Node) -> Read<Verb> {
        Ok(match (word, arguments) {
            ("damage", [n, to]) => {
                let n = self.quantity(n)?;
                Verb::Damage { n, to: self.sel(to)?, by: Obj::This }
            }
            ("damage_by", [by, n, to]) => {
                let by = self.obj(by)?;
                let n = self.quantity(n)?;
                Verb::Damage { n, to: self.sel(to)?, by }
            }
            ("divide", [n, target]) => {
                let n = self.quantity(n)?;
                let before = self.targets.len();
                self.sel(target)?;
                match self.targets.as_mut_slice() {
                    [only] if before == 0 => only.divided = Some(n),
                    _ => return Err("divide(...) is about the only targets, written in it".to_owned()),
                }
                Verb::Divide { n }
            }
            ("destroy", [obj]) => Verb::Destroy(self.obj(obj)?),
            ("exile", [obj]) => Verb::Exile(self.obj(obj)?, Link::None),
            ("exile_linked", [obj]) => Verb::Exile(self.obj(obj)?, Link::Linked),
            ("exile_while_here", [obj]) => Verb::Exile(self.obj(obj)?, Link::WhileSourceStays),
            ("bounce", [obj]) => Verb::Bounce(self.obj(obj)?),
            ("to_battlefield", [obj, under]) => {
                Verb::ToBattlefield { obj: self.obj(obj)?, under: self.one_player(under)?, tapped: false }
            }
            ("to_battlefield_tapped", [obj, under]) => {
                Verb::ToBattlefield { obj: self.obj(obj)?, under: self.one_player(under)?, tapped: true }
            }
            ("to_library_top", [obj]) => Verb::ToLibrary(self.obj(obj)?, Place::LibraryTop),
            ("to_library_bottom", [obj]) => Verb::ToLibrary(self.obj(obj)?, Place::LibraryBottom),
            ("counter", [obj]) => Verb::Counter(self.obj(obj)?, Place::Graveyard),
            ("counter_to_top", [obj]) => Verb::Counter(self.obj(obj)?, Place::LibraryTop),
            ("draw", [who, n]) => Verb::Draw(self.who(who)?, self.quantity(n)?),
            ("discard", [who, n]) => Verb::Discard(self.who(who)?, self.quantity(n)?, Discard::Choose),
            ("discard_random", [who, n]) => Verb::Discard(self.who(who)?, self.quantity(n)?, Discard::Random),
            ("discard_looked", [who, filter]) => {
                let who = self.one_player(who)?;
                Verb::Discard(who, Quantity::Num(1), Discard::Looked(keep(self.card_filter(filter)?)))
            }
            ("put_back", [who, n]) => Verb::PutBack(self.who(who)?, self.quantity(n)?),
            ("mill", [who, n]) => Verb::Mill(self.who(who)?, self.quantity(n)?),
            ("scry", [n]) => Verb::Scry(self.quantity(n)?),
            ("dig", [n, filter]) => Verb::Dig { n: self.quantity(n)?, filter: keep(self.card_filter(filter)?) },
            ("search", [_, _, n, Node::Word(to)])
                if to == "battlefield_tapped_then_hand" && !matches!(n, Node::Num(_)) =>
            {
                return Err("battlefield_tapped_then_hand: of a fixed number of cards".to_owned());
            }
            ("search", [who, filter, n, Node::Word(to)]) => Verb::Search {
                who: self.one_player(who)?,
                filter: keep(self.card_filter(filter)?),
                n: self.quantity(n)?,
                to: match to.as_str() {
                    "hand" => Place::Hand,
                    "battlefield" => Place::Battlefield,
                    "battlefield_tapped" => Place::BattlefieldTapped,
                    "battlefield_tapped_then_hand" => Place::BattlefieldTappedThenHand,
                    _ => return unknown("place", &arguments[3]),
                },
            },
            ("shuffle", [who]) => Verb::Shuffle(self.who(who)?),
            ("reveal", [who]) => Verb::Reveal(self.who(who)?),
            ("gain", [who, n]) => Verb::GainLife(self.who(who)?, self.quantity(n)?),
            ("lose", [who, n]) => Verb::LoseLife(self.who(who)?, self.quantity(n)?),
            ("mana", [colors, amount]) => {
                let colors = mana_colors(colors)?;
                if colors.count_ones() != 1 {
                    return Err(
                        "an effect makes mana of one colour; a mana ability is `{T}: mana(...)` alone".to_owned()
                    );
                }
                Verb::AddMana(Mana { colors, amount: self.quantity(amount)? })
            }
            ("token", [Node::Word(id), n]) => {
                Verb::Token { token: self.token(id)?, n: self.quantity(n)?, under: Who::You }
            }
            ("token", [Node::Word(id), n, under]) => {
                Verb::Token { token: self.token(id)?, n: self.quantity(n)?, under: self.who(under)? }
            }
            ("put_counters", [obj, kind, n]) => {
                Verb::PutCounters(self.obj(obj)?, counter_kind(kind)?, self.quantity(n)?)
            }
            ("remove_counters", [obj, kind, n]) => {
                Verb::RemoveCounters(self.obj(obj)?, counter_kind(kind)?, self.quantity(n)?)
            }
            ("double_counters", [obj]) => Verb::DoubleCounters(self.obj(obj)?),
            ("pump", [obj, p, t]) => Verb::Pump(self.obj(obj)?, self.quantity(p)?, self.quantity(t)?),
            ("set_pt", [obj, p, t]) => Verb::SetPt(self.obj(obj)?, self.quantity(p)?, self.quantity(t)?),
            ("switch_pt", [obj]) => Verb::Switch(self.obj(obj)?),
            ("grant", [obj, keywords]) => Verb::Grant(self.obj(obj)?, self.keyword_bits(keywords)?),
            ("lose_abilities", [obj]) => Verb::LoseAbilities(self.obj(obj)?),
            ("tap", [obj]) => Verb::Tap(self.obj(obj)?),
            ("untap", [obj]) => Verb::Untap(self.obj(obj)?),
            ("freeze", [obj]) => Verb::Freeze(self.obj(obj)?),
            ("sacrifice", [obj]) => Verb::Sacrifice(self.obj(obj)?),
            ("sacrifice", [who, filter, n]) => {
                Verb::SacrificeChoice { who: self.who(who)?, filter: keep(self.filter(filter)?), n: self.quantity(n)? }
            }
            ("choose", [filter]) => Verb::Choose { who: Who::You, filter: keep(self.filter(filter)?) },
            ("gain_control", [obj]) => Verb::GainControl(self.obj(obj)?, Duration::EndOfTurn),
            ("gain_control_forever", [obj]) => Verb::GainControl(self.obj(obj)?, Duration::Forever),
            ("fight", [a, b]) => {
                let a = self.obj(a)?;
                Verb::Fight(a, self.obj(b)?)
            }
            ("attach", [obj]) => Verb::Attach(self.obj(obj)?),
            _ => return unknown("effect", node),
        })
    }

    /// A player where each_player has no meaning.
    fn one_player(&mut self, node: &Node) -> Read<Who> {
        match self.who(node)? {
            Who::Each => Err("each_player: this is done by one player".to_owned()),
            who => Ok(who),
        }
    }

    pub(super) fn token(&mut self, id: &str) -> Read<u16> {
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
