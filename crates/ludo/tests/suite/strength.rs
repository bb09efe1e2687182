//! How strong the scripted players are under the `ludopy` rules, one against three.

use hoyle_arena::{Entrant, MatchSettings, run_match};
use hoyle_core::Game;
use hoyle_ludo::{Ludo, Options};

/// Player, opponents, percentage of wins; measured elsewhere, with an independent implementation of the rules.
const TABLE: &[(&str, &str, f64)] = &[
    ("random", "random", 25.0),
    ("fast", "random", 26.0),
    ("aggressive", "random", 32.8),
    ("defensive", "random", 35.7),
    ("mixed", "random", 65.2),
    ("one-ply", "random", 73.1),
    ("random", "mixed", 3.6),
    ("fast", "mixed", 7.0),
    ("aggressive", "mixed", 4.9),
    ("defensive", "mixed", 7.5),
    ("mixed", "mixed", 25.0),
    ("one-ply", "mixed", 28.8),
    ("random", "one-ply", 2.2),
    ("mixed", "one-ply", 19.6),
    ("one-ply", "one-ply", 25.0),
];

/// Plays each row of the table this often; a percentage may be off by so many points.
fn as_published(games: u64, bound: f64) {
    let game = Ludo::new(Options::ludopy()).unwrap();
    let settings = MatchSettings { games, seed: 1, threads: None };
    let mut off = Vec::new();
    for &(player, others, expected) in TABLE {
        let entrants = [player, others].map(|name| Entrant::new(name, move || game.bot(name, &[]).expect("a bot")));
        let report = run_match(game, &entrants, &settings, |_| {}).unwrap();
        let measured = 100.0 * report.players[0].win_rate;
        println!("{player:>10} v 3 {others:<8} {measured:5.1}%, expected {expected:4.1}%");
        if (measured - expected).abs() > bound {
            off.push(format!("{player} v {others}: {measured:.1}, expected {expected}"));
        }
    }
    assert!(off.is_empty(), "more than {bound} points off: {off:?}");
}

/// The standard error of 2,000 games is at most 1.1 points: the bound is three of them.
#[test]
fn scripted_players_are_about_as_strong_as_published() {
    as_published(2_000, 3.3);
}

mod soak {
    /// The standard error of 20,000 games is at most 0.34 points: the bound is three of them.
    #[test]
    #[ignore = "takes minutes; run by `cargo xtask soak`"]
    fn scripted_players_are_as_strong_as_published() {
        super::as_published(20_000, 1.0);
    }
}
