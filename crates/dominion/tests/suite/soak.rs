//! Runs that take minutes: `cargo xtask soak`.

use hoyle_core::checks::thoroughly;
use hoyle_core::prelude::*;
use hoyle_core::testing::Kit;
use hoyle_core::{Game, Rng, Turn, random_rollout};
use hoyle_dominion::{Dominion, Options};
use rayon::prelude::*;

fn random(players: u8, kingdom_seed: u64) -> Dominion {
    let options = Options { players, kingdom: "random".to_owned(), kingdom_seed, ..Options::default() };
    Dominion::new(options).expect("a random kingdom")
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn ten_thousand_games_conform() {
    let mut positions = 0;
    for seed in 0..250 {
        for players in [2, 3, 4, 6] {
            let report = Kit::new(random(players, seed)).games(10).seed(seed).run();
            positions +=
                report.unwrap_or_else(|failure| panic!("{players} players, kingdom {seed}: {failure}")).positions;
        }
    }
    println!("10000 games, {positions} positions");
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn a_million_random_games_end() {
    let games: Vec<Dominion> = (0..1000).map(|seed| random(2 + (seed % 5) as u8, seed)).collect();
    (0..1_000_000u64).into_par_iter().for_each(|i| {
        let mut state = games[i as usize % games.len()].start();
        let scores = thoroughly(|| random_rollout(&mut state, &mut Rng::stream(11, i)));
        assert!(state.turn() == Turn::Over && scores.as_slice().iter().all(|score| score.is_finite()));
    });
    println!("1000000 random games");
}
