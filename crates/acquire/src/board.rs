//! The board as bits: 12 columns and 9 rows, one bit per cell of a `u128`.
//!
//! Cell = row x 12 + column: 1A is 0, 2A is 1, 1B is 12, 12I is 107.

use hoyle_core::iter_bits;
use std::fmt::Write as _;

/// How many columns there are; they have numbers.
pub const COLUMNS: usize = 12;
/// How many rows there are; they have letters.
pub const ROWS: usize = 9;
/// How many cells there are, and so how many tiles.
pub const CELLS: usize = COLUMNS * ROWS;
/// No cell.
pub const NO_CELL: u8 = u8::MAX;

/// A set of cells: bit n is cell n.
pub type Cells = u128;

/// Every cell.
pub const ALL: Cells = (1 << CELLS) - 1;

/// The cells of one column.
const fn column(column: usize) -> Cells {
    let mut cells = 0;
    let mut row = 0;
    while row < ROWS {
        cells |= 1 << (row * COLUMNS + column);
        row += 1;
    }
    cells
}

const FIRST_COLUMN: Cells = column(0);
const LAST_COLUMN: Cells = column(COLUMNS - 1);

/// The cell as a set of one.
#[inline]
pub const fn bit(cell: u8) -> Cells {
    1 << cell
}

/// The cells that share an edge with one of these.
#[inline]
pub const fn around(cells: Cells) -> Cells {
    let sideways = (cells & !LAST_COLUMN) << 1 | (cells & !FIRST_COLUMN) >> 1;
    (cells << COLUMNS | cells >> COLUMNS | sideways) & ALL
}

/// The neighbours of each cell.
pub static NEAR: [Cells; CELLS] = {
    let mut near = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        near[cell] = around(1 << cell);
        cell += 1;
    }
    near
};

/// The cells of `within` that are connected to `seed`, the seed included.
#[inline]
pub fn flood(seed: Cells, within: Cells) -> Cells {
    let mut found = seed;
    loop {
        let more = found | around(found) & within;
        if more == found {
            return found;
        }
        found = more;
    }
}

/// How many cells there are in a set.
#[inline]
pub const fn count(cells: Cells) -> u32 {
    (cells as u64).count_ones() + ((cells >> 64) as u64).count_ones()
}

/// The cell at place `n` of a set, in ascending order. Halves the word six times instead of counting up to `n`.
#[inline]
pub fn nth(cells: Cells, n: u32) -> u8 {
    let low = (cells as u64).count_ones();
    let (mut word, mut left, mut at) = if n < low { (cells as u64, n, 0) } else { ((cells >> 64) as u64, n - low, 64) };
    let mut width = 32;
    while width > 0 {
        let here = (word & ((1 << width) - 1)).count_ones();
        if left >= here {
            left -= here;
            word >>= width;
            at += width as u8;
        }
        width /= 2;
    }
    at
}

/// Appends a cell's name: its column's number, then its row's letter.
pub fn write_cell(cell: u8, out: &mut String) {
    let (row, column) = (cell as usize / COLUMNS, cell as usize % COLUMNS);
    let _ = write!(out, "{}{}", column + 1, char::from(b'A' + row as u8));
}

/// A cell's name, such as `12I`.
pub fn cell_name(cell: u8) -> String {
    let mut name = String::with_capacity(3);
    write_cell(cell, &mut name);
    name
}

/// The names of a set of cells, in ascending order.
pub fn cell_names(cells: Cells) -> String {
    iter_bits(cells).map(cell_name).collect::<Vec<_>>().join(" ")
}

/// The cell of this name, in capitals or not.
pub fn parse_cell(name: &str) -> Option<u8> {
    let letter = name.chars().next_back()?.to_ascii_uppercase();
    let row = (b'A'..b'A' + ROWS as u8).position(|row| char::from(row) == letter)?;
    let digits = &name[..name.len() - 1];
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    let number: usize = digits.parse().ok().filter(|_| plain)?;
    (1..=COLUMNS).contains(&number).then(|| (row * COLUMNS + number - 1) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_an_edge() {
        for (cell, near) in NEAR.into_iter().enumerate() {
            let (row, column) = (cell / COLUMNS, cell % COLUMNS);
            for other in 0..CELLS {
                let distance = row.abs_diff(other / COLUMNS) + column.abs_diff(other % COLUMNS);
                assert_eq!(near >> other & 1 == 1, distance == 1, "{cell} {other}");
            }
        }
        assert_eq!(cell_names(NEAR[0]), "2A 1B");
        assert_eq!(around(ALL), ALL);
    }

    #[test]
    fn names_read_back() {
        for cell in 0..CELLS as u8 {
            assert_eq!(parse_cell(&cell_name(cell)), Some(cell));
        }
        assert_eq!((parse_cell("12i"), cell_name(12)), (Some(107), "1B".to_owned()));
        for wrong in ["", "A", "13A", "0A", "01A", "1J", "+1A", "1", "1Ä", "ÄA", "A1"] {
            assert_eq!(parse_cell(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_nth_cell_is_found() {
        let cells = bit(0) | bit(5) | bit(63) | bit(64) | bit(70) | bit(107);
        let listed: Vec<u8> = iter_bits(cells).collect();
        assert_eq!(listed, [0, 5, 63, 64, 70, 107]);
        for (n, &cell) in (0..).zip(&listed) {
            assert_eq!(nth(cells, n), cell);
        }
        assert!((0..108).all(|n| nth(ALL, n) == n as u8));
        assert_eq!(count(cells), 6);
    }

    #[test]
    fn a_flood_stops_at_gaps() {
        let within = bit(0) | bit(1) | bit(13) | bit(15) | bit(12 * 8);
        assert_eq!(flood(bit(0), within), bit(0) | bit(1) | bit(13));
        assert_eq!(flood(bit(14), within), bit(14) | bit(13) | bit(15) | bit(1) | bit(0));
        // The end of a row is no neighbour of the beginning of the next.
        assert_eq!(flood(bit(11), bit(12)), bit(11));
    }
}
