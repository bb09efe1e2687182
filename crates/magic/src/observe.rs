use crate::state::MagicState;
use hoyle_core::{Layout, LayoutId, Seat};
pub fn layouts() -> Vec<Layout> {
    vec![Layout::build("flat", 1).field("a", &[1], 0.0..=1.0, "").finish(&[1])]
}
impl MagicState {
    pub(crate) fn write_observation(&self, _: Seat, _: LayoutId, out: &mut [f32]) {
        out[0] = 0.0;
    }
}
