//! Players that answer late, never, wrongly or with a crash.

use hoyle_arena::{Entrant, FaultKind, MatchError, MatchOptions, MatchReport, MatchSettings, run_match_with};
use hoyle_core::testing::kuhn::{Kuhn, KuhnState};
use hoyle_core::{ActionId, Game, NoAnswer, Player, RandomPlayer, Rng, View};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const LIMIT: Duration = Duration::from_millis(250);

/// Does this before every answer.
struct Before<F>(F);

impl<F: FnMut() + Send> Player<KuhnState> for Before<F> {
    fn choose(&mut self, view: View<'_, KuhnState>, rng: &mut Rng) -> ActionId {
        (self.0)();
        RandomPlayer.choose(view, rng)
    }
}

fn random() -> Entrant<KuhnState> {
    Entrant::new("random", || Box::new(RandomPlayer))
}

fn play(other: Entrant<KuhnState>, games: u64, limit: Option<Duration>) -> MatchReport {
    try_play(other, games, limit).unwrap()
}

fn try_play(other: Entrant<KuhnState>, games: u64, limit: Option<Duration>) -> Result<MatchReport, MatchError> {
    let game = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap();
    let settings = MatchSettings { games, seed: 7, threads: Some(2) };
    let options = MatchOptions { move_limit: limit, ..MatchOptions::default() };
    Ok(run_match_with(game, &[random(), other], &settings, options)?.0)
}

#[test]
fn who_never_answers_loses_and_the_match_ends() {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let hanging = Entrant::new("hanging", || {
        MADE.fetch_add(1, Ordering::Relaxed);
        Box::new(Before(|| {
            loop {
                std::thread::park();
            }
        }))
    });
    let report = play(hanging, 40, Some(LIMIT));
    let guilty = &report.players[1];
    assert_eq!((guilty.losses, guilty.faults, guilty.timeouts), (40, 40, 40));
    assert_eq!(guilty.first_fault.as_deref(), Some("game 0, seat 1: timed out: no answer within 0.25 seconds"));
    assert!(MADE.load(Ordering::Relaxed) <= 6, "threads that hang are not heaped up without end");
    assert!(report.faults.last().unwrap().text.contains("earlier questions are still without an answer"));
}

#[test]
fn who_is_slow_loses_the_games_in_which_it_is() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let slow = Entrant::new("slow", || {
        Box::new(Before(|| {
            let late = ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(8);
            std::thread::sleep(if late { 3 * LIMIT / 2 } else { Duration::from_millis(1) });
        }))
    });
    let report = play(slow, 40, Some(LIMIT));
    let slow = &report.players[1];
    assert!(0 < slow.timeouts && slow.timeouts < 20, "{slow:?}");
    assert_eq!(slow.timeouts, slow.faults);
    assert!(slow.pace.seconds_per_move >= 0.001 && slow.pace.slowest_move >= LIMIT.as_secs_f64());
    assert!(report.players[0].pace.seconds_per_move < slow.pace.seconds_per_move);
}

#[test]
fn a_limit_changes_nothing_for_who_keeps_it() {
    let limited = play(Entrant::new("other", || Box::new(RandomPlayer)), 40, Some(Duration::from_secs(30)));
    assert_eq!(limited, play(Entrant::new("other", || Box::new(RandomPlayer)), 40, None));
}

#[test]
fn crashes_and_illegal_answers_are_found_on_other_threads_too() {
    struct Cheat;
    impl Player<KuhnState> for Cheat {
        fn choose(&mut self, _: View<'_, KuhnState>, _: &mut Rng) -> ActionId {
            ActionId(511)
        }
    }
    let limit = Some(Duration::from_secs(30));
    let report = play(Entrant::new("cheat", || Box::new(Cheat)), 10, limit);
    assert_eq!((report.players[1].illegal, report.players[1].losses), (10, 10));
    let report = play(Entrant::new("broken", || Box::new(Before(|| panic!("out of ideas")))), 10, limit);
    assert_eq!((report.players[1].panics, report.players[1].losses), (10, 10));
    assert_eq!((report.faults[0].kind, report.faults[0].text.as_str()), (FaultKind::Panic, "panicked: out of ideas"));
    let report = play(Entrant::new("unmade", || panic!("no file")), 10, limit);
    assert_eq!((report.players[1].panics, report.players[1].losses), (10, 10));
}

#[test]
fn who_has_no_answer_ends_the_match() {
    struct Oracle;
    impl Player<KuhnState> for Oracle {
        fn choose(&mut self, _: View<'_, KuhnState>, _: &mut Rng) -> ActionId {
            unreachable!("a match asks for the error")
        }
        fn try_choose(&mut self, _: View<'_, KuhnState>, _: &mut Rng) -> Result<ActionId, NoAnswer> {
            Err(NoAnswer::new("the network is down"))
        }
    }
    for limit in [None, Some(Duration::from_secs(30))] {
        let error = try_play(Entrant::new("oracle", || Box::new(Oracle)), 10, limit).unwrap_err();
        assert_eq!(error.to_string(), "player `oracle` failed: the network is down");
    }
}

#[test]
fn who_hangs_when_a_game_begins_loses() {
    struct Shy;
    impl Player<KuhnState> for Shy {
        fn begin(&mut self) {
            std::thread::sleep(Duration::from_secs(3600));
        }
        fn choose(&mut self, view: View<'_, KuhnState>, rng: &mut Rng) -> ActionId {
            RandomPlayer.choose(view, rng)
        }
    }
    let report = play(Entrant::new("shy", || Box::new(Shy)), 6, Some(LIMIT));
    assert_eq!(report.players[1].timeouts, 6);
}

#[test]
fn who_is_told_to_stop_counts_whole_sets_only() {
    let stop = AtomicBool::new(false);
    let games = AtomicU64::new(0);
    let watch = |_: &hoyle_arena::GameRecord| {
        if games.fetch_add(1, Ordering::Relaxed) == 50 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let game = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap();
    let settings = MatchSettings { games: 1_000_000, seed: 7, threads: Some(2) };
    let options = MatchOptions { stop: &stop, watch: &watch, ..MatchOptions::default() };
    let (report, _) = run_match_with(game, &[random(), random()], &settings, options).unwrap();
    assert!(report.games <= games.load(Ordering::Relaxed) && report.games + 6 > 50, "{report:?}");
    assert_eq!(report.games % 2, 0);
}
