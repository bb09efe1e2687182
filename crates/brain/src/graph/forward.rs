//! The forward pass, of play and of training alike; only [the first step](super::entities) is another.

use super::blocks::Kept;
use super::entities::Lists;
use super::rows::{Placed, Pointer};
use super::{GraphNet, GraphRows, NONE, ParameterSlots, SUM, TARGETS};
use crate::gradient::{Matrix, Tape};
use crate::heads::{Ask, HeadOutput, Outputs, Read, Reads, Spans};
use crate::math::{add_scaled, norm};
use crate::network::Rows as _;
use crate::weights::Slot;

/// What play keeps from one batch to the next: vectors of lists of tokens, and buffers.
#[derive(Clone, Debug, Default)]
pub struct GraphCache {
    lists: Lists,
    block: Kept,
}

/// What candidates or base actions are described by before what they point at is added.
#[derive(Clone, Copy)]
struct Description {
    of: Of,
    bias: Slot,
    /// Which row of another matrix each adds.
    from: fn(&Placed<'_>) -> usize,
    verb: Option<Slot>,
    number: Option<Slot>,
}

/// Of what there is one description each.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Candidates,
    Groups,
}

impl Of {
    fn count(self, rows: &GraphRows) -> usize {
        match self {
            Self::Candidates => rows.all_candidates(),
            Self::Groups => rows.all_groups(),
        }
    }

    fn for_each<'r>(self, rows: &'r GraphRows, work: impl FnMut(Placed<'r>)) {
        match self {
            Self::Candidates => rows.placed().for_each(work),
            Self::Groups => rows.placed_groups().for_each(work),
        }
    }

    fn map<T>(self, rows: &GraphRows, of: impl Fn(Placed<'_>) -> T) -> Vec<T> {
        let mut all = Vec::with_capacity(self.count(rows));
        self.for_each(rows, |placed| all.push(of(placed)));
        all
    }
}

impl GraphNet {
    /// Answers for all rows. Without gradients it is play.
    pub(super) fn answer<'a>(
        &'a self,
        tape: &mut Tape<'a>,
        rows: &'a GraphRows,
        cache: &mut GraphCache,
        ask: Ask,
    ) -> Outputs {
        let slots = &self.slots;
        let x = match tape.has_gradients() {
            true => self.entities_in_training(tape, rows),
            false => self.entities_in_play(tape, rows, &mut cache.lists, ask.hides),
        };
        let x = self.blocks(tape, rows, x, &mut cache.block);
        let pooled = self.pool(tape, rows, x);
        let state = tape.layer(slots.pool, pooled);
        tape.relu(state);
        let mut heads = Vec::new();
        let own = |reads| ask.heads(&self.heads, reads).filter(|head| !head.is_further());
        for head in own(Reads::State) {
            heads.push(head.compute(tape, Read { vectors: state, spans: Spans::One(rows.len()) }, state, None));
        }

        let context = tape.times(slots.context, state);
        let points = self.points(tape, rows, x);
        // With parameters complete candidates are described only for heads.
        let mut of_candidates = ask.heads(&self.heads, Reads::Candidates).peekable();
        let described = (slots.parameters.is_none() || of_candidates.peek().is_some())
            .then(|| self.described(tape, rows, context, points));
        if let Some(vectors) = described {
            for head in own(Reads::Candidates) {
                heads.push(head.compute(tape, Read { vectors, spans: rows.candidate_spans() }, state, None));
            }
        }
        let logits = match (&slots.parameters, described) {
            (Some(parameters), _) => self.by_parameters(tape, parameters, rows, x, context, points),
            (None, Some(described)) => tape.layer(slots.candidate_out, described),
            (None, None) => unreachable!("without parameters candidates are described"),
        };
        if ask.further(&self.heads).next().is_some() {
            self.further_heads(tape, rows, [state, x, described.unwrap_or(points)], cache, ask, &mut heads);
        }
        Outputs { logits, candidates: rows.candidate_spans(), heads }
    }

    /// Adds what further heads say, of the state, the entities and the candidates as they were described.
    fn further_heads<'a>(
        &'a self,
        tape: &mut Tape<'a>,
        rows: &'a GraphRows,
        [state, x, described]: [Matrix; 3],
        cache: &mut GraphCache,
        ask: Ask,
        heads: &mut Vec<HeadOutput>,
    ) {
        // The cards that hidden hands may hold: vectors of their own, and those of the hands.
        let held = rows.hidden_cards().filter(|_| ask.heads(&self.heads, Reads::Unseen).next().is_some());
        let held = held.map(|hidden| {
            let cards = match tape.has_gradients() {
                true => self.entities_in_training(tape, hidden),
                false => self.entities_in_play(tape, hidden, &mut cache.lists, ask.hides),
            };
            (tape.select(x, rows.hidden_holders(), 1), cards)
        });
        if ask.detached {
            tape.detach();
        }
        for head in ask.further(&self.heads) {
            let (vectors, spans, cards) = match (head.head().reads, held) {
                (Reads::State, _) => (state, Spans::One(rows.len()), None),
                (Reads::Candidates, _) => (described, rows.candidate_spans(), None),
                (Reads::Entities | Reads::Pairs, _) => (x, rows.entity_spans(), None),
                (Reads::Unseen, Some((hands, cards))) => (hands, rows.hidden_spans(), Some(cards)),
                // Nobody asked about hidden hands.
                (Reads::Unseen, None) => continue,
            };
            heads.push(head.compute(tape, Read { vectors, spans }, state, cards));
        }
    }

    /// The blocks, in place, and the last norm.
    fn blocks<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows, input: Matrix, scratch: &mut Kept) -> Matrix {
        let (weights, slots, shape) = (tape.weights(), &self.slots, input.shape());
        let mut x = tape.take(input);
        let mut kept: Vec<Kept> = Vec::new();
        for block in &slots.blocks {
            let kept = match tape.has_gradients() {
                true => kept.push_mut(Kept::remembering()),
                false => &mut *scratch,
            };
            self.block(weights, block, rows, &mut x, kept);
        }
        let mut normed = tape.room(shape);
        norm(weights, slots.last, &x, &mut normed);
        tape.put_back(input, x);
        tape.computed(normed, shape, move |way, gradient| {
            let mut into = way.take(input);
            let x = way.numbers(input);
            let mut learned = way.learned();
            learned.norm(slots.last, x, &gradient, &mut into);
            for (block, kept) in slots.blocks.iter().zip(&kept).rev() {
                self.block_back(&mut learned, block, rows, kept, &mut into);
            }
            way.add(input, into);
        })
    }

    /// The pooled state of each row before its layer: the mean of its entities, the observer, and their sum if there is room
    /// for it.
    fn pool<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows, x: Matrix) -> Matrix {
        let width = self.config.width;
        let shape = [rows.len(), self.config.pooled() * width];
        let mut pooled = tape.room(shape);
        pooled.fill(0.0);
        let all = tape.numbers(x);
        for (row, pooled) in pooled.chunks_exact_mut(shape[1]).enumerate() {
            let n = rows.entities(row);
            let (mean, rest) = pooled.split_at_mut(width);
            let (observer, sum) = rest.split_at_mut(width);
            let own = &all[rows.first_entity(row) * width..][..n * width];
            own.chunks_exact(width).for_each(|x| add_scaled(mean, x, 1.0));
            sum.iter_mut().zip(&*mean).for_each(|(sum, all)| *sum = all * SUM);
            mean.iter_mut().for_each(|sum| *sum /= n.max(1) as f32);
            if rows.observer(row) != NONE {
                observer.copy_from_slice(&own[rows.observer(row) as usize * width..][..width]);
            }
        }
        tape.computed(pooled, shape, move |way, gradient| {
            let mut into = way.take(x);
            for (row, back) in gradient.chunks_exact(shape[1]).enumerate() {
                let n = rows.entities(row);
                let (mean, rest) = back.split_at(width);
                let (observer, sum) = rest.split_at(width);
                let own = &mut into[rows.first_entity(row) * width..][..n * width];
                for own in own.chunks_exact_mut(width) {
                    add_scaled(own, mean, 1.0 / n.max(1) as f32);
                    add_scaled(own, sum, SUM);
                }
                if rows.observer(row) != NONE {
                    add_scaled(&mut own[rows.observer(row) as usize * width..][..width], observer, 1.0);
                }
            }
            way.add(x, into);
        })
    }

    /// The source and the targets of each candidate side by side; nothing is a vector of zeros.
    fn points<'a>(&self, tape: &mut Tape<'a>, rows: &GraphRows, x: Matrix) -> Matrix {
        let nothing = rows.all_lists().len() as u32;
        let mut points = Vec::with_capacity(rows.all_candidates() * (1 + TARGETS));
        rows.placed().for_each(|placed| points.extend((0..=TARGETS).map(|n| placed.point(n, nothing))));
        tape.select(x, points, 1 + TARGETS)
    }

    /// Complete candidates: what they point at, verb, numbers and context.
    fn described<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows, context: Matrix, points: Matrix) -> Matrix {
        let slots = &self.slots;
        let what = Description {
            of: Of::Candidates,
            bias: slots.candidate.bias,
            from: |placed| placed.row,
            verb: Some(slots.verb),
            number: Some(slots.number),
        };
        let described = self.describe(tape, rows, context, what);
        tape.add_times(described, slots.candidate.weight, points, 0..points.shape()[1]);
        tape.relu(described);
        described
    }

    /// The log-probabilities of all candidates: that of the base action, and within it that of the parameters.
    fn by_parameters<'a>(
        &'a self,
        tape: &mut Tape<'a>,
        slots: &'a ParameterSlots,
        rows: &'a GraphRows,
        x: Matrix,
        context: Matrix,
        points: Matrix,
    ) -> Matrix {
        let width = self.config.width;
        let (bias, verb) = (slots.base.bias, Some(slots.base_verb));
        let what = Description { of: Of::Groups, bias, from: |placed| placed.row, verb, number: None };
        let bases = self.describe(tape, rows, context, what);
        let nothing = rows.all_lists().len() as u32;
        let sources = tape.select(x, Of::Groups.map(rows, |placed| placed.point(0, nothing)), 1);
        tape.add_times(bases, slots.base.weight, sources, 0..width);
        tape.relu(bases);
        let base_logs = tape.times(slots.base_out, bases);
        tape.log_softmax(base_logs, Of::Groups.map(rows, |placed| placed.row as u32));

        let conditions = tape.times(slots.condition, bases);
        let (bias, number) = (slots.targets.bias, Some(slots.numbers));
        let what = Description { of: Of::Candidates, bias, from: |placed| placed.group, verb: None, number };
        let hidden = self.describe(tape, rows, conditions, what);
        tape.add_times(hidden, slots.targets.weight, points, width..(1 + TARGETS) * width);
        tape.relu(hidden);
        let logs = by_verb(tape, rows, slots.heads, hidden);
        let groups = || Of::Candidates.map(rows, |placed| placed.group as u32);
        tape.log_softmax(logs, groups());
        let base_logs = tape.select(base_logs, groups(), 1);
        tape.sum(logs, base_logs)
    }

    /// The bias, a row of another matrix, the verb and the numbers of candidates or base actions.
    fn describe<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows, from: Matrix, what: Description) -> Matrix {
        let Description { of, bias, from: row_of, verb, number } = what;
        let wide = bias.cols;
        let row = move |n: usize| n * wide..(n + 1) * wide;
        let (shape, weights) = ([of.count(rows), wide], tape.weights());
        let mut out = tape.room(shape);
        let (others, mut left) = (tape.numbers(from), out.chunks_exact_mut(wide));
        of.for_each(rows, |placed| {
            let Some(out) = left.next() else { return };
            out.copy_from_slice(&weights[bias]);
            add_scaled(out, &others[row(row_of(&placed))], 1.0);
            if let Some(slot) = verb {
                add_scaled(out, &weights[slot][row(placed.candidate.verb as usize)], 1.0);
            }
            if let Some(slot) = number {
                each_number(placed.candidate, |n, number| add_scaled(out, &weights[slot][row(n)], number));
            }
        });
        tape.computed(out, shape, move |way, gradient| {
            let mut to_others = way.take(from);
            let (gradients, mut left) = (way.learned().gradients, gradient.chunks_exact(wide));
            of.for_each(rows, |placed| {
                let Some(back) = left.next() else { return };
                add_scaled(&mut gradients[bias], back, 1.0);
                add_scaled(&mut to_others[row(row_of(&placed))], back, 1.0);
                if let Some(slot) = verb {
                    add_scaled(&mut gradients[slot][row(placed.candidate.verb as usize)], back, 1.0);
                }
                if let Some(slot) = number {
                    each_number(placed.candidate, |n, number| add_scaled(&mut gradients[slot][row(n)], back, number));
                }
            });
            way.add(from, to_others);
        })
    }
}

/// The numbers of a candidate that are not zero, with their places.
fn each_number(candidate: &Pointer, mut work: impl FnMut(usize, f32)) {
    candidate.numbers.iter().enumerate().filter(|(_, number)| **number != 0.0).for_each(|(n, &number)| work(n, number));
}

/// For each candidate the dot product of a vector with the row of its verb.
fn by_verb<'a>(tape: &mut Tape<'a>, rows: &'a GraphRows, slot: Slot, hidden: Matrix) -> Matrix {
    let wide = slot.cols;
    let (shape, heads) = ([rows.all_candidates(), 1], &tape.weights()[slot]);
    let head =
        move |placed: &Placed<'_>| placed.candidate.verb as usize * wide..(placed.candidate.verb as usize + 1) * wide;
    let mut out = tape.room(shape);
    let vectors = tape.numbers(hidden).chunks_exact(wide);
    for ((out, hidden), placed) in out.iter_mut().zip(vectors).zip(rows.placed()) {
        *out = hidden.iter().zip(&heads[head(&placed)]).map(|(a, b)| a * b).sum();
    }
    tape.computed(out, shape, move |way, gradient| {
        let mut into = way.take(hidden);
        let vectors = way.numbers(hidden);
        let gradients = &mut way.learned().gradients[slot];
        let pairs = into.chunks_exact_mut(wide).zip(vectors.chunks_exact(wide));
        for (((into, hidden), placed), &back) in pairs.zip(rows.placed()).zip(&gradient) {
            add_scaled(into, &heads[head(&placed)], back);
            add_scaled(&mut gradients[head(&placed)], hidden, back);
        }
        way.add(hidden, into);
    })
}
