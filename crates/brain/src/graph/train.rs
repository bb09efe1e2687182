//! The same network for gradients.
//!
//! The blocks, where the time is spent, and the pooled state are computed by the code of play.

use super::blocks::Kept;
use super::infer::{add_numbers, gated_sum, pool};
use super::rows::Entry;
use super::{Composed, GraphNet, GraphRows, NONE, ParameterSlots, SUM, TARGETS, TokenSlots};
use crate::back;
use crate::gradient::{Matrix, Outputs, Tape};
use crate::math::add_scaled;
use crate::weights::Slot;
use std::rc::Rc;
use std::sync::PoisonError;

impl GraphNet {
    /// Answers for all rows, with a way back to the gradients.
    ///
    /// A card's own vector is left out where `hides` says so.
    pub fn forward<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows) -> Outputs {
        let (width, slots) = (self.config.width, &self.slots);
        let mut x = self.entities(tape, rows);
        if let Some(tokens) = &slots.tokens {
            let composed = self.composed(tape, rows, tokens);
            x = tape.sum([x, composed]);
        }
        let x = self.blocks(tape, rows, x);
        let pooled = self.pool(tape, rows, x);
        let pooled = tape.layer(slots.pool, pooled);
        let state = tape.relu(pooled);
        let (values, extra) = (tape.layer(slots.seats, state), tape.layer(slots.extra, state));

        // Complete candidates, all rows one after the other.
        let all = Candidates::of(rows);
        let count = all.row_of.len();
        let context = tape.product(slots.context, state);
        let points = tape.select(x, all.points.clone()).reshape([count, (1 + TARGETS) * width]);
        let described = [
            tape.layer(slots.candidate, points),
            tape.gather(slots.verb, all.verbs.clone()),
            all.numbers(tape, slots.number),
            tape.select(context, all.row_of.clone()),
        ];
        let described = tape.sum(described);
        let described = tape.relu(described);
        let scored = tape.layer(slots.candidate_out, described);
        let (logits, quality) = match &slots.parameters {
            None => (scored, None),
            Some(parameters) => (self.by_parameters(tape, parameters, &all, x, context, points), Some(scored)),
        };
        Outputs { logits, first: all.first, values, extra, quality }
    }

    /// The pooled state of each row: the mean of its entities, the observer, and perhaps their sum.
    fn pool<'a>(&self, tape: &mut Tape<'a>, rows: &'a GraphRows, x: Matrix) -> Matrix {
        let (batch, width, parts) = (rows.len(), self.config.width, self.config.pooled() * self.config.width);
        let mut pooled = vec![0.0; batch * parts];
        pool(rows, tape.numbers(x), &mut pooled, width);
        tape.step(x, pooled, [batch, parts], move |_, back, _| {
            let mut into = vec![0.0; rows.all_lists().len() * width];
            let mut start = 0;
            for (row, back) in back.chunks_exact(parts).enumerate() {
                let n = rows.entities(row);
                let (mean, rest) = back.split_at(width);
                let (observer, sum) = rest.split_at(width);
                let own = &mut into[start * width..][..n * width];
                for own in own.chunks_exact_mut(width) {
                    add_scaled(own, mean, 1.0 / n.max(1) as f32);
                    add_scaled(own, sum, SUM);
                }
                if rows.observer(row) != NONE {
                    add_scaled(&mut own[rows.observer(row) as usize * width..][..width], observer, 1.0);
                }
                start += n;
            }
            into
        })
    }

    /// The log-probabilities of all candidates: that of the base action, and within it that of the parameters.
    fn by_parameters(
        &self,
        tape: &mut Tape<'_>,
        slots: &ParameterSlots,
        all: &Candidates,
        x: Matrix,
        context: Matrix,
        points: Matrix,
    ) -> Matrix {
        let (width, groups) = (self.config.width, &all.groups);
        let sources = tape.select(x, groups.sources.clone());
        let bases = [
            tape.layer(slots.base, sources),
            tape.gather(slots.base_verb, groups.verbs.clone()),
            tape.select(context, groups.row_of.clone()),
        ];
        let bases = tape.sum(bases);
        let bases = tape.relu(bases);
        let base_scores = tape.product(slots.base_out, bases);

        let condition = tape.product(slots.condition, bases);
        let targets = tape.columns(points, width..(1 + TARGETS) * width);
        let hidden = [
            tape.layer(slots.targets, targets),
            all.numbers(tape, slots.numbers),
            tape.select(condition, all.group_of.clone()),
        ];
        let hidden = tape.sum(hidden);
        let hidden = tape.relu(hidden);
        let heads = tape.gather(slots.heads, all.verbs.clone());
        let scores = tape.dot(hidden, heads);

        let base_scores = tape.log_softmax(base_scores, groups.row_of.clone());
        let base_scores = tape.select(base_scores, all.group_of.clone());
        let scores = tape.log_softmax(scores, all.group_of.clone());
        tape.sum([base_scores, scores])
    }

    /// What kinds and features say of every entity, row by row.
    fn entities(&self, tape: &mut Tape<'_>, rows: &GraphRows) -> Matrix {
        let (width, slot) = (self.config.width, self.slots.first);
        let first = &tape.weights()[slot];
        let many = rows.all_lists().len();
        let mut out = vec![0.0; many * width];
        let mut jobs: Vec<(usize, Entry)> = Vec::new();
        let mut start = 0;
        for row in 0..rows.len() {
            jobs.extend(rows.entries(row).iter().map(|&entry| ((start + entry.to as usize) * width, entry)));
            start += rows.entities(row);
        }
        for (to, entry) in &jobs {
            add_scaled(&mut out[*to..][..width], &first[entry.row as usize * width..][..width], entry.value);
        }
        tape.custom(out, [many, width], move |_, back, gradients| {
            let first = &mut gradients[slot];
            for (to, entry) in &jobs {
                add_scaled(&mut first[entry.row as usize * width..][..width], &back[*to..][..width], entry.value);
            }
        })
    }

    /// What the tokens say of every entity, each list composed once, and the cards' own vectors.
    fn composed(&self, tape: &mut Tape<'_>, rows: &GraphRows, slots: &TokenSlots) -> Matrix {
        let (width, many) = (self.config.width, rows.all_lists().len());
        let mut used: Vec<u32> = rows.all_lists().iter().copied().filter(|&list| list != 0).collect();
        used.sort_unstable();
        used.dedup();
        // In an order of their own: the numbers of lists depend on when each was first seen, and a run that is resumed
        // sees them in another order.
        let mut lists: Vec<(Composed, u32)> = {
            let known = self.lists.read().unwrap_or_else(PoisonError::into_inner);
            used.iter().map(|&list| (known.lists[list as usize].clone(), list)).collect()
        };
        lists.sort_unstable_by(|(a, _), (b, _)| (a.own, &a.parts).cmp(&(b.own, &b.parts)));
        let mut places = vec![0; used.last().map_or(0, |&most| most as usize + 1)];
        let mut unlike: Vec<Composed> = Vec::new();
        for (composed, list) in lists {
            if unlike.last() != Some(&composed) {
                unlike.push(composed);
            }
            places[list as usize] = unlike.len() - 1;
        }
        let lists = unlike;
        let count = lists.len();
        let weights = tape.weights();
        let (tokens, gates) = (&weights[slots.token], &weights[slots.gate]);
        let mut sums = vec![0.0; count * width];
        for (composed, sum) in lists.iter().zip(sums.chunks_exact_mut(width)) {
            gated_sum(composed, tokens, gates, &weights[slots.place], sum);
        }

        // Which list each entity has; a number beyond the last is of those that have none.
        let mut of_entity = vec![count as u32; many];
        let mut owns: Vec<(usize, usize)> = Vec::new();
        let mut start = 0;
        for row in 0..rows.len() {
            let hash = rows.hash(row);
            for (entity, &list) in rows.lists(row).iter().enumerate().filter(|(_, list)| **list != 0) {
                let place = places[list as usize];
                of_entity[start + entity] = place as u32;
                let own = lists[place].own;
                if own != NONE && !self.hides(hash, own) {
                    owns.push(((start + entity) * width, own as usize * width));
                }
            }
            start += rows.entities(row);
        }

        // The vectors of cards, each times the gate.
        let (own, own_gate) = (&weights[slots.own], &weights[slots.own_gate]);
        let mut residual = vec![0.0; many * width];
        for &(to, from) in &owns {
            for ((out, x), gate) in residual[to..][..width].iter_mut().zip(&own[from..]).zip(own_gate) {
                *out = x * gate;
            }
        }
        let TokenSlots { own: own_slot, own_gate: gate_slot, .. } = *slots;
        let residual = tape.custom(residual, [many, width], move |_, back, gradients| {
            let mut to_gate = vec![0.0; width];
            for &(to, from) in &owns {
                let back = &back[to..][..width];
                for ((sum, back), x) in to_gate.iter_mut().zip(back).zip(&own[from..]) {
                    *sum += back * x;
                }
                let into = &mut gradients[own_slot][from..][..width];
                for ((sum, back), gate) in into.iter_mut().zip(back).zip(own_gate) {
                    *sum += back * gate;
                }
            }
            add_scaled(&mut gradients[gate_slot], &to_gate, 1.0);
        });
        if count == 0 {
            return residual;
        }

        let TokenSlots { token: token_slot, gate: gates_slot, place: places_slot, .. } = *slots;
        let sums = tape.custom(sums, [count, width], move |_, back, gradients| {
            for (composed, back) in lists.iter().zip(back.chunks_exact(width)) {
                for &(token, place) in &composed.parts {
                    let (token, place) = (token as usize * width, place as usize * width);
                    for (i, back) in back.iter().enumerate() {
                        gradients[token_slot][token + i] += back * (1.0 + gates[place + i]);
                        gradients[gates_slot][place + i] += back * tokens[token + i];
                        gradients[places_slot][place + i] += back;
                    }
                }
            }
        });
        let hidden = tape.layer(slots.mlp_in, sums);
        let hidden = tape.relu(hidden);
        let cards = tape.layer(slots.mlp_out, hidden);
        let cards = tape.select(cards, of_entity.into());
        tape.sum([residual, cards])
    }

    /// The blocks and the last norm by hand, forward and back.
    fn blocks<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows, input: Matrix) -> Matrix {
        let (weights, slots, shape) = (tape.weights(), &self.slots, input.shape());
        let mut x = tape.numbers(input).to_vec();
        let mut kept = vec![Kept::remembering(); slots.blocks.len()];
        for (block, kept) in slots.blocks.iter().zip(&mut kept) {
            self.block(weights, block, rows, &mut x, kept);
        }
        let mut normed = vec![0.0; x.len()];
        crate::math::norm(weights, slots.last, &x, &mut normed);
        tape.step(input, normed, shape, move |weights, back, gradients| {
            let mut into = vec![0.0; x.len()];
            back::norm((weights, gradients), slots.last, &x, back, &mut into);
            for (block, kept) in slots.blocks.iter().zip(&kept).rev() {
                self.block_back((weights, gradients), block, rows, kept, &mut into);
            }
            into
        })
    }
}

/// Base actions, all rows one after the other.
struct Groups {
    row_of: Rc<[u32]>,
    verbs: Rc<[u8]>,
    /// The entity, counted over all rows.
    sources: Rc<[u32]>,
}

/// Candidates, all rows one after the other.
struct Candidates {
    /// Where those of each row begin, and after the last where they end.
    first: Vec<u32>,
    row_of: Rc<[u32]>,
    group_of: Rc<[u32]>,
    verbs: Rc<[u8]>,
    /// The entities that each points at, counted over all rows; one beyond the last stands for none.
    points: Rc<[u32]>,
    pointers: Rc<[super::rows::Pointer]>,
    groups: Groups,
}

impl Candidates {
    /// The candidates of all rows.
    fn of(rows: &GraphRows) -> Self {
        let (mut first, mut row_of, mut group_of, mut points, mut pointers) = (vec![0], vec![], vec![], vec![], vec![]);
        let (mut group_row, mut group_verbs, mut sources) = (vec![], vec![], vec![]);
        let nothing = rows.all_lists().len() as u32;
        let mut start = 0;
        for row in 0..rows.len() {
            let before = group_row.len();
            for candidate in rows.candidates(row) {
                let place = |entity: u16| if entity == NONE { nothing } else { (start + entity as usize) as u32 };
                let group = before + candidate.group as usize;
                if group == group_row.len() {
                    group_row.push(row as u32);
                    group_verbs.push(candidate.verb);
                    sources.push(place(candidate.points[0]));
                }
                row_of.push(row as u32);
                group_of.push(group as u32);
                points.extend(candidate.points.map(place));
                pointers.push(*candidate);
            }
            first.push(row_of.len() as u32);
            start += rows.entities(row);
        }
        Self {
            first,
            row_of: row_of.into(),
            group_of: group_of.into(),
            verbs: pointers.iter().map(|pointer| pointer.verb).collect(),
            points: points.into(),
            pointers: pointers.into(),
            groups: Groups { row_of: group_row.into(), verbs: group_verbs.into(), sources: sources.into() },
        }
    }

    /// What numbers say.
    fn numbers(&self, tape: &mut Tape<'_>, slot: Slot) -> Matrix {
        let (width, weights) = (slot.cols, &tape.weights()[slot]);
        let mut out = vec![0.0; self.pointers.len() * width];
        for (pointer, out) in self.pointers.iter().zip(out.chunks_exact_mut(width)) {
            add_numbers(out, pointer, weights, width);
        }
        let pointers = self.pointers.clone();
        tape.custom(out, [pointers.len(), width], move |_, back, gradients| {
            for (pointer, back) in pointers.iter().zip(back.chunks_exact(width)) {
                for (&number, sum) in pointer.numbers.iter().zip(gradients[slot].chunks_exact_mut(width)) {
                    add_scaled(sum, back, number);
                }
            }
        })
    }
}
