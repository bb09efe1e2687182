//! Matches as a whole, on the smallest game that there is.

use hoyle_arena::{Entrant, LineupError, MatchError, MatchSettings, run_match};
use hoyle_core::testing::kuhn::Kuhn;
use hoyle_core::{ActionId, ActionSet, Game, Player, RandomPlayer, Rng, State, View};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

fn kuhn() -> Kuhn {
    Kuhn::new(Kuhn::preset(Kuhn::PRESETS[0]).unwrap()).unwrap()
}

fn settings(games: u64, threads: usize) -> MatchSettings {
    MatchSettings { games, seed: 7, threads: Some(threads) }
}

/// Plays the smallest legal id.
struct First;

impl<S: State> Player<S> for First {
    fn choose(&mut self, view: View<'_, S>, _: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        legal.first().unwrap()
    }
}

/// Answers what nobody may.
struct Cheat;

impl<S: State> Player<S> for Cheat {
    fn choose(&mut self, _: View<'_, S>, _: &mut Rng) -> ActionId {
        ActionId(511)
    }
}

/// Breaks down at its second decision in a game.
#[derive(Default)]
struct Broken {
    asked: u32,
}

impl<S: State> Player<S> for Broken {
    fn begin(&mut self) {
        self.asked = 0;
    }

    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        self.asked += 1;
        assert!(self.asked < 2, "out of ideas");
        RandomPlayer.choose(view, rng)
    }
}

fn random<S: State>() -> Entrant<S> {
    Entrant::new("random", || Box::new(RandomPlayer))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let entrants = [random(), Entrant::new("first", || Box::new(First))];
    let reports = [1, 2, 5].map(|threads| run_match(kuhn(), &entrants, &settings(2001, threads), |_| {}).unwrap());
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
    let other = run_match(kuhn(), &entrants, &MatchSettings { seed: 8, ..settings(2001, 2) }, |_| {}).unwrap();
    assert_ne!(reports[0].players, other.players, "another seed gives other games");
}

#[test]
fn every_game_is_told_once_with_rotated_seats() {
    let told = Mutex::new(Vec::new());
    let entrants = [random(), random()];
    run_match(kuhn(), &entrants, &settings(50, 2), |record| {
        told.lock().unwrap().push((record.index, record.entrants.clone()));
    })
    .unwrap();
    let mut told = told.into_inner().unwrap();
    told.sort();
    let expected: Vec<_> = (0..50).map(|i| (i, if i % 2 == 0 { vec![0, 1] } else { vec![1, 0] })).collect();
    assert_eq!(told, expected);
}

#[test]
fn who_answers_illegally_loses() {
    let entrants = [random(), Entrant::new("cheat", || Box::new(Cheat))];
    let report = run_match(kuhn(), &entrants, &settings(10, 2), |_| {}).unwrap();
    let cheat = &report.players[1];
    assert_eq!((cheat.losses, cheat.faults, report.players[0].wins), (10, 10, 10));
    let first = cheat.first_fault.as_deref().unwrap();
    assert!(first.starts_with("game 0, seat 1: illegal answer: action 511 is not legal here"), "{first}");
}

#[test]
fn who_panics_loses_and_the_match_goes_on() {
    let entrants = [Entrant::new("broken", || Box::new(Broken::default())), random()];
    let report = run_match(kuhn(), &entrants, &settings(200, 2), |_| {}).unwrap();
    let broken = &report.players[0];
    assert!(0 < broken.faults && broken.faults < 200, "some games ask it twice, some do not: {broken:?}");
    assert!(broken.first_fault.as_deref().unwrap().ends_with("panicked: out of ideas"));
    assert_eq!(broken.wins + broken.losses + broken.ties, 200);
}

/// Breaks down when a game begins.
struct Shy;

impl<S: State> Player<S> for Shy {
    fn begin(&mut self) {
        panic!("not today");
    }

    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        RandomPlayer.choose(view, rng)
    }
}

#[test]
fn who_does_not_even_begin_loses_and_the_match_goes_on() {
    let unmade = || -> Entrant<_> { Entrant::new("unmade", || panic!("no file")) };
    for (entrant, message) in [(Entrant::new("shy", || Box::new(Shy)), "not today"), (unmade(), "no file")] {
        let report = run_match(kuhn(), &[random(), entrant], &settings(20, 2), |record| {
            assert_eq!((record.plies, record.winners().len()), (0, 1));
        });
        let report = report.unwrap();
        assert_eq!((report.players[0].wins, report.players[1].losses, report.players[1].faults), (20, 20, 20));
        let first = report.players[1].first_fault.clone().unwrap();
        assert_eq!(first, format!("game 0, seat 1: panicked: {message}"));
    }
}

/// Whoever breaks down in one game is made anew for the next.
#[test]
fn a_fault_is_forgotten_in_the_next_game() {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let fragile = Entrant::new("fragile", || {
        assert!(MADE.fetch_add(1, Ordering::Relaxed) != 0, "the first one is broken");
        Box::new(RandomPlayer)
    });
    let report = run_match(kuhn(), &[random(), fragile], &settings(20, 1), |_| {}).unwrap();
    assert_eq!(report.players[1].faults, 1);
}

/// Draws many numbers and plays the smallest legal id all the same.
struct Wasteful;

impl<S: State> Player<S> for Wasteful {
    fn choose(&mut self, view: View<'_, S>, rng: &mut Rng) -> ActionId {
        let mut ahead = rng.clone();
        (0..100).for_each(|_| assert_ne!(ahead.bits(), 0));
        *rng = ahead;
        First.choose(view, rng)
    }
}

#[test]
fn what_a_player_draws_changes_nobody_elses_numbers() {
    let play = |waste: bool| {
        let told = Mutex::new(Vec::new());
        let make = move || -> Box<dyn Player<_>> { if waste { Box::new(Wasteful) } else { Box::new(First) } };
        let entrants = [Entrant::new("first", make), random()];
        run_match(kuhn(), &entrants, &settings(200, 2), |record| told.lock().unwrap().push(record.clone())).unwrap();
        let mut told = told.into_inner().unwrap();
        told.sort_by_key(|record| record.index);
        told
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let alone = run_match(kuhn(), &[random()], &settings(1, 1), |_| {});
    assert_eq!(alone, Err(MatchError::Lineup(LineupError::TooFew)));
    let crowd = run_match(kuhn(), &[random(), random(), random()], &settings(1, 1), |_| {});
    assert_eq!(crowd, Err(MatchError::Lineup(LineupError::TooMany { entrants: 3, seats: 2 })));
    let nothing = run_match(kuhn(), &[random(), random()], &settings(0, 1), |_| {});
    assert_eq!(nothing, Err(MatchError::NoGames));
}

#[test]
fn a_report_is_plain_json() {
    let report = run_match(kuhn(), &[random(), random()], &settings(10, 1), |_| {}).unwrap();
    let json = serde_json::to_value(&report).unwrap();
    let player = json["players"][0].as_object().unwrap();
    for key in ["name", "wins", "losses", "ties", "win_rate", "low", "high", "faults"] {
        assert!(player.contains_key(key), "{key}");
    }
    assert_eq!(serde_json::from_value::<hoyle_arena::MatchReport>(json).unwrap(), report);
}
