//! The language of buy menus: data, not code.

use crate::SeatView;
use crate::cards::Kinds;
use crate::pile::Slot;
use crate::setup::Rules;
use hoyle_core::{Seat, iter_bits};
use serde::Deserialize;

/// A scripted player as it stands in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotFile {
    /// Its name.
    pub name: String,
    /// How it plays, in a line.
    pub about: String,
    /// Its menu.
    pub buy: Vec<String>,
    /// The cards that it is about.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Where the kingdom has none of these, the player before it in the list is stronger.
    #[serde(default)]
    pub second_without: Vec<String>,
    /// How it plays where they are not in the kingdom.
    #[serde(default)]
    pub without: String,
    /// How much money it keeps in the deck when it trashes treasures.
    #[serde(default = "usual_keep")]
    pub keep: u8,
}

/// Enough to buy a Silver.
fn usual_keep() -> u8 {
    3
}

impl BotFile {
    /// Whether the cards that it is about are in a game.
    pub fn fits(&self, rules: &Rules) -> bool {
        self.needs.iter().all(|name| is_supplied(name, rules))
    }

    /// Whether the player before it in the list is stronger in a game.
    pub fn is_second(&self, rules: &Rules) -> bool {
        !self.second_without.is_empty() && !self.second_without.iter().any(|name| is_supplied(name, rules))
    }
}

fn is_supplied(name: &str, rules: &Rules) -> bool {
    rules.slot(name).is_some_and(|slot| rules.supply.count(slot) > 0)
}

/// A number that a condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Term {
    Number(i32),
    /// Cards of these slots in the own deck.
    Own(u64),
    /// Cards left in a pile.
    Left(Slot),
    Money,
    Cards,
    Coins,
    Turn,
}

/// A term divided by a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Expr {
    term: Term,
    divisor: i32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Compare {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Condition {
    left: Expr,
    compare: Compare,
    right: Expr,
}

/// A line of the menu, bound to a game.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    card: Slot,
    conditions: Vec<Condition>,
}

/// A buy menu, bound to a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    lines: Vec<Line>,
}

impl Menu {
    /// Reads a menu for a game. Lines about cards that are not in this game are left out; a misspelt card is an error.
    pub fn bind(lines: &[String], rules: &Rules) -> Result<Self, String> {
        let lines = lines.iter().map(|line| bind_line(line, rules).map_err(|e| format!("buy `{line}`: {e}")));
        Ok(Self { lines: lines.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect() })
    }

    /// The first card on the menu among those that can be had.
    pub fn pick(&self, seen: &SeatView<'_>, seat: Seat, offered: u64) -> Option<Slot> {
        let line = self.lines.iter().find(|line| {
            offered >> line.card & 1 == 1 && line.conditions.iter().all(|condition| condition.holds(seen, seat))
        });
        line.map(|line| line.card)
    }
}

fn bind_line(line: &str, rules: &Rules) -> Result<Option<Line>, String> {
    let (name, conditions) = line.split_once(" if ").unwrap_or((line, ""));
    let Some(card) = find(name.trim(), rules)? else { return Ok(None) };
    let conditions = conditions.split(" and ").filter(|text| !text.trim().is_empty());
    let conditions = conditions.map(|text| bind_condition(text, rules)).collect::<Result<_, _>>()?;
    Ok(Some(Line { card, conditions }))
}

/// The slot of a card in the supply of this game; none if it exists but is not in it.
pub(super) fn find(name: &str, rules: &Rules) -> Result<Option<Slot>, String> {
    if let Some(slot) = rules.slot(name) {
        return Ok(Some(slot).filter(|&slot| rules.supply.count(slot) > 0));
    }
    let known = crate::setup::known_cards("further", &hoyle_core::FileAccess::BuiltInOnly).unwrap_or_default();
    if known.iter().any(|card| card.name.eq_ignore_ascii_case(name)) {
        return Ok(None);
    }
    let hint = hoyle_core::names::closest(name, known.iter().map(|card| card.name.as_str()));
    let hint = hint.map(|hint| format!(" (did you mean `{hint}`?)")).unwrap_or_default();
    Err(format!("there is no card `{name}`{hint}"))
}

fn bind_condition(text: &str, rules: &Rules) -> Result<Condition, String> {
    // Longer signs first, so that `<=` is not read as `<`.
    let signs = [
        ("<=", Compare::AtMost),
        (">=", Compare::AtLeast),
        ("<", Compare::Less),
        (">", Compare::More),
        ("=", Compare::Equal),
    ];
    let (sign, compare) = signs
        .into_iter()
        .find(|(sign, _)| text.contains(sign))
        .ok_or_else(|| format!("`{}` compares nothing; write for example `own Gold >= 1`", text.trim()))?;
    let (left, right) = text.split_once(sign).unwrap_or((text, ""));
    Ok(Condition { left: bind_expr(left, rules)?, compare, right: bind_expr(right, rules)? })
}

fn bind_expr(text: &str, rules: &Rules) -> Result<Expr, String> {
    let (term, divisor) = match text.split_once('/') {
        Some((term, divisor)) => (term, divisor.trim().parse().ok().filter(|&n| n > 0)),
        None => (text, Some(1)),
    };
    let divisor = divisor.ok_or_else(|| format!("`{}`: after / comes a positive number", text.trim()))?;
    let bit = |slot: Option<Slot>| slot.map_or(0, |slot| 1u64 << slot);
    let term = match term.trim().split_once(' ').unwrap_or((term.trim(), "")) {
        ("money", "") => Term::Money,
        ("cards", "") => Term::Cards,
        ("coins", "") => Term::Coins,
        ("turn", "") => Term::Turn,
        ("own", kind) if Kinds::named(kind).is_some() => {
            let kind = Kinds::named(kind).unwrap_or_default();
            Term::Own(
                rules.slots().filter(|&slot| rules.card(slot).kinds.has(kind)).fold(0, |set, slot| set | 1 << slot),
            )
        }
        ("own", name) => Term::Own(bit(find(name.trim(), rules)?)),
        ("left", name) => match find(name.trim(), rules)? {
            Some(slot) => Term::Left(slot),
            None => Term::Number(0),
        },
        (number, "") => {
            Term::Number(number.parse().map_err(|_| format!("`{number}` is no number and no word of menus"))?)
        }
        (word, _) => return Err(format!("`{word}` is no word of menus")),
    };
    Ok(Expr { term, divisor })
}

impl Condition {
    fn holds(&self, seen: &SeatView<'_>, seat: Seat) -> bool {
        // a / m < b / n, without fractions.
        let left = self.left.term.value(seen, seat) * i64::from(self.right.divisor);
        let right = self.right.term.value(seen, seat) * i64::from(self.left.divisor);
        match self.compare {
            Compare::Less => left < right,
            Compare::AtMost => left <= right,
            Compare::Equal => left == right,
            Compare::AtLeast => left >= right,
            Compare::More => left > right,
        }
    }
}

impl Term {
    fn value(self, seen: &SeatView<'_>, seat: Seat) -> i64 {
        let owned = seen.owned(seat);
        match self {
            Self::Number(number) => i64::from(number),
            Self::Own(slots) => iter_bits(slots).map(|slot| i64::from(owned[slot as usize])).sum(),
            Self::Left(slot) => i64::from(seen.supply().count(slot)),
            Self::Money => iter_bits(seen.rules().treasures)
                .map(|slot| i64::from(owned[slot as usize]) * i64::from(seen.rules().card(slot).coins))
                .sum(),
            Self::Cards => owned.iter().map(|&count| i64::from(count)).sum(),
            Self::Coins => i64::from(seen.resources().2),
            Self::Turn => i64::from(seen.turns(seat)) + 1,
        }
    }
}
