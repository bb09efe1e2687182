//! Dominion for the programs: its code behind the facade, and the network that comes with it.

use hoyle_facade::Title;

/// Dominion as the programs know it.
pub static ENTRY: Title =
    Title::of::<hoyle_dominion::Dominion>().with_model(include_bytes!("../../../../models/dominion.safetensors"));
