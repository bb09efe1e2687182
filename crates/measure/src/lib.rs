//! Figures over many games of any kind: how fast an engine is ([`mod@bench`]), and what values the fields of a layout take
//! ([`stats`]).

pub mod bench;
pub mod stats;
