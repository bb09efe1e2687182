//! What programs must know of Magic beside its rules.

use hoyle_core::Profile;

pub(crate) const PROFILE: Profile = Profile {
    about: "duels of two with decks of a large subset of the cards",
    seats: (2, 2),
    adviser: "puct:time=1,rollout=heuristic,prior=0.5,cut=20",
    training: &[
        ("minutes", "60"),
        ("games", "128"),
        ("envs_per_thread", "64"),
        ("epochs", "2"),
        ("minibatch", "128"),
        ("learning_rate", "6e-4"),
        ("entropy_start", "0.003"),
        ("entropy_end", "0.003"),
        ("layout", "flat"),
        ("opponents", "heuristic"),
        ("scripted", "heuristic"),
        ("scripted_share", "0.3"),
        ("imitate", "heuristic"),
        ("imitate_share", "0.25"),
        ("imitate_rate", "4e-3"),
        ("network", "graph:width=32,scorer=4,counts=true"),
    ],
};
