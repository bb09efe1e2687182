//! The conformance kit with every number of players, in both modes, and with every option.

use hoyle_acquire::Acquire;
use hoyle_core::testing::conforms;

#[test]
fn every_number_of_players_conforms_in_both_modes() {
    for players in 2..=6 {
        for actions in ["full", "micro"] {
            conforms::<Acquire>(&format!("players={players},actions={actions}"), 16);
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
        conforms::<Acquire>(settings, 10);
    }
}
