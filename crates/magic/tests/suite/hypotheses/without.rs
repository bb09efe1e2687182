//! Positions without some of their things.

use super::{list, play, positions};
use crate::twins::info;
use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{EntityGraph, EntityId, Rng, Seat, Turn, save};
use hoyle_magic::{Cards, DeckKnowledge, Magic, MagicState, Scene, SceneSide};
use std::collections::BTreeMap;

const PERMANENT: u8 = 2;
const CARD: u8 = 3;
const STACK: u8 = 4;
const COUNTER: u8 = 5;
const ABILITY: u8 = 6;
const COUNTER_ON: u8 = 4;
const ATTACHED_TO: u8 = 5;
const EXILED_WITH: u8 = 10;

fn graph(state: &MagicState, seat: Seat) -> EntityGraph {
    let mut graph = EntityGraph::new();
    state.entities(seat, &mut graph);
    graph
}

/// A thing's name without its number.
fn name(state: &MagicState, seat: Seat, entity: EntityId) -> String {
    let mut text = String::new();
    state.entity_text(seat, entity, &mut text);
    text.split(" #").next().unwrap_or_default().to_owned()
}

/// The names of all entities but abilities, with how many there are.
fn census(state: &MagicState, seat: Seat, without: &[EntityId]) -> BTreeMap<String, usize> {
    let graph = graph(state, seat);
    let mut counts = BTreeMap::new();
    for entity in (0..graph.len() as EntityId).filter(|entity| !without.contains(entity)) {
        if graph.kinds()[entity as usize] != ABILITY {
            *counts.entry(name(state, seat, entity)).or_default() += 1;
        }
    }
    counts
}

/// Whether an entity can be taken away: what it stands for is on the battlefield, on the stack, in one's own hand, in a hand where
/// it is known to be, in a graveyard or in exile.
fn removable(graph: &EntityGraph, entity: EntityId) -> bool {
    match graph.kinds()[entity as usize] {
        PERMANENT | STACK | COUNTER => true,
        CARD => graph.row(entity)[1..4].contains(&1.0),
        _ => false,
    }
}

/// These entities and what hangs on them: counters, and Auras.
fn closed(state: &MagicState, seat: Seat, graph: &EntityGraph, entities: &[EntityId]) -> Vec<EntityId> {
    let mut all = entities.to_vec();
    for _ in 0..3 {
        for edge in graph.edges().iter().filter(|edge| all.contains(&edge.to)).copied().collect::<Vec<_>>() {
            let aura = || Cards::with_files("further").expect("a file").text(&name(state, seat, edge.from));
            let hangs = edge.relation == COUNTER_ON
                || edge.relation == ATTACHED_TO && aura().is_some_and(|text| text.contains("enchant"));
            if hangs && !all.contains(&edge.from) {
                all.push(edge.from);
            }
        }
    }
    all
}

/// What was checked.
#[derive(Default, Debug)]
struct Checked {
    taken: usize,
    kept: usize,
    refused: usize,
}

impl Checked {
    fn check(&mut self, game: &Magic, state: &MagicState, seat: Seat, entities: &[EntityId], rng: &mut Rng) {
        let graph = graph(state, seat);
        let asked = entities.iter().all(|&entity| removable(&graph, entity));
        let Some(mut without) = state.without(seat, entities) else {
            // What is resolving stays while cards are looked at for it.
            let looking = || entities.iter().any(|&entity| graph.row(entity)[5] > 0.0);
            assert!(!asked || looking(), "{:?}", entities.iter().map(|&e| name(state, seat, e)).collect::<Vec<_>>());
            self.refused += 1;
            return;
        };
        assert!(asked);
        self.taken += 1;
        let back = save::from_bytes(game, &save::to_bytes(&without)).expect("it reads back");
        assert_eq!(back, without);
        let gone = closed(state, seat, &graph, entities);
        let returns = graph.edges().iter().any(|edge| edge.relation == EXILED_WITH && gone.contains(&edge.to));
        if without.ask() == state.ask() && !returns {
            self.kept += 1;
            assert_eq!(census(&without, seat, &[]), census(state, seat, &gone));
            let life = |state: &MagicState| {
                let text = info(state, seat);
                text.lines()
                    .filter(|line| line.starts_with("player "))
                    .map(|line| line.split(',').next().map(str::to_owned))
                    .collect::<Vec<_>>()
            };
            assert_eq!(life(&without), life(state));
        }
        let steps = if rng.below(10) == 0 { usize::MAX } else { 12 };
        for step in 0.. {
            if step == steps || !random_step(&mut without, rng) {
                break;
            }
            if step == 6 && without.turn() != Turn::Over {
                let dealt = without.determinize(seat, rng);
                assert_eq!(info(&dealt, seat), info(&without, seat));
            }
        }
    }
}

#[test]
fn every_thing_can_be_taken_away() {
    let mut checked = Checked::default();
    for knowledge in [DeckKnowledge::Lists, DeckKnowledge::Metagame] {
        positions(knowledge, 30, 16, |game, state, seat, rng| {
            let entities = graph(state, seat).len() as EntityId;
            for observer in [seat, Seat(1 - seat.0)] {
                if observer == seat {
                    for entity in 0..entities {
                        checked.check(game, state, observer, &[entity], rng);
                    }
                }
                let all = graph(state, observer);
                let some: Vec<EntityId> =
                    (0..all.len() as EntityId).filter(|&entity| removable(&all, entity)).collect();
                if some.len() > 1 {
                    for _ in 0..6 {
                        let pair = [0, 1].map(|_| some[rng.below(some.len() as u32) as usize]);
                        checked.check(game, state, observer, &pair, rng);
                    }
                }
            }
        });
    }
    println!("{checked:?}");
    assert!(checked.taken > 3000 && checked.kept * 2 > checked.taken && checked.refused > 500, "{checked:?}");
}

#[test]
fn nothing_is_there_outside_of_the_graph() {
    positions(DeckKnowledge::Lists, 1, 50, |_, state, seat, _| {
        let entities = graph(state, seat).len() as EntityId;
        assert!(state.without(seat, &[entities]).is_none() && state.without(seat, &[EntityId::MAX]).is_none());
        assert!(state.without(seat, &[]).is_some_and(|same| same == *state));
    });
}

fn find(state: &MagicState, seat: Seat, wanted: &str) -> EntityId {
    let entities = 0..graph(state, seat).len() as EntityId;
    entities.clone().find(|&entity| name(state, seat, entity) == wanted).unwrap_or_else(|| {
        panic!("no {wanted} among {:?}", entities.map(|entity| name(state, seat, entity)).collect::<Vec<_>>())
    })
}

fn scene(p1: SceneSide, p2: SceneSide) -> MagicState {
    Scene { p1, p2, ..Scene::default() }.build().expect("a scene").1
}

fn has(state: &MagicState, wanted: &str) -> bool {
    census(state, Seat(0), &[]).contains_key(wanted)
}

#[test]
fn auras_go_with_what_they_are_on_and_equipment_stays() {
    let battlefield = list(&["Hill Giant", "Holy Strength -> Hill Giant", "Bonesplitter -> Hill Giant"]);
    let state = scene(SceneSide { battlefield, ..SceneSide::default() }, SceneSide::default());
    let without = state.without(Seat(0), &[find(&state, Seat(0), "Hill Giant")]).expect("a position");
    assert!(!has(&without, "Hill Giant") && !has(&without, "Holy Strength") && has(&without, "Bonesplitter"));
    // Nothing went to a graveyard, and nothing triggered.
    assert!(!info(&without, Seat(0)).contains("graveyard:"));
}

#[test]
fn nothing_triggers() {
    let p1 = SceneSide { battlefield: list(&["Doomed Traveler", "Blood Artist"]), ..SceneSide::default() };
    let state = scene(p1, SceneSide::default());
    let mut without = state.without(Seat(0), &[find(&state, Seat(0), "Doomed Traveler")]).expect("a position");
    play(&mut without, "pass", &mut Rng::new(1));
    assert!(!has(&without, "Spirit") && !info(&without, Seat(0)).contains("Blood Artist (trigg"));
    assert!(info(&without, Seat(0)).contains("player 2: life 20"));
}

#[test]
fn a_creature_that_lived_by_what_has_gone_dies() {
    let p1 = SceneSide { battlefield: list(&["Glorious Anthem", "Silvercoat Lion damage=2"]), ..SceneSide::default() };
    let state = scene(p1, SceneSide::default());
    let mut without = state.without(Seat(0), &[find(&state, Seat(0), "Glorious Anthem")]).expect("a position");
    play(&mut without, "pass", &mut Rng::new(1));
    assert!(has(&without, "Silvercoat Lion in your graveyard"));
}

#[test]
fn what_was_exiled_until_it_leaves_returns() {
    let rng = &mut Rng::new(1);
    let p1 = SceneSide {
        hand: list(&["Banisher Priest"]),
        battlefield: list(&["Plains", "Plains", "Plains"]),
        ..SceneSide::default()
    };
    let p2 = SceneSide { battlefield: list(&["Serra Angel"]), ..SceneSide::default() };
    let mut state = scene(p1, p2);
    play(&mut state, "cast Banisher Priest", rng);
    while !has(&state, "Serra Angel in exile") {
        play(&mut state, "pass", rng);
    }
    let without = state.without(Seat(0), &[find(&state, Seat(0), "Banisher Priest")]).expect("a position");
    assert!(has(&without, "Serra Angel") && !has(&without, "Serra Angel in exile"));
}

#[test]
fn a_decision_about_what_has_gone_is_not_asked() {
    let rng = &mut Rng::new(1);
    let p1 = SceneSide { battlefield: list(&["Hill Giant", "Grizzly Bears"]), ..SceneSide::default() };
    let p2 = SceneSide { battlefield: list(&["Walking Corpse"]), ..SceneSide::default() };
    let mut state = scene(p1, p2);
    play(&mut state, "attack with Hill Giant", rng);
    // The Bears are asked about. Without them the attack is as it is, and the Giant is tapped.
    let without = state.without(Seat(0), &[find(&state, Seat(0), "Grizzly Bears")]).expect("a position");
    let text = info(&without, Seat(0));
    assert!(text.contains("Hill Giant") && text.contains("attacks") && text.contains("tapped"), "{text}");
    // Without the attacker the Bears are asked still.
    let without = state.without(Seat(0), &[find(&state, Seat(0), "Hill Giant")]).expect("a position");
    assert_eq!(without.ask(), state.ask());
    // Without either there is no attack, and the game goes on.
    let both = ["Hill Giant", "Grizzly Bears"].map(|name| find(&state, Seat(0), name));
    let without = state.without(Seat(0), &both).expect("a position");
    assert!(!info(&without, Seat(0)).contains("attacks") && without.turn() != Turn::Over);
}
