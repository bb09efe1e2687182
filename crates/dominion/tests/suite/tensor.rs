//! The observation tensor: bounds, secrets, and that it says what the position is.

use crate::common::{Table, side};
use hoyle_core::prelude::*;
use hoyle_core::testing::random_step;
use hoyle_core::{
    ActionSet, Adapter, Batch, DenseRow, Field, Game, Layout, LayoutId, Rng, Seat, Sparse, SparseRows, Turn, save,
};
use hoyle_dominion::{Dominion, DominionState, EffectKind, Options};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

const TENSOR: LayoutId = LayoutId(0);
const WIDTH: usize = 64;

/// Game `i` of many: random kingdoms with 2-6 players, some with further cards.
fn game(i: u64) -> Dominion {
    let options = Options {
        players: 2 + (i % 5) as u8,
        kingdom: "random".to_owned(),
        kingdom_seed: i % 200,
        cards: if i.is_multiple_of(3) { "further".to_owned() } else { String::new() },
        ..Options::default()
    };
    Dominion::new(options).expect("a random kingdom")
}

fn layout(state: &DominionState, name: &str) -> LayoutId {
    state.spec().layout_named(name).unwrap()
}

/// Plays a game at random and shows every position.
fn walk(game: Dominion, rng: &mut Rng, mut look: impl FnMut(&DominionState, &mut Rng)) {
    let mut state = game.start();
    look(&state, rng);
    while random_step(&mut state, rng) {
        look(&state, rng);
    }
}

fn dense(state: &DominionState, seat: u8, layout: LayoutId) -> Vec<f32> {
    let mut out = vec![f32::NAN; state.spec().layout(layout).len()];
    state.observe(Seat(seat), layout, &mut out);
    out
}

fn json_of(state: &DominionState) -> Value {
    serde_json::to_value(state.snapshot()).unwrap()
}

/// The same game at a changed position.
fn changed(state: &DominionState, change: impl FnOnce(&mut Value)) -> DominionState {
    let game = Dominion::new(state.rules().options.clone()).unwrap();
    let mut json = json_of(state);
    change(&mut json);
    game.restore(serde_json::from_value(json).unwrap()).unwrap()
}

/// The field that each place of a layout belongs to.
fn owners(layout: &Layout) -> Vec<&Field> {
    let mut owners = vec![&layout.fields()[0]; layout.len()];
    for field in layout.fields() {
        field.indices().for_each(|place| owners[place] = field);
    }
    owners
}

/// Plays so many games: every number is within the range of its field, and every field is used.
fn games_stay_within_their_bounds(games: u64) {
    // For each place, whether it was ever used: a field that never is would be a mistake in the map.
    let used: Vec<AtomicU64> = (0..300 * WIDTH).map(|_| AtomicU64::new(0)).collect();
    // The fields are the same in all games: their hashes say so.
    let first = game(0).spec();
    let owners: Vec<_> = first.layouts.iter().map(owners).collect();
    (0..games).into_par_iter().for_each(|i| {
        let game = game(i);
        let spec = game.spec();
        assert!(spec.layouts.iter().map(Layout::hash).eq(first.layouts.iter().map(Layout::hash)));
        let mut list = Sparse::new();
        walk(game, &mut Rng::stream(31, i), |state, rng| {
            let seat = match state.turn() {
                Turn::Seat(seat) if rng.below(4) > 0 => seat,
                _ => Seat(rng.below(spec.seats() as u32) as u8),
            };
            let id = LayoutId(if rng.below(2) == 0 { 0 } else { rng.below(spec.layouts.len() as u32) as usize });
            state.observe_sparse(seat, id, &mut list);
            for (place, value) in list.iter() {
                let field = owners[id.0][place];
                assert!(value.is_finite() && value != 0.0, "{}: {value}", field.name);
                assert!((field.min..=field.max).contains(&value), "{}: {value}", field.name);
                if id == TENSOR {
                    used[place].fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    });
    let layout = game(0).spec().layout(TENSOR);
    let constant: Vec<u32> = layout.constants().iter().map(|&(place, _)| place).collect();
    let never: Vec<&str> = layout
        .fields()
        .iter()
        .filter(|field| field.max > 0.0 && !(150 * WIDTH..200 * WIDTH).contains(&field.offset))
        // Effects below the top one are hardly ever in the middle of a choice, and a card never waits to be played again.
        .filter(|field| !field.name.starts_with("frame") || ["frame1_effect", "frame1_step"].contains(&&*field.name))
        .filter(|field| field.indices().all(|place| used[place].load(Ordering::Relaxed) == 0))
        .map(|field| field.name.as_str())
        .collect();
    assert!(never.is_empty(), "never used: {never:?}");
    assert!(constant.iter().all(|place| used[*place as usize].load(Ordering::Relaxed) == 0));
}

#[test]
fn extreme_positions_stay_within_their_bounds() {
    let start = |players: u8| {
        let mut state =
            Dominion::new(Options { players, kingdom: "first-game".to_owned(), ..Options::default() }).unwrap().start();
        let mut rng = Rng::new(3);
        while state.turn() == Turn::Chance {
            state.roll(&mut rng);
        }
        state
    };
    for players in 2..=6 {
        let state = changed(&start(players), |json| {
            json["coins"] = json!(100);
            json["actions"] = json!(255);
            json["buys"] = json!(255);
            // Sixty cards more in the first hand, and the Provinces in the second discard pile.
            for (card, count) in [("Copper", 18), ("Silver", 30), ("Gold", 12)] {
                let have = |value: &Value| value[card].as_u64().unwrap_or(0);
                let hand = have(&json["players"][0]["hand"]) + count;
                json["players"][0]["hand"][card] = json!(hand);
                let left = have(&json["supply"]) - count;
                json["supply"][card] = json!(left);
            }
            let provinces = json["supply"]["Province"].take();
            json["supply"]["Province"] = json!(0);
            json["players"][1]["discard"]["Province"] = provinces;
            // The hand has treasures in the buy phase, which nobody could have known to be there.
            json["players"][0]["lacks"] = json!([]);
        });
        for id in 0..state.spec().layouts.len() {
            for seat in 0..players {
                let values = dense(&state, seat, LayoutId(id));
                assert!(values.iter().all(|value| value.is_finite() && (-1.0..=1.0).contains(value)));
            }
        }
        let values = dense(&state, 0, TENSOR);
        assert_eq!((values[WIDTH], values[WIDTH + 1], values[WIDTH + 2]), (1.0, 1.0, 1.0), "limited");
        let mut raw = Sparse::new();
        state.observe_unclamped(Seat(0), TENSOR, &mut raw);
        let coins = raw.iter().find(|(place, _)| *place == WIDTH + 2).unwrap().1;
        assert!((coins - 5.0).abs() < 1e-5, "100 coins / 20 before the limit, not {coins}");
    }
}

/// What a seat is told in all forms, by an encoder that may be a leaking one.
fn told(
    state: &DominionState,
    seat: u8,
    encode: &dyn Fn(&DominionState, u8) -> Vec<f32>,
) -> (Vec<u32>, Sparse, String) {
    let bits = encode(state, seat).into_iter().map(f32::to_bits).collect();
    let mut list = Sparse::new();
    state.observe_sparse(Seat(seat), TENSOR, &mut list);
    let mut info = String::new();
    state.information_state(Seat(seat), &mut info);
    (bits, list, info)
}

/// Determinizations positions of random games until `states` were compared; an error says which channel told a secret.
fn secrets_are_kept(states: usize, encode: &dyn Fn(&DominionState, u8) -> Vec<f32>) -> Result<usize, usize> {
    let mut compared = 0;
    for i in 0.. {
        let mut failed = None;
        walk(game(i), &mut Rng::stream(77, i), |state, rng| {
            if compared >= states || failed.is_some() || rng.below(4) > 0 {
                return;
            }
            compared += 1;
            let seat = rng.below(u32::from(state.rules().players())) as u8;
            let before = told(state, seat, encode);
            let after = told(&state.determinize(Seat(seat), rng), seat, encode);
            if before != after {
                let place = before.0.iter().zip(&after.0).position(|(a, b)| a != b).unwrap_or(usize::MAX);
                failed = Some(place / WIDTH);
            }
        });
        match failed {
            Some(channel) => return Err(channel),
            None if compared >= states => return Ok(compared),
            None => {}
        }
    }
    unreachable!("games never run out")
}

#[test]
fn a_thousand_games_stay_within_their_bounds() {
    games_stay_within_their_bounds(1_000);
}

#[test]
fn a_thousand_determinizations_tell_nothing() {
    assert_eq!(secrets_are_kept(1_000, &|state, seat| dense(state, seat, TENSOR)), Ok(1_000));
}

mod soak {
    use super::{TENSOR, dense, games_stay_within_their_bounds, secrets_are_kept};

    #[test]
    #[ignore = "takes minutes; run by `cargo xtask soak`"]
    fn ten_thousand_games_stay_within_their_bounds() {
        games_stay_within_their_bounds(10_000);
    }

    #[test]
    #[ignore = "takes minutes; run by `cargo xtask soak`"]
    fn ten_thousand_determinizations_tell_nothing() {
        assert_eq!(secrets_are_kept(10_000, &|state, seat| dense(state, seat, TENSOR)), Ok(10_000));
    }
}

#[test]
fn a_planted_leak_is_caught() {
    // An encoder that writes the hand of the player to the left into a reserved channel.
    let leaking = |state: &DominionState, seat: u8| {
        let mut values = dense(state, seat, TENSOR);
        let left = (seat + 1) % state.rules().players();
        let hand = json_of(state)["players"][left as usize]["hand"].clone();
        for (card, count) in hand.as_object().unwrap() {
            let column = state.spec().layout(TENSOR).column(card).unwrap();
            values[140 * WIDTH + column] = count.as_f64().unwrap() as f32 / 20.0;
        }
        values
    };
    assert_eq!(secrets_are_kept(10_000, &leaking), Err(140));
}

#[test]
fn the_order_of_a_deck_shows_in_its_two_channels_only() {
    let mut swapped = 0;
    for i in 0..100 {
        walk(game(i), &mut Rng::stream(5, i), |state, _| {
            let json = json_of(state);
            for owner in 0..state.rules().players() {
                let top = json["players"][owner as usize]["top"].as_array().unwrap();
                let Some(other) = top.iter().position(|card| card["card"] != top[0]["card"]) else { continue };
                swapped += 1;
                let turned = changed(state, |json| {
                    let top = json["players"][owner as usize]["top"].as_array_mut().unwrap();
                    top.swap(0, other);
                });
                let (before, after) = (dense(state, owner, TENSOR), dense(&turned, owner, TENSOR));
                let differing: Vec<usize> =
                    (0..before.len()).filter(|&at| before[at] != after[at]).map(|at| at / WIDTH).collect();
                assert!(!differing.is_empty() && differing.iter().all(|channel| [93, 94].contains(channel)));
            }
        });
    }
    assert!(swapped > 20, "only {swapped} positions with two different cards known");
}

#[test]
fn a_hand_is_encoded_by_card() {
    let table = Table::new(&[side("2 Smithy, Copper", "5 Estate", ""), side("Copper", "Copper", "")]);
    let (state, layout) = (&table.state, table.state.spec().layout(TENSOR));
    let smithy = layout.column("Smithy").unwrap();
    assert_eq!(smithy, 21, "the base set keeps its numbering");
    let values = dense(state, 0, TENSOR);
    assert!((values[12 * WIDTH + smithy] - 2.0 / 20.0).abs() < 1e-6);
    assert!((values[13 * WIDTH + 3] - 3.0 / 20.0).abs() < 1e-6, "three cards");
    assert!((values[16 * WIDTH] - 6.0 / 20.0).abs() < 1e-6, "two Smithies draw six");
    // The grants of the card itself.
    assert!((values[159 * WIDTH + smithy] - 3.0 / 5.0).abs() < 1e-6);
    assert!((values[150 * WIDTH + smithy] - 4.0 / 10.0).abs() < 1e-6);
}

#[test]
fn an_opponents_hand_is_hidden_but_its_size_is_not() {
    let deal = |hand, deck| Table::new(&[side("Smithy", "Copper", ""), side(hand, deck, "")]).state;
    let rich = deal("2 Province, Copper", "3 Estate");
    let poor = deal("3 Estate", "2 Province, Copper");
    let (a, b) = (dense(&rich, 0, TENSOR), dense(&poor, 0, TENSOR));
    assert!((a[100 * WIDTH] - 3.0 / 20.0).abs() < 1e-6, "the size is visible");
    assert!((a[100 * WIDTH + 1] - 3.0 / 60.0).abs() < 1e-6);
    let layout = rich.spec().layout(TENSOR);
    for name in ["opponent1_known", "opponent1_top", "opponent1_below_top"] {
        assert!(layout.field(name).unwrap().indices().all(|place| a[place] == 0.0), "{name}");
    }
    // In all other channels only what is open shows: the hand of the one could be the deck of the other.
    assert_eq!(a[..93 * WIDTH], b[..93 * WIDTH]);
    assert_eq!(a[100 * WIDTH..104 * WIDTH], b[100 * WIDTH..104 * WIDTH]);
}

/// Reads a position back from its tensor.
struct Decoder<'a> {
    layout: &'a Layout,
    values: &'a [f32],
}

impl Decoder<'_> {
    fn number(&self, name: &str, scale: f32) -> u64 {
        let field = self.layout.field(name).unwrap();
        (self.values[field.offset] * scale).round() as u64
    }

    fn cards(&self, name: &str, scale: impl Fn(usize) -> f32) -> BTreeMap<String, u64> {
        let field = self.layout.field(name).unwrap();
        let columns = self.layout.columns().iter().enumerate().filter(|(_, name)| !name.is_empty());
        let counted = columns.map(|(column, card)| {
            let count = (self.values[field.at(&[column])] * scale(column)).round() as u64;
            (card.clone(), count)
        });
        counted.filter(|&(_, count)| count > 0).collect()
    }
}

fn counts(cards: &Value) -> BTreeMap<String, u64> {
    let cards = cards.as_object().unwrap().iter();
    cards.map(|(card, count)| (card.clone(), count.as_u64().unwrap())).filter(|&(_, count)| count > 0).collect()
}

#[test]
fn a_position_can_be_read_back() {
    for i in 0..60 {
        let game = game(i);
        walk(game, &mut Rng::stream(8, i), |state, rng| {
            let players = state.rules().players();
            let seat = rng.below(u32::from(players)) as u8;
            let layout = state.spec().layout(TENSOR);
            let values = dense(state, seat, TENSOR);
            let decoder = Decoder { layout, values: &values };
            let json = json_of(state);
            let own = &json["players"][seat as usize];
            let start = json_of(&game.start());
            let initial = |column: usize| start["supply"][&layout.columns()[column]].as_u64().unwrap_or(0) as f32;
            assert_eq!(decoder.cards("supply", initial), counts(&json["supply"]));
            let available = decoder.cards("available", |_| 1.0);
            assert!(available.keys().eq(counts(&json["supply"]).keys()));
            assert_eq!(decoder.cards("hand", |_| 20.0), counts(&own["hand"]));
            let mut deck = counts(&own["deck"]);
            for card in own["top"].as_array().unwrap() {
                *deck.entry(card["card"].as_str().unwrap().to_owned()).or_default() += 1;
            }
            let size = decoder.number("deck_size_wide", 250.0) as f32;
            assert_eq!(decoder.cards("deck", |_| size), deck);
            let size = decoder.number("discard_size_wide", 250.0) as f32;
            assert_eq!(decoder.cards("discard", |_| size), counts(&own["discard"]));
            if counts(&json["in_play"]).values().all(|&count| count <= 10) {
                assert_eq!(decoder.cards("in_play", |_| 10.0), counts(&json["in_play"]));
            }
            assert_eq!(decoder.number("actions", 10.0), json["actions"].as_u64().unwrap().min(10));
            assert_eq!(decoder.number("buys", 10.0), json["buys"].as_u64().unwrap().min(10));
            assert_eq!(decoder.number("coins", 20.0), json["coins"].as_u64().unwrap().min(20));
            let phase = layout.field("phase").unwrap().offset;
            let phase = (values[phase] == 1.0, values[phase + 1] == 1.0);
            assert_eq!(phase, (json["phase"] == "action", json["phase"] == "buy"));
        });
    }
}

#[test]
fn stages_are_prefixes_and_the_other_shapes_hold_the_same() {
    for i in 0..30 {
        walk(game(i), &mut Rng::stream(13, i), |state, rng| {
            if rng.below(8) > 0 {
                return;
            }
            let seat = rng.below(u32::from(state.rules().players())) as u8;
            let of = |name: &str| dense(state, seat, layout(state, name));
            let tensor = of("tensor");
            for (name, channels) in [("basic", 150), ("stage200", 200), ("stage250", 250)] {
                assert_eq!(of(name), tensor[..channels * WIDTH], "{name}");
            }
            let (compact, rich) = (of("compact"), of("rich"));
            for channel in 0..150 {
                assert_eq!(compact[channel * 100..][..WIDTH], tensor[channel * WIDTH..][..WIDTH]);
            }
            // All but the cards of the history, which are numbered by width, fit into rows of 50.
            for channel in (0..250).chain(260..300) {
                assert_eq!(rich[channel * 50..][..50], tensor[channel * WIDTH..][..50], "channel {channel}");
            }
        });
    }
}

#[test]
fn cards_keep_their_number_in_the_vocabulary() {
    let with = |kingdom: &str| {
        let options = Options { cards: "further".to_owned(), kingdom: kingdom.to_owned(), ..Options::default() };
        Dominion::new(options).unwrap().spec()
    };
    let base = "Cellar+Chapel+Moat+Harbinger+Merchant+Vassal+Village+Workshop+Bureaucrat+";
    let (one, other) = (with(&format!("{base}Great Hall")), with(&format!("{base}Oasis")));
    let layout = |spec: &'static hoyle_core::Spec, name: &str| spec.layout(spec.layout_named(name).unwrap());
    // In the tensor, columns are given to the piles of the game; in the vocabulary every known card has its own.
    assert_eq!(layout(one, "tensor").column("Great Hall"), layout(other, "tensor").column("Oasis"));
    assert_eq!(layout(one, "tensor").column("Oasis"), None);
    for card in ["Copper", "Chapel", "Witch", "Great Hall", "Oasis"] {
        let column = layout(one, "vocabulary").column(card);
        assert!(column.is_some());
        assert_eq!(column, layout(other, "vocabulary").column(card), "{card}");
    }
    assert_eq!(layout(one, "vocabulary").shape(), [300, 64]);
    // More than 64 cards need wider rows.
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("many.toml");
    let card =
        |i| format!("[[card]]\nname = \"Token {i}\"\ncost = 2\ntypes = [\"action\"]\ncoins = 1\ntext = \"+$1\"\n");
    std::fs::write(&file, (0..70).map(card).collect::<String>()).unwrap();
    let options =
        Options { cards: file.to_str().unwrap().to_owned(), kingdom: format!("{base}Token 69"), ..Options::default() };
    let wide = Dominion::new(options).unwrap();
    assert_eq!(layout(wide.spec(), "vocabulary").shape(), [300, 128]);
    assert_eq!(layout(wide.spec(), "vocabulary").column("Token 69"), Some(33 + 69));
    assert_eq!(layout(wide.spec(), "tensor").shape(), [300, 64]);
    walk(wide, &mut Rng::new(4), |state, _| {
        let vocabulary = state.spec().layout_named("vocabulary").unwrap();
        let (wide, plain) = (dense(state, 0, vocabulary), dense(state, 0, TENSOR));
        let column = state.spec().layout(TENSOR).column("Token 69").unwrap();
        assert_eq!(wide[12 * 128 + 33 + 69], plain[12 * WIDTH + column]);
    });
}

#[test]
fn a_model_of_an_older_layout_reads_a_newer_one() {
    let spec = game(1).spec();
    let of = |name: &str| spec.layout(spec.layout_named(name).unwrap());
    // A model trained on the first stage goes on with the whole tensor.
    let adapter = Adapter::new(of("tensor"), of("basic")).unwrap();
    walk(game(1), &mut Rng::new(2), |state, _| {
        let mut adapted = vec![0.0; of("basic").len()];
        adapter.apply(&dense(state, 0, TENSOR), &mut adapted);
        assert_eq!(adapted, dense(state, 0, layout(state, "basic")));
    });
    // An older version, with its fields in another order and without the newer ones.
    let tensor = of("tensor");
    let kept = ["points", "hand", "supply", "opponent1_owned"];
    let mut old = Layout::build("tensor", 0);
    for name in kept {
        let field = tensor.field(name).unwrap();
        old = old.field(name, &field.shape, field.min..=field.max, "");
    }
    let old = old.finish(&[1 + 3 * WIDTH]);
    assert_ne!(old.hash(), tensor.hash());
    let adapter = Adapter::new(tensor, &old).unwrap();
    let state = game(1).start();
    let values = dense(&state, 0, TENSOR);
    let mut adapted = vec![0.0; old.len()];
    adapter.apply(&values, &mut adapted);
    for name in kept {
        let (there, here) = (tensor.field(name).unwrap(), old.field(name).unwrap());
        assert!(there.indices().zip(here.indices()).all(|(a, b)| values[a] == adapted[b]), "{name}");
    }
    // What cannot be read is refused with the reason.
    let error = Adapter::new(of("basic"), of("tensor")).unwrap_err().to_string();
    assert!(error.contains("field `cost` is gone"), "{error}");
    let hashes: std::collections::BTreeSet<u64> = spec.layouts.iter().map(Layout::hash).collect();
    assert_eq!(hashes.len(), spec.layouts.len(), "every layout has its own hash");
    // The hash is that of the declaration: another kingdom or more players are the same layout.
    assert_eq!(tensor.hash(), game(7).spec().layout(TENSOR).hash());
}

#[test]
fn buffers_that_are_kept_equal_fresh_ones() {
    let mut canvas = DenseRow::new();
    let mut list = Sparse::new();
    for i in 0..10 {
        walk(game(i), &mut Rng::stream(21, i), |state, rng| {
            let seat = Seat(rng.below(u32::from(state.rules().players())) as u8);
            canvas.show(state, seat, TENSOR);
            assert_eq!(canvas.dense(), dense(state, seat.0, TENSOR));
            state.observe_sparse(seat, TENSOR, &mut list);
            assert_eq!(*canvas.sparse(), list);
        });
    }
    let mut batch = Batch::new(game(2), 40, 5, Some(TENSOR));
    let mut rows = SparseRows::new();
    for _ in 0..300 {
        batch.step_random();
        for (i, row) in batch.observations().chunks(300 * WIDTH).enumerate() {
            assert_eq!(row, dense(batch.state(i), batch.seats()[i], TENSOR));
        }
    }
    batch.observe_sparse(TENSOR, &mut rows);
    assert_eq!(rows.len(), 40);
    for i in 0..40 {
        batch.state(i).observe_sparse(Seat(batch.seats()[i]), TENSOR, &mut list);
        assert_eq!(rows.row(i), (list.indices(), list.values()));
    }
}

#[test]
fn cards_are_described_by_what_their_programs_do() {
    let kingdom = "Chapel+Moat+Militia+Throne Room+Witch+Mine+Gardens+Library+Bandit+Merchant".to_owned();
    let game = Dominion::new(Options { kingdom, ..Options::default() }).unwrap();
    let layout = game.spec().layout(TENSOR);
    let value = |field: &str, card: &str| {
        let place = layout.field(field).unwrap().at(&[layout.column(card).unwrap()]) as u32;
        layout.constants().iter().find(|(at, _)| *at == place).map_or(0.0, |&(_, value)| value)
    };
    let expected = [
        ("trash_most", "Chapel", 0.8),
        ("trash_forced", "Chapel", 0.0),
        ("defends", "Moat", 1.0),
        ("others_discard", "Militia", 1.0),
        ("hurts", "Militia", 1.0),
        ("multiplies", "Throne Room", 1.0),
        ("plays_from_hand", "Throne Room", 0.4),
        ("others_gain", "Witch", 1.0),
        ("is_terminal", "Witch", 1.0),
        ("is_terminal", "Merchant", 0.0),
        ("trash_upgrades", "Mine", 1.0),
        ("gain_to_hand", "Mine", 1.0),
        ("points_per_card", "Gardens", 0.1),
        ("draws_to", "Library", 0.7),
        ("others_trash", "Bandit", 1.0),
        ("gain_fixed", "Bandit", 1.0),
        ("wants_silver", "Merchant", 0.2),
        ("treasure_value", "Gold", 0.6),
        ("gives_points", "Province", 0.6),
        ("gives_points", "Curse", -0.1),
        ("is_curse", "Curse", 1.0),
        ("is_attack", "Smithy", 0.0),
    ];
    for (field, card, wanted) in expected {
        let found = value(field, card);
        assert!((found - wanted).abs() < 1e-6, "{field} of {card}: {found}, not {wanted}");
    }
    // Only the piles of this game are described.
    assert_eq!(value("cost", "Smithy"), 0.0);
}

#[test]
fn history_tells_who_did_what() {
    let mut table = Table::new(&[side("Village, 3 Copper", "Silver, 5 Copper", ""), side("Copper", "Copper", "")]);
    let play = |state: &mut DominionState, text: &str| {
        let action = state.parse_action(text).unwrap_or_else(|e| panic!("{e}"));
        state.play_unchecked(action);
        let mut rng = Rng::new(2);
        while state.turn() == Turn::Chance {
            state.roll(&mut rng);
        }
    };
    let text_of = |state: &DominionState, wanted: &str| {
        let mut legal = ActionSet::new();
        state.legal(&mut legal);
        let texts = legal.iter().map(|id| {
            let mut text = String::new();
            state.action_text(id, &mut text);
            text
        });
        let texts: Vec<String> = texts.collect();
        texts.iter().find(|text| text.contains(wanted)).unwrap_or_else(|| panic!("{wanted} in {texts:?}")).clone()
    };
    let state = &mut table.state;
    let village = text_of(state, "Village");
    play(state, &village);
    let layout = state.spec().layout(TENSOR);
    let read = |state: &DominionState, seat: u8, field: &str, i: usize| {
        let field = layout.field(field).unwrap();
        let place = if field.shape.is_empty() { field.offset } else { field.at(&[i]) };
        dense(state, seat, TENSOR)[place]
    };
    assert_eq!(read(state, 0, "action1_kind", 0), 1.0, "played an action");
    let column = layout.column("Village").unwrap();
    assert!((read(state, 0, "action1_card", 0) - (column + 1) as f32 / 64.0).abs() < 1e-6);
    assert_eq!(read(state, 0, "action1_seat", 0), 1.0, "the observer did it");
    assert_eq!(read(state, 1, "action1_seat", 1), 1.0, "the player to the left of the other did it");
    assert!((read(state, 0, "player1_lately", 0) - 1.0 / 20.0).abs() < 1e-6);
    assert!((read(state, 1, "player2_lately", 0) - 1.0 / 20.0).abs() < 1e-6);
    let buy = text_of(state, "uy Silver");
    play(state, &buy);
    assert_eq!(read(state, 0, "action1_kind", 2), 1.0, "bought");
    assert!((read(state, 0, "gain1_source", 0) - 0.2).abs() < 1e-6);
    assert!((read(state, 0, "gain1_cost", 0) - 0.3).abs() < 1e-6);
    assert!((read(state, 0, "player1_lately", 1) - 0.1).abs() < 1e-6);
    // It is part of the position: written and read.
    let game = Dominion::new(state.rules().options.clone()).unwrap();
    let again = save::from_json(&game, &save::to_json(&game, state)).unwrap();
    assert_eq!(dense(&again, 0, TENSOR), dense(state, 0, TENSOR));
}

/// The number at a place of a channel.
fn at(state: &DominionState, seat: u8, channel: usize, place: usize) -> f32 {
    dense(state, seat, TENSOR)[channel * WIDTH + place]
}

fn close(found: f32, wanted: f32, what: &str) {
    assert!((found - wanted).abs() < 1e-6, "{what}: {found}, not {wanted}");
}

#[test]
fn sizes_are_divided_by_sixty_and_provinces_by_their_pile() {
    let sides = |n: usize| {
        let mut sides = vec![side("2 Copper, Estate", "3 Copper", "2 Silver"), side("5 Copper", "", "4 Province")];
        sides.resize(n, side("Copper", "", ""));
        sides
    };
    for (players, provinces) in [(2, 8.0), (3, 12.0), (5, 15.0), (6, 18.0)] {
        let state = Table::new(&sides(players)).state;
        close(at(&state, 0, 88, 3), 8.0 / 60.0, "own cards");
        close(at(&state, 0, 100, 3), 9.0 / 60.0, "the opponent's cards");
        close(at(&state, 0, 102, 1), 4.0 / provinces, "the opponent's Provinces");
        if players == 6 {
            // Seen from the seat for which the second player is the fifth to the left.
            close(at(&state, 2, 7, 3), 9.0 / 60.0, "cards of an opponent far away");
            close(at(&state, 2, 7, 5), 4.0 / provinces, "Provinces of an opponent far away");
        }
    }
    // All Provinces of six players are still told apart from most of them.
    let mut all = sides(6);
    all[1] = side("5 Copper", "", "18 Province");
    close(at(&Table::new(&all).state, 0, 102, 1), 1.0, "all Provinces");
    all[1] = side("5 Copper", "", "13 Province");
    close(at(&Table::new(&all).state, 0, 102, 1), 13.0 / 18.0, "13 of 18 Provinces");
}

#[test]
fn deck_and_discard_pile_have_the_scales_of_the_hand() {
    let cards = "2 Village, Market, 2 Gold, Silver";
    let state = |hand, deck, discard| Table::new(&[side(hand, deck, discard), side("Copper", "", "")]).state;
    let hand = state(cards, "", "");
    let (deck, discard) = (state("Copper", cards, ""), state("Copper", "", cards));
    // Sum and mean of costs, actions, cards, buys, money.
    for (k, place) in [(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (4, 0)] {
        let wanted = at(&hand, 0, 14 + k, place);
        assert!(wanted > 0.0);
        close(at(&deck, 0, 29 + k, place), wanted, &format!("deck, channel {}", 29 + k));
        close(at(&discard, 0, 44 + k, place), wanted, &format!("discard pile, channel {}", 44 + k));
    }
}

#[test]
fn what_is_played_twice_counts_twice() {
    let mut table = Table::new(&[side("Throne Room, Smithy", "6 Copper", ""), side("Copper", "", "")]);
    table.play(&["play Throne Room", "play Smithy"]);
    close(at(&table.state, 0, 73, 0), 8.0 / 20.0, "a Throne Room, a Smithy and six Coppers are in play");
    close(at(&table.state, 0, 73, 1), 3.0 / 10.0, "a Throne Room and a Smithy, the latter twice");
    close(at(&table.state, 0, 73, 2), 6.0 / 10.0, "six Coppers");
    close(at(&table.state, 0, 260, 0), 3.0 / 20.0, "lately");
    let simple = Options { macro_rule: "simple".to_owned(), ..Options::default() };
    let sides = [side("Throne Room, Village", "9 Copper", ""), side("Copper", "", "")];
    let mut table = Table::with(simple, &sides, "", |_| {});
    table.play(&["play all simple actions"]);
    close(at(&table.state, 0, 73, 1), 3.0 / 10.0, "the same at once");
}

#[test]
fn cards_are_what_they_do() {
    let kingdom = "Throne Room+Moat+Library+Smithy+Poacher+Vassal+Cellar+Village+Workshop+Militia".to_owned();
    let game = Dominion::new(Options { kingdom, ..Options::default() }).unwrap();
    let state = game.start();
    let column = |card: &str| state.spec().layout(TENSOR).column(card).unwrap();
    let expected: [(usize, &str, &[&str], &[&str]); 4] = [
        (199, "terminal", &["Throne Room", "Moat", "Library", "Vassal", "Militia"], &["Poacher", "Village", "Copper"]),
        (166, "has an effect", &["Moat", "Throne Room", "Library", "Militia"], &["Smithy", "Village", "Gold", "Curse"]),
        (167, "discards", &["Library", "Cellar", "Poacher", "Vassal"], &["Militia", "Moat", "Workshop"]),
        (173, "conditional", &["Moat", "Poacher", "Vassal"], &["Smithy", "Village", "Cellar"]),
    ];
    for (channel, what, those, not) in expected {
        those.iter().for_each(|card| close(at(&state, 0, channel, column(card)), 1.0, &format!("{card}: {what}")));
        not.iter().for_each(|card| close(at(&state, 0, channel, column(card)), 0.0, &format!("{card}: {what}")));
    }
}

#[test]
fn the_points_of_the_last_turns_are_told() {
    let mut table = Table::new(&[side("Copper, 2 Province", "", ""), side("2 Copper, Estate", "", "")]);
    let places = |state: &DominionState, seat: u8, player: usize| {
        let field = state.spec().layout(TENSOR).field(&format!("player{player}_turn_points")).unwrap();
        let values = dense(state, seat, TENSOR);
        field.indices().map(|place| (values[place] * 100.0).round() as i32).collect::<Vec<_>>()
    };
    // The first turn was set up by hand. A player begins its turns with what it has then.
    table.play(&["buy Copper"]);
    assert_eq!((places(&table.state, 1, 1), places(&table.state, 0, 2)), (vec![1, 0, 0], vec![1, 0, 0]));
    table.play(&["buy Estate"]);
    assert_eq!(places(&table.state, 0, 1), [12, 0, 0]);
    table.play(&["buy Curse"]);
    table.play(&["end buys", "end buys"]);
    assert_eq!(places(&table.state, 0, 1), [11, 12, 0], "a Curse costs a point");
    assert_eq!(places(&table.state, 0, 2), [2, 2, 1], "an Estate");
    // The position's file has them; a file from before can still be read.
    let json = json_of(&table.state);
    assert_eq!(json["history"]["turns"][0][1]["points"], 12);
    let older = changed(&table.state, |json| {
        for turn in json["history"]["turns"].as_array_mut().unwrap().iter_mut().flat_map(|t| t.as_array_mut().unwrap())
        {
            turn.as_object_mut().unwrap().remove("points");
        }
    });
    assert_eq!(places(&older, 0, 1), [0, 0, 0]);
}

#[test]
fn there_is_room_for_a_hundred_kinds_of_effects() {
    let spec = game(0).spec();
    for layout in spec.layouts.iter().filter(|layout| layout.shape()[0] >= 250) {
        for frame in 1..=8 {
            let places = |name: &str| layout.field(&format!("frame{frame}_{name}")).unwrap().indices().count();
            let width = layout.shape()[1];
            assert_eq!(places("effect") + places("effect_more"), EffectKind::MAX, "{width}");
        }
    }
    assert_eq!(EffectKind::MAX, 100);
}
