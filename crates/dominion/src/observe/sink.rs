//! Where an encoder's numbers go: a dense buffer, or a list of those that are not zero.

/// The most numbers of an observation that are not zero; a power of two, so that an index is brought into range by a mask.
/// The largest observation has 27 channels of cards per opponent and 40 others, with 17 columns each, and some 400 numbers.
pub(super) const MOST: usize = 4096;

/// Takes numbers by ascending place. A zero may be left out.
pub(super) trait Sink {
    fn put(&mut self, place: usize, value: f32);
}

/// A buffer that holds zeros and the constants.
pub(super) struct Dense<'a>(pub &'a mut [f32]);

impl Sink for Dense<'_> {
    #[inline]
    fn put(&mut self, place: usize, value: f32) {
        self.0[place] = value.clamp(-1.0, 1.0);
    }
}

/// A list. `LIMIT`: values are limited to what fields can take.
pub(super) struct List<'a, const LIMIT: bool> {
    pub places: &'a mut [u32; MOST],
    pub values: &'a mut [f32; MOST],
    pub len: usize,
}

impl<const LIMIT: bool> Sink for List<'_, LIMIT> {
    /// A zero is written too and then overwritten: without a branch it costs less than to find out.
    #[inline]
    fn put(&mut self, place: usize, value: f32) {
        let value = if LIMIT { value.clamp(-1.0, 1.0) } else { value };
        self.places[self.len % MOST] = place as u32;
        self.values[self.len % MOST] = value;
        self.len += usize::from(value != 0.0);
    }
}
