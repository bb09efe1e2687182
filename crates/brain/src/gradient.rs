//! Gradients: a tape of what is computed, and the way back from its ends to the weights.
//!
//! A [`Matrix`] is a place on the tape. Each operation computes its numbers with the kernels of `math.rs`, and in training leaves
//! a closure that takes the gradient of what came out to what went in; [`Tape::backward`] calls them, the last first. In play
//! there is no way back: nothing is left, and the buffers are used again. So a network's forward pass is written once, play
//! computes what training computes, in the same order, and nothing is kept that the way back does not read.

use crate::back::{self, Learned};
use crate::math::{self, Strided, StridedMut, Write};
use crate::weights::{Layer, Norm, Slot, Weights};
use std::ops::Range;

/// A matrix on a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    at: usize,
    rows: usize,
    cols: usize,
}

impl Matrix {
    /// How many rows and columns it has.
    pub fn shape(self) -> [usize; 2] {
        [self.rows, self.cols]
    }

    fn len(self) -> usize {
        self.rows * self.cols
    }
}

/// What an operation is given on the way back.
pub(crate) struct Backward<'b> {
    weights: &'b Weights,
    /// Those of the weights, added up.
    gradients: &'b mut Weights,
    /// The numbers of every matrix.
    numbers: &'b [Vec<f32>],
    /// The gradients of those that have one already; the others are empty.
    of: Vec<Vec<f32>>,
}

impl<'b> Backward<'b> {
    /// The weights and their gradients.
    pub fn learned(&mut self) -> Learned<'_> {
        Learned { weights: self.weights, gradients: self.gradients }
    }

    /// The numbers of a matrix.
    pub fn numbers(&self, x: Matrix) -> &'b [f32] {
        &self.numbers[x.at][..x.len()]
    }

    /// Adds to the gradient of a matrix.
    pub fn add(&mut self, to: Matrix, gradient: Vec<f32>) {
        let sum = &mut self.of[to.at];
        if sum.is_empty() {
            *sum = gradient;
        } else {
            math::add_scaled(sum, &gradient, 1.0);
        }
    }

    /// Takes the gradient of a matrix, to be added to and given back by [`add`](Self::add); zeros if it has none yet.
    pub fn take(&mut self, x: Matrix) -> Vec<f32> {
        let mut sum = std::mem::take(&mut self.of[x.at]);
        sum.resize(x.len(), 0.0);
        sum
    }
}

type Step<'a> = Box<dyn FnOnce(&mut Backward<'_>, Vec<f32>) + 'a>;

/// One computation. Threads share the weights, and each has a tape of its own.
pub struct Tape<'a> {
    weights: &'a Weights,
    /// In the order in which they were computed; behind those in use, buffers of an earlier computation.
    numbers: Vec<Vec<f32>>,
    used: usize,
    /// For each operation the matrix that came out and the way back; none if nobody goes back.
    steps: Option<Vec<(usize, Step<'a>)>>,
}

impl std::fmt::Debug for Tape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tape").field("matrices", &self.used).finish_non_exhaustive()
    }
}

impl<'a> Tape<'a> {
    /// A new computation with these weights, whose gradients can be asked for.
    pub fn new(weights: &'a Weights) -> Self {
        Self { weights, numbers: Vec::new(), used: 0, steps: Some(Vec::new()) }
    }

    /// A new computation without a way back, in buffers of an earlier one.
    pub(crate) fn without_gradients(weights: &'a Weights, buffers: Vec<Vec<f32>>) -> Self {
        Self { weights, numbers: buffers, used: 0, steps: None }
    }

    /// The buffers, for another computation.
    pub(crate) fn into_buffers(self) -> Vec<Vec<f32>> {
        self.numbers
    }

    /// Whether there is a way back.
    pub(crate) fn has_gradients(&self) -> bool {
        self.steps.is_some()
    }

    /// All numbers of the network.
    pub(crate) fn weights(&self) -> &'a Weights {
        self.weights
    }

    /// What was computed, row by row.
    pub fn numbers(&self, x: Matrix) -> &[f32] {
        &self.numbers[x.at][..x.len()]
    }

    /// Room for a matrix; what stands in it is left from something else.
    pub(crate) fn room(&mut self, [rows, cols]: [usize; 2]) -> Vec<f32> {
        if self.numbers.len() == self.used {
            self.numbers.push(Vec::new());
        }
        let mut room = std::mem::take(&mut self.numbers[self.used]);
        room.resize(rows * cols, 0.0);
        room
    }

    /// Takes the numbers of a matrix to change them in place; [`put_back`](Self::put_back) ends that.
    pub(crate) fn take(&mut self, x: Matrix) -> Vec<f32> {
        std::mem::take(&mut self.numbers[x.at])
    }

    /// Puts back what was taken.
    pub(crate) fn put_back(&mut self, x: Matrix, numbers: Vec<f32>) {
        self.numbers[x.at] = numbers;
    }

    /// Numbers that are only read.
    ///
    /// # Panics
    /// If the shape has another number of numbers, as every operation does.
    pub(crate) fn constant(&mut self, numbers: Vec<f32>, [rows, cols]: [usize; 2]) -> Matrix {
        assert_eq!(numbers.len(), rows * cols, "a matrix of another shape");
        let at = self.used;
        match self.numbers.get_mut(at) {
            Some(slot) => *slot = numbers,
            None => self.numbers.push(numbers),
        }
        self.used += 1;
        Matrix { at, rows, cols }
    }

    /// Numbers that were computed from weights and matrices. `step` is given their gradient, and adds to those of what they were
    /// computed from.
    pub(crate) fn computed(
        &mut self,
        numbers: Vec<f32>,
        shape: [usize; 2],
        step: impl FnOnce(&mut Backward<'_>, Vec<f32>) + 'a,
    ) -> Matrix {
        let out = self.constant(numbers, shape);
        self.way_back(out, step);
        out
    }

    /// A way back from a matrix that is there already; it is gone before those that were left earlier.
    pub(crate) fn way_back(&mut self, x: Matrix, step: impl FnOnce(&mut Backward<'_>, Vec<f32>) + 'a) {
        if let Some(steps) = &mut self.steps {
            steps.push((x.at, Box::new(step)));
        }
    }

    /// Forgets the way back from everything that was computed so far: what is computed from here on moves nothing before it.
    pub(crate) fn detach(&mut self) {
        if let Some(steps) = &mut self.steps {
            steps.clear();
        }
    }

    /// `x W + b`.
    pub(crate) fn layer(&mut self, layer: Layer, x: Matrix) -> Matrix {
        let shape = [x.rows, layer.weight.cols];
        let mut out = self.room(shape);
        math::layer(self.weights, layer, self.numbers(x), &mut out);
        self.computed(out, shape, move |way, gradient| {
            let mut into = way.take(x);
            let numbers = way.numbers(x);
            way.learned().layer(layer, numbers, &gradient, &mut into);
            way.add(x, into);
        })
    }

    /// `x W`.
    pub(crate) fn times(&mut self, matrix: Slot, x: Matrix) -> Matrix {
        let shape = [x.rows, matrix.cols];
        let mut out = self.room(shape);
        math::times(self.weights, matrix, self.numbers(x), &mut out, Write::Over);
        self.computed(out, shape, move |way, gradient| {
            let mut into = way.take(x);
            let numbers = way.numbers(x);
            way.learned().times(matrix, numbers, &gradient, &mut into);
            way.add(x, into);
        })
    }

    /// `onto += x W` in place, of some columns of `x`. The way back of what `onto` was computed by must not read it.
    pub(crate) fn add_times(&mut self, onto: Matrix, matrix: Slot, x: Matrix, columns: Range<usize>) {
        assert!(columns.len() == matrix.rows && columns.end <= x.cols, "a matrix of another shape");
        let (rows, first) = (onto.rows, columns.start);
        let mut out = self.take(onto);
        let part = Strided::spaced(self.numbers(x).get(first..).unwrap_or_default(), rows, matrix.rows, x.cols);
        let weight = Strided::dense(&self.weights[matrix], matrix.rows, matrix.cols);
        math::product(part, weight, StridedMut::dense(&mut out, rows, matrix.cols), 1.0, Write::Add);
        self.put_back(onto, out);
        self.way_back(onto, move |way, gradient| {
            let mut into = way.take(x);
            if let (Some(numbers), Some(into)) = (way.numbers(x).get(first..), into.get_mut(first..)) {
                way.learned().times_columns(matrix, numbers, &gradient, into, x.cols);
            }
            way.add(x, into);
            way.add(onto, gradient);
        });
    }

    /// A layer norm of each row.
    pub(crate) fn norm(&mut self, norm: Norm, x: Matrix) -> Matrix {
        let mut out = self.room(x.shape());
        math::norm(self.weights, norm, self.numbers(x), &mut out);
        self.computed(out, x.shape(), move |way, gradient| {
            let mut into = way.take(x);
            let numbers = way.numbers(x);
            way.learned().norm(norm, numbers, &gradient, &mut into);
            way.add(x, into);
        })
    }

    /// `max(x, 0)` in place. The way back of what `x` was computed by must not read it.
    pub(crate) fn relu(&mut self, x: Matrix) {
        let len = x.len();
        math::relu(&mut self.numbers[x.at][..len]);
        self.way_back(x, move |way, mut gradient| {
            // Where nothing came out, nothing or less went in.
            back::relu(&way.numbers[x.at], &mut gradient);
            way.add(x, gradient);
        });
    }

    /// The sum of two matrices of one shape.
    pub(crate) fn sum(&mut self, a: Matrix, b: Matrix) -> Matrix {
        let mut out = self.room(a.shape());
        for ((out, a), b) in out.iter_mut().zip(self.numbers(a)).zip(self.numbers(b)) {
            *out = a + b;
        }
        self.computed(out, a.shape(), move |way, gradient| {
            way.add(b, gradient.clone());
            way.add(a, gradient);
        })
    }

    /// Rows of a matrix by number, `each` of them side by side in a row. A number beyond its last is a row of zeros.
    pub(crate) fn select(&mut self, x: Matrix, rows: Vec<u32>, each: usize) -> Matrix {
        let (cols, shape) = (x.cols, [rows.len() / each, each * x.cols]);
        let place = move |row: u32| row as usize * cols..(row as usize + 1) * cols;
        let mut out = self.room(shape);
        let all = self.numbers(x);
        for (out, &row) in out.chunks_exact_mut(cols).zip(&rows) {
            match all.get(place(row)) {
                Some(row) => out.copy_from_slice(row),
                None => out.fill(0.0),
            }
        }
        self.computed(out, shape, move |way, gradient| {
            let mut sums = way.take(x);
            for (gradient, row) in gradient.chunks_exact(cols).zip(rows) {
                if let Some(sum) = sums.get_mut(place(row)) {
                    math::add_scaled(sum, gradient, 1.0);
                }
            }
            way.add(x, sums);
        })
    }

    /// A log-softmax in place within groups of a column's numbers: `groups` has the group of each, counted from 0. The way back
    /// of what `x` was computed by must not read it.
    pub(crate) fn log_softmax(&mut self, x: Matrix, groups: Vec<u32>) {
        let many = groups.iter().max().map_or(0, |&last| last as usize + 1);
        let mut out = self.take(x);
        let (mut most, mut sums) = (vec![f32::NEG_INFINITY; many], vec![0.0; many]);
        for (x, &group) in out.iter().zip(&groups) {
            most[group as usize] = most[group as usize].max(*x);
        }
        for (x, &group) in out.iter().zip(&groups) {
            sums[group as usize] += (x - most[group as usize]).exp();
        }
        for (x, &group) in out.iter_mut().zip(&groups) {
            *x -= most[group as usize] + sums[group as usize].ln();
        }
        self.put_back(x, out);
        self.way_back(x, move |way, mut gradient| {
            let mut sums = vec![0.0; many];
            gradient.iter().zip(&groups).for_each(|(gradient, &group)| sums[group as usize] += gradient);
            for ((gradient, log), &group) in gradient.iter_mut().zip(&way.numbers[x.at]).zip(&groups) {
                *gradient -= log.exp() * sums[group as usize];
            }
            way.add(x, gradient);
        });
    }

    /// Adds the gradients of the weights, given those of the ends.
    ///
    /// # Panics
    /// If the tape was made without gradients.
    pub fn backward(self, ends: Vec<(Matrix, Vec<f32>)>, gradients: &mut Weights) {
        let Self { weights, numbers, steps, .. } = self;
        let mut way = Backward { weights, gradients, numbers: &numbers, of: vec![Vec::new(); numbers.len()] };
        ends.into_iter().for_each(|(end, gradient)| way.add(end, gradient));
        for (at, step) in steps.expect("the tape has a way back").into_iter().rev() {
            let gradient = std::mem::take(&mut way.of[at]);
            if !gradient.is_empty() {
                step(&mut way, gradient);
            }
        }
    }
}

/// Cross-entropy `-sum(targets * log_softmax(logits))`, and its gradient by the logits.
pub fn cross_entropy(logits: &[f32], targets: &[f32]) -> (f32, Vec<f32>) {
    let mut logs = logits.to_vec();
    math::log_softmax(&mut logs);
    let loss = -logs.iter().zip(targets).map(|(log, target)| log * target).sum::<f32>();
    let all: f32 = targets.iter().sum();
    logs.iter_mut().zip(targets).for_each(|(log, target)| *log = all * log.exp() - target);
    (loss, logs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::{Declaration, Init};
    use hoyle_core::Rng;

    #[test]
    fn the_gradient_points_where_the_loss_rises() {
        let mut declaration = Declaration::default();
        let layer = declaration.layer("head", 2, 3, Init::plain(2));
        let (weights, mut gradients) = (declaration.draw(&mut Rng::new(1)), Weights::zeros(&declaration));
        let mut tape = Tape::new(&weights);
        let x = tape.constant(vec![1.0, -1.0], [1, 2]);
        let logits = tape.layer(layer, x);
        let (_, back) = cross_entropy(tape.numbers(logits), &[0.0, 1.0, 0.0]);
        tape.backward(vec![(logits, back)], &mut gradients);
        assert!(gradients[layer.bias][0] > 0.0 && gradients[layer.bias][1] < 0.0, "more of the second is wanted");
    }
}
