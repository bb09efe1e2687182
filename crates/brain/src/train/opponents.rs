//! Who plays against whom: mostly itself, sometimes a past self, sometimes a scripted player.

use super::config::TrainConfig;
use super::envs::{Played, SeatAgent};
use hoyle_core::Rng;
use serde::{Deserialize, Serialize};

/// A past self.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// After which round it was kept.
    pub iteration: u64,
    /// What the present self wins of its games against it: a running mean of shares.
    pub beaten: f32,
}

/// How fast the running mean moves.
const MEMORY: f32 = 0.05;

/// Who sits where in game `number`: the learner's networks are number 0, past selves follow.
pub fn seat(config: &TrainConfig, pasts: &[Past], number: u64, seats: usize, rng: &mut Rng) -> Vec<SeatAgent> {
    let own = (number % seats as u64) as usize;
    let luck = rng.unit();
    let others = |agent: &mut dyn FnMut() -> SeatAgent| -> Vec<SeatAgent> {
        (0..seats).map(|seat| if seat == own { SeatAgent::Learner(0) } else { agent() }).collect()
    };
    if luck < config.past_share && !pasts.is_empty() {
        // Those that are hard to beat are met more often (Vinyals et al. 2019: prioritised fictitious self-play).
        let weight = |past: &Past| (1.0 - relative(past.beaten, seats)).powi(2) + 0.01;
        let mut left = rng.unit() * pasts.iter().map(weight).sum::<f32>();
        let drawn = pasts.iter().position(|past| {
            left -= weight(past);
            left < 0.0
        });
        let drawn = 1 + drawn.unwrap_or(pasts.len() - 1);
        return others(&mut || SeatAgent::Net(drawn));
    }
    if luck < config.past_share + config.scripted_share && !config.scripted.is_empty() {
        let names = &config.scripted;
        return others(&mut || SeatAgent::Scripted(names[rng.below(names.len() as u32) as usize].clone()));
    }
    vec![SeatAgent::Learner(0); seats]
}

/// Remembers how games against past selves went.
pub fn remember(pasts: &mut [Past], played: &[Played]) {
    for game in played {
        let own = game.seats.iter().position(|agent| matches!(agent, SeatAgent::Learner(_)));
        let net = game.seats.iter().find_map(|agent| match agent {
            SeatAgent::Net(net) => Some(*net),
            _ => None,
        });
        if let (Some(own), Some(past)) = (own, net.and_then(|net| pasts.get_mut(net - 1))) {
            past.beaten += MEMORY * (game.result[own] - past.beaten);
        }
    }
}

/// A share of wins as in a game of two: one half is what an equal wins, with any number of seats.
fn relative(share: f32, seats: usize) -> f32 {
    let others = (1.0 - share) / (seats - 1).max(1) as f32;
    share / (share + others).max(1e-6)
}
