//! Which search is asked for a hint.

use crate::AnyTable;

/// The search that advises at a table, as the game's profile names it: a second of thought by what was measured to play best.
/// docs/search.md has the figures.
pub fn adviser(table: &dyn AnyTable) -> String {
    table.profile().adviser.replace("{strongest}", table.strongest_bot())
}
