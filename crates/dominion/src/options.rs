//! What can be set.

hoyle_core::option_values! {
    /// Whether treasures play themselves.
    pub enum Treasures {
        /// All are played when the buy phase begins. Nothing is lost by that in the base set.
        Auto = "auto",
        /// The player plays them one by one.
        Hand = "hand",
    }
    /// What a game ends with.
    pub enum Scoring {
        /// 1 for the winner, the others share -1; shared by those who share the victory.
        Win = "win",
        /// Points ahead of the best other player, divided by 100.
        Margin = "margin",
    }
    /// What players see of another's discard pile.
    pub enum Discards {
        /// What lies on top, as printed: whatever is laid there in the open, but not a hand that was not played.
        Top = "top",
        /// All of it.
        Open = "open",
    }
}

hoyle_core::game_options! {
    /// The options of a game of Dominion.
    pub struct Options {
        players: u8 = 2, "how many play, 2-6";
        kingdom: String = "first-game".to_owned(),
            "ten card names joined by +, the name of a recommended set such as first-game, or random";
        kingdom_seed: u64 = 0, "which random kingdom: a number";
        cards: String = String::new(), "further card files, joined by +; `further` is built in";
        treasures: Treasures = Treasures::Auto, "auto (played when the buy phase begins) | hand (one by one)";
        macro_rule as "macro": String = "off".to_owned(),
            "what action 171 plays at once: off | simple | cards and kinds joined by + in order of preference (cantrip, village, \
             nonterminal, draw, money, throne), such as Market+nonterminal";
        max_turns: u8 = 100, "turns per player after which the game is broken off, 1-200";
        scoring: Scoring = Scoring::Win, "win (1, or a share of -1) | margin (points ahead, divided by 100)";
        discards: Discards = Discards::Top,
            "top (of another's discard pile only what was laid there openly is known) | open (all of it)";
    }

    /// The base set.
    preset base {}
}
