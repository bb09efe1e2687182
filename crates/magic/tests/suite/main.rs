//! The tests of this crate, in one program: it is linked once.

mod actions;
mod bounds;
mod cards;
mod conformance;
mod exact;
mod fuzz;
mod info;
mod positions;
mod redeal;
mod scenarios;
mod soak;
mod strength;
mod table;
mod twins;
