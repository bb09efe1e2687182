//! What a card file says is played exactly, or refused with its place.

use crate::table::{self, count, hand, json, life, play, settle, side, take, texts};
use hoyle_core::checks::thread_time;
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Rng, Turn, save};
use hoyle_magic::{Ask, Bound, Cards, Magic, MagicState, Options, SceneSide};
use std::time::Duration;

/// A position with the cards of `tests/cards/exact.toml`.
fn scene(p1: SceneSide, p2: SceneSide) -> (Magic, MagicState) {
    table::scene("exact", p1, p2, &[])
}

fn read(cost: &str, types: &str, abilities: &[&str]) -> Result<Option<String>, String> {
    let abilities: Vec<String> = abilities.iter().map(|ability| format!("\"{ability}\"")).collect();
    let text = format!(
        "[[card]]\nname = \"Test\"\ncost = \"{cost}\"\ntypes = \"{types}\"\nabilities = [{}]\n",
        abilities.join(", ")
    );
    let cards = Cards::with_texts(&[("mine.toml".to_owned(), text)]).map_err(|e| e.to_string())?;
    Ok(cards.text("Test"))
}

#[track_caller]
fn refused(cost: &str, types: &str, ability: &str, why: &str) {
    let problem = read(cost, types, &[ability]).expect_err("refused");
    assert!(problem.starts_with("mine.toml: card `Test`: ") && problem.contains(why), "{problem} lacks {why}");
}

#[test]
fn costs_that_are_no_costs_are_refused() {
    for n in [256, 257, 300] {
        refused(&"X".repeat(n), "Sorcery", "spell: gain(you, X)", "cost: too many symbols");
    }
    refused("X".repeat(255).as_str(), "Sorcery", "spell: gain(you, X)", "cost: X once");
    refused("1W2", "Sorcery", "spell: gain(you, 1)", "cost: one number, in one place");
    assert!(read("W12", "Sorcery", &["spell: gain(you, 1)"]).is_ok());
    refused("1", "Artifact Equipment", "equip({X}{X})", "X once");
    assert!(read("1", "Artifact Equipment", &["equip({X})"]).is_ok());
}

#[test]
fn fixed_mana_is_made_as_it_is_written() {
    let (_, mut state) = scene(side(&["Fifty", "Sip"], &[(1, "Gusher")]), SceneSide::default());
    take(&mut state, "cast Fifty");
    assert_eq!(json(&state)["sides"][0]["mana"][4], 190);
    assert!(state.overflow().is_empty());
}

#[test]
fn protection_from_permanents_is_none_from_instants() {
    let (_, state) = scene(side(&["Bolt"], &[]), side(&[], &[(1, "Ward Man")]));
    assert!(texts(&state).contains(&"cast Bolt".to_owned()), "{:?}", texts(&state));
}

#[test]
fn numbers_are_those_of_the_beginning_of_a_step() {
    let (game, mut state) =
        scene(side(&["Equal Hands", "Sip", "Sip"], &[]), side(&["Sip", "Sip", "Bolt", "Bolt", "Kill"], &[]));
    take(&mut state, "cast Equal Hands");
    while !json(&state)["resolving"].is_null() || !json(&state)["stack"].as_array().expect("a list").is_empty() {
        let read = save::from_json(&game, &save::to_json(&game, &state)).unwrap_or_else(|e| panic!("{e}"));
        assert!(read == state);
        take(&mut state, "");
    }
    assert_eq!((hand(&state, 0), hand(&state, 1)), (0, 3));

    let (game, mut state) =
        scene(side(&["Equal Memory", "Sip", "Bolt", "Kill"], &[]), side(&["Recruit", "Elf", "Big", "Sip", "Sip"], &[]));
    take(&mut state, "cast Equal Memory");
    while !json(&state)["resolving"].is_null() || !json(&state)["stack"].as_array().expect("a list").is_empty() {
        let text = save::to_json(&game, &state);
        assert!(save::from_json(&game, &text).is_ok_and(|read| read == state), "{text}");
        take(&mut state, "");
    }
    assert_eq!((hand(&state, 0), hand(&state, 1)), (0, 2));

    let (_, mut state) = scene(side(&["Equal Loss"], &[(2, "Recruit")]), side(&[], &[(5, "Recruit")]));
    take(&mut state, "cast Equal Loss");
    settle(&mut state);
    assert_eq!(count(&state, "Recruit"), 3);

    let (_, mut state) = scene(side(&["Odd Loss"], &[(3, "Recruit")]), SceneSide::default());
    take(&mut state, "cast Odd Loss");
    settle(&mut state);
    assert_eq!(count(&state, "Recruit"), 1);
}

#[test]
fn what_is_not_paid_for_does_nothing() {
    refused("1", "Artifact", "{G}, sacrifice(creature & !tapped): draw(you, 2)", "what is tapped changes");
    refused("1", "Artifact", "{G}, sacrifice(tapped): draw(you, 2)", "what is tapped changes");
    // Paying with the only creature that flies while untapped takes it away from the rest of the cost.
    let (_, mut state) = scene(side(&[], &[(1, "Altar"), (1, "Elf"), (1, "Breeze")]), SceneSide::default());
    take(&mut state, "activate Altar");
    settle(&mut state);
    assert_eq!((count(&state, "Elf"), hand(&state, 0)), (1, 0));
}

#[test]
fn damage_is_remembered_where_it_can_be_asked_for() {
    refused("1", "Artifact", "{0}: destroy(each(creature & damaged_by_self))", "only in when dies(...)");
    assert!(read("1", "Artifact", &["when dies(creature & damaged_by_self): draw(you, 1)"]).is_ok());
}

#[test]
fn effects_know_what_has_left() {
    let (_, mut state) = scene(side(&["Sweep"], &[]), side(&[], &[(1, "Big"), (5, "Recruit")]));
    take(&mut state, "cast Sweep");
    let target = texts(&state).into_iter().find(|text| text.contains("Big")).expect("a target");
    take(&mut state, &target);
    settle(&mut state);
    assert_eq!(life(&state, 0), 27);

    let (_, mut state) = scene(side(&["Kill"], &[(1, "Ghoul")]), side(&[], &[(1, "Big")]));
    play(&mut state, &["cast Kill"], |_| false);
    assert_eq!((life(&state, 0), life(&state, 1)), (27, 18));

    // Who controlled it is not who owns it.
    let (game, mut state) = scene(side(&["Thief", "Kill"], &[(1, "Ghoul"), (1, "Pit")]), side(&[], &[(1, "Big")]));
    take(&mut state, "cast Thief");
    settle(&mut state);
    let text = save::to_json(&game, &state);
    take(&mut state, "cast Kill");
    settle(&mut state);
    assert_eq!((life(&state, 0), life(&state, 1)), (26, 19));
    let mut state = save::from_json(&game, &text).expect("a position");
    take(&mut state, "activate Pit");
    settle(&mut state);
    assert_eq!((life(&state, 0), life(&state, 1)), (33, 14));

    // What triggered an ability and died before that resolved.
    let (game, mut state) = scene(side(&["Big", "Kill"], &[(1, "Herald"), (3, "Plains")]), SceneSide::default());
    take(&mut state, "cast Big");
    while json(&state)["stack"][0]["item"] != "triggered" {
        take(&mut state, "pass");
    }
    take(&mut state, "cast Kill");
    let text = save::to_json(&game, &state);
    assert!(save::from_json(&game, &text).is_ok_and(|read| read == state));
    settle(&mut state);
    assert_eq!((life(&state, 0), count(&state, "Big")), (27, 0));

    let (_, mut state) = scene(side(&["Kill"], &[(1, "Grave Robber")]), side(&[], &[(1, "Big")]));
    play(&mut state, &["cast Kill"], |_| false);
    assert_eq!(json(&state)["exile"][0]["card"], "Big");
}

#[test]
fn what_nobody_remembers_is_not_asked() {
    refused("1", "Artifact", "sacrifice(creature): gain(you, toughness(sacrificed))", "not remembered");
    refused("1", "Artifact", "sacrifice(creature): gain(you, counters(sacrificed))", "not remembered");
    refused("1", "Artifact", "sacrifice(creature): bounce(sacrificed)", "sacrificed: it is gone");
    refused("1", "Artifact", "when dies(creature): gain(you, toughness(trigger))", "not remembered");
    refused("1", "Artifact", "when dies(creature) if power(trigger) >= 2: gain(you, 1)", "only self and host");
    refused("1", "Artifact", "when you_gain_life if amount >= 2: draw(you, 1)", "amount: there is none here");
    refused("1", "Artifact", "{0}: gain(you, power(each(creature)))", "each(...) is no single object");
    let three = "destroy(target(creature)); destroy(target(creature)); destroy(target(creature))";
    refused("1", "Sorcery", &format!("spell: {three}; gain(you, power(t1) + power(t2) + power(t3))"), "at most 2 of");
    assert!(read("1", "Sorcery", &[&format!("spell: {three}; gain(you, power(t1) + power(t3))")]).is_ok());
}

/// One action whose every step looks through the whole battlefield thousands of times ends soon, and says why.
#[test]
fn an_action_looks_at_so_much_and_no_more() {
    for n in [20, 60, 75] {
        let (game, mut state) = scene(side(&["Sip"], &[(1, "Echo"), (n, "Slow")]), SceneSide::default());
        let mut slowest = Duration::ZERO;
        take(&mut state, "cast Sip");
        while state.turn() != Turn::Over {
            let began = thread_time();
            take(&mut state, "pass");
            slowest = slowest.max(thread_time().saturating_sub(began));
        }
        assert_eq!(state.scores().as_slice(), [0.0, 0.0]);
        assert!(state.overflow().contains(Bound::Work), "{n}: {:?}", state.overflow());
        assert!(slowest < Duration::from_secs(1), "{n}: {slowest:?}");
        assert!(save::from_json(&game, &save::to_json(&game, &state)).is_ok_and(|read| read == state));
    }
}

/// The number of actions of a game is bounded by what its cards can ask.
#[test]
fn the_bound_of_a_games_length_holds() {
    let library: Vec<String> = (0..40).map(|i| if i % 2 == 0 { "Recruit" } else { "Sip" }.to_owned()).collect();
    let p1 = SceneSide { library, exact: true, ..side(&["Sip"], &[(1, "Seer")]) };
    let (game, mut state) = table::scene("exact", p1, SceneSide::default(), &[("max_turns", "6")]);
    take(&mut state, "cast Sip");
    let (mut legal, mut rng, mut actions) = (ActionSet::new(), Rng::new(1), 0);
    while state.turn() != Turn::Over {
        actions += 1;
        if state.turn() == Turn::Chance {
            state.roll(&mut rng);
        } else {
            state.legal(&mut legal);
            state.play_unchecked(legal.iter().last().expect("a choice"));
        }
    }
    assert!(actions > 150_000, "{actions}");
    assert!(actions <= game.spec().length_bound, "{actions} of {}", game.spec().length_bound);
    assert!(game.spec().length_bound <= i32::MAX as usize);
}

/// Mulligans can be taken until no card would be kept (103.5).
#[test]
fn mulligans_go_down_to_no_cards() {
    let game = Magic::new(Options::default()).expect("the default");
    let mut state = game.start();
    let (mut rng, mut taken) = (Rng::new(1), 0);
    while state.turn_number() == 0 {
        match (state.turn(), state.ask()) {
            (Turn::Chance, _) => {
                state.roll(&mut rng);
            }
            (_, Ask::Mulligan { seat: 0 }) => {
                taken += 1;
                take(&mut state, "mulligan");
            }
            (_, Ask::Mulligan { .. }) => take(&mut state, "keep"),
            _ => take(&mut state, ""),
        }
    }
    assert_eq!(taken, 7);
    let position = json(&state);
    assert_eq!((&position["sides"][0]["mulligans"], hand(&state, 0)), (&7.into(), 0));
}
