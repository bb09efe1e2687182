//! The tests of this crate, in one program: it is linked once.

mod bonuses;
mod books;
mod common;
mod conformance;
mod files;
mod heads;
mod knowledge;
mod micro;
mod mutation;
mod observe;
mod probes;
mod rules;
mod soak;
mod strength;
mod tlstyer;
mod tlstyer_trace;
