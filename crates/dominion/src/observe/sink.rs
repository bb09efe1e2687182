//! Where an encoder's numbers go: a dense buffer, or a list of those that are not zero.
//!
//! Written by hand, with the length in a register, no check per number, and no branch on zeros: with a `Vec` for each
//! number an observation took twice as long.

/// The most numbers of an observation that are not zero; a power of two, so that an index is brought into range by a mask.
/// The largest observation has 27 channels of cards per opponent and 40 others, with 17 columns each, and some 400 numbers.
pub(super) const MOST: usize = 4096;

/// Takes numbers by ascending place.
pub(super) trait Sink {
    /// A number that is not zero.
    fn set(&mut self, place: usize, value: f32);
    /// A number that may be zero.
    fn put(&mut self, place: usize, value: f32);
    /// Ones, all at once.
    fn set_all(&mut self, places: &[u32]);
}

/// A buffer that holds zeros and the constants.
pub(super) struct Dense<'a>(pub &'a mut [f32]);

impl Sink for Dense<'_> {
    #[inline(always)]
    fn set(&mut self, place: usize, value: f32) {
        self.0[place] = limited(value);
    }

    #[inline(always)]
    fn put(&mut self, place: usize, value: f32) {
        self.set(place, value);
    }

    #[inline(always)]
    fn set_all(&mut self, places: &[u32]) {
        places.iter().for_each(|&place| self.set(place as usize, 1.0));
    }
}

/// A list.
pub(super) struct List<'a> {
    pub places: &'a mut [u32; MOST],
    pub values: &'a mut [f32; MOST],
    pub len: usize,
}

impl List<'_> {
    /// Limits the values to what fields can take, all at once.
    pub fn limit(&mut self) {
        for value in &mut self.values[..self.len] {
            *value = limited(*value);
        }
    }
}

impl Sink for List<'_> {
    #[inline(always)]
    fn set(&mut self, place: usize, value: f32) {
        self.places[self.len % MOST] = place as u32;
        self.values[self.len % MOST] = value;
        self.len += 1;
    }

    /// A zero is written too and then overwritten: that costs less than to find out.
    #[inline(always)]
    fn put(&mut self, place: usize, value: f32) {
        self.places[self.len % MOST] = place as u32;
        self.values[self.len % MOST] = value;
        // Neither 0 nor -0.
        self.len += usize::from(value.to_bits() << 1 != 0);
    }

    #[inline(always)]
    fn set_all(&mut self, places: &[u32]) {
        let range = self.len..self.len + places.len();
        self.places[range.clone()].copy_from_slice(places);
        self.values[range].fill(1.0);
        self.len += places.len();
    }
}

/// A value within -1 and 1. No value is NaN; comparing like this becomes two instructions.
#[inline(always)]
fn limited(value: f32) -> f32 {
    let value = if value > 1.0 { 1.0 } else { value };
    if value < -1.0 { -1.0 } else { value }
}
