//! Tic-tac-toe: nothing hidden, nothing random, solved.

use super::spec;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Outcomes, Rng, Scores, Seat, Spec, Turn};
use std::sync::OnceLock;

/// One bit per cell for each player.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TicTacToe {
    cells: [u16; 2],
}

const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b1001001, 0b1001_0010, 0b1_0010_0100, 0b1_0001_0001, 0b101_0100];

impl TicTacToe {
    fn winner(&self) -> Option<usize> {
        (0..2).find(|&seat| LINES.iter().any(|line| self.cells[seat] & line == *line))
    }

    fn mover(&self) -> usize {
        usize::from(self.cells[0].count_ones() > self.cells[1].count_ones())
    }
}

/// The value of a position for the player to move, by looking at everything: 1, 0.5 or 0.
pub fn best_value(state: &TicTacToe) -> f32 {
    match state.turn() {
        Turn::Seat(_) => {
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            let after = legal.iter().map(|action| {
                let mut next = state.clone();
                next.play_unchecked(action);
                1.0 - best_value(&next)
            });
            after.fold(0.0, f32::max)
        }
        _ => state.scores()[Seat(state.mover() as u8)],
    }
}

impl Play for TicTacToe {
    fn spec(&self) -> &'static Spec {
        static SPEC: OnceLock<Spec> = OnceLock::new();
        SPEC.get_or_init(|| spec("tic-tac-toe", 2, 9, true, 2))
    }

    fn turn(&self) -> Turn {
        if self.winner().is_some() || self.cells[0] | self.cells[1] == 0b1_1111_1111 {
            return Turn::Over;
        }
        Turn::Seat(Seat(self.mover() as u8))
    }

    fn legal(&self, out: &mut ActionSet) {
        let over = self.turn() == Turn::Over;
        out.set_bits(if over { 0 } else { u64::from(!(self.cells[0] | self.cells[1]) & 0b1_1111_1111) });
    }

    fn play_unchecked(&mut self, action: ActionId) {
        self.cells[self.mover()] |= 1 << action.0;
    }

    fn outcomes(&self, out: &mut Outcomes) {
        out.clear();
    }

    fn scores(&self) -> Scores {
        Scores::from_slice(&match self.winner() {
            Some(0) => [1.0, 0.0],
            Some(_) => [0.0, 1.0],
            None => [0.5, 0.5],
        })
    }
}

impl Knowledge for TicTacToe {
    type SeatView<'a> = ();

    fn seat_view(&self, _: Seat) {}

    fn information_state(&self, _: Seat, out: &mut String) {
        out.push_str(&format!("{:?}", self.cells));
    }

    fn determinize(&self, _: Seat, _: &mut Rng) -> Self {
        self.clone()
    }
}

crate::unobserved!(TicTacToe);
