//! Runs that take minutes: `cargo xtask soak`.

use hoyle_core::prelude::*;
use hoyle_core::testing::Kit;
use hoyle_core::{ActionSet, Game, Rng, play_out};
use hoyle_magic::{DeckKnowledge, Magic, Options, Payment, Windows, deck};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

fn matrix() -> Vec<Magic> {
    let names = || deck::BUILT_IN.iter().map(|&(name, _)| name.to_owned());
    let pairs = names().flat_map(|a| names().map(move |b| (a.clone(), b)));
    pairs
        .map(|(deck0, deck1)| Magic::new(Options { deck0, deck1, ..Options::default() }).expect("built-in decks"))
        .collect()
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn five_thousand_games_conform() {
    let mut positions = 0;
    for (i, game) in matrix().into_iter().enumerate() {
        let report = Kit::new(game).games(50).seed(1000 + i as u64).run();
        positions += report.unwrap_or_else(|failure| panic!("{:?}: {failure}", game.options())).positions;
    }
    println!("5000 games, {positions} positions");
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn two_hundred_thousand_random_games_end() {
    let games = matrix();
    let (overflows, most, draws, decisions) =
        (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    (0..200_000u64).into_par_iter().for_each(|i| {
        let mut rng = Rng::stream(17, i);
        let mut legal = ActionSet::new();
        let mut state = games[i as usize % games.len()].start();
        play_out(&mut state, &mut rng, |state, _, rng| {
            state.legal(&mut legal);
            most.fetch_max(legal.len() as u64, Ordering::Relaxed);
            decisions.fetch_add(1, Ordering::Relaxed);
            legal.random(rng)
        });
        overflows.fetch_add(u64::from(!state.overflow().is_empty()), Ordering::Relaxed);
        draws.fetch_add(u64::from(state.scores().as_slice() == [0.0, 0.0]), Ordering::Relaxed);
    });
    println!(
        "200000 random games, {} decisions, at most {} candidates, {} draws, {} games in which something did not fit",
        decisions.into_inner(),
        most.into_inner(),
        draws.into_inner(),
        overflows.into_inner(),
    );
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn two_thousand_games_of_twins_are_alike() {
    for (i, knowledge) in [DeckKnowledge::Lists, DeckKnowledge::Metagame].into_iter().enumerate() {
        crate::twins::probe(knowledge, Windows::Real, Payment::Auto, 500, 10 + i as u64);
        crate::twins::probe(knowledge, Windows::All, Payment::Ask, 500, 20 + i as u64);
    }
}
