//! Kernels of training: the way back through what [`math`](crate::math) computes, by hand.
//!
//! A library for gradients keeps a new buffer for every step, wants padded shapes for attention and goes over memory a dozen
//! times for a norm: for the blocks of a transformer on Magic burn 0.22 took ten times as long as these.

use crate::math::{NORM_EPSILON, Strides, add_scaled, dot, product_within, sum, with_simd};
use crate::weights::{Layer, Norm, Slot, Weights};

/// Back through `out = x W + b`: `back` is the gradient of `out`. Adds to the gradients of weights, and writes that of `x`,
/// or adds it.
pub fn layer(
    (weights, gradients): (&Weights, &mut Weights),
    layer: Layer,
    x: &[f32],
    back: &[f32],
    (into, add): (&mut [f32], bool),
    rows: usize,
) {
    let outputs = layer.weight.cols;
    let bias = &mut gradients[layer.bias];
    with_simd(|| back[..rows * outputs].chunks_exact(outputs).for_each(|back| add_scaled(bias, back, 1.0)));
    product((weights, gradients), layer.weight, x, back, (into, add), rows);
}

/// Back through `out = x W`: as [`layer`].
pub fn product(
    (weights, gradients): (&Weights, &mut Weights),
    matrix: Slot,
    x: &[f32],
    back: &[f32],
    (into, add): (&mut [f32], bool),
    rows: usize,
) {
    let (inputs, outputs) = (matrix.rows, matrix.cols);
    let (of_x, of_out) = (Strides::rows(inputs), Strides::rows(outputs));
    let sums = (&mut gradients[matrix], of_out);
    product_within((x, of_x.transposed()), (back, of_out), sums, (inputs, rows, outputs), 1.0, true);
    let transposed = (&weights[matrix], of_out.transposed());
    product_within((back, of_out), transposed, (into, of_x), (rows, outputs, inputs), 1.0, add);
}

/// Back through a layer norm of each row of `x`: adds to the gradients of scale and shift, and to that of `x`.
pub fn norm((weights, gradients): (&Weights, &mut Weights), norm: Norm, x: &[f32], back: &[f32], into: &mut [f32]) {
    let width = norm.scale.cols;
    let scale = &weights[norm.scale];
    let (mut to_scale, mut to_shift) = (vec![0.0; width], vec![0.0; width]);
    let mut room = vec![0.0; 2 * width];
    with_simd(|| {
        for ((x, back), into) in x.chunks_exact(width).zip(back.chunks_exact(width)).zip(into.chunks_exact_mut(width)) {
            norm_row(x, back, scale, (&mut to_scale, &mut to_shift), &mut room, into);
        }
    });
    add_scaled(&mut gradients[norm.scale], &to_scale, 1.0);
    add_scaled(&mut gradients[norm.shift], &to_shift, 1.0);
}

#[inline(always)]
fn norm_row(
    x: &[f32],
    back: &[f32],
    scale: &[f32],
    (to_scale, to_shift): (&mut [f32], &mut [f32]),
    room: &mut [f32],
    into: &mut [f32],
) {
    let width = x.len() as f32;
    let (normed, scaled) = room.split_at_mut(x.len());
    let mean = sum(x) / width;
    normed.iter_mut().zip(x).for_each(|(normed, x)| *normed = x - mean);
    let factor = 1.0 / (dot(normed, normed) / width + NORM_EPSILON).sqrt();
    normed.iter_mut().for_each(|x| *x *= factor);
    for (((sum, shift), back), normed) in to_scale.iter_mut().zip(to_shift).zip(back).zip(&*normed) {
        *sum += back * normed;
        *shift += back;
    }
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

/// The same for one row, within [`with_simd`].
#[inline(always)]
pub fn softmax_row(out: &[f32], back: &mut [f32]) {
    let along = dot(out, back);
    back.iter_mut().zip(out).for_each(|(back, out)| *back = (*back - along) * out);
}

/// Back through `max(x, 0)`: what came out, and its gradient.
pub fn relu(out: &[f32], back: &mut [f32]) {
    with_simd(|| back.iter_mut().zip(out).for_each(|(back, &out)| *back = if out > 0.0 { *back } else { 0.0 }));
}
