//! Who is how rich: the scores that are to be expected, without playing on.

use crate::board::{CELLS, count};
use crate::bots::Accounts;
use crate::options::Scoring;
use crate::state::AcquireState;
use hoyle_core::{Heuristics, Knowledge, Scores, Seat};

/// What a hundred dollars are worth at the end of the game, and how much less for each tile that is not on the board yet.
/// Fitted to the results of games between greedy players.
const PER_HUNDRED: f32 = 0.028;
const PER_TILE: f32 = 0.01;

impl Heuristics for AcquireState {
    /// What is to be expected if everybody keeps what the game would pay now.
    fn heuristic_value(&self) -> Scores {
        let accounts = Accounts::of(&self.seat_view(Seat(0)));
        let worth = accounts.net_worth();
        let worth = &worth[..accounts.players];
        match self.rules.options.scoring {
            Scoring::Win => {
                let left = CELLS as f32 - count(self.chained() | self.orphans) as f32;
                let weight = PER_HUNDRED / (1.0 + PER_TILE * left);
                let mut strengths = [0.0; hoyle_core::MAX_SEATS];
                strengths.iter_mut().zip(worth).for_each(|(strength, worth)| *strength = worth * weight);
                Scores::of_strengths(&strengths[..accounts.players])
            }
            Scoring::Margin => Scores::of_margins(worth, 1000.0),
        }
    }

    /// By how much money and shares each seat is ahead, a clear lead being $10,000.
    fn score_margins(&self) -> Scores {
        let accounts = Accounts::of(&self.seat_view(Seat(0)));
        Scores::of_margins(&accounts.net_worth()[..accounts.players], 100.0)
    }
}
