//! Games with known answers: bandits, tic-tac-toe, and a hidden coin.

use crate::toys::{Place, TicTacToe, TreeGame, TreeState, at, best_value};
use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{BET, Kuhn, Options};
use hoyle_core::{ActionId, ActionSet, Game, Rng, Scores, Seat, Turn, View};
use hoyle_search::{
    Budget, Estimates, Evaluator, EvaluatorError, Gumbel, Leaf, Method, Others, PlayedOn, RandomRollouts, Rollouts,
    RootNoise, Searcher, Settings, Sigma, Tree,
};

fn settings(method: Method, simulations: u32) -> Settings {
    Settings { method, budget: Budget { simulations, ..Budget::default() }, ..Settings::default() }
}

/// A decision between arms that win with some probability, of 100.
fn bandit(chances: &[u32]) -> &'static TreeGame {
    let arm = |&p: &u32| match p {
        0 => Place::End(vec![0.0]),
        100 => Place::End(vec![1.0]),
        _ => Place::Chance(vec![(p, Place::End(vec![1.0])), (100 - p, Place::End(vec![0.0]))]),
    };
    TreeGame::new(Place::Decide(0, "arms", chances.iter().map(arm).collect()), 1)
}

#[test]
fn every_method_finds_the_best_arm_and_its_value() {
    let game = bandit(&[30, 45, 80, 55, 10]);
    let state = at(game, &[]);
    for method in [Method::ISMCTS, Method::PUCT, Method::GUMBEL, Method::PIMC] {
        let mut searcher = Searcher::new(settings(method, 4000), || Box::new(RandomRollouts));
        for seed in 0..5 {
            let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(seed)).unwrap();
            assert_eq!(found.choice(), ActionId(2), "{method:?}");
            let best = &found.actions[2];
            let value = best.value(Seat(0)).unwrap();
            assert!((value - 0.8).abs() < 0.06, "{method:?}: {value}");
            assert!(best.lower(Seat(0)) < value && best.lower(Seat(0)) > 0.7, "{method:?}");
            let visits: u32 = found.actions.iter().map(|finding| finding.edge.visits).sum();
            assert_eq!((visits, found.simulations), (4000, 4000), "{method:?}");
        }
    }
}

#[test]
fn exploration_visits_the_worse_arms_as_often_as_the_formula_says() {
    // After n visits, mean + k sqrt(ln n / visits) is nearly the same for all arms.
    let game = bandit(&[20, 50, 70]);
    let state = at(game, &[]);
    let mut searcher = Searcher::new(settings(Method::Ismcts { k: 0.7 }, 20_000), || Box::new(RandomRollouts));
    let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap();
    let bound = |i: usize| {
        let edge = &found.actions[i].edge;
        edge.mean(0, 0.0) + 0.7 * ((edge.available as f32).ln() / edge.visits as f32).sqrt()
    };
    let bounds: Vec<f32> = (0..3).map(bound).collect();
    assert!(bounds.iter().all(|b| (b - bounds[0]).abs() < 0.02), "{bounds:?}");
}

#[test]
fn tic_tac_toe_is_played_perfectly() {
    // Every position that some game reaches, by all methods that search: the move keeps the value that it has.
    let mut positions = Vec::new();
    let mut rng = Rng::new(5);
    for _ in 0..15 {
        let mut state = TicTacToe::default();
        while let Turn::Seat(_) = state.turn() {
            positions.push(state.clone());
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            state.play_unchecked(legal.random(&mut rng));
        }
    }
    type Make = fn() -> Box<dyn Evaluator<TicTacToe>>;
    // Halving takes its evaluator at its word, and trusts a single lost rollout too much: it gets one without luck.
    let ignorant: Make = || Box::new(Estimates(|_: &TicTacToe| Scores::from_slice(&[0.5, 0.5])));
    let rollouts: Make = || Box::new(RandomRollouts);
    let halving = Method::Gumbel(Gumbel { considered: 9, sigma: Sigma::default(), ..Gumbel::PAPER });
    for (method, evaluator) in [(Method::ISMCTS, rollouts), (Method::PUCT, rollouts), (halving, ignorant)] {
        let mut searcher = Searcher::new(settings(method, 20_000), evaluator);
        for state in &positions {
            let Turn::Seat(seat) = state.turn() else { unreachable!() };
            let found = searcher.search(View::new(state, seat), &mut rng).unwrap();
            let mut after = state.clone();
            after.play_unchecked(found.choice());
            assert_eq!(1.0 - best_value(&after), best_value(state), "{method:?} in {state:?}");
        }
    }
}

/// A coin lies hidden. Who plays guesses it, for 1 or 0; who does not takes 0.6. Guessing is worth 0.5.
fn hidden_coin() -> &'static TreeGame {
    let guess = |coin: usize| {
        let results = (0..2).map(|side| Place::End(vec![f32::from(u8::from(side == coin))])).collect();
        let play = Place::Decide(0, "guess", results);
        Place::Decide(0, "play or not", vec![play, Place::End(vec![0.6])])
    };
    TreeGame::new(Place::Chance(vec![(1, guess(0)), (1, guess(1))]), 1)
}

#[test]
fn what_is_hidden_stays_hidden_in_the_search() {
    let game = hidden_coin();
    for coin in [0, 1] {
        let state = at(game, &[coin]);
        let view = View::new(&state, Seat(0));
        let choice = |method| {
            let mut searcher = Searcher::new(settings(method, 4000), || Box::new(RandomRollouts));
            let found = searcher.search(view, &mut Rng::new(3)).unwrap();
            (found.choice(), found.actions[0].value(Seat(0)).unwrap())
        };
        for method in [Method::ISMCTS, Method::PUCT, Method::GUMBEL] {
            let (action, value) = choice(method);
            assert_eq!(action, ActionId(1), "{method:?} does not take the sure 0.6");
            assert!((value - 0.5).abs() < 0.05, "{method:?}: playing is worth a half, not {value}");
        }
        // Perfect-information search believes that it will know the coin when it has to guess: the known fault that
        // information sets mend.
        let (action, value) = choice(Method::PIMC);
        assert_eq!(action, ActionId(0));
        assert!(value > 0.9, "{value}");
    }
}

/// Seat 0 goes or takes 0.4. If it goes, a hidden coin decides which of two actions seat 1 has beside a third.
#[test]
fn availability_counts_how_often_an_action_could_be_taken() {
    let answer = |own: u16| {
        let options = (0..3).filter(|&i| i == own || i == 2).map(|_| Place::End(vec![0.5, 0.5])).collect();
        (if own == 0 { 9 } else { 1 }, Place::Decide(1, if own == 0 { "often" } else { "rarely" }, options))
    };
    let root = Place::Decide(0, "go", vec![Place::Chance(vec![answer(0), answer(1)]), Place::End(vec![0.4, 0.6])]);
    let state = at(TreeGame::new(root, 2), &[]);
    let mut searcher = Searcher::new(settings(Method::ISMCTS, 5000), || Box::new(RandomRollouts));
    let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(2)).unwrap();
    assert_eq!(found.choice(), ActionId(0));
    let tree = searcher.first().tree();
    let below = tree.edge(tree.find(Tree::ROOT, ActionId(0)).unwrap()).child;
    for (_, edge) in tree.edges(below) {
        assert!(edge.available <= tree.node(below).visits && edge.visits <= edge.available, "{edge:?}");
    }
}

#[test]
fn each_seat_wants_its_own_best() {
    // Seat 0 decides who decides; seat 1 would take (0, 1, 0), seat 2 prefers (0.7, 0, 0.9).
    let last = |seat, options: [[f32; 3]; 2]| {
        Place::Decide(seat, "last", options.iter().map(|scores| Place::End(scores.to_vec())).collect())
    };
    let root = Place::Decide(
        0,
        "first",
        vec![last(1, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), last(2, [[0.7, 0.0, 0.9], [1.0, 0.0, 0.1]])],
    );
    let state = at(TreeGame::new(root, 3), &[]);
    for method in [Method::ISMCTS, Method::PUCT, Method::GUMBEL] {
        let mut searcher = Searcher::new(settings(method, 3000), || Box::new(RandomRollouts));
        let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(4)).unwrap();
        assert_eq!(found.choice(), ActionId(1), "{method:?}");
        let values: Vec<f32> = (0..3).map(|seat| found.actions[1].value(Seat(seat)).unwrap()).collect();
        assert!((values[0] - 0.7).abs() < 0.1 && values[1] < 0.01 && values[2] > 0.75, "{method:?}: {values:?}");
    }
}

/// Evaluates leaves where a seat is to decide by a function of the information state; others have their scores.
struct ByText<F>(F);

impl<F: Fn(&str) -> (f32, Vec<f32>) + Send> Evaluator<TreeState> for ByText<F> {
    fn evaluate(&mut self, leaves: &mut [Leaf<TreeState>], _: &mut Rng) -> Result<(), EvaluatorError> {
        for leaf in leaves {
            let Some(seat) = leaf.seat() else {
                leaf.scores = leaf.state.scores();
                continue;
            };
            let mut text = String::new();
            View::new(&leaf.state, seat).information_state(&mut text);
            let (value, weights) = (self.0)(&text);
            (leaf.scores, leaf.weights) = (Scores::from_slice(&[value]), weights);
        }
        Ok(())
    }
}

/// Evaluates a bandit: at the root by a policy and its mean, at an arm by the arm's value.
fn bandit_evaluator(values: &[f32], weights: &[f32], mean: f32) -> impl Fn() -> Box<dyn Evaluator<TreeState>> + use<> {
    let (values, weights) = (values.to_vec(), weights.to_vec());
    move || {
        let (values, weights) = (values.clone(), weights.clone());
        Box::new(ByText(move |text: &str| match text.parse::<usize>() {
            Ok(arm) => (values[arm], Vec::new()),
            Err(_) => (mean, weights.clone()),
        }))
    }
}

/// Has no answer after some leaves.
struct Failing(usize);

impl Evaluator<TreeState> for Failing {
    fn evaluate(&mut self, leaves: &mut [Leaf<TreeState>], _: &mut Rng) -> Result<(), EvaluatorError> {
        self.0 = self.0.checked_sub(leaves.len()).ok_or_else(|| EvaluatorError::new(std::fmt::Error))?;
        leaves.iter_mut().for_each(|leaf| leaf.scores = Scores::from_slice(&[0.5]));
        Ok(())
    }
}

#[test]
fn a_search_ends_with_the_error_of_its_evaluator() {
    let state = at(bandit(&[30, 70]), &[]);
    let view = View::new(&state, Seat(0));
    for method in [Method::ISMCTS, Method::PUCT, Method::GUMBEL, Method::PIMC, Method::Raw] {
        for threads in [1, 3] {
            let settings = Settings { threads, ..settings(method, 600) };
            let failing = |left| Searcher::new(settings, move || Box::new(Failing(left)));
            let error = failing(0).search(view, &mut Rng::new(1)).unwrap_err();
            assert!(error.downcast::<std::fmt::Error>().is_ok(), "{method:?}: the error is the evaluator's own");
            let error = failing(100).search_watched(view, &mut Rng::new(1), |_, _| true);
            assert_eq!(error.is_err(), method != Method::Raw, "{method:?} asks about more than 100 leaves");
            assert!(failing(1000).search(view, &mut Rng::new(1)).is_ok(), "{method:?}");
        }
    }
}

#[test]
fn unlikely_actions_are_dropped_however_the_evaluator_plays_the_leaf() {
    let arm = |value: f32| Place::Decide(0, "0", vec![Place::End(vec![value])]);
    let state = at(TreeGame::new(Place::Decide(0, "root", vec![arm(0.2), arm(0.8), arm(0.9)]), 1), &[]);
    let evaluator = bandit_evaluator(&[0.5], &[0.6, 0.3, 0.1], 0.5);
    let played_on = || -> Box<dyn Evaluator<TreeState>> {
        Box::new(PlayedOn::new(evaluator(), Rollouts::new(Vec::new()), u32::MAX, 1.0))
    };
    let settings = Settings { prune: 0.3, ..settings(Method::PUCT, 20) };
    for evaluator in [evaluator(), played_on()] {
        let mut evaluator = Some(evaluator);
        let mut searcher = Searcher::new(settings, || evaluator.take().unwrap());
        let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap();
        let dropped: Vec<bool> = found.actions.iter().map(|action| action.edge.dropped).collect();
        assert_eq!(dropped, [false, false, true], "a tenth is less than a third of six tenths");
        assert_eq!(found.actions[2].edge.visits, 0);
    }
}

#[test]
fn an_evaluator_that_is_asked_again_later_sees_what_it_missed() {
    // The evaluator knows nothing until an arm was played to its end, and likes the wrong one.
    let arm = |value: f32| {
        let next = Place::Decide(0, "1", vec![Place::End(vec![value])]);
        Place::Decide(0, "0", vec![Place::Decide(0, "0", vec![next])])
    };
    let state = at(TreeGame::new(Place::Decide(0, "root", vec![arm(0.2), arm(0.8)]), 1), &[]);
    let search = |decisions: u32, share: f32| {
        let evaluator = bandit_evaluator(&[0.5, 0.6], &[0.7, 0.3], 0.5);
        let later = || -> Box<dyn Evaluator<TreeState>> {
            Box::new(PlayedOn::new(evaluator(), Rollouts::new(Vec::new()), decisions, share))
        };
        let mut searcher = Searcher::new(settings(Method::GUMBEL, 2), later);
        let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap();
        let prior: Vec<f32> = found.actions.iter().map(|action| action.edge.prior).collect();
        assert_eq!(prior, [0.7, 0.3], "what looks good is said of the leaf itself");
        [0, 1].map(|action| (100.0 * found.actions[action].value(Seat(0)).unwrap()).round() as i32)
    };
    assert_eq!(search(u32::MAX, 0.5), [35, 65], "half of what it is at the end");
    assert_eq!(search(u32::MAX, 1.0), [20, 80]);
    assert_eq!(search(u32::MAX, 0.0), [50, 50]);
    assert_eq!(search(0, 0.5), [50, 50], "nobody plays on");
    assert_eq!(search(1, 1.0), [50, 50]);
    assert_eq!(search(2, 1.0), [60, 60], "the evaluator is asked where the players stopped");
    assert_eq!(search(3, 1.0), [20, 80]);
}

#[test]
fn the_gumbel_policy_improves_on_its_prior_in_the_mean() {
    // Random bandits with exact values and a prior that knows nothing of them. The paper's theorem: the action that is
    // chosen is expected to be worth at least what the prior is, whatever the number of simulations.
    for (arms, simulations) in [(16usize, 4u32), (16, 16), (40, 20)] {
        let mut rng = Rng::new(7);
        let mut sums = [0.0; 3];
        let bandits = 400;
        for _ in 0..bandits {
            let values: Vec<f32> = (0..arms).map(|_| rng.unit()).collect();
            let weights: Vec<f32> = (0..arms).map(|_| (3.0 * rng.unit()).exp()).collect();
            let total: f32 = weights.iter().sum();
            let prior: f32 = weights.iter().zip(&values).map(|(weight, value)| weight / total * value).sum();
            // Two decisions deep, so that the evaluator is asked about every arm.
            let arm = |i: usize| Place::Decide(0, i.to_string().leak(), vec![Place::End(vec![0.0])]);
            let state = at(TreeGame::new(Place::Decide(0, "root", (0..arms).map(arm).collect()), 1), &[]);
            let mut searcher =
                Searcher::new(settings(Method::GUMBEL, simulations), bandit_evaluator(&values, &weights, prior));
            let found = searcher.search(View::new(&state, Seat(0)), &mut rng).unwrap();
            let policy = found.policy(Sigma::default());
            assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-3);
            let improved: f32 = policy.iter().zip(&values).map(|(p, value)| p * value).sum();
            for (sum, value) in sums.iter_mut().zip([prior, values[found.choice().index()], improved]) {
                *sum += value / bandits as f32;
            }
        }
        let [prior, chosen, improved] = sums;
        assert!(chosen > prior + 0.1, "{arms} arms, {simulations} simulations: {chosen} v {prior}");
        assert!(improved > prior + 0.05, "{arms} arms, {simulations} simulations: {improved} v {prior}");
    }
}

#[test]
fn the_raw_policy_is_the_evaluators_word() {
    let state = at(bandit(&[10, 90, 50]), &[]);
    let evaluator = || -> Box<dyn Evaluator<TreeState>> { Box::new(ByText(|_: &str| (0.5, vec![0.2, 0.1, 0.7]))) };
    let found = Searcher::new(settings(Method::Raw, 1), evaluator)
        .search(View::new(&state, Seat(0)), &mut Rng::new(1))
        .unwrap();
    assert_eq!((found.choice(), found.simulations), (ActionId(2), 0));
    let mut rng = Rng::new(2);
    let drawn: Vec<ActionId> = (0..1000).map(|_| found.sample(1.0, &mut rng)).collect();
    for (id, share) in [(0, 200), (1, 100), (2, 700)] {
        let times = drawn.iter().filter(|&&action| action == ActionId(id)).count();
        assert!(times.abs_diff(share) < 50, "{id} was drawn {times} times of 1000");
    }
}

#[test]
fn noise_at_the_root_makes_a_search_look_elsewhere() {
    let state = at(bandit(&[50, 50, 50, 50]), &[]);
    let noise = |share| Method::Puct { first: 1.25, base: 19652.0, noise: Some(RootNoise { share, alpha: 0.3 }) };
    let priors = |share, seed| {
        let mut searcher = Searcher::new(settings(noise(share), 50), || Box::new(RandomRollouts));
        let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(seed)).unwrap();
        found.actions.iter().map(|finding| finding.edge.prior).collect::<Vec<f32>>()
    };
    assert_eq!(priors(0.0, 1), [0.25; 4]);
    assert_ne!(priors(0.25, 1), priors(0.25, 2));
    for seed in 0..20 {
        let noisy = priors(0.25, seed);
        assert!((noisy.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{noisy:?}");
        assert!(noisy.iter().all(|prior| (0.1875..=0.4376).contains(prior)), "{noisy:?}");
    }
}

#[test]
fn an_estimate_stands_for_the_rest_of_the_game() {
    let state = TicTacToe::default();
    // Who has the middle is taken to be winning.
    let evaluator = || -> Box<dyn Evaluator<TicTacToe>> {
        Box::new(Estimates(|state: &TicTacToe| {
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            let middle = !legal.contains(ActionId(4));
            Scores::from_slice(&if middle { [1.0, 0.0] } else { [0.0, 1.0] })
        }))
    };
    let found = Searcher::new(settings(Method::ISMCTS, 9), evaluator)
        .search(View::new(&state, Seat(0)), &mut Rng::new(1))
        .unwrap();
    assert_eq!(found.choice(), ActionId(4));
}

/// Who holds the best card and bets is called by somebody who does not see it, and never by somebody who does.
#[test]
fn a_strong_hand_is_worth_a_bet_only_if_others_do_not_see_it() {
    let game = Kuhn::new(Options { cards: 3, forced: false }).unwrap();
    let mut state = game.start();
    state.play_unchecked(ActionId(2)); // the first player has the best card of three,
    state.play_unchecked(ActionId(1)); // the second the one in the middle
    let view = View::new(&state, Seat(0));
    let value = |method, others| {
        let chosen = Settings { others, ..settings(method, 4000) };
        let mut searcher = Searcher::new(chosen, || Box::new(RandomRollouts));
        let found = searcher.search(view, &mut Rng::new(9)).unwrap();
        let bet = found.actions.iter().find(|finding| finding.edge.action == BET).unwrap();
        let (low, high) = view.spec().score_bounds;
        low + (high - low) * bet.value(Seat(0)).unwrap()
    };
    for method in [Method::ISMCTS, Method::PUCT] {
        // The other holds the middle card or the worst. Whoever sees the best card gives up: one is won.
        let seen = value(method, Others::Best);
        assert!(seen < 1.15, "{method:?}: {seen}");
        // Who does not see it calls with the middle card, which beats the worst: two are won in half of all deals.
        let hidden = value(method, Others::Blind { share: 0.4 });
        assert!(hidden > 1.3, "{method:?}: {hidden}");
    }
}

/// Nothing that is found in the descents of other seats counts for the searcher, whose actions get the rest of them.
#[test]
fn descents_of_others_are_theirs() {
    let game = Kuhn::new(Options { cards: 9, forced: false }).unwrap();
    let mut state = game.start();
    state.roll_to_decision(&mut Rng::new(2));
    for method in [Method::ISMCTS, Method::PUCT, Method::GUMBEL] {
        let chosen = Settings { others: Others::Blind { share: 0.25 }, ..settings(method, 1000) };
        let mut searcher = Searcher::new(chosen, || Box::new(RandomRollouts));
        let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap();
        let visits: u32 = found.actions.iter().map(|finding| finding.edge.visits).sum();
        assert_eq!(found.simulations, 1000, "{method:?}");
        assert!((740..=760).contains(&visits), "{method:?}: {visits}");
    }
}

/// Six outcomes of chance after one action: its visits meet each as often as the others, as nearly as their number allows.
#[test]
fn the_first_draw_after_an_action_of_the_root_is_spread_evenly() {
    let outcomes = (0..6).map(|side| (1, Place::End(vec![side as f32 / 5.0]))).collect();
    let game = TreeGame::new(Place::Decide(0, "roll", vec![Place::Chance(outcomes), Place::End(vec![0.0])]), 1);
    let state = at(game, &[]);
    let mut errors = 0.0;
    for seed in 0..20 {
        let mut searcher = Searcher::new(settings(Method::PUCT, 60), || Box::new(RandomRollouts));
        let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(seed)).unwrap();
        errors += (found.actions[0].value(Seat(0)).unwrap() - 0.5).powi(2) / 20.0;
    }
    // By luck alone it would be 0.342 / sqrt(60) = 0.044.
    assert!(errors.sqrt() < 0.02, "{}", errors.sqrt());
}
