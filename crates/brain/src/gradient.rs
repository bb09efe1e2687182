//! Gradients: a tape of what was computed, and the way back from its ends to the weights.
//!
//! A [`Matrix`] is a place on the tape. Each operation computes its numbers with the kernels of play, and leaves a closure that
//! takes the gradient of what came out to what went in; [`Tape::backward`] calls them in falling order. That is all a network
//! here needs: written out it is less to compile than any library of tensors (several times the rest of the program), computes
//! what play computes, in the same order, and keeps nothing that the way back does not read.
//!
//! ```
//! use hoyle_brain::gradient::{Tape, cross_entropy};
//! use hoyle_brain::{Declaration, Init, Weights};
//! use hoyle_core::Rng;
//!
//! let mut declaration = Declaration::default();
//! let layer = declaration.layer("head", 2, 3, Init::plain(2));
//! let (weights, mut gradients) = (declaration.draw(&mut Rng::new(1)), Weights::zeros(&declaration));
//! let mut tape = Tape::new(&weights);
//! let x = tape.constant(vec![1.0, -1.0], [1, 2]);
//! let logits = tape.layer(layer, x);
//! let (_loss, back) = cross_entropy(tape.numbers(logits), &[0.0, 1.0, 0.0]);
//! tape.backward(vec![(logits, back)], &mut gradients);
//! assert!(gradients[layer.bias][1] < 0.0); // more of the second is wanted
//! ```

use crate::weights::{Layer, Norm, Slot, Weights};
use crate::{back, math};
use std::ops::Range;
use std::rc::Rc;

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

    /// The same numbers in rows of another length.
    ///
    /// # Panics
    /// If there are more or fewer numbers in that shape.
    #[must_use]
    pub fn reshape(self, [rows, cols]: [usize; 2]) -> Self {
        assert_eq!(self.rows * self.cols, rows * cols, "the shape has another number of numbers");
        Self { rows, cols, ..self }
    }
}

/// What a network says in training. What is about candidates stands one after the other, row by row.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// A number for each candidate; a softmax over a row's gives the policy.
    pub logits: Matrix,
    /// Where the candidates of each row begin, and after the last where they end.
    pub first: Vec<u32>,
    /// Logits of who wins, from the seat of the view on.
    pub values: Matrix,
    /// The margin and how long the game will last.
    pub extra: Matrix,
    /// The value of each candidate, of a network that re-ranks by it.
    pub quality: Option<Matrix>,
}

impl Outputs {
    /// The candidates of a row among those of all rows.
    pub fn candidates(&self, row: usize) -> Range<usize> {
        self.first[row] as usize..self.first[row + 1] as usize
    }
}

/// What an operation is given on the way back.
struct Backward<'b> {
    weights: &'b Weights,
    /// Those of the weights, added up.
    gradients: &'b mut Weights,
    /// The numbers of every matrix.
    numbers: &'b [Vec<f32>],
    /// The gradients of those that have one already; the others are empty.
    of: Vec<Vec<f32>>,
}

impl Backward<'_> {
    /// Adds to the gradient of a matrix.
    fn add(&mut self, to: Matrix, gradient: Vec<f32>) {
        let sum = &mut self.of[to.at];
        if sum.is_empty() {
            *sum = gradient;
        } else {
            math::add_scaled(sum, &gradient, 1.0);
        }
    }

    /// The gradient of a matrix, to be added to.
    fn of(&mut self, x: Matrix) -> &mut [f32] {
        let sum = &mut self.of[x.at];
        if sum.is_empty() {
            sum.resize(x.rows * x.cols, 0.0);
        }
        sum
    }
}

type Step<'a> = Box<dyn FnOnce(&mut Backward<'_>, Vec<f32>) + 'a>;

/// One computation. Threads share the weights, and each has a tape of its own.
pub struct Tape<'a> {
    weights: &'a Weights,
    numbers: Vec<Vec<f32>>,
    steps: Vec<Option<Step<'a>>>,
}

impl std::fmt::Debug for Tape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tape").field("matrices", &self.numbers.len()).finish_non_exhaustive()
    }
}

impl<'a> Tape<'a> {
    /// A new computation with these weights.
    pub fn new(weights: &'a Weights) -> Self {
        Self { weights, numbers: Vec::new(), steps: Vec::new() }
    }

    /// All numbers of the network.
    pub fn weights(&self) -> &'a Weights {
        self.weights
    }

    /// What was computed, row by row.
    pub fn numbers(&self, x: Matrix) -> &[f32] {
        &self.numbers[x.at]
    }

    fn push(&mut self, numbers: Vec<f32>, [rows, cols]: [usize; 2], step: Option<Step<'a>>) -> Matrix {
        assert_eq!(numbers.len(), rows * cols, "a matrix of another shape");
        self.numbers.push(numbers);
        self.steps.push(step);
        Matrix { at: self.numbers.len() - 1, rows, cols }
    }

    /// Numbers that are only read.
    ///
    /// # Panics
    /// If the shape has another number of numbers, as every operation does.
    pub fn constant(&mut self, numbers: Vec<f32>, shape: [usize; 2]) -> Matrix {
        self.push(numbers, shape, None)
    }

    /// Numbers that were computed from weights; `back` is given the weights and the gradient of the numbers, and adds to
    /// those of the weights.
    pub fn custom(
        &mut self,
        numbers: Vec<f32>,
        shape: [usize; 2],
        back: impl FnOnce(&Weights, &[f32], &mut Weights) + 'a,
    ) -> Matrix {
        self.push(numbers, shape, Some(Box::new(move |way, gradient| back(way.weights, &gradient, way.gradients))))
    }

    /// Numbers that were computed from weights and a matrix; `back` is given the weights and the gradient of the
    /// numbers, adds to the gradients of the weights and returns that of the matrix.
    pub fn step(
        &mut self,
        input: Matrix,
        numbers: Vec<f32>,
        shape: [usize; 2],
        back: impl FnOnce(&Weights, &[f32], &mut Weights) -> Vec<f32> + 'a,
    ) -> Matrix {
        let step = move |way: &mut Backward<'_>, gradient: Vec<f32>| {
            let gradient = back(way.weights, &gradient, way.gradients);
            way.add(input, gradient);
        };
        self.push(numbers, shape, Some(Box::new(step)))
    }

    /// `x W + b`.
    pub fn layer(&mut self, layer: Layer, x: Matrix) -> Matrix {
        let mut out = vec![0.0; x.rows * layer.weight.cols];
        math::layer(self.weights, layer, self.numbers(x), &mut out, x.rows);
        let step = move |way: &mut Backward<'_>, gradient: Vec<f32>| {
            let mut into = std::mem::take(&mut way.of[x.at]);
            let add = !into.is_empty();
            into.resize(x.rows * x.cols, 0.0);
            let numbers = &way.numbers[x.at];
            back::layer((way.weights, &mut *way.gradients), layer, numbers, &gradient, (&mut into, add), x.rows);
            way.of[x.at] = into;
        };
        self.push(out, [x.rows, layer.weight.cols], Some(Box::new(step)))
    }

    /// `x W`.
    pub fn product(&mut self, matrix: Slot, x: Matrix) -> Matrix {
        let sizes = (x.rows, matrix.rows, matrix.cols);
        let mut out = vec![0.0; x.rows * matrix.cols];
        math::product(self.numbers(x), &self.weights[matrix], &mut out, sizes, false);
        let step = move |way: &mut Backward<'_>, gradient: Vec<f32>| {
            let mut into = std::mem::take(&mut way.of[x.at]);
            let add = !into.is_empty();
            into.resize(x.rows * x.cols, 0.0);
            let numbers = &way.numbers[x.at];
            back::product((way.weights, &mut *way.gradients), matrix, numbers, &gradient, (&mut into, add), x.rows);
            way.of[x.at] = into;
        };
        self.push(out, [x.rows, matrix.cols], Some(Box::new(step)))
    }

    /// A layer norm of each row.
    pub fn norm(&mut self, norm: Norm, x: Matrix) -> Matrix {
        let mut out = vec![0.0; x.rows * x.cols];
        math::norm(self.weights, norm, self.numbers(x), &mut out);
        let step = move |way: &mut Backward<'_>, gradient: Vec<f32>| {
            let mut into = std::mem::take(&mut way.of[x.at]);
            into.resize(x.rows * x.cols, 0.0);
            back::norm((way.weights, &mut *way.gradients), norm, &way.numbers[x.at], &gradient, &mut into);
            way.of[x.at] = into;
        };
        self.push(out, x.shape(), Some(Box::new(step)))
    }

    /// `max(x, 0)`.
    pub fn relu(&mut self, x: Matrix) -> Matrix {
        let mut out = self.numbers(x).to_vec();
        math::relu(&mut out);
        let step = move |way: &mut Backward<'_>, mut gradient: Vec<f32>| {
            // Where nothing came out, nothing or less went in.
            back::relu(&way.numbers[x.at], &mut gradient);
            way.add(x, gradient);
        };
        self.push(out, x.shape(), Some(Box::new(step)))
    }

    /// The sum of matrices of one shape.
    pub fn sum<const N: usize>(&mut self, all: [Matrix; N]) -> Matrix {
        let mut out = self.numbers(all[0]).to_vec();
        all[1..].iter().for_each(|&x| math::add_scaled(&mut out, self.numbers(x), 1.0));
        let step = move |way: &mut Backward<'_>, gradient: Vec<f32>| {
            all[1..].iter().for_each(|&x| way.add(x, gradient.clone()));
            way.add(all[0], gradient);
        };
        self.push(out, all[0].shape(), Some(Box::new(step)))
    }

    /// Rows of a matrix by number. A number beyond its last is a row of zeros.
    pub fn select(&mut self, x: Matrix, rows: Rc<[u32]>) -> Matrix {
        let (cols, shape) = (x.cols, [rows.len(), x.cols]);
        let mut out = vec![0.0; rows.len() * cols];
        for (out, &row) in out.chunks_exact_mut(cols.max(1)).zip(&*rows) {
            if (row as usize) < x.rows {
                out.copy_from_slice(&self.numbers(x)[row as usize * cols..][..cols]);
            }
        }
        let step = move |way: &mut Backward<'_>, gradient: Vec<f32>| {
            let sums = way.of(x);
            for (gradient, &row) in gradient.chunks_exact(cols.max(1)).zip(&*rows) {
                if (row as usize) < x.rows {
                    math::add_scaled(&mut sums[row as usize * cols..][..cols], gradient, 1.0);
                }
            }
        };
        self.push(out, shape, Some(Box::new(step)))
    }

    /// Rows of weights by number.
    pub fn gather(&mut self, slot: Slot, rows: Rc<[u8]>) -> Matrix {
        let (cols, weights) = (slot.cols, self.weights);
        let out = rows.iter().flat_map(|&row| &weights[slot][row as usize * cols..][..cols]).copied().collect();
        self.custom(out, [rows.len(), cols], move |_, back, gradients| {
            for (&row, back) in rows.iter().zip(back.chunks_exact(cols)) {
                math::add_scaled(&mut gradients[slot][row as usize * cols..][..cols], back, 1.0);
            }
        })
    }

    /// Some columns of a matrix.
    pub fn columns(&mut self, x: Matrix, columns: Range<usize>) -> Matrix {
        let numbers = self.numbers(x).chunks_exact(x.cols);
        let out = numbers.flat_map(|row| &row[columns.clone()]).copied().collect();
        let shape = [x.rows, columns.len()];
        let step = move |way: &mut Backward<'_>, gradient: Vec<f32>| {
            let sums = way.of(x).chunks_exact_mut(x.cols);
            for (sums, gradient) in sums.zip(gradient.chunks_exact(columns.len())) {
                math::add_scaled(&mut sums[columns.clone()], gradient, 1.0);
            }
        };
        self.push(out, shape, Some(Box::new(step)))
    }

    /// Numbers that were computed from two matrices; `back` is given the numbers of both, the gradient of what came of them,
    /// and the gradients of both to add to.
    pub fn pair(
        &mut self,
        a: Matrix,
        b: Matrix,
        numbers: Vec<f32>,
        shape: [usize; 2],
        back: impl FnOnce([&[f32]; 2], &[f32], [&mut [f32]; 2]) + 'a,
    ) -> Matrix {
        let step = move |way: &mut Backward<'_>, gradient: Vec<f32>| {
            let mut sums = [a, b].map(|x| {
                let mut sum = std::mem::take(&mut way.of[x.at]);
                sum.resize(x.rows * x.cols, 0.0);
                sum
            });
            let [to_a, to_b] = &mut sums;
            back([a, b].map(|x| &*way.numbers[x.at]), &gradient, [to_a, to_b]);
            [a, b].into_iter().zip(sums).for_each(|(x, sum)| way.add(x, sum));
        };
        self.push(numbers, shape, Some(Box::new(step)))
    }

    /// The dot products of the rows of two matrices, one by one.
    pub fn dot(&mut self, a: Matrix, b: Matrix) -> Matrix {
        let cols = a.cols;
        let (ones, others) = (self.numbers(a).chunks_exact(cols), self.numbers(b).chunks_exact(cols));
        let out = ones.zip(others).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum()).collect();
        self.pair(a, b, out, [a.rows, 1], move |[a, b], back, [to_a, to_b]| {
            for (sums, x) in [(to_a, b), (to_b, a)] {
                let rows = sums.chunks_exact_mut(cols).zip(x.chunks_exact(cols)).zip(back);
                rows.for_each(|((sum, x), &factor)| math::add_scaled(sum, x, factor));
            }
        })
    }

    /// A log-softmax within groups of a column's numbers: `groups` has the group of each, counted from 0.
    pub fn log_softmax(&mut self, x: Matrix, groups: Rc<[u32]>) -> Matrix {
        let many = groups.iter().max().map_or(0, |&last| last as usize + 1);
        let mut out = self.numbers(x).to_vec();
        let (mut most, mut sums) = (vec![f32::NEG_INFINITY; many], vec![0.0; many]);
        for (x, &group) in out.iter().zip(&*groups) {
            most[group as usize] = most[group as usize].max(*x);
        }
        for (x, &group) in out.iter().zip(&*groups) {
            sums[group as usize] += (x - most[group as usize]).exp();
        }
        for (x, &group) in out.iter_mut().zip(&*groups) {
            *x -= most[group as usize] + sums[group as usize].ln();
        }
        let at = self.numbers.len();
        let step = move |way: &mut Backward<'_>, mut gradient: Vec<f32>| {
            let mut sums = vec![0.0; many];
            gradient.iter().zip(&*groups).for_each(|(gradient, &group)| sums[group as usize] += gradient);
            for ((gradient, log), &group) in gradient.iter_mut().zip(&way.numbers[at]).zip(&*groups) {
                *gradient -= log.exp() * sums[group as usize];
            }
            way.add(x, gradient);
        };
        self.push(out, x.shape(), Some(Box::new(step)))
    }

    /// Adds the gradients of the weights, given those of the ends.
    pub fn backward(self, ends: Vec<(Matrix, Vec<f32>)>, gradients: &mut Weights) {
        let Self { weights, numbers, steps } = self;
        let mut way = Backward { weights, gradients, numbers: &numbers, of: vec![Vec::new(); numbers.len()] };
        ends.into_iter().for_each(|(end, gradient)| way.add(end, gradient));
        for (at, step) in steps.into_iter().enumerate().rev() {
            let gradient = std::mem::take(&mut way.of[at]);
            if let Some(step) = step.filter(|_| !gradient.is_empty()) {
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
