//! Reasons: what is said follows from the numbers of a game with known answers.

use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{BET, Kuhn, KuhnState, PASS};
use hoyle_core::{ActionId, Game, Rng, Scores, Seat, Turn, View};
use hoyle_search::{Evaluator, EvaluatorError, Leaf, RandomRollouts, Searcher, Settings, why};

/// Takes the second player to call with the best card and with nothing else, and the first to have the middle one.
struct CallsWithTheBest;

impl Evaluator<KuhnState> for CallsWithTheBest {
    fn evaluate(&mut self, leaves: &mut [Leaf<KuhnState>], _: &mut Rng) -> Result<(), EvaluatorError> {
        for leaf in leaves.iter_mut() {
            if leaf.state.turn() != Turn::Seat(Seat(1)) {
                leaf.scores = leaf.state.scores();
                continue;
            }
            let mut held = Vec::new();
            leaf.state.held(Seat(0), &mut held);
            // Of the two cards that the first does not have, the second is the better one.
            let best = held.last() == Some(&1);
            // Whoever passes after a bet loses with any card.
            let mut passed = leaf.state.clone();
            passed.play_unchecked(PASS);
            let bet = passed.turn() == Turn::Over && passed.scores()[Seat(0)] > 0.0;
            let won = match (best, bet) {
                (true, true) => -2.0,
                (true, false) => -1.0,
                (false, _) => 1.0,
            };
            let mut scores = Scores::zero(2);
            (scores[Seat(0)], scores[Seat(1)]) = (won, -won);
            leaf.scores = scores;
        }
        Ok(())
    }
}

/// The first player has the middle card of three.
fn middle(other: u16) -> KuhnState {
    let mut state = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap().start();
    [ActionId(1), ActionId(other)].into_iter().for_each(|card| state.play_unchecked(card));
    state
}

#[test]
fn a_move_is_explained_by_the_card_that_it_is_played_around() {
    let state = middle(2);
    let view = View::new(&state, Seat(0));
    let mut searcher = Searcher::new(Settings::default(), || Box::new(CallsWithTheBest));
    let mut rng = Rng::new(3);
    let findings = searcher.search(view, &mut rng).unwrap();
    let reasons = why(&mut searcher, view, &findings, PASS, &mut rng).unwrap();
    let around = reasons.around.expect("passing is better against the best card alone");
    assert_eq!((around.seat, &*around.card), (Seat(1), "card 2"));
    assert!((around.chance - 0.5).abs() < 0.2, "{around:?}");
    // Four points lie between the best and the worst result.
    assert!((around.held - 0.25).abs() < 1e-5 && around.missing.abs() < 1e-5, "{around:?}");
    assert!(reasons.sentences.iter().any(|sentence| sentence.text.contains("It plays around card 2")));
    // Nothing speaks for betting like that.
    let reasons = why(&mut searcher, view, &findings, BET, &mut rng).unwrap();
    assert_eq!(reasons.around, None);
}

#[test]
fn what_is_expected_and_feared_stands_in_the_tree() {
    let state = middle(0);
    let view = View::new(&state, Seat(0));
    let mut searcher = Searcher::new(Settings::default(), || Box::new(RandomRollouts));
    let mut rng = Rng::new(3);
    let findings = searcher.search(view, &mut rng).unwrap();
    let reasons = why(&mut searcher, view, &findings, BET, &mut rng).unwrap();
    let (expects, fears) = (reasons.expects.unwrap(), reasons.fears);
    assert_eq!(expects.seat, Seat(1));
    assert!(expects.share > 0.0 && expects.share < 1.0, "{expects:?}");
    if let Some(fears) = fears {
        assert!(fears.id != expects.id && fears.value < expects.value && fears.share <= expects.share);
    }
    let shown = findings.actions.iter().find(|finding| finding.edge.action == BET).unwrap();
    assert_eq!(reasons.value, shown.value(Seat(0)));
    let (low, high) = reasons.interval.unwrap();
    assert!(low < reasons.value.unwrap() && reasons.value.unwrap() < high);
}

/// Two positions that the seat cannot tell apart have the same reasons.
#[test]
fn reasons_tell_nothing_that_is_hidden() {
    let of = |other| {
        let state = middle(other);
        let view = View::new(&state, Seat(0));
        let mut searcher = Searcher::new(Settings::default(), || Box::new(RandomRollouts));
        let mut rng = Rng::new(5);
        let findings = searcher.search(view, &mut rng).unwrap();
        why(&mut searcher, view, &findings, findings.choice(), &mut rng).unwrap()
    };
    assert_eq!(of(0), of(2));
}
