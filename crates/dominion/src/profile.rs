//! What programs must know of Dominion beside its rules.

use hoyle_core::Profile;

pub(crate) const PROFILE: Profile = Profile {
    about: "deck building: the base set, second edition, and further cards",
    seats: (2, 6),
    adviser: "puct:time=1,rollout={strongest},prior=0.5",
    training: &[
        ("minutes", "30"),
        ("layout", "tensor"),
        ("opponents", "big-money-ultimate+smithy+strongest"),
        ("scripted", "big-money-ultimate+strongest"),
        ("scripted_share", "0.2"),
        ("imitate", "strongest"),
        ("imitate_share", "0.02"),
        ("epochs", "2"),
    ],
};
