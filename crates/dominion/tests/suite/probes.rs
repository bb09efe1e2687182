use crate::common::{Table, side};
use hoyle_core::prelude::*;
use hoyle_core::save;
use hoyle_dominion::{Dominion, Options};

#[test]
#[ignore]
fn dump() {
    let mut all = Vec::new();
    // The opponent's next hand buys the last Province, whatever it is.
    let rich = side("5 Gold", "5 Gold", "3 Province");
    for (name, me, play, outs, why) in [(
        "the copper that is missing",
        side("Village, Moat, 2 Gold, Workshop", "", "5 Duchy"),
        "Village",
        ["Copper"],
        "x",
    )] {
        let _ = (name, me, play, outs, why, &rich);
    }
    let cases = [
        (
            "a village to the last province",
            side("Village, Workshop, 2 Gold, Copper", "Copper, 2 Estate, Curse, Duchy", "2 Province, 2 Duchy"),
            "3 Province",
            "Village",
            "Copper",
            "The other player buys the last Province in the next turn, whatever it draws, and is five points ahead. Seven coins are in hand: only if the Village draws the Copper can the Province be bought now.",
        ),
        (
            "a vassal to the last province",
            side("Vassal, Workshop, Gold, Silver", "Market, 3 Estate, Curse", "3 Province, Duchy"),
            "3 Province",
            "Vassal",
            "Market",
            "The other player buys the last Province in the next turn, whatever it draws. Seven coins are in hand with those of the Vassal: only if it finds the Market can the Province be bought now.",
        ),
    ];
    for (name, me, _theirs, play, out, why) in cases {
        let other = side("5 Gold", "5 Gold", "4 Province");
        let table = Table::with(Options::default(), &[me, other], "1 Province", |snapshot| {
            let _ = snapshot;
        });
        let _ = (&table, name, play, out, why);
        let seen = table.state.seat_view(hoyle_core::Seat(0));
        println!("{name}: points {} {}", seen.points(hoyle_core::Seat(0)), seen.points(hoyle_core::Seat(1)));
        println!("supply province {}", seen.supply().count(table.state.rules().slot("Province").unwrap()));
        let game = table_game(&table);
        let mut snapshot = table.state.snapshot();
        for player in &mut snapshot.players {
            // The order of the deck is nobody's knowledge.
            let top = std::mem::take(&mut player.top);
            let names: std::collections::BTreeMap<String, u8> = top.iter().fold(Default::default(), |mut m, t| {
                let v = serde_json::to_value(t).unwrap();
                let n = v["card"].as_str().unwrap().to_owned();
                *m.entry(n).or_default() += 1;
                m
            });
            player.deck = serde_json::from_value(serde_json::json!(names)).unwrap();
        }
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
        let play: Vec<&String> = texts.iter().filter(|t| t.to_lowercase().contains(&play.to_lowercase())).collect();
        let position: serde_json::Value = serde_json::from_str(&save::to_json(&game, &state)).unwrap();
        all.push(
            serde_json::json!({"name": name, "why": why, "seat": 0, "play": play, "outs": [out], "position": position}),
        );
    }
    std::fs::write("probes/draws.json", serde_json::to_string_pretty(&all).unwrap() + "\n").unwrap();
}

fn table_game(table: &Table) -> Dominion {
    Dominion::new(table.state.rules().options.clone()).unwrap()
}
