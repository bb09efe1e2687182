//! Positions: what is accepted can be played on, looked at, and read again at every later moment.

use super::{seed, with_text};
use crate::Verdict;
use crate::corpus::step;
use hoyle_core::{ActionSet, EntityGraph, FileAccess, LayoutId, Rng, Seat};
use hoyle_games::{AnyState, open_state};

/// How many actions a position is played on for.
const ACTIONS: usize = 40;

pub(super) fn json(data: &[u8]) -> Verdict {
    with_text(data, |text| match open_state(text, &FileAccess::BuiltInOnly) {
        Ok(state) => {
            play_on(state, seed(data));
            Verdict::Accepted
        }
        Err(error) => {
            assert!(error.to_string().len() < 4096, "an error of {} bytes", error.to_string().len());
            Verdict::Refused
        }
    })
}

/// The first byte says which game.
pub(super) fn binary(data: &[u8]) -> Verdict {
    let Some((&game, bytes)) = data.split_first() else { return Verdict::Refused };
    let games = hoyle_games::titles();
    let game = hoyle_games::load(games[game as usize % games.len()].name).expect("every game has a preset");
    match game.state_from_bytes(bytes) {
        Ok(state) => {
            play_on(state, seed(data));
            Verdict::Accepted
        }
        Err(_) => Verdict::Refused,
    }
}

/// Plays at random; after every action the position is written and read again, and looked at by a seat.
pub(super) fn play_on(mut state: Box<dyn AnyState>, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut legal = ActionSet::new();
    for _ in 0..ACTIONS {
        check(&*state, &mut rng);
        if !step(&mut *state, &mut legal, &mut rng).expect("a legal action can be played") {
            return;
        }
    }
}

fn check(state: &dyn AnyState, rng: &mut Rng) {
    let text = state.to_json();
    let copy = state.game().state_from_json(&text).unwrap_or_else(|e| panic!("cannot be read again: {e}: {text}"));
    assert!(copy.is_same(state), "another position when read again: {text}");
    if rng.below(8) > 0 {
        return;
    }
    let seat = Seat(rng.below(state.spec().seats() as u32) as u8);
    let layout = LayoutId(rng.below(state.spec().layouts.len() as u32) as usize);
    let mut numbers = vec![0.0; state.spec().layout(layout).len()];
    state.observe(seat, layout, &mut numbers);
    assert!(numbers.iter().all(|number| number.is_finite()), "an observation that is no number");
    let mut graph = EntityGraph::new();
    state.entities(seat, &mut graph);
    graph.check(&state.spec().graph).unwrap_or_else(|e| panic!("{e}"));
    assert!(!state.information_state(seat).is_empty());
    let _ = state.board(Some(seat));
    let dealt = state.determinize(seat, rng);
    assert_eq!(dealt.turn(), state.turn(), "a determinization with another turn");
}
