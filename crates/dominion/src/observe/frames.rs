//! Channels 200-249: the effects under way, the uppermost first.

use super::effects::{KINDS_PER_ROW, frame_kind};
use super::encode::Encoder;
use super::map::{Row, Section, at, numbers, part, reserved, reserved_for, unused};
use super::properties;
use super::sink::Sink;
use crate::program::{Op, Verb};
use crate::state::Task;

pub(super) const SECTION: Section = Section::new("effects", properties::SECTION.end(), ROWS);

/// How many effects are told.
const FRAMES: usize = 8;

const ROWS: &[Row] = &[
    Row::Each {
        prefix: "frame",
        from: 1,
        count: FRAMES,
        rows: &[numbers(
            "effect",
            &[part("effect", KINDS_PER_ROW, "one-hot of the kind of effect, see below: kinds 0-49")],
        )],
    },
    Row::Each {
        prefix: "frame",
        from: 1,
        count: FRAMES,
        rows: &[numbers(
            "parameters",
            &[
                part("discarded", 1, "cards discarded so far / 10"),
                part("to_draw", 1, "cards still to be drawn / 10"),
                part("again", 1, "times that the card is still to be played / 5"),
                part("step", 1, "how far the effect is: its step / 10"),
                part("seat", 6, "one-hot of whom it concerns, counted from the observer"),
                unused("unused_1", 6),
                part("trashed", 1, "cards trashed so far / 5"),
                unused("unused_2", 15),
                part("max_cost", 1, "the highest cost of a card that can be gained / 10"),
                unused("unused_3", 15),
                part("target_hand", 1, "the hand size that is discarded down to / 10"),
            ],
        )],
    },
    reserved_for("effect_state_learned", 15, "zero: room for what a network learns about effects"),
    Row::Each {
        prefix: "frame",
        from: 1,
        count: FRAMES,
        rows: &[numbers(
            "effect_more",
            &[part("effect_more", KINDS_PER_ROW, "kinds 50-99 of `effect`: room for more than there are yet")],
        )],
    },
    reserved("effect_embedding_reserved", 11),
];

impl<K: Sink, const W: usize> Encoder<'_, K, W> {
    #[inline(always)]
    pub(super) fn frames(&mut self) {
        let s = self.state;
        if s.stack.is_empty() {
            return;
        }
        for (k, frame) in s.stack.iter().rev().take(FRAMES).enumerate() {
            let kind = frame_kind(*frame, self.tables.effects[frame.card as usize]) as usize;
            if kind < KINDS_PER_ROW {
                self.one_hot(at!("frame_effect").nth(k), kind);
            }
        }
        for (k, &frame) in s.stack.iter().rev().take(FRAMES).enumerate() {
            let op = frame.task.runs().then(|| s.op(frame)).flatten();
            let (target, max_cost, chosen) = self.parameters(frame, op);
            let of_verb = |wanted: Verb| match op {
                Some(Op::Choose { verb, .. }) if verb == wanted => chosen,
                _ => 0.0,
            };
            let count_if = |counts: bool| if counts { f32::from(frame.count) } else { 0.0 };
            let step = if frame.task.runs() { f32::from(frame.pc) } else { 0.0 };
            self.number(at!("frame_discarded").nth(k), of_verb(Verb::Discard) * (1.0 / 10.0));
            self.number(at!("frame_to_draw").nth(k), count_if(frame.task.draws()) * (1.0 / 10.0));
            self.number(at!("frame_again").nth(k), count_if(frame.task == Task::Again) * (1.0 / 5.0));
            self.number(at!("frame_step").nth(k), step * (1.0 / 10.0));
            self.one_hot(at!("frame_seat").nth(k), self.place_of(frame.seat));
            self.number(at!("frame_trashed").nth(k), of_verb(Verb::Trash) * (1.0 / 5.0));
            self.number(at!("frame_max_cost").nth(k), max_cost * (1.0 / 10.0));
            self.number(at!("frame_target_hand").nth(k), target * (1.0 / 10.0));
        }
        for (k, frame) in s.stack.iter().rev().take(FRAMES).enumerate() {
            let kind = frame_kind(*frame, self.tables.effects[frame.card as usize]) as usize;
            if kind >= KINDS_PER_ROW {
                self.one_hot(at!("frame_effect_more").nth(k), kind - KINDS_PER_ROW);
            }
        }
    }
}
