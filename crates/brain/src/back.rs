//! Kernels of training: the way back through what [`math`](crate::math) computes.
//!
//! By hand, because attention without padding and a norm that goes over memory once take a tenth of the time that general
//! derivatives take.

use crate::math::{NORM_EPSILON, Strided, StridedMut, Write, add_scaled, dot, product, sum, with_simd};
use crate::weights::{Layer, Norm, Slot, Weights};

/// The weights that something was computed with, and where their gradients are added up.
#[derive(Debug)]
pub struct Learned<'a> {
    pub weights: &'a Weights,
    pub gradients: &'a mut Weights,
}

impl Learned<'_> {
    /// Back through `out = x W + b`: `back` is the gradient of `out`. Adds to the gradients of weights and of `x`.
    pub fn layer(&mut self, layer: Layer, x: &[f32], back: &[f32], into: &mut [f32]) {
        let bias = &mut self.gradients[layer.bias];
        let outputs = bias.len().max(1);
        with_simd(|| back.chunks_exact(outputs).for_each(|back| add_scaled(bias, back, 1.0)));
        self.times(layer.weight, x, back, into);
    }

    /// Back through `out = x W`: as [`layer`](Self::layer).
    pub fn times(&mut self, matrix: Slot, x: &[f32], back: &[f32], into: &mut [f32]) {
        self.times_columns(matrix, x, back, into, matrix.rows);
    }

    /// The same where `x` is some columns of a matrix, whose rows are `stride` apart.
    pub fn times_columns(&mut self, matrix: Slot, x: &[f32], back: &[f32], into: &mut [f32], stride: usize) {
        let Slot { rows: inputs, cols: outputs, .. } = matrix;
        let rows = back.len().checked_div(outputs).unwrap_or(0);
        let (x, back) = (Strided::spaced(x, rows, inputs, stride), Strided::dense(back, rows, outputs));
        let sums = StridedMut::dense(&mut self.gradients[matrix], inputs, outputs);
        product(x.transposed(), back, sums, 1.0, Write::Add);
        let weight = Strided::dense(&self.weights[matrix], inputs, outputs);
        product(back, weight.transposed(), StridedMut::spaced(into, rows, inputs, stride), 1.0, Write::Add);
    }

    /// Back through a layer norm of each row of `x`: adds to the gradients of scale and shift, and to that of `x`.
    pub fn norm(&mut self, norm: Norm, x: &[f32], back: &[f32], into: &mut [f32]) {
        let width = norm.scale.cols;
        let scale = &self.weights[norm.scale];
        let (mut to_scale, mut to_shift) = (vec![0.0; width], vec![0.0; width]);
        let mut room = vec![0.0; 2 * width];
        with_simd(|| {
            for ((x, back), into) in
                x.chunks_exact(width).zip(back.chunks_exact(width)).zip(into.chunks_exact_mut(width))
            {
                norm_row(x, back, scale, &mut room, into);
                // The first half of the room is the row as it was normed.
                for (((sum, shift), back), normed) in to_scale.iter_mut().zip(&mut to_shift).zip(back).zip(&room) {
                    *sum += back * normed;
                    *shift += back;
                }
            }
        });
        add_scaled(&mut self.gradients[norm.scale], &to_scale, 1.0);
        add_scaled(&mut self.gradients[norm.shift], &to_shift, 1.0);
    }
}

/// Adds the gradient of a row of a norm, and leaves in `room` the row as it was normed and what it was scaled by.
#[inline(always)]
fn norm_row(x: &[f32], back: &[f32], scale: &[f32], room: &mut [f32], into: &mut [f32]) {
    let width = x.len() as f32;
    let (normed, scaled) = room.split_at_mut(x.len());
    let mean = sum(x) / width;
    normed.iter_mut().zip(x).for_each(|(normed, x)| *normed = x - mean);
    let factor = 1.0 / (dot(normed, normed) / width + NORM_EPSILON).sqrt();
    normed.iter_mut().for_each(|x| *x *= factor);
    scaled.iter_mut().zip(back).zip(scale).for_each(|((out, back), scale)| *out = back * scale);
    let plain = sum(scaled) / width;
    let along = dot(scaled, normed) / width;
    for ((into, scaled), normed) in into.iter_mut().zip(&*scaled).zip(&*normed) {
        *into += factor * (scaled - plain - normed * along);
    }
}

/// Back through a softmax of rows of `n`: what came out, and its gradient, which becomes that of what went in.
pub fn softmax(out: &[f32], back: &mut [f32], n: usize) {
    with_simd(|| {
        for (out, back) in out.chunks_exact(n).zip(back.chunks_exact_mut(n)) {
            softmax_row(out, back);
        }
    });
}

/// Back through the softmax of one row, within [`with_simd`].
#[inline(always)]
pub fn softmax_row(out: &[f32], back: &mut [f32]) {
    let along = dot(out, back);
    back.iter_mut().zip(out).for_each(|(back, out)| *back = (*back - along) * out);
}

/// Back through `max(x, 0)`: what came out, and its gradient.
pub fn relu(out: &[f32], back: &mut [f32]) {
    with_simd(|| back.iter_mut().zip(out).for_each(|(back, &out)| *back = if out > 0.0 { *back } else { 0.0 }));
}
