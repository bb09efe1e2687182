//! What programs must know of a game beside its rules.

use crate::MAX_SEATS;

/// What programs must know of a game beside its rules: one declaration in its crate, [`Game::PROFILE`](crate::Game::PROFILE).
/// No program matches the names of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What it is, in a line.
    pub about: &'static str,
    /// The fewest and the most seats that its options allow.
    pub seats: (usize, usize),
    /// The search that advises at a table, as a player's name with settings: about a second of thought, by what was measured
    /// to play best. `{strongest}` in it stands for the strongest scripted player of the game with its options.
    pub adviser: &'static str,
    /// Settings of training runs that were found to work, by name, as they are typed on the command line. Settings that are
    /// not named have the value that they have for any game.
    pub training: &'static [(&'static str, &'static str)],
}

impl Profile {
    /// Of a game about which nothing is known: any number of seats, a plain search, training as for any game.
    pub const PLAIN: Self = Self { about: "", seats: (1, MAX_SEATS), adviser: "ismcts:time=1", training: &[] };
}
