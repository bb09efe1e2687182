use crate::cards::CardSet;
use crate::state::MagicState;
use hoyle_core::{EntityGraph, GraphSchema, Seat};
pub fn schema(_: &CardSet) -> GraphSchema {
    GraphSchema { version: 1, kinds: vec![], relations: vec![], verbs: vec![], tokens: vec![] }
}
impl MagicState {
    pub(crate) fn write_entities(&self, _: Seat, _: &mut EntityGraph) {}
}
