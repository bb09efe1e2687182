//! Actions: fixed ids, in two modes.
//!
//! | full | micro | action |
//! |---|---|---|
//! | 0-107 | 0-107 | play the tile of this cell |
//! | 108-114 | 108-114 | found this chain |
//! | 115-121 | 115-121 | this chain survives |
//! | 122-128 | 122-128 | this chain is wound up next |
//! | 129-310 | | dispose: trade t pairs (0-12), sell s (0 to 25 - 2t), t-major; the rest is kept |
//! | | 129, 130, 131 | sell one, trade two, keep the rest |
//! | 311-430 | | buy a multiset of at most three shares: by size, then in lexicographic order; 311 is nothing |
//! | | 132-138, 139 | buy a share of this chain, buy no more |
//! | 431, 432 | 140, 141 | end the game, play on |
//!
//! Chance outcomes: 0-107 draw the tile of this cell, 108-119 the dummy holds 1-12 shares.

use crate::board::{CELLS, cell_name};
use crate::chains::{CHAINS, SHARES};
use crate::options::Actions;
use crate::state::{AcquireState, Phase};
use hoyle_core::{ActionId, Notation, Play, Turn};
use std::fmt::Write as _;

/// How many ids the full mode has.
pub const FULL: usize = 433;
/// How many ids the micro mode has.
pub const MICRO: usize = 142;
/// How many chance outcomes there are.
pub const OUTCOMES: usize = 120;

/// The chance outcome of a dummy that holds one share; the others follow.
pub const DUMMY: u16 = 108;

/// The first id of founding, in both modes.
pub const FOUND: u16 = 108;
/// The first id of choosing the survivor, in both modes.
pub const SURVIVE: u16 = 115;
/// The first id of choosing the next defunct chain, in both modes.
pub const NEXT: u16 = 122;
/// The first id of disposing, in both modes.
pub const DISPOSE: u16 = 129;
/// The first id of buying, in the full mode.
pub const BUY: u16 = 311;
/// The id of ending the game, in the full mode; playing on is the next.
pub const END: u16 = 431;
/// The first id of buying, in the micro mode.
pub const MICRO_BUY: u16 = 132;
/// The id of ending the game, in the micro mode; playing on is the next.
pub const MICRO_END: u16 = 140;

/// How many multisets of at most three of seven chains there are.
pub const BUYS: usize = 120;
/// The most pairs that can be traded.
pub const MAX_PAIRS: usize = SHARES as usize / 2;

/// At most three shares to buy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purchase {
    chains: [u8; 3],
    len: u8,
}

impl Purchase {
    /// The chains of the shares, in ascending order: one entry per share.
    #[inline]
    pub fn chains(&self) -> &[u8] {
        &self.chains[..self.len as usize]
    }

    /// The purchase of these shares, in any order; none if there are more than three or no such chains.
    pub fn of(chains: &[u8]) -> Option<Self> {
        if chains.len() > 3 || chains.iter().any(|&chain| chain as usize >= CHAINS) {
            return None;
        }
        let mut purchase = Self { chains: [0; 3], len: chains.len() as u8 };
        purchase.chains[..chains.len()].copy_from_slice(chains);
        purchase.chains[..chains.len()].sort_unstable();
        Some(purchase)
    }

    /// How many shares it is; for tables.
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    /// The chain of one share; for tables.
    pub(crate) const fn chain(&self, place: usize) -> u8 {
        self.chains[place]
    }

    /// How many shares of a chain are in it.
    pub fn of_chain(&self, chain: u8) -> u8 {
        self.chains().iter().filter(|&&other| other == chain).count() as u8
    }

    /// Each chain with its number of shares.
    pub fn counts(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..CHAINS as u8).map(|chain| (chain, self.of_chain(chain))).filter(|&(_, count)| count > 0)
    }
}

/// All purchases in the order of their ids.
pub static PURCHASES: [Purchase; BUYS] = ALL_PURCHASES;

/// The same as a constant, for other tables.
pub(crate) const ALL_PURCHASES: [Purchase; BUYS] = {
    let mut all = [Purchase { chains: [0; 3], len: 0 }; BUYS];
    let mut next = 1;
    let mut len = 1;
    while len <= 3 {
        let mut chains = [0u8; 3];
        // Ascending triples whose unused places stay at the last used chain's value are counted like an odometer.
        loop {
            all[next] = Purchase { chains: pad(chains, len), len: len as u8 };
            next += 1;
            let mut place = len;
            while place > 0 && chains[place - 1] as usize == CHAINS - 1 {
                place -= 1;
            }
            if place == 0 {
                break;
            }
            let value = chains[place - 1] + 1;
            while place <= len {
                chains[place - 1] = value;
                place += 1;
            }
        }
        len += 1;
    }
    assert!(next == BUYS, "1 + 7 + 28 + 84 purchases");
    all
};

/// Unused places are 0, so that equal purchases are equal bytes.
const fn pad(chains: [u8; 3], len: usize) -> [u8; 3] {
    let mut padded = [0; 3];
    let mut i = 0;
    while i < len {
        padded[i] = chains[i];
        i += 1;
    }
    padded
}

/// The place of a purchase among [`PURCHASES`].
pub fn purchase_index(purchase: Purchase) -> usize {
    PURCHASES.iter().position(|&other| other == purchase).expect("every purchase of at most three has its place")
}

/// The first id of each number of traded pairs.
pub static TRADES: [u16; MAX_PAIRS + 1] = {
    let mut first = [DISPOSE; MAX_PAIRS + 1];
    let mut pairs = 1;
    while pairs <= MAX_PAIRS {
        first[pairs] = first[pairs - 1] + SHARES as u16 + 1 - 2 * (pairs as u16 - 1);
        pairs += 1;
    }
    first
};

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play the tile of this cell.
    Play(u8),
    /// Found this chain.
    Found(u8),
    /// This chain survives the merger.
    Survive(u8),
    /// The shares of this chain are disposed of next.
    Next(u8),
    /// Trade so many pairs for shares of the survivor, sell so many, keep the rest.
    Dispose {
        /// Pairs that are traded, each for one share.
        pairs: u8,
        /// Shares that are sold.
        sold: u8,
    },
    /// Sell one share (micro).
    SellOne,
    /// Trade two shares for one (micro).
    TradeTwo,
    /// Keep what is left (micro).
    KeepRest,
    /// Buy these shares.
    Buy(Purchase),
    /// Buy one share of this chain (micro).
    BuyOne(u8),
    /// Buy no more (micro).
    BuyNoMore,
    /// The game ends with this turn.
    End,
    /// The game goes on.
    PlayOn,
}

impl Action {
    /// The action with this id in a mode.
    pub fn from_id(mode: Actions, id: ActionId) -> Option<Self> {
        let chain = |first: u16| (id.0 - first) as u8;
        Some(match (mode, id.0) {
            (_, 0..108) => Self::Play(id.0 as u8),
            (_, FOUND..SURVIVE) => Self::Found(chain(FOUND)),
            (_, SURVIVE..NEXT) => Self::Survive(chain(SURVIVE)),
            (_, NEXT..DISPOSE) => Self::Next(chain(NEXT)),
            (Actions::Full, DISPOSE..BUY) => {
                let pairs = TRADES.iter().rposition(|&first| first <= id.0)?;
                Self::Dispose { pairs: pairs as u8, sold: (id.0 - TRADES[pairs]) as u8 }
            }
            (Actions::Full, BUY..END) => Self::Buy(PURCHASES[(id.0 - BUY) as usize]),
            (Actions::Full, END) => Self::End,
            (Actions::Full, 432) => Self::PlayOn,
            (Actions::Micro, 129) => Self::SellOne,
            (Actions::Micro, 130) => Self::TradeTwo,
            (Actions::Micro, 131) => Self::KeepRest,
            (Actions::Micro, MICRO_BUY..139) => Self::BuyOne(chain(MICRO_BUY)),
            (Actions::Micro, 139) => Self::BuyNoMore,
            (Actions::Micro, MICRO_END) => Self::End,
            (Actions::Micro, 141) => Self::PlayOn,
            _ => return None,
        })
    }

    /// Its id in a mode; none if the mode has no such action, or a number is out of range.
    pub fn id(self, mode: Actions) -> Option<ActionId> {
        let chain = |first: u16, chain: u8| ((chain as usize) < CHAINS).then_some(first + u16::from(chain));
        let id = match (mode, self) {
            (_, Self::Play(cell)) => ((cell as usize) < CELLS).then_some(u16::from(cell)),
            (_, Self::Found(c)) => chain(FOUND, c),
            (_, Self::Survive(c)) => chain(SURVIVE, c),
            (_, Self::Next(c)) => chain(NEXT, c),
            (Actions::Full, Self::Dispose { pairs, sold }) => {
                let possible = u16::from(pairs) * 2 + u16::from(sold) <= u16::from(SHARES);
                possible.then(|| TRADES[pairs as usize] + u16::from(sold))
            }
            (Actions::Full, Self::Buy(purchase)) => Some(BUY + purchase_index(purchase) as u16),
            (Actions::Full, Self::End) => Some(END),
            (Actions::Full, Self::PlayOn) => Some(END + 1),
            (Actions::Micro, Self::SellOne) => Some(DISPOSE),
            (Actions::Micro, Self::TradeTwo) => Some(DISPOSE + 1),
            (Actions::Micro, Self::KeepRest) => Some(DISPOSE + 2),
            (Actions::Micro, Self::BuyOne(c)) => chain(MICRO_BUY, c),
            (Actions::Micro, Self::BuyNoMore) => Some(MICRO_BUY + 7),
            (Actions::Micro, Self::End) => Some(MICRO_END),
            (Actions::Micro, Self::PlayOn) => Some(MICRO_END + 1),
            _ => None,
        };
        id.map(ActionId)
    }
}

impl Notation for AcquireState {
    /// The text of an action is what a player would type.
    fn action_text(&self, id: ActionId, out: &mut String) {
        let name = |chain: u8| self.rules().chain_name(chain);
        if self.turn() == Turn::Chance {
            let _ = match self.phase {
                Phase::Dummy | Phase::Final => write!(out, "dummy {}", id.0 - DUMMY + 1),
                _ => write!(out, "draw {}", cell_name(id.0 as u8)),
            };
            return;
        }
        let text = match Action::from_id(self.rules.options.actions, id) {
            Some(Action::Play(cell)) => format!("{} {}", cell_name(cell), self.effect_text(cell)),
            Some(Action::Found(chain)) => format!("found {}", name(chain)),
            Some(Action::Survive(chain)) => format!("survivor {}", name(chain)),
            Some(Action::Next(chain)) => format!("next {}", name(chain)),
            Some(Action::Dispose { pairs, sold }) => {
                let held = self.shares[self.decider as usize].get(self.defunct as usize).copied().unwrap_or(0);
                let kept = held.saturating_sub(2 * pairs + sold);
                let parts = [("trade", 2 * pairs), ("sell", sold), ("keep", kept)];
                let parts: Vec<String> =
                    parts.iter().filter(|(_, n)| *n > 0).map(|(verb, n)| format!("{verb} {n}")).collect();
                parts.join(", ")
            }
            Some(Action::SellOne) => "sell 1".to_owned(),
            Some(Action::TradeTwo) => "trade 2".to_owned(),
            Some(Action::KeepRest) => "keep the rest".to_owned(),
            Some(Action::Buy(purchase)) => format!("buy {}", self.purchase_text(purchase)),
            Some(Action::BuyOne(chain)) => format!("buy {}", name(chain)),
            Some(Action::BuyNoMore) => "buy no more".to_owned(),
            Some(Action::End) => "end the game".to_owned(),
            Some(Action::PlayOn) => "play on".to_owned(),
            None => "?".to_owned(),
        };
        out.push_str(&text);
    }
}

impl AcquireState {
    /// A purchase: `2 Luxor, 1 Tower`.
    fn purchase_text(&self, purchase: Purchase) -> String {
        let parts: Vec<String> =
            purchase.counts().map(|(chain, count)| format!("{count} {}", self.rules().chain_name(chain))).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_actions_are_one_to_one() {
        for (mode, count) in [(Actions::Full, FULL), (Actions::Micro, MICRO)] {
            for id in (0..=u16::MAX).map(ActionId) {
                match Action::from_id(mode, id) {
                    Some(action) => assert_eq!(action.id(mode), Some(id)),
                    None => assert!(id.index() >= count, "{id} is no action"),
                }
            }
        }
    }

    #[test]
    fn the_blocks_lie_where_the_table_says() {
        let id = |action: Action| action.id(Actions::Full).unwrap().0;
        let buy = |chains: &[u8]| id(Action::Buy(Purchase::of(chains).unwrap()));
        assert_eq!((id(Action::Dispose { pairs: 0, sold: 0 }), id(Action::Dispose { pairs: 12, sold: 1 })), (129, 310));
        assert_eq!((id(Action::Dispose { pairs: 0, sold: 25 }), id(Action::Dispose { pairs: 1, sold: 0 })), (154, 155));
        assert_eq!((buy(&[]), buy(&[0]), buy(&[6]), buy(&[0, 0]), buy(&[6, 6])), (311, 312, 318, 319, 346));
        assert_eq!((buy(&[0, 0, 0]), buy(&[1, 0, 0]), buy(&[6, 6, 6])), (347, 348, 430));
        assert!(PURCHASES.windows(2).all(|p| (p[0].len, p[0].chains) < (p[1].len, p[1].chains)), "ascending");
        assert_eq!(Action::Dispose { pairs: 12, sold: 2 }.id(Actions::Full), None);
        assert_eq!(Action::Dispose { pairs: 200, sold: 0 }.id(Actions::Full), None);
        assert_eq!((Purchase::of(&[7]), Purchase::of(&[0; 4])), (None, None));
    }
}
