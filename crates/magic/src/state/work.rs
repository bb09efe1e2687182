//! How much one action looks at: what ends an action that would take too long.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The most that one action looks at: steps of effects, and looks through the battlefield for what fits a clause of a filter.
pub(crate) const MAX_WORK: u32 = 2_000_000;

/// What the action under way has looked at so far. It is no part of a position: all are equal, and a copy begins anew. It
/// can be counted where a position is only read.
#[derive(Default)]
pub(crate) struct Work(AtomicU32);

impl Work {
    /// Counts.
    #[inline]
    pub fn add(&self, n: usize) {
        // Nobody else counts: a position is changed by one thread.
        self.0.store(self.0.load(Relaxed).wrapping_add(n as u32), Relaxed);
    }

    /// Whether it was too much.
    #[inline]
    pub fn is_too_much(&self) -> bool {
        self.0.load(Relaxed) > MAX_WORK
    }

    /// An action begins, or something that is no action.
    #[inline]
    pub fn begin(&self) {
        self.0.store(0, Relaxed);
    }
}

/// How many actions led to a position, since its game began or it was read: for the checks of debug builds. No part of a
/// position: all are equal.
#[cfg(debug_assertions)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Plies(pub usize);

#[cfg(debug_assertions)]
impl PartialEq for Plies {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Clone for Work {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Work {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Work")
    }
}
