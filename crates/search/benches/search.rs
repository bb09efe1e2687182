//! Simulations a second from the first decision of each game, by method and evaluator: `cargo bench -p hoyle-search`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hoyle_core::names::Named;
use hoyle_core::options::game_from_settings;
use hoyle_core::prelude::*;
use hoyle_core::{Game, Rng, Seat, Turn, View};

const SIMULATIONS: u64 = 1000;

/// The position of a game's first decision.
fn first_decision<G: Game>(game: G) -> (G::State, Seat) {
    let mut state = game.start();
    let mut rng = Rng::new(1);
    let Turn::Seat(seat) = state.roll_to_decision(&mut rng) else { panic!("a game without a decision") };
    (state, seat)
}

fn measure<G: Game>(c: &mut Criterion, game: &str, specs: &[&str]) {
    let named: Named = game.parse().expect("a game");
    let game = game_from_settings::<G>(&named.settings).expect("settings of the game");
    let (state, seat) = first_decision(game);
    let mut group = c.benchmark_group(G::NAME);
    group.throughput(Throughput::Elements(SIMULATIONS)).sample_size(20);
    for spec in specs {
        let named: Named = spec.parse().expect("a search");
        let mut settings = named.settings.clone();
        settings.push(("sims".to_owned(), SIMULATIONS.to_string()));
        let mut player = hoyle_search::player(game, &named.name, &settings).expect("a search");
        let mut rng = Rng::new(2);
        group.bench_function(*spec, |b| b.iter(|| player.searcher.search(View::new(&state, seat), &mut rng)));
    }
    group.finish();
}

fn searches(c: &mut Criterion) {
    const ALL: [&str; 6] = ["ismcts", "ismcts:threads=2", "puct", "gumbel", "pimc", "ismcts:rollout=estimate"];
    let with = |more: [&'static str; 1]| [&ALL[..], &more[..]].concat();
    let kingdom = "dominion:kingdom=Witch+Militia+Smithy+Chapel+Moat+Village+Market+Laboratory+Workshop+Gardens";
    measure::<hoyle_ludo::Ludo>(c, "ludo", &with(["puct:rollout=one-ply,prior=0.3,cut=8"]));
    measure::<hoyle_dominion::Dominion>(c, kingdom, &with(["puct:rollout=double-witch,prior=0.5"]));
    measure::<hoyle_acquire::Acquire>(c, "acquire", &with(["puct:rollout=greedy,prior=0.5,cut=8"]));
    measure::<hoyle_magic::Magic>(c, "magic", &with(["puct:rollout=heuristic,prior=0.5,cut=20"]));
}

criterion_group!(benches, searches);
criterion_main!(benches);
