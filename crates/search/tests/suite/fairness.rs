//! Fair by construction: what is hidden cannot change what a search finds. And one seed gives one result.

use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{Kuhn, Options};
use hoyle_core::{ActionSet, Game, Player, Rng, Seat, Turn, View, play_out};
use hoyle_search::{
    Budget, Findings, Gumbel, Leaf, Method, RandomRollouts, Rule, Search, SearchPlayer, Searcher, Settings, player,
    player_with,
};

fn game<G: Game>() -> G {
    G::new(G::preset(G::PRESETS[0]).expect("the first preset")).expect("a preset can be played")
}

/// All that a search found, as text: every number of it.
fn numbers(found: &Findings) -> String {
    format!("{:?} {:?} {} {}", found.choice(), found.actions, found.simulations, found.nodes)
}

/// Positions of random games in which somebody decides between several actions.
fn positions<G: Game>(game: G, games: u64, keep: u32) -> Vec<(G::State, Seat)> {
    let mut found = Vec::new();
    for index in 0..games {
        let mut rng = Rng::stream(8, index);
        let mut state = game.variant(index).start();
        let mut legal = ActionSet::new();
        play_out(&mut state, &mut rng, |state, seat, rng| {
            state.legal(&mut legal);
            if legal.len() > 1 && rng.below(keep) == 0 {
                found.push((state.clone(), seat));
            }
            legal.random(rng)
        });
    }
    found
}

/// Two positions that differ only in what the seat cannot see give the same findings for the same seed, number by number.
fn probe<G: Game>(specs: &[&str], games: u64, keep: u32) {
    let mut rng = Rng::new(21);
    let mut differed = 0;
    let positions = positions(game::<G>(), games, keep);
    assert!(positions.len() > 20, "{} positions are too few to prove anything", positions.len());
    for (state, seat) in &positions {
        let other = state.determinize(*seat, &mut rng);
        differed += u32::from(other != *state);
        for spec in specs {
            let seed = rng.bits();
            let search = |state: &G::State| {
                let named: hoyle_core::names::Named = spec.parse().expect("a specification");
                let mut player = player(game::<G>(), &named.name, &named.settings).expect("a player");
                numbers(&player.searcher.search(View::new(state, *seat), &mut Rng::new(seed)).unwrap())
            };
            assert_eq!(search(state), search(&other), "{} by {spec}: the search saw what is hidden", G::NAME);
        }
    }
    let hidden = !game::<G>().spec().perfect_information;
    assert_eq!(differed > 0, hidden, "{}: {differed} of {} pairs differed", G::NAME, positions.len());
}

const SPECS: &[&str] = &[
    "ismcts:sims=30",
    "puct:sims=30,leaves=4",
    "gumbel:sims=30",
    "pimc:sims=30,worlds=3",
    "ismcts:sims=30,others=blind,blind=0.5",
    "gumbel:sims=30,others=blind",
    "puct:sims=30,others=policy",
];

#[test]
fn kuhn_searches_see_only_their_view() {
    probe::<Kuhn>(SPECS, 40, 1);
}

#[test]
fn ludo_searches_see_only_their_view() {
    probe::<hoyle_ludo::Ludo>(SPECS, 2, 10);
}

#[test]
fn dominion_searches_see_only_their_view() {
    probe::<hoyle_dominion::Dominion>(SPECS, 6, 30);
    probe::<hoyle_dominion::Dominion>(&["puct:sims=20,rollout=big-money,prior=0.5"], 3, 30);
}

#[test]
fn acquire_searches_see_only_their_view() {
    probe::<hoyle_acquire::Acquire>(SPECS, 4, 8);
    probe::<hoyle_acquire::Acquire>(&["puct:sims=10,rollout=greedy,prior=0.5,cut=4"], 2, 8);
}

#[test]
fn magic_searches_see_only_their_view() {
    probe::<hoyle_magic::Magic>(SPECS, 12, 20);
    probe::<hoyle_magic::Magic>(&["puct:sims=20,rollout=heuristic,prior=0.5,cut=20"], 6, 20);
}

fn settings(threads: usize, leaves: usize) -> Settings {
    let budget = Budget { simulations: 200, ..Budget::default() };
    Settings { method: Method::ISMCTS, budget, threads, leaves, ..Settings::default() }
}

#[test]
fn one_seed_gives_one_result_on_any_number_of_threads() {
    let (state, seat) = positions(game::<hoyle_dominion::Dominion>(), 1, 20).swap_remove(0);
    for (threads, leaves) in [(1, 1), (1, 8), (2, 1), (3, 4)] {
        let search = |seed| {
            let mut searcher = Searcher::new(settings(threads, leaves), || Box::new(RandomRollouts));
            numbers(&searcher.search(View::new(&state, seat), &mut Rng::new(seed)).unwrap())
        };
        assert_eq!(search(1), search(1));
        assert_ne!(search(1), search(2));
    }
}

#[test]
fn a_searcher_that_is_used_again_forgets_the_last_position() {
    let positions = positions(game::<hoyle_acquire::Acquire>(), 1, 8);
    let mut kept = Searcher::new(settings(1, 1), || Box::new(RandomRollouts));
    for (state, seat) in &positions {
        let mut fresh = Searcher::new(settings(1, 1), || Box::new(RandomRollouts));
        let view = View::new(state, *seat);
        assert_eq!(
            numbers(&kept.search(view, &mut Rng::new(5)).unwrap()),
            numbers(&fresh.search(view, &mut Rng::new(5)).unwrap())
        );
    }
}

#[test]
fn within_a_turn_the_tree_is_used_again() {
    let game = game::<hoyle_acquire::Acquire>();
    let mut player: SearchPlayer<_> =
        player(game, "ismcts", &[("sims".to_owned(), "300".to_owned())]).expect("a player");
    let mut fresh = 0;
    let mut reused = 0;
    let mut rng = Rng::new(3);
    let mut state = game.start();
    for _ in 0..400 {
        let Turn::Seat(seat) = state.roll_to_decision(&mut rng) else { break };
        let view = View::new(&state, seat);
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        if legal.len() > 1 {
            let found = player.searcher.search(view, &mut rng).unwrap();
            assert!(found.simulations >= 300);
            let visits: u32 = found.actions.iter().map(|finding| finding.edge.visits).sum();
            // A tree that is used again has descents that ended at its root: they are no visits of actions.
            assert!(visits <= found.simulations);
            let action = found.choice();
            assert!(legal.contains(action));
            player.searcher.played(view, action, &mut rng);
            reused += u32::from(player.searcher.expects_more());
            fresh += u32::from(!player.searcher.expects_more());
            state.play_unchecked(action);
        } else {
            state.play_unchecked(player.choose(view, &mut rng));
        }
    }
    assert!(reused > 10 && fresh > 10, "{reused} {fresh}");
}

/// The `i`-th visit of either move has the same card in the other's hand, and the next one another, as it comes.
#[test]
fn actions_that_are_halved_meet_the_same_deals() {
    let mut rng = Rng::new(5);
    let mut state = Kuhn::new(Options { cards: 9, forced: false }).expect("a game").start();
    state.roll_to_decision(&mut rng);
    let mut legal = ActionSet::new();
    state.legal(&mut legal);
    let mut search = Search::new(Rule::Gumbel(Gumbel::PAPER.sigma));
    search.begin(View::new(&state, Seat(0)));
    search.halve(&legal, Gumbel::PAPER, 16, &mut rng);
    let mut leaf = Leaf::new(state.clone());
    let mut met = [Vec::new(), Vec::new()];
    while search.wants_root() || search.simulations() < 16 {
        search.gather(View::new(&state, Seat(0)), &mut rng, &mut leaf);
        let snapshot = leaf.state.snapshot();
        if let Some(&bet) = snapshot.moves.first() {
            met[usize::from(bet)].push(snapshot.cards[1]);
        }
        search.apply(&leaf);
    }
    let [checked, bet] = met;
    assert_eq!((checked.len(), bet.len()), (8, 8));
    assert_eq!(checked, bet);
    assert!(checked.iter().any(|card| *card != checked[0]), "{checked:?}");
}

#[test]
fn a_full_tree_is_searched_on() {
    let (state, seat) = positions(game::<hoyle_dominion::Dominion>(), 1, 20).swap_remove(0);
    let budget = Budget { simulations: 500, nodes: 20, ..Budget::default() };
    for method in [Method::ISMCTS, Method::PUCT, Method::GUMBEL, Method::PIMC] {
        let settings = Settings { method, budget, ..Settings::default() };
        let mut searcher = Searcher::new(settings, || Box::new(RandomRollouts));
        let found = searcher.search(View::new(&state, seat), &mut Rng::new(1)).unwrap();
        assert_eq!(found.simulations, 500, "{method:?}");
        assert!(searcher.first().tree().len() <= 22, "{method:?}: {}", searcher.first().tree().len());
    }
}

#[test]
fn time_ends_a_search() {
    let (state, seat) = positions(game::<hoyle_dominion::Dominion>(), 1, 20).swap_remove(0);
    for name in ["ismcts", "puct", "pimc"] {
        let mut player = player(game::<hoyle_dominion::Dominion>(), name, &[("time".to_owned(), "0.05".to_owned())])
            .expect("a player");
        let started = std::time::Instant::now();
        let found = player.searcher.search(View::new(&state, seat), &mut Rng::new(1)).unwrap();
        assert!(found.simulations > 0, "{name}");
        assert!(started.elapsed().as_millis() >= 50, "{name}");
    }
}

#[test]
fn what_looks_bad_is_dropped_before_it_is_tried() {
    let positions = positions(game::<hoyle_ludo::Ludo>(), 2, 10);
    let mut dropped = 0;
    for (state, seat) in &positions {
        let mut legal = ActionSet::new();
        state.legal(&mut legal);
        let settings = Settings { prune: 0.97, ..settings(1, 1) };
        let mut searcher = Searcher::new(settings, || Box::new(RandomRollouts));
        let found = searcher.search(View::new(state, *seat), &mut Rng::new(1)).unwrap();
        for finding in &found.actions {
            dropped += u32::from(finding.edge.dropped);
            assert_eq!(finding.edge.dropped, finding.edge.visits == 0, "dropped is never tried, and what is kept is");
        }
        assert!(found.actions.iter().any(|finding| !finding.edge.dropped));
        assert!(!found.actions.iter().any(|f| f.edge.dropped && f.edge.action == found.choice()));
    }
    assert!(dropped > 0);
}

#[test]
fn wrong_settings_are_told() {
    let error = |name: &str, settings: &[(&str, &str)]| {
        let settings: Vec<_> = settings.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        player(game::<hoyle_ludo::Ludo>(), name, &settings).err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert_eq!(error("ismcts", &[("sims", "100")]), "");
    assert_eq!(error("ismcts", &[("sims", "0")]), "setting `sims`: `0` is not from 1 to 1073741823");
    assert_eq!(error("ismcts", &[("k", "nan")]), "setting `k`: `nan` is not from 0 to 100");
    assert!(error("ismcts", &[("sim", "5")]).starts_with("unknown setting `sim` (did you mean `sims`?)"));
    assert!(error("ismcts", &[("rollout", "onе-ply")]).starts_with("unknown rollout player"));
    assert!(error("ismcts", &[("c", "2")]).starts_with("unknown setting `c`"));
    assert_eq!(
        error("gumbel", &[("time", "1")]),
        "halving plans ahead: give `sims` instead of `time`, or search by another method"
    );
    assert!(error("puct", &[("prior", "0.5")]).contains("rollout=NAME"));
    assert!(error("raw", &[]).contains("rollout=NAME"));
    assert_eq!(error("raw", &[("rollout", "one-ply")]), "");
    assert_eq!(error("astar", &[]), "there is no such player");
    let judged = |settings: &[(&str, &str)]| {
        let settings: Vec<_> = settings.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let made = player_with(game::<hoyle_ludo::Ludo>(), "gumbel", &settings, Box::new(RandomRollouts));
        made.err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert_eq!(judged(&[("rollout", "one-ply"), ("cut", "4"), ("later", "0.7"), ("noise", "0.1")]), "");
    let raw = player_with(
        game::<hoyle_ludo::Ludo>(),
        "raw",
        &[("rollout".into(), "one-ply".into())],
        Box::new(RandomRollouts),
    );
    assert!(raw.is_err_and(|error| error.to_string().contains("nothing is played on")));
    assert!(judged(&[("prior", "0.5")]).starts_with("setting `prior`: the evaluator says"));
    assert!(judged(&[("rollout", "estimate")]).contains("name a player, or random"));
    assert!(judged(&[("rollout", "nobody")]).starts_with("unknown rollout player `nobody`"));
    for alone in ["cut", "noise", "later"] {
        assert!(judged(&[(alone, "1")]).ends_with("name who plays them by rollout=NAME"));
    }
}
