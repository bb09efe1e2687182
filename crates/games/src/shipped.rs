//! The models that come with the program, trained as models/README.md says.

/// The model of a game by name, if there is one.
pub(crate) fn model(game: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(name, _)| *name == game).map(|(_, bytes)| *bytes)
}

const SHIPPED: [(&str, &[u8]); 4] = [
    ("ludo", include_bytes!("../../../models/ludo.safetensors")),
    ("dominion", include_bytes!("../../../models/dominion.safetensors")),
    ("acquire", include_bytes!("../../../models/acquire.safetensors")),
    ("magic", include_bytes!("../../../models/magic.safetensors")),
];
