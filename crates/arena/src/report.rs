//! Counting what happened.

use crate::GameRecord;
use serde::{Deserialize, Serialize};

/// What a match came to. As JSON it is what `hoyle match --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReport {
    /// How many games were played.
    pub games: u64,
    /// The seed that they came from.
    pub seed: u64,
    /// How many actions, chance included, a game took on average.
    pub mean_plies: f64,
    /// Each entrant, in the order in which they were named.
    pub players: Vec<PlayerReport>,
}

/// What a match came to for one entrant, all its seats together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerReport {
    /// The entrant's name.
    pub name: String,
    /// Games in which the highest score was its own and nobody else's.
    pub wins: u64,
    /// Games in which the highest score was somebody else's.
    pub losses: u64,
    /// Games in which it shared the highest score with another entrant.
    pub ties: u64,
    /// Wins, and its share of the ties, per game. A tie is shared by the seats that have the highest score.
    pub win_rate: f64,
    /// The lower end of the 95% interval of the win rate (Wilson's).
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// Games that it lost by an illegal answer or a panic; they are among its losses.
    pub faults: u64,
    /// The first of these faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_fault: Option<String>,
}

/// The smallest number that every number of winners (at most [`hoyle_core::MAX_SEATS`]) divides.
///
/// Shares of a tie are counted in whole parts of it, so that a sum does not depend on the order of its terms.
const PARTS: u64 = 60;

/// A count of games that can be joined with another, in any order.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    games: u64,
    plies: u64,
    entrants: Vec<Counts>,
}

#[derive(Clone, Debug, Default)]
struct Counts {
    wins: u64,
    ties: u64,
    tie_parts: u64,
    faults: u64,
    first_fault: Option<(u64, String)>,
}

impl Tally {
    pub(crate) fn new(entrants: usize) -> Self {
        Self { games: 0, plies: 0, entrants: vec![Counts::default(); entrants] }
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.plies += record.plies as u64;
        let winners = record.winners();
        for (entrant, counts) in self.entrants.iter_mut().enumerate() {
            match winners.iter().filter(|&&seat| record.entrants[seat.index()] == entrant).count() {
                0 => {}
                own if own == winners.len() => counts.wins += 1,
                own => {
                    counts.ties += 1;
                    counts.tie_parts += PARTS * own as u64 / winners.len() as u64;
                }
            }
        }
        if let Some((seat, fault)) = &record.fault {
            let counts = &mut self.entrants[record.entrants[seat.index()]];
            counts.faults += 1;
            counts.note_fault((record.index, format!("game {}, seat {seat}: {fault}", record.index)));
        }
    }

    /// Both counts as one.
    pub(crate) fn join(mut self, other: Self) -> Self {
        self.games += other.games;
        self.plies += other.plies;
        for (mine, theirs) in self.entrants.iter_mut().zip(other.entrants) {
            mine.wins += theirs.wins;
            mine.ties += theirs.ties;
            mine.tie_parts += theirs.tie_parts;
            mine.faults += theirs.faults;
            if let Some(fault) = theirs.first_fault {
                mine.note_fault(fault);
            }
        }
        self
    }

    pub(crate) fn report<'a>(self, seed: u64, names: impl Iterator<Item = &'a str>) -> MatchReport {
        let games = self.games as f64;
        let player = |(counts, name): (Counts, &str)| {
            let win_rate = (counts.wins as f64 + counts.tie_parts as f64 / PARTS as f64) / games;
            let (low, high) = wilson(win_rate, self.games);
            PlayerReport {
                name: name.to_owned(),
                wins: counts.wins,
                losses: self.games - counts.wins - counts.ties,
                ties: counts.ties,
                win_rate,
                low,
                high,
                faults: counts.faults,
                first_fault: counts.first_fault.map(|(_, fault)| fault),
            }
        };
        MatchReport {
            games: self.games,
            seed,
            mean_plies: self.plies as f64 / games,
            players: self.entrants.into_iter().zip(names).map(player).collect(),
        }
    }
}

impl Counts {
    fn note_fault(&mut self, fault: (u64, String)) {
        if self.first_fault.as_ref().is_none_or(|first| fault.0 < first.0) {
            self.first_fault = Some(fault);
        }
    }
}

/// The 95% interval of a rate seen in `n` trials, by Wilson (1927, "Probable inference, the law of succession, and
/// statistical inference"). It stays within 0 and 1 and is sound for rates near them.
///
/// ```
/// let (low, high) = hoyle_arena::wilson(0.5, 100);
/// assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
/// ```
pub fn wilson(rate: f64, n: u64) -> (f64, f64) {
    /// The standard normal distribution has 95% of its mass within this distance of 0.
    const Z: f64 = 1.959_963_984_540_054;
    if n == 0 {
        return (0.0, 1.0);
    }
    let n = n as f64;
    let shrink = 1.0 + Z * Z / n;
    let centre = (rate + Z * Z / (2.0 * n)) / shrink;
    let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt() / shrink;
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;
    use hoyle_core::{Scores, Seat};

    fn record(index: u64, scores: &[f32], entrants: &[usize]) -> GameRecord {
        GameRecord { index, entrants: entrants.to_vec(), scores: Scores::from_slice(scores), plies: 10, fault: None }
    }

    #[test]
    fn wins_ties_and_losses_are_counted_by_entrant() {
        let mut tally = Tally::new(3);
        tally.add(&record(0, &[1.0, 0.0, 0.0, 0.0], &[0, 1, 2, 1]));
        tally.add(&record(1, &[0.0, 1.0, 0.0, 1.0], &[0, 1, 2, 1])); // both seats are entrant 1's: no tie
        tally.add(&record(2, &[0.0, 1.0, 1.0, 1.0], &[0, 1, 2, 1]));
        let report = tally.report(5, ["a", "b", "c"].into_iter());
        let counted: Vec<_> = report.players.iter().map(|p| (p.wins, p.ties, p.losses)).collect();
        assert_eq!(counted, [(1, 0, 2), (1, 1, 1), (0, 1, 2)]);
        assert!((report.players[1].win_rate - (1.0 + 2.0 / 3.0) / 3.0).abs() < 1e-12);
        assert!((report.players.iter().map(|p| p.win_rate).sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_fault_loses_the_game_for_all_seats_of_the_entrant() {
        let mut tally = Tally::new(2);
        let fault = Some((Seat(3), Fault::Panicked("no idea".to_owned())));
        tally.add(&GameRecord { fault, ..record(0, &[0.0; 4], &[0, 1, 1, 1]) });
        let report = tally.report(5, ["a", "b"].into_iter());
        assert_eq!((report.players[0].wins, report.players[1].losses, report.players[1].faults), (1, 1, 1));
        assert_eq!(report.players[1].first_fault.as_deref(), Some("game 0, seat 3: panicked: no idea"));
    }

    #[test]
    fn the_interval_is_wilsons() {
        // Newcombe 1998, table I, method 3: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611.
        let (low, high) = wilson(81.0 / 263.0, 263);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5);
        let (low, high) = wilson(0.0, 20);
        assert!(low == 0.0 && (high - 0.1611).abs() < 5e-5);
    }
}
