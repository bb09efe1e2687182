//! Playing at random: what tests and benches of every game do.

use crate::{ActionSet, Play, Rng, Seat, Turn, play_out};

/// Lets chance act, or plays a random legal action. False, and nothing happens, when the game is over.
pub fn random_step<S: Play>(state: &mut S, rng: &mut Rng) -> bool {
    match state.turn() {
        Turn::Over => return false,
        Turn::Chance => {
            state.roll(rng);
        }
        Turn::Seat(_) => {
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            state.play_unchecked(legal.random(rng));
        }
    }
    true
}

/// Plays at random to the end; `look` is shown every decision and whose it is. Gives the number of decisions. What it costs
/// beside the rules is little enough for benches.
pub fn random_game<S: Play>(mut state: S, rng: &mut Rng, mut look: impl FnMut(&S, Seat, &mut Rng)) -> u64 {
    let mut legal = ActionSet::new();
    let mut decisions = 0;
    play_out(&mut state, rng, |state, seat, rng| {
        look(state, seat, rng);
        decisions += 1;
        state.legal(&mut legal);
        legal.random(rng)
    });
    decisions
}
