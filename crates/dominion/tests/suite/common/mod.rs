//! A table set up by hand, for tests.

#![allow(dead_code, reason = "each test file uses a part of it")]

use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Rng, Turn};
use hoyle_dominion::{Cards, Dominion, DominionState, Key, Options, Phase, PlayerSnapshot, Snapshot, TopCard};
use serde_json::json;

/// A table set up by hand. Zones are lists such as `"Throne Room, 2 Copper"`; a deck is given from the top.
pub struct Table {
    pub state: DominionState,
    pub rng: Rng,
}

/// What one player has.
#[derive(Clone)]
pub struct Side {
    hand: &'static str,
    deck: &'static str,
    discard: &'static str,
}

/// A player with these cards.
pub fn side(hand: &'static str, deck: &'static str, discard: &'static str) -> Side {
    Side { hand, deck, discard }
}

fn parse(list: &str) -> Vec<(String, u8)> {
    let entries = list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries
        .map(|entry| match entry.split_once(' ') {
            Some((count, name)) if count.parse::<u8>().is_ok() => (name.to_owned(), count.parse().unwrap()),
            _ => (entry.to_owned(), 1),
        })
        .collect()
}

fn cards(list: &str) -> Cards {
    let map: serde_json::Map<String, serde_json::Value> =
        parse(list).into_iter().map(|(name, count)| (name, json!(count))).collect();
    serde_json::from_value(json!(map)).unwrap()
}

/// The cards of a list, one by one.
pub fn expand(list: &str) -> Vec<String> {
    parse(list).into_iter().flat_map(|(name, count)| std::iter::repeat_n(name, count as usize)).collect()
}

impl Table {
    /// A table with these players, the first one to play.
    pub fn new(sides: &[Side]) -> Self {
        Self::with(Options::default(), sides, "", |_| {})
    }

    /// `gone` lists cards that are in the trash from the start, to empty piles.
    pub fn with(options: Options, sides: &[Side], gone: &str, change: impl FnOnce(&mut Snapshot)) -> Self {
        let kingdom = "random".to_owned();
        let game = (0..20_000)
            .map(|kingdom_seed| Options {
                kingdom: kingdom.clone(),
                kingdom_seed,
                players: sides.len() as u8,
                ..options.clone()
            })
            .map(|options| Dominion::new(options).unwrap())
            .find(|game| {
                let mentioned = sides.iter().flat_map(|s| [s.hand, s.deck, s.discard]).chain([gone]).flat_map(expand);
                mentioned
                    .into_iter()
                    .all(|name| game.rules().slot(&name).is_some_and(|slot| game.rules().supply.count(slot) > 0))
            })
            .expect("a kingdom with these cards");
        let mut snapshot = game.start().snapshot();
        let mut used: std::collections::HashMap<String, u32> = std::collections::HashMap::new();
        for list in sides.iter().flat_map(|s| [s.hand, s.deck, s.discard]).chain([gone]) {
            expand(list).into_iter().for_each(|name| *used.entry(name).or_default() += 1);
        }
        let top = |list: &str| -> Vec<TopCard> {
            expand(list)
                .into_iter()
                .map(|name| TopCard { card: Key::Name(name), open: false, from_hand: false })
                .collect()
        };
        snapshot.players = sides
            .iter()
            .map(|s| PlayerSnapshot {
                hand: cards(s.hand),
                deck: cards(""),
                top: top(s.deck),
                discard: cards(s.discard),
                known: cards(""),
                turns: 3,
                seen: None,
                idle: 0,
                plain: 0,
                hints: Vec::new(),
                lacks: Vec::new(),
                before: Default::default(),
            })
            .collect();
        let start = game.start();
        let left: Vec<String> = game
            .rules()
            .slots()
            .map(|slot| {
                let name = game.rules().card(slot).name.clone();
                let count = start.count_everywhere(slot) - used.get(&name).copied().unwrap_or(0);
                format!("{count} {name}")
            })
            .collect();
        snapshot.supply =
            cards(&left.iter().filter(|entry| !entry.starts_with("0 ")).cloned().collect::<Vec<_>>().join(","));
        snapshot.trash = cards(gone);
        snapshot.stack.clear();
        snapshot.phase = Phase::Action;
        (snapshot.player, snapshot.actions, snapshot.buys, snapshot.coins) = (0, 1, 1, 0);
        change(&mut snapshot);
        let state = game.restore(snapshot).unwrap_or_else(|e| panic!("{e}"));
        Self { state, rng: Rng::new(1) }
    }

    /// Lets chance act until somebody decides. Where the decks were given, it has no choice.
    pub fn settle(&mut self) {
        while self.state.turn() == Turn::Chance {
            self.state.roll(&mut self.rng);
        }
    }

    /// Plays these actions, given by their texts.
    pub fn play(&mut self, actions: &[&str]) -> &mut Self {
        self.settle();
        for text in actions {
            let action = self.state.parse_action(text).unwrap_or_else(|e| panic!("{e}"));
            self.state.play(action).unwrap();
            self.settle();
        }
        self
    }

    /// The texts of what can be done now.
    pub fn options(&mut self) -> Vec<String> {
        self.settle();
        let mut legal = ActionSet::new();
        self.state.legal(&mut legal);
        legal
            .iter()
            .map(|action| {
                let mut text = String::new();
                self.state.action_text(action, &mut text);
                text
            })
            .collect()
    }

    /// Who decides.
    pub fn decider(&self) -> Turn {
        self.state.turn()
    }

    /// The position.
    pub fn json(&self) -> serde_json::Value {
        serde_json::to_value(self.state.snapshot()).unwrap()
    }

    /// What a zone of a player holds, as a list in alphabetical order.
    pub fn zone(&self, player: usize, zone: &str) -> String {
        list(&self.json()["players"][player][zone])
    }

    /// The known top of a player's deck, from the top.
    pub fn top(&self, player: usize) -> Vec<String> {
        let json = self.json();
        let top = json["players"][player]["top"].as_array().unwrap();
        top.iter().map(|card| card["card"].as_str().unwrap().to_owned()).collect()
    }

    /// What a zone that belongs to nobody holds.
    pub fn shared(&self, zone: &str) -> String {
        list(&self.json()[zone])
    }

    /// Actions, buys, coins.
    pub fn resources(&self) -> (u64, u64, u64) {
        let json = self.json();
        let number = |key: &str| json[key].as_u64().unwrap();
        (number("actions"), number("buys"), number("coins"))
    }

    /// How many cards a pile still has.
    pub fn left(&self, name: &str) -> u64 {
        self.json()["supply"][name].as_u64().unwrap_or(0)
    }
}

fn list(zone: &serde_json::Value) -> String {
    let mut entries: Vec<(String, u64)> =
        zone.as_object().unwrap().iter().map(|(name, count)| (name.clone(), count.as_u64().unwrap())).collect();
    entries.sort();
    let text = entries.into_iter().map(|(name, count)| if count == 1 { name } else { format!("{count} {name}") });
    text.collect::<Vec<_>>().join(", ")
}

/// A player without cards.
pub const NOBODY: Side = Side { hand: "", deck: "", discard: "" };

/// It is this seat's turn.
pub fn seat(n: u8) -> Turn {
    Turn::Seat(hoyle_core::Seat(n))
}
