//! What the numbers of the layouts say.

use crate::common::{PAIR, Table, scene, scene_with};
use hoyle_acquire::{Options, PLANES, SEED222, SEED224, SEED864, SEED866};
use hoyle_core::prelude::*;
use hoyle_core::{EntityGraph, Game, LayoutId, Seat};

fn table() -> Table {
    let scene = scene(4, PAIR).rack(0, "4A 12A 1I 3I 5I 7I").money(0, 6500).money(1, 500);
    scene.shares(0, "Tower 7, Luxor 1").shares(1, "Tower 4, Luxor 20").set()
}

fn read(table: &Table, seat: u8, layout: LayoutId, field: &str, index: &[usize]) -> f32 {
    let mut out = vec![f32::NAN; table.state.spec().layout(layout).len()];
    table.state.observe(Seat(seat), layout, &mut out);
    out[table.state.spec().layout(layout).field(field).unwrap().at(index)]
}

#[test]
fn the_layouts_have_the_same_length_for_every_number_of_players() {
    let lengths = |players| {
        let game = hoyle_acquire::Acquire::new(Options { players, ..Options::default() }).unwrap();
        [SEED222, SEED864, SEED224, SEED866, PLANES].map(|layout| game.spec().layout(layout).len())
    };
    for players in 2..=6 {
        assert_eq!(lengths(players)[..4], [222, 864, 224, 866]);
        assert_eq!(lengths(players), lengths(2));
    }
}

#[test]
fn the_small_layouts_say_what_is_tabled() {
    let mut table = table();
    for layout in [SEED222, SEED864, SEED224, SEED866] {
        let at = |field: &str, index: &[usize]| read(&table, 0, layout, field, index);
        assert_eq!([0, 3, 4, 24].map(|cell| at("board", &[cell])), [2.0, 0.0, 3.0, 1.0]);
        assert_eq!((at("size", &[0]), at("price", &[0]), at("bank", &[0])), (3.0 / 41.0, 0.25, 4.0 / 25.0));
        assert_eq!((at("active", &[1]), at("active", &[2]), at("safe", &[0])), (1.0, 0.0, 0.0));
        assert_eq!((at("money", &[0]), at("money", &[1]), at("shares", &[1, 0])), (0.65, 0.05, 20.0 / 25.0));
        assert_eq!([0, 3, 4, 5].map(|slot| at("playing", &[slot])), [1.0, 1.0, 0.0, 0.0]);
        assert_eq!((at("phase", &[1]), at("asked", &[0]), at("turn", &[0])), (1.0, 1.0, 1.0));
        // Seen by the second player, the mover is the last of four, and the own money comes first.
        assert_eq!((read(&table, 1, layout, "turn", &[3]), read(&table, 1, layout, "money", &[0])), (1.0, 0.05));
    }
    assert_eq!(read(&table, 0, SEED222, "hand", &[0]), 3.0 / 107.0);
    assert_eq!((read(&table, 0, SEED864, "hand", &[0, 3]), read(&table, 0, SEED864, "hand", &[1, 11])), (1.0, 1.0));
    table.play("4A");
    assert_eq!(read(&table, 0, SEED222, "hand", &[5]), -1.0, "an empty place");
    assert_eq!((read(&table, 0, SEED222, "phase", &[4]), read(&table, 0, SEED222, "asked", &[3])), (1.0, 1.0));
    assert_eq!(read(&table, 1, SEED222, "turn", &[3]), 1.0, "the turn is the mover's while others dispose");
}

/// Luxor is safe and takes over Tower: while Tower is wound up, it is not on the board any more.
#[test]
fn a_chain_that_is_wound_up_has_its_size_and_price_but_is_not_on_the_board() {
    let board = [
        "LLLLLL.TTT..",
        "LLLLL.......",
        "............",
        "............",
        "o.o.o.......",
        "............",
        "............",
        "............",
        "............",
    ];
    let mut table = scene(4, board).rack(0, "7A 12A 1I 3I 5I 7I").shares(0, "Tower 7").shares(1, "Tower 4").set();
    for layout in [SEED222, SEED864, SEED224, SEED866, PLANES] {
        assert_eq!(read(&table, 1, layout, "can_end", &[]), 0.0, "Tower is on the board and not safe");
    }
    table.play("7A");
    for layout in [SEED222, SEED864, SEED224, SEED866, PLANES] {
        let at = |field: &str, index: &[usize]| read(&table, 1, layout, field, index);
        assert_eq!((at("size", &[1]), at("price", &[1]), at("active", &[1])), (3.0 / 41.0, 3.0 / 12.0, 0.0));
        assert_eq!((at("size", &[0]), at("safe", &[0])), (15.0 / 41.0, 1.0), "Luxor has its tiles");
        assert_eq!(at("can_end", &[]), 1.0, "all chains on the board are safe");
    }
}

#[test]
fn the_later_numbers_of_the_small_layouts() {
    let mut table = table();
    for layout in [SEED224, SEED866] {
        for seat in 0..4 {
            assert_eq!(read(&table, seat, layout, "players", &[]), 4.0 / 6.0);
            assert_eq!(read(&table, seat, layout, "can_act", &[]), f32::from(u8::from(seat == 0)));
        }
    }
    // The mover disposes first, then the second player: the turn is the mover's, but the second decides.
    table.play("4A").play("keep");
    assert_eq!(table.decider(), Some(1));
    for seat in 0..4 {
        assert_eq!(read(&table, seat, SEED224, "can_act", &[]), f32::from(u8::from(seat == 1)));
        assert_eq!(read(&table, seat, SEED224, "turn", &[usize::from((4 - seat) % 4)]), 1.0);
    }
}

#[test]
fn planes_show_the_board_and_the_merger() {
    let mut table = table();
    let at = |table: &Table, field: &str, index: &[usize]| read(table, 0, PLANES, field, index);
    assert_eq!((at(&table, "board", &[0, 0, 3]), at(&table, "board", &[0, 0, 0])), (1.0, 0.0));
    assert_eq!(
        (at(&table, "board", &[1, 2, 0]), at(&table, "board", &[2, 0, 2]), at(&table, "board", &[3, 0, 4])),
        (1.0, 1.0, 1.0)
    );
    assert_eq!((at(&table, "rack", &[0, 3]), at(&table, "legal", &[0, 3])), (1.0, 1.0));
    table.play("4A");
    assert_eq!(
        (at(&table, "survivor", &[0]), at(&table, "defunct", &[1]), at(&table, "tile", &[0, 3])),
        (1.0, 1.0, 1.0)
    );
    assert_eq!(at(&table, "size", &[1]), 2.0 / 41.0, "the size before the merger");
    assert_eq!((at(&table, "to_ask", &[]), at(&table, "decides", &[0])), (4.0 / 6.0, 1.0));
    assert_eq!(at(&table, "bag", &[]), 76.0 / 108.0);
}

#[test]
fn hidden_holdings_are_not_in_the_numbers() {
    let options = Options { hidden_holdings: true, ..Options::default() };
    let table = scene_with(options, PAIR).shares(1, "Tower 4").money(1, 500).set();
    for layout in [PLANES, SEED222] {
        assert_eq!(read(&table, 0, layout, "shares", &[1, 1]), 0.0);
        assert_eq!((read(&table, 0, layout, "money", &[1]), read(&table, 1, layout, "money", &[0])), (0.0, 0.05));
    }
    assert_eq!((read(&table, 0, PLANES, "shown", &[0]), read(&table, 0, PLANES, "shown", &[1])), (1.0, 0.0));
}

#[test]
fn the_graph_has_the_relations_of_the_table() {
    let table = table();
    let mut graph = EntityGraph::new();
    table.state.entities(Seat(0), &mut graph);
    let schema = &table.state.spec().graph;
    let edges = |name: &str| {
        let relation = schema.relations.iter().position(|term| term.name == name).unwrap() as u8;
        graph.edges().iter().filter(|edge| edge.relation == relation).map(|e| (e.from, e.to)).collect::<Vec<_>>()
    };
    // Chains are 0-6, players 7-10 from the observer on, tiles from 11 on; 4A is the first of them.
    assert_eq!(edges("holds"), [(7, 0), (8, 0), (7, 1), (8, 1)]);
    assert_eq!(edges("leads"), [(8, 0), (7, 1)]);
    assert_eq!(edges("follows"), [(7, 0), (8, 1)]);
    assert_eq!((edges("adjacent"), edges("would_merge")), (vec![(11, 0), (11, 1)], vec![(11, 0), (11, 1)]));
    assert_eq!(graph.candidates().len(), 6);
    let mut table = table;
    table.play("4A");
    table.state.entities(Seat(1), &mut graph);
    assert!(graph.kinds().contains(&3), "the merger is an entity");
}
