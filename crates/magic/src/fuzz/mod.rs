//! Generated card files and changed positions, played with every check on.
//!
//! What the readers accept can be played to its end: nothing panics, no step takes long, and at every moment the position can
//! be written and read again, equal.

mod generate;
mod mutate;
mod play;

pub use generate::random_card_file;
pub use mutate::mutate;
pub use play::{Played, play_card_file, play_on, play_position};
