//! The tests of this crate, in one program: it is linked once.

#[cfg(feature = "train")]
mod learning;
mod models;
#[cfg(feature = "train")]
mod networks;
