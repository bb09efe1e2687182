//! From phrases to the typed tree, with every mistake named.

use super::syntax::{Node, parse, split_colon, split_commas};
use super::tree::*;

/// What is known while a card is read.
pub struct Reader<'a> {
    /// All subtypes so far; new ones are added.
    pub subtypes: &'a mut Vec<String>,
    /// The ids of tokens.
    pub tokens: &'a [String],
    /// The targets of the program that is being read.
    targets: Vec<TargetSpec>,
    /// Whether a graveyard is spoken of.
    in_graveyard: bool,
}

type Read<T> = Result<T, String>;

fn unknown<T>(what: &str, node: &Node) -> Read<T> {
    let name = match node {
        Node::Word(word) | Node::Call(word, _) => format!("`{word}`"),
        other => format!("{other:?}"),
    };
    Err(format!("{name} is no {what} (or has the wrong arguments)"))
}

/// The most targets of one spell or ability.
pub const MAX_TARGETS: usize = 3;

impl<'a> Reader<'a> {
    pub fn new(subtypes: &'a mut Vec<String>, tokens: &'a [String]) -> Self {
        Self { subtypes, tokens, targets: Vec::new(), in_graveyard: false }
    }

    /// A mana cost such as `X2UU` or `0`.
    pub fn mana_cost(text: &str) -> Read<ManaCost> {
        let mut cost = ManaCost::default();
        let mut digits = String::new();
        for c in text.chars() {
            if c.is_ascii_digit() {
                digits.push(c);
            } else if c == 'X' {
                cost.x += 1;
            } else if let Some(color) = SYMBOLS.iter().position(|&s| s == c) {
                cost.pips[color] = cost.pips[color].checked_add(1).filter(|&n| n <= 20).ok_or("too many symbols")?;
            } else {
                return Err(format!("`{c}` is no mana symbol; they are W, U, B, R, G, C, X and numbers"));
            }
        }
        if !digits.is_empty() {
            cost.generic = digits.parse().ok().filter(|&n| n <= 30).ok_or("a cost of at most 30")?;
        }
        Ok(cost)
    }

    /// A subtype by name; names begin with a capital letter.
    pub fn subtype(&mut self, name: &str) -> Read<u8> {
        if !name.starts_with(char::is_uppercase) {
            return Err(format!("`{name}` is no subtype: they begin with a capital letter"));
        }
        if let Some(i) = self.subtypes.iter().position(|known| known == name) {
            return Ok(i as u8);
        }
        if self.subtypes.len() == 128 {
            return Err("more than 128 subtypes".to_owned());
        }
        self.subtypes.push(name.to_owned());
        Ok(self.subtypes.len() as u8 - 1)
    }

    /// One ability as it stands in a file, with what its keyword stands for.
    pub fn ability(&mut self, text: &str) -> Read<Vec<Ability>> {
        self.targets.clear();
        let Some((head, body)) = split_colon(text) else {
            return self.keyword(&parse(text)?);
        };
        let head = head.trim();
        if let Some(trigger) = head.strip_prefix("when ") {
            let (trigger, cond) = match trigger.split_once(" if ") {
                Some((trigger, cond)) => (trigger, Some(cond)),
                None => (trigger, None),
            };
            let trigger = self.trigger(&parse(trigger)?)?;
            let cond = cond.map(|cond| self.cond(&parse(cond)?)).transpose()?;
            return Ok(vec![Ability::Triggered { trigger, cond, program: self.program(body)? }]);
        }
        Ok(vec![match head {
            "spell" => Ability::Spell(self.program(body)?),
            "additional" => Ability::Additional(self.cost(body)?),
            "static" => Ability::Static(self.stat(body)?),
            "replace" => Ability::Replacement(self.replacement(&parse(body)?)?),
            _ => self.activated(head, body)?,
        }])
    }

    fn activated(&mut self, head: &str, body: &str) -> Read<Ability> {
        let (head, sorcery) = match head.strip_prefix("sorcery ") {
            Some(rest) => (rest, true),
            None => (head, false),
        };
        let costs: Vec<Cost> = split_commas(head).into_iter().map(|cost| self.cost(cost)).collect::<Read<_>>()?;
        let program = self.program(body)?;
        let costs = keep_all(costs);
        if let Effect::Do(Verb::AddMana(mana)) = program.effect {
            if !matches!(costs, [Cost::Tap]) {
                return Err("a mana ability costs {T} and nothing else".to_owned());
            }
            return Ok(Ability::Mana { costs, mana });
        }
        Ok(Ability::Activated { costs, program, sorcery })
    }

    fn keyword(&mut self, node: &Node) -> Read<Vec<Ability>> {
        let word = match node {
            Node::Word(word) => {
                let bits = self.keyword_bits(node)?;
                let mut abilities = vec![Ability::Keyword(KeywordAbility::Bits(bits))];
                if word == "prowess" {
                    let noncreature = self.filter(&parse("!creature")?)?;
                    abilities.push(Ability::Triggered {
                        trigger: Trigger::YouCast(keep(noncreature)),
                        cond: None,
                        program: self.program("pump(self, 1, 1)")?,
                    });
                }
                return Ok(abilities);
            }
            Node::Call(word, arguments) => (word.as_str(), arguments.as_slice()),
            _ => return unknown("keyword", node),
        };
        match word {
            ("protection", [from]) => {
                if let Ok(bits) = self.keyword_bits(node) {
                    return Ok(vec![Ability::Keyword(KeywordAbility::Bits(bits))]);
                }
                Ok(vec![Ability::Keyword(KeywordAbility::ProtectionFrom(keep(self.filter(from)?)))])
            }
            ("landwalk", [_]) => Ok(vec![Ability::Keyword(KeywordAbility::Bits(self.keyword_bits(node)?))]),
            ("evades", [by]) => Ok(vec![Ability::Keyword(KeywordAbility::EvadedBy(keep(self.filter(by)?)))]),
            ("enchant", [what]) => Ok(vec![Ability::Keyword(KeywordAbility::Enchant(keep(self.filter(what)?)))]),
            ("ward", [Node::Mana(cost)]) => {
                let cost = Self::mana_cost(cost)?;
                let counter = keep(Effect::Do(Verb::Counter(Obj::Trigger, Place::Graveyard)));
                let effect = Effect::Unless { payer: Who::Trigger, cost, effect: counter };
                Ok(vec![
                    Ability::Keyword(KeywordAbility::Ward(cost)),
                    Ability::Triggered {
                        trigger: Trigger::TargetedByOpponent,
                        cond: None,
                        program: finish(effect, Vec::new())?,
                    },
                ])
            }
            ("equip", [Node::Mana(cost)]) => {
                let cost = Self::mana_cost(cost)?;
                let program = self.program("attach(target(creature & yours))")?;
                Ok(vec![
                    Ability::Keyword(KeywordAbility::Equip(cost)),
                    Ability::Activated { costs: keep_all(vec![Cost::Mana(cost)]), program, sorcery: true },
                ])
            }
            _ => unknown("keyword", node),
        }
    }

    /// Keywords that are bits.
    fn keyword_bits(&mut self, node: &Node) -> Read<u64> {
        match node {
            Node::Word(word) => match kw::NAMES.iter().find(|(name, _)| name == word) {
                Some(&(_, bit)) => Ok(bit),
                None => unknown("keyword", node),
            },
            Node::Call(word, arguments) => match (word.as_str(), arguments.as_slice()) {
                ("protection", [Node::Word(color)]) => match COLORS[..5].iter().position(|c| c == color) {
                    Some(color) => Ok(1 << (kw::PROTECTION + color as u32)),
                    None => unknown("colour", &arguments[0]),
                },
                ("landwalk", [Node::Word(land)]) => match BASIC_LANDS.iter().position(|l| l == land) {
                    Some(land) => Ok(1 << (kw::LANDWALK + land as u32)),
                    None => unknown("basic land type", &arguments[0]),
                },
                _ => unknown("keyword", node),
            },
            Node::And(parts) => parts.iter().try_fold(0, |bits, part| Ok(bits | self.keyword_bits(part)?)),
            _ => unknown("keyword", node),
        }
    }

    fn cost(&mut self, text: &str) -> Read<Cost> {
        let text = text.trim();
        if text == "{T}" {
            return Ok(Cost::Tap);
        }
        let node = parse(text)?;
        let (word, arguments) = match &node {
            Node::Mana(cost) => return Ok(Cost::Mana(Self::mana_cost(cost)?)),
            Node::Call(word, arguments) => (word.as_str(), arguments.as_slice()),
            _ => return unknown("cost", &node),
        };
        Ok(match (word, arguments) {
            ("sacrifice", [Node::Word(word)]) if word == "self" => Cost::SacrificeSelf,
            ("sacrifice", [filter]) => Cost::Sacrifice(keep(self.filter(filter)?)),
            ("discard", [n]) => Cost::Discard(small(n)?),
            ("life", [Node::Word(x)]) if x == "X" => Cost::LifeX,
            ("life", [n]) => Cost::Life(small(n)?),
            ("remove", [kind, n]) => Cost::RemoveCounter(counter_kind(kind)?, small(n)?),
            ("exile", [filter]) => Cost::ExileFromGraveyard(keep(self.filter(filter)?)),
            _ => return unknown("cost", &node),
        })
    }

    fn trigger(&mut self, node: &Node) -> Read<Trigger> {
        if let Node::Word(word) = node {
            return Ok(match word.as_str() {
                "enters" => Trigger::EntersSelf,
                "dies" => Trigger::DiesSelf,
                "leaves" => Trigger::LeavesSelf,
                "attacks" => Trigger::AttacksSelf,
                "blocks" => Trigger::BlocksSelf,
                "damages_opponent" => Trigger::DamagesOpponent { combat: false },
                "combat_damages_opponent" => Trigger::DamagesOpponent { combat: true },
                "host_damages_opponent" => Trigger::HostDamagesOpponent,
                "you_gain_life" => Trigger::YouGainLife,
                "your_upkeep" => Trigger::YourUpkeep,
                "each_upkeep" => Trigger::EachUpkeep,
                "each_end_step" => Trigger::EachEndStep,
                "your_end_step" => Trigger::YourEndStep,
                "you_draw" => Trigger::YouDraw,
                _ => return unknown("trigger", node),
            });
        }
        let Node::Call(word, arguments) = node else { return unknown("trigger", node) };
        Ok(match (word.as_str(), arguments.as_slice()) {
            ("enters", [filter]) => Trigger::Enters(keep(self.filter(filter)?)),
            ("dies", [filter]) => Trigger::Dies(keep(self.filter(filter)?)),
            ("you_cast", [filter]) => Trigger::YouCast(keep(self.filter(filter)?)),
            _ => return unknown("trigger", node),
        })
    }

    fn cond(&mut self, node: &Node) -> Read<Cond> {
        match node {
            Node::Cmp(left, sign, right) => Ok(Cond::Compare(self.quantity(left)?, cmp(sign), self.quantity(right)?)),
            Node::Call(word, arguments) => match (word.as_str(), arguments.as_slice()) {
                ("controls", [filter]) => {
                    let filter = self.filter(&Node::And(vec![filter.clone(), Node::Word("yours".to_owned())]))?;
                    Ok(Cond::Compare(Quantity::Count(keep(filter)), Cmp::AtLeast, Quantity::Num(1)))
                }
                ("is", [obj, filter]) => Ok(Cond::Is(self.obj(obj)?, keep(self.filter(filter)?))),
                _ => unknown("condition", node),
            },
            _ => unknown("condition", node),
        }
    }

    fn stat(&mut self, text: &str) -> Read<Static> {
        let (body, cond) = match text.split_once(" if ") {
            Some((body, cond)) => (body, Some(self.cond(&parse(cond)?)?)),
            None => (text, None),
        };
        let node = parse(body)?;
        let Node::Call(word, arguments) = &node else { return unknown("continuous effect", &node) };
        let (who, change) = match (word.as_str(), arguments.as_slice()) {
            ("pump", [who, p, t]) => (self.obj(who)?, Change::Pump(self.quantity(p)?, self.quantity(t)?)),
            ("set_pt", [who, p, t]) => (self.obj(who)?, Change::SetPt(self.quantity(p)?, self.quantity(t)?)),
            ("grant", [who, keywords]) => (self.obj(who)?, Change::Grant(self.keyword_bits(keywords)?)),
            ("control", [who]) => (self.obj(who)?, Change::Control),
            _ => return unknown("continuous effect", &node),
        };
        if !matches!(who, Obj::This | Obj::Host | Obj::Each(_)) {
            return Err("a continuous effect is about self, host or each(...)".to_owned());
        }
        Ok(Static { who, change, cond })
    }

    fn replacement(&mut self, node: &Node) -> Read<Replacement> {
        match node {
            Node::Word(word) if word == "enters_tapped" => Ok(Replacement::EntersTapped),
            Node::Call(word, arguments) if word == "enters_with" && arguments.len() == 2 => {
                Ok(Replacement::EntersWith(counter_kind(&arguments[0])?, self.quantity(&arguments[1])?))
            }
            _ => unknown("replacement", node),
        }
    }

    /// A program: an effect with its targets, or modes.
    fn program(&mut self, text: &str) -> Read<Program> {
        let node = parse(text)?;
        if let Node::Call(word, modes) = &node
            && word == "modes"
        {
            if !(2..=6).contains(&modes.len()) {
                return Err("2-6 modes".to_owned());
            }
            let modes: Vec<Program> = modes
                .iter()
                .map(|mode| {
                    self.targets.clear();
                    let effect = self.effect(mode)?;
                    finish(effect, std::mem::take(&mut self.targets))
                })
                .collect::<Read<_>>()?;
            let none = Effect::Seq(&[]);
            return Ok(Program { targets: &[], effect: none, ops: &[], modes: keep_all(modes) });
        }
        self.targets.clear();
        let effect = self.effect(&node)?;
        finish(effect, std::mem::take(&mut self.targets))
    }

    fn effect(&mut self, node: &Node) -> Read<Effect> {
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
            ("may", [who, effect]) => Effect::May(self.who(who)?, keep(self.effect(effect)?)),
            ("if", [cond, effect]) => Effect::If(self.cond(cond)?, keep(self.effect(effect)?)),
            ("unless_pays", [payer, Node::Mana(cost), effect]) => {
                // The payer is often the controller of the target that stands in the effect: that is read first.
                let effect = self.effect(effect)?;
                Effect::Unless { payer: self.who(payer)?, cost: Self::mana_cost(cost)?, effect: keep(effect) }
            }
            _ => Effect::Do(self.verb(word, arguments, node)?),
        })
    }

    fn verb(&mut self, word: &str, arguments: &[Node], node: &Node) -> Read<Verb> {
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
                self.sel(target)?;
                self.targets.last_mut().ok_or("divide needs targets")?.divided = Some(n);
                Verb::Divide { n }
            }
            ("destroy", [obj]) => Verb::Destroy(self.obj(obj)?),
            ("exile", [obj]) => Verb::Exile(self.obj(obj)?, Link::None),
            ("exile_linked", [obj]) => Verb::Exile(self.obj(obj)?, Link::Linked),
            ("exile_while_here", [obj]) => Verb::Exile(self.obj(obj)?, Link::WhileSourceStays),
            ("bounce", [obj]) => Verb::Bounce(self.obj(obj)?),
            ("to_battlefield", [obj, under]) => {
                Verb::ToBattlefield { obj: self.obj(obj)?, under: self.who(under)?, tapped: false }
            }
            ("to_battlefield_tapped", [obj, under]) => {
                Verb::ToBattlefield { obj: self.obj(obj)?, under: self.who(under)?, tapped: true }
            }
            ("to_library_top", [obj]) => Verb::ToLibrary(self.obj(obj)?, Place::LibraryTop),
            ("to_library_bottom", [obj]) => Verb::ToLibrary(self.obj(obj)?, Place::LibraryBottom),
            ("counter", [obj]) => Verb::Counter(self.obj(obj)?, Place::Graveyard),
            ("counter_to_top", [obj]) => Verb::Counter(self.obj(obj)?, Place::LibraryTop),
            ("draw", [who, n]) => Verb::Draw(self.who(who)?, self.quantity(n)?),
            ("discard", [who, n]) => Verb::Discard(self.who(who)?, self.quantity(n)?, Discard::Choose),
            ("discard_random", [who, n]) => Verb::Discard(self.who(who)?, self.quantity(n)?, Discard::Random),
            ("discard_looked", [who, filter]) => {
                let who = self.who(who)?;
                Verb::Discard(who, Quantity::Num(1), Discard::Looked(keep(self.filter(filter)?)))
            }
            ("put_back", [who, n]) => Verb::PutBack(self.who(who)?, self.quantity(n)?),
            ("mill", [who, n]) => Verb::Mill(self.who(who)?, self.quantity(n)?),
            ("scry", [n]) => Verb::Scry(self.quantity(n)?),
            ("dig", [n, filter]) => Verb::Dig { n: self.quantity(n)?, filter: keep(self.filter(filter)?) },
            ("search", [who, filter, n, Node::Word(to)]) => Verb::Search {
                who: self.who(who)?,
                filter: keep(self.filter(filter)?),
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
                Verb::AddMana(Mana { colors: mana_colors(colors)?, amount: self.quantity(amount)? })
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

    fn token(&mut self, id: &str) -> Read<u16> {
        let place = self.tokens.iter().position(|token| token == id);
        place.map(|i| i as u16).ok_or_else(|| format!("there is no token `{id}`"))
    }

    fn sel(&mut self, node: &Node) -> Read<Sel> {
        match self.obj(node) {
            Ok(obj) => Ok(Sel::Obj(obj)),
            Err(problem) => match node {
                Node::Call(word, _) if word == "target" => Err(problem),
                _ => self.who(node).map(Sel::Who),
            },
        }
    }

    fn who(&mut self, node: &Node) -> Read<Who> {
        Ok(match node {
            Node::Word(word) => match word.as_str() {
                "you" => Who::You,
                "opponent" => Who::Opponent,
                "each_player" => Who::Each,
                "t1" => Who::Target(0),
                "t2" => Who::Target(1),
                "that_player" => Who::Trigger,
                "defender" => Who::Defender,
                _ => return unknown("player", node),
            },
            Node::Call(word, arguments) => match (word.as_str(), arguments.as_slice()) {
                ("target", [..]) => match self.obj(node)? {
                    Obj::Target(i) => Who::Target(i),
                    _ => return unknown("player", node),
                },
                ("controller", [obj]) => Who::ControllerOf(self.obj(obj)?),
                ("owner", [obj]) => Who::OwnerOf(self.obj(obj)?),
                _ => return unknown("player", node),
            },
            _ => return unknown("player", node),
        })
    }

    fn obj(&mut self, node: &Node) -> Read<Obj> {
        Ok(match node {
            Node::Word(word) => match word.as_str() {
                "self" => Obj::This,
                "t1" => Obj::Target(0),
                "t2" => Obj::Target(1),
                "t3" => Obj::Target(2),
                "that" => Obj::That,
                "host" => Obj::Host,
                "trigger" => Obj::Trigger,
                "sacrificed" => Obj::Sacrificed,
                _ => return unknown("object", node),
            },
            Node::Call(word, arguments) => match (word.as_str(), arguments.as_slice()) {
                ("each", [filter]) => Obj::Each(keep(self.filter(filter)?)),
                ("target", [what]) => self.target(what, 1, 1)?,
                ("up_to", [what, n]) => self.target(what, 0, small(n)?)?,
                ("targets", [what, least, most]) => self.target(what, small(least)?, small(most)?)?,
                _ => return unknown("object", node),
            },
            _ => return unknown("object", node),
        })
    }

    /// Notes a target; the answer names it.
    fn target(&mut self, what: &Node, min: u8, max: u8) -> Read<Obj> {
        if max == 0 || min > max {
            return Err("a range of targets that there are".to_owned());
        }
        let any = Filter { shape: Shape::Any, clauses: &[Clause::ANY] };
        let (domain, filter) = match what {
            Node::Word(word) if word == "any" => (Domain::Any, any),
            Node::Word(word) if word == "player" => (Domain::Player, any),
            Node::Word(word) if word == "opponent" => (Domain::Opponent, any),
            Node::Word(word) if word == "spell" => (Domain::Spell, any),
            Node::Call(word, inner) if word == "spell" && inner.len() == 1 => (Domain::Spell, self.filter(&inner[0])?),
            Node::Call(word, inner) if word == "grave" && inner.len() == 1 => {
                self.in_graveyard = true;
                let filter = self.filter(&inner[0]);
                self.in_graveyard = false;
                (Domain::Graveyard, filter?)
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
        Ok(Obj::Target(first as u8))
    }

    fn quantity(&mut self, node: &Node) -> Read<Quantity> {
        Ok(match node {
            Node::Num(n) => Quantity::Num(i16::try_from(*n).ok().filter(|n| *n <= 10_000).ok_or("at most 10000")?),
            Node::Neg(inner) => Quantity::Neg(keep(self.quantity(inner)?)),
            Node::Plus(a, b) => Quantity::Plus(keep(self.quantity(a)?), keep(self.quantity(b)?)),
            Node::Word(word) => match word.as_str() {
                "X" => Quantity::X,
                "types_in_graveyards" => Quantity::TypesInGraveyards,
                "life_paid" => Quantity::LifePaid,
                "dealt" => Quantity::Dealt,
                "amount" => Quantity::Amount,
                _ => return unknown("number", node),
            },
            Node::Call(word, arguments) => match (word.as_str(), arguments.as_slice()) {
                ("count", [filter]) => Quantity::Count(keep(self.filter(filter)?)),
                ("in_graveyard", [who, filter]) => Quantity::InGraveyard(self.who(who)?, keep(self.filter(filter)?)),
                ("hand", [who]) => Quantity::HandOf(self.who(who)?),
                ("life", [who]) => Quantity::LifeOf(self.who(who)?),
                ("devotion", [Node::Word(color)]) => match COLORS[..5].iter().position(|c| c == color) {
                    Some(color) => Quantity::Devotion(color as u8),
                    None => return unknown("colour", &arguments[0]),
                },
                ("power", [obj]) => Quantity::Power(self.obj(obj)?),
                ("toughness", [obj]) => Quantity::Toughness(self.obj(obj)?),
                ("mv", [obj]) => Quantity::ManaValue(self.obj(obj)?),
                ("counters", [obj]) => Quantity::Counters(self.obj(obj)?),
                ("half", [inner]) => Quantity::Half(keep(self.quantity(inner)?)),
                _ => return unknown("number", node),
            },
            _ => return unknown("number", node),
        })
    }

    /// A number on its own, as stars are.
    pub fn star(&mut self, text: &str) -> Read<Quantity> {
        self.quantity(&parse(text)?)
    }

    fn filter(&mut self, node: &Node) -> Read<Filter> {
        let shape = self.shape(node)?;
        let clauses = super::filter::compile(&shape)?;
        Ok(Filter { shape, clauses: keep_all(clauses) })
    }

    fn shape(&mut self, node: &Node) -> Read<Shape> {
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
            Node::Word(word) => match word.as_str() {
                "card" | "permanent" => Shape::Any,
                "yours" => Shape::Yours,
                "theirs" => Shape::Theirs,
                "of_target" => Shape::OfTarget,
                "other" => Shape::Other,
                "tapped" => Shape::Tapped,
                "attacking" => Shape::Attacking,
                "blocking" => Shape::Blocking,
                "token" => Shape::Token,
                "damaged_by_self" => Shape::Damaged,
                word => {
                    let find = |names: &[&str]| names.iter().position(|name| *name == word).map(|i| i as u8);
                    if let Some(i) = find(&types::NAMES) {
                        Shape::Type(i)
                    } else if let Some(i) = find(&supers::NAMES) {
                        Shape::Super(i)
                    } else if let Some(i) = find(&COLORS[..5]) {
                        Shape::Color(i)
                    } else if let Some(&(_, bit)) = kw::NAMES.iter().find(|(name, _)| *name == word) {
                        Shape::Keyword(bit)
                    } else {
                        Shape::Sub(self.subtype(word)?)
                    }
                }
            },
            _ => return unknown("filter", node),
        })
    }
}

/// Lays a program out flat.
fn finish(effect: Effect, targets: Vec<TargetSpec>) -> Read<Program> {
    let mut ops = Vec::new();
    flatten(&effect, &mut ops);
    if ops.len() > 64 {
        return Err("an effect of at most 64 steps".to_owned());
    }
    Ok(Program { targets: keep_all(targets), effect, ops: keep_all(ops), modes: &[] })
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

fn cmp(sign: &str) -> Cmp {
    match sign {
        ">=" => Cmp::AtLeast,
        "<=" => Cmp::AtMost,
        _ => Cmp::Equal,
    }
}

fn small(node: &Node) -> Read<u8> {
    match node {
        Node::Num(n @ 0..=100) => Ok(*n as u8),
        _ => Err("a number from 0 to 100".to_owned()),
    }
}

fn counter_kind(node: &Node) -> Read<CounterKind> {
    match node {
        Node::Word(word) if word == "plus" => Ok(CounterKind::Plus),
        Node::Word(word) if word == "minus" => Ok(CounterKind::Minus),
        _ => unknown("kind of counter: plus or minus", node),
    }
}

/// `any`, or one or more of W, U, B, R, G, C joined by |.
fn mana_colors(node: &Node) -> Read<u8> {
    match node {
        Node::Word(word) if word == "any" => Ok(0b1_1111),
        Node::Word(word) if word.len() == 1 => {
            let color = SYMBOLS.iter().position(|&s| word.starts_with(s));
            color.map_or_else(|| unknown("mana symbol", node), |c| Ok(1 << c))
        }
        Node::Or(parts) => parts.iter().try_fold(0, |set, part| Ok(set | mana_colors(part)?)),
        _ => unknown("mana symbol", node),
    }
}
