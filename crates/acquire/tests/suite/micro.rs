//! Share by share comes to the same as all at once.

use crate::common::{Table, scene_with};
use hoyle_acquire::{Actions, Options};
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Turn};
use std::collections::{BTreeMap, BTreeSet};

const BOARD: [&str; 9] = [
    "LLL.TT..AA..",
    "............",
    "o.o.o.......",
    "............",
    "............",
    "............",
    "............",
    "............",
    "............",
];

fn table(actions: Actions) -> Table {
    let options = Options { actions, ..Options::default() };
    let scene = scene_with(options, BOARD).rack(0, "4A 12A 1I 3I 5I 7I").money(0, 900).money(1, 500);
    scene.shares(0, "Tower 7, Luxor 1").shares(1, "Tower 4, Luxor 20, American 24").set()
}

/// Everything that belongs to the players, without the memory of how it came about.
fn books(state: &hoyle_acquire::AcquireState) -> String {
    let mut json = serde_json::to_value(state.snapshot()).unwrap();
    json["recall"] = 0.into();
    for player in json["players"].as_array_mut().unwrap() {
        player["recall"] = 0.into();
    }
    json.to_string()
}

/// The positions after the present seat's decision is complete, each with the number of ways to it.
fn after(state: &hoyle_acquire::AcquireState, turn: Turn, phase: &str, found: &mut BTreeMap<String, u32>) {
    let json = serde_json::to_value(state.snapshot()).unwrap();
    if state.turn() != turn || json["phase"] != phase {
        *found.entry(books(state)).or_default() += 1;
        return;
    }
    let mut legal = ActionSet::new();
    state.legal(&mut legal);
    for action in legal.iter() {
        let mut next = state.clone();
        next.play_unchecked(action);
        after(&next, turn, phase, found);
    }
}

/// All positions that a decision can lead to, in both modes.
fn both(prepare: &[&str], phase: &str) -> [BTreeMap<String, u32>; 2] {
    [Actions::Full, Actions::Micro].map(|mode| {
        let mut table = table(mode);
        for action in prepare {
            table.play(action);
        }
        let mut found = BTreeMap::new();
        after(&table.state, table.state.turn(), phase, &mut found);
        found
    })
}

fn assert_same(prepare: &[&str], phase: &str) {
    let [full, micro] = both(prepare, phase);
    let keys = |found: &BTreeMap<String, u32>| found.keys().cloned().collect::<BTreeSet<_>>();
    assert!(full.len() > 3 && keys(&full) == keys(&micro), "{} and {}", full.len(), micro.len());
    assert!(full.values().chain(micro.values()).all(|&ways| ways == 1), "each in one way only");
}

#[test]
fn the_same_disposals_in_one_way_each() {
    assert_same(&["4A"], "dispose");
}

#[test]
fn the_same_purchases_in_one_way_each() {
    assert_same(&["12A"], "buy");
}
