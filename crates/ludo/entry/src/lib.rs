//! Ludo for the programs: its code behind the facade, and the network that comes with it.

use hoyle_facade::Title;

/// Ludo as the programs know it.
pub static ENTRY: Title =
    Title::of::<hoyle_ludo::Ludo>().with_model(include_bytes!("../../../../models/ludo.safetensors"));
