//! Ludo: every rule of the PyPI package `ludopy`, and the variants that people play.
//!
//! ```
//! use hoyle_core::prelude::*;
//! use hoyle_core::{ActionSet, Rng, Turn};
//! use hoyle_ludo::{Ludo, Options};
//!
//! let ludo = Ludo::new(Options::ludopy())?;
//! let mut state = ludo.start();
//! let mut rng = Rng::new(1);
//! let mut legal = ActionSet::new();
//! while state.roll_to_decision(&mut rng) != Turn::Over {
//!     state.legal(&mut legal);
//!     state.play(legal.random(&mut rng)).expect("it is legal");
//! }
//! assert_eq!(state.scores().winners().count(), 1);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```
//!
//! Ids 0-3 move that token of the mover, 4 passes; chance outcome n is a roll of n + 1. The options and presets are in
//! [`Options`]; squares, frames and the tables that moves are looked up in are in [`board`].

pub mod action;
pub mod board;
mod bots;
mod entities;
mod heuristics;
mod hypotheses;
#[cfg(debug_assertions)]
mod invariants;
mod knowledge;
mod observe;
mod options;
mod profile;
mod rules;
mod setup;
mod show;
mod snapshot;
mod state;
mod threat;

pub use action::Action;
pub use observe::{FLAT, ROTATED};
pub use options::{
    Attempts, Corridor, End, Exit, ExtraSix, Finish, Finished, OccupiedSafe, Options, Pass, Release, Stack, Stars,
    Starts, ThirdSix,
};
pub use rules::Meeting;
pub use setup::Rules;
pub use snapshot::Snapshot;
pub use state::{LudoState, PASS};

hoyle_core::declare_game! {
    /// Ludo with its options.
    pub struct Ludo(pub rules: Rules), "ludo", version 1, Options, LudoState;
    of |rules| rules.options, rules.spec;
    make |options, _files| Rules::of(options);
    start |rules| LudoState::start(rules);
    restore |rules, snapshot| LudoState::restore(rules, snapshot);
    bots bots::BOTS;
    make_bot |_game, name, settings, _files| bots::make(name, settings);
    const PROFILE: &'static hoyle_core::Profile = &profile::PROFILE;
}
