//! The conformance kit with every number of players, in both modes, and with every option.

use hoyle_acquire::Acquire;
use hoyle_core::options::game_from_settings;
use hoyle_core::testing::Kit;

fn conforms(settings: &str, games: u64) {
    let pairs: Vec<(String, String)> = settings
        .split(',')
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let game: Acquire = game_from_settings(&pairs).unwrap_or_else(|e| panic!("{settings}: {e}"));
    let report = Kit::new(game).games(games).run().unwrap_or_else(|failure| panic!("{settings}: {failure}"));
    println!("{settings}: {report}");
}

#[test]
fn every_number_of_players_conforms_in_both_modes() {
    for players in 2..=6 {
        for actions in ["full", "micro"] {
            conforms(&format!("players={players},actions={actions}"), 16);
        }
    }
}

#[test]
fn every_option_conforms() {
    let options = [
        "preset=tlstyer",
        "preset=tlstyer,players=6,forced=ask",
        "preset=tlstyer,players=2,actions=micro",
        "forced=ask",
        "forced=ask,actions=micro,players=3",
        "players=2,two_player=none",
        "players=2,two_player=d6,forced=ask",
        "players=2,two_player=d6,actions=micro,exchange=repeat",
        "hidden_holdings=true",
        "hidden_holdings=true,actions=micro,players=3",
        "start=column,exchange=repeat",
        "seating=by_tile,chain_order=tlstyer",
        "scoring=margin,players=5",
    ];
    for settings in options {
        conforms(settings, 10);
    }
}
