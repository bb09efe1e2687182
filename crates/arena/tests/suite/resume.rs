//! Matches that break off and go on, sequential tests, and files that cannot be trusted.

use hoyle_arena::{
    Entrant, GameRecord, MatchOptions, MatchReport, MatchSettings, RESULTS_FORMAT, Results, ResultsHeader, Schedule,
    Sprt, SprtError, Verdict, run_match_with,
};
use hoyle_core::testing::kuhn::{BET, Kuhn, KuhnState};
use hoyle_core::{ActionId, Game, Player, RandomPlayer, Rng, View};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn kuhn() -> Kuhn {
    Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap()
}

/// Never gives up: it wins more games than it deserves to.
struct Bold;

impl Player<KuhnState> for Bold {
    fn choose(&mut self, _: View<'_, KuhnState>, _: &mut Rng) -> ActionId {
        BET
    }
}

fn entrants() -> [Entrant<KuhnState>; 2] {
    [Entrant::new("bold", || Box::new(Bold)), Entrant::new("random", || Box::new(RandomPlayer))]
}

fn header() -> ResultsHeader {
    ResultsHeader {
        hoyle_results: RESULTS_FORMAT,
        kind: "match".to_owned(),
        game: "kuhn".to_owned(),
        version: 1,
        options: hoyle_core::options::to_map(kuhn().options()),
        players: vec!["bold".to_owned(), "random".to_owned()],
        seed: 7,
        move_limit: None,
        luck: None,
    }
}

fn open(path: &Path, header: &ResultsHeader) -> Result<(Results, Vec<GameRecord>), String> {
    let schedule = Schedule::one_table(2, 2).unwrap();
    Results::open(path, header, kuhn().spec(), &schedule).map_err(|e| e.to_string())
}

/// Plays on in a file, and stops after so many games.
fn play(path: &Path, games: u64, stop_after: u64, sprt: Option<Sprt>) -> MatchReport {
    let (results, known) = open(path, &header()).unwrap();
    let (stop, played) = (AtomicBool::new(false), AtomicU64::new(0));
    let watch = |record: &GameRecord| {
        results.add(record).unwrap();
        if played.fetch_add(1, Ordering::Relaxed) + 1 >= stop_after {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let settings = MatchSettings { games, seed: 7, threads: Some(2) };
    let options = MatchOptions { known, sprt, samples: 2, stop: &stop, watch: &watch, ..MatchOptions::default() };
    run_match_with(kuhn(), &entrants(), &settings, options).unwrap().0
}

#[test]
fn what_breaks_off_goes_on_as_if_it_had_not() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole.jsonl"), folder.path().join("parts.jsonl"));
    let expected = play(&whole, 300, u64::MAX, None);
    let mut runs = 0;
    let report = loop {
        let report = play(&parts, 300, 37, None);
        runs += 1;
        if report.games == 300 {
            break report;
        }
        // Killed in the middle of a line.
        let text = std::fs::read(&parts).unwrap();
        std::fs::write(&parts, &text[..text.len() - 5]).unwrap();
    };
    assert!(runs > 5);
    assert_eq!(report, expected);
    let lines = |path| std::fs::read_to_string(path).unwrap().lines().count();
    assert_eq!((lines(&parts), lines(&whole)), (301, 301));
    assert_eq!(play(&parts, 300, 1, None), expected, "nothing is left to play");
    assert_eq!(play(&parts, 100, 1, None).games, 100, "a shorter match is a part of it");
    assert_eq!(play(&parts, 400, u64::MAX, None).games, 400, "a longer one goes on");
}

#[test]
fn a_file_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    play(&path, 10, u64::MAX, None);
    let other = |change: &dyn Fn(&mut ResultsHeader)| {
        let mut header = header();
        change(&mut header);
        let error = open(&path, &header).unwrap_err();
        error.split_once(": ").unwrap().1.to_owned()
    };
    assert_eq!(
        other(&|header| header.seed = 8),
        "these are the results of another match: the seed is 7, not 8; name another file"
    );
    assert!(other(&|header| header.players[0] = "x".to_owned()).contains("the players are bold,random, not x,"));
    assert!(other(&|header| header.kind = "tournament".to_owned()).contains("the form is match, not tournament"));
    assert!(other(&|header| header.move_limit = Some(1.0)).contains("the limit of a move is null, not 1.0"));
    assert!(other(&|header| header.options.clear()).contains("the options are {\"cards\":3,\"forced\":false}, not {}"));
    assert_eq!(open(&path, &header()).unwrap().1.len(), 10, "and it is left as it was");
}

#[test]
fn a_file_that_is_not_in_order_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    play(&path, 4, u64::MAX, None);
    let good = std::fs::read_to_string(&path).unwrap();
    let (head, line) = (good.lines().next().unwrap(), good.lines().nth(4).unwrap());
    let cases: &[(String, &str)] = &[
        ("a letter to my aunt\n".to_owned(), "this is no file of results: expected value"),
        ("a letter".to_owned(), "this is no file of results: it has no header line"),
        ("{}\n".to_owned(), "it has no header line"),
        (head.replace("\"hoyle_results\":1", "\"hoyle_results\":2") + "\n", "form 2, and this program reads form 1"),
        (head.replace("\"seed\":7", "\"sed\":7") + "\n", "unknown field `sed`"),
        (format!("{head}\n{line}\n{line}\n"), "line 3: game "),
        (format!("{head}\n\u{7f}\n{line}\n"), "line 2: damaged"),
        (format!("{head}\n\n{line}\n"), "line 2: damaged"),
        (format!("{head}\n{}\n", line.replace("\"scores\":[", "\"scores\":[0.0,")), "2 scores and clocks"),
        (format!("{head}\n{}\n", line.replace("\"plies\":", "\"plies\":99")), "the number of actions is wrong"),
        (format!("{head}\n{}\n", line.replace("\"moves\":", "\"moves\":99")), "a clock is wrong"),
        (format!("{head}\n{}\n", line.replace("\"seconds\":", "\"seconds\":-")), "a clock is wrong"),
        (
            format!(
                "{head}\n{}\n",
                line.replace("\"plies\"", "\"fault\":{\"seat\":9,\"kind\":\"panic\",\"text\":\"\"},\"plies\"")
            ),
            "a fault at a seat that there is not",
        ),
    ];
    for (text, expected) in cases {
        std::fs::write(&path, text).unwrap();
        let error = open(&path, &header()).err().unwrap_or_else(|| panic!("{text} was read"));
        assert!(error.contains(expected), "{text}\n{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), *text, "nothing is changed");
    }
    // Whatever is cut off: an error or the games that are whole, never a panic.
    for end in 0..good.len() {
        std::fs::write(&path, &good[..end]).unwrap();
        let found = open(&path, &header()).unwrap().1.len();
        assert_eq!(found, good[..end].matches('\n').count().saturating_sub(1));
    }
    std::fs::write(&path, good.replace("\"game\":3", "\"game\":18446744073709551615")).unwrap();
    assert_eq!(play(&path, 4, u64::MAX, None).games, 4, "a game beyond the end is no part of the match");
}

#[test]
fn a_test_stops_as_soon_as_it_knows_with_any_number_of_threads() {
    let sprt = Sprt::new(0.0, 50.0).unwrap();
    let reports = [1, 2, 5].map(|threads| {
        let settings = MatchSettings { games: 100_000, seed: 7, threads: Some(threads) };
        let options = MatchOptions { sprt: Some(sprt), ..MatchOptions::default() };
        run_match_with(kuhn(), &entrants(), &settings, options).unwrap().0
    });
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
    let found = reports[0].sprt.unwrap();
    assert_eq!(found.verdict, Verdict::H1);
    assert!(found.llr >= found.upper && reports[0].games < 2000, "{:?}", reports[0]);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    play(&path, 100_000, 40, Some(sprt));
    assert_eq!(play(&path, 100_000, u64::MAX, Some(sprt)), reports[0], "broken off and resumed");
    assert_eq!(play(&path, 100_000, u64::MAX, Some(sprt)), reports[0], "decided by what is known");
}

#[test]
fn a_test_says_when_the_games_were_too_few() {
    let settings = MatchSettings { games: 20, seed: 7, threads: Some(2) };
    let sprt = Some(Sprt::new(0.0, 5.0).unwrap());
    let (report, _) =
        run_match_with(kuhn(), &entrants(), &settings, MatchOptions { sprt, ..MatchOptions::default() }).unwrap();
    assert_eq!((report.games, report.sprt.unwrap().verdict), (20, Verdict::Undecided));
    assert_eq!(Sprt::new(5.0, 5.0), Err(SprtError::Elo));
}
