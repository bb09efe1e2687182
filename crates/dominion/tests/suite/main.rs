//! The tests of this crate, in one program: it is linked once.

mod bots;
mod common;
mod conformance;
mod docs;
mod exact;
mod files;
mod knowledge;
mod macro_action;
mod made;
mod memory;
mod positions;
mod probes;
mod rulings;
mod soak;
mod strength;
mod tensor;
