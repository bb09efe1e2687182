//! How strong the scripted players are, one against three.

use hoyle_acquire::{Acquire, Options};
use hoyle_arena::{Entrant, MatchSettings, run_match};
use hoyle_core::Game;

/// Wins of one player against three others, in percent, with the lower end of the 95% interval.
fn wins(player: &'static str, others: &'static str, games: u64) -> (f64, f64) {
    let game = Acquire::new(Options::default()).unwrap();
    let entrants = [player, others].map(|name| Entrant::new(name, move || game.bot(name, &[]).expect("a bot")));
    let report = run_match(game, &entrants, &MatchSettings { games, seed: 1, threads: None }, |_| {}).unwrap();
    let first = &report.players[0];
    assert_eq!(first.faults, 0);
    let (won, low, high) = (100.0 * first.win_rate, 100.0 * first.low, 100.0 * first.high);
    println!("{player} v 3 {others}: {won:.1}% ({low:.1} to {high:.1})");
    (won, low)
}

/// The standard error of 1,000 games at 95% is 0.7 points: the bound is 95% without two of them.
#[test]
fn greedy_beats_three_random_players() {
    let (won, _) = wins("greedy", "random", 1_000);
    assert!(won >= 93.6, "{won:.1}%");
}

/// The standard error of 400 games is 2.5 points, of 4,000 it is 0.8: the interval begins 3.4 points lower.
#[test]
fn majority_beats_three_greedy_players() {
    let (_, low) = wins("majority", "greedy", 400);
    assert!(low >= 36.6, "the interval begins at {low:.1}%");
}

/// The standard error of 400 games at 25% is 2.2 points: the bound is three of them below.
#[test]
fn everybody_has_a_fair_share_against_equals() {
    for player in ["random", "greedy", "majority"] {
        let (won, low) = wins(player, player, 400);
        assert!(low <= 25.0 && won >= 18.5, "{won:.1}%");
    }
}

/// The standard error of 200 games at 95% is 1.5 points: the bound is 95% without two of them.
#[test]
fn majority_beats_three_random_players_too() {
    let (won, _) = wins("majority", "random", 200);
    assert!(won >= 92.0, "{won:.1}%");
}

mod soak {
    use super::wins;

    #[test]
    #[ignore = "takes minutes; run by `cargo xtask soak`"]
    fn greedy_beats_three_random_players() {
        let (won, _) = wins("greedy", "random", 10_000);
        assert!(won >= 95.0, "{won:.1}%");
    }

    #[test]
    #[ignore = "takes minutes; run by `cargo xtask soak`"]
    fn majority_beats_three_greedy_players() {
        let (_, low) = wins("majority", "greedy", 4_000);
        assert!(low >= 40.0, "the interval begins at {low:.1}%");
    }

    #[test]
    #[ignore = "takes minutes; run by `cargo xtask soak`"]
    fn everybody_has_a_fair_share_against_equals() {
        for player in ["random", "greedy", "majority"] {
            let (won, low) = wins(player, player, 2_000);
            assert!(low <= 25.0 && won >= 22.0, "{won:.1}%");
        }
    }

    #[test]
    #[ignore = "takes minutes; run by `cargo xtask soak`"]
    fn majority_beats_three_random_players_too() {
        let (won, _) = wins("majority", "random", 2_000);
        assert!(won >= 95.0, "{won:.1}%");
    }
}
