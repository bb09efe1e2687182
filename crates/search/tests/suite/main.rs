//! The tests of this crate, in one program: it is linked once.

mod answers;
mod beliefs;
mod fairness;
mod mode;
mod probes;
mod prune;
mod toys;
mod why;
