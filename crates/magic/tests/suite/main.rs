//! The tests of this crate, in one program: it is linked once.

mod actions;
mod bounds;
mod cards;
mod conformance;
mod determinize;
mod exact;
mod fuzz;
mod hypotheses;
mod information_state;
mod positions;
mod scenarios;
mod soak;
mod strength;
mod table;
mod twins;
