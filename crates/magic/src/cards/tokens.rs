//! Cards as tokens: a card's own id, then its components, then the primitives of its abilities.
//!
//! The vocabulary is generated from the card files: the primitives in a fixed order, then the subtypes, then one id per
//! card. Cards of further files come last, so that the ids of the pool stay as they are.

use super::CardSet;
use super::tree::*;
use std::collections::HashMap;

/// The version of the vocabulary: a change of the primitives or of the pool is a new one.
pub const VERSION: u32 = 1;

/// Token names and their ids.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// Names by id.
    pub names: Vec<String>,
    /// The token of the first keyword; the others follow in the order of [`kw::NAMES`].
    pub first_keyword: u16,
    ids: HashMap<String, u16>,
}

/// The largest number that has a token of its own.
const NUMERALS: i16 = 20;

/// Primitives by category; tokens are called `category:name`.
const PRIMITIVES: &[(&str, &[&str])] = &[
    (
        "structure",
        &[
            "spell",
            "activated",
            "mana",
            "triggered",
            "static",
            "replacement",
            "keyword",
            "sequence",
            "modal",
            "may",
            "if",
            "unless_paid",
        ],
    ),
    (
        "verb",
        &[
            "damage",
            "divide",
            "destroy",
            "exile",
            "bounce",
            "to_battlefield",
            "return_linked",
            "to_library",
            "counter",
            "draw",
            "discard",
            "put_back",
            "mill",
            "scry",
            "dig",
            "search",
            "shuffle",
            "reveal",
            "gain_life",
            "lose_life",
            "add_mana",
            "token",
            "put_counters",
            "remove_counters",
            "double_counters",
            "modify_pt",
            "set_pt",
            "switch_pt",
            "grant",
            "lose_abilities",
            "tap",
            "untap",
            "freeze",
            "sacrifice",
            "choose",
            "gain_control",
            "fight",
            "attach",
            "prevent_combat_damage",
            "enters_tapped",
            "enters_with",
        ],
    ),
    ("player", &["you", "opponent", "each", "target", "controller_of", "owner_of", "that_player", "defender"]),
    ("object", &["self", "target1", "target2", "target3", "that", "host", "trigger", "sacrificed", "each"]),
    (
        "zone",
        &["hand", "battlefield", "battlefield_tapped", "library_top", "library_bottom", "graveyard", "stack", "exile"],
    ),
    (
        "filter",
        &[
            "any",
            "not",
            "and",
            "or",
            "yours",
            "theirs",
            "of_target",
            "other",
            "tapped",
            "attacking",
            "blocking",
            "token",
            "damaged_by_self",
            "power",
            "mana_value",
            "at_least",
            "at_most",
            "equal",
            "is",
        ],
    ),
    (
        "quantity",
        &[
            "X",
            "count",
            "in_graveyard",
            "types_in_graveyards",
            "hand_of",
            "life_of",
            "devotion",
            "power",
            "toughness",
            "mana_value",
            "counters",
            "life_paid",
            "dealt",
            "amount",
            "half",
            "plus",
            "negative",
            "many",
        ],
    ),
    (
        "trigger",
        &[
            "enters_self",
            "enters",
            "dies_self",
            "dies",
            "leaves_self",
            "attacks_self",
            "blocks_self",
            "damages_opponent",
            "combat_damages_opponent",
            "host_damages_opponent",
            "you_cast",
            "you_gain_life",
            "your_upkeep",
            "each_upkeep",
            "each_end_step",
            "your_end_step",
            "you_draw",
            "targeted_by_opponent",
        ],
    ),
    (
        "cost",
        &[
            "W",
            "U",
            "B",
            "R",
            "G",
            "C",
            "X",
            "generic",
            "tap",
            "sacrifice_self",
            "sacrifice",
            "discard",
            "life",
            "life_x",
            "remove_counter",
            "exile_from_graveyard",
            "additional",
        ],
    ),
    ("target", &["one", "up_to", "divide", "any", "player", "opponent", "permanent", "spell", "graveyard_card"]),
    ("duration", &["end_of_turn", "forever", "while_source_stays", "linked", "sorcery_speed"]),
    ("discard", &["random", "looked"]),
    ("counter", &["plus", "minus"]),
    ("stat", &["power", "toughness", "star"]),
    (
        "keyword",
        &[
            "flying",
            "trample",
            "vigilance",
            "haste",
            "reach",
            "flash",
            "menace",
            "first_strike",
            "lifelink",
            "deathtouch",
            "defender",
            "double_strike",
            "prowess",
            "hexproof",
            "indestructible",
            "fear",
            "cannot_attack",
            "cannot_block",
            "must_attack",
            "cannot_be_countered",
            "does_not_untap",
            "blocks_only_flyers",
            "unblockable",
            "protection",
            "landwalk",
            "evades",
            "ward",
            "enchant",
            "equip",
        ],
    ),
    ("color", &["white", "blue", "black", "red", "green", "colourless"]),
    ("type", &["creature", "land", "artifact", "enchantment", "instant", "sorcery", "planeswalker", "kindred"]),
    ("super", &["basic", "legendary"]),
    ("end", &["ability"]),
];

impl Vocabulary {
    pub fn of(set: &CardSet) -> Self {
        let mut vocabulary = Self::default();
        vocabulary.add("pad".to_owned());
        vocabulary.add("hidden card".to_owned());
        for (category, names) in PRIMITIVES {
            names.iter().for_each(|name| vocabulary.add(format!("{category}:{name}")));
        }
        vocabulary.first_keyword = vocabulary.id("keyword:flying");
        (0..=NUMERALS).for_each(|n| vocabulary.add(format!("number:{n}")));
        // Subtypes and ids of the pool first, then those of further files.
        set.subtypes.iter().for_each(|name| vocabulary.add(format!("subtype:{name}")));
        set.tokens.iter().zip(&set.token_ids).for_each(|(_, id)| vocabulary.add(format!("token:{id}")));
        set.cards.iter().for_each(|card| vocabulary.add(format!("card:{}", card.name)));
        vocabulary
    }

    fn add(&mut self, name: String) {
        let id = self.names.len() as u16;
        self.ids.insert(name.clone(), id);
        self.names.push(name);
    }

    pub fn id(&self, name: &str) -> u16 {
        // A primitive without a token would be a mistake of this file; a test reads every card.
        self.ids.get(name).copied().unwrap_or(0)
    }
}

/// The names of the primitives of abilities: types, colours and numbers are no primitives.
pub fn primitives(vocabulary: &'static Vocabulary) -> impl Iterator<Item = &'static str> {
    let count: usize = PRIMITIVES.iter().map(|(_, names)| names.len()).sum();
    let plain = |name: &&str| !["color:", "type:", "end:"].iter().any(|category| name.starts_with(category));
    vocabulary.names[2..2 + count].iter().map(String::as_str).filter(plain)
}

/// A card's tokens: id, components, and for each ability where its tokens begin and end.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct CardTokens {
    pub card: Vec<u16>,
    pub abilities: Vec<Vec<u16>>,
}

/// The tokens of a card.
pub fn of(set: &CardSet, card: &Card, id: &str) -> CardTokens {
    let vocabulary = &set.vocabulary;
    let mut w = Writer { set, out: Vec::new() };
    w.out.push(vocabulary.id(id));
    for (i, name) in types::NAMES.iter().enumerate().filter(|(i, _)| card.types >> i & 1 == 1) {
        let _ = i;
        w.put("type", name);
    }
    for (_, name) in supers::NAMES.iter().enumerate().filter(|(i, _)| card.supers >> i & 1 == 1) {
        w.put("super", name);
    }
    (0..set.subtypes.len()).filter(|i| card.subs >> i & 1 == 1).for_each(|i| w.subtype(i as u8));
    (0..5).filter(|i| card.colors >> i & 1 == 1).for_each(|i| w.put("color", COLORS[i]));
    if card.has_cost {
        w.mana_cost(&card.cost);
    }
    if card.is(types::CREATURE) {
        for (name, stat) in [("power", card.power), ("toughness", card.toughness)] {
            w.put("stat", name);
            if stat.star {
                w.put("stat", "star");
            }
            w.number(stat.base);
        }
        if let Some(star) = card.star {
            w.put("stat", "star");
            w.quantity(&star);
        }
    }
    let own = std::mem::take(&mut w.out);
    let abilities = card.abilities[..card.written as usize]
        .iter()
        .map(|ability| {
            w.ability(ability);
            std::mem::take(&mut w.out)
        })
        .collect();
    CardTokens { card: own, abilities }
}

struct Writer<'a> {
    set: &'a CardSet,
    out: Vec<u16>,
}

impl Writer<'_> {
    fn put(&mut self, category: &str, name: &str) {
        let id = self.set.vocabulary.id(&format!("{category}:{name}"));
        debug_assert!(id > 0, "no token {category}:{name}");
        self.out.push(id);
    }

    fn subtype(&mut self, i: u8) {
        let name = &self.set.subtypes[i as usize];
        self.put("subtype", name);
    }

    fn number(&mut self, n: i16) {
        if n < 0 {
            self.put("quantity", "negative");
        }
        let n = n.unsigned_abs();
        if n > NUMERALS as u16 { self.put("quantity", "many") } else { self.put("number", &n.to_string()) }
    }

    fn mana_cost(&mut self, cost: &ManaCost) {
        (0..cost.x).for_each(|_| self.put("cost", "X"));
        if cost.x_only > 0 {
            self.put("color", COLORS[cost.x_only as usize - 1]);
        }
        if cost.generic > 0 || cost.value() == 0 && cost.x == 0 {
            self.put("cost", "generic");
            self.number(i16::from(cost.generic));
        }
        for (i, &n) in cost.pips.iter().enumerate() {
            (0..n).for_each(|_| self.put("cost", &SYMBOLS[i].to_string()));
        }
    }

    fn ability(&mut self, ability: &Ability) {
        match *ability {
            Ability::Keyword(keyword) => {
                self.put("structure", "keyword");
                self.keyword(keyword);
            }
            Ability::Spell(program) => {
                self.put("structure", "spell");
                self.program(&program);
            }
            Ability::Additional(cost) => {
                self.put("cost", "additional");
                self.cost(&cost);
            }
            Ability::Activated { costs, program, sorcery } => {
                self.put("structure", "activated");
                if sorcery {
                    self.put("duration", "sorcery_speed");
                }
                costs.iter().for_each(|cost| self.cost(cost));
                self.program(&program);
            }
            Ability::Mana { costs, mana } => {
                self.put("structure", "mana");
                costs.iter().for_each(|cost| self.cost(cost));
                self.mana(&mana);
            }
            Ability::Triggered { trigger, cond, program } => {
                self.put("structure", "triggered");
                self.trigger(&trigger);
                if let Some(cond) = cond {
                    self.put("structure", "if");
                    self.cond(&cond);
                }
                self.program(&program);
            }
            Ability::Static(effect) => {
                self.put("structure", "static");
                match effect.change {
                    Change::Pump(p, t) => {
                        self.put("verb", "modify_pt");
                        self.obj(&effect.who);
                        self.quantity(&p);
                        self.quantity(&t);
                    }
                    Change::SetPt(p, t) => {
                        self.put("verb", "set_pt");
                        self.obj(&effect.who);
                        self.quantity(&p);
                        self.quantity(&t);
                    }
                    Change::Grant(bits) => {
                        self.put("verb", "grant");
                        self.obj(&effect.who);
                        self.bits(bits);
                    }
                    Change::Control => {
                        self.put("verb", "gain_control");
                        self.obj(&effect.who);
                    }
                }
                if let Some(cond) = effect.cond {
                    self.put("structure", "if");
                    self.cond(&cond);
                }
            }
            Ability::Replacement(replacement) => {
                self.put("structure", "replacement");
                match replacement {
                    Replacement::EntersTapped => self.put("verb", "enters_tapped"),
                    Replacement::EntersWith(kind, n) => {
                        self.put("verb", "enters_with");
                        self.counter(kind);
                        self.quantity(&n);
                    }
                }
            }
        }
        self.put("end", "ability");
    }

    fn bits(&mut self, bits: u64) {
        for (name, bit) in kw::NAMES {
            if bits & bit != 0 {
                self.put("keyword", name);
            }
        }
        for i in 0..5 {
            if bits >> (kw::PROTECTION + i) & 1 == 1 {
                self.put("keyword", "protection");
                self.put("color", COLORS[i as usize]);
            }
            if bits >> (kw::LANDWALK + i) & 1 == 1 {
                self.put("keyword", "landwalk");
                self.put("subtype", BASIC_LANDS[i as usize]);
            }
        }
    }

    fn keyword(&mut self, keyword: KeywordAbility) {
        match keyword {
            KeywordAbility::Bits(bits) => self.bits(bits),
            KeywordAbility::ProtectionFrom(filter) => {
                self.put("keyword", "protection");
                self.shape(&filter.shape);
            }
            KeywordAbility::EvadedBy(filter) => {
                self.put("keyword", "evades");
                self.shape(&filter.shape);
            }
            KeywordAbility::Ward(cost) => {
                self.put("keyword", "ward");
                self.mana_cost(&cost);
            }
            KeywordAbility::Enchant(filter) => {
                self.put("keyword", "enchant");
                self.shape(&filter.shape);
            }
            KeywordAbility::Equip(cost) => {
                self.put("keyword", "equip");
                self.mana_cost(&cost);
            }
        }
    }

    fn program(&mut self, program: &Program) {
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

    fn effect(&mut self, effect: &Effect) {
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

    fn verb(&mut self, verb: &Verb) {
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

    fn with_player(&mut self, verb: &str, who: &Who, n: &Quantity) {
        self.put("verb", verb);
        self.who(who);
        self.quantity(n);
    }

    fn with_counters(&mut self, verb: &str, obj: &Obj, kind: CounterKind, n: &Quantity) {
        self.put("verb", verb);
        self.obj(obj);
        self.counter(kind);
        self.quantity(n);
    }

    fn counter(&mut self, kind: CounterKind) {
        self.put("counter", if kind == CounterKind::Plus { "plus" } else { "minus" });
    }

    fn place(&mut self, place: Place) {
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

    fn mana(&mut self, mana: &Mana) {
        self.put("verb", "add_mana");
        (0..6).filter(|i| mana.colors >> i & 1 == 1).for_each(|i| self.put("color", COLORS[i]));
        self.quantity(&mana.amount);
    }

    fn cost(&mut self, cost: &Cost) {
        match *cost {
            Cost::Mana(cost) => self.mana_cost(&cost),
            Cost::Tap => self.put("cost", "tap"),
            Cost::SacrificeSelf => self.put("cost", "sacrifice_self"),
            Cost::Sacrifice(filter) => {
                self.put("cost", "sacrifice");
                self.shape(&filter.shape);
            }
            Cost::Discard(n) => {
                self.put("cost", "discard");
                self.number(n.into());
            }
            Cost::Life(n) => {
                self.put("cost", "life");
                self.number(n.into());
            }
            Cost::LifeX => self.put("cost", "life_x"),
            Cost::RemoveCounter(kind, n) => {
                self.put("cost", "remove_counter");
                self.counter(kind);
                self.number(n.into());
            }
            Cost::ExileFromGraveyard(filter) => {
                self.put("cost", "exile_from_graveyard");
                self.shape(&filter.shape);
            }
        }
    }

    fn trigger(&mut self, trigger: &Trigger) {
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

    fn cond(&mut self, cond: &Cond) {
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

    fn cmp(&mut self, cmp: Cmp) {
        self.put(
            "filter",
            match cmp {
                Cmp::AtLeast => "at_least",
                Cmp::AtMost => "at_most",
                Cmp::Equal => "equal",
            },
        );
    }

    fn quantity(&mut self, quantity: &Quantity) {
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

    fn who(&mut self, who: &Who) {
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

    fn obj(&mut self, obj: &Obj) {
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

    fn shape(&mut self, shape: &Shape) {
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
