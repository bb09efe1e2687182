//! placeholder
use super::think::Judgement;
use crate::action::Purchase;
use crate::seen::Seen;
use hoyle_core::BotError;
pub struct Majority;
impl Majority {
    pub fn new(settings: &[(String, String)]) -> Result<Self, BotError> {
        BotError::unless_empty(settings)?;
        Ok(Self)
    }
}
impl Judgement for Majority {
    fn tile(&self, seen: &Seen<'_>, cell: u8) -> f32 { super::greedy::Greedy.tile(seen, cell) }
    fn found(&self, seen: &Seen<'_>, c: u8) -> f32 { super::greedy::Greedy.found(seen, c) }
    fn survivor(&self, seen: &Seen<'_>, c: u8) -> f32 { super::greedy::Greedy.survivor(seen, c) }
    fn disposition(&self, seen: &Seen<'_>, p: u8, s: u8) -> f32 { super::greedy::Greedy.disposition(seen, p, s) }
    fn purchase(&self, seen: &Seen<'_>, p: &Purchase) -> f32 { super::greedy::Greedy.purchase(seen, p) }
    fn ends(&self, seen: &Seen<'_>) -> bool { super::greedy::Greedy.ends(seen) }
}
