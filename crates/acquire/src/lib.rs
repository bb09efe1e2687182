//! Acquire: tiles found, grow and merge hotel chains, and those who hold their shares grow rich; exactly by the rules.
//!
//! ```
//! use hoyle_acquire::{Acquire, Options};
//! use hoyle_core::prelude::*;
//! use hoyle_core::{Rng, Turn, random_rollout};
//!
//! let acquire = Acquire::new(Options { players: 3, ..Options::default() })?;
//! let mut state = acquire.start();
//! let scores = random_rollout(&mut state, &mut Rng::new(1));
//! assert_eq!(state.turn(), Turn::Over);
//! assert!(scores.as_slice().iter().sum::<f32>().abs() < 1e-6);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `board.rs`, `chains.rs` | cells as bits; chains, prices and bonuses |
//! | `options.rs`, `setup.rs` | what can be set, and the rules that follow |
//! | `state.rs` | a position |
//! | `action.rs`, `heads.rs` | the ids and their texts; the ids by heads |
//! | `rules/`, `event.rs`, `automatic.rs` | what actions do, and the events that come of it |
//! | `knowledge/` | what a seat knows and what it does not: information states, determinizations, the view of a seat |
//! | `observe/`, `entities.rs` | what a seat sees, as numbers and as a graph |
//! | `heuristics.rs` | the scores that are to be expected |
//! | `hypotheses.rs` | what hidden hands may hold, and the position without one thing |
//! | `snapshot/` | positions in files, and what is demanded of them |
//! | `invariants.rs` | what holds after every action, checked in debug builds |
//! | `bots/` | scripted players |
//! | `show/` | for people: the board, and what happens |

pub mod action;
mod automatic;
pub mod board;
mod bots;
pub mod chains;
mod entities;
mod event;
pub mod heads;
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

pub use action::Action;
pub use automatic::{AutomaticActionSnapshot, AutomaticKind};
pub use knowledge::SeatView;
pub use observe::{PLANES, SEED222, SEED224, SEED864, SEED866};
pub use options::{Actions, ChainOrder, Exchange, Forced, Options, Scoring, Seating, Start, TwoPlayer};
pub use rules::Effect;
pub use setup::Rules;
pub use snapshot::{Board, Holdings, PlayerSnapshot, Snapshot, Tile, Tiles};
pub use state::{AcquireState, Phase, RackConstraints};

hoyle_core::declare_game! {
    /// Acquire with its options.
    pub struct Acquire(pub rules: Rules), "acquire", version 1, Options, AcquireState;
    of |rules| rules.options, rules.spec;
    make |options, _files| Rules::of(options);
    start |rules| AcquireState::start(rules);
    restore |rules, snapshot| AcquireState::restore(rules, &snapshot);
    bots bots::BOTS;
    make_bot |_game, name, settings, _files| bots::make(name, settings);
    const PROFILE: &'static hoyle_core::Profile = &profile::PROFILE;
}
