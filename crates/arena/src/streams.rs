//! Who gets which random numbers.
//!
//! The dice have a generator of their own, and so has every player. So a player that looks ahead in its generator sees
//! nobody's numbers but its own, and the dice of a game stay the same whoever plays and however much they draw.

use hoyle_core::{Rng, Seat};

/// Keeps the seeds of the players apart from those of the dice.
const PLAYERS: u64 = 0x5be0_cd19_137e_2179;

/// The generator of the dice, cards and whatever else chance does in one game of a seed.
///
/// A match counts sets: the games of one set, in which everybody moves round the table, have the same dice. A table counts
/// actions, and so draws each anew.
pub fn dice_rng(seed: u64, index: u64) -> Rng {
    Rng::stream(seed, index)
}

/// The generator of the player at a seat, in the same game.
///
/// It belongs to the seat and not to who sits there: where equal players change seats, the same game is played again.
///
/// Its seed is drawn, not computed: neither the dice nor another seat's generator can be worked out from it. That keeps
/// players honest by accident; it is no cryptography, and who knows the seed of a match knows everything.
///
/// ```
/// use hoyle_arena::{dice_rng, player_rng};
/// use hoyle_core::Seat;
/// assert_ne!(player_rng(7, 0, Seat(0)), dice_rng(7, 0));
/// assert_ne!(player_rng(7, 0, Seat(0)), player_rng(7, 0, Seat(1)));
/// ```
pub fn player_rng(seed: u64, index: u64, seat: Seat) -> Rng {
    let mut seeds = Rng::stream(seed ^ PLAYERS, index);
    let seeds = (0..=seat.0).map(|_| seeds.bits());
    Rng::stream(seeds.last().expect("at least one is drawn"), seat.0.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn nobody_has_the_numbers_of_another() {
        let mut numbers = HashSet::new();
        let mut all = 0;
        for (seed, index) in [(0, 0), (0, 1), (1, 0), (1, 1), (PLAYERS, 0), (PLAYERS, 1)] {
            let mut generators = vec![dice_rng(seed, index)];
            generators.extend((0..4).map(|seat| player_rng(seed, index, Seat(seat))));
            for mut rng in generators {
                numbers.extend((0..1000).map(|_| rng.bits()));
                all += 1000;
            }
        }
        assert_eq!(numbers.len(), all);
    }

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        // Part of the contract, as those of `Rng::stream` are.
        let mut rng = player_rng(1, 2, Seat(3));
        let first: Vec<u32> = (0..6).map(|_| rng.below(1000)).collect();
        assert_eq!(first, [665, 844, 801, 538, 596, 905]);
    }
}
