//! Inference without a library for gradients.

use super::{MEETING, TensorNet, TensorRows};
use crate::math::{add_scaled, layer, norm, product, product_transposed, relu, softmax};
use crate::network::Answers;
use crate::weights::Weights;
use std::sync::Arc;

/// The network with its numbers, ready to answer: it keeps its memory and what never changes about a game's cards.
#[derive(Clone, Debug)]
pub struct TensorEngine {
    net: Arc<TensorNet>,
    weights: Arc<Weights>,
    /// For each known layout the vectors of its columns before anything was seen; empty if it was not asked for yet.
    bases: Vec<Vec<f32>>,
    room: Room,
}

/// Buffers that are kept.
#[derive(Clone, Debug, Default)]
struct Room {
    sections: Vec<f32>,
    cards: Vec<f32>,
    sections_out: Vec<f32>,
    cards_out: Vec<f32>,
    query: Vec<f32>,
    key: Vec<f32>,
    value: Vec<f32>,
    card_key: Vec<f32>,
    card_value: Vec<f32>,
    mixed: Vec<f32>,
    fused: Vec<f32>,
    flat: Vec<f32>,
    trunk: Vec<f32>,
    normed: Vec<f32>,
    hidden: Vec<f32>,
    outputs: Vec<f32>,
    verbs: Vec<f32>,
    meeting: Vec<f32>,
    values: Vec<f32>,
    weights: Vec<f32>,
}

/// A part of a buffer of at least this length.
fn room(buffer: &mut Vec<f32>, len: usize) -> &mut [f32] {
    if buffer.len() < len {
        buffer.resize(len, 0.0);
    }
    &mut buffer[..len]
}

impl TensorEngine {
    /// The network with these numbers.
    pub fn new(net: Arc<TensorNet>, weights: Arc<Weights>) -> Self {
        Self { net, weights, bases: Vec::new(), room: Room::default() }
    }

    /// The network.
    pub fn net(&self) -> &TensorNet {
        &self.net
    }

    /// The vectors of a known layout's columns before anything was seen.
    fn prepare(&mut self, known: usize) {
        if self.bases.len() <= known {
            self.bases.resize(known + 1, Vec::new());
        }
        if self.bases[known].is_empty() {
            let (net, weights) = (&self.net, &self.weights);
            let (width, slots) = (net.config.width, &net.slots);
            let about = net.known(known);
            let mut base = weights[slots.section_bias].to_vec();
            (0..about.columns).for_each(|_| base.extend_from_slice(&weights[slots.card_bias]));
            let first = &weights[slots.first];
            for entry in &about.constants {
                let out = &mut base[entry.to as usize * width..][..width];
                add_scaled(out, &first[entry.row as usize * width..][..width], entry.value);
            }
            self.bases[known] = base;
        }
    }

    /// Answers for all rows.
    pub fn infer(&mut self, rows: &TensorRows, out: &mut Answers) {
        let batch = rows.len();
        rows.known.iter().for_each(|&known| self.prepare(known as usize));
        let Self { net, weights, bases, room: r } = self;
        let (net, weights) = (&**net, &**weights);
        let (width, sections, slots) = (net.config.width, net.sections, &net.slots);
        let columns_of = |row: usize| bases[rows.known[row] as usize].len() / width - sections;
        let columns = (0..batch).map(columns_of).max().unwrap_or(0);

        // The sparse first layer: what is always there, then every number that is not zero.
        let h = room(&mut r.sections, sections * batch * width);
        let c = room(&mut r.cards, batch * columns * width);
        let first = &weights[slots.first];
        for row in 0..batch {
            let base = &bases[rows.known[row] as usize];
            for section in 0..sections {
                h[(section * batch + row) * width..][..width].copy_from_slice(&base[section * width..][..width]);
            }
            let own = &base[sections * width..];
            let cards = &mut c[row * columns * width..][..columns * width];
            cards[..own.len()].copy_from_slice(own);
            cards[own.len()..].fill(0.0);
            for entry in rows.entries(row) {
                let to = entry.to as usize;
                let out = match to.checked_sub(sections) {
                    None => &mut h[(to * batch + row) * width..][..width],
                    Some(column) => &mut cards[column * width..][..width],
                };
                add_scaled(out, &first[entry.row as usize * width..][..width], entry.value);
            }
        }
        relu(h);
        relu(c);

        // A processor for each section, and one for all cards.
        let z = room(&mut r.sections_out, sections * batch * width);
        for section in 0..sections {
            let out = &mut z[section * batch * width..][..batch * width];
            let bias = &weights[slots.section_out][section * width..][..width];
            out.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(bias));
            let matrix = &weights[slots.section][section * width * width..][..width * width];
            product(&h[section * batch * width..], matrix, out, (batch, width, width), true);
        }
        let zc = room(&mut r.cards_out, batch * columns * width);
        layer(weights, slots.card, c, zc, batch * columns);

        // Fusion: each section asks all sections and all cards.
        let many = sections * batch;
        let q = room(&mut r.query, many * width);
        let k = room(&mut r.key, many * width);
        let v = room(&mut r.value, many * width);
        layer(weights, slots.query, z, q, many);
        layer(weights, slots.key, z, k, many);
        layer(weights, slots.value, z, v, many);
        let kc = room(&mut r.card_key, batch * columns * width);
        let vc = room(&mut r.card_value, batch * columns * width);
        layer(weights, slots.key, zc, kc, batch * columns);
        layer(weights, slots.value, zc, vc, batch * columns);
        let mixed = room(&mut r.mixed, many * width);
        mixed.fill(0.0);
        let heads = net.config.heads;
        let each = width / heads;
        let scale = 1.0 / (each as f32).sqrt();
        for row in 0..batch {
            let cards = columns_of(row);
            let attention = room(&mut r.weights, sections + cards);
            for section in 0..sections {
                for head in 0..heads {
                    let at = |place: usize| place * width + head * each..place * width + (head + 1) * each;
                    let query = &q[at(section * batch + row)];
                    let dot = |key: &[f32]| query.iter().zip(key).map(|(a, b)| a * b).sum::<f32>() * scale;
                    for other in 0..sections {
                        attention[other] = dot(&k[at(other * batch + row)]);
                    }
                    for card in 0..cards {
                        attention[sections + card] = dot(&kc[at(row * columns + card)]);
                    }
                    softmax(attention);
                    let place = at(section * batch + row);
                    for (other, &weight) in attention.iter().enumerate() {
                        let value = match other.checked_sub(sections) {
                            None => &v[at(other * batch + row)],
                            Some(card) => &vc[at(row * columns + card)],
                        };
                        add_scaled(&mut mixed[place.clone()], value, weight);
                    }
                }
            }
        }
        let fused = room(&mut r.fused, many * width);
        layer(weights, slots.fused, mixed, fused, many);
        let flat = room(&mut r.flat, many * width);
        for row in 0..batch {
            for section in 0..sections {
                let from = (section * batch + row) * width;
                let out = &mut flat[(row * sections + section) * width..][..width];
                out.iter_mut().zip(&z[from..]).zip(&fused[from..]).for_each(|((out, z), f)| *out = z + f);
            }
        }

        // The trunk.
        let wide = net.config.trunk;
        let t = room(&mut r.trunk, batch * wide);
        let normed = room(&mut r.normed, batch * wide);
        let hidden = room(&mut r.hidden, batch * wide);
        layer(weights, slots.enter, flat, t, batch);
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
        let outputs = room(&mut r.outputs, batch * plain);
        layer(weights, slots.plain, normed, outputs, batch);
        let asked = room(&mut r.verbs, batch * verbs * MEETING);
        let offered = room(&mut r.meeting, batch * columns * MEETING);
        if verbs > 0 {
            layer(weights, slots.verbs, normed, asked, batch);
            layer(weights, slots.columns, zc, offered, batch * columns);
        }
        let values = room(&mut r.values, batch * net.seats);
        layer(weights, slots.seats, normed, values, batch);
        out.begin(net.seats);
        let scale = 1.0 / (MEETING as f32).sqrt();
        for row in 0..batch {
            let scores = room(&mut r.weights, verbs * columns);
            if verbs > 0 {
                product_transposed(
                    &asked[row * verbs * MEETING..][..verbs * MEETING],
                    &offered[row * columns * MEETING..][..columns * MEETING],
                    scores,
                    (verbs, MEETING, columns),
                );
            }
            for &action in rows.actions(row) {
                let places = net.places_of(action, columns);
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
