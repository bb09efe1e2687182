//! Which game is played at which table, from which deal, by whom.

use crate::{Lineup, LineupError};

/// The games of a match or a tournament, numbered.
///
/// A **set** is as many games as the game has seats: the same dice and cards, the same numbers for the player at each
/// seat, played once with every rotation of the line-up. Sets take turns at the tables, so that a tournament that is cut
/// short has played nearly as much at each.
///
/// ```
/// use hoyle_arena::Schedule;
/// let schedule = Schedule::round_robin(3, 2)?;
/// assert_eq!(schedule.tables(), 3); // 0-1, 0-2, 1-2
/// let game = schedule.game(9);
/// assert_eq!((game.table, game.set, game.entrants), (1, 4, vec![2, 0])); // the second game of set 4
/// # Ok::<(), hoyle_arena::LineupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    tables: Vec<Lineup>,
    seats: usize,
}

/// One game of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// The table that it belongs to.
    pub table: usize,
    /// The set that it belongs to: the stream of its dice.
    pub set: u64,
    /// The entrant at each seat.
    pub entrants: Vec<usize>,
}

impl Schedule {
    /// One table with all entrants.
    pub fn one_table(entrants: usize, seats: usize) -> Result<Self, LineupError> {
        Ok(Self { tables: vec![Lineup::new(entrants, seats)?], seats })
    }

    /// Everybody meets everybody. At a table for two, each pair has one table. At a larger one it has two: one player alone
    /// against the other at all other seats, and the other way round.
    pub fn round_robin(entrants: usize, seats: usize) -> Result<Self, LineupError> {
        if entrants < 2 {
            return Err(LineupError::Unrivalled);
        }
        let pairs = (0..entrants).flat_map(|a| (0..entrants).map(move |b| (a, b)));
        let pairs = pairs.filter(|(a, b)| if seats == 2 { a < b } else { a != b });
        let tables = pairs.map(|(a, b)| Lineup::between(&[a, b], seats)).collect::<Result<_, _>>()?;
        Ok(Self { tables, seats })
    }

    /// How many tables there are.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// How many seats a table has: the number of games in a set.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Who sits around a table.
    pub fn lineup(&self, table: usize) -> &Lineup {
        &self.tables[table]
    }

    /// The table of a set.
    pub fn table(&self, set: u64) -> usize {
        (set % self.tables.len() as u64) as usize
    }

    /// The set of a game.
    pub fn set(&self, game: u64) -> u64 {
        game / self.seats as u64
    }

    /// A game by its number.
    pub fn game(&self, index: u64) -> Scheduled {
        let set = self.set(index);
        let table = self.table(set);
        Scheduled { table, set, entrants: self.tables[table].seated(index) }
    }

    /// How many games there are with so many at each table, which is rounded up to whole sets. None if they cannot be
    /// counted.
    pub fn games(&self, per_table: u64) -> Option<u64> {
        per_table.div_ceil(self.seats as u64).checked_mul(self.seats as u64)?.checked_mul(self.tables.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_every_rotation_of_one_table() {
        let schedule = Schedule::round_robin(3, 4).unwrap();
        assert_eq!(schedule.tables(), 6);
        for set in 0..12 {
            let games: Vec<Scheduled> = (4 * set..4 * set + 4).map(|index| schedule.game(index)).collect();
            assert!(games.iter().all(|game| game.set == set && game.table == set as usize % 6));
            let alone = schedule.lineup(games[0].table).entrant(0);
            let seats: Vec<_> = games.iter().map(|g| g.entrants.iter().position(|&e| e == alone).unwrap()).collect();
            assert_eq!(seats, [0, 1, 2, 3]);
        }
    }

    #[test]
    fn games_are_rounded_up_to_sets() {
        let schedule = Schedule::one_table(2, 4).unwrap();
        assert_eq!([0, 1, 4, 5].map(|games| schedule.games(games)), [Some(0), Some(4), Some(4), Some(8)]);
        assert_eq!(schedule.games(u64::MAX), None);
    }
}
