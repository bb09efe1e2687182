//! How often the move of a deep search is among the best few candidates, by the network's probability and by impact: what keeping no
//! more than those would cost.
//!
//! `cargo run --release -p hoyle-brain --example recall -- [POSITIONS] [SIMULATIONS] [GAME ...]`
//!
//! In positions of seeded self-play of the network that ships, in which a seat has at least two candidates, a search with ten times the
//! SIMULATIONS chooses a move. For each cut the share of the positions is told in which that move is kept, among those with more
//! candidates than the cut.

use hoyle_brain::{Model, NetEvaluator, NetPlayer, NetworkRunner};
use hoyle_core::options::game_from_settings;
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Rng, View, play_out};
use hoyle_search::{Budget, Gumbel, Method, Searcher, Settings};
use std::error::Error;
use std::path::Path;

/// How many candidates are kept.
const CUTS: [usize; 8] = [1, 2, 3, 5, 8, 13, 21, 34];
/// How much deeper the search is whose move is looked for.
const DEEPER: u32 = 10;
/// One decision in so many is looked at.
const EACH: u32 = 12;

/// For each cut: positions with more candidates, and how often the move was kept by probability and by impact.
#[derive(Default)]
struct Kept {
    positions: u32,
    candidates: usize,
    cuts: [[u32; 3]; CUTS.len()],
}

impl Kept {
    /// Takes note of a position by the places of the deep search's move in both orders.
    fn note(&mut self, candidates: usize, places: [usize; 2]) {
        self.positions += 1;
        self.candidates += candidates;
        for (count, &cut) in self.cuts.iter_mut().zip(&CUTS) {
            if candidates > cut {
                count[0] += 1;
                for (count, place) in count[1..].iter_mut().zip(places) {
                    *count += u32::from(place < cut);
                }
            }
        }
    }
}

fn recall<G: Game>(games: &[G], positions: u32, simulations: u32) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../models/{}.safetensors", G::NAME));
    let model = Model::open(&path, games[0].spec())?;
    // All candidates are considered: a search that begins with the likeliest would find what they say.
    let gumbel = Gumbel { considered: 512, noise: 0.0, ..Gumbel::PAPER };
    let budget = Budget { simulations: simulations * DEEPER, ..Budget::default() };
    let settings = Settings { method: Method::Gumbel(gumbel), budget, ..Settings::default() };
    let mut deep = Searcher::new(settings, || Box::new(NetEvaluator(NetworkRunner::new(&model))));
    let mut kept = Kept::default();
    for index in 0.. {
        if kept.positions >= positions {
            break;
        }
        let game = games[index % games.len()];
        let mut rng = Rng::stream(31, index as u64);
        let mut luck = Rng::stream(32, index as u64);
        let mut player = NetPlayer::new(&model, 0.5);
        let mut legal = ActionSet::new();
        play_out(&mut game.start(), &mut rng, |state, seat, rng| {
            state.legal(&mut legal);
            let view = View::new(state, seat);
            if legal.len() > 1 && luck.below(EACH) == 0 && kept.positions < positions {
                let mut impacts = Vec::new();
                deep.impacts(view, &mut luck, &mut impacts).expect("a network has no way to fail");
                let found = deep.search(view, &mut luck).expect("a network has no way to fail");
                let priors: Vec<f32> = found.actions.iter().map(|finding| finding.edge.prior).collect();
                let choice = legal.iter().position(|action| action == found.choice()).expect("it is legal");
                let place = |numbers: &[f32]| numbers.iter().filter(|&&other| other > numbers[choice]).count();
                kept.note(legal.len(), [place(&priors), place(&impacts)]);
            }
            player.choose(view, rng)
        });
    }
    let mean = kept.candidates as f32 / kept.positions as f32;
    println!("{}: {} positions with {mean:.1} candidates", G::NAME, kept.positions);
    println!("| {} candidates kept | positions | by probability | by impact |\n|---|---|---|---|", G::NAME);
    for (cut, [positions, prior, impact]) in CUTS.iter().zip(kept.cuts) {
        if positions > 0 {
            let share = |count: u32| 100.0 * count as f32 / positions as f32;
            println!("| {cut} | {positions} | {:.1}% | {:.1}% |", share(prior), share(impact));
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise| args.get(place).map_or(Ok(otherwise), |text| text.parse::<u32>());
    let (positions, simulations) = (number(0, 200)?, number(1, 25)?);
    let wanted = |name: &str| args.len() < 3 || args[2..].iter().any(|game| game == name);
    fn game<G: Game>() -> G {
        G::new(G::preset(G::PRESETS[0]).expect("the first preset")).expect("a preset can be played")
    }
    if wanted("ludo") {
        recall(&[game::<hoyle_ludo::Ludo>()], positions, simulations)?;
    }
    if wanted("acquire") {
        recall(&[game::<hoyle_acquire::Acquire>()], positions, simulations)?;
    }
    if wanted("dominion") {
        let kingdoms = |seed: u32| {
            let settings = [("kingdom", "random".to_owned()), ("kingdom_seed", seed.to_string())];
            game_from_settings::<hoyle_dominion::Dominion>(&settings.map(|(key, value)| (key.to_owned(), value)))
        };
        recall(&(0..20).map(kingdoms).collect::<Result<Vec<_>, _>>()?, positions, simulations)?;
    }
    if wanted("magic") {
        let magic: Vec<_> = (0..10).map(|index| game::<hoyle_magic::Magic>().variant(index)).collect();
        recall(&magic, positions, simulations)?;
    }
    Ok(())
}
