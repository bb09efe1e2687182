//! What everybody knows is in every determinization; what nobody can know is dealt anew, with the right odds.

use crate::common::{CROWDED, Table, scene, scene_with};
use hoyle_acquire::board::{cell_names, count, parse_cell};
use hoyle_acquire::{Acquire, AcquireState, Exchange, Options, Phase};
use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{ActionSet, Game, Rng, Seat, Turn};
use std::collections::BTreeSet;

fn rack(state: &AcquireState, seat: u8) -> u128 {
    state.seat_view(Seat(seat)).rack()
}

fn info(state: &AcquireState, seat: u8) -> String {
    let mut info = String::new();
    state.information_state(Seat(seat), &mut info);
    info
}

/// Many determinizations for a seat, each of which must leave what the seat knows as it was.
fn determinizations(state: &AcquireState, seat: u8) -> impl Iterator<Item = AcquireState> {
    let mut rng = Rng::new(9);
    let state = state.clone();
    (0..2000).map(move |_| {
        let dealt = state.determinize(Seat(seat), &mut rng);
        assert_eq!(info(&dealt, seat), info(&state, seat));
        assert_eq!(rack(&dealt, seat), rack(&state, seat));
        dealt
    })
}

fn cells(names: &str) -> u128 {
    names.split_whitespace().fold(0, |set, name| set | 1 << parse_cell(name).unwrap())
}

/// Luxor and Tower are safe, so that 6A and 6B are dead; American is not, so that the end cannot be declared.
const SAFE: [&str; 9] = [
    "LLLLL.TTTTT.",
    "LLLLL.TTTTT.",
    "LL........TT",
    "............",
    ".....AA.....",
    "............",
    "............",
    "............",
    "o.o.o.......",
];

/// Positions of random games with all kinds of options.
fn positions(games: u64) -> impl Iterator<Item = AcquireState> {
    const SETTINGS: [&[(&str, &str)]; 6] = [
        &[("players", "4")],
        &[("players", "6"), ("exchange", "repeat")],
        &[("players", "3"), ("forced", "ask"), ("hidden_holdings", "true")],
        &[("players", "2"), ("actions", "micro")],
        &[("preset", "tlstyer"), ("players", "5")],
        &[("players", "6"), ("actions", "micro"), ("forced", "ask")],
    ];
    (0..games).flat_map(|number| {
        let settings = SETTINGS[number as usize % SETTINGS.len()];
        let settings: Vec<_> = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        let game: Acquire = hoyle_core::options::game_from_settings(&settings).unwrap();
        let mut rng = Rng::stream(21, number);
        let mut state = game.start();
        let mut all = vec![state.clone()];
        while random_step(&mut state, &mut rng) {
            all.push(state.clone());
        }
        all
    })
}

/// The law of determinization: it is a function of what the seat knows and of the random numbers, byte for byte.
#[test]
fn positions_that_a_seat_cannot_tell_apart_have_the_same_determinizations() {
    let mut rng = Rng::new(31);
    let mut twins = 0;
    for state in positions(18) {
        let players = state.rules().players();
        let seat = rng.below(u32::from(players)) as u8;
        // Other racks, another bag, and other memories of what was drawn.
        let mut snapshot = state.determinize(Seat(seat), &mut rng).snapshot();
        for (_, other) in (0..).zip(&mut snapshot.players).filter(|&(other, _)| other != seat) {
            other.recall = rng.bits();
        }
        let twin = Acquire::new(state.rules().options.clone()).unwrap().restore(snapshot).unwrap();
        assert_eq!(info(&twin, seat), info(&state, seat));
        twins += u32::from(twin != state);
        let mut same = (rng.clone(), rng.clone());
        for _ in 0..3 {
            let dealt = (state.determinize(Seat(seat), &mut same.0), twin.determinize(Seat(seat), &mut same.1));
            assert_eq!(same.0, same.1, "as many random numbers");
            assert_eq!(dealt.0, dealt.1);
            assert_eq!(
                serde_json::to_string(&dealt.0.snapshot()).unwrap(),
                serde_json::to_string(&dealt.1.snapshot()).unwrap()
            );
            for other in 0..players {
                assert_eq!(info(&dealt.0, other), info(&dealt.1, other), "seen by player {other}");
            }
        }
    }
    assert!(twins > 2000, "{twins}");
}

#[test]
fn memories_of_the_others_are_random_numbers_in_the_order_of_seats() {
    let table = scene(3, SAFE).rack(0, "12I 10I 8I 6I 12G 10G").set();
    let recall = |state: &AcquireState| state.snapshot().players.iter().map(|player| player.recall).collect::<Vec<_>>();
    let mut rng = Rng::new(5);
    let dealt = table.state.determinize(Seat(1), &mut rng);
    let mut at = Rng::new(5);
    let mut last = [0; 2];
    for _ in 0..1000 {
        if at == rng {
            break;
        }
        last = [last[1], at.bits()];
    }
    assert_eq!(at, rng, "the same numbers");
    assert_eq!(recall(&dealt), [last[0], recall(&table.state)[1], last[1]]);
}

#[test]
fn every_hidden_tile_is_equally_often_in_a_rack() {
    let mut table = scene(3, SAFE).rack(0, "12I 10I 8I 6I 12G 10G").money(0, 0).set();
    table.play("12I").settle();
    // The second player is to play. For the first, the third one's rack is any six of the hidden tiles.
    assert_eq!(table.decider(), Some(1));
    let hidden = !0u128 >> 20 & !table.state.seat_view(Seat(0)).rack() & !cells("6A 6B");
    let board = (0..7)
        .fold(table.state.seat_view(Seat(0)).orphans(), |all, chain| all | table.state.seat_view(Seat(0)).area(chain));
    let hidden = hidden & !board;
    let mut seen = [0u32; 108];
    let deals = 2000;
    for dealt in determinizations(&table.state, 0) {
        let rack = rack(&dealt, 2);
        (0..108).filter(|cell| rack >> cell & 1 == 1).for_each(|cell| seen[cell] += 1);
    }
    // Nobody has looked through the third rack yet: the dead tiles are as likely as any other.
    let pool = count(hidden) + 2;
    let expected = f64::from(deals) * 6.0 / f64::from(pool);
    let all = (0..108).filter(|&cell| (hidden | cells("6A 6B")) >> cell & 1 == 1);
    let chi2: f64 = all.map(|cell| (f64::from(seen[cell]) - expected).powi(2) / expected).sum();
    let freedom = f64::from(pool) - 1.0;
    // Six of one rack are drawn without replacement, which makes the statistic smaller, never larger.
    assert!(chi2 < freedom + 3.1 * (2.0 * freedom).sqrt(), "chi-square {chi2} with {freedom} degrees of freedom");
    assert_eq!(seen.iter().sum::<u32>(), 6 * deals);
}

#[test]
fn who_has_exchanged_dead_tiles_has_no_others_of_that_time() {
    for exchange in [Exchange::Once, Exchange::Repeat] {
        let options = Options { players: 3, exchange, ..Options::default() };
        let mut table = scene_with(options, SAFE).rack(0, "12I 10I 8I 6I 12G 10G").money(0, 0).set();
        table.play("12I").chance("draw 11E");
        assert_eq!(table.decider(), Some(1));
        for dealt in determinizations(&table.state, 1) {
            assert_eq!(rack(&dealt, 0) & cells("6A 6B"), 0, "the first has just been looked through");
        }
        let third = determinizations(&table.state, 1).filter(|dealt| rack(dealt, 2) & cells("6A 6B") != 0).count();
        assert!(third > 50, "the third has not: {third}");
    }
}

#[test]
fn a_tile_drawn_for_a_dead_one_may_be_dead_itself() {
    let mut table = scene(3, SAFE).rack(0, "6A 12I 10I 8I 6I 12G").money(0, 0).set();
    table.play("12I").chance("draw 11E");
    assert_eq!(table.discards(), "6A");
    table.chance("draw 11F");
    let dead = determinizations(&table.state, 1).filter(|dealt| rack(dealt, 0) & cells("6B") != 0).count();
    // One tile of six was drawn blindly, from a bag of about sixty.
    assert!((1..=150).contains(&dead), "{dead}");
    for dealt in determinizations(&table.state, 1) {
        assert_eq!(rack(&dealt, 0) & cells("6A"), 0, "what was discarded lies in the open");
    }
}

#[test]
fn who_cannot_play_has_only_tiles_that_cannot_be_played() {
    let table = scene(3, CROWDED).rack(0, "2E 4E 6E 1F 3F 5F").rack(1, "12I 10I 8I 6I 4I 2I").set();
    assert_eq!((table.phase(), table.decider()), (Phase::Buy, Some(0)), "the first cannot play");
    let unplayable = table.state.seat_view(Seat(0));
    let mut racks = BTreeSet::new();
    for dealt in determinizations(&table.state, 1) {
        let held = rack(&dealt, 0);
        assert_eq!(dealt.seat_view(Seat(0)).playable(), 0, "{}", cell_names(held));
        racks.insert(held);
    }
    assert!(racks.len() > 100, "but any of these: {}", racks.len());
    assert_eq!(unplayable.playable(), 0);
}

#[test]
fn who_had_no_choice_has_no_other_tile_that_could_have_been_played() {
    let table = scene(3, CROWDED).rack(0, "2E 4E 6E 1F 3F 12I").rack(1, "10I 8I 6I 4I 2I 12G").set();
    assert_eq!((table.phase(), table.json()["tile"].as_str()), (Phase::Buy, Some("12I")), "played by itself");
    for dealt in determinizations(&table.state, 1) {
        assert_eq!(dealt.seat_view(Seat(0)).playable(), 0);
    }
}

#[test]
fn who_is_asked_for_a_tile_has_a_choice() {
    let mut table = scene(3, CROWDED).rack(0, "12I 10I 8I 6I 4I 2I").rack(1, "2E 4E 6E 1F 12G 10G").money(0, 0).set();
    table.play("12I").settle();
    assert_eq!((table.phase(), table.decider()), (Phase::Play, Some(1)));
    for dealt in determinizations(&table.state, 0) {
        let mut legal = ActionSet::new();
        dealt.legal(&mut legal);
        assert!(legal.len() >= 2);
    }
}

#[test]
fn holdings_are_hidden_from_view_but_not_from_memory() {
    let options = Options { players: 3, hidden_holdings: true, ..Options::default() };
    let position = |shares: &str| {
        let table = scene_with(options.clone(), SAFE).rack(0, "12I 10I 8I 6I 12G 10G");
        table.shares(1, shares).money(1, if shares.is_empty() { 6000 } else { 3000 }).set()
    };
    let (with, without) = (position("Luxor 3"), position(""));
    let shown = |table: &Table, seat: u8| {
        let mut board = String::new();
        hoyle_core::Show::board(&table.state, Some(Seat(seat)), &mut board);
        let mut all = vec![0.0; table.state.spec().layouts[0].len()];
        table.state.observe(Seat(seat), hoyle_acquire::PLANES, &mut all);
        // The bank is open: whoever counts it knows how many are held in all, not by whom.
        let bank = table.state.spec().layouts[0].field("bank").unwrap();
        bank.indices().for_each(|place| all[place] = 0.0);
        (board.replace("  22 ", "  25 "), all)
    };
    assert_eq!(shown(&with, 0), shown(&without, 0));
    assert_ne!(shown(&with, 1), shown(&without, 1));
    assert_ne!(info(&with.state, 0), info(&without.state, 0));
}

#[test]
fn the_information_text_remembers_what_was_seen() {
    // The same position by two ways: two tiles are drawn in another order.
    let game = Acquire::new(Options { players: 2, ..Options::default() }).unwrap();
    let deal = |tiles: &[&str]| {
        let mut table = Table { state: game.start(), rng: Rng::new(1) };
        for tile in tiles {
            table.chance(&format!("draw {tile}"));
        }
        table.state
    };
    let one = deal(&["1A", "12I", "5A", "7A", "9A"]);
    let other = deal(&["1A", "12I", "7A", "5A", "9A"]);
    assert_eq!(rack(&one, 0), rack(&other, 0));
    assert_ne!(info(&one, 0), info(&other, 0), "its owner has seen the order");
    assert_eq!(info(&one, 1), info(&other, 1), "nobody else has");
}

#[test]
fn the_information_text_is_words() {
    let mut table = scene(3, CROWDED).rack(0, "2E 4E 6E 1F 3F 12I").rack(1, "10I 8I 6I 4I 2I 12G").set();
    assert_eq!(
        info(&table.state, 1),
        "acquire, seen by player 2: player 1 decides; turn of player 1; next: shares are bought
own tiles: 12G 2I 4I 6I 8I 10I
of no chain: 1E 3E 5E 7E 9E 11E 12I
exchanged: none
in the bag: 70 tiles
Luxor, size 2: 1A 2A
Tower, size 2: 4A 5A
American, size 2: 7A 8A
Worldwide, size 2: 10A 11A
Festival, size 2: 1C 2C
Imperial, size 2: 4C 5C
Continental, size 2: 7C 8C
player 1: 5 tiles, $6000, shares: none; starting tile: 1A
  at most 6 of the 6 tiles that it had were of: none
  at least 5 of its tiles are of: 3D 9D 11D 2E 4E 6E 8E 10E 12E 1F 3F 5F 7F 9F 11F
player 2: 6 tiles, $6000, shares: none; starting tile: 2A
  at most 6 of the 6 tiles that it had were of: none
  at least 0 of its tiles are of: none
player 3: 6 tiles, $6000, shares: none; starting tile: 4A
  at most 6 of the 6 tiles that it had were of: none
  at least 0 of its tiles are of: none
played: 12I
turns in a row without a tile: 0
since the last action: player 1 played 12I, the only choice
everything that all have seen: "
            .to_owned()
            + &format!("{:016x}\n", table.state.snapshot().recall)
            + "everything that only this player has seen: 0000000000000000\n"
    );
    table.play("buy 2 Luxor, 1 Imperial");
    let text = info(&table.state, 2);
    assert!(text.starts_with("acquire, seen by player 3: chance decides; turn of player 1; next: tiles are drawn\n"));
    assert!(text.contains("\nplayer 1: 5 tiles, $5200, shares: Luxor 2, Imperial 1; starting tile: 1A\n"), "{text}");
}

/// Nothing of the program's own is in the text, whatever happens.
#[test]
fn information_texts_have_no_debug_output() {
    let mut seen = BTreeSet::new();
    for state in positions(24) {
        let text = info(&state, 0);
        let lines = text.lines().map(|line| line.split(':').next().unwrap_or(line).to_owned());
        seen.extend(lines.filter(|line| !line.starts_with("player") && !line.contains("size")));
        for part in [
            "{",
            "}",
            "[",
            "]",
            "::",
            "Some",
            "None",
            "0x",
            "true",
            "false",
            " 255",
            "Phase",
            "AutomaticAction",
            "Dispose",
        ] {
            assert!(!text.contains(part), "{part} in\n{text}");
        }
    }
    for line in
        ["survivor", "wound up", "still to be dealt with", "bought", "since the last action", "the end was declared"]
    {
        assert!(seen.iter().any(|seen| seen.starts_with(line)), "{line} in {seen:#?}");
    }
}

/// Two positions that differ in anything that everybody knows have different texts, even if they share their recall.
#[test]
fn equal_texts_are_equal_knowledge() {
    let mut count = 0;
    for state in positions(6).step_by(5) {
        let game = Acquire::new(state.rules().options.clone()).unwrap();
        let mut snapshot = state.snapshot();
        if snapshot.starts.len() > 1 {
            snapshot.starts.rotate_left(1);
        }
        let Ok(other) = game.restore(snapshot) else { continue };
        if other != state {
            assert_ne!(info(&other, 0), info(&state, 0));
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn a_seats_draws_never_show_to_the_others() {
    let game = Acquire::new(Options { players: 3, ..Options::default() }).unwrap();
    let mut rng = Rng::new(8);
    let mut legal = ActionSet::new();
    let mut draws = 0;
    for _ in 0..20 {
        let mut state = game.start();
        while state.turn() != Turn::Over {
            let json = serde_json::to_value(state.snapshot()).unwrap();
            if state.turn() != Turn::Chance {
                state.legal(&mut legal);
                state.play_unchecked(legal.random(&mut rng));
                continue;
            }
            if json["phase"] != "draw" {
                state.roll(&mut rng);
                continue;
            }
            let mover = json["mover"].as_u64().unwrap() as u8;
            let mut line = String::new();
            let outcome = state.clone().roll(&mut rng);
            let name = hoyle_acquire::board::cell_name(outcome.0 as u8);
            hoyle_core::Show::event(&state, outcome, Some(Seat((mover + 1) % 3)), &mut line);
            assert!(line.ends_with("draws a tile") && !line.contains(&format!("draws {name}")), "{line}");
            line.clear();
            hoyle_core::Show::event(&state, outcome, Some(Seat(mover)), &mut line);
            assert!(line.ends_with(&format!("draws {name}")), "{line}");
            state.play_unchecked(outcome);
            draws += 1;
        }
    }
    assert!(draws > 500);
}
