//! The 90 numbers and the graph, against brute force and against the document that describes them.

use hoyle_core::prelude::*;
use hoyle_core::{ActionId, EntityGraph, Game, Rng, Seat, Turn};
use hoyle_ludo::*;

const CORNERS: [u8; 16] = [0, 1, 12, 13, 14, 25, 26, 27, 38, 39, 40, 50, 51, 52, 56, 57];

fn every_kind_of_rules() -> Vec<Options> {
    let base = Options::ludopy;
    vec![
        base(),
        Options::danish(),
        Options::ludo_king(),
        Options::classic(),
        Options { players: 2, ..base() },
        Options { players: 3, tokens: 3, ..Options::danish() },
        Options { stack: Stack::Captured, ..base() },
        Options { stack: Stack::Blockade, ..base() },
        Options { release: Release::Sweep, ..base() },
        Options { occupied_safe: OccupiedSafe::Illegal, stars: Stars::Safe, ..base() },
        Options { starts: Starts::Nobody, globes: false, exit: Exit::OneOrSix, ..base() },
        Options { finish: Finish::Exact, corridor: Corridor::Closed, ..base() },
        Options { stack: Stack::Blockade, release: Release::Sweep, occupied_safe: OccupiedSafe::Coexist, ..base() },
    ]
}

/// A random position, dense where rules meet, with `roll` to be played.
fn random_position(ludo: Ludo, roll: u8, rng: &mut Rng) -> Snapshot {
    let rules = ludo.rules();
    let mut tokens = [[0; 4]; 4];
    for &colour in &rules.colours {
        for token in &mut tokens[colour as usize][..rules.options.tokens as usize] {
            *token = if rng.below(2) == 0 { CORNERS[rng.below(16) as usize] } else { rng.below(58) as u8 };
        }
        if tokens[colour as usize][..rules.options.tokens as usize].iter().all(|&t| t == 57) {
            tokens[colour as usize][0] = 0;
        }
    }
    let mover = rules.colours[rng.below(rules.colours.len() as u32) as usize];
    Snapshot {
        tokens,
        mover,
        roll,
        round: 2,
        rolls: 9,
        attempts: 0,
        sixes: u8::from(roll == 6),
        ranking: Vec::new(),
        over: false,
    }
}

/// Where everybody is after a colour moved one of its tokens by a roll; none if it cannot.
fn moved(ludo: Ludo, snapshot: &Snapshot, mover: u8, roll: u8, token: usize) -> Option<[[u8; 4]; 4]> {
    let mut state = ludo.restore(Snapshot { mover, roll, sixes: u8::from(roll == 6), ..snapshot.clone() }).unwrap();
    state.play(ActionId(token as u16)).ok()?;
    Some([0, 1, 2, 3].map(|colour| state.tokens(colour)))
}

#[test]
fn kill_and_threat_are_what_simulation_finds() {
    let mut rng = Rng::new(5);
    let (mut kills, mut threats) = (0, 0);
    for options in every_kind_of_rules() {
        let ludo = Ludo::new(Options { pass: Pass::Step, ..options }).unwrap();
        let colours = &ludo.rules().colours;
        let layout = &ludo.spec().layouts[0];
        for _ in 0..4000 {
            let snapshot = random_position(ludo, rng.below(6) as u8 + 1, &mut rng);
            let state = ludo.restore(snapshot.clone()).unwrap();
            let me = snapshot.mover;
            let mut out = [0.0; 90];
            state.observe(Seat(0), FLAT, &mut out);
            for token in 0..ludo.options().tokens as usize {
                let at = |name: &str| out[layout.field(name).unwrap().at(&[me as usize, token])] == 1.0;
                let context = || format!("{:?}\n{snapshot:?} token {token}", ludo.options());
                let enemies = |tokens: &[[u8; 4]; 4]| -> Vec<u8> {
                    (0..4).filter(|&c| c != me).flat_map(|c| tokens[c as usize]).collect()
                };
                let sent = moved(ludo, &snapshot, me, snapshot.roll, token).is_some_and(|after| {
                    enemies(&after).iter().zip(enemies(&snapshot.tokens)).any(|(&now, before)| now == 0 && before != 0)
                });
                assert_eq!(at("kill"), sent, "kill: {}", context());
                kills += usize::from(sent);

                let square = snapshot.tokens[me as usize][token];
                let hit = colours.iter().filter(|&&enemy| enemy != me).any(|&enemy| {
                    (1..=6).any(|roll| {
                        (0..4).any(|their| {
                            let after = moved(ludo, &snapshot, enemy, roll, their);
                            square != 0 && after.is_some_and(|after| after[me as usize][token] == 0)
                        })
                    })
                });
                assert_eq!(at("threat"), hit, "threat: {}", context());
                assert!(!(hit && at("safe_or_goal")), "safe: {}", context());
                threats += usize::from(at("threat"));
            }
        }
    }
    assert!(kills > 5000 && threats > 5000, "{kills} kills and {threats} threats are too few to mean anything");
}

#[test]
fn safe_squares_of_ludopy() {
    let ludo = Ludo::new(Options::ludopy()).unwrap();
    let safe: Vec<u8> = (0..58).filter(|&square| ludo.rules().tables.is_safe(square)).collect();
    assert_eq!(safe, [0, 1, 9, 22, 35, 48, 53, 54, 55, 56, 57]);
    // Where the corridor is closed, nobody comes to its first square.
    let danish = Ludo::new(Options::danish()).unwrap();
    assert!(danish.rules().tables.is_safe(52));
}

/// One token each: wherever mine stands, wherever another one stands, whoever's they are, threat is what play does.
#[test]
fn a_token_is_threatened_if_and_only_if_one_move_sends_it_home() {
    let one = |options| Ludo::new(Options { tokens: 1, pass: Pass::Step, ..options }).unwrap();
    let mut pairs = 0;
    for (preset, options) in
        [Options::ludopy(), Options::danish(), Options::ludo_king(), Options::classic()].into_iter().enumerate()
    {
        let ludo = one(options.clone());
        let layout = &ludo.spec().layouts[0];
        let (safe, threat) = (layout.field("safe_or_goal").unwrap(), layout.field("threat").unwrap());
        for (me, enemy) in (0..4u8).flat_map(|me| (1..4).map(move |k| (me, (me + k) % 4))) {
            for (square, there) in (0..57).flat_map(|square| (0..57).map(move |there| (square, there))) {
                let mut tokens = [[0; 4]; 4];
                (tokens[me as usize][0], tokens[enemy as usize][0]) = (square, there);
                let snapshot = Snapshot {
                    tokens,
                    mover: me,
                    roll: 0,
                    round: 2,
                    rolls: 9,
                    attempts: 0,
                    sixes: 0,
                    ranking: Vec::new(),
                    over: false,
                };
                let mut hit = false;
                for attacker in (0..4).filter(|&colour| colour != me && square != 0) {
                    for roll in 1..=6 {
                        let after = moved(ludo, &snapshot, attacker, roll, 0);
                        let sent = after.is_some_and(|after| after[me as usize][0] == 0);
                        hit |= sent;
                        pairs += usize::from(sent && preset == 0 && square == 52 && me == 0 && attacker == enemy);
                    }
                }
                let mut out = [0.0; 90];
                ludo.restore(snapshot).unwrap().observe(Seat(0), FLAT, &mut out);
                let at = [me as usize, 0];
                let what = || format!("{:?}: colour {me} on {square}, {enemy} on {there}", ludo.options());
                assert_eq!(out[threat.at(&at)] == 1.0, hit, "{}", what());
                assert!(!hit || out[safe.at(&at)] == 0.0, "{}", what());
            }
        }
    }
    assert_eq!(pairs, 18, "squares and rolls that send a token on the first corridor square home");
}

#[test]
fn the_ninety_numbers_stand_where_the_document_says() {
    let ludo = Ludo::new(Options::ludopy()).unwrap();
    let tokens = [[0, 1, 20, 57], [7, 0, 0, 57], [10, 0, 0, 0], [0, 0, 0, 30]];
    let snapshot = Snapshot {
        tokens,
        mover: 0,
        roll: 3,
        round: 2,
        rolls: 9,
        attempts: 0,
        sixes: 0,
        ranking: Vec::new(),
        over: false,
    };
    let mut out = [9.0; 90];
    ludo.restore(snapshot.clone()).unwrap().observe(Seat(0), FLAT, &mut out);
    assert_eq!(out[..10], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(out[10..15], [0.0, 1.0, 0.0, 0.0, 0.0], "at home: safe");
    assert_eq!(out[15..20], [1.0 / 57.0, 1.0, 0.0, 0.0, 0.0], "on its start: safe");
    // Green's token on its 7 shares red's square 20; blue's on 30 is on red's 17 and can come with a 3.
    assert_eq!(out[20..25], [20.0 / 57.0, 0.0, 0.0, 1.0, 0.0]);
    assert_eq!(out[25..30], [1.0, 1.0, 0.0, 0.0, 0.0], "in the goal");
    assert_eq!(out[30..35], [7.0 / 57.0, 0.0, 0.0, 0.0, 1.0], "green: position and flag only");
    assert_eq!(out[45..50], [1.0, 1.0, 0.0, 0.0, 1.0], "green in the goal");
    ludo.restore(Snapshot { roll: 0, ..snapshot }).unwrap().observe(Seat(0), FLAT, &mut out);
    assert_eq!(out[..6], [0.0; 6], "no roll, no dice");
}

#[test]
fn before_a_roll_nobody_kills() {
    let mut rng = Rng::new(6);
    let ludo = Ludo::new(Options::ludopy()).unwrap();
    let kill = ludo.spec().layouts[0].field("kill").unwrap();
    for _ in 0..500 {
        let state = ludo.restore(random_position(ludo, 0, &mut rng)).unwrap();
        let mut out = [9.0; 90];
        state.observe(Seat(1), FLAT, &mut out);
        assert!(kill.indices().all(|place| out[place] == 0.0));
    }
}

#[test]
fn unplayed_seats_and_tokens_look_like_absent_opponents() {
    let ludo = Ludo::new(Options { players: 2, tokens: 3, ..Options::ludopy() }).unwrap();
    let mut out = [9.0; 90];
    ludo.start().observe(Seat(0), FLAT, &mut out);
    for row in [3, 4, 5, 6, 7, 11, 12, 15] {
        assert_eq!(out[10 + 5 * row..][..5], [0.0, 0.0, 0.0, 0.0, 1.0], "row {row}");
    }
}

#[test]
fn the_rotated_view_is_the_flat_one_turned() {
    let mut rng = Rng::new(7);
    for players in 2..=4 {
        let ludo = Ludo::new(Options { players, ..Options::ludopy() }).unwrap();
        for _ in 0..300 {
            let roll = rng.below(7) as u8;
            let state = ludo.restore(random_position(ludo, roll, &mut rng)).unwrap();
            for seat in 0..players {
                let (mut flat, mut rotated) = ([0.0; 90], [0.0; 90]);
                state.observe(Seat(seat), FLAT, &mut flat);
                state.observe(Seat(seat), ROTATED, &mut rotated);
                let first = ludo.rules().colours[seat as usize] as usize;
                flat[6..10].rotate_left(first);
                flat[10..].rotate_left(20 * first);
                assert_eq!(flat, rotated);
            }
        }
    }
}

#[test]
fn relations_of_the_graph() {
    let ludo = Ludo::new(Options::ludopy()).unwrap();
    let relation = |name: &str| ludo.spec().graph.relations.iter().position(|r| r.name == name).unwrap() as u8;
    // Red on 17 captures green on 7 (red's 20) with a 3; blue on 27 (red's 14) threatens red's 17; red's 39 is yellow's 13.
    let tokens = [[17, 39, 0, 0], [7, 0, 0, 0], [13, 0, 0, 0], [27, 0, 0, 0]];
    let snapshot = Snapshot {
        tokens,
        mover: 0,
        roll: 3,
        round: 2,
        rolls: 9,
        attempts: 0,
        sixes: 0,
        ranking: Vec::new(),
        over: false,
    };
    let state = ludo.restore(snapshot).unwrap();
    let mut graph = EntityGraph::new();
    state.entities(Seat(0), &mut graph);
    let edges = |name: &str| -> Vec<(u16, u16)> {
        graph.edges().iter().filter(|e| e.relation == relation(name)).map(|e| (e.from, e.to)).collect()
    };
    assert_eq!(edges("can_capture"), [(0, 4)]);
    assert_eq!(edges("same_square"), [(1, 8), (8, 1)]);
    assert!(edges("threatened_by").contains(&(0, 12)), "{:?}", edges("threatened_by"));
    assert!(edges("threatened_by").contains(&(4, 0)), "{:?}", edges("threatened_by"));
    assert_eq!(edges("belongs_to").len(), 16);
    assert_eq!(graph.candidates().len(), 2);
    assert_eq!(graph.candidates()[0].source, Some(0));
    // Another observer's things come first, and it has nothing to decide.
    state.entities(Seat(1), &mut graph);
    assert_eq!(graph.row(0)[0], 7.0 / 57.0);
    assert!(graph.candidates().is_empty());
}

#[test]
fn before_a_roll_the_dice_of_the_graph_show_nothing() {
    let ludo = Ludo::new(Options::ludopy()).unwrap();
    let mut graph = EntityGraph::new();
    ludo.start().entities(Seat(0), &mut graph);
    assert_eq!(graph.row(20), [0.0; 8]);
    assert!(graph.candidates().is_empty());
}

#[test]
fn the_graph_says_what_everything_is() {
    let ludo = Ludo::new(Options { players: 3, tokens: 3, ..Options::ludopy() }).unwrap();
    let snapshot = Snapshot {
        tokens: [[53, 0, 1, 0], [8, 8, 57, 0], [0, 0, 52, 0], [0; 4]],
        mover: 1,
        roll: 6,
        round: 2,
        rolls: 9,
        attempts: 1,
        sixes: 2,
        ranking: Vec::new(),
        over: false,
    };
    let state = ludo.restore(snapshot).unwrap();
    let mut graph = EntityGraph::new();
    state.entities(Seat(1), &mut graph);
    let share = |square: u8| f32::from(square) / 57.0;
    // Position, playing, own, moves, home, goal, safe, threatened: green is the observer. Red's token on 1 can be hit by
    // nobody; its neighbours on green's 8 share a square.
    assert_eq!(graph.row(0), [share(8), 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(graph.row(1), graph.row(0), "both can move");
    assert_eq!(graph.row(2), [1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0]);
    assert_eq!(graph.row(3), [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0], "not played");
    assert_eq!(graph.row(6), [share(52), 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], "yellow's is on green's 13");
    assert_eq!(graph.row(12), [share(53), 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0], "red's is out of reach");
    assert_eq!(graph.row(14), [share(1), 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    // Playing, own, mover, progress, home, goal, attempts.
    assert_eq!(graph.row(16)[..7], [1.0, 1.0, 1.0, 73.0 / 171.0, 0.0, 1.0 / 3.0, 1.0 / 9.0]);
    assert_eq!(graph.row(17)[..7], [1.0, 0.0, 0.0, 52.0 / 171.0, 2.0 / 3.0, 0.0, 0.0]);
    assert_eq!(graph.row(18)[..7], [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0], "nobody plays blue");
    assert_eq!(graph.row(20)[..7], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0 / 3.0], "a six, the second one");
    // Squares in the order of the ring from red's start: distance from green's start, start, globe, star, corridor, goal,
    // tokens. First red's start with its token, then its first star.
    let ring = |from_red: usize| ((from_red + 39) % 52) as f32 / 51.0;
    assert_eq!(graph.row(21)[..7], [ring(0), 1.0, 0.0, 0.0, 0.0, 0.0, 1.0 / 16.0]);
    assert_eq!(graph.row(22)[..7], [ring(4), 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(graph.row(23)[..7], [ring(8), 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(graph.row(24)[..7], [ring(11), 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(graph.row(25)[..7], [ring(13), 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], "green's start");
    // Green's star on 5 is red's 18, its tokens on 8 are on red's 21, its globe on 9 is red's 22, and a six goes to 14.
    assert_eq!(graph.row(26)[..7], [ring(17), 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(graph.row(27)[..7], [ring(20), 0.0, 0.0, 0.0, 0.0, 0.0, 2.0 / 16.0]);
    assert_eq!(graph.row(28)[..7], [ring(21), 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    // 16 squares with a rule and that of green's tokens; then corridors and goals: red's 53, green's goal, yellow's 52.
    assert_eq!(graph.kinds().len(), 21 + 17 + 3);
    assert_eq!(graph.row(38)[..7], [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0 / 16.0]);
    assert_eq!(graph.row(39)[..7], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0 / 16.0]);
    assert_eq!(graph.row(40)[..7], [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0 / 16.0]);
    let edges = |name: &str| -> Vec<(u16, u16)> {
        let relation = ludo.spec().graph.relations.iter().position(|r| r.name == name).unwrap() as u8;
        graph.edges().iter().filter(|e| e.relation == relation).map(|e| (e.from, e.to)).collect()
    };
    assert_eq!(edges("stands_on"), [(0, 27), (1, 27), (2, 39), (6, 40), (12, 38), (14, 21)]);
    assert_eq!(edges("same_square"), [(0, 1), (1, 0)]);
    assert_eq!(edges("plays_before"), [(16, 17), (17, 18), (18, 19), (19, 16)]);
    // Both tokens go to 14, yellow's start.
    let targets: Vec<_> = graph.candidates().iter().map(|c| (c.source, c.targets[0], c.numbers[0])).collect();
    assert_eq!(targets, [(Some(0), Some(30), 1.0), (Some(1), Some(30), 1.0)]);
    let name = |entity: u16| {
        let mut name = String::new();
        state.entity_text(Seat(1), entity, &mut name);
        name
    };
    let named = |entities: &[u16]| entities.iter().map(|&entity| name(entity)).collect::<Vec<_>>();
    assert_eq!(named(&[0, 6, 12, 3]), ["T1", "yellow T3", "red T1", ""], "a fourth token is not played");
    assert_eq!(named(&[16, 17, 18, 19, 20]), ["green", "yellow", "", "red", "the dice"], "nobody plays blue");
    assert_eq!(
        named(&[25, 27, 38, 39, 40]),
        ["square 1", "square 8", "red corridor 53", "green goal", "yellow corridor 52"]
    );
    assert_eq!(name(41), "", "there is no such entity");
    let mut info = String::new();
    state.information_state(Seat(1), &mut info);
    assert!(info.contains("G to play 6"), "{info}");
}

#[test]
fn who_cannot_move_passes_with_the_roll() {
    let ludo = Ludo::new(Options::ludopy()).unwrap();
    let mut state = ludo.start();
    let mut rng = Rng::new(1);
    // With all tokens at home only a six lets one out.
    while state.roll_to_decision(&mut rng) != Turn::Over {
        let mut graph = EntityGraph::new();
        let seat = Seat(ludo.rules().colours.iter().position(|&colour| colour == state.mover()).unwrap() as u8);
        state.entities(seat, &mut graph);
        let roll =
            graph.row(20)[..6].iter().position(|&shown| shown == 1.0).map_or(0.0, |face| (face + 1) as f32 / 6.0);
        if let [pass] = graph.candidates()
            && pass.verb == 1
        {
            assert!(roll > 0.0 && roll < 1.0, "{roll}");
            assert_eq!((pass.source, pass.targets, pass.numbers), (Some(16), [None; 3], [roll, 0.0]));
            return;
        }
        state.play_unchecked(ActionId(0));
    }
    panic!("somebody has to pass");
}

#[test]
fn the_squares_say_where_tokens_stand_and_where_each_move_ends() {
    let mut rng = Rng::new(11);
    for options in every_kind_of_rules() {
        let ludo = Ludo::new(options).unwrap();
        let layout = ludo.spec().layout_named("squares").unwrap();
        let field = |name: &str| ludo.spec().layout(layout).field(name).unwrap();
        let mut out = vec![0.0; ludo.spec().layout(layout).len()];
        for n in 0..240 {
            let state = ludo.restore(random_position(ludo, 1 + n % 6, &mut rng)).unwrap();
            let me = state.mover();
            let seat = Seat(ludo.rules().colours.iter().position(|&colour| colour == me).unwrap() as u8);
            state.observe(seat, layout, &mut out);
            for token in 0..ludo.rules().options.tokens as usize {
                let one_hot = |name: &str| {
                    let set: Vec<usize> =
                        (0..58).filter(|&square| out[field(name).at(&[square, token])] == 1.0).collect();
                    set
                };
                let flag = |name: &str| out[field(name).at(&[token])];
                assert_eq!(one_hot("at"), [state.tokens(me)[token] as usize]);
                if !state.allows(ActionId(token as u16)) {
                    assert!(one_hot("to").is_empty() && flag("can_move") == 0.0);
                    continue;
                }
                let mut after = state.clone();
                after.play_unchecked(ActionId(token as u16));
                let lost = |colour: u8, token: usize| {
                    state.tokens(colour)[token] - after.tokens(colour)[token].min(state.tokens(colour)[token])
                };
                let enemies = (0..4).filter(|&colour| colour != me);
                let spoils: u32 = enemies
                    .flat_map(|colour| (0..4).map(move |t| (colour, t)))
                    .map(|(c, t)| u32::from(lost(c, t)))
                    .sum();
                let to = after.tokens(me)[token];
                assert_eq!(one_hot("to"), [to as usize]);
                assert_eq!(flag("can_move"), 1.0);
                assert_eq!(
                    (flag("dies"), flag("arrives")),
                    (f32::from(u8::from(to == 0)), f32::from(u8::from(to == 57)))
                );
                assert_eq!(flag("captures"), f32::from(u8::from(spoils > 0)));
                assert_eq!(flag("spoils"), (spoils as f32 / 57.0).min(1.0));
            }
        }
    }
}
