//! How good the games' own estimates are: log loss and calibration against the results of scripted games.
//!
//! `cargo run --release -p hoyle-search --example calibrate`. A loss of ln(seats) is no better than chance. Behind it the
//! loss with all strengths multiplied by some factors: the smallest should be that of factor 1.

use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Player, Rng, View, play_out};

fn calibrate<G: Game>(family: impl Fn(u64) -> G, players: &[&str], games: u64) {
    const FACTORS: [f32; 7] = [0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8];
    let seats = family(0).spec().seats();
    let mut rng = Rng::new(11);
    let (mut losses, mut n) = ([0.0; FACTORS.len()], 0u32);
    let mut bins = [(0.0f64, 0.0f64, 0u32); 10];
    for index in 0..games {
        let game = family(index);
        let mut bots: Vec<Box<dyn Player<G::State>>> = (0..seats)
            .map(|_| game.bot(players[rng.below(players.len() as u32) as usize], &[]).expect("a player of this game"))
            .collect();
        let mut guesses: Vec<Vec<f32>> = Vec::new();
        let scores = play_out(&mut game.start(), &mut rng, |state, seat, rng| {
            if rng.below(20) == 0 {
                let to_chance = |score: &f32| (score * (seats - 1) as f32 + 1.0) / seats as f32;
                guesses.push(state.heuristic_value().as_slice().iter().map(to_chance).collect());
            }
            if rng.below(20) == 0 {
                let mut legal = ActionSet::new();
                state.legal(&mut legal);
                legal.random(rng)
            } else {
                bots[seat.index()].choose(View::new(state, seat), rng)
            }
        });
        let winners: Vec<usize> = scores.winners().map(|seat| seat.index()).collect();
        if winners.len() != 1 {
            continue;
        }
        for chances in guesses {
            n += 1;
            for (loss, factor) in losses.iter_mut().zip(FACTORS) {
                let powers: Vec<f32> = chances.iter().map(|p| p.max(1e-6).powf(factor)).collect();
                *loss -= f64::from((powers[winners[0]] / powers.iter().sum::<f32>()).max(1e-6).ln());
            }
            for (seat, &chance) in chances.iter().enumerate() {
                let bin = &mut bins[((chance * 10.0) as usize).min(9)];
                bin.0 += f64::from(chance);
                bin.1 += f64::from(u8::from(seat == winners[0]));
                bin.2 += 1;
            }
        }
    }
    println!("{} ({players:?}): {n} positions; no idea would be {:.4}", G::NAME, (seats as f64).ln());
    for (loss, factor) in losses.iter().zip(FACTORS) {
        print!("  x{factor}: {:.4}", loss / f64::from(n));
    }
    println!("\n  guessed and true chances:");
    for (guessed, won, count) in bins.into_iter().filter(|bin| bin.2 > 0) {
        print!("  {:.2}/{:.2}", guessed / f64::from(count), won / f64::from(count));
    }
    println!();
}

fn main() {
    fn game<G: Game>() -> G {
        G::new(G::preset(G::PRESETS[0]).expect("the first preset")).expect("a preset can be played")
    }
    calibrate(|_| game::<hoyle_ludo::Ludo>(), &["one-ply"], 1000);
    calibrate(|_| game::<hoyle_acquire::Acquire>(), &["greedy"], 1000);
    let kingdom = "Witch+Militia+Smithy+Chapel+Moat+Village+Market+Laboratory+Workshop+Gardens".to_owned();
    let settings = [("kingdom".to_owned(), kingdom)];
    let dominion = hoyle_core::options::game_from_settings::<hoyle_dominion::Dominion>(&settings).expect("ten cards");
    calibrate(|_| dominion, &["big-money-ultimate", "double-witch", "smithy", "militia"], 2000);
    calibrate(|index| game::<hoyle_magic::Magic>().variant(index), &["heuristic"], 2000);
}
