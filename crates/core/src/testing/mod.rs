//! The conformance kit.

pub mod kuhn;
