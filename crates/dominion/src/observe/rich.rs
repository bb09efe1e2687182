//! Channels 300-399, of the layout `rich` only: more of the opponents, recent cards, and legal moves.

use super::encode::Encoder;
use super::history;
use super::map::{CardRow, Row, Section, at, cards, reserved, row};
use super::opponents::{self, OPPONENT};
use super::sink::Sink;
use crate::action::Action;
use crate::pile::Slot;
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Seat, Turn};

pub(super) const SECTION: Section = Section::new("rich", history::SECTION.end(), ROWS);

const ROWS: &[Row] = &[
    Row::Each { prefix: "opponent", from: 4, count: 2, rows: OPPONENT },
    Row::Each { prefix: "action", from: 1, count: 5, rows: &[cards("which", "one-hot of the card of this action")] },
    Row::Each { prefix: "gain", from: 1, count: 5, rows: &[cards("which", "one-hot of the card that was gained")] },
    cards("may_play", "cards that the observer may play now"),
    cards("may_discard", "cards that the observer may discard now"),
    cards("may_trash", "cards that the observer may trash now"),
    cards("may_buy", "cards that the observer may buy now"),
    cards("may_gain", "cards that the observer may gain now"),
    cards("may_topdeck", "cards that the observer may put on the deck now"),
    reserved("rich_reserved", 52),
];

/// What can be done to a card of a slot.
type DoneTo = fn(Slot) -> Action;

/// What can be done to cards, and where it is told to which.
const VERBS: [(DoneTo, CardRow); 6] = [
    (Action::Play, SECTION.cards("may_play")),
    (Action::Discard, SECTION.cards("may_discard")),
    (Action::Trash, SECTION.cards("may_trash")),
    (Action::Buy, SECTION.cards("may_buy")),
    (Action::Gain, SECTION.cards("may_gain")),
    (Action::Topdeck, SECTION.cards("may_topdeck")),
];

impl<K: Sink, const W: usize> Encoder<'_, K, W> {
    #[inline(always)]
    pub(super) fn rich(&mut self) {
        for k in 4..=5 {
            self.opponent(at!("opponent_sizes").nth(k - 4).channel - opponents::SECTION.start, k as u8);
        }
        let history = &self.state.history;
        for (k, note) in history.deeds.into_iter().enumerate() {
            self.one_card(row!("action_which").nth(k), note.card());
        }
        for (k, note) in history.gains.into_iter().enumerate() {
            self.one_card(row!("gain_which").nth(k), note.card());
        }
        let mut legal = ActionSet::new();
        if self.state.turn() == Turn::Seat(Seat(self.me)) {
            self.state.legal(&mut legal);
        }
        for (act_on, at) in VERBS {
            let slots = self.rules.slots().filter(|&slot| legal.contains(act_on(slot).id()));
            let slots = slots.fold(0, |set, slot| set | 1u64 << slot);
            self.card_set(at, slots);
        }
    }
}
