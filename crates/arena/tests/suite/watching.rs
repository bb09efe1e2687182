//! Who watches is shown what others do, by everybody who drives a game, and nobody else pays for it.

use hoyle_arena::{
    ComebackSettings, Entrant, MatchOptions, MatchSettings, RuleOfThumb, comeback_report, comebacks, run_match_with,
};
use hoyle_core::testing::kuhn::{BET, Kuhn, KuhnState, PASS};
use hoyle_core::{ActionId, Game, Player, RandomPlayer, Rng, Seat, Turn, View};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

fn kuhn() -> Kuhn {
    Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap()
}

/// Plays at random and checks what it is shown; counts how often that is, and how often it is asked.
struct Watcher {
    shown: Arc<AtomicU64>,
    asked: Arc<AtomicU64>,
}

fn text(view: View<'_, KuhnState>) -> String {
    let mut text = String::new();
    view.information_state(&mut text);
    text
}

impl Player<KuhnState> for Watcher {
    fn choose(&mut self, view: View<'_, KuhnState>, rng: &mut Rng) -> ActionId {
        self.asked.fetch_add(1, Ordering::Relaxed);
        RandomPlayer.choose(view, rng)
    }

    fn watches(&self) -> bool {
        true
    }

    fn watch(&mut self, before: View<'_, KuhnState>, after: View<'_, KuhnState>, rng: &mut Rng) {
        assert_eq!(before.seat(), after.seat());
        assert_eq!(before.turn(), Turn::Seat(Seat(1 - before.seat().0)), "it was the other's turn");
        let (before, after) = (text(before), text(after));
        assert!(after.starts_with(&before) && after.len() == before.len() + 1, "one move more: `{before}`, `{after}`");
        let _ = rng.bits();
        self.shown.fetch_add(1, Ordering::Relaxed);
    }
}

fn watcher(shown: &Arc<AtomicU64>, asked: &Arc<AtomicU64>) -> Entrant<KuhnState> {
    let (shown, asked) = (Arc::clone(shown), Arc::clone(asked));
    Entrant::new("watcher", move || Box::new(Watcher { shown: Arc::clone(&shown), asked: Arc::clone(&asked) }))
}

#[test]
fn a_match_shows_every_action_of_others() {
    for move_limit in [None, Some(Duration::from_secs(5))] {
        let (shown, asked) = Default::default();
        let (plain_shown, plain_asked) = Default::default();
        let other = Entrant::new("random", || Box::new(RandomPlayer));
        let options = MatchOptions { move_limit, ..MatchOptions::default() };
        let settings = MatchSettings { games: 60, seed: 3, threads: Some(1) };
        let (report, _) = run_match_with(kuhn(), &[watcher(&shown, &asked), other], &settings, options).unwrap();
        let moves = report.players[1].pace.moves;
        assert_eq!(shown.load(Ordering::Relaxed), moves, "as often as the other moved");
        assert_eq!(report.players[0].pace.moves, asked.load(Ordering::Relaxed), "watching is no move");
        // Both watch: each sees what the other does.
        let both = [watcher(&plain_shown, &plain_asked), watcher(&plain_shown, &plain_asked)];
        run_match_with(kuhn(), &both, &settings, MatchOptions::default()).unwrap();
        assert_eq!(plain_shown.load(Ordering::Relaxed), plain_asked.load(Ordering::Relaxed));
    }
}

#[test]
fn who_breaks_down_while_watching_loses() {
    struct Broken;
    impl Player<KuhnState> for Broken {
        fn choose(&mut self, view: View<'_, KuhnState>, rng: &mut Rng) -> ActionId {
            RandomPlayer.choose(view, rng)
        }
        fn watches(&self) -> bool {
            true
        }
        fn watch(&mut self, _: View<'_, KuhnState>, _: View<'_, KuhnState>, _: &mut Rng) {
            panic!("too much to see");
        }
    }
    for move_limit in [None, Some(Duration::from_secs(5))] {
        let entrants = [Entrant::new("broken", || Box::new(Broken)), Entrant::new("random", || Box::new(RandomPlayer))];
        let options = MatchOptions { move_limit, ..MatchOptions::default() };
        let settings = MatchSettings { games: 20, seed: 3, threads: Some(1) };
        let (report, _) = run_match_with(kuhn(), &entrants, &settings, options).unwrap();
        assert_eq!((report.players[0].wins, report.players[0].faults), (0, 20));
        assert!(report.players[0].first_fault.as_deref().unwrap_or_default().contains("too much to see"));
    }
}

/// Always does the same.
struct Always(ActionId);

impl Player<KuhnState> for Always {
    fn choose(&mut self, _: View<'_, KuhnState>, _: &mut Rng) -> ActionId {
        self.0
    }
}

#[test]
fn lost_positions_are_taken_up_by_both_with_the_same_luck() {
    let random = Entrant::new("random", || Box::new(RandomPlayer));
    let [bets, folds] = [BET, PASS].map(|action| Entrant::new(action.to_string(), move || Box::new(Always(action))));
    // The rule of thumb of Kuhn poker calls everything even: all positions are taken.
    let settings = ComebackSettings { positions: 400, replays: 2, low: 0.4, high: 0.6, seed: 5 };
    let stop = AtomicBool::new(false);
    let play = |first, second| {
        let found = comebacks(&[kuhn()], [first, second, &random], &mut RuleOfThumb, &settings, &stop, |_| ());
        found.unwrap()
    };
    let same = play(&bets, &bets);
    assert_eq!(same.len(), 400);
    assert!(same.iter().all(|comeback| comeback.first == comeback.second && comeback.value == 0.5));
    let report = comeback_report(&play(&bets, &folds));
    // Whoever plays at random folds to half of all bets.
    assert!(report.low > 0.1 && report.high < 0.7 && report.difference > report.low, "{report:?}");
    assert_eq!(report.positions, 400);
    let turned = comeback_report(&play(&folds, &bets));
    assert!((turned.difference + report.difference).abs() < 1e-9, "{turned:?}");
    stop.store(true, Ordering::Relaxed);
    assert!(play(&bets, &folds).is_empty());
}
