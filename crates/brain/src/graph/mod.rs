//! The relational transformer: reads the entity graph.

use crate::network::Answers;
use crate::weights::{Declaration, Weights};
use hoyle_core::{EntityGraph, Spec, State, View};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The sizes of a relational transformer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GraphConfig {
    /// How long the vector of an entity is.
    pub width: usize,
}

impl Default for GraphConfig {
    fn default() -> Self {
        Self { width: 64 }
    }
}

/// The network.
#[derive(Debug)]
pub struct GraphNet;

impl GraphNet {
    /// For a game.
    pub fn new(_: GraphConfig, _: &Spec) -> Self {
        todo!()
    }
    /// Matrices.
    pub fn declaration(&self) -> &Declaration {
        todo!()
    }
    /// Seats.
    pub fn seats(&self) -> usize {
        todo!()
    }
    /// Adds a view.
    pub fn encode<S: State>(&self, _: View<'_, S>, _: &mut EntityGraph, _: &mut GraphRows) {
        todo!()
    }
    /// Answers with gradients.
    #[cfg(feature = "train")]
    pub fn forward(&self, _: &mut crate::gradient::Graph<'_>, _: &GraphRows) -> crate::gradient::Outputs {
        todo!()
    }
}

/// Encoded views.
#[derive(Clone, Debug, Default)]
pub struct GraphRows;

impl GraphRows {
    /// How many.
    pub fn len(&self) -> usize {
        todo!()
    }
    /// None.
    pub fn is_empty(&self) -> bool {
        todo!()
    }
    /// Clears.
    pub fn clear(&mut self) {
        todo!()
    }
    /// Actions.
    pub fn actions(&self, _: usize) -> &[u16] {
        todo!()
    }
    /// Copies.
    pub fn append(&mut self, _: &Self, _: usize) {
        todo!()
    }
}

/// Engine.
#[derive(Clone, Debug)]
pub struct GraphEngine;

impl GraphEngine {
    /// New.
    pub fn new(_: Arc<GraphNet>, _: Arc<Weights>) -> Self {
        todo!()
    }
    /// Answers.
    pub fn infer(&mut self, _: &GraphRows, _: &mut Answers) {
        todo!()
    }
}
