//! Rules and tables that live as long as the program, so that states can point at them for free.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Mutex;

/// A pool of values that are never dropped, found by a key (the fingerprint of a game). Asking again for a key costs no
/// memory. What varies from game to game in large numbers does not belong here but in the state.
pub struct Pool<T: 'static>(Mutex<BTreeMap<u64, &'static T>>);

impl<T> Pool<T> {
    /// An empty pool, for a `static`.
    pub const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The value stored for a key.
    pub fn get(&self, key: u64) -> Option<Interned<T>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get(&key).copied().map(Interned)
    }

    /// The value stored for a key, or else the one that `make` makes, stored from now on.
    pub fn get_or(&self, key: u64, make: impl FnOnce() -> T) -> Interned<T> {
        let mut pool = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Interned(pool.entry(key).or_insert_with(|| Box::leak(Box::new(make()))))
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
