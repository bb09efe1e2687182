//! The tests of this crate, in one program: it is linked once.

mod door;
mod luck;
mod mirror;
mod redaction;
mod shelf;
mod unchanged;
