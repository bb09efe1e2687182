//! The tests of this crate, in one program: it is linked once.

mod access;
mod batch;
mod conformance;
mod files;
