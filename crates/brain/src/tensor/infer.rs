//! Inference without a library for gradients.

use super::read::{Bases, Reading};
use super::{MEETING, TensorNet, TensorRows};
use crate::math::{grow, layer, norm, product_transposed, relu, softmax};
use crate::network::NetworkOutput;
use crate::weights::Weights;
use std::sync::Arc;

/// The network with its numbers, ready to answer: it keeps its memory and what never changes about a game's cards.
#[derive(Clone, Debug)]
pub struct TensorEngine {
    net: Arc<TensorNet>,
    weights: Arc<Weights>,
    bases: Bases,
    scratch: Scratch,
}

/// Buffers that are kept.
#[derive(Clone, Debug, Default)]
struct Scratch {
    reading: Reading,
    trunk: Vec<f32>,
    normed: Vec<f32>,
    hidden: Vec<f32>,
    outputs: Vec<f32>,
    verbs: Vec<f32>,
    meeting: Vec<f32>,
    values: Vec<f32>,
    scores: Vec<f32>,
}

impl TensorEngine {
    /// The network with these numbers.
    pub fn new(net: Arc<TensorNet>, weights: Arc<Weights>) -> Self {
        Self { net, weights, bases: Bases::default(), scratch: Scratch::default() }
    }

    /// The network.
    pub fn net(&self) -> &TensorNet {
        &self.net
    }

    /// Answers for all rows.
    pub fn infer(&mut self, rows: &TensorRows, out: &mut NetworkOutput) {
        let Self { net, weights, bases, scratch: r } = self;
        let (net, weights, batch) = (&**net, &**weights, rows.len());
        let slots = &net.slots;
        bases.prepare(net, weights, rows);
        net.read(weights, bases, rows, &mut r.reading);
        let columns = r.reading.columns;

        // The trunk.
        let wide = net.config.trunk;
        let t = grow(&mut r.trunk, batch * wide);
        let normed = grow(&mut r.normed, batch * wide);
        let hidden = grow(&mut r.hidden, batch * wide);
        layer(weights, slots.enter, &r.reading.flat, t, batch);
        for (before, up, down) in &slots.blocks {
            norm(weights, *before, t, normed);
            layer(weights, *up, normed, hidden, batch);
            relu(hidden);
            layer(weights, *down, hidden, normed, batch);
            t.iter_mut().zip(normed.iter()).for_each(|(t, x)| *t += x);
        }
        norm(weights, slots.last, t, normed);

        // The heads.
        let (plain, verbs) = (net.parts.plain(), net.parts.verbs);
        let outputs = grow(&mut r.outputs, batch * plain);
        layer(weights, slots.plain, normed, outputs, batch);
        let asked = grow(&mut r.verbs, batch * verbs * MEETING);
        let offered = grow(&mut r.meeting, batch * columns * MEETING);
        if verbs > 0 {
            layer(weights, slots.verbs, normed, asked, batch);
            layer(weights, slots.columns, r.reading.cards(), offered, batch * columns);
        }
        let values = grow(&mut r.values, batch * net.seats);
        layer(weights, slots.seats, normed, values, batch);
        out.begin(net.seats);
        let scale = 1.0 / (MEETING as f32).sqrt();
        for row in 0..batch {
            let scores = grow(&mut r.scores, verbs * columns);
            if verbs > 0 {
                product_transposed(
                    &asked[row * verbs * MEETING..][..verbs * MEETING],
                    &offered[row * columns * MEETING..][..columns * MEETING],
                    scores,
                    (verbs, MEETING, columns),
                );
            }
            let known = net.known(rows.known[row] as usize);
            for &action in rows.actions(row) {
                let places = net.places_of(action, &known, columns);
                let logit = places.iter().map(|&place| match place as usize {
                    place if place < plain => outputs[row * plain + place],
                    place if place < plain + verbs * columns => scores[place - plain] * scale,
                    _ => 0.0,
                });
                out.logits.push(logit.sum());
            }
            let values = &mut values[row * net.seats..][..net.seats];
            softmax(values);
            out.end(values);
        }
    }
}
