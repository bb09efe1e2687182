//! The same network for gradients.

use super::read::{Bases, Reading, place};
use super::{Entry, Known, MEETING, TensorNet, TensorRows};
use crate::gradient::{MASKED, Outputs, Tape, indices, ints, layer, norm};
use burn::Tensor;
use burn::activation::{relu, softmax};
use hoyle_core::MAX_PARTS;
use std::sync::Arc;

impl TensorNet {
    /// Answers for all rows, with a way back to the gradients.
    pub fn forward<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a TensorRows) -> Outputs {
        let (batch, slots) = (rows.len(), &self.slots);
        let known: Vec<_> = rows.known.iter().map(|&n| self.known(n as usize)).collect();
        let columns = known.iter().map(|known| known.columns).max().unwrap_or(0);
        let (flat, zc) = match tape.is_by_hand() {
            true => self.read_by_hand(tape, rows),
            false => self.read_by_library(tape, rows, &known, columns),
        };

        // The trunk.
        let mut t = layer(tape, slots.enter, flat);
        for &(before, up, down) in &slots.blocks {
            let normed = norm(tape, before, t.clone());
            let hidden = relu(layer(tape, up, normed));
            t = t + layer(tape, down, hidden);
        }
        let normed = norm(tape, slots.last, t);

        // The heads: all outputs in a row, then those of each candidate's parts are added up.
        let verbs = self.parts.verbs;
        let mut outputs = vec![layer(tape, slots.plain, normed.clone())];
        if let Some(zc) = zc.filter(|_| verbs > 0) {
            let asked = layer(tape, slots.verbs, normed.clone()).reshape([batch, verbs, MEETING]);
            let offered = layer(tape, slots.columns, zc).reshape([batch, columns, MEETING]);
            let met = asked.matmul(offered.swap_dims(1, 2)) * (1.0 / (MEETING as f32).sqrt());
            outputs.push(met.reshape([batch, verbs * columns]));
        }
        outputs.push(Tensor::zeros([batch, 1], tape.device()));
        let outputs: Tensor<2> = Tensor::cat(outputs, 1);
        let most = (0..batch).map(|row| rows.actions(row).len()).max().unwrap_or(1);
        let zero = (self.parts.plain() + verbs * columns) as u32;
        let mut picks = vec![zero; batch * most * MAX_PARTS];
        let mut mask = vec![MASKED; batch * most];
        for (row, known) in known.iter().enumerate() {
            for (n, &action) in rows.actions(row).iter().enumerate() {
                let at = row * most + n;
                picks[at * MAX_PARTS..][..MAX_PARTS].copy_from_slice(&self.places_of(action, known, columns));
                mask[at] = 0.0;
            }
        }
        let picks = ints(tape, indices(&picks), [batch, most * MAX_PARTS]);
        let parts: Tensor<3> = outputs.gather(1, picks).reshape([batch, most, MAX_PARTS]);
        let logits: Tensor<2> = parts.sum_dim(2).reshape([batch, most]) + tape.data(mask, [batch, most]);
        Outputs {
            logits,
            values: layer(tape, slots.seats, normed.clone()),
            extra: layer(tape, slots.extra, normed),
            quality: None,
        }
    }

    /// All sections of a row side by side, and the cards of all rows: by hand, forward and back.
    fn read_by_hand<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a TensorRows) -> (Tensor<2>, Option<Tensor<2>>) {
        let (batch, width, weights) = (rows.len(), self.config.width, tape.all_weights());
        let (mut bases, mut reading) = (Bases::default(), Reading::default());
        bases.prepare(self, weights, rows);
        self.read(weights, &bases, rows, &mut reading);
        let (columns, wide) = (reading.columns, self.sections * width);
        let all: Vec<f32> = reading.flat.iter().chain(reading.cards()).copied().collect();
        let (split, end) = (reading.flat.len(), all.len());
        let all = tape.custom(all, [1, end], move |weights, back, gradients| {
            self.read_back((weights, gradients), rows, &reading, back.split_at(split));
        });
        let flat = all.clone().slice([0..1, 0..split]).reshape([batch, wide]);
        let cards = (columns > 0).then(|| all.slice([0..1, split..end]).reshape([batch * columns, width]));
        (flat, cards)
    }

    /// The same by the library but for the sparse first layer: to compare with.
    fn read_by_library(
        &self,
        tape: &mut Tape<'_>,
        rows: &TensorRows,
        known: &[Arc<Known>],
        columns: usize,
    ) -> (Tensor<2>, Option<Tensor<2>>) {
        let (batch, width, sections, slots) = (rows.len(), self.config.width, self.sections, &self.slots);

        // The sparse first layer is by hand, forward and back.
        let place = move |row: usize, to: usize| place(sections, width, batch, columns, row, to);
        let mut vectors = vec![0.0; (sections + columns) * batch * width];
        let (first, biases, card_bias) =
            (tape.weights(slots.first), tape.weights(slots.section_bias), tape.weights(slots.card_bias));
        let all: Vec<(usize, &[Entry], &[Entry], usize)> =
            (0..batch).map(|row| (row, rows.entries(row), &*known[row].constants, known[row].columns)).collect();
        for &(row, seen, constant, columns) in &all {
            for to in 0..sections + columns {
                let bias = if to < sections { &biases[to * width..][..width] } else { card_bias };
                vectors[place(row, to)..][..width].copy_from_slice(bias);
            }
            for entry in constant.iter().chain(seen) {
                let out = &mut vectors[place(row, entry.to as usize)..][..width];
                crate::math::add_scaled(out, &first[entry.row as usize * width..][..width], entry.value);
            }
        }
        let (to_first, to_bias, to_card) = (slots.first, slots.section_bias, slots.card_bias);
        let jobs: Vec<(usize, Vec<Entry>, usize)> = all
            .iter()
            .map(|&(row, seen, constant, columns)| (row, constant.iter().chain(seen).copied().collect(), columns))
            .collect();
        let vectors = tape.custom(vectors, [(sections + columns) * batch, width], move |_, back, gradients| {
            for (row, entries, columns) in &jobs {
                for to in 0..sections + columns {
                    let back = &back[place(*row, to)..][..width];
                    let bias = match to < sections {
                        true => &mut gradients[to_bias][to * width..][..width],
                        false => &mut gradients[to_card],
                    };
                    crate::math::add_scaled(bias, back, 1.0);
                }
                for entry in entries {
                    let back = &back[place(*row, entry.to as usize)..][..width];
                    let out = &mut gradients[to_first][entry.row as usize * width..][..width];
                    crate::math::add_scaled(out, back, entry.value);
                }
            }
        });
        let vectors = relu(vectors);

        // A processor for each section, and one for all cards.
        let h: Tensor<3> = vectors.clone().slice([0..sections * batch, 0..width]).reshape([sections, batch, width]);
        let processors: Tensor<3> = tape.leaf(slots.section).reshape([sections, width, width]);
        let biases: Tensor<3> = tape.leaf(slots.section_out).reshape([sections, 1, width]);
        let z = (h.matmul(processors) + biases).swap_dims(0, 1); // batch, sections, width
        let zc: Option<Tensor<2>> = (columns > 0).then(|| {
            let cards = vectors.slice([sections * batch..(sections + columns) * batch, 0..width]);
            layer(tape, slots.card, cards)
        });

        // Fusion: each section asks all sections and all cards.
        let tokens = sections + columns;
        let all_tokens: Tensor<3> = match &zc {
            None => z.clone(),
            Some(zc) => Tensor::cat(vec![z.clone(), zc.clone().reshape([batch, columns, width])], 1),
        };
        let heads = self.config.heads;
        let each = width / heads;
        let split = |x: Tensor<2>, n: usize| -> Tensor<4> { x.reshape([batch, n, heads, each]).swap_dims(1, 2) };
        let z_flat = z.clone().reshape([batch * sections, width]);
        let q = split(layer(tape, slots.query, z_flat), sections);
        let flat_tokens = all_tokens.reshape([batch * tokens, width]);
        let k = split(layer(tape, slots.key, flat_tokens.clone()), tokens);
        let v = split(layer(tape, slots.value, flat_tokens), tokens);
        let mut scores = q.matmul(k.swap_dims(2, 3)) * (1.0 / (each as f32).sqrt());
        if known.iter().any(|known| known.columns < columns) {
            let mut mask = vec![0.0f32; batch * tokens];
            for (row, known) in known.iter().enumerate() {
                mask[row * tokens + sections + known.columns..(row + 1) * tokens].fill(MASKED);
            }
            let mask: Tensor<4> = tape.data(mask, [batch, 1, 1, tokens]);
            scores = scores + mask;
        }
        let mixed = softmax(scores, 3).matmul(v).swap_dims(1, 2).reshape([batch * sections, width]);
        let fused = layer(tape, slots.fused, mixed).reshape([batch, sections, width]);
        let flat = (z + fused).reshape([batch, sections * width]);
        (flat, zc)
    }
}
