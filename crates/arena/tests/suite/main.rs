//! The tests of this crate, in one program: it is linked once.

mod limits;
mod luck;
mod matches;
mod mirror;
mod resume;
mod watching;
