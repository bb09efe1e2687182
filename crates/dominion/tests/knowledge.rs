//! What everybody knows is in every redeal; what nobody can know is dealt anew, with the right odds.

mod common;

use common::{NOBODY, Table, seat, side};
use hoyle_core::{Rng, Seat, State};
use hoyle_dominion::{DominionState, Options};

fn zone(state: &DominionState, player: usize, zone: &str, card: &str) -> u64 {
    serde_json::to_value(state.snapshot()).unwrap()["players"][player][zone][card].as_u64().unwrap_or(0)
}

fn top(state: &DominionState, player: usize) -> Vec<String> {
    let json = serde_json::to_value(state.snapshot()).unwrap();
    let top = json["players"][player]["top"].as_array().unwrap();
    top.iter().map(|card| card["card"].as_str().unwrap().to_owned()).collect()
}

fn info(state: &DominionState, seat: u8) -> String {
    let mut info = String::new();
    state.info(Seat(seat), &mut info);
    info
}

/// Many redeals for a seat, each of which must leave what the seat knows as it was.
fn redeals(state: &DominionState, seat: u8) -> impl Iterator<Item = DominionState> {
    let mut rng = Rng::new(9);
    let state = state.clone();
    (0..2000).map(move |_| {
        let dealt = state.redeal(Seat(seat), &mut rng);
        assert_eq!(info(&dealt, seat), info(&state, seat));
        dealt
    })
}

/// A position in which the second player has a hand and a shuffled deck.
fn hidden_hand() -> Table {
    Table::with(
        Options::default(),
        &[side("Village", "Copper", ""), side("2 Copper, 2 Estate, Gold", "", "")],
        "",
        |s| {
            s.players[1].deck = serde_json::from_str(r#"{"Copper": 5, "Estate": 1, "Silver": 4}"#).unwrap();
            s.supply = serde_json::from_value({
                let mut supply = serde_json::to_value(&s.supply).unwrap();
                for (card, used) in [("Copper", 5), ("Estate", 1), ("Silver", 4)] {
                    supply[card] = (supply[card].as_u64().unwrap() - used).into();
                }
                supply
            })
            .unwrap();
        },
    )
}

#[test]
fn a_hidden_hand_is_dealt_from_hand_and_deck_with_the_odds_of_a_deal() {
    // 15 hidden cards: 7 Copper, 3 Estate, 4 Silver, 1 Gold; five of them in hand.
    let table = hidden_hand();
    let mut coppers = [0u32; 6];
    for dealt in redeals(&table.state, 0) {
        coppers[zone(&dealt, 1, "hand", "Copper") as usize] += 1;
    }
    // Hypergeometric: C(7, k) C(8, 5 - k) / C(15, 5).
    let choose = |n: u32, k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
    let expected = |k: u32| 2000.0 * choose(7, k) * choose(8, 5 - k) / choose(15, 5);
    let chi2: f64 = (0..6).map(|k| (f64::from(coppers[k as usize]) - expected(k)).powi(2) / expected(k)).sum();
    assert!(chi2 < 20.5, "chi-square {chi2} with 5 degrees of freedom is beyond p = 0.001: {coppers:?}");
}

#[test]
fn the_owner_knows_the_own_hand() {
    let table = hidden_hand();
    for dealt in redeals(&table.state, 1) {
        assert_eq!(zone(&dealt, 1, "hand", "Gold"), 1);
        assert_eq!(zone(&dealt, 1, "hand", "Copper"), 2);
    }
}

#[test]
fn a_revealed_hand_is_known() {
    let mut table =
        Table::new(&[side("Bureaucrat, Village", "Copper", ""), side("3 Copper, Gold", "4 Silver, 3 Copper", "")]);
    table.play(&["play Bureaucrat"]);
    for dealt in redeals(&table.state, 0) {
        assert_eq!((zone(&dealt, 1, "hand", "Gold"), zone(&dealt, 1, "hand", "Copper")), (1, 3));
    }
}

#[test]
fn what_a_bureaucrat_puts_on_the_deck_is_known_to_all_and_later_in_the_hand() {
    let mut table =
        Table::new(&[side("Bureaucrat", "5 Copper", ""), side("Duchy, 2 Copper", "4 Silver, 3 Copper", "")]);
    table.play(&["play Bureaucrat", "topdeck Duchy"]);
    for dealt in redeals(&table.state, 0) {
        assert_eq!(top(&dealt, 1)[0], "Duchy");
    }
    table.play(&["end buys", "end buys"]);
    assert_eq!(table.decider(), seat(0));
    assert_eq!(table.zone(1, "known"), "Duchy");
    for dealt in redeals(&table.state, 0) {
        assert_eq!(zone(&dealt, 1, "hand", "Duchy"), 1);
    }
}

#[test]
fn a_card_gained_to_hand_is_known_to_be_there_or_put_on_the_deck() {
    let sides = [side("Artisan, Festival, 2 Copper", "5 Estate", ""), side("2 Copper", "", "")];
    let mut table = Table::new(&sides);
    table.play(&["play Festival", "play Artisan", "gain Duchy"]);
    for dealt in redeals(&table.state, 1) {
        assert_eq!(zone(&dealt, 0, "hand", "Duchy"), 1);
    }
    table.play(&["topdeck Copper"]);
    let mut on_top = 0;
    for dealt in redeals(&table.state, 1) {
        let there = u64::from(top(&dealt, 0)[0] == "Duchy");
        assert_eq!(zone(&dealt, 0, "hand", "Duchy") + there, 1, "in the hand, or on the deck");
        on_top += there;
    }
    assert!((200..1500).contains(&on_top), "nobody saw which card was put on the deck: {on_top}");
}

#[test]
fn what_a_sentry_returns_is_known_to_its_owner_only() {
    let mut table =
        Table::new(&[side("Sentry, Village", "Copper, Gold, Silver, 3 Estate", ""), side("2 Copper", "", "")]);
    table.play(&["play Sentry", "trash no more", "discard no more", "topdeck Silver"]);
    for dealt in redeals(&table.state, 0) {
        assert_eq!(top(&dealt, 0)[..2], ["Gold", "Silver"]);
    }
    let others: std::collections::BTreeSet<String> =
        redeals(&table.state, 1).map(|dealt| top(&dealt, 0)[0].clone()).collect();
    assert!(others.len() > 2, "{others:?}");
}

#[test]
fn what_is_looked_at_is_hidden_from_others() {
    let mut table = Table::new(&[side("Sentry", "Copper, Gold, Silver, 6 Estate", ""), side("2 Copper", "", "")]);
    table.play(&["play Sentry"]);
    let shown: std::collections::BTreeSet<String> = redeals(&table.state, 1)
        .map(|dealt| serde_json::to_value(dealt.snapshot()).unwrap()["aside"].to_string())
        .collect();
    assert!(shown.len() > 3, "{shown:?}");
    let mut library =
        Table::new(&[side("Library, 3 Estate", "Village, Smithy, 4 Copper", ""), side("2 Copper", "", "")]);
    library.play(&["play Library"]);
    let held: std::collections::BTreeSet<String> = redeals(&library.state, 1)
        .map(|dealt| serde_json::to_value(dealt.snapshot()).unwrap()["aside"].to_string())
        .collect();
    assert_eq!(held.len(), 2, "one of the two actions: {held:?}");
}

#[test]
fn a_revealed_moat_is_known_and_a_question_tells_that_there_is_one() {
    let mut table = Table::new(&[side("Militia, Village", "2 Copper", ""), side("Moat, 2 Estate", "6 Copper", "")]);
    table.play(&["play Militia"]);
    for dealt in redeals(&table.state, 0) {
        assert_eq!(zone(&dealt, 1, "hand", "Moat"), 1, "otherwise nobody would be asked");
    }
    table.play(&["reveal a reaction"]);
    assert_eq!(table.zone(1, "known"), "Moat");
}

#[test]
fn the_information_text_remembers_what_was_seen() {
    // The same position by two ways: one player has seen another order of discards.
    let way = |first: &str, second: &str| {
        let mut table = Table::new(&[side("Cellar, Copper, Estate, Village", "6 Duchy", ""), NOBODY]);
        let discards = [format!("discard {first}"), format!("discard {second}")];
        let actions: Vec<&str> =
            if second.is_empty() { vec![&discards[0]] } else { discards.iter().map(String::as_str).collect() };
        table.play(&["play Cellar"]).play(&actions);
        info(&table.state, 1)
    };
    assert_ne!(way("Copper", "Estate"), way("Copper", "Village"));
    assert_eq!(way("Copper", "Estate"), way("Copper", "Estate"));
}
