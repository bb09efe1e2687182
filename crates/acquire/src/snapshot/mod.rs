//! Positions as plain data: names and a drawn board in JSON, numbers in the binary form. What is demanded of one that comes
//! from outside is in `restore.rs`.

mod restore;

use crate::automatic::AutomaticActionSnapshot;
use crate::board::{self, COLUMNS, Cells, NO_CELL, ROWS, cell_name, parse_cell};
use crate::chains::{CHAINS, Chain, NO_CHAIN};
use crate::rules::each_chain;
use crate::state::{AcquireState, Phase};
use hoyle_core::{Persist, iter_bits};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// A tile: its name in JSON, its cell in the binary form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile(pub u8);

fn read_cell<E: serde::de::Error>(name: &str) -> Result<u8, E> {
    parse_cell(name).ok_or_else(|| E::custom(format!("there is no tile `{name}`; tiles are 1A to 12I")))
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&cell_name(self.0))
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return read_cell(&String::deserialize(deserializer)?).map(Self);
        }
        let cell = u8::deserialize(deserializer)?;
        if (cell as usize) < board::CELLS { Ok(Self(cell)) } else { Err(D::Error::custom("no such tile")) }
    }
}

/// Tiles without order: a list of names in JSON, bits in the binary form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tiles(pub Cells);

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(iter_bits(self.0).map(Tile))
        } else {
            serializer.serialize_u128(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            let cells = u128::deserialize(deserializer)?;
            return if cells & !board::ALL == 0 { Ok(Self(cells)) } else { Err(D::Error::custom("no such tiles")) };
        }
        let mut cells = 0;
        for Tile(cell) in Vec::<Tile>::deserialize(deserializer)? {
            if cells & board::bit(cell) != 0 {
                return Err(D::Error::custom(format!("tile {} stands twice", cell_name(cell))));
            }
            cells |= board::bit(cell);
        }
        Ok(Self(cells))
    }
}

/// What lies on the board, and what is out of the game. In JSON nine lines of twelve characters: `.` nothing, `o` a tile
/// of no chain, `x` a dead tile that was exchanged, or the first letter of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// Tiles of no chain.
    pub orphans: Cells,
    /// Exchanged tiles.
    pub discards: Cells,
    /// The tiles of each chain, as numbered by [`Chain`].
    pub areas: [Cells; CHAINS],
}

impl Board {
    fn lines(&self) -> [String; ROWS] {
        std::array::from_fn(|row| {
            (0..COLUMNS)
                .map(|column| {
                    let here = board::bit((row * COLUMNS + column) as u8);
                    let chain = Chain::ALL.into_iter().find(|&chain| self.areas[chain as usize] & here != 0);
                    match chain {
                        Some(chain) => chain.letter(),
                        None if self.orphans & here != 0 => 'o',
                        None if self.discards & here != 0 => 'x',
                        None => '.',
                    }
                })
                .collect()
        })
    }

    fn of_lines(lines: &[String]) -> Result<Self, String> {
        let mut board = Self::default();
        if lines.len() != ROWS || lines.iter().any(|line| line.chars().count() != COLUMNS) {
            return Err(format!("a board has {ROWS} lines of {COLUMNS} characters"));
        }
        for (cell, letter) in (0..).zip(lines.iter().flat_map(|line| line.chars())) {
            let here = board::bit(cell);
            match letter {
                '.' => {}
                'o' => board.orphans |= here,
                'x' => board.discards |= here,
                _ => match Chain::of_letter(letter) {
                    Some(chain) => board.areas[chain as usize] |= here,
                    None => {
                        return Err(format!("`{letter}` on {}: write . o x or the letter of a chain", cell_name(cell)));
                    }
                },
            }
        }
        Ok(board)
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.lines().serialize(serializer)
        } else {
            (self.orphans, self.discards, self.areas).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Self::of_lines(&Vec::<String>::deserialize(deserializer)?).map_err(D::Error::custom);
        }
        let (orphans, discards, areas) = Deserialize::deserialize(deserializer)?;
        let board = Self { orphans, discards, areas };
        let all = board.areas.into_iter().chain([orphans, discards]);
        let mut seen = 0;
        for cells in all {
            if cells & (seen | !board::ALL) != 0 {
                return Err(D::Error::custom("a tile stands twice, or there is no such tile"));
            }
            seen |= cells;
        }
        Ok(board)
    }
}

/// Shares by chain, as numbered by [`Chain`]: in JSON those that there are, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holdings(pub [u8; CHAINS]);

impl Serialize for Holdings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let held = Chain::ALL.into_iter().zip(self.0).filter(|&(_, count)| count > 0);
            serializer.collect_map(held.map(|(chain, count)| (chain.name(), count)))
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Holdings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Deserialize::deserialize(deserializer).map(Self);
        }
        let mut held = [0; CHAINS];
        for (chain, count) in BTreeMap::<Chain, u8>::deserialize(deserializer)? {
            held[chain as usize] = count;
        }
        Ok(Self(held))
    }
}

/// What belongs to one player, and what everybody knows of the rack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSnapshot {
    /// The tiles.
    pub rack: Tiles,
    /// In dollars.
    pub money: u32,
    /// The shares.
    pub shares: Holdings,
    /// The cells that were dead when the rack was last looked through for dead tiles.
    pub avoid: Tiles,
    /// How many tiles were drawn since.
    pub free: u8,
    /// How many tiles the rack had then, and those drawn since.
    pub held: u8,
    /// Cells that could not be played when the player had no choice.
    pub stuck: Tiles,
    /// At least so many tiles of the rack are among them.
    pub least: u8,
    /// A hash of what only this player has seen.
    pub recall: u64,
}

/// A position as it is written to files.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// What is to happen next.
    pub phase: Phase,
    /// Whose turn it is.
    pub mover: u8,
    /// The board.
    pub board: Board,
    /// The starting tiles, seat by seat.
    pub starts: Vec<Tile>,
    /// The players.
    pub players: Vec<PlayerSnapshot>,
    /// The tile that was played in this turn.
    pub tile: Option<Tile>,
    /// The chain that survives the merger under way.
    pub survivor: Option<Chain>,
    /// The chain that is wound up.
    pub defunct: Option<Chain>,
    /// The chains that are still to be dealt with.
    pub queue: Vec<Chain>,
    /// The sizes before the merger of the chains that go.
    pub gone: Holdings,
    /// Who disposes of shares.
    pub decider: u8,
    /// How many players, this one included, are still to be asked.
    pub left: u8,
    /// Share by share: whether the decider has sold a share.
    pub sold: bool,
    /// Share by share: how many shares were bought in this turn.
    pub bought: u8,
    /// Share by share: the chain of the last one.
    pub last_bought: Option<Chain>,
    /// Whether dead tiles were exchanged in this turn.
    pub exchanged: bool,
    /// Whether the end was declared.
    pub declared: bool,
    /// Turns in a row without a tile.
    pub idle: u8,
    /// What has happened without a decision since the last action.
    pub since: Vec<AutomaticActionSnapshot>,
    /// A hash of what everybody has seen.
    pub recall: u64,
}

impl Persist for AcquireState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        let chains = &self.rules().chains;
        let named = |chain: u8| (chain != NO_CHAIN).then(|| chains[chain as usize]);
        let by_chain = |values: [u8; CHAINS]| {
            let mut sorted = [0; CHAINS];
            chains.iter().zip(values).for_each(|(&chain, value)| sorted[chain as usize] = value);
            sorted
        };
        let mut board = Board { orphans: self.orphans, discards: self.discards, areas: [0; CHAINS] };
        chains.iter().zip(self.areas).for_each(|(&chain, area)| board.areas[chain as usize] = area);
        let players = (0..self.players() as usize).map(|seat| PlayerSnapshot {
            rack: Tiles(self.racks[seat]),
            money: 100 * self.money[seat],
            shares: Holdings(by_chain(self.shares[seat])),
            avoid: Tiles(self.constraints.avoid[seat]),
            free: self.constraints.free[seat],
            held: self.constraints.held[seat],
            stuck: Tiles(self.constraints.stuck[seat]),
            least: self.constraints.least[seat],
            recall: self.private_hash[seat],
        });
        let mut gone = self.sizes;
        gone.iter_mut().zip(self.areas).filter(|&(_, area)| area != 0).for_each(|(size, _)| *size = 0);
        Snapshot {
            phase: self.phase,
            mover: self.mover,
            board,
            starts: self.starts.into_iter().filter(|&cell| cell != NO_CELL).map(Tile).collect(),
            players: players.collect(),
            tile: (self.tile != NO_CELL).then_some(Tile(self.tile)),
            survivor: named(self.survivor),
            defunct: named(self.defunct),
            queue: each_chain(self.queue).map(|chain| chains[chain as usize]).collect(),
            gone: Holdings(by_chain(gone)),
            decider: self.decider,
            left: self.left,
            sold: self.sold,
            bought: self.bought,
            last_bought: (self.bought > 0).then(|| chains[self.last_bought as usize]),
            exchanged: self.exchanged,
            declared: self.declared,
            idle: self.idle,
            since: self.automatic.iter().map(AutomaticActionSnapshot::from).collect(),
            recall: self.public_hash,
        }
    }
}
