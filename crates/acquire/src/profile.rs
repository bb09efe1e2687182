//! What programs must know of Acquire beside its rules.

use hoyle_core::Profile;

pub(crate) const PROFILE: Profile = Profile {
    about: "hotel chains that are founded, grow, merge and pay those who hold their shares",
    seats: (2, 6),
    adviser: "puct:time=1,rollout=majority,prior=0.7,cut=4",
    training: &[
        ("minutes", "30"),
        ("games", "192"),
        ("envs_per_thread", "64"),
        ("epochs", "2"),
        ("minibatch", "512"),
        ("learning_rate", "8e-4"),
        ("layout", "planes"),
        ("opponents", "greedy+majority"),
        ("scripted", "greedy+majority"),
        ("scripted_share", "0.3"),
        ("imitate", "majority"),
        ("imitate_share", "0.12"),
        ("network", "graph"),
    ],
};
