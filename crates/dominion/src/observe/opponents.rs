//! Channels 100-149: what is known of the opponents.

use super::encode::{Encoder, Owned, densities};
use super::map::{Row, Section, at, cards, numbers, part, reserved, row, signed};
use super::plan::Sum;
use super::sink::Sink;
use super::worth;
use crate::pile::{SLOTS, occupied};
use crate::setup::PROVINCE;

pub(super) const SECTION: Section = Section::new("opponents", worth::SECTION.end(), ROWS);

/// The sixteen channels of an opponent.
pub(super) const OPPONENT: &[Row] = &[
    numbers(
        "opponent_sizes",
        &[
            part("sizes", 4, "cards in hand / 20, in the deck / 60, in the discard pile / 60, in all / 60"),
            part("owned_size_wide", 1, "cards owned / 250: never cut off"),
            part("turns", 1, "turns finished / 100"),
            part("present", 1, "whether there is this opponent"),
        ],
    ),
    cards("owned", "all cards that the opponent owns / their number"),
    numbers(
        "opponent_worth",
        &[
            signed("points", 1, "points / 50"),
            part("provinces", 1, "Provinces owned / Provinces at the start"),
            part("densities", 3, "shares of treasures, actions, victory cards"),
            part("mean_cost", 1, "mean of costs / 10"),
        ],
    ),
    cards("known", "cards known to be in the opponent's hand / 20"),
    cards("top", "one-hot of the card that everybody knows on top of the deck"),
    cards("below_top", "openly known cards below it, as in `below_top`"),
    cards("discard", "cards known to be in the discard pile / cards in the pile"),
    reserved("reserved", 9),
];

const ROWS: &[Row] = &[
    Row::Each { prefix: "opponent", from: 1, count: 3, rows: OPPONENT },
    Row::Each {
        prefix: "opponent",
        from: 4,
        count: 2,
        rows: &[cards("far_owned", "all cards that the opponent owns / their number")],
    },
];

impl<K: Sink, const W: usize> Encoder<'_, K, W> {
    #[inline(always)]
    pub(super) fn opponents(&mut self) {
        for k in 1..=3 {
            self.opponent(at!("opponent_sizes").nth(k - 1).channel - SECTION.start, k as u8);
        }
        for k in 4..=5 {
            self.far_owned(k - 4, k as u8);
        }
    }

    /// The channels of an opponent; `further` is by how many channels they stand after those of the first.
    #[inline(always)]
    pub(super) fn opponent(&mut self, further: usize, k: u8) {
        let Some(seat) = self.opponent_seat(k) else { return };
        let s = self.state;
        let zones = s.of(seat);
        let Owned { sums, slots, points } = self.owned[k as usize % 8];
        let size = sums.get(Sum::Size);
        let share = 1.0 / size.max(1.0);
        self.numbers(
            at!("opponent_sizes").shifted(further),
            [
                zones.hand.len() as f32 * (1.0 / 20.0),
                s.deck_len(seat) as f32 * (1.0 / 60.0),
                zones.discard.len() as f32 * (1.0 / 60.0),
                size * (1.0 / 60.0),
            ],
        );
        self.number(at!("opponent_owned_size_wide").shifted(further), size * (1.0 / 250.0));
        self.number(at!("opponent_turns").shifted(further), f32::from(zones.turns) * (1.0 / 100.0));
        self.number(at!("opponent_present").shifted(further), 1.0);
        self.counts(row!("opponent_owned").shifted(further), &zones.owned, slots, share);
        self.number(at!("opponent_points").shifted(further), points * (1.0 / 50.0));
        let provinces = f32::from(zones.owned[PROVINCE as usize]) * self.tables.pile_share[PROVINCE as usize];
        self.number(at!("opponent_provinces").shifted(further), provinces);
        self.numbers(at!("opponent_densities").shifted(further), densities(sums, share));
        self.number(at!("opponent_mean_cost").shifted(further), sums.get(Sum::Cost) * share * (1.0 / 10.0));
        if zones.known != [0; SLOTS] {
            self.counts(row!("opponent_known").shifted(further), &zones.known, occupied(&zones.known), 1.0 / 20.0);
        }
        let (top, below) = (row!("opponent_top").shifted(further), row!("opponent_below_top").shifted(further));
        self.known_top(top, below, s.top(seat), |placed| placed.open());
        if !zones.discard.is_empty() {
            let share = 1.0 / zones.discard.len() as f32;
            self.counts(row!("opponent_discard").shifted(further), &zones.seen, occupied(&zones.seen), share);
        }
    }

    /// What an opponent owns for whom there is no block; `index` counts these.
    #[inline(always)]
    fn far_owned(&mut self, index: usize, k: u8) {
        if let Some(seat) = self.opponent_seat(k) {
            let Owned { sums, slots, .. } = self.owned[k as usize % 8];
            let share = 1.0 / sums.get(Sum::Size).max(1.0);
            self.counts(row!("opponent_far_owned").nth(index), &self.state.of(seat).owned, slots, share);
        }
    }
}
