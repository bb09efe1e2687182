//! What a seat knows of a position, and what it does not.

mod determinize;
mod information_state;
mod seat_view;

pub(crate) use determinize::{Guess, choose};
pub use seat_view::SeatView;

use crate::state::MagicState;
use hoyle_core::{Knowledge, Rng, Seat};

impl Knowledge for MagicState {
    type SeatView<'a> = SeatView<'a>;

    fn information_state(&self, seat: Seat, out: &mut String) {
        information_state::write(self, seat, out);
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        self.explained(seat, rng).0
    }

    fn seat_view(&self, seat: Seat) -> SeatView<'_> {
        SeatView { state: self, seat: seat.0 }
    }
}
