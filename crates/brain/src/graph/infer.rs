//! Inference without a library for gradients.
//!
//! The entities of all rows stand one after the other without padding, and so do candidates.

use super::blocks::Kept;
use super::rows::Pointer;
use super::{Composed, GraphNet, GraphRows, NONE, QUALITY, SUM, TARGETS};
use crate::math::{Strides, add_scaled, grow, layer, log_softmax, norm, product, product_within, relu, softmax};
use crate::network::NetworkOutput;
use crate::weights::Weights;
use std::sync::{Arc, PoisonError};

/// The network with its numbers, ready to answer: it keeps its memory and the vectors of all lists of tokens.
#[derive(Clone, Debug)]
pub struct GraphEngine {
    net: Arc<GraphNet>,
    weights: Arc<Weights>,
    /// The vectors of the first lists of tokens, by number.
    composed: Vec<f32>,
    /// The cards that they stand for, or [`NONE`].
    owns: Vec<u16>,
    reranks: bool,
    hides: bool,
    scratch: Scratch,
}

/// Buffers that are kept.
#[derive(Clone, Debug, Default)]
struct Scratch {
    x: Vec<f32>,
    normed: Vec<f32>,
    block: Kept,
    scores: Vec<f32>,
    pooled: Vec<f32>,
    state: Vec<f32>,
    values: Vec<f32>,
    context: Vec<f32>,
    points: Vec<f32>,
    described: Vec<f32>,
    quality: Vec<f32>,
    bases: Vec<f32>,
    base_out: Vec<f32>,
    conditions: Vec<f32>,
    targets: Vec<f32>,
    parameters: Vec<f32>,
    sums: Vec<f32>,
    order: Vec<u32>,
}

impl GraphEngine {
    /// The network with these numbers.
    pub fn new(net: Arc<GraphNet>, weights: Arc<Weights>) -> Self {
        Self {
            net,
            weights,
            composed: Vec::new(),
            owns: Vec::new(),
            reranks: true,
            hides: false,
            scratch: Scratch::default(),
        }
    }

    /// The network.
    pub fn net(&self) -> &GraphNet {
        &self.net
    }

    /// Whether Q has a say in the order of the likeliest candidates. Whoever wants the policy itself, say to learn from
    /// what it does, turns it off.
    pub fn set_reranking(&mut self, on: bool) {
        self.reranks = on;
    }

    /// Whether cards' own vectors are hidden now and then, as in training.
    pub fn set_hiding(&mut self, on: bool) {
        self.hides = on;
    }

    /// Composes the lists that are new.
    fn prepare(&mut self, rows: &GraphRows) {
        let Some(slots) = &self.net.slots.tokens else { return };
        let width = self.net.config.width;
        let most = rows.all_lists().iter().max().map_or(0, |&most| most as usize);
        if most * width < self.composed.len() {
            return;
        }
        let (weights, lists) = (&*self.weights, self.net.lists.read().unwrap_or_else(PoisonError::into_inner));
        let new = &lists.lists[self.composed.len() / width..];
        // Two at least: a product with one row adds up in another order, and what a card's vector is would depend on whom it
        // came with.
        let count = new.len().max(2);
        let mut sums = vec![0.0; count * width];
        for (composed, sum) in new.iter().zip(sums.chunks_exact_mut(width)) {
            gated_sum(composed, &weights[slots.token], &weights[slots.gate], &weights[slots.place], sum);
        }
        let mut hidden = vec![0.0; count * width];
        layer(weights, slots.mlp_in, &sums, &mut hidden, count);
        relu(&mut hidden);
        layer(weights, slots.mlp_out, &hidden, &mut sums, count);
        sums.truncate(new.len() * width);
        for (composed, out) in new.iter().zip(sums.chunks_exact_mut(width)) {
            if composed.own != NONE {
                let own = &weights[slots.own][composed.own as usize * width..][..width];
                add_product(out, own, &weights[slots.own_gate]);
            }
        }
        if self.composed.is_empty() {
            // The empty list says nothing, not even a bias.
            sums[..width].fill(0.0);
        }
        self.composed.extend_from_slice(&sums);
        self.owns.extend(new.iter().map(|composed| composed.own));
    }

    /// Answers for all rows.
    pub fn infer(&mut self, rows: &GraphRows, out: &mut NetworkOutput) {
        self.prepare(rows);
        let Self { net, weights, composed, owns, reranks, hides, scratch: r } = self;
        let (net, weights) = (&**net, &**weights);
        let (width, scorer, slots, batch) = (net.config.width, net.config.scorer_width(), &net.slots, rows.len());

        // Entities: what is not zero, and what their tokens say.
        let many = rows.all_lists().len();
        let x = grow(&mut r.x, many * width);
        if composed.is_empty() {
            x.fill(0.0);
        } else {
            for (x, &list) in x.chunks_exact_mut(width).zip(rows.all_lists()) {
                x.copy_from_slice(&composed[list as usize * width..][..width]);
            }
        }
        let first = &weights[slots.first];
        let mut start = 0;
        for row in 0..batch {
            for entry in rows.entries(row) {
                let out = &mut x[(start + entry.to as usize) * width..][..width];
                add_scaled(out, &first[entry.row as usize * width..][..width], entry.value);
            }
            if let Some(tokens) = slots.tokens.as_ref().filter(|_| *hides) {
                let hash = rows.hash(row);
                for (entity, &list) in rows.lists(row).iter().enumerate() {
                    let own = owns[list as usize];
                    if own != NONE && net.hides(hash, own) {
                        let own = &weights[tokens.own][own as usize * width..][..width];
                        let out = &mut x[(start + entity) * width..][..width];
                        let pairs = own.iter().zip(&weights[tokens.own_gate]);
                        out.iter_mut().zip(pairs).for_each(|(out, (own, gate))| *out -= own * gate);
                    }
                }
            }
            start += rows.entities(row);
        }

        for block in &slots.blocks {
            net.block(weights, block, rows, x, &mut r.block);
        }
        let normed = grow(&mut r.normed, many * width);
        norm(weights, slots.last, x, normed);
        let x = &*normed;

        let parts = net.config.pooled() * width;
        let pooled = grow(&mut r.pooled, batch * parts);
        pool(rows, x, pooled, width);
        let state = grow(&mut r.state, batch * width);
        layer(weights, slots.pool, pooled, state, batch);
        relu(state);
        let values = grow(&mut r.values, batch * net.seats);
        layer(weights, slots.seats, state, values, batch);
        let context = grow(&mut r.context, batch * scorer);
        product(state, &weights[slots.context], context, (batch, width, scorer), false);

        // Complete candidates: what they point at side by side, verb, numbers and context.
        let all = rows.all_candidates();
        let each = (1 + TARGETS) * width;
        let points = grow(&mut r.points, all * each);
        let described = grow(&mut r.described, all * scorer);
        let (verbs, numbers) = (&weights[slots.verb], &weights[slots.number]);
        let (mut start, mut at) = (0, 0);
        for row in 0..batch {
            let context = &context[row * scorer..][..scorer];
            for candidate in rows.candidates(row) {
                point(candidate, &x[start * width..], &mut points[at * each..][..each], width);
                let out = &mut described[at * scorer..][..scorer];
                out.copy_from_slice(&weights[slots.candidate.bias]);
                add_scaled(out, context, 1.0);
                add_scaled(out, &verbs[candidate.verb as usize * scorer..][..scorer], 1.0);
                add_numbers(out, candidate, numbers, scorer);
                at += 1;
            }
            start += rows.entities(row);
        }
        product(points, &weights[slots.candidate.weight], described, (all, each, scorer), true);
        relu(described);
        let quality = grow(&mut r.quality, all);
        layer(weights, slots.candidate_out, described, quality, all);

        out.begin(net.seats);
        let Some(parameters) = &slots.parameters else {
            let mut at = 0;
            for row in 0..batch {
                let count = rows.candidates(row).len();
                out.logits.extend_from_slice(&quality[at..at + count]);
                at += count;
                finish(values, row, net.seats, out);
            }
            return;
        };

        // Base actions: one for each group.
        let groups = rows.all_groups();
        let bases = grow(&mut r.bases, groups * scorer);
        let base_out = grow(&mut r.base_out, groups);
        let sources = grow(&mut r.sums, groups * width);
        let (mut start, mut at) = (0, 0);
        for row in 0..batch {
            let context = &context[row * scorer..][..scorer];
            let mut next = 0;
            for candidate in rows.candidates(row).iter() {
                if candidate.group == next {
                    let out = &mut bases[at * scorer..][..scorer];
                    out.copy_from_slice(&weights[parameters.base.bias]);
                    add_scaled(out, context, 1.0);
                    add_scaled(out, &weights[parameters.base_verb][candidate.verb as usize * scorer..][..scorer], 1.0);
                    copy_entity(candidate.points[0], &x[start * width..], &mut sources[at * width..][..width]);
                    next += 1;
                    at += 1;
                }
            }
            start += rows.entities(row);
        }
        product(sources, &weights[parameters.base.weight], bases, (groups, width, scorer), true);
        relu(bases);
        product(bases, &weights[parameters.base_out], base_out, (groups, scorer, 1), false);
        let conditions = grow(&mut r.conditions, groups * scorer);
        product(bases, &weights[parameters.condition], conditions, (groups, scorer, scorer), false);

        // Their parameters, scored by the head of the verb.
        let targets = grow(&mut r.targets, all * scorer);
        let (mut at, mut first) = (0, 0);
        for row in 0..batch {
            for candidate in rows.candidates(row) {
                let out = &mut targets[at * scorer..][..scorer];
                out.copy_from_slice(&weights[parameters.targets.bias]);
                add_scaled(out, &conditions[(first + candidate.group as usize) * scorer..][..scorer], 1.0);
                add_numbers(out, candidate, &weights[parameters.numbers], scorer);
                at += 1;
            }
            first += rows.groups(row);
        }
        product_within(
            (points.get(width..).unwrap_or_default(), Strides::rows(each)),
            (&weights[parameters.targets.weight], Strides::rows(scorer)),
            (targets, Strides::rows(scorer)),
            (all, TARGETS * width, scorer),
            1.0,
            true,
        );
        relu(targets);
        let (mut at, mut first) = (0, 0);
        for row in 0..batch {
            let candidates = rows.candidates(row);
            let scores = grow(&mut r.parameters, candidates.len());
            for (n, candidate) in candidates.iter().enumerate() {
                let head = &weights[parameters.heads][candidate.verb as usize * scorer..][..scorer];
                let hidden = &targets[(at + n) * scorer..][..scorer];
                scores[n] = hidden.iter().zip(head).map(|(a, b)| a * b).sum();
            }
            let groups = rows.groups(row);
            let bases = &mut base_out[first..first + groups];
            log_softmax(bases);
            normalise_groups(candidates, scores, grow(&mut r.scores, 2 * groups));
            scores.iter_mut().zip(candidates).for_each(|(score, candidate)| *score += bases[candidate.group as usize]);
            if *reranks {
                rerank(scores, &quality[at..at + candidates.len()], net.config.top, &mut r.order);
            }
            out.logits.extend_from_slice(scores);
            at += candidates.len();
            first += groups;
            finish(values, row, net.seats, out);
        }
    }
}

/// The pooled state of each row: the mean of its entities, the observer, and their sum if there is room for it.
pub(super) fn pool(rows: &GraphRows, x: &[f32], pooled: &mut [f32], width: usize) {
    pooled.fill(0.0);
    let (parts, mut start) = (pooled.len() / rows.len().max(1), 0);
    for (row, pooled) in pooled.chunks_exact_mut(parts.max(1)).enumerate() {
        let n = rows.entities(row);
        let (mean, rest) = pooled.split_at_mut(width);
        let (observer, sum) = rest.split_at_mut(width);
        let own = &x[start * width..][..n * width];
        own.chunks_exact(width).for_each(|x| add_scaled(mean, x, 1.0));
        sum.iter_mut().zip(&*mean).for_each(|(sum, all)| *sum = all * SUM);
        mean.iter_mut().for_each(|sum| *sum /= n.max(1) as f32);
        if rows.observer(row) != NONE {
            observer.copy_from_slice(&own[rows.observer(row) as usize * width..][..width]);
        }
        start += n;
    }
}

/// Ends a row with its chances to win.
fn finish(values: &mut [f32], row: usize, seats: usize, out: &mut NetworkOutput) {
    let values = &mut values[row * seats..][..seats];
    softmax(values);
    out.end(values);
}

/// What the tokens of a list add up to: each times the gate of its place, and a vector for the place.
pub(super) fn gated_sum(composed: &Composed, tokens: &[f32], gates: &[f32], places: &[f32], out: &mut [f32]) {
    let width = out.len();
    for &(token, place) in &composed.parts {
        let token = &tokens[token as usize * width..][..width];
        let gate = &gates[place as usize * width..][..width];
        let place = &places[place as usize * width..][..width];
        for (((out, token), gate), place) in out.iter_mut().zip(token).zip(gate).zip(place) {
            *out += token * (1.0 + gate) + place;
        }
    }
}

/// `out += a * b`, number by number.
fn add_product(out: &mut [f32], a: &[f32], b: &[f32]) {
    out.iter_mut().zip(a).zip(b).for_each(|((out, a), b)| *out += a * b);
}

/// Copies an entity's vector; nothing is a vector of zeros.
fn copy_entity(entity: u16, x: &[f32], out: &mut [f32]) {
    match entity {
        NONE => out.fill(0.0),
        entity => out.copy_from_slice(&x[entity as usize * out.len()..][..out.len()]),
    }
}

/// Copies all that a candidate points at.
fn point(candidate: &Pointer, x: &[f32], out: &mut [f32], width: usize) {
    candidate.points.iter().zip(out.chunks_exact_mut(width)).for_each(|(&entity, out)| copy_entity(entity, x, out));
}

/// Adds a candidate's numbers times their rows.
pub(super) fn add_numbers(out: &mut [f32], candidate: &Pointer, rows: &[f32], width: usize) {
    for (&number, row) in candidate.numbers.iter().zip(rows.chunks_exact(width)) {
        if number != 0.0 {
            add_scaled(out, row, number);
        }
    }
}

/// A log-softmax within each group, in place. `room` has two numbers for each group.
fn normalise_groups(candidates: &[Pointer], scores: &mut [f32], room: &mut [f32]) {
    let (most, sums) = room.split_at_mut(room.len() / 2);
    most.fill(f32::NEG_INFINITY);
    sums.fill(0.0);
    for (score, candidate) in scores.iter().zip(candidates) {
        let most = &mut most[candidate.group as usize];
        *most = most.max(*score);
    }
    for (score, candidate) in scores.iter().zip(candidates) {
        sums[candidate.group as usize] += (score - most[candidate.group as usize]).exp();
    }
    sums.iter_mut().zip(most).for_each(|(sum, most)| *sum = *most + sum.ln());
    scores.iter_mut().zip(candidates).for_each(|(score, candidate)| *score -= sums[candidate.group as usize]);
}

/// Puts the likeliest candidates into another order: that of their log-probabilities with [`QUALITY`] times their Q, as of a
/// policy that Q improves without leaving it behind. The `top` largest log-probabilities are taken from their owners and dealt
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
    let improved = |n: u32| logits[n as usize] + QUALITY * quality[n as usize];
    best.sort_unstable_by(|&a, &b| improved(b).total_cmp(&improved(a)).then(a.cmp(&b)));
    best.iter().zip(sorted).for_each(|(&n, bits)| logits[n as usize] = f32::from_bits(*bits));
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
