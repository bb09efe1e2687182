//! Determinizations by what is believed.

use super::{brainstormed, chi_square_bound, list, positions};
use crate::twins::info;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Game, Rng, Seat, Turn, UnseenCards};
use hoyle_magic::{Ask, DeckKnowledge, METAGAME, Magic, MagicState, Mulligans, Options, Scene, SceneSide};
use std::collections::BTreeMap;

fn held(state: &MagicState) -> Vec<u8> {
    let mut out = Vec::new();
    state.held(Seat(0), &mut out);
    out
}

fn unseen(state: &MagicState, seat: Seat) -> UnseenCards {
    let mut out = UnseenCards::default();
    state.unseen(seat, &mut out);
    out
}

fn choose(n: u8, k: u8) -> f64 {
    (0..k).map(|i| f64::from(n.saturating_sub(i)) / f64::from(i + 1)).product()
}

/// All hands of a size, by how many of each kind.
fn hands(copies: &[u8], size: u8) -> Vec<Vec<u8>> {
    match copies {
        [] if size == 0 => vec![Vec::new()],
        [] => Vec::new(),
        [first, rest @ ..] => (0..=(*first).min(size))
            .flat_map(|n| hands(rest, size - n).into_iter().map(move |hand| [&[n], hand.as_slice()].concat()))
            .collect(),
    }
}

/// How often each hand is dealt agrees with how likely it is: by chi-square over hands that are expected five times or more, the
/// others taken together.
fn agrees(chances: &BTreeMap<Vec<u8>, f64>, mut deal: impl FnMut() -> Vec<u8>) {
    let rounds = 20_000;
    let mut counts: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
    for _ in 0..rounds {
        *counts.entry(deal()).or_default() += 1.0;
    }
    let total: f64 = chances.values().sum();
    let (mut chi, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
    for (hand, chance) in chances {
        let (expected, count) = (chance / total * f64::from(rounds), counts.remove(hand).unwrap_or(0.0));
        if expected < 5.0 {
            rest = (rest.0 + expected, rest.1 + count);
        } else {
            chi += (count - expected).powi(2) / expected;
            cells += 1;
        }
    }
    assert!(counts.is_empty(), "hands that cannot be: {counts:?}");
    if rest.0 >= 5.0 {
        chi += (rest.1 - rest.0).powi(2) / rest.0;
        cells += 1;
    } else {
        assert!(rest.1 < 25.0, "{} unlikely hands, {} expected", rest.1, rest.0);
    }
    let bound = chi_square_bound((cells - 1).max(1));
    assert!(chi < bound, "chi-square {chi} of {cells} cells is beyond {bound}");
}

/// A hand of four and a library of fourteen, all of which are hidden.
fn small() -> MagicState {
    let hand = list(&["Shock", "Plains", "Opt", "Opt"]);
    let library =
        list(&["Shock", "Shock", "Plains", "Plains", "Plains", "Plains", "Opt", "Shivan Dragon", "Fog", "Fog"]);
    let p2 = SceneSide { hand, library, exact: true, ..SceneSide::default() };
    Scene { p1: SceneSide::default(), p2, ..Scene::default() }.build().expect("a scene").1
}

#[test]
fn deals_are_as_likely_as_their_tilts_say() {
    let state = small();
    let copies: Vec<u8> = unseen(&state, Seat(0)).cards.iter().map(|card| card.copies as u8).collect();
    assert_eq!(copies.iter().sum::<u8>(), 14);
    let size: u8 = held(&state).iter().sum();
    for (seed, scale) in [(1, 1e-6), (2, 0.5), (3, 2.0), (4, 6.0), (5, 60.0), (6, 1e9)] {
        let rng = &mut Rng::new(seed);
        let tilts: Vec<f32> = copies.iter().map(|_| scale * (2.0 * rng.unit() - 1.0)).collect();
        let limit = |tilt: f32| f64::from(tilt).clamp(-100.0, 100.0);
        let weight = |hand: &[u8]| {
            let of = |(i, &n): (usize, &u8)| choose(copies[i], n).ln() + limit(tilts[i]) * f64::from(n);
            hand.iter().enumerate().map(of).sum::<f64>()
        };
        let all = hands(&copies, size);
        let most = all.iter().map(|hand| weight(hand)).fold(f64::NEG_INFINITY, f64::max);
        let chances = all.iter().map(|hand| (hand.clone(), (weight(hand) - most).exp())).collect();
        agrees(&chances, || held(&state.determinize_by(Seat(0), &tilts, rng)));
    }
}

/// The same by the plain sampler, and with tilts that are all but alike by the tilted one: two ways to one distribution.
#[test]
fn without_tilts_deals_are_those_of_determinizations() {
    let state = small();
    let kinds = unseen(&state, Seat(0)).len();
    for seed in 0..50 {
        let [plain, same, none] = [0, 1, 2].map(|way| {
            let rng = &mut Rng::new(seed);
            match way {
                0 => state.determinize(Seat(0), rng),
                1 => state.determinize_by(Seat(0), &vec![0.7; kinds], rng),
                _ => state.determinize_by(Seat(0), &[], rng),
            }
        });
        assert!(plain == same && plain == none, "tilts that are all alike say nothing");
    }
    let copies: Vec<u8> = unseen(&state, Seat(0)).cards.iter().map(|card| card.copies as u8).collect();
    let size: u8 = held(&state).iter().sum();
    let chance = |hand: &[u8]| hand.iter().zip(&copies).map(|(&n, &of)| choose(of, n)).product::<f64>();
    let chances: BTreeMap<Vec<u8>, f64> =
        hands(&copies, size).into_iter().map(|hand| (hand.clone(), chance(&hand))).collect();
    let (mut rng, mut other) = (Rng::new(8), Rng::new(9));
    agrees(&chances, || held(&state.determinize(Seat(0), &mut rng)));
    let mut tilts = vec![0.0; kinds];
    tilts[0] = 1e-9;
    agrees(&chances, || held(&state.determinize_by(Seat(0), &tilts, &mut other)));
}

/// Decks that are hidden: the sum over decks, each with all its hands.
#[test]
fn hidden_decks_are_drawn_by_what_is_believed() {
    let decks = ["8 Island; 4 Opt; 2 Air Elemental", "9 Island; 2 Opt; 3 Counterspell", "7 Forest; 7 Fog"];
    let options = Options {
        deck0: decks[0].to_owned(),
        deck1: METAGAME.to_owned(),
        knowledge: DeckKnowledge::Metagame,
        metagame: decks.join("+"),
        mulligans: Mulligans::None,
        ..Options::default()
    };
    let mut state = Magic::new(options).expect("a metagame").start();
    let rng = &mut Rng::new(3);
    while state.turn() == Turn::Chance {
        // The first player begins.
        match state.ask() {
            Ask::Coin => state.play_unchecked(ActionId(0)),
            _ => drop(state.roll(rng)),
        }
    }
    let kinds = unseen(&state, Seat(0)).len();
    let name = |n| {
        let mut name = String::new();
        state.unseen_text(Seat(0), n, &mut name);
        name
    };
    let names: Vec<String> = (0..kinds).map(name).collect();
    assert_eq!(names.len(), 6, "{names:?}");
    for (seed, scale) in [(1, 0.0), (2, 1.0), (3, 4.0)] {
        let rng = &mut Rng::new(seed);
        let mut tilts: Vec<f32> = names.iter().map(|_| scale * (2.0 * rng.unit() - 1.0)).collect();
        tilts[0] += 1e-6;
        let mut chances: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
        for deck in decks {
            let copies: Vec<u8> = names.iter().map(|name| copies_in(deck, name)).collect();
            for hand in hands(&copies, 7) {
                let ways: f64 = hand.iter().zip(&copies).map(|(&n, &of)| choose(of, n)).product();
                let tilt: f32 = hand.iter().zip(&tilts).map(|(&n, &tilt)| f32::from(n) * tilt).sum();
                *chances.entry(hand).or_default() += ways * f64::from(tilt).exp();
            }
        }
        agrees(&chances, || held(&state.determinize_by(Seat(0), &tilts, rng)));
    }
}

fn copies_in(deck: &str, name: &str) -> u8 {
    let line = deck.split("; ").find_map(|line| line.strip_suffix(name));
    line.map_or(0, |count| count.trim().parse().expect("a number"))
}

/// Whatever the position: means by beliefs are those of plain determinizations that are weighed by the same tilts.
fn agrees_with_weighed(state: &MagicState, seat: Seat, rng: &mut Rng) {
    let kinds = unseen(state, seat).len();
    let tilts: Vec<f32> = (0..kinds).map(|_| 1.6 * rng.unit() - 0.8).collect();
    let rounds = 6000;
    let held = |state: &MagicState| {
        let mut out = Vec::new();
        state.held(seat, &mut out);
        out
    };
    let mut weighed = vec![(0.0, 0.0); kinds];
    let (mut total, mut squares) = (0.0, 0.0);
    let mut plain = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let hand = held(&state.determinize(seat, rng));
        let weight = hand.iter().zip(&tilts).map(|(&n, &tilt)| f64::from(n) * f64::from(tilt)).sum::<f64>().exp();
        (total, squares) = (total + weight, squares + weight * weight);
        plain.push((hand, weight));
    }
    for (hand, weight) in &plain {
        for (i, &n) in hand.iter().enumerate() {
            weighed[i].0 += weight * f64::from(n) / total;
            weighed[i].1 += weight * f64::from(n).powi(2) / total;
        }
    }
    let effective = total * total / squares;
    let mut sums = vec![0.0; kinds];
    for _ in 0..rounds {
        let dealt = state.determinize_by(seat, &tilts, rng);
        assert_eq!(info(&dealt, seat), info(state, seat));
        held(&dealt).iter().enumerate().for_each(|(i, &n)| sums[i] += f64::from(n) / rounds as f64);
    }
    for i in 0..kinds {
        let (mean, square) = weighed[i];
        let variance = (square - mean * mean).max(1e-4);
        let error = (variance / effective + variance / rounds as f64).sqrt();
        assert!((sums[i] - mean).abs() < 5.0 * error, "kind {i}: {} and {mean} +- {error}", sums[i]);
    }
}

#[test]
fn beliefs_are_weights_of_determinizations() {
    let rng = &mut Rng::new(6);
    agrees_with_weighed(&brainstormed(), Seat(0), rng);
    for knowledge in [DeckKnowledge::Lists, DeckKnowledge::Metagame] {
        let mut left = 4;
        positions(knowledge, 6, 60, |_, state, seat, _| {
            if left > 0 {
                left -= 1;
                agrees_with_weighed(state, seat, rng);
            }
        });
        assert_eq!(left, 0);
    }
}

/// Numbers that a network may give when it is not well.
#[test]
fn strange_tilts_are_played_with() {
    let rng = &mut Rng::new(1);
    let state = small();
    let kinds = unseen(&state, Seat(0)).len();
    for tilt in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN] {
        for place in 0..kinds {
            let mut tilts = vec![0.0; kinds + 3];
            tilts[place] = tilt;
            let dealt = state.determinize_by(Seat(0), &tilts, rng);
            assert_eq!(info(&dealt, Seat(0)), info(&state, Seat(0)));
        }
    }
}
