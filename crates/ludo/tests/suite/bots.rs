//! What each scripted player chooses where its rule decides.

use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Game, Rng, Seat, View};
use hoyle_ludo::*;

/// The token, counted from 1, that a player moves; red is to play this roll.
#[track_caller]
fn choice(bot: &str, options: Options, tokens: [[u8; 4]; 4], roll: u8) -> u16 {
    let ludo = Ludo::new(options).unwrap();
    let snapshot = Snapshot {
        tokens,
        mover: 0,
        roll,
        round: 2,
        rolls: 40,
        attempts: 0,
        sixes: u8::from(roll == 6),
        ranking: Vec::new(),
        over: false,
    };
    let state = ludo.restore(snapshot).unwrap();
    let mut chosen: Vec<ActionId> = (0..20)
        .map(|seed| ludo.bot(bot, &[]).unwrap().choose(View::new(&state, Seat(0)), &mut Rng::new(seed)))
        .collect();
    chosen.dedup();
    assert_eq!(chosen.len(), 1, "{bot} is in doubt");
    assert!(state.allows(chosen[0]));
    chosen[0].0 + 1
}

const HOME: [u8; 4] = [0; 4];

#[test]
fn who_cannot_move_passes() {
    for bot in ["random", "fast", "aggressive", "defensive", "mixed", "one-ply"] {
        assert_eq!(choice(bot, Options::ludopy(), [HOME; 4], 3), PASS.0 + 1);
    }
}

#[test]
fn fast_moves_the_leader() {
    assert_eq!(choice("fast", Options::ludopy(), [[3, 40, 20, 0], HOME, HOME, HOME], 3), 2);
}

#[test]
fn aggressive_captures() {
    // Green's 7 is red's 20.
    assert_eq!(choice("aggressive", Options::ludopy(), [[17, 40, 3, 2], [7, 0, 0, 0], HOME, HOME], 3), 1);
}

#[test]
fn defensive_escapes() {
    // Blue's 27 is red's 14: it threatens the token on 17, not that on 34, which goes to another star.
    assert_eq!(choice("defensive", Options::ludopy(), [[34, 17, 0, 0], HOME, HOME, [27, 0, 0, 0]], 5), 2);
}

#[test]
fn mixed_has_its_order() {
    let ludopy = Options::ludopy;
    let mixed = |tokens, roll| choice("mixed", ludopy(), tokens, roll);
    // No suicide: token 1 would go to a globe where green stands (its 9 is red's 22).
    assert_eq!(mixed([[19, 2, 0, 0], [9, 0, 0, 0], HOME, HOME], 3), 2);
    // A capture before the goal: green's 7 is red's 20.
    assert_eq!(mixed([[17, 54, 0, 0], [7, 0, 0, 0], HOME, HOME], 3), 1);
    // The goal before everything else: the last star, or the end of the corridor.
    assert_eq!(mixed([[54, 2, 0, 0], HOME, HOME, HOME], 3), 1);
    assert_eq!(mixed([[2, 48, 0, 0], HOME, HOME, HOME], 3), 2);
    // An escape before coming out: blue's 27 is red's 14, green comes out far behind.
    assert_eq!(mixed([[16, 0, 0, 0], HOME, HOME, [27, 0, 0, 0]], 6), 1);
    // Coming out before the farthest.
    assert_eq!(mixed([[0, 30, 57, 57], HOME, HOME, HOME], 6), 1);
    // A safe square before the farthest: 9 is a globe.
    assert_eq!(mixed([[30, 6, 0, 0], HOME, HOME, HOME], 3), 2);
    assert_eq!(mixed([[30, 7, 0, 0], HOME, HOME, HOME], 3), 1);
}

#[test]
fn one_ply_weighs_progress_danger_and_enemies() {
    let one_ply = |tokens, roll| choice("one-ply", Options::ludopy(), tokens, roll);
    // A star is worth seven squares more.
    assert_eq!(one_ply([[30, 2, 0, 0], HOME, HOME, HOME], 3), 2);
    // A capture takes 0.6 of what green has (its 33 is red's 46), which is more than a jump from star to star brings.
    assert_eq!(one_ply([[2, 43, 0, 0], [33, 0, 0, 0], HOME, HOME], 3), 2);
    // Danger counts: yellow's 3 is red's 29, so that 30 and 33 are threatened: better go to a globe than from one to the other.
    assert_eq!(one_ply([[6, 30, 0, 0], HOME, [3, 0, 0, 0], HOME], 3), 1);
    // To escape from yellow (its 4 is red's 30) to a globe brings 0.4 * 44 + 3; a capture of green, whose 10 is red's 23, only
    // 0.6 * 22 + 3.
    assert_eq!(one_ply([[32, 20, 0, 0], [10, 0, 0, 0], [4, 0, 0, 0], HOME], 3), 1);
}
