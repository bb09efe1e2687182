//! What networks learn of hidden hands and of what things are worth, in a game where it is known.

use crate::learning::{Silent, graph, ppo, zero};
use hoyle_brain::train::{Folder, TrainConfig, train};
use hoyle_brain::{Architecture, GraphNet, GraphRows, Model, NetEvaluator, NetworkRunner, Weights, heads};
use hoyle_core::kuhn::{BET, Kuhn, KuhnState, Options, PASS};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Game, Rng, Seat, UnseenCards, View};
use hoyle_search::Evaluator;
use std::path::Path;

const CARDS: u8 = 5;

fn poker() -> Kuhn {
    Kuhn::new(Options { cards: CARDS, forced: false }).unwrap()
}

/// The position after a deal and some moves.
fn after(first: u8, second: u8, moves: &[ActionId]) -> KuhnState {
    let mut state = poker().start();
    [first, second].iter().for_each(|&card| state.play_unchecked(ActionId(card.into())));
    moves.iter().for_each(|&action| state.play_unchecked(action));
    state
}

fn trained(config: &TrainConfig, path: &Path) -> Model {
    let folder = Folder::create(path, config).unwrap();
    train(&[poker()], &[poker()], config, &folder, &mut Silent { rounds: 0, left: u64::MAX }).unwrap();
    Model::open(path, poker().spec()).unwrap()
}

fn believed(model: &Model, state: &KuhnState, seat: Seat) -> Vec<f32> {
    let mut tilts = Vec::new();
    NetEvaluator(NetworkRunner::new(model)).believe(View::new(state, seat), &mut tilts).unwrap();
    tilts
}

/// How likely each card of the first player is to the second, who has the middle one, by what it believes.
fn chances(model: &Model, moves: &[ActionId]) -> Vec<f32> {
    let tilts = believed(model, &after(0, CARDS / 2, moves), Seat(1));
    let all: f32 = tilts.iter().map(|tilt| tilt.exp()).sum();
    tilts.iter().map(|tilt| tilt.exp() / all).collect()
}

/// Who learns to bet with good cards learns, too, that good cards bet.
#[test]
fn a_bet_makes_good_cards_likelier() {
    for config in [ppo(1), zero(2)] {
        let folder = tempfile::tempdir().unwrap();
        let config = TrainConfig { iterations: 40, belief_share: 0.5, insight_share: 0.1, ..graph(config) };
        let model = trained(&config, &folder.path().join("run"));
        let (bet, passed) = (chances(&model, &[BET]), chances(&model, &[PASS]));
        println!("{:?}: {bet:.2?} after a bet, {passed:.2?} after none", config.method);
        // The best of the five cards by all that is known: one in four.
        assert!(bet[3] > 0.3 && bet[3] > passed[3] + 0.1, "{:?}: {bet:?} {passed:?}", config.method);

        // What an action is worth: with the best card a bet is answered by a call or wins what a pass would.
        let mut runner = NetworkRunner::asking(&model.network, model.weights.clone(), &[heads::IMPACT.name]);
        let mut impact = |own: u8| {
            let (state, mut legal) = (after(2, own, &[BET]), hoyle_core::ActionSet::new());
            state.legal(&mut legal);
            runner.clear();
            runner.push(View::new(&state, Seat(1)), &legal);
            runner.infer();
            let said = runner.output().head(heads::IMPACT.name, 0).unwrap();
            said[1] - said[0]
        };
        let (worst, best) = (impact(0), impact(CARDS - 1));
        println!("a call is worth {worst:.2} with the worst card, {best:.2} with the best");
        assert!(best > worst + 0.1, "{:?}: {best} {worst}", config.method);
    }
}

/// Numbers that say something, whatever they are.
fn loud(net: &GraphNet) -> Weights {
    let (mut rng, mut weights) = (Rng::new(1), Weights::zeros(net.declaration()));
    weights.0.iter_mut().for_each(|weight| *weight = rng.unit() - 0.5);
    weights
}

/// Two deals that a seat cannot tell apart lead to the same beliefs, bit for bit.
#[test]
fn what_is_hidden_is_no_input() {
    let net = GraphNet::new(hoyle_brain::GraphConfig { width: 16, heads: 2, ..Default::default() }, poker().spec());
    let (mut cards, mut held, weights) = (UnseenCards::default(), Vec::new(), std::sync::Arc::new(loud(&net)));
    let network = hoyle_brain::Network::Graph(std::sync::Arc::new(net));
    for moves in [&[][..], &[BET], &[PASS], &[PASS, BET]] {
        let seat = Seat((moves.len() % 2) as u8);
        let of = |other: u8| {
            let dealt = if seat == Seat(0) { [1, other] } else { [other, 1] };
            after(dealt[0], dealt[1], moves)
        };
        let mut said = Vec::new();
        let mut labels = Vec::new();
        for other in [0, 2, 3] {
            let state = of(other);
            let view = View::new(&state, seat);
            let mut runner = NetworkRunner::asking(&network, weights.clone(), &[heads::BELIEF.name]);
            let mut legal = hoyle_core::ActionSet::new();
            view.legal(&mut legal);
            runner.push(view, &legal);
            runner.infer();
            said.push(runner.output().head(heads::BELIEF.name, 0).unwrap().to_vec());
            view.unseen(&mut cards);
            state.held(seat, &mut held);
            labels.push(held.clone());
        }
        assert!(said.iter().all(|other| *other == said[0]), "{moves:?}: {said:?}");
        assert!(said[0].iter().any(|&tilt| tilt != said[0][0]), "{moves:?}: nothing is said");
        assert!(labels[0] != labels[1] && labels[1] != labels[2], "{moves:?}: nothing is hidden");
    }
}

/// A batch in which only some views were asked about hidden hands says of each the same as if it stood alone.
#[test]
fn views_without_hidden_hands_stand_beside_others() {
    let net = GraphNet::new(hoyle_brain::GraphConfig { width: 16, heads: 2, ..Default::default() }, poker().spec());
    let weights = loud(&net);
    let (mut graph, mut unseen) = (hoyle_core::EntityGraph::new(), UnseenCards::default());
    let mut encode = |rows: &mut GraphRows, state: &KuhnState, hands: bool| {
        let view = View::new(state, Seat(1));
        net.encode(view, &hoyle_core::ActionSet::new(), &mut graph, rows);
        if hands {
            net.encode_unseen(view, &mut unseen, rows);
        }
    };
    let says = |rows: &GraphRows, row: usize| {
        let mut tape = hoyle_brain::gradient::Tape::new(&weights);
        let outputs = net.learn(&mut tape, rows);
        let belief = outputs.head(heads::BELIEF.name).unwrap();
        tape.numbers(belief.numbers)[belief.of(row)].to_vec()
    };
    let (a, b) = (after(0, 1, &[BET]), after(3, 4, &[PASS]));
    let mut batch = GraphRows::default();
    for (state, hands) in [(&b, false), (&a, true), (&b, false), (&b, true), (&a, false)] {
        encode(&mut batch, state, hands);
    }
    let mut copied = GraphRows::default();
    [3, 0, 1].iter().for_each(|&row| hoyle_brain::Rows::append(&mut copied, &batch, row));
    for (state, row, copy) in [(&a, 1, 2), (&b, 3, 0)] {
        let mut alone = GraphRows::default();
        encode(&mut alone, state, true);
        let alone = says(&alone, 0);
        assert_eq!(alone.len(), usize::from(CARDS) - 1);
        for said in [says(&batch, row), says(&copied, copy)] {
            assert!(said.iter().zip(&alone).all(|(a, b)| (a - b).abs() < 1e-5) && said.len() == alone.len(), "{row}");
        }
    }
    assert!(says(&batch, 0).is_empty() && says(&batch, 4).is_empty() && says(&copied, 1).is_empty());
}

/// What heads that stand apart learn moves nothing else, number by number; and they learn something.
#[test]
fn heads_that_stand_apart_leave_the_others_alone() {
    let folder = tempfile::tempdir().unwrap();
    for (n, config) in [ppo(3), zero(3)].into_iter().enumerate() {
        let config = TrainConfig { iterations: 6, games: 64, ..graph(config) };
        let run = |name: &str, share, detached| {
            let shares = TrainConfig { insight_share: share, belief_share: share, ..config.clone() };
            trained(&TrainConfig { insight_detached: detached, ..shares }, &folder.path().join(format!("{name}{n}")))
        };
        let (without, with, attached) =
            (run("without", 0.0, true), run("with", 0.3, true), run("attached", 0.3, false));
        for (name, slot) in with.network.declaration().slots() {
            let apart = heads::FURTHER.iter().any(|head| name.starts_with(head.name));
            let same = without.weights[slot] == with.weights[slot];
            // Nothing is drawn, taken away or paired in this game at a decision but the own card.
            let taught = ["impact", "threat", "belief"].iter().any(|head| name.starts_with(head));
            assert!(same != taught || (apart && !taught), "{name}: {same}");
            assert!(
                apart
                    || slot.is_empty()
                    || name.starts_with("policy.number")
                    || name.starts_with("card.")
                    || attached.weights[slot] != with.weights[slot],
                "{name} is not moved by further heads"
            );
        }
    }
}
