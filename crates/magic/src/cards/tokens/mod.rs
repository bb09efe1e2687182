//! Cards as tokens: a card's own id, then its components, then the primitives of its abilities.
//!
//! The vocabulary is generated from the card files: the primitives in a fixed order, then the subtypes, then one id per
//! card. Cards of further files come last, so that the ids of the pool stay as they are.

mod effects;
mod terms;
mod vocabulary;

pub use vocabulary::{Vocabulary, primitives};

use super::CardSet;
use super::tree::*;
use vocabulary::NUMERALS;

/// The version of the vocabulary: a change of the primitives or of the pool is a new one.
pub const VERSION: u32 = 1;

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

/// Writes tokens.
pub struct Writer<'a> {
    set: &'a CardSet,
    out: Vec<u16>,
}

impl Writer<'_> {
    pub(in crate::cards) fn put(&mut self, category: &str, name: &str) {
        let id = self.set.vocabulary.id(&format!("{category}:{name}"));
        debug_assert!(id > 0, "no token {category}:{name}");
        self.out.push(id);
    }

    pub(in crate::cards) fn subtype(&mut self, i: u8) {
        let name = &self.set.subtypes[i as usize];
        self.put("subtype", name);
    }

    pub(in crate::cards) fn number(&mut self, n: i16) {
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

    pub(in crate::cards) fn bits(&mut self, bits: u64) {
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

    fn mana(&mut self, mana: &Mana) {
        self.put("verb", "add_mana");
        self.colors(mana.colors);
        self.quantity(&mana.amount);
    }

    /// Colours of mana.
    pub(in crate::cards) fn colors(&mut self, colors: u8) {
        (0..6).filter(|i| colors >> i & 1 == 1).for_each(|i| self.put("color", COLORS[i]));
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
}
