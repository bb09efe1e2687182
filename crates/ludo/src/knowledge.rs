//! What a seat knows: everything, because nothing is hidden in Ludo.

use crate::board::LETTERS;
use crate::state::LudoState;
use hoyle_core::{Knowledge, Rng, Seat};
use std::fmt::Write as _;

impl Knowledge for LudoState {
    type SeatView<'a> = &'a Self;

    fn information_state(&self, seat: Seat, out: &mut String) {
        let rules = self.rules();
        let _ = writeln!(out, "ludo, seen by {}", rules.spec.seat_names[seat.index()]);
        let to_roll = if self.roll > 0 { format!("to play {}", self.roll) } else { "to roll".to_owned() };
        let to_roll = if self.over { "last to roll, the game is over" } else { &to_roll };
        let state = format!("{} {to_roll}", LETTERS[self.mover as usize]);
        let (round, attempts, sixes, rolls) = (self.round, self.attempts, self.sixes, self.rolls);
        let _ = writeln!(out, "{state}; round {round}, roll {rolls}, attempts {attempts}, sixes {sixes}");
        for &colour in &rules.colours {
            let tokens = &self.tokens(colour)[..rules.options.tokens as usize];
            let squares: Vec<String> = tokens.iter().map(|p| p.to_string()).collect();
            let _ = writeln!(out, "{} {}", LETTERS[colour as usize], squares.join(" "));
        }
        let places: String = self.ranking().iter().map(|&c| LETTERS[c as usize]).collect();
        if !places.is_empty() {
            let _ = writeln!(out, "finished {places}");
        }
    }

    fn determinize(&self, _: Seat, _: &mut Rng) -> Self {
        self.clone()
    }

    fn seat_view(&self, _: Seat) -> &Self {
        self
    }
}
