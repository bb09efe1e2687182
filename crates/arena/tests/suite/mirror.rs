//! A player that meets itself wins exactly its share: every deal is played from every seat.

use hoyle_arena::{Entrant, MatchOptions, MatchSettings, run_match, run_match_with, run_tournament};
use hoyle_core::testing::kuhn::{Kuhn, KuhnState, Options};
use hoyle_core::{ActionId, ActionSet, Game, Player, RandomPlayer, Rng, View};

fn kuhn() -> Kuhn {
    Kuhn::new(Options { cards: 9, forced: false }).unwrap()
}

/// Bets on high cards, and sometimes on low ones. It remembers how often it was asked, and forgets it when a game begins.
#[derive(Default)]
struct Scripted {
    asked: u32,
}

impl Player<KuhnState> for Scripted {
    fn begin(&mut self) {
        self.asked = 0;
    }

    fn choose(&mut self, view: View<'_, KuhnState>, rng: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        self.asked += 1;
        let brave = view.seat_view().card() > Some(4) || rng.below(4 + self.asked) == 0;
        legal.nth(usize::from(brave && legal.len() > 1)).unwrap()
    }
}

fn random() -> Entrant<KuhnState> {
    Entrant::new("random", || Box::new(RandomPlayer))
}

fn scripted() -> Entrant<KuhnState> {
    Entrant::new("scripted", || Box::new(Scripted::default()))
}

#[test]
fn a_mirror_gives_exactly_a_half() {
    for seed in 0..20 {
        for entrants in [[random(), random()], [scripted(), scripted()]] {
            let settings = MatchSettings { games: 101, seed, threads: Some(2) };
            let report = run_match(kuhn(), &entrants, &settings, |_| {}).unwrap();
            assert_eq!((report.games, report.sets), (102, 51), "rounded up to whole sets");
            for player in &report.players {
                assert_eq!((player.win_rate, player.margin), (0.5, Some(0.0)));
                assert_eq!(player.wins, player.losses);
                assert!(player.low < 0.5 && player.high > 0.5 && player.high - player.low < 0.1);
            }
        }
    }
}

#[test]
fn both_games_of_a_pair_have_the_same_deal() {
    let records = std::sync::Mutex::new(Vec::new());
    let settings = MatchSettings { games: 40, seed: 3, threads: Some(2) };
    let watch = |record: &hoyle_arena::GameRecord| records.lock().unwrap().push(record.clone());
    run_match(kuhn(), &[scripted(), scripted()], &settings, watch).unwrap();
    let mut records = records.into_inner().unwrap();
    records.sort_by_key(|record| record.index);
    for pair in records.chunks(2) {
        assert_eq!((pair[0].scores, pair[0].plies), (pair[1].scores, pair[1].plies));
        assert_eq!((pair[0].entrants.as_slice(), pair[1].entrants.as_slice()), (&[0, 1][..], &[1, 0][..]));
    }
    assert!(records.chunks(2).any(|pair| pair[0].scores != records[0].scores), "sets differ");
}

#[test]
fn samples_are_told_in_full() {
    let settings = MatchSettings { games: 10, seed: 3, threads: Some(2) };
    let options = MatchOptions { samples: 3, ..MatchOptions::default() };
    let (_, samples) = run_match_with(kuhn(), &[random(), scripted()], &settings, options).unwrap();
    assert_eq!(samples.iter().map(|sample| sample.game).collect::<Vec<_>>(), [0, 2, 4]);
    for sample in samples {
        assert_eq!(sample.seats, ["random", "scripted"]);
        let replay = hoyle_core::replay::read::<Kuhn>(&sample.replay).unwrap();
        assert!(replay.complete && replay.table.history().len() == sample.lines.len());
    }
}

#[test]
fn a_tournament_rates_everybody() {
    let entrants = [scripted(), random(), Entrant::new("again", || Box::new(Scripted::default()))];
    let settings = MatchSettings { games: 2000, seed: 3, threads: Some(2) };
    let (report, _) = run_tournament(kuhn(), &entrants, &settings, MatchOptions::default()).unwrap();
    assert_eq!((report.games, report.tables.len(), report.anchor.as_str()), (6000, 3, "random"));
    let [scripted, random, again] = report.players.as_slice() else { panic!("three players") };
    assert_eq!((random.rating, random.rating_low, random.rating_high), (0.0, 0.0, 0.0));
    assert!(scripted.rating_low > 0.0 && scripted.rating < scripted.rating_high);
    assert!((scripted.rating - again.rating).abs() < 30.0, "the same player under two names");
    assert_eq!(report.tables[1].players[0].win_rate, 0.5, "a mirror in a tournament");
    let one = MatchSettings { threads: Some(1), ..settings };
    assert_eq!(run_tournament(kuhn(), &entrants, &one, MatchOptions::default()).unwrap().0, report);
}

#[test]
fn a_tournament_is_of_different_players() {
    let settings = MatchSettings { games: 2, seed: 3, threads: Some(1) };
    let error =
        run_tournament(kuhn(), &[random(), scripted(), random()], &settings, MatchOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "`random` is named twice; a tournament rates different players");
}
