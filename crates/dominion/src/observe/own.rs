//! Channels 12-56: the observer's hand, deck and discard pile.

use super::encode::{Encoder, densities};
use super::global;
use super::map::{CardRow, Numbers, Row, Section, at, cards, numbers, part, reserved, row, signed};
use super::plan::Sum;
use super::sink::Sink;
use crate::pile::Pile;

pub(super) const SECTION: Section = Section::new("own", global::SUPPLY.end(), ROWS);

const ROWS: &[Row] = &[
    cards("hand", "cards in the observer's hand / 20"),
    numbers(
        "hand_types",
        &[
            part("hand_kinds", 3, "treasures, actions, victory cards in hand / 20"),
            part("hand_size", 1, "cards in hand / 20"),
        ],
    ),
    numbers(
        "hand_costs",
        &[part("hand_cost", 1, "sum of costs / 100"), part("hand_mean_cost", 1, "mean of costs / 10")],
    ),
    numbers("hand_grants_actions", &[part("hand_actions", 1, "actions that the cards in hand give / 20")]),
    numbers("hand_grants_cards", &[part("hand_draws", 1, "cards that the cards in hand draw / 20")]),
    numbers("hand_grants_buys", &[part("hand_buys", 1, "buys that the cards in hand give / 10")]),
    numbers("hand_grants_money", &[part("hand_treasure", 1, "value of the treasures in hand / 50")]),
    reserved("hand_reserved", 8),
    cards("deck", "cards in the observer's deck, without order / cards in the deck"),
    numbers(
        "deck_types",
        &[
            part("deck_size", 1, "cards in the deck / 60"),
            part("deck_densities", 3, "shares of treasures, actions, victory cards"),
            part("deck_mean_cost", 1, "mean of costs / 10"),
            part("deck_size_wide", 1, "cards in the deck / 250: never cut off"),
        ],
    ),
    numbers(
        "deck_costs",
        &[
            part("deck_cost", 1, "sum of costs / 100"),
            part("deck_cost_mean", 1, "mean of costs / 10, as in `deck_mean_cost`"),
            part("deck_cost_wide", 1, "sum of costs / 500: cut off later"),
        ],
    ),
    numbers("deck_grants_actions", &[part("deck_actions", 1, "actions that the cards give / 20")]),
    numbers("deck_grants_cards", &[part("deck_draws", 1, "cards that the cards draw / 20")]),
    numbers("deck_grants_buys", &[part("deck_buys", 1, "buys that the cards give / 10")]),
    numbers("deck_grants_money", &[part("deck_treasure", 1, "value of the treasures / 50")]),
    numbers("deck_other_kinds", &[part("deck_others", 3, "shares of Curses, attacks, reactions")]),
    numbers("deck_worth", &[signed("deck_points", 1, "points of the cards, without those that count cards / 50")]),
    reserved("deck_reserved", 6),
    cards("discard", "cards in the observer's discard pile / cards in the pile"),
    numbers(
        "discard_types",
        &[
            part("discard_size", 1, "cards in the pile / 60"),
            part("discard_kinds", 3, "treasures, actions, victory cards / 60"),
            part("discard_mean_cost", 1, "mean of costs / 10, as in the deck's channel"),
            part("discard_size_wide", 1, "cards in the pile / 250: never cut off"),
        ],
    ),
    numbers(
        "discard_costs",
        &[
            part("discard_cost", 1, "sum of costs / 100"),
            part("discard_cost_mean", 1, "mean of costs / 10, as in `discard_mean_cost`"),
            part("discard_cost_wide", 1, "sum of costs / 500: cut off later"),
        ],
    ),
    numbers("discard_grants_actions", &[part("discard_actions", 1, "actions that the cards give / 20")]),
    numbers("discard_grants_cards", &[part("discard_draws", 1, "cards that the cards draw / 20")]),
    numbers("discard_grants_buys", &[part("discard_buys", 1, "buys that the cards give / 10")]),
    numbers("discard_grants_money", &[part("discard_treasure", 1, "value of the treasures / 50")]),
    numbers("discard_other_kinds", &[part("discard_others", 3, "shares of Curses, attacks, reactions")]),
    numbers(
        "discard_worth",
        &[signed("discard_points", 1, "points of the cards, without those that count cards / 50")],
    ),
    reserved("discard_reserved", 6),
];

/// Where the numbers of the deck or the discard pile stand.
#[derive(Clone, Copy)]
struct PileRows {
    cards: CardRow,
    size: Numbers,
    /// Treasures, actions and victory cards.
    types: Numbers,
    mean_cost: Numbers,
    size_wide: Numbers,
    cost: Numbers,
    cost_mean: Numbers,
    cost_wide: Numbers,
    actions: Numbers,
    draws: Numbers,
    buys: Numbers,
    treasure: Numbers,
    others: Numbers,
    points: Numbers,
}

/// The rows of a pile by its name and that of its numbers of treasures, actions and victory cards.
macro_rules! pile_rows {
    ($name:literal, $types:literal) => {
        PileRows {
            cards: SECTION.cards($name),
            size: SECTION.at(concat!($name, "_size")),
            types: SECTION.at(concat!($name, $types)),
            mean_cost: SECTION.at(concat!($name, "_mean_cost")),
            size_wide: SECTION.at(concat!($name, "_size_wide")),
            cost: SECTION.at(concat!($name, "_cost")),
            cost_mean: SECTION.at(concat!($name, "_cost_mean")),
            cost_wide: SECTION.at(concat!($name, "_cost_wide")),
            actions: SECTION.at(concat!($name, "_actions")),
            draws: SECTION.at(concat!($name, "_draws")),
            buys: SECTION.at(concat!($name, "_buys")),
            treasure: SECTION.at(concat!($name, "_treasure")),
            others: SECTION.at(concat!($name, "_others")),
            points: SECTION.at(concat!($name, "_points")),
        }
    };
}

const DECK: PileRows = pile_rows!("deck", "_densities");
const DISCARD: PileRows = pile_rows!("discard", "_kinds");

impl<K: Sink, const W: usize> Encoder<'_, K, W> {
    #[inline(always)]
    pub(super) fn own(&mut self) {
        let zones = self.state.of(self.me);
        let sums = self.summed_cards(row!("hand"), &zones.hand, 1.0 / 20.0);
        let size = sums.get(Sum::Size);
        self.numbers(at!("hand_kinds"), densities(sums, 1.0 / 20.0));
        self.number(at!("hand_size"), size * (1.0 / 20.0));
        let cost = sums.get(Sum::Cost);
        self.number(at!("hand_cost"), cost * (1.0 / 100.0));
        self.number(at!("hand_mean_cost"), cost / (10.0 * size.max(1.0)));
        self.number(at!("hand_actions"), sums.get(Sum::GivesActions) * (1.0 / 20.0));
        self.number(at!("hand_draws"), sums.get(Sum::GivesCards) * (1.0 / 20.0));
        self.number(at!("hand_buys"), sums.get(Sum::GivesBuys) * (1.0 / 10.0));
        self.number(at!("hand_treasure"), sums.get(Sum::Value) * (1.0 / 50.0));

        // Without order: the cards whose place is known count like the others.
        let mut deck = zones.deck;
        self.state.top(self.me).iter().for_each(|placed| deck.add(placed.slot()));
        self.pile(DECK, &deck, true);
        self.pile(DISCARD, &zones.discard, false);
    }

    /// The observer's deck or discard pile. `as_shares`: its treasures, actions and victory cards are shares of it, not numbers.
    #[inline(always)]
    fn pile(&mut self, at: PileRows, pile: &Pile, as_shares: bool) {
        if pile.is_empty() {
            return;
        }
        let size = pile.len() as f32;
        let share = 1.0 / size;
        let sums = self.summed_cards(at.cards, pile, share);
        let cost = sums.get(Sum::Cost);
        let mean_cost = cost * share * (1.0 / 10.0);
        self.number(at.size, size * (1.0 / 60.0));
        self.numbers(at.types, densities(sums, if as_shares { share } else { 1.0 / 60.0 }));
        self.number(at.mean_cost, mean_cost);
        self.number(at.size_wide, size * (1.0 / 250.0));
        // The scales of the hand.
        self.number(at.cost, cost * (1.0 / 100.0));
        self.number(at.cost_mean, mean_cost);
        self.number(at.cost_wide, cost * (1.0 / 500.0));
        self.number(at.actions, sums.get(Sum::GivesActions) * (1.0 / 20.0));
        self.number(at.draws, sums.get(Sum::GivesCards) * (1.0 / 20.0));
        self.number(at.buys, sums.get(Sum::GivesBuys) * (1.0 / 10.0));
        self.number(at.treasure, sums.get(Sum::Value) * (1.0 / 50.0));
        self.numbers(
            at.others,
            [sums.get(Sum::Curses), sums.get(Sum::Attacks), sums.get(Sum::Reactions)].map(|count| count * share),
        );
        self.number(at.points, sums.get(Sum::Points) * (1.0 / 50.0));
    }
}
