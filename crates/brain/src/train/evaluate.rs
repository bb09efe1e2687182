//! Matches with scripted players, in batches: the policy alone, playing what it finds best.

use super::lanes::{Fixture, Played, Sitter, play};
use crate::network::Network;
use crate::player::Mind;
use crate::weights::Weights;
use hoyle_core::{Game, Rng, Table};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a network did against a scripted player that had all other seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The player.
    pub opponent: String,
    /// How many games.
    pub games: usize,
    /// The share of them that was won; ties count in part.
    pub rate: f64,
    /// The lower end of the 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How much stronger than the player, in Elo points.
    pub rating: f64,
    /// The first game of the match, as a replay.
    #[serde(skip)]
    pub replay: String,
}

/// Plays a match with each opponent, the seats in turn, over the games in turn.
pub fn evaluate<G: Game>(
    network: &Network,
    weights: &Arc<Weights>,
    games: &[G],
    opponents: &[String],
    count: usize,
    seed: u64,
    threads: usize,
) -> Vec<Evaluation> {
    let seats = network.seats();
    let one = |opponent: &String| {
        let fixture = |n: usize| {
            let sitter = |seat: usize| match seat == n % seats {
                true => Sitter::Learner(0),
                false => Sitter::Scripted(opponent.clone()),
            };
            let game = games[n / seats % games.len()];
            Fixture { game, rng: Rng::stream(seed, n as u64), seats: (0..seats).map(sitter).collect(), teacher: None }
        };
        let share = |thread: usize| {
            let mut minds = [Mind::of(network.clone(), network.engine(weights.clone()))];
            let fixtures = (0..count).filter(|n| n % threads == thread).map(fixture).collect();
            play(network, &mut minds, fixtures, 64, 0.0)
        };
        let share = &share;
        let played: Vec<Vec<Played>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || share(thread))).collect();
            workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
        });
        let own = |seats: &[Sitter]| seats.iter().position(|sitter| matches!(sitter, Sitter::Learner(_)));
        let points =
            played.iter().flatten().map(|game| own(&game.seats).map_or(0.0, |seat| f64::from(game.result[seat])));
        let points: f64 = points.sum();
        let rate = points / count.max(1) as f64;
        let (low, high) = hoyle_arena::wilson(rate, count as u64);
        let odds = rate.clamp(0.001, 0.999) * (seats - 1) as f64 / (1.0 - rate.clamp(0.001, 0.999));
        let replay = played.first().and_then(|played| played.first()).map(|first| replay(games[0], first));
        let (opponent, rating, replay) = (opponent.clone(), 400.0 * odds.log10(), replay.unwrap_or_default());
        Evaluation { opponent, games: count, rate, low, high, rating, replay }
    };
    opponents.iter().map(one).collect()
}

/// A game that was played, as a replay.
fn replay<G: Game>(game: G, played: &Played) -> String {
    let mut table = Table::new(game);
    for &action in &played.actions {
        if table.play(action).is_err() {
            break;
        }
    }
    let names = played.seats.iter().map(|sitter| match sitter {
        Sitter::Scripted(name) => name.clone(),
        Sitter::Learner(_) | Sitter::Net(_) => "net".to_owned(),
    });
    hoyle_core::replay::write(&table, &names.collect::<Vec<_>>(), None)
}
