//! Deck lists: the built-in ones, and reading and writing those of Arena and Forge.

use crate::cards::CardSet;
use crate::cards::tree::supers;
use hoyle_core::FileAccess;
use hoyle_core::files::brief;
use hoyle_core::names::closest;
use std::fmt::Write as _;
use thiserror::Error;

/// The most cards of a deck.
pub const MAX_DECK: usize = 100;

/// The most decks of a metagame.
pub const MAX_METAGAME: usize = 64;

/// The decks that come with the program.
pub const BUILT_IN: [(&str, &str); 10] = [
    ("red", include_str!("../decks/red.txt")),
    ("white", include_str!("../decks/white.txt")),
    ("blue", include_str!("../decks/blue.txt")),
    ("green", include_str!("../decks/green.txt")),
    ("black", include_str!("../decks/black.txt")),
    ("boros", include_str!("../decks/boros.txt")),
    ("izzet", include_str!("../decks/izzet.txt")),
    ("selesnya", include_str!("../decks/selesnya.txt")),
    ("golgari", include_str!("../decks/golgari.txt")),
    ("dimir", include_str!("../decks/dimir.txt")),
];

/// What is wrong with a deck list.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct DeckError(pub String);

/// A deck: how many of which cards, by name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DeckList {
    /// Its name, if the list has one.
    pub name: String,
    /// The cards of the main deck.
    pub main: Vec<(u8, String)>,
    /// The cards of the sideboard; they are not played.
    pub side: Vec<(u8, String)>,
}

impl DeckList {
    /// Reads a list as Arena or Forge writes it, or as plain lines of a number and a name. Names must be of `set`.
    ///
    /// Arena: `4 Lightning Bolt (M10) 146`, a line `Deck`, a line `Sideboard`. Forge: `4 Lightning Bolt|M10`, sections in
    /// brackets, `Name=` in `[metadata]`.
    pub fn parse(text: &str, set: &crate::Cards) -> Result<Self, DeckError> {
        Self::read(text, set.0)
    }

    pub(crate) fn read(text: &str, set: &CardSet) -> Result<Self, DeckError> {
        let mut deck = Self::default();
        let mut section = Section::Main;
        let mut blank_after_main = false;
        for (i, line) in text.lines().enumerate() {
            let line = line.trim().trim_start_matches('\u{feff}');
            let wrong = |problem: String| Err(DeckError(format!("line {}: {problem}", i + 1)));
            if line.is_empty() {
                blank_after_main = section == Section::Main && !deck.main.is_empty();
                continue;
            }
            if line.starts_with('#') || line.starts_with("//") {
                continue;
            }
            match line.to_lowercase().trim_matches(['[', ']']) {
                "deck" | "main" | "maindeck" => section = Section::Main,
                "sideboard" => section = Section::Side,
                "metadata" | "about" => section = Section::About,
                _ if line.starts_with('[') => section = Section::Other,
                _ if section == Section::About => {
                    let name = line.strip_prefix("Name=").or_else(|| line.strip_prefix("Name "));
                    if let Some(name) = name {
                        deck.name = brief(name.trim());
                    }
                }
                _ if section == Section::Other => {}
                _ => {
                    // Arena's export has an empty line before a sideboard without a heading.
                    if std::mem::take(&mut blank_after_main) && section == Section::Main {
                        section = Section::Side;
                    }
                    let (count, name) = match line.split_once(char::is_whitespace) {
                        Some((count, name)) => (count.trim_end_matches(['x', 'X']), name.trim()),
                        None => {
                            return wrong(format!(
                                "`{}`: write a number and a card, as in 4 Lightning Bolt",
                                brief(line)
                            ));
                        }
                    };
                    let Some(count) = count.parse::<u8>().ok().filter(|&n| n > 0) else {
                        return wrong(format!("`{}` is no number of cards, 1-255", brief(count)));
                    };
                    let name = card_name(name);
                    let Some(card) = set.find(name) else {
                        let hint = closest(name, set.cards.iter().map(|card| card.name));
                        let hint = hint.map(|hint| format!(" (did you mean `{hint}`?)")).unwrap_or_default();
                        return wrong(format!("there is no card `{}`{hint}", brief(name)));
                    };
                    let list = if section == Section::Side { &mut deck.side } else { &mut deck.main };
                    let name = set.cards[card].name;
                    match list.iter_mut().find(|(_, there)| there == name) {
                        Some((there, _)) => *there = there.saturating_add(count),
                        None => list.push((count, name.to_owned())),
                    }
                }
            }
        }
        deck.check()?;
        Ok(deck)
    }

    /// How many cards the main deck has.
    pub fn len(&self) -> usize {
        self.main.iter().map(|&(count, _)| count as usize).sum()
    }

    /// Whether the main deck has no cards.
    pub fn is_empty(&self) -> bool {
        self.main.is_empty()
    }

    /// Whether the main decks are the same, in whatever order they are listed.
    pub(crate) fn same_cards(&self, other: &Self) -> bool {
        let sorted = |list: &Self| {
            let mut cards = list.main.clone();
            cards.sort_unstable();
            cards
        };
        sorted(self) == sorted(other)
    }

    fn check(&self) -> Result<(), DeckError> {
        match self.len() {
            0 => Err(DeckError("a deck has cards; write a number and a name per line".to_owned())),
            n if n > MAX_DECK => Err(DeckError(format!("{n} cards; at most {MAX_DECK} can be played"))),
            _ if self.main.len() > crate::state::DECK_SLOTS => {
                Err(DeckError(format!("at most {} different cards", crate::state::DECK_SLOTS)))
            }
            _ => Ok(()),
        }
    }

    /// A deck may have at most four of a card that is no basic land.
    pub(crate) fn check_copies(&self, set: &CardSet) -> Result<(), DeckError> {
        for (count, name) in &self.main {
            let basic = set.find(name).is_some_and(|card| set.cards[card].supers & supers::BASIC != 0);
            if *count > 4 && !basic {
                return Err(DeckError(format!("{count} of {name}: at most four of a card that is no basic land")));
            }
        }
        Ok(())
    }

    /// The list as Arena reads it.
    pub fn to_arena(&self) -> String {
        let mut out = String::new();
        if !self.name.is_empty() {
            let _ = writeln!(out, "About\nName {}\n", self.name);
        }
        out.push_str("Deck\n");
        write_cards(&self.main, &mut out);
        if !self.side.is_empty() {
            out.push_str("\nSideboard\n");
            write_cards(&self.side, &mut out);
        }
        out
    }

    /// The list as Forge reads it.
    pub fn to_forge(&self) -> String {
        let mut out = format!("[metadata]\nName={}\n[Main]\n", self.name);
        write_cards(&self.main, &mut out);
        if !self.side.is_empty() {
            out.push_str("[Sideboard]\n");
            write_cards(&self.side, &mut out);
        }
        out
    }
}

fn write_cards(cards: &[(u8, String)], out: &mut String) {
    for (count, name) in cards {
        let _ = writeln!(out, "{count} {name}");
    }
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Section {
    Main,
    Side,
    About,
    Other,
}

/// A card's name without the edition: `Shock|M19`, `Shock (M19) 156`, `Shock [M19]`.
fn card_name(text: &str) -> &str {
    let text = text.split('|').next().unwrap_or(text);
    let text = text.split(" (").next().unwrap_or(text);
    text.split(" [").next().unwrap_or(text).trim()
}

/// The decks that are played around here, joined by `+`; nothing for those built in.
pub(crate) fn metagame(text: &str, set: &CardSet, files: &FileAccess) -> Result<Vec<DeckList>, DeckError> {
    let names: Vec<&str> = match text.trim() {
        "" => BUILT_IN.iter().map(|&(name, _)| name).collect(),
        text => text.split('+').collect(),
    };
    if names.len() > MAX_METAGAME {
        return Err(DeckError(format!("{} decks; at most {MAX_METAGAME}", names.len())));
    }
    let mut decks: Vec<DeckList> = Vec::new();
    for name in names {
        let deck = named(name, set, files)?;
        if decks.iter().any(|other| other.same_cards(&deck)) {
            let name: String = name.trim().chars().take(40).collect();
            return Err(DeckError(format!("the cards of the deck `{name}` stand there twice")));
        }
        decks.push(deck);
    }
    Ok(decks)
}

/// The deck that an option names: a built-in one, a list, or a file.
pub(crate) fn named(text: &str, set: &CardSet, files: &FileAccess) -> Result<DeckList, DeckError> {
    let text = text.trim();
    if let Some((name, list)) = BUILT_IN.iter().find(|(name, _)| *name == text) {
        let mut deck = DeckList::read(list, set)?;
        deck.name = (*name).to_owned();
        return Ok(deck);
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return DeckList::read(&text.replace(';', "\n"), set);
    }
    let list = files.read_text(text).map_err(|e| {
        let known: Vec<&str> = BUILT_IN.iter().map(|&(name, _)| name).collect();
        let hint = closest(text, known.iter().copied());
        let hint = hint.map(|hint| format!(" (did you mean `{hint}`?)")).unwrap_or_default();
        DeckError(format!(
            "`{}` is no built-in deck{hint} and no file that can be read ({e}); decks are: {}",
            brief(text),
            known.join(", ")
        ))
    })?;
    let mut deck = DeckList::read(&list, set).map_err(|e| DeckError(format!("{text}: {e}")))?;
    deck.check_copies(set).map_err(|e| DeckError(format!("{text}: {e}")))?;
    if deck.name.is_empty() {
        deck.name = brief(text);
    }
    Ok(deck)
}
