//! What happens while an action is played, as events.
//!
//! An action may bring about a whole row of things (a merger, bonuses, a forced play by the next player). The rules emit
//! each of them to an [`EventSink`]; play passes `()`, which ignores them at no cost.

use crate::action::Purchase;
use crate::board::Cells;

/// Why the game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The mover said so.
    Declared,
    /// All racks are empty.
    NoTiles,
    /// Nobody could play a tile for a whole round.
    NoPlay,
}

/// One thing that happens. Money is in hundreds of dollars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A starting tile is drawn and placed.
    Started { cell: u8 },
    /// Everybody has a starting tile: this seat begins.
    Begins { seat: u8 },
    /// A tile is drawn to a rack.
    Drew { seat: u8, cell: u8 },
    /// A tile is played; `forced` if there was no choice.
    Played { seat: u8, cell: u8, forced: bool },
    /// No tile of the rack can be played.
    Skipped { seat: u8 },
    /// A chain is founded, with a free share or without; size and share are not known of one in the past.
    Founded { seat: u8, chain: u8, size: Option<u8>, free: Option<bool> },
    /// A chain grows to a size.
    Grew { chain: u8, size: u8 },
    /// Chains merge: one survives, these go.
    Merged { survivor: u8, defunct: u8, size: u8 },
    /// The mover says which chain is wound up next.
    Ordered { seat: u8, chain: u8 },
    /// The dummy's holding is drawn.
    Dummy { chain: u8, shares: u8 },
    /// A bonus is paid.
    Bonus { seat: u8, chain: u8, amount: u16 },
    /// Shares of a defunct chain are disposed of.
    Disposed { seat: u8, chain: u8, survivor: u8, pairs: u8, sold: u8, kept: u8, gain: u32 },
    /// Shares are bought.
    Bought { seat: u8, purchase: Purchase, cost: u32 },
    /// The mover buys no more.
    Enough { seat: u8 },
    /// The mover declares the end, or not.
    Declared { seat: u8, end: bool },
    /// Dead tiles are exchanged.
    Exchanged { seat: u8, cells: Cells },
    /// The game ends.
    Ended { why: Ending },
    /// Shares are sold at the end.
    Sold { seat: u8, chain: u8, shares: u8, gain: u32 },
}

/// Takes the events of an action, in their order.
pub trait EventSink {
    /// Takes the next event.
    fn emit(&mut self, event: Event);
}

impl EventSink for () {
    #[inline]
    fn emit(&mut self, _: Event) {}
}

impl EventSink for Vec<Event> {
    fn emit(&mut self, event: Event) {
        self.push(event);
    }
}
