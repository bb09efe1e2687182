//! How well a network tells two candidates of a decision apart: by its probabilities, and by what it says of the positions one step ahead,
//! against what rollouts by its own policy come to. It tells how much a search should weigh values against probabilities.
//!
//! `cargo run --release -p hoyle-brain --example siblings -- [POSITIONS] [ROLLOUTS] [GAME ...]`
//!
//! In positions of seeded self-play the two likeliest candidates are compared: dP is the difference of the logarithms of their
//! probabilities, dQ that of their values one step ahead (the mean over what chance may do there), dR that of the shares of rollouts won
//! (both meet the same deals and dice). The line dR = a dQ + b dP is fitted over all positions: a = 1, b = 0 would be a value function that
//! leaves nothing to add, and a / b is how much a value is worth beside a logarithm of a probability, which search by halving takes to be 50
//! and more.

use hoyle_brain::{Model, NetworkRunner};
use hoyle_core::options::game_from_settings;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game, Outcomes, Rng, Seat, State, Turn, View};
use std::error::Error;
use std::path::Path;

/// One decision in so many is looked at.
const EACH: u32 = 20;
/// How many draws stand for chance where it has more outcomes.
const DRAWS: usize = 32;

/// A network that plays and evaluates.
struct Net {
    runner: NetworkRunner,
    legal: ActionSet,
}

impl Net {
    /// The logits of the legal actions, in ascending order of ids.
    fn logits<S: State>(&mut self, state: &S, seat: Seat) -> Vec<(ActionId, f32)> {
        state.legal(&mut self.legal);
        self.runner.clear();
        self.runner.push(View::new(state, seat), &self.legal);
        self.runner.infer();
        let actions = self.runner.actions(0).iter().map(|&id| ActionId(id));
        actions.zip(self.runner.output().logits(0).iter().copied()).collect()
    }

    /// The mean share of a seat in positions.
    fn value<S: State>(&mut self, states: &[S], seat: Seat) -> f64 {
        let seats = states[0].spec().seats();
        let mut sum = 0.0;
        self.runner.clear();
        for state in states {
            if let Turn::Seat(mover) = state.turn() {
                state.legal(&mut self.legal);
                self.runner.push(View::new(state, mover), &self.legal);
            }
        }
        self.runner.infer();
        let mut row = 0;
        for state in states {
            sum += match state.turn() {
                Turn::Seat(mover) => {
                    row += 1;
                    f64::from(self.runner.output().values(row - 1)[(seat.index() + seats - mover.index()) % seats])
                }
                _ => won(state, seat),
            };
        }
        sum / states.len() as f64
    }

    /// Plays all games to their ends by what is likeliest, and gives the share of a seat in each.
    fn play_on<S: State>(&mut self, games: &mut [(S, Rng)], seat: Seat) -> Vec<f64> {
        loop {
            let mut asked = Vec::new();
            self.runner.clear();
            for (i, (state, rng)) in games.iter_mut().enumerate() {
                while let Turn::Seat(mover) = state.roll_to_decision(rng) {
                    state.legal(&mut self.legal);
                    if self.legal.len() > 1 {
                        self.runner.push(View::new(state, mover), &self.legal);
                        asked.push(i);
                        break;
                    }
                    state.play_unchecked(self.legal.first().unwrap_or(ActionId(0)));
                }
            }
            if asked.is_empty() {
                return games.iter().map(|(state, _)| won(state, seat)).collect();
            }
            self.runner.infer();
            for (row, i) in asked.into_iter().enumerate() {
                let logits = self.runner.output().logits(row);
                let best = (0..logits.len()).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap_or(0);
                games[i].0.play_unchecked(ActionId(self.runner.actions(row)[best]));
            }
        }
    }
}

fn won<S: State>(state: &S, seat: Seat) -> f64 {
    let scores = state.scores();
    let winners = scores.winners().count() as f64;
    if scores.winners().any(|winner| winner == seat) { 1.0 / winners } else { 0.0 }
}

/// What an action may lead to, by chance.
fn one_step<S: State>(world: &S, action: ActionId, luck: &Rng) -> Vec<S> {
    let mut after = world.clone();
    after.play_unchecked(action);
    let (mut outcomes, mut rng) = (Outcomes::new(), luck.clone());
    after.outcomes(&mut outcomes);
    let mut states: Vec<S> = match outcomes.len() {
        0 => vec![after],
        n if n <= DRAWS => {
            let each = outcomes.iter().map(|(outcome, _)| {
                let mut state = after.clone();
                state.play_unchecked(outcome);
                state
            });
            each.collect()
        }
        _ => vec![after; DRAWS],
    };
    states.iter_mut().for_each(|state| {
        state.roll_to_decision(&mut rng);
    });
    states
}

fn siblings<G: Game>(games: &[G], positions: usize, rollouts: usize) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../models/{}.safetensors", G::NAME));
    let mut net = Net { runner: NetworkRunner::new(&Model::open(&path, games[0].spec())?), legal: ActionSet::new() };
    let mut found: Vec<[f64; 3]> = Vec::new();
    let mut noise = 0.0;
    for index in 0.. {
        if found.len() >= positions {
            break;
        }
        let (mut rng, mut luck) = (Rng::stream(41, index), Rng::stream(42, index));
        let mut state = games[index as usize % games.len()].start();
        while let Turn::Seat(seat) = state.roll_to_decision(&mut rng) {
            let mut logits = net.logits(&state, seat);
            logits.sort_by(|a, b| b.1.total_cmp(&a.1));
            if let (&[first, second, ..], 0, true) = (&logits[..], luck.below(EACH), found.len() < positions) {
                let view = View::new(&state, seat);
                let mut q = [0.0; 2];
                for _ in 0..4 {
                    let (world, dice) = (view.determinize(&mut luck), Rng::new(luck.bits()));
                    for (q, (action, _)) in q.iter_mut().zip([first, second]) {
                        *q += net.value(&one_step(&world, action, &dice), seat) / 4.0;
                    }
                }
                let mut games: Vec<(G::State, Rng)> = Vec::with_capacity(2 * rollouts);
                for _ in 0..rollouts {
                    let (world, dice) = (view.determinize(&mut luck), Rng::new(luck.bits()));
                    for (action, _) in [first, second] {
                        let mut after = world.clone();
                        after.play_unchecked(action);
                        games.push((after, dice.clone()));
                    }
                }
                let shares = net.play_on(&mut games, seat);
                let differences: Vec<f64> = shares.chunks(2).map(|pair| pair[0] - pair[1]).collect();
                let n = rollouts as f64;
                let mean = differences.iter().sum::<f64>() / n;
                noise += differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / n / n / positions as f64;
                found.push([q[0] - q[1], f64::from(first.1 - second.1), mean]);
            }
            state.play_unchecked(logits[0].0);
        }
    }
    report(G::NAME, &found, noise);
    Ok(())
}

/// Fits the line and prints what came of it.
fn report(name: &str, found: &[[f64; 3]], noise: f64) {
    let n = found.len() as f64;
    let moment = |i: usize, j: usize| found.iter().map(|x| x[i] * x[j]).sum::<f64>() / n;
    let (qq, qp, pp, qr, pr, rr) = (moment(0, 0), moment(0, 1), moment(1, 1), moment(0, 2), moment(1, 2), moment(2, 2));
    let determinant = qq * pp - qp * qp;
    let (a, b) = ((qr * pp - pr * qp) / determinant, (pr * qq - qr * qp) / determinant);
    let left = (rr - a * qr - b * pr).max(0.0);
    let error = |own: f64| (left * own / determinant / n).sqrt();
    let agree = found.iter().filter(|x| x[0] > 0.0).count() as f64 / n;
    println!("{name}: {} positions", found.len());
    println!(
        "  root mean squares: dQ {:.4}, dP {:.2}, dR {:.4}, of which luck {:.4}",
        qq.sqrt(),
        pp.sqrt(),
        rr.sqrt(),
        noise.sqrt()
    );
    println!("  the likelier one has the higher value in {:.1}%", 100.0 * agree);
    println!("  dR = a dQ: a = {:.2} (+-{:.2})", qr / qq, 2.0 * (left / qq / n).sqrt());
    println!(
        "  dR = a dQ + b dP: a = {a:.2} (+-{:.2}), b = {b:.4} (+-{:.4}), a / b = {:.0}",
        2.0 * error(pp),
        2.0 * error(qq),
        a / b
    );
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise| args.get(place).map_or(Ok(otherwise), |text| text.parse::<usize>());
    let (positions, rollouts) = (number(0, 200)?, number(1, 150)?);
    let wanted = |name: &str| args.len() < 3 || args[2..].iter().any(|game| game == name);
    fn game<G: Game>() -> G {
        G::new(G::preset(G::PRESETS[0]).expect("the first preset")).expect("a preset can be played")
    }
    if wanted("ludo") {
        siblings(&[game::<hoyle_ludo::Ludo>()], positions, rollouts)?;
    }
    if wanted("acquire") {
        siblings(&[game::<hoyle_acquire::Acquire>()], positions, rollouts)?;
    }
    if wanted("dominion") {
        let kingdoms = |seed: u32| {
            let settings = [("kingdom", "random".to_owned()), ("kingdom_seed", seed.to_string())];
            game_from_settings::<hoyle_dominion::Dominion>(&settings.map(|(key, value)| (key.to_owned(), value)))
        };
        siblings(&(0..20).map(kingdoms).collect::<Result<Vec<_>, _>>()?, positions, rollouts)?;
    }
    if wanted("magic") {
        let magic: Vec<_> = (0..10).map(|index| game::<hoyle_magic::Magic>().variant(index)).collect();
        siblings(&magic, positions, rollouts)?;
    }
    Ok(())
}
