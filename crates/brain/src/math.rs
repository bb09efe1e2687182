//! Kernels of inference: matrix products by the `gemm` crate, and the little functions around them.
//!
//! The program is built for older processors too. Loops over many numbers run within [`with_simd`], which has them compiled for
//! the vectors of this one; what such loops call is always inlined, or it would stay as it is.

use crate::weights::{Layer, Norm, Weights};

/// What is added below the root of a layer norm; as in PyTorch.
pub const NORM_EPSILON: f32 = 1e-5;

/// Does some work with the widest vectors that the processor has. No result depends on it: nothing is added up in another
/// order.
#[inline(always)]
pub fn with_simd<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// The strides of a matrix within a slice: the number in row `r` and column `c` stands at index `r * row + c * col`.
#[derive(Clone, Copy, Debug)]
pub struct Strides {
    /// The distance from a row to the next, in numbers.
    pub row: usize,
    /// The distance from a column to the next, in numbers.
    pub col: usize,
}

impl Strides {
    /// Dense, in row order, with rows of this length.
    pub const fn rows(len: usize) -> Self {
        Self { row: len, col: 1 }
    }

    /// The transpose.
    pub const fn transposed(self) -> Self {
        Self { row: self.col, col: self.row }
    }

    /// Whether a matrix of this size lies within a slice of this length.
    const fn fits(self, rows: usize, cols: usize, len: usize) -> bool {
        rows == 0 || cols == 0 || (rows - 1) * self.row + (cols - 1) * self.col < len
    }
}

/// `out = factor * a b (+ out)` for matrices anywhere: `a` has `m` rows of `k`, `b` has `k` rows of `n`.
///
/// # Panics
/// If a slice is too short, or if rows of `out` overlap.
#[allow(unsafe_code)]
pub fn product_within(
    (a, place_a): (&[f32], Strides),
    (b, place_b): (&[f32], Strides),
    (out, place_out): (&mut [f32], Strides),
    (m, k, n): (usize, usize, usize),
    factor: f32,
    add: bool,
) {
    assert!(place_a.fits(m, k, a.len()) && place_b.fits(k, n, b.len()), "a matrix is too short");
    assert!(place_out.fits(m, n, out.len()), "a matrix is too short");
    assert!(place_out.col == 1 && place_out.row >= n, "rows overlap");
    if m == 0 || n == 0 {
        return;
    }
    let (rows, cols) = (place_out.row as isize, place_out.col as isize);
    let [(a_row, a_col), (b_row, b_col)] = [place_a, place_b].map(|place| (place.row as isize, place.col as isize));
    let (out, a, b) = (out.as_mut_ptr(), a.as_ptr(), b.as_ptr());
    let none = gemm_common::Parallelism::None;
    let kernel = gemm_f32::gemm::f32::get_gemm_fn();
    // SAFETY: all three matrices were checked to lie within their slices; `out` is borrowed mutably and so overlaps neither,
    // and no two of its numbers stand at one place.
    unsafe {
        if cols < rows {
            // The kernel writes columns: `out^T = b^T a^T`.
            kernel(
                n, m, k, out, rows, cols, add, b, b_row, b_col, a, a_row, a_col, 1.0, factor, false, false, false, none,
            );
        } else {
            kernel(
                m, n, k, out, cols, rows, add, a, a_col, a_row, b, b_col, b_row, 1.0, factor, false, false, false, none,
            );
        }
    }
}

/// `out = a b (+ out)` for matrices in row order: `a` has `m` rows of `k`, `b` has `k` rows of `n`.
///
/// # Panics
/// If a slice is too short.
pub fn product(a: &[f32], b: &[f32], out: &mut [f32], (m, k, n): (usize, usize, usize), add: bool) {
    let (places_k, places_n) = (Strides::rows(k), Strides::rows(n));
    product_within((a, places_k), (b, places_n), (out, places_n), (m, k, n), 1.0, add);
}

/// `out = a b^T` for matrices in row order: `a` has `m` rows of `k`, `b` has `n` rows of `k`.
///
/// # Panics
/// If a slice is too short.
pub fn product_transposed(a: &[f32], b: &[f32], out: &mut [f32], (m, k, n): (usize, usize, usize)) {
    let places = Strides::rows(k);
    product_within((a, places), (b, places.transposed()), (out, Strides::rows(n)), (m, k, n), 1.0, false);
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
    with_simd(|| x.iter_mut().for_each(|x| *x = x.max(0.0)));
}

/// How many numbers are added up side by side. One sum after the other would wait for each addition.
const LANES: usize = 8;

/// Adds up in lanes, then the lanes: `add` is given a sum and the next number.
#[inline(always)]
fn in_lanes(x: &[f32], add: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [0.0; LANES];
    let mut chunks = x.chunks_exact(LANES);
    for chunk in &mut chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, &x)| *lane = add(*lane, x));
    }
    lanes.iter_mut().zip(chunks.remainder()).for_each(|(lane, &x)| *lane = add(*lane, x));
    lanes.iter().sum()
}

/// All added up.
#[inline(always)]
pub fn sum(x: &[f32]) -> f32 {
    in_lanes(x, |sum, x| sum + x)
}

/// The products of pairs, added up.
#[inline(always)]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let (mut ones, mut others) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (ones, others) in (&mut ones).zip(&mut others) {
        lanes.iter_mut().zip(ones).zip(others).for_each(|((lane, a), b)| *lane += a * b);
    }
    let rest = lanes.iter_mut().zip(ones.remainder()).zip(others.remainder());
    rest.for_each(|((lane, a), b)| *lane += a * b);
    lanes.iter().sum()
}

/// The largest number, in lanes.
#[inline(always)]
fn largest(x: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let mut chunks = x.chunks_exact(LANES);
    for chunk in &mut chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, &x)| *lane = larger(*lane, x));
    }
    lanes.into_iter().chain(chunks.remainder().iter().copied()).fold(f32::NEG_INFINITY, larger)
}

/// A layer norm of each row.
pub fn norm(weights: &Weights, norm: Norm, x: &[f32], out: &mut [f32]) {
    let width = norm.scale.cols;
    let (scale, shift) = (&weights[norm.scale], &weights[norm.shift]);
    with_simd(|| {
        for (row, out) in x.chunks_exact(width).zip(out.chunks_exact_mut(width)) {
            norm_row(row, scale, shift, out);
        }
    });
}

#[inline(always)]
fn norm_row(row: &[f32], scale: &[f32], shift: &[f32], out: &mut [f32]) {
    let width = row.len() as f32;
    let mean = sum(row) / width;
    let variance = in_lanes(row, |sum, x| sum + (x - mean) * (x - mean)) / width;
    let factor = 1.0 / (variance + NORM_EPSILON).sqrt();
    for (((out, x), scale), shift) in out.iter_mut().zip(row).zip(scale).zip(shift) {
        *out = (x - mean) * factor * scale + shift;
    }
}

/// `e^x` for numbers up to 0, to a few units in the last place. Without branches or calls, so that several are done at once;
/// the library's takes one at a time, and attention asks for one for each pair of entities, head and layer.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    // Adding this rounds to whole numbers, which then stand in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts, the first with few bits, so that its multiples are exact.
    const HIGH: f32 = 0.693_359_4;
    const LOW: f32 = -2.121_944_4e-4;
    let x = x.max(-87.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let whole = rounded - ROUND;
    let rest = x - whole * HIGH - whole * LOW;
    // The series, in pairs: |rest| is at most half of ln 2.
    let square = rest * rest;
    let low = 1.0 + rest + square * (0.5 + rest * (1.0 / 6.0));
    let high = 1.0 / 24.0 + rest * (1.0 / 120.0) + square * (1.0 / 720.0 + rest * (1.0 / 5040.0));
    let power = rounded.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23;
    (low + square * square * high) * f32::from_bits(power)
}

/// Numbers that add up to 1, in place.
#[inline(always)]
pub fn softmax(x: &mut [f32]) {
    let most = largest(x);
    x.iter_mut().for_each(|x| *x = exp(*x - most));
    let factor = 1.0 / sum(x);
    x.iter_mut().for_each(|x| *x *= factor);
}

/// Logarithms of what [`softmax`] gives, in place.
pub fn log_softmax(x: &mut [f32]) {
    let most = largest(x);
    let sum = most + x.iter().map(|x| (x - most).exp()).sum::<f32>().ln();
    x.iter_mut().for_each(|x| *x -= sum);
}

/// `out += factor * row`.
#[inline(always)]
pub fn add_scaled(out: &mut [f32], row: &[f32], factor: f32) {
    out.iter_mut().zip(row).for_each(|(out, x)| *out += factor * x);
}

/// A part of a buffer of at least this length; it grows, and never shrinks.
pub fn grow(buffer: &mut Vec<f32>, len: usize) -> &mut [f32] {
    if buffer.len() < len {
        buffer.resize(len, 0.0);
    }
    &mut buffer[..len]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_exact_to_six_digits() {
        for n in 0..=870_000 {
            let x = -(n as f32) * 1e-4;
            let (fast, exact) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((fast / exact - 1.0).abs() < 3e-7, "{x}: {fast} {exact}");
        }
        assert!(exp(-1e9) < 1e-37);
        assert_eq!(exp(0.0), 1.0);
    }

    #[test]
    fn a_product_of_parts() {
        // The second columns of two rows of three, times a transposed row.
        let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [10.0, 20.0]);
        let mut out = [1.0; 5];
        let down = Strides::rows(3);
        product_within((&a[1..], down), (&b, Strides::rows(1).transposed()), (&mut out, down), (2, 1, 2), 0.5, true);
        assert_eq!(out, [11.0, 21.0, 1.0, 26.0, 51.0]);
    }
}
