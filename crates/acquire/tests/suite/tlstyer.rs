//! Random play under the preset `tlstyer`, beside that of the live site's own server.
//!
//! The figures are those of 200 games of the server with uniformly random players, measured elsewhere. What counts as a
//! decision there, and so here: a tile, even if only one can be played; a chain to found or a survivor, if there are
//! several; every holder's disposal; and one purchase per turn, unless nothing can be bought and the end cannot be
//! declared. Ending is part of the purchase there: it is asked first here, so that both are counted as one.

use hoyle_acquire::{Acquire, Forced, Options, Phase};
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Rng, Seat, Turn};
use rayon::prelude::*;

/// What is counted of one game, in the order of [`FIGURES`].
type Counts = [f64; 11];

/// Figures of 4 players: name, the reference's value, and by how much it was rounded.
const FIGURES: [(&str, f64, f64); 11] = [
    ("tile", 65.1, 0.05),
    ("buy", 53.0, 0.05),
    ("dispose", 22.2, 0.05),
    ("found", 7.6, 0.05),
    ("survivor", 0.5, 0.05),
    ("all decisions", 149.0, 0.5),
    ("legal tiles", 5.7, 0.05),
    ("legal purchases", 42.0, 0.5),
    ("legal disposals", 7.2, 0.05),
    ("mean worth", 31_225.0, 0.5),
    ("winner's worth", 43_476.0, 0.5),
];

/// Plays a random game; what it counts, whether it was declared to be over, and the most purchases at once.
fn play(players: u8, stream: u64) -> (Counts, bool, usize) {
    let options = Options { players, forced: Forced::Ask, ..Options::tlstyer() };
    let game = Acquire::new(options).unwrap();
    let mut state = game.start();
    let mut rng = Rng::stream(17, stream);
    let mut legal = ActionSet::new();
    let (mut tile, mut buy, mut dispose, mut found, mut survivor, mut order) = (0, 0, 0, 0, 0, 0);
    let (mut tiles, mut buys, mut disposals) = (0, 0, 0);
    let (mut asked_end, mut most) = (false, 0);
    loop {
        match state.turn() {
            Turn::Over => break,
            Turn::Chance => {
                state.roll(&mut rng);
                continue;
            }
            Turn::Seat(_) => state.legal(&mut legal),
        }
        let options = legal.len();
        match state.seat_view(Seat(0)).phase() {
            Phase::Play => (tile, tiles) = (tile + 1, tiles + options),
            Phase::Found => found += usize::from(options > 1),
            Phase::Survivor => survivor += 1,
            Phase::Order => order += 1,
            Phase::Dispose => (dispose, disposals) = (dispose + 1, disposals + options),
            Phase::End => asked_end = true,
            Phase::Buy => {
                if options > 1 || asked_end {
                    (buy, buys) = (buy + 1, buys + options);
                }
                most = most.max(options);
                asked_end = false;
            }
            other => panic!("nobody decides in {other:?}"),
        }
        state.play_unchecked(legal.random(&mut rng));
    }
    let worth: Vec<f64> =
        (0..players).map(|seat| 100.0 * f64::from(state.seat_view(Seat(seat)).money(Seat(seat)))).collect();
    let winner = worth.iter().copied().fold(0.0, f64::max);
    let all = tile + buy + dispose + found + survivor + order;
    let share = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
    let counts = [
        tile as f64,
        buy as f64,
        dispose as f64,
        found as f64,
        survivor as f64,
        all as f64,
        share(tiles, tile),
        share(buys, buy),
        share(disposals, dispose),
        worth.iter().sum::<f64>() / f64::from(players),
        winner,
    ];
    (counts, state.seat_view(Seat(0)).declared(), most)
}

/// Mean and standard deviation of each figure.
fn moments(games: &[Counts]) -> [(f64, f64); 11] {
    let n = games.len() as f64;
    std::array::from_fn(|i| {
        let mean = games.iter().map(|game| game[i]).sum::<f64>() / n;
        let variance = games.iter().map(|game| (game[i] - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (mean, variance.sqrt())
    })
}

/// How far a mean of 200 games may lie from the mean of ours: three standard deviations of the difference.
fn tolerance(deviation: f64, games: usize, rounding: f64) -> f64 {
    3.0 * deviation * (1.0 / 200.0 + 1.0 / games as f64).sqrt() + rounding
}

#[test]
fn random_games_of_four_agree_with_the_server() {
    const GAMES: usize = 10_000;
    let played: Vec<(Counts, bool, usize)> = (0..GAMES as u64).into_par_iter().map(|i| play(4, i)).collect();
    let counts: Vec<Counts> = played.iter().map(|game| game.0).collect();
    let mut off = Vec::new();
    for ((name, reference, rounding), (mean, deviation)) in FIGURES.into_iter().zip(moments(&counts)) {
        let allowed = tolerance(deviation, GAMES, rounding);
        println!("{name:>16} {mean:10.2}, there {reference:9.1}, allowed {allowed:7.2}");
        if (mean - reference).abs() > allowed {
            off.push(format!("{name}: {mean:.2} instead of {reference} (within {allowed:.2})"));
        }
    }
    let declared = played.iter().filter(|game| game.1).count();
    println!("declared {declared} of {GAMES}, at most {} purchases", played.iter().map(|game| game.2).max().unwrap());
    assert!(off.is_empty(), "{off:#?}");
    // All 200 of the reference were declared. If one in a hundred of ours were not, that would have had a chance of 13%.
    assert!(declared as f64 > 0.99 * GAMES as f64, "{declared}");
    assert_eq!(played.iter().map(|game| game.2).max(), Some(120), "all purchases are legal somewhere");
}

#[test]
fn random_games_of_two_three_and_six_are_as_long_as_the_servers() {
    const GAMES: usize = 4_000;
    for (players, reference) in [(2, 132.0), (3, 145.0), (6, 159.0)] {
        let counts: Vec<Counts> = (0..GAMES as u64).into_par_iter().map(|i| play(players, i).0).collect();
        let (mean, deviation) = moments(&counts)[5];
        let allowed = tolerance(deviation, GAMES, 0.5);
        println!("{players} players: {mean:.1} decisions, there {reference}, allowed {allowed:.1}");
        assert!((mean - reference).abs() <= allowed, "{players} players: {mean:.1} instead of {reference}");
    }
}
