//! Channels 250-299: what happened lately, as everybody saw it.

use super::encode::Encoder;
use super::frames;
use super::map::{Numbers, Row, Section, at, numbers, part, reserved, signed, unused};
use super::plan::ROOM;
use super::sink::Sink;
use crate::history::Note;
use crate::setup::PROVINCE;

pub(super) const SECTION: Section = Section::new("history", frames::SECTION.end(), ROWS);

const ROWS: &[Row] = &[
    Row::Each {
        prefix: "action",
        from: 1,
        count: 5,
        rows: &[numbers(
            "action",
            &[
                part(
                    "kind",
                    10,
                    "one-hot of what was done, newest action first: play, play treasures, buy, gain, discard, trash, put on \
                     the deck, react, keep or set aside, end or decline",
                ),
                part("card", 1, "the card, if everybody saw it: (column + 1) / width"),
                unused("unused_1", 9),
                part("cost", 1, "its cost / 10"),
                unused("unused_2", 9),
                part("seat", 6, "one-hot of who did it, counted from the observer"),
            ],
        )],
    },
    Row::Each {
        prefix: "gain",
        from: 1,
        count: 5,
        rows: &[numbers(
            "gain",
            &[
                part("card", 1, "the card that was gained, newest first: (column + 1) / width"),
                unused("unused_1", 9),
                part("cost", 1, "its cost / 10"),
                unused("unused_2", 9),
                part("source", 1, "1/5 bought, 2/5 by an own card, 3/5 by another player's card"),
                unused("unused_3", 9),
                part("seat", 6, "one-hot of who gained it, counted from the observer"),
            ],
        )],
    },
    Row::Each {
        prefix: "player",
        from: 1,
        count: 6,
        rows: &[numbers(
            "statistics",
            &[
                part(
                    "lately",
                    3,
                    "how often actions were played / 20, cards bought / 10, Provinces bought / Provinces at the start, in \
                     the last three turns; player 1 is the observer",
                ),
                signed(
                    "turn_points",
                    3,
                    "points / 100 when the turn under way or finished last began, the turn before it, and the one before that",
                ),
            ],
        )],
    },
    reserved("statistics_reserved", 4),
    reserved("history_reserved", 30),
];

impl<K: Sink, const W: usize> Encoder<'_, K, W> {
    #[inline(always)]
    pub(super) fn history(&mut self) {
        let history = &self.state.history;
        let share = 1.0 / (if W > 0 { W } else { self.plan.width }) as f32;
        for (k, note) in history.deeds.into_iter().enumerate() {
            if note.is_none() {
                break;
            }
            self.one_hot(at!("action_kind").nth(k), note.kind() as usize);
            self.note_card(note, at!("action_card").nth(k), at!("action_cost").nth(k), share);
            self.one_hot(at!("action_seat").nth(k), self.place_of(note.seat()));
        }
        for (k, note) in history.gains.into_iter().enumerate() {
            if note.is_none() {
                break;
            }
            self.note_card(note, at!("gain_card").nth(k), at!("gain_cost").nth(k), share);
            self.nonzero(at!("gain_source").nth(k), f32::from(note.kind() + 1) * (1.0 / 5.0));
            self.one_hot(at!("gain_seat").nth(k), self.place_of(note.seat()));
        }
        for k in 0..self.players {
            let [a, b, c] = history.turns[self.seat_at(k) as usize];
            let k = k as usize;
            let sum = |a: u8, b: u8, c: u8| f32::from(u16::from(a) + u16::from(b) + u16::from(c));
            let share = self.tables.pile_share[PROVINCE as usize];
            self.numbers(
                at!("player_lately").nth(k),
                [
                    sum(a.plays, b.plays, c.plays) * (1.0 / 20.0),
                    sum(a.buys, b.buys, c.buys) * (1.0 / 10.0),
                    sum(a.provinces, b.provinces, c.provinces) * share,
                ],
            );
            let points = [a.points, b.points, c.points].map(|points| f32::from(points) * (1.0 / 100.0));
            self.numbers(at!("player_turn_points").nth(k), points);
        }
    }

    #[inline(always)]
    fn note_card(&mut self, note: Note, card: Numbers, cost: Numbers, share: f32) {
        if let Some(slot) = note.card() {
            self.nonzero(card, (self.column(slot) + 1) as f32 * share);
            self.number(cost, self.tables.cost[slot as usize % ROOM]);
        }
    }
}
