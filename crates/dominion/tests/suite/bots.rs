//! How scripted players play: for every card a position with what a good player does there.

use crate::common::{NOBODY, Side, Table, side};
use hoyle_core::prelude::*;
use hoyle_core::{Game, Player, Rng, Seat, Turn, View};
use hoyle_dominion::{Dominion, DominionState, KINGDOMS, Options, Snapshot};

/// A player that wants nothing in particular.
const PLAIN: &str = "big-money";

fn player(state: &DominionState, name: &str) -> Box<dyn Player<DominionState>> {
    Dominion::new(state.rules().options.clone()).unwrap().bot(name, &[]).unwrap()
}

/// What a player does at a table, decision by decision, as long as it is asked: until its buy phase, or another's turn.
fn plays(table: &mut Table, name: &str, seat: u8) -> Vec<String> {
    let mut player = player(&table.state, name);
    let mut done = Vec::new();
    table.settle();
    while table.state.turn() == Turn::Seat(Seat(seat)) && table.json()["phase"] != "buy" {
        let action = player.choose(View::new(&table.state, Seat(seat)), &mut Rng::new(1));
        let mut text = String::new();
        table.state.action_text(action, &mut text);
        table.state.play(action).unwrap();
        done.push(text);
        table.settle();
    }
    done
}

/// What a player does with this hand and deck.
fn with(name: &str, hand: &'static str, deck: &'static str, discard: &'static str) -> Vec<String> {
    plays(&mut Table::new(&[side(hand, deck, discard), NOBODY]), name, 0)
}

fn does(hand: &'static str, deck: &'static str, discard: &'static str, expected: &[&str]) {
    assert_eq!(with(PLAIN, hand, deck, discard), expected, "{hand} | {deck} | {discard}");
}

/// The same at a changed position.
fn changed(sides: &[Side], gone: &str, change: impl FnOnce(&mut Snapshot)) -> Table {
    Table::with(Options::default(), sides, gone, change)
}

#[test]
fn cellar_discards_what_is_worth_nothing() {
    let cellar = ["play Cellar", "discard Estate", "discard Estate", "discard no more"];
    does(
        "Cellar, 2 Estate, Province, Gold, Silver",
        "Gold, Silver",
        "",
        &["play Cellar", "discard Estate", "discard Estate", "discard Province"],
    );
    does("Cellar, 2 Estate, Smithy, Copper", "9 Copper", "", &[&cellar[..], &["play Smithy"]].concat());
}

#[test]
fn chapel_trashes_curses_estates_and_coppers_and_never_better_treasures() {
    let chapel = |hand, discard| with("chapel-witch", hand, "", discard);
    // Nothing but treasures: one Copper can go, Silver and Gold stay.
    let kept = ["play Chapel", "trash Copper", "trash no more"];
    assert_eq!(chapel("Chapel, Copper, Silver, 2 Gold", "Witch"), kept);
    assert_eq!(chapel("Chapel, Silver, 2 Gold", "Witch"), ["end actions"]);
    let worst_first = ["play Chapel", "trash Copper", "trash Estate", "trash Curse", "trash Curse"];
    assert_eq!(chapel("Chapel, 2 Copper, Estate, 2 Curse", "3 Silver, Witch"), worst_first);
    // Enough to buy with stays.
    let enough = ["play Chapel", "trash Copper", "trash Estate"];
    assert_eq!(chapel("Chapel, 4 Copper, Estate", "Witch"), enough);
    assert_eq!(with(PLAIN, "Chapel, 4 Copper", "", "Estate"), ["play Chapel", "trash Copper", "trash no more"]);
}

#[test]
fn moat_is_revealed_and_drawn_with() {
    does("Moat, Copper", "2 Copper", "", &["play Moat"]);
    let mut table = Table::new(&[side("Witch", "2 Copper", ""), side("Moat", "", "")]);
    table.play(&["play Witch"]);
    assert_eq!(plays(&mut table, PLAIN, 1), ["reveal a reaction"]);
}

#[test]
fn harbinger_fetches_the_best_card_and_comes_before_what_draws() {
    does("Harbinger", "Copper", "Gold, Estate, Silver", &["play Harbinger", "topdeck Gold"]);
    does("Harbinger", "Copper", "2 Estate", &["play Harbinger", "topdeck nothing"]);
    let both = with(PLAIN, "Harbinger, Laboratory", "Copper, Estate", "Gold, Estate");
    assert_eq!(both, ["play Harbinger", "topdeck Gold", "play Laboratory"]);
}

#[test]
fn merchant_is_free() {
    does("Merchant, Silver, Smithy", "4 Copper", "", &["play Merchant", "play Smithy"]);
}

#[test]
fn vassal_plays_what_does_good() {
    does("Vassal", "Market, Copper", "", &["play Vassal", "play it"]);
    does("Vassal, Gold", "Throne Room", "", &["play Vassal", "leave it"]);
    does("Vassal, Copper", "Mine", "", &["play Vassal", "play it", "trash Copper", "gain Silver"]);
    does("Vassal, Gold", "Mine", "", &["play Vassal", "leave it"]);
}

#[test]
fn village_comes_before_terminals_and_drawing_before_the_rest() {
    does("Village, Smithy, Militia", "9 Copper", "", &["play Village", "play Smithy", "play Militia"]);
    does("Smithy, Militia", "9 Copper", "", &["play Militia"]);
    does("Smithy, Workshop", "9 Copper", "", &["play Smithy"]);
}

#[test]
fn workshop_gains_what_the_menu_wants_or_what_is_best() {
    does("Workshop", "", "", &["play Workshop", "gain Silver"]);
    let mut table = changed(&[side("Workshop", "", "8 Copper, 4 Silver"), NOBODY], "Smithy", |_| {});
    assert_eq!(plays(&mut table, "smithy", 0), ["play Workshop", "gain Smithy"]);
}

#[test]
fn bureaucrat_is_played_and_suffered() {
    does("Bureaucrat, Copper", "Copper", "", &["play Bureaucrat"]);
    let mut table = Table::new(&[side("Bureaucrat", "", ""), side("Estate, Province, Gold", "", "")]);
    table.play(&["play Bureaucrat"]);
    assert!(plays(&mut table, PLAIN, 1)[0].starts_with("topdeck "));
}

#[test]
fn militia_leaves_the_three_best_cards() {
    let suffered = |hand| {
        let mut table = Table::new(&[side("Militia", "", ""), side(hand, "", "")]);
        table.play(&["play Militia"]);
        plays(&mut table, PLAIN, 1);
        table.zone(1, "hand")
    };
    assert_eq!(suffered("Gold, Silver, Copper, Estate, Province"), "Copper, Gold, Silver");
    assert_eq!(suffered("Smithy, Witch, Gold, Silver, Estate"), "Gold, Silver, Witch", "one terminal action");
    assert_eq!(suffered("Smithy, Village, Witch, Copper, Estate"), "Smithy, Village, Witch");
    assert_eq!(suffered("Throne Room, Gold, Silver, Copper, Curse"), "Copper, Gold, Silver", "nothing to play twice");
}

#[test]
fn moneylender_trashes_a_copper() {
    does("Moneylender, Copper, Estate", "", "", &["play Moneylender", "trash Copper"]);
    does("Moneylender, Silver", "", "", &["end actions"]);
}

#[test]
fn poacher_discards_the_worst() {
    let gone = "10 Moat";
    let mut table = changed(&[side("Poacher, Gold, Estate, Silver", "Copper", ""), NOBODY], gone, |_| {});
    assert_eq!(plays(&mut table, PLAIN, 0), ["play Poacher", "discard Estate"]);
}

#[test]
fn remodel_makes_something_better_or_stays_in_hand() {
    does("Remodel, Estate, 2 Gold", "", "9 Gold", &["play Remodel", "trash Estate", "gain Silver"]);
    let mut table = changed(&[side("Remodel, Gold", "", "6 Silver"), NOBODY], "4 Province", |_| {});
    assert_eq!(plays(&mut table, PLAIN, 0), ["play Remodel", "trash Gold", "gain Province"]);
    let mut table = changed(&[side("Remodel, Province", "", ""), NOBODY], "", |_| {});
    assert_eq!(plays(&mut table, PLAIN, 0), ["end actions"]);
}

#[test]
fn smithy_is_better_than_moat() {
    does("Smithy, Moat", "3 Copper", "", &["play Smithy"]);
}

#[test]
fn throne_room_doubles_the_best_action_and_is_never_played_on_nothing() {
    does("Throne Room, Smithy", "6 Copper", "", &["play Throne Room", "play Smithy"]);
    does("Throne Room, Copper", "", "", &["end actions"]);
    does("Throne Room, Moat, Smithy", "6 Copper", "", &["play Throne Room", "play Smithy"]);
    // What gives its action back comes before, but not the last card that can be doubled.
    does("Throne Room, Village, Smithy", "7 Copper", "", &["play Village", "play Throne Room", "play Smithy"]);
    does("Throne Room, Laboratory", "4 Copper", "", &["play Throne Room", "play Laboratory"]);
    // Two of them play two cards.
    let two = ["play Throne Room", "play Throne Room", "play Smithy", "play Militia"];
    let mut done = with(PLAIN, "2 Throne Room, Smithy, Militia", "9 Copper", "");
    done[2..].sort_by_key(|text| text.contains("Militia"));
    assert_eq!(done, two);
    // With what does no good, it is left alone.
    does("Throne Room, Moneylender, Silver", "", "", &["end actions"]);
    does(
        "Throne Room, Moneylender, 2 Copper",
        "",
        "",
        &["play Throne Room", "play Moneylender", "trash Copper", "trash Copper"],
    );
}

#[test]
fn bandit_is_played_and_its_victim_keeps_the_gold() {
    does("Bandit", "", "", &["play Bandit"]);
    let mut table = Table::new(&[side("Bandit", "", ""), side("", "Gold, Silver", "")]);
    table.play(&["play Bandit"]);
    assert_eq!(plays(&mut table, PLAIN, 1), ["trash Silver"]);
}

#[test]
fn council_room_is_better_than_smithy() {
    does("Council Room, Smithy", "9 Copper", "", &["play Council Room"]);
}

#[test]
fn festival_comes_before_terminals() {
    does("Festival, Smithy", "9 Copper", "", &["play Festival", "play Smithy"]);
}

#[test]
fn laboratory_comes_before_terminals() {
    does("Laboratory, Smithy", "9 Copper", "", &["play Laboratory", "play Smithy"]);
}

#[test]
fn library_keeps_what_can_still_be_played() {
    does("Library, 4 Copper", "Smithy, 3 Copper", "", &["play Library", "set it aside"]);
    let village = with(PLAIN, "Village, Library, 3 Copper", "Estate, Smithy, Militia, 3 Copper", "");
    assert_eq!(village, ["play Village", "play Library", "keep it", "set it aside", "play Smithy"]);
    does("Library, 7 Copper", "9 Copper", "", &["end actions"]);
}

#[test]
fn market_comes_before_terminals() {
    does("Market, Militia", "Copper", "", &["play Market", "play Militia"]);
}

#[test]
fn mine_makes_treasures_better() {
    does("Mine, Copper, Silver", "", "", &["play Mine", "trash Silver", "gain Gold"]);
    does("Mine, Copper, Gold", "", "", &["play Mine", "trash Copper", "gain Silver"]);
    does("Mine, Gold", "", "", &["end actions"]);
}

#[test]
fn sentry_trashes_junk_discards_points_and_leaves_the_best_on_top() {
    let deck = "Copper, Curse, Estate";
    let all = with(PLAIN, "Sentry, 2 Gold", deck, "");
    assert_eq!(all, ["play Sentry", "trash Estate", "trash Curse"]);
    does("Sentry", "Copper, Province, Gold", "", &["play Sentry", "trash no more", "discard Province"]);
    let mut table = Table::new(&[side("Sentry", "Copper, Silver, Gold", ""), NOBODY]);
    assert_eq!(plays(&mut table, PLAIN, 0), ["play Sentry", "trash no more", "discard no more", "topdeck Silver"]);
    assert_eq!(table.top(0), ["Gold", "Silver"]);
}

#[test]
fn witch_is_the_best_terminal_while_curses_last() {
    does("Witch, Smithy, Militia", "3 Copper", "", &["play Witch"]);
    let mut table = changed(&[side("Witch, Smithy", "3 Copper", ""), NOBODY], "10 Curse", |_| {});
    assert_eq!(plays(&mut table, PLAIN, 0), ["play Smithy"]);
}

#[test]
fn artisan_gains_and_puts_back_what_is_of_no_use_now() {
    // An action that cannot be played any more is for the next turn.
    let mut table = changed(&[side("Artisan, Estate, Silver", "", "Gold"), NOBODY], "Witch", |_| {});
    assert_eq!(plays(&mut table, "witch", 0), ["play Artisan", "gain Witch", "topdeck Witch"]);
    // With big money it is a Silver for this turn, and the Estate goes.
    does("Artisan, Estate", "", "", &["play Artisan", "gain Silver", "topdeck Estate"]);
}

#[test]
fn gardens_and_money_need_no_decision() {
    does("Gardens, Gold, Estate", "", "", &[]);
}

#[test]
fn further_cards_are_played_by_what_they_do() {
    let options = Options { cards: "further".to_owned(), ..Options::default() };
    let does = |hand, deck, expected: &[&str]| {
        let mut table = Table::with(options.clone(), &[side(hand, deck, ""), NOBODY], "", |_| {});
        assert_eq!(plays(&mut table, PLAIN, 0), expected, "{hand}");
    };
    does("Stables, Copper, Gold", "3 Estate", &["play Stables", "discard Copper"]);
    does("Warehouse, Gold", "3 Estate", &["play Warehouse", "discard Estate", "discard Estate", "discard Estate"]);
    does("Salvager, Estate, Gold", "", &["play Salvager", "trash Estate"]);
    does("Salvager, Gold", "", &["end actions"]);
}

#[test]
fn every_recommended_kingdom_has_a_strongest_player_whose_cards_it_has() {
    let strongest = |kingdom: &str, players| {
        let options = Options { kingdom: kingdom.to_owned(), players, ..Options::default() };
        Dominion::new(options).unwrap().strongest_bot()
    };
    let chosen: Vec<_> = KINGDOMS.iter().map(|(set, _)| (*set, strongest(set, 2))).collect();
    let expected = [
        ("first-game", "smithy"),
        ("size-distortion", "workshop-gardens"),
        ("deck-top", "council-room"),
        ("sleight-of-hand", "smithy"),
        ("improvements", "witch"),
        ("silver-and-gold", "bureaucrat"),
    ];
    assert_eq!(chosen, expected);
    // Without a Moat that answers it, three Militias beat two.
    let filler = "Cellar+Vassal+Harbinger+Merchant+Village+Workshop+Poacher+Mine";
    assert_eq!(strongest(&format!("Militia+Sentry+{filler}"), 2), "militia");
    assert_eq!(strongest(&format!("Militia+Moat+{filler}"), 2), "double-militia");
    // The number of players changes nothing: the first game has no Witch with three either.
    assert_eq!(strongest("first-game", 3), "smithy");
    assert_eq!(
        strongest("Cellar+Vassal+Harbinger+Merchant+Village+Workshop+Poacher+Mine+Market+Sentry", 2),
        "big-money-ultimate"
    );
}

#[test]
fn players_say_how_they_play_without_their_cards() {
    let file = include_str!("../../src/bots/bots.toml");
    let base: Vec<&str> = hoyle_dominion::base_cards()[7..].iter().map(|card| card.name.as_str()).collect();
    let about = |name: &str| Dominion::bots().iter().find(|bot| bot.name == name).unwrap().about;
    for bot in file.split("[[bot]]").skip(1) {
        let name = bot.split('"').nth(1).unwrap();
        let menu = bot.split("buy = [").nth(1).unwrap();
        for card in base.iter().filter(|card| menu.contains(&format!("\"{card}"))) {
            assert!(about(name).contains("; without "), "{name} buys {card} and does not say what it does without");
            assert!(bot.lines().any(|line| line.starts_with("needs") && line.contains(card)), "{name} needs {card}");
        }
    }
}

/// The position after so many actions, chance's included, of which a player plays those of every seat.
fn play_some(game: &Dominion, bot: &str, seed: u64, actions: usize) -> DominionState {
    let (mut player, mut rng, mut state) = (game.bot(bot, &[]).unwrap(), Rng::new(seed), game.start());
    for _ in 0..actions {
        match state.turn() {
            Turn::Over => break,
            Turn::Chance => drop(state.roll(&mut rng)),
            Turn::Seat(seat) => {
                let choice = player.choose(View::new(&state, seat), &mut rng);
                state.play(choice).unwrap();
            }
        }
    }
    state
}

#[test]
fn cards_of_any_size_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cards.toml");
    let card = |name: &str, lines: &str| {
        format!("[[card]]\nname = \"{name}\"\ncost = 2\ntypes = [\"action\"]\ntext = \"\"\n{lines}\n")
    };
    let harmful = format!("play = [\"others\"]\nothers = [{}]", vec!["\"discard 1\""; 30].join(", "));
    let cards = [
        card("Flood", "play = [\"draw 200\", \"draw 200\"]"),
        card("Hoard", "cards = 200\ncoins = 100\nactions = 200\nplay = [\"actions 200\", \"coins 200\"]"),
        card("Harm", &harmful),
    ];
    std::fs::write(&file, cards.concat()).unwrap();
    let kingdom = "Flood+Hoard+Harm+Village+Smithy+Market+Moat+Militia+Witch+Chapel".to_owned();
    let options = Options { cards: file.display().to_string(), kingdom, ..Options::default() };
    let game = Dominion::new(options).unwrap_or_else(|error| panic!("{error}"));
    for bot in Dominion::bots() {
        play_some(&game, bot.name, 3, 400);
    }
}

#[test]
fn menus_compare_numbers_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.toml");
    let menu = "name = \"large\"\nabout = \"\"\nbuy = [\"Silver if coins / 2147483647 < money / 2147483647\"]\n";
    std::fs::write(&file, menu).unwrap();
    let game = Dominion::new(Options::default()).unwrap();
    let state = play_some(&game, &file.display().to_string(), 1, 200);
    // Three coins are less than seven in the deck.
    assert!(state.seat_view(hoyle_core::Seat(0)).owned(hoyle_core::Seat(0)).iter().any(|&count| count > 0));
}
