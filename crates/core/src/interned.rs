//! Rules and tables that live as long as the program, so that states can point at them for free.

use std::fmt;
use std::ops::Deref;
use std::sync::Mutex;

/// A pool of values that are never dropped. Equal values are stored once, so asking again costs no memory.
pub struct Pool<T: 'static>(Mutex<Vec<&'static T>>);

impl<T> Pool<T> {
    /// An empty pool, for a `static`.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The stored value for which `same` holds, or else the one that `make` makes, stored from now on.
    pub fn find_or(&self, same: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> Interned<T> {
        let mut pool = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) = pool.iter().find(|value| same(value)) {
            return Interned(found);
        }
        let stored: &'static T = Box::leak(Box::new(make()));
        pool.push(stored);
        Interned(stored)
    }
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A pointer into a [`Pool`]: copied for free, compared by address.
///
/// A counted pointer in a state would cost more than the whole clone and keep threads from scaling.
pub struct Interned<T: 'static>(&'static T);

impl<T> Interned<T> {
    /// The value, for the rest of the program.
    #[inline]
    pub fn get(self) -> &'static T {
        self.0
    }
}

impl<T> Clone for Interned<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Interned<T> {}

impl<T> Deref for Interned<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.0
    }
}

impl<T> PartialEq for Interned<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Eq for Interned<T> {}

impl<T> fmt::Debug for Interned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<rules>")
    }
}
