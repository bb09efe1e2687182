//! One interface for both networks: rows of encoded views in, logits and what heads say out.
//!
//! [`Architecture`] is that interface, with the types that belong together: so rows of one network cannot meet the other.
//! [`Network`] is the one place where the two are told apart; whoever asks it goes on with one of them.

use crate::gradient::Tape;
use crate::graph::{GraphConfig, GraphNet};
use crate::heads::{Ask, FURTHER, Head, HeadOutput, HeadShape, Outputs, OwnHead, QUALITY, Reads, VALUE};
use crate::math::softmax;
use crate::tensor::{TensorConfig, TensorNet};
use crate::weights::{Declaration, Slot, Weights};
use hoyle_core::{ActionSet, Spec, State, UnseenCards, View};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
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

/// What a whole win by Q counts against the logarithm of a probability when candidates are put into order.
const Q_IN_LOGARITHMS: f32 = 10.0;

/// A kind of network, and what belongs to it. A value is such a network for a game, without numbers.
pub trait Architecture: fmt::Debug + Send + Sync + Sized + 'static {
    /// Encoded views.
    type Rows: Rows;
    /// Buffers for the encoding of a view, kept from one view to the next.
    type Scratch: Clone + fmt::Debug + Default + Send;
    /// What play keeps from one batch to the next; it belongs to one network with its numbers.
    type Cache: Clone + fmt::Debug + Default + Send;

    /// The matrices.
    fn declaration(&self) -> &Declaration;

    /// How many seats it judges.
    fn seats(&self) -> usize;

    /// What it says beside its policy.
    fn heads(&self) -> &[OwnHead];

    /// Adds what a seat sees, and what it can do.
    fn encode<S: State>(
        &self,
        view: View<'_, S>,
        legal: &ActionSet,
        scratch: &mut Self::Scratch,
        rows: &mut Self::Rows,
    );

    /// Adds to the last row, which is of this view, what hidden hands may hold. Networks that have no head for that read nothing.
    fn encode_unseen<S: State>(&self, view: View<'_, S>, unseen: &mut UnseenCards, rows: &mut Self::Rows) {
        let _ = (view, rows);
        unseen.clear(0);
    }

    /// Where the numbers of the heads begin that stand apart: behind all others.
    fn apart(&self) -> usize {
        let first = self.heads().iter().find(|head| head.is_further());
        first.map_or(self.declaration().len(), OwnHead::start)
    }

    /// Answers for all rows on a tape. Of the heads it computes those that were asked for.
    fn forward<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a Self::Rows, cache: &mut Self::Cache, ask: Ask) -> Outputs;

    /// Answers for all rows, with all heads and a way back to the gradients.
    fn learn<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a Self::Rows) -> Outputs {
        self.forward(tape, rows, &mut Self::Cache::default(), Ask::LEARNING)
    }

    /// [`Engine::infer`]: written out for each kind, or it would be compiled again by every game that plays.
    fn infer(engine: &mut Engine<Self>, rows: &Self::Rows, out: &mut NetworkOutput);

    /// How many of the likeliest candidates are put into another order by their Q in play.
    fn reranked(&self) -> usize {
        0
    }
}

/// Encoded views, one after the other.
pub trait Rows: Clone + fmt::Debug + Default + Send + Sync {
    /// How many views there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes all away.
    fn clear(&mut self);

    /// The actions of a row, in the order of its logits.
    fn actions(&self, row: usize) -> &[u16];

    /// How many entities a view has: 0 where it is not read as a graph.
    fn entities(&self, row: usize) -> usize {
        let _ = row;
        0
    }

    /// Adds a copy of a row.
    fn append(&mut self, other: &Self, row: usize);
}

/// A network without numbers, of either kind.
#[derive(Clone, Debug)]
pub enum Network {
    /// Reads a layout.
    Tensor(Arc<TensorNet>),
    /// Reads the entity graph.
    Graph(Arc<GraphNet>),
}

/// Does the same with a network of either kind.
macro_rules! with_either {
    ($network:expr, $net:pat => $work:expr) => {
        match $network {
            $crate::network::Network::Tensor($net) => $work,
            $crate::network::Network::Graph($net) => $work,
        }
    };
}
pub(crate) use with_either;

impl Network {
    /// The network for a game, with all heads that there are for its kind. A tensor network reads the layout of this name.
    ///
    /// # Panics
    /// If the game has no such layout.
    pub fn new(config: &NetworkConfig, spec: &Spec, layout: &str) -> Self {
        Self::with_heads(config, spec, layout, FURTHER)
    }

    /// The network for a game, with these heads behind those that every network has.
    pub(crate) fn with_heads(config: &NetworkConfig, spec: &Spec, layout: &str, further: &[Head]) -> Self {
        match config {
            NetworkConfig::Tensor(config) => {
                let id = spec.layout_named(layout).expect("the layout was checked");
                Self::Tensor(Arc::new(TensorNet::new(*config, spec, spec.layout(id))))
            }
            NetworkConfig::Graph(config) => {
                Self::Graph(Arc::new(GraphNet::with_heads(*config, &spec.graph, spec.seats(), further)))
            }
        }
    }

    /// The matrices.
    pub fn declaration(&self) -> &Declaration {
        with_either!(self, net => net.declaration())
    }

    /// How many seats it judges.
    pub fn seats(&self) -> usize {
        with_either!(self, net => net.seats())
    }

    /// What a file says of its heads, but for those that every network has.
    pub(crate) fn further_heads(&self) -> Vec<HeadShape> {
        match self {
            Self::Tensor(_) => Vec::new(),
            Self::Graph(net) => net.further(),
        }
    }

    /// Puts the numbers of another network into `weights`, matrix by matrix by name; what the other has not stays. False if they
    /// mean something else there, or one of them has no place.
    pub(crate) fn take_over(&self, other: &Self, numbers: &Weights, weights: &mut Weights) -> bool {
        let same = match (self, other) {
            (Self::Tensor(net), Self::Tensor(other)) => {
                net.layout().hash() == other.layout().hash() && net.cards() == other.cards()
            }
            (Self::Graph(_), Self::Graph(_)) => true,
            _ => false,
        };
        let own: HashMap<&str, Slot> = self.declaration().slots().collect();
        same && other.declaration().slots().all(|(name, from)| match own.get(name) {
            Some(to) if (to.rows, to.cols) == (from.rows, from.cols) => {
                weights[*to].copy_from_slice(&numbers[from]);
                true
            }
            _ => false,
        })
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
}

/// A network with its numbers, ready to answer: it keeps its memory from one batch to the next.
#[derive(Debug)]
pub struct Engine<A: Architecture> {
    net: Arc<A>,
    weights: Arc<Weights>,
    ask: Ask,
    /// Further heads that were asked for.
    further: Vec<&'static str>,
    reranks: bool,
    /// Whether ids of cards are hidden as in training.
    hides: bool,
    cache: A::Cache,
    buffers: Vec<Vec<f32>>,
    order: Vec<u32>,
}

impl<A: Architecture> Engine<A> {
    /// The network with these numbers, as it plays.
    pub fn new(net: Arc<A>, weights: Arc<Weights>) -> Self {
        let reranks = net.reranked() > 1;
        let (cache, buffers, order, further) = Default::default();
        let mut engine =
            Self { net, weights, ask: Ask::LEARNING, further, reranks, hides: false, cache, buffers, order };
        engine.settle();
        engine
    }

    /// The same, with the policy as it is: nothing is put into another order by values of candidates. What self-play
    /// learns from must be the probabilities that it played by.
    #[must_use]
    pub fn plain(mut self) -> Self {
        self.reranks = false;
        self.settle();
        self
    }

    /// The same as in training: plain, and with the ids of cards hidden as they are there.
    #[must_use]
    pub fn learning(self) -> Self {
        Self { hides: true, ..self }.plain()
    }

    /// The same, with what these heads say among its answers, as far as the network has them.
    #[must_use]
    pub fn asking(mut self, heads: &[&'static str]) -> Self {
        self.further = heads.to_vec();
        self.settle();
        self
    }

    /// Puts other heads in place of those that were asked for.
    pub fn ask(&mut self, heads: &[&'static str]) -> Vec<&'static str> {
        let before = std::mem::replace(&mut self.further, heads.to_vec());
        self.settle();
        before
    }

    /// Whether a head was asked for that reads what hidden hands may hold.
    pub fn asks_of_hands(&self) -> bool {
        self.ask.heads(self.net.heads(), Reads::Unseen).next().is_some()
    }

    /// Finds out which heads must be computed.
    fn settle(&mut self) {
        let quality = self.reranks.then_some(QUALITY.name);
        let names: Vec<&str> = self.further.iter().copied().chain([VALUE.name]).chain(quality).collect();
        self.ask = Ask::of(self.net.heads(), &names, self.hides);
    }

    /// The network.
    pub fn net(&self) -> &Arc<A> {
        &self.net
    }

    /// Answers for all rows.
    pub fn infer(&mut self, rows: &A::Rows, out: &mut NetworkOutput) {
        A::infer(self, rows, out);
    }

    /// The same, compiled for whoever calls it.
    pub(crate) fn infer_here(&mut self, rows: &A::Rows, out: &mut NetworkOutput) {
        let Self { net, weights, ask, further, reranks, cache, buffers, order, .. } = self;
        let mut tape = Tape::without_gradients(weights, std::mem::take(buffers));
        let said = net.forward(&mut tape, rows, cache, *ask);
        out.read(&tape, &said, net.seats(), further);
        if let Some(quality) = said.head(QUALITY.name).filter(|_| *reranks) {
            let numbers = tape.numbers(quality.numbers);
            for row in 0..rows.len() {
                let own = said.candidates.of(row);
                rerank(&mut out.logits[own.clone()], &numbers[own], net.reranked(), order);
            }
        }
        *buffers = tape.into_buffers();
    }
}

/// Puts the likeliest candidates into another order: that of their log-probabilities with [`Q_IN_LOGARITHMS`] times their Q, as
/// of a policy that Q improves without leaving it behind. The `top` largest log-probabilities are taken from their owners and dealt
/// out anew among the same candidates in this order. So what the set is worth together stays, probabilities still add up to 1, and
/// all others keep theirs. Of equal ones the first counts as the larger.
fn rerank(logits: &mut [f32], quality: &[f32], top: usize, order: &mut Vec<u32>) {
    let top = top.min(logits.len());
    if top < 2 {
        return;
    }
    order.clear();
    order.extend(0..logits.len() as u32);
    let falling = |&a: &u32, &b: &u32| logits[b as usize].total_cmp(&logits[a as usize]).then(a.cmp(&b));
    order.select_nth_unstable_by(top - 1, falling);
    order.truncate(top);
    order.sort_unstable_by(falling);
    // The log-probabilities in falling order stand behind the candidates, as bits.
    order.extend_from_within(..);
    order[top..].iter_mut().for_each(|n| *n = logits[*n as usize].to_bits());
    let (best, sorted) = order.split_at_mut(top);
    let improved = |n: u32| logits[n as usize] + Q_IN_LOGARITHMS * quality[n as usize];
    best.sort_unstable_by(|&a, &b| improved(b).total_cmp(&improved(a)).then(a.cmp(&b)));
    best.iter().zip(sorted).for_each(|(&n, bits)| logits[n as usize] = f32::from_bits(*bits));
}

/// The output of a network for a batch of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkOutput {
    logits: Vec<f32>,
    /// Where the candidates of each row begin, and after the last where they end.
    first: Vec<u32>,
    values: Vec<f32>,
    seats: usize,
    /// What further heads said, by name.
    heads: Vec<HeadNumbers>,
}

/// What a head said about all rows of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
struct HeadNumbers {
    name: &'static str,
    numbers: Vec<f32>,
    first: Vec<u32>,
}

impl NetworkOutput {
    /// Reads what was computed on a tape.
    fn read(&mut self, tape: &Tape<'_>, said: &Outputs, seats: usize, further: &[&'static str]) {
        let value = said.head(VALUE.name).expect("play always asks who wins");
        self.seats = seats;
        self.logits.clear();
        self.logits.extend_from_slice(tape.numbers(said.logits));
        self.first.clear();
        self.first.push(0);
        self.first.extend((0..said.candidates.rows()).map(|row| said.candidates.of(row).end as u32));
        self.values.clear();
        self.values.extend_from_slice(tape.numbers(value.numbers));
        self.values.chunks_exact_mut(seats).for_each(softmax);
        let heads = further.iter().filter_map(|name| said.head(name));
        self.heads.clear();
        self.heads.extend(heads.map(|head: &HeadOutput| {
            let ends = (0..head.spans.rows()).map(|row| head.of(row).end as u32);
            let first = std::iter::once(0).chain(ends).collect();
            HeadNumbers { name: head.head.name, numbers: tape.numbers(head.numbers).to_vec(), first }
        }));
    }

    /// The logits of a row's candidates; a softmax over them gives probabilities.
    pub fn logits(&self, row: usize) -> &[f32] {
        &self.logits[self.first[row] as usize..self.first[row + 1] as usize]
    }

    /// The winning chances of a row, from the seat of the view on in playing order; they add up to 1.
    pub fn values(&self, row: usize) -> &[f32] {
        &self.values[row * self.seats..][..self.seats]
    }

    /// What a head that was asked for said about a row: for each of what it reads as many numbers as it says. None if the network
    /// has no such head, it was not asked for, or there is nothing that it reads in the whole batch.
    pub fn head(&self, name: &str, row: usize) -> Option<&[f32]> {
        let head = self.heads.iter().find(|head| head.name == name)?;
        Some(&head.numbers[head.first[row] as usize..head.first[row + 1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q_has_a_say_in_the_order_of_the_likeliest() {
        let mut logits = [-3.0, -1.0, -2.0, -9.0, -4.0];
        rerank(&mut logits, &[0.5, 0.1, 0.9, 1.0, 2.0], 3, &mut Vec::new());
        assert_eq!(logits, [-2.0, -3.0, -1.0, -9.0, -4.0]);
        // A little more of Q does not outweigh what the policy is sure of.
        let mut sure = [-0.1, -3.0, -4.0];
        rerank(&mut sure, &[0.5, 0.6, 0.55], 3, &mut Vec::new());
        assert_eq!(sure, [-0.1, -3.0, -4.0]);
        rerank(&mut logits, &[0.0; 5], 1, &mut Vec::new());
        assert_eq!(logits, [-2.0, -3.0, -1.0, -9.0, -4.0]);
        rerank(&mut [], &[], 4, &mut Vec::new());
    }
}
