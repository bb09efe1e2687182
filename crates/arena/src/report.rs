//! Counting what happened.

use crate::interval::{Moments, SetRate, mean_interval};
use crate::luck::without_luck;
use crate::{Clock, FaultKind, GameRecord, Lineup, SprtReport};
use hoyle_core::Seat;
use serde::{Deserialize, Serialize};

/// What a match came to. As JSON it is what `hoyle match --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReport {
    /// How many games were played, in whole sets.
    pub games: u64,
    /// In how many sets.
    pub sets: u64,
    /// The seed that they came from.
    pub seed: u64,
    /// How many actions, chance included, a game took on average.
    pub mean_plies: f64,
    /// How many the shortest game took.
    pub shortest: u64,
    /// How many the longest took.
    pub longest: u64,
    /// Each entrant, in the order in which they were named.
    pub players: Vec<PlayerReport>,
    /// The faults, at most the first hundred.
    pub faults: Vec<FaultReport>,
    /// What the sequential test came to, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
}

impl MatchReport {
    /// Counts games of one table that were played elsewhere: whole sets in their order, as the line-up seats its entrants, who
    /// have these names. What is left of a set is not counted.
    pub fn of(lineup: &Lineup, names: &[&str], seed: u64, games: &[GameRecord]) -> Self {
        let mut tally = Tally::new(lineup);
        games.chunks_exact(lineup.places().len()).for_each(|set| tally.add(set));
        tally.report(seed, names)
    }
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
    /// The lower end of the 95% interval of the win rate.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// The win rate without luck, if the match had a value function and enough sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Adjusted>,
    /// Its score less that of the others, seat for seat, on average; none if every set had a fault.
    pub margin: Option<f64>,
    /// The lower end of the 95% interval of the margin; none from a single set.
    pub margin_low: Option<f64>,
    /// The upper end of it.
    pub margin_high: Option<f64>,
    /// How long it thought.
    #[serde(flatten)]
    pub pace: Pace,
    /// Games that it lost by a fault; they are among its losses.
    pub faults: u64,
    /// How many of these were illegal answers.
    pub illegal: u64,
    /// How many were panics.
    pub panics: u64,
    /// How many were answers that came too late or never.
    pub timeouts: u64,
    /// The first of these faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_fault: Option<String>,
}

/// A win rate from which luck was taken. Its mean is that of the win rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjusted {
    /// Points per game, less what was luck.
    pub win_rate: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// How many times as many games would have told as much without it.
    pub worth: f64,
}

/// How long somebody thought. Equal if the number of moves is: how long a machine takes is not part of what happened.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Pace {
    /// How often it was asked.
    pub moves: u64,
    /// How many seconds it took for an answer, on average.
    pub seconds_per_move: f64,
    /// How many it took for the slowest.
    pub slowest_move: f64,
}

impl PartialEq for Pace {
    fn eq(&self, other: &Self) -> bool {
        self.moves == other.moves
    }
}

/// A game that was lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultReport {
    /// The game.
    pub game: u64,
    /// The seat.
    pub seat: Seat,
    /// The name of who sat there.
    pub player: String,
    /// Of which kind the fault was.
    pub kind: FaultKind,
    /// What happened, in words.
    pub text: String,
}

/// How many faults are told one by one.
pub(crate) const MAX_FAULTS: usize = 100;

/// The smallest number that every number of winners (at most [`hoyle_core::MAX_SEATS`]) divides.
///
/// Shares of a win are counted in whole parts of it, so that sums are exact.
pub(crate) const PARTS: u64 = 60;

/// What happened at one table.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    pub(crate) sets: u64,
    pub(crate) games: u64,
    pub(crate) plies: u64,
    shortest: u64,
    longest: u64,
    pub(crate) entrants: Vec<Counts>,
    pub(crate) faults: Vec<(usize, FaultReport)>,
    /// The points of the first entrant in each set, in parts.
    pub(crate) firsts: Vec<u32>,
}

/// What happened to one entrant at one table.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    pub(crate) entrant: usize,
    wins: u64,
    ties: u64,
    pub(crate) parts: u64,
    squares: u128,
    faults: [u64; 3],
    first_fault: Option<(u64, String)>,
    clock: Clock,
    margins: Moments,
    /// The points per game of each set, and its luck per game by each opinion; of sets whose games all have it.
    luck: Vec<(f64, Vec<f64>)>,
}

impl Counts {
    fn new(entrant: usize) -> Self {
        Self {
            entrant,
            wins: 0,
            ties: 0,
            parts: 0,
            squares: 0,
            faults: [0; 3],
            first_fault: None,
            clock: Clock::default(),
            margins: Moments::default(),
            luck: Vec::new(),
        }
    }

    /// Counts a game and gives the points that it brought, in parts.
    fn add(&mut self, record: &GameRecord) -> u64 {
        let winners = record.winners();
        let own = winners.iter().filter(|seat| record.entrants[seat.index()] == self.entrant).count();
        self.wins += u64::from(own > 0 && own == winners.len());
        self.ties += u64::from(own > 0 && own < winners.len());
        for (clock, &entrant) in record.clocks.iter().zip(&record.entrants) {
            if entrant == self.entrant {
                self.clock.join(clock);
            }
        }
        if let Some(fault) = record.fault.as_ref().filter(|f| record.entrants[f.seat.index()] == self.entrant) {
            self.faults[fault.kind as usize] += 1;
            let told = || (record.index, format!("game {}, seat {}: {}", record.index, fault.seat, fault.text));
            self.first_fault.get_or_insert_with(told);
        }
        PARTS * own as u64 / winners.len().max(1) as u64
    }
}

/// The luck of an entrant in a set, per game, by each opinion; none if a game has none.
fn luck(set: &[GameRecord], entrant: usize) -> Option<Vec<f64>> {
    let opinions = set.first().map_or(0, |record| record.luck.len());
    if opinions == 0 || set.iter().any(|record| record.luck.len() != opinions) {
        return None;
    }
    let of = |record: &GameRecord, opinion: usize| {
        let seats = record.luck[opinion].iter().zip(&record.entrants);
        seats.filter(|&(_, &at)| at == entrant).map(|(luck, _)| luck).sum::<f64>()
    };
    let mean = |opinion| set.iter().map(|record| of(record, opinion)).sum::<f64>() / set.len() as f64;
    Some((0..opinions).map(mean).collect())
}

/// The win rate without luck: over all sets, of which each must have it.
fn adjusted(at: &[(&Tally, &Counts)]) -> Option<Adjusted> {
    let &[(tally, counts)] = at else { return None };
    if counts.luck.len() as u64 != tally.sets {
        return None;
    }
    let moments = |values: &mut dyn Iterator<Item = f64>| {
        let mut moments = Moments::default();
        values.for_each(|value| moments.add(value));
        moments
    };
    let rest = moments(&mut without_luck(&counts.luck)?.into_iter());
    let all = moments(&mut counts.luck.iter().map(|set| set.0));
    let (win_rate, interval) = mean_interval(&[rest])?;
    let (low, high) = interval?;
    let worth = if rest.variance() > 0.0 { all.variance() / rest.variance() } else { 1.0 };
    Some(Adjusted { win_rate, low, high, worth })
}

/// The score of an entrant less that of the others, seat for seat.
fn margin(record: &GameRecord, entrant: usize) -> f64 {
    let (mut own, mut others) = ((0.0, 0.0), (0.0, 0.0));
    for (&score, &at) in record.scores.as_slice().iter().zip(&record.entrants) {
        let side = if at == entrant { &mut own } else { &mut others };
        *side = (side.0 + f64::from(score), side.1 + 1.0);
    }
    own.0 / own.1 - others.0 / others.1
}

impl Tally {
    pub(crate) fn new(lineup: &Lineup) -> Self {
        let mut entrants: Vec<Counts> = Vec::new();
        for &entrant in lineup.places() {
            if entrants.iter().all(|counts| counts.entrant != entrant) {
                entrants.push(Counts::new(entrant));
            }
        }
        Self {
            sets: 0,
            games: 0,
            plies: 0,
            shortest: u64::MAX,
            longest: 0,
            entrants,
            faults: Vec::new(),
            firsts: Vec::new(),
        }
    }

    /// Adds a set: its games in order.
    pub(crate) fn add(&mut self, set: &[GameRecord]) {
        self.sets += 1;
        for record in set {
            let plies = record.plies as u64;
            self.games += 1;
            self.plies += plies;
            self.shortest = self.shortest.min(plies);
            self.longest = self.longest.max(plies);
            if let Some(fault) = record.fault.as_ref().filter(|_| self.faults.len() < MAX_FAULTS) {
                let entrant = record.entrants[fault.seat.index()];
                let (seat, kind, text) = (fault.seat, fault.kind, fault.text.clone());
                let told = FaultReport { game: record.index, seat, player: String::new(), kind, text };
                self.faults.push((entrant, told));
            }
        }
        let whole = set.iter().all(|record| record.fault.is_none());
        for (i, counts) in self.entrants.iter_mut().enumerate() {
            let parts: u64 = set.iter().map(|record| counts.add(record)).sum();
            counts.parts += parts;
            counts.squares += u128::from(parts * parts);
            if i == 0 {
                self.firsts.push(parts as u32);
            }
            if let Some(luck) = luck(set, counts.entrant) {
                counts.luck.push((parts as f64 / (PARTS * set.len() as u64) as f64, luck));
            }
            if whole {
                let sum: f64 = set.iter().map(|record| margin(record, counts.entrant)).sum();
                counts.margins.add(sum / set.len() as f64);
            }
        }
    }

    /// How many games a set has.
    fn size(&self) -> usize {
        self.games.checked_div(self.sets).unwrap_or(0) as usize
    }

    pub(crate) fn report(&self, seed: u64, names: &[&str]) -> MatchReport {
        let players = self.entrants.iter().map(|c| player(names[c.entrant], &[(self, c)])).collect();
        MatchReport {
            games: self.games,
            sets: self.sets,
            seed,
            mean_plies: ratio(self.plies, self.games),
            shortest: if self.games == 0 { 0 } else { self.shortest },
            longest: self.longest,
            players,
            faults: told(&self.faults, names),
            sprt: None,
        }
    }
}

/// The faults with the names of those whose they are.
pub(crate) fn told(faults: &[(usize, FaultReport)], names: &[&str]) -> Vec<FaultReport> {
    let told =
        |(entrant, fault): &(usize, FaultReport)| FaultReport { player: names[*entrant].to_owned(), ..fault.clone() };
    faults.iter().map(told).collect()
}

/// A part of a whole; 0 of nothing.
pub(crate) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// What happened to an entrant at all of its tables.
pub(crate) fn player(name: &str, at: &[(&Tally, &Counts)]) -> PlayerReport {
    let sum = |of: fn(&(&Tally, &Counts)) -> u64| at.iter().map(of).sum::<u64>();
    let (games, sets) = (sum(|(tally, _)| tally.games), sum(|(tally, _)| tally.sets));
    let (wins, ties) = (sum(|(_, counts)| counts.wins), sum(|(_, counts)| counts.ties));
    let size = at.iter().map(|(tally, _)| tally.size()).max().unwrap_or(0).max(1);
    // Around the mean of each table, not of all: that opponents differ is no uncertainty.
    let spread = |(tally, counts): &(&Tally, &Counts)| {
        let (sets, parts) = (u128::from(tally.sets.max(1)), u128::from(counts.parts));
        (sets * counts.squares - parts * parts) as f64 / sets as f64 / ((PARTS * size as u64) as f64).powi(2)
    };
    let win_rate = ratio(sum(|(_, counts)| counts.parts), games * PARTS);
    let (low, high) = SetRate { rate: win_rate, sets, size, spread: at.iter().map(spread).sum() }.interval();
    let mut clock = Clock::default();
    at.iter().for_each(|(_, counts)| clock.join(&counts.clock));
    let margins: Vec<Moments> = at.iter().map(|(_, counts)| counts.margins).collect();
    let margin = mean_interval(&margins);
    let interval = margin.and_then(|(_, interval)| interval);
    let faults = [0, 1, 2].map(|kind| at.iter().map(|(_, counts)| counts.faults[kind]).sum::<u64>());
    let first_fault = at.iter().filter_map(|(_, counts)| counts.first_fault.clone()).min_by_key(|(game, _)| *game);
    PlayerReport {
        name: name.to_owned(),
        wins,
        losses: games - wins - ties,
        ties,
        win_rate,
        low,
        high,
        adjusted: adjusted(at),
        margin: margin.map(|(mean, _)| mean),
        margin_low: interval.map(|(low, _)| low),
        margin_high: interval.map(|(_, high)| high),
        pace: Pace {
            moves: clock.moves,
            seconds_per_move: if clock.moves == 0 { 0.0 } else { clock.seconds / clock.moves as f64 },
            slowest_move: clock.slowest,
        },
        faults: faults.iter().sum(),
        illegal: faults[FaultKind::Illegal as usize],
        panics: faults[FaultKind::Panic as usize],
        timeouts: faults[FaultKind::Timeout as usize],
        first_fault: first_fault.map(|(_, fault)| fault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameFault;
    use hoyle_core::Scores;

    fn record(index: u64, scores: &[f32], entrants: &[usize]) -> GameRecord {
        GameRecord {
            index,
            entrants: entrants.to_vec(),
            scores: Scores::from_slice(scores),
            plies: 10,
            fault: None,
            clocks: vec![Clock { moves: 2, seconds: 1.0, slowest: 0.75 }; scores.len()],
            luck: Vec::new(),
            actions: None,
        }
    }

    fn tally(entrants: usize, seats: usize) -> Tally {
        Tally::new(&Lineup::new(entrants, seats).unwrap())
    }

    #[test]
    fn wins_ties_and_losses_are_counted_by_entrant() {
        let mut tally = tally(3, 4);
        tally.add(&[
            record(0, &[1.0, 0.0, 0.0, 0.0], &[0, 1, 2, 1]),
            record(1, &[0.0, 1.0, 0.0, 1.0], &[0, 1, 2, 1]), // both seats are entrant 1's: no tie
            record(2, &[0.0, 1.0, 1.0, 1.0], &[0, 1, 2, 1]),
        ]);
        let report = tally.report(5, &["a", "b", "c"]);
        let counted: Vec<_> = report.players.iter().map(|p| (p.wins, p.ties, p.losses)).collect();
        assert_eq!(counted, [(1, 0, 2), (1, 1, 1), (0, 1, 2)]);
        assert!((report.players[1].win_rate - (1.0 + 2.0 / 3.0) / 3.0).abs() < 1e-12);
        assert!((report.players.iter().map(|p| p.win_rate).sum::<f64>() - 1.0).abs() < 1e-12);
        let pace = report.players[1].pace;
        assert_eq!((pace.moves, pace.seconds_per_move, pace.slowest_move), (12, 0.5, 0.75));
    }

    #[test]
    fn a_fault_loses_the_game_for_all_seats_of_the_entrant() {
        let mut tally = tally(2, 4);
        let fault = GameFault { seat: Seat(3), kind: FaultKind::Panic, text: "panicked: no idea".to_owned() };
        tally.add(&[GameRecord { fault: Some(fault), ..record(0, &[0.0; 4], &[0, 1, 1, 1]) }]);
        let report = tally.report(5, &["a", "b"]);
        let guilty = &report.players[1];
        assert_eq!((report.players[0].wins, guilty.losses, guilty.faults, guilty.panics), (1, 1, 1, 1));
        assert_eq!(guilty.first_fault.as_deref(), Some("game 0, seat 3: panicked: no idea"));
        assert_eq!((report.faults[0].game, report.faults[0].player.as_str()), (0, "b"));
        assert_eq!(guilty.margin, None, "a game that broke off has no margin");
    }

    #[test]
    fn margins_are_of_sets() {
        let mut tally = tally(2, 2);
        tally.add(&[record(0, &[30.0, 20.0], &[0, 1]), record(1, &[20.0, 24.0], &[1, 0])]);
        tally.add(&[record(2, &[30.0, 20.0], &[0, 1]), record(3, &[20.0, 20.0], &[1, 0])]);
        let first = &tally.report(5, &["a", "b"]).players[0];
        assert_eq!(first.margin, Some(6.0)); // sets 7 and 5
        assert!(first.margin_low.unwrap() < 0.0, "two sets tell little");
    }
}
