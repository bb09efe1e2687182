//! Determinizations: nothing is hidden in Ludo, so there is nothing to deal anew.

use crate::state::LudoState;

impl LudoState {
    /// A position that a seat cannot tell from this one: this one.
    #[inline]
    pub(crate) fn determinized(&self) -> Self {
        self.clone()
    }
}
