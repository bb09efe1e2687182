//! Who is asked for a hint.

/// The search that advises in a game: a second of thought by what was measured to play best. docs/search.md has the
/// figures.
pub fn adviser(game: &str) -> &'static str {
    match game {
        "acquire" => "puct:time=1,rollout=majority,prior=0.7,cut=4",
        "dominion" => "puct:time=1,rollout=double-witch,prior=0.5",
        "ludo" => "puct:time=1,rollout=one-ply,prior=0.3,cut=8",
        "magic" => "puct:time=1,rollout=heuristic,prior=0.5,cut=20",
        _ => "ismcts:time=1",
    }
}
