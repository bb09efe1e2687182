//! What a card file says is played exactly, or refused with its place.
