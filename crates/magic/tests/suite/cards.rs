//! Card files, decks and what follows from them.

use hoyle_core::Game;
use hoyle_core::prelude::*;
use hoyle_magic::deck::{BUILT_IN, DeckList};
use hoyle_magic::{Cards, Magic, Options};

fn problem(text: &str) -> String {
    let file = ("mine.toml".to_owned(), text.to_owned());
    Cards::with_texts(&[file]).expect_err("a mistake").to_string()
}

#[test]
fn the_pool_is_complete_and_readable() {
    let pool = Cards::pool();
    assert_eq!(pool.names().count(), 216);
    for name in pool.names() {
        let text = pool.text(name).unwrap_or_else(|| panic!("{name}"));
        assert!(text.starts_with(name), "{text}");
    }
    let goyf = pool.text("tarmogoyf").expect("a card");
    assert_eq!(goyf, "Tarmogoyf {1}{G}, creature (Lhurgoyf), */1+*\n  * is the number of card types in all graveyards");
    assert_eq!(
        pool.text("Lightning Helix").expect("a card"),
        "Lightning Helix {W}{R}, instant\n  [T1 = any target] 3 damage to T1; you gains 3 life"
    );
}

#[test]
fn every_primitive_has_its_token_and_the_vocabulary_is_small() {
    let pool = Cards::pool();
    for name in pool.names() {
        let (own, abilities) = pool.tokens(name).expect("a card");
        assert_eq!(own[0], format!("card:{name}"));
        assert!(abilities.iter().flatten().chain(&own).all(|token| *token != "pad"), "{name}: {abilities:?}");
    }
    let size = pool.vocabulary().len();
    assert!((400..700).contains(&size), "{size} tokens");
    let further = Cards::with_files("further").expect("the further cards");
    assert!(further.names().count() > 216);
    let (_, star) = (pool.tokens("Tarmogoyf").expect("a card"), pool.tokens("Maro").expect("a card"));
    assert!(star.0.contains(&"quantity:hand_of"));
}

#[test]
fn cards_can_be_added_without_recompiling() {
    let text = r#"
        [[card]]
        name = "Test Ogre"
        cost = "2R"
        types = "Creature Ogre"
        pt = "3/3"
        abilities = ["trample", "when enters: damage(1, target(any))"]
    "#;
    let cards = Cards::with_texts(&[("mine.toml".to_owned(), text.to_owned())]).expect("a correct file");
    assert!(cards.text("Test Ogre").expect("the card").contains("when this enters: [T1 = any target] 1 damage to T1"));
}

#[test]
fn mistakes_in_card_files_are_named_with_their_place() {
    let card =
        |line: &str| format!("[[card]]\nname = \"Test\"\ncost = \"1\"\ntypes = \"Instant\"\nabilities = [{line}]");
    for (text, expected) in [
        (
            card("\"spell: damge(3, target(any))\""),
            "mine.toml: card `Test`: abilities[0] `spell: damge(3, target(any))`: `damge` is no effect",
        ),
        (card("\"spell: damage(3, target(any)\""), "is missing"),
        (card("\"spell: token(gobbo, 1)\""), "there is no token `gobbo`"),
        (card("\"flyng\""), "`flyng` is no keyword"),
        (card("\"spell: draw(you, 99999)\""), "at most 10000"),
        (
            card(
                "\"spell: destroy(target(creature)); destroy(target(land)); destroy(target(land)); destroy(target(land))\"",
            ),
            "at most 3 targets",
        ),
        (card(""), "an instant or a sorcery has one `spell:`"),
        (
            "[[card]]\nname = \"Shock\"\ncost = \"R\"\ntypes = \"Instant\"\nabilities = [\"spell: draw(you, 1)\"]"
                .to_owned(),
            "there is a card of this name already",
        ),
        ("[[card]]\nname = \"Test\"\ncost = \"Q\"\ntypes = \"Artifact\"".to_owned(), "cost: `Q` is no mana symbol"),
        (
            "[[card]]\nname = \"Test\"\ncost = \"1\"\ntypes = \"Creature Bear\"".to_owned(),
            "pt: a creature has power and toughness",
        ),
        (
            "[[card]]\nname = \"Test\"\ncost = \"1\"\ntypes = \"Creature Bear\"\npt = \"*/2\"".to_owned(),
            "star: says what",
        ),
        (card("\"spell: destroy(t1)\""), "t1: no such target was spoken of before"),
        (card("\"spell: destroy(target(land)); divide(3, targets(any, 1, 2))\""), "divide(...) is about the only targets"),
        (card("\"spell: mana(any, 1)\""), "mana of one colour"),
        (card("\"spell: unless_pays(opponent, {X}, draw(you, 1))\""), "no X here"),
        (card("\"spell: search(each_player, land, 1, hand)\""), "each_player: this is done by one player"),
        (card("\"spell: attach(target(creature))\""), "attach(...) is of an Aura or an Equipment"),
        (card("\"spell: draw(you, 1)\", \"spell: draw(you, 2)\""), "at most one `spell:`"),
        (card("\"spell: draw(you, 1)\", \"additional: {T}\""), "an additional cost is sacrifice(FILTER)"),
        (card("\"spell: draw(you, 1)\", \"additional: discard(8)\""), "a cost discards at most 7 cards"),
        (
            card("\"spell: draw(you, 1)\", \"additional: sacrifice(land)\", \"additional: sacrifice(creature)\""),
            "a cost has one part of each kind",
        ),
        (card(&format!("\"spell: draw(you, 1{})\"", " + 1".repeat(50_000))), "too many terms"),
        (card("\"spell: draw(you, (1+1+1+1+1+1+1) + (1+1+1+1+1+1+1))\""), "at most 12 terms"),
        (
            "[[card]]\nname = \"Test\"\ncost = \"1\"\ntypes = \"Planeswalker\"".to_owned(),
            "planeswalkers are not played",
        ),
        ("[[card]]\nname = \"Test\"\ncost = \"1\"\ntypes = \"Kindred\"".to_owned(), "kindred is no type of its own"),
        (
            "[[card]]\nname = \"Test\"\ncost = \"1\"\ntypes = \"Artifact\"\nabilities = [\"when enters if power(target(creature)) >= 2: draw(you, 1)\"]"
                .to_owned(),
            "a target stands in an effect only",
        ),
        (
            "[[card]]\nname = \"Test\"\ncost = \"1\"\ntypes = \"Artifact\"\nabilities = [\"{T}: mana(G, 1)\", \"{T}: mana(W, 1)\"]"
                .to_owned(),
            "at most one mana ability",
        ),
        (
            format!(
                "[[card]]\nname = \"Test\"\ncost = \"1\"\ntypes = \"Artifact\"\nabilities = [\"{}exile(card): draw(you, 1)\"]",
                "exile(card), ".repeat(40)
            ),
            "a cost of at most 8 parts",
        ),
        ("nonsense".to_owned(), "mine.toml: "),
        (card(&format!("\"spell: {}\"", "may(".repeat(5000))), "nested too deeply"),
    ] {
        let found = problem(&text);
        assert!(found.contains(expected), "{found}\n  lacks\n{expected}");
    }
    assert_eq!(problem("nonsense"), problem("nonsense"), "asking again gives the same answer");
}

#[test]
fn built_in_decks_have_sixty_cards_each() {
    let pool = Cards::pool();
    for (name, text) in BUILT_IN {
        let deck = DeckList::parse(text, &pool).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(deck.len(), 60, "{name}");
    }
    assert_eq!(BUILT_IN.len(), 10);
}

#[test]
fn deck_lists_of_arena_and_forge_are_read_and_written() {
    let pool = Cards::pool();
    let arena = "About\nName Burn\n\nDeck\n4 Lightning Bolt (M10) 146\n2 Talrand, Sky Summoner (M13) 72\n20 Mountain (M20) 270\n\nSideboard\n2 Shock (M19) 156\n";
    let deck = DeckList::parse(arena, &pool).expect("a list");
    assert_eq!((deck.name.as_str(), deck.len(), deck.side.len()), ("Burn", 26, 1));
    assert_eq!(DeckList::parse(&deck.to_arena(), &pool), Ok(deck.clone()));
    assert_eq!(DeckList::parse(&deck.to_forge(), &pool), Ok(deck.clone()));
    let forge = "[metadata]\nName=Burn\n[Avatar]\n1 Some Avatar\n[Main]\n4 Lightning Bolt|M10\n2 Talrand, Sky Summoner|M13\n20 Mountain|M20|2\n[Sideboard]\n2 Shock|M19\n";
    assert_eq!(DeckList::parse(forge, &pool), Ok(deck));
}

#[test]
fn mistakes_in_deck_lists_are_named() {
    let pool = Cards::pool();
    let problem = |text: &str| DeckList::parse(text, &pool).expect_err("a mistake").to_string();
    assert_eq!(problem("4 Lightnin Bolt"), "line 1: there is no card `Lightnin Bolt` (did you mean `Lightning Bolt`?)");
    assert_eq!(problem("20 Mountain\nShock"), "line 2: `Shock`: write a number and a card, as in 4 Lightning Bolt");
    assert_eq!(problem("0 Shock"), "line 1: `0` is no number of cards, 1-255");
    assert!(problem("").contains("a deck has cards"));
    assert!(problem("101 Mountain").contains("at most 100"));
    let option = |deck0: &str| {
        Magic::new(Options { deck0: deck0.to_owned(), ..Options::default() }).err().map(|e| e.to_string())
    };
    assert!(option("whit").expect("a mistake").contains("did you mean `white`?"));
    assert_eq!(option("20 Mountain; 4 Shock"), None);
}

#[test]
fn graphs_have_the_tokens_of_the_card_files() {
    let game = Magic::new(Options::default()).expect("the default");
    let tokens = &game.start().spec().graph.tokens;
    assert!(tokens.contains(&"card:Lightning Bolt".to_owned()) && tokens.contains(&"verb:damage".to_owned()));
}
