//! Who has more life, board and cards: a guess of the scores without playing on.

use crate::state::MagicState;
use hoyle_core::{Heuristics, Scores, iter_bits};

/// What a point of life, a point of a permanent's worth and a card in hand are worth. Fitted to the results of games
/// between heuristic players.
const LIFE: f32 = 0.05;
const BOARD: f32 = 0.035;
const CARD: f32 = 0.12;

impl Heuristics for MagicState {
    /// What is to be expected by what both players have.
    fn heuristic_value(&self) -> Scores {
        let mut strengths = [0.0, 0.0];
        for slot in iter_bits(self.field) {
            strengths[self.traits[slot as usize].ctrl as usize] += BOARD * self.worth(slot) as f32;
        }
        for (seat, strength) in strengths.iter_mut().enumerate() {
            let side = self.side(seat as u8);
            *strength += LIFE * f32::from(side.life) + CARD * side.hand.len() as f32;
        }
        Scores::of_strengths(&strengths)
    }

    /// By how many life points each seat is ahead, a clear lead being what one begins with.
    fn score_margins(&self) -> Scores {
        Scores::of_margins(&[0, 1].map(|seat| f32::from(self.side(seat).life)), 20.0)
    }
}
