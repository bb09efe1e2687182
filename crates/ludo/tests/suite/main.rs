//! The tests of this crate, in one program: it is linked once.

mod bots;
mod conformance;
mod ludopy;
mod mutation;
mod observe;
mod probes;
mod rules;
mod strength;
