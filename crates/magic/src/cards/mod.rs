//! Cards as data: what card files say, read and checked.
//!
//! | file | idea |
//! |---|---|
//! | `tree/` | the typed ability tree |
//! | `syntax.rs`, `read/`, `filter.rs` | from text to the tree, every mistake named |
//! | `forms/` | verbs, triggers, numbers, players, objects and filters: each declared once, with how it is read, printed and written as tokens |
//! | `print.rs` | the tree in words |
//! | `volatile.rs` | whether continuous effects look at what changes all the time |
//! | `tokens/` | the tree as tokens, and their vocabulary |

mod filter;
pub mod forms;
pub mod print;
mod read;
mod syntax;
pub mod tokens;
pub mod tree;
mod volatile;

pub use volatile::is_volatile;

use hoyle_core::files::{brief, brief_message, toml_problem};
use hoyle_core::{FileAccess, Pool, fingerprint};
use read::{Reader, check_costs};
use serde::Deserialize;
use std::sync::LazyLock;
use thiserror::Error;
use tree::*;

/// The most cards that can be known at once.
const MAX_CARDS: usize = 4000;

/// What is wrong with a card file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}: {place}{problem}")]
pub struct CardError {
    file: String,
    place: String,
    problem: String,
}

/// Everything that is known about cards.
#[derive(Debug)]
pub struct CardSet {
    /// Cards, then tokens; tokens stand in `tokens` by their ids.
    pub cards: Vec<Card>,
    pub tokens: Vec<Card>,
    pub token_ids: Vec<String>,
    pub subtypes: Vec<String>,
    /// How many cards come with the program: their ids in the vocabulary never change.
    pub built_in: usize,
    pub vocabulary: tokens::Vocabulary,
}

/// A card as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    id: String,
    name: String,
    #[serde(default)]
    cost: Option<String>,
    /// The colour that X must be paid with.
    #[serde(default)]
    x: String,
    types: String,
    #[serde(default)]
    colors: String,
    #[serde(default)]
    pt: String,
    /// What the star stands for.
    #[serde(default)]
    star: String,
    #[serde(default)]
    abilities: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    token: Vec<Entry>,
    #[serde(default)]
    card: Vec<Entry>,
}

/// The files of the pool, in the order of the ids.
const POOL: &[(&str, &str)] = &[
    ("tokens.toml", include_str!("../../cards/tokens.toml")),
    ("red.toml", include_str!("../../cards/red.toml")),
    ("white.toml", include_str!("../../cards/white.toml")),
    ("blue.toml", include_str!("../../cards/blue.toml")),
    ("green.toml", include_str!("../../cards/green.toml")),
    ("black.toml", include_str!("../../cards/black.toml")),
    ("gold.toml", include_str!("../../cards/gold.toml")),
    ("artifacts.toml", include_str!("../../cards/artifacts.toml")),
    ("lands.toml", include_str!("../../cards/lands.toml")),
];

/// Files that come with the program but are not part of the pool, by name.
const FURTHER: &[(&str, &str)] = &[("further", include_str!("../../cards/further.toml"))];

/// Sets that were read, and files that could not be: asking again costs nothing.
static SETS: Pool<Result<CardSet, CardError>> = Pool::new();

/// The cards of the pool.
pub fn pool() -> &'static CardSet {
    static BASE: LazyLock<CardSet> =
        LazyLock::new(|| CardSet::base().expect("the pool is correct; every test reads it"));
    &BASE
}

/// The pool and the cards of further files, joined by `+`.
pub fn with_files(names: &str, files: &FileAccess) -> Result<&'static CardSet, CardError> {
    let mut texts = Vec::new();
    for file in names.split('+').map(str::trim).filter(|file| !file.is_empty()) {
        let text = match FURTHER.iter().find(|(name, _)| *name == file) {
            Some((_, text)) => (*text).to_owned(),
            None => files.read_text(file).map_err(|e| CardError {
                file: brief(file),
                place: String::new(),
                problem: format!("cannot be read: {e}"),
            })?,
        };
        texts.push((file.to_owned(), text));
    }
    with_texts(&texts)
}

/// The pool and the cards of further files, given as name and text.
pub fn with_texts(further: &[(String, String)]) -> Result<&'static CardSet, CardError> {
    if further.is_empty() {
        return Ok(pool());
    }
    let key = fingerprint("cards", tokens::VERSION, &further);
    SETS.get_or(key, || CardSet::of(further)).get().as_ref().map_err(Clone::clone)
}

impl CardSet {
    fn base() -> Result<Self, CardError> {
        let mut set = Self {
            cards: Vec::new(),
            tokens: Vec::new(),
            token_ids: Vec::new(),
            subtypes: BASIC_LANDS.iter().map(|&name| name.to_owned()).collect(),
            built_in: 0,
            vocabulary: tokens::Vocabulary::default(),
        };
        for &(file, text) in POOL {
            set.load(file, text)?;
        }
        set.built_in = set.cards.len();
        set.vocabulary = tokens::Vocabulary::of(&set);
        Ok(set)
    }

    /// The pool, whose trees are kept once, and further files.
    fn of(further: &[(String, String)]) -> Result<Self, CardError> {
        let pool = pool();
        let mut set = Self {
            cards: pool.cards.clone(),
            tokens: pool.tokens.clone(),
            token_ids: pool.token_ids.clone(),
            subtypes: pool.subtypes.clone(),
            built_in: pool.built_in,
            vocabulary: tokens::Vocabulary::default(),
        };
        for (file, text) in further {
            set.load(file, text)?;
        }
        set.vocabulary = tokens::Vocabulary::of(&set);
        Ok(set)
    }
}

impl CardSet {
    /// The card of this name, by its place.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.cards.iter().position(|card| card.name.eq_ignore_ascii_case(name))
    }

    /// Adds the cards of a file, checking each.
    fn load(&mut self, file: &str, text: &str) -> Result<(), CardError> {
        let error =
            |place: String, problem: String| CardError { file: brief(file), place, problem: brief_message(&problem) };
        let parsed: File =
            toml::from_str(text).map_err(|e| error(String::new(), toml_problem(text, e.span(), e.message())))?;
        for entry in &parsed.token {
            let place = format!("token `{}`: ", brief(&entry.id));
            if entry.id.is_empty() || self.token_ids.contains(&entry.id) {
                return Err(error(place, "id: a token has an id of its own".to_owned()));
            }
            if self.tokens.len() == 200 {
                return Err(error(place, "more than 200 tokens".to_owned()));
            }
            let card = self.read(entry, true).map_err(|problem| error(place, problem))?;
            self.tokens.push(card);
            self.token_ids.push(entry.id.clone());
        }
        for entry in &parsed.card {
            let place = format!("card `{}`: ", brief(&entry.name));
            if self.find(&entry.name).is_some() {
                return Err(error(place, "there is a card of this name already".to_owned()));
            }
            if self.cards.len() == MAX_CARDS {
                return Err(error(place, format!("more than {MAX_CARDS} cards")));
            }
            let card = self.read(entry, false).map_err(|problem| error(place, problem))?;
            self.cards.push(card);
        }
        Ok(())
    }

    /// Checks one entry; an error says where in it and what.
    fn read(&mut self, entry: &Entry, token: bool) -> Result<Card, String> {
        let at = |place: &'static str| move |problem: String| format!("{place}: {problem}");
        let name = entry.name.trim();
        let reserved = |c: char| "+:=|()[];".contains(c) || c.is_control();
        if name.is_empty() || name.len() > 60 || name.contains(reserved) {
            return Err("name: 1-60 characters without + : = | ( ) [ ] ; which deck lists and options need".to_owned());
        }
        let mut subtypes = std::mem::take(&mut self.subtypes);
        let mut reader = Reader::new(&mut subtypes, &self.token_ids);
        let card = read_entry(entry, token, &mut reader, &at);
        self.subtypes = subtypes;
        card
    }
}

fn read_entry<F: Fn(String) -> String>(
    entry: &Entry,
    token: bool,
    reader: &mut Reader<'_>,
    at: &dyn Fn(&'static str) -> F,
) -> Result<Card, String> {
    let (mut types, mut supers, mut subs) = (0, 0, 0u128);
    for word in entry.types.split_whitespace() {
        let lower = word.to_lowercase();
        if let Some(i) = types::NAMES.iter().position(|name| *name == lower) {
            types |= 1 << i;
        } else if let Some(i) = supers::NAMES.iter().position(|name| *name == lower) {
            supers |= 1 << i;
        } else {
            subs |= 1 << reader.subtype(word).map_err(at("types"))?;
        }
    }
    if types == 0 {
        return Err(format!("types: one of {}", types::NAMES.join(", ")));
    }
    let mut cost = Reader::mana_cost(entry.cost.as_deref().unwrap_or("")).map_err(at("cost"))?;
    if !entry.x.is_empty() {
        let color = SYMBOLS.iter().position(|s| entry.x == s.to_string()).ok_or("x: one mana symbol")?;
        cost.x_only = color as u8 + 1;
    }
    let mut colors = cost.colors();
    for c in entry.colors.chars() {
        colors |= 1 << SYMBOLS[..5].iter().position(|&s| s == c).ok_or("colors: letters of WUBRG")?;
    }
    if (entry.cost.is_none() && !token) != (types & types::LAND != 0) {
        return Err("cost: everything but a land has one, 0 if it is free".to_owned());
    }
    let (power, toughness) = match entry.pt.split_once('/') {
        Some((p, t)) => (stat(p).map_err(at("pt"))?, stat(t).map_err(at("pt"))?),
        None => (Stat::default(), Stat::default()),
    };
    if entry.pt.contains('/') != (types & types::CREATURE != 0) {
        return Err("pt: a creature has power and toughness such as 2/2, and nothing else has".to_owned());
    }
    if (power.star || toughness.star) == entry.star.is_empty() {
        return Err("star: says what * in pt stands for".to_owned());
    }
    let star = if entry.star.is_empty() { None } else { Some(reader.star(&entry.star).map_err(at("star"))?) };
    let (mut abilities, mut hidden) = (Vec::new(), Vec::new());
    for (i, text) in entry.abilities.iter().enumerate() {
        let mut read = reader.ability(text).map_err(|problem| format!("abilities[{i}] `{text}`: {problem}"))?;
        abilities.push(read.remove(0));
        hidden.append(&mut read);
    }
    let written = abilities.len();
    abilities.append(&mut hidden);
    if abilities.len() > 12 {
        return Err("abilities: at most 12, with what keywords stand for".to_owned());
    }
    let derived = derive(&abilities);
    check_abilities(types, token, &abilities, &derived)?;
    let instant_or_sorcery = types & (types::INSTANT | types::SORCERY) != 0;
    if instant_or_sorcery != abilities.iter().any(|ability| matches!(ability, Ability::Spell(_))) {
        return Err("abilities: an instant or a sorcery has one `spell:`, and nothing else has".to_owned());
    }
    if instant_or_sorcery && types & types::PERMANENT != 0 {
        return Err("types: an instant or a sorcery is no permanent".to_owned());
    }
    let aura = reader.subtypes.iter().position(|s| s == "Aura").is_some_and(|i| subs >> i & 1 == 1);
    if aura != derived.enchant.is_some() {
        return Err("abilities: an Aura has `enchant(...)`, and nothing else has".to_owned());
    }
    if cost.x > 1 || cost.x > 0 && derived.additional.contains(&Cost::LifeX) {
        return Err("cost: X once".to_owned());
    }
    let keywords = abilities.iter().fold(0, |bits, ability| {
        bits | match ability {
            Ability::Keyword(KeywordAbility::Bits(bits)) => *bits,
            Ability::Keyword(KeywordAbility::Ward(_)) => kw::WARD,
            Ability::Keyword(KeywordAbility::EvadedBy(_)) => kw::EVADES,
            Ability::Keyword(KeywordAbility::ProtectionFrom(_)) => kw::PROTECTED,
            _ => 0,
        }
    });
    Ok(Card {
        name: entry.name.trim().to_owned().leak(),
        token,
        cost,
        has_cost: entry.cost.is_some(),
        types,
        supers,
        subs,
        colors,
        power,
        toughness,
        star,
        keywords,
        written: written as u8,
        derived,
        abilities: keep_all(abilities),
    })
}

/// What can be played: nothing that an ability says is left out.
fn check_abilities(types: u16, token: bool, abilities: &[Ability], derived: &Derived) -> Result<(), String> {
    let count = |is: fn(&Ability) -> bool| abilities.iter().filter(|ability| is(ability)).count();
    let spell = types & (types::INSTANT | types::SORCERY) != 0;
    if types & types::PLANESWALKER != 0 {
        return Err("types: planeswalkers are not played".to_owned());
    }
    if !spell && types & types::PERMANENT == 0 {
        return Err("types: kindred is no type of its own".to_owned());
    }
    if spell && token {
        return Err("types: a token is a permanent".to_owned());
    }
    for (what, several) in [
        ("`spell:`", count(|ability| matches!(ability, Ability::Spell(_)))),
        ("mana ability", count(|ability| matches!(ability, Ability::Mana { .. }))),
        ("enchant(...)", count(|ability| matches!(ability, Ability::Keyword(KeywordAbility::Enchant(_))))),
        ("evades(...)", count(|ability| matches!(ability, Ability::Keyword(KeywordAbility::EvadedBy(_))))),
        ("protection(FILTER)", count(|ability| matches!(ability, Ability::Keyword(KeywordAbility::ProtectionFrom(_))))),
    ] {
        if several > 1 {
            return Err(format!("abilities: at most one {what}"));
        }
    }
    check_costs(derived.additional).map_err(|problem| format!("abilities: additional: {problem}"))?;
    let payable =
        |cost: &Cost| !matches!(cost, Cost::Mana(_) | Cost::Tap | Cost::SacrificeSelf | Cost::RemoveCounter(..));
    if !derived.additional.iter().all(payable) {
        return Err("abilities: an additional cost is sacrifice(FILTER), discard, life or exile".to_owned());
    }
    let attaches = |ability: &Ability| {
        let (Ability::Spell(program) | Ability::Activated { program, .. } | Ability::Triggered { program, .. }) =
            ability
        else {
            return false;
        };
        let mut ops = program.ops.iter().chain(program.modes.iter().flat_map(|mode| mode.ops));
        ops.any(|op| matches!(op, Op::Do(Verb::Attach(_))))
    };
    let equips = count(|ability| matches!(ability, Ability::Keyword(KeywordAbility::Equip(_)))) > 0;
    if abilities.iter().any(attaches) && !equips && derived.enchant.is_none() {
        return Err("abilities: attach(...) is of an Aura or an Equipment".to_owned());
    }
    Ok(())
}

/// A number, `*`, or `1+*`.
fn stat(text: &str) -> Result<Stat, String> {
    let wrong = || format!("`{text}` is no number, * or 1+*");
    let number = |text: &str| text.parse().ok().filter(|n| (-99..=99).contains(n)).ok_or_else(wrong);
    match text.trim() {
        "*" => Ok(Stat { base: 0, star: true }),
        text => match text.strip_suffix("+*") {
            Some(base) => Ok(Stat { base: number(base)?, star: true }),
            None => Ok(Stat { base: number(text)?, star: false }),
        },
    }
}

/// What play asks of the abilities.
fn derive(abilities: &[Ability]) -> Derived {
    let mut derived = Derived::default();
    let (mut additional, mut activated, mut triggered) = (Vec::new(), Vec::new(), Vec::new());
    let (mut statics, mut replacements) = (Vec::new(), Vec::new());
    for (i, ability) in abilities.iter().enumerate() {
        match *ability {
            Ability::Spell(program) => derived.spell = Some(program),
            Ability::Additional(cost) => additional.push(cost),
            Ability::Activated { .. } => activated.push(i as u8),
            Ability::Mana { mana, .. } => derived.mana = derived.mana.or(Some(mana)),
            Ability::Triggered { trigger, .. } => {
                triggered.push(i as u8);
                derived.listens |= 1 << trigger.event();
            }
            Ability::Static(effect) => statics.push(effect),
            Ability::Replacement(replacement) => replacements.push(replacement),
            Ability::Keyword(KeywordAbility::ProtectionFrom(filter)) => derived.protection = Some(filter),
            Ability::Keyword(KeywordAbility::EvadedBy(filter)) => derived.evades = Some(filter),
            Ability::Keyword(KeywordAbility::Ward(cost)) => derived.ward = Some(cost),
            Ability::Keyword(KeywordAbility::Enchant(filter)) => {
                derived.enchant = Some(filter);
                let target = TargetSpec { domain: Domain::Permanent, filter: *filter, min: 1, max: 1, divided: None };
                derived.spell = Some(Program {
                    targets: keep_all(vec![target]),
                    effect: Effect::Seq(&[]),
                    ops: &[],
                    modes: &[],
                    looks_back: 0,
                });
            }
            Ability::Keyword(_) => {}
        }
    }
    read::put_sacrifices_first(&mut additional);
    derived.additional = keep_all(additional);
    derived.activated = keep_all(activated);
    derived.triggered = keep_all(triggered);
    derived.statics = keep_all(statics);
    derived.replacements = keep_all(replacements);
    derived
}
