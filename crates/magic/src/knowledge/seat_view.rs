//! What a seat may know, typed.

use crate::state::MagicState;

/// A position as one seat may know it: what scripted players are given. Not `Debug`: it would tell the rest.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    pub(crate) state: &'a MagicState,
    pub(crate) seat: u8,
}
