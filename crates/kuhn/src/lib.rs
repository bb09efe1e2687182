//! Kuhn poker: the smallest game with a secret, and the example of how a game is added (`docs/adding-a-game.md`).
//!
//! Its rules are in `crates/core/src/kuhn.rs`, because the tests of core, search, arena and brain try everything on it; every
//! other game has its rules in its own crate.
//!
//! ```
//! use hoyle_core::{Game, Rng, random_rollout};
//! use hoyle_kuhn::{Kuhn, Options};
//!
//! let kuhn = Kuhn::new(Options { cards: 3, forced: false })?;
//! let scores = random_rollout(&mut kuhn.start(), &mut Rng::new(1));
//! assert_eq!(scores.as_slice().iter().sum::<f32>(), 0.0);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```

pub use hoyle_core::kuhn::*;
