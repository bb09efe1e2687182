//! Who sits where in which game.

use hoyle_core::Seat;
use thiserror::Error;

/// How the entrants of a match fill the seats of a game.
///
/// With as many entrants as seats, each takes one seat. With fewer, the first sits alone and the others fill the
/// remaining seats in turn: `one-ply,random` at a table for four is one one-ply player against three random ones.
/// From game to game everybody moves one seat on, so a set of as many games as seats has every rotation once.
///
/// ```
/// use hoyle_arena::Lineup;
/// let lineup = Lineup::new(3, 4)?;
/// assert_eq!(lineup.seated(0), [0, 1, 2, 1]);
/// assert_eq!(lineup.seated(1), [1, 0, 1, 2]);
/// # Ok::<(), hoyle_arena::LineupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The entrant in each place of the circle that turns around the table.
    places: Vec<usize>,
}

/// Why entrants cannot fill a table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LineupError {
    /// Nobody to play against.
    #[error("a match needs at least two players; write one name twice to let a player meet itself")]
    TooFew,
    /// Nobody to be compared with.
    #[error("a tournament needs at least two players")]
    Unrivalled,
    /// Not everybody has a seat.
    #[error("{entrants} players for {seats} seats; name at most {seats}")]
    TooMany {
        /// How many players there are.
        entrants: usize,
        /// How many seats there are.
        seats: usize,
    },
}

impl Lineup {
    /// The line-up of this many entrants at a table with this many seats.
    pub fn new(entrants: usize, seats: usize) -> Result<Self, LineupError> {
        Self::between(&(0..entrants).collect::<Vec<_>>(), seats)
    }

    /// The line-up of these entrants, who may be some of many.
    pub fn between(entrants: &[usize], seats: usize) -> Result<Self, LineupError> {
        let &[first, ref others @ ..] = entrants else { return Err(LineupError::TooFew) };
        if others.is_empty() {
            return Err(LineupError::TooFew);
        }
        if entrants.len() > seats {
            return Err(LineupError::TooMany { entrants: entrants.len(), seats });
        }
        Ok(Self { places: [first].iter().chain(others.iter().cycle()).take(seats).copied().collect() })
    }

    /// The entrant in each place of the circle.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// The entrant in a place of the circle.
    pub fn entrant(&self, place: usize) -> usize {
        self.places[place]
    }

    /// The place of the circle that stands at a seat in a game.
    pub fn place(&self, game: u64, seat: Seat) -> usize {
        let seats = self.places.len();
        (seat.index() + seats - (game % seats as u64) as usize) % seats
    }

    /// The entrant at each seat in a game.
    pub fn seated(&self, game: u64) -> Vec<usize> {
        (0..self.places.len()).map(|seat| self.entrant(self.place(game, Seat(seat as u8)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_entrants_as_seats_rotate() {
        let lineup = Lineup::new(3, 3).unwrap();
        for game in 0..7 {
            for entrant in 0..3 {
                assert_eq!(lineup.seated(game)[(entrant + game as usize) % 3], entrant);
            }
        }
    }

    #[test]
    fn everybody_sits_everywhere_equally_often() {
        let lineup = Lineup::new(2, 4).unwrap();
        let alone: Vec<usize> = (0..8).map(|game| lineup.seated(game).iter().position(|&e| e == 0).unwrap()).collect();
        assert_eq!(alone, [0, 1, 2, 3, 0, 1, 2, 3]);
    }

    #[test]
    fn too_few_and_too_many_are_refused() {
        assert_eq!(Lineup::new(1, 4), Err(LineupError::TooFew));
        assert_eq!(Lineup::new(3, 2), Err(LineupError::TooMany { entrants: 3, seats: 2 }));
    }
}
