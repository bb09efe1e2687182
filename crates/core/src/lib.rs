//! What a game is.
//!
//! A game is its rules and its players, and one narrow interface between them. The rules are a [`State`]: a pure state machine
//! that knows everything, chooses nothing and is never random, because every die, draw and shuffle is an explicit chance
//! action. A [`Player`] gets a [`View`]: its seat's information state, its legal actions, and determinizations, that is full
//! positions sampled among those that agree with everything the seat knows.
//!
//! ```
//! use hoyle_core::testing::kuhn::Kuhn;
//! use hoyle_core::prelude::*;
//! use hoyle_core::{Rng, Turn, ActionSet};
//!
//! let game = Kuhn::new(Kuhn::preset("standard").unwrap())?;
//! let mut state = game.start();
//! let mut rng = Rng::new(7);
//! let mut legal = ActionSet::new();
//! while state.roll_to_decision(&mut rng) != Turn::Over {
//!     state.legal(&mut legal);
//!     state.play(legal.random(&mut rng)).expect("it is legal");
//! }
//! assert_eq!(state.scores().as_slice().iter().sum::<f32>(), 0.0);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `game.rs`, `profile.rs`, `state.rs` | a game with its options; what programs must know of it beside its rules; the traits of its positions |
//! | `action.rs`, `chance.rs`, `seat.rs`, `rng.rs` | action ids and sets, chance distributions, seats and scores, the random generator |
//! | `bits.rs`, `fixed.rs` | sets as the bits of a word, lists of fixed capacity: what positions are made of |
//! | `layout.rs`, `sparse.rs`, `graph.rs` | observations: declared layouts, sparse lists, entity graphs |
//! | `unseen.rs` | what might be: hidden hands, next draws, decks of others |
//! | `view.rs`, `player.rs` | what a player gets, and what a player is |
//! | `table.rs`, `replay.rs`, `save.rs` | one game with its history, as lines of JSON, as a position in a file |
//! | `batch.rs`, `batch_games.rs` | many games in step; the same with buffers that somebody else owns |
//! | `names.rs`, `options.rs` | what users type |
//! | `declare.rs` | macros that declare the options of a game and its handle |
//! | `checks.rs` | how much debug builds check after every action |
//! | `kuhn.rs` | the smallest game with a secret (feature `kuhn`) |
//! | `testing/` | the conformance kit (feature `testing`) |

mod action;
mod batch;
mod batch_games;
mod bits;
mod chance;
pub mod checks;
mod declare;
pub mod files;
mod fixed;
mod game;
mod graph;
mod interned;
#[cfg(any(feature = "kuhn", feature = "testing"))]
pub mod kuhn;
mod layout;
pub mod names;
pub mod options;
mod parts;
mod player;
mod profile;
pub mod replay;
mod rng;
pub mod save;
mod seat;
mod sparse;
mod spec;
mod state;
mod table;
#[cfg(feature = "testing")]
pub mod testing;
mod unseen;
mod view;

pub use action::{ActionId, ActionSet};
pub use batch::{Batch, BatchError};
pub use batch_games::{BatchBuffers, BatchGames};
pub use bits::iter_bits;
pub use chance::Outcomes;
pub use files::FileAccess;
pub use fixed::FixedVec;
pub use game::{BotError, BotInfo, Game, InvalidOption, InvalidState, STRONGEST};
pub use graph::{Candidate, Edge, EntityGraph, EntityId, Feature, GraphError, GraphSchema, Kind, Term, TokenSpan};
pub use interned::{Interned, Pool};
pub use layout::{AdaptError, Adapter, Constants, Field, Fields, Layout, LayoutBuilder, LayoutId};
pub use parts::{ActionPart, ActionParts, MAX_PARTS};
pub use player::{NoAnswer, Player, RandomPlayer};
pub use profile::Profile;
pub use rng::Rng;
pub use seat::{MAX_SEATS, Scores, Seat, Turn};
pub use sparse::{DenseRow, Sparse, SparseRows};
pub use spec::{Spec, fingerprint};
pub use state::{
    Entities, Heuristics, Hypotheses, IllegalAction, Knowledge, Notation, Observe, Persist, Play, Show, State,
    UnknownAction,
};
pub use table::{Table, play_out, random_rollout};
pub use unseen::{Archetype, Draw, UnseenCard, UnseenCards, archetypes_text};
pub use view::View;

/// The traits of games and positions, to be imported together: `use hoyle_core::prelude::*;`.
pub mod prelude {
    pub use crate::{
        Entities, Game, Heuristics, Hypotheses, Knowledge, Notation, Observe, Persist, Play, Player, Show, State,
    };
}
