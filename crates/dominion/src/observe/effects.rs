//! Kinds of effects, read off a card's program: what a network is told of a frame without being told the card.

use crate::program::{Amount, Op, Range, Verb, Zone};
use crate::setup::{SlotOp, Slotted};
use crate::state::{Frame, Task};

/// How many kinds stand in one row.
pub(super) const KINDS_PER_ROW: usize = super::plan::NARROWEST;

/// What an effect does, by its place in the one-hot. New kinds are added at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum EffectKind {
    /// Discards any cards and draws as many.
    DiscardToDraw = 0,
    /// Trashes cards.
    Trash = 1,
    /// Gains a card by choice.
    Gain = 2,
    /// The others discard.
    OthersDiscard = 3,
    /// Trashes a card and gains one.
    TrashToGain = 4,
    /// Plays a card several times.
    PlayAgainAndAgain = 5,
    /// The others gain a named card.
    OthersGain = 6,
    /// The others put a card on their deck.
    OthersPutOnDeck = 7,
    /// The others reveal cards, or whatever else happens to them.
    OthersReveal = 8,
    /// Trashes a card for money.
    TrashForMoney = 9,
    /// Puts a card of the discard pile on the deck.
    PutOnDeckFromDiscard = 10,
    /// May play the card that it discards from the deck.
    PlayFromDeck = 11,
    /// Discards a card for each empty pile.
    DiscardForEmptyPiles = 12,
    /// Draws up to a hand size.
    DrawToAHandSize = 13,
    /// Looks at cards and sorts them.
    LookAndSort = 14,
    /// Gains a card, then puts one on the deck.
    GainThenPutOnDeck = 15,
    /// Discards cards.
    Discard = 16,
    /// The others draw.
    OthersDraw = 17,
    /// Makes the first Silver worth more.
    SilverBonus = 18,
    /// Gains a named card.
    GainANamedCard = 19,
    /// Anything else that a player does.
    OtherEffect = 20,
    /// Cards are drawn.
    Draw = 21,
    /// Players are asked for reactions.
    React = 22,
    /// Plays the same card again.
    PlayTheSameCardAgain = 23,
    /// Plays simple actions.
    PlaySimpleActions = 24,
}

impl EffectKind {
    /// How many kinds can be told apart; the last ones are not used yet. They stand in two rows, because the narrowest
    /// layout has 50 places to a row.
    pub const MAX: usize = 2 * KINDS_PER_ROW;
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 25] = [
        Self::DiscardToDraw,
        Self::Trash,
        Self::Gain,
        Self::OthersDiscard,
        Self::TrashToGain,
        Self::PlayAgainAndAgain,
        Self::OthersGain,
        Self::OthersPutOnDeck,
        Self::OthersReveal,
        Self::TrashForMoney,
        Self::PutOnDeckFromDiscard,
        Self::PlayFromDeck,
        Self::DiscardForEmptyPiles,
        Self::DrawToAHandSize,
        Self::LookAndSort,
        Self::GainThenPutOnDeck,
        Self::Discard,
        Self::OthersDraw,
        Self::SilverBonus,
        Self::GainANamedCard,
        Self::OtherEffect,
        Self::Draw,
        Self::React,
        Self::PlayTheSameCardAgain,
        Self::PlaySimpleActions,
    ];

    /// Its name in the documentation of the tensor.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DiscardToDraw => "discard to draw",
            Self::Trash => "trash",
            Self::Gain => "gain",
            Self::OthersDiscard => "others discard",
            Self::TrashToGain => "trash to gain",
            Self::PlayAgainAndAgain => "play again and again",
            Self::OthersGain => "others gain",
            Self::OthersPutOnDeck => "others put on deck",
            Self::OthersReveal => "others reveal",
            Self::TrashForMoney => "trash for money",
            Self::PutOnDeckFromDiscard => "put on deck from discard",
            Self::PlayFromDeck => "play from deck",
            Self::DiscardForEmptyPiles => "discard for empty piles",
            Self::DrawToAHandSize => "draw to a hand size",
            Self::LookAndSort => "look and sort",
            Self::GainThenPutOnDeck => "gain, then put on deck",
            Self::Discard => "discard",
            Self::OthersDraw => "others draw",
            Self::SilverBonus => "silver bonus",
            Self::GainANamedCard => "gain a named card",
            Self::OtherEffect => "other effect",
            Self::Draw => "draw",
            Self::React => "react",
            Self::PlayTheSameCardAgain => "play the same card again",
            Self::PlaySimpleActions => "play simple actions",
        }
    }
}

/// What a program is about: the first of these that it does.
fn program_kind(play: &[SlotOp], others: bool) -> EffectKind {
    let has = |test: fn(&SlotOp) -> bool| play.iter().any(test);
    let chooses = |verb: Verb| move |op: &SlotOp| matches!(op, Op::Choose { verb: v, .. } if *v == verb);
    let any = |verb: Verb| play.iter().any(chooses(verb));
    if others {
        return if any(Verb::Discard) {
            EffectKind::OthersDiscard
        } else if any(Verb::Trash) {
            EffectKind::OthersReveal
        } else if any(Verb::Topdeck) {
            EffectKind::OthersPutOnDeck
        } else if has(|op| matches!(op, Op::GainCard(..))) {
            EffectKind::OthersGain
        } else if has(|op| matches!(op, Op::Draw(_))) {
            EffectKind::OthersDraw
        } else {
            EffectKind::OthersReveal
        };
    }
    if has(|op| matches!(op, Op::PlayTimes(_))) {
        EffectKind::PlayAgainAndAgain
    } else if has(|op| matches!(op, Op::Draw(Amount::Chosen))) {
        EffectKind::DiscardToDraw
    } else if has(|op| matches!(op, Op::Show(..))) {
        EffectKind::LookAndSort
    } else if has(|op| matches!(op, Op::MayPlayIt)) {
        EffectKind::PlayFromDeck
    } else if has(|op| matches!(op, Op::DrawTo(_))) {
        EffectKind::DrawToAHandSize
    } else if has(|op| matches!(op, Op::Gain { .. })) {
        if any(Verb::Trash) {
            EffectKind::TrashToGain
        } else if any(Verb::Topdeck) {
            EffectKind::GainThenPutOnDeck
        } else {
            EffectKind::Gain
        }
    } else if has(|op| matches!(op, Op::Coins(_))) && any(Verb::Trash) {
        EffectKind::TrashForMoney
    } else if any(Verb::Trash) {
        EffectKind::Trash
    } else if has(|op| matches!(op, Op::Choose { zone: Zone::Discard, .. })) {
        EffectKind::PutOnDeckFromDiscard
    } else if has(|op| matches!(op, Op::Choose { range: Range::PerEmptyPile, .. })) {
        EffectKind::DiscardForEmptyPiles
    } else if any(Verb::Discard) {
        EffectKind::Discard
    } else if has(|op| matches!(op, Op::SilverBonus(_))) {
        EffectKind::SilverBonus
    } else if has(|op| matches!(op, Op::GainCard(..))) {
        EffectKind::GainANamedCard
    } else {
        EffectKind::OtherEffect
    }
}

/// The kinds of a card's two programs.
pub(super) fn kinds(card: &Slotted) -> [EffectKind; 2] {
    [program_kind(&card.play, false), program_kind(&card.others, true)]
}

/// The kind of a frame; `kinds` are those of its card.
#[inline]
pub(super) fn frame_kind(frame: Frame, [own, others]: [EffectKind; 2]) -> EffectKind {
    match frame.task {
        Task::Play => own,
        Task::Other => others,
        Task::Draw(_) => EffectKind::Draw,
        Task::React => EffectKind::React,
        Task::Again => EffectKind::PlayTheSameCardAgain,
        Task::Macro => EffectKind::PlaySimpleActions,
    }
}
