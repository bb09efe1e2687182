//! Networks that see what a seat sees: inference for play and search, and training by self-play.
//!
//! A [`Network`] takes rows of encoded views and answers with a number for each legal action and the chances of all seats.
//! There are two behind one interface: the *tensor network* reads a layout as its non-zeros, the *relational transformer*
//! reads the entity graph. Their numbers are a plain buffer, [`Weights`]; a [`Model`] is a network with its numbers in a file.
//!
//! ```
//! use hoyle_brain::{Network, NetworkConfig, NetworkRunner, TensorConfig};
//! use hoyle_core::testing::kuhn::Kuhn;
//! use hoyle_core::prelude::*;
//! use hoyle_core::{ActionSet, Rng, Seat, View};
//! use std::sync::Arc;
//!
//! let game = Kuhn::new(Kuhn::preset("standard").unwrap())?;
//! let config = NetworkConfig::Tensor(TensorConfig::default());
//! let network = Network::new(&config, game.spec(), "flat");
//! let weights = network.declaration().draw(&mut Rng::new(1));
//!
//! let mut state = game.start();
//! (0..2).for_each(|_| drop(state.roll(&mut Rng::new(2))));
//! let mut legal = ActionSet::new();
//! state.legal(&mut legal);
//! let mut runner = NetworkRunner::asking(&network, Arc::new(weights), &[]);
//! runner.push(View::new(&state, Seat(0)), &legal);
//! runner.infer();
//! assert_eq!(runner.output().logits(0).len(), 2); // pass or bet
//! assert!((runner.output().values(0).iter().sum::<f32>() - 1.0).abs() < 1e-5);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `weights.rs` | named matrices in one buffer |
//! | `network.rs` | the interface of both networks, and where they are told apart |
//! | `heads.rs` | what networks say beside their policy, each declared once |
//! | `hands.rs` | the distribution of hidden hands that beliefs are about |
//! | `tensor/`, `graph/` | the networks: where everything stands, rows, the forward pass |
//! | `math.rs`, `back.rs` | the kernels, and the way back through them |
//! | `gradient.rs` | a tape of what is computed: play and training run the same forward pass on it |
//! | `model.rs` | a network in a file |
//! | `player.rs` | networks as players and as evaluators of a search |
//! | `train/` | training: settings, games in step, PPO, runs in folders |

mod back;
pub mod gradient;
mod graph;
pub mod hands;
pub mod heads;
mod math;
mod model;
mod network;
mod player;
mod tensor;
pub mod train;
mod weights;

pub use graph::{GraphConfig, GraphNet, GraphRows};
pub use model::{About, MODEL_FILE, Model, ModelError, Trained};
pub use network::{Architecture, Engine, Network, NetworkConfig, NetworkOutput, Rows};
pub use player::{NetEvaluator, NetPlayer, NetValuation, NetworkRunner, can_evaluate};
pub use tensor::{TensorConfig, TensorNet, TensorRows};
pub use weights::{Declaration, Slot, Weights};
