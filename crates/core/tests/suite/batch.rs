//! Batches: the same games with any number of threads, and rows that agree with the states behind them.

use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{BET, Kuhn, Options, PASS};
use hoyle_core::{ActionId, Batch, BatchError, Game, LayoutId, Seat, Turn};

const LAYOUT: Option<LayoutId> = Some(LayoutId(0));

fn game() -> Kuhn {
    Kuhn::new(Options { cards: 5, forced: false }).unwrap()
}

/// Everything that a batch shows after some random steps.
#[derive(Debug, PartialEq)]
struct Shown {
    observations: Vec<f32>,
    masks: Vec<u8>,
    seats: Vec<u8>,
    finished: Vec<u8>,
    scores: Vec<f32>,
}

fn shown(threads: usize, games: usize, steps: usize) -> Shown {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut batch = Batch::new(game(), games, 11, LAYOUT);
        (0..steps).for_each(|_| batch.step_random());
        Shown {
            observations: batch.observations().to_vec(),
            masks: batch.masks().to_vec(),
            seats: batch.seats().to_vec(),
            finished: batch.finished().to_vec(),
            scores: batch.scores().to_vec(),
        }
    })
}

#[test]
fn games_do_not_depend_on_threads() {
    for games in [1, 31, 500] {
        for steps in [0, 1, 7, 20] {
            assert_eq!(shown(1, games, steps), shown(3, games, steps), "{games} games, {steps} steps");
        }
    }
}

#[test]
fn rows_agree_with_the_states() {
    let mut batch = Batch::new(game(), 100, 3, LAYOUT);
    let width = game().spec().layout(LayoutId(0)).len();
    let mut ended = 0;
    for step in 0..30 {
        for i in 0..batch.len() {
            let state = batch.state(i);
            let seat = Seat(batch.seats()[i]);
            let over = state.turn() == Turn::Over;
            assert!(over || state.turn() == Turn::Seat(seat));
            assert_eq!(batch.finished()[i], u8::from(over));
            let mut expected = vec![0.0; width];
            state.observe(seat, LayoutId(0), &mut expected);
            assert_eq!(batch.observations()[i * width..][..width], expected);
            assert_eq!(batch.masks()[i * 2..][..2], if over { [0, 0] } else { [1, 1] });
            if over {
                ended += 1;
                // Everybody bets, so a game is two decisions and a showdown for two.
                assert_eq!(step % 3, 2);
                assert_eq!(batch.scores()[i * 2..][..2], *state.scores().as_slice());
                assert_eq!(state.scores()[seat].abs(), 2.0);
            }
        }
        // The answer for a game that is over is ignored, whatever it is.
        let actions: Vec<ActionId> =
            batch.finished().iter().map(|&f| if f == 1 { ActionId(99) } else { BET }).collect();
        batch.step(&actions).unwrap();
    }
    assert_eq!(ended, 10 * 100);
}

#[test]
fn a_wrong_answer_changes_nothing() {
    let mut batch = Batch::new(game(), 10, 3, LAYOUT);
    let before: Vec<_> = (0..10).map(|i| batch.state(i).clone()).collect();
    let mut actions = vec![PASS; 10];
    actions[6] = ActionId(2);
    let illegal = BatchError::Illegal { game: 6, action: ActionId(2) };
    assert_eq!(batch.step(&actions), Err(illegal.clone()));
    assert_eq!(illegal.to_string(), "game 6: action 2 is not legal; its row of the mask shows what is");
    assert_eq!(batch.step(&actions[..4]), Err(BatchError::Length { wanted: 10, found: 4 }));
    assert!((0..10).all(|i| *batch.state(i) == before[i]));
}

#[test]
fn a_batch_without_a_layout_observes_nothing() {
    let mut batch = Batch::new(game(), 100, 3, None);
    batch.step_random();
    assert!(batch.observations().is_empty());
}
