//! Actions: ids 0-3 move that token, 4 passes. Chance outcomes: id n is a roll of n + 1.

use crate::board::{LETTERS, TokenSet};
use crate::rules::Meeting;
use crate::state::{LudoState, PASS};
use hoyle_core::{ActionId, ActionPart, ActionParts, Notation, Play, Turn};
use std::fmt::Write as _;

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Move the token of this number, 0-3.
    Move(u8),
    /// Do nothing, because nothing can move.
    Pass,
}

impl Action {
    /// The action with this id.
    pub fn from_id(id: ActionId) -> Option<Self> {
        match id.0 {
            token @ 0..=3 => Some(Self::Move(token as u8)),
            4 => Some(Self::Pass),
            _ => None,
        }
    }

    /// Its id.
    pub fn id(self) -> ActionId {
        match self {
            Self::Move(token) => ActionId(u16::from(token)),
            Self::Pass => PASS,
        }
    }
}

/// The actions as parts: to move, and which token; to pass.
pub(crate) fn parts() -> ActionParts {
    let mut parts = ActionParts { heads: vec![("verb".to_owned(), 2)], verbs: 1, ..ActionParts::whole(5) };
    for (token, action) in parts.actions[..4].iter_mut().enumerate() {
        *action = [ActionPart::Plain(0), ActionPart::Column { verb: 0, column: token as u16 }].into_iter().collect();
    }
    parts.actions[PASS.index()] = [ActionPart::Plain(1)].into_iter().collect();
    parts
}

impl Notation for LudoState {
    /// Appends the text of an action: `T2 12>25 xG3` moves token 2 from square 12 to 25 and sends green's token 3 home.
    /// Tokens are counted from 1, squares are those of the mover's own frame. A roll is its number.
    fn action_text(&self, id: ActionId, out: &mut String) {
        let written = match (self.turn(), Action::from_id(id)) {
            (Turn::Chance, _) => write!(out, "{}", id.0 + 1),
            (Turn::Seat(_), Some(Action::Move(token))) => {
                let from = self.tokens(self.mover)[token as usize];
                let mut after = self.clone();
                after.move_token(token);
                let to = after.tokens(self.mover)[token as usize];
                let captured = self.captures(token).into_iter().flatten();
                write!(out, "T{} {from}>{to}", token + 1).and_then(|()| {
                    captured.into_iter().try_for_each(|(colour, enemies)| {
                        enemies.iter().try_for_each(|t| write!(out, " x{}{}", LETTERS[colour as usize], t + 1))
                    })
                })
            }
            _ => write!(out, "pass"),
        };
        written.expect("writing to a string cannot fail");
    }
}

impl LudoState {
    /// Whom this token would send home with the present roll: at most one colour for each square that it comes to.
    pub fn captures(&self, token: u8) -> [Option<(u8, TokenSet)>; 2] {
        let square = self.tokens(self.mover)[token as usize];
        let step = self.rules().tables.move_of(self.roll, square);
        let mut first = true;
        step.meets.map(|met| {
            let release = std::mem::take(&mut first) && square == crate::board::HOME;
            match self.meeting(self.mover, met, release) {
                Meeting::Captures(colour, enemies) => Some((colour, enemies)),
                Meeting::Nobody | Meeting::Coexists | Meeting::MoverDies => None,
            }
        })
    }
}
