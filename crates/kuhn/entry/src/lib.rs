//! Kuhn poker for the programs: its code behind the facade.

use hoyle_facade::Title;

/// Kuhn poker as the programs know it.
pub static ENTRY: Title = Title::of::<hoyle_kuhn::Kuhn>();
