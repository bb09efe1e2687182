use crate::state::MagicState;
use hoyle_core::{Rng, Seat};
impl MagicState {
    pub(crate) fn redealt(&self, _: Seat, _: &mut Rng) -> Self {
        self.clone()
    }
}
