//! Networks that see what a seat sees, for play and search, and their training by self-play.

#[cfg(feature = "train")]
pub mod gradient;
mod graph;
mod math;
mod model;
mod network;
mod player;
mod tensor;
#[cfg(feature = "train")]
pub mod train;
mod weights;

pub use graph::{GraphConfig, GraphEngine, GraphNet, GraphRows};
pub use model::{About, MODEL_FILE, Model, ModelError, Trained};
pub use network::{Answers, Desk, Engine, Network, NetworkConfig, Rows};
pub use player::{Mind, NetEvaluator, NetPlayer, draw, expected_scores, shares};
pub use tensor::{TensorConfig, TensorEngine, TensorNet, TensorRows};
pub use weights::{Declaration, Init, Layer, Norm, Slot, Weights};
