use hoyle_core::prelude::*;
use hoyle_core::{options::game_from_settings, save};
use hoyle_ludo::Ludo;

#[test]
#[ignore]
fn dump() {
    let settings = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
    };
    let mut all = Vec::new();
    for (name, tokens, red, roll, outs, play, why) in [
        (
            "home and then three",
            "2",
            [51, 54, 0, 0],
            6,
            ["3"],
            "T1",
            "One roll is left after this one, which a six earns. With T1 in the goal a 3 brings T2 home and wins; if T2 bounces back instead, no roll can win.",
        ),
        (
            "home and then one",
            "3",
            [57, 51, 56, 0],
            6,
            ["1"],
            "T2",
            "One roll is left after this one, which a six earns. With T2 in the goal a 1 brings T3 home and wins; if T3 bounces back instead, no roll can win.",
        ),
    ] {
        let game: Ludo = game_from_settings(&settings(&[
            ("preset", "classic"),
            ("players", "2"),
            ("tokens", tokens),
            ("finish", "reflect"),
            ("max_rolls", "50"),
            ("extra_six", "always"),
            ("end", "first"),
        ]))
        .unwrap();
        let mut snapshot = game.start().snapshot();
        snapshot.tokens[0] = red;
        snapshot.tokens[2] = [20, 30, if tokens == "3" { 10 } else { 0 }, 0];
        snapshot.roll = roll;
        snapshot.round = 12;
        snapshot.rolls = 49;
        snapshot.sixes = 1;
        let state = game.restore(snapshot).unwrap();
        let mut legal = hoyle_core::ActionSet::new();
        state.legal(&mut legal);
        let texts: Vec<String> = legal
            .iter()
            .map(|id| {
                let mut t = String::new();
                state.action_text(id, &mut t);
                t
            })
            .collect();
        println!("{texts:?}");
        let play: Vec<&String> = texts.iter().filter(|t| t.starts_with(play)).collect();
        all.push(format!("{{\"name\": {name:?}, \"why\": {why:?}, \"seat\": 0, \"play\": {play:?}, \"outs\": {outs:?}, \"position\": {}}}", save::to_json(&game, &state)));
    }
    std::fs::write("probes/draws.json", format!("[{}]\n", all.join(",\n"))).unwrap();
}
