//! The `ludopy` preset against the package itself, step by step.
//!
//! Needs a Python with `ludopy` 1.5.0, named by `HOYLE_PYTHON`; `cargo xtask test` provides it.

use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game};
use hoyle_ludo::{End, Ludo, LudoState, Options, PASS, Snapshot};
use serde::Deserialize;
use std::process::{Command, Stdio};

#[derive(Deserialize)]
struct Episode {
    ghosts: Vec<u8>,
    /// Tokens, mover, round, attempts.
    start: ([[u8; 4]; 4], u8, u32, u8),
    steps: Vec<Step>,
}

/// Roll, movable tokens, chosen token, then tokens, mover, round, attempts and winners after it.
#[derive(Deserialize)]
struct Step(u8, Vec<u16>, i8, [[u8; 4]; 4], u8, u32, u8, Vec<u8>);

#[test]
#[ignore = "needs ludopy; run by `cargo xtask test`"]
fn agrees_with_ludopy_on_every_step() {
    let python = std::env::var("HOYLE_PYTHON").expect("HOYLE_PYTHON names a Python that has ludopy 1.5.0");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ludopy_trace.py");
    let output =
        Command::new(python).args([script, "240000", "1"]).stderr(Stdio::inherit()).output().expect("python runs");
    assert!(output.status.success(), "the trace script failed");
    let mut steps = [0, 0];
    let mut finished_by_all = 0;
    let mut with_ghosts = 0;
    for (line, text) in String::from_utf8(output.stdout).expect("text").lines().enumerate() {
        let episode: Episode = serde_json::from_str(text).unwrap_or_else(|e| panic!("line {line}: {e}"));
        let from_start = episode.start.0 == [[0; 4]; 4];
        steps[usize::from(from_start)] += episode.steps.len();
        with_ghosts += usize::from(!episode.ghosts.is_empty());
        let state = replay(line, &episode);
        finished_by_all += usize::from(from_start && state.ranking().len() == 4 - episode.ghosts.len());
    }
    println!("{steps:?} steps from random positions and from the start, {finished_by_all} games played to the last");
    assert!(steps.iter().sum::<usize>() >= 200_000 && steps.iter().all(|&n| n >= 100_000), "{steps:?}");
    assert!(finished_by_all > 50 && with_ghosts > 50, "{finished_by_all} {with_ghosts}");
}

fn replay(line: usize, episode: &Episode) -> LudoState {
    let colours: String =
        (0u8..4).filter(|c| !episode.ghosts.contains(c)).map(|c| ['R', 'G', 'Y', 'B'][c as usize]).collect();
    let options =
        Options { players: colours.len() as u8, colours, end: End::All, max_rolls: 1_000_000, ..Options::ludopy() };
    let game = Ludo::new(options).expect("options");
    let (tokens, mover, round, attempts) = episode.start;
    let snapshot =
        Snapshot { tokens, mover, roll: 0, round, rolls: 0, attempts, sixes: 0, ranking: Vec::new(), over: false };
    let mut state = game.restore(snapshot).unwrap_or_else(|e| panic!("line {line}: {e}"));
    let mut legal = ActionSet::new();
    for (n, Step(roll, movable, token, tokens, mover, round, attempts, winners)) in episode.steps.iter().enumerate() {
        let place = format!("line {line}, step {n}, roll {roll}, token {token}");
        state.play_unchecked(ActionId(u16::from(roll - 1)));
        state.legal(&mut legal);
        let ours: Vec<u16> = legal.iter().filter(|&a| a != PASS).map(|a| a.0).collect();
        assert_eq!(&ours, movable, "{place}: legal moves");
        state.play_unchecked(if *token < 0 { PASS } else { ActionId(*token as u16) });
        assert_eq!([0, 1, 2, 3].map(|c| state.tokens(c)), *tokens, "{place}: tokens");
        let ours = (state.mover(), state.round(), state.attempts(), state.ranking());
        assert_eq!(ours, (*mover, *round, *attempts, winners.as_slice()), "{place}: mover, round, attempts, winners");
    }
    state
}
