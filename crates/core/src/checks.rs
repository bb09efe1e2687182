//! How much debug builds check after every action, and how tests tell what is slow.
//!
//! Every game checks in debug builds what must hold after every action. What is cheap is always checked. What is expensive (that the
//! position can be written and read again as itself, that the accounts balance when the action is played once more) is checked
//! in a sample of positions, and in all of them inside of [`thoroughly`]: the games of the conformance kit, the fuzzer and
//! the soak tests are played there. The switch belongs to a thread, so that tests beside each other do not meet.
//!
//! Release builds check nothing, and never ask.

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

thread_local! {
    static THOROUGH: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside of [`thoroughly`].
#[inline]
pub fn is_thorough() -> bool {
    THOROUGH.get()
}

/// Does something with every check on, in this thread: debug builds check everything in every position, not in a sample.
pub fn thoroughly<R>(work: impl FnOnce() -> R) -> R {
    /// Puts back what was set before, after a panic too.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            THOROUGH.set(self.0);
        }
    }
    let _before = Before(THOROUGH.replace(true));
    work()
}

/// Processor time that this thread has used: the difference of two calls says how long the work between them took, however busy the
/// machine is. Exact to a tick of the kernel (some milliseconds). Where the system does not tell, the time since the first call.
pub fn thread_time() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|line| line.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| FIRST.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_of_its_thread() {
        let before = thread_time();
        while thread_time() < before + Duration::from_millis(20) {
            std::hint::black_box((0..10_000u64).sum::<u64>());
        }
        assert!(thread_time() > before);
    }

    #[test]
    fn the_switch_is_put_back_whatever_happens() {
        assert!(!is_thorough());
        thoroughly(|| {
            assert!(is_thorough());
            thoroughly(|| assert!(is_thorough()));
            assert!(is_thorough(), "an inner one ends, the outer one does not");
            std::thread::scope(|scope| {
                scope.spawn(|| assert!(!is_thorough(), "another thread"));
            });
        });
        assert!(std::panic::catch_unwind(|| thoroughly(|| panic!("on purpose"))).is_err());
        assert!(!is_thorough());
    }
}
