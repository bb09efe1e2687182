//! Magic for the programs: its code behind the facade, and the network that comes with it.

use hoyle_facade::Title;

/// Magic as the programs know it.
pub static ENTRY: Title =
    Title::of::<hoyle_magic::Magic>().with_model(include_bytes!("../../../../models/magic.safetensors"));
