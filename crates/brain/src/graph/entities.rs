//! From graphs to a vector per entity: what its kind and features say, what its tokens say, and its card's own vector.
//!
//! This is written twice, because the two have little to compute in common. Play keeps the vectors of all lists of tokens that it
//! ever met, cards' own included, and copies them; where ids are hidden it takes those off again. Training composes the lists of its batch
//! anew with every change of the weights, each once, and adds the cards that are not hidden. What is computed for one list or one
//! entry is the same function in both.

use super::{Composed, GraphNet, GraphRows, NONE, TokenSlots};
use crate::gradient::{Matrix, Tape};
use crate::math::{add_scaled, layer, relu};
use crate::network::Rows as _;
use crate::weights::Weights;
use std::sync::PoisonError;

/// The vectors of lists of tokens, as play keeps them. They belong to one network with its weights.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// The vectors of the first lists, by number.
    vectors: Vec<f32>,
    /// The cards that they stand for, or [`NONE`].
    owns: Vec<u16>,
}

impl Lists {
    /// Composes the lists that are new.
    fn prepare(&mut self, net: &GraphNet, weights: &Weights, slots: &TokenSlots, rows: &GraphRows) {
        let width = net.config.width;
        let most = rows.all_lists().iter().max().map_or(0, |&most| most as usize);
        if most * width < self.vectors.len() {
            return;
        }
        let lists = net.lists.read().unwrap_or_else(PoisonError::into_inner);
        let new = &lists.lists[self.vectors.len() / width..];
        // Two at least: a product with one row adds up in another order, and what a card's vector is would depend on whom it
        // came with.
        let count = new.len().max(2);
        let mut sums = vec![0.0; count * width];
        for (composed, sum) in new.iter().zip(sums.chunks_exact_mut(width)) {
            gated_sum(composed, weights, slots, sum);
        }
        let mut hidden = vec![0.0; count * width];
        layer(weights, slots.mlp_in, &sums, &mut hidden);
        relu(&mut hidden);
        layer(weights, slots.mlp_out, &hidden, &mut sums);
        sums.truncate(new.len() * width);
        for (composed, out) in new.iter().zip(sums.chunks_exact_mut(width)) {
            if composed.own != NONE {
                let own = &weights[slots.own][composed.own as usize * width..][..width];
                let pairs = own.iter().zip(&weights[slots.own_gate]);
                out.iter_mut().zip(pairs).for_each(|(out, (own, gate))| *out += own * gate);
            }
        }
        if self.vectors.is_empty() {
            // The empty list says nothing, not even a bias.
            sums[..width].fill(0.0);
        }
        self.vectors.extend_from_slice(&sums);
        self.owns.extend(new.iter().map(|composed| composed.own));
    }
}

/// What the tokens of a list add up to: each times the gate of its place, and a vector for the place.
fn gated_sum(composed: &Composed, weights: &Weights, slots: &TokenSlots, out: &mut [f32]) {
    let width = out.len();
    for &(token, place) in &composed.parts {
        let token = &weights[slots.token][token as usize * width..][..width];
        let gate = &weights[slots.gate][place as usize * width..][..width];
        let place = &weights[slots.place][place as usize * width..][..width];
        for (((out, token), gate), place) in out.iter_mut().zip(token).zip(gate).zip(place) {
            *out += token * (1.0 + gate) + place;
        }
    }
}

/// The lists of a batch, each once.
struct BatchLists {
    lists: Vec<Composed>,
    /// Which of them each entity has; a number beyond the last is of those that have none.
    of_entity: Vec<u32>,
    /// The entities whose card's own vector is added, with the card.
    owns: Vec<(u32, u16)>,
}

impl GraphNet {
    /// A vector for each entity, row by row, as play computes them.
    pub(super) fn entities_in_play(
        &self,
        tape: &mut Tape<'_>,
        rows: &GraphRows,
        lists: &mut Lists,
        hides: bool,
    ) -> Matrix {
        let (width, weights) = (self.config.width, tape.weights());
        let shape = [rows.all_lists().len(), width];
        let mut x = tape.room(shape);
        match &self.slots.tokens {
            None => x.fill(0.0),
            Some(slots) => {
                lists.prepare(self, weights, slots, rows);
                for (x, &list) in x.chunks_exact_mut(width).zip(rows.all_lists()) {
                    x.copy_from_slice(&lists.vectors[list as usize * width..][..width]);
                }
            }
        }
        self.add_entries(weights, rows, &mut x);
        if let Some(slots) = self.slots.tokens.as_ref().filter(|_| hides) {
            self.hide(weights, slots, rows, lists, &mut x);
        }
        tape.constant(x, shape)
    }

    /// Adds what kinds and features say: the multiples of rows of the first matrix.
    fn add_entries(&self, weights: &Weights, rows: &GraphRows, x: &mut [f32]) {
        let (width, first) = (self.config.width, &weights[self.slots.first]);
        for row in 0..rows.len() {
            let x = &mut x[rows.first_entity(row) * width..];
            for entry in rows.entries(row) {
                let out = &mut x[entry.to as usize * width..][..width];
                add_scaled(out, &first[entry.row as usize * width..][..width], entry.value);
            }
        }
    }

    /// Takes off the cards' own vectors that are hidden.
    fn hide(&self, weights: &Weights, slots: &TokenSlots, rows: &GraphRows, lists: &Lists, x: &mut [f32]) {
        let width = self.config.width;
        for row in 0..rows.len() {
            let (hash, x) = (rows.hash(row), &mut x[rows.first_entity(row) * width..]);
            for (x, &list) in x.chunks_exact_mut(width).zip(rows.lists(row)) {
                let own = lists.owns[list as usize];
                if own != NONE && self.hides(hash, own) {
                    let own = &weights[slots.own][own as usize * width..][..width];
                    let pairs = own.iter().zip(&weights[slots.own_gate]);
                    x.iter_mut().zip(pairs).for_each(|(x, (own, gate))| *x -= own * gate);
                }
            }
        }
    }

    /// A vector for each entity, row by row, with a way back. Cards' own vectors are left out where `hides` says so.
    pub(super) fn entities_in_training<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows) -> Matrix {
        let (width, slot) = (self.config.width, self.slots.first);
        let shape = [rows.all_lists().len(), width];
        let mut x = vec![0.0; shape[0] * width];
        self.add_entries(tape.weights(), rows, &mut x);
        let x = tape.computed(x, shape, move |way, gradient| {
            let first = &mut way.learned().gradients[slot];
            for row in 0..rows.len() {
                let back = &gradient[rows.first_entity(row) * width..];
                for entry in rows.entries(row) {
                    let back = &back[entry.to as usize * width..][..width];
                    add_scaled(&mut first[entry.row as usize * width..][..width], back, entry.value);
                }
            }
        });
        let Some(slots) = &self.slots.tokens else { return x };
        let BatchLists { lists, of_entity, owns } = self.batch_lists(rows);
        let own = self.own_vectors(tape, slots, owns, shape);
        let x = tape.sum(x, own);
        if lists.is_empty() {
            return x;
        }
        let sums = self.gated_sums(tape, slots, lists);
        let hidden = tape.layer(slots.mlp_in, sums);
        tape.relu(hidden);
        let composed = tape.layer(slots.mlp_out, hidden);
        let composed = tape.select(composed, of_entity, 1);
        tape.sum(x, composed)
    }

    /// The lists of a batch. They are in an order of their own: their numbers depend on when each was first seen, and a run that
    /// is resumed sees them in another order.
    fn batch_lists(&self, rows: &GraphRows) -> BatchLists {
        let mut used: Vec<u32> = rows.all_lists().iter().copied().filter(|&list| list != 0).collect();
        used.sort_unstable();
        used.dedup();
        let mut all: Vec<(Composed, u32)> = {
            let known = self.lists.read().unwrap_or_else(PoisonError::into_inner);
            used.iter().map(|&list| (known.lists[list as usize].clone(), list)).collect()
        };
        all.sort_unstable_by(|(a, _), (b, _)| (a.own, &a.parts).cmp(&(b.own, &b.parts)));
        let mut places = vec![0; used.last().map_or(0, |&most| most as usize + 1)];
        let mut lists: Vec<Composed> = Vec::new();
        for (composed, list) in all {
            if lists.last() != Some(&composed) {
                lists.push(composed);
            }
            places[list as usize] = lists.len() - 1;
        }
        let (mut of_entity, mut owns) = (vec![lists.len() as u32; rows.all_lists().len()], Vec::new());
        for row in 0..rows.len() {
            let (hash, first) = (rows.hash(row), rows.first_entity(row));
            for (entity, &list) in (first..).zip(rows.lists(row)).filter(|(_, list)| **list != 0) {
                let place = places[list as usize];
                of_entity[entity] = place as u32;
                let own = lists[place].own;
                if own != NONE && !self.hides(hash, own) {
                    owns.push((entity as u32, own));
                }
            }
        }
        BatchLists { lists, of_entity, owns }
    }

    /// The vectors of cards, each times the gate.
    fn own_vectors<'a>(
        &'a self,
        tape: &mut Tape<'a>,
        slots: &'a TokenSlots,
        owns: Vec<(u32, u16)>,
        shape: [usize; 2],
    ) -> Matrix {
        let width = self.config.width;
        let places = move |&(entity, own): &(u32, u16)| (entity as usize * width, own as usize * width);
        let mut out = vec![0.0; shape[0] * width];
        let (own, gates) = (&tape.weights()[slots.own], &tape.weights()[slots.own_gate]);
        for (to, from) in owns.iter().map(places) {
            for ((out, x), gate) in out[to..][..width].iter_mut().zip(&own[from..]).zip(gates) {
                *out = x * gate;
            }
        }
        tape.computed(out, shape, move |way, gradient| {
            let mut to_gate = vec![0.0; width];
            let gradients = way.learned().gradients;
            for (to, from) in owns.iter().map(places) {
                let back = &gradient[to..][..width];
                for ((sum, back), x) in to_gate.iter_mut().zip(back).zip(&own[from..]) {
                    *sum += back * x;
                }
                let into = &mut gradients[slots.own][from..][..width];
                for ((sum, back), gate) in into.iter_mut().zip(back).zip(gates) {
                    *sum += back * gate;
                }
            }
            add_scaled(&mut gradients[slots.own_gate], &to_gate, 1.0);
        })
    }

    /// What the tokens of each list add up to.
    fn gated_sums<'a>(&'a self, tape: &mut Tape<'a>, slots: &'a TokenSlots, lists: Vec<Composed>) -> Matrix {
        let (width, weights) = (self.config.width, tape.weights());
        let mut sums = vec![0.0; lists.len() * width];
        for (composed, sum) in lists.iter().zip(sums.chunks_exact_mut(width)) {
            gated_sum(composed, weights, slots, sum);
        }
        let (tokens, gates) = (&weights[slots.token], &weights[slots.gate]);
        tape.computed(sums, [lists.len(), width], move |way, gradient| {
            let gradients = way.learned().gradients;
            for (composed, back) in lists.iter().zip(gradient.chunks_exact(width)) {
                for &(token, place) in &composed.parts {
                    let (token, place) = (token as usize * width, place as usize * width);
                    for (i, back) in back.iter().enumerate() {
                        gradients[slots.token][token + i] += back * (1.0 + gates[place + i]);
                        gradients[slots.gate][place + i] += back * tokens[token + i];
                        gradients[slots.place][place + i] += back;
                    }
                }
            }
        })
    }
}
