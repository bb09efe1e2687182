//! The tests of this crate, in one program: it is linked once.

mod answers;
mod fairness;
mod toys;
mod why;
