//! How fast an engine is.
//!
//! Every figure is the best of several short runs, and the runs of all figures take turns: what else the machine does
//! slows all of them a little instead of one of them a lot.

use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Batch, EntityGraph, Game, LayoutId, Rng, Seat, Turn, View, play_out};
use hoyle_search::{Budget, RandomRollouts, Searcher, Settings};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What an engine does in a second. As JSON it is what `hoyle bench --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchReport {
    /// The game.
    pub game: String,
    /// Decisions per second in whole games of random play, on one thread. Chance actions are played, but not counted.
    pub decisions_per_second: f64,
    /// The same, with the mover's observation in the default layout written at every decision.
    pub observed_decisions_per_second: f64,
    /// Whole games of random play per second, on one thread.
    pub games_per_second: f64,
    /// The same, with the mover's entity graph built at every decision.
    pub graph_games_per_second: f64,
    /// Nanoseconds to clone a position.
    pub clone_ns: f64,
    /// Nanoseconds to write an observation in the default layout.
    pub observe_ns: f64,
    /// Nanoseconds to build the entity graph of the seat to move.
    pub graph_ns: f64,
    /// Nanoseconds to determinize a position for the seat to move.
    pub determinize_ns: f64,
    /// The size of a position in bytes.
    pub state_bytes: usize,
    /// The default layout.
    pub layout: String,
    /// How many threads this machine runs at once.
    pub threads: usize,
    /// Many games in step.
    pub batch: BatchRates,
    /// Search from the first decision.
    pub search: SearchRates,
}

/// Simulations per second of an information-set search from a game's first decision, random rollouts to the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchRates {
    /// How many simulations a search has.
    pub simulations: u32,
    /// Simulations per second on one thread.
    pub one_thread: f64,
    /// Simulations per second on two threads.
    pub two_threads: f64,
}

/// Decisions per second of a batch, observations, masks and scores included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchRates {
    /// How many games are in the batch.
    pub games: usize,
    /// Decisions per second on one thread.
    pub one_thread: f64,
    /// Decisions per second on two threads.
    pub two_threads: f64,
}

/// How many runs the best is taken of.
const ROUNDS: u32 = 16;
/// How many games the batch has.
const BATCH: usize = 1024;
/// How many simulations a search has.
const SIMULATIONS: u32 = 2000;
/// How many positions clone, observe, graph and determinize are measured on.
const POSITIONS: usize = 1024;

/// Measures a game's engine, for about this long per figure. `progress` is told which part of the whole is done.
pub fn run<G: Game>(game: G, per_figure: Duration, progress: &dyn Fn(f32)) -> BenchReport {
    const DEFAULT: LayoutId = LayoutId(0);
    let layout = game.spec().layout(DEFAULT);
    let positions = sample_positions(game);
    let (decisions, games) = (Cell::new(0), Cell::new(0));
    let (mut plain_rng, mut observed_rng, mut determinize_rng) = (Rng::new(1), Rng::new(1), Rng::new(2));
    let (mut drawn_rng, mut drawn, mut graph) = (Rng::new(1), EntityGraph::new(), EntityGraph::new());
    let (mut out, mut row) = (vec![0.0; layout.len()], vec![0.0; layout.len()]);
    let mut figures = [
        Figure::new(|| {
            let played = random_game(game, &mut plain_rng, |_, _| {});
            decisions.set(decisions.get() + played);
            games.set(games.get() + 1);
            played + 1 // a game may have no decision, and is work all the same
        }),
        Figure::new(|| {
            random_game(game, &mut observed_rng, |state, seat| {
                state.observe(seat, DEFAULT, &mut out);
                black_box(&out);
            })
        }),
        Figure::new(|| {
            random_game(game, &mut drawn_rng, |state, seat| {
                state.entities(seat, &mut drawn);
                black_box(&drawn);
            });
            1
        }),
        Figure::new(|| each(&positions, |state, _| drop(black_box(state.clone())))),
        Figure::new(|| {
            each(&positions, |state, seat| {
                state.observe(seat, DEFAULT, &mut row);
                black_box(&row);
            })
        }),
        Figure::new(|| {
            each(&positions, |state, seat| {
                state.entities(seat, &mut graph);
                black_box(&graph);
            })
        }),
        Figure::new(|| each(&positions, |state, seat| drop(black_box(state.determinize(seat, &mut determinize_rng))))),
        batch(game, DEFAULT, 1),
        batch(game, DEFAULT, 2),
        search(game, 1),
        search(game, 2),
    ];
    let runs = ROUNDS as usize * figures.len();
    for run in 0..runs {
        figures[run % (runs / ROUNDS as usize)].measure(per_figure / ROUNDS);
        progress((run + 1) as f32 / runs as f32);
    }
    let [plain, observed, drawn, clone, observe, graph, redeal, one_thread, two_threads, one_tree, two_trees] =
        figures.map(|figure| figure.best);
    let (decisions, games) = (decisions.get() as f64, games.get() as f64);
    BenchReport {
        game: game.spec().name.to_owned(),
        decisions_per_second: plain * decisions / (decisions + games),
        observed_decisions_per_second: observed,
        games_per_second: plain * games / (decisions + games),
        graph_games_per_second: drawn,
        clone_ns: 1e9 / clone,
        observe_ns: 1e9 / observe,
        graph_ns: 1e9 / graph,
        determinize_ns: 1e9 / redeal,
        state_bytes: size_of::<G::State>(),
        layout: layout.name().to_owned(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        batch: BatchRates { games: BATCH, one_thread, two_threads },
        search: SearchRates { simulations: SIMULATIONS, one_thread: one_tree, two_threads: two_trees },
    }
}

/// Work that answers how much it did, and the best amount per second so far.
struct Figure<'a> {
    work: Box<dyn FnMut() -> u64 + 'a>,
    best: f64,
}

impl<'a> Figure<'a> {
    fn new(work: impl FnMut() -> u64 + 'a) -> Self {
        Self { work: Box::new(work), best: 0.0 }
    }

    /// Does the work again and again for a while.
    fn measure(&mut self, slice: Duration) {
        let start = Instant::now();
        let mut done = 0;
        loop {
            done += (self.work)();
            let elapsed = start.elapsed();
            if elapsed >= slice {
                self.best = self.best.max(done as f64 / elapsed.as_secs_f64());
                return;
            }
        }
    }
}

/// A batch that steps at random on this many threads.
fn batch<'a, G: Game>(game: G, layout: LayoutId, threads: usize) -> Figure<'a> {
    const STEPS: usize = 16; // handing work to a pool costs a little; once for several steps it costs nothing
    let mut batch = Batch::new(game, BATCH, 3, Some(layout));
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("the system has two threads to give");
    Figure::new(move || {
        pool.install(|| {
            let step = |_| {
                // A game that is over is not a decision: its step only starts the next one.
                let over: u64 = batch.finished().iter().map(|&over| u64::from(over)).sum();
                batch.step_random();
                BATCH as u64 - over
            };
            (0..STEPS).map(step).sum()
        })
    })
}

/// Searches from the first decision of a game, on this many threads.
fn search<'a, G: Game>(game: G, threads: usize) -> Figure<'a> {
    let mut rng = Rng::new(5);
    let mut state = game.start();
    state.roll_to_decision(&mut rng);
    let budget = Budget { simulations: SIMULATIONS, ..Budget::default() };
    let settings = Settings { budget, threads, ..Settings::default() };
    let mut searcher = Searcher::new(settings, || Box::new(RandomRollouts));
    Figure::new(move || match state.turn() {
        Turn::Seat(seat) => {
            let found = searcher.search(View::new(&state, seat), &mut rng);
            found.expect("random rollouts do not fail").simulations.into()
        }
        Turn::Chance | Turn::Over => 1, // a game without decisions has nothing to search
    })
}

/// Plays a game at random and counts its decisions. `look` sees every position that is a seat's turn.
#[inline]
fn random_game<G: Game>(game: G, rng: &mut Rng, mut look: impl FnMut(&G::State, Seat)) -> u64 {
    let mut legal = ActionSet::new();
    let mut decisions = 0;
    black_box(play_out(&mut game.start(), rng, |state, seat, rng| {
        look(state, seat);
        state.legal(&mut legal);
        decisions += 1;
        legal.random(rng)
    }));
    decisions
}

/// Positions from all over random games, each with the seat to move. Of a game without decisions it is the start, as its
/// first seat sees it.
fn sample_positions<G: Game>(game: G) -> Vec<(G::State, Seat)> {
    let mut rng = Rng::new(4);
    let mut positions = Vec::with_capacity(POSITIONS);
    let mut games = 0;
    while positions.len() < POSITIONS && games < POSITIONS {
        games += 1;
        let mut seen = Vec::new();
        random_game(game, &mut rng, |state, seat| seen.push((state.clone(), seat)));
        // A few of each game, so that they come from many.
        for _ in 0..16.min(POSITIONS - positions.len()).min(seen.len()) {
            positions.push(seen[rng.below(seen.len() as u32) as usize].clone());
        }
    }
    if positions.is_empty() {
        positions.push((game.start(), Seat(0)));
    }
    positions
}

/// Does something with every position and counts them.
fn each<S>(positions: &[(S, Seat)], mut act: impl FnMut(&S, Seat)) -> u64 {
    for (state, seat) in positions {
        act(black_box(state), *seat);
    }
    positions.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::options::game_from_settings;
    use hoyle_ludo::Ludo;

    #[test]
    fn games_without_decisions_are_measured_too() {
        for settings in ["pass=auto,max_rolls=1", "pass=auto,max_rolls=1,exit=6,players=2", "max_rolls=1"] {
            let settings = settings.split(',').filter_map(|setting| setting.split_once('='));
            let settings: Vec<_> = settings.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
            let report = run(game_from_settings::<Ludo>(&settings).unwrap(), Duration::from_millis(16), &|_| {});
            let games = [report.games_per_second, report.graph_games_per_second];
            let figures = [report.clone_ns, report.observe_ns, report.graph_ns, report.determinize_ns];
            assert!(games.iter().chain(&figures).all(|figure| figure.is_finite() && *figure > 0.0), "{report:?}");
            assert!(report.decisions_per_second.is_finite() && report.batch.one_thread.is_finite(), "{report:?}");
        }
    }
}
