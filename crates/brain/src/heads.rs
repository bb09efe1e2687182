//! Heads: what a network says beside its policy.
//!
//! A head is declared once, here: its name, what it reads, how many numbers it says, which loss it is taught by, what that loss
//! weighs, and where its targets stand. Everything else follows from that: its matrices in networks and files (under its name),
//! what is computed in play (only what was asked for), its part of the loss, its line in metrics, and its output in
//! `hoyle.torch`, which reads the [shape](HeadShape) of a head from the model. A network has the heads that it was made with; a
//! model whose file does not tell of a head does not have it.

use crate::gradient::{Matrix, Tape};
use crate::math::{Strided, StridedMut, Write, add_scaled, product};
use crate::train::config::TrainConfig;
use crate::train::facts::Facts;
use crate::weights::{Declaration, Init, Layer, Slot};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;

/// A declared head.
#[derive(Clone, Copy)]
pub struct Head {
    /// Its name: that of its matrices in files, of its loss in metrics, of its output in Python.
    pub name: &'static str,
    /// What it reads.
    pub reads: Reads,
    /// How many numbers it says about each of what it reads.
    pub outputs: Width,
    /// What it is taught by.
    pub loss: HeadLoss,
    /// What its loss weighs.
    pub weight: fn(&TrainConfig) -> f32,
    /// At which decisions it is taught.
    pub lesson: Lesson,
    /// Writes the targets of a sample, by its number: for each of what the head reads as many as it says. They are not numbers
    /// before; what stays so is unknown, and not taught.
    pub target: fn(&Facts, usize, &mut [f32]),
}

impl Head {
    /// How many numbers it says about each of what it reads, at a table of this many seats.
    fn outputs(&self, seats: usize) -> usize {
        match self.outputs {
            Width::Seats => seats,
            Width::Fixed(outputs) => outputs,
        }
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Head").field("name", &self.name).field("reads", &self.reads).finish_non_exhaustive()
    }
}

/// At which decisions a head is taught. Heads that are not taught at every decision stand apart: they are computed and taught only where
/// there is something to teach, and with `insight_detached` nothing but they themselves learns from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// At every decision.
    Result,
    /// Where counterfactual positions were evaluated.
    Insight,
    /// Where what hidden hands held was kept.
    Hands,
}

impl Lesson {
    /// Those of heads that stand apart.
    pub(crate) const APART: [Self; 2] = [Self::Insight, Self::Hands];
}

/// What a head says something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reads {
    /// The view as a whole: the pooled state of the transformer, the trunk of the tensor network.
    State,
    /// Each candidate action (transformer).
    Candidates,
    /// Each entity (transformer).
    Entities,
    /// Each ordered pair of entities of a view, first by first (transformer).
    Pairs,
    /// Each card that a hidden hand may hold, together with that hand (transformer).
    Unseen,
}

/// How many numbers a head says about each of what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One for each seat, from that of the view on in playing order.
    Seats,
    /// This many.
    Fixed(usize),
}

/// What a head is taught by. The loss of a sample is the mean over all of what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadLoss {
    /// The squares of errors, number by number.
    Squares,
    /// Cross-entropy with a distribution over the numbers that are said about one thing.
    CrossEntropy,
    /// How surprising hidden hands are by [the distribution](crate::hands) of which the numbers are the tilts. The targets are how many
    /// of each card a hand holds. The mean over the cards that are held.
    Hands,
}

/// Who wins: the only head that play always asks for. Its numbers are logits.
pub const VALUE: Head = Head {
    name: "value",
    reads: Reads::State,
    outputs: Width::Seats,
    loss: HeadLoss::CrossEntropy,
    weight: |config| config.value_weight,
    lesson: Lesson::Result,
    target: |facts, sample, out| out.copy_from_slice(facts.shares(sample)),
};

/// The margin in the end and how long the game will last: only to learn by.
pub const EXTRA: Head = Head {
    name: "extra",
    reads: Reads::State,
    outputs: Width::Fixed(2),
    loss: HeadLoss::Squares,
    weight: |config| config.aux_coef,
    lesson: Lesson::Result,
    target: |facts, sample, out| out.copy_from_slice(&facts.extras[2 * sample..][..2]),
};

/// The value of each candidate, of a transformer with `parameters`, which orders the likeliest by it. The result belongs to the
/// candidate that was played. Its last layer is the one that scores candidates without `parameters`: `policy.out`.
pub const QUALITY: Head = Head {
    name: "quality",
    reads: Reads::Candidates,
    outputs: Width::Fixed(1),
    loss: HeadLoss::Squares,
    weight: |config| config.q_coef,
    lesson: Lesson::Result,
    target: |facts, sample, out| {
        if let Some(played) = out.get_mut(facts.played[sample] as usize) {
            *played = facts.shares(sample)[0];
        }
    },
};

/// The heads that every network has and of which files do not tell.
pub const ORIGINAL: &[Head] = &[VALUE, EXTRA];

/// What each candidate is worth beyond what the position is: the observer's winning chance after it less the chance now.
pub const IMPACT: Head = Head {
    name: "impact",
    reads: Reads::Candidates,
    outputs: Width::Fixed(1),
    loss: HeadLoss::Squares,
    weight: |config| config.insight_coef,
    lesson: Lesson::Insight,
    target: |facts, sample, out| copy(facts.insight(sample).map(|insight| &insight.impacts[..]), out),
};

/// By how much the observer's winning chance would rise if an entity were gone: much for a threat, less than nothing for what serves it.
pub const THREAT: Head = Head {
    name: "threat",
    reads: Reads::Entities,
    outputs: Width::Fixed(1),
    loss: HeadLoss::Squares,
    weight: |config| config.insight_coef,
    lesson: Lesson::Insight,
    target: |facts, sample, out| copy(facts.insight(sample).map(|insight| &insight.threats[..]), out),
};

/// What two entities are worth together beyond what each is worth beside all others, to the observer's winning chance.
pub const SYNERGY: Head = Head {
    name: "synergy",
    reads: Reads::Pairs,
    outputs: Width::Fixed(1),
    loss: HeadLoss::Squares,
    weight: |config| config.insight_coef,
    lesson: Lesson::Insight,
    target: |facts, sample, out| {
        let Some(insight) = facts.insight(sample) else { return };
        let entities = out.len().isqrt();
        for &(a, b, synergy) in &insight.synergies {
            let (a, b) = (a as usize, b as usize);
            if a.max(b) < entities {
                [out[a * entities + b], out[b * entities + a]] = [synergy; 2];
            }
        }
    },
};

/// What the observer's next draw may change: the mean and the deviation of its winning chance after it, less the chance now.
pub const POTENTIAL: Head = Head {
    name: "potential",
    reads: Reads::State,
    outputs: Width::Fixed(2),
    loss: HeadLoss::Squares,
    weight: |config| config.insight_coef,
    lesson: Lesson::Insight,
    target: |facts, sample, out| {
        copy(facts.insight(sample).and_then(|insight| insight.potential.as_ref()).map(|p| &p[..]), out)
    },
};

/// Hidden hands: how much likelier than by counting a hand is to hold a card, as a logarithm.
pub const BELIEF: Head = Head {
    name: "belief",
    reads: Reads::Unseen,
    outputs: Width::Fixed(1),
    loss: HeadLoss::Hands,
    weight: |config| config.belief_coef,
    lesson: Lesson::Hands,
    target: |facts, sample, out| {
        if let Some(hands) = facts.hands(sample).filter(|hands| hands.len() == out.len()) {
            out.iter_mut().zip(hands).for_each(|(out, card)| *out = f32::from(card.held));
        }
    },
};

/// Targets as they stand, if they are known.
fn copy(from: Option<&[f32]>, out: &mut [f32]) {
    if let Some(from) = from.filter(|from| from.len() == out.len()) {
        out.copy_from_slice(from);
    }
}

/// All further heads, in the order in which they stand behind all other matrices. A new network has those that it can compute.
pub const FURTHER: &[Head] = &[IMPACT, THREAT, SYNERGY, POTENTIAL, BELIEF];

/// All heads by name, as metrics list their losses.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ORIGINAL.iter().chain([&QUALITY]).chain(FURTHER).map(|head| head.name)
}

/// What a model's file says of a head, so that a reader need not know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadShape {
    /// Its name.
    pub name: String,
    /// What it reads.
    pub reads: Reads,
    /// How many numbers it says about each.
    pub outputs: usize,
}

/// How long the vectors are by which entities meet in a pair.
const MEETING: usize = 32;

/// Where the numbers of a head come from.
#[derive(Clone, Copy, Debug)]
enum HeadSlots {
    /// From each of what it reads by a layer.
    Layer(Layer),
    /// From each of what it reads together with the state, by a hidden layer.
    Hidden {
        /// What reads each; the state reads itself.
        own: Option<Slot>,
        state: Layer,
        out: OutSlots,
    },
}

/// What a hidden layer makes.
#[derive(Clone, Copy, Debug)]
enum OutSlots {
    /// Numbers of each thing.
    Layer(Layer),
    /// Numbers of pairs of entities, by what each says as the first and as the second.
    Pairs { first: Slot, second: Slot },
    /// Numbers of cards, by what the hand and the card say.
    Held { hand: Slot, card: Slot },
}

/// A head of a network.
#[derive(Clone, Copy, Debug)]
pub struct OwnHead {
    head: Head,
    outputs: usize,
    slots: HeadSlots,
}

/// What a head reads: the vectors, those of row `n` being the `n`th of `spans`.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub vectors: Matrix,
    pub spans: Spans,
}

impl OwnHead {
    /// Declares the matrices of a head that every network has; it reads the state by one layer.
    pub(crate) fn declare(into: &mut Declaration, head: Head, width: usize, seats: usize) -> Self {
        let outputs = head.outputs(seats);
        let slots = HeadSlots::Layer(into.layer(head.name, width, outputs, Init::small(width)));
        Self { head, outputs, slots }
    }

    /// Declares the matrices of a further head. It reads vectors of the width `reads` and the state, and has a hidden layer as wide as that.
    pub(crate) fn declare_further(
        into: &mut Declaration,
        head: Head,
        reads: usize,
        width: usize,
        seats: usize,
    ) -> Self {
        let (name, outputs) = (head.name, head.outputs(seats));
        let wide = outputs * MEETING;
        let own = (head.reads != Reads::State)
            .then(|| into.matrix(format!("{name}.own"), reads, width, Init::relu(2 * reads)));
        let state = into.layer(&format!("{name}.state"), width, width, Init::relu(2 * width));
        let out = match head.reads {
            Reads::State | Reads::Candidates | Reads::Entities => {
                OutSlots::Layer(into.layer(&format!("{name}.out"), width, outputs, Init::small(width)))
            }
            Reads::Pairs => OutSlots::Pairs {
                first: into.matrix(format!("{name}.first"), width, wide, Init::plain(width)),
                second: into.matrix(format!("{name}.second"), width, wide, Init::small(width)),
            },
            // Nothing is believed at the start.
            Reads::Unseen => OutSlots::Held {
                hand: into.matrix(format!("{name}.hand"), width, wide, Init::plain(width)),
                card: into.matrix(format!("{name}.card"), reads, wide, Init::Zero),
            },
        };
        Self { head, outputs, slots: HeadSlots::Hidden { own, state, out } }
    }

    /// A head whose layer is declared elsewhere.
    pub(crate) fn of_layer(head: Head, layer: Layer) -> Self {
        Self { head, outputs: layer.weight.cols, slots: HeadSlots::Layer(layer) }
    }

    /// The declared head.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Whether it is behind those that a network needs to play, and was declared with the others of its kind.
    pub(crate) fn is_further(&self) -> bool {
        matches!(self.slots, HeadSlots::Hidden { .. })
    }

    /// Where its matrices begin.
    pub(crate) fn start(&self) -> usize {
        match self.slots {
            HeadSlots::Layer(layer) => layer.weight.start,
            HeadSlots::Hidden { own, state, .. } => own.map_or(state.weight.start, |own| own.start),
        }
    }

    /// What a file says of it.
    pub fn shape(&self) -> HeadShape {
        HeadShape { name: self.head.name.to_owned(), reads: self.head.reads, outputs: self.outputs }
    }

    /// Computes it from what it reads and from the state of each row. A head of hidden hands reads the vectors of the hands; `cards` are
    /// those of the cards.
    pub(crate) fn compute(&self, tape: &mut Tape<'_>, read: Read, state: Matrix, cards: Option<Matrix>) -> HeadOutput {
        let Read { vectors, spans } = read;
        let (own, of_state, out) = match self.slots {
            HeadSlots::Layer(layer) => {
                return HeadOutput { head: self.head, numbers: tape.layer(layer, vectors), spans };
            }
            HeadSlots::Hidden { own, state, out } => (own, state, out),
        };
        let mut hidden = tape.layer(of_state, state);
        if let Some(own) = own {
            let rows = (0..spans.rows()).flat_map(|row| spans.of(row).map(move |_| row as u32)).collect();
            let (own, of_row) = (tape.times(own, vectors), tape.select(hidden, rows, 1));
            hidden = tape.sum(own, of_row);
        }
        tape.relu(hidden);
        let (numbers, spans) = match out {
            OutSlots::Layer(layer) => (tape.layer(layer, hidden), spans),
            OutSlots::Pairs { first, second } => {
                let (first, second) = (tape.times(first, hidden), tape.times(second, hidden));
                pairs(tape, first, second, &spans, self.outputs)
            }
            OutSlots::Held { hand, card } => {
                let cards = cards.expect("a head of hidden hands is given cards");
                let (hands, cards) = (tape.times(hand, hidden), tape.times(card, cards));
                (dots(tape, hands, cards), spans)
            }
        };
        HeadOutput { head: self.head, numbers, spans }
    }
}

/// The dot products of the parts of two matrices' rows, a part for each output.
fn dots(tape: &mut Tape<'_>, a: Matrix, b: Matrix) -> Matrix {
    let scale = 1.0 / (MEETING as f32).sqrt();
    let shape = [a.shape()[0], a.shape()[1] / MEETING];
    let mut out = tape.room(shape);
    let parts = tape.numbers(a).chunks_exact(MEETING).zip(tape.numbers(b).chunks_exact(MEETING));
    for (out, (a, b)) in out.iter_mut().zip(parts) {
        *out = scale * a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    }
    tape.computed(out, shape, move |way, gradient| {
        for (to, other) in [(a, b), (b, a)] {
            let mut into = way.take(to);
            let parts = into.chunks_exact_mut(MEETING).zip(way.numbers(other).chunks_exact(MEETING));
            parts.zip(&gradient).for_each(|((into, other), back)| add_scaled(into, other, scale * back));
            way.add(to, into);
        }
    })
}

/// The dot products of what entities say as the first and as the second of a pair, for each output and row.
fn pairs(tape: &mut Tape<'_>, first: Matrix, second: Matrix, spans: &Spans, outputs: usize) -> (Matrix, Spans) {
    let scale = 1.0 / (MEETING as f32).sqrt();
    let wide = outputs * MEETING;
    let mut ends = vec![0];
    ends.extend((0..spans.rows()).map(|row| (spans.of(row).len() as u32).pow(2)));
    (1..ends.len()).for_each(|n| ends[n] += ends[n - 1]);
    let shape = [ends.last().map_or(0, |&end| end as usize), outputs];
    let mut out = tape.room(shape);
    // For each row and output: the entities of the row, where their pairs begin, and which output it is.
    let parts: Vec<(Range<usize>, usize, usize)> = (0..spans.rows())
        .flat_map(|row| (0..outputs).map(move |output| (row, output)))
        .map(|(row, output)| (spans.of(row), ends[row] as usize, output))
        .filter(|(own, ..)| !own.is_empty())
        .collect();
    let mut scores = Vec::new();
    for (own, start, output) in &parts {
        let (n, from) = (own.len(), own.start * wide + output * MEETING);
        scores.resize(n * n, 0.0);
        let a = Strided::spaced(&tape.numbers(first)[from..], n, MEETING, wide);
        let b = Strided::spaced(&tape.numbers(second)[from..], n, MEETING, wide);
        product(a, b.transposed(), StridedMut::dense(&mut scores, n, n), scale, Write::Over);
        let to = out[start * outputs..].chunks_exact_mut(outputs);
        to.zip(&scores).for_each(|(to, score)| to[*output] = *score);
    }
    let out = tape.computed(out, shape, move |way, gradient| {
        let mut back = Vec::new();
        let (mut to_first, mut to_second) = (way.take(first), way.take(second));
        for (own, start, output) in &parts {
            let (n, from) = (own.len(), own.start * wide + output * MEETING);
            back.clear();
            back.extend(gradient[start * outputs..].chunks_exact(outputs).take(n * n).map(|pair| pair[*output]));
            let back = Strided::dense(&back, n, n);
            let a = Strided::spaced(&way.numbers(first)[from..], n, MEETING, wide);
            let b = Strided::spaced(&way.numbers(second)[from..], n, MEETING, wide);
            product(back, b, StridedMut::spaced(&mut to_first[from..], n, MEETING, wide), scale, Write::Add);
            let across = back.transposed();
            product(across, a, StridedMut::spaced(&mut to_second[from..], n, MEETING, wide), scale, Write::Add);
        }
        way.add(first, to_first);
        way.add(second, to_second);
    });
    (out, Spans::Ends(ends))
}

/// Which of the things that a head reads belong to which row of a batch.
#[derive(Clone, Debug)]
pub enum Spans {
    /// One to each of so many rows.
    One(usize),
    /// Where those of each row begin, and after the last where they end.
    Ends(Vec<u32>),
}

impl Spans {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        match self {
            Self::One(rows) => *rows,
            Self::Ends(ends) => ends.len() - 1,
        }
    }

    /// Those of a row.
    pub fn of(&self, row: usize) -> Range<usize> {
        match self {
            Self::One(_) => row..row + 1,
            Self::Ends(ends) => ends[row] as usize..ends[row + 1] as usize,
        }
    }
}

/// What a head said about a batch.
#[derive(Clone, Debug)]
pub struct HeadOutput {
    /// The head.
    pub head: Head,
    /// A row for each of what it reads, all rows of the batch one after the other.
    pub numbers: Matrix,
    /// Which of them belong to which row.
    pub spans: Spans,
}

impl HeadOutput {
    /// What it said about a row of the batch: where that stands among its numbers.
    pub fn of(&self, row: usize) -> Range<usize> {
        let (span, cols) = (self.spans.of(row), self.numbers.shape()[1]);
        span.start * cols..span.end * cols
    }
}

/// What a network said about a batch of rows.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// A number for each candidate, row by row; a softmax over a row's gives the policy.
    pub logits: Matrix,
    /// Which candidates belong to which row.
    pub candidates: Spans,
    /// What the heads said that were asked for.
    pub heads: Vec<HeadOutput>,
}

impl Outputs {
    /// What the head of a name said, if there is one and it was asked for.
    pub fn head(&self, name: &str) -> Option<&HeadOutput> {
        self.heads.iter().find(|output| output.head.name == name)
    }
}

/// What is wanted of a forward pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// A bit for each head of the network.
    heads: u64,
    /// Whether the ids of cards are hidden now and then, as where something is learned.
    pub(crate) hides: bool,
    /// Whether what further heads learn moves nothing but these heads.
    pub(crate) detached: bool,
}

impl Ask {
    /// All heads, as in training.
    pub const LEARNING: Self = Self { heads: u64::MAX, hides: true, detached: false };

    /// These heads of a network, as in play.
    pub(crate) fn of(own: &[OwnHead], names: &[&str], hides: bool) -> Self {
        Self { heads: bits(own, |own| names.contains(&own.head.name)), hides, detached: false }
    }

    /// The heads of a network that are taught by this, as in training.
    pub(crate) fn of_lesson(own: &[OwnHead], lesson: Lesson, detached: bool) -> Self {
        Self { heads: bits(own, |own| own.head.lesson == lesson), hides: true, detached }
    }

    /// Those that were asked for, of the heads of a network that read this.
    pub(crate) fn heads(self, own: &[OwnHead], reads: Reads) -> impl Iterator<Item = &OwnHead> {
        let asked = move |n: usize| self.heads >> n & 1 == 1;
        own.iter().enumerate().filter(move |(n, own)| own.head.reads == reads && asked(*n)).map(|(_, own)| own)
    }

    /// The further heads among all that were asked for.
    pub(crate) fn further(self, own: &[OwnHead]) -> impl Iterator<Item = &OwnHead> {
        let asked = move |n: usize| self.heads >> n & 1 == 1;
        own.iter().enumerate().filter(move |(n, own)| own.is_further() && asked(*n)).map(|(_, own)| own)
    }
}

/// A bit for each of these heads.
fn bits(own: &[OwnHead], wanted: impl Fn(&OwnHead) -> bool) -> u64 {
    own.iter().enumerate().filter(|(_, own)| wanted(own)).map(|(n, _)| 1 << n).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient::cross_entropy;
    use crate::network::{Architecture, Engine, Network, NetworkOutput, Rows as _};
    use crate::weights::Weights;
    use crate::{About, GraphConfig, GraphNet, GraphRows, Model, NetworkConfig, Trained};
    use hoyle_core::prelude::*;
    use hoyle_core::{ActionSet, EntityGraph, Game, Rng, Turn, View};
    use hoyle_magic::Magic;
    use std::sync::Arc;

    const fn head(name: &'static str, reads: Reads, outputs: usize) -> Head {
        let target = |_: &Facts, _: usize, _: &mut [f32]| {};
        let (outputs, loss, lesson) = (Width::Fixed(outputs), HeadLoss::CrossEntropy, Lesson::Insight);
        Head { name, reads, outputs, loss, weight: |_| 1.0, lesson, target }
    }

    const ENTITIES: Head = head("of-entities", Reads::Entities, 3);
    const FURTHER: [Head; 4] = [
        ENTITIES,
        head("of-pairs", Reads::Pairs, 2),
        head("of-candidates", Reads::Candidates, 2),
        head("of-state", Reads::State, 4),
    ];

    fn config(parameters: bool) -> GraphConfig {
        let sizes = GraphConfig { width: 16, heads: 2, layers: 1, id_dropout: 0.0, ..GraphConfig::default() };
        GraphConfig { scorer: 2, parameters, ..sizes }
    }

    fn magic() -> Magic {
        hoyle_core::options::game_from_settings(&[]).unwrap()
    }

    fn network(parameters: bool, further: &[Head]) -> GraphNet {
        GraphNet::with_heads(config(parameters), &magic().spec().graph, 2, further)
    }

    fn weights(net: &GraphNet) -> Weights {
        let mut rng = Rng::new(2);
        let mut weights = net.declaration().draw(&mut rng);
        weights.0.iter_mut().for_each(|weight| *weight += 0.2 * (rng.unit() - 0.5));
        weights
    }

    fn rows(net: &GraphNet, wanted: usize) -> GraphRows {
        let (mut rng, mut legal, mut graph) = (Rng::new(1), ActionSet::new(), EntityGraph::new());
        let (mut rows, mut state) = (GraphRows::default(), magic().start());
        while rows.len() < wanted {
            match state.turn() {
                Turn::Over => state = magic().start(),
                Turn::Chance => drop(state.roll(&mut rng)),
                Turn::Seat(seat) => {
                    state.legal(&mut legal);
                    if legal.len() > 1 && rng.below(9) == 0 {
                        net.encode(View::new(&state, seat), &legal, &mut graph, &mut rows);
                    }
                    state.play_unchecked(legal.random(&mut rng));
                }
            }
        }
        rows
    }

    /// The cross-entropy of all that a head says about each thing with a distribution, and its gradients.
    fn loss(net: &GraphNet, rows: &GraphRows, weights: &Weights, name: &str) -> (f32, Weights) {
        let mut tape = Tape::new(weights);
        let outputs = net.learn(&mut tape, rows);
        let output = outputs.head(name).unwrap();
        let [things, cols] = output.numbers.shape();
        let (mut all, mut back) = (0.0, Vec::new());
        for (n, said) in tape.numbers(output.numbers).chunks_exact(cols).enumerate() {
            let targets: Vec<f32> = (0..cols).map(|col| if (n + col) % cols == 0 { 0.9 } else { 0.1 }).collect();
            let (loss, gradient) = cross_entropy(said, &targets);
            all += loss / things as f32;
            back.extend(gradient.iter().map(|gradient| gradient / things as f32));
        }
        let mut gradients = Weights::zeros(net.declaration());
        tape.backward(vec![(output.numbers, back)], &mut gradients);
        (all, gradients)
    }

    #[test]
    fn a_declared_head_has_its_gradient() {
        let net = network(false, &FURTHER);
        let (weights, rows) = (weights(&net), rows(&net, 6));
        for head in FURTHER {
            let (_, gradients) = loss(&net, &rows, &weights, head.name);
            let own = net.declaration().slots().filter(|(name, _)| name.starts_with(head.name));
            let below =
                net.declaration().slots().filter(|(name, _)| ["last.scale", "block.0.up.weight"].contains(name));
            for (name, slot) in own.chain(below) {
                let length = gradients[slot].iter().map(|x| x * x).sum::<f32>().sqrt();
                let step = |size: f32| {
                    let mut moved = weights.clone();
                    let along = moved[slot].iter_mut().zip(&gradients[slot]);
                    along.for_each(|(weight, gradient)| *weight += size * gradient / length);
                    loss(&net, &rows, &moved, head.name).0
                };
                let slope = (step(3e-3) - step(-3e-3)) / 6e-3;
                assert!(length > 1e-4, "{}: nothing reaches {name}", head.name);
                assert!((slope / length - 1.0).abs() < 0.02, "{}, {name}: {slope}, {length}", head.name);
            }
        }
    }

    #[test]
    fn play_computes_the_heads_that_were_asked_for() {
        for parameters in [false, true] {
            let net = Arc::new(network(parameters, &FURTHER));
            let (weights, rows) = (Arc::new(weights(&net)), rows(&net, 5));
            let mut tape = Tape::new(&weights);
            let learned = net.learn(&mut tape, &rows);
            let (mut plain, mut asked) = (NetworkOutput::default(), NetworkOutput::default());
            Engine::new(net.clone(), weights.clone()).infer(&rows, &mut plain);
            let names = FURTHER.map(|head| head.name);
            Engine::new(net.clone(), weights.clone()).asking(&names).infer(&rows, &mut asked);
            for row in 0..rows.len() {
                assert_eq!(plain.logits(row), asked.logits(row));
                assert_eq!(plain.values(row), asked.values(row));
                for head in FURTHER {
                    let said = learned.head(head.name).unwrap();
                    let (said, asked) =
                        (&tape.numbers(said.numbers)[said.of(row)], asked.head(head.name, row).unwrap());
                    assert_eq!(said.len(), asked.len());
                    assert!(said.iter().zip(asked).all(|(a, b)| (a - b).abs() < 1e-4), "{}", head.name);
                    assert_eq!(plain.head(head.name, row), None);
                }
            }
            // What nobody asked for is not on the tape.
            let play = Ask::of(net.heads(), &[VALUE.name], false);
            let mut tape = Tape::without_gradients(&weights, Vec::new());
            let said = net.forward(&mut tape, &rows, &mut Default::default(), play);
            assert_eq!(said.heads.len(), 1);
        }
    }

    /// The heads that are declared last change nothing of what a seed draws for the others.
    #[test]
    fn a_file_tells_which_heads_a_network_has() {
        let (game, folder) = (magic(), tempfile::tempdir().unwrap());
        let save = |further: &[Head]| {
            let network = Network::Graph(Arc::new(network(false, further)));
            let weights = Arc::new(network.declaration().draw(&mut Rng::new(3)));
            let about = About::new(&NetworkConfig::Graph(config(false)), &network, game.spec(), Trained::default());
            let path = folder.path().join("model.safetensors");
            Model { network, weights, about }.save(&path).unwrap();
            std::fs::read(path).unwrap()
        };
        let (older, newer) = (save(&[]), save(&[ENTITIES]));
        let read = |bytes: &[u8], declared: &[Head]| Model::read_with(bytes, game.spec(), declared);
        let (older, newer) = (read(&older, &FURTHER).unwrap(), (read(&newer, &FURTHER).unwrap(), read(&newer, &[])));
        assert_eq!(newer.1.unwrap_err(), "it has a head `of-entities`, which there is not");
        assert_eq!((older.about.heads.len(), newer.0.about.heads.len()), (0, 1));
        assert!(newer.0.weights.0.starts_with(&older.weights.0));
        // A run with the head begins with the numbers of a model that has not got it.
        let mut begun = Weights::zeros(newer.0.network.declaration());
        assert!(newer.0.network.take_over(&older.network, &older.weights, &mut begun));
        assert!(begun.0.starts_with(&older.weights.0));
        assert!(!older.network.take_over(&newer.0.network, &newer.0.weights, &mut begun));
    }
}
