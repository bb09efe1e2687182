//! Which ten cards are in the supply: by names, by the name of a recommended set, or at random.

use crate::cards::Card;
use hoyle_core::names::UnknownName;
use hoyle_core::{InvalidOption, Rng};

/// The sets of ten that the rule book of the second edition recommends for the base game alone.
pub const SETS: &[(&str, [&str; 10])] = &[
    (
        "first-game",
        ["Cellar", "Market", "Merchant", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Workshop"],
    ),
    (
        "size-distortion",
        [
            "Artisan",
            "Bandit",
            "Bureaucrat",
            "Chapel",
            "Festival",
            "Gardens",
            "Sentry",
            "Throne Room",
            "Witch",
            "Workshop",
        ],
    ),
    (
        "deck-top",
        [
            "Artisan",
            "Bureaucrat",
            "Council Room",
            "Festival",
            "Harbinger",
            "Laboratory",
            "Moneylender",
            "Sentry",
            "Vassal",
            "Village",
        ],
    ),
    (
        "sleight-of-hand",
        [
            "Cellar",
            "Council Room",
            "Festival",
            "Gardens",
            "Library",
            "Harbinger",
            "Militia",
            "Poacher",
            "Smithy",
            "Throne Room",
        ],
    ),
    (
        "improvements",
        ["Artisan", "Cellar", "Market", "Merchant", "Mine", "Moat", "Moneylender", "Poacher", "Remodel", "Witch"],
    ),
    (
        "silver-and-gold",
        [
            "Bandit",
            "Bureaucrat",
            "Chapel",
            "Harbinger",
            "Laboratory",
            "Merchant",
            "Mine",
            "Moneylender",
            "Throne Room",
            "Vassal",
        ],
    ),
];

/// The basic cards are always in the game and always first.
pub const BASIC: usize = 7;

/// The kingdom that the option asks for, as indices of known cards in ascending order.
pub fn choose(kingdom: &str, seed: u64, known: &[Card]) -> Result<Vec<usize>, InvalidOption> {
    let wrong = |problem: String| InvalidOption::new("kingdom", problem);
    if kingdom == "random" {
        let mut all: Vec<usize> = (BASIC..known.len()).collect();
        Rng::stream(seed, 0xD0).shuffle(&mut all);
        all.truncate(10);
        all.sort_unstable();
        return Ok(all);
    }
    let names: Vec<&str> = match SETS.iter().find(|(name, _)| *name == kingdom) {
        Some((_, names)) => names.to_vec(),
        None if kingdom.contains('+') => kingdom.split('+').map(str::trim).collect(),
        None => {
            let sets = SETS.iter().map(|(name, _)| *name).chain(["random"]);
            let unknown = UnknownName::new("set", kingdom, sets);
            return Err(wrong(format!("{unknown}; or write ten card names joined by +")));
        }
    };
    let mut cards = Vec::new();
    for name in names {
        let found = known.iter().position(|card| card.name.eq_ignore_ascii_case(name));
        let Some(card) = found else {
            let hint = hoyle_core::names::closest(name, known.iter().map(|card| card.name.as_str()));
            let hint = hint.map(|hint| format!(" (did you mean `{hint}`?)")).unwrap_or_default();
            return Err(wrong(format!("there is no card `{}`{hint}", hoyle_core::files::brief(name))));
        };
        if card < BASIC {
            return Err(wrong(format!("`{name}` is in every game; name ten others")));
        }
        if cards.contains(&card) {
            return Err(wrong(format!("`{name}` stands twice")));
        }
        cards.push(card);
    }
    if cards.len() != 10 {
        return Err(wrong(format!("{} cards; a kingdom has ten", cards.len())));
    }
    cards.sort_unstable();
    Ok(cards)
}
