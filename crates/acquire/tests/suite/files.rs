//! Positions and options that come from outside: what is wrong is named with its place, and nothing panics.

use crate::common::{PAIR, scene, scene_with};
use hoyle_acquire::{Acquire, Actions, Options};
use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{BotError, Game, Rng, Seat, Show, Turn, random_rollout, save};
use serde_json::{Value, json};

/// What is said of a position that was changed in one place.
#[track_caller]
fn complaint(change: impl FnOnce(&mut Value)) -> String {
    let scene = scene(4, PAIR).rack(0, "4A 12A 1I 3I 5I 7I").shares(1, "Tower 3");
    let mut json = scene.json();
    change(&mut json);
    match serde_json::from_value(json) {
        Err(error) => error.to_string(),
        Ok(snapshot) => scene.game().restore(snapshot).map(|_| "taken".to_owned()).unwrap_or_else(|e| e.to_string()),
    }
}

#[test]
fn what_is_wrong_with_a_position_is_named_with_its_place() {
    let says = |change: &dyn Fn(&mut Value), expected: &str| {
        let told = complaint(|json| change(json));
        assert!(told.contains(expected), "{told}");
    };
    says(&|_| {}, "taken");
    says(&|j| j["players"][1]["rack"][0] = json!("4A"), "rack: 4A lies somewhere else too");
    says(&|j| j["players"][1]["rack"][0] = json!("1A"), "players[1].rack: 1A lies somewhere else too");
    says(&|j| j["players"][0]["rack"][1] = json!("4A"), "tile 4A stands twice");
    says(&|j| j["players"][0]["rack"][1] = json!("13A"), "there is no tile `13A`; tiles are 1A to 12I");
    says(
        &|j| drop(j["players"][0]["rack"].as_array_mut().unwrap().pop()),
        "players[0].rack has 5 tiles and would have 6",
    );
    says(&|j| j["players"][0]["money"] = json!(150), "players[0].money: 150 is not in hundreds of dollars");
    says(&|j| j["players"][0]["money"] = json!(4_000_000_000u32), "which is more than a game can bring");
    says(&|j| j["players"][0]["money"] = json!(100_782_400u32), "taken");
    says(&|j| j["players"][0]["money"] = json!(100_782_500u32), "players[0].money: 100782500 is more than 100782400");
    says(&|j| j["players"][0]["money"] = json!(-100), "invalid value");
    says(&|j| j["players"][0]["shares"] = json!({"Tower": 23}), "more than 25 shares of Tower in all");
    says(&|j| j["players"][0]["shares"] = json!({"Towr": 2}), "unknown variant `Towr`");
    says(&|j| drop(j["players"].as_array_mut().unwrap().pop()), "players: 3 are there, the game has 4");
    says(&|j| j["mover"] = json!(4), "mover: there is no player 4");
    says(&|j| j["phase"] = json!("sleep"), "unknown variant `sleep`");
    says(&|j| j["board"][1] = json!("AA.........."), "board: Luxor and American touch");
    says(&|j| j["board"][0] = json!("LLL.T......."), "board: Tower has a single tile");
    says(&|j| j["board"][0] = json!("LLL.TT.T...."), "board: the tiles of Tower are not connected");
    says(&|j| j["board"][1] = json!("o..........."), "board: 1B touches a chain");
    says(&|j| j["board"][5] = json!("....oo......"), "would have founded a chain");
    says(&|j| j["board"][5] = json!("....x......."), "board: 5F was exchanged, but is not dead");
    says(&|j| j["board"][5] = json!("....Z......."), "`Z` on 5F: write . o x or the letter of a chain");
    says(&|j| j["board"][5] = json!("..."), "a board has 9 lines of 12 characters");
    says(&|j| j["starts"][0] = json!("9I"), "starts[0]: 9I does not lie on the board");
    says(&|j| j["starts"] = json!([]), "everybody has a starting tile");
    says(&|j| j["survivor"] = json!("Luxor"), "no merger is under way");
    says(&|j| j["queue"] = json!(["Luxor"]), "queue: there is nothing to deal with");
    says(&|j| j["queue"] = json!(["Luxor", "Luxor"]), "queue: Luxor stands twice");
    says(&|j| j["gone"] = json!({"Imperial": 3}), "no merger is under way");
    says(&|j| j["gone"] = json!({"Imperial": 11}), "a chain that goes has 2 to 10 tiles");
    says(&|j| j["phase"] = json!("dispose"), "no tile was played");
    says(&|j| j["phase"] = json!("over"), "the game has not ended");
    says(&|j| j["phase"] = json!("final"), "the dummy is paid");
    says(&|j| j["phase"] = json!("deal"), "nothing but starting tiles");
    says(&|j| j["declared"] = json!(true), "declared: the end could not be declared");
    says(&|j| j["bought"] = json!(2), "last_bought: there if and only if shares were bought");
    says(&|j| j["exchanged"] = json!(true), "exchanged: only while tiles are drawn");
    says(&|j| j["idle"] = json!(4), "nobody could play for a round, so the game has ended");
    says(&|j| j["idle"] = json!(200), "there are no more turns without a tile than players");
    says(&|j| j["tile"] = json!("4A"), "a tile is named in the middle of a turn only");
    says(&|j| j["players"][0]["avoid"] = json!(["9A"]), "players[0]: avoid: cells that are not dead");
    says(&|j| j["players"][0]["least"] = json!(3), "players[0]: least: the rack has fewer of these tiles");
    says(&|j| j["players"][0]["stuck"] = json!(["9A"]), "players[0]: stuck and least differ");
    says(&|j| j["players"][0]["held"] = json!(7), "players[0]: held");
    says(&|j| j["players"][0]["free"] = json!(7), "players[0]: held");
    says(&|j| j["players"][0]["held"] = json!(9), "players[0]: held");
    says(&|j| j["since"] = json!([{"deed": "played", "seat": 0, "tile": null, "chain": null}]), "since: a note");
    says(&|j| j["wind"] = json!(1), "unknown field `wind`");
}

#[test]
fn a_merger_in_a_file_is_checked() {
    let scene = scene(4, PAIR).rack(0, "4A 12A 1I 3I 5I 7I").shares(1, "Tower 3").shares(2, "Tower 1");
    let game = scene.game();
    let mut table = scene.set();
    table.play("4A");
    let position = table.json();
    assert_eq!(position["phase"], "dispose");
    let says = |change: &dyn Fn(&mut Value), expected: &str| {
        let mut json = position.clone();
        change(&mut json);
        let read = serde_json::from_value(json).map_err(|e| e.to_string());
        let told = read.and_then(|snapshot| game.restore(snapshot).map_err(|e| e.to_string()));
        let told = told.map_or_else(|problem| problem, |_| "taken".to_owned());
        assert!(told.contains(expected), "{told}");
    };
    says(&|_| {}, "taken");
    says(&|j| j["survivor"] = json!(null), "there is no survivor");
    says(&|j| j["survivor"] = json!("Tower"), "the survivor is not the largest");
    says(&|j| j["defunct"] = json!(null), "gone, defunct and queue differ");
    says(&|j| j["gone"] = json!({"Tower": 9}), "the survivor is not the largest");
    says(&|j| j["queue"] = json!(["Imperial"]), "gone, defunct and queue differ");
    says(&|j| j["decider"] = json!(0), "holders are asked in turn, from the mover on");
    says(&|j| j["left"] = json!(0), "holders are asked in turn, from the mover on");
    says(&|j| j["left"] = json!(250), "holders are asked in turn, from the mover on");
    says(&|j| j["sold"] = json!(true), "sold: only while shares are disposed of one by one");
    says(&|j| j["tile"] = json!(null), "players[0].rack has 5 tiles and would have 6");
    says(&|j| j["tile"] = json!("1C"), "the tile is not the survivor's");
    says(&|j| j["phase"] = json!("order"), "defunct: there if and only if it is wound up");
    says(&|j| j["phase"] = json!("dummy"), "nobody disposes of shares");
}

#[test]
fn a_tile_that_founds_nothing_is_refused() {
    let scene = scene(4, PAIR).rack(0, "9I 12A 1I 3I 5I 7I");
    let told = |change: &dyn Fn(&mut Value)| {
        let mut json = scene.json();
        json["phase"] = json!("found");
        json["tile"] = json!("9I");
        json["board"][8] = json!("........oo..");
        json["board"][3] = json!("............");
        drop(json["players"][0]["rack"].as_array_mut().unwrap().remove(0));
        json["starts"][0] = json!("10I");
        change(&mut json);
        // What fills the racks up lies under the new tiles.
        for rack in 1..4 {
            for tile in json["players"][rack]["rack"].as_array_mut().unwrap() {
                let name = tile.as_str().unwrap();
                if let Some(column) = name.strip_suffix('I') {
                    *tile = json!(format!("{column}F"));
                }
            }
        }
        let read = serde_json::from_value(json).map_err(|e| e.to_string());
        let told = read.and_then(|snapshot| scene.game().restore(snapshot).map_err(|e| e.to_string()));
        told.map_or_else(|problem| problem, |_| "taken".to_owned())
    };
    assert_eq!(told(&|_| {}), "taken");
    let founds_nothing = "impossible position: phase Found: the tile founds no chain";
    // No tile beside it.
    assert_eq!(told(&|j| (j["board"][8], j["starts"][0]) = (json!("........o..."), json!("1A"))), founds_nothing);
    // Seven chains are on the board.
    let full = ["LLL.TT.AA...", ".........WW.", "o.o.o.FF....", "..........II", "......CC...."];
    assert_eq!(
        told(&|j| full.iter().enumerate().for_each(|(row, line)| j["board"][row] = json!(line))),
        founds_nothing
    );
    // The tile is a chain's.
    assert_eq!(told(&|j| j["board"][8] = json!("........AA..")), founds_nothing);
    assert_eq!(
        told(&|j| j["queue"] = json!(["Luxor"])),
        "impossible position: phase Found: queue: there is nothing to deal with"
    );
}

#[test]
fn options_out_of_range_are_refused_by_name() {
    let complaint = |players| Acquire::new(Options { players, ..Options::default() }).expect_err("refused").to_string();
    for players in [0, 1, 7, 255] {
        assert_eq!(complaint(players), format!("option `players`: {players} is not in 2-6"));
    }
}

#[test]
fn settings_of_players_are_checked() {
    let game = Acquire::new(Options::default()).unwrap();
    let problem = |name: &str, key: &str, value: &str| match game.bot(name, &[(key.to_owned(), value.to_owned())]) {
        Err(BotError::Problem(problem)) => problem,
        _ => panic!("taken"),
    };
    assert!(game.bot("majority", &[("growth".to_owned(), "3".to_owned())]).is_ok());
    assert_eq!(problem("greedy", "depth", "2"), "this player has no setting `depth`");
    assert!(problem("majority", "grwth", "2").starts_with("no setting `grwth`; settings are: growth, "));
    for value in ["much", "nan", "-1", "1e9", ""] {
        assert!(problem("majority", "growth", value).starts_with(&format!("setting `growth`: `{value}` is no number")));
    }
    assert!(matches!(game.bot("nobody", &[]), Err(BotError::Unknown)));
}

/// A position somewhere in a random game.
fn somewhere(game: Acquire, rng: &mut Rng) -> hoyle_acquire::AcquireState {
    let mut state = game.start();
    for _ in 0..rng.below(320) {
        random_step(&mut state, rng);
    }
    state
}

#[test]
fn damaged_positions_are_refused_or_can_be_played() {
    let mut rng = Rng::new(6);
    let (mut refused, mut taken) = (0, 0);
    for round in 0..6000 {
        let actions = if round % 2 == 0 { Actions::Full } else { Actions::Micro };
        let game = Acquire::new(Options { players: 2 + (round % 5) as u8, actions, ..Options::default() }).unwrap();
        let state = somewhere(game, &mut rng);
        let damaged = if round % 3 == 0 {
            let mut bytes = save::to_bytes(&state);
            for _ in 0..=rng.below(3) {
                let place = 8 + rng.below(bytes.len() as u32 - 8) as usize;
                bytes[place] = rng.below(256) as u8;
            }
            save::from_bytes(&game, &bytes).ok()
        } else {
            let mut json = serde_json::to_value(state.snapshot()).unwrap();
            for _ in 0..=rng.below(2) {
                damage(&mut json, &mut rng);
            }
            serde_json::from_value(json).ok().and_then(|snapshot| game.restore(snapshot).ok())
        };
        match damaged {
            None => refused += 1,
            Some(mut state) => {
                taken += 1;
                let mut text = String::new();
                for seat in (0..game.rules().players()).map(Seat) {
                    state.board(Some(seat), &mut text);
                    state.information_state(seat, &mut text);
                    for layout in 0..5 {
                        let layout = hoyle_core::LayoutId(layout);
                        state.observe(seat, layout, &mut vec![0.0; state.spec().layout(layout).len()]);
                    }
                    state.entities(seat, &mut hoyle_core::EntityGraph::new());
                    random_rollout(&mut state.determinize(seat, &mut rng), &mut rng);
                }
                random_rollout(&mut state, &mut rng);
                assert_eq!(state.turn(), Turn::Over);
            }
        }
    }
    println!("{refused} refused, {taken} taken");
    assert!(refused > 1000 && taken > 300, "{refused} refused, {taken} taken");
}

/// Changes one value somewhere in a position.
fn damage(json: &mut Value, rng: &mut Rng) {
    match json {
        Value::Object(map) => {
            let place = rng.below(map.len().max(1) as u32) as usize;
            if let Some((_, value)) = map.iter_mut().nth(place) {
                damage(value, rng);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let place = rng.below(list.len() as u32) as usize;
            match rng.below(4) {
                0 => drop(list.remove(place)),
                _ => damage(&mut list[place], rng),
            }
        }
        Value::Bool(set) => *set = !*set,
        Value::Number(_) => *json = [0, 1, 2, 3, 5, 6, 7, 100, 255, 6000][rng.below(10) as usize].into(),
        Value::String(text) => {
            let others = ["Luxor", "Tower", "Imperial", "5C", "12I", "play", "buy", "draw", "dispose", "end", "over"];
            if text.len() == 12 {
                let place = rng.below(12) as usize;
                let letter = b".oxLTAWFIC"[rng.below(10) as usize];
                let mut line = text.clone().into_bytes();
                line[place] = letter;
                *text = String::from_utf8(line).unwrap();
            } else {
                others[rng.below(others.len() as u32) as usize].clone_into(text);
            }
        }
        Value::Null => *json = [json!("Luxor"), json!("5C")][rng.below(2) as usize].clone(),
        Value::Array(_) => *json = json!(["Luxor"]),
    }
}

#[test]
fn bytes_that_are_no_position_are_refused() {
    let game = Acquire::new(Options::default()).unwrap();
    let good = save::to_bytes(&game.start());
    let mut rng = Rng::new(2);
    for len in 0..good.len() {
        assert!(save::from_bytes(&game, &good[..len]).is_err());
    }
    for _ in 0..2000 {
        let mut bytes = good[..8].to_vec();
        bytes.extend((0..rng.below(400)).map(|_| rng.below(256) as u8));
        drop(save::from_bytes(&game, &bytes));
    }
}

#[test]
fn a_position_before_a_step_that_nobody_decides_is_played_on() {
    // Nothing can be bought: the purchase that the file stands at is passed.
    let scene = scene_with(Options { players: 2, ..Options::default() }, PAIR).money(0, 0);
    let mut json = scene.json();
    json["phase"] = json!("buy");
    json["idle"] = json!(1);
    let state = scene.game().restore(serde_json::from_value(json).unwrap()).unwrap();
    assert_eq!(state.turn(), Turn::Seat(Seat(1)));
}
