//! The conformance kit on every preset, every number of players and every knob.

use hoyle_core::options::game_from_settings;
use hoyle_core::testing::Kit;
use hoyle_ludo::Ludo;

fn conforms(settings: &str, games: u64) {
    let pairs: Vec<(String, String)> = settings
        .split(',')
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let game: Ludo = game_from_settings(&pairs).unwrap_or_else(|e| panic!("{settings}: {e}"));
    let report = Kit::new(game).games(games).run().unwrap_or_else(|failure| panic!("{settings}: {failure}"));
    println!("{settings}: {report}");
}

#[test]
fn presets_conform() {
    for preset in ["ludopy", "danish", "ludo_king", "classic"] {
        for players in 2..=4 {
            conforms(&format!("preset={preset},players={players}"), 150);
        }
    }
}

#[test]
fn every_value_of_every_knob_conforms() {
    let knobs = [
        "colours=RG,players=2",
        "colours=GYB,players=3",
        "tokens=1",
        "tokens=2,preset=danish",
        "tokens=3,preset=classic",
        "exit=1+6",
        "attempts=1",
        "attempts=9,attempts_when=all_home",
        "attempts_when=none_in_play",
        "extra_six=never",
        "extra_six=always",
        "extra_capture=true,extra_finish=true",
        "third_six=void",
        "finish=exact",
        "finish=reflect",
        "stars=safe",
        "stars=none",
        "globes=false",
        "starts=all",
        "starts=none",
        "occupied_safe=coexist",
        "occupied_safe=illegal",
        "stack=captured",
        "stack=blockade",
        "release=sweep",
        "corridor=closed",
        "end=ranking",
        "end=all",
        "end=ranking,finished=skip",
        "end=all,finished=skip",
        "pass=auto",
        "max_rolls=50",
        "preset=classic,pass=auto,end=all,stars=jump,globes=true",
        "preset=ludo_king,stack=blockade,occupied_safe=mover_dies,end=ranking",
    ];
    for settings in knobs {
        conforms(settings, 30);
    }
}
