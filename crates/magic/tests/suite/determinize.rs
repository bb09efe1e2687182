//! What a seat may know: determinizations that are a function of it, and that explain why the other player is asked.

use crate::twins::{info, probe, reach};
use hoyle_core::prelude::*;
use hoyle_core::testing::{random_game, random_step};
use hoyle_core::{ActionId, ActionSet, Game, Rng, Seat, Turn, save};
use hoyle_magic::{Ask, DeckKnowledge, METAGAME, Magic, MagicState, Options, Payment, Scene, SceneSide, Windows, deck};

fn names() -> impl Iterator<Item = String> {
    deck::BUILT_IN.iter().map(|&(name, _)| name.to_owned())
}

fn game(options: Options) -> Magic {
    Magic::new(options).expect("built-in decks")
}

fn hidden(deck0: &str, deck1: &str) -> Options {
    let (deck0, deck1) = (deck0.to_owned(), deck1.to_owned());
    Options { deck0, deck1, knowledge: DeckKnowledge::Metagame, ..Options::default() }
}

/// Every position of random games, and how often a determinization for the seat that is not asked does not explain that the other is.
fn unexplained(knowledge: DeckKnowledge, rounds: u64) -> (u64, u64) {
    let (mut determinizations, mut failures) = (0, 0);
    for (i, (deck0, deck1)) in names().flat_map(|a| names().map(move |b| (a.clone(), b))).enumerate() {
        let game = game(Options { deck0, deck1, knowledge, ..Options::default() });
        for round in 0..rounds {
            let mut rng = Rng::stream(31 + round, i as u64);
            determinizations += random_game(game.start(), &mut rng, |state, seat, rng| {
                failures += u64::from(!state.determinization_explains(Seat(1 - seat.0), rng));
            });
        }
    }
    (determinizations, failures)
}

#[test]
fn determinizations_never_fall_back() {
    for knowledge in [DeckKnowledge::Lists, DeckKnowledge::Metagame] {
        let (determinizations, failures) = unexplained(knowledge, 3);
        println!("{knowledge:?}: {determinizations} determinizations, {failures} that explain nothing");
        assert_eq!(failures, 0, "of {determinizations} with {knowledge:?}");
    }
}

/// Draws the first hands: the cards of seat 1 are those with these numbers, over and over.
fn dealt(game: Magic, order: &[usize]) -> MagicState {
    let mut state = game.start();
    let mut place = 0;
    while let Turn::Chance = state.turn() {
        let mut outcomes = hoyle_core::Outcomes::new();
        state.outcomes(&mut outcomes);
        let ids: Vec<ActionId> = outcomes.iter().map(|(id, _)| id).collect();
        let id = match state.ask() {
            Ask::Draw { seat: 1 } => {
                place += 1;
                ids[order[place % order.len()] % ids.len()]
            }
            _ => ids[0],
        };
        state.play_unchecked(id);
    }
    state
}

/// The attack: enumerate hands that the other seat may have drawn, hash what it would remember of each, and look for that in a
/// determinization. Whatever was drawn, the determinization is the same.
#[test]
fn a_determinization_does_not_tell_what_the_other_seat_remembers() {
    let game = game(Options::default());
    let hands: [&[usize]; 4] = [&[0], &[1, 2], &[3, 1, 0], &[2, 0, 0, 5]];
    let positions = hands.map(|order| dealt(game, order));
    for (i, a) in positions.iter().enumerate() {
        assert_eq!(info(a, Seat(0)), info(&positions[0], Seat(0)), "seat 0 sees nothing of it");
        for b in &positions[..i] {
            assert_ne!(info(a, Seat(1)), info(b, Seat(1)), "seat 1 does");
        }
        for seed in 0..20 {
            assert_eq!(reach(&game, a, Seat(0), seed), reach(&game, &positions[0], Seat(0), seed));
            let determinized = a.determinize(Seat(0), &mut Rng::new(seed));
            assert!(determinized == positions[0].determinize(Seat(0), &mut Rng::new(seed)));
            // What it remembers is a number of the determinization's own: other random numbers, other memories.
            let remembers = |seed| {
                let text = info(&a.determinize(Seat(0), &mut Rng::new(seed)), Seat(1));
                text.lines().last().map(str::to_owned)
            };
            assert_ne!(remembers(seed), remembers(seed + 1));
        }
    }
}

#[test]
fn positions_that_look_alike_are_alike_with_known_lists() {
    probe(DeckKnowledge::Lists, Windows::Real, Payment::Auto, 20, 1);
    probe(DeckKnowledge::Lists, Windows::All, Payment::Ask, 10, 2);
}

#[test]
fn positions_that_look_alike_are_alike_with_hidden_decks() {
    probe(DeckKnowledge::Metagame, Windows::Real, Payment::Auto, 20, 3);
    probe(DeckKnowledge::Metagame, Windows::All, Payment::Ask, 10, 4);
}

#[test]
fn a_hidden_deck_is_named_to_its_own_seat_only() {
    let games = ["red", "blue", METAGAME].map(|deck1| game(hidden("green", deck1)));
    for game in &games {
        assert_eq!(game.seen_by(Seat(0)).options(), &hidden("green", METAGAME));
        assert_eq!(game.seen_by(Seat(0)).seen_by(Seat(0)).options(), &hidden("green", METAGAME));
        assert_eq!(game.seen_by(Seat(0)).seen_by(Seat(1)).options(), &hidden(METAGAME, METAGAME));
        assert_eq!(game.seen_by(Seat(1)).options().deck1, game.options().deck1, "its own deck is known to a seat");
        // The rules are one for all, and name nothing.
        assert!(std::ptr::eq(game.rules(), games[0].rules()) && std::ptr::eq(game.spec(), games[0].spec()));
        assert_eq!(game.rules().options, hidden(METAGAME, METAGAME));
        assert!(std::ptr::eq(game.seen_by(Seat(0)).options(), games[0].seen_by(Seat(0)).options()), "interned once");
    }
    // With known lists there is nothing to hide.
    let open = game(Options::default());
    assert_eq!(open.seen_by(Seat(0)).options(), open.options());
}

/// A deck that is drawn: uniformly, told to its own seat only, and from then on as if it had been named.
#[test]
fn a_deck_of_the_metagame_is_drawn_at_the_start() {
    let drawn = game(hidden(METAGAME, METAGAME));
    let mut state = drawn.start();
    let mut outcomes = hoyle_core::Outcomes::new();
    for seat in 0..2 {
        assert_eq!((state.turn(), state.ask()), (Turn::Chance, Ask::Deck { seat }));
        state.outcomes(&mut outcomes);
        assert!(outcomes.iter().eq((0..10).map(|deck| (ActionId(deck), 1))));
        let line = |viewer: Option<Seat>, deck| {
            let mut line = String::new();
            hoyle_core::Show::event(&state, ActionId(deck), viewer, &mut line);
            line
        };
        assert_eq!(line(Some(Seat(1 - seat)), 2), line(Some(Seat(1 - seat)), 7));
        assert_eq!(line(Some(Seat(seat)), 2), format!("player {}: plays the deck 3 blue", seat + 1));
        assert_eq!(line(None, 2), line(Some(Seat(seat)), 2));
        let texts: std::collections::BTreeSet<String> = (0..10)
            .map(|deck| {
                let mut copy = state.clone();
                copy.play_unchecked(ActionId(deck));
                assert_eq!(save::from_bytes(&drawn, &save::to_bytes(&copy)).expect("reads back"), copy);
                info(&copy, Seat(1 - seat))
            })
            .collect();
        assert_eq!(texts.len(), 1, "the other seat sees nothing of it");
        state.play_unchecked(ActionId(3 * u16::from(seat)));
    }
    assert_eq!(state.ask(), Ask::Coin);
    assert!(state == game(hidden("red", "green")).start(), "as if it had been named");
}

#[test]
fn decks_that_are_hidden_are_of_the_metagame() {
    let problem = |options: Options| Magic::new(options).expect_err("a mistake").to_string();
    let metagame = |text: &str| Options { metagame: text.to_owned(), ..hidden("red", "green") };
    assert_eq!(
        problem(hidden("20 Mountain; 4 Shock", "red")),
        "option `deck0`: `20 Mountain; 4 Shock` is not of the metagame: add it to `metagame`"
    );
    assert!(problem(metagame("red+blue")).starts_with("option `deck1`: `green` is not of the metagame"));
    assert!(problem(metagame("red+green+red")).contains("the cards of the deck `red` stand there twice"));
    assert!(problem(Options { deck1: METAGAME.to_owned(), ..Options::default() }).contains("set knowledge=metagame"));
    // A list that is that of a deck of the metagame, in another order, is that deck.
    let list = "4 Shock; 20 Mountain+20 Island";
    let other = Options { metagame: list.to_owned(), ..hidden("20 Mountain; 4 Shock", "20 Island") };
    let game = game(other);
    let mut state = game.start();
    state.play_unchecked(ActionId(0));
    assert!(info(&state, Seat(0)).contains("deck: 1"), "{}", info(&state, Seat(0)));
}

/// A file with another deck than the options name, or with other cards than the deck's, is no position of the game.
#[test]
fn positions_of_files_have_the_cards_of_their_decks() {
    let (red, any) = (game(hidden("red", "green")), game(hidden(METAGAME, METAGAME)));
    let blue = game(hidden("blue", "green"));
    let mut state = blue.start();
    state.play_unchecked(ActionId(1));
    let bytes = save::to_bytes(&state);
    assert!(save::from_bytes(&any, &bytes).is_ok() && save::from_bytes(&blue, &bytes).is_ok());
    let error = save::from_bytes(&red, &bytes).expect_err("another deck").to_string();
    assert_eq!(error, "impossible position: sides[0]: deck: not the one of the options");
    let text = save::to_json(&blue, &state).replacen("[\"Island\",", "[\"Counterspell\",", 1);
    assert!(save::from_json(&blue, &text).is_err(), "{text}");
}

/// Plays the first legal action whose text begins like this, whoever is asked; chance and passes go on by themselves until then.
fn play(state: &mut MagicState, wanted: &str, rng: &mut Rng) {
    for _ in 0..200 {
        if state.turn() == Turn::Chance {
            state.roll(rng);
            continue;
        }
        let mut legal = ActionSet::new();
        state.legal(&mut legal);
        let text = |id: ActionId| {
            let mut text = String::new();
            state.action_text(id, &mut text);
            text
        };
        let found = legal.iter().find(|&id| text(id).starts_with(wanted));
        let id = found.or_else(|| legal.iter().find(|&id| text(id) == "pass"));
        state.play_unchecked(id.unwrap_or_else(|| panic!("`{wanted}` at {:?}", state.ask())));
        if found.is_some() {
            return;
        }
    }
    panic!("nobody can `{wanted}`");
}

fn scene(hand1: &[&str], hand2: &[&str], library2: &[&str]) -> MagicState {
    let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let lands = list(&["Island", "Island", "Island", "Forest", "Forest", "Forest"]);
    let side = |hand: &[&str], library: &[&str]| SceneSide {
        hand: list(hand),
        library: list(library),
        battlefield: lands.clone(),
        ..SceneSide::default()
    };
    let scene = Scene { p1: side(hand1, &[]), p2: side(hand2, library2), active: 1, ..Scene::default() };
    scene.build().expect("a scene").1
}

fn known(state: &MagicState) -> Option<String> {
    let text = info(state, Seat(0));
    text.lines().find_map(|line| line.strip_prefix("  known in hand: ").map(str::to_owned))
}

/// A card known to be in a hand that was put back unseen and then milled is not known to be in the hand any more.
#[test]
fn a_known_card_that_was_put_back_and_shown_is_not_known_twice() {
    let rng = &mut Rng::new(1);
    let mut state = scene(&["Peek", "Tome Scour"], &["Brainstorm", "Shivan Dragon"], &[]);
    play(&mut state, "cast Peek", rng);
    play(&mut state, "target player 2", rng);
    while known(&state).is_none() {
        play(&mut state, "pass", rng);
    }
    play(&mut state, "cast Brainstorm", rng);
    assert_eq!(known(&state).as_deref(), Some("Shivan Dragon"));
    play(&mut state, "choose Shivan Dragon", rng);
    assert_eq!(known(&state).as_deref(), Some("Shivan Dragon"), "it may still be there");
    play(&mut state, "cast Tome Scour", rng);
    play(&mut state, "target player 2", rng);
    while info(&state, Seat(0)).contains("Tome Scour (spell)") {
        play(&mut state, "pass", rng);
    }
    assert_eq!(known(&state), None, "it was seen on its way to the graveyard");
}

/// The same where it is looked at: it may be among what was looked at, and nobody else knows.
#[test]
fn a_known_card_that_was_put_back_and_looked_at_is_not_certain() {
    let rng = &mut Rng::new(1);
    let mut state = scene(&["Peek"], &["Brainstorm", "Shivan Dragon", "Opt"], &[]);
    play(&mut state, "cast Peek", rng);
    play(&mut state, "target player 2", rng);
    while known(&state).is_none() {
        play(&mut state, "pass", rng);
    }
    play(&mut state, "cast Brainstorm", rng);
    play(&mut state, "choose Plains", rng);
    play(&mut state, "choose Shivan Dragon", rng);
    play(&mut state, "cast Opt", rng);
    while !matches!(state.ask(), Ask::Scry { .. }) {
        play(&mut state, "pass", rng);
    }
    assert_eq!(known(&state), None, "it is the card that is looked at");
}

/// Where in a library a card was found is not seen: not by how many cards are left at places that only their owner knows.
#[test]
fn a_search_does_not_tell_where_a_card_was() {
    let rng = &mut Rng::new(1);
    let mut state = scene(&[], &["Cultivate"], &["Swamp", "Mountain", "Opt", "Opt"]);
    while state.ask() != (Ask::Priority { seat: 1 }) || state.turn_number() < 6 {
        play(&mut state, "pass", rng);
    }
    play(&mut state, "cast Cultivate", rng);
    while !matches!(state.ask(), Ask::Search { .. }) {
        play(&mut state, "pass", rng);
    }
    let mut places = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut twin = state.determinize(Seat(0), &mut Rng::new(seed));
        assert_eq!(info(&twin, Seat(0)), info(&state, Seat(0)));
        let mut after = state.clone();
        let has = |state: &MagicState, name: &str| {
            let mut text = String::new();
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            legal.iter().for_each(|id| state.action_text(id, &mut text));
            text.contains(name)
        };
        if !(has(&twin, "Mountain") && has(&twin, "Plains")) {
            continue;
        }
        play(&mut after, "find Mountain", rng);
        play(&mut twin, "find Mountain", rng);
        if after.ask() == twin.ask() {
            places.insert(info(&after, Seat(0)).lines().filter(|line| !line.starts_with("remem")).collect::<String>());
            places.insert(info(&twin, Seat(0)).lines().filter(|line| !line.starts_with("remem")).collect::<String>());
        }
    }
    assert_eq!(places.len(), 1, "{places:#?}");
}

/// Positions of files that nobody has played: what is accepted is dealt by the same law, and played on.
#[test]
fn positions_of_changed_files_keep_to_the_law() {
    let mut taken = 0;
    for i in 0..8u64 {
        let knowledge = if i % 2 == 0 { DeckKnowledge::Lists } else { DeckKnowledge::Metagame };
        let rng = &mut Rng::stream(12, i);
        let name = |n: u64| deck::BUILT_IN[n as usize % 10].0.to_owned();
        let game = game(Options { deck0: name(i), deck1: name(3 * i + 1), knowledge, ..Options::default() });
        let mut state = game.start();
        while random_step(&mut state, rng) {
            let mut bytes = save::to_bytes(&state);
            for _ in 0..2 {
                let at = 8 + rng.below(bytes.len() as u32 - 8) as usize;
                let before = std::mem::replace(&mut bytes[at], rng.below(128) as u8);
                let read = save::from_bytes(&game, &bytes);
                bytes[at] = before;
                let Ok(mut read) = read else { continue };
                taken += 1;
                for seat in [Seat(0), Seat(1)] {
                    let (twin, seed) = (read.determinize(seat, rng), rng.bits());
                    assert_eq!(info(&twin, seat), info(&read, seat));
                    assert_eq!(reach(&game, &twin, seat, seed), reach(&game, &read, seat, seed));
                    if twin.candidates().len() == read.candidates().len() {
                        let back = save::from_bytes(&game.seen_by(seat), &save::to_bytes(&twin));
                        assert!(back.is_ok_and(|back| back == twin));
                    }
                }
                for _ in 0..20 {
                    random_step(&mut read, rng);
                }
            }
        }
    }
    println!("{taken} changed positions");
    assert!(taken > 500, "{taken}");
}

/// In how many of many determinizations for the first player the second one's hand has no such card.
fn hands_without(state: &MagicState, card: &str) -> usize {
    let has = |line: &str| line.starts_with("  hand:") && line.contains(card);
    let determinizations = (0..1000).map(|seed| state.determinize(Seat(0), &mut Rng::new(seed)));
    determinizations.filter(|dealt| !info(dealt, Seat(1)).lines().any(has)).count()
}

#[test]
fn a_card_returned_to_a_hand_after_others_left_it_unseen_is_there() {
    let rng = &mut Rng::new(1);
    let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let lands = list(&["Island", "Island", "Island", "Island", "Forest", "Forest"]);
    let mut battlefield = lands.clone();
    battlefield.push("Shivan Dragon".to_owned());
    let p1 = SceneSide { hand: list(&["Unsummon"]), battlefield: lands, ..SceneSide::default() };
    let hand = list(&["Brainstorm", "Opt", "Counterspell", "Brainstorm"]);
    let p2 = SceneSide { hand, battlefield, ..SceneSide::default() };
    let (game, mut state) = Scene { p1, p2, active: 1, ..Scene::default() }.build().expect("a scene");
    play(&mut state, "cast Brainstorm", rng);
    play(&mut state, "choose Opt", rng);
    while matches!(state.ask(), Ask::PutBack { .. }) {
        play(&mut state, "choose", rng);
    }
    play(&mut state, "cast Unsummon", rng);
    if matches!(state.ask(), Ask::Target { .. }) {
        play(&mut state, "target", rng);
    }
    for _ in 0..20 {
        if !info(&state, Seat(0)).contains("known in hand: Shivan") {
            play(&mut state, "pass", rng);
        }
    }
    let text = info(&state, Seat(0));
    assert!(text.contains("known in hand: Shivan Dragon\n") && !text.contains("or among the top"), "{text}");
    assert_eq!(hands_without(&state, "Shivan Dragon"), 0, "the Dragon came after the cards that were put back");
    // It may be among what a second Brainstorm puts back, but not below that.
    play(&mut state, "cast Brainstorm", rng);
    play(&mut state, "choose Counterspell", rng);
    while matches!(state.ask(), Ask::PutBack { .. }) {
        play(&mut state, "choose", rng);
    }
    let text = info(&state, Seat(0));
    assert!(text.contains("or among the top 2 if from hand: Shivan Dragon"), "{text}");
    let away = hands_without(&state, "Shivan Dragon");
    assert!((50..700).contains(&away), "{away}");
    for seed in 0..300 {
        let dealt = state.determinize(Seat(0), &mut Rng::new(seed));
        let text = info(&dealt, Seat(1));
        let on_top = text.lines().rev().find(|line| line.starts_with("  on top: ")).expect("cards on top");
        assert!(!on_top.split(" | ").skip(2).any(|card| card.contains("Shivan")), "{on_top}");
        assert_eq!(save::from_json(&game, &save::to_json(&game, &dealt)).expect("it reads back"), dealt);
    }
}
