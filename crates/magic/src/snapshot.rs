use crate::{Magic, state::MagicState};
use serde::{Deserialize, Serialize};
/// x
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Snapshot {}
impl MagicState {
    pub(crate) fn to_snapshot(&self) -> Snapshot {
        Snapshot {}
    }
}
impl Magic {
    pub(crate) fn read_snapshot(self, _: &Snapshot) -> Result<MagicState, hoyle_core::InvalidState> {
        Ok(MagicState::start(self.0))
    }
}
