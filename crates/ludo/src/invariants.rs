//! What holds after every action, whatever is played: checked in debug builds only, so that every test checks it.

use crate::Ludo;
use crate::board::{GOAL, HOME};
use crate::state::LudoState;
use hoyle_core::{ActionSet, Turn};

/// Every position with a number of rolls that this divides is written and read again.
const SELDOM: u32 = 16;

/// Checks a position that play has led to.
///
/// # Panics
/// If something does not hold.
pub(crate) fn check(state: &LudoState) {
    let problem = state.problem().or_else(|| state.rolls.is_multiple_of(SELDOM).then(|| unreadable(state)).flatten());
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
        let ranked = rules.colours.iter().all(|&colour| self.is_home_free(colour) == self.ranking().contains(&colour));
        let mut legal = ActionSet::new();
        self.legal_actions(&mut legal);
        let decides = matches!(self.whose_turn(), Turn::Seat(_));
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
    match Ludo(state.rules).read_snapshot(state.to_snapshot()) {
        Ok(read) if read == *state => None,
        Ok(_) => Some("it is read as another position"),
        Err(_) => Some("it cannot be read again"),
    }
}
