//! One test per rule.

use crate::common::{CROWDED, EMPTY, PAIR, Table, scene, scene_with};
use hoyle_acquire::chains::Chain::{self, American, Continental, Festival, Imperial, Luxor, Tower, Worldwide};
use hoyle_acquire::{Acquire, Exchange, Forced, Options, Phase, Seating, Start, TwoPlayer};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Game, Outcomes, Rng, Seat, Turn};

fn start(options: Options, tiles: &[&str]) -> Table {
    let game = Acquire::new(options).unwrap();
    let mut table = Table { state: game.start(), rng: Rng::new(1) };
    for tile in tiles {
        table.chance(&format!("draw {tile}"));
    }
    table
}

// ---- the beginning

#[test]
fn the_tile_closest_to_1a_begins_row_letter_first() {
    let mut table = start(Options { players: 3, ..Options::default() }, &["1B", "9A", "4C"]);
    assert_eq!(table.json()["mover"], 1, "9A is closer than 1B");
    table.settle();
    assert_eq!((table.phase(), table.decider()), (Phase::Play, Some(1)));
    assert!((0..3).all(|seat| table.rack(seat).split(' ').count() == 6), "six tiles each");
    assert!((0..3).all(|seat| table.money(seat) == 6000));
}

#[test]
fn columns_can_be_compared_first() {
    let table = start(Options { players: 3, start: Start::Column, ..Options::default() }, &["9A", "4C", "1B"]);
    assert_eq!(table.json()["mover"], 2);
}

#[test]
fn seats_can_be_taken_in_the_order_of_the_tiles() {
    let options = Options { players: 3, start: Start::Column, seating: Seating::ByTile, ..Options::default() };
    let table = start(options, &["9A", "4C", "1B"]);
    assert_eq!(table.json()["mover"], 0);
    assert_eq!(table.json()["starts"], serde_json::json!(["1B", "4C", "9A"]));
}

#[test]
fn adjacent_starting_tiles_stay_alone_until_a_tile_joins_them() {
    let mut table = start(Options { players: 2, ..Options::default() }, &["5E", "6E"]);
    assert_eq!(table.board()[4], "....oo......");
    let tiles = ["7E", "1A", "1C", "1E", "1G", "1I", "12A", "12C", "12E", "12G", "12I", "10A"];
    for tile in tiles {
        table.chance(&format!("draw {tile}"));
    }
    assert_eq!(table.decider(), Some(0));
    table.play("7E").play("found Tower");
    assert_eq!((table.size(Tower), table.board()[4].as_str()), (3, "....TTT....."));
}

#[test]
fn every_draw_is_any_tile_of_the_bag_with_the_same_probability() {
    let table = start(Options::default(), &["1A", "2A"]);
    let mut outcomes = Outcomes::new();
    table.state.outcomes(&mut outcomes);
    assert_eq!(outcomes.len(), 106);
    assert!(outcomes.iter().all(|(id, weight)| weight == 1 && id.0 != 0 && id.0 != 1));
}

// ---- tiles

const QUIET: &str = "1I 3I 5I 7I 9I";

fn with_orphans() -> [&'static str; 9] {
    let mut board = EMPTY;
    board[0] = "o.o.o.o.o.o.";
    board
}

#[test]
fn a_tile_without_neighbours_lies_alone() {
    let mut table = scene(4, with_orphans()).rack(0, &format!("6E {QUIET}")).set();
    table.play("6E alone");
    // Nothing can be bought, so the tile is drawn at once.
    assert_eq!((table.phase(), table.board()[4].as_str()), (Phase::Draw, ".....o......"));
}

#[test]
fn a_tile_beside_an_orphan_founds_a_chain_with_a_free_share() {
    let mut table = scene(4, with_orphans()).rack(0, &format!("1B {QUIET}")).set();
    table.play("1B founds a chain");
    assert_eq!(table.options().len(), 7);
    table.play("found Imperial");
    assert_eq!((table.size(Imperial), table.shares(0, Imperial), table.bank(Imperial)), (2, 1, 24));
    assert_eq!((table.phase(), table.money(0)), (Phase::Buy, 6000));
}

#[test]
fn founding_joins_all_connected_orphans() {
    let mut table = scene(4, with_orphans()).rack(0, &format!("2A {QUIET}")).set();
    table.play("2A").play("found Luxor");
    assert_eq!((table.size(Luxor), table.board()[0].as_str()), (3, "LLL.o.o.o.o."));
}

#[test]
fn without_shares_in_the_bank_founding_gives_none() {
    let table = scene(4, with_orphans()).rack(0, &format!("1B {QUIET}")).shares(1, "Luxor 13").shares(2, "Luxor 12");
    let mut table = table.set();
    table.play("1B").play("found Luxor");
    assert_eq!((table.shares(0, Luxor), table.bank(Luxor)), (0, 0));
}

#[test]
fn a_chain_grows_and_absorbs_connected_orphans() {
    let mut board = EMPTY;
    board[0] = "LL.o..o.o.o.";
    let mut table = scene(4, board).rack(0, &format!("3A {QUIET}")).set();
    table.play("3A grows Luxor");
    assert_eq!((table.size(Luxor), table.board()[0].as_str()), (4, "LLLL..o.o.o."));
}

/// All seven chains on the board, and an orphan on 5E.
const SEVEN: [&str; 9] = [
    "LL.TT.AA.WW.",
    "............",
    "FF.II.CC....",
    "............",
    "....o.......",
    "............",
    "............",
    "............",
    "............",
];

#[test]
fn an_eighth_chain_cannot_be_founded_now_but_the_tile_is_kept() {
    let mut table = scene(4, SEVEN).rack(0, "6E 12I 10I 8I 6I 4I").money(0, 0).set();
    assert!(table.options().iter().all(|option| !option.starts_with("6E")), "{:?}", table.options());
    let explained = hoyle_core::Show::explain(&table.state, "6e");
    assert_eq!(explained.as_deref(), Some("6E: not now: it would found an eighth chain"));
    table.play("12I").settle();
    assert!(table.rack(0).contains("6E") && table.discards().is_empty(), "never exchanged");
}

#[test]
fn when_a_chain_is_gone_the_tile_can_be_played() {
    let mut table = scene(4, SEVEN).rack(0, "6E 3A 10I 8I 6I 4I").rack(1, "5F 1I 1H 1G 2I 2H").set();
    table.play("3A merges Luxor and Tower").play("survivor Tower");
    table.play("buy nothing").settle();
    assert!(table.options().iter().any(|option| option == "5F founds a chain"), "{:?}", table.options());
}

/// Luxor and Tower are safe, with one column between them; American is small, below that column.
const SAFE: [&str; 9] = [
    "LLLLL.TTTTT.",
    "LLLLL.TTTTT.",
    "LL........TT",
    "....AA......",
    "............",
    "............",
    "............",
    "............",
    "o.o.o.......",
];

#[test]
fn a_tile_between_two_safe_chains_is_dead() {
    let table = scene(4, SAFE).rack(0, "6A 6B 9I 7I 12I 11G").set();
    assert!(table.options().iter().all(|option| !option.starts_with("6A") && !option.starts_with("6B")));
    let explained = hoyle_core::Show::explain(&table.state, "6A").unwrap();
    assert_eq!(explained, "6A: dead: it touches Luxor and Tower, both safe");
}

#[test]
fn a_tile_between_two_safe_chains_and_a_small_one_is_dead_too() {
    let mut board = SAFE;
    board[1] = "LLLLL.TTTTT.";
    board[2] = "LL...A....TT";
    board[3] = ".....A......";
    let table = scene(4, board).rack(0, "6B 9I 7I 12I 11G 9G").set();
    assert_eq!(table.state.seat_view(Seat(0)).effect(17), hoyle_acquire::Effect::Dead(0b11));
    assert!(!table.options().iter().any(|option| option.starts_with("6B")));
}

#[test]
fn a_safe_chain_takes_over_a_small_one_but_never_the_other_way() {
    let mut board = EMPTY;
    board[0] = "LLLLLLLLLLL.";
    board[2] = "AA..o.o.o...";
    let mut table = scene(4, board).rack(0, "1B 9I 7I 12I 11G 9G").set();
    table.play("1B merges Luxor and American");
    assert_eq!((table.size(Luxor), table.size(American)), (14, 0));
}

#[test]
fn dead_tiles_are_exchanged_in_the_open_at_the_draw_step_once() {
    let mut table = scene(4, SAFE).rack(0, "6A 6B 9I 7I 12I 11G").money(0, 0).set();
    table.play("12I");
    assert_eq!((table.phase(), table.discards().as_str()), (Phase::Draw, ""), "first the rack is filled");
    table.chance("draw 1F");
    assert_eq!((table.discards().as_str(), table.rack(0).as_str()), ("6A 6B", "1F 11G 7I 9I"), "one batch, face up");
    table.chance("draw 3F").chance("draw 5F");
    assert_eq!(table.decider(), Some(1));
    assert_eq!(table.rack(0), "1F 3F 5F 11G 7I 9I");
}

#[test]
fn a_dead_tile_drawn_for_a_dead_tile_stays_or_is_exchanged_again() {
    for exchange in [Exchange::Once, Exchange::Repeat] {
        let options = Options { exchange, ..Options::default() };
        let mut table = scene_with(options, SAFE).rack(0, "6A 1H 9I 7I 12I 11G").money(0, 0).set();
        table.play("12I").chance("draw 1F").chance("draw 6B");
        if exchange == Exchange::Once {
            assert_eq!((table.decider(), table.discards().as_str()), (Some(1), "6A"));
            assert!(table.rack(0).contains("6B"));
        } else {
            assert_eq!((table.phase(), table.discards().as_str()), (Phase::Draw, "6A 6B"));
            table.chance("draw 3F");
            assert_eq!(table.decider(), Some(1));
        }
    }
}

// ---- mergers

#[test]
fn the_larger_chain_survives_and_the_tile_counts_for_neither() {
    let mut table = scene(4, PAIR).rack(0, &format!("4A {QUIET}")).shares(1, "Tower 4").set();
    table.play("4A merges Luxor and Tower");
    // Tower had two tiles: ten and five times $200 go to the sole holder.
    assert_eq!((table.size(Luxor), table.money(1)), (6, 6000 + 15 * 200));
    assert_eq!((table.phase(), table.decider()), (Phase::Dispose, Some(1)));
    table.play("sell 4");
    assert_eq!((table.money(1), table.size(Tower), table.bank(Tower)), (6000 + 15 * 200 + 4 * 200, 0, 25));
    assert_eq!((table.phase(), table.decider()), (Phase::Buy, Some(0)), "the mover buys after the merger");
}

#[test]
fn the_mover_breaks_a_tie_for_the_survivor() {
    let mut board = PAIR;
    board[0] = ".LL.TT......";
    for (survivor, gone) in [(Luxor, Tower), (Tower, Luxor)] {
        let mut table = scene(4, board).rack(0, &format!("4A {QUIET}")).set();
        table.play("4A");
        assert_eq!(
            (table.phase(), table.options()),
            (Phase::Survivor, vec!["survivor Luxor".into(), "survivor Tower".into()])
        );
        table.play(&format!("survivor {}", survivor.name()));
        assert_eq!((table.size(survivor), table.size(gone)), (5, 0));
    }
}

#[test]
fn orphans_beside_the_tile_join_the_survivor() {
    let mut board = PAIR;
    board[1] = "...o........";
    board[2] = "o.o..o......";
    let mut table = scene(4, board).rack(0, &format!("4A {QUIET}")).set();
    table.play("4A");
    assert_eq!((table.size(Luxor), table.board()[1].as_str()), (7, "...L........"));
}

/// Four chains of two around 5E.
const CROSS: [&str; 9] = [
    "............",
    "............",
    "....L.......",
    "....L.......",
    "..TT.AA.....",
    "....W.......",
    "....W.......",
    "............",
    "o.o.o.o.o...",
];

#[test]
fn four_chains_of_one_size_merge_in_the_order_that_the_mover_says() {
    let table =
        scene(4, CROSS).rack(0, "5E 12A 12C 12E 10A 10C").shares(1, "Luxor 1, Tower 1, American 1, Worldwide 1");
    let mut table = table.set();
    table.play("5E merges Luxor, Tower, American and Worldwide");
    assert_eq!(table.options().len(), 4);
    table.play("survivor American");
    assert_eq!((table.size(American), table.phase()), (9, Phase::Order));
    assert_eq!(table.options(), ["next Luxor", "next Tower", "next Worldwide"]);
    table.play("next Worldwide").play("keep 1");
    assert_eq!(table.options(), ["next Luxor", "next Tower"]);
    table.play("next Luxor").play("sell 1");
    assert_eq!(table.json()["defunct"], "Tower", "the last one needs no order");
    table.play("sell 1");
    assert_eq!((table.phase(), table.shares(1, Worldwide)), (Phase::Buy, 1));
    // Three sole holdings are paid: $200 + $200 + $300, times 15; then two cheap shares are sold.
    assert_eq!(table.money(1), 6000 + 15 * 700 + 2 * 200);
}

#[test]
fn defunct_chains_are_wound_up_from_the_largest_to_the_smallest() {
    let mut board = CROSS;
    board[1] = "....L.......";
    board[4] = "TTTT.AAAAA..";
    let table = scene(4, board).rack(0, "5E 12A 12C 12E 10A 10C").shares(0, "Luxor 1, Tower 1, Worldwide 1");
    let mut table = table.set();
    table.play("5E");
    let mut order = Vec::new();
    while table.phase() == Phase::Dispose {
        order.push(table.json()["defunct"].as_str().unwrap().to_owned());
        table.play("keep 1");
    }
    assert_eq!(order, ["Tower", "Luxor", "Worldwide"]);
    assert_eq!(table.size(American), 15);
}

#[test]
fn holders_dispose_clockwise_from_the_mover() {
    let table = scene(4, PAIR).rack(0, &format!("4A {QUIET}"));
    let mut table = table.shares(0, "Tower 1").shares(1, "Tower 2").shares(3, "Tower 3").set();
    table.play("4A");
    let mut asked = Vec::new();
    while let (Phase::Dispose, Some(seat)) = (table.phase(), table.decider()) {
        asked.push(seat);
        table.play("keep");
    }
    assert_eq!(asked, [0, 1, 3], "and nobody without shares");
}

#[test]
fn trades_are_two_for_one_and_limited_by_the_bank() {
    let table = scene(4, PAIR).rack(0, &format!("4A {QUIET}")).shares(0, "Tower 9, Luxor 10");
    let mut table = table.shares(1, "Luxor 13").shares(2, "Tower 2").set();
    table.play("4A");
    assert_eq!(table.bank(Luxor), 2);
    let most = table.options().iter().filter_map(|o| o.strip_prefix("trade ")?.split(',').next()?.parse().ok()).max();
    assert_eq!(most, Some(4), "two shares are left, for four");
    table.play("trade 4, sell 2, keep 3");
    assert_eq!((table.shares(0, Luxor), table.shares(0, Tower), table.bank(Luxor)), (12, 3, 0));
    assert_eq!(table.options(), ["keep 2", "sell 1, keep 1", "sell 2"], "nothing is left for the next holder");
}

#[test]
fn all_dispositions_of_25_shares_are_legal() {
    let mut table = scene(4, PAIR).rack(0, &format!("4A {QUIET}")).shares(0, "Tower 25").set();
    table.play("4A");
    assert_eq!(table.options().len(), 182);
}

#[test]
fn a_chain_that_nobody_holds_pays_nothing_and_asks_nobody() {
    let mut table = scene(4, PAIR).rack(0, &format!("4A {QUIET}")).set();
    table.play("4A");
    assert_eq!(table.phase(), Phase::Buy);
    assert!((0..4).all(|seat| table.money(seat) == 6000));
}

// ---- purchases

#[test]
fn at_most_three_shares_are_bought_of_chains_on_the_board() {
    let mut board = PAIR;
    board[0] = "LLL..TT.....";
    let mut table = scene(4, board).rack(0, &format!("12A {QUIET}")).set();
    table.play("12A");
    let mut expected = vec!["buy nothing".to_owned()];
    expected.extend(["buy 1 Luxor", "buy 1 Tower"].map(str::to_owned));
    expected.extend(["buy 2 Luxor", "buy 1 Luxor, 1 Tower", "buy 2 Tower"].map(str::to_owned));
    expected.extend(["buy 3 Luxor", "buy 2 Luxor, 1 Tower", "buy 1 Luxor, 2 Tower", "buy 3 Tower"].map(str::to_owned));
    assert_eq!(table.options(), expected);
    table.play("buy 2 Luxor, 1 Tower");
    assert_eq!((table.money(0), table.shares(0, Luxor), table.shares(0, Tower)), (6000 - 2 * 300 - 200, 2, 1));
}

#[test]
fn money_and_bank_limit_purchases() {
    let mut board = PAIR;
    board[0] = "LLL..TT.....";
    let table = scene(4, board).rack(0, &format!("12A {QUIET}")).money(0, 500).shares(1, "Tower 24");
    let mut table = table.set();
    table.play("12A");
    assert_eq!(table.options(), ["buy nothing", "buy 1 Luxor", "buy 1 Tower", "buy 1 Luxor, 1 Tower"]);
}

// ---- the end

/// A board whose chain sizes are given; each lies in a row of its own, with empty rows between.
fn sized(luxor: usize, tower: usize) -> [String; 9] {
    let mut lines = vec![".".repeat(12); 9];
    let mut lay = |rows: &[usize], letter: &str, mut tiles: usize| {
        for &row in rows {
            let here = tiles.min(12);
            lines[row] = format!("{}{}", letter.repeat(here), ".".repeat(12 - here));
            tiles -= here;
        }
        assert_eq!(tiles, 0);
    };
    lay(&[0, 1, 2, 3], "L", luxor);
    lay(&[5], "T", tower);
    lines[7] = "o.o.o.o.o.o.".to_owned();
    lines.try_into().unwrap()
}

fn ended_with(luxor: usize, tower: usize) -> Table {
    let board = sized(luxor, tower);
    let board: [&str; 9] = std::array::from_fn(|row| board[row].as_str());
    // A tile far from everything.
    let mut table = scene(4, board).rack(0, "1I 3I 5I 7I 9I 11I").set();
    table.play("9I founds").play("found Continental");
    table
}

#[test]
fn the_end_can_be_declared_from_41_tiles_on() {
    let mut table = ended_with(41, 5);
    assert_eq!(table.options(), ["end the game", "play on"]);
    table.play("play on");
    assert_eq!(table.phase(), Phase::Buy);
    assert_eq!(ended_with(40, 5).phase(), Phase::Buy, "40 are not enough");
}

#[test]
fn the_end_can_be_declared_when_all_chains_are_safe() {
    let alone = |luxor: usize, tower: usize| {
        let board = sized(luxor, tower);
        let board: [&str; 9] = std::array::from_fn(|row| board[row].as_str());
        let mut table = scene(4, board).rack(0, "12I 10I 8I 6I 4I 2I").set();
        table.play("12I");
        table.phase()
    };
    assert_eq!(alone(11, 11), Phase::End);
    assert_eq!(alone(11, 0), Phase::End, "the only chain");
    assert_eq!(alone(11, 10), Phase::Buy, "ten are not safe");
    assert_eq!(alone(10, 11), Phase::Buy);
    assert_eq!(alone(0, 0), Phase::Draw, "without a chain there is no end, and nothing to buy");
}

#[test]
fn who_declares_the_end_still_buys_and_then_everything_is_paid() {
    let board = sized(41, 11);
    let board: [&str; 9] = std::array::from_fn(|row| board[row].as_str());
    let table = scene(4, board).rack(0, "12I 10I 8I 6I 4I 2I").shares(1, "Luxor 3, Festival 5");
    let mut table = table.shares(2, "Luxor 1, Tower 2").money(3, 0).set();
    table.play("12I").play("end the game");
    assert_eq!(table.phase(), Phase::Buy);
    table.play("buy 2 Tower");
    assert_eq!((table.phase(), table.state.turn()), (Phase::Over, Turn::Over));
    // Tower at $700: a tie of two for 15 x 700. Luxor at $1,000. Festival is not on the board: worth nothing.
    let tie = 5300;
    assert_eq!(table.money(0), 6000 - 2 * 700 + tie + 2 * 700);
    assert_eq!(table.money(1), 6000 + 10_000 + 3 * 1000);
    assert_eq!(table.money(2), 6000 + 5000 + 1000 + tie + 2 * 700);
    assert_eq!(table.money(3), 0);
    assert_eq!(table.state.scores().winners().collect::<Vec<_>>(), [Seat(1)]);
}

#[test]
fn equal_money_is_a_shared_win() {
    let board = sized(41, 0);
    let board: [&str; 9] = std::array::from_fn(|row| board[row].as_str());
    let table = scene(4, board).rack(0, "12I 10I 8I 6I 4I 2I").money(0, 3000).money(3, 3000);
    let mut table = table.set();
    table.play("12I").play("end the game").play("buy nothing");
    let expected = [-1.0, 1.0, 1.0, -1.0].map(|score| score / 3.0);
    let scores = table.state.scores();
    assert!(scores.as_slice().iter().zip(expected).all(|(a, b): (&f32, f32)| (a - b).abs() < 1e-6), "{scores:?}");
    assert_eq!(table.state.scores().winners().collect::<Vec<_>>(), [Seat(1), Seat(2)]);
}

#[test]
fn a_round_without_a_tile_ends_the_game() {
    // Everybody holds tiles that would found an eighth chain, and nobody has money.
    let stuck = scene(2, CROWDED).rack(0, "2E 4E 6E 1F 3F 5F").rack(1, "8E 10E 12E 7F 9F 11F");
    let stuck = stuck.money(0, 100).money(1, 100).set();
    assert_eq!(stuck.state.turn(), Turn::Over);
    assert_eq!((stuck.money(0), stuck.money(1), stuck.json()["idle"].as_u64()), (100, 100, Some(2)));
    let board = stuck.state.scores();
    assert_eq!(board.as_slice(), [0.0, 0.0], "a shared win of all is nobody's");
}

#[test]
fn whoever_cannot_play_still_buys_and_the_turns_are_counted() {
    let mut table = scene(3, CROWDED).rack(0, "2E 4E 6E 1F 3F 5F").rack(1, "8E 10E 12E 7F 9F 11F").money(1, 0).set();
    assert_eq!((table.phase(), table.decider()), (Phase::Buy, Some(0)));
    assert_eq!(table.json()["idle"], 1);
    table.play("buy 1 Luxor");
    assert_eq!((table.phase(), table.decider()), (Phase::Play, Some(2)), "the second can neither play nor buy");
    assert_eq!(table.json()["idle"], 2);
    table.play("12I");
    assert_eq!(table.json()["idle"], 0);
}

#[test]
fn the_game_ends_when_all_racks_are_empty() {
    // Everything lies on the board or is exchanged but for one tile of the first player.
    let full = [
        "LLLLLLLLLLLL",
        "LLLLLLLLLLLL",
        "LLLLLLLLLLLL",
        "LLLLLLLLLLLL",
        "LLLLLLLLLLLL",
        "LLLLLLLLLLLL",
        "LLLLLLLLLLLL",
        "LLLLLLLLLLLL",
        "LLLLLLLLLLL.",
    ];
    let options = Options { players: 3, forced: Forced::Ask, ..Options::default() };
    let mut table = scene_with(options, full).rack(0, "12I").without_bag().set();
    table.play("12I grows Luxor").play("play on").play("buy nothing");
    assert_eq!(table.phase(), Phase::Over);
}

// ---- two players

#[test]
fn a_dummy_takes_part_in_games_of_two() {
    let held = |two_player: TwoPlayer| {
        let options = Options { players: 2, two_player, ..Options::default() };
        let mut table = scene_with(options, PAIR).rack(0, &format!("4A {QUIET}")).shares(1, "Tower 3").set();
        table.play("4A");
        table
    };
    let outcomes = |table: &Table| {
        let mut outcomes = Outcomes::new();
        table.state.outcomes(&mut outcomes);
        outcomes.iter().map(|(id, weight)| (id.0, weight)).collect::<Vec<_>>()
    };
    let none = held(TwoPlayer::Nobody);
    assert_eq!((none.phase(), none.money(1)), (Phase::Dispose, 6000 + 15 * 200));
    let d6 = held(TwoPlayer::D6);
    assert_eq!(outcomes(&d6), (108..114).map(|id| (id, 1)).collect::<Vec<_>>());
    let mut tile12 = held(TwoPlayer::Tile12);
    assert_eq!(outcomes(&tile12), (108..120).map(|id| (id, 1)).collect::<Vec<_>>());
    let bank = tile12.bank(Tower);
    tile12.chance("dummy 12");
    assert_eq!((tile12.money(1), tile12.bank(Tower)), (6000 + 5 * 200, bank), "second, and the bank is untouched");
    for (roll, bonus) in [("dummy 1", 10 * 200), ("dummy 3", 1500), ("dummy 4", 5 * 200)] {
        let mut table = held(TwoPlayer::Tile12);
        table.chance(roll);
        assert_eq!(table.money(1), 6000 + bonus, "{roll}");
    }
}

#[test]
fn the_dummy_is_drawn_for_every_chain_of_the_final_payout() {
    let board = sized(41, 11);
    let board: [&str; 9] = std::array::from_fn(|row| board[row].as_str());
    let table = scene(2, board).rack(0, "12I 10I 8I 6I 4I 2I").shares(0, "Tower 3").shares(1, "Luxor 3");
    let mut table = table.set();
    table.play("12I").play("end the game").play("buy nothing");
    assert_eq!((table.phase(), table.state.turn()), (Phase::Final, Turn::Chance));
    table.chance("dummy 1");
    assert_eq!(table.money(1), 6000 + 10_000, "Luxor first");
    table.chance("dummy 5");
    assert_eq!((table.money(0), table.money(1)), (6000 + 5 * 700 + 3 * 700, 6000 + 10_000 + 3000));
    assert_eq!(table.phase(), Phase::Over);
}

#[test]
fn three_players_have_no_dummy() {
    let options = Options { players: 3, two_player: TwoPlayer::Tile12, ..Options::default() };
    let mut table = scene_with(options, PAIR).rack(0, &format!("4A {QUIET}")).shares(1, "Tower 3").set();
    table.play("4A");
    assert_eq!(table.phase(), Phase::Dispose);
}

// ---- decisions with one option

#[test]
fn a_decision_with_one_option_is_taken_by_itself_or_asked() {
    let only = |forced: Forced| {
        let options = Options { players: 3, forced, ..Options::default() };
        scene_with(options, CROWDED).rack(0, "2E 4E 6E 1F 3F 12I").set()
    };
    let auto = only(Forced::Auto);
    assert_eq!((auto.phase(), auto.board()[8].as_str()), (Phase::Buy, "...........o"));
    let ask = only(Forced::Ask);
    assert_eq!((ask.phase(), ask.options()), (Phase::Play, vec!["12I alone".to_owned()]));
}

#[test]
fn the_last_chain_is_founded_by_itself_or_asked() {
    let board = [
        "LL.TT.AA.WW.",
        "............",
        "FF.II.......",
        "............",
        "o.o.........",
        "............",
        "............",
        "............",
        "............",
    ];
    let found = |forced: Forced| {
        let options = Options { players: 2, forced, ..Options::default() };
        let mut table = scene_with(options, board).rack(0, "2E 12I 10I 8I 6I 4I").set();
        table.play("2E");
        table
    };
    let auto = found(Forced::Auto);
    assert_eq!((auto.phase(), auto.size(Continental), auto.shares(0, Continental)), (Phase::Buy, 3, 1));
    assert_eq!(found(Forced::Ask).options(), ["found Continental"]);
}

#[test]
fn a_purchase_without_money_is_skipped_or_asked() {
    let buy = |forced: Forced| {
        let options = Options { forced, ..Options::default() };
        let mut table = scene_with(options, SEVEN).rack(0, "12I 10I 8I 6I 4I 2I").money(0, 100).set();
        table.play("12I");
        table
    };
    assert_eq!(buy(Forced::Auto).phase(), Phase::Draw);
    assert_eq!(buy(Forced::Ask).options(), ["buy nothing"]);
}

// ---- names

#[test]
fn chains_have_the_numbers_of_their_order() {
    let letters = |options: Options| {
        let game = Acquire::new(options).unwrap();
        game.rules().chains.map(Chain::letter).iter().collect::<String>()
    };
    assert_eq!(letters(Options::default()), "LTAWFIC");
    assert_eq!(letters(Options::tlstyer()), "LTAFWCI");
    let mut table = scene_with(Options::tlstyer(), with_orphans()).rack(0, &format!("1B {QUIET}")).set();
    table.play("1B");
    assert_eq!(table.options()[3], "found Festival");
    table.state.play_unchecked(ActionId(108 + 3));
    assert_eq!((table.size(Festival), table.board()[1].as_str()), (2, "F..........."));
}
