//! Positions set up by hand and played by lines of text: what several tests begin with.

use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Rng, Turn};
use hoyle_magic::{Magic, MagicState, Scene, SceneSide};
use serde_json::Value;

/// A position with the cards of a file of `tests/cards`.
pub fn scene(file: &str, p1: SceneSide, p2: SceneSide, options: &[(&str, &str)]) -> (Magic, MagicState) {
    let mut scene = Scene { p1, p2, ..Scene::default() };
    let cards = format!("{}/tests/cards/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let all = [("cards", cards.as_str()), ("windows", "real")];
    for (key, value) in all.iter().chain(options) {
        scene.options.insert((*key).to_owned(), (*value).to_owned());
    }
    scene.build().unwrap_or_else(|e| panic!("{e}"))
}

/// What a player has in hand and on the battlefield.
pub fn side(hand: &[&str], battlefield: &[(usize, &str)]) -> SceneSide {
    let permanents = battlefield.iter().flat_map(|&(n, name)| std::iter::repeat_n(name.to_owned(), n));
    SceneSide {
        hand: hand.iter().map(|&name| name.to_owned()).collect(),
        battlefield: permanents.collect(),
        ..SceneSide::default()
    }
}

/// Takes the first action whose text begins like the next of the lines; otherwise passes, or takes the first. Until the
/// lines are at their end and the stack is empty, or `stop` says so.
pub fn play(state: &mut MagicState, lines: &[&str], stop: impl Fn(&MagicState) -> bool) -> u32 {
    let (mut legal, mut rng) = (ActionSet::new(), Rng::new(1));
    let mut lines = lines.iter().copied().peekable();
    let turn = state.turn_number();
    for decisions in 0..20_000 {
        if stop(state) || state.turn() == Turn::Over || lines.peek().is_none() && state.turn_number() != turn {
            return decisions;
        }
        if state.turn() == Turn::Chance {
            state.roll(&mut rng);
            continue;
        }
        state.legal(&mut legal);
        let text = |action| {
            let mut text = String::new();
            state.action_text(action, &mut text);
            text
        };
        let wanted = lines.peek().and_then(|line| legal.iter().find(|&action| text(action).starts_with(line)));
        if wanted.is_some() {
            lines.next();
        }
        let first = legal.iter().next().expect("a choice");
        state.play_unchecked(wanted.unwrap_or(first));
    }
    panic!("no end: {:?}", state.ask());
}

/// The texts of all legal actions.
pub fn texts(state: &MagicState) -> Vec<String> {
    let mut legal = ActionSet::new();
    state.legal(&mut legal);
    let text = |action| {
        let mut text = String::new();
        state.action_text(action, &mut text);
        text
    };
    legal.iter().map(text).collect()
}

/// Takes the first action whose text begins so.
pub fn take(state: &mut MagicState, line: &str) {
    let all = texts(state);
    let place = all.iter().position(|text| text.starts_with(line)).unwrap_or_else(|| panic!("no `{line}` in {all:?}"));
    let mut legal = ActionSet::new();
    state.legal(&mut legal);
    state.play_unchecked(legal.iter().nth(place).expect("listed above"));
}

/// Takes the first action each time until nothing is on the stack or being done.
pub fn settle(state: &mut MagicState) {
    let (mut legal, mut rng) = (ActionSet::new(), Rng::new(1));
    let busy = |state: &MagicState| {
        let position = json(state);
        position["stack"].as_array().is_some_and(|stack| !stack.is_empty()) || position["resolving"].is_object()
    };
    while state.turn() != Turn::Over && busy(state) {
        if state.turn() == Turn::Chance {
            state.roll(&mut rng);
        } else {
            state.legal(&mut legal);
            state.play_unchecked(legal.iter().next().expect("a choice"));
        }
    }
}

/// The position as JSON.
pub fn json(state: &MagicState) -> Value {
    serde_json::to_value(state.snapshot()).expect("a position")
}

/// A player's life.
pub fn life(state: &MagicState, seat: usize) -> i64 {
    json(state)["sides"][seat]["life"].as_i64().expect("a number")
}

/// How many cards a player has in hand.
pub fn hand(state: &MagicState, seat: usize) -> usize {
    json(state)["sides"][seat]["hand"].as_array().expect("a list").len()
}

/// How many permanents of this name there are.
pub fn count(state: &MagicState, name: &str) -> usize {
    json(state)["battlefield"].as_array().expect("a list").iter().filter(|perm| perm["card"] == name).count()
}
