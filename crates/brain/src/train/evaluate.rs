//! Matches with scripted players, in batches: the policy alone, playing what it finds best.

use super::envs::{BrokenPlayer, Episode, Played, SeatAgent, play};
use super::threads::join;
use crate::network::Network;
use crate::player::NetworkRunner;
use crate::weights::Weights;
use hoyle_core::{FileAccess, Game, Rng, Seat, Table};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
    /// What an equal of the player would win.
    #[serde(default)]
    pub equal: f64,
    /// How much stronger than the player, in Elo points.
    pub rating: f64,
    /// The first game of the match, as a replay.
    #[serde(skip)]
    pub replay: String,
}

/// A match of a network with scripted players.
#[derive(Debug)]
pub struct Match<'a, G> {
    /// The network.
    pub network: &'a Network,
    /// Its numbers.
    pub weights: &'a Arc<Weights>,
    /// What is played, in turn.
    pub games: &'a [G],
    /// How many games.
    pub count: usize,
    /// Of the games' luck.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
    /// Where players that are files may be.
    pub files: &'a FileAccess,
}

impl<G: Game> Match<'_, G> {
    /// Plays it with each opponent, the seats in turn. None if it is to end before all is played.
    pub fn play(
        &self,
        opponents: &[String],
        wants_end: impl Fn() -> bool,
    ) -> Result<Option<Vec<Evaluation>>, BrokenPlayer> {
        if self.count == 0 {
            return Ok(Some(Vec::new()));
        }
        opponents.iter().map(|opponent| self.against(opponent, &wants_end)).collect()
    }

    fn against(&self, opponent: &str, wants_end: &impl Fn() -> bool) -> Result<Option<Evaluation>, BrokenPlayer> {
        let Self { network, weights, games, count, seed, threads, files } = *self;
        let seats = network.seats();
        let episode = |n: usize| {
            let agent = |seat: usize| match seat == n % seats {
                true => SeatAgent::Learner(0),
                false => SeatAgent::Scripted(opponent.to_owned()),
            };
            let game = games[n / seats % games.len()];
            let seats = (0..seats).map(agent).collect();
            Episode { game, rng: Rng::stream(seed, n as u64), seats, teacher: None, files: files.clone() }
        };
        let stop = AtomicBool::new(false);
        let share = |thread: usize| {
            let mut runners = [NetworkRunner::with_engine(network.clone(), network.engine(weights.clone()))];
            let episodes = (0..count).filter(|n| n % threads == thread).map(episode).collect();
            play(network, &mut runners, episodes, 64, 0.0, &stop)
        };
        let share = &share;
        let played: Vec<Vec<Played>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || share(thread))).collect();
            while !workers.iter().all(|worker| worker.is_finished()) {
                stop.store(wants_end(), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(5));
            }
            workers.into_iter().map(join).collect::<Result<_, BrokenPlayer>>()
        })?;
        if stop.into_inner() {
            return Ok(None);
        }
        let rate = played.iter().flatten().map(won).sum::<f64>() / count as f64;
        let (low, high) = hoyle_arena::wilson(rate, count as u64);
        let odds = rate.clamp(0.001, 0.999) * (seats - 1) as f64 / (1.0 - rate.clamp(0.001, 0.999));
        let replay = played.first().and_then(|played| played.first()).map(|first| replay(games[0], first));
        let (opponent, rating, replay) = (opponent.to_owned(), 400.0 * odds.log10(), replay.unwrap_or_default());
        Ok(Some(Evaluation { opponent, games: count, rate, low, high, equal: 1.0 / seats as f64, rating, replay }))
    }
}

/// The part of a game that its learner won: the whole if nobody has as much.
fn won(game: &Played) -> f64 {
    let own = game.seats.iter().position(|agent| matches!(agent, SeatAgent::Learner(_)));
    let winners: Vec<Seat> = game.scores.winners().collect();
    let has_won = winners.iter().any(|seat| Some(seat.index()) == own);
    if has_won { 1.0 / winners.len() as f64 } else { 0.0 }
}

/// A game that was played, as a replay.
fn replay<G: Game>(game: G, played: &Played) -> String {
    let mut table = Table::new(game);
    for &action in &played.actions {
        if table.play(action).is_err() {
            break;
        }
    }
    let names = played.seats.iter().map(|agent| match agent {
        SeatAgent::Scripted(name) => name.clone(),
        SeatAgent::Learner(_) | SeatAgent::Net(_) => "net".to_owned(),
    });
    hoyle_core::replay::write(&table, &names.collect::<Vec<_>>(), None)
}
