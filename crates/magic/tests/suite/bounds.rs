//! Every bound of a position is met by a position of its own and told by name, the list in the documentation is the one of
//! the code, and what no game can fill has room for all there is.

use crate::table::{self, play, side};
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Turn, save};
use hoyle_magic::{Bound, Magic, MagicState, Scene, SceneSide};

/// A position with the cards of `tests/cards/bounds.toml`.
fn scene(p1: SceneSide, p2: SceneSide, options: &[(&str, &str)]) -> (Magic, MagicState) {
    table::scene("bounds", p1, p2, options)
}

/// A position for each bound, and what is done in it: all that is played exactly, or one more.
fn case(bound: Bound, beyond: bool) -> ((Magic, MagicState), Vec<&'static str>) {
    let none = SceneSide::default;
    let more = usize::from(beyond);
    let soldiers = |n: usize| side(&["Raise the Alarm"], &[(n, "Soldier token")]);
    let named = |names: [&'static str; 2]| names[more];
    let one = |names: [&'static str; 2], p1: &[(usize, &str)], p2: &[(usize, &str)]| {
        let card = named(names);
        (scene(side(&[card], p1), side(&[], p2), &[]), vec!["cast"])
    };
    match bound {
        Bound::Permanents => (scene(side(&["Platoon"], &[]), soldiers(86 + more), &[]), vec!["cast Platoon"]),
        Bound::Stack => (scene(side(&["Doom"], &[(1, "Mourner")]), soldiers(64 + more), &[]), vec!["cast Doom"]),
        Bound::Exile => {
            let exile = |side: SceneSide, n: usize| SceneSide { exile: vec!["Plains".to_owned(); n], ..side };
            let p1 = exile(side(&["Banisher"], &[]), 50);
            let p2 = exile(side(&[], &[(1, "Recruit")]), 49 + more);
            (scene(p1, p2, &[]), vec!["cast Banisher"])
        }
        Bound::Hurt => {
            let p2 = side(&[], &[(48 + more, "Recruit plus=1")]);
            (scene(side(&[], &[(1, "Pyre")]), p2, &[]), vec!["activate"])
        }
        Bound::Candidates => {
            // Five ways with each but the last, which makes one colour: at 51 of the others there are 256.
            let p1 = side(&["Rainbow"], &[(51, "Prism"), (1 + more, "Sprite")]);
            (scene(p1, none(), &[("payment", "ask")]), vec!["cast Rainbow"])
        }
        // Twelve of each but the last, which has eleven.
        Bound::Abilities => (scene(side(&[], &[(15 + more, "Toolbox"), (1, "Box")]), none(), &[]), vec![]),
        Bound::Amounts => {
            let p1 = side(&["Torrent"], &[(1, "Geyser"), (1, "Spring"), (more, "Shard")]);
            (scene(p1, none(), &[]), vec!["cast Torrent"])
        }
        Bound::Life => {
            let p1 = SceneSide { life: 10_000 + more as i16, ..side(&["Boon"], &[]) };
            (scene(p1, none(), &[]), vec!["cast Boon"])
        }
        Bound::Damage => one(["Scorch", "Blast"], &[], &[(1, "Recruit")]),
        Bound::Stats => one(["Shrink", "Growth"], &[(1, "Recruit")], &[]),
        Bound::Counters => one(["Grains", "Seeds"], &[(1, "Shard")], &[]),
        Bound::Mana => one(["Kindling", "Ritual"], &[], &[]),
        // What is on the stack resolves, and the last of all actions is offered, or is one too many.
        Bound::Actions => (turn_actions(bound.limit() - 2 + more, 1), vec![]),
        Bound::Resolutions => (turn_actions(bound.limit() - 1 + more, 0), vec![]),
        Bound::Work => {
            let labyrinths = if beyond { 60 } else { 0 };
            (scene(side(&["Sip"], &[(more, "Echo"), (labyrinths, "Labyrinth")]), none(), &[]), vec!["cast Sip"])
        }
    }
}

/// A position in whose turn so much was done, with a spell on the stack and abilities that can be activated.
fn turn_actions(n: usize, boxes: usize) -> (Magic, MagicState) {
    let (game, mut state) = scene(side(&["Sip"], &[(boxes, "Toolbox")]), SceneSide::default(), &[("windows", "all")]);
    table::take(&mut state, "cast Sip");
    let mut position = table::json(&state);
    position["deeds"] = n.into();
    // Who has priority passes, and so does the other.
    (position["passes"], position["priority"]) = (1.into(), 1.into());
    position["ask"] = serde_json::json!({"priority": {"seat": 1}});
    (game, game.restore(serde_json::from_value(position).expect("a position")).unwrap_or_else(|e| panic!("{}", e.0)))
}

#[test]
fn every_bound_is_told_when_it_is_met_and_not_before() {
    for bound in Bound::ALL {
        for beyond in [false, true] {
            let ((game, mut state), lines) = case(bound, beyond);
            let at_once = bound == Bound::Abilities && beyond;
            assert_eq!(state.overflow().is_empty(), !at_once, "{bound}: {:?}", state.overflow());
            let done = |state: &MagicState| state.overflow().contains(bound) || bound == Bound::Resolutions && beyond;
            if lines.is_empty() && !at_once {
                table::take(&mut state, "pass");
            } else {
                play(&mut state, &lines, done);
            }
            let met: Vec<Bound> = state.overflow().iter().collect();
            assert_eq!(met, if beyond { vec![bound] } else { vec![] }, "{bound}, beyond: {beyond}");
            let read = save::from_json(&game, &save::to_json(&game, &state)).unwrap_or_else(|e| panic!("{bound}: {e}"));
            assert_eq!(read.overflow(), state.overflow(), "{bound}");
            assert!(read == state, "{bound}");
        }
    }
}

#[test]
fn the_documentation_lists_the_bounds() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/magic.md");
    let docs = std::fs::read_to_string(path).expect("the documentation");
    let table = docs.split("| bound | limit |").nth(1).expect("a table of bounds");
    let rows: Vec<String> = table.lines().skip(2).take_while(|line| line.starts_with('|')).map(str::to_owned).collect();
    let expected: Vec<String> =
        Bound::ALL.iter().map(|b| format!("| `{}` | {} | {} |", b.name(), b.limit(), b.meaning())).collect();
    assert_eq!(rows, expected);
    let names: Vec<String> = Bound::ALL.iter().map(|bound| serde_json::to_string(bound).expect("a name")).collect();
    let own: Vec<String> = Bound::ALL.iter().map(|bound| format!("\"{}\"", bound.name())).collect();
    assert_eq!(names, own, "files have the same names");
}

/// 71 blockers were more than the 64 divisions that were remembered: the last was asked for again and again.
#[test]
fn damage_is_divided_among_any_number_of_blockers() {
    for blockers in [64, 65, 71, 90] {
        let p1 = side(&[], &[(1, "Craw Wurm")]);
        let p2 = side(&["Raise the Alarm"], &[(blockers, "Soldier token")]);
        let scene = Scene { p1, p2, ..Scene::default() };
        let (_, mut state) = scene.build().unwrap_or_else(|e| panic!("{e}"));
        let mut lines = vec!["attack"];
        lines.extend(std::iter::repeat_n("block", blockers));
        let decisions = play(&mut state, &lines, |_| false);
        assert!(decisions < 1000, "{decisions} decisions");
        assert!(state.overflow().is_empty(), "{:?}", state.overflow());
        let position = serde_json::to_value(state.snapshot()).expect("a position");
        assert_eq!(position["sides"][0]["graveyard"][0][0], "Craw Wurm", "all blockers dealt damage");
        let left = position["battlefield"].as_array().map(Vec::len);
        assert!(left < Some(blockers), "what was divided was dealt: {left:?} are left");
    }
}

/// A loop of triggers without an end is a draw (104.4b), and not ended by a full battlefield.
#[test]
fn a_full_battlefield_ends_no_loop() {
    let (_, mut state) = scene(side(&["Recruit"], &[(1, "Breeder")]), SceneSide::default(), &[]);
    play(&mut state, &["cast Recruit"], |_| false);
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.scores().as_slice(), [0.0, 0.0]);
    assert!(state.overflow().contains(Bound::Permanents), "{:?}", state.overflow());
}

#[test]
fn cards_are_drawn_milled_and_looked_at_however_many() {
    let library = |n: usize| vec!["Recruit".to_owned(); n];
    let p1 = SceneSide { library: library(75), exact: true, ..side(&["Flood"], &[]) };
    let p2 = SceneSide { library: library(70), exact: true, ..SceneSide::default() };
    let (game, mut state) = scene(p1, p2, &[]);
    play(&mut state, &["cast Flood"], |_| false);
    let text = save::to_json(&game, &state);
    let position: serde_json::Value = serde_json::from_str(&text).expect("a document");
    let sides = &position["state"]["sides"];
    assert_eq!(
        sides[0]["hand"].as_array().map(Vec::len),
        Some(7),
        "all but seven were discarded at the end of the turn"
    );
    assert_eq!(sides[0]["graveyard"].as_array().map(Vec::len), Some(64), "70 were drawn: {text}");
    assert_eq!(sides[1]["graveyard"].as_array().map(Vec::len), Some(70), "all were milled");
    assert!(state.overflow().is_empty());

    let names: Vec<String> = (0..45).map(|i| if i == 39 { "Doom".to_owned() } else { "Recruit".to_owned() }).collect();
    let p1 = SceneSide { library: names, exact: true, ..side(&["Vision"], &[]) };
    let (_, mut state) = scene(p1, SceneSide::default(), &[]);
    play(&mut state, &["cast Vision"], |state| matches!(state.ask(), hoyle_magic::Ask::Scry { .. }));
    let mut legal = ActionSet::new();
    state.legal(&mut legal);
    assert_eq!(legal.len(), 3, "the fortieth card is seen: leave the rest, Recruit or Doom");
}

/// Numbers of objects were 16 bits that wrapped; timestamps stood still at the end.
#[test]
fn numbers_of_objects_do_not_run_out() {
    let (game, state) =
        scene(side(&["Recruit", "Recruit"], &[(8, "Plains"), (3, "Toolbox")]), side(&[], &[(3, "Recruit")]), &[]);
    let text = serde_json::to_string(&state.snapshot()).expect("a position");
    let mut position: serde_json::Value = serde_json::from_str(&text).expect("a document");
    position["next_uid"] = 64_990.into();
    position["clock"] = 64_990.into();
    let read = serde_json::from_value(position.clone()).expect("a position");
    let mut state = game.restore(read).unwrap_or_else(|e| panic!("{}", e.0));
    play(&mut state, &["activate", "activate", "cast Recruit", "cast Recruit"], |_| false);
    let after = serde_json::to_value(state.snapshot()).expect("a position");
    assert!(after["next_uid"].as_u64() < Some(1000) && after["clock"].as_u64() < Some(1000), "{after}");
    let battlefield = after["battlefield"].as_array().expect("permanents");
    assert_eq!(battlefield.len(), 16);
    let mut uids: Vec<u64> = battlefield.iter().filter_map(|perm| perm["uid"].as_u64()).collect();
    let times: Vec<u64> = battlefield.iter().filter_map(|perm| perm["time"].as_u64()).collect();
    assert!(times.is_sorted(), "those that were there first are still older: {times:?}");
    uids.dedup();
    assert_eq!(uids.len(), 16);
    position["next_uid"] = 65_100.into();
    let refused = game.restore(serde_json::from_value(position).expect("a position"));
    assert!(refused.is_err_and(|e| e.0.contains("next_uid")));
}

/// `permanent` was any card where a filter is about cards.
#[test]
fn a_permanent_card_is_no_instant() {
    let p1 = SceneSide { graveyard: vec!["Doom".to_owned(), "Recruit".to_owned()], ..side(&["Recall"], &[]) };
    let (_, mut state) = scene(p1, SceneSide::default(), &[("windows", "all")]);
    play(&mut state, &["cast Recall"], |state| matches!(state.ask(), hoyle_magic::Ask::Target { .. }));
    assert_eq!(state.turn_number(), 6, "with one target there is nothing to choose");
}

/// An instant or a sorcery does not enter the battlefield (304.4, 307.4).
#[test]
fn what_is_no_permanent_stays_where_it_is() {
    let p1 = SceneSide { graveyard: vec!["Doom".to_owned()], ..side(&["Unearth All"], &[]) };
    let (game, mut state) = scene(p1, SceneSide::default(), &[]);
    play(&mut state, &["cast Unearth All"], |_| false);
    let position = serde_json::to_value(state.snapshot()).expect("a position");
    assert_eq!(position["battlefield"].as_array().map(Vec::len), Some(0));
    assert!(save::from_json(&game, &save::to_json(&game, &state)).is_ok_and(|read| read == state));
}
