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

#[test]
fn greedy_beats_three_random_players() {
    let (won, _) = wins("greedy", "random", 10_000);
    assert!(won >= 95.0, "{won:.1}%");
}

#[test]
fn majority_beats_three_greedy_players() {
    let (_, low) = wins("majority", "greedy", 4_000);
    assert!(low >= 40.0, "the interval begins at {low:.1}%");
}

#[test]
fn everybody_has_a_fair_share_against_equals() {
    for player in ["random", "greedy", "majority"] {
        let (won, low) = wins(player, player, 2_000);
        assert!(low <= 25.0 && won >= 22.0, "{won:.1}%");
    }
}

#[test]
fn majority_beats_three_random_players_too() {
    let (won, _) = wins("majority", "random", 2_000);
    assert!(won >= 95.0, "{won:.1}%");
}
