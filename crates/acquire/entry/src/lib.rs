//! Acquire for the programs: its code behind the facade, and the network that comes with it.

use hoyle_facade::Title;

/// Acquire as the programs know it.
pub static ENTRY: Title =
    Title::of::<hoyle_acquire::Acquire>().with_model(include_bytes!("../../../../models/acquire.safetensors"));
