//! What can be set, and the named sets of it.

use hoyle_core::InvalidOption;

hoyle_core::option_values! {
    /// Which starting tile is the closest to 1A.
    pub enum Start {
        /// Row letters are compared first, then columns: 9A is closer than 1B.
        Row = "row",
        /// Columns are compared first, then row letters.
        Column = "column",
    }
    /// Who sits where.
    pub enum Seating {
        /// Seats are fixed: the one with the closest tile begins, the others follow clockwise.
        Clockwise = "clockwise",
        /// Seats are taken in the order of the starting tiles: the first seat begins.
        ByTile = "by_tile",
    }
    /// How often dead tiles are exchanged in a turn.
    pub enum Exchange {
        /// In one batch: what is drawn for them stays, even if it is dead.
        Once = "once",
        /// Until none of the rack is dead.
        Repeat = "repeat",
    }
    /// How the chains are numbered.
    pub enum ChainOrder {
        /// Luxor, Tower, American, Worldwide, Festival, Imperial, Continental.
        Usual = "usual",
        /// Luxor, Tower, American, Festival, Worldwide, Continental, Imperial.
        Tlstyer = "tlstyer",
    }
    /// The third shareholder in a game of two: nobody, or a dummy whose holding is drawn for every chain and payout.
    pub enum TwoPlayer {
        /// Nobody.
        Nobody = "none",
        /// A dummy that holds 1-6 shares.
        D6 = "d6",
        /// A dummy that holds 1-12 shares: the column of a tile drawn from an imagined bag.
        Tile12 = "tile12",
    }
    /// What happens to a decision with only one legal option.
    pub enum Forced {
        /// It is played by itself.
        Auto = "auto",
        /// It is asked like any other.
        Ask = "ask",
    }
    /// How large a step a disposal or a purchase is.
    pub enum Actions {
        /// A whole disposition or purchase is one action: 433 ids.
        Full = "full",
        /// Share by share: 142 ids.
        Micro = "micro",
    }
    /// What a game ends with.
    pub enum Scoring {
        /// 1 for the winner, the others share -1; shared by those who share the victory.
        Win = "win",
        /// Money ahead of the best other player, divided by $100,000, at most 1.
        Margin = "margin",
    }
}

hoyle_core::game_options! {
    /// The options of a game of Acquire.
    pub struct Options {
        players: u8 = 4, "how many play, 2-6";
        start: Start = Start::Row,
            "which starting tile is the closest to 1A: row (9A before 1B) | column (1B before 9A)";
        seating: Seating = Seating::Clockwise,
            "clockwise (from the closest starting tile) | by_tile (seats in the order of the starting tiles)";
        exchange: Exchange = Exchange::Once, "dead tiles: once (one batch a turn) | repeat (until none is left)";
        chain_order: ChainOrder = ChainOrder::Usual,
            "the numbers of the chains: usual (L T A W F I C) | tlstyer (L T A F W C I)";
        two_player: TwoPlayer = TwoPlayer::Tile12,
            "a dummy shareholder for two: none | d6 (1-6 shares) | tile12 (1-12 shares)";
        hidden_holdings: bool = false, "whether money and shares of the others are hidden from view: true | false";
        forced: Forced = Forced::Auto, "a decision with one option: auto (played by itself) | ask";
        actions: Actions = Actions::Full,
            "full (433 ids: whole purchases and disposals) | micro (142 ids: share by share)";
        scoring: Scoring = Scoring::Win, "win (1, or a share of -1) | margin (money ahead, divided by $100,000)";
    }

    /// The printed rules for four.
    preset standard {}
    /// The rules of the live site of tlstyer.
    preset tlstyer {
        start: Start::Column,
        seating: Seating::ByTile,
        exchange: Exchange::Repeat,
        chain_order: ChainOrder::Tlstyer,
        two_player: TwoPlayer::Nobody,
    }
}

impl Options {
    /// Refuses what cannot be played.
    pub(crate) fn check(&self) -> Result<(), InvalidOption> {
        if (2..=6).contains(&self.players) {
            return Ok(());
        }
        Err(InvalidOption::new("players", format!("{} is not in 2-6", self.players)))
    }

    /// The most shares that the dummy can hold; 0 if there is none.
    pub fn dummy(&self) -> u8 {
        match self.two_player {
            _ if self.players != 2 => 0,
            TwoPlayer::Nobody => 0,
            TwoPlayer::D6 => 6,
            TwoPlayer::Tile12 => 12,
        }
    }
}
