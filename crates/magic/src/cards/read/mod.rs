//! From phrases to the typed tree, with every mistake named.

mod effects;
mod terms;

use super::forms;
use super::syntax::{Node, parse, split_colon, split_commas};
use super::tree::*;
use effects::finish;

/// What is known while a card is read.
pub struct Reader<'a> {
    /// All subtypes so far; new ones are added.
    pub subtypes: &'a mut Vec<String>,
    /// The ids of tokens.
    pub tokens: &'a [String],
    /// The targets of the program that is being read.
    targets: Vec<TargetSpec>,
    /// Whether a filter speaks of cards anywhere, and not of permanents.
    of_cards: bool,
    /// How many terms the number that is being read has so far.
    terms: usize,
    /// Whether an effect is being read: only there are targets, what triggered it and the like known.
    inside: bool,
    /// Whether the filter of a `dies(...)` trigger is being read.
    of_dying: bool,
    /// Which objects the effect that is being read asks about: see [`looks`].
    looks_back: u8,
}

/// What was read, or what is wrong with it.
pub type Read<T> = Result<T, String>;

/// Nothing of this kind is called so.
pub(in crate::cards) fn unknown<T>(what: &str, node: &Node) -> Read<T> {
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
        Self {
            subtypes,
            tokens,
            targets: Vec::new(),
            of_cards: false,
            terms: 0,
            inside: false,
            of_dying: false,
            looks_back: 0,
        }
    }

    /// A mana cost such as `X2UU` or `0`.
    pub fn mana_cost(text: &str) -> Read<ManaCost> {
        let mut cost = ManaCost::default();
        let mut digits = String::new();
        let mut before = ' ';
        for c in text.chars() {
            if c.is_ascii_digit() {
                if !digits.is_empty() && !before.is_ascii_digit() {
                    return Err("one number, in one place".to_owned());
                }
                digits.push(c);
            } else if c == 'X' {
                cost.x = cost.x.checked_add(1).ok_or("too many symbols")?;
            } else if let Some(color) = SYMBOLS.iter().position(|&s| s == c) {
                cost.pips[color] = cost.pips[color].checked_add(1).filter(|&n| n <= 20).ok_or("too many symbols")?;
            } else {
                return Err(format!("`{c}` is no mana symbol; they are W, U, B, R, G, C, X and numbers"));
            }
            before = c;
        }
        if !digits.is_empty() {
            cost.generic = digits.parse().ok().filter(|&n| n <= 30).ok_or("a cost of at most 30")?;
        }
        Ok(cost)
    }

    /// A mana cost without X: nobody chooses one.
    fn fixed_cost(text: &str) -> Read<ManaCost> {
        let cost = Self::mana_cost(text)?;
        if cost.x == 0 { Ok(cost) } else { Err("no X here".to_owned()) }
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
            self.no_targets()?;
            return Ok(vec![Ability::Triggered { trigger, cond, program: self.program(body)? }]);
        }
        Ok(vec![match head {
            "spell" => Ability::Spell(self.program(body)?),
            "additional" => Ability::Additional(self.cost(body)?),
            "static" => {
                let effect = self.stat(body)?;
                self.no_targets()?;
                Ability::Static(effect)
            }
            "replace" => {
                let replacement = self.replacement(&parse(body)?)?;
                self.no_targets()?;
                Ability::Replacement(replacement)
            }
            _ => self.activated(head, body)?,
        }])
    }

    /// Only effects have targets.
    fn no_targets(&self) -> Read<()> {
        if self.targets.is_empty() { Ok(()) } else { Err("a target stands in an effect only".to_owned()) }
    }

    fn activated(&mut self, head: &str, body: &str) -> Read<Ability> {
        let (head, sorcery) = match head.strip_prefix("sorcery ") {
            Some(rest) => (rest, true),
            None => (head, false),
        };
        let mut costs: Vec<Cost> = split_commas(head).into_iter().map(|cost| self.cost(cost)).collect::<Read<_>>()?;
        check_costs(&costs)?;
        put_sacrifices_first(&mut costs);
        let costs = keep_all(costs);
        if let Node::Call(word, arguments) = &parse(body)?
            && word == "mana"
        {
            let [colors, amount] = arguments.as_slice() else { return Err("mana(COLOURS, NUMBER)".to_owned()) };
            let mana = Mana { colors: mana_colors(colors)?, amount: self.quantity(amount)? };
            if !matches!(costs, [Cost::Tap]) || !self.targets.is_empty() {
                return Err("a mana ability costs {T} and nothing else, and has no target".to_owned());
            }
            return Ok(Ability::Mana { costs, mana });
        }
        let program = self.program(body)?;
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
                Ok(vec![Ability::Keyword(KeywordAbility::ProtectionFrom(keep(self.card_filter(from)?)))])
            }
            ("landwalk", [_]) => Ok(vec![Ability::Keyword(KeywordAbility::Bits(self.keyword_bits(node)?))]),
            ("evades", [by]) => Ok(vec![Ability::Keyword(KeywordAbility::EvadedBy(keep(self.filter(by)?)))]),
            ("enchant", [what]) => Ok(vec![Ability::Keyword(KeywordAbility::Enchant(keep(self.filter(what)?)))]),
            ("ward", [Node::Mana(cost)]) => {
                let cost = Self::fixed_cost(cost)?;
                let counter = keep(Effect::Do(Verb::Counter(Obj::Trigger, Place::Graveyard)));
                let effect = Effect::Unless { payer: Who::Trigger, cost, effect: counter };
                Ok(vec![
                    Ability::Keyword(KeywordAbility::Ward(cost)),
                    Ability::Triggered {
                        trigger: Trigger::TargetedByOpponent,
                        cond: None,
                        program: finish(effect, Vec::new(), 0)?,
                    },
                ])
            }
            ("equip", [Node::Mana(cost)]) => {
                let cost = Self::mana_cost(cost)?;
                check_costs(&[Cost::Mana(cost)])?;
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
    pub(in crate::cards) fn keyword_bits(&mut self, node: &Node) -> Read<u64> {
        match node {
            Node::Word(word) => match kw::NAMES.iter().find(|(name, _)| name == word) {
                Some(&(_, bit)) => Ok(bit),
                None => unknown("keyword", node),
            },
            Node::Call(word, arguments) => match (word.as_str(), arguments.as_slice()) {
                ("protection", [color @ Node::Word(_)]) => Ok(1 << (kw::PROTECTION + u32::from(card_color(color)?))),
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
            ("exile", [filter]) => Cost::ExileFromGraveyard(keep(self.card_filter(filter)?)),
            _ => return unknown("cost", &node),
        })
    }

    fn trigger(&mut self, node: &Node) -> Read<Trigger> {
        forms::triggers::read(self, node)?.map_or_else(|| unknown("trigger", node), Ok)
    }

    /// What a permanent must be like that dies: only there is known what was damaged.
    pub(in crate::cards) fn dying_filter(&mut self, node: &Node) -> Read<Filter> {
        self.of_dying = true;
        let filter = self.filter(node);
        self.of_dying = false;
        filter
    }

    fn cond(&mut self, node: &Node) -> Read<Cond> {
        match node {
            Node::Cmp(left, sign, right) => Ok(Cond::Compare(self.quantity(left)?, cmp(sign), self.quantity(right)?)),
            Node::Call(word, arguments) => match (word.as_str(), arguments.as_slice()) {
                ("controls", [filter]) => {
                    let filter = self.filter(&Node::And(vec![filter.clone(), Node::Word("yours".to_owned())]))?;
                    Ok(Cond::Compare(Quantity::Count(keep(filter)), Cmp::AtLeast, Quantity::Num(1)))
                }
                ("is", [obj, filter]) => Ok(Cond::Is(self.asked(obj)?, keep(self.card_filter(filter)?))),
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
}

/// The most cards that a cost discards.
const MAX_DISCARD: u8 = 7;
/// The most parts of a cost.
const MAX_COSTS: usize = 8;

/// Parts of a cost that can be told to be paid, one after the other, when each of them can be.
pub fn check_costs(costs: &[Cost]) -> Read<()> {
    if costs.len() > MAX_COSTS {
        return Err(format!("a cost of at most {MAX_COSTS} parts"));
    }
    let mut mana_x = false;
    for (i, cost) in costs.iter().enumerate() {
        let twice = costs[..i].iter().any(|other| match (cost, other) {
            // Several cards of one kind are exiled one by one.
            (Cost::ExileFromGraveyard(a), Cost::ExileFromGraveyard(b)) => a != b,
            (Cost::SacrificeSelf, Cost::Sacrifice(_)) | (Cost::Sacrifice(_), Cost::SacrificeSelf) => true,
            (Cost::Life(_), Cost::LifeX) | (Cost::LifeX, Cost::Life(_)) => true,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        });
        if twice {
            return Err("a cost has one part of each kind; only exile(...) stands several times, with the same cards"
                .to_owned());
        }
        match cost {
            Cost::Discard(n) if *n > MAX_DISCARD => return Err(format!("a cost discards at most {MAX_DISCARD} cards")),
            Cost::Mana(mana) if mana.x > 1 => return Err("X once".to_owned()),
            Cost::Mana(mana) => mana_x |= mana.x > 0,
            Cost::Sacrifice(filter) if filter.clauses.iter().any(|c| (c.flags | c.no_flags) & flag::TAPPED != 0) => {
                return Err("sacrifice(...): what is tapped changes while a cost is paid".to_owned());
            }
            _ => {}
        }
    }
    if mana_x && costs.contains(&Cost::LifeX) { Err("X once".to_owned()) } else { Ok(()) }
}

/// What is sacrificed is chosen before other parts of a cost change what permanents are like.
pub fn put_sacrifices_first(costs: &mut [Cost]) {
    costs.sort_by_key(|cost| !matches!(cost, Cost::Sacrifice(_)));
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

pub(in crate::cards) fn counter_kind(node: &Node) -> Read<CounterKind> {
    match node {
        Node::Word(word) if word == "plus" => Ok(CounterKind::Plus),
        Node::Word(word) if word == "minus" => Ok(CounterKind::Minus),
        _ => unknown("kind of counter: plus or minus", node),
    }
}

/// One of the five colours, by its place.
pub(in crate::cards) fn card_color(node: &Node) -> Read<u8> {
    match node {
        Node::Word(word) if let Some(color) = COLORS[..5].iter().position(|c| c == word) => Ok(color as u8),
        _ => unknown("colour", node),
    }
}

/// `any`, or one or more of W, U, B, R, G, C joined by |.
pub(in crate::cards) fn mana_colors(node: &Node) -> Read<u8> {
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
