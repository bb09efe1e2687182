//! What can be set, and the named sets of it.

use hoyle_core::InvalidOption;
use serde::{Deserialize, Serialize};

/// Declares an enum that users write as a lower-case word.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$var_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum $name { $($(#[$var_doc])* #[serde(rename = $word)] $variant),+ }
    };
}

words! {
    /// Which starting tile is the closest to 1A.
    Start {
        /// Row letters are compared first, then columns: 9A is closer than 1B.
        Row = "row",
        /// Columns are compared first, then row letters.
        Column = "column",
    }
}
words! {
    /// Who sits where.
    Seating {
        /// Seats are fixed: the one with the closest tile begins, the others follow clockwise.
        Clockwise = "clockwise",
        /// Seats are taken in the order of the starting tiles: the first seat begins.
        ByTile = "by_tile",
    }
}
words! {
    /// How often dead tiles are exchanged in a turn.
    Exchange {
        /// In one batch: what is drawn for them stays, even if it is dead.
        Once = "once",
        /// Until none of the rack is dead.
        Repeat = "repeat",
    }
}
words! {
    /// How the chains are numbered.
    ChainOrder {
        /// Luxor, Tower, American, Worldwide, Festival, Imperial, Continental.
        Usual = "usual",
        /// Luxor, Tower, American, Festival, Worldwide, Continental, Imperial.
        Tlstyer = "tlstyer",
    }
}
words! {
    /// The third shareholder in a game of two: nobody, or a dummy whose holding is drawn for every chain and payout.
    TwoPlayer {
        /// Nobody.
        Nobody = "none",
        /// A dummy that holds 1-6 shares.
        D6 = "d6",
        /// A dummy that holds 1-12 shares: the column of a tile drawn from an imagined bag.
        Tile12 = "tile12",
    }
}
words! {
    /// What happens to a decision with only one legal option.
    Forced {
        /// It is played by itself.
        Auto = "auto",
        /// It is asked like any other.
        Ask = "ask",
    }
}
words! {
    /// How large a step a disposal or a purchase is.
    Actions {
        /// A whole disposition or purchase is one action: 433 ids.
        Full = "full",
        /// Share by share: 142 ids.
        Micro = "micro",
    }
}
words! {
    /// What a game ends with.
    Scoring {
        /// 1 for the winner, the others share -1; shared by those who share the victory.
        Win = "win",
        /// Money ahead of the best other player, divided by $100,000, at most 1.
        Margin = "margin",
    }
}

/// All options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How many play, 2-6.
    pub players: u8,
    /// Which starting tile is the closest to 1A.
    pub start: Start,
    /// Who sits where.
    pub seating: Seating,
    /// How often dead tiles are exchanged.
    pub exchange: Exchange,
    /// How the chains are numbered.
    pub chain_order: ChainOrder,
    /// The third shareholder in a game of two.
    pub two_player: TwoPlayer,
    /// Whether money and shares of the others are hidden from view.
    pub hidden_holdings: bool,
    /// What happens to a decision with one legal option.
    pub forced: Forced,
    /// How large a step is.
    pub actions: Actions,
    /// What a game ends with.
    pub scoring: Scoring,
}

/// The names of the presets, the default first.
pub const PRESETS: &[&str] = &["standard", "tlstyer"];

/// Each option with what it does.
pub const HELP: &[(&str, &str)] = &[
    ("players", "how many play, 2-6"),
    ("start", "which starting tile is the closest to 1A: row (9A before 1B) | column (1B before 9A)"),
    ("seating", "clockwise (from the closest starting tile) | by_tile (seats in the order of the starting tiles)"),
    ("exchange", "dead tiles: once (one batch a turn) | repeat (until none is left)"),
    ("chain_order", "the numbers of the chains: usual (L T A W F I C) | tlstyer (L T A F W C I)"),
    ("two_player", "a dummy shareholder for two: none | d6 (1-6 shares) | tile12 (1-12 shares)"),
    ("hidden_holdings", "whether money and shares of the others are hidden from view: true | false"),
    ("forced", "a decision with one option: auto (played by itself) | ask"),
    ("actions", "full (433 ids: whole purchases and disposals) | micro (142 ids: share by share)"),
    ("scoring", "win (1, or a share of -1) | margin (money ahead, divided by $100,000)"),
];

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 4,
            start: Start::Row,
            seating: Seating::Clockwise,
            exchange: Exchange::Once,
            chain_order: ChainOrder::Usual,
            two_player: TwoPlayer::Tile12,
            hidden_holdings: false,
            forced: Forced::Auto,
            actions: Actions::Full,
            scoring: Scoring::Win,
        }
    }
}

impl Options {
    /// The rules of the live site of tlstyer.
    pub fn tlstyer() -> Self {
        Self {
            start: Start::Column,
            seating: Seating::ByTile,
            exchange: Exchange::Repeat,
            chain_order: ChainOrder::Tlstyer,
            two_player: TwoPlayer::Nobody,
            ..Self::default()
        }
    }

    /// The options of a preset.
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "standard" => Some(Self::default()),
            "tlstyer" => Some(Self::tlstyer()),
            _ => None,
        }
    }

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
