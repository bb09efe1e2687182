//! Sets of small numbers as the bits of a word.

/// The places of the bits that are set, ascending: 0 is the lowest bit.
///
/// ```
/// assert!(hoyle_core::iter_bits(0b1010_0001).eq([0, 5, 7]));
/// ```
#[inline]
pub fn iter_bits(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let place = bits.trailing_zeros() as u8;
        bits &= bits - 1;
        Some(place)
    })
}

/// [`iter_bits`] of a word twice as long: places 0-127.
///
/// ```
/// assert!(hoyle_core::iter_bits_u128(1 << 127 | 1 << 64 | 1).eq([0, 64, 127]));
/// ```
#[inline]
pub fn iter_bits_u128(mut bits: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let place = bits.trailing_zeros() as u8;
        bits &= bits - 1;
        Some(place)
    })
}
