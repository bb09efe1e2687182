//! The channel map: every channel of the tensor with what stands in it.
//!
//! A channel is a row of the tensor. A row of cards has a column per card; a row of numbers has them at its beginning, or
//! at places that the map gives. What is not used is declared as reserved and stays zero.

use hoyle_core::{Layout, LayoutBuilder};

/// A group of numbers in a row.
struct Part {
    name: &'static str,
    len: usize,
    signed: bool,
    meaning: &'static str,
}

/// What fills one or more channels.
enum Row {
    /// One channel with a column per card.
    Cards { name: &'static str, signed: bool, meaning: &'static str },
    /// One channel with numbers at its beginning.
    Numbers { name: &'static str, parts: &'static [Part] },
    /// Channels that stay zero.
    Reserved { name: &'static str, channels: usize, meaning: &'static str },
    /// The same rows again and again, for each of several things.
    Each { prefix: &'static str, from: usize, count: usize, rows: &'static [Row] },
}

const fn cards(name: &'static str, meaning: &'static str) -> Row {
    Row::Cards { name, signed: false, meaning }
}

const fn numbers(name: &'static str, parts: &'static [Part]) -> Row {
    Row::Numbers { name, parts }
}

const fn reserved(name: &'static str, channels: usize) -> Row {
    Row::Reserved { name, channels, meaning: "reserved: zero" }
}

const fn part(name: &'static str, len: usize, meaning: &'static str) -> Part {
    Part { name, len, signed: false, meaning }
}

const fn signed(name: &'static str, len: usize, meaning: &'static str) -> Part {
    Part { name, len, signed: true, meaning }
}

/// Channels 0 and up: the game as a whole.
const GLOBAL: &[Row] = &[
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

/// Channels 10 and 11.
const SUPPLY: &[Row] = &[
    cards("supply", "cards left in each pile / its size at the start"),
    cards("available", "whether there is a card left in the pile"),
];

/// Channels 12 to 99: the observer's cards, the effect under way, what is in play, and points.
const OWN: &[Row] = &[
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

/// The sixteen channels of an opponent.
const OPPONENT: &[Row] = &[
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

/// Channels 100 to 149.
const OPPONENTS: &[Row] = &[
    Row::Each { prefix: "opponent", from: 1, count: 3, rows: OPPONENT },
    Row::Each {
        prefix: "opponent",
        from: 4,
        count: 2,
        rows: &[cards("far_owned", "all cards that the opponent owns / their number")],
    },
];

/// Channels 150 to 199, the same in every observation of a game.
const PROPERTIES: &[Row] = &[
    cards("cost", "cost / 10"),
    cards("is_treasure", "a treasure"),
    cards("is_action", "an action"),
    cards("is_victory", "a victory card"),
    cards("is_curse", "a Curse"),
    cards("is_attack", "an attack"),
    cards("is_reaction", "a reaction"),
    reserved("is_duration", 1),
    cards("gives_actions", "actions that it gives, also under a condition / 5"),
    cards("gives_cards", "cards that it draws, also under a condition / 5"),
    cards("gives_buys", "buys that it gives / 5"),
    cards("treasure_value", "its value as a treasure / 5"),
    Row::Cards { name: "gives_points", signed: true, meaning: "points / 10" },
    cards("gives_coins", "money that it gives as an action, also under a condition / 5"),
    reserved("potion_cost", 1),
    reserved("debt_cost", 1),
    cards("has_effect", "does more than what it gives, a reaction included"),
    cards("can_discard", "its player discards, or sets aside and discards then"),
    cards("can_trash", "its player trashes"),
    cards("can_gain", "its player gains cards"),
    cards("hurts", "does something to others as an attack"),
    cards("defends", "answers an attack"),
    cards("multiplies", "plays another card several times"),
    cards("is_conditional", "part of it only happens under a condition: a reaction, or for empty piles, included"),
    cards("draws_chosen", "draws as many as were chosen"),
    cards("draws_to", "draws up to a hand of this size / 10"),
    cards("looks", "cards of the deck looked at or revealed / 5"),
    cards("trash_most", "the most cards that are trashed at once / 5"),
    cards("trash_forced", "trashing is not a choice"),
    cards("trash_pays", "a trashed card is paid for in money"),
    cards("trash_upgrades", "a trashed card is replaced by a dearer one"),
    cards("trash_from_deck", "trashes cards that were looked at"),
    cards("gain_limit", "the highest cost of a card that is gained by choice / 12"),
    cards("gain_to_hand", "a gained card goes to the hand"),
    cards("gain_to_deck", "a gained card goes onto the deck"),
    cards("gain_fixed", "gains a card that it names"),
    cards("others_gain", "others gain a card that it names"),
    cards("others_discard", "others discard"),
    cards("others_trash", "others lose cards"),
    cards("others_topdeck", "others put cards on their deck"),
    cards("others_draw", "others draw"),
    cards("others_reveal", "others show cards of their deck"),
    cards("topdeck_from_discard", "puts a card of the discard pile on the deck"),
    cards("topdeck_from_hand", "puts a card of the hand on the deck"),
    cards("plays_from_deck", "may play a card from the top of the deck"),
    cards("plays_from_hand", "how often it plays another card from the hand / 5"),
    cards("counts_empty_piles", "depends on the empty piles"),
    cards("wants_silver", "makes a Silver worth more / 5"),
    cards("points_per_card", "points per card owned: 1 / the cards needed for one"),
    cards("is_terminal", "an action that gives no action"),
];

/// Channels 200 to 249.
const EFFECTS: &[Row] = &[
    Row::Each {
        prefix: "frame",
        from: 1,
        count: 8,
        rows: &[numbers(
            "effect",
            &[part("effect", super::effects::ROW, "one-hot of the kind of effect, see below: kinds 0-49")],
        )],
    },
    Row::Each {
        prefix: "frame",
        from: 1,
        count: 8,
        rows: &[numbers(
            "parameters",
            &[
                part("discarded", 1, "cards discarded so far / 10"),
                part("to_draw", 1, "cards still to be drawn / 10"),
                part("again", 1, "times that the card is still to be played / 5"),
                part("step", 1, "how far the effect is: its step / 10"),
                part("seat", 6, "one-hot of whom it concerns, counted from the observer"),
                part("unused_1", 6, "reserved: zero"),
                part("trashed", 1, "cards trashed so far / 5"),
                part("unused_2", 15, "reserved: zero"),
                part("max_cost", 1, "the highest cost of a card that can be gained / 10"),
                part("unused_3", 15, "reserved: zero"),
                part("target_hand", 1, "the hand size that is discarded down to / 10"),
            ],
        )],
    },
    Row::Reserved {
        name: "effect_state_learned",
        channels: 15,
        meaning: "zero: room for what a network learns about effects",
    },
    Row::Each {
        prefix: "frame",
        from: 1,
        count: 8,
        rows: &[numbers(
            "effect_more",
            &[part("effect_more", super::effects::ROW, "kinds 50-99 of `effect`: room for more than there are yet")],
        )],
    },
    reserved("effect_embedding_reserved", 11),
];

/// Channels 250 to 299.
const HISTORY: &[Row] = &[
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
                part("unused_1", 9, "reserved: zero"),
                part("cost", 1, "its cost / 10"),
                part("unused_2", 9, "reserved: zero"),
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
                part("unused_1", 9, "reserved: zero"),
                part("cost", 1, "its cost / 10"),
                part("unused_2", 9, "reserved: zero"),
                part("source", 1, "1/5 bought, 2/5 by an own card, 3/5 by another player's card"),
                part("unused_3", 9, "reserved: zero"),
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

/// Channels 300 to 399, of the layout `rich` only.
const RICH: &[Row] = &[
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

/// The sections in their order.
const SECTIONS: [(&str, &[Row]); 8] = [
    ("global", GLOBAL),
    ("supply", SUPPLY),
    ("own", OWN),
    ("opponents", OPPONENTS),
    ("properties", PROPERTIES),
    ("effects", EFFECTS),
    ("history", HISTORY),
    ("rich", RICH),
];

/// The layout of the first `channels` channels with rows of this width.
pub(super) fn declare(name: &str, version: u32, channels: usize, width: usize) -> Layout {
    let mut map = Map { builder: Layout::build(name, version), width, channels, done: 0, prefix: String::new() };
    SECTIONS.iter().for_each(|(name, rows)| {
        map.builder = std::mem::replace(&mut map.builder, Layout::build("", 0)).section(name);
        map.rows(rows);
    });
    assert_eq!(map.done, channels, "a layout ends where a row ends");
    map.builder.finish(&[channels, width])
}

/// A layout under declaration, row by row.
struct Map {
    builder: LayoutBuilder,
    width: usize,
    channels: usize,
    done: usize,
    prefix: String,
}

impl Map {
    fn rows(&mut self, rows: &[Row]) {
        for row in rows {
            if self.done >= self.channels {
                return;
            }
            match row {
                Row::Cards { name, signed, meaning } => self.field(name, &[self.width], *signed, meaning, 1),
                Row::Numbers { name, parts } => self.numbers(name, parts),
                Row::Reserved { name, channels, meaning } => {
                    self.field(name, &[*channels, self.width], false, meaning, *channels);
                }
                Row::Each { prefix, from, count, rows } => {
                    for i in *from..from + count {
                        self.prefix = format!("{prefix}{i}_");
                        self.rows(rows);
                    }
                    self.prefix.clear();
                }
            }
        }
    }

    fn numbers(&mut self, name: &str, parts: &[Part]) {
        let used: usize = parts.iter().map(|part| part.len).sum();
        for part in parts {
            self.field(part.name, &[part.len], part.signed, part.meaning, 0);
        }
        if used < self.width {
            self.field(&format!("{name}_reserved"), &[self.width - used], false, "reserved: zero", 0);
        }
        self.done += 1;
    }

    fn field(&mut self, name: &str, shape: &[usize], signed: bool, meaning: &str, channels: usize) {
        let name = format!("{}{name}", self.prefix);
        let range = if meaning.contains(": zero") || meaning.starts_with("zero:") {
            0.0..=0.0
        } else if signed {
            -1.0..=1.0
        } else {
            0.0..=1.0
        };
        let shape = if shape == [1] { &[] } else { shape };
        let builder = std::mem::replace(&mut self.builder, Layout::build("", 0));
        self.builder = builder.field(&name, shape, range, meaning);
        self.done += channels;
    }
}
