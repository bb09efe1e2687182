//! A stack of fixed capacity that is copied as bytes.
//!
//! Written by hand because `ArrayVec` clones its items one by one: with two of them per player a position took 380 ns to
//! clone, with this it takes a tenth.

use std::ops::{Deref, DerefMut};

/// At most `N` items, the top last.
#[derive(Clone, Copy)]
pub struct Stack<T: Copy, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// An empty stack; `filler` stands in the places that are not used.
    pub const fn new(filler: T) -> Self {
        assert!(N <= u8::MAX as usize, "the length is a byte");
        Self { items: [filler; N], len: 0 }
    }

    /// Puts an item on top.
    ///
    /// # Panics
    /// If the stack is full.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[self.len as usize] = item;
        self.len += 1;
    }

    /// Takes the top item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let item = self.last().copied()?;
        self.len -= 1;
        Some(item)
    }

    /// Takes the lowest item.
    pub fn remove_lowest(&mut self) -> Option<T> {
        let item = self.first().copied()?;
        self.items.copy_within(1..self.len as usize, 0);
        self.len -= 1;
        Some(item)
    }

    /// Whether there is nothing.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether nothing more fits.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len as usize == N
    }

    /// Takes everything away.
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

/// What is above the top is not told: it was there once.
impl<T: Copy + std::fmt::Debug, const N: usize> std::fmt::Debug for Stack<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

/// What is above the top does not count.
impl<T: Copy + PartialEq, const N: usize> PartialEq for Stack<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
