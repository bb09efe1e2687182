//! Many games of one kind under one name: `magic:deck0=red|green,deck1=red|green`.

use crate::{AnyGame, GameRecord, LoadError, MatchReport, MatchSettings, Study};
use hoyle_arena::{Comeback, ComebackSettings, MatchError, MatchOptions, Sample, SprtError};
use hoyle_core::names::Named;
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The most games that one specification may stand for. A kingdom of Dominion takes some ten kilobytes.
const MOST: usize = 25_000;
/// The most bytes that all of them may be written with.
const MAX_BYTES: usize = 16 << 20;

/// All games that a specification stands for: values joined by `|`, and ranges such as `0..100`, stand for each of their
/// values.
///
/// ```
/// let games = hoyle_facade::expand("dominion:kingdom=random,kingdom_seed=3..6,players=2|3")?;
/// assert_eq!(games.len(), 6);
/// assert_eq!(games[5].settings[1], ("kingdom_seed".to_owned(), "5".to_owned()));
/// # Ok::<(), hoyle_facade::LoadError>(())
/// ```
pub fn expand(spec: &str) -> Result<Vec<Named>, LoadError> {
    let Named { name, settings } = spec.parse()?;
    let mut games = vec![Vec::new()];
    for (key, text) in settings {
        let values = values(&text);
        let count = games.len().saturating_mul(values.len());
        if values.is_empty() || count > MOST || count.saturating_mul(spec.len()) > MAX_BYTES {
            return Err(LoadError::Many { setting: format!("{key}={text}"), most: MOST });
        }
        let with = |game: &Vec<(String, String)>, value: &String| {
            let mut game = game.clone();
            game.push((key.clone(), value.clone()));
            game
        };
        games = games.iter().flat_map(|game| values.iter().map(move |value| with(game, value))).collect();
    }
    Ok(games.into_iter().map(|settings| Named { name: name.clone(), settings }).collect())
}

fn values(text: &str) -> Vec<String> {
    let range =
        text.split_once("..").and_then(|(low, high)| Some((low.parse::<u64>().ok()?, high.parse::<u64>().ok()?)));
    match range {
        Some((low, high)) => (low..high.min(low.saturating_add(MOST as u64 + 1))).map(|n| n.to_string()).collect(),
        None => text.split('|').map(str::to_owned).collect(),
    }
}

/// Games of one kind that are played in turn.
pub struct Many {
    games: Vec<Box<dyn AnyGame>>,
    options: Map<String, Value>,
}

impl std::fmt::Debug for Many {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Many({} games, {:?})", self.games.len(), self.options)
    }
}

impl Many {
    /// The games that a specification stands for: all that [`expand`] gives, at least one. An error if they have not all as
    /// many seats.
    pub(crate) fn new(spec: &str, games: Vec<Box<dyn AnyGame>>) -> Result<Self, LoadError> {
        if games.iter().any(|game| game.spec().seats() != games[0].spec().seats()) {
            return Err(LoadError::Seats(spec.to_owned()));
        }
        let options = match &games[..] {
            [only] => only.options(),
            _ => {
                let Named { settings, .. } = spec.parse()?;
                settings.into_iter().map(|(key, text)| (key, Value::from(text))).collect()
            }
        };
        Ok(Self { games, options })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// The first of them.
    pub fn first(&self) -> &dyn AnyGame {
        &*self.games[0]
    }

    /// The options of the only game, or the settings that stand for all.
    pub fn options(&self) -> &Map<String, Value> {
        &self.options
    }

    /// Whether there is a program that plays all of them under this name.
    pub fn check_player(&self, player: &str) -> Result<(), LoadError> {
        self.games.iter().try_for_each(|game| game.check_player(player))
    }

    /// Whether a match of them can have a test that ends it.
    pub fn check_test(&self) -> Result<(), LoadError> {
        match self.games.len() {
            1 => Ok(()),
            many => Err(MatchError::Sprt(SprtError::Games(many)).into()),
        }
    }

    /// So many games, rounded up to whole sets of every game; none if that is more than can be counted.
    pub fn rounded(&self, games: u64) -> Option<u64> {
        let (seats, count) = (self.first().spec().seats() as u64, self.games.len() as u64);
        games.div_ceil(seats).div_ceil(count).checked_mul(seats * count)
    }

    /// Takes up lost positions of all of them, as many of each; see [`AnyGame::comebacks`]. The dice of each game come from a seed of its own,
    /// counted up from that of the settings.
    pub fn comebacks(
        &self,
        players: &[String; 3],
        value: &str,
        settings: &ComebackSettings,
        stop: &AtomicBool,
        note: &mut dyn FnMut(&Comeback),
    ) -> Result<Vec<Comeback>, LoadError> {
        let positions = settings.positions.div_ceil(self.games.len() as u64);
        let mut found = Vec::new();
        for (n, game) in (0..).zip(&self.games) {
            let settings = ComebackSettings { positions, seed: settings.seed.wrapping_add(n), ..*settings };
            found.extend(game.comebacks(players, value, &settings, stop, note)?);
        }
        Ok(found)
    }

    /// Plays a match between players by name: set `i` is of the game `i`, counted round and round. The dice of each game come from a
    /// seed of its own, counted up from the seed of the match.
    pub fn run_match_with(
        &self,
        players: &[String],
        study: Study<'_>,
        settings: &MatchSettings,
        options: MatchOptions<'_>,
    ) -> Result<(MatchReport, Vec<Sample>), LoadError> {
        if let [only] = &self.games[..] {
            return only.run_match_with(players, study, settings, options);
        }
        let MatchOptions { move_limit, sprt, samples, known, stop, watch } = options;
        if sprt.is_some() {
            self.check_test()?;
        }
        let (seats, count) = (self.first().spec().seats() as u64, self.games.len() as u64);
        let games = self.rounded(settings.games).ok_or(MatchError::TooManyGames(settings.games))?;
        let (played, mut told) = (Mutex::new(Vec::new()), Vec::new());
        for (n, game) in (0..).zip(&self.games) {
            // Game `i` of the match is game `i` of one of the games, but for the sets of the others between.
            let within = |record: &GameRecord| {
                let set = record.index / seats;
                let index = set / count * seats + record.index % seats;
                (set % count == n).then(|| GameRecord { index, ..record.clone() })
            };
            let watch = |record: &GameRecord| {
                let index = (record.index / seats * count + n) * seats + record.index % seats;
                let record = GameRecord { index, ..record.clone() };
                watch(&record);
                played.lock().unwrap_or_else(PoisonError::into_inner).push(record);
            };
            let known = known.iter().filter_map(within).collect();
            let samples = u64::from(n < samples);
            let settings = MatchSettings { games: games / count, seed: settings.seed.wrapping_add(n), ..*settings };
            let options = MatchOptions { move_limit, sprt: None, samples, known, stop, watch: &watch };
            told.extend(game.run_match_with(players, study, &settings, options)?.1);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        // Everything is known now: what is left is to count it.
        let played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        let known = known.into_iter().chain(played).collect();
        let options = MatchOptions { known, stop: &AtomicBool::new(true), ..MatchOptions::default() };
        let (report, _) =
            self.first().run_match_with(players, Study::default(), &MatchSettings { games, ..*settings }, options)?;
        Ok((report, told))
    }
}
