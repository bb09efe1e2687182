//! Kernels of inference: matrix products by the `gemm` crate, and the little functions around them.

use crate::weights::{Layer, Norm, Weights};

/// What is added below the root of a layer norm; as in PyTorch.
pub const NORM_EPSILON: f32 = 1e-5;

/// `out = a b (+ out)` for matrices in row order: `a` has `m` rows of `k`, `b` has `k` rows of `n`. With `leap` the rows of
/// `out` stand that far apart.
///
/// # Panics
/// If a slice is too short.
#[allow(unsafe_code)]
pub fn product(a: &[f32], b: &[f32], out: &mut [f32], (m, k, n): (usize, usize, usize), add: bool) {
    assert!(a.len() >= m * k && b.len() >= k * n && out.len() >= m * n, "a matrix is too short");
    if m == 0 || n == 0 {
        return;
    }
    let (k, n) = (k as isize, n as isize);
    // SAFETY: all three matrices are dense, in row order, and were checked to lie within their slices; `out` is borrowed
    // mutably and so overlaps neither.
    unsafe {
        gemm::gemm(
            m,
            n as usize,
            k as usize,
            out.as_mut_ptr(),
            1,
            n,
            add,
            a.as_ptr(),
            1,
            k,
            b.as_ptr(),
            1,
            n,
            1.0,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

/// `out = a b^T` for matrices in row order: `a` has `m` rows of `k`, `b` has `n` rows of `k`.
///
/// # Panics
/// If a slice is too short.
#[allow(unsafe_code)]
pub fn product_transposed(a: &[f32], b: &[f32], out: &mut [f32], (m, k, n): (usize, usize, usize)) {
    assert!(a.len() >= m * k && b.len() >= k * n && out.len() >= m * n, "a matrix is too short");
    if m == 0 || n == 0 {
        return;
    }
    // SAFETY: as in `product`.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            out.as_mut_ptr(),
            1,
            n as isize,
            false,
            a.as_ptr(),
            1,
            k as isize,
            b.as_ptr(),
            k as isize,
            1,
            1.0,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

/// A layer: `out = x W + b` for `rows` rows.
pub fn layer(weights: &Weights, layer: Layer, x: &[f32], out: &mut [f32], rows: usize) {
    let (inputs, outputs) = (layer.weight.rows, layer.weight.cols);
    let bias = &weights[layer.bias];
    out[..rows * outputs].chunks_exact_mut(outputs).for_each(|row| row.copy_from_slice(bias));
    product(x, &weights[layer.weight], out, (rows, inputs, outputs), true);
}

/// `max(x, 0)` in place.
pub fn relu(x: &mut [f32]) {
    x.iter_mut().for_each(|x| *x = x.max(0.0));
}

/// A layer norm of each row.
pub fn norm(weights: &Weights, norm: Norm, x: &[f32], out: &mut [f32]) {
    let width = norm.scale.cols;
    let (scale, shift) = (&weights[norm.scale], &weights[norm.shift]);
    for (row, out) in x.chunks_exact(width).zip(out.chunks_exact_mut(width)) {
        let mean = row.iter().sum::<f32>() / width as f32;
        let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / width as f32;
        let factor = 1.0 / (variance + NORM_EPSILON).sqrt();
        for (((out, x), scale), shift) in out.iter_mut().zip(row).zip(scale).zip(shift) {
            *out = (x - mean) * factor * scale + shift;
        }
    }
}

/// Numbers that add up to 1, in place.
pub fn softmax(x: &mut [f32]) {
    let most = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for x in x.iter_mut() {
        *x = (*x - most).exp();
        sum += *x;
    }
    x.iter_mut().for_each(|x| *x /= sum);
}

/// `out += factor * row`.
#[inline]
pub fn add_scaled(out: &mut [f32], row: &[f32], factor: f32) {
    out.iter_mut().zip(row).for_each(|(out, x)| *out += factor * x);
}
