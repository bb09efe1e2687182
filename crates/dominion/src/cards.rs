//! Cards as data: what a card file says, read and checked.

use crate::program::{Filter, NamedOp, Op, Zone, parse};
use hoyle_core::MAX_SEATS;
use hoyle_core::files::{brief, brief_message, toml_problem};
use serde::Deserialize;
use thiserror::Error;

/// The most cards that can be known at once.
pub const MAX_CARDS: usize = 500;
/// The most phrases of a program.
pub const MAX_PHRASES: usize = 255;
/// The most times that a phrase plays a card.
pub const MAX_TIMES: u8 = 10;
/// The most steps of a card that is played once, with as many players as there can be.
pub const MAX_STEPS: usize = 4000;
/// The longest name, in characters.
pub const MAX_NAME: usize = 60;

/// A set of kinds of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kinds(u8);

impl Kinds {
    /// Played in the action phase.
    pub const ACTION: Self = Self(1);
    /// Played for money.
    pub const TREASURE: Self = Self(2);
    /// Worth points.
    pub const VICTORY: Self = Self(4);
    /// Worth less than nothing.
    pub const CURSE: Self = Self(8);
    /// Hurts others, who may react.
    pub const ATTACK: Self = Self(16);
    /// Answers an attack.
    pub const REACTION: Self = Self(32);

    const NAMES: [(&'static str, Self); 6] = [
        ("action", Self::ACTION),
        ("treasure", Self::TREASURE),
        ("victory", Self::VICTORY),
        ("curse", Self::CURSE),
        ("attack", Self::ATTACK),
        ("reaction", Self::REACTION),
    ];

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(n, _)| *n == name).map(|&(_, kind)| kind)
    }

    /// Whether the two have a kind in common.
    pub const fn has(self, kind: Self) -> bool {
        self.0 & kind.0 != 0
    }

    /// One bit per kind, in the order of their names.
    pub const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// The names, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().filter(move |(_, kind)| self.has(*kind)).map(|&(name, _)| name)
    }
}

/// What is wrong with a phrase of a program.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct ProgramError(pub String);

/// What is wrong with a card file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}: {place}{problem}")]
pub struct CardError {
    file: String,
    place: String,
    problem: String,
}

/// A card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// What it costs.
    pub cost: u8,
    /// What it is.
    pub kinds: Kinds,
    /// Cards drawn when it is played.
    pub cards: u8,
    /// Actions given when it is played.
    pub actions: u8,
    /// Buys given when it is played.
    pub buys: u8,
    /// Money given when it is played.
    pub coins: u8,
    /// Points at the end.
    pub points: i8,
    /// One point for every this many cards owned; 0 for none.
    pub points_per_cards: u8,
    /// What it does, for people.
    pub text: String,
    /// What its player does after the grants.
    pub play: Vec<NamedOp>,
    /// What every other player does.
    pub others: Vec<NamedOp>,
}

/// A card as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    cost: u8,
    types: Vec<String>,
    #[serde(default)]
    cards: u8,
    #[serde(default)]
    actions: u8,
    #[serde(default)]
    buys: u8,
    #[serde(default)]
    coins: u8,
    #[serde(default)]
    points: i8,
    #[serde(default)]
    points_per_cards: u8,
    #[serde(default)]
    play: Vec<String>,
    #[serde(default)]
    others: Vec<String>,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    card: Vec<Entry>,
}

/// Adds the cards of a file to those that are known, checking each. `file` is its name, for errors.
pub fn load(file: &str, text: &str, known: &mut Vec<Card>) -> Result<(), CardError> {
    let error = |place: &str, problem: String| CardError {
        file: brief(file),
        place: brief_message(place),
        problem: brief_message(&problem),
    };
    let parsed: File = toml::from_str(text).map_err(|e| error("", toml_problem(text, e.span(), e.message())))?;
    let first = known.len();
    for entry in parsed.card {
        let place = format!("card `{}`: ", brief(&entry.name).escape_debug());
        if known.iter().any(|card| card.name.eq_ignore_ascii_case(&entry.name)) {
            return Err(error(&place, "there is a card of this name already".to_owned()));
        }
        if known.len() == MAX_CARDS {
            return Err(error(&place, format!("more than {MAX_CARDS} cards")));
        }
        known.push(read(entry).map_err(|(where_, problem)| error(&(place + &where_), problem))?);
    }
    for card in &known[first..] {
        for name in card.mentioned() {
            if !known.iter().any(|other| other.name == name) {
                let problem = format!("its program names `{name}`, which is no card");
                return Err(error(&format!("card `{}`: ", card.name), problem));
            }
        }
    }
    Ok(())
}

/// Checks one entry; an error says where in it and what.
fn read(entry: Entry) -> Result<Card, (String, String)> {
    let mut kinds = Kinds::default();
    for name in &entry.types {
        let kind = Kinds::named(name).ok_or_else(|| {
            let known: Vec<&str> = Kinds::NAMES.iter().map(|&(name, _)| name).collect();
            ("types: ".to_owned(), format!("`{name}` is none of {}", known.join(", ")))
        })?;
        kinds.0 |= kind.0;
    }
    if entry.name.trim().is_empty() || entry.name.contains(['+', ',', ':', '=']) {
        return Err(("name: ".to_owned(), "a name is not empty and has none of + , : =".to_owned()));
    }
    if entry.name.chars().count() > MAX_NAME || entry.name.chars().any(char::is_control) {
        return Err(("name: ".to_owned(), format!("a name is one line of at most {MAX_NAME} characters")));
    }
    if kinds.has(Kinds::ACTION) && kinds.has(Kinds::TREASURE) {
        return Err(("types: ".to_owned(), "a card is an action or a treasure, not both".to_owned()));
    }
    if entry.cards > 0 && !kinds.has(Kinds::ACTION) {
        return Err(("cards: ".to_owned(), "only actions draw cards".to_owned()));
    }
    if kinds.has(Kinds::ATTACK) && entry.others.is_empty() {
        return Err(("others: ".to_owned(), "an attack does something to the others".to_owned()));
    }
    let has_program = !entry.play.is_empty() || !entry.others.is_empty();
    if has_program && !kinds.has(Kinds::ACTION) {
        return Err(("play: ".to_owned(), "only actions have programs".to_owned()));
    }
    let program = |name: &str, phrases: &[String]| {
        if phrases.len() > MAX_PHRASES {
            let problem = format!("{} phrases; a program has at most {MAX_PHRASES}", phrases.len());
            return Err((format!("{name}: "), problem));
        }
        let ops = phrases
            .iter()
            .enumerate()
            .map(|(i, phrase)| parse(phrase).map_err(|e| (format!("{name}[{i}] `{phrase}`: "), e.to_string())));
        let ops: Vec<NamedOp> = ops.collect::<Result<_, _>>()?;
        if check(name, &ops)? {
            let problem = "the cards that are looked at must be discarded or returned".to_owned();
            return Err((format!("{name}: "), problem));
        }
        Ok::<_, (String, String)>(ops)
    };
    let (play, others) = (program("play", &entry.play)?, program("others", &entry.others)?);
    if others.contains(&Op::Others) {
        return Err(("others: ".to_owned(), "`others` cannot stand in `others`".to_owned()));
    }
    if play.contains(&Op::Others) == others.is_empty() {
        return Err((
            "others: ".to_owned(),
            "`others` stands in `play` if and only if there is such a program".to_owned(),
        ));
    }
    let steps = steps_of(&play, &others);
    if steps > MAX_STEPS {
        let place = if others.is_empty() { "play: " } else { "others: " };
        let problem = format!(
            "{steps} steps if six play; a card has at most {MAX_STEPS}: one for a phrase, 2 N more for `look N` and `reveal N`"
        );
        return Err((place.to_owned(), problem));
    }
    Ok(Card {
        name: entry.name,
        cost: entry.cost,
        kinds,
        cards: entry.cards,
        actions: entry.actions,
        buys: entry.buys,
        coins: entry.coins,
        points: entry.points,
        points_per_cards: entry.points_per_cards,
        text: entry.text,
        play,
        others,
    })
}

/// The most steps that a card takes which is played once, if five others are affected: bounded, because nothing else ends a
/// long effect that asks nobody anything. A phrase is a step; cards that are looked at and returned may lie there for the
/// next phrase again, so that each is a step as it is taken and as it is returned. What is drawn or gained is so once.
pub(crate) fn steps_of<F: PartialEq, C: PartialEq>(play: &[Op<F, C>], others: &[Op<F, C>]) -> usize {
    let weight = |op: &Op<F, C>| if let Op::Show(cards, _) = op { 1 + 2 * usize::from(*cards) } else { 1 };
    let second = others.iter().map(weight).sum::<usize>() * (MAX_SEATS - 1);
    play.iter().map(|op| if *op == Op::Others { 1 + second } else { weight(op) }).sum()
}

/// Checks that phrases stand where they make sense. Tells whether cards are looked at in the end.
pub(crate) fn check(name: &str, ops: &[NamedOp]) -> Result<bool, (String, String)> {
    use crate::program::{Amount, Verb};
    let mut chosen = false;
    let mut chosen_openly = false;
    let mut shown = false;
    let mut discarded = false;
    let others = name == "others";
    for (i, op) in ops.iter().enumerate() {
        let wrong = |problem: &str| Err((format!("{name}[{i}]: "), problem.to_owned()));
        let asks_chosen = match op {
            Op::StopUnlessChosen => true,
            Op::Draw(amount) | Op::Coins(amount) | Op::Gain { limit: amount, .. } => {
                if matches!(amount, Amount::Cost(_)) && chosen && !chosen_openly {
                    return wrong("the others have not seen the card whose cost it is; choose it `openly`");
                }
                !matches!(amount, Amount::Fixed(_))
            }
            _ => false,
        };
        if asks_chosen && !chosen {
            return wrong("nothing was chosen before");
        }
        if matches!(op, Op::PlayTimes(times) if *times > MAX_TIMES) {
            return wrong(&format!("a card is played at most {MAX_TIMES} times"));
        }
        if others && matches!(op, Op::PlayTimes(_) | Op::MayPlayIt) {
            return wrong("only the player whose turn it is plays cards");
        }
        if others && matches!(op, Op::Actions(_) | Op::Coins(_) | Op::SilverBonus(_)) {
            return wrong("only the player whose turn it is has actions and money");
        }
        let begins = matches!(op, Op::Show(..) | Op::DrawTo(_) | Op::DiscardTop | Op::PlayTimes(_) | Op::Others);
        if shown && (begins || *op == Op::StopUnlessChosen) {
            return wrong("the cards that are looked at must be discarded or returned before");
        }
        let asks_shown = matches!(op, Op::DiscardShown | Op::ReturnShown | Op::Choose { zone: Zone::Shown, .. });
        if asks_shown && !shown {
            return wrong("no cards were looked at before");
        }
        if *op == Op::MayPlayIt && !discarded {
            return wrong("`discard top` comes directly before");
        }
        match op {
            Op::Choose { verb, openly, .. } => (chosen, chosen_openly) = (true, *openly || *verb != Verb::Topdeck),
            // These count cards of their own.
            Op::DiscardTop | Op::DrawTo(_) => chosen = false,
            _ => {}
        }
        shown = (shown || matches!(op, Op::Show(..))) && !matches!(op, Op::DiscardShown | Op::ReturnShown);
        discarded = *op == Op::DiscardTop;
    }
    Ok(shown)
}

impl Card {
    /// The names of other cards in its programs.
    fn mentioned(&self) -> impl Iterator<Item = &str> {
        self.play.iter().chain(&self.others).filter_map(|op| match op {
            Op::GainCard(name, _) => Some(name.as_str()),
            Op::Choose { filter, .. } | Op::Gain { filter, .. } => match filter {
                Filter::Card(name) | Filter::Kind(_, Some(name)) => Some(name.as_str()),
                Filter::Any | Filter::Kind(_, None) => None,
            },
            _ => None,
        })
    }

    /// Whether playing it may ask somebody something.
    pub fn asks(&self) -> bool {
        let asking = |op: &NamedOp| {
            matches!(
                op,
                Op::Choose { .. }
                    | Op::Gain { .. }
                    | Op::PlayTimes(_)
                    | Op::MayPlayIt
                    | Op::DrawTo(_)
                    | Op::ReturnShown
            )
        };
        self.kinds.has(Kinds::ATTACK) || self.play.iter().chain(&self.others).any(asking)
    }
}
