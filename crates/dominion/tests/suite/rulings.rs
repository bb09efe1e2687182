//! One test per ruling of the card table, and one per interaction.

use crate::common::{NOBODY, Table, expand, seat, side};
use hoyle_core::prelude::*;
use hoyle_core::{Game, Outcomes, Rng, Turn};
use hoyle_dominion::{Dominion, Options, Treasures};

#[test]
fn treasures_play_themselves_and_count() {
    let mut table = Table::new(&[side("Copper, Silver, Gold", "", ""), NOBODY]);
    table.settle();
    assert_eq!(table.resources(), (1, 1, 6));
    assert_eq!(table.shared("in_play"), "Copper, Gold, Silver");
}

#[test]
fn treasures_by_hand_only_before_the_first_buy() {
    let options = Options { treasures: Treasures::Hand, ..Options::default() };
    let mut table = Table::with(options, &[side("2 Copper, Silver", "", ""), NOBODY], "", |s| s.buys = 2);
    assert!(table.options().contains(&"play Copper".to_owned()));
    table.play(&["play Silver"]);
    assert_eq!(table.resources().2, 2);
    assert!(table.options().contains(&"play all treasures".to_owned()));
    table.play(&["buy Estate"]);
    assert!(!table.options().iter().any(|text| text.starts_with("play")), "no treasure after a buy");
}

#[test]
fn cellar_draws_as_many_as_it_discards_and_may_shuffle_them_in() {
    let mut table = Table::new(&[side("Cellar, 2 Estate, Copper", "Gold", ""), NOBODY]);
    table.play(&["play Cellar", "discard Estate", "discard Estate"]);
    // Gold from the deck, then one of the two discarded Estates after a shuffle; the treasures were played.
    assert_eq!((table.zone(0, "hand").as_str(), table.zone(0, "deck").as_str()), ("Estate", "Estate"));
    assert_eq!((table.shared("in_play").as_str(), table.resources()), ("Cellar, Copper, Gold", (1, 1, 4)));
    let mut none = Table::new(&[side("Cellar, Village, Estate", "Gold", ""), NOBODY]);
    none.play(&["play Cellar", "discard no more"]);
    assert_eq!(none.zone(0, "hand"), "Estate, Village");
}

#[test]
fn chapel_trashes_up_to_four() {
    let mut table = Table::new(&[side("Chapel, 3 Copper, 3 Estate", "", ""), NOBODY]);
    table.play(&["play Chapel", "trash Copper", "trash Copper", "trash Copper"]);
    assert!(table.options().contains(&"trash no more".to_owned()));
    table.play(&["trash Estate"]);
    assert_eq!(table.shared("trash"), "3 Copper, Estate");
    assert_eq!(table.zone(0, "hand"), "2 Estate");
    let mut none = Table::new(&[side("Chapel, Estate", "", ""), NOBODY]);
    none.play(&["play Chapel", "trash no more"]);
    assert_eq!(none.shared("trash"), "");
}

#[test]
fn moat_draws_two_and_stays_in_hand_when_revealed() {
    let mut table = Table::new(&[side("Moat", "Gold, Silver, Estate", ""), NOBODY]);
    table.play(&["play Moat"]);
    assert_eq!(table.shared("in_play"), "Gold, Moat, Silver");
    let mut attacked = Table::new(&[side("Witch", "2 Copper", ""), side("Moat", "", "")]);
    attacked.play(&["play Witch"]);
    assert_eq!(
        (attacked.decider(), attacked.zone(0, "hand")),
        (seat(1), String::new()),
        "asked before any of it resolves"
    );
    attacked.play(&["reveal a reaction"]);
    assert_eq!((attacked.zone(1, "hand"), attacked.zone(1, "discard")), ("Moat".to_owned(), String::new()));
    let mut suffered = Table::new(&[side("Witch", "2 Copper", ""), side("Moat", "", "")]);
    suffered.play(&["play Witch", "reveal nothing"]);
    assert_eq!(suffered.zone(1, "discard"), "Curse");
}

#[test]
fn moat_answers_each_attack() {
    for (attack, deck) in [("Witch", ""), ("Militia", ""), ("Bureaucrat", ""), ("Bandit", "Gold, Silver")] {
        let attack_hand: &'static str = attack;
        let mut table = Table::new(&[side(attack_hand, "2 Copper", ""), side("Moat, 3 Estate, Copper", deck, "")]);
        table.play(&[&format!("play {attack}"), "reveal a reaction"]);
        assert_eq!(table.zone(1, "hand"), "Copper, 3 Estate, Moat", "{attack}");
        assert_eq!(table.zone(1, "discard"), "", "{attack}");
        assert_eq!(table.top(1).len(), expand(deck).len(), "{attack}");
    }
}

#[test]
fn moat_can_be_revealed_twice_against_a_doubled_attack() {
    let mut table = Table::new(&[side("Throne Room, Witch", "4 Copper", ""), side("Moat", "", "")]);
    table.play(&["play Throne Room", "play Witch", "reveal a reaction"]);
    assert_eq!(table.decider(), seat(1), "asked again for the second play");
    table.play(&["reveal nothing"]);
    assert_eq!(table.zone(1, "discard"), "Curse");
}

#[test]
fn harbinger_may_topdeck_from_the_discard_pile() {
    let mut table = Table::new(&[side("Harbinger", "Copper, Estate", "Gold, Estate"), NOBODY]);
    table.play(&["play Harbinger"]);
    assert_eq!(table.options(), ["topdeck Gold", "topdeck Estate", "topdeck nothing"]);
    table.play(&["topdeck Gold"]);
    assert_eq!(table.top(0), ["Gold", "Estate"]);
    let mut empty = Table::new(&[side("Harbinger, Village", "Copper, Estate", ""), NOBODY]);
    empty.play(&["play Harbinger"]);
    assert!(empty.options().contains(&"play Village".to_owned()), "an empty discard pile: nothing");
}

#[test]
fn merchants_pay_for_the_first_silver() {
    let mut one = Table::new(&[side("Merchant, 2 Silver", "Copper", ""), NOBODY]);
    one.play(&["play Merchant"]);
    assert_eq!(one.resources().2, 2 + 2 + 1 + 1, "the first Silver only");
    let mut two = Table::new(&[side("2 Merchant, Silver", "2 Estate", ""), NOBODY]);
    two.play(&["play Merchant", "play Merchant"]);
    assert_eq!(two.resources().2, 4);
    let mut none = Table::new(&[side("Merchant, Gold", "Copper", ""), NOBODY]);
    none.play(&["play Merchant"]);
    assert_eq!(none.resources().2, 4);
    let mut thrones = Table::new(&[side("Throne Room, Merchant, Silver", "2 Estate", ""), NOBODY]);
    thrones.play(&["play Throne Room", "play Merchant"]);
    assert_eq!(thrones.resources().2, 4, "doubled by the Throne Room");
}

#[test]
fn vassal_discards_and_may_play() {
    let mut action = Table::new(&[side("Vassal", "Smithy, 4 Copper", ""), NOBODY]);
    action.play(&["play Vassal"]);
    assert_eq!(action.options(), ["play it", "leave it"]);
    action.play(&["play it"]);
    assert_eq!(action.shared("in_play"), "3 Copper, Smithy, Vassal");
    assert_eq!(action.resources(), (0, 1, 5), "no action is spent");
    let mut left = Table::new(&[side("Vassal", "Smithy", ""), NOBODY]);
    left.play(&["play Vassal", "leave it"]);
    assert_eq!(left.zone(0, "discard"), "Smithy");
    let mut other = Table::new(&[side("Vassal", "Gold", ""), NOBODY]);
    other.play(&["play Vassal"]);
    assert_eq!((other.zone(0, "discard"), other.resources().2), ("Gold".to_owned(), 2));
    let mut empty = Table::new(&[side("Vassal", "", ""), NOBODY]);
    empty.play(&["play Vassal"]);
    assert_eq!(empty.resources().2, 2, "nothing to discard");
}

#[test]
fn vassal_on_vassal() {
    let mut table = Table::new(&[side("Vassal", "Vassal, Village, Gold", ""), NOBODY]);
    table.play(&["play Vassal", "play it", "play it"]);
    assert_eq!(table.shared("in_play"), "Gold, 2 Vassal, Village");
    assert_eq!(table.resources(), (2, 1, 7));
}

#[test]
fn village_festival_laboratory_market_smithy_council_room() {
    let grants = |card: &'static str, deck: &'static str| {
        let mut table = Table::new(&[side(card, deck, ""), side("", "Copper", "")]);
        table.play(&[&format!("play {card}")]);
        (table.resources(), table.zone(0, "hand"), table.zone(1, "hand"))
    };
    let none = String::new();
    assert_eq!(grants("Village", "2 Estate"), ((2, 1, 0), "Estate".to_owned(), none.clone()));
    assert_eq!(grants("Festival", "2 Estate"), ((2, 2, 2), none.clone(), none.clone()));
    assert_eq!(grants("Laboratory", "3 Estate"), ((1, 1, 0), "2 Estate".to_owned(), none.clone()));
    assert_eq!(grants("Market", "2 Estate"), ((1, 2, 1), "Estate".to_owned(), none.clone()));
    assert_eq!(grants("Smithy", "4 Estate"), ((0, 1, 0), "3 Estate".to_owned(), none));
    assert_eq!(grants("Council Room", "5 Estate"), ((0, 2, 0), "4 Estate".to_owned(), "Copper".to_owned()));
}

#[test]
fn workshop_must_gain_up_to_four() {
    let mut table = Table::new(&[side("Workshop", "", ""), NOBODY]);
    table.play(&["play Workshop"]);
    let options = table.options();
    assert!(options.iter().all(|text| text.starts_with("gain ")), "mandatory: {options:?}");
    assert!(options.contains(&"gain Silver".to_owned()) && !options.contains(&"gain Duchy".to_owned()));
    table.play(&["gain Silver"]);
    assert_eq!(table.zone(0, "discard"), "Silver");
}

#[test]
fn throne_room_on_workshop_gains_twice() {
    let mut table = Table::new(&[side("Throne Room, Workshop", "", ""), NOBODY]);
    table.play(&["play Throne Room", "play Workshop", "gain Silver", "gain Estate"]);
    assert_eq!(table.zone(0, "discard"), "Estate, Silver");
}

#[test]
fn bureaucrat_topdecks_a_victory_card_or_reveals_the_hand() {
    let mut table = Table::new(&[side("Bureaucrat", "Copper", ""), side("Estate, Duchy, Copper", "Gold", "")]);
    table.play(&["play Bureaucrat"]);
    assert_eq!(table.top(0), ["Silver", "Copper"]);
    assert_eq!(table.options(), ["topdeck Estate", "topdeck Duchy"], "a choice of theirs, no way out");
    table.play(&["topdeck Duchy"]);
    assert_eq!(table.top(1), ["Duchy", "Gold"]);
    let mut without = Table::new(&[side("Bureaucrat", "Copper", ""), side("2 Copper, Gold", "", "")]);
    without.play(&["play Bureaucrat"]);
    assert_eq!(without.zone(1, "known"), "2 Copper, Gold", "everybody has seen the hand");
}

#[test]
fn gardens_count_every_card() {
    let mut table = Table::new(&[side("Gardens, 3 Copper", "6 Silver", "10 Estate"), NOBODY]);
    table.settle();
    // 20 cards, three of them in play: two points for the Gardens, ten for the Estates.
    let mut board = String::new();
    hoyle_core::Show::board(&table.state, None, &mut board);
    assert!(board.contains("12 points"), "{board}");
}

#[test]
fn militia_discards_down_to_three() {
    let mut table =
        Table::new(&[side("Militia", "", ""), side("2 Copper, 2 Estate, Gold", "", ""), side("3 Copper", "", "")]);
    table.play(&["play Militia"]);
    assert_eq!(table.options(), ["discard Copper", "discard Gold", "discard Estate"]);
    table.play(&["discard Estate"]);
    assert_eq!(table.options(), ["discard Estate"], "in ascending order only");
    table.play(&["discard Estate"]);
    assert_eq!(table.zone(1, "hand"), "2 Copper, Gold");
    assert_eq!((table.decider(), table.zone(2, "hand")), (seat(0), "3 Copper".to_owned()), "three cards are safe");
}

#[test]
fn moneylender_may_trash_a_copper() {
    let mut table = Table::new(&[side("Moneylender, 2 Copper", "", ""), NOBODY]);
    table.play(&["play Moneylender"]);
    assert_eq!(table.options(), ["trash Copper", "trash no more"]);
    let mut declined = Table { state: table.state.clone(), rng: Rng::new(1) };
    declined.play(&["trash no more"]);
    assert_eq!(declined.resources().2, 2);
    table.play(&["trash Copper"]);
    assert_eq!(table.resources().2, 4);
}

#[test]
fn poacher_discards_per_empty_pile() {
    let hand = "Poacher, 2 Estate, Gold";
    let mut none = Table::new(&[side(hand, "Copper", ""), NOBODY]);
    none.play(&["play Poacher"]);
    assert_eq!(none.resources().2, 1 + 1 + 3, "no empty pile, no discard");
    let mut two = Table::with(Options::default(), &[side(hand, "Copper", ""), NOBODY], "10 Curse, 8 Duchy", |_| {});
    two.play(&["play Poacher", "discard Estate", "discard Estate"]);
    assert_eq!(two.zone(0, "discard"), "2 Estate");
}

#[test]
fn remodel_trashes_and_gains() {
    let mut table = Table::new(&[side("Remodel, Estate, Gold", "", ""), NOBODY]);
    table.play(&["play Remodel"]);
    assert_eq!(table.options(), ["trash Gold", "trash Estate"], "mandatory");
    table.play(&["trash Gold"]);
    assert!(table.options().contains(&"gain Province".to_owned()));
    table.play(&["gain Province"]);
    assert_eq!((table.shared("trash"), table.zone(0, "discard")), ("Gold".to_owned(), "Province".to_owned()));
    let mut empty = Table::new(&[side("Remodel", "", ""), NOBODY]);
    empty.play(&["play Remodel"]);
    assert_eq!((empty.zone(0, "discard"), empty.decider()), (String::new(), seat(0)), "an empty hand: no gain");
    assert!(empty.options().contains(&"end buys".to_owned()));
}

#[test]
fn throne_room_on_throne_room() {
    // Choose A, play it twice, then choose B, play it twice.
    let mut table = Table::new(&[side("2 Throne Room, Smithy, Village", "12 Copper", ""), NOBODY]);
    table.play(&["play Throne Room", "play Throne Room", "play Smithy"]);
    assert_eq!(table.zone(0, "hand"), "6 Copper, Village", "Smithy twice before the next choice");
    assert_eq!(table.options(), ["play Village", "play nothing"]);
    table.play(&["play Village"]);
    assert_eq!(table.resources().0, 4);
}

#[test]
fn throne_room_may_be_declined() {
    let mut table = Table::new(&[side("Throne Room, Smithy", "", ""), NOBODY]);
    table.play(&["play Throne Room", "play nothing"]);
    assert_eq!(table.zone(0, "hand"), "Smithy");
    let mut alone = Table::new(&[side("Throne Room, Copper", "", ""), NOBODY]);
    alone.play(&["play Throne Room"]);
    assert_eq!(alone.resources().2, 1, "without an action nothing is asked");
}

#[test]
fn throne_room_on_every_attack() {
    let victim = "Copper, Silver, 2 Estate, Duchy, Province";
    let after = |attack: &'static str, answers: &[&str], deck: &'static str| {
        let hand: &'static str = Box::leak(format!("Throne Room, {attack}").into_boxed_str());
        let mut table = Table::new(&[side(hand, "4 Copper", ""), side(victim, deck, "")]);
        table.play(&["play Throne Room", &format!("play {attack}")]).play(answers);
        table
    };
    let witch = after("Witch", &[], "");
    assert_eq!(witch.zone(1, "discard"), "2 Curse");
    let militia = after("Militia", &["discard Estate", "discard Estate", "discard Province"], "");
    assert_eq!((militia.zone(1, "hand").as_str(), militia.resources().2), ("Copper, Duchy, Silver", 4));
    let bureaucrat = after("Bureaucrat", &["topdeck Estate", "topdeck Duchy"], "");
    assert_eq!(
        (bureaucrat.top(1), &bureaucrat.top(0)[..2]),
        (vec!["Duchy".to_owned(), "Estate".to_owned()], &["Silver".to_owned(), "Silver".to_owned()][..])
    );
    let bandit = after("Bandit", &["trash Silver", "trash Gold"], "Silver, Copper, Gold, Estate");
    assert_eq!(
        (bandit.shared("trash").as_str(), bandit.zone(1, "discard").as_str()),
        ("Gold, Silver", "Copper, Estate")
    );
    assert_eq!(bandit.zone(0, "discard"), "2 Gold");
}

#[test]
fn throne_room_on_vassal_and_on_library() {
    let mut vassal = Table::new(&[side("Throne Room, Vassal", "Village, Copper, Smithy", ""), NOBODY]);
    vassal.play(&["play Throne Room", "play Vassal", "play it", "leave it"]);
    assert_eq!(vassal.shared("in_play"), "Copper, Throne Room, Vassal, Village");
    assert_eq!(vassal.zone(0, "discard"), "Smithy");
    let mut library = Table::new(&[side("Throne Room, Library", "5 Estate, Village, 2 Estate, Smithy", ""), NOBODY]);
    library.play(&["play Throne Room", "play Library", "set it aside"]);
    assert_eq!((library.zone(0, "hand"), library.zone(0, "discard")), ("7 Estate".to_owned(), "Village".to_owned()));
    assert_eq!(library.top(0), ["Smithy"], "the second time the hand is full");
}

#[test]
fn bandit_takes_a_treasure_other_than_copper() {
    let mut choice = Table::new(&[side("Bandit", "", ""), side("", "Silver, Gold, Estate", "")]);
    choice.play(&["play Bandit"]);
    assert_eq!(
        (choice.options(), choice.decider()),
        (vec!["trash Silver".to_owned(), "trash Gold".to_owned()], seat(1))
    );
    choice.play(&["trash Silver"]);
    assert_eq!((choice.shared("trash"), choice.zone(1, "discard")), ("Silver".to_owned(), "Gold".to_owned()));
    assert_eq!(choice.zone(0, "discard"), "Gold");
    let mut nothing = Table::new(&[side("Bandit", "", ""), side("", "Copper, Estate", "")]);
    nothing.play(&["play Bandit"]);
    assert_eq!((nothing.shared("trash"), nothing.zone(1, "discard")), (String::new(), "Copper, Estate".to_owned()));
}

#[test]
fn library_draws_to_seven() {
    let mut table = Table::new(&[side("Library, 2 Estate", "Village, Copper, Smithy, 6 Silver", ""), NOBODY]);
    table.play(&["play Library"]);
    assert_eq!(table.options(), ["keep it", "set it aside"]);
    table.play(&["set it aside", "keep it"]);
    assert_eq!(table.zone(0, "hand"), "2 Estate, Smithy", "the treasures were played");
    assert_eq!(table.shared("in_play"), "Copper, Library, 3 Silver");
    assert_eq!(table.zone(0, "discard"), "Village");
}

#[test]
fn mine_without_a_treasure_does_nothing() {
    let mut table = Table::new(&[side("Mine, Estate", "", ""), NOBODY]);
    table.play(&["play Mine"]);
    assert!(table.options().contains(&"end buys".to_owned()));
    let mut silver = Table::new(&[side("Mine, Silver, Copper", "", ""), NOBODY]);
    silver.play(&["play Mine", "trash Silver"]);
    assert_eq!(silver.options(), ["gain Copper", "gain Silver", "gain Gold"]);
    silver.play(&["gain Gold"]);
    assert_eq!((silver.shared("in_play"), silver.resources().2), ("Copper, Gold, Mine".to_owned(), 4), "to the hand");
    let mut declined = Table::new(&[side("Mine, Silver", "", ""), NOBODY]);
    declined.play(&["play Mine", "trash no more"]);
    assert_eq!(declined.resources().2, 2);
}

#[test]
fn sentry_trashes_then_discards_then_returns() {
    let mut table = Table::new(&[side("Sentry", "Copper, Curse, Gold, Silver", ""), NOBODY]);
    table.play(&["play Sentry"]);
    assert_eq!(table.options(), ["trash Gold", "trash Curse", "trash no more"]);
    table.play(&["trash Curse", "discard no more"]);
    assert_eq!(
        (table.shared("trash"), table.top(0)),
        ("Curse".to_owned(), vec!["Gold".to_owned(), "Silver".to_owned()])
    );
    let mut both = Table::new(&[side("Sentry", "Copper, Estate, Gold, Silver", ""), NOBODY]);
    both.play(&["play Sentry", "trash no more", "discard no more", "topdeck Estate"]);
    assert_eq!(both.top(0), ["Gold", "Estate", "Silver"], "what is put back last is on top");
    let mut away = Table::new(&[side("Sentry", "Copper, Estate, Gold, Silver", ""), NOBODY]);
    away.play(&["play Sentry", "trash no more", "discard Gold", "discard Estate"]);
    assert_eq!(away.zone(0, "discard"), "Estate, Gold");
}

#[test]
fn witch_gives_curses_in_turn_order_while_they_last() {
    let three = [side("Witch", "2 Copper", ""), NOBODY, NOBODY];
    let mut last = Table::with(Options::default(), &three, "19 Curse", |_| {});
    last.play(&["play Witch"]);
    assert_eq!((last.zone(1, "discard"), last.zone(2, "discard")), ("Curse".to_owned(), String::new()));
    assert_eq!(last.left("Curse"), 0);
}

#[test]
fn artisan_gains_to_hand_and_topdecks() {
    let mut table = Table::new(&[side("Artisan, Copper", "", ""), NOBODY]);
    table.play(&["play Artisan", "gain Duchy"]);
    assert_eq!(table.options(), ["topdeck Copper", "topdeck Duchy"]);
    table.play(&["topdeck Copper"]);
    assert_eq!((table.zone(0, "hand"), table.top(0)), ("Duchy".to_owned(), vec!["Copper".to_owned()]));
}

#[test]
fn a_shuffle_in_the_middle_of_library_cellar_bandit_and_sentry() {
    // What was set aside takes no part in the shuffle.
    let mut library = Table::new(&[side("Library", "Village", "2 Estate"), NOBODY]);
    library.play(&["play Library", "set it aside"]);
    assert_eq!((library.zone(0, "hand"), library.zone(0, "discard")), ("2 Estate".to_owned(), "Village".to_owned()));
    let mut cellar = Table::new(&[side("Cellar, Estate, Duchy", "", "Gold"), NOBODY]);
    cellar.play(&["play Cellar", "discard Estate", "discard Duchy"]);
    let deck = cellar.json()["players"][0]["deck"].as_object().unwrap().len();
    assert_eq!(deck, 1, "three cards were shuffled, two drawn");
    let mut bandit = Table::new(&[side("Bandit", "", ""), side("", "Silver", "Gold")]);
    bandit.play(&["play Bandit"]);
    assert_eq!(bandit.options(), ["trash Silver", "trash Gold"], "the second card came from the discard pile");
    let mut sentry = Table::new(&[side("Sentry", "Copper, Estate", "Gold"), NOBODY]);
    sentry.play(&["play Sentry"]);
    assert_eq!(sentry.options(), ["trash Gold", "trash Estate", "trash no more"]);
    let mut one = Table::new(&[side("Sentry", "Copper", "Gold"), NOBODY]);
    one.play(&["play Sentry"]);
    assert_eq!(one.options(), ["trash Gold", "trash no more"], "only one card is left to look at");
}

#[test]
fn the_game_ends_at_the_end_of_the_turn_by_three_piles() {
    let mut table =
        Table::with(Options::default(), &[side("Copper", "", ""), NOBODY], "10 Curse, 8 Duchy, 7 Estate", |s| {
            s.buys = 2
        });
    assert_eq!(table.left("Estate"), 1 + 6, "eight in the pile and six of the players, less seven");
    let mut last =
        Table::with(Options::default(), &[side("2 Gold", "", ""), NOBODY], "10 Curse, 8 Duchy, 13 Estate", |s| {
            s.buys = 2
        });
    last.play(&["buy Estate"]);
    assert_ne!(last.decider(), Turn::Over, "three piles are empty, but the turn goes on");
    last.play(&["buy Silver"]);
    assert_eq!(last.decider(), Turn::Over);
    table.settle();
}

#[test]
fn the_game_ends_with_the_provinces_and_ties_go_to_fewer_turns() {
    let end = |turns: [u8; 2]| {
        let mut table =
            Table::with(Options::default(), &[side("3 Gold", "", ""), side("", "", "Province")], "6 Province", |s| {
                (s.players[0].turns, s.players[1].turns) = (turns[0], turns[1]);
            });
        table.play(&["buy Province"]);
        assert_eq!(table.decider(), Turn::Over);
        table.state.scores().as_slice().to_vec()
    };
    assert_eq!(end([3, 4]), [0.0, 0.0], "six points each after four turns each");
    assert_eq!(end([3, 3]), [-1.0, 1.0], "the second player had fewer turns");
}

#[test]
fn the_turn_cap_breaks_the_game_off() {
    let options = Options { max_turns: 4, ..Options::default() };
    let mut table = Table::with(options, &[side("Estate", "", ""), side("2 Estate", "", "")], "", |s| {
        (s.player, s.players[0].turns, s.players[1].turns) = (1, 4, 3);
    });
    table.play(&["end buys"]);
    assert_eq!((table.decider(), table.state.scores().as_slice()), (Turn::Over, &[-1.0, 1.0][..]));
}

#[test]
fn set_up_of_the_supply() {
    let pile = |players: u8, name: &str| {
        let game =
            Dominion::new(Options { players, kingdom: "size-distortion".to_owned(), ..Options::default() }).unwrap();
        game.rules().supply.count(game.rules().slot(name).unwrap())
    };
    let row = |name: &str| [2, 3, 4, 5, 6].map(|players| pile(players, name));
    assert_eq!(row("Copper"), [46, 39, 32, 85, 78]);
    assert_eq!(row("Silver"), [40, 40, 40, 80, 80]);
    assert_eq!(row("Gold"), [30, 30, 30, 60, 60]);
    assert_eq!(row("Estate"), [8, 12, 12, 12, 12]);
    assert_eq!(row("Gardens"), [8, 12, 12, 12, 12]);
    assert_eq!(row("Province"), [8, 12, 12, 15, 18]);
    assert_eq!(row("Curse"), [10, 20, 30, 40, 50]);
    assert_eq!(row("Witch"), [10; 5]);
}

#[test]
fn draws_are_chance_over_what_the_deck_holds() {
    let game = Dominion::new(Options::default()).unwrap();
    let state = game.start();
    let mut outcomes = Outcomes::new();
    state.outcomes(&mut outcomes);
    let listed: Vec<(u16, u32)> = outcomes.iter().map(|(id, weight)| (id.0, weight)).collect();
    assert_eq!(listed, [(0, 7), (3, 3)], "seven Coppers and three Estates");
}

#[test]
fn the_macro_action_plays_what_needs_no_decision() {
    let options = Options { macro_rule: "simple".to_owned(), ..Options::default() };
    let mut table = Table::with(
        options.clone(),
        &[side("Village, Laboratory, Smithy, Throne Room", "9 Estate", ""), NOBODY],
        "",
        |_| {},
    );
    assert!(table.options().contains(&"play all simple actions".to_owned()));
    table.play(&["play all simple actions"]);
    // The Throne Room doubles the Laboratory, the Village follows; Smithy is terminal and stays.
    assert_eq!(table.shared("in_play"), "Laboratory, Throne Room, Village");
    assert_eq!((table.zone(0, "hand").as_str(), table.resources().0), ("5 Estate, Smithy", 3));
    let mut none = Table::with(options, &[side("Smithy, Cellar", "", ""), NOBODY], "", |_| {});
    assert!(!none.options().contains(&"play all simple actions".to_owned()), "Cellar asks, Smithy is terminal");
}

#[test]
fn further_cards() {
    let options = Options { cards: "further".to_owned(), ..Options::default() };
    let table = |hand: &'static str, deck: &'static str| {
        Table::with(options.clone(), &[side(hand, deck, ""), side("", "Gold", "")], "", |_| {})
    };
    let mut warehouse = table("Warehouse, Estate", "3 Copper");
    warehouse.play(&["play Warehouse", "discard Copper", "discard Copper", "discard Estate"]);
    assert_eq!(warehouse.zone(0, "discard"), "2 Copper, Estate");
    let mut salvager = table("Salvager, Gold", "");
    salvager.play(&["play Salvager", "trash Gold"]);
    assert_eq!(salvager.resources(), (0, 2, 6));
    let mut hag = table("Sea Hag", "");
    hag.play(&["play Sea Hag"]);
    assert_eq!((hag.top(1), hag.zone(1, "discard")), (vec!["Curse".to_owned()], "Gold".to_owned()));
    let mut stables = table("Stables, Silver", "3 Estate");
    stables.play(&["play Stables", "discard Silver"]);
    assert_eq!((stables.zone(0, "hand").as_str(), stables.resources().0), ("3 Estate", 1));
    let mut harem = table("Harem", "");
    harem.settle();
    assert_eq!(harem.resources().2, 2);
    let mut armory = table("Armory", "");
    armory.play(&["play Armory", "gain Silver"]);
    assert_eq!(armory.top(0), ["Silver"]);
    let mut altar = table("Altar", "");
    altar.play(&["play Altar", "gain Duchy"]);
    assert_eq!(altar.zone(0, "discard"), "Duchy", "gains even without a card to trash");
}
