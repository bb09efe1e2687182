//! The tests of this crate, in one program: it is linked once.

mod actions;
mod bounds;
mod cards;
mod conformance;
mod fuzz;
mod info;
mod redeal;
mod scenarios;
mod soak;
mod strength;
mod twins;
