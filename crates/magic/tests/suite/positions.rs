//! Positions of files: what is accepted can be played on and read again at every later moment, and nothing panics.

use crate::table::{json, side, take, texts};
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Rng, Turn, save};
use hoyle_magic::{Ask, DeckKnowledge, Magic, MagicState, Options, Scene, SceneSide, Step};
use serde_json::{Value, json as object};

/// The cards of the pool, every window a decision.
fn scene(p1: SceneSide, p2: SceneSide) -> (Magic, MagicState) {
    Scene { p1, p2, ..Scene::default() }.build().unwrap_or_else(|e| panic!("{e}"))
}

/// Why a position is refused.
fn refusal(game: Magic, position: &Value) -> Option<String> {
    let snapshot = serde_json::from_value(position.clone()).expect("a position");
    game.restore(snapshot).err().map(|e| e.0)
}

#[track_caller]
fn refused(game: Magic, position: &Value, why: &str) {
    let found = refusal(game, position);
    assert!(found.as_deref().is_some_and(|found| found.contains(why)), "{found:?} lacks {why}");
}

/// Plays until somebody is asked for what is wanted, the last action each time.
fn until(state: &mut MagicState, wanted: impl Fn(Ask) -> bool) {
    let (mut legal, mut rng) = (ActionSet::new(), Rng::new(3));
    while !wanted(state.ask()) {
        match state.turn() {
            Turn::Over => panic!("over"),
            Turn::Chance => {
                state.roll(&mut rng);
            }
            Turn::Seat(_) => {
                state.legal(&mut legal);
                state.play_unchecked(legal.iter().last().expect("a choice"));
            }
        }
    }
}

#[test]
fn nobody_is_asked_when_the_game_is_over() {
    let (game, state) = scene(side(&["Shock"], &[(1, "Mountain"), (1, "Hill Giant")]), side(&[], &[(1, "Hill Giant")]));
    let mut position = json(&state);
    (position["over"], position["lost"]) = (true.into(), 1.into());
    for ask in [
        object!({"target": {"seat": 0}}),
        object!({"mode": {"seat": 0}}),
        object!({"damage": {"seat": 0, "attacker": 200, "blocker": 200}}),
        object!({"block": {"seat": 0, "creature": 200}}),
        object!({"priority": {"seat": 200}}),
        object!({"legend": {"seat": 7}}),
    ] {
        position["ask"] = ask;
        refused(game, &position, "ask: the game is over");
    }
    position["ask"] = "none".into();
    assert_eq!(refusal(game, &position), None);
}

#[test]
fn a_position_stands_at_a_decision() {
    let (game, state) = scene(side(&["Shock"], &[(1, "Mountain")]), SceneSide::default());
    let mut position = json(&state);
    position["ask"] = "none".into();
    refused(game, &position, "ask: nobody is asked that here");
}

/// A spell that is being paid for when there is nothing to pay with.
#[test]
fn what_cannot_be_paid_is_taken_back() {
    let (game, mut state) = scene(side(&["Shock", "Lightning Bolt"], &[(1, "Mountain")]), SceneSide::default());
    take(&mut state, "cast Shock");
    let mut position = json(&state);
    position["battlefield"] = object!([]);
    let state = game.restore(serde_json::from_value(position.clone()).expect("a position"));
    let mut state = state.unwrap_or_else(|e| panic!("{}", e.0));
    take(&mut state, "target player 2");
    assert_eq!(json(&state)["sides"][0]["hand"], object!(["Lightning Bolt", "Shock"]));
    position["announce"] = object!({"active": true, "stage": 4, "index": 0});
    position["ask"] = "none".into();
    refused(game, &position, "ask:");
}

#[test]
fn nothing_points_at_a_place_that_is_none() {
    let (game, mut state) =
        scene(side(&["Shock"], &[(1, "Mountain"), (1, "Hill Giant")]), side(&["Shock"], &[(1, "Mountain")]));
    take(&mut state, "cast Shock");
    take(&mut state, "target player 2");
    let position = json(&state);
    assert!(position["stack"][0].is_object(), "{position}");
    for path in ["/stack/0/targets/0", "/stack/0/targets/2", "/stack/0/source", "/stack/0/event"] {
        for slot in [96, 255] {
            let mut changed = position.clone();
            let place = changed.pointer_mut(path).expect("a reference");
            *place = object!({"kind": "perm", "slot": slot, "uid": 3});
            refused(game, &changed, "something points nowhere");
        }
    }
}

/// Only the creature whose turn it is to be asked about is asked about.
#[test]
fn attackers_and_blockers_are_asked_about_in_order() {
    let both = || side(&[], &[(2, "Hill Giant"), (1, "Plains")]);
    let (game, mut state) = scene(both(), both());
    for want in ["attack", "block"] {
        until(&mut state, |ask| match want {
            "attack" => matches!(ask, Ask::Attack { .. }),
            _ => matches!(ask, Ask::Block { .. }),
        });
        let position = json(&state);
        let asked = position["ask"][want]["creature"].as_u64().expect("a creature");
        for slot in (0..200u64).filter(|&slot| slot != asked) {
            let mut changed = position.clone();
            changed["ask"][want]["creature"] = slot.into();
            refused(game, &changed, "ask: nobody is asked that here");
        }
        for slot in [2, 5] {
            let mut changed = position.clone();
            changed["declare"] = object!([slot]);
            changed["ask"][want]["creature"] = slot.into();
            refused(game, &changed, "declare: nobody is asked about that");
        }
        assert_eq!(refusal(game, &position), None);
        until(&mut state, |ask| !matches!(ask, Ask::Attack { .. }));
    }
    let position = json(&state);
    let mut changed = position.clone();
    changed["attacking"] = object!([2]);
    refused(game, &changed, "attacking: creatures");
    // Outside of combat nobody attacks or blocks: nothing would ever end it.
    for (step, begun) in [("main2", true), ("untap", false), ("begin_combat", true), ("attackers", false)] {
        let mut changed = position.clone();
        (changed["step"], changed["begun"]) = (step.into(), begun.into());
        refused(game, &changed, "there is no combat");
    }
}

/// A choice of an effect belongs to the player whom the effect asks.
#[test]
fn choices_of_effects_are_asked_of_the_right_player() {
    let lands = |hand: &[&str]| SceneSide {
        library: vec!["Shock".to_owned(), "Hill Giant".to_owned(), "Plains".to_owned()],
        ..side(hand, &[(3, "Island"), (3, "Mountain"), (3, "Swamp"), (3, "Plains"), (2, "Hill Giant")])
    };
    let mut met = Vec::new();
    for (card, asks) in [
        ("Magma Jet", &["scry", "scry_order"][..]),
        ("Brainstorm", &["put_back"]),
        ("Mind Rot", &["discard"]),
        ("Duress", &["looked"]),
        ("Diabolic Edict", &["sacrifice"]),
        ("Augur of Bolas", &["dig", "to_bottom"]),
        ("Kor Skyfisher", &["choose"]),
        ("Path to Exile", &["may", "search"]),
        ("Mana Leak", &["pay_unless"]),
    ] {
        let (game, mut state) =
            scene(lands(&[card, "Shock", "Opt"]), lands(&["Shock", "Opt", "Lightning Bolt", "Mana Leak"]));
        let first = if card == "Mana Leak" { "Shock" } else { card };
        take(&mut state, &format!("cast {first}"));
        let mut rng = Rng::new(1);
        for _ in 0..60 {
            let position = json(&state);
            let ask = position["ask"].as_object().and_then(|ask| ask.keys().next().cloned()).unwrap_or_default();
            if asks.contains(&ask.as_str()) {
                met.push(ask.clone());
                let seat = position["ask"][&ask]["seat"].as_u64().expect("a seat");
                let mut changed = position.clone();
                changed["ask"][&ask]["seat"] = (1 - seat).into();
                refused(game, &changed, "ask: nobody is asked that here");
            }
            let mut all = texts(&state);
            all.reverse();
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    state.roll(&mut rng);
                }
                Turn::Seat(seat) => {
                    let answers = all.iter().position(|text| {
                        text.contains("Hill Giant") && text.starts_with("target")
                            || text.starts_with("target player 2")
                            || seat.0 == 1 && text.starts_with("cast Mana Leak") && card == "Mana Leak"
                            || text.starts_with("yes")
                            || text.starts_with("top")
                    });
                    let place = answers.map_or(0, |place| all.len() - 1 - place);
                    let mut legal = ActionSet::new();
                    state.legal(&mut legal);
                    state.play_unchecked(legal.iter().nth(place).expect("a choice"));
                }
            }
            let text = save::to_json(&game, &state);
            assert!(save::from_json(&game, &text).is_ok_and(|read| read == state), "{text}");
        }
    }
    met.sort();
    met.dedup();
    assert_eq!(met.len(), 12, "{met:?}");
}

/// What a scene cannot hold is refused, and not cut to what it can.
#[test]
fn scenes_are_built_as_they_are_described_or_refused() {
    let problem = |p1: SceneSide, p2: SceneSide, step: Step| match (Scene { p1, p2, step, ..Scene::default() }).build()
    {
        Ok((game, state)) => {
            assert!(save::from_json(&game, &save::to_json(&game, &state)).is_ok_and(|read| read == state));
            Err(json(&state))
        }
        Err(error) => Ok(error.to_string()),
    };
    let none = SceneSide::default;
    let life = |life: i16| SceneSide { life, ..none() };
    let permanents = |list: &[&str]| SceneSide { battlefield: list.iter().map(|&p| p.to_owned()).collect(), ..none() };
    let exile = |n: usize| SceneSide { exile: vec!["Plains".to_owned(); n], ..none() };
    let main = Step::Main1;
    for (p1, p2, step, expected) in [
        (life(20_001), none(), main, "life: 20001; at most 20000"),
        (life(-20_001), none(), main, "life: -20001; at most 20000"),
        (permanents(&["Craw Wurm damage=10001"]), none(), main, "damage=10001: 10001; at most 10000"),
        (permanents(&["Craw Wurm plus=10001"]), none(), main, "plus=10001: 10001; at most 10000"),
        (exile(70), exile(31), main, "exile: at most 100 cards"),
        (permanents(&["Pacifism -> Plains", "Plains"]), none(), Step::Mulligans, "host: nothing that it can be"),
    ] {
        let found = problem(p1, p2, step).expect(expected);
        assert!(found.contains(expected), "{found} lacks {expected}");
    }
    let late = Scene { turn: 201, ..Scene::default() }.build().map(|_| ()).expect_err("too late");
    assert_eq!(late.to_string(), "turn: 201 is not in 1-200");
    let largest = permanents(&["Craw Wurm damage=9000 plus=9000"]);
    let position = problem(SceneSide { life: 20_000, ..largest }, exile(70), main).expect_err("built");
    assert_eq!(position["sides"][0]["life"], 20_000);
    assert_eq!(
        (&position["battlefield"][0]["damage"], &position["battlefield"][0]["plus"]),
        (&9000.into(), &9000.into())
    );
    assert_eq!(position["exile"].as_array().map(Vec::len), Some(70));
}

/// Only a full exile loses cards; no other bound that was met explains why some are missing.
#[test]
fn cards_are_missing_only_where_exile_was_full() {
    let options = Options { knowledge: DeckKnowledge::Metagame, ..Options::default() };
    let game = Magic::new(options).expect("built-in decks");
    let mut state = game.start();
    until(&mut state, |ask| matches!(ask, Ask::Priority { .. }));
    let mut position = json(&state);
    let library = position["sides"][0]["library"].as_array_mut().expect("a list");
    library.remove(0);
    position["overflow"] = object!(["stats", "permanents"]);
    refused(game, &position, "its cards are not those of its deck");
    position["overflow"] = object!(["exile"]);
    assert_eq!(refusal(game, &position), None);
}
