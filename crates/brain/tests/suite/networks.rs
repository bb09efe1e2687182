//! Inference gives what training gives, and gradients are what small steps say.

use hoyle_brain::gradient::{Tape, cross_entropy};
use hoyle_brain::heads::FURTHER;
use hoyle_brain::{
    Architecture, Engine, GraphConfig, GraphNet, GraphRows, NetworkOutput, Rows, TensorConfig, TensorNet, Weights,
};
use hoyle_core::options::game_from_settings;
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, EntityGraph, EntityId, Game, Rng, Turn, View};
use std::sync::Arc;

/// Views of random games: each mover's, where there is something to choose.
fn encode<G: Game, A: Architecture>(games: &[G], net: &A, wanted: usize, rng: &mut Rng) -> A::Rows {
    let (mut rows, mut scratch, mut legal) = (A::Rows::default(), A::Scratch::default(), ActionSet::new());
    for n in 0.. {
        let mut state = games[n % games.len()].start();
        loop {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    state.roll(rng);
                }
                Turn::Seat(seat) => {
                    state.legal(&mut legal);
                    if legal.len() > 1 && rng.below(10) == 0 {
                        net.encode(View::new(&state, seat), &legal, &mut scratch, &mut rows);
                        if rows.len() == wanted {
                            return rows;
                        }
                    }
                    state.play_unchecked(legal.random(rng));
                }
            }
        }
    }
    unreachable!()
}

fn load<G: Game>(settings: &str) -> G {
    let pairs = settings.split(',').filter(|s| !s.is_empty()).map(|pair| {
        let (key, value) = pair.split_once('=').unwrap();
        (key.to_owned(), value.to_owned())
    });
    game_from_settings(&pairs.collect::<Vec<_>>()).unwrap()
}

/// Weights with biases and norms away from where they begin.
fn drawn(net: &impl Architecture, rng: &mut Rng) -> Weights {
    let mut weights = net.declaration().draw(rng);
    weights.0.iter_mut().for_each(|w| *w += 0.1 * (rng.unit() - 0.5));
    weights
}

/// A loss that everything takes part in, with its gradients.
fn loss<A: Architecture>(net: &A, rows: &A::Rows, weights: &Weights) -> (f64, Weights) {
    let mut tape = Tape::new(weights);
    let outputs = net.learn(&mut tape, rows);
    let mean = 1.0 / rows.len() as f32;
    let first =
        |n: usize, of: usize, value: f32| (0..of).map(|at| if at < n { value } else { 0.0 }).collect::<Vec<_>>();
    // Added up with 64 bits: the differences of small steps are in the last digits.
    let (mut loss, mut to_logits) = (0.0, vec![]);
    for row in 0..rows.len() {
        let own = outputs.candidates.of(row);
        let (policy, back) = cross_entropy(&tape.numbers(outputs.logits)[own.clone()], &first(2, own.len(), 0.5));
        to_logits.extend(back.iter().map(|back| mean * back));
        loss += f64::from(mean * policy);
    }
    let mut ends = vec![(outputs.logits, to_logits)];
    for head in &outputs.heads {
        let said = tape.numbers(head.numbers);
        let mut back = vec![0.0; said.len()];
        for row in 0..rows.len() {
            let own = head.of(row);
            let (said, back) = (&said[own.clone()], &mut back[own]);
            if head.head.name == "value" {
                let (value, gradient) = cross_entropy(said, &first(1, said.len(), 1.0));
                loss += f64::from(mean * value);
                back.iter_mut().zip(gradient).for_each(|(back, gradient)| *back = mean * gradient);
            } else {
                for (x, back) in said.iter().zip(back).take(2) {
                    loss += f64::from(0.5 * mean * x * x);
                    *back = mean * x;
                }
            }
        }
        ends.push((head.numbers, back));
    }
    let mut gradients = Weights::zeros(net.declaration());
    tape.backward(ends, &mut gradients);
    (loss, gradients)
}

fn check<G: Game, A: Architecture>(games: &[G], net: A) {
    let (mut rng, net) = (Rng::new(7), Arc::new(net));
    games.iter().for_each(|game| game.spec().parts.check().unwrap());
    let rows = encode(games, &*net, 40, &mut rng);
    let weights = drawn(&*net, &mut rng);
    let mut output = NetworkOutput::default();
    Engine::new(net.clone(), Arc::new(weights.clone())).infer(&rows, &mut output);
    let mut tape = Tape::new(&weights);
    let outputs = net.learn(&mut tape, &rows);
    for row in 0..rows.len() {
        let logits = &tape.numbers(outputs.logits)[outputs.candidates.of(row)];
        assert_eq!(output.logits(row).len(), logits.len());
        for (n, (fast, slow)) in output.logits(row).iter().zip(logits).enumerate() {
            assert!((fast - slow).abs() < 1e-5 * slow.abs().max(1.0), "row {row} candidate {n}: {fast} {slow}");
        }
        let value = outputs.head("value").unwrap();
        let values = &tape.numbers(value.numbers)[value.of(row)];
        let all: f32 = values.iter().map(|x| x.exp()).sum();
        for (fast, slow) in output.values(row).iter().zip(values) {
            assert!((fast - slow.exp() / all).abs() < 1e-5, "row {row}: {fast} {slow}");
        }
    }
    // The slope in the direction of the gradient.
    let loss = |weights: &Weights| loss(&*net, &rows, weights);
    let (_, gradients) = loss(&weights);
    let length = gradients.0.iter().map(|g| f64::from(*g).powi(2)).sum::<f64>().sqrt();
    assert!(length > 0.0);
    let step = |size: f64| {
        let moved =
            weights.0.iter().zip(&gradients.0).map(|(w, g)| (f64::from(*w) + size * f64::from(*g) / length) as f32);
        loss(&Weights(moved.collect())).0
    };
    let slope = (step(3e-3) - step(-3e-3)) / 6e-3;
    assert!((slope / length - 1.0).abs() < 0.02, "the slope is {slope}, the gradient says {length}");
}

fn tensor<G: Game>(game: &G, parts: bool, layout: &str) -> TensorNet {
    let config = TensorConfig { width: 16, trunk: 24, parts, ..TensorConfig::default() };
    TensorNet::new(config, game.spec(), game.spec().layout(game.spec().layout_named(layout).unwrap()))
}

#[test]
fn the_tensor_network_of_ludo() {
    let game: hoyle_ludo::Ludo = load("");
    check(&[game], tensor(&game, true, "rotated"));
}

#[test]
fn the_tensor_network_of_dominion() {
    // Kingdoms of different sizes in one batch.
    let games: [hoyle_dominion::Dominion; 3] = [
        load("kingdom=first-game"),
        load("players=2,kingdom=random,cards=further"),
        load("players=2,kingdom=first-game"),
    ];
    check(&games[..1], tensor(&games[0], true, "tensor"));
    check(&games[1..], tensor(&games[1], true, "tensor"));
    let spec = games[1].spec();
    let dense = TensorConfig { width: 16, trunk: 24, sparse: false, ..TensorConfig::default() };
    check(&games[1..], TensorNet::new(dense, spec, spec.layout(spec.layout_named("tensor").unwrap())));
}

#[test]
fn the_tensor_network_of_acquire() {
    let game: hoyle_acquire::Acquire = load("");
    check(&[game], tensor(&game, true, "planes"));
    check(&[game], tensor(&game, false, "planes"));
}

#[test]
fn the_tensor_network_of_magic() {
    let game: hoyle_magic::Magic = load("");
    check(&[game], tensor(&game, true, "flat"));
}

fn graph(relations: bool, card_ids: bool, parameters: bool) -> GraphConfig {
    // The comparison is with the policy as it is learned: nothing is hidden, nothing put into another order.
    GraphConfig { width: 16, relations, card_ids, parameters, id_dropout: 0.0, top: 0, ..GraphConfig::default() }
}

fn check_graph<G: Game>(games: &[G]) {
    for (relations, card_ids, parameters) in [(true, true, false), (false, true, true), (true, false, true)] {
        check(games, GraphNet::new(graph(relations, card_ids, parameters), games[0].spec()));
    }
    for parameters in [false, true] {
        let wide = GraphConfig { scorer: 2, counts: true, ..graph(true, true, parameters) };
        check(games, GraphNet::new(wide, games[0].spec()));
    }
}

#[test]
fn the_transformer_of_ludo() {
    check_graph::<hoyle_ludo::Ludo>(&[load("")]);
}

#[test]
fn the_transformer_of_dominion() {
    let games = [load("players=2,kingdom=random"), load("players=2,kingdom=first-game")];
    check_graph::<hoyle_dominion::Dominion>(&games);
}

#[test]
fn the_transformer_of_acquire() {
    check_graph::<hoyle_acquire::Acquire>(&[load("")]);
}

#[test]
fn the_transformer_of_magic() {
    check_graph::<hoyle_magic::Magic>(&[load("")]);
}

/// Each matrix by itself, in a random direction: a part of the gradient that is missing shows.
fn check_each<G: Game, A: Architecture>(game: G, net: &A) {
    let mut rng = Rng::new(11);
    let rows = encode(&[game], net, 12, &mut rng);
    let mut weights = drawn(net, &mut rng);
    // Heads that begin almost at zero would let little of the gradient through. Those with a hidden layer of their own are tested with what
    // declares them.
    let plain = |name: &str| !FURTHER.iter().any(|head| name.starts_with(head.name));
    let begins_small = |name: &str| plain(name) && (name.contains("out.") || name.contains("heads"));
    for (_, slot) in net.declaration().slots().filter(|(name, _)| begins_small(name)) {
        weights.0[slot.range()].iter_mut().for_each(|w| *w *= 10.0);
    }
    let (_, gradients) = loss(net, &rows, &weights);
    for (name, slot) in net.declaration().slots().filter(|(_, slot)| !slot.is_empty()) {
        let gradient = &gradients.0[slot.range()];
        let length = gradient.iter().map(|g| g * g).sum::<f32>().sqrt();
        // Half along the gradient, half anywhere.
        let mut direction: Vec<f32> = gradient.iter().map(|g| g / length.max(1e-9)).collect();
        let spread = 1.0 / (slot.len() as f32).sqrt();
        direction.iter_mut().for_each(|d| *d += if rng.below(2) == 0 { spread } else { -spread });
        let expected: f32 = gradient.iter().zip(&direction).map(|(g, d)| g * d).sum();
        let step = |size: f32| {
            let mut moved = weights.clone();
            moved.0[slot.range()].iter_mut().zip(&direction).for_each(|(w, d)| *w += size * d);
            loss(net, &rows, &moved).0
        };
        let slope = ((step(2e-3) - step(-2e-3)) / 4e-3) as f32;
        assert!((slope - expected).abs() < 0.02 * expected.abs() + 3e-4, "{name}: slope {slope}, gradient {expected}");
    }
}

#[test]
fn every_matrix_of_the_transformer_gets_its_gradient() {
    let (magic, acquire): (hoyle_magic::Magic, hoyle_acquire::Acquire) = (load(""), load(""));
    check_each(magic, &GraphNet::new(graph(true, true, true), magic.spec()));
    check_each(acquire, &GraphNet::new(graph(true, true, false), acquire.spec()));
}

#[test]
fn every_matrix_of_the_tensor_network_gets_its_gradient() {
    let dominion: hoyle_dominion::Dominion = load("players=2,kingdom=first-game");
    check_each(dominion, &tensor(&dominion, true, "tensor"));
    let acquire: hoyle_acquire::Acquire = load("");
    check_each(acquire, &tensor(&acquire, false, "planes"));
}

/// Graphs of random games, where there is something to choose.
fn graphs<G: Game>(game: &G, wanted: usize, rng: &mut Rng) -> Vec<EntityGraph> {
    let (mut graphs, mut legal) = (Vec::new(), ActionSet::new());
    while graphs.len() < wanted {
        let mut state = game.start();
        while graphs.len() < wanted {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    state.roll(rng);
                }
                Turn::Seat(seat) => {
                    state.legal(&mut legal);
                    if legal.len() > 1 && rng.below(10) == 0 {
                        let mut graph = EntityGraph::new();
                        View::new(&state, seat).entities(&mut graph);
                        graphs.push(graph);
                    }
                    state.play_unchecked(legal.random(rng));
                }
            }
        }
    }
    graphs
}

/// The same graph with its entities in another order.
fn shuffled(graph: &EntityGraph, rng: &mut Rng) -> EntityGraph {
    let mut order: Vec<EntityId> = (0..graph.len() as EntityId).collect();
    for n in (1..order.len()).rev() {
        order.swap(n, rng.below(n as u32 + 1) as usize);
    }
    let mut places = vec![0; order.len()];
    (0..).zip(&order).for_each(|(place, &entity)| places[entity as usize] = place);
    let place = |entity: EntityId| places[entity as usize];
    let mut out = EntityGraph::new();
    out.clear(graph.width());
    for &entity in &order {
        out.entity(graph.kinds()[entity as usize], graph.row(entity), graph.tokens(entity));
    }
    graph.edges().iter().rev().for_each(|edge| out.edge(edge.relation, place(edge.from), place(edge.to)));
    for candidate in graph.candidates() {
        let (source, targets) = (candidate.source.map(place), candidate.targets.map(|target| target.map(place)));
        out.candidate(hoyle_core::Candidate { source, targets, ..*candidate });
    }
    out
}

fn assert_same(a: &[f32], b: &[f32]) {
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5 * a.abs().max(1.0)), "{a:?} {b:?}");
}

fn check_order<G: Game>(game: &G) {
    let mut rng = Rng::new(3);
    for parameters in [false, true] {
        let net = Arc::new(GraphNet::new(graph(true, true, parameters), game.spec()));
        let mut weights = net.declaration().draw(&mut rng);
        weights.0.iter_mut().for_each(|w| *w += 0.1 * (rng.unit() - 0.5));
        let mut engine = Engine::new(net.clone(), Arc::new(weights));
        let (mut rows, mut others, mut backwards): (GraphRows, GraphRows, GraphRows) = Default::default();
        let (mut output, mut other, mut last) =
            (NetworkOutput::default(), NetworkOutput::default(), NetworkOutput::default());
        let drawn = graphs(game, 20, &mut rng);
        for graph in &drawn {
            net.encode_graph(graph, &mut rows);
            net.encode_graph(&shuffled(graph, &mut rng), &mut others);
        }
        (0..drawn.len()).rev().for_each(|row| backwards.append(&rows, row));
        engine.infer(&rows, &mut output);
        engine.infer(&others, &mut other);
        engine.infer(&backwards, &mut last);
        for row in 0..drawn.len() {
            assert!(!output.logits(row).is_empty());
            for (same, at) in [(&other, row), (&last, drawn.len() - 1 - row)] {
                assert_same(output.logits(row), same.logits(at));
                assert_same(output.values(row), same.values(at));
            }
            assert_eq!(rows.actions(row), backwards.actions(drawn.len() - 1 - row));
            // One row at a time gives the same.
            let (mut one, mut alone) = (GraphRows::default(), NetworkOutput::default());
            one.append(&rows, row);
            engine.infer(&one, &mut alone);
            assert_same(alone.logits(0), output.logits(row));
        }
    }
}

#[test]
fn the_order_of_entities_and_rows_does_not_count() {
    check_order::<hoyle_magic::Magic>(&load(""));
    check_order::<hoyle_acquire::Acquire>(&load(""));
    check_order::<hoyle_ludo::Ludo>(&load(""));
}

/// Otherwise a card that training never met would be read as noise.
#[test]
fn the_id_of_a_card_that_was_never_met_means_nothing() {
    let game: hoyle_magic::Magic = load("");
    let mut rng = Rng::new(3);
    let net = GraphNet::new(graph(true, true, false), game.spec());
    let rows = encode(&[game], &net, 30, &mut rng);
    let weights = net.declaration().draw(&mut rng);
    let slot = net.declaration().slots().find(|(name, _)| *name == "card.weight").expect("cards have ids").1;
    assert!(weights[slot].iter().all(|&x| x == 0.0));
    let (_, gradients) = loss(&net, &rows, &weights);
    let met = gradients[slot].chunks_exact(slot.cols).filter(|row| row.iter().any(|&x| x != 0.0)).count();
    assert!(met > 5 && met < slot.rows / 2, "{met} of {} cards are met and learn at once", slot.rows);
}

#[test]
fn in_play_q_moves_the_likeliest() {
    let game: hoyle_magic::Magic = load("");
    let mut rng = Rng::new(5);
    let config = GraphConfig { top: 3, ..graph(true, true, true) };
    let net = Arc::new(GraphNet::new(config, game.spec()));
    let rows = encode(&[game], &*net, 30, &mut rng);
    let weights = drawn(&*net, &mut rng);
    let mut tape = Tape::new(&weights);
    let outputs = net.learn(&mut tape, &rows);
    let quality = tape.numbers(outputs.head("quality").expect("there are parameters").numbers);
    let engine = || Engine::new(net.clone(), Arc::new(weights.clone()));
    let (mut ranked, mut plain) = (NetworkOutput::default(), NetworkOutput::default());
    engine().asking(&["quality"]).infer(&rows, &mut ranked);
    engine().plain().infer(&rows, &mut plain);
    assert_same(ranked.head("quality", 1).unwrap(), &quality[outputs.candidates.of(1)]);
    assert_eq!((plain.head("quality", 1), ranked.head("value", 1)), (None, None));
    let mut changed = 0;
    for row in 0..rows.len() {
        let total: f32 = ranked.logits(row).iter().map(|log| log.exp()).sum();
        assert!((total - 1.0).abs() < 1e-5, "probabilities add up to {total}");
        let mut order: Vec<usize> = (0..ranked.logits(row).len()).collect();
        order.sort_by(|&a, &b| ranked.logits(row)[b].total_cmp(&ranked.logits(row)[a]));
        let best: Vec<f32> = order
            .iter()
            .take(3)
            .map(|&n| plain.logits(row)[n] + 10.0 * quality[outputs.candidates.of(row)][n])
            .collect();
        assert!(best.windows(2).all(|pair| pair[0] >= pair[1] - 1e-4), "{best:?}");
        assert!(order.iter().skip(3).all(|&n| ranked.logits(row)[n] == plain.logits(row)[n]));
        changed += usize::from(ranked.logits(row) != plain.logits(row));
    }
    assert!(changed > 0);
}

#[test]
fn hiding_ids_is_repeatable() {
    let game: hoyle_magic::Magic = load("");
    let mut rng = Rng::new(9);
    let net = |id_dropout| Arc::new(GraphNet::new(GraphConfig { id_dropout, ..graph(true, true, false) }, game.spec()));
    let (seen, hidden) = (net(0.0), net(0.5));
    let weights = drawn(&*seen, &mut rng);
    let logits = |net: &GraphNet| {
        let rows = encode(&[game], net, 20, &mut Rng::new(1));
        let mut tape = Tape::new(&weights);
        let outputs = net.learn(&mut tape, &rows);
        tape.numbers(outputs.logits).to_vec()
    };
    assert_eq!(logits(&hidden), logits(&hidden));
    assert_ne!(logits(&hidden), logits(&seen));
    // What plays to learn hides the same; what just plays hides nothing.
    let output = |mut engine: Engine<GraphNet>| {
        let rows = encode(&[game], &*hidden, 20, &mut Rng::new(1));
        let mut output = NetworkOutput::default();
        engine.infer(&rows, &mut output);
        (0..rows.len()).flat_map(|row| output.logits(row).to_vec()).collect::<Vec<_>>()
    };
    let engine = || Engine::new(hidden.clone(), Arc::new(weights.clone()));
    assert_same(&output(engine().learning()), &logits(&hidden));
    assert_same(&output(engine()), &logits(&seen));
}
