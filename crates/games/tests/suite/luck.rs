//! Nobody foresees the dice, and nobody changes them by drawing numbers.

use hoyle_arena::{Entrant, GameRecord, MatchSettings, run_match};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Player, Rng, Turn, View};
use hoyle_ludo::{Ludo, LudoState};
use std::sync::{Arc, Mutex};

fn ludo() -> Ludo {
    Ludo::new(Ludo::preset(Ludo::PRESETS[0]).unwrap()).unwrap()
}

fn first(view: View<'_, LudoState>) -> ActionId {
    let mut legal = ActionSet::new();
    view.legal(&mut legal);
    legal.first().unwrap()
}

/// Plays the first legal action and draws this many numbers meanwhile.
struct Drawing(u32);

impl Player<LudoState> for Drawing {
    fn choose(&mut self, view: View<'_, LudoState>, rng: &mut Rng) -> ActionId {
        for _ in 0..self.0 {
            rng.below(6);
        }
        first(view)
    }
}

#[test]
fn the_dice_do_not_depend_on_what_players_draw() {
    let play = |draws: [u32; 2]| {
        let entrants = draws.map(|draws| Entrant::new("drawing", move || Box::new(Drawing(draws))));
        let records: Mutex<Vec<GameRecord>> = Mutex::default();
        let settings = MatchSettings { games: 20, seed: 5, threads: Some(2) };
        run_match(ludo(), &entrants, &settings, |record| records.lock().unwrap().push(record.clone())).unwrap();
        let mut records = records.into_inner().unwrap();
        records.sort_by_key(|record| record.index);
        records
    };
    let quiet = play([0, 0]);
    assert!(quiet.windows(2).any(|two| two[0].plies != two[1].plies), "games differ from each other");
    assert_eq!(play([1, 7]), quiet);
    assert_eq!(play([13, 0]), quiet);
}

/// What the clairvoyant foretold, and how often it was right.
#[derive(Default)]
struct Prophecy {
    next: Option<LudoState>,
    right: u32,
    all: u32,
}

/// Rolls the dice ahead with a copy of its generator.
struct Clairvoyant(Arc<Mutex<Prophecy>>);

impl Player<LudoState> for Clairvoyant {
    fn begin(&mut self) {
        self.0.lock().unwrap().next = None;
    }

    fn choose(&mut self, view: View<'_, LudoState>, rng: &mut Rng) -> ActionId {
        let (now, action) = (view.seat_view(), first(view));
        let mut prophecy = self.0.lock().unwrap();
        if let Some(foretold) = prophecy.next.take() {
            prophecy.all += 1;
            prophecy.right += u32::from(foretold == *now);
        }
        let mut next = now.clone();
        next.play_unchecked(action);
        if next.turn() == Turn::Chance {
            next.roll(&mut rng.clone());
            prophecy.next = Some(next);
        }
        action
    }
}

#[test]
fn a_clairvoyant_is_right_once_in_six_times() {
    let prophecy: Arc<Mutex<Prophecy>> = Arc::default();
    let entrants = [0, 1].map(|_| {
        let prophecy = Arc::clone(&prophecy);
        Entrant::new("clairvoyant", move || Box::new(Clairvoyant(Arc::clone(&prophecy))))
    });
    let settings = MatchSettings { games: 40, seed: 3, threads: Some(1) };
    run_match(ludo(), &entrants, &settings, |_| {}).unwrap();
    let Prophecy { right, all, .. } = *prophecy.lock().unwrap();
    // Five standard deviations of a share of one sixth.
    let (share, error) = (f64::from(right) / f64::from(all), 5.0 * (5.0 / 36.0 / f64::from(all)).sqrt());
    assert!(all > 2000 && (share - 1.0 / 6.0).abs() < error, "{right} of {all} rolls were foretold");
}
