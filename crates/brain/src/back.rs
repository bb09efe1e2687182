//! Kernels of training: the way back through what [`math`](crate::math) computes, by hand.
//!
//! A library for gradients keeps a new buffer for every step, wants padded shapes for attention and goes over memory a dozen
//! times for a norm: for the blocks of a transformer on Magic it took ten times as long as these.

use crate::math::{NORM_EPSILON, Within, add_scaled, dot, product_within};
use crate::weights::{Layer, Norm, Weights};

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
    let (inputs, outputs) = (layer.weight.rows, layer.weight.cols);
    let (tall, wide) = (Within::rows(inputs), Within::rows(outputs));
    let sums = (&mut gradients[layer.weight], wide);
    product_within((x, tall.transposed()), (back, wide), sums, (inputs, rows, outputs), 1.0, true);
    let bias = &mut gradients[layer.bias];
    back[..rows * outputs].chunks_exact(outputs).for_each(|back| add_scaled(bias, back, 1.0));
    let matrix = (&weights[layer.weight], wide.transposed());
    product_within((back, wide), matrix, (into, tall), (rows, outputs, inputs), 1.0, add);
}

/// Back through a layer norm of each row of `x`: adds to the gradients of scale and shift, and to that of `x`.
pub fn norm((weights, gradients): (&Weights, &mut Weights), norm: Norm, x: &[f32], back: &[f32], into: &mut [f32]) {
    let width = norm.scale.cols;
    let scale = &weights[norm.scale];
    let (mut to_scale, mut to_shift) = (vec![0.0; width], vec![0.0; width]);
    let mut normed = vec![0.0; width];
    let mut scaled = vec![0.0; width];
    for ((x, back), into) in x.chunks_exact(width).zip(back.chunks_exact(width)).zip(into.chunks_exact_mut(width)) {
        let mean = crate::math::sum(x) / width as f32;
        normed.iter_mut().zip(x).for_each(|(normed, x)| *normed = x - mean);
        let factor = 1.0 / (dot(&normed, &normed) / width as f32 + NORM_EPSILON).sqrt();
        normed.iter_mut().for_each(|x| *x *= factor);
        for (((sum, shift), back), normed) in to_scale.iter_mut().zip(&mut to_shift).zip(back).zip(&normed) {
            *sum += back * normed;
            *shift += back;
        }
        scaled.iter_mut().zip(back).zip(scale).for_each(|((out, back), scale)| *out = back * scale);
        let plain = crate::math::sum(&scaled) / width as f32;
        let along = dot(&scaled, &normed) / width as f32;
        for ((into, scaled), normed) in into.iter_mut().zip(&scaled).zip(&normed) {
            *into += factor * (scaled - plain - normed * along);
        }
    }
    add_scaled(&mut gradients[norm.scale], &to_scale, 1.0);
    add_scaled(&mut gradients[norm.shift], &to_shift, 1.0);
}

/// Back through a softmax of rows of `n`: what came out, and its gradient, which becomes that of what went in.
pub fn softmax(out: &[f32], back: &mut [f32], n: usize) {
    for (out, back) in out.chunks_exact(n).zip(back.chunks_exact_mut(n)) {
        let along = dot(out, back);
        back.iter_mut().zip(out).for_each(|(back, out)| *back = (*back - along) * out);
    }
}

/// Back through `max(x, 0)`: what came out, and its gradient.
pub fn relu(out: &[f32], back: &mut [f32]) {
    back.iter_mut().zip(out).for_each(|(back, &out)| *back = if out > 0.0 { *back } else { 0.0 });
}
