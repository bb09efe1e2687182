//! Networks that see what a seat sees, for play and search, and their training by self-play.

#[cfg(feature = "train")]
pub mod gradient;
mod graph;
mod math;
mod network;
mod tensor;
mod weights;

pub use graph::{GraphConfig, GraphEngine, GraphNet, GraphRows};
pub use network::{Answers, Desk, Engine, Network, NetworkConfig, Rows};
pub use tensor::{TensorConfig, TensorEngine, TensorNet, TensorRows};
pub use weights::{Declaration, Init, Layer, Norm, Slot, Weights};
