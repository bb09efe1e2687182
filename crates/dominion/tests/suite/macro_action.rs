//! The macro action, whose rule is an option: data that is chosen when a game is made.

use crate::common::{NOBODY, Table, side};
use hoyle_core::Game;
use hoyle_core::options::game_from_settings;
use hoyle_dominion::{Dominion, Options};

const ALL: &str = "play all simple actions";

fn table(rule: &str, hand: &'static str, deck: &'static str, in_kingdom: &str) -> Table {
    let options = Options { macro_rule: rule.to_owned(), ..Options::default() };
    Table::with(options, &[side(hand, deck, ""), NOBODY], in_kingdom, |_| {})
}

/// What is in play after the macro action, or nothing if it is not offered.
fn played(rule: &str, hand: &'static str) -> Option<String> {
    let mut table = table(rule, hand, "8 Estate", "");
    if !table.options().contains(&ALL.to_owned()) {
        return None;
    }
    table.play(&[ALL]);
    Some(table.shared("in_play"))
}

#[test]
fn the_rule_says_what_is_played() {
    let hand = "Festival, Village, Smithy, Militia, Throne Room";
    assert_eq!(played("off", hand), None);
    assert_eq!(played(&Options::default().macro_rule, hand), None, "it is off if nothing is said");
    assert_eq!(played("simple", hand).unwrap(), "Throne Room, Village");
    assert_eq!(played("cantrip", hand).unwrap(), "Village");
    assert_eq!(played("nonterminal", hand).unwrap(), "Festival, Village");
    assert_eq!(played("village", hand).unwrap(), "Festival, Village");
    assert_eq!(played("Village", hand).unwrap(), "Village");
    assert_eq!(played("village+Smithy", hand).unwrap(), "Festival, Smithy, Village");
    assert_eq!(played("throne+Smithy", hand).unwrap(), "Smithy, Throne Room");
    assert_eq!(played("draw", hand).unwrap(), "Smithy", "the dearest first, and then no action is left");
    assert_eq!(played("money", hand).unwrap(), "Festival", "Militia asks others");
    assert_eq!(played("cantrip", "Smithy, Festival"), None);
}

#[test]
fn a_card_that_asks_asks_and_the_rest_follows() {
    let mut table = table("Cellar+Village", "Cellar, Village, Estate", "3 Duchy", "");
    table.play(&[ALL]);
    assert_eq!(table.options(), ["discard Estate", "discard Village", "discard no more"].map(str::to_owned));
    table.play(&["discard Estate", "discard no more"]);
    assert_eq!(table.shared("in_play"), "Cellar, Village");
    assert_eq!(table.resources().0, 2);
}

#[test]
fn a_rule_is_checked_and_holds_for_every_kingdom() {
    let game = |rule: &str| game_from_settings::<Dominion>(&[("macro".to_owned(), rule.to_owned())]);
    // Not in the first game's kingdom: passed over.
    assert!(game("Laboratory+Village").is_ok());
    let error = |rule: &str| game(rule).unwrap_err().to_string();
    assert!(error("Vilage").contains("`Vilage` is no card (did you mean `Village`?)"), "{}", error("Vilage"));
    assert!(error("cantripp").contains("did you mean `cantrip`?"));
    assert!(error("Gold").contains("`Gold` is no action"));
    assert!(error("simple+Village").contains("`simple` stands alone"));
    assert!(error("").contains("is no card"));
    assert!(error(&"x".repeat(100_000)).len() < 300);
    // Other rules are other games: what is learned with the one is not taken for the other's.
    let options = |rule: &str| Options { macro_rule: rule.to_owned(), ..Options::default() };
    let fingerprint = |rule: &str| Dominion::new(options(rule)).unwrap().spec().fingerprint;
    assert_ne!(fingerprint("off"), fingerprint("simple"));
}
