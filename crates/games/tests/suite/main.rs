//! The tests of this crate, in one program: it is linked once.

mod evaluator;
mod luck;
mod mirror;
mod positions;
mod redaction;
mod tables;
mod unchanged;
