//! What a tournament came to.

use crate::rating::{Duel, ratings};
use crate::report::{MAX_FAULTS, Tally, player, ratio, told};
use crate::{FaultReport, MatchReport, PlayerReport, Schedule};
use serde::{Deserialize, Serialize};

/// What a tournament came to. As JSON it is what `hoyle tournament --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentReport {
    /// How many games were played, in whole sets.
    pub games: u64,
    /// The seed that they came from.
    pub seed: u64,
    /// How many seats a table has.
    pub seats: usize,
    /// How many actions, chance included, a game took on average.
    pub mean_plies: f64,
    /// The player whose rating is 0.
    pub anchor: String,
    /// Each player, in the order in which they were named.
    pub players: Vec<RatedPlayer>,
    /// Each table, as a match: the first player alone against the second at all other seats.
    pub tables: Vec<MatchReport>,
    /// The faults, at most the first hundred.
    pub faults: Vec<FaultReport>,
}

/// What a tournament came to for one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatedPlayer {
    /// Its strength in Elo points above the anchor's.
    pub rating: f64,
    /// The lower end of the 95% interval of the rating.
    pub rating_low: f64,
    /// The upper end of it.
    pub rating_high: f64,
    /// In how many games it played.
    pub games: u64,
    /// How many actions these took on average.
    pub mean_plies: f64,
    /// What it did at all of its tables.
    #[serde(flatten)]
    pub report: PlayerReport,
}

pub(crate) fn report(schedule: &Schedule, tallies: &[Tally], seed: u64, names: &[&str]) -> TournamentReport {
    let anchor = names.iter().position(|name| name.strip_prefix("bot:").unwrap_or(name) == "random").unwrap_or(0);
    let duels = tallies.iter().map(|Tally { entrants, firsts, .. }| Duel {
        players: [entrants[0].entrant, entrants[1].entrant],
        seats: schedule.seats(),
        firsts,
    });
    let duels: Vec<Duel<'_>> = duels.collect();
    let rated = |(entrant, rating): (usize, crate::rating::Rating)| {
        let at = tallies.iter().flat_map(|tally| tally.entrants.iter().map(move |counts| (tally, counts)));
        let at: Vec<_> = at.filter(|(_, counts)| counts.entrant == entrant).collect();
        let games = at.iter().map(|(tally, _)| tally.games).sum();
        RatedPlayer {
            rating: rating.elo,
            rating_low: rating.low,
            rating_high: rating.high,
            games,
            mean_plies: ratio(at.iter().map(|(tally, _)| tally.plies).sum(), games),
            report: player(names[entrant], &at),
        }
    };
    let ratings = ratings(names.len(), &duels, anchor, seed);
    let mut faults: Vec<_> = tallies.iter().flat_map(|tally| tally.faults.iter().cloned()).collect();
    faults.sort_by_key(|(_, fault)| fault.game);
    faults.truncate(MAX_FAULTS);
    let games = tallies.iter().map(|tally| tally.games).sum();
    TournamentReport {
        games,
        seed,
        seats: schedule.seats(),
        mean_plies: ratio(tallies.iter().map(|tally| tally.plies).sum(), games),
        anchor: names[anchor].to_owned(),
        players: ratings.into_iter().enumerate().map(rated).collect(),
        tables: tallies.iter().map(|tally| tally.report(seed, names)).collect(),
        faults: told(&faults, names),
    }
}
