//! The conformance kit on random kingdoms, with every number of players and every option.

use hoyle_core::testing::{Kit, random_step};
use hoyle_core::{Game, Rng};
use hoyle_dominion::{Discards, Dominion, Options, Scoring, Treasures};

fn conforms(options: Options, games: u64) -> u64 {
    let game = Dominion::new(options.clone()).unwrap_or_else(|e| panic!("{options:?}: {e}"));
    let report = Kit::new(game).games(games).seed(options.kingdom_seed).run();
    report.unwrap_or_else(|failure| panic!("{options:?}: {failure}")).positions
}

fn random(players: u8, kingdom_seed: u64) -> Options {
    Options { players, kingdom: "random".to_owned(), kingdom_seed, ..Options::default() }
}

#[test]
fn random_kingdoms_conform() {
    let mut positions = 0;
    // The soak run plays ten times as many.
    for seed in 0..10 {
        for players in [2, 3, 4, 6] {
            positions += conforms(random(players, seed), 4);
        }
    }
    println!("{positions} positions");
}

#[test]
fn every_option_conforms() {
    for seed in 100..104 {
        conforms(Options { treasures: Treasures::Hand, ..random(2, seed) }, 6);
        for rule in ["simple", "throne+Cellar+Sentry+Remodel+Library+nonterminal+Witch+draw"] {
            conforms(Options { macro_rule: rule.to_owned(), ..random(3, seed) }, 4);
        }
        conforms(Options { cards: "further".to_owned(), ..random(2, seed) }, 6);
        conforms(Options { discards: Discards::Open, ..random(3, seed) }, 4);
        conforms(Options { scoring: Scoring::Margin, max_turns: 7, ..random(5, seed) }, 6);
    }
}

#[test]
fn no_card_is_ever_lost_or_made() {
    let mut rng = Rng::new(3);
    for seed in 0..60 {
        let game = Dominion::new(random(2 + (seed % 5) as u8, seed)).unwrap();
        let mut state = game.start();
        let all: Vec<u32> = game.rules().slots().map(|slot| state.count_everywhere(slot)).collect();
        while random_step(&mut state, &mut rng) {
            for (slot, &count) in all.iter().enumerate() {
                assert_eq!(state.count_everywhere(slot as u8), count, "slot {slot} in {state:?}");
            }
        }
    }
}

#[test]
fn hands_that_hardly_any_deal_fits_are_dealt() {
    // In these games a player is asked for what few hands have, and the first deals are all thrown away.
    conforms(Options { macro_rule: "simple".to_owned(), ..random(3, 107) }, 4);
    conforms(random(6, 9), 4);
}
