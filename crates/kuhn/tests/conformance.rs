//! The conformance kit with every size of the deck.

use hoyle_core::Game;
use hoyle_core::testing::Kit;
use hoyle_kuhn::{Kuhn, Options};

#[test]
fn every_option_conforms() {
    for cards in 3..=9 {
        for forced in [false, true] {
            let game = Kuhn::new(Options { cards, forced }).unwrap();
            Kit::new(game).games(200).run().unwrap_or_else(|failure| panic!("{cards} cards, {forced}: {failure}"));
        }
    }
}
