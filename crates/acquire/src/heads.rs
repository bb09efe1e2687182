//! The ids by heads: what kind of thing is done, then the tile, the chain, the disposition or the shares.
//!
//! A network with several small outputs chooses the type first and then, given the type, one entry of the head that
//! belongs to it. Every id has exactly one place and every place one id, in either mode.
//!
//! | type | head | full | micro |
//! |---|---|---|---|
//! | 0 tile | tile | 108 cells | 108 cells |
//! | 1 found, 2 survivor, 3 order | chain | 7 chains | 7 chains |
//! | 4 dispose | disposition | 182: t-major pairs traded, shares sold | sell one, trade two, keep the rest |
//! | 5 buy | stock | 120 purchases | 7 chains, no more |
//! | 6 end | end | end, play on | end, play on |
//!
//! ```
//! use hoyle_acquire::{Actions, heads::{self, ActionType, HeadEntry}};
//! use hoyle_core::ActionId;
//! let entry = heads::head_entry(Actions::Full, ActionId(110)).unwrap();
//! assert_eq!(entry, HeadEntry { action_type: ActionType::Found, entry: 2 });
//! assert_eq!(heads::id(Actions::Full, entry), Some(ActionId(110)));
//! ```

use crate::action::{Action, BUY, DISPOSE, END, FOUND, FULL, MAX_PAIRS, MICRO, MICRO_BUY, MICRO_END, NEXT, SURVIVE};
use crate::board::CELLS;
use crate::chains::{CHAINS, SHARES};
use crate::options::Actions;
use arrayvec::ArrayVec;
use hoyle_core::{ActionId, ActionPart, ActionParts, ActionSet, MAX_PARTS};

/// The entries of the type head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionType {
    /// Play a tile.
    Tile,
    /// Found a chain.
    Found,
    /// Choose the survivor.
    Survivor,
    /// Choose the next defunct chain.
    Order,
    /// Dispose of shares.
    Dispose,
    /// Buy shares.
    Buy,
    /// End the game or play on.
    End,
}

impl ActionType {
    /// All of them, in the order of the type head.
    pub const ALL: [Self; 7] =
        [Self::Tile, Self::Found, Self::Survivor, Self::Order, Self::Dispose, Self::Buy, Self::End];

    /// The head that says which action of this kind it is.
    pub fn head(self) -> Head {
        match self {
            Self::Tile => Head::Tile,
            Self::Found | Self::Survivor | Self::Order => Head::Chain,
            Self::Dispose => Head::Disposition,
            Self::Buy => Head::Stock,
            Self::End => Head::End,
        }
    }

    /// The ids of this kind: the first one and their number.
    fn block(self, mode: Actions) -> (u16, u16) {
        let next = |first: u16, end: u16| (first, end - first);
        match (self, mode) {
            (Self::Tile, _) => next(0, FOUND),
            (Self::Found, _) => next(FOUND, SURVIVE),
            (Self::Survivor, _) => next(SURVIVE, NEXT),
            (Self::Order, _) => next(NEXT, DISPOSE),
            (Self::Dispose, Actions::Full) => next(DISPOSE, BUY),
            (Self::Dispose, Actions::Micro) => next(DISPOSE, MICRO_BUY),
            (Self::Buy, Actions::Full) => next(BUY, END),
            (Self::Buy, Actions::Micro) => next(MICRO_BUY, MICRO_END),
            (Self::End, Actions::Full) => next(END, FULL as u16),
            (Self::End, Actions::Micro) => next(MICRO_END, MICRO as u16),
        }
    }
}

/// The heads after the type head. Kinds that share a head share its weights: a chain is a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// A cell.
    Tile,
    /// A chain.
    Chain,
    /// What becomes of shares.
    Disposition,
    /// What is bought.
    Stock,
    /// Whether the game ends.
    End,
}

impl Head {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Tile, Self::Chain, Self::Disposition, Self::Stock, Self::End];

    /// How many entries the head has in a mode.
    pub fn len(self, mode: Actions) -> usize {
        let action_type = ActionType::ALL.into_iter().find(|action_type| action_type.head() == self);
        action_type.map_or(0, |action_type| action_type.block(mode).1 as usize)
    }
}

/// An action by heads: its kind, and its entry in the head of that kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeadEntry {
    /// The entry of the type head.
    pub action_type: ActionType,
    /// The entry of [`ActionType::head`].
    pub entry: u16,
}

/// The place of an id; none if there is no such id.
pub fn head_entry(mode: Actions, id: ActionId) -> Option<HeadEntry> {
    ActionType::ALL.into_iter().find_map(|action_type| {
        let (first, count) = action_type.block(mode);
        (first..first + count).contains(&id.0).then(|| HeadEntry { action_type, entry: id.0 - first })
    })
}

/// The id of a place; none if the head has no such entry.
pub fn id(mode: Actions, head_entry: HeadEntry) -> Option<ActionId> {
    let (first, count) = head_entry.action_type.block(mode);
    (head_entry.entry < count).then(|| ActionId(first + head_entry.entry))
}

/// Writes one byte per kind: 1 if an action of this kind is legal.
///
/// # Panics
/// If `mask` does not have the length of the type head.
pub fn type_mask(mode: Actions, legal: &ActionSet, mask: &mut [u8]) {
    assert_eq!(mask.len(), ActionType::ALL.len(), "one byte per kind");
    for (byte, action_type) in mask.iter_mut().zip(ActionType::ALL) {
        let (first, count) = action_type.block(mode);
        *byte = u8::from((first..first + count).any(|id| legal.contains(ActionId(id))));
    }
}

/// Writes one byte per entry of the head of a kind: 1 if it is legal given that kind.
///
/// # Panics
/// If `mask` does not have the length of the head.
pub fn head_mask(mode: Actions, legal: &ActionSet, action_type: ActionType, mask: &mut [u8]) {
    let (first, count) = action_type.block(mode);
    assert_eq!(mask.len(), count as usize, "one byte per entry");
    for (byte, id) in mask.iter_mut().zip(first..) {
        *byte = u8::from(legal.contains(ActionId(id)));
    }
}

/// The actions as parts, finer than the heads: the type of action, the tile, the chain, how many are traded and sold, and how many
/// shares of each chain are bought.
pub fn parts(mode: Actions) -> ActionParts {
    const TILE: usize = TYPES;
    const CHAIN: usize = TILE + CELLS;
    const TRADE: usize = CHAIN + 3 * CHAINS;
    const SELL: usize = TRADE + MAX_PAIRS + 1;
    const STOCK: usize = SELL + SHARES as usize + 1;
    const TYPES: usize = 10;
    let of = |action: Action| -> ArrayVec<usize, MAX_PARTS> {
        let one = |part: usize| ArrayVec::from_iter([part]);
        let two = |of_type: usize, part: usize| ArrayVec::from_iter([of_type, part]);
        match action {
            Action::Play(cell) => two(0, TILE + cell as usize),
            Action::Found(chain) => two(1, CHAIN + chain as usize),
            Action::Survive(chain) => two(2, CHAIN + CHAINS + chain as usize),
            Action::Next(chain) => two(3, CHAIN + 2 * CHAINS + chain as usize),
            Action::Dispose { pairs, sold } => ArrayVec::from_iter([4, TRADE + pairs as usize, SELL + sold as usize]),
            Action::SellOne => two(4, SELL + 1),
            Action::TradeTwo => two(4, TRADE + 1),
            Action::KeepRest => one(5),
            Action::Buy(shares) => {
                let each = shares.counts().map(|(chain, count)| STOCK + 4 * chain as usize + count as usize);
                std::iter::once(6).chain(each).collect()
            }
            Action::BuyOne(chain) => two(6, STOCK + 4 * chain as usize + 1),
            Action::BuyNoMore => one(7),
            Action::End => one(8),
            Action::PlayOn => one(9),
        }
    };
    let count = if mode == Actions::Full { FULL } else { MICRO };
    let actions = (0..count as u16).map(|id| match Action::from_id(mode, ActionId(id)) {
        Some(action) => of(action).into_iter().map(|part| ActionPart::Plain(part as u16)).collect(),
        None => ArrayVec::new(),
    });
    let heads = [
        ("type", TYPES),
        ("tile", CELLS),
        ("chain", 3 * CHAINS),
        ("trade", MAX_PAIRS + 1),
        ("sell", SHARES as usize + 1),
        ("stock", 4 * CHAINS),
    ];
    ActionParts {
        heads: heads.into_iter().map(|(name, len)| (name.to_owned(), len)).collect(),
        verbs: 0,
        actions: actions.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_one_place_and_every_place_one_id() {
        for (mode, ids) in [(Actions::Full, FULL), (Actions::Micro, MICRO)] {
            for id_ in (0..=u16::MAX).map(ActionId) {
                match head_entry(mode, id_) {
                    Some(head_entry) => assert_eq!(id(mode, head_entry), Some(id_)),
                    None => assert!(id_.index() >= ids),
                }
            }
            let places = ActionType::ALL.iter().map(|action_type| action_type.head().len(mode)).sum::<usize>();
            assert_eq!(places, ids, "the entries of all kinds are the ids");
            for action_type in ActionType::ALL {
                assert_eq!(id(mode, HeadEntry { action_type, entry: action_type.head().len(mode) as u16 }), None);
            }
        }
        let lengths = |mode| Head::ALL.map(|head| head.len(mode));
        assert_eq!(lengths(Actions::Full), [108, 7, 182, 120, 2]);
        assert_eq!(lengths(Actions::Micro), [108, 7, 3, 8, 2]);
    }
}
