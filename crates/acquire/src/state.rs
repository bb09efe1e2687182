//! A position: plain data of fixed size, without a pointer but the one to its rules.

use crate::automatic::AutomaticActions;
use crate::board::{self, ALL, Cells, NO_CELL, around};
use crate::chains::{CHAINS, HUGE, NO_CHAIN, SAFE, SHARES, price};
use crate::options::{Seating, Start};
use crate::setup::Rules;
use hoyle_core::{Interned, MAX_SEATS};
use serde::{Deserialize, Serialize};

/// How many tiles a rack holds.
pub const RACK_SIZE: u32 = 6;
/// What everybody has at first, in hundreds of dollars.
pub const STARTING_MONEY: u32 = 60;

/// What is to happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Starting tiles are drawn.
    Start,
    /// The first racks are dealt.
    Deal,
    /// The mover plays a tile.
    Play,
    /// The mover founds a chain.
    Found,
    /// The mover says which of the largest chains survives.
    Survivor,
    /// The mover says which of several defunct chains of one size is wound up next.
    Order,
    /// The dummy's holding in the defunct chain is drawn.
    Dummy,
    /// A holder of the defunct chain disposes of its shares.
    Dispose,
    /// The mover may end the game.
    End,
    /// The mover buys.
    Buy,
    /// The mover's rack is filled.
    Draw,
    /// The dummy's holding is drawn for the final payout.
    Final,
    /// Nothing: the game has ended.
    Over,
}

/// A position of Acquire.
#[derive(Clone, PartialEq, Debug)]
pub struct AcquireState {
    pub(crate) rules: Interned<Rules>,
    /// Tiles on the board that belong to no chain.
    pub(crate) orphans: Cells,
    /// The tiles of each chain.
    pub(crate) areas: [Cells; CHAINS],
    /// Dead tiles that were exchanged, face up.
    pub(crate) discards: Cells,
    /// The tiles that nobody has drawn: any order is as likely as any other.
    pub(crate) bag: Cells,
    pub(crate) racks: [Cells; MAX_SEATS],
    /// Free cells that touch two safe chains. Follows from the rest.
    pub(crate) dead: Cells,
    /// What the mover can play. Follows from the rest; empty in other phases than `Play`.
    pub(crate) playable: Cells,
    pub(crate) constraints: RackConstraints,
    /// What has happened without a decision since the last action.
    pub(crate) automatic: AutomaticActions,
    /// A hash of everything that everybody has seen happen, and for each seat one of what only it has seen: what makes
    /// the information state one of perfect recall without keeping a history.
    pub(crate) public_hash: u64,
    pub(crate) private_hash: [u64; MAX_SEATS],
    /// In hundreds of dollars: nothing costs less.
    pub(crate) money: [u32; MAX_SEATS],
    pub(crate) shares: [[u8; CHAINS]; MAX_SEATS],
    /// Shares that nobody has. Follows from the rest.
    pub(crate) bank: [u8; CHAINS],
    /// The size of each chain; that of a defunct one until it is wound up.
    pub(crate) sizes: [u8; CHAINS],
    /// Each seat's starting tile.
    pub(crate) starts: [u8; MAX_SEATS],
    pub(crate) phase: Phase,
    /// Whose turn it is.
    pub(crate) mover: u8,
    /// The tile that was played last in this turn.
    pub(crate) tile: u8,
    /// The chain that survives the merger under way.
    pub(crate) survivor: u8,
    /// The chain that is wound up.
    pub(crate) defunct: u8,
    /// The chains of a merger that are still to be dealt with, or that are still to be paid at the end: one bit each.
    pub(crate) queue: u8,
    /// Who disposes of shares.
    pub(crate) decider: u8,
    /// How many seats, the decider included, are still to be asked.
    pub(crate) left: u8,
    /// Share by share: whether the decider has sold a share, after which none is traded.
    pub(crate) sold: bool,
    /// Share by share: how many shares were bought in this turn, and the last one's chain.
    pub(crate) bought: u8,
    pub(crate) last_bought: u8,
    /// Whether dead tiles were exchanged in this turn.
    pub(crate) exchanged: bool,
    /// Whether the mover has declared the end.
    pub(crate) declared: bool,
    /// Turns in a row without a tile.
    pub(crate) idle: u8,
}

/// What everybody knows of racks without having seen them.
///
/// Who exchanges dead tiles shows that the others are not dead; who cannot play shows that none of the rack could be
/// played. Which of the tiles drawn since then was played later is not seen, so that what is known becomes less.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RackConstraints {
    /// The cells that were dead when the rack was last looked through for dead tiles.
    pub avoid: [Cells; MAX_SEATS],
    /// Cells that could not be played when the seat had no choice.
    pub stuck: [Cells; MAX_SEATS],
    /// At least so many tiles of the rack are among `stuck`.
    pub least: [u8; MAX_SEATS],
    /// How many tiles were drawn since the rack was looked through: at most so many are among `avoid`.
    pub free: [u8; MAX_SEATS],
    /// How many tiles the rack had when it was looked through, and those drawn since.
    pub held: [u8; MAX_SEATS],
}

impl AcquireState {
    /// The position before the first draw.
    pub(crate) fn start(rules: Interned<Rules>) -> Self {
        let mut money = [0; MAX_SEATS];
        money[..rules.players() as usize].fill(STARTING_MONEY);
        Self {
            rules,
            orphans: 0,
            areas: [0; CHAINS],
            discards: 0,
            bag: ALL,
            racks: [0; MAX_SEATS],
            dead: 0,
            playable: 0,
            constraints: RackConstraints {
                avoid: [0; MAX_SEATS],
                stuck: [0; MAX_SEATS],
                least: [0; MAX_SEATS],
                free: [0; MAX_SEATS],
                held: [0; MAX_SEATS],
            },
            automatic: AutomaticActions::EMPTY,
            public_hash: 0,
            private_hash: [0; MAX_SEATS],
            money,
            shares: [[0; CHAINS]; MAX_SEATS],
            bank: [SHARES; CHAINS],
            sizes: [0; CHAINS],
            starts: [NO_CELL; MAX_SEATS],
            phase: Phase::Start,
            mover: 0,
            tile: NO_CELL,
            survivor: NO_CHAIN,
            defunct: NO_CHAIN,
            queue: 0,
            decider: 0,
            left: 0,
            sold: false,
            bought: 0,
            last_bought: 0,
            exchanged: false,
            declared: false,
            idle: 0,
        }
    }

    /// The rules that it is played by.
    #[inline]
    pub fn rules(&self) -> &'static Rules {
        self.rules.get()
    }

    /// How many play.
    #[inline]
    pub(crate) fn players(&self) -> u8 {
        self.rules.players()
    }

    /// The seat after this one.
    #[inline]
    pub(crate) fn after(&self, seat: u8) -> u8 {
        if seat + 1 == self.players() { 0 } else { seat + 1 }
    }

    /// Every tile that belongs to a chain.
    #[inline]
    pub(crate) fn chained(&self) -> Cells {
        self.areas.iter().fold(0, |all, area| all | area)
    }

    /// The chains on the board, one bit each.
    #[inline]
    pub(crate) fn active(&self) -> u8 {
        (0..).zip(&self.areas).fold(0, |set, (chain, &area)| set | u8::from(area != 0) << chain)
    }

    /// The price of a share in hundreds of dollars; 0 for a chain that is not on the board.
    #[inline]
    pub(crate) fn price(&self, chain: u8) -> u8 {
        price(chain, self.sizes[chain as usize])
    }

    /// The prices of all chains.
    #[inline]
    pub(crate) fn prices(&self) -> [u8; CHAINS] {
        std::array::from_fn(|chain| self.price(chain as u8))
    }

    /// The chains that a cell touches, one bit each.
    #[inline]
    pub(crate) fn touched(&self, cell: u8) -> u8 {
        let near = board::NEAR[cell as usize];
        (0..).zip(&self.areas).fold(0, |set, (chain, &area)| set | u8::from(area & near != 0) << chain)
    }

    /// Free cells where a tile would found a chain.
    #[inline]
    pub(crate) fn founding(&self) -> Cells {
        let chained = self.chained();
        around(self.orphans) & !around(chained) & !chained & !self.orphans
    }

    /// Free cells that cannot be played now but may be later: they would found an eighth chain.
    #[inline]
    pub(crate) fn eighth(&self) -> Cells {
        // During a merger a chain that is being wound up has no tiles any more.
        if self.areas.iter().all(|&area| area != 0) { self.founding() } else { 0 }
    }

    /// The free cells that touch two safe chains.
    pub(crate) fn dead_cells(&self) -> Cells {
        let (mut once, mut twice) = (0, 0);
        for (area, _) in self.areas.iter().zip(self.sizes).filter(|&(&area, size)| size >= SAFE && area != 0) {
            let near = around(*area);
            twice |= once & near;
            once |= near;
        }
        twice & !self.chained() & !self.orphans
    }

    /// Whether the chains on the board allow the end to be declared. One that is being wound up is not on the board.
    #[inline]
    pub(crate) fn can_end(&self) -> bool {
        let sizes = || self.sizes.into_iter().zip(self.areas).filter(|&(_, area)| area != 0).map(|(size, _)| size);
        sizes().any(|size| size >= HUGE) || sizes().next().is_some() && sizes().all(|size| size >= SAFE)
    }

    /// The order of starting tiles: the closest to 1A first.
    pub(crate) fn start_key(&self, cell: u8) -> (u8, u8) {
        let (row, column) = (cell / board::COLUMNS as u8, cell % board::COLUMNS as u8);
        match self.rules.options.start {
            Start::Row => (row, column),
            Start::Column => (column, row),
        }
    }

    /// Who begins, once everybody has a starting tile.
    pub(crate) fn starter(&self) -> u8 {
        if self.rules.options.seating == Seating::ByTile {
            return 0;
        }
        (0..self.players()).min_by_key(|&seat| self.start_key(self.starts[seat as usize])).unwrap_or(0)
    }

    /// Shares of a chain seat by seat.
    #[inline]
    pub(crate) fn holdings(&self, chain: u8) -> [u8; MAX_SEATS] {
        self.shares.map(|shares| shares[chain as usize])
    }

    /// Whether somebody holds shares of a chain.
    #[inline]
    pub(crate) fn is_held(&self, chain: u8) -> bool {
        self.bank[chain as usize] < SHARES
    }

    /// Adds to the hash of what everybody has seen: an id, or a code of [`rules`](crate::rules).
    #[inline]
    pub(crate) fn record_public(&mut self, code: u64) {
        self.public_hash = mix(self.public_hash, code);
    }

    /// Adds to the hash of what only this seat has seen.
    #[inline]
    pub(crate) fn record_private(&mut self, seat: u8, code: u64) {
        self.private_hash[seat as usize] = mix(self.private_hash[seat as usize] ^ self.public_hash, code);
    }
}

/// One step of a hash: multiply and fold, as in wyhash.
#[inline]
fn mix(hash: u64, code: u64) -> u64 {
    let product = u128::from(hash ^ 0x9e37_79b9_7f4a_7c15) * u128::from((code + 1).wrapping_mul(0xd1b5_4a32_d192_ed03));
    (product as u64 ^ (product >> 64) as u64).rotate_left(23) ^ code
}
