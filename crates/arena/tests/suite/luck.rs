//! Taking luck off a result moves its mean by nothing, whatever the value function is, and its interval holds what it promises.

use hoyle_arena::{
    Adjusted, Entrant, MatchOptions, MatchSettings, PlayerReport, Shares, Valuation, run_match_without_luck,
};
use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{Kuhn, KuhnState, Options};
use hoyle_core::{ActionId, ActionSet, Game, Player, RandomPlayer, Rng, Seat, View};

/// Bets on the better half of the cards, and never otherwise.
struct Careful;

impl Player<KuhnState> for Careful {
    fn choose(&mut self, view: View<'_, KuhnState>, _: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        let bets = view.seat_view().card() > Some(4);
        legal.nth(usize::from(bets && legal.len() > 1)).unwrap()
    }
}

/// Who holds the higher card will win.
struct HighCard;

impl Valuation<KuhnState> for HighCard {
    fn opinions(&self) -> usize {
        1
    }

    fn value(&mut self, state: &KuhnState, out: &mut [Shares]) {
        let card = |seat| state.seat_view(Seat(seat)).card();
        let first = f64::from(u8::from(card(0) > card(1)));
        (out[0][0], out[0][1]) = (first, 1.0 - first);
    }
}

/// Says anything, but always the same of a position.
struct Nonsense;

impl Valuation<KuhnState> for Nonsense {
    fn opinions(&self) -> usize {
        2
    }

    fn value(&mut self, state: &KuhnState, out: &mut [Shares]) {
        for (seat, share) in out.iter_mut().enumerate() {
            let mut text = String::new();
            state.information_state(Seat(seat as u8), &mut text);
            let seed = text.bytes().fold(7, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
            let first = f64::from(Rng::new(seed).unit());
            (share[0], share[1]) = (first, 1.0 - first);
        }
    }
}

fn random() -> Entrant<KuhnState> {
    Entrant::new("random", || Box::new(RandomPlayer))
}

fn careful() -> Entrant<KuhnState> {
    Entrant::new("careful", || Box::new(Careful))
}

fn play<V: Valuation<KuhnState> + 'static>(
    entrants: &[Entrant<KuhnState>],
    (games, seed): (u64, u64),
    value: fn() -> V,
) -> (PlayerReport, Adjusted) {
    let game = Kuhn::new(Options { cards: 9, forced: false }).unwrap();
    let settings = MatchSettings { games, seed, threads: Some(1) };
    let make = move || Box::new(value()) as Box<dyn Valuation<KuhnState>>;
    let options = MatchOptions::default();
    let (report, _) = run_match_without_luck(game, entrants, &settings, options, Some(&make)).unwrap();
    let player = report.players.into_iter().next().unwrap();
    let adjusted = player.adjusted.clone().expect("there are enough sets");
    (player, adjusted)
}

#[test]
fn a_mirror_stays_exactly_even() {
    for seed in 0..10 {
        let adjusted = play(&[random(), random()], (200, seed), || Nonsense).1;
        assert!((adjusted.win_rate - 0.5).abs() < 1e-12, "{adjusted:?}");
        let adjusted = play(&[careful(), careful()], (200, seed), || HighCard).1;
        assert!((adjusted.win_rate - 0.5).abs() < 1e-12, "{adjusted:?}");
    }
}

#[test]
fn luck_is_zero_in_the_mean_and_intervals_hold_the_truth() {
    let entrants = [random(), careful()];
    let truth = play(&entrants, (200_000, 77), || HighCard).1.win_rate;
    let check = |name: &str, runs: &[(PlayerReport, Adjusted)]| {
        let n = runs.len() as f64;
        let held = runs.iter().filter(|(_, a)| a.low <= truth && truth <= a.high).count() as f64 / n;
        let mean = runs.iter().map(|(_, a)| a.win_rate).sum::<f64>() / n;
        let spread = runs.iter().map(|(_, a)| (a.win_rate - mean).powi(2)).sum::<f64>() / (n - 1.0);
        // Four standard errors.
        assert!((mean - truth).abs() < 4.0 * (spread / n).sqrt() + 1e-3, "{name}: {mean}, not {truth}");
        assert!((held - 0.95).abs() < 4.0 * (0.95 * 0.05 / n).sqrt(), "{name}: {held} of the intervals hold the truth");
    };
    let useful: Vec<_> = (0..300).map(|seed| play(&entrants, (400, 1000 + seed), || HighCard)).collect();
    check("high card", &useful);
    let nonsense: Vec<_> = (0..300).map(|seed| play(&entrants, (400, 1000 + seed), || Nonsense)).collect();
    check("nonsense", &nonsense);
    let worth = |runs: &[(PlayerReport, Adjusted)]| runs.iter().map(|(_, a)| a.worth).sum::<f64>() / runs.len() as f64;
    assert!(worth(&nonsense) < 1.05, "{}", worth(&nonsense));
    println!("high card {:.2}, nonsense {:.2}", worth(&useful), worth(&nonsense));
}

/// Bets if its card beats the other's in a determinization.
struct Guessing;

impl Player<KuhnState> for Guessing {
    fn choose(&mut self, view: View<'_, KuhnState>, rng: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        let other = view.determinize(rng).seat_view(Seat(1 - view.seat().0)).card();
        let bets = view.seat_view().card() > other;
        legal.nth(usize::from(bets && legal.len() > 1)).unwrap()
    }
}

/// With a limit of time, when players are asked on other threads, as without.
#[test]
fn who_sees_all_beats_who_guesses() {
    let game = Kuhn::new(Options { cards: 9, forced: false }).unwrap();
    let guessing = || Entrant::new("guessing", || Box::new(Guessing));
    let entrants = [guessing().that_sees_all(), guessing()];
    let settings = MatchSettings { games: 400, seed: 5, threads: Some(1) };
    let play = |move_limit| {
        let options = MatchOptions { move_limit, ..MatchOptions::default() };
        run_match_without_luck(game, &entrants, &settings, options, None).unwrap().0
    };
    let report = play(None);
    assert!(report.players[0].margin_low.unwrap() > 0.0, "{report:?}");
    assert_eq!(report, play(Some(std::time::Duration::from_secs(30))));
}
