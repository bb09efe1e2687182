//! Card files, player files and positions that come from outside: what is wrong is named with its place.

use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{BotError, Game, Rng, Seat, Turn, View, random_rollout, save};
use hoyle_dominion::base_cards;
use hoyle_dominion::load_cards as load;
use hoyle_dominion::{Dominion, Options};

fn complaint(text: &str) -> String {
    let mut known = base_cards().to_vec();
    load("my.toml", text, &mut known).expect_err("a wrong card file").to_string()
}

fn card(more: &str) -> String {
    format!("[[card]]\nname = \"Dove\"\ncost = 3\ntypes = [\"action\"]\ntext = \"\"\n{more}\n")
}

#[test]
fn a_wrong_card_file_names_file_card_and_place() {
    let starts = |text: &str, expected: &str| {
        let told = complaint(text);
        assert!(told.starts_with(expected), "{told}");
    };
    starts(&card("play = [\"fly away\"]"), "my.toml: card `Dove`: play[0] `fly away`: unknown phrase `fly away`");
    starts(&card("play = [\"draw 1\", \"draw x\"]"), "my.toml: card `Dove`: play[1] `draw x`: `x` is no number");
    starts(&card("play = [\"draw chosen\"]"), "my.toml: card `Dove`: play[0]: nothing was chosen before");
    starts(&card("play = [\"discard shown\"]"), "my.toml: card `Dove`: play[0]: no cards were looked at before");
    starts(&card("play = [\"look 2\"]"), "my.toml: card `Dove`: play: the cards that are looked at must be discarded");
    starts(&card("play = [\"may play it\"]"), "my.toml: card `Dove`: play[0]: `discard top` comes directly before");
    starts(&card("play = [\"gain Platinum\"]"), "my.toml: card `Dove`: its program names `Platinum`, which is no card");
    starts(&card("play = [\"others\"]"), "my.toml: card `Dove`: others: `others` stands in `play` if and only if");
    starts(&card("wings = 2"), "my.toml: TOML parse error at line 6");
    starts(
        &card("").replace("\"action\"", "\"bird\""),
        "my.toml: card `Dove`: types: `bird` is none of action, treasure",
    );
    starts(&card("").replace("Dove", "Witch"), "my.toml: card `Witch`: there is a card of this name already");
    starts(
        &card("").replace("[\"action\"]", "[\"action\", \"attack\"]"),
        "my.toml: card `Dove`: others: an attack does",
    );
    starts("[[card]]\nname = 3", "my.toml: TOML parse error at line 2");
    starts("", "my.toml: TOML parse error");
    let many: String = (0..500).map(|i| card("").replace("Dove", &format!("Dove {i}"))).collect();
    starts(&many, "my.toml: card `Dove 467`: more than 500 cards");
}

#[test]
fn a_card_file_is_played_without_recompiling() {
    let file = std::env::temp_dir().join(format!("hoyle-dove-{}.toml", std::process::id()));
    let dove = card("cards = 1\nactions = 1\nplay = [\"trash up to 1 Curse\", \"stop unless chosen\", \"coins cost\"]");
    std::fs::write(&file, dove).unwrap();
    let path = file.to_str().unwrap().to_owned();
    let kingdom = "Dove+Witch+Militia+Smithy+Chapel+Moat+Village+Market+Laboratory+Workshop".to_owned();
    let game = Dominion::new(Options { cards: path.clone(), kingdom: kingdom.clone(), ..Options::default() }).unwrap();
    assert_eq!(game.rules().slots().len(), 17, "a slot per pile");
    let slot = game.rules().slot("dove").expect("a slot");
    assert!((7..17).contains(&slot) && game.rules().supply.count(slot) == 10);
    for seed in 0..200 {
        let mut state = game.start();
        random_rollout(&mut state, &mut Rng::new(seed));
        assert_eq!(state.turn(), Turn::Over);
    }
    // A changed file is another game: its positions are not mixed up with those of the first.
    let before = save::to_bytes(&game.start());
    std::fs::write(&file, card("cards = 2")).unwrap();
    let changed = Dominion::new(Options { cards: path.clone(), kingdom, ..Options::default() }).unwrap();
    assert!(save::from_bytes(&changed, &before).is_err());
    std::fs::remove_file(&file).unwrap();
    let gone = Dominion::new(Options { cards: path.clone(), ..Options::default() }).unwrap_err().to_string();
    assert!(gone.starts_with(&format!("option `cards`: cannot read `{path}`")), "{gone}");
}

#[test]
fn options_out_of_range_are_refused_by_name() {
    let complaint = |options: Options| Dominion::new(options).expect_err("a wrong option").to_string();
    let kingdom = |kingdom: &str| complaint(Options { kingdom: kingdom.to_owned(), ..Options::default() });
    assert_eq!(complaint(Options { players: 7, ..Options::default() }), "option `players`: 7 is not in 2-6");
    assert_eq!(complaint(Options { max_turns: 0, ..Options::default() }), "option `max_turns`: 0 is not in 1-200");
    assert!(kingdom("first-gmae").contains("did you mean `first-game`?"));
    assert_eq!(kingdom("Witch+Moat"), "option `kingdom`: 2 cards; a kingdom has ten");
    assert_eq!(kingdom("Wicth+Moat"), "option `kingdom`: there is no card `Wicth` (did you mean `Witch`?)");
    assert_eq!(kingdom("Witch+Witch"), "option `kingdom`: `Witch` stands twice");
    assert_eq!(kingdom("Gold+Witch"), "option `kingdom`: `Gold` is in every game; name ten others");
}

#[test]
fn a_player_from_a_file() {
    let game = Dominion::new(Options::default()).unwrap();
    let file = std::env::temp_dir().join(format!("hoyle-bot-{}.toml", std::process::id()));
    let path = file.to_str().unwrap();
    let with = |buy: &str| {
        std::fs::write(&file, format!("name = \"mine\"\nabout = \"a test\"\nbuy = [{buy}]")).unwrap();
        game.bot(path, &[])
    };
    let problem = |buy: &str| match with(buy) {
        Err(BotError::Problem(problem)) => problem,
        _ => panic!("`{buy}` was taken"),
    };
    assert!(with("\"Gold\", \"Silver if own Silver < 3 and money <= 9\"").is_ok());
    assert!(with("\"Witch\"").is_ok(), "a card that is not in this kingdom is left out");
    let mut buyer = with("\"Moat if turn = 1\", \"Copper\"").unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start();
    let mut rng = Rng::new(2);
    while state.turn() == Turn::Chance {
        state.roll(&mut rng);
    }
    let choice = buyer.choose(View::new(&state, Seat(0)), &mut rng);
    let mut text = String::new();
    state.action_text(choice, &mut text);
    assert_eq!(text, "buy Moat");
    assert_eq!(
        problem("\"Sliver\""),
        format!("{path}: buy `Sliver`: there is no card `Sliver` (did you mean `Silver`?)")
    );
    assert!(problem("\"Gold if rich\"").contains("`rich` compares nothing"));
    assert!(problem("\"Gold if wealth > 3\"").contains("`wealth` is no number and no word of menus"));
    assert!(problem("\"Gold if money / 0 > 3\"").contains("after / comes a positive number"));
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(game.bot(path, &[]), Err(BotError::Problem(p)) if p.contains("cannot be read")));
    assert!(matches!(game.bot("nobody", &[]), Err(BotError::Unknown)));
}

#[test]
fn damaged_positions_are_refused_or_can_be_played() {
    let game = Dominion::new(Options { kingdom: "deck-top".to_owned(), max_turns: 20, ..Options::default() }).unwrap();
    let mut rng = Rng::new(6);
    let mut refused = 0;
    for round in 0..4000 {
        let mut state = game.start();
        for _ in 0..rng.below(300) {
            random_step(&mut state, &mut rng);
        }
        let bytes = save::to_bytes(&state);
        for _ in 0..20 {
            let mut damaged = bytes.clone();
            let at = 8 + rng.below(damaged.len() as u32 - 8) as usize;
            damaged[at] = if rng.below(2) == 0 { rng.below(256) as u8 } else { damaged[at] ^ 1 << rng.below(8) };
            match save::from_bytes(&game, &damaged) {
                Err(_) => refused += 1,
                Ok(mut copy) => {
                    random_rollout(&mut copy, &mut Rng::new(round));
                }
            }
        }
    }
    assert!(refused > 10_000, "{refused}");
}
