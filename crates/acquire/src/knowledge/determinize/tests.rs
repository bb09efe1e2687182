//! Deals of small pools against the list of all deals.

use super::*;
use hoyle_core::iter_bits;
use std::collections::BTreeMap;

/// What is known of a rack of which nothing is known.
fn anything(tiles: u32) -> RackConstraint {
    let held = tiles as u8;
    RackConstraint { seat: 0, tiles, avoid: 0, free: held, held, stuck: 0, least: 0, legal: 0, need: 0 }
}

/// Tiles by their numbers.
fn set(cells: impl IntoIterator<Item = u8>) -> Cells {
    cells.into_iter().fold(0, |set, cell| set | bit(cell))
}

/// All racks of so many tiles.
fn racks_of(pool: Cells, tiles: u32) -> Vec<Cells> {
    let cells: Vec<u8> = iter_bits(pool).collect();
    let all = (0u32..1 << cells.len()).filter(|chosen| chosen.count_ones() == tiles);
    all.map(|chosen| set((0..cells.len()).filter(|i| chosen >> i & 1 == 1).map(|i| cells[i]))).collect()
}

/// All deals with their weights.
fn all_deals(hidden: &HiddenTiles) -> BTreeMap<Vec<Cells>, u64> {
    let mut deals = vec![(Vec::new(), hidden.pool, 1)];
    for known in &hidden.racks {
        let mut next = Vec::new();
        for (racks, pool, weight) in deals {
            for rack in racks_of(pool, known.tiles) {
                let mut racks: Vec<Cells> = Vec::clone(&racks);
                racks.push(rack);
                next.push((racks, pool & !rack, weight * known.weight(rack)));
            }
        }
        next.retain(|&(.., weight)| weight > 0);
        deals = next;
    }
    deals.into_iter().map(|(racks, _, weight)| (racks, weight)).collect()
}

/// The chi-square statistic of many deals against the list, as standard deviations above its mean.
fn surprise(hidden: &HiddenTiles, samples: u32, mut deal: impl FnMut(&mut Rng) -> PerOpponent<Cells>) -> f64 {
    let mut seen =
        all_deals(hidden).into_iter().map(|(deal, weight)| (deal, (weight, 0u32))).collect::<BTreeMap<_, _>>();
    let all: u64 = seen.values().map(|(weight, _)| weight).sum();
    let mut rng = Rng::new(4);
    for _ in 0..samples {
        let dealt = deal(&mut rng).to_vec();
        seen.get_mut(&dealt).unwrap_or_else(|| panic!("{dealt:x?} does not fit")).1 += 1;
    }
    let chi2: f64 = seen
        .values()
        .map(|&(weight, times)| {
            let expected = f64::from(samples) * weight as f64 / all as f64;
            (f64::from(times) - expected).powi(2) / expected
        })
        .sum();
    let freedom = seen.len() as f64 - 1.0;
    assert!(freedom > 10.0 && f64::from(samples) / freedom > 5.0, "{freedom} degrees of freedom mean nothing");
    (chi2 - freedom) / (2.0 * freedom).sqrt()
}

/// Racks of which much is known, in every combination that play brings about.
fn examples() -> Vec<(&'static str, HiddenTiles)> {
    let hidden = |tiles: u8, racks: &[RackConstraint]| HiddenTiles {
        pool: set(0..tiles),
        racks: racks.iter().copied().collect(),
    };
    let looked = |tiles, avoid, free| RackConstraint { avoid, free, ..anything(tiles) };
    vec![
        ("nothing is known", hidden(7, &[anything(2), anything(3)])),
        ("dead tiles were exchanged", hidden(8, &[looked(2, set(0..2), 0), looked(2, set(0..4), 0)])),
        // The first drew a tile since: it may be one that the second avoids.
        ("and others drawn", hidden(8, &[looked(2, set(0..3), 1), looked(2, set(0..2), 0), anything(1)])),
        (
            "one was played",
            hidden(8, &[RackConstraint { held: 3, ..looked(2, set(0..3), 1) }, looked(3, set(0..2), 1)]),
        ),
        ("one could not play", hidden(8, &[anything(2), RackConstraint { stuck: set(0..4), least: 2, ..anything(2) }])),
        (
            "two could not play",
            hidden(
                8,
                &[
                    RackConstraint { stuck: set(0..5), least: 2, ..anything(2) },
                    RackConstraint { stuck: set(2..7), least: 1, ..anything(2) },
                ],
            ),
        ),
        (
            "one is asked",
            hidden(
                9,
                &[looked(2, set(0..3), 1), RackConstraint { legal: set(4..7), need: 2, ..looked(3, set(0..2), 1) }],
            ),
        ),
        (
            "everything",
            hidden(
                9,
                &[
                    RackConstraint { stuck: set(2..7), least: 1, legal: set(5..9), need: 2, ..looked(3, set(0..2), 1) },
                    RackConstraint { stuck: set(0..6), least: 2, ..looked(2, set(0..3), 1) },
                    looked(2, set(0..1), 1),
                ],
            ),
        ),
    ]
}

#[test]
fn every_deal_has_the_chances_of_its_weight() {
    for (name, hidden) in examples() {
        let off = surprise(&hidden, 60_000, |rng| hidden.deal(rng));
        assert!(off < 4.0, "{name}: {off} standard deviations");
    }
}

#[test]
fn deals_that_are_built_have_them_too() {
    for (name, hidden) in examples() {
        let samples = 2000 + 6 * all_deals(&hidden).len() as u32;
        let off = surprise(&hidden, samples, |rng| hidden.deal_by_matching(rng));
        assert!(off < 4.0, "{name}: {off} standard deviations");
    }
}

#[test]
fn the_only_deal_is_found() {
    // The racks have 6, 12, 18 and 24 tiles to choose from, each including those before: who has more must leave them.
    let among = |tiles: u8| RackConstraint { stuck: set(0..tiles), least: 6, ..anything(6) };
    let hidden = HiddenTiles { pool: set(0..40), racks: [24, 6, 18, 12].into_iter().map(among).collect() };
    let only: Vec<Cells> = [18, 0, 12, 6].into_iter().map(|from| set(from..from + 6)).collect();
    for seed in 0..20 {
        assert_eq!(hidden.deal(&mut Rng::new(seed)).to_vec(), only);
    }
}

#[test]
fn a_deal_is_built_if_and_only_if_there_is_one() {
    let mut rng = Rng::new(12);
    let (mut some, mut none) = (0, 0);
    for round in 0..4000 {
        let cells = 4 + rng.below(4) as u8;
        let pool = set(0..cells);
        let any = |rng: &mut Rng| (0..cells).filter(|_| rng.below(2) == 0).fold(0, |set, cell| set | bit(cell));
        let dead = any(&mut rng);
        let racks: PerOpponent<RackConstraint> = (0..1 + rng.below(3))
            .map(|i| {
                let tiles = 1 + rng.below(3);
                let avoid = any(&mut rng) & dead;
                let stuck = any(&mut rng);
                let stuck = if rng.below(2) == 0 { stuck | avoid } else { stuck & !avoid };
                let asked = i == 0 && tiles > 1 && rng.below(2) == 0;
                RackConstraint {
                    avoid,
                    free: rng.below(tiles + 1) as u8,
                    stuck,
                    least: rng.below(tiles + 1) as u8,
                    legal: if asked { any(&mut rng) & !dead } else { 0 },
                    need: if asked { 1 + rng.below(2) as u8 } else { 0 },
                    ..anything(tiles)
                }
            })
            .collect();
        let hidden = HiddenTiles { pool, racks };
        let deals = all_deals(&hidden);
        let found = hidden.find(&mut rng);
        assert_eq!(found.is_some(), !deals.is_empty(), "round {round}: {:x?} of {pool:x}", hidden.racks);
        assert!(found.is_none_or(|racks| deals.contains_key(&racks.to_vec())));
        if deals.is_empty() { none += 1 } else { some += 1 }
    }
    assert!(some > 500 && none > 500, "{some} and {none}");
}

/// Weights of the tiles of each rack that have nothing to do with each other.
fn weights_of(hidden: &HiddenTiles) -> PerOpponent<Weights> {
    let weight = |i: usize, cell: usize| [1.0, 3.0, 0.25, 6.0, 1.5][(3 * i + 2 * cell) % 5];
    (0..hidden.racks.len()).map(|i| std::array::from_fn(|cell| weight(i, cell))).collect()
}

/// How often each rack has each tile in the mean, by the list of all deals: rack by rack, each tile of the pool.
fn shares(hidden: &HiddenTiles, weights: &PerOpponent<Weights>) -> Vec<Vec<f64>> {
    let mut shares = vec![vec![0.0; CELLS]; hidden.racks.len()];
    let mut all = 0.0;
    for (racks, weight) in all_deals(hidden) {
        let tilted = racks.iter().zip(weights).flat_map(|(&rack, of)| iter_bits(rack).map(|cell| of[cell as usize]));
        let weight = weight as f64 * tilted.product::<f64>();
        all += weight;
        for (shares, &rack) in shares.iter_mut().zip(&racks) {
            iter_bits(rack).for_each(|cell| shares[cell as usize] += weight);
        }
    }
    shares.into_iter().map(|shares| shares.into_iter().map(|share| share / all).collect()).collect()
}

/// The largest difference between two lists of shares.
fn apart(one: &[Vec<f64>], other: &[Vec<f64>]) -> f64 {
    let pairs = one.iter().flatten().zip(other.iter().flatten());
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn what_is_expected_is_the_share_of_all_deals() {
    for (name, hidden) in examples() {
        let flat: PerOpponent<Weights> = hidden.racks.iter().map(|_| [1.0; CELLS]).collect();
        let expected: Vec<Vec<f64>> = hidden.expected().iter().map(|rack| rack.to_vec()).collect();
        let off = apart(&expected, &shares(&hidden, &flat));
        let known = hidden.racks.iter().filter(|known| !known.is_unconstrained(hidden.pool)).count();
        println!("{name}: {off}");
        // These pools are a tenth of what a game has.
        assert!(off < if known > 1 { 0.035 } else { 1e-9 }, "{name}: {off}");
    }
}

#[test]
fn one_rack_is_dealt_exactly_by_its_weights() {
    for (name, mut hidden) in examples() {
        for _ in 0..hidden.racks.len() {
            hidden.racks.rotate_left(1);
            let alone = HiddenTiles { pool: hidden.pool, racks: hidden.racks[..1].iter().copied().collect() };
            let weights = weights_of(&alone);
            let mut deals = all_deals(&alone);
            deals.retain(|_, weight| *weight > 0);
            let tilted = |racks: &[Cells]| iter_bits(racks[0]).map(|cell| weights[0][cell as usize]).product::<f64>();
            let all: f64 = deals.iter().map(|(racks, &weight)| weight as f64 * tilted(racks)).sum();
            let samples = 10_000;
            let mut seen: BTreeMap<Vec<Cells>, u32> = BTreeMap::new();
            let mut rng = Rng::new(6);
            for _ in 0..samples {
                *seen.entry(alone.deal_by(&weights, &mut rng).to_vec()).or_default() += 1;
            }
            assert!(seen.keys().all(|racks| deals.contains_key(racks)), "{name}: a rack that does not fit");
            let chi2: f64 = deals
                .iter()
                .map(|(racks, &weight)| {
                    let expected = f64::from(samples) * weight as f64 * tilted(racks) / all;
                    (f64::from(seen.get(racks).copied().unwrap_or(0)) - expected).powi(2) / expected
                })
                .sum();
            let freedom = (deals.len() as f64 - 1.0).max(1.0);
            let off = (chi2 - freedom) / (2.0 * freedom).sqrt();
            assert!(off < 5.0, "{name}: {off} standard deviations in {} racks", deals.len());
        }
    }
}

#[test]
fn several_racks_are_dealt_nearly_by_their_weights() {
    let full = |tiles: u8| HiddenTiles { pool: set(0..tiles), racks: [2, 3, 2].map(anything).into_iter().collect() };
    for (name, hidden) in examples().into_iter().chain([("the bag is empty", full(7)), ("nearly", full(8))]) {
        let weights = weights_of(&hidden);
        let mut seen = vec![vec![0.0; CELLS]; hidden.racks.len()];
        let (mut rng, samples) = (Rng::new(8), 6_000);
        for _ in 0..samples {
            for (seen, rack) in seen.iter_mut().zip(hidden.deal_by(&weights, &mut rng)) {
                iter_bits(rack).for_each(|cell| seen[cell as usize] += 1.0 / f64::from(samples));
            }
        }
        let off = apart(&seen, &shares(&hidden, &weights));
        println!("{name}: {off}");
        assert!(off < 0.025, "{name}: {off}");
    }
}
