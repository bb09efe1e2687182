//! The blocks of the transformer, forward for play and training, and back.
//!
//! The entities of all rows stand one after the other without padding, so that every layer is one product; only attention
//! goes row by row and head by head. An edge adds its bias to one number, so nothing as large as all pairs is made for it.

use super::{Block, FACTOR, GraphNet, GraphRows};
use crate::math::{
    Strided, StridedMut, Write, add_scaled, grow, layer, norm, product, relu, softmax, times, with_simd,
};
use crate::network::Rows as _;
use crate::weights::{Layer, Weights};
use hoyle_core::Edge;

/// What a block computes on its way. Play forgets it, the way back needs it.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    normed: Vec<f32>,
    qkv: Vec<f32>,
    scores: Vec<f32>,
    mixed: Vec<f32>,
    between: Vec<f32>,
    hidden: Vec<f32>,
    /// What went in, and what was there between attention and the other half; only for the way back.
    before: Vec<f32>,
    middle: Vec<f32>,
    remembers: bool,
}

impl GraphNet {
    /// One block, in place.
    pub(super) fn block(&self, weights: &Weights, block: &Block, rows: &GraphRows, x: &mut [f32], kept: &mut Kept) {
        let width = self.config.width;
        let normed = grow(&mut kept.normed, x.len());
        let qkv = grow(&mut kept.qkv, 3 * x.len());
        let mixed = grow(&mut kept.mixed, x.len());
        if kept.remembers {
            kept.before.extend_from_slice(x);
        }
        norm(weights, block.before, x, normed);
        layer(weights, block.qkv, normed, qkv);
        // All scores are kept, or those of one head.
        let pairs = |row| rows.entities(row).pow(2);
        let scores = match kept.remembers {
            true => grow(&mut kept.scores, (0..rows.len()).map(pairs).sum::<usize>() * self.config.heads),
            false => grow(&mut kept.scores, rows.most_entities().pow(2)),
        };
        let (mut start, mut pair) = (0, 0);
        for row in 0..rows.len() {
            let n = rows.entities(row);
            let biases = self.slots.relations.map(|slot| (&weights[slot], rows.edges(row)));
            for head in 0..self.config.heads {
                let scores = &mut scores[if kept.remembers { pair } else { 0 }..][..n * n];
                self.attend(head, &qkv[start * 3 * width..], biases, scores, &mut mixed[start * width..]);
                pair += n * n;
            }
            start += n;
        }
        add_layer(weights, block.attention_output, mixed, x);
        if kept.remembers {
            kept.middle.extend_from_slice(x);
        }
        let between = grow(&mut kept.between, x.len());
        let hidden = grow(&mut kept.hidden, FACTOR * x.len());
        norm(weights, block.between, x, between);
        layer(weights, block.mlp_in, between, hidden);
        relu(hidden);
        add_layer(weights, block.mlp_out, hidden, x);
    }

    /// The queries, keys and values of a head, which stand side by side.
    fn thirds<'a>(&self, qkv: &'a [f32], head: usize) -> [&'a [f32]; 3] {
        let (width, each) = (self.config.width, self.config.width / self.config.heads);
        [0, 1, 2].map(|third| qkv.get(third * width + head * each..).unwrap_or_default())
    }

    /// A head's attention within a row of as many entities as its scores say.
    fn attend(
        &self,
        head: usize,
        qkv: &[f32],
        biases: Option<(&[f32], &[Edge])>,
        scores: &mut [f32],
        mixed: &mut [f32],
    ) {
        let (width, heads) = (self.config.width, self.config.heads);
        let (n, each) = (scores.len().isqrt(), width / heads);
        if n == 0 {
            return;
        }
        let [query, key, value] = self.thirds(qkv, head).map(|third| Strided::spaced(third, n, each, 3 * width));
        product(query, key.transposed(), StridedMut::dense(scores, n, n), self.scale(), Write::Over);
        if let Some((biases, edges)) = biases {
            for [(place, bias), (other, reverse)] in edges.iter().map(|edge| self.biased(edge, n)) {
                scores[place] += biases[bias + head];
                scores[other] += biases[reverse + head];
            }
        }
        with_simd(|| scores.chunks_exact_mut(n).for_each(softmax));
        let out = StridedMut::spaced(&mut mixed[head * each..], n, each, width);
        product(Strided::dense(scores, n, n), value, out, 1.0, Write::Over);
    }

    fn scale(&self) -> f32 {
        1.0 / ((self.config.width / self.config.heads) as f32).sqrt()
    }

    /// The two scores among those of `n` entities that an edge adds to, each with the first head's place in the biases.
    fn biased(&self, edge: &Edge, n: usize) -> [(usize, usize); 2] {
        let (from, to, relation) = (edge.from as usize, edge.to as usize, edge.relation as usize);
        let heads = self.config.heads;
        [(from * n + to, relation * heads), (to * n + from, (self.relations + relation) * heads)]
    }
}

/// `x += y W + b`.
fn add_layer(weights: &Weights, layer: Layer, y: &[f32], x: &mut [f32]) {
    let bias = &weights[layer.bias];
    with_simd(|| x.chunks_exact_mut(bias.len()).for_each(|x| add_scaled(x, bias, 1.0)));
    times(weights, layer.weight, y, x, Write::Add);
}

mod back {
    use super::super::{Block, FACTOR, GraphNet, GraphRows};
    use super::Kept;
    use crate::back::{self, Learned};
    use crate::math::{Strided, StridedMut, Write, product};
    use crate::network::Rows as _;

    impl Kept {
        /// One that remembers for the way back.
        pub(in super::super) fn remembering() -> Self {
            Self { remembers: true, ..Self::default() }
        }
    }

    impl GraphNet {
        /// Back through a block: the gradient of what came out becomes that of what went in.
        pub(in super::super) fn block_back(
            &self,
            learned: &mut Learned<'_>,
            block: &Block,
            rows: &GraphRows,
            kept: &Kept,
            x: &mut [f32],
        ) {
            let mut hidden = vec![0.0; FACTOR * x.len()];
            let mut normed = vec![0.0; x.len()];
            learned.layer(block.mlp_out, &kept.hidden, x, &mut hidden);
            back::relu(&kept.hidden, &mut hidden);
            learned.layer(block.mlp_in, &kept.between, &hidden, &mut normed);
            learned.norm(block.between, &kept.middle, &normed, x);

            let mut mixed = vec![0.0; x.len()];
            learned.layer(block.attention_output, &kept.mixed, x, &mut mixed);
            let qkv = self.attention_back(learned, rows, kept, &mixed);
            normed.fill(0.0);
            learned.layer(block.qkv, &kept.normed, &qkv, &mut normed);
            learned.norm(block.before, &kept.before, &normed, x);
        }

        /// Back through the attention of all rows and heads: gives the gradient of queries, keys and values.
        fn attention_back(&self, learned: &mut Learned<'_>, rows: &GraphRows, kept: &Kept, mixed: &[f32]) -> Vec<f32> {
            let width = self.config.width;
            let mut qkv = vec![0.0; 3 * mixed.len()];
            let mut scores = vec![0.0; rows.most_entities().pow(2)];
            let (mut start, mut pair) = (0, 0);
            for row in 0..rows.len() {
                let n = rows.entities(row);
                let (was_qkv, mixed) = (&kept.qkv[start * 3 * width..], &mixed[start * width..]);
                let qkv = &mut qkv[start * 3 * width..];
                for head in 0..self.config.heads {
                    let (was, scores) = (&kept.scores[pair..][..n * n], &mut scores[..n * n]);
                    self.attend_back(head, was_qkv, was, mixed, scores, qkv);
                    if let Some(slot) = self.slots.relations {
                        let biases = &mut learned.gradients[slot];
                        for (place, bias) in rows.edges(row).iter().flat_map(|edge| self.biased(edge, n)) {
                            biases[bias + head] += scores[place];
                        }
                    }
                    pair += n * n;
                }
                start += n;
            }
            qkv
        }

        /// Back through a head's attention within a row, whose softmax gave `was`: `scores` becomes the gradient of the scores with
        /// their biases.
        fn attend_back(
            &self,
            head: usize,
            qkv: &[f32],
            was: &[f32],
            mixed: &[f32],
            scores: &mut [f32],
            into: &mut [f32],
        ) {
            let (width, heads) = (self.config.width, self.config.heads);
            let (n, each) = (scores.len().isqrt(), width / heads);
            if n == 0 {
                return;
            }
            let mixed = Strided::spaced(&mixed[head * each..], n, each, width);
            let [query, key, value] = self.thirds(qkv, head).map(|third| Strided::spaced(third, n, each, 3 * width));
            let mut write = |third: usize, a: Strided<'_>, b: Strided<'_>, factor: f32| {
                let out = StridedMut::spaced(&mut into[third * width + head * each..], n, each, 3 * width);
                product(a, b, out, factor, Write::Over);
            };
            write(2, Strided::dense(was, n, n).transposed(), mixed, 1.0);
            product(mixed, value.transposed(), StridedMut::dense(scores, n, n), 1.0, Write::Over);
            back::softmax(was, scores, n);
            let scores = Strided::dense(scores, n, n);
            write(0, scores, key, self.scale());
            write(1, scores.transposed(), query, self.scale());
        }
    }
}
