//! Observations that are mostly zeros, as lists of what is not.
//!
//! A large tensor is mostly zero, and part of the rest never changes during a game. So a layout can give its constants
//! once ([`Layout::constants`]), and a position lists only the other numbers that are not zero:
//! dense = constants + list. A [`DenseRow`] keeps a dense buffer up to date by writing only where
//! something was or is.

use crate::{Layout, LayoutId, Seat, State};

/// The numbers of an observation that are neither zero nor constant, by ascending index.
///
/// Places and values are two arrays, so that a network's gather or NumPy reads them without copying.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    /// The first `len` count; the rest is room that is not cleared for each observation.
    indices: Vec<u32>,
    values: Vec<f32>,
    len: usize,
}

impl Sparse {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Where the numbers stand, ascending.
    #[inline]
    pub fn indices(&self) -> &[u32] {
        &self.indices[..self.len]
    }

    /// The numbers.
    #[inline]
    pub fn values(&self) -> &[f32] {
        &self.values[..self.len]
    }

    /// Each index with its number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.indices().iter().zip(self.values()).map(|(&index, &value)| (index as usize, value))
    }

    /// Takes everything away.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a number behind the last one. A zero is left out.
    #[inline]
    pub fn push(&mut self, index: usize, value: f32) {
        if value != 0.0 {
            debug_assert!(self.indices().last().is_none_or(|&last| (last as usize) < index), "indices ascend");
            self.indices.truncate(self.len);
            self.values.truncate(self.len);
            self.indices.push(index as u32);
            self.values.push(value);
            self.len += 1;
        }
    }

    /// Replaces the list by up to `N` numbers that `write` puts into two arrays, answering how many there are: for
    /// encoders that are called so often that a check per number would show.
    #[inline]
    pub fn fill<const N: usize>(&mut self, write: impl FnOnce(&mut [u32; N], &mut [f32; N]) -> usize) {
        if self.indices.len() < N {
            self.indices.resize(N, 0);
            self.values.resize(N, 0.0);
        }
        let indices = (&mut self.indices[..N]).try_into().expect("N indices");
        let values = (&mut self.values[..N]).try_into().expect("N values");
        self.len = write(indices, values).min(N);
    }

    /// Becomes a copy of another list, without the room that it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.indices.clear();
        self.indices.extend_from_slice(other.indices());
        self.values.clear();
        self.values.extend_from_slice(other.values());
        self.len = other.len;
    }

    /// Replaces the list by what a dense observation holds beside the layout's constants.
    pub fn read(&mut self, layout: &Layout, dense: &[f32]) {
        self.clear();
        let mut constants = layout.constants().iter().peekable();
        for (index, &value) in dense.iter().enumerate() {
            if constants.next_if(|(constant, _)| *constant as usize == index).is_none() {
                self.push(index, value);
            }
        }
    }

    /// Writes the observation that this is the list of: zeros, the layout's constants, and the numbers of the list.
    ///
    /// # Panics
    /// If the buffer is shorter than the layout.
    pub fn write(&self, layout: &Layout, dense: &mut [f32]) {
        layout.write_constants(dense);
        self.iter().for_each(|(index, value)| dense[index] = value);
    }

    /// Turns a dense buffer that shows `self` into one that shows `next`: what was there is cleared and what is there now is
    /// written, and the rest is left alone. To compare the two lists and to write only what differs was measured too: it
    /// takes twice as long, because half of a list differs from one decision to the next.
    pub fn update_dense(&self, next: &Self, dense: &mut [f32]) {
        self.indices().iter().for_each(|&index| dense[index as usize] = 0.0);
        next.iter().for_each(|(index, value)| dense[index] = value);
    }
}

/// What is beyond the length does not count.
impl PartialEq for Sparse {
    fn eq(&self, other: &Self) -> bool {
        self.indices() == other.indices() && self.values() == other.values()
    }
}

/// A dense observation that is kept up to date in place.
///
/// ```
/// use hoyle_core::testing::kuhn::Kuhn;
/// use hoyle_core::prelude::*;
/// use hoyle_core::{DenseRow, LayoutId, Rng, Seat};
///
/// let mut state = Kuhn::new(Kuhn::preset("standard").unwrap())?.start();
/// let mut canvas = DenseRow::new();
/// state.roll(&mut Rng::new(1));
/// canvas.show(&state, Seat(0), LayoutId(0));
/// let mut fresh = vec![0.0; canvas.dense().len()];
/// state.observe(Seat(0), LayoutId(0), &mut fresh);
/// assert_eq!(canvas.dense(), fresh);
/// # Ok::<(), hoyle_core::InvalidOption>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DenseRow {
    dense: Vec<f32>,
    layout: Option<&'static Layout>,
    shown: Sparse,
    next: Sparse,
}

impl DenseRow {
    /// An empty canvas.
    pub fn new() -> Self {
        Self::default()
    }

    /// Shows what a seat sees. Only what was not zero or is not zero is written; a change of game or layout writes all.
    pub fn show<S: State>(&mut self, state: &S, seat: Seat, layout: LayoutId) {
        let wanted = state.spec().layout(layout);
        if !self.layout.is_some_and(|layout| std::ptr::eq(layout, wanted)) {
            self.layout = Some(wanted);
            self.dense.clear();
            self.dense.resize(wanted.len(), 0.0);
            wanted.write_constants(&mut self.dense);
            self.shown.clear();
        }
        state.observe_sparse(seat, layout, &mut self.next);
        self.shown.update_dense(&self.next, &mut self.dense);
        std::mem::swap(&mut self.shown, &mut self.next);
    }

    /// The observation.
    pub fn dense(&self) -> &[f32] {
        &self.dense
    }

    /// The same as a list.
    pub fn sparse(&self) -> &Sparse {
        &self.shown
    }
}

/// Many lists in one buffer: row `i` is `starts[i]..starts[i + 1]` of indices and values, as in a compressed sparse matrix.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseRows {
    /// Where each row begins, and after the last where it ends.
    pub starts: Vec<u32>,
    /// Where the numbers stand in their row.
    pub indices: Vec<u32>,
    /// The numbers.
    pub values: Vec<f32>,
}

impl SparseRows {
    /// No rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes all rows away.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.indices.clear();
        self.values.clear();
        self.starts.push(0);
    }

    /// Adds a row.
    pub fn push(&mut self, row: &Sparse) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.indices.extend_from_slice(row.indices());
        self.values.extend_from_slice(row.values());
        self.starts.push(self.indices.len() as u32);
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices and values of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, i: usize) -> (&[u32], &[f32]) {
        let range = self.starts[i] as usize..self.starts[i + 1] as usize;
        (&self.indices[range.clone()], &self.values[range])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(numbers: &[(usize, f32)]) -> Sparse {
        let mut sparse = Sparse::new();
        numbers.iter().for_each(|&(index, value)| sparse.push(index, value));
        sparse
    }

    fn layout() -> Layout {
        let layout = Layout::build("demo", 1).field("all", &[40], -1.0..=1.0, "").finish(&[40]);
        layout.sparse(vec![(3, 0.5), (7, -1.0)])
    }

    #[test]
    fn dense_is_constants_and_list() {
        let sparse = list(&[(0, 1.0), (5, 0.25), (39, -0.5)]);
        let mut dense = [f32::NAN; 40];
        sparse.write(&layout(), &mut dense);
        assert_eq!((dense[0], dense[3], dense[7], dense[39], dense[20]), (1.0, 0.5, -1.0, -0.5, 0.0));
        let mut again = Sparse::new();
        again.read(&layout(), &dense);
        assert_eq!(again, sparse);
    }

    #[test]
    fn rows_keep_apart() {
        let mut rows = SparseRows::new();
        rows.push(&list(&[(1, 1.0), (2, 2.0)]));
        rows.push(&list(&[]));
        rows.push(&list(&[(9, 0.5)]));
        assert_eq!(rows.len(), 3);
        assert_eq!(rows.row(0), (&[1, 2][..], &[1.0, 2.0][..]));
        assert!(rows.row(1).0.is_empty());
        assert_eq!(rows.row(2), (&[9][..], &[0.5][..]));
    }

    proptest! {
        #[test]
        fn repainting_gives_the_other(
            a in proptest::collection::btree_map(8usize..40, -3i8..=3, 0..20),
            b in proptest::collection::btree_map(8usize..40, -3i8..=3, 0..20),
        ) {
            let of = |map: &std::collections::BTreeMap<usize, i8>| {
                list(&map.iter().map(|(&index, &value)| (index, f32::from(value))).collect::<Vec<_>>())
            };
            let (a, b) = (of(&a), of(&b));
            let (mut dense, mut wanted) = ([0.0; 40], [0.0; 40]);
            a.write(&layout(), &mut dense);
            b.write(&layout(), &mut wanted);
            a.update_dense(&b, &mut dense);
            prop_assert_eq!(dense, wanted);
        }
    }
}
