//! Random games with random options, every check of debug builds on.

use crate::corpus::step;
use hoyle_core::checks::thoroughly;
use hoyle_core::{ActionSet, Rng};
use hoyle_games::{AnyGame, Title, titles};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many sets of options a game is played with.
const SPECS: u64 = 300;

/// What was played of a game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game.
    pub name: &'static str,
    /// How many sets of options it was played with.
    pub setups: usize,
    /// How many games.
    pub games: u64,
    /// How many actions, chance included.
    pub actions: u64,
    /// The longest game, in actions.
    pub longest: u64,
}

/// Plays `games` random games of every game, each with one of many random sets of options.
///
/// # Panics
/// If a check fails, with the options and the number of the game.
pub fn play(games: u64, seed: u64, names: &[String]) -> Vec<Played> {
    let wanted = |title: &&&Title| names.is_empty() || names.iter().any(|name| name == title.name);
    titles().iter().filter(wanted).map(|title| play_title(title, games, seed)).collect()
}

fn play_title(title: &Title, games: u64, seed: u64) -> Played {
    let setups: Vec<(String, Box<dyn AnyGame>)> = (0..10 * SPECS)
        .filter_map(|number| setup(title, &mut Rng::stream(seed, number)))
        .take(SPECS as usize)
        .collect();
    let (next, actions, longest) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let (spec, game) = &setups[number as usize % setups.len()];
                    let length = thoroughly(|| play_one(spec, &**game, seed, number));
                    actions.fetch_add(length, Ordering::Relaxed);
                    longest.fetch_max(length, Ordering::Relaxed);
                }
            });
        }
    });
    let (actions, longest) = (actions.into_inner(), longest.into_inner());
    Played { name: title.name, setups: setups.len(), games, actions, longest }
}

fn play_one(spec: &str, game: &dyn AnyGame, seed: u64, number: u64) -> u64 {
    let mut rng = Rng::stream(!seed, number);
    let (mut state, mut legal) = (game.start(), ActionSet::new());
    let bound = game.spec().length_bound as u64;
    let mut length = 0;
    while step(&mut *state, &mut legal, &mut rng)
        .unwrap_or_else(|e| panic!("{spec}, game {number}, action {length}: {e}"))
    {
        length += 1;
        assert!(length <= bound, "{spec}, game {number}: not over after {bound} actions");
    }
    let scores = state.scores();
    assert!(scores.as_slice().iter().all(|score| score.is_finite()), "{spec}, game {number}: {scores:?}");
    length
}

/// A game with options at random, if they go together. Half of the options stay as they are.
fn setup(title: &Title, rng: &mut Rng) -> Option<(String, Box<dyn AnyGame>)> {
    let presets = title.presets();
    let mut settings = vec![("preset".to_owned(), presets[rng.below(presets.len() as u32) as usize].to_owned())];
    for (name, help) in title.option_help() {
        let values = values(name, help, rng);
        if rng.below(2) == 0
            && let Some(value) = values.get(rng.below(values.len().max(1) as u32) as usize)
        {
            settings.push(((*name).to_owned(), value.clone()));
        }
    }
    let spec: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    Some((format!("{}:{}", title.name, spec.join(",")), title.with_settings(&settings).ok()?))
}

/// The values that an option's help names, and the ends of a range.
fn values(name: &str, help: &str, rng: &mut Rng) -> Vec<String> {
    if name.ends_with("_seed") {
        return vec![rng.below(100_000).to_string()];
    }
    if name == "kingdom" {
        return vec!["random".to_owned()];
    }
    if name.starts_with("deck") {
        let decks = ["red", "green", "white", "blue", "black", "dimir", "izzet", "60 Mountain", "100 Forest"];
        return decks.map(str::to_owned).to_vec();
    }
    if help.contains(" | ") {
        let list = help.split_once(": ").map_or(help, |(_, list)| list);
        return list.split(" | ").filter_map(|part| part.split([' ', '(']).next()).map(str::to_owned).collect();
    }
    let range = help.split([' ', ',', ';']).find_map(|word| {
        let (low, high) = word.split_once('-')?;
        Some((low.parse::<u64>().ok()?, high.parse::<u64>().ok()?))
    });
    match range {
        Some((low, high)) => {
            vec![low.to_string(), high.min(10_000).to_string(), ((low + high) / 2).min(300).to_string()]
        }
        None if help.contains("`further`") => vec!["further".to_owned()],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_from_the_help() {
        let mut rng = Rng::new(1);
        let stars = values("stars", "the star squares: jump | safe | none", &mut rng);
        assert_eq!(stars, ["jump", "safe", "none"]);
        assert_eq!(values("players", "how many play, 2-6", &mut rng), ["2", "6", "4"]);
        assert_eq!(values("forced", "a decision: auto (played by itself) | ask", &mut rng), ["auto", "ask"]);
    }

    #[test]
    fn games_with_all_kinds_of_options_end() {
        for played in play(400, 5, &[]) {
            assert!(played.setups > 50, "{played:?}");
            assert!(played.actions > 400, "{played:?}");
        }
    }
}
