//! The Python module `hoyle._hoyle`: what `python/hoyle` is made of.
//!
//! Everything here is a thin layer over [`hoyle_games`]: games, positions, batches and players by name. Errors are
//! exceptions with the text that the program prints. Calls that can take long let other Python threads run.
//!
//! NumPy owns the buffers of batches and Rust writes into them: so they are views without a copy, and no code here is
//! unsafe.
//!
//! | file | idea |
//! |---|---|
//! | `game.rs` | a game with its options, `load` |
//! | `state.rs` | a position; it knows everything |
//! | `view.rs` | what one seat may know of a position |
//! | `read.rs` | what positions and views share: reading |
//! | `layout.rs`, `graph.rs` | what the numbers of an observation mean; entity graphs as arrays |
//! | `batch.rs`, `solo.rs`, `buffer.rs` | many games in step; games with one learner; arrays that both sides see |
//! | `player.rs`, `rng.rs` | players, the generator |
//! | `analyze.rs`, `evaluator.rs` | what a search finds; an evaluator written in Python |
//! | `text.rs` | boards without colours, or as HTML |
//! | `error.rs`, `convert.rs` | exceptions; plain data as Python has it |

mod analyze;
mod batch;
mod buffer;
mod convert;
mod error;
mod evaluator;
mod game;
mod graph;
mod layout;
mod player;
mod read;
mod rng;
mod solo;
mod state;
mod text;
mod view;

use pyo3::prelude::*;

/// The compiled part of hoyle.
#[pymodule]
mod _hoyle {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::error::{IllegalAction, PlayerFault};
    #[pymodule_export]
    use super::evaluator::Leaves;
    #[pymodule_export]
    use super::game::{Game, from_json, game_from_options, games, load, state_from_bytes};
    #[pymodule_export]
    use super::graph::Graph;
    #[pymodule_export]
    use super::layout::Layout;
    #[pymodule_export]
    use super::player::Player;
    #[pymodule_export]
    use super::rng::Rng;
    #[pymodule_export]
    use super::solo::Solo;
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::view::View;

    /// The turn of chance.
    #[pymodule_export]
    const CHANCE: i32 = super::read::CHANCE;
    /// Nobody's turn: the game has ended.
    #[pymodule_export]
    const OVER: i32 = super::read::OVER;
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
