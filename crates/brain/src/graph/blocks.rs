//! The blocks of the transformer, forward for play and training, and back.
//!
//! The entities of all rows stand one after the other without padding, so that every layer is one product; only attention
//! goes row by row and head by head. An edge adds its bias to one number, so nothing as large as all pairs is made for it.

use super::{Block, FACTOR, GraphNet, GraphRows};
use crate::math::{Strides, add_scaled, grow, layer, norm, product, product_within, relu, softmax, with_simd};
use crate::weights::{Layer, Slot, Weights};
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
        let many = x.len() / width;
        let normed = grow(&mut kept.normed, x.len());
        let qkv = grow(&mut kept.qkv, 3 * x.len());
        let mixed = grow(&mut kept.mixed, x.len());
        if kept.remembers {
            kept.before.extend_from_slice(x);
        }
        norm(weights, block.before, x, normed);
        layer(weights, block.qkv, normed, qkv, many);
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
        add_layer(weights, block.attention_output, mixed, x, many);
        if kept.remembers {
            kept.middle.extend_from_slice(x);
        }
        let between = grow(&mut kept.between, x.len());
        let hidden = grow(&mut kept.hidden, FACTOR * x.len());
        norm(weights, block.between, x, between);
        layer(weights, block.mlp_in, between, hidden, many);
        relu(hidden);
        add_layer(weights, block.mlp_out, hidden, x, many);
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
        let place = Strides::rows(3 * width);
        let [query, key, value] = self.thirds(qkv, head);
        let out = (&mut *scores, Strides::rows(n));
        product_within((query, place), (key, place.transposed()), out, (n, each, n), self.scale(), false);
        if let Some((biases, edges)) = biases {
            for [(place, bias), (other, reverse)] in edges.iter().map(|edge| self.biased(edge, n)) {
                scores[place] += biases[bias + head];
                scores[other] += biases[reverse + head];
            }
        }
        with_simd(|| scores.chunks_exact_mut(n).for_each(softmax));
        let out = (&mut mixed[head * each..], Strides::rows(width));
        product_within((scores, Strides::rows(n)), (value, place), out, (n, n, each), 1.0, false);
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
fn add_layer(weights: &Weights, layer: Layer, y: &[f32], x: &mut [f32], rows: usize) {
    let Slot { rows: inputs, cols, .. } = layer.weight;
    let bias = &weights[layer.bias];
    with_simd(|| x.chunks_exact_mut(cols).for_each(|x| add_scaled(x, bias, 1.0)));
    product(y, &weights[layer.weight], x, (rows, inputs, cols), true);
}

mod back {
    use super::super::{Block, FACTOR, GraphNet, GraphRows};
    use super::Kept;
    use crate::back;
    use crate::math::{Strides, product_within};
    use crate::weights::Weights;

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
            (weights, gradients): (&Weights, &mut Weights),
            block: &Block,
            rows: &GraphRows,
            kept: &Kept,
            x: &mut [f32],
        ) {
            let width = self.config.width;
            let many = x.len() / width;
            let mut hidden = vec![0.0; FACTOR * x.len()];
            let mut normed = vec![0.0; x.len()];
            back::layer((weights, gradients), block.mlp_out, &kept.hidden, x, (&mut hidden, false), many);
            back::relu(&kept.hidden, &mut hidden);
            back::layer((weights, gradients), block.mlp_in, &kept.between, &hidden, (&mut normed, false), many);
            back::norm((weights, gradients), block.between, &kept.middle, &normed, x);

            let mut mixed = vec![0.0; x.len()];
            back::layer((weights, gradients), block.attention_output, &kept.mixed, x, (&mut mixed, false), many);
            let mut qkv = vec![0.0; 3 * x.len()];
            let mut scores = vec![0.0; rows.most_entities().pow(2)];
            let (mut start, mut pair) = (0, 0);
            for row in 0..rows.len() {
                let n = rows.entities(row);
                for head in 0..self.config.heads {
                    let was = (&kept.qkv[start * 3 * width..], &kept.scores[pair..][..n * n]);
                    let scores = &mut scores[..n * n];
                    self.attend_back(head, was, &mixed[start * width..], scores, &mut qkv[start * 3 * width..]);
                    if let Some(slot) = self.slots.relations {
                        let biases = &mut gradients[slot];
                        for (place, bias) in rows.edges(row).iter().flat_map(|edge| self.biased(edge, n)) {
                            biases[bias + head] += scores[place];
                        }
                    }
                    pair += n * n;
                }
                start += n;
            }
            back::layer((weights, gradients), block.qkv, &kept.normed, &qkv, (&mut normed, false), many);
            back::norm((weights, gradients), block.before, &kept.before, &normed, x);
        }

        /// Back through a head's attention within a row: `scores` becomes the gradient of the scores with their biases.
        fn attend_back(
            &self,
            head: usize,
            (qkv, weights): (&[f32], &[f32]),
            mixed: &[f32],
            scores: &mut [f32],
            into: &mut [f32],
        ) {
            let (width, heads) = (self.config.width, self.config.heads);
            let (n, each) = (scores.len().isqrt(), width / heads);
            if n == 0 {
                return;
            }
            let (place, square) = (Strides::rows(3 * width), Strides::rows(n));
            let mixed = (&mixed[head * each..], Strides::rows(width));
            let [query, key, value] = self.thirds(qkv, head);
            let third = |third: usize| third * width + head * each;
            let value_back = (&mut into[third(2)..], place);
            product_within((weights, square.transposed()), mixed, value_back, (n, n, each), 1.0, false);
            product_within(mixed, (value, place.transposed()), (&mut *scores, square), (n, each, n), 1.0, false);
            back::softmax(weights, scores, n);
            let query_back = (&mut into[third(0)..], place);
            product_within((scores, square), (key, place), query_back, (n, n, each), self.scale(), false);
            let key_back = (&mut into[third(1)..], place);
            let across = (&*scores, square.transposed());
            product_within(across, (query, place), key_back, (n, n, each), self.scale(), false);
        }
    }
}
