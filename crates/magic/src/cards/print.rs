//! The ability tree in words: our own, made from the tree, so that what is read is what is run.

use super::CardSet;
use super::forms;
use super::tree::*;

/// A mana cost with braces.
pub fn mana_cost(cost: &ManaCost) -> String {
    let mut text = "{X}".repeat(cost.x as usize);
    if cost.generic > 0 || cost.value() == 0 && cost.x == 0 {
        text.push_str(&format!("{{{}}}", cost.generic));
    }
    for (&n, symbol) in cost.pips.iter().zip(SYMBOLS) {
        text.push_str(&format!("{{{symbol}}}").repeat(n as usize));
    }
    text
}

/// Keywords as a list.
pub fn keywords(bits: u64) -> String {
    let mut names: Vec<String> =
        kw::NAMES.iter().filter(|(_, bit)| bits & bit != 0).map(|(name, _)| name.replace('_', " ")).collect();
    for i in 0..5 {
        if bits >> (kw::PROTECTION + i) & 1 == 1 {
            names.push(format!("protection from {}", COLORS[i as usize]));
        }
        if bits >> (kw::LANDWALK + i) & 1 == 1 {
            names.push(format!("{}walk", BASIC_LANDS[i as usize].to_lowercase()));
        }
    }
    names.join(", ")
}

/// A card: its line of types, its numbers, and its abilities one per line.
pub fn card(set: &CardSet, card: &Card) -> String {
    let mut line = card.name.to_owned();
    if card.has_cost {
        line.push_str(&format!(" {}", mana_cost(&card.cost)));
    }
    let mut kinds: Vec<String> = Vec::new();
    kinds.extend((0..2).filter(|i| card.supers >> i & 1 == 1).map(|i| supers::NAMES[i].to_owned()));
    kinds.extend((0..8).filter(|i| card.types >> i & 1 == 1).map(|i| types::NAMES[i].to_owned()));
    line.push_str(&format!(", {}", kinds.join(" ")));
    let subs: Vec<&str> =
        (0..set.subtypes.len()).filter(|i| card.subs >> i & 1 == 1).map(|i| set.subtypes[i].as_str()).collect();
    if !subs.is_empty() {
        line.push_str(&format!(" ({})", subs.join(" ")));
    }
    if card.is(types::CREATURE) {
        line.push_str(&format!(", {}/{}", stat(card.power), stat(card.toughness)));
    }
    if card.colors != card.cost.colors() {
        let colors: Vec<&str> = (0..5).filter(|i| card.colors >> i & 1 == 1).map(|i| COLORS[i]).collect();
        line.push_str(&format!(", {}", colors.join(" and ")));
    }
    let printer = Printer { set };
    if let Some(star) = card.star {
        line.push_str(&format!("\n  * is {}", printer.quantity(&star)));
    }
    if card.cost.x_only > 0 {
        line.push_str(&format!("\n  X is paid with {} mana only", COLORS[card.cost.x_only as usize - 1]));
    }
    for written in &card.abilities[..card.written as usize] {
        line.push_str(&format!("\n  {}", printer.ability(written)));
    }
    line
}

/// One ability.
pub fn ability(set: &CardSet, ability: &Ability) -> String {
    Printer { set }.ability(ability)
}

/// One mode of a spell.
pub fn program(set: &CardSet, program: &Program) -> String {
    Printer { set }.program(program)
}

fn stat(stat: Stat) -> String {
    match stat {
        Stat { base, star: false } => base.to_string(),
        Stat { base: 0, star: true } => "*".to_owned(),
        Stat { base, star: true } => format!("{base}+*"),
    }
}

/// Puts the tree into words.
pub struct Printer<'a> {
    set: &'a CardSet,
}

impl Printer<'_> {
    fn ability(&self, ability: &Ability) -> String {
        match *ability {
            Ability::Keyword(keyword) => match keyword {
                KeywordAbility::Bits(bits) => keywords(bits),
                KeywordAbility::ProtectionFrom(filter) => format!("protection from {}", self.shape(&filter.shape)),
                KeywordAbility::EvadedBy(filter) => format!("not blocked by {}", self.shape(&filter.shape)),
                KeywordAbility::Ward(cost) => format!("ward {}", mana_cost(&cost)),
                KeywordAbility::Enchant(filter) => format!("enchants {}", self.shape(&filter.shape)),
                KeywordAbility::Equip(cost) => format!("equip {}", mana_cost(&cost)),
            },
            Ability::Spell(program) => self.program(&program),
            Ability::Additional(cost) => format!("costs also: {}", self.cost(&cost)),
            Ability::Activated { costs, program, sorcery } => {
                let when = if sorcery { " (as a sorcery)" } else { "" };
                format!("{}: {}{when}", self.costs(costs), self.program(&program))
            }
            Ability::Mana { costs, mana } => format!("{}: {}", self.costs(costs), self.mana(&mana)),
            Ability::Triggered { trigger, cond, program } => {
                let cond = cond.map_or_else(String::new, |cond| format!(", if {}", self.cond(&cond)));
                format!("when {}{cond}: {}", self.trigger(&trigger), self.program(&program))
            }
            Ability::Static(Static { who, change, cond }) => {
                let who = self.obj(&who);
                let change = match change {
                    Change::Pump(p, t) => format!("{who} gets {}/{}", self.signed(&p), self.signed(&t)),
                    Change::SetPt(p, t) => format!("{who} is {}/{}", self.quantity(&p), self.quantity(&t)),
                    Change::Grant(bits) => format!("{who} has {}", keywords(bits)),
                    Change::Control => format!("you control {who}"),
                };
                let cond = cond.map_or_else(String::new, |cond| format!(" while {}", self.cond(&cond)));
                format!("always: {change}{cond}")
            }
            Ability::Replacement(Replacement::EntersTapped) => "enters tapped".to_owned(),
            Ability::Replacement(Replacement::EntersWith(kind, n)) => {
                format!("enters with {} {} counters", self.quantity(&n), counter(kind))
            }
        }
    }

    fn costs(&self, costs: &[Cost]) -> String {
        costs.iter().map(|cost| self.cost(cost)).collect::<Vec<_>>().join(", ")
    }

    fn cost(&self, cost: &Cost) -> String {
        match *cost {
            Cost::Mana(cost) => mana_cost(&cost),
            Cost::Tap => "tap".to_owned(),
            Cost::SacrificeSelf => "sacrifice this".to_owned(),
            Cost::Sacrifice(filter) => format!("sacrifice a {}", self.shape(&filter.shape)),
            Cost::Discard(n) => format!("discard {n}"),
            Cost::Life(n) => format!("pay {n} life"),
            Cost::LifeX => "pay X life".to_owned(),
            Cost::RemoveCounter(kind, n) => format!("remove {n} {} counters", counter(kind)),
            Cost::ExileFromGraveyard(filter) => format!("exile a {} from your graveyard", self.shape(&filter.shape)),
        }
    }

    fn trigger(&self, trigger: &Trigger) -> String {
        forms::triggers::text(trigger, self)
    }

    fn program(&self, program: &Program) -> String {
        if !program.modes.is_empty() {
            let modes: Vec<String> = program.modes.iter().map(|mode| self.program(mode)).collect();
            return format!("one of: {}", modes.join(" | "));
        }
        let mut text = String::new();
        let mut place = 0;
        for spec in program.targets {
            let what = match spec.domain {
                Domain::Any => "any target".to_owned(),
                Domain::Player => "a player".to_owned(),
                Domain::Opponent => "an opponent".to_owned(),
                Domain::Permanent => format!("a {}", self.shape(&spec.filter.shape)),
                Domain::Spell => format!("a {} on the stack", self.shape(&spec.filter.shape)),
                Domain::Graveyard => format!("a {} in a graveyard", self.shape(&spec.filter.shape)),
            };
            let count = if spec.min == spec.max { String::new() } else { format!("{}-{} times ", spec.min, spec.max) };
            let split = spec.divided.map_or_else(String::new, |n| format!(", {} divided", self.quantity(&n)));
            text.push_str(&format!("[T{} = {count}{what}{split}] ", place + 1));
            place += spec.max;
        }
        text + &self.effect(&program.effect)
    }

    fn effect(&self, effect: &Effect) -> String {
        match *effect {
            Effect::Do(verb) => forms::verbs::text(&verb, self),
            Effect::Seq(parts) => parts.iter().map(|part| self.effect(part)).collect::<Vec<_>>().join("; "),
            Effect::May(who, inner) => format!("{} may ({})", self.who(&who), self.effect(inner)),
            Effect::If(cond, inner) => format!("if {} ({})", self.cond(&cond), self.effect(inner)),
            Effect::Unless { payer, cost, effect } => {
                format!("unless {} pays {} ({})", self.who(&payer), mana_cost(&cost), self.effect(effect))
            }
        }
    }

    fn mana(&self, mana: &Mana) -> String {
        format!("make {} {} mana", self.quantity(&mana.amount), colors(mana.colors))
    }

    /// Tokens of a kind: what they are like.
    pub(super) fn token(&self, token: u16) -> String {
        let card = &self.set.tokens[token as usize];
        let more = if card.keywords == 0 { String::new() } else { format!(" with {}", keywords(card.keywords)) };
        format!("{}/{} {} tokens{more}", stat(card.power), stat(card.toughness), card.name)
    }

    fn cond(&self, cond: &Cond) -> String {
        match *cond {
            Cond::Compare(left, cmp, right) => {
                format!("{} is {} {}", self.quantity(&left), compared(cmp), self.quantity(&right))
            }
            Cond::Is(obj, filter) => format!("{} is a {}", self.obj(&obj), self.shape(&filter.shape)),
        }
    }

    pub(super) fn signed(&self, quantity: &Quantity) -> String {
        let text = self.quantity(quantity);
        if text.starts_with('-') { text } else { format!("+{text}") }
    }

    pub(super) fn quantity(&self, quantity: &Quantity) -> String {
        forms::quantities::text(quantity, self)
    }

    pub(super) fn who(&self, who: &Who) -> String {
        forms::players::text(who, self)
    }

    pub(super) fn obj(&self, obj: &Obj) -> String {
        forms::objects::text(obj, self)
    }

    pub(super) fn shape(&self, shape: &Shape) -> String {
        forms::filters::text(shape, self)
    }

    /// Parts of a filter, joined by a sign.
    pub(super) fn shapes(&self, parts: &[Shape], sign: &str) -> String {
        let inner = |part: &Shape| match part {
            Shape::Or(_) => format!("({})", self.shape(part)),
            _ => self.shape(part),
        };
        parts.iter().map(inner).collect::<Vec<_>>().join(sign)
    }

    /// The name of a subtype.
    pub(super) fn subtype(&self, i: u8) -> String {
        self.set.subtypes[i as usize].clone()
    }
}

/// Colours of mana, any of which it is.
pub(super) fn colors(bits: u8) -> String {
    let colors: Vec<&str> = (0..6).filter(|i| bits >> i & 1 == 1).map(|i| COLORS[i]).collect();
    colors.join(" or ")
}

/// Where found cards go.
pub(super) fn destination(to: Place) -> &'static str {
    match to {
        Place::Hand => "to hand",
        Place::Battlefield => "onto the battlefield",
        Place::BattlefieldTapped => "onto the battlefield tapped",
        Place::BattlefieldTappedThenHand => "the first onto the battlefield tapped, the rest to hand",
        Place::LibraryTop => "onto the library",
        Place::LibraryBottom => "to the bottom",
        Place::Graveyard => "to the graveyard",
    }
}

/// How two numbers compare.
pub(super) fn compared(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::AtLeast => "at least",
        Cmp::AtMost => "at most",
        Cmp::Equal => "exactly",
    }
}

/// A kind of counter.
pub(super) fn counter(kind: CounterKind) -> &'static str {
    match kind {
        CounterKind::Plus => "+1/+1",
        CounterKind::Minus => "-1/-1",
    }
}
