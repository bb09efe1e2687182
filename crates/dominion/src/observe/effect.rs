//! Channels 57-86: the effect under way, and what is in play.

use super::encode::Encoder;
use super::map::{Row, Section, at, cards, numbers, part, reserved, row};
use super::own;
use super::sink::Sink;
use crate::program::{Op, Range, Verb};
use crate::setup::SlotOp;
use crate::state::{Frame, Task};
use hoyle_core::iter_bits;

pub(super) const SECTION: Section = Section::new("own", own::SECTION.end(), ROWS);

const ROWS: &[Row] = &[
    numbers(
        "effect_queue",
        &[
            part("effect_pending", 1, "whether an effect is under way"),
            part("effect_depth", 1, "effects under way / 5"),
            part(
                "choice",
                9,
                "one-hot of the choice that an effect waits for: none, discard, trash, play, gain, put on the deck, \
                 react, keep or set aside, play the discarded card",
            ),
        ],
    ),
    numbers(
        "effect_now",
        &[
            part("effect_target_hand", 1, "the hand size that is discarded down to / 10"),
            part("effect_max_cost", 1, "the highest cost of a card that can be gained / 10"),
            part("effect_chosen", 1, "cards chosen so far / 10"),
            part("throne_depth", 1, "cards that wait to be played again / 5"),
        ],
    ),
    cards("aside", "cards looked at, revealed or set aside that the observer sees / 10"),
    cards("effect_card", "one-hot of the card whose effect is under way"),
    cards("effect_about", "one-hot of the card that was discarded or drawn and is asked about"),
    numbers(
        "effect_need",
        &[
            part("effect_forced", 1, "cards that the observer must still choose / 10"),
            part("effect_most", 1, "the most that it can still choose / 10; 1 where any number can be chosen"),
            part("effect_may_end", 1, "whether it may choose no more"),
        ],
    ),
    numbers(
        "effect_players",
        &[
            part("effect_immune", 6, "players that the effect spares, counted from the observer"),
            part("effect_owner", 6, "one-hot of who played the card, counted from the observer"),
            part("effect_seat", 6, "one-hot of whom the effect concerns now, counted from the observer"),
        ],
    ),
    reserved("effect_parameters_reserved", 2),
    reserved("effect_reserved", 6),
    cards("in_play", "cards that the active player has in play / 10"),
    numbers(
        "in_play_types",
        &[
            part("in_play_size", 1, "cards in play / 20"),
            part("in_play_actions", 1, "how often actions were played this turn / 10, until they are cleaned up"),
            part("in_play_treasures", 1, "treasures played this turn / 10, until they are cleaned up"),
        ],
    ),
    reserved("in_play_reserved", 13),
];

impl<K: Sink, const W: usize> Encoder<'_, K, W> {
    #[inline(always)]
    pub(super) fn effect(&mut self) {
        let s = self.state;
        let Some(frame) = s.stack.last().copied() else {
            self.one_hot(at!("choice"), 0);
            return;
        };
        let op = if frame.task.draws() { None } else { s.op(frame) };
        self.number(at!("effect_pending"), 1.0);
        self.number(at!("effect_depth"), s.stack.len() as f32 * (1.0 / 5.0));
        self.one_hot(at!("choice"), choice(frame, op));
        let again = s.stack.iter().filter(|frame| frame.task == Task::Again).count();
        let waits = matches!(op, Some(Op::PlayTimes(_)));
        let (target, max_cost, chosen) = self.parameters(frame, op);
        self.number(at!("effect_target_hand"), target * (1.0 / 10.0));
        self.number(at!("effect_max_cost"), max_cost * (1.0 / 10.0));
        self.number(at!("effect_chosen"), chosen * (1.0 / 10.0));
        self.number(at!("throne_depth"), (again + usize::from(waits)) as f32 * (1.0 / 5.0));
        let aside = s.aside_seen_by(self.me);
        self.cards(row!("aside"), &aside, 1.0 / 10.0);
        // A draw belongs to the effect that asked for it, if there is one.
        let effect = s.stack.iter().rev().find(|frame| !matches!(frame.task, Task::Draw(_) | Task::Macro)).copied();
        self.one_card(row!("effect_card"), effect.map(|frame| frame.card));
        let about = match op {
            Some(Op::MayPlayIt) => frame.chosen(),
            Some(Op::DrawTo(_)) if frame.seat == self.me => frame.chosen(),
            _ => None,
        };
        self.one_card(row!("effect_about"), about);
        // What others need depends on hands that the observer does not see.
        if frame.seat == self.me
            && let Some(op @ Op::Choose { .. }) = op
        {
            let need = s.need(frame, op);
            self.number(at!("effect_forced"), need.forced as f32 * (1.0 / 10.0));
            self.number(at!("effect_most"), need.most.min(10) as f32 * (1.0 / 10.0));
            self.number(at!("effect_may_end"), f32::from(need.forced == 0));
        }
        if let Some(frame) = effect {
            let mut immune = [0.0; 6];
            for seat in iter_bits(frame.immune()).filter(|&seat| seat < self.players) {
                immune[self.place_of(seat)] = 1.0;
            }
            self.numbers(at!("effect_immune"), immune);
            self.one_hot(at!("effect_owner"), self.place_of(frame.played_by));
            self.one_hot(at!("effect_seat"), self.place_of(frame.seat));
        }
    }

    /// What an effect is after: the hand size that is discarded down to, the highest cost, and the cards chosen so far.
    #[inline(always)]
    pub(super) fn parameters(&self, frame: Frame, op: Option<SlotOp>) -> (f32, f32, f32) {
        match op {
            Some(Op::Choose { range: Range::DownTo(n), .. }) => (f32::from(n), 0.0, f32::from(frame.count)),
            Some(Op::Choose { .. }) => (0.0, 0.0, f32::from(frame.count)),
            Some(Op::Gain { limit, .. }) => (0.0, f32::from(self.state.amount(frame, limit)), f32::from(frame.count)),
            _ => (0.0, 0.0, 0.0),
        }
    }

    #[inline(always)]
    pub(super) fn in_play(&mut self) {
        let in_play = &self.state.in_play;
        if in_play.is_empty() {
            return;
        }
        self.cards(row!("in_play"), in_play, 1.0 / 10.0);
        // A card that is played twice is in play once. Treasures stay where they are and are played once.
        let plays = f32::from(self.state.history.turns[self.state.player as usize][0].plays);
        let treasures = in_play.count_in(self.rules.treasures) as f32;
        self.number(at!("in_play_size"), in_play.len() as f32 * (1.0 / 20.0));
        self.number(at!("in_play_actions"), plays * (1.0 / 10.0));
        self.number(at!("in_play_treasures"), treasures * (1.0 / 10.0));
    }
}

/// The choice that an effect waits for, as its place in the one-hot of `choice`.
#[inline(always)]
fn choice(frame: Frame, op: Option<SlotOp>) -> usize {
    match (frame.task, op) {
        (Task::React, _) => 6,
        (Task::Play | Task::Other, Some(op)) => match op {
            Op::Choose { verb: Verb::Discard, .. } => 1,
            Op::Choose { verb: Verb::Trash, .. } => 2,
            Op::PlayTimes(_) => 3,
            Op::Gain { .. } => 4,
            Op::Choose { verb: Verb::Topdeck, .. } | Op::ReturnShown => 5,
            Op::DrawTo(_) => 7,
            Op::MayPlayIt => 8,
            _ => 0,
        },
        _ => 0,
    }
}
