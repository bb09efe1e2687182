//! Thousands of kingdoms can be played in one program: what they have in common is there once.

use hoyle_core::Game;
use hoyle_dominion::{Dominion, Options};

/// How many bytes of the heap a further kingdom keeps, on average, if they are drawn from these card files.
fn bytes_per_kingdom(cards: &str) -> i64 {
    let kingdom = |kingdom_seed: u64| {
        let options =
            Options { kingdom: "random".to_owned(), kingdom_seed, cards: cards.to_owned(), ..Options::default() };
        Dominion::new(options).unwrap();
    };
    (0..100).for_each(kingdom);
    allocation_counter::measure(|| (100..1100).for_each(kingdom)).bytes_current / 1000
}

#[test]
fn a_further_kingdom_takes_little_memory() {
    let base = bytes_per_kingdom("");
    assert!(base < 5_000, "{base} bytes for a further kingdom of the base set");
    let further = bytes_per_kingdom("further");
    assert!(further < 20_000, "{further} bytes for a further kingdom of all cards");
    println!("{base} bytes for a further kingdom of the base set, {further} of all cards");
}
