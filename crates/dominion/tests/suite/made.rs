//! Card files made at random: each is refused with its place, or played through with every check.

use hoyle_core::{Game, Rng};
use hoyle_dominion::Kinds;
use hoyle_dominion::testing::{game_of, has_kind, is_too_long, play_on, random_card_file};
use rayon::prelude::*;

/// How a file of this seed does: whether it was played, and how many actions.
fn try_file(seed: u64, moves: usize) -> Option<usize> {
    let mut rng = Rng::stream(17, seed);
    let file = random_card_file(&mut rng);
    let game = match game_of(&file, &mut rng) {
        Ok(game) => game,
        Err(told) => {
            assert!(is_too_long(&file), "file {seed}: a well-formed file is refused: {told}\n{file}");
            assert!(told.starts_with("made: card `Made "), "{told}");
            assert!(told.contains("a program has at most 255") || told.contains("a card has at most 4000"), "{told}");
            return None;
        }
    };
    let mut state = game.start();
    let played = play_on(&game, &mut state, moves, &mut rng);
    Some(played.unwrap_or_else(|what| panic!("file {seed}: {what}\n{file}")))
}

fn try_files(files: std::ops::Range<u64>, moves: usize) {
    let total = files.end - files.start;
    let played: Vec<usize> = files.into_par_iter().filter_map(|seed| try_file(seed, moves)).collect();
    println!("{} of {total} files played, {} actions", played.len(), played.iter().sum::<usize>());
    assert!(played.len() as u64 > total * 3 / 4);
}

#[test]
fn hundreds_of_files_are_played_or_refused() {
    try_files(0..300, 400);
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn thousands_of_files_are_played_or_refused() {
    try_files(1000..6000, 600);
}

#[test]
fn the_files_hold_all_kinds_of_cards() {
    let mut rng = Rng::new(3);
    let games: Vec<_> = (0..40).filter_map(|_| game_of(&random_card_file(&mut rng), &mut rng).ok()).collect();
    for kind in [Kinds::ATTACK, Kinds::REACTION, Kinds::VICTORY, Kinds::TREASURE] {
        assert!(games.iter().any(|game| has_kind(game, kind)));
    }
}
