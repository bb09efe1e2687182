//! Card files are played exactly or refused with file, card and place: what went wrong once.

use crate::common::{NOBODY, Table, seat, side};
use hoyle_core::{Game, Rng};
use hoyle_dominion::cards::load;
use hoyle_dominion::setup::base_cards;
use hoyle_dominion::{Dominion, Options, testing};

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
