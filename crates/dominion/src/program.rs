//! The primitives that card effects are written in.
//!
//! A program is a list of short phrases, such as `"trash up to 4"` or `"gain treasure up to cost+3 to hand"`. They are
//! read and checked when a card file is loaded, and once more bound to a game's cards when a game is made.

use crate::cards::{Kinds, ProgramError};

/// Where a chosen card comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// The player's hand.
    Hand,
    /// The player's discard pile.
    Discard,
    /// The cards that were just looked at or revealed.
    Shown,
}

/// What happens to a chosen card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// It is discarded.
    Discard,
    /// It leaves the game.
    Trash,
    /// It goes onto the player's deck.
    Topdeck,
}

/// How many cards are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// Any number up to this one; the player says when it is enough.
    UpTo(u8),
    /// This many, or all if there are fewer.
    Exactly(u8),
    /// As many as leave this many in hand.
    DownTo(u8),
    /// One for each empty supply pile.
    PerEmptyPile,
}

/// A number that is fixed, or follows from what was chosen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// This many.
    Fixed(u8),
    /// As many cards as were chosen.
    Chosen,
    /// What the chosen card costs, and this much more.
    Cost(u8),
}

/// Where a gained card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dest {
    /// The discard pile.
    Discard,
    /// The hand.
    Hand,
    /// The top of the deck.
    Deck,
}

/// Which cards fit. `C` names a card: by text in files, by slot in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filter<C> {
    /// All.
    Any,
    /// Cards of these kinds, except one.
    Kind(Kinds, Option<C>),
    /// This card.
    Card(C),
}

/// One primitive. `F` says which cards fit, `C` names a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op<F, C> {
    /// Choose cards and do something to each.
    Choose {
        /// From where.
        zone: Zone,
        /// What is done.
        verb: Verb,
        /// How many.
        range: Range,
        /// Which.
        filter: F,
        /// Whether the others see which card it is.
        openly: bool,
        /// Whether a hand without a fitting card is revealed.
        or_reveal: bool,
    },
    /// Draw cards.
    Draw(Amount),
    /// More actions.
    Actions(u8),
    /// More money.
    Coins(Amount),
    /// Gain a card of one's choice.
    Gain {
        /// Which.
        filter: F,
        /// At most this dear.
        limit: Amount,
        /// Where it goes.
        dest: Dest,
    },
    /// Gain this card, while there are some.
    GainCard(C, Dest),
    /// Every other player runs the card's second program.
    Others,
    /// The rest only happens if a card was chosen.
    StopUnlessChosen,
    /// The player may play an action card from hand this many times.
    PlayTimes(u8),
    /// The top card of the deck is discarded.
    DiscardTop,
    /// If the card that was just discarded is an action, the player may play it.
    MayPlayIt,
    /// Draw until this many cards are in hand; actions may be set aside as they are drawn.
    DrawTo(u8),
    /// Look at the top cards of the deck, openly or alone.
    Show(u8, bool),
    /// Discard what is left of the cards that were looked at.
    DiscardShown,
    /// Put back what is left of the cards that were looked at, in any order.
    ReturnShown,
    /// The first Silver of the turn gives this much more.
    SilverBonus(u8),
}

/// An op as it stands in a file: cards by name.
pub type NamedOp = Op<Filter<String>, String>;

/// Every phrase that [`parse`] reads. `N` stands for a number, `F` for a filter or nothing, `C` for a card, `P` for nothing
/// or a place.
pub const PHRASES: &[&str] = &[
    "others",
    "stop unless chosen",
    "discard top",
    "discard shown",
    "return shown",
    "may play it",
    "may play an action N times",
    "silver bonus N",
    "look N",
    "reveal N",
    "draw chosen",
    "draw to N skipping actions",
    "draw N",
    "actions N",
    "coins cost",
    "coins N",
    "gain C",
    "gain C to hand",
    "gain C to deck",
    "gain F up to N",
    "gain F up to N to hand",
    "gain F up to N to deck",
    "gain F up to cost+N",
    "gain F up to cost+N to hand",
    "gain F up to cost+N to deck",
    "discard N F P",
    "discard any F P",
    "discard up to N F P",
    "discard down to N F P",
    "discard per empty pile F P",
    "trash N F P",
    "trash any F P",
    "trash up to N F P",
    "trash down to N F P",
    "trash per empty pile F P",
    "topdeck N F P",
    "topdeck any F P",
    "topdeck up to N F P",
    "topdeck down to N F P",
    "topdeck per empty pile F P",
    "topdeck N F from discard",
    "topdeck up to N F from discard",
    "topdeck any F from discard openly",
    "topdeck N F P openly",
    "topdeck up to N F P openly",
    "topdeck N F openly or reveal hand",
    "discard N F or reveal hand",
];

/// Reads one phrase.
pub fn parse(phrase: &str) -> Result<NamedOp, ProgramError> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let number =
        |word: &str| word.parse::<u8>().map_err(|_| ProgramError(format!("`{word}` is no number from 0 to 255")));
    Ok(match words.as_slice() {
        ["others"] => Op::Others,
        ["stop", "unless", "chosen"] => Op::StopUnlessChosen,
        ["discard", "top"] => Op::DiscardTop,
        ["discard", "shown"] => Op::DiscardShown,
        ["return", "shown"] => Op::ReturnShown,
        ["may", "play", "it"] => Op::MayPlayIt,
        ["may", "play", "an", "action", n, "times"] => Op::PlayTimes(number(n)?),
        ["silver", "bonus", n] => Op::SilverBonus(number(n)?),
        ["look", n] => Op::Show(number(n)?, false),
        ["reveal", n] => Op::Show(number(n)?, true),
        ["draw", "chosen"] => Op::Draw(Amount::Chosen),
        ["draw", "to", n, "skipping", "actions"] => Op::DrawTo(number(n)?),
        ["draw", n] => Op::Draw(Amount::Fixed(number(n)?)),
        ["actions", n] => Op::Actions(number(n)?),
        ["coins", "cost"] => Op::Coins(Amount::Cost(0)),
        ["coins", n] => Op::Coins(Amount::Fixed(number(n)?)),
        ["gain", rest @ ..] => parse_gain(rest)?,
        [verb @ ("discard" | "trash" | "topdeck"), rest @ ..] => parse_choice(verb, rest)?,
        _ => return Err(ProgramError(format!("unknown phrase `{phrase}`"))),
    })
}

fn parse_gain(words: &[&str]) -> Result<NamedOp, ProgramError> {
    let (words, dest) = match words {
        [front @ .., "to", "hand"] => (front, Dest::Hand),
        [front @ .., "to", "deck"] => (front, Dest::Deck),
        _ => (words, Dest::Discard),
    };
    let Some(up) = words.windows(2).position(|pair| pair == ["up", "to"]) else {
        return Ok(Op::GainCard(words.join(" "), dest));
    };
    let limit = match &words[up + 2..] {
        [limit] if limit.starts_with("cost+") => limit[5..].parse().ok().map(Amount::Cost),
        [limit] => limit.parse().ok().map(Amount::Fixed),
        _ => None,
    };
    let limit = limit.ok_or_else(|| ProgramError("after `up to` comes a cost, such as 4 or cost+2".to_owned()))?;
    Ok(Op::Gain { filter: parse_filter(&words[..up])?, limit, dest })
}

fn parse_choice(verb: &str, words: &[&str]) -> Result<NamedOp, ProgramError> {
    let verb = match verb {
        "discard" => Verb::Discard,
        "trash" => Verb::Trash,
        _ => Verb::Topdeck,
    };
    let (words, or_reveal) = match words {
        [front @ .., "or", "reveal", "hand"] => (front, true),
        _ => (words, false),
    };
    let (words, openly) = match words {
        [front @ .., "openly"] => (front, true),
        _ => (words, false),
    };
    let (words, zone) = match words {
        [front @ .., "from", "shown"] => (front, Zone::Shown),
        [front @ .., "from", "discard"] => (front, Zone::Discard),
        _ => (words, Zone::Hand),
    };
    let number = |word: &str| word.parse::<u8>().map_err(|_| ProgramError(format!("`{word}` is no number of cards")));
    let (range, words) = match words {
        ["any", rest @ ..] => (Range::UpTo(u8::MAX), rest),
        ["up", "to", n, rest @ ..] => (Range::UpTo(number(n)?), rest),
        ["down", "to", n, rest @ ..] => (Range::DownTo(number(n)?), rest),
        ["per", "empty", "pile", rest @ ..] => (Range::PerEmptyPile, rest),
        [n, rest @ ..] => (Range::Exactly(number(n)?), rest),
        [] => return Err(ProgramError("how many cards?".to_owned())),
    };
    if zone == Zone::Discard && verb != Verb::Topdeck {
        return Err(ProgramError("from the discard pile a card can only be put on the deck".to_owned()));
    }
    // Whether others see the card: discards and trashed cards always.
    let openly = openly || verb != Verb::Topdeck;
    Ok(Op::Choose { zone, verb, range, filter: parse_filter(words)?, openly, or_reveal })
}

fn parse_filter(words: &[&str]) -> Result<Filter<String>, ProgramError> {
    Ok(match words {
        [] => Filter::Any,
        [kind, rest @ ..] if Kinds::named(kind).is_some() => {
            let kind = Kinds::named(kind).unwrap_or_default();
            match rest {
                [] => Filter::Kind(kind, None),
                ["except", name @ ..] if !name.is_empty() => Filter::Kind(kind, Some(name.join(" "))),
                _ => return Err(ProgramError(format!("cannot read `{}` after a kind of card", rest.join(" ")))),
            }
        }
        name => Filter::Card(name.join(" ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of each primitive: a new one does not compile until it has one.
    fn number(op: &NamedOp) -> usize {
        match op {
            Op::Choose { .. } => 0,
            Op::Draw(_) => 1,
            Op::Actions(_) => 2,
            Op::Coins(_) => 3,
            Op::Gain { .. } => 4,
            Op::GainCard(..) => 5,
            Op::Others => 6,
            Op::StopUnlessChosen => 7,
            Op::PlayTimes(_) => 8,
            Op::DiscardTop => 9,
            Op::MayPlayIt => 10,
            Op::DrawTo(_) => 11,
            Op::Show(..) => 12,
            Op::DiscardShown => 13,
            Op::ReturnShown => 14,
            Op::SilverBonus(_) => 15,
        }
    }

    #[test]
    fn every_phrase_can_be_read_and_every_primitive_has_one() {
        let mut met = [false; 16];
        for phrase in PHRASES {
            let words = phrase.split(' ').map(|word| match word {
                "N" => "3",
                "cost+N" => "cost+3",
                "F" => "treasure",
                "C" => "Copper",
                "P" => "from shown",
                word => word,
            });
            let op = parse(&words.collect::<Vec<_>>().join(" ")).unwrap_or_else(|e| panic!("{phrase}: {e}"));
            met[number(&op)] = true;
        }
        assert_eq!(met, [true; 16]);
    }
}
