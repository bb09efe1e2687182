//! Work split among threads.

use std::panic::resume_unwind;
use std::thread::{ScopedJoinHandle, scope};

/// What each of `threads` threads makes, in their order; the first is the one that asks. A panic of a thread goes on here.
pub fn on_threads<T: Send>(threads: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let job = &job;
    scope(|scope| {
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || job(thread))).collect();
        let first = job(0);
        std::iter::once(first).chain(others.into_iter().map(join)).collect()
    })
}

/// What a thread made. Its panic goes on here.
pub fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}
