//! Kuhn poker.
