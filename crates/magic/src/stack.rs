//! A list of fixed capacity that is copied as bytes: what a position is made of.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// At most `N` items.
#[derive(Clone, Copy)]
pub struct Stack<T: Copy, const N: usize> {
    items: [T; N],
    len: u16,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// An empty list; `filler` stands in the places that are not used.
    pub const fn new(filler: T) -> Self {
        Self { items: [filler; N], len: 0 }
    }

    /// Adds an item at the end; false if there is no room.
    #[inline]
    pub fn push(&mut self, item: T) -> bool {
        if (self.len as usize) < N {
            self.items[self.len as usize] = item;
            self.len += 1;
            return true;
        }
        false
    }

    /// Takes the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let item = self.last().copied()?;
        self.len -= 1;
        Some(item)
    }

    /// Takes the item at a place; those behind it move up.
    #[inline]
    pub fn remove(&mut self, at: usize) -> T {
        let item = self.items[at];
        self.items.copy_within(at + 1..self.len as usize, at);
        self.len -= 1;
        item
    }

    /// Puts an item at a place; those behind it move down. False if there is no room.
    #[inline]
    pub fn insert(&mut self, at: usize, item: T) -> bool {
        if self.is_full() {
            return false;
        }
        self.items.copy_within(at..self.len as usize, at + 1);
        self.items[at] = item;
        self.len += 1;
        true
    }

    /// Whether nothing more fits.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len as usize == N
    }

    /// Takes everything away.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Copy, const N: usize> Deref for Stack<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T: Copy, const N: usize> DerefMut for Stack<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

/// What is above the end is not shown: it may be what a determinization has replaced.
impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for Stack<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What is above the end does not count.
impl<T: Copy + PartialEq, const N: usize> PartialEq for Stack<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

/// The places of the one bits, lowest first. In two halves: 128-bit arithmetic is twice the work.
#[derive(Clone, Copy)]
pub struct Bits {
    low: u64,
    high: u64,
}

/// The places of the one bits of a set.
#[expect(non_snake_case, reason = "reads like the type that it makes")]
#[inline]
pub fn Bits(set: u128) -> Bits {
    Bits { low: set as u64, high: (set >> 64) as u64 }
}

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.low != 0 {
            let bit = self.low.trailing_zeros() as u8;
            self.low &= self.low - 1;
            return Some(bit);
        }
        if self.high != 0 {
            let bit = self.high.trailing_zeros() as u8;
            self.high &= self.high - 1;
            return Some(64 + bit);
        }
        None
    }
}

/// A set with one member.
#[inline]
pub fn bit(slot: u8) -> u128 {
    1u128 << (slot & 127)
}
