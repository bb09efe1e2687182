//! Search that starts from what a seat may see.
mod evaluate;
mod findings;
mod halving;
mod prune;
mod search;
mod searcher;
mod select;
mod spec;
mod tree;

pub use evaluate::{Batched, Estimates, Evaluator, Judgement, RandomRollouts, Rollouts};
pub use findings::{Finding, Findings};
pub use prune::{Appraise, OneStep, Pruning};
pub use search::{Leaf, Search};
pub use searcher::{Budget, Method, RootNoise, Searcher, Settings};
pub use select::{Rule, Sigma};
pub use spec::{METHODS, SETTINGS, SearchPlayer, player};
pub use tree::{Edge, Index, Node, Tree};
