use hoyle_acquire::Acquire;
use hoyle_core::options::game_from_settings;
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Draw, Rng, Seat, Turn, View, save};

fn share(game: &Acquire, state: &hoyle_acquire::AcquireState, seat: Seat, games: u32, rng: &mut Rng) -> f32 {
    let mut total = 0.0;
    for _ in 0..games {
        let mut s = state.clone();
        let mut bot = game.bot("majority", &[]).unwrap();
        while let Turn::Seat(mover) = s.roll_to_decision(rng) {
            let a = bot.choose(View::new(&s, mover), rng);
            s.play_unchecked(a);
        }
        total += (s.scores()[seat] + 1.0) / 2.0;
    }
    total / games as f32
}

#[test]
#[ignore]
fn mine() {
    let game: Acquire =
        game_from_settings(&[("players".to_owned(), "2".to_owned()), ("two_player".to_owned(), "none".to_owned())])
            .unwrap();
    let mut found = Vec::new();
    let start = std::time::Instant::now();
    for number in 0..100_000u64 {
        if start.elapsed().as_secs() > 300 || found.len() >= 4 {
            break;
        }
        let mut rng = Rng::stream(77, number);
        let mut state = game.start();
        let mut bot = game.bot("majority", &[]).unwrap();
        let mut legal = ActionSet::new();
        while let Turn::Seat(seat) = state.roll_to_decision(&mut rng) {
            state.legal(&mut legal);
            let bag = state.seat_view(seat).bag();
            if (1..=14).contains(&bag) && legal.len() > 1 {
                // Every action, then every draw.
                let mut right = None;
                let mut wrong = false;
                for id in legal.iter() {
                    let mut next = state.clone();
                    next.play_unchecked(id);
                    if next.turn() != Turn::Chance || next.seat_view(seat).phase() != hoyle_acquire::Phase::Draw {
                        wrong = true;
                        break;
                    }
                    let mut draws: Vec<Draw<_>> = Vec::new();
                    next.draws(seat, &mut draws);
                    let shares: Vec<(String, f32)> =
                        draws.iter().map(|d| (d.name.clone(), share(&game, &d.state, seat, 6, &mut rng))).collect();
                    let won: Vec<&(String, f32)> = shares.iter().filter(|s| s.1 >= 0.8).collect();
                    let unsure = shares.iter().any(|s| s.1 > 0.2 && s.1 < 0.8);
                    if unsure || won.len() > 1 || (won.len() == 1 && right.is_some()) {
                        wrong = true;
                        break;
                    }
                    if won.len() == 1 {
                        right = Some((id, won[0].0.clone()));
                    }
                }
                if !wrong && let Some((id, out)) = right {
                    // Again, with more games.
                    let mut next = state.clone();
                    next.play_unchecked(id);
                    let mut draws: Vec<Draw<_>> = Vec::new();
                    next.draws(seat, &mut draws);
                    let shares: Vec<(String, f32)> =
                        draws.iter().map(|d| (d.name.clone(), share(&game, &d.state, seat, 200, &mut rng))).collect();
                    let ok = shares.iter().all(|s| if s.0 == out { s.1 > 0.85 } else { s.1 < 0.15 });
                    let mut text = String::new();
                    state.action_text(id, &mut text);
                    println!(
                        "game {number}: seat {seat} {text} out {out} ok {ok} legal {} bag {bag} {shares:?}",
                        legal.len()
                    );
                    if ok {
                        let mut board = String::new();
                        state.board(Some(seat), &mut board);
                        println!("{board}");
                        let position: serde_json::Value = serde_json::from_str(&save::to_json(&game, &state)).unwrap();
                        found.push(serde_json::json!({"name": format!("game {number}"), "why": "", "seat": seat.0, "play": [text], "outs": [out], "position": position}));
                    }
                }
            }
            let a = bot.choose(View::new(&state, seat), &mut rng);
            state.play_unchecked(a);
        }
    }
    std::fs::write("probes/mined.json", serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
}
