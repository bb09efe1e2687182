//! From non-zeros to a vector per section and card, forward for play and training, and back.

use super::{Entry, TensorNet, TensorRows};
use crate::math::{Strided, StridedMut, Write, add_scaled, dot, grow, layer, product, relu, softmax, times, with_simd};
use crate::network::Rows as _;
use crate::weights::Weights;

/// The vectors of each known layout before anything was seen: sections, then columns. Empty if it was not asked for yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Bases(Vec<Vec<f32>>);

impl Bases {
    /// Makes those that rows want.
    pub fn prepare(&mut self, net: &TensorNet, weights: &Weights, rows: &TensorRows) {
        for known in rows.known.iter().map(|&known| known as usize) {
            if self.0.len() <= known {
                self.0.resize(known + 1, Vec::new());
            }
            if self.0[known].is_empty() {
                let (width, slots, about) = (net.config.width, &net.slots, net.known(known));
                let mut base = weights[slots.section_bias].to_vec();
                (0..about.columns).for_each(|_| base.extend_from_slice(&weights[slots.card_bias]));
                add_entries(&about.constants, &weights[slots.first], width, |to| to * width, &mut base);
                self.0[known] = base;
            }
        }
    }

    /// How many columns a row has.
    fn columns(&self, net: &TensorNet, rows: &TensorRows, row: usize) -> usize {
        self.0[rows.known[row] as usize].len() / net.config.width - net.sections
    }
}

/// Adds the multiples of rows of the first matrix. `at` tells where a vector begins.
#[inline(always)]
fn add_entries(entries: &[Entry], first: &[f32], width: usize, at: impl Fn(usize) -> usize, out: &mut [f32]) {
    for entry in entries {
        let row = &first[entry.row as usize * width..][..width];
        add_scaled(&mut out[at(entry.to as usize)..][..width], row, entry.value);
    }
}

/// Where the vector of a section or column stands in a row: sections section by section, then cards row by row.
#[inline(always)]
pub(super) fn place(sections: usize, width: usize, batch: usize, columns: usize, row: usize, to: usize) -> usize {
    match to.checked_sub(sections) {
        None => (to * batch + row) * width,
        Some(column) => (sections * batch + row * columns + column) * width,
    }
}

/// What is computed on the way. Sections stand section by section, cards row by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The most columns that a row has; others are padded to that.
    pub columns: usize,
    /// How many columns each row has.
    own_columns: Vec<u32>,
    /// What is seen with its zeros, if the first layer is not sparse.
    dense: Vec<f32>,
    /// What the first layer says of sections, and after those of cards.
    vectors: Vec<f32>,
    /// The same after their processors.
    out: Vec<f32>,
    /// Only sections ask.
    query: Vec<f32>,
    key: Vec<f32>,
    value: Vec<f32>,
    /// How much each section attends to what, row by row, section by section, head by head.
    attention: Vec<f32>,
    mixed: Vec<f32>,
    fused: Vec<f32>,
    /// All sections of a row side by side: what the trunk is given.
    pub flat: Vec<f32>,
    /// Where the cards begin in `out`.
    first_card: usize,
}

impl Reading {
    /// The cards of all rows after their processor.
    pub fn cards(&self) -> &[f32] {
        &self.out[self.first_card..]
    }
}

impl TensorNet {
    /// Reads all rows.
    pub(super) fn read(&self, weights: &Weights, bases: &Bases, rows: &TensorRows, r: &mut Reading) {
        let (batch, width, sections, slots) = (rows.len(), self.config.width, self.sections, &self.slots);
        r.own_columns.clear();
        r.own_columns.extend((0..batch).map(|row| bases.columns(self, rows, row) as u32));
        r.columns = r.own_columns.iter().copied().max().unwrap_or(0) as usize;
        let columns = r.columns;

        let vectors = grow(&mut r.vectors, (sections + columns) * batch * width);
        with_simd(|| self.first(&weights[slots.first], bases, rows, columns, vectors));
        if !self.config.sparse {
            let dense = grow(&mut r.dense, vectors.len() / width * slots.first.rows);
            self.spread(rows, columns, dense);
            times(weights, slots.first, dense, vectors, Write::Add);
        }
        relu(vectors);
        let (many, all) = (sections * batch, (sections + columns) * batch);
        r.first_card = many * width;

        // A processor for each section, and one for all cards.
        let out = grow(&mut r.out, all * width);
        let (h, c) = vectors.split_at(many * width);
        let (z, zc) = out.split_at_mut(many * width);
        for section in 0..sections {
            let out = &mut z[section * batch * width..][..batch * width];
            let bias = &weights[slots.section_out][section * width..][..width];
            out.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(bias));
            let matrix = Strided::dense(&weights[slots.section][section * width * width..], width, width);
            let x = Strided::dense(&h[section * batch * width..], batch, width);
            product(x, matrix, StridedMut::dense(out, batch, width), 1.0, Write::Add);
        }
        layer(weights, slots.card, c, zc);

        // Fusion: each section asks all sections and all cards.
        layer(weights, slots.query, out, grow(&mut r.query, many * width));
        layer(weights, slots.key, out, grow(&mut r.key, all * width));
        layer(weights, slots.value, out, grow(&mut r.value, all * width));
        let heads = self.config.heads;
        grow(&mut r.attention, batch * sections * heads * (sections + columns));
        grow(&mut r.mixed, many * width).fill(0.0);
        with_simd(|| {
            for row in 0..batch {
                for section in 0..sections {
                    for head in 0..heads {
                        self.fuse(r, batch, row, section, head);
                    }
                }
            }
        });
        layer(weights, slots.fused, &r.mixed, grow(&mut r.fused, many * width));
        let flat = grow(&mut r.flat, many * width);
        let z = &r.out;
        for row in 0..batch {
            for section in 0..sections {
                let from = (section * batch + row) * width;
                let out = &mut flat[(row * sections + section) * width..][..width];
                out.iter_mut().zip(&z[from..]).zip(&r.fused[from..]).for_each(|((out, z), f)| *out = z + f);
            }
        }
    }

    /// The sparse first layer: what is always there, then every number that is not zero.
    #[inline(always)]
    fn first(&self, first: &[f32], bases: &Bases, rows: &TensorRows, columns: usize, vectors: &mut [f32]) {
        let (batch, width, sections) = (rows.len(), self.config.width, self.sections);
        for row in 0..batch {
            let base = &bases.0[rows.known[row] as usize];
            for section in 0..sections {
                vectors[(section * batch + row) * width..][..width].copy_from_slice(&base[section * width..][..width]);
            }
            let own = &base[sections * width..];
            let cards = &mut vectors[(sections * batch + row * columns) * width..][..columns * width];
            cards[..own.len()].copy_from_slice(own);
            cards[own.len()..].fill(0.0);
            if self.config.sparse {
                add_entries(rows.entries(row), first, width, self.place(batch, columns, row), vectors);
            }
        }
    }

    /// Writes what is seen with its zeros: for each section and card of each row a number for each row of the first matrix.
    fn spread(&self, rows: &TensorRows, columns: usize, dense: &mut [f32]) {
        dense.fill(0.0);
        for row in 0..rows.len() {
            let place = self.place(rows.len(), columns, row);
            for entry in rows.entries(row) {
                let vector = place(entry.to as usize) / self.config.width;
                dense[vector * self.slots.first.rows + entry.row as usize] += entry.value;
            }
        }
    }

    /// Where the vector of a section or column stands in a row.
    #[inline(always)]
    fn place(&self, batch: usize, columns: usize, row: usize) -> impl Fn(usize) -> usize {
        let (sections, width) = (self.sections, self.config.width);
        move |to| place(sections, width, batch, columns, row, to)
    }

    /// Where the attention of a section's head in a row stands.
    fn attention_at(&self, columns: usize, row: usize, section: usize, head: usize) -> usize {
        ((row * self.sections + section) * self.config.heads + head) * (self.sections + columns)
    }

    /// Where a head's part of a vector that begins there stands.
    #[inline(always)]
    fn part(&self, vector: usize, head: usize) -> std::ops::Range<usize> {
        let each = self.config.width / self.config.heads;
        vector + head * each..vector + (head + 1) * each
    }

    fn scale(&self) -> f32 {
        1.0 / ((self.config.width / self.config.heads) as f32).sqrt()
    }

    /// What a section's head attends to in a row, and what it gets from there.
    #[inline(always)]
    fn fuse(&self, r: &mut Reading, batch: usize, row: usize, section: usize, head: usize) {
        let (sections, columns, own) = (self.sections, r.columns, r.own_columns[row] as usize);
        let at = self.attention_at(columns, row, section, head);
        let attention = &mut r.attention[at..at + sections + own];
        let place = self.place(batch, columns, row);
        let asks = self.part(place(section), head);
        let query = &r.query[asks.clone()];
        for (n, weight) in attention.iter_mut().enumerate() {
            *weight = dot(query, &r.key[self.part(place(n), head)]) * self.scale();
        }
        softmax(attention);
        let mixed = &mut r.mixed[asks];
        for (n, &weight) in attention.iter().enumerate() {
            add_scaled(mixed, &r.value[self.part(place(n), head)], weight);
        }
    }
}

mod back {
    use super::super::{Entry, TensorNet, TensorRows};
    use super::Reading;
    use crate::back::{self, Learned};
    use crate::math::{Strided, StridedMut, Write, add_scaled, dot, product, with_simd};
    use crate::network::Rows as _;
    use crate::weights::Weights;

    /// The gradients of queries, keys and values.
    struct Asked {
        query: Vec<f32>,
        key: Vec<f32>,
        value: Vec<f32>,
        attention: Vec<f32>,
    }

    /// A head of a section's attention in a row of a batch.
    #[derive(Clone, Copy)]
    struct Place {
        batch: usize,
        row: usize,
        section: usize,
        head: usize,
    }

    /// Adds the gradients of vectors to those of the rows of the first matrix that they are made of.
    #[inline(always)]
    fn add_back(entries: &[Entry], first: &mut [f32], width: usize, at: impl Fn(usize) -> usize, from: &[f32]) {
        for entry in entries {
            let back = &from[at(entry.to as usize)..][..width];
            add_scaled(&mut first[entry.row as usize * width..][..width], back, entry.value);
        }
    }

    impl TensorNet {
        /// Back through the reading of all rows: `flat` and `cards` are the gradients of what came of it.
        pub(in super::super) fn read_back(
            &self,
            learned: &mut Learned<'_>,
            rows: &TensorRows,
            r: &Reading,
            flat: &[f32],
            cards: &[f32],
        ) {
            let (batch, width, sections) = (rows.len(), self.config.width, self.sections);
            let all = (sections + r.columns) * batch;
            // Of sections and cards after their processors.
            let mut out = vec![0.0; all * width];
            for row in 0..batch {
                for section in 0..sections {
                    let from = &flat[(row * sections + section) * width..][..width];
                    out[(section * batch + row) * width..][..width].copy_from_slice(from);
                }
            }
            out[r.first_card..].copy_from_slice(cards);
            self.fusion_back(learned, rows, r, &mut out);
            let mut vectors = self.processors_back(learned, batch, r, &out);
            back::relu(&r.vectors, &mut vectors);
            with_simd(|| self.first_back(learned.gradients, rows, r, &vectors));
            if !self.config.sparse {
                let first = self.slots.first;
                let seen = Strided::dense(&r.dense, all, first.rows).transposed();
                let sums = StridedMut::dense(&mut learned.gradients[first], first.rows, width);
                product(seen, Strided::dense(&vectors, all, width), sums, 1.0, Write::Add);
            }
        }

        /// Back through the fusion: `out` is the gradient of what came of it, and becomes that of sections and cards before it.
        fn fusion_back(&self, learned: &mut Learned<'_>, rows: &TensorRows, r: &Reading, out: &mut [f32]) {
            let (batch, slots) = (rows.len(), &self.slots);
            let many = r.first_card;
            let mut mixed = vec![0.0; many];
            learned.layer(slots.fused, &r.mixed, &out[..many], &mut mixed);
            let mut asked = Asked {
                query: vec![0.0; many],
                key: vec![0.0; out.len()],
                value: vec![0.0; out.len()],
                attention: vec![0.0; self.sections + r.columns],
            };
            with_simd(|| {
                for row in 0..batch {
                    for section in 0..self.sections {
                        for head in 0..self.config.heads {
                            self.fuse_back(r, &mixed, &mut asked, Place { batch, row, section, head });
                        }
                    }
                }
            });
            learned.layer(slots.query, &r.out, &asked.query, &mut out[..many]);
            learned.layer(slots.key, &r.out, &asked.key, out);
            learned.layer(slots.value, &r.out, &asked.value, out);
        }

        /// Back through the processors of sections and cards: gives the gradient of what went in.
        fn processors_back(&self, learned: &mut Learned<'_>, batch: usize, r: &Reading, out: &[f32]) -> Vec<f32> {
            let (width, slots) = (self.config.width, &self.slots);
            let mut vectors = vec![0.0; out.len()];
            let (z, zc) = out.split_at(r.first_card);
            let (h, c) = vectors.split_at_mut(r.first_card);
            let (was_h, was_c) = r.vectors.split_at(r.first_card);
            learned.layer(slots.card, was_c, zc, c);
            for section in 0..self.sections {
                let (part, square) = (section * batch * width, section * width * width);
                let back = &z[part..][..batch * width];
                let bias = &mut learned.gradients[slots.section_out][section * width..][..width];
                back.chunks_exact(width).for_each(|back| add_scaled(bias, back, 1.0));
                let (x, back) = (Strided::dense(&was_h[part..], batch, width), Strided::dense(back, batch, width));
                let sums = StridedMut::dense(&mut learned.gradients[slots.section][square..], width, width);
                product(x.transposed(), back, sums, 1.0, Write::Add);
                let matrix = Strided::dense(&learned.weights[slots.section][square..], width, width);
                let into = StridedMut::dense(&mut h[part..], batch, width);
                product(back, matrix.transposed(), into, 1.0, Write::Over);
            }
            vectors
        }

        /// Back through the sparse first layer.
        #[inline(always)]
        fn first_back(&self, gradients: &mut Weights, rows: &TensorRows, r: &Reading, vectors: &[f32]) {
            let (batch, width, sections, slots) = (rows.len(), self.config.width, self.sections, &self.slots);
            // What is the same in all rows of a game is added up first.
            // Games in the order in which they appear: their numbers depend on what was played before.
            let mut sums: Vec<(u32, Vec<f32>)> = Vec::new();
            for row in 0..batch {
                let (own, place) = (r.own_columns[row] as usize, self.place(batch, r.columns, row));
                if self.config.sparse {
                    add_back(rows.entries(row), &mut gradients[slots.first], width, &place, vectors);
                }
                let known = rows.known[row];
                let found = sums.iter().position(|(other, _)| *other == known).unwrap_or_else(|| {
                    sums.push((known, vec![0.0; (sections + own) * width]));
                    sums.len() - 1
                });
                for (to, sum) in sums[found].1.chunks_exact_mut(width).enumerate() {
                    add_scaled(sum, &vectors[place(to)..][..width], 1.0);
                }
            }
            for (known, sum) in &sums {
                add_scaled(&mut gradients[slots.section_bias], sum, 1.0);
                let cards = sum[sections * width..].chunks_exact(width);
                cards.for_each(|back| add_scaled(&mut gradients[slots.card_bias], back, 1.0));
                add_back(
                    &self.known(*known as usize).constants,
                    &mut gradients[slots.first],
                    width,
                    |to| to * width,
                    sum,
                );
            }
        }

        /// Back through what a section's head attended to in a row.
        #[inline(always)]
        fn fuse_back(&self, r: &Reading, mixed: &[f32], into: &mut Asked, Place { batch, row, section, head }: Place) {
            let (sections, columns, own) = (self.sections, r.columns, r.own_columns[row] as usize);
            let at = self.attention_at(columns, row, section, head);
            let was = &r.attention[at..at + sections + own];
            let place = self.place(batch, columns, row);
            let asks = self.part(place(section), head);
            let (mixed, query, scale) = (&mixed[asks.clone()], &r.query[asks.clone()], self.scale());
            let back = &mut into.attention[..sections + own];
            for (n, (back, &weight)) in back.iter_mut().zip(was).enumerate() {
                let part = self.part(place(n), head);
                *back = dot(mixed, &r.value[part.clone()]);
                add_scaled(&mut into.value[part], mixed, weight);
            }
            back::softmax_row(was, back);
            let to_query = &mut into.query[asks];
            for (n, back) in back.iter().enumerate() {
                let part = self.part(place(n), head);
                add_scaled(to_query, &r.key[part.clone()], back * scale);
                add_scaled(&mut into.key[part], query, back * scale);
            }
        }
    }
}
