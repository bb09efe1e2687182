//! Matches with scripted players, in batches: the policy alone, playing what it finds best.

use super::envs::{BrokenPlayer, Episode, PlayHow, Played, SeatAgent, play};
use super::threads::join;
use crate::network::{Architecture, Engine, Network, with_either};
use crate::player::Runner;
use crate::weights::Weights;
use hoyle_arena::{Clock, GameRecord, Lineup, MatchReport};
use hoyle_core::{FileAccess, Game, Rng, Table};
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
    /// How many games; as many more are played as a whole set needs, in which the network has had every seat.
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
        let match_with = |opponent: &String| with_either!(self.network, net => self.against(net, opponent, &wants_end));
        opponents.iter().map(match_with).collect()
    }

    fn against<A: Architecture>(
        &self,
        net: &Arc<A>,
        opponent: &str,
        wants_end: &impl Fn() -> bool,
    ) -> Result<Option<Evaluation>, BrokenPlayer> {
        let Self { weights, games, seed, threads, files, .. } = *self;
        let seats = net.seats();
        let count = self.count.next_multiple_of(seats);
        let lineup = Lineup::new(2, seats).expect("games have two seats at least");
        let episode = |n: usize| {
            let agent = |entrant: usize| match entrant {
                0 => SeatAgent::Net(0),
                _ => SeatAgent::Scripted(opponent.to_owned()),
            };
            let game = games[n / seats % games.len()];
            let seats = lineup.seated(n as u64).into_iter().map(agent).collect();
            Episode { game, rng: Rng::stream(seed, n as u64), seats, teacher: None, files: files.clone() }
        };
        let stop = AtomicBool::new(false);
        let share = |thread: usize| {
            let runners = vec![Runner::new(Engine::new(net.clone(), weights.clone()))];
            let episodes = (0..count).filter(|n| n % threads == thread).map(episode).collect();
            Ok(play(runners, episodes, 64, PlayHow { temperature: 0.0, watch: 0.0 }, None, &stop)?.played)
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
        // Game `n` was the `n / threads`th of its thread.
        let in_order = (0..count).map(|n| &played[n % threads][n / threads]).collect();
        Ok(Some(Evaluation {
            replay: replay(games[0], &played[0][0]),
            ..evaluation(opponent, &lineup, seed, in_order)
        }))
    }
}

/// What came of a match; nothing is told.
fn evaluation(opponent: &str, lineup: &Lineup, seed: u64, games: Vec<&Played>) -> Evaluation {
    let (count, seats) = (games.len(), lineup.places().len());
    let records: Vec<GameRecord> = games.into_iter().zip(0..).map(|(game, n)| record(game, n, lineup)).collect();
    let report = MatchReport::of(lineup, &["net", opponent], seed, &records);
    let won = &report.players[0];
    let rate = won.win_rate.clamp(0.001, 0.999);
    let odds = rate * (seats - 1) as f64 / (1.0 - rate);
    Evaluation {
        opponent: opponent.to_owned(),
        games: count,
        rate: won.win_rate,
        low: won.low,
        high: won.high,
        equal: 1.0 / seats as f64,
        rating: 400.0 * odds.log10(),
        replay: String::new(),
    }
}

/// A game as the arena counts it.
fn record(game: &Played, index: u64, lineup: &Lineup) -> GameRecord {
    GameRecord {
        index,
        entrants: lineup.seated(index),
        scores: game.scores,
        plies: game.actions.len(),
        fault: None,
        clocks: vec![Clock::default(); game.seats.len()],
        luck: Vec::new(),
        actions: None,
    }
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
