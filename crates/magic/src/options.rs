//! What can be set.

hoyle_core::option_values! {
    /// What is done before the first turn.
    pub enum Mulligans {
        /// The London mulligan.
        London = "london",
        /// Every hand is kept.
        None = "none",
    }
    /// When a player with priority is asked.
    pub enum Windows {
        /// When there is something else to do than to pass.
        Real = "real",
        /// Always.
        All = "all",
    }
    /// Who chooses what a cost is paid with.
    pub enum Payment {
        /// The engine, unless another way of paying would leave mana for a card in hand that this way does not.
        Auto = "auto",
        /// The player, whenever sources of different kinds could pay.
        Ask = "ask",
    }
    /// What a player knows of the opponent's deck.
    pub enum DeckKnowledge {
        /// The list.
        Lists = "lists",
        /// What was seen, and that it is one of the metagame's. Every deck must be.
        Metagame = "metagame",
    }
}

/// What stands for a deck that is drawn at the start from the metagame, each as likely as any other, and that the other
/// player does not know. Only with [`DeckKnowledge::Metagame`].
pub const METAGAME: &str = "metagame";

hoyle_core::game_options! {
    /// The options of a game of Magic.
    pub struct Options {
        deck0: String = "red".to_owned(),
            "the first player's deck: a built-in name, a file (Arena or Forge), a list such as 20 Mountain; 4 Shock, or \
             metagame (with knowledge=metagame: one of them, drawn at the start)";
        deck1: String = "green".to_owned(), "the second player's deck";
        cards: String = String::new(), "further card files, joined by +; `further` is built in";
        life: u8 = 20, "life at the start, 1-200";
        max_turns: u16 = 200, "turns of both players together after which the game is a draw, 1-1000";
        mulligans: Mulligans = Mulligans::London, "london | none";
        windows: Windows = Windows::Real, "real (asked with priority only when there is something to do) | all";
        payment: Payment = Payment::Auto,
            "auto (asked only when it matters for the rest of the hand) | ask (whenever sources differ)";
        knowledge: DeckKnowledge = DeckKnowledge::Lists,
            "lists (players know each other's deck lists) | metagame (they know what they saw, and the metagame, which both \
             decks are of)";
        metagame: String = String::new(),
            "decks that are played around here, joined by +, at most 64; nothing for the ten built in";
    }

    /// Two built-in decks, each known to both players.
    preset duel {}
}
