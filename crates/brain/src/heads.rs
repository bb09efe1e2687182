//! Heads: what a network says beside its policy.
//!
//! A head is declared once, here: its name, what it reads, how many numbers it says, which loss it is taught by, what that loss
//! weighs, and where its targets stand. Everything else follows from that: its matrices in networks and files (under its name),
//! what is computed in play (only what was asked for), its part of the loss, its line in metrics, and its output in
//! `hoyle.torch`, which reads the [shape](HeadShape) of a head from the model. A network has the heads that it was made with; a
//! model whose file does not tell of a head does not have it.

use crate::gradient::{Matrix, Tape};
use crate::math::{Strided, StridedMut, Write, product};
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
    /// Writes the targets of a sample, by its number: for each of what the head reads as many as it says. They are not numbers
    /// before; what stays so is unknown, and not taught.
    pub target: fn(&Facts, usize, &mut [f32]),
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Head").field("name", &self.name).field("reads", &self.reads).finish_non_exhaustive()
    }
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
}

/// Who wins: the only head that play always asks for. Its numbers are logits.
pub const VALUE: Head = Head {
    name: "value",
    reads: Reads::State,
    outputs: Width::Seats,
    loss: HeadLoss::CrossEntropy,
    weight: |config| config.value_weight,
    target: |facts, sample, out| out.copy_from_slice(facts.shares(sample)),
};

/// The margin in the end and how long the game will last: only to learn by.
pub const EXTRA: Head = Head {
    name: "extra",
    reads: Reads::State,
    outputs: Width::Fixed(2),
    loss: HeadLoss::Squares,
    weight: |config| config.aux_coef,
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
    target: |facts, sample, out| out[facts.played[sample] as usize] = facts.shares(sample)[0],
};

/// The heads that every network has and of which files do not tell.
pub const ORIGINAL: &[Head] = &[VALUE, EXTRA];

/// All further heads, in the order in which they stand behind all other matrices. A new network has those that it can compute.
pub const FURTHER: &[Head] = &[];

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
    /// From pairs of entities by what each says as the first and as the second.
    Pairs { first: Slot, second: Slot },
}

/// A head of a network.
#[derive(Clone, Copy, Debug)]
pub struct OwnHead {
    head: Head,
    outputs: usize,
    slots: HeadSlots,
}

impl OwnHead {
    /// Declares the matrices of a head that reads vectors of this width.
    pub(crate) fn declare(into: &mut Declaration, head: Head, width: usize, seats: usize) -> Self {
        let outputs = match head.outputs {
            Width::Seats => seats,
            Width::Fixed(outputs) => outputs,
        };
        let name = head.name;
        let slots = match head.reads {
            Reads::State | Reads::Candidates | Reads::Entities => {
                HeadSlots::Layer(into.layer(name, width, outputs, Init::small(width)))
            }
            Reads::Pairs => HeadSlots::Pairs {
                first: into.matrix(format!("{name}.first"), width, outputs * MEETING, Init::plain(width)),
                second: into.matrix(format!("{name}.second"), width, outputs * MEETING, Init::small(width)),
            },
        };
        Self { head, outputs, slots }
    }

    /// A head whose layer is declared elsewhere.
    pub(crate) fn of_layer(head: Head, layer: Layer) -> Self {
        Self { head, outputs: layer.weight.cols, slots: HeadSlots::Layer(layer) }
    }

    /// The declared head.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// What a file says of it.
    pub fn shape(&self) -> HeadShape {
        HeadShape { name: self.head.name.to_owned(), reads: self.head.reads, outputs: self.outputs }
    }

    /// Computes it from the vectors of what it reads, of which those of row `n` are the `n`th of `spans`.
    pub(crate) fn compute(&self, tape: &mut Tape<'_>, x: Matrix, spans: Spans) -> HeadOutput {
        let (numbers, spans) = match self.slots {
            HeadSlots::Layer(layer) => (tape.layer(layer, x), spans),
            HeadSlots::Pairs { first, second } => {
                let (first, second) = (tape.times(first, x), tape.times(second, x));
                pairs(tape, first, second, &spans, self.outputs)
            }
        };
        HeadOutput { head: self.head, numbers, spans }
    }
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
}

impl Ask {
    /// All heads, as in training.
    pub const LEARNING: Self = Self { heads: u64::MAX, hides: true };

    /// These heads of a network, as in play.
    pub(crate) fn of(own: &[OwnHead], names: &[&str], hides: bool) -> Self {
        let bit = |(n, own): (usize, &OwnHead)| if names.contains(&own.head.name) { 1 << n } else { 0 };
        Self { heads: own.iter().enumerate().map(bit).sum(), hides }
    }

    /// Those that were asked for, of the heads of a network that read this.
    pub(crate) fn heads(self, own: &[OwnHead], reads: Reads) -> impl Iterator<Item = &OwnHead> {
        let asked = move |n: usize| self.heads >> n & 1 == 1;
        own.iter().enumerate().filter(move |(n, own)| own.head.reads == reads && asked(*n)).map(|(_, own)| own)
    }
}
