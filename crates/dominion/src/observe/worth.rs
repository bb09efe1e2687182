//! Channels 87-99: all cards that the observer owns, its points, and what it knows of its deck's top.

use super::effect;
use super::encode::{Encoder, Owned};
use super::map::{CardRow, Row, Section, at, cards, numbers, part, reserved, row, signed};
use super::plan::{ROOM, Sum};
use super::sink::Sink;
use crate::pile::SLOTS;
use crate::setup::PROVINCE;
use crate::state::Placed;
use hoyle_core::iter_bits;

pub(super) const SECTION: Section = Section::new("own", effect::SECTION.end(), ROWS);

const ROWS: &[Row] = &[
    cards("owned", "all cards that the observer owns, wherever they are / their number"),
    numbers(
        "worth",
        &[
            signed("points", 1, "the observer's points / 50"),
            signed("points_with_province", 1, "the same with one Province more / 50"),
            part("points_per_gardens", 1, "what each card that counts cards is worth, if one is owned / 10"),
            part("owned_size", 1, "cards owned / 60"),
            part("owned_size_wide", 1, "cards owned / 250: never cut off"),
        ],
    ),
    numbers("lead", &[signed("leads", 5, "the observer's points less those of each opponent / 50")]),
    reserved("points_reserved", 3),
    cards("top", "one-hot of the card that the observer knows on top of its deck"),
    cards("below_top", "known cards below it: the sum of 1/2 for the second card, 1/4 for the third and so on"),
    numbers("top_numbers", &[part("top_known", 1, "cards known on top of the deck / 5")]),
    reserved("owned_reserved", 4),
];

impl<K: Sink, const W: usize> Encoder<'_, K, W> {
    #[inline(always)]
    pub(super) fn worth(&mut self) {
        let s = self.state;
        let zones = s.of(self.me);
        let Owned { sums, slots, points } = self.owned[0];
        let size = sums.0[Sum::Size as usize];
        self.counts(row!("owned"), &zones.owned, slots, 1.0 / sums.get(Sum::Size).max(1.0));
        let more = self.with(sums, PROVINCE, 1);
        let with_province = self.points(more, &zones.owned);
        let counters = iter_bits(self.tables.counters & slots);
        let per_card: i16 =
            counters.map(|slot| self.tables.per_cards[slot as usize % ROOM].map_or(0, |per| size / per.get())).sum();
        let cards = f32::from(size);
        self.number(at!("points"), points * (1.0 / 50.0));
        self.number(at!("points_with_province"), with_province * (1.0 / 50.0));
        self.number(at!("points_per_gardens"), f32::from(per_card) * (1.0 / 10.0));
        self.number(at!("owned_size"), cards * (1.0 / 60.0));
        self.number(at!("owned_size_wide"), cards * (1.0 / 250.0));
        for k in 1..self.players {
            let other = self.owned[k as usize % 8].points;
            self.nth_number(at!("leads"), k as usize - 1, (points - other) * (1.0 / 50.0));
        }
        let top = s.top(self.me);
        self.known_top(row!("top"), row!("below_top"), top, |_| true);
        self.number(at!("top_known"), top.len() as f32 * (1.0 / 5.0));
    }

    /// The top card of a deck and what is known below it, as far as `seen` says that the observer knows them.
    #[inline(always)]
    pub(super) fn known_top(&mut self, at: CardRow, below_at: CardRow, top: &[Placed], seen: impl Fn(&Placed) -> bool) {
        let Some((first, rest)) = top.split_last() else { return };
        if seen(first) {
            self.one_card(at, Some(first.slot()));
        }
        if rest.is_empty() {
            return;
        }
        let mut below = [0.0; SLOTS];
        let mut weight = 0.5;
        for placed in rest.iter().rev() {
            if seen(placed) {
                below[placed.slot() as usize] += weight;
            }
            weight /= 2.0;
        }
        let row = self.row(below_at.channel);
        for slot in iter_bits(self.rules.supply.mask()) {
            self.sink.put(row + self.column(slot), below[slot as usize]);
        }
    }
}
