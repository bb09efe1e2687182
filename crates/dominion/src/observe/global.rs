//! Channels 0-11: the game as a whole, and the supply.

use super::encode::{Encoder, Owned, densities};
use super::map::{Row, Section, at, cards, numbers, part, reserved, row, signed};
use super::plan::{ROOM, Sum};
use super::sink::Sink;
use crate::pile::occupied;
use crate::setup::PROVINCE;
use crate::state::Phase;
use hoyle_core::prelude::*;
use hoyle_core::{Turn, iter_bits};

pub(super) const SECTION: Section = Section::new("global", 0, GLOBAL_ROWS);
pub(super) const SUPPLY: Section = Section::new("supply", SECTION.end(), SUPPLY_ROWS);
/// Which piles have a card left.
pub(super) const AVAILABLE: usize = SUPPLY.cards("available").channel;

const GLOBAL_ROWS: &[Row] = &[
    numbers(
        "global",
        &[
            part("active", 2, "whose turn it is: the observer's, another player's"),
            part("phase", 2, "action phase, buy phase; both 0 while hands are drawn"),
            part("turn", 1, "the active player's turn / 100"),
            part("progress", 1, "Provinces that are gone / Provinces at the start"),
            part("empty_piles", 1, "empty supply piles / 10"),
        ],
    ),
    numbers(
        "resources",
        &[
            part("actions", 1, "the active player's actions / 10"),
            part("buys", 1, "the active player's buys / 10"),
            part("coins", 1, "the active player's money / 20"),
            part("effective_coins", 1, "the same with the treasures in hand, if the hand is the observer's / 20"),
        ],
    ),
    numbers(
        "end",
        &[
            part("provinces", 1, "Provinces left / Provinces at the start"),
            part("kingdom_empty", 10, "which kingdom piles are empty, in their order"),
            part("over", 1, "whether the game is over"),
        ],
    ),
    reserved("end_checks_reserved", 1),
    numbers(
        "table",
        &[
            part("players", 5, "one-hot of 2 to 6 players"),
            part("active_seat", 6, "one-hot of whose turn it is, counted from the observer"),
            part("decider", 6, "one-hot of who decides, counted from the observer; all 0 for chance"),
            part("silver_bonus", 1, "what the first Silver will give in addition / 5"),
            part("silver_played", 1, "whether a Silver was played this turn"),
            part("bought", 1, "whether a card was bought this turn"),
            part("turns_left", 1, "turns that the active player has left before the game is cut off / 100"),
        ],
    ),
    cards("trash", "cards in the trash / 20"),
    Row::Each {
        prefix: "opponent",
        from: 4,
        count: 2,
        rows: &[numbers(
            "far",
            &[
                part("far_sizes", 4, "cards in hand / 20, in the deck / 60, in the discard pile / 60, in all / 60"),
                signed("far_points", 1, "points / 50"),
                part("far_provinces", 1, "Provinces owned / Provinces at the start"),
                part("far_densities", 3, "shares of treasures, actions, victory cards"),
                part("far_present", 1, "whether there is this opponent"),
            ],
        )],
    },
    reserved("global_rest_reserved", 2),
];

const SUPPLY_ROWS: &[Row] = &[
    cards("supply", "cards left in each pile / its size at the start"),
    cards("available", "whether there is a card left in the pile"),
];

impl<K: Sink, const W: usize> Encoder<'_, K, W> {
    #[inline(always)]
    pub(super) fn global(&mut self) {
        let s = self.state;
        let provinces = f32::from(s.supply.count(PROVINCE)) * self.tables.pile_share[PROVINCE as usize];
        let active = s.of(s.player);
        self.one_hot(at!("active"), usize::from(s.player != self.me));
        match s.phase {
            Phase::Action => self.one_hot(at!("phase"), 0),
            Phase::Buy => self.one_hot(at!("phase"), 1),
            Phase::Deal | Phase::Cleanup => {}
        }
        let empty = s.empty_piles();
        self.number(at!("turn"), f32::from(active.turns + 1) * (1.0 / 100.0));
        self.number(at!("progress"), 1.0 - provinces);
        self.number(at!("empty_piles"), empty as f32 * (1.0 / 10.0));

        let coins = f32::from(s.coins);
        let in_hand = if s.player == self.me {
            iter_bits(active.hand.mask() & self.rules.treasures)
                .map(|slot| f32::from(active.hand.count(slot)) * f32::from(self.rules.numbers(slot).coins))
                .sum()
        } else {
            0.0
        };
        self.number(at!("actions"), f32::from(s.actions) * (1.0 / 10.0));
        self.number(at!("buys"), f32::from(s.buys) * (1.0 / 10.0));
        self.number(at!("coins"), coins * (1.0 / 20.0));
        self.number(at!("effective_coins"), (coins + in_hand) * (1.0 / 20.0));

        self.number(at!("provinces"), provinces);
        if empty > 0 {
            self.numbers(at!("kingdom_empty"), self.tables.kingdom.map(|slot| f32::from(s.supply.count(slot) == 0)));
        }
        self.number(at!("over"), f32::from(s.over));

        self.one_hot(at!("players"), self.players as usize - 2);
        self.one_hot(at!("active_seat"), self.place_of(s.player));
        if let Turn::Seat(decider) = s.turn() {
            self.one_hot(at!("decider"), self.place_of(decider.0));
        }
        let left = f32::from(self.rules.options.max_turns.saturating_sub(active.turns)) * (1.0 / 100.0);
        self.number(at!("silver_bonus"), f32::from(s.silver_bonus) * (1.0 / 5.0));
        self.number(at!("silver_played"), f32::from(s.silver_played));
        self.number(at!("bought"), f32::from(s.bought));
        self.number(at!("turns_left"), left);
        self.counts(row!("trash"), &s.trash, occupied(&s.trash), 1.0 / 20.0);
        for k in 4..=5 {
            if let Some(seat) = self.opponent_seat(k) {
                self.far(k as usize - 4, k, seat);
            }
        }
    }

    /// A channel that sums up an opponent for whom there is no block; `index` counts these.
    #[inline(always)]
    fn far(&mut self, index: usize, k: u8, seat: u8) {
        let zones = self.state.of(seat);
        let Owned { sums, points, .. } = self.owned[k as usize % 8];
        let size = sums.get(Sum::Size);
        let share = 1.0 / size.max(1.0);
        self.numbers(
            at!("opponent_far_sizes").nth(index),
            [
                zones.hand.len() as f32 * (1.0 / 20.0),
                self.state.deck_len(seat) as f32 * (1.0 / 60.0),
                zones.discard.len() as f32 * (1.0 / 60.0),
                size * (1.0 / 60.0),
            ],
        );
        self.number(at!("opponent_far_points").nth(index), points * (1.0 / 50.0));
        let provinces = f32::from(zones.owned[PROVINCE as usize]) * self.tables.pile_share[PROVINCE as usize];
        self.number(at!("opponent_far_provinces").nth(index), provinces);
        self.numbers(at!("opponent_far_densities").nth(index), densities(sums, share));
        self.number(at!("opponent_far_present").nth(index), 1.0);
    }

    #[inline(always)]
    pub(super) fn supply(&mut self) {
        let row = self.row(const { SUPPLY.cards("supply").channel });
        for (slot, count) in self.state.supply.iter() {
            let share = self.tables.pile_share[slot as usize % ROOM];
            self.sink.set(row + self.column(slot), f32::from(count) * share);
        }
        // While no pile is empty, this row is always the same.
        let mask = self.state.supply.mask();
        if mask == self.rules.supply.mask() {
            self.sink.set_all(&self.plan.available);
        } else {
            self.card_set(const { SUPPLY.cards("available") }, mask);
        }
    }
}
