//! What programs must know of Ludo beside its rules.

use hoyle_core::Profile;

pub(crate) const PROFILE: Profile = Profile {
    about: "the race around the board, as the package ludopy and as people play it",
    seats: (2, 4),
    adviser: "puct:time=1,rollout=one-ply,prior=0.3,cut=8",
    training: &[
        ("minutes", "8"),
        ("layout", "squares"),
        ("opponents", "random+mixed+one-ply"),
        ("scripted", "mixed+one-ply"),
        ("scripted_share", "0.2"),
        ("final_games", "10000"),
        ("network", "tensor:width=48,trunk=64,embeddings=false"),
    ],
};
