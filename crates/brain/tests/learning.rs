//! Learning, not noise: on Kuhn poker, whose optimum is known, and runs that go on where they were broken off.
#![cfg(feature = "train")]

use hoyle_brain::train::{Folder, Report, TrainConfig, Watch, train};
use hoyle_brain::{Mind, Model, NetworkConfig, TensorConfig};
use hoyle_core::testing::kuhn::Kuhn;
use hoyle_core::{ActionId, ActionSet, Game, Seat, State, Turn, View};
use std::path::Path;

/// Follows nothing; ends after so many rounds.
struct Silent {
    rounds: u64,
    left: u64,
}

impl Watch for Silent {
    fn begin(&mut self, _: &TrainConfig, _: usize, _: &[Report]) {}
    fn round(&mut self, _: &Report) {
        self.rounds += 1;
    }
    fn last_matches(&mut self) {}
    fn wants_end(&self) -> bool {
        self.rounds >= self.left
    }
}

fn kuhn() -> Kuhn {
    Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap()
}

fn config(seed: u64) -> TrainConfig {
    TrainConfig {
        game: "kuhn".to_owned(),
        seed,
        threads: 1,
        minutes: 0.0,
        iterations: 150,
        games: 512,
        lanes: 256,
        epochs: 2,
        minibatch: 512,
        learning_rate: 3e-3,
        entropy_start: 0.1,
        past_every: 5,
        past_kept: 20,
        past_share: 0.5,
        network: NetworkConfig::Tensor(TensorConfig { width: 16, trunk: 16, blocks: 1, ..TensorConfig::default() }),
        ..TrainConfig::default()
    }
}

fn run(config: &TrainConfig, path: &Path, rounds: u64) {
    let folder = Folder::open(path).map(|(folder, _)| folder).unwrap_or_else(|_| Folder::create(path, config).unwrap());
    train(&[kuhn()], &[kuhn()], config, &folder, &mut Silent { rounds: 0, left: rounds }).unwrap();
}

/// How often a model bets in each of the twelve situations: card by card, before and after a move of the other.
fn policy(path: &Path) -> impl Fn(&<Kuhn as Game>::State) -> f64 {
    let mut mind = Mind::new(&Model::open(path, kuhn().spec()).unwrap());
    let mut known: Vec<(String, f64)> = Vec::new();
    let mut states = vec![kuhn().start()];
    while let Some(state) = states.pop() {
        match state.turn() {
            Turn::Over => {}
            Turn::Chance => {
                let mut outcomes = hoyle_core::Outcomes::new();
                state.outcomes(&mut outcomes);
                states.extend(outcomes.iter().map(|(outcome, _)| after(&state, outcome)));
            }
            Turn::Seat(seat) => {
                let mut legal = ActionSet::new();
                state.legal(&mut legal);
                mind.clear();
                mind.see(View::new(&state, seat), &legal);
                mind.think();
                let logits = mind.answers().logits(0);
                known.push((info(&state, seat), 1.0 / (1.0 + f64::from(logits[0] - logits[1]).exp())));
                states.extend([0, 1].map(|action| after(&state, ActionId(action))));
            }
        }
    }
    move |state| {
        let Turn::Seat(seat) = state.turn() else { return 0.0 };
        let wanted = info(state, seat);
        known.iter().find(|(info, _)| *info == wanted).map_or(0.0, |(_, bet)| *bet)
    }
}

fn after(state: &<Kuhn as Game>::State, action: ActionId) -> <Kuhn as Game>::State {
    let mut state = state.clone();
    state.play(action);
    state
}

fn info(state: &<Kuhn as Game>::State, seat: Seat) -> String {
    let mut text = String::new();
    state.info(seat, &mut text);
    text
}

type Policy<'a> = &'a dyn Fn(&<Kuhn as Game>::State) -> f64;

/// What the first seat wins on average.
fn worth(state: &<Kuhn as Game>::State, players: [Policy<'_>; 2]) -> f64 {
    match state.turn() {
        Turn::Over => f64::from(state.scores()[Seat(0)]),
        Turn::Chance => {
            let mut outcomes = hoyle_core::Outcomes::new();
            state.outcomes(&mut outcomes);
            let n = outcomes.iter().count() as f64;
            outcomes.iter().map(|(outcome, _)| worth(&after(state, outcome), players) / n).sum()
        }
        Turn::Seat(seat) => {
            let bet = players[seat.index()](state);
            bet * worth(&after(state, ActionId(1)), players) + (1.0 - bet) * worth(&after(state, ActionId(0)), players)
        }
    }
}

/// How much both seats together could win more by playing best against the policy: 0 for an optimum.
fn exploitability(policy: Policy<'_>) -> f64 {
    let best = |own: usize| {
        (0..64u32)
            .map(|strategy| {
                // One bit for each card and each of the two moments at which the seat decides.
                let pure = move |state: &<Kuhn as Game>::State| {
                    let snapshot = state.snapshot();
                    let card = snapshot.cards[own].unwrap_or(0);
                    let late = if own == 0 { snapshot.moves.len() == 2 } else { snapshot.moves[0] };
                    f64::from(strategy >> (2 * card + u8::from(late)) & 1)
                };
                let players: [Policy<'_>; 2] = if own == 0 { [&pure, policy] } else { [policy, &pure] };
                worth(&kuhn().start(), players) * if own == 0 { 1.0 } else { -1.0 }
            })
            .fold(f64::MIN, f64::max)
    };
    best(0) + best(1)
}

#[test]
fn the_measure_knows_the_optimum() {
    let third = |state: &<Kuhn as Game>::State| {
        let snapshot = state.snapshot();
        let own = snapshot.moves.len() % 2;
        match (own, snapshot.cards[own].unwrap(), &snapshot.moves[..]) {
            (0, 1, [_, _]) | (1, 0, [false]) | (1, 1, [true]) => 1.0 / 3.0,
            (_, 2, [.., true] | [false]) => 1.0,
            _ => 0.0,
        }
    };
    assert!(exploitability(&third).abs() < 1e-9, "{}", exploitability(&third));
    assert!((worth(&kuhn().start(), [&third, &third]) + 1.0 / 18.0).abs() < 1e-9);
    assert!(exploitability(&|_| 0.5) > 0.9);
}

#[test]
fn ppo_finds_the_optimum_from_three_seeds() {
    for seed in 1..=3 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        run(&config(seed), &path, u64::MAX);
        let found = exploitability(&policy(&path));
        println!("seed {seed}: {found}");
        assert!(found < 0.1, "seed {seed}: {found}");
    }
}

#[test]
fn a_run_that_was_broken_off_ends_with_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let config = TrainConfig { iterations: 12, past_every: 2, past_kept: 3, ..config(4) };
    run(&config, &whole, u64::MAX);
    run(&config, &broken, 5);
    run(&config, &broken, 3);
    run(&config, &broken, u64::MAX);
    let model = |path: &Path| Model::open(path, kuhn().spec()).unwrap();
    assert_eq!(model(&whole).weights, model(&broken).weights);
    assert_eq!(model(&whole).about.trained.iterations, 12);
}
