//! One interface for both networks: rows of encoded views in, logits and values out.

use crate::graph::{GraphConfig, GraphEngine, GraphNet, GraphRows};
use crate::tensor::{TensorConfig, TensorEngine, TensorNet, TensorRows};
use crate::weights::{Declaration, Weights};
use hoyle_core::{ActionSet, EntityGraph, Sparse, Spec, State, View};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Which network, and its sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum NetworkConfig {
    /// Reads a layout.
    Tensor(TensorConfig),
    /// Reads the entity graph.
    Graph(GraphConfig),
}

impl NetworkConfig {
    /// What is wrong with the sizes, if anything is.
    pub fn check(&self) -> Result<(), String> {
        let (width, heads) = match self {
            Self::Tensor(TensorConfig { width, heads, .. }) | Self::Graph(GraphConfig { width, heads, .. }) => {
                (*width, *heads)
            }
        };
        let sizes = match self {
            Self::Tensor(config) => vec![("trunk", config.trunk, 1, 8192), ("blocks", config.blocks, 0, 64)],
            Self::Graph(config) => {
                vec![("layers", config.layers, 0, 64), ("scorer", config.scorer, 1, 64), ("top", config.top, 0, 65_536)]
            }
        };
        let sizes = [("width", width, 1, 4096)].into_iter().chain(sizes);
        for (name, value, least, most) in sizes {
            if !(least..=most).contains(&value) {
                return Err(format!("`{name}` is {value}; it must be from {least} to {most}"));
            }
        }
        match self {
            _ if heads == 0 || width % heads != 0 => {
                Err(format!("a width of {width} cannot be split among {heads} heads"))
            }
            Self::Graph(GraphConfig { id_dropout, .. }) if !(0.0..=1.0).contains(id_dropout) => {
                Err(format!("`id_dropout` is {id_dropout}; it must be from 0 to 1"))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for NetworkConfig {
    /// As it is written on the command line: `graph:width=64,layers=2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(serde_json::Value::Object(mut sizes)) = serde_json::to_value(self) else { return Err(fmt::Error) };
        let kind = sizes.shift_remove("kind").unwrap_or_default();
        let sizes: Vec<String> = sizes.iter().map(|(name, value)| format!("{name}={value}")).collect();
        write!(f, "{}:{}", kind.as_str().unwrap_or_default(), sizes.join(","))
    }
}

/// The most numbers that a network may have.
const MAX_WEIGHTS: usize = 1 << 28;

/// A network without numbers.
#[derive(Clone, Debug)]
pub enum Network {
    /// Reads a layout.
    Tensor(Arc<TensorNet>),
    /// Reads the entity graph.
    Graph(Arc<GraphNet>),
}

/// Encoded views.
#[derive(Clone, Debug)]
pub enum Rows {
    /// As non-zeros of a layout.
    Tensor(TensorRows),
    /// As graphs.
    Graph(GraphRows),
}

/// A network with its numbers, ready to answer.
#[derive(Clone, Debug)]
pub enum Engine {
    /// Reads a layout.
    Tensor(TensorEngine),
    /// Reads the entity graph.
    Graph(GraphEngine),
}

/// Buffers for the encoding of a view, kept from one view to the next.
#[derive(Clone, Debug, Default)]
pub struct EncodeScratch {
    sparse: Sparse,
    graph: EntityGraph,
}

impl Network {
    /// The network for a game. A tensor network reads the layout of this name.
    ///
    /// # Panics
    /// If the game has no such layout.
    pub fn new(config: &NetworkConfig, spec: &Spec, layout: &str) -> Self {
        match config {
            NetworkConfig::Tensor(config) => {
                let id = spec.layout_named(layout).expect("the layout was checked");
                Self::Tensor(Arc::new(TensorNet::new(*config, spec, spec.layout(id))))
            }
            NetworkConfig::Graph(config) => Self::Graph(Arc::new(GraphNet::new(*config, spec))),
        }
    }

    /// The matrices.
    pub fn declaration(&self) -> &Declaration {
        match self {
            Self::Tensor(net) => net.declaration(),
            Self::Graph(net) => net.declaration(),
        }
    }

    /// Whether another network means the same by its numbers.
    pub fn is_like(&self, other: &Self) -> bool {
        let same = match (self, other) {
            (Self::Tensor(net), Self::Tensor(other)) => {
                net.layout().hash() == other.layout().hash() && net.cards() == other.cards()
            }
            (Self::Graph(_), Self::Graph(_)) => true,
            _ => false,
        };
        same && self.declaration().slots().eq(other.declaration().slots())
    }

    /// What is wrong with its size, if anything is: sizes that are allowed one by one may be too large together.
    pub fn check_size(&self) -> Result<(), String> {
        match self.declaration().len() {
            weights if weights > MAX_WEIGHTS => {
                Err(format!("it would have {weights} weights, and {MAX_WEIGHTS} is the most"))
            }
            _ => Ok(()),
        }
    }

    /// Whether it can play a game of this kind; the reason if it cannot.
    pub fn check(&self, own: &Spec, spec: &Spec) -> Result<(), String> {
        if spec.seats() != own.seats() {
            return Err(format!("has {} seats, and not {}", spec.seats(), own.seats()));
        }
        if spec.actions != own.actions || spec.parts != own.parts {
            return Err("has other actions".to_owned());
        }
        match self {
            Self::Tensor(net) => {
                let name = net.layout().name();
                let id = spec.layout_named(name).ok_or_else(|| format!("has no layout `{name}`"))?;
                net.check(spec.layout(id)).map_err(|error| format!("has another layout: {error}"))
            }
            Self::Graph(_) if spec.graph.hash() != own.graph.hash() => Err("has another entity graph".to_owned()),
            Self::Graph(_) => Ok(()),
        }
    }

    /// How many seats it judges.
    pub fn seats(&self) -> usize {
        match self {
            Self::Tensor(net) => net.seats(),
            Self::Graph(net) => net.seats(),
        }
    }

    /// No rows yet.
    pub fn rows(&self) -> Rows {
        match self {
            Self::Tensor(_) => Rows::Tensor(TensorRows::default()),
            Self::Graph(_) => Rows::Graph(GraphRows::default()),
        }
    }

    /// The network with numbers.
    pub fn engine(&self, weights: Arc<Weights>) -> Engine {
        match self {
            Self::Tensor(net) => Engine::Tensor(TensorEngine::new(net.clone(), weights)),
            Self::Graph(net) => Engine::Graph(GraphEngine::new(net.clone(), weights)),
        }
    }

    /// Answers for all rows, with a way back to the gradients.
    ///
    /// # Panics
    /// If the rows are of the other network.
    pub fn forward<'a>(&'a self, graph: &mut crate::gradient::Tape<'a>, rows: &'a Rows) -> crate::gradient::Outputs {
        match (self, rows) {
            (Self::Tensor(net), Rows::Tensor(rows)) => net.forward(graph, rows),
            (Self::Graph(net), Rows::Graph(rows)) => net.forward(graph, rows),
            _ => panic!("rows of another network"),
        }
    }

    /// Adds what a seat sees, and what it can do.
    ///
    /// # Panics
    /// If the rows are of the other network.
    pub fn encode<S: State>(&self, view: View<'_, S>, legal: &ActionSet, scratch: &mut EncodeScratch, rows: &mut Rows) {
        match (self, rows) {
            (Self::Tensor(net), Rows::Tensor(rows)) => net.encode(view, legal, &mut scratch.sparse, rows),
            (Self::Graph(net), Rows::Graph(rows)) => net.encode(view, &mut scratch.graph, rows),
            _ => panic!("rows of another network"),
        }
    }
}

impl Rows {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Tensor(rows) => rows.len(),
            Self::Graph(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        match self {
            Self::Tensor(rows) => rows.clear(),
            Self::Graph(rows) => rows.clear(),
        }
    }

    /// The actions of a row, in the order of the answers.
    pub fn actions(&self, row: usize) -> &[u16] {
        match self {
            Self::Tensor(rows) => rows.actions(row),
            Self::Graph(rows) => rows.actions(row),
        }
    }

    /// Adds a copy of a row.
    ///
    /// # Panics
    /// If the rows are of the other network.
    pub fn append(&mut self, other: &Self, row: usize) {
        match (self, other) {
            (Self::Tensor(rows), Self::Tensor(other)) => rows.append(other, row),
            (Self::Graph(rows), Self::Graph(other)) => rows.append(other, row),
            _ => panic!("rows of another network"),
        }
    }
}

impl Engine {
    /// The same, with the policy as it is: nothing is put into another order by values of candidates. What self-play
    /// learns from must be the probabilities that it played by.
    #[must_use]
    pub fn plain(mut self) -> Self {
        if let Self::Graph(engine) = &mut self {
            engine.set_reranking(false);
        }
        self
    }

    /// The same as in training: plain, and with the ids of cards hidden as they are there.
    #[must_use]
    pub fn learning(self) -> Self {
        let mut engine = self.plain();
        if let Self::Graph(engine) = &mut engine {
            engine.set_hiding(true);
        }
        engine
    }

    /// Answers for all rows.
    ///
    /// # Panics
    /// If the rows are of the other network.
    pub fn infer(&mut self, rows: &Rows, out: &mut NetworkOutput) {
        match (self, rows) {
            (Self::Tensor(engine), Rows::Tensor(rows)) => engine.infer(rows, out),
            (Self::Graph(engine), Rows::Graph(rows)) => engine.infer(rows, out),
            _ => panic!("rows of another network"),
        }
    }
}

/// The output of a network for a batch of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkOutput {
    /// A logit for each candidate, row by row: `[candidates of all rows]`.
    pub logits: Vec<f32>,
    /// Where the candidates of each row begin, and after the last where they end.
    pub first: Vec<u32>,
    /// The winning chance of each seat, from that of the view on in playing order: `[rows, seats]`, each row adding up to 1.
    pub values: Vec<f32>,
    seats: usize,
}

impl NetworkOutput {
    /// Takes all away; rows are of this many seats.
    pub fn begin(&mut self, seats: usize) {
        self.logits.clear();
        self.first.clear();
        self.first.push(0);
        self.values.clear();
        self.seats = seats;
    }

    /// Ends a row whose logits were pushed.
    pub fn end(&mut self, values: &[f32]) {
        self.values.extend_from_slice(values);
        self.first.push(self.logits.len() as u32);
    }

    /// The logits of a row's candidates; a softmax over them gives probabilities.
    pub fn logits(&self, row: usize) -> &[f32] {
        &self.logits[self.first[row] as usize..self.first[row + 1] as usize]
    }

    /// The winning chances of a row, from the seat of the view on in playing order.
    pub fn values(&self, row: usize) -> &[f32] {
        &self.values[row * self.seats..][..self.seats]
    }
}
