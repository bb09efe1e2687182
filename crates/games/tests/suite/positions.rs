//! Positions, batches, lone learners and players behind the facade, for every game.

use hoyle_core::{ActionId, ActionSet, BatchBuffers, FileAccess, LayoutId, NoAnswer, Rng, Seat, SparseRows, Turn};
use hoyle_games::{AnyBatch, AnyOpponent, AnySolo, AnyState, SoloRows, SoloSettings, Title, load, open_state, titles};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Plays at random, and shows every position that is a seat's turn.
fn random_game(title: &Title, seed: u64, mut look: impl FnMut(&dyn AnyState, Seat)) -> Box<dyn AnyState> {
    let (mut rng, mut legal) = (Rng::new(seed), ActionSet::new());
    let mut state = title.with_settings(&[]).unwrap().start();
    while let Turn::Seat(seat) = state.advance(&mut rng) {
        look(&*state, seat);
        state.legal(&mut legal);
        state.play(legal.random(&mut rng)).unwrap();
    }
    state
}

#[test]
fn clones_and_files_are_positions_of_their_own() {
    for title in titles() {
        let end = random_game(title, 1, |state, _| {
            let (hash, mut copy) = (state.hash(), state.clone_box());
            assert!(copy.is_same(state) && state.is_same(&*copy));
            let mut legal = ActionSet::new();
            copy.legal(&mut legal);
            copy.play(legal.first().unwrap()).unwrap();
            assert_eq!(state.hash(), hash);
            assert!(!copy.is_same(state));
            for back in [
                open_state(&state.to_json(), &FileAccess::BuiltInOnly).unwrap(),
                state.game().state_from_json(&state.to_json()).unwrap(),
                state.game().state_from_bytes(&state.to_bytes()).unwrap(),
            ] {
                assert!(back.is_same(state));
            }
        });
        assert_eq!(end.turn(), Turn::Over);
    }
}

#[test]
fn a_determinization_keeps_what_the_seat_knows() {
    for title in titles() {
        let mut rng = Rng::new(3);
        random_game(title, 2, |state, mover| {
            let other = Seat(((mover.index() + 1) % state.spec().seats()) as u8);
            for seat in [mover, other] {
                let dealt = state.determinize(seat, &mut rng);
                assert_eq!(dealt.information_state(seat), state.information_state(seat));
                assert_eq!(dealt.turn(), state.turn());
            }
        });
    }
}

#[test]
fn what_cannot_be_played_has_no_text() {
    let state = load("ludo").unwrap().start();
    let error = state.action_text(ActionId(99)).unwrap_err().to_string();
    assert!(error.starts_with("action 99 is not legal here; can be played: "), "{error}");
    assert_eq!(state.parse_action(&state.action_text(ActionId(3)).unwrap()).unwrap(), ActionId(3));
    assert!(state.event(ActionId(99), None).is_err());
}

#[test]
fn positions_of_other_options_are_other_positions() {
    let (two, four) = (load("ludo:players=2").unwrap().start(), load("ludo").unwrap().start());
    assert!(!two.is_same(&*four) && !two.is_same(&*load("acquire").unwrap().start()));
    let error = load("ludo").unwrap().state_from_bytes(&two.to_bytes()).err().unwrap().to_string();
    assert!(error.contains("of another game, version or set of options"), "{error}");
}

#[test]
fn a_player_answers_only_for_its_game() {
    for title in titles() {
        let mut player = title.with_settings(&[]).unwrap().player("random").unwrap();
        let mut rng = Rng::new(4);
        player.begin().unwrap();
        let end = random_game(title, 3, |state, _| {
            let action = player.choose(state, &mut rng).unwrap();
            assert!(state.allows(action));
        });
        assert_eq!(player.choose(&*end, &mut rng).unwrap_err().to_string(), "no seat is to decide here");
    }
    let mut player = load("ludo").unwrap().player("fast").unwrap();
    for other in ["ludo:players=2", "acquire"] {
        let error = player.choose(&*load(other).unwrap().start(), &mut Rng::new(1)).unwrap_err().to_string();
        assert_eq!(error, "player `fast` was made for another game, or for one with other options");
    }
}

/// The buffers of a batch.
struct Owned {
    observations: Vec<f32>,
    masks: Vec<u8>,
    seats: Vec<u8>,
    finished: Vec<u8>,
    scores: Vec<f32>,
}

impl Owned {
    fn new(batch: &dyn AnyBatch) -> Self {
        let (n, spec) = (batch.len(), batch.spec());
        Self {
            observations: vec![0.0; n * batch.width()],
            masks: vec![0; n * spec.actions],
            seats: vec![0; n],
            finished: vec![0; n],
            scores: vec![0.0; n * spec.seats()],
        }
    }

    fn rows(&mut self) -> BatchBuffers<'_> {
        let Self { observations, masks, seats, finished, scores } = self;
        BatchBuffers { observations, masks, seats, finished, scores }
    }
}

#[test]
fn rows_that_are_lent_show_the_positions() {
    for title in titles() {
        let game = title.with_settings(&[]).unwrap();
        let mut batch = game.batch(5, 6, Some(LayoutId(0)), false);
        let mut owned = Owned::new(&*batch);
        batch.begin(owned.rows());
        let mut lists = SparseRows::new();
        for _ in 0..60 {
            batch.observe_sparse(LayoutId(0), &mut lists);
            let drawn = batch.random_actions(&mut Rng::new(1));
            for (i, action) in drawn.iter().enumerate() {
                assert_eq!(action.is_none(), owned.finished[i] == 1);
                assert!(action.is_none_or(|action| batch.state(i).allows(action)));
            }
            let mut graphs = 0;
            batch.each_graph(&mut |graph| {
                assert!(graph.check(&game.spec().graph).is_ok());
                graphs += 1;
            });
            assert_eq!((lists.len(), graphs), (5, 5));
            for i in 0..5 {
                let state = batch.state(i);
                let mut expected = vec![0.0; batch.width()];
                state.observe(Seat(owned.seats[i]), LayoutId(0), &mut expected);
                assert_eq!(owned.observations[i * batch.width()..][..batch.width()], expected);
                assert_eq!(state.turn() == Turn::Over, owned.finished[i] == 1);
            }
            batch.step_random(owned.rows());
        }
    }
}

/// The buffers of lone learners.
struct Lone {
    observations: Vec<f32>,
    masks: Vec<u8>,
    seats: Vec<u8>,
    rewards: Vec<f32>,
    finished: Vec<u8>,
    illegal: Vec<u8>,
    last_observations: Vec<f32>,
}

impl Lone {
    fn new(solo: &dyn AnySolo, n: usize) -> Self {
        let width = solo.spec().layout(LayoutId(0)).len();
        Self {
            observations: vec![0.0; n * width],
            masks: vec![0; n * solo.spec().actions],
            seats: vec![0; n],
            rewards: vec![0.0; n],
            finished: vec![0; n],
            illegal: vec![0; n],
            last_observations: vec![0.0; n * width],
        }
    }

    fn rows(&mut self) -> SoloRows<'_> {
        let Self { observations, masks, seats, rewards, finished, illegal, last_observations } = self;
        SoloRows { observations, masks, seats, rewards, finished, illegal, last_observations }
    }
}

fn settings(games: usize, same_step: bool, parallel: bool) -> SoloSettings {
    SoloSettings { games, layout: LayoutId(0), seat: None, same_step, parallel }
}

#[test]
fn a_learner_is_asked_only_where_it_decides() {
    for title in titles() {
        for same_step in [false, true] {
            let play = |parallel| {
                let mut solo = title.with_settings(&[]).unwrap().solo(settings(3, same_step, parallel), &[]).unwrap();
                let mut lone = Lone::new(&*solo, 3);
                let actions = solo.spec().actions;
                solo.reset(Some(5), lone.rows()).unwrap();
                let (mut rng, mut ends, mut story) = (Rng::new(6), 0, Vec::new());
                for _ in 0..2000 {
                    let mut answers = Vec::new();
                    for i in 0..3 {
                        let legal: ActionSet = (0..actions)
                            .filter(|a| lone.masks[i * actions + a] == 1)
                            .map(|a| ActionId(a as u16))
                            .collect();
                        let over = lone.finished[i] == 1 && !same_step;
                        assert_eq!(legal.is_empty(), over);
                        if !over {
                            assert_eq!(solo.state(i).turn(), Turn::Seat(Seat(lone.seats[i])));
                        }
                        answers.push(if over { ActionId(0) } else { legal.random(&mut rng) });
                    }
                    solo.step(&answers, lone.rows()).unwrap();
                    ends += lone.finished.iter().filter(|&&over| over == 1).count();
                    story.push((lone.rewards.clone(), lone.seats.clone(), lone.finished.clone()));
                    assert_eq!(lone.illegal, [0; 3]);
                    if ends > 6 {
                        break;
                    }
                }
                assert!(ends > 6, "{}", title.name);
                story
            };
            assert_eq!(play(false), play(true));
        }
    }
}

#[test]
fn an_illegal_answer_loses_at_once() {
    let mut solo = load("ludo").unwrap().solo(settings(2, false, false), &[]).unwrap();
    let mut lone = Lone::new(&*solo, 2);
    solo.reset(Some(1), lone.rows()).unwrap();
    let legal = lone.masks[solo.spec().actions..].iter().position(|&bit| bit == 1).unwrap();
    solo.step(&[ActionId(400), ActionId(legal as u16)], lone.rows()).unwrap();
    assert_eq!((lone.illegal[0], lone.finished[0], lone.rewards[0]), (1, 1, solo.spec().score_bounds.0));
    assert_eq!((lone.illegal[1], lone.finished[1], lone.rewards[1]), (0, 0, 0.0));
    assert!(solo.step(&[ActionId(0)], lone.rows()).unwrap_err().to_string().starts_with("1 actions for 2 games"));
}

#[test]
fn opponents_are_named_like_everybody_else() {
    let opponents = [AnyOpponent::Player("fst".to_owned())];
    let error = load("ludo").unwrap().solo(settings(1, false, false), &opponents).err().unwrap().to_string();
    assert!(error.starts_with("unknown player `fst` (did you mean `fast`?)"), "{error}");
}

#[test]
fn opponents_may_be_functions_and_may_fail() {
    let play = |answers: usize, last: fn(&dyn AnyState) -> Result<ActionId, NoAnswer>| {
        let left = AtomicUsize::new(answers);
        let function = move |state: Box<dyn AnyState>, seat: Seat| {
            assert_eq!(state.turn(), Turn::Seat(seat));
            if left.fetch_sub(1, Ordering::Relaxed) == 0 {
                return last(&*state);
            }
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            Ok(legal.first().unwrap())
        };
        let opponents = [AnyOpponent::Function("first".to_owned(), Arc::new(function))];
        let settings = SoloSettings { seat: Some(Seat(0)), ..settings(1, true, false) };
        let mut solo = load("ludo:players=2").unwrap().solo(settings, &opponents).unwrap();
        let mut lone = Lone::new(&*solo, 1);
        solo.reset(Some(5), lone.rows()).unwrap();
        loop {
            let legal = lone.masks.iter().position(|&bit| bit == 1).unwrap();
            if let Err(error) = solo.step(&[ActionId(legal as u16)], lone.rows()) {
                break error.to_string();
            }
        }
    };
    assert_eq!(play(20, |_| Err(NoAnswer::new("out of ideas"))), "player `first` at seat 1: failed: out of ideas");
    let illegal = play(20, |_| Ok(ActionId(400)));
    assert!(illegal.starts_with("player `first` at seat 1: illegal answer: action 400 is not legal"), "{illegal}");
    assert!(play(20, |_| panic!("no")).ends_with("panicked: no"));
}

/// However many games are in step, a seed is the same row of games.
#[test]
fn a_seed_is_a_row_of_games() {
    let row = |games: usize, same_step: bool| {
        let mut solo = load("ludo:players=2").unwrap().solo(settings(games, same_step, false), &[]).unwrap();
        let mut lone = Lone::new(&*solo, games);
        let (width, actions) = (solo.spec().layout(LayoutId(0)).len(), solo.spec().actions);
        solo.reset(Some(5), lone.rows()).unwrap();
        let mut ended = vec![Vec::new(); games];
        let mut story = vec![Vec::new(); games];
        while ended.iter().any(|game: &Vec<Vec<f32>>| game.len() < 6 / games) {
            let mut answers = Vec::new();
            for (i, story) in story.iter_mut().enumerate() {
                let legal = lone.masks[i * actions..][..actions].iter().position(|&bit| bit == 1);
                answers.push(ActionId(legal.unwrap_or(0) as u16));
                if legal.is_some() {
                    story.extend_from_slice(&lone.observations[i * width..][..width]);
                }
            }
            solo.step(&answers, lone.rows()).unwrap();
            for (i, ended) in ended.iter_mut().enumerate().filter(|(i, _)| lone.finished[*i] == 1) {
                ended.push(std::mem::take(&mut story[i]));
            }
        }
        (0..6).map(|n| ended[n % games][n / games].clone()).collect::<Vec<_>>()
    };
    let alone = row(1, false);
    assert!(alone.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(alone == row(2, true) && alone == row(3, false) && alone == row(1, true));
}

/// Options that name what is hidden from a seat are not handed out with what it is shown, and what it is handed works.
#[test]
fn games_are_told_as_a_seat_knows_them() {
    let game = load("magic:knowledge=metagame,deck0=red,deck1=blue").unwrap();
    let mut state = game.start();
    let rng = &mut Rng::new(1);
    let Turn::Seat(seat) = state.advance(rng) else { panic!("a hand is kept or not") };
    let other = usize::from(1 - seat.0);
    let (own_deck, hidden) = (["red", "blue"][1 - other], ["deck0", "deck1"][other]);
    let seen = state.game_seen_by(seat);
    let dealt = state.determinize(seat, rng);
    for options in [seen.options(), dealt.game().options(), game.table().options(Some(seat))] {
        assert_eq!(options[hidden], "metagame");
        assert_eq!(options[["deck1", "deck0"][other]], own_deck);
    }
    assert_eq!(game.table().options(None), game.options());
    // A determinization is a position of the game as it is seen, in every form.
    assert!(open_state(&dealt.to_json(), &FileAccess::BuiltInOnly).unwrap().is_same(&*dealt));
    assert!(seen.state_from_bytes(&dealt.to_bytes()).unwrap().is_same(&*dealt));
    assert_eq!(seen.spec().fingerprint, state.spec().fingerprint);
    // Whoever makes a player of what it sees may ask it about what it sees.
    for name in ["heuristic", "ismcts:sims=10"] {
        let chosen = seen.player(name).unwrap().choose(&*state, rng).unwrap();
        assert!(state.allows(chosen));
    }
}
