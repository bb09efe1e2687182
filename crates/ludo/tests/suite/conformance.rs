//! The conformance kit on every preset, every number of players and every option.

use hoyle_core::testing::conforms;
use hoyle_ludo::Ludo;

#[test]
fn presets_conform() {
    for preset in ["ludopy", "danish", "ludo_king", "classic"] {
        for players in 2..=4 {
            conforms::<Ludo>(&format!("preset={preset},players={players}"), 150);
        }
    }
}

#[test]
fn every_value_of_every_option_conforms() {
    let options = [
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
    for settings in options {
        conforms::<Ludo>(settings, 30);
    }
}
