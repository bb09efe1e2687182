//! What everybody knows is in every determinization; what nobody can know is dealt anew, with the right odds.

use crate::common::{NOBODY, Table, seat, side};
use hoyle_core::prelude::*;
use hoyle_core::{Game, Rng, Seat};
use hoyle_dominion::testing::check_determinization;
use hoyle_dominion::{Discards, Dominion, DominionState, Options, Treasures};

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
    state.information_state(Seat(seat), &mut info);
    info
}

/// Many determinizations for a seat, each of which must leave what the seat knows as it was.
fn determinizations(state: &DominionState, seat: u8) -> impl Iterator<Item = DominionState> {
    let mut rng = Rng::new(9);
    let state = state.clone();
    (0..2000).map(move |_| {
        let dealt = state.determinize(Seat(seat), &mut rng);
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
    for dealt in determinizations(&table.state, 0) {
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
    for dealt in determinizations(&table.state, 1) {
        assert_eq!(zone(&dealt, 1, "hand", "Gold"), 1);
        assert_eq!(zone(&dealt, 1, "hand", "Copper"), 2);
    }
}

#[test]
fn a_revealed_hand_is_known() {
    let mut table =
        Table::new(&[side("Bureaucrat, Village", "Copper", ""), side("3 Copper, Gold", "4 Silver, 3 Copper", "")]);
    table.play(&["play Bureaucrat"]);
    for dealt in determinizations(&table.state, 0) {
        assert_eq!((zone(&dealt, 1, "hand", "Gold"), zone(&dealt, 1, "hand", "Copper")), (1, 3));
    }
}

#[test]
fn what_a_bureaucrat_puts_on_the_deck_is_known_to_all_and_later_in_the_hand() {
    let mut table =
        Table::new(&[side("Bureaucrat", "5 Copper", ""), side("Duchy, 2 Copper", "4 Silver, 3 Copper", "")]);
    table.play(&["play Bureaucrat", "topdeck Duchy"]);
    for dealt in determinizations(&table.state, 0) {
        assert_eq!(top(&dealt, 1)[0], "Duchy");
    }
    table.play(&["end buys", "end buys"]);
    assert_eq!(table.decider(), seat(0));
    assert_eq!(table.zone(1, "known"), "Duchy");
    for dealt in determinizations(&table.state, 0) {
        assert_eq!(zone(&dealt, 1, "hand", "Duchy"), 1);
    }
}

#[test]
fn a_card_gained_to_hand_is_known_to_be_there_or_put_on_the_deck() {
    let sides = [side("Artisan, Festival, 2 Copper", "5 Estate", ""), side("2 Copper", "", "")];
    let mut table = Table::new(&sides);
    table.play(&["play Festival", "play Artisan", "gain Duchy"]);
    for dealt in determinizations(&table.state, 1) {
        assert_eq!(zone(&dealt, 0, "hand", "Duchy"), 1);
    }
    table.play(&["topdeck Copper"]);
    let mut on_top = 0;
    for dealt in determinizations(&table.state, 1) {
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
    for dealt in determinizations(&table.state, 0) {
        assert_eq!(top(&dealt, 0)[..2], ["Gold", "Silver"]);
    }
    let others: std::collections::BTreeSet<String> =
        determinizations(&table.state, 1).map(|dealt| top(&dealt, 0)[0].clone()).collect();
    assert!(others.len() > 2, "{others:?}");
}

#[test]
fn what_is_looked_at_is_hidden_from_others() {
    let mut table = Table::new(&[side("Sentry", "Copper, Gold, Silver, 6 Estate", ""), side("2 Copper", "", "")]);
    table.play(&["play Sentry"]);
    let shown: std::collections::BTreeSet<String> = determinizations(&table.state, 1)
        .map(|dealt| serde_json::to_value(dealt.snapshot()).unwrap()["aside"].to_string())
        .collect();
    assert!(shown.len() > 3, "{shown:?}");
    let mut library =
        Table::new(&[side("Library, 3 Estate", "Village, Smithy, 4 Copper", ""), side("2 Copper", "", "")]);
    library.play(&["play Library"]);
    let held: std::collections::BTreeSet<String> = determinizations(&library.state, 1)
        .map(|dealt| serde_json::to_value(dealt.snapshot()).unwrap()["aside"].to_string())
        .collect();
    assert_eq!(held.len(), 2, "one of the two actions: {held:?}");
}

#[test]
fn a_revealed_moat_is_known_and_a_question_tells_that_there_is_one() {
    let mut table = Table::new(&[side("Militia, Village", "2 Copper", ""), side("Moat, 2 Estate", "6 Copper", "")]);
    table.play(&["play Militia"]);
    for dealt in determinizations(&table.state, 0) {
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

fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |c, i| c * (f64::from(n) - f64::from(i)) / f64::from(i + 1))
}

/// The chi-square of counts against odds, and its degrees of freedom.
fn chi_square(counts: &[u32], odds: &[f64]) -> (f64, usize) {
    let (all, sum) = (f64::from(counts.iter().sum::<u32>()), odds.iter().sum::<f64>());
    let terms = counts.iter().zip(odds).filter(|&(_, &odds)| odds > 0.0);
    let chi2 = terms.clone().map(|(&n, odds)| (f64::from(n) - all * odds / sum).powi(2) / (all * odds / sum)).sum();
    let impossible: u32 = counts.iter().zip(odds).filter(|&(_, &odds)| odds == 0.0).map(|(n, _)| n).sum();
    assert_eq!(impossible, 0, "{counts:?} against {odds:?}");
    (chi2, terms.count() - 1)
}

fn assert_odds(counts: &[u32], odds: &[f64]) {
    let (chi2, freedom) = chi_square(counts, odds);
    // Beyond p = 0.001.
    let most = [0.0, 10.8, 13.8, 16.3, 18.5, 20.5][freedom];
    assert!(chi2 < most, "chi-square {chi2} with {freedom} degrees of freedom: {counts:?} against {odds:?}");
}

#[test]
fn a_determinization_does_not_remember_what_others_saw() {
    let table = hidden_hand();
    let truth = table.state.snapshot().recall;
    let mut met = std::collections::BTreeSet::new();
    for dealt in determinizations(&table.state, 0).take(200) {
        let recall = dealt.snapshot().recall;
        assert_eq!(recall[0], truth[0], "the own memory is kept");
        assert!(met.insert(recall[1]) && recall[1] != truth[1], "another's memory is drawn, every time anew");
    }
    check_determinization(&table.state, Seat(0), &mut Rng::new(4)).unwrap();
}

#[test]
fn an_unplayed_hand_is_not_shown() {
    let sides = [side("3 Estate, Curse, 2 Copper", "4 Duchy, 4 Silver", ""), side("2 Copper", "5 Copper", "")];
    let mut table = Table::new(&sides);
    table.play(&["end buys"]);
    assert_eq!(
        (table.zone(0, "discard").as_str(), table.zone(0, "seen").as_str()),
        ("2 Copper, Curse, 3 Estate", "2 Copper")
    );
    let mut discards = std::collections::BTreeSet::new();
    for dealt in determinizations(&table.state, 1) {
        let at = |card: &str| zone(&dealt, 0, "discard", card);
        assert_eq!((at("Copper"), at("Silver")), (2, 0), "the Coppers were played, and Silvers would have been");
        assert_eq!(at("Estate") + at("Curse") + at("Duchy"), 4);
        discards.insert((at("Estate"), at("Curse"), at("Duchy")));
    }
    assert!(discards.len() > 4, "{discards:?}");
    for dealt in determinizations(&table.state, 0).take(50) {
        assert_eq!(zone(&dealt, 0, "discard", "Estate"), 3, "the owner knows");
    }
    let open = Options { discards: Discards::Open, ..Options::default() };
    let mut shown = Table::with(open, &sides, "", |_| {});
    shown.play(&["end buys"]);
    assert_eq!(shown.zone(0, "seen"), "2 Copper, Curse, 3 Estate");
}

#[test]
fn of_a_hand_without_anything_in_play_one_card_is_on_top_any_with_the_same_odds() {
    let mut tops = [0u32; 2];
    for seed in 0..600 {
        let mut table = Table::new(&[side("3 Estate, Curse", "5 Duchy", ""), side("2 Copper", "5 Copper", "")]);
        table.rng = Rng::new(seed);
        table.play(&["end buys"]);
        match table.zone(0, "seen").as_str() {
            "Estate" => tops[0] += 1,
            "Curse" => tops[1] += 1,
            other => panic!("{other}"),
        }
    }
    assert_odds(&tops, &[3.0, 1.0]);
    let mut single = Table::new(&[side("Curse", "5 Duchy", ""), side("2 Copper", "5 Copper", "")]);
    single.play(&["end buys"]);
    assert_eq!(single.zone(0, "seen"), "Curse", "a single card is its top");
}

#[test]
fn determinizations_have_the_odds_of_the_games_that_could_have_been() {
    // Nobody plays a treasure or buys. After a turn of the first player, the second has seen one card of the hand laid down,
    // and ten cards are five in hand, one seen, four unseen. Among many games those with the same card seen.
    let options = Options { treasures: Treasures::Hand, ..Options::default() };
    let game = Dominion::new(options).unwrap();
    let mut by_top: [[u32; 4]; 2] = [[0; 4]; 2];
    let mut example: [Option<DominionState>; 2] = [None, None];
    for seed in 0..6000 {
        let mut table = Table { state: game.start(), rng: Rng::new(seed) };
        table.play(&["end buys"]);
        assert_eq!(table.decider(), seat(1));
        let top = usize::from(zone(&table.state, 0, "seen", "Estate") == 1);
        by_top[top][zone(&table.state, 0, "hand", "Estate") as usize] += 1;
        example[top] = Some(table.state);
    }
    for (top, state) in example.iter().enumerate() {
        let state = state.as_ref().unwrap();
        let mut dealt_estates = [0u32; 4];
        for dealt in determinizations(state, 1) {
            dealt_estates[zone(&dealt, 0, "hand", "Estate") as usize] += 1;
        }
        let (estates, coppers) = (3 - top as u32, 6 + top as u32);
        let exact: Vec<f64> = (0..4).map(|k| choose(estates, k) * choose(coppers, 5 - k)).collect();
        assert_odds(&by_top[top], &exact);
        assert_odds(&dealt_estates, &exact);
    }
}

#[test]
fn a_question_about_the_hand_has_the_odds_of_hands_that_are_asked() {
    let mut table = Table::new(&[
        side("Militia, Village", "2 Copper", ""),
        side("Moat, 2 Estate", "Moat, Moat, 5 Copper, 2 Silver", ""),
    ]);
    table.play(&["play Militia"]);
    // Twelve hidden cards, three of them Moats; the hand has three, and one at least.
    let mut moats = [0u32; 4];
    for dealt in determinizations(&table.state, 0) {
        moats[zone(&dealt, 1, "hand", "Moat") as usize] += 1;
    }
    let exact: Vec<f64> = (0..4).map(|k| if k == 0 { 0.0 } else { choose(3, k) * choose(9, 3 - k) }).collect();
    assert_odds(&moats, &exact);
}

#[test]
fn questions_are_remembered_by_all_who_saw_them() {
    let always = |table: &Table, seat: u8, fits: &dyn Fn(&DominionState) -> bool, what: &str| {
        assert!(
            determinizations(&table.state, seat).take(400).all(|dealt| fits(&dealt)),
            "{what}: {}",
            info(&table.state, seat)
        );
    };
    let in_hand = |owner: usize, cards: &'static [&'static str]| {
        move |dealt: &DominionState| cards.iter().map(|card| zone(dealt, owner, "hand", card)).sum::<u64>()
    };
    // A Moat that was asked for and not revealed.
    let moat = side("Moat, 2 Estate", "6 Copper, 4 Silver, 2 Moat", "");
    let mut militia = Table::new(&[side("Militia, Village", "8 Copper", ""), moat]);
    militia.play(&["play Militia", "reveal nothing"]);
    let one = in_hand(1, &["Moat"]);
    always(&militia, 0, &|dealt| one(dealt) >= 1, "a Moat");
    // A Library that kept an action.
    let deck = "Village, Smithy, 8 Copper, 3 Village, 2 Smithy";
    let mut library = Table::new(&[side("Library, 4 Estate", deck, ""), side("2 Copper", "", "")]);
    library.play(&["play Library", "keep it", "keep it"]);
    let two = in_hand(0, &["Village", "Smithy", "Library"]);
    always(&library, 1, &|dealt| two(dealt) >= 2, "two actions");
    // A Moneylender and a Throne Room that were declined.
    let mut lender = Table::new(&[side("Moneylender, Copper, Estate, Village", "6 Estate, 6 Copper", ""), NOBODY]);
    lender.play(&["play Moneylender"]);
    let copper = in_hand(0, &["Copper"]);
    always(&lender, 1, &|dealt| copper(dealt) >= 1, "a Copper is asked for");
    let hand = Options { treasures: Treasures::Hand, ..Options::default() };
    let sides = [side("Moneylender, Copper, Estate, Village", "6 Estate, 6 Copper", ""), NOBODY];
    let mut lender = Table::with(hand.clone(), &sides, "", |_| {});
    lender.play(&["play Moneylender", "trash no more"]);
    always(&lender, 1, &|dealt| copper(dealt) >= 1, "a Copper that was kept");
    let sides = [side("Throne Room, Smithy, 2 Estate", "4 Smithy, 6 Copper", ""), NOBODY];
    let mut throne = Table::with(hand, &sides, "", |_| {});
    throne.play(&["play Throne Room", "play nothing"]);
    let action = in_hand(0, &["Smithy", "Throne Room"]);
    always(&throne, 1, &|dealt| action(dealt) >= 1, "an action that was not doubled");
}

#[test]
fn who_is_not_asked_has_no_such_card() {
    let hand = side("3 Estate", "4 Moat, 4 Copper", "");
    let mut militia = Table::new(&[side("Militia, Village", "8 Copper", ""), hand]);
    militia.play(&["play Militia"]);
    for dealt in determinizations(&militia.state, 0).take(400) {
        assert_eq!(zone(&dealt, 1, "hand", "Moat"), 0, "otherwise there would have been a question");
    }
    assert!(info(&militia.state, 0).contains("known not in hand Moat"), "{}", info(&militia.state, 0));
}

#[test]
fn what_is_drawn_before_a_shuffle_of_a_seen_pile_is_known() {
    let open = Options { discards: Discards::Open, ..Options::default() };
    let sides = [side("5 Copper", "Gold, Duchy", "8 Silver"), side("5 Copper", "5 Copper", "")];
    let mut table = Table::with(open, &sides, "", |_| {});
    table.play(&["end buys"]);
    for dealt in determinizations(&table.state, 1).take(400) {
        assert_eq!((zone(&dealt, 0, "hand", "Gold"), zone(&dealt, 0, "hand", "Duchy")), (1, 1));
    }
}

#[test]
fn a_harbinger_puts_a_card_back_unseen() {
    let deck = "Copper, 4 Estate, 4 Duchy";
    let mut table = Table::new(&[side("Harbinger, Village", deck, "Gold, 2 Silver"), side("2 Copper", "", "")]);
    table.play(&["play Harbinger", "topdeck Gold"]);
    assert_eq!(table.zone(0, "seen"), "Silver", "one of the Silvers is there in any case");
    let tops: std::collections::BTreeSet<String> =
        determinizations(&table.state, 1).map(|dealt| top(&dealt, 0)[0].clone()).collect();
    assert!(tops.contains("Gold") && tops.contains("Silver"), "{tops:?}");
    let open = Options { discards: Discards::Open, ..Options::default() };
    let mut seen = Table::with(open, &[side("Harbinger, Village", deck, "Gold, 2 Silver"), NOBODY], "", |_| {});
    seen.play(&["play Harbinger", "topdeck Gold"]);
    assert!(determinizations(&seen.state, 1).take(50).all(|dealt| top(&dealt, 0)[0] == "Gold"));
}

/// How many of many determinizations for a seat do not fit.
fn misfits(state: &DominionState, seat: u8, fits: impl Fn(&DominionState) -> bool) -> usize {
    determinizations(state, seat).filter(|dealt| !fits(dealt)).count()
}

#[test]
fn a_card_that_everybody_saw_go_to_the_hand_is_not_among_those_looked_at() {
    let deck = "Copper, 2 Estate, Duchy, 2 Copper";
    let hand = "Festival, Mine, Sentry, Silver, Copper, Estate";
    let mut table = Table::new(&[side(hand, deck, ""), side("5 Copper", "8 Copper", "")]);
    table.play(&["play Festival", "play Mine", "trash Silver", "gain Gold", "play Sentry"]);
    assert_eq!(misfits(&table.state, 1, |dealt| zone(dealt, 0, "hand", "Gold") == 1), 0);
    // Playing on from a determinization never contradicts what is known: debug builds check it.
    let mut legal = hoyle_core::ActionSet::new();
    for (seed, mut dealt) in determinizations(&table.state, 1).take(300).enumerate() {
        let mut rng = Rng::new(seed as u64);
        for _ in 0..30 {
            if dealt.turn() == hoyle_core::Turn::Chance {
                dealt.roll(&mut rng);
            } else if dealt.turn() != hoyle_core::Turn::Over {
                dealt.legal(&mut legal);
                dealt.play_unchecked(legal.random(&mut rng));
            }
        }
    }
}

#[test]
fn a_card_known_to_be_in_the_hand_is_not_the_one_that_a_library_has_drawn() {
    // A Workshop that everybody saw come, then a Library draws another action.
    let sides = [side("Festival, Artisan, Library, Copper", "Smithy, 5 Copper, 2 Smithy", ""), NOBODY];
    let mut table = Table::new(&sides);
    table.play(&["play Festival", "play Artisan", "gain Workshop", "topdeck Copper"]);
    // The Copper comes back to the hand, and with it all doubt about the Workshop is gone.
    table.play(&["play Library"]);
    assert!(table.options().contains(&"keep it".to_owned()), "{:?}", table.options());
    assert_eq!(misfits(&table.state, 1, |dealt| zone(dealt, 0, "hand", "Workshop") == 1), 0);
    table.play(&["set it aside"]);
    assert_eq!(table.zone(0, "known"), "Workshop", "what is set aside came from the deck");
}

#[test]
fn a_card_that_comes_to_the_hand_after_another_left_it_unseen_is_there() {
    let sides = [side("Throne Room, Artisan, 2 Copper, Estate", "5 Copper", ""), side("5 Copper", "8 Copper", "")];
    let options = Options { treasures: Treasures::Hand, ..Options::default() };
    let mut table = Table::with(options, &sides, "", |_| {});
    table.play(&["play Throne Room", "play Artisan", "gain Silver", "topdeck Copper", "gain Duchy"]);
    assert_eq!(misfits(&table.state, 1, |dealt| zone(dealt, 0, "hand", "Duchy") == 1), 0);
    let told = "known in hand at least 1 of Duchy\n";
    assert!(info(&table.state, 1).contains(told), "{}", info(&table.state, 1));
    // The next one to leave may be the Duchy, but the first was not.
    table.play(&["topdeck Copper"]);
    assert_eq!(misfits(&table.state, 1, |dealt| top(dealt, 0)[1] != "Duchy"), 0);
    let above = determinizations(&table.state, 1).filter(|dealt| top(dealt, 0)[0] == "Duchy").count();
    assert!((200..1500).contains(&above), "{above}");
    let silver = |dealt: &DominionState| {
        zone(dealt, 0, "hand", "Silver") + top(dealt, 0).iter().filter(|card| *card == "Silver").count() as u64
    };
    assert_eq!(misfits(&table.state, 1, |dealt| silver(dealt) == 1), 0);
}

#[test]
fn a_hand_that_is_revealed_after_cards_left_it_unseen_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ghost.toml");
    let card = "[[card]]\nname = \"Ghost\"\ncost = 5\ntypes = [\"action\", \"attack\"]\nactions = 1\ntext = \"\"\n\
                play = [\"others\"]\nothers = [\"topdeck down to 3\"]\n";
    std::fs::write(&file, card).unwrap();
    let kingdom = "Ghost+Bureaucrat+Village+Smithy+Market+Festival+Laboratory+Cellar+Chapel+Witch".to_owned();
    let options = Options { cards: file.display().to_string(), kingdom, ..Options::default() };
    let sides = [side("Ghost, Bureaucrat, Village", "5 Copper", ""), side("Gold, Silver, 3 Copper", "8 Copper", "")];
    let mut table = Table::with(options, &sides, "", |_| {});
    table.play(&["play Ghost", "topdeck Copper", "topdeck Copper", "play Bureaucrat"]);
    let revealed = |dealt: &DominionState| ["Gold", "Silver", "Copper"].map(|card| zone(dealt, 1, "hand", card));
    assert_eq!(misfits(&table.state, 0, |dealt| revealed(dealt) == [1, 1, 1]), 0);
}

#[test]
fn a_moat_is_remembered_beside_what_a_library_kept() {
    let me = side("Moat, Library, 3 Estate", "Copper, Village, Village, 5 Copper, 4 Silver, 6 Estate", "");
    let mut table = Table::new(&[side("Militia, 2 Village", "8 Copper", ""), me]);
    table.play(&["play Militia", "reveal nothing", "discard Estate", "discard Estate", "end buys", "play Library"]);
    while table.options().contains(&"keep it".to_owned()) {
        table.play(&["keep it"]);
    }
    assert_eq!(zone(&table.state, 1, "hand", "Moat"), 1);
    assert_eq!(misfits(&table.state, 0, |dealt| zone(dealt, 1, "hand", "Moat") >= 1), 0, "{}", info(&table.state, 0));
    let actions =
        |dealt: &DominionState| ["Moat", "Village"].map(|card| zone(dealt, 1, "hand", card)).iter().sum::<u64>();
    assert_eq!(misfits(&table.state, 0, |dealt| actions(dealt) >= 3), 0, "the Moat and two that were kept");
}

#[test]
fn what_was_drawn_before_a_shuffle_was_not_seen_in_the_pile() {
    let sides = [side("5 Copper, Estate", "Gold, Duchy", "8 Silver"), side("5 Copper", "5 Copper", "")];
    let mut table = Table::new(&sides);
    table.play(&["end buys"]);
    // Fourteen cards were shuffled: 5 Coppers, 8 Silvers, and one that is neither treasure nor action. Of Gold, Duchy and
    // Estate, which nobody saw in the pile, the Gold was held for sure, and one of the others.
    let told = "held before the shuffle, besides known cards: Gold; and 1 of Estate, Duchy\n";
    assert!(info(&table.state, 1).contains(told), "{}", info(&table.state, 1));
    let mut silvers = [0u32; 4];
    let mut duchies = [0u32; 2];
    for dealt in determinizations(&table.state, 1) {
        let hand = |card: &str| zone(&dealt, 0, "hand", card) as usize;
        assert!(hand("Gold") == 1 && hand("Estate") + hand("Duchy") >= 1);
        silvers[hand("Silver")] += 1;
        duchies[hand("Duchy")] += 1;
    }
    // Three of the fourteen are drawn.
    let exact: Vec<f64> = (0..4).map(|k| choose(8, k) * choose(6, 3 - k)).collect();
    assert_odds(&silvers, &exact);
    // The Duchy was held, or it was shuffled in and drawn.
    assert_odds(&duchies, &[0.5 * 11.0 / 14.0, 0.5 + 0.5 * 3.0 / 14.0]);
    // What is played leaves no more to be told than can be concluded.
    table.play(&["end buys"]);
    assert_eq!(table.decider(), seat(0));
    for dealt in determinizations(&table.state, 1).take(200) {
        assert_eq!(zone(&dealt, 0, "hand", "Gold"), 0, "it was played");
        assert!(zone(&dealt, 0, "hand", "Estate") + zone(&dealt, 0, "hand", "Duchy") >= 1);
    }
}

#[test]
fn games_are_played_on_from_determinizations() {
    // Every few moves the position becomes one that some seat cannot tell from it: what is known must stay true, which debug
    // builds check after every action.
    for i in 0..400u64 {
        let discards = if i % 2 == 0 { Discards::Top } else { Discards::Open };
        let (players, kingdom_seed) = (2 + (i % 3) as u8, i % 200);
        let kingdom = "random".to_owned();
        let options = Options { players, kingdom, kingdom_seed, discards, max_turns: 25, ..Options::default() };
        let mut state = Dominion::new(options).unwrap().start();
        let mut rng = Rng::stream(5, i);
        while state.turn() != hoyle_core::Turn::Over {
            if rng.below(6) == 0 {
                let seat = Seat(rng.below(players.into()) as u8);
                check_determinization(&state, seat, &mut rng).unwrap();
                state = state.determinize(seat, &mut rng);
            }
            hoyle_core::testing::random_step(&mut state, &mut rng);
        }
    }
}
