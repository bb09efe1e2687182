//! What might be: hidden hands as a seat can believe them to be, and the position without one thing.

use crate::state::MagicState;
use hoyle_core::Hypotheses;

impl Hypotheses for MagicState {}
