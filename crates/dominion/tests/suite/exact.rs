//! Card files are played exactly or refused with file, card and place: what went wrong once.

use crate::common::{NOBODY, Table, seat, side};
use hoyle_core::prelude::*;
use hoyle_core::{Game, Rng, Seat};
use hoyle_dominion::base_cards;
use hoyle_dominion::load_cards as load;
use hoyle_dominion::{Discards, Dominion, Options, Treasures, testing};

fn card(name: &str, fields: &str) -> String {
    format!("[[card]]\nname = \"{name}\"\ntypes = [\"action\"]\ntext = \"\"\n{fields}\n")
}

fn complaint(text: &str) -> String {
    load("my.toml", text, &mut base_cards().to_vec()).expect_err("a wrong card file").to_string()
}

/// A table with the cards of a file beside the base set; the file lasts as long as the guard.
fn table(text: &str, sides: &[crate::common::Side], change: impl FnOnce(&mut hoyle_dominion::Snapshot)) -> Table {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let cards = file.path().to_str().unwrap().to_owned();
    Table::with(Options { cards, ..Options::default() }, sides, "", change)
}

/// A phrase, so many times.
fn list(n: usize, phrase: &str) -> String {
    vec![format!("{phrase:?}"); n].join(", ")
}

/// Two cards that put 310 cards of the supply into the hand of one of six players.
fn hoard() -> String {
    let gains = |cards: &[(usize, &str)]| {
        let gains = cards.iter().map(|(count, name)| list(*count, &format!("gain {name} to hand")));
        format!("cost = 1\nactions = 2\nplay = [{}]", gains.collect::<Vec<_>>().join(", "))
    };
    card("Hoard", &gains(&[(78, "Copper"), (80, "Silver"), (60, "Gold")]))
        + &card("Heap", &gains(&[(50, "Curse"), (12, "Duchy"), (12, "Estate"), (18, "Province")]))
}

/// A table with six players, and the cards of a file beside the base set.
fn six(text: &str, options: Options, hand: &'static str) -> Table {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let cards = file.path().to_str().unwrap().to_owned();
    let sides = [side(hand, "", ""), NOBODY, NOBODY, NOBODY, NOBODY, NOBODY];
    Table::with(Options { cards, ..options }, &sides, "", |_| {})
}

#[test]
fn what_cannot_be_played_is_refused_with_its_place() {
    let starts = |fields: &str, expected: &str| {
        let told = complaint(&card("Dove", &format!("cost = 3\n{fields}")));
        assert!(told.starts_with(&format!("my.toml: card `Dove`: {expected}")), "{told}");
    };
    let many = |n: usize| format!("play = [{}]", vec!["\"draw 1\""; n].join(", "));
    starts(&many(256), "play: 256 phrases; a program has at most 255");
    let longest = card("Dove", &format!("cost = 3\n{}", many(255)));
    load("my.toml", &longest, &mut base_cards().to_vec()).expect("the longest program");
    let others = |phrase: &str| format!("play = [\"others\"]\nothers = [{phrase}]");
    starts(&others("\"may play an action 2 times\""), "others[0]: only the player whose turn it is plays cards");
    starts(&others("\"discard top\", \"may play it\""), "others[1]: only the player whose turn it is plays cards");
    starts(&others("\"coins 2\""), "others[0]: only the player whose turn it is has actions and money");
    let shown = "the cards that are looked at must be discarded or returned before";
    let stop = "play = [\"trash 1\", \"look 2\", \"stop unless chosen\", \"discard shown\"]";
    starts(stop, &format!("play[2]: {shown}"));
    starts("play = [\"look 2\", \"reveal 2\", \"discard shown\"]", &format!("play[1]: {shown}"));
    starts("play = [\"look 2\", \"draw to 7 skipping actions\", \"discard shown\"]", &format!("play[1]: {shown}"));
    starts("play = [\"look 2\", \"may play an action 2 times\", \"discard shown\"]", &format!("play[1]: {shown}"));
    starts("play = [\"may play an action 11 times\"]", "play[0]: a card is played at most 10 times");
    let looks =
        |n: usize, more: &str| format!("play = [{}, {more}]", vec!["\"look 199\", \"return shown\""; n].join(", "));
    starts(&looks(10, "\"draw 1\""), "play: 4001 steps if six play; a card has at most 4000");
    let both = |play: usize, others: usize| {
        format!("play = [{}]\nothers = [{}]", list(play, "others"), list(others, "draw 0"))
    };
    starts(&both(4, 200), "others: 4004 steps if six play; a card has at most 4000");
    starts(&both(255, 255), "others: 325380 steps if six play");
    for longest in [both(1, 255), both(3, 255), both(5, 159), looks(9, "\"reveal 199\", \"discard shown\"")] {
        let longest = card("Dove", &format!("cost = 3\n{longest}"));
        load("my.toml", &longest, &mut base_cards().to_vec()).expect("as many steps as there may be");
    }
    starts("play = [\"topdeck 1\", \"coins cost\"]", "play[1]: the others have not seen the card whose cost it is");
    starts("play = [\"trash 1\", \"discard top\", \"coins cost\"]", "play[2]: nothing was chosen before");
    let both = complaint(&card("Dove", "cost = 1").replace("\"action\"", "\"action\", \"treasure\""));
    assert!(both.contains("types: a card is an action or a treasure, not both"), "{both}");
    let draws = complaint(&card("Dove", "cost = 1\ncards = 2").replace("\"action\"", "\"treasure\""));
    assert!(draws.contains("cards: only actions draw cards"), "{draws}");
    assert!(complaint(&card("wITCH", "cost = 1")).contains("there is a card of this name already"));
    let long = complaint(&card(&"x".repeat(100_000), "cost = 1"));
    assert!(long.contains("at most 60 characters") && long.len() < 300, "{}", long.len());
}

#[test]
fn a_dear_card_costs_what_it_costs() {
    let file = card("Dear", "cost = 20");
    let sides = [side("Copper", "", "Dear"), NOBODY];
    let with = |coins: u8| table(&file, &sides, |s| (s.coins, s.phase) = (coins, hoyle_dominion::Phase::Buy));
    assert!(!with(15).options().contains(&"buy Dear".to_owned()), "not for 15");
    let mut rich = with(21);
    rich.play(&["buy Dear"]);
    assert_eq!(rich.left("Dear"), 8);
    let mut two = table(&file, &sides, |s| (s.coins, s.buys, s.phase) = (21, 2, hoyle_dominion::Phase::Buy));
    two.play(&["buy Dear"]);
    assert_eq!(two.resources().2, 1);
}

#[test]
fn a_limit_beyond_all_costs_is_no_limit() {
    let file = card("Wide", "cost = 3\nplay = [\"trash 1\", \"gain up to cost+255\"]");
    let mut wide = table(&file, &[side("Wide, Gold", "", ""), NOBODY], |_| {});
    wide.play(&["play Wide", "trash Gold"]);
    assert!(wide.options().contains(&"gain Province".to_owned()), "{:?}", wide.options());
    let mut alone = table(&file, &[side("Wide", "", ""), NOBODY], |_| {});
    alone.play(&["play Wide"]);
    assert!(alone.options().contains(&"buy Copper".to_owned()), "no card was trashed, so none is gained");
}

#[test]
fn what_is_counted_before_is_not_counted_again() {
    let file = card("Reader", "cost = 3\nplay = [\"discard 1\", \"draw to 3 skipping actions\"]")
        + &card("Tipper", "cost = 3\nplay = [\"discard top\", \"discard 2\"]");
    let mut reader = table(&file, &[side("Reader, Estate, Duchy", "Curse, Curse, Curse", ""), NOBODY], |_| {});
    reader.play(&["play Reader", "discard Estate"]);
    assert_eq!((reader.zone(0, "hand").as_str(), reader.zone(0, "discard").as_str()), ("2 Curse, Duchy", "Estate"));
    let mut tipper = table(&file, &[side("Tipper, 2 Estate, Duchy", "Curse", ""), NOBODY], |_| {});
    tipper.play(&["play Tipper", "discard Estate", "discard Estate"]);
    assert_eq!((tipper.zone(0, "hand").as_str(), tipper.zone(0, "discard").as_str()), ("Duchy", "Curse, 2 Estate"));
}

#[test]
fn effects_nest_as_deep_as_the_rule_says() {
    let program = "cost = 1\nplay = [\"discard top\", \"may play it\", \"draw 0\"]";
    let file: String = (0..3).map(|i| card(&format!("Chain {i}"), program)).collect();
    let deck = "10 Chain 1, 10 Chain 2, 9 Chain 0";
    let mut chain = table(&file, &[side("Chain 0", deck, ""), NOBODY], |_| {});
    chain.play(&["play Chain 0"]);
    let mut played = 0;
    while chain.options().contains(&"play it".to_owned()) {
        chain.play(&["play it"]);
        played += 1;
    }
    assert_eq!(played, 22, "with 22 effects under way, no effect plays a further card");
    assert_eq!(chain.decider(), seat(0));
}

#[test]
fn hands_of_more_than_255_cards_are_counted() {
    for treasures in [Treasures::Auto, Treasures::Hand] {
        for discards in [Discards::Top, Discards::Open] {
            let mut table = six(&hoard(), Options { treasures, discards, ..Options::default() }, "Hoard, Heap");
            table.play(&["play Hoard", "play Heap"]);
            table.play(&["end buys"]);
            let json = &table.json()["players"][0];
            // Everybody saw all that was gained, and so all that is laid down.
            let count: u64 = json["discard"].as_object().unwrap().values().filter_map(|count| count.as_u64()).sum();
            assert_eq!((count, &json["seen"]), (312, &json["discard"]), "{treasures:?}, {discards:?}");
            assert_eq!((&json["idle"], &json["plain"]), (&0.into(), &0.into()), "{treasures:?}, {discards:?}");
        }
    }
}

#[test]
fn any_is_255_cards() {
    let file = hoard() + &card("Purge", "cost = 1\nplay = [\"trash any\"]");
    let mut table = six(&file, Options::default(), "Hoard, Heap, Purge");
    table.play(&["play Hoard", "play Heap", "play Purge"]);
    let mut trashed = 0;
    while let Some(trash) =
        table.options().into_iter().find(|option| option.starts_with("trash ") && option != "trash nothing")
    {
        table.play(&[&trash]);
        trashed += 1;
    }
    assert_eq!(trashed, 255, "a choice counts up to 255");
    let hand = table.json()["players"][0]["hand"].as_object().unwrap().values().filter_map(|n| n.as_u64()).sum::<u64>();
    assert_eq!(hand, 55, "no treasures, which would have been played");
}

#[test]
fn actions_buys_and_coins_are_counted_up_to_255() {
    let file = card("Giver", "cost = 1\nactions = 200\nbuys = 200\ncoins = 200\nplay = [\"silver bonus 200\"]")
        + &card("More", "cost = 1\nplay = [\"actions 60\", \"coins 60\", \"silver bonus 60\"]");
    let mut table = table(&file, &[side("2 Giver, More, Silver", "", ""), NOBODY], |_| {});
    table.play(&["play Giver"]);
    assert_eq!((table.resources(), table.json()["silver_bonus"].as_u64()), ((200, 201, 200), Some(200)));
    table.play(&["play More"]);
    assert_eq!((table.resources(), table.json()["silver_bonus"].as_u64()), ((255, 201, 255), Some(255)));
    table.play(&["play Giver"]);
    assert_eq!(table.resources(), (255, 255, 255), "more is not counted");
}

#[test]
#[cfg(debug_assertions)]
fn the_longest_effects_end_soon() {
    // As many steps as a card may have, nested as deep as effects may be, each played as often as one may be.
    let storm = |name: &str| {
        let others = list(255, "topdeck 1 curse openly or reveal hand");
        card(
            name,
            &format!("cost = 1\nplay = [{}, \"may play an action 10 times\"]\nothers = [{others}]", list(3, "others")),
        )
    };
    let file: String = ["Storm", "Gale", "Squall"].map(storm).concat();
    let hand = "10 Storm, 10 Gale, 3 Squall";
    let mut table = six(&file, Options::default(), hand);
    let mut most = 0;
    let mut played = 0;
    while let Some(next) = table.options().into_iter().find(|option| option.starts_with("play ")) {
        let action = table.state.parse_action(&next).unwrap();
        let (steps, bound) = testing::steps_of_action(&mut table.state, action);
        assert!(steps <= bound && bound < 10_000_000, "{steps} steps, at most {bound}");
        most = most.max(steps);
        played += 1;
        assert!(played < 100, "no action of this hand is left");
        if most > 500_000 {
            break;
        }
    }
    println!("{most} steps of one action");
    assert!((500_000..1_000_000).contains(&most), "{most} steps");
}

#[test]
fn an_effect_from_a_file_goes_on_no_longer_than_one_of_the_game() {
    let mut table = Table::new(&[side("2 Throne Room, Smithy", "", ""), NOBODY]);
    table.play(&["play Throne Room", "play Throne Room"]);
    let game = Dominion::new(table.state.rules().options.clone()).unwrap();
    let mut json = table.json();
    let again = json["stack"].as_array().unwrap().iter().position(|frame| frame["task"] == "again").unwrap();
    let read = |json: &serde_json::Value| game.restore(serde_json::from_value(json.clone()).unwrap());
    assert!(read(&json).is_ok());
    json["stack"][again]["registers"][0] = 255.into();
    let told = read(&json).expect_err("255 times").to_string();
    assert!(told.contains(&format!("stack[{again}]: no card plays another that often")), "{told}");
}

#[test]
fn a_deck_can_be_in_order_from_top_to_bottom() {
    let file = card("Stack", "cost = 1\nactions = 1\nplay = [\"topdeck any openly\"]")
        + &card("Pull", "cost = 1\nactions = 1\ncards = 1")
        + &card("Hide", "cost = 1\nactions = 1\nplay = [\"topdeck any\"]");
    for stack in ["play Stack", "play Hide"] {
        let mut table =
            table(&file, &[side("Stack, Hide, 3 Pull, 40 Copper, Silver, Gold", "Estate", ""), NOBODY], |_| {});
        table.play(&[stack, "topdeck Silver"]);
        table.play(&["topdeck Copper"; 40]);
        table.play(&["topdeck Gold", "topdeck nothing"]);
        assert_eq!(table.top(0).len(), 43);
        let mut rng = Rng::new(9);
        for seat in [0, 1].map(Seat) {
            testing::check_determinization(&table.state, seat, &mut rng).unwrap();
        }
        table.play(&["play Pull"]);
        assert!(table.zone(0, "hand").contains("Gold"), "the last one lies on top");
        let json = table.json();
        let top: Vec<&str> =
            json["players"][0]["top"].as_array().unwrap().iter().filter_map(|c| c["card"].as_str()).collect();
        assert_eq!((top[0], top[39], &top[40..]), ("Copper", "Copper", &["Silver", "Estate"][..]));
        let copy = table.state.clone();
        table.play(&["play Pull", "play Pull"]);
        assert!(table.top(0).len() == 40 && copy != table.state);
    }
}

#[test]
fn an_ordered_deck_from_a_file_may_have_any_length() {
    let deck =
        "30 Copper, 30 Silver, 25 Gold, 10 Curse, 6 Province, 4 Duchy, 5 Estate, 9 Smithy, Copper, Gold, 9 Silver";
    let mut table = Table::new(&[side("Smithy", deck, ""), NOBODY]);
    let game = Dominion::new(table.state.rules().options.clone()).unwrap();
    assert_eq!(table.top(0), crate::common::expand(deck));
    testing::check_round_trip(&game, &table.state).unwrap();
    let mut rng = Rng::new(4);
    testing::play_on(&game, &mut table.state.clone(), 300, &mut rng).unwrap();
    table.play(&["play Smithy"]);
    assert_eq!((table.zone(0, "hand").as_str(), table.top(0).len()), ("", 127));
    // More than there are is an error like any other.
    let mut json = table.json();
    let card = json["players"][0]["top"][0].clone();
    json["players"][0]["top"] = vec![card; 100_000].into();
    let told = game.restore(serde_json::from_value(json).unwrap()).expect_err("100,000 cards").to_string();
    assert_eq!(told, "impossible position: players[0].top: no game has more than 490 cards");
}

#[test]
fn made_files_can_be_refused_or_played_by_anybody() {
    let mut rng = Rng::new(1);
    let game = loop {
        if let Ok(game) = testing::game_of(&testing::random_card_file(&mut rng), &mut rng) {
            break game;
        }
    };
    let mut state = game.start();
    testing::play_on(&game, &mut state, 50, &mut rng).unwrap();
    assert!(Dominion::new(Options::default()).is_ok() && state != game.start());
}
