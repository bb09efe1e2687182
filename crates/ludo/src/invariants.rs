//! What holds after every action, whatever is played: checked in debug builds only, so that every test checks it.

use crate::board::{GOAL, HOME};
use crate::state::LudoState;
use hoyle_core::checks::is_thorough;
use hoyle_core::{ActionSet, Persist, Play, Turn};

/// Every position with a number of rolls that this divides is written and read again, and every one if the thread is thorough
/// ([`hoyle_core::checks`]).
const SELDOM: u32 = 16;

/// Checks a position that play has led to.
///
/// # Panics
/// If something does not hold.
pub(crate) fn check(state: &LudoState) {
    let problem = state.problem().or_else(|| {
        let all = is_thorough() || state.rolls.is_multiple_of(SELDOM);
        all.then(|| unreadable(state)).flatten()
    });
    if let Some(problem) = problem {
        panic!("{problem}: {state:?}");
    }
}

impl LudoState {
    fn problem(&self) -> Option<&'static str> {
        let rules = self.rules();
        let says = |holds: bool, what: &'static str| (!holds).then_some(what);
        let stands = |colour: u8, token: usize| {
            let square = self.tokens(colour)[token];
            square == HOME || square <= GOAL && rules.plays(colour, token)
        };
        let tokens = (0..4).all(|colour| (0..4).all(|token| stands(colour, token)));
        let movable = if self.roll == 0 { 0 } else { self.movable_tokens() };
        let ranked = rules.colours.iter().all(|&colour| self.has_finished(colour) == self.ranking().contains(&colour));
        let mut legal = ActionSet::new();
        self.legal(&mut legal);
        let decides = matches!(self.turn(), Turn::Seat(_));
        says(tokens, "a token is on no square, or one that nobody plays has moved")
            .or_else(|| says(rules.seats[self.mover as usize].is_some(), "nobody plays the mover's colour"))
            .or_else(|| says(self.movable == movable, "the tokens that can move are others"))
            .or_else(|| says(ranked, "the ranking is not that of those who have finished"))
            .or_else(|| says(legal.is_empty() != decides, "nothing can be done"))
            .or_else(|| says(self.rolls <= rules.options.max_rolls, "more rolls than a game has"))
    }
}

/// A position that was written can be read again, as itself.
fn unreadable(state: &LudoState) -> Option<&'static str> {
    match LudoState::restore(state.rules, state.snapshot()) {
        Ok(read) if read == *state => None,
        Ok(_) => Some("it is read as another position"),
        Err(_) => Some("it cannot be read again"),
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::check;
    use crate::Ludo;
    use hoyle_core::Game;
    use hoyle_core::checks::thoroughly;
    use hoyle_core::testing::panics;

    #[test]
    fn a_position_that_cannot_be_read_again_is_found() {
        let mut state = Ludo::new(Ludo::preset("danish").unwrap()).unwrap().start();
        state.rolls = 1;
        thoroughly(|| check(&state));
        state.sixes = 17;
        check(&state);
        assert!(panics(|| thoroughly(|| check(&state))), "in every position");
        state.rolls = 16;
        assert!(panics(|| check(&state)), "in a sample of them");
    }
}
