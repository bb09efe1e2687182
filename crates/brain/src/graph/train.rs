//! The same network for gradients.
//!
//! What only depends on weights is gathered by hand, forward and back: features, tokens, ids, biases of relations, verbs and
//! numbers; and so are the blocks, where the time is spent.

use super::blocks::Kept;
use super::infer::{add_numbers, gated_sum};
use super::rows::Entry;
use super::{Composed, GraphNet, GraphRows, NONE, NUMBERS, ParameterSlots, SUM, TARGETS, TokenSlots};
use crate::back;
use crate::gradient::{MASKED, Outputs, Tape, indices, ints, layer, norm};
use crate::math::add_scaled;
use crate::weights::Slot;
use burn::Tensor;
use burn::activation::{log_softmax, relu, softmax};
use std::sync::PoisonError;

impl GraphNet {
    /// Answers for all rows, with a way back to the gradients.
    ///
    /// A card's own vector is left out where `hides` says so.
    pub fn forward<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows) -> Outputs {
        let (batch, width, slots) = (rows.len(), self.config.width, &self.slots);
        let mut x = self.entities(tape, rows);
        if let Some(tokens) = &slots.tokens {
            x = x + self.composed(tape, rows, tokens);
        }
        let x = match tape.is_by_hand() {
            true => self.blocks(tape, rows, x),
            false => self.blocks_by_library(tape, rows, x),
        };

        // The pooled state: the mean, the observer and perhaps the sum.
        let many = rows.all_lists().len();
        let mut weights = vec![0.0f32; batch * many];
        let mut observers = Vec::with_capacity(batch);
        let mut start = 0;
        for (row, weights) in weights.chunks_exact_mut(many.max(1)).enumerate() {
            let entities = rows.entities(row);
            weights[start..start + entities].fill(1.0 / entities.max(1) as f32);
            let observer = rows.observer(row);
            observers.push(if observer == NONE { many } else { start + observer as usize } as u32);
            start += entities;
        }
        let mean = tape.data(weights, [batch, many]).matmul(x.clone());
        let nothing = Tensor::zeros([1, width], tape.device());
        let x = Tensor::cat(vec![x, nothing], 0); // where a candidate points at nothing
        let mut pooled = vec![mean.clone(), select(tape, &x, &observers)];
        if self.config.counts {
            let counts = (0..batch).map(|row| rows.entities(row) as f32 * SUM).collect();
            pooled.push(mean * tape.data(counts, [batch, 1]));
        }
        let pooled = Tensor::cat(pooled, 1);
        let state = relu(layer(tape, slots.pool, pooled));

        // Complete candidates, all rows one after the other.
        let all = Candidates::of(rows);
        let most = (0..batch).map(|row| rows.candidates(row).len()).max().unwrap_or(0).max(1);
        let mut padded = vec![all.row_of.len() as u32; batch * most];
        let mut at = 0;
        for row in 0..batch {
            for place in 0..rows.candidates(row).len() {
                padded[row * most + place] = at;
                at += 1;
            }
        }
        let padded = Padded { places: padded, shape: [batch, most] };
        let (values, extra) = (layer(tape, slots.seats, state.clone()), layer(tape, slots.extra, state.clone()));
        if all.row_of.is_empty() {
            let logits: Tensor<2> = tape.data(vec![MASKED; batch * most], [batch, most]);
            let quality = slots.parameters.map(|_| logits.clone());
            return Outputs { logits, values, extra, quality };
        }
        let context = state.matmul(tape.leaf(slots.context));
        let count = all.row_of.len();
        let points = select(tape, &x, &all.points).reshape([count, (1 + TARGETS) * width]);
        let said = all.described(tape, slots.verb, slots.number);
        let of_row = select(tape, &context, &all.row_of);
        let described = relu(layer(tape, slots.candidate, points.clone()) + said + of_row);
        let scored = layer(tape, slots.candidate_out, described);
        let Some(parameters) = &slots.parameters else {
            return Outputs { logits: padded.apply(tape, scored), values, extra, quality: None };
        };
        let logits = self.by_parameters(tape, rows, parameters, &all, (&x, &context, points));
        Outputs { logits: padded.apply(tape, logits), values, extra, quality: Some(padded.apply(tape, scored)) }
    }

    /// The log-probabilities of all candidates: that of the base action, and within it that of the parameters.
    fn by_parameters(
        &self,
        tape: &mut Tape<'_>,
        rows: &GraphRows,
        slots: &ParameterSlots,
        all: &Candidates,
        (x, context, points): (&Tensor<2>, &Tensor<2>, Tensor<2>),
    ) -> Tensor<2> {
        let (width, batch, count) = (self.config.width, rows.len(), all.row_of.len());
        let groups = &all.groups;
        let verbs = gather(tape, slots.base_verb, groups.verbs.clone());
        let sources = select(tape, x, &groups.sources);
        let of_row = select(tape, context, &groups.row_of);
        let bases = relu(layer(tape, slots.base, sources) + verbs + of_row);
        let base_scores = bases.clone().matmul(tape.leaf(slots.base_out));

        let condition = bases.matmul(tape.leaf(slots.condition));
        let condition = select(tape, &condition, &all.group_of);
        let targets = points.slice([0..count, width..(1 + TARGETS) * width]);
        let numbers = all.numbers(tape, slots.numbers);
        let hidden = relu(layer(tape, slots.targets, targets) + numbers + condition);
        let heads = gather(tape, slots.heads, all.verbs.clone());
        let scores: Tensor<2> = (hidden * heads).sum_dim(1);

        // Both are normalised in tables whose rows are padded, and picked out again.
        let normalised = |tape: &Tape<'_>, scores: Tensor<2>, table_row: &[u32], tables: usize| -> Tensor<2> {
            let mut sizes = vec![0; tables];
            let places: Vec<usize> = table_row
                .iter()
                .map(|&row| {
                    sizes[row as usize] += 1;
                    sizes[row as usize] - 1
                })
                .collect();
            let most = sizes.into_iter().max().unwrap_or(0).max(1);
            let mut padded = vec![table_row.len() as u32; tables * most];
            let mut back = Vec::with_capacity(table_row.len());
            for (n, (&row, place)) in table_row.iter().zip(places).enumerate() {
                padded[row as usize * most + place] = n as u32;
                back.push((row as usize * most + place) as u32);
            }
            let table = Padded { places: padded, shape: [tables, most] }.apply(tape, scores);
            select(tape, &log_softmax(table, 1).reshape([tables * most, 1]), &back)
        };
        let base_scores = normalised(tape, base_scores, &groups.row_of, batch);
        let scores = normalised(tape, scores, &all.group_of, groups.verbs.len());
        select(tape, &base_scores, &all.group_of) + scores
    }

    /// What kinds and features say of every entity, row by row.
    fn entities(&self, tape: &mut Tape<'_>, rows: &GraphRows) -> Tensor<2> {
        let (width, slot) = (self.config.width, self.slots.first);
        let first = tape.weights(slot);
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
    fn composed(&self, tape: &mut Tape<'_>, rows: &GraphRows, slots: &TokenSlots) -> Tensor<2> {
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
        let (tokens, gates) = (tape.weights(slots.token), tape.weights(slots.gate));
        let mut sums = vec![0.0; count * width];
        for (composed, sum) in lists.iter().zip(sums.chunks_exact_mut(width)) {
            gated_sum(composed, tokens, gates, tape.weights(slots.place), sum);
        }

        // Which list each entity has; the last row is of those that have none.
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
        let (own, own_gate) = (tape.weights(slots.own).to_vec(), tape.weights(slots.own_gate).to_vec());
        let mut residual = vec![0.0; many * width];
        for &(to, from) in &owns {
            for ((out, x), gate) in residual[to..][..width].iter_mut().zip(&own[from..]).zip(&own_gate) {
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
                for ((sum, back), gate) in into.iter_mut().zip(back).zip(&own_gate) {
                    *sum += back * gate;
                }
            }
            add_scaled(&mut gradients[gate_slot], &to_gate, 1.0);
        });
        if count == 0 {
            return residual;
        }

        let (tokens, gates) = (tokens.to_vec(), gates.to_vec());
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
        let hidden = relu(layer(tape, slots.mlp_in, sums));
        let cards = layer(tape, slots.mlp_out, hidden);
        let cards = Tensor::cat(vec![cards, Tensor::zeros([1, width], tape.device())], 0);
        residual + select(tape, &cards, &of_entity)
    }

    /// The blocks and the last norm by hand, forward and back.
    fn blocks<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows, input: Tensor<2>) -> Tensor<2> {
        let (weights, slots, shape) = (tape.all_weights(), &self.slots, input.dims());
        let mut x = input.to_data().try_into_vec::<f32>().expect("entities are 32-bit numbers");
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

    /// The same by the library alone, in padded rows: to compare with.
    fn blocks_by_library(&self, tape: &mut Tape<'_>, rows: &GraphRows, x: Tensor<2>) -> Tensor<2> {
        let (batch, many, width, heads) = (rows.len(), rows.all_lists().len(), self.config.width, self.config.heads);
        let (n, each) = (rows.most_entities().max(1), width / heads);
        let (mut there, mut back) = (vec![many as u32; batch * n], Vec::with_capacity(many));
        for row in 0..batch {
            for entity in 0..rows.entities(row) {
                there[row * n + entity] = back.len() as u32;
                back.push((row * n + entity) as u32);
            }
        }
        let x = Tensor::cat(vec![x, Tensor::zeros([1, width], tape.device())], 0);
        let mut x = select(tape, &x, &there);
        let biases: Tensor<4> = self.biases(tape, rows, n).reshape([batch, heads, n, n]);
        for block in &self.slots.blocks {
            let normed = norm(tape, block.before, x.clone());
            let qkv = layer(tape, block.qkv, normed);
            let split = |part: usize| -> Tensor<4> {
                let part = qkv.clone().slice([0..batch * n, part * width..(part + 1) * width]);
                part.reshape([batch, n, heads, each]).swap_dims(1, 2)
            };
            let (q, k, v) = (split(0), split(1), split(2));
            let scores = (q * (1.0 / (each as f32).sqrt())).matmul(k.swap_dims(2, 3)) + biases.clone();
            let mixed = softmax(scores, 3).matmul(v).swap_dims(1, 2).reshape([batch * n, width]);
            x = x + layer(tape, block.attention_output, mixed);
            let normed = norm(tape, block.between, x.clone());
            let hidden = relu(layer(tape, block.mlp_in, normed));
            x = x + layer(tape, block.mlp_out, hidden);
        }
        let normed = norm(tape, self.slots.last, x);
        select(tape, &normed, &back)
    }

    /// What edges add to the attention of each pair, row by row and head by head; and the mask of what is only padding.
    fn biases(&self, tape: &mut Tape<'_>, rows: &GraphRows, n: usize) -> Tensor<2> {
        let (batch, heads) = (rows.len(), self.config.heads);
        let mut out = vec![0.0; batch * heads * n * n];
        for (row, out) in out.chunks_exact_mut(heads * n * n).enumerate() {
            out.chunks_exact_mut(n).for_each(|scores| scores[rows.entities(row)..].fill(MASKED));
        }
        let shape = [batch * heads * n, n];
        let Some(slot) = self.slots.relations else { return tape.data(out, shape) };
        let weights = tape.weights(slot);
        // Where an edge adds, and the row of what it adds.
        let mut jobs: Vec<(usize, usize)> = Vec::new();
        for row in 0..batch {
            let first = row * heads * n * n;
            for edge in rows.edges(row) {
                let (from, to, relation) = (edge.from as usize, edge.to as usize, edge.relation as usize);
                jobs.push((first + from * n + to, relation * heads));
                jobs.push((first + to * n + from, (self.relations + relation) * heads));
            }
        }
        for &(place, relation) in &jobs {
            for head in 0..heads {
                out[place + head * n * n] += weights[relation + head];
            }
        }
        tape.custom(out, shape, move |_, back, gradients| {
            let biases = &mut gradients[slot];
            for &(place, relation) in &jobs {
                for head in 0..heads {
                    biases[relation + head] += back[place + head * n * n];
                }
            }
        })
    }
}

/// Rows of a matrix by number.
fn select(tape: &Tape<'_>, x: &Tensor<2>, rows: &[u32]) -> Tensor<2> {
    x.clone().select(0, ints(tape, indices(rows), [rows.len()]))
}

/// Rows of weights by number, with a way back.
fn gather(tape: &mut Tape<'_>, slot: Slot, rows: Vec<u8>) -> Tensor<2> {
    let (width, weights) = (slot.cols, tape.weights(slot));
    let out = rows.iter().flat_map(|&row| &weights[row as usize * width..][..width]).copied().collect();
    tape.custom(out, [rows.len(), width], move |_, back, gradients| {
        for (&row, back) in rows.iter().zip(back.chunks_exact(width)) {
            add_scaled(&mut gradients[slot][row as usize * width..][..width], back, 1.0);
        }
    })
}

/// Where the numbers of a column stand in a table; one past the last stands for [`MASKED`].
struct Padded {
    places: Vec<u32>,
    shape: [usize; 2],
}

impl Padded {
    fn apply(&self, tape: &Tape<'_>, column: Tensor<2>) -> Tensor<2> {
        let masked: Tensor<2> = tape.data(vec![MASKED], [1, 1]);
        select(tape, &Tensor::cat(vec![column, masked], 0), &self.places).reshape(self.shape)
    }
}

/// Base actions, all rows one after the other.
struct Groups {
    row_of: Vec<u32>,
    verbs: Vec<u8>,
    /// The entity, counted over all rows.
    sources: Vec<u32>,
}

/// Candidates, all rows one after the other.
struct Candidates {
    row_of: Vec<u32>,
    group_of: Vec<u32>,
    verbs: Vec<u8>,
    /// The entities that each points at, counted over all rows.
    points: Vec<u32>,
    pointers: Vec<super::rows::Pointer>,
    groups: Groups,
}

impl Candidates {
    /// The candidates of all rows.
    fn of(rows: &GraphRows) -> Self {
        let mut all = Self {
            row_of: Vec::new(),
            group_of: Vec::new(),
            verbs: Vec::new(),
            points: Vec::new(),
            pointers: Vec::new(),
            groups: Groups { row_of: Vec::new(), verbs: Vec::new(), sources: Vec::new() },
        };
        let nothing = rows.all_lists().len() as u32;
        let mut start = 0;
        for row in 0..rows.len() {
            let first = all.groups.verbs.len();
            for candidate in rows.candidates(row) {
                let place = |entity: u16| if entity == NONE { nothing } else { (start + entity as usize) as u32 };
                let group = first + candidate.group as usize;
                if group == all.groups.verbs.len() {
                    all.groups.row_of.push(row as u32);
                    all.groups.verbs.push(candidate.verb);
                    all.groups.sources.push(place(candidate.points[0]));
                }
                all.row_of.push(row as u32);
                all.group_of.push(group as u32);
                all.verbs.push(candidate.verb);
                all.points.extend(candidate.points.map(place));
                all.pointers.push(*candidate);
            }
            start += rows.entities(row);
        }
        all
    }

    /// What verbs and numbers say.
    fn described(&self, tape: &mut Tape<'_>, verb: Slot, number: Slot) -> Tensor<2> {
        gather(tape, verb, self.verbs.clone()) + self.numbers(tape, number)
    }

    /// What numbers say.
    fn numbers(&self, tape: &mut Tape<'_>, slot: Slot) -> Tensor<2> {
        let (width, weights) = (slot.cols, tape.weights(slot));
        let mut out = vec![0.0; self.pointers.len() * width];
        for (pointer, out) in self.pointers.iter().zip(out.chunks_exact_mut(width)) {
            add_numbers(out, pointer, weights, width);
        }
        let numbers: Vec<[f32; NUMBERS]> = self.pointers.iter().map(|pointer| pointer.numbers).collect();
        tape.custom(out, [numbers.len(), width], move |_, back, gradients| {
            for (numbers, back) in numbers.iter().zip(back.chunks_exact(width)) {
                for (&number, sum) in numbers.iter().zip(gradients[slot].chunks_exact_mut(width)) {
                    add_scaled(sum, back, number);
                }
            }
        })
    }
}
