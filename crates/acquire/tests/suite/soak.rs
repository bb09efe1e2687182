//! Runs that take minutes: `cargo xtask soak`.

use hoyle_acquire::{Acquire, Actions, Options};
use hoyle_core::checks::thoroughly;
use hoyle_core::prelude::*;
use hoyle_core::testing::Kit;
use hoyle_core::{Game, Rng, Turn, random_rollout};
use rayon::prelude::*;

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn ten_thousand_games_conform_with_every_number_of_players_in_both_modes() {
    let mut games = 0;
    for players in 2..=6 {
        for actions in [Actions::Full, Actions::Micro] {
            let game = Acquire::new(Options { players, actions, ..Options::default() }).unwrap();
            let report = Kit::new(game).games(1000).seed(7).run();
            let report = report.unwrap_or_else(|failure| panic!("{players} players, {actions:?}: {failure}"));
            println!("{players} players, {actions:?}: {report}");
            games += report.games;
        }
    }
    assert_eq!(games, 10_000);
}

#[test]
#[ignore = "takes minutes; run by `cargo xtask soak`"]
fn a_million_random_games_end() {
    let games: Vec<Acquire> = (2..=6)
        .flat_map(|players| [Options::default(), Options::tlstyer()].map(|options| Options { players, ..options }))
        .map(|options| Acquire::new(options).unwrap())
        .collect();
    (0..1_000_000u64).into_par_iter().for_each(|i| {
        let mut state = games[i as usize % games.len()].start();
        let scores = thoroughly(|| random_rollout(&mut state, &mut Rng::stream(11, i)));
        assert!(state.turn() == Turn::Over && scores.as_slice().iter().all(|score| score.is_finite()));
    });
    println!("1000000 random games");
}
