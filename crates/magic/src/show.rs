use crate::state::MagicState;
use hoyle_core::{ActionId, Seat};
impl MagicState {
    pub(crate) fn write_action(&self, _: ActionId, _: &mut String) {}
    pub(crate) fn write_board(&self, _: Option<Seat>, _: &mut String) {}
    pub(crate) fn write_event(&self, _: ActionId, _: Option<Seat>, _: &mut String) {}
    pub(crate) fn card_text(&self, _: &str) -> Option<String> {
        None
    }
}
