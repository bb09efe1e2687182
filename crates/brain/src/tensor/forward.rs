//! The forward pass, of play and of training alike.

use super::read::{Bases, Reading};
use super::{MEETING, TensorNet, TensorRows};
use crate::gradient::{Matrix, Tape};
use crate::heads::{Ask, Outputs, Read, Reads, Spans};
use crate::math::{Strided, StridedMut, Write, product};
use crate::network::Rows as _;

/// What play keeps from one batch to the next: what never changes about a game's cards, and buffers.
#[derive(Clone, Debug, Default)]
pub struct TensorCache {
    bases: Bases,
    reading: Reading,
}

impl TensorNet {
    /// Answers for all rows. Without gradients it is play.
    pub(super) fn answer<'a>(
        &'a self,
        tape: &mut Tape<'a>,
        rows: &'a TensorRows,
        cache: &mut TensorCache,
        ask: Ask,
    ) -> Outputs {
        let slots = &self.slots;
        let (flat, cards, columns) = self.read_on(tape, rows, cache);
        let trunk = self.trunk(tape, flat);
        let spans = || Spans::One(rows.len());
        let heads = ask
            .heads(&self.heads, Reads::State)
            .map(|head| head.compute(tape, Read { vectors: trunk, spans: spans() }, trunk, None))
            .collect();

        // All outputs of a row, of which those of each candidate's parts are added up.
        let plain = tape.layer(slots.plain, trunk);
        let met = match self.parts.verbs {
            0 => tape.constant(Vec::new(), [rows.len(), 0]),
            _ => {
                let asked = tape.layer(slots.verbs, trunk);
                let offered = tape.layer(slots.columns, cards);
                self.meet(tape, rows.len(), columns, asked, offered)
            }
        };
        Outputs { logits: self.pick(tape, rows, columns, plain, met), candidates: rows.candidate_spans(), heads }
    }

    /// All sections of a row side by side, the cards of all rows, and how many each row has.
    fn read_on<'a>(
        &'a self,
        tape: &mut Tape<'a>,
        rows: &'a TensorRows,
        TensorCache { bases, reading }: &mut TensorCache,
    ) -> (Matrix, Matrix, usize) {
        let (batch, width, weights) = (rows.len(), self.config.width, tape.weights());
        bases.prepare(self, weights, rows);
        self.read(weights, bases, rows, reading);
        let columns = reading.columns;
        let mut copy = |numbers: &[f32], shape: [usize; 2]| {
            let mut copy = tape.room(shape);
            copy.copy_from_slice(&numbers[..shape[0] * shape[1]]);
            tape.constant(copy, shape)
        };
        let cards = copy(reading.cards(), [batch * columns, width]);
        let flat = copy(&reading.flat, [batch, self.sections * width]);
        if tape.has_gradients() {
            let reading = std::mem::take(reading);
            tape.way_back(flat, move |way, flat| {
                let cards = way.take(cards);
                self.read_back(&mut way.learned(), rows, &reading, &flat, &cards);
            });
        }
        (flat, cards, columns)
    }

    /// The residual trunk with its last norm.
    fn trunk(&self, tape: &mut Tape<'_>, flat: Matrix) -> Matrix {
        let mut x = tape.layer(self.slots.enter, flat);
        for &(before, up, down) in &self.slots.blocks {
            let normed = tape.norm(before, x);
            let hidden = tape.layer(up, normed);
            tape.relu(hidden);
            let more = tape.layer(down, hidden);
            x = tape.sum(x, more);
        }
        tape.norm(self.slots.last, x)
    }

    /// What the verbs of each row ask for, times what its cards offer: for each row `[verbs, columns]`.
    fn meet(&self, tape: &mut Tape<'_>, batch: usize, columns: usize, asked: Matrix, offered: Matrix) -> Matrix {
        let (verbs, scale) = (self.parts.verbs, 1.0 / (MEETING as f32).sqrt());
        let (of_verbs, of_columns, shape) = (verbs * MEETING, columns * MEETING, [batch, verbs * columns]);
        let mut met = tape.room(shape);
        for (row, met) in met.chunks_exact_mut(shape[1].max(1)).enumerate() {
            let asked = Strided::dense(&tape.numbers(asked)[row * of_verbs..], verbs, MEETING);
            let offered = Strided::dense(&tape.numbers(offered)[row * of_columns..], columns, MEETING);
            product(asked, offered.transposed(), StridedMut::dense(met, verbs, columns), 1.0, Write::Over);
            met.iter_mut().for_each(|score| *score *= scale);
        }
        tape.computed(met, shape, move |way, gradient| {
            let (mut to_asked, mut to_offered) = (way.take(asked), way.take(offered));
            for (row, back) in gradient.chunks_exact(shape[1]).enumerate() {
                let (verb, column) = (row * of_verbs, row * of_columns);
                let back = Strided::dense(back, verbs, columns);
                let was_offered = Strided::dense(&way.numbers(offered)[column..], columns, MEETING);
                let was_asked = Strided::dense(&way.numbers(asked)[verb..], verbs, MEETING);
                let out = StridedMut::dense(&mut to_asked[verb..], verbs, MEETING);
                product(back, was_offered, out, scale, Write::Add);
                let out = StridedMut::dense(&mut to_offered[column..], columns, MEETING);
                product(back.transposed(), was_asked, out, scale, Write::Add);
            }
            way.add(asked, to_asked);
            way.add(offered, to_offered);
        })
    }

    /// The logit of each candidate: what its parts add up to among the outputs of its row.
    fn pick<'a>(
        &'a self,
        tape: &mut Tape<'a>,
        rows: &'a TensorRows,
        columns: usize,
        plain: Matrix,
        met: Matrix,
    ) -> Matrix {
        let ([_, many], [_, each]) = (plain.shape(), met.shape());
        let mut logits = tape.room([rows.all_candidates(), 1]);
        let mut left = logits.iter_mut();
        for row in 0..rows.len() {
            let known = self.known(rows.known[row] as usize);
            let (plain, met) = (&tape.numbers(plain)[row * many..][..many], &tape.numbers(met)[row * each..][..each]);
            for (&action, logit) in rows.actions(row).iter().zip(left.by_ref()) {
                let number = |place: u32| match (place as usize).checked_sub(many) {
                    None => plain[place as usize],
                    Some(place) => met.get(place).copied().unwrap_or_default(),
                };
                *logit = self.places_of(action, &known, columns).into_iter().map(number).sum();
            }
        }
        tape.computed(logits, [rows.all_candidates(), 1], move |way, gradient| {
            let (mut to_plain, mut to_met) = (way.take(plain), way.take(met));
            let mut left = gradient.iter();
            for row in 0..rows.len() {
                let known = self.known(rows.known[row] as usize);
                let (plain, met) = (&mut to_plain[row * many..][..many], &mut to_met[row * each..][..each]);
                for (&action, back) in rows.actions(row).iter().zip(left.by_ref()) {
                    for place in self.places_of(action, &known, columns) {
                        match (place as usize).checked_sub(many) {
                            None => plain[place as usize] += back,
                            Some(place) => met.get_mut(place).into_iter().for_each(|sum| *sum += back),
                        }
                    }
                }
            }
            way.add(plain, to_plain);
            way.add(met, to_met);
        })
    }
}
