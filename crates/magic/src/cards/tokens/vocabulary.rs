//! The vocabulary: a name and a number for every token.

use crate::cards::{CardSet, verbs};
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

/// Primitives by category; tokens are called `category:name`. Before those of the category `verb` stand the verbs of effects.
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
            if *category == "verb" {
                verbs::vocabulary().for_each(|name| vocabulary.add(format!("verb:{name}")));
            }
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
    let count = verbs::vocabulary().count() + PRIMITIVES.iter().map(|(_, names)| names.len()).sum::<usize>();
    let plain = |name: &&str| !["color:", "type:", "end:"].iter().any(|category| name.starts_with(category));
    vocabulary.names[2..2 + count].iter().map(String::as_str).filter(plain)
}
