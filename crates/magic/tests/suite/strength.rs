//! How the scripted players fare against each other over the deck matrix.

use hoyle_arena::{Entrant, MatchSettings, run_match};
use hoyle_core::Game;
use hoyle_magic::{Magic, Options, deck};

/// Plays so many games of every deck against every other; at least 80% must be won.
fn the_heuristic_player_beats_random(each: u64) {
    let names: Vec<&str> = deck::BUILT_IN.iter().map(|&(name, _)| name).collect();
    let (mut won, mut drawn, mut games) = (0, 0, 0);
    for (i, first) in names.iter().enumerate() {
        let mut own = 0;
        for second in &names {
            let options = Options { deck0: (*first).to_owned(), deck1: (*second).to_owned(), ..Options::default() };
            let game = Magic::new(options).expect("built-in decks");
            let entrants =
                ["heuristic", "random"].map(|name| Entrant::new(name, move || game.bot(name, &[]).expect("a bot")));
            let settings = MatchSettings { games: each, seed: i as u64, threads: None };
            let report = run_match(game, &entrants, &settings, |_| {}).expect("a match");
            own += report.players[0].wins;
            won += report.players[0].wins;
            drawn += report.players[0].ties;
            games += each;
        }
        println!("{first:>10}: {:.1}%", own as f64 / (each * names.len() as u64) as f64 * 100.0);
    }
    let share = (won as f64 + drawn as f64 / 2.0) / games as f64;
    println!("heuristic v random: {:.1}% of {games} games", 100.0 * share);
    assert!(share >= 0.8, "{share}");
}

/// The standard error of 200 games at 94% is 1.7 points: the bound is far below.
#[test]
fn the_heuristic_player_beats_random_over_the_deck_matrix() {
    the_heuristic_player_beats_random(2);
}

mod soak {
    #[test]
    #[ignore = "takes minutes; run by `cargo xtask soak`"]
    fn the_heuristic_player_beats_random_over_the_deck_matrix() {
        super::the_heuristic_player_beats_random(20);
    }
}
