use crate::state::MagicState;
use hoyle_core::Seat;
impl MagicState {
    pub(crate) fn write_info(&self, _: Seat, _: &mut String) {}
}
