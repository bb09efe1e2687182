//! Search that starts from what a seat may see.
//!
//! A [`Searcher`] looks ahead from a [`View`](hoyle_core::View): it deals the hidden cards anew for every descent, so it
//! knows exactly what its seat knows. One loop ([`Search`]) descends a tree, *asks* for evaluations of the positions that it
//! reaches and is *told* them by an [`Evaluator`]; the methods differ in a formula only.
//!
//! ```
//! use hoyle_core::testing::kuhn::{BET, Kuhn};
//! use hoyle_core::prelude::*;
//! use hoyle_core::{ActionId, Seat, View};
//! use hoyle_search::{RandomRollouts, Searcher, Settings};
//!
//! let game = Kuhn::new(Kuhn::preset("standard").unwrap())?;
//! let mut state = game.start();
//! state.play_unchecked(ActionId(2)); // the first player gets the best card of three,
//! state.play_unchecked(ActionId(0)); // the second the worst
//! state.play_unchecked(BET);
//! // The second cannot beat anything, and knows it.
//! let mut searcher = Searcher::new(Settings::default(), || Box::new(RandomRollouts));
//! let findings = searcher.search(View::new(&state, Seat(1)), &mut hoyle_core::Rng::new(1))?;
//! assert_ne!(findings.choice(), BET);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Players by name (`ismcts:sims=500,rollout=greedy`) come from [`player`]; what a person wants to read from
//! [`analysis()`].
//!
//! | file | idea |
//! |---|---|
//! | `tree.rs` | nodes and edges in two arenas |
//! | `select.rs` | which edge a descent takes: one formula per rule |
//! | `halving.rs` | sequential halving at the root |
//! | `prune.rs` | dropping candidates before they are tried |
//! | `search.rs` | the loop: descend, ask, be told, back up |
//! | `evaluate.rs` | what positions are worth: rollouts, estimates, an evaluator that is asked twice |
//! | `beliefs.rs` | what hidden hands are taken to hold |
//! | `mode.rs` | how it stands, and what a search does about it |
//! | `batch.rs` | evaluators on flat buffers, which know no game's types |
//! | `findings.rs` | what was found at the root |
//! | `searcher.rs` | the methods; budgets, threads, worlds, reuse |
//! | `analysis.rs` | findings for people |
//! | `insight.rs` | facts about a value function: impacts, threats, synergies, what a draw may change |
//! | `spec.rs` | players by name |

mod analysis;
mod batch;
mod beliefs;
mod evaluate;
mod findings;
mod halving;
mod insight;
mod mode;
mod prune;
mod search;
mod searcher;
mod select;
mod spec;
mod tree;

pub use analysis::{Analysis, Candidate, Step, analysis};
pub use batch::{BatchEvaluator, Batched, LeafBatch, LeafValues};
pub use beliefs::{BeliefSource, Beliefs};
pub use evaluate::{Estimates, Evaluator, EvaluatorError, PlayedOn, RandomRollouts, Rollouts};
pub use findings::{Finding, Findings};
pub use halving::Gumbel;
pub use insight::{Counterfactuals, Insight, Out, Potential};
pub use mode::{Minding, Mode, Standing};
pub use prune::{Appraise, OneStep, PruneBy, Pruning};
pub use search::{Leaf, Others, Search};
pub use searcher::{Budget, Method, RootNoise, Searcher, Settings};
pub use select::{Rule, Sigma};
pub use spec::{METHODS, SETTINGS, SearchPlayer, player, player_from, player_with, player_with_from};
pub use tree::{Edge, Index, NONE, Node, Tree};
