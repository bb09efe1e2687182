//! Kinds of effects, read off a card's program: what a network is told of a frame without being told the card.

use crate::program::{Amount, Op, Range, Verb, Zone};
use crate::setup::{SlotOp, Slotted};
use crate::state::{Frame, Task};

/// How many kinds can be told apart; the last ones are not used yet. They stand in two rows, because the narrowest layout
/// has 50 places to a row.
pub const KINDS: usize = 2 * ROW;
/// How many kinds stand in one row.
pub(super) const ROW: usize = 50;

/// The kinds, by number.
pub const NAMES: [&str; 25] = [
    "discard to draw",
    "trash",
    "gain",
    "others discard",
    "trash to gain",
    "play again and again",
    "others gain",
    "others put on deck",
    "others reveal",
    "trash for money",
    "put on deck from discard",
    "play from deck",
    "discard for empty piles",
    "draw to a hand size",
    "look and sort",
    "gain, then put on deck",
    "discard",
    "others draw",
    "silver bonus",
    "gain a named card",
    "other effect",
    "draw",
    "react",
    "play the same card again",
    "play simple actions",
];

/// What a program is about: the first of these that it does.
fn program_kind(play: &[SlotOp], others: bool) -> usize {
    let has = |test: fn(&SlotOp) -> bool| play.iter().any(test);
    let chooses = |verb: Verb| move |op: &SlotOp| matches!(op, Op::Choose { verb: v, .. } if *v == verb);
    let any = |verb: Verb| play.iter().any(chooses(verb));
    if others {
        return if any(Verb::Discard) {
            3
        } else if any(Verb::Trash) {
            8
        } else if any(Verb::Topdeck) {
            7
        } else if has(|op| matches!(op, Op::GainCard(..))) {
            6
        } else if has(|op| matches!(op, Op::Draw(_))) {
            17
        } else {
            8
        };
    }
    if has(|op| matches!(op, Op::PlayTimes(_))) {
        5
    } else if has(|op| matches!(op, Op::Draw(Amount::Chosen))) {
        0
    } else if has(|op| matches!(op, Op::Show(..))) {
        14
    } else if has(|op| matches!(op, Op::MayPlayIt)) {
        11
    } else if has(|op| matches!(op, Op::DrawTo(_))) {
        13
    } else if has(|op| matches!(op, Op::Gain { .. })) {
        if any(Verb::Trash) {
            4
        } else if any(Verb::Topdeck) {
            15
        } else {
            2
        }
    } else if has(|op| matches!(op, Op::Coins(_))) && any(Verb::Trash) {
        9
    } else if any(Verb::Trash) {
        1
    } else if has(|op| matches!(op, Op::Choose { zone: Zone::Discard, .. })) {
        10
    } else if has(|op| matches!(op, Op::Choose { range: Range::PerEmptyPile, .. })) {
        12
    } else if any(Verb::Discard) {
        16
    } else if has(|op| matches!(op, Op::SilverBonus(_))) {
        18
    } else if has(|op| matches!(op, Op::GainCard(..))) {
        19
    } else {
        20
    }
}

/// The kinds of a card's two programs.
pub(super) fn kinds(card: &Slotted) -> [u8; 2] {
    [program_kind(&card.play, false) as u8, program_kind(&card.others, true) as u8]
}

/// The kind of a frame; `kinds` are those of its card.
#[inline]
pub(super) fn frame_kind(frame: Frame, kinds: [u8; 2]) -> usize {
    match frame.task {
        Task::Play => kinds[0] as usize,
        Task::Other => kinds[1] as usize,
        Task::Draw => 21,
        Task::React => 22,
        Task::Again => 23,
        Task::Macro => 24,
    }
}
