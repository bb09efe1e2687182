//! Who is asked for a hint.

use crate::AnyTable;

/// The search that advises at a table: a second of thought by what was measured to play best. docs/search.md has the
/// figures. In Dominion games are played on by the strongest player of the kingdom.
pub fn adviser(table: &dyn AnyTable) -> String {
    let search = match table.spec().name {
        "acquire" => "puct:time=1,rollout=majority,prior=0.7,cut=4",
        "dominion" => "puct:time=1,rollout={strongest},prior=0.5",
        "ludo" => "puct:time=1,rollout=one-ply,prior=0.3,cut=8",
        "magic" => "puct:time=1,rollout=heuristic,prior=0.5,cut=20",
        _ => "ismcts:time=1",
    };
    search.replace("{strongest}", table.strongest_bot())
}
