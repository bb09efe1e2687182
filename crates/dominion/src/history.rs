//! What happened lately, as everybody saw it: the last actions, the last gains, and what each player did in three turns.

use crate::action::Action;
use crate::pile::Slot;
use hoyle_core::MAX_SEATS;
use serde::{Deserialize, Serialize};

/// How many actions and gains are remembered.
pub const REMEMBERED: usize = 5;
/// How many turns of each player are counted.
pub const TURNS: usize = 3;

/// What somebody did, in ten kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Played an action card.
    Play,
    /// Played treasures.
    Treasure,
    /// Bought a card.
    Buy,
    /// Gained a card.
    Gain,
    /// Discarded a card.
    Discard,
    /// Trashed a card.
    Trash,
    /// Put a card on the deck.
    Topdeck,
    /// Revealed a reaction.
    React,
    /// Kept a drawn card or set it aside.
    Draw,
    /// Ended a phase, finished a choice or declined one.
    End,
}

impl Deed {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Play,
        Self::Treasure,
        Self::Buy,
        Self::Gain,
        Self::Discard,
        Self::Trash,
        Self::Topdeck,
        Self::React,
        Self::Draw,
        Self::End,
    ];
}

impl Deed {
    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Play => "played",
            Self::Treasure => "played for money",
            Self::Buy => "bought",
            Self::Gain => "chose to gain",
            Self::Discard => "discarded",
            Self::Trash => "trashed",
            Self::Topdeck => "put on the deck",
            Self::React => "reacted with",
            Self::Draw => "decided on",
            Self::End => "ended with",
        }
    }
}

/// Where a gained card came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Bought.
    Bought,
    /// Gained by an effect of one's own card.
    Own,
    /// Gained by an effect of another player's card.
    Other,
}

impl Source {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Bought, Self::Own, Self::Other];

    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bought => "by buying",
            Self::Own => "by an own card",
            Self::Other => "by another's card",
        }
    }
}

/// Who did something of some kind to a card: two bytes, all zero for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Note(u16);

impl Note {
    #[inline]
    pub(crate) fn new(seat: u8, kind: u8, card: Option<Slot>) -> Self {
        let card = card.map_or(0, |slot| u16::from(slot) + 1);
        Self(0x8000 | u16::from(seat) << 12 | u16::from(kind) << 8 | card)
    }

    /// Whether nothing is noted.
    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Who.
    #[inline]
    pub(crate) fn seat(self) -> u8 {
        (self.0 >> 12 & 7) as u8
    }

    /// What kind, as a number.
    #[inline]
    pub(crate) fn kind(self) -> u8 {
        (self.0 >> 8 & 15) as u8
    }

    /// To which card, if everybody saw it.
    #[inline]
    pub(crate) fn card(self) -> Option<Slot> {
        (self.0 as u8).checked_sub(1)
    }
}

/// What a player did in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnCount {
    /// How often action cards were played; a card that is played twice counts twice.
    pub plays: u8,
    /// Cards bought.
    pub buys: u8,
    /// Provinces bought.
    pub provinces: u8,
    /// The player's points when the turn began.
    #[serde(default)]
    pub points: i16,
}

/// What happened lately, the newest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct History {
    pub deeds: [Note; REMEMBERED],
    pub gains: [Note; REMEMBERED],
    /// For each player the turn under way or finished last, and those before it.
    pub turns: [[TurnCount; TURNS]; MAX_SEATS],
}

impl History {
    pub const EMPTY: Self = Self {
        deeds: [Note(0); REMEMBERED],
        gains: [Note(0); REMEMBERED],
        turns: [[TurnCount { plays: 0, buys: 0, provinces: 0, points: 0 }; TURNS]; MAX_SEATS],
    };

    /// A decision of a player. `open`: which card it was, if everybody saw it.
    #[inline]
    pub fn act(&mut self, seat: u8, deed: Deed, open: Option<Slot>) {
        let [a, b, c, d, _] = self.deeds;
        self.deeds = [Note::new(seat, deed as u8, open), a, b, c, d];
    }

    /// A card comes to a player.
    #[inline]
    pub fn gain(&mut self, seat: u8, source: Source, card: Slot) {
        let [a, b, c, d, _] = self.gains;
        self.gains = [Note::new(seat, source as u8, Some(card)), a, b, c, d];
    }

    /// A player's turn begins with so many points.
    #[inline]
    pub fn begin_turn(&mut self, seat: u8, points: i32) {
        let [a, b, _] = self.turns[seat as usize];
        // No deck of published cards is worth more than some hundred points.
        let points = points.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.turns[seat as usize] = [TurnCount { points, ..TurnCount::default() }, a, b];
    }

    /// The turn under way, or finished last.
    #[inline]
    pub fn this_turn(&mut self, seat: u8) -> &mut TurnCount {
        &mut self.turns[seat as usize][0]
    }
}

/// What kind of deed an action is, and which card it names by itself.
#[inline]
pub(crate) fn classify(action: Action, buying: bool) -> (Deed, Option<Slot>) {
    match action {
        Action::Play(slot) => (if buying { Deed::Treasure } else { Deed::Play }, Some(slot)),
        Action::PlayTreasures => (Deed::Treasure, None),
        Action::Buy(slot) => (Deed::Buy, Some(slot)),
        Action::Gain(slot) => (Deed::Gain, Some(slot)),
        Action::Discard(slot) => (Deed::Discard, Some(slot)),
        Action::Trash(slot) => (Deed::Trash, Some(slot)),
        Action::Topdeck(slot) => (Deed::Topdeck, Some(slot)),
        Action::React => (Deed::React, None),
        Action::Keep | Action::SetAside => (Deed::Draw, None),
        Action::PlayIt | Action::Macro => (Deed::Play, None),
        Action::EndDiscard
        | Action::EndTrash
        | Action::EndTopdeck
        | Action::DeclinePlay
        | Action::EndActions
        | Action::EndBuy
        | Action::Suffer
        | Action::LeaveIt => (Deed::End, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_keep_what_they_are_told() {
        for seat in 0..6 {
            for deed in Deed::ALL {
                for card in [None, Some(0), Some(32)] {
                    let note = Note::new(seat, deed as u8, card);
                    assert_eq!((note.seat(), note.kind(), note.card()), (seat, deed as u8, card));
                    assert!(!note.is_none());
                }
            }
        }
        assert!(Note::default().is_none());
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let mut history = History::EMPTY;
        for slot in 0..7 {
            history.act(0, Deed::Buy, Some(slot));
            history.gain(1, Source::Bought, slot);
        }
        assert_eq!(history.deeds.map(Note::card), [6, 5, 4, 3, 2].map(Some));
        assert_eq!(history.gains.map(Note::card), [6, 5, 4, 3, 2].map(Some));
    }
}
