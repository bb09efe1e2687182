//! Who is how far: the scores that are to be expected, without playing on.

use crate::board::{GOAL, HOME};
use crate::state::LudoState;
use hoyle_core::{Heuristics, Scores};

/// What being out of home is worth, in squares.
const OUT: f32 = 12.0;
/// The share of a token's worth that counts while some enemy could send it home with one roll.
const THREATENED: f32 = 0.85;
/// The weight of a square is this over the root of the squares that the leader has left and [`EARLY`] more: a lead is safer
/// the sooner the game ends. All were fitted to the results of games between one-ply players.
const SQUARE: f32 = 0.175;
/// See [`SQUARE`].
const EARLY: f32 = 20.0;

impl Heuristics for LudoState {
    /// What is to be expected by the progress of all tokens.
    fn heuristic_value(&self) -> Scores {
        let rules = self.rules();
        let squares = [0, 1, 2, 3].map(|colour| self.squares_of(colour));
        let tokens = rules.options.tokens as usize;
        let mut strengths = [0.0; 4];
        let strengths = &mut strengths[..rules.colours.len()];
        for (strength, &colour) in strengths.iter_mut().zip(&rules.colours) {
            let value = |token: usize| match self.tokens(colour)[token] {
                HOME => 0.0,
                square if self.is_threatened(colour, token, &squares) => THREATENED * (OUT + f32::from(square)),
                square => OUT + f32::from(square),
            };
            *strength = (0..tokens).map(value).sum();
        }
        let most = strengths.iter().copied().fold(0.0, f32::max);
        let left = tokens as f32 * (OUT + f32::from(GOAL)) - most;
        let weight = SQUARE / (EARLY + left).sqrt();
        strengths.iter_mut().for_each(|strength| *strength *= weight);
        Scores::of_strengths(strengths)
    }

    /// By how many squares the tokens of each seat are ahead, a clear lead being a token's whole way.
    fn score_margins(&self) -> Scores {
        let rules = self.rules();
        let mut squares = [0.0; 4];
        let squares = &mut squares[..rules.colours.len()];
        for (sum, &colour) in squares.iter_mut().zip(&rules.colours) {
            *sum = self.tokens(colour)[..rules.options.tokens as usize].iter().map(|&square| f32::from(square)).sum();
        }
        Scores::of_margins(squares, 57.0)
    }
}
