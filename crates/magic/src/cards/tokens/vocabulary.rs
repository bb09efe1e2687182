//! The vocabulary: a name and a number for every token.

use crate::cards::tree::{COLORS, kw, supers, types};
use crate::cards::{CardSet, forms};
use std::collections::HashMap;

/// Token names and their ids.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// Names by id.
    pub names: Vec<String>,
    /// The token of the first keyword; the others follow in the order of `kw::NAMES`.
    pub first_keyword: u16,
    ids: HashMap<String, u16>,
}

/// The largest number that has a token of its own.
pub(super) const NUMERALS: i16 = 20;

/// Primitives by category; tokens are called `category:name`. Before those of a category stand those that are declared elsewhere:
/// see [`declared`].
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
    ("verb", &["enters_tapped", "enters_with"]),
    ("player", &[]),
    ("object", &[]),
    (
        "zone",
        &["hand", "battlefield", "battlefield_tapped", "library_top", "library_bottom", "graveyard", "stack", "exile"],
    ),
    ("filter", &["at_least", "at_most", "equal", "is"]),
    ("quantity", &["many"]),
    ("trigger", &[]),
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
    ("keyword", &["protection", "landwalk", "evades", "ward", "enchant", "equip"]),
    ("color", &[]),
    ("type", &[]),
    ("super", &[]),
    ("end", &["ability"]),
];

/// Those of a category that are declared elsewhere: in the tables of the card language, and as names of bits.
fn declared(category: &str) -> Vec<&'static str> {
    match category {
        "verb" => forms::verbs::vocabulary(),
        "player" => forms::players::vocabulary(),
        "object" => forms::objects::vocabulary(),
        "filter" => forms::filters::vocabulary(),
        "quantity" => forms::quantities::vocabulary(),
        "trigger" => forms::triggers::vocabulary(),
        "keyword" => kw::NAMES.iter().map(|&(name, _)| name).collect(),
        "color" => COLORS.to_vec(),
        "type" => types::NAMES.to_vec(),
        "super" => supers::NAMES.to_vec(),
        _ => Vec::new(),
    }
}

/// All primitives, in the order of their tokens: category and name.
fn all_primitives() -> impl Iterator<Item = (&'static str, &'static str)> {
    PRIMITIVES.iter().flat_map(|&(category, names)| {
        declared(category).into_iter().chain(names.iter().copied()).map(move |name| (category, name))
    })
}

impl Vocabulary {
    pub fn of(set: &CardSet) -> Self {
        let mut vocabulary = Self::default();
        vocabulary.add("pad".to_owned());
        vocabulary.add("hidden card".to_owned());
        all_primitives().for_each(|(category, name)| vocabulary.add(format!("{category}:{name}")));
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
    let plain = |name: &&str| !["color:", "type:", "end:"].iter().any(|category| name.starts_with(category));
    vocabulary.names[2..2 + all_primitives().count()].iter().map(String::as_str).filter(plain)
}
