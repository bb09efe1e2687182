//! Sets of small numbers as the bits of a word.

/// The places of the bits that are set, ascending: 0 is the lowest bit. Takes words of any size.
///
/// ```
/// use hoyle_core::iter_bits;
///
/// assert!(iter_bits(0b1010_0001u8).eq([0, 5, 7]));
/// assert!(iter_bits(1u128 << 127 | 1 << 64 | 1).eq([0, 64, 127]));
/// ```
#[inline]
pub fn iter_bits(bits: impl Into<u128>) -> impl Iterator<Item = u8> + Clone {
    let bits = bits.into();
    Halves { low: bits as u64, high: (bits >> 64) as u64 }
}

/// 128 bits in two words: arithmetic on both at once is twice the work, and of a shorter word nothing is left of the second.
#[derive(Clone)]
struct Halves {
    low: u64,
    high: u64,
}

impl Iterator for Halves {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.low != 0 {
            let place = self.low.trailing_zeros() as u8;
            self.low &= self.low - 1;
            return Some(place);
        }
        if self.high != 0 {
            let place = self.high.trailing_zeros() as u8;
            self.high &= self.high - 1;
            return Some(64 + place);
        }
        None
    }
}
