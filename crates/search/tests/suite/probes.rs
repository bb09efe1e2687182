//! Probes of the games: positions of which it is known what must be played, and a search finds it.

use hoyle_core::prelude::*;
use hoyle_core::testing::Probe;
use hoyle_core::{ActionId, Game, Rng, Seat, Turn, View};
use hoyle_magic::ProbeKind;

/// How many searches, each with another seed, play one of the right actions.
fn right<G: Game>(game: G, state: &G::State, seat: Seat, search: &str, is_right: impl Fn(ActionId) -> bool) -> usize {
    let (name, settings) = search.split_once(':').expect("a search with settings");
    let pair = |text: &str| text.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    let settings: Vec<(String, String)> = settings.split(',').filter_map(pair).collect();
    let choose = |seed| {
        let mut player = hoyle_search::player(game, name, &settings).unwrap_or_else(|e| panic!("{search}: {e}"));
        player.choose(View::new(state, seat), &mut Rng::new(seed))
    };
    (0..SEEDS).map(choose).filter(|&action| is_right(action)).count()
}

/// How many seeds are tried.
const SEEDS: u64 = 10;
const ALL: usize = SEEDS as usize;

/// For each probe of a file how many searches are right.
fn found<G: Game>(file: &str, search: &str) -> Vec<usize> {
    let probes = Probe::<G>::read(file).into_iter();
    probes.map(|probe| right(probe.game, &probe.state, probe.seat, search, |a| probe.play.contains(&a))).collect()
}

/// The same for Magic's probes of a kind.
fn found_in_magic(kind: ProbeKind, search: &str) -> Vec<usize> {
    let probes = hoyle_magic::Probe::all().expect("the probes are read").into_iter();
    let count = |probe: hoyle_magic::Probe| {
        let (game, state) = probe.build().expect("a position");
        let Turn::Seat(seat) = state.turn() else { panic!("{}: nobody is to decide", probe.name) };
        right(game, &state, seat, search, |action| {
            let mut text = String::new();
            state.action_text(action, &mut text);
            text.starts_with(&probe.right)
        })
    };
    probes.filter(|probe| probe.kind == kind).map(count).collect()
}

/// Everything is lost unless one thing is drawn, and only one action makes use of it.
#[test]
fn a_search_plays_to_the_one_draw_that_wins() {
    for mode in ["off", "auto"] {
        let ludo = format!("puct:sims=100,rollout=one-ply,prior=0.3,mode={mode}");
        assert_eq!(
            found::<hoyle_ludo::Ludo>(include_str!("../../../ludo/probes/draws.json"), &ludo),
            [ALL; 2],
            "{ludo}"
        );
        let dominion = format!("puct:sims=100,rollout=big-money,prior=0.3,mode={mode}");
        let file = include_str!("../../../dominion/probes/draws.json");
        assert_eq!(found::<hoyle_dominion::Dominion>(file, &dominion), [ALL; 2], "{dominion}");
        let magic = format!("ismcts:sims=400,rollout=heuristic,mode={mode}");
        assert_eq!(found_in_magic(ProbeKind::OneDraw, &magic), [ALL; 3], "{magic}");
    }
    // A hundred purchases, and three others who may spoil it: it is not found every time.
    let acquire = "puct:sims=5000,rollout=majority,prior=0.3,others=policy";
    let found = found::<hoyle_acquire::Acquire>(include_str!("../../../acquire/probes/draws.json"), acquire);
    assert!(found.len() == 2 && found.iter().all(|&n| n >= ALL - 3), "{acquire}: {found:?}");
}

/// A trick is held back only by who does not take the others to see it.
#[test]
fn an_ambush_is_found_only_if_others_do_not_see_the_hand() {
    let with = |others: &str| format!("puct:sims=4000,rollout=heuristic,prior=0.3,others={others}");
    assert_eq!(found_in_magic(ProbeKind::Ambush, &with("best")), [0]);
    assert_eq!(found_in_magic(ProbeKind::Ambush, &with("policy")), [ALL]);
    assert_eq!(found_in_magic(ProbeKind::Ambush, &with("blind")), [ALL]);
}
