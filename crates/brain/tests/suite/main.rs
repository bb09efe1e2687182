//! The tests of this crate, in one program: it is linked once.

mod beliefs;
mod learning;
mod models;
mod networks;
