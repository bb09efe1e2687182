//! Kernels of play and training: matrix products by the kernel of `gemm-f32`, and the little functions around them.
//!
//! The program is built for older processors too. Loops over many numbers run within [`with_simd`], which has them compiled for
//! the vectors of this one; what such loops call is always inlined, or it would stay as it is.

use crate::weights::{Layer, Norm, Slot, Weights};

/// What is added below the root of a layer norm; as in PyTorch.
pub const NORM_EPSILON: f32 = 1e-5;

/// Does some work with the widest vectors that the processor has. No result depends on it: nothing is added up in another
/// order.
#[inline(always)]
pub fn with_simd<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// A matrix within a slice: the number in row `r` and column `c` stands at index `r * row_stride + c * col_stride`.
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a> {
    numbers: &'a [f32],
    rows: usize,
    cols: usize,
    row_stride: usize,
    col_stride: usize,
}

impl<'a> Strided<'a> {
    /// Row by row, without gaps.
    pub fn dense(numbers: &'a [f32], rows: usize, cols: usize) -> Self {
        Self::spaced(numbers, rows, cols, cols)
    }

    /// Row by row, the rows `stride` apart: some columns of a wider matrix.
    pub fn spaced(numbers: &'a [f32], rows: usize, cols: usize, stride: usize) -> Self {
        Self { numbers, rows, cols, row_stride: stride, col_stride: 1 }
    }

    /// The transpose.
    pub fn transposed(self) -> Self {
        let Self { numbers, rows, cols, row_stride, col_stride } = self;
        Self { numbers, rows: cols, cols: rows, row_stride: col_stride, col_stride: row_stride }
    }
}

/// A matrix within a slice to be written to, row by row, the rows `stride` apart.
#[derive(Debug)]
pub struct StridedMut<'a> {
    numbers: &'a mut [f32],
    rows: usize,
    cols: usize,
    stride: usize,
}

impl<'a> StridedMut<'a> {
    /// Row by row, without gaps.
    pub fn dense(numbers: &'a mut [f32], rows: usize, cols: usize) -> Self {
        Self::spaced(numbers, rows, cols, cols)
    }

    /// Row by row, the rows `stride` apart: some columns of a wider matrix.
    pub fn spaced(numbers: &'a mut [f32], rows: usize, cols: usize, stride: usize) -> Self {
        Self { numbers, rows, cols, stride }
    }
}

/// Whether a matrix of this size lies within a slice of this length.
const fn fits(rows: usize, cols: usize, row_stride: usize, col_stride: usize, len: usize) -> bool {
    rows == 0 || cols == 0 || (rows - 1) * row_stride + (cols - 1) * col_stride < len
}

/// What happens to the numbers that stand where a product is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// They are replaced.
    Over,
    /// The product is added to them.
    Add,
}

/// `out = factor * a b`, or `out += factor * a b`.
///
/// # Panics
/// If the shapes do not fit each other, a slice is too short, or rows of `out` overlap.
#[allow(unsafe_code)]
pub fn product(a: Strided<'_>, b: Strided<'_>, out: StridedMut<'_>, factor: f32, write: Write) {
    let (m, k, n) = (a.rows, a.cols, b.cols);
    assert!(b.rows == k && (out.rows, out.cols) == (m, n), "matrices of other shapes");
    let lies_within = |x: &Strided<'_>| fits(x.rows, x.cols, x.row_stride, x.col_stride, x.numbers.len());
    assert!(lies_within(&a) && lies_within(&b), "a matrix is too short");
    assert!(fits(m, n, out.stride, 1, out.numbers.len()), "a matrix is too short");
    assert!(out.stride >= n, "rows overlap");
    if m == 0 || n == 0 {
        return;
    }
    let (rows, cols) = (out.stride as isize, 1);
    let strides = |x: &Strided<'_>| (x.row_stride as isize, x.col_stride as isize);
    let [(a_row, a_col), (b_row, b_col)] = [strides(&a), strides(&b)];
    let (out, a, b) = (out.numbers.as_mut_ptr(), a.numbers.as_ptr(), b.numbers.as_ptr());
    let (none, add) = (gemm_common::Parallelism::None, write == Write::Add);
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

/// `out = x W` or `out += x W`, for as many rows as `out` has.
pub fn times(weights: &Weights, matrix: Slot, x: &[f32], out: &mut [f32], write: Write) {
    let rows = out.len().checked_div(matrix.cols).unwrap_or(0);
    let x = Strided::dense(x, rows, matrix.rows);
    let weight = Strided::dense(&weights[matrix], matrix.rows, matrix.cols);
    product(x, weight, StridedMut::dense(out, rows, matrix.cols), 1.0, write);
}

/// A layer: `out = x W + b`, for as many rows as `out` has.
pub fn layer(weights: &Weights, layer: Layer, x: &[f32], out: &mut [f32]) {
    let bias = &weights[layer.bias];
    out.chunks_exact_mut(bias.len().max(1)).for_each(|row| row.copy_from_slice(bias));
    times(weights, layer.weight, x, out, Write::Add);
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
        let (second, across) = (Strided::spaced(&a[1..], 2, 1, 3), Strided::dense(&b, 2, 1).transposed());
        product(second, across, StridedMut::spaced(&mut out, 2, 2, 3), 0.5, Write::Add);
        assert_eq!(out, [11.0, 21.0, 1.0, 26.0, 51.0]);
    }
}
