//! One test per rule and per knob.

use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game, InvalidState, Scores, Seat, Turn};
use hoyle_ludo::*;

const R: usize = 0;
const G: usize = 1;
const Y: usize = 2;
const B: usize = 3;

/// A position with red to roll in round 2; tokens not named are at home.
fn place(options: Options, tokens: &[(usize, [u8; 4])]) -> LudoState {
    let mut snapshot = empty();
    for &(colour, squares) in tokens {
        snapshot.tokens[colour] = squares;
    }
    restore(options, snapshot).unwrap()
}

fn empty() -> Snapshot {
    Snapshot {
        tokens: [[0; 4]; 4],
        mover: 0,
        roll: 0,
        round: 2,
        rolls: 40,
        attempts: 0,
        sixes: 0,
        ranking: Vec::new(),
        over: false,
    }
}

fn restore(options: Options, snapshot: Snapshot) -> Result<LudoState, InvalidState> {
    Ludo::new(options).unwrap().restore(snapshot)
}

/// Rolls, and lists the tokens that can move, counted from 1.
fn roll(state: &mut LudoState, dice: u8) -> Vec<u16> {
    assert_eq!(state.turn(), Turn::Chance);
    state.play(ActionId(u16::from(dice) - 1)).unwrap();
    let mut legal = ActionSet::new();
    state.legal(&mut legal);
    legal.iter().filter(|&a| a != PASS).map(|a| a.0 + 1).collect()
}

/// Rolls and moves a token, counted from 1.
fn step(state: &mut LudoState, dice: u8, token: u8) {
    roll(state, dice);
    state.play(Action::Move(token - 1).id()).unwrap();
}

fn pass(state: &mut LudoState, dice: u8) {
    assert!(roll(state, dice).is_empty());
    state.play(PASS).unwrap();
}

/// Where red's first token and everybody else are after it moved.
fn after(options: Options, tokens: &[(usize, [u8; 4])], dice: u8) -> [[u8; 4]; 4] {
    let mut state = place(options, tokens);
    step(&mut state, dice, 1);
    [0, 1, 2, 3].map(|colour| state.tokens(colour))
}

#[test]
fn ludopy_case_1_coming_out() {
    let mut state = place(Options::ludopy(), &[]);
    for dice in 1..=5 {
        assert!(roll(&mut state.clone(), dice).is_empty(), "{dice} does not bring a token out");
    }
    assert_eq!(roll(&mut state, 6), [1, 2, 3, 4]);
    // Red's start is square 40 of green (k = 1), 27 of yellow, 14 of blue.
    assert_eq!(after(Options::ludopy(), &[(G, [40, 5, 0, 0])], 6)[R..=G], [[1, 0, 0, 0], [0, 5, 0, 0]]);
    assert_eq!(
        after(Options::ludopy(), &[(G, [40, 40, 0, 0])], 6)[R..=G],
        [[0; 4], [40, 40, 0, 0]],
        "two send the comer home"
    );
    let swept = Options { release: Release::Sweep, ..Options::ludopy() };
    assert_eq!(after(swept, &[(G, [40, 40, 0, 0])], 6)[R..=G], [[1, 0, 0, 0], [0; 4]]);
    let one = Options { exit: Exit::OneOrSix, ..Options::ludopy() };
    assert_eq!(roll(&mut place(one, &[]), 1), [1, 2, 3, 4]);
}

#[test]
fn ludopy_case_2_the_corridor() {
    let end = |finish, from, dice| after(Options { finish, ..Options::ludopy() }, &[(R, [from, 0, 0, 0])], dice)[R][0];
    assert_eq!(end(Finish::Back, 53, 4), 57);
    assert_eq!(end(Finish::Back, 53, 5), 52, "57 - 5, not 56");
    assert_eq!(end(Finish::Back, 56, 6), 51, "back out on the track");
    assert_eq!(end(Finish::Reflect, 53, 5), 56);
    assert_eq!(end(Finish::Reflect, 56, 6), 52);
    let exact = Options { finish: Finish::Exact, ..Options::ludopy() };
    let mut state = place(exact, &[(R, [53, 10, 0, 0])]);
    assert_eq!(roll(&mut state.clone(), 4), [1, 2]);
    assert_eq!(roll(&mut state, 5), [2]);
    // 51 is red's last square and 12 of blue, 25 of yellow, 38 of green: coming back there captures nobody.
    assert_eq!(after(Options::ludopy(), &[(R, [56, 0, 0, 0]), (G, [38, 0, 0, 0])], 6)[G][0], 38);
}

#[test]
fn ludopy_case_3_the_last_star_leads_into_the_goal() {
    let last = |green| after(Options::ludopy(), &[(R, [49, 0, 0, 0]), (G, green)], 2);
    assert_eq!(last([0; 4])[R][0], 57);
    assert_eq!(last([38, 0, 0, 0])[R..=G], [[57, 0, 0, 0], [0; 4]], "one on the star is sent home");
    assert_eq!(last([38, 38, 0, 0])[R..=G], [[0; 4], [38, 38, 0, 0]], "two send the mover home");
}

#[test]
fn ludopy_case_4_stars() {
    let star = |green| after(Options::ludopy(), &[(R, [3, 0, 0, 0]), (G, green)], 2);
    // Red's 5 and 12 are green's 44 and 51.
    assert_eq!(star([0; 4])[R][0], 12);
    assert_eq!(star([44, 51, 0, 0])[R..=G], [[12, 0, 0, 0], [0; 4]], "both stars are hit");
    assert_eq!(
        star([44, 44, 51, 0])[R..=G],
        [[0; 4], [44, 44, 0, 0]],
        "independently: the second is hit by the dead mover"
    );
    assert_eq!(star([51, 51, 0, 0])[R..=G], [[0; 4], [51, 51, 0, 0]]);
    assert_eq!(after(Options::ludopy(), &[(R, [40, 0, 0, 0])], 4)[R][0], 51, "from 44 to 51, where it rests");
    let plain = Options { stars: Stars::Plain, ..Options::ludopy() };
    assert_eq!(after(plain, &[(R, [3, 0, 0, 0])], 2)[R][0], 5);
    let safe = Options { stars: Stars::Safe, ..Options::ludopy() };
    assert_eq!(after(safe, &[(R, [3, 0, 0, 0]), (G, [44, 0, 0, 0])], 2)[R..=G], [[0; 4], [44, 0, 0, 0]]);
}

#[test]
fn ludopy_case_5_globes() {
    // Red's 9 is green's 48.
    let globe = |options, green| after(options, &[(R, [8, 0, 0, 0]), (G, green)], 1);
    assert_eq!(globe(Options::ludopy(), [0; 4])[R][0], 9);
    assert_eq!(globe(Options::ludopy(), [48, 0, 0, 0])[R..=G], [[0; 4], [48, 0, 0, 0]], "one is enough");
    let unsafe_globes = Options { globes: false, ..Options::ludopy() };
    assert_eq!(globe(unsafe_globes, [48, 0, 0, 0])[R..=G], [[9, 0, 0, 0], [0; 4]]);
    let coexist = Options { occupied_safe: OccupiedSafe::Coexist, ..Options::ludopy() };
    assert_eq!(globe(coexist, [48, 48, 0, 0])[R..=G], [[9, 0, 0, 0], [48, 48, 0, 0]]);
    let illegal = Options { occupied_safe: OccupiedSafe::Illegal, ..Options::ludopy() };
    assert_eq!(roll(&mut place(illegal, &[(R, [8, 20, 0, 0]), (G, [48, 0, 0, 0])]), 1), [2]);
}

#[test]
fn ludopy_case_6_the_starts_of_others() {
    // Red's 14 is green's start; it is 40 of blue.
    let start = |options, tokens: &[(usize, [u8; 4])]| {
        let mut all = vec![(R, [13, 0, 0, 0])];
        all.extend(tokens);
        after(options, &all, 1)
    };
    assert_eq!(start(Options::ludopy(), &[])[R][0], 14);
    assert_eq!(start(Options::ludopy(), &[(G, [1, 0, 0, 0])])[R..=G], [[0; 4], [1, 0, 0, 0]], "its owner is safe");
    assert_eq!(start(Options::ludopy(), &[(Y, [40, 0, 0, 0])])[Y], [0; 4], "others are not");
    let all = Options { starts: Starts::All, ..Options::ludopy() };
    assert_eq!(start(all, &[(Y, [40, 0, 0, 0])])[R], [0; 4]);
    let nobody = Options { starts: Starts::Nobody, ..Options::ludopy() };
    assert_eq!(start(nobody, &[(G, [1, 0, 0, 0])])[R..=G], [[14, 0, 0, 0], [0; 4]]);
}

#[test]
fn ludopy_case_7_the_rest() {
    // Red's 20 is green's 7.
    let track = |options, green| after(options, &[(R, [17, 0, 0, 0]), (G, green)], 3);
    assert_eq!(track(Options::ludopy(), [7, 0, 0, 0])[R..=G], [[20, 0, 0, 0], [0; 4]]);
    assert_eq!(track(Options::ludopy(), [7, 7, 0, 0])[R..=G], [[0; 4], [7, 7, 0, 0]]);
    let captured = Options { stack: Stack::Captured, ..Options::ludopy() };
    assert_eq!(track(captured, [7, 7, 0, 0])[R..=G], [[20, 0, 0, 0], [0; 4]]);
    // Own tokens never mind each other.
    assert_eq!(after(Options::ludopy(), &[(R, [17, 20, 20, 20])], 3)[R], [20; 4]);
}

#[test]
fn ludopy_sees_square_52_twice() {
    // A green token on its 52 is met on red's 13 and on red's 14.
    for (from, dice) in [(12, 1), (13, 1)] {
        let open = after(Options::ludopy(), &[(R, [from, 0, 0, 0]), (G, [52, 0, 0, 0])], dice);
        let closed = Options { corridor: Corridor::Closed, ..Options::ludopy() };
        let closed = after(closed, &[(R, [from, 0, 0, 0]), (G, [52, 0, 0, 0])], dice);
        assert_eq!(closed[G][0], 52, "nobody is hit in a closed corridor");
        if from == 12 {
            assert_eq!(open[G][0], 0);
        } else {
            assert_eq!((open[R][0], open[G][0]), (0, 52), "on its own start green is safe");
        }
    }
    // And red's own 52 can be a place to hit somebody from: it is green's 39.
    let hit = after(Options::ludopy(), &[(R, [50, 0, 0, 0]), (G, [39, 0, 0, 0])], 2);
    assert_eq!(hit[R..=G], [[52, 0, 0, 0], [0; 4]]);
}

#[test]
fn only_the_first_enemy_in_turn_order_is_met() {
    // Red's 20: green's 7, yellow's 46.
    let met = after(Options::ludopy(), &[(R, [17, 0, 0, 0]), (G, [7, 0, 0, 0]), (Y, [46, 0, 0, 0])], 3);
    assert_eq!((met[G][0], met[Y][0]), (0, 46));
}

#[test]
fn blockades_stop_everybody_else() {
    let blockade = Options { stack: Stack::Blockade, ..Options::ludopy() };
    let position = [(R, [17, 30, 0, 0]), (G, [7, 7, 0, 0])];
    let movable = |dice| roll(&mut place(blockade.clone(), &position), dice);
    assert_eq!(movable(2), [1, 2], "up to the blockade");
    assert_eq!(movable(3), [2], "not on it");
    assert_eq!(movable(5), [2], "not past it");
    assert!(roll(&mut place(blockade.clone(), &[(G, [40, 40, 0, 0])]), 6).is_empty(), "not even out of home");
    let own = place(blockade, &[(R, [17, 20, 20, 0])]);
    assert_eq!(roll(&mut own.clone(), 5), [1, 2, 3], "one's own is none");
}

#[test]
fn four_rolls_in_the_first_round() {
    let mut state = Ludo::new(Options::ludopy()).unwrap().start();
    for attempt in 0..4 {
        assert_eq!((state.mover(), state.attempts()), (0, attempt));
        pass(&mut state, 3);
    }
    assert_eq!((state.mover(), state.round()), (1, 1));
    // A six in the first round brings a token out, but gives no other roll.
    step(&mut state, 6, 1);
    assert_eq!((state.mover(), state.attempts()), (2, 0));
    for _ in 0..8 {
        pass(&mut state, 1);
    }
    assert_eq!((state.mover(), state.round()), (0, 2));
    pass(&mut state, 1);
    assert_eq!(state.mover(), 1, "one roll only from the second round on");
}

#[test]
fn attempts_of_the_other_rules() {
    let mut danish = place(Options::danish(), &[]);
    for _ in 0..3 {
        assert_eq!(danish.mover(), 0);
        pass(&mut danish, 2);
    }
    assert_eq!(danish.mover(), 1, "three attempts, in every round");
    // Coming home by suicide gives no new attempts.
    let mut dead = place(Options::danish(), &[(R, [8, 0, 0, 0]), (G, [48, 0, 0, 0])]);
    step(&mut dead, 1, 1);
    assert_eq!((dead.tokens(0), dead.mover()), ([0; 4], 1));
    // With tokens in the goal only `none_in_play` gives them.
    let rest = [(R, [57, 57, 0, 0])];
    let mut all_home = place(Options::danish(), &rest);
    pass(&mut all_home, 2);
    assert_eq!(all_home.mover(), 1);
    let mut none_in_play = place(Options { attempts_when: Attempts::NoneInPlay, ..Options::danish() }, &rest);
    pass(&mut none_in_play, 2);
    assert_eq!((none_in_play.mover(), none_in_play.attempts()), (0, 1));
}

#[test]
fn sixes_give_another_roll() {
    let mut state = place(Options::ludopy(), &[(R, [10, 0, 0, 0])]);
    for _ in 0..4 {
        step(&mut state, 6, 2);
        assert_eq!(state.mover(), 0);
        state = place(Options::ludopy(), &[(R, state.tokens(0))]);
    }
    let mut nothing_moved = place(Options { finish: Finish::Exact, ..Options::ludopy() }, &[(R, [57, 57, 57, 56])]);
    pass(&mut nothing_moved, 6);
    assert_eq!(nothing_moved.mover(), 0, "even if nothing moved");
    let mut never = place(Options { extra_six: ExtraSix::Never, ..Options::ludopy() }, &[(R, [10, 0, 0, 0])]);
    step(&mut never, 6, 1);
    assert_eq!(never.mover(), 1);
}

#[test]
fn the_third_six_is_void() {
    let mut state = place(Options { third_six: ThirdSix::Void, ..Options::ludopy() }, &[(R, [10, 0, 0, 0])]);
    step(&mut state, 6, 2);
    step(&mut state, 6, 3);
    let before = state.tokens(0);
    pass(&mut state, 6);
    assert_eq!((state.mover(), state.tokens(0)), (1, before));
    // A new turn counts anew.
    step(&mut state, 6, 1);
    assert_eq!(state.mover(), 1);
}

#[test]
fn captures_and_goals_give_another_roll_where_the_rules_say_so() {
    let capture = [(R, [17, 0, 0, 0]), (G, [7, 0, 0, 0])];
    let goal = [(R, [55, 0, 0, 0])];
    for (options, again) in [(Options::ludopy(), 1), (Options::ludo_king(), 0)] {
        let mut state = place(options.clone(), &capture);
        step(&mut state, 3, 1);
        assert_eq!(state.mover(), again);
        let mut state = place(options, &goal);
        step(&mut state, 2, 1);
        assert_eq!(state.mover(), again);
    }
}

#[test]
fn ghosts_are_skipped_and_two_sit_opposite() {
    let ludo = Ludo::new(Options { players: 2, ..Options::ludopy() }).unwrap();
    assert_eq!(ludo.spec().seat_names, ["red", "yellow"]);
    let mut state = place(ludo.options().clone(), &[(R, [10, 0, 0, 0]), (Y, [10, 0, 0, 0])]);
    step(&mut state, 1, 1);
    assert_eq!((state.mover(), state.round()), (2, 2));
    roll(&mut state, 1);
    assert_eq!(state.turn(), Turn::Seat(Seat(1)), "yellow has seat 1");
    state.play_unchecked(ActionId(0));
    assert_eq!((state.mover(), state.round()), (0, 3));
}

#[test]
fn the_game_ends_with_the_first_winner() {
    let mut state = place(Options::ludopy(), &[(R, [57, 57, 57, 55])]);
    assert_eq!(state.scores(), Scores::zero(4));
    step(&mut state, 2, 4);
    assert_eq!(state.turn(), Turn::Over);
    let rest = -1.0 / 3.0;
    assert_eq!(state.scores().as_slice(), [1.0, rest, rest, rest]);
    assert_eq!(state.play(ActionId(0)).unwrap_err().to_string(), {
        "action 0 is not legal here; nothing can be played: the game is over"
    });
}

#[test]
fn a_ranking_goes_on_to_the_last_but_one() {
    let near = [(R, [57, 57, 57, 56]), (G, [57, 57, 57, 56]), (Y, [57, 57, 57, 56]), (B, [1, 0, 0, 0])];
    let finish = |end, finished| {
        let mut state = place(Options { end, finished, ..Options::ludopy() }, &near);
        for _ in 0..3 {
            step(&mut state, 1, 4);
        }
        state
    };
    let ranking = finish(End::Ranking, Finished::Roll);
    assert_eq!((ranking.turn(), ranking.ranking()), (Turn::Over, &[0, 1, 2][..]));
    let scores = ranking.scores();
    let expected = [1.0, 1.0 / 3.0, -1.0 / 3.0, -1.0];
    assert!(scores.as_slice().iter().zip(expected).all(|(a, b): (&f32, f32)| (a - b).abs() < 1e-6), "{scores:?}");
    let mut all = finish(End::All, Finished::Roll);
    step(&mut all, 1, 1);
    assert_eq!((all.turn(), all.mover()), (Turn::Chance, 0), "red has finished and still rolls");
    let mut skip = finish(End::All, Finished::Skip);
    step(&mut skip, 1, 1);
    assert_eq!(skip.mover(), 3, "blue is alone");
}

#[test]
fn a_game_that_is_broken_off_has_no_winner() {
    let mut state = Ludo::new(Options { max_rolls: 2, ..Options::ludopy() }).unwrap().start();
    pass(&mut state, 1);
    pass(&mut state, 1);
    assert_eq!((state.turn(), state.scores()), (Turn::Over, Scores::zero(4)));
}

#[test]
fn a_roll_without_a_move_can_pass_by_itself() {
    let mut state = place(Options { pass: Pass::Auto, ..Options::ludopy() }, &[]);
    state.play_unchecked(ActionId(2));
    assert_eq!((state.turn(), state.mover()), (Turn::Chance, 1));
}

#[test]
fn fewer_tokens() {
    let options = Options { tokens: 2, ..Options::ludopy() };
    assert_eq!(roll(&mut place(options.clone(), &[]), 6), [1, 2]);
    let mut state = place(options, &[(R, [57, 55, 0, 0])]);
    step(&mut state, 2, 2);
    assert_eq!(state.turn(), Turn::Over);
}

#[test]
fn notation() {
    let mut state = place(Options::ludopy(), &[(R, [3, 12, 0, 0]), (G, [44, 51, 0, 0])]);
    roll(&mut state, 2);
    let text = |id| {
        let mut text = String::new();
        state.action_text(ActionId(id), &mut text);
        text
    };
    assert_eq!(text(0), "T1 3>12 xG1 xG2");
    assert_eq!(text(1), "T2 12>14");
    assert_eq!(state.parse_action(" T2 12>14 ").unwrap(), ActionId(1));
    let mut out = place(Options::ludopy(), &[]);
    let mut six = String::new();
    out.action_text(ActionId(5), &mut six);
    assert_eq!(six, "6");
    roll(&mut out, 1);
    assert_eq!(out.parse_action("pass").unwrap(), PASS);
}

#[test]
fn impossible_positions_are_refused_with_the_place() {
    let complaint = |options: Options, change: fn(&mut Snapshot)| {
        let mut snapshot = empty();
        change(&mut snapshot);
        restore(options, snapshot).expect_err("an impossible position").to_string()
    };
    let ludopy = |change| complaint(Options::ludopy(), change);
    let two = Options { players: 2, tokens: 2, ..Options::ludopy() };
    assert_eq!(
        ludopy(|s| s.tokens[1][2] = 58),
        "impossible position: tokens[1][2]: green token on square 58; squares are 0-57"
    );
    assert!(complaint(two.clone(), |s| s.tokens[0][3] = 4).contains("tokens[0][3]: red has only 2 tokens"));
    assert!(complaint(two.clone(), |s| s.tokens[1][0] = 4).contains("tokens[1]: nobody plays this colour"));
    assert!(complaint(two, |s| s.mover = 1).contains("mover: nobody plays colour 1"));
    assert!(ludopy(|s| s.mover = 9).contains("mover: nobody plays colour 9"));
    assert!(ludopy(|s| s.roll = 7).contains("roll: 7; a roll is 1-6"));
    assert!(ludopy(|s| s.round = 0).contains("round: 0; rounds are counted from 1"));
    assert!(ludopy(|s| s.round = u32::MAX).contains("round: 4294967295; rounds are counted from 1"));
    assert!(ludopy(|s| (s.roll, s.sixes) = (3, 3)).contains("sixes: 3 in a row, but the roll to be played is 3"));
    assert!(ludopy(|s| (s.roll, s.sixes) = (6, 0)).contains("sixes: 0 in a row, but the roll to be played is 6"));
    let skip = Options { finished: Finished::Skip, end: End::All, ..Options::ludopy() };
    assert!(
        complaint(skip, |s| (s.tokens[0], s.ranking) = ([57; 4], vec![0])).contains("mover: colour 0 has finished")
    );
    assert!(ludopy(|s| s.attempts = 4).contains("attempts: 4; a player has 4 in all"));
    assert!(ludopy(|s| (s.sixes, s.rolls) = (3, 2)).contains("sixes: 3 in a row with 2 rolls"));
    assert!(ludopy(|s| s.ranking = vec![2]).contains("ranking[0]: colour 2 has not finished"));
    assert!(ludopy(|s| (s.tokens[0], s.ranking, s.over) = ([57; 4], vec![0, 0], true)).contains("ranking[1]"));
    assert!(ludopy(|s| s.ranking = vec![0; 9]).contains("ranking[0]"));
    assert!(ludopy(|s| s.tokens[0] = [57; 4]).contains("ranking: colour 0 has finished and is missing"));
    assert!(ludopy(|s| s.over = true).contains("over: the game is said to have ended, but has not"));
    assert!(ludopy(|s| s.rolls = 20_000).contains("over: the game has ended, but is not said to"));
    assert!(ludopy(|s| (s.roll, s.rolls) = (3, 0)).contains("roll: 3 is to be played"));
    let auto = Options { pass: Pass::Auto, ..Options::ludopy() };
    assert!(complaint(auto, |s| s.roll = 3).contains("roll: nothing can move by 3, so it would have been passed"));
}

#[test]
fn one_game_has_one_identity() {
    let game =
        |colours: &str| Ludo::new(Options { players: 2, colours: colours.to_owned(), ..Options::ludopy() }).unwrap();
    for same in ["RY", "ry", "YR"] {
        assert_eq!(game(same).spec().fingerprint, game("").spec().fingerprint, "{same}");
        assert_eq!(game(same).options(), game("").options());
    }
    assert_eq!(game("bg").options().colours, "GB");
    assert_ne!(game("bg").spec().fingerprint, game("").spec().fingerprint);
}

#[test]
fn damaged_snapshots_are_refused_or_can_be_played() {
    let mut rng = hoyle_core::Rng::new(8);
    let mut refused = 0;
    for i in 0..20_000 {
        let options = [Options::ludopy(), Options::ludo_king(), Options::classic()][i % 3].clone();
        let game = Ludo::new(Options { max_rolls: 500, ..options }).unwrap();
        let mut any = || if rng.below(3) == 0 { u32::MAX } else { rng.below(70) };
        let snapshot = Snapshot {
            tokens: std::array::from_fn(|_| std::array::from_fn(|_| (any() % 60) as u8)),
            mover: (any() % 5) as u8,
            roll: (any() % 8) as u8,
            round: any(),
            rolls: any(),
            attempts: (any() % 5) as u8,
            sixes: (any() % 4) as u8,
            ranking: Vec::new(),
            over: false,
        };
        match game.restore(snapshot) {
            Err(_) => refused += 1,
            Ok(mut state) => {
                hoyle_core::random_rollout(&mut state, &mut hoyle_core::Rng::new(i as u64));
                assert_eq!(game.restore(state.snapshot()).unwrap(), state);
            }
        }
    }
    assert!((2_000..19_800).contains(&refused), "{refused} refused");
}

#[test]
fn options_out_of_range_are_refused_by_name() {
    let complaint = |options: Options| Ludo::new(options).expect_err("a wrong option").to_string();
    let base = Options::ludopy;
    assert_eq!(complaint(Options { players: 5, ..base() }), "option `players`: 5 is not 2, 3 or 4");
    assert_eq!(complaint(Options { tokens: 0, ..base() }), "option `tokens`: 0 is not 1, 2, 3 or 4");
    assert_eq!(complaint(Options { attempts: 0, ..base() }), "option `attempts`: 0 is not in 1-9");
    assert_eq!(complaint(Options { max_rolls: 0, ..base() }), "option `max_rolls`: 0 is not in 1-1000000");
    assert!(complaint(Options { colours: "RX".to_owned(), ..base() }).contains("`X` is no colour"));
    assert!(complaint(Options { colours: "RR".to_owned(), ..base() }).contains("`R` stands twice"));
    assert!(complaint(Options { colours: "RG".to_owned(), ..base() }).contains("names 2 colours for 4 players"));
}
